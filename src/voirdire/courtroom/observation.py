"""What one seat sees of a trial at one moment: a view, never a copy of the whole record.

An observation stays what it was when the trial goes on, since the record only grows. It reads
like the mapping of the paper (`obs["phase"]`, `obs["evidence"]`); every container it hands out
is made anew, so changing one changes nothing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from voirdire.courtroom.rules import LEGAL
from voirdire.courtroom.types import (
    CLAIMS_A_TURN,
    Decisions,
    Ending,
    Entry,
    Exhibit,
    Issue,
    Kind,
    Objection,
    Pending,
    Phase,
    Role,
    Status,
    struck_entries,
)

if TYPE_CHECKING:
    from voirdire.courtroom.engine import Trial

FIELDS = (
    "case_id",
    "title",
    "background",
    "charge",
    "sides",
    "issues",
    "decisions",
    "standard",
    "language",
    "evidence",
    "argument_history",
    "objections",
    "seat",
    "role",
    "turn",
    "phase",
    "on_turn",
    "pending_objection",
    "objectionable",
    "legal_actions",
    "claims_a_turn",
    "jurors",
    "jury_decision",
    "ended",
)


class Observation(Mapping[str, Any]):
    """The view of `seat`; `turn` is the number that the next entry will have.

    Pickled it takes the whole trial with it; who may see no more than the view is sent
    `dict(observation)`.
    """

    __slots__ = (
        "_statuses",
        "_trial",
        "_visible",
        "ending",
        "jury_decision",
        "objectionable",
        "objections",
        "on_turn",
        "pending_objection",
        "phase",
        "seat",
        "turn",
    )

    def __init__(self, trial: "Trial", seat: str) -> None:
        self._trial = trial
        self._statuses: Mapping[str, Status] = trial.statuses
        self.seat = seat
        self.turn = len(trial) + 1
        self.phase: Phase = trial.phase
        self.on_turn: str | None = None if trial.ending else trial.seat
        self.pending_objection: Pending = trial.pending
        # Entries of the other side that this seat may still object to.
        self.objectionable: tuple[int, ...] = trial.open_targets.get(seat, ())
        self.objections: tuple[Objection, ...] = trial.objections
        self.ending: Ending | None = trial.ending
        self.jury_decision: str | None = trial.jury_decision
        # In shared mode everything is visible; in the other, what was visible at this moment.
        self._visible: frozenset[str] | None = (
            None
            if trial.options.mode == "shared"
            else frozenset(
                each.id for each in trial.exhibits.values() if trial.is_visible(each, seat)
            )
        )

    def __getstate__(self) -> dict[str, object]:
        # A view of a mapping cannot be pickled.
        state = {name: getattr(self, name) for name in self.__slots__}
        return {**state, "_statuses": dict(self._statuses)}

    def __setstate__(self, state: dict[str, object]) -> None:
        for name, value in state.items():
            setattr(self, name, value)

    @property
    def case_id(self) -> str:
        return self._trial.case.id

    @property
    def title(self) -> str:
        return self._trial.case.title

    @property
    def background(self) -> str:
        return self._trial.case.background

    @property
    def charge(self) -> str:
        return self._trial.case.charge

    @property
    def sides(self) -> tuple[str, str]:
        return self._trial.case.sides

    @property
    def issues(self) -> tuple[Issue, ...]:
        return self._trial.case.issues

    @property
    def decisions(self) -> Decisions:
        return self._trial.case.decisions

    @property
    def standard(self) -> str:
        return self._trial.case.standard

    @property
    def language(self) -> str:
        return self._trial.case.language

    @property
    def jurors(self) -> int:
        return self._trial.options.jurors

    @property
    def role(self) -> Role:
        return self._trial.roles[self.seat]

    @property
    def legal_actions(self) -> tuple[Kind, ...]:
        """What the protocol lets this seat do now; empty when it is not on turn.

        `object` only while the other side's last turns hold something to object to.
        """
        if self.on_turn != self.seat:
            return ()
        legal = LEGAL[self.phase, self.pending_objection, self.role]
        return legal if self.objectionable else tuple(k for k in legal if k != "object")

    @property
    def exhibits(self) -> tuple[tuple[Exhibit, Status], ...]:
        """The exhibits that this seat may read, in the order of the trial, with their status."""
        return tuple(
            (each, self._statuses[each.id])
            for each in self._trial.exhibits.values()
            if self._visible is None or each.id in self._visible
        )

    def entries(self, since: int = 0) -> list[Entry]:
        """What this seat may read of the record and could not after entry `since`.

        Refused actions are shown to the seat that tried them; a ballot to the others when
        its round is complete.
        """
        revealed, length = self._trial.revealed, self.turn - 1
        first = min((n for n, end in revealed.items() if end > since), default=since + 1)
        shown = []
        for entry in self._trial.entries(min(since, first - 1), length):
            if entry.seat != self.seat:
                if entry.code != "accepted":
                    continue
                if entry.phase == "deliberation":
                    seen_at = revealed.get(entry.number, length + 1)
                    if not since < seen_at <= length:
                        continue
                    shown.append(entry)
                    continue
            if entry.number > since:
                shown.append(entry)
        return shown

    @property
    def struck(self) -> frozenset[int]:
        """Numbers of the entries that a ruling has struck or excluded."""
        return struck_entries(self.objections)

    def history(self, since: int = 0) -> list[dict[str, Any]]:
        """`entries(since)` in the shape of the paper's `argument_history`."""
        struck = self.struck
        return [
            {
                "turn": entry.number,
                "phase": entry.phase,
                "seat": entry.seat,
                "role": self._trial.roles[entry.seat],
                "action": entry.action.kind,
                "result": entry.code,
                "struck": entry.number in struck,
                **action_fields(entry),
            }
            for entry in self.entries(since)
        ]

    def __getitem__(self, name: str) -> Any:
        if name not in FIELDS:
            raise KeyError(name)
        if name == "evidence":
            return [
                {
                    "id": exhibit.id,
                    "type": exhibit.type,
                    "title": exhibit.title,
                    "content": exhibit.content,
                    "holder": exhibit.holder,
                    "status": status,
                }
                for exhibit, status in self.exhibits
            ]
        if name == "argument_history":
            return self.history()
        if name == "ended":
            return asdict(self.ending) if self.ending else None
        if name == "claims_a_turn":
            return CLAIMS_A_TURN
        if name == "objections":
            return [
                {
                    "turn": each.entry,
                    "target": each.target,
                    "raised_by": each.raised_by,
                    "ground": each.ground,
                    "status": each.status,
                }
                for each in self.objections
            ]
        if name == "issues":
            return [asdict(each) for each in self.issues]
        if name == "decisions":
            return list(self.decisions.all)
        value = getattr(self, name)
        return list(value) if isinstance(value, tuple) else value

    def __iter__(self) -> Iterator[str]:
        return iter(FIELDS)

    def __len__(self) -> int:
        return len(FIELDS)


def action_fields(entry: Entry) -> dict[str, Any]:
    """The particulars of an entry's action that were given; claims carry their ids."""
    action = entry.action
    fields = {
        name: value
        for name in ("exhibit", "target", "ground", "ruling", "decision", "probability")
        if (value := getattr(action, name)) is not None
    }
    claims = [
        {
            "id": f"{entry.number}.{place}",
            **{name: value for name, value in asdict(claim).items() if value is not None},
        }
        for place, claim in enumerate(action.claims, 1)
    ]
    return {"text": action.text, **fields, **({"claims": claims} if claims else {})}
