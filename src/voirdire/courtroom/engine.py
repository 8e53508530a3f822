"""A trial: a case, a seed and the actions so far give its state, in any process.

Input: a `Case`, a seed, `Options`, and actions one by one. Output: one `Entry` an action,
`Observation`s of any seat, and an `Ending`. The record only grows; an entry never changes.
The engine holds no key to the case, draws from no global generator and looks at no clock.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import cast

from voirdire.courtroom.observation import Observation
from voirdire.courtroom.rules import RESULT_OF, RESULTS
from voirdire.courtroom.types import (
    CLAIMS_A_TURN,
    KINDS,
    Action,
    Case,
    Ending,
    Entry,
    Exhibit,
    Objection,
    Options,
    Pending,
    Phase,
    Role,
    Side,
    Status,
    seat_named,
)
from voirdire.errors import EpisodeOverError, MalformedActionError

OTHER: dict[str, Side] = {"prosecution": "defence", "defence": "prosecution"}
# What a ruling can strike or exclude.
OBJECTIONABLE = frozenset(
    {"present_argument", "submit_evidence", "cross_examine", "summarize_case"}
)


class Trial:
    """One trial. `seat` is on turn until `ending` is set; then no more actions are taken.

    It can be copied and sent to other processes; one thread at a time may use it (threads share
    a `ledger.TrialLedger`).

    Raises (`apply`):
        MalformedActionError: the action names a seat that the trial does not have.
        EpisodeOverError: the trial has ended.
    """

    def __init__(self, case: Case, *, seed: int = 0, options: Options | None = None) -> None:
        self.case = case
        self.seed = seed
        self.options = options or Options()
        self.seats = self.options.seats
        self.roles: Mapping[str, Role] = MappingProxyType(
            {
                seat: cast("Role", "juror" if seat.startswith("juror") else seat)
                for seat in self.seats
            }
        )
        order = list(case.exhibits)
        Random(f"{seed}/{case.id}/exhibits").shuffle(order)
        self.exhibits: Mapping[str, Exhibit] = MappingProxyType({each.id: each for each in order})
        self.statuses: Mapping[str, Status] = MappingProxyType(
            {each.id: "admitted" if each.admitted else "unsubmitted" for each in order}
        )
        self.phase: Phase = "opening"
        self.pending: Pending = "none"
        self.seat = "prosecution"
        self.ending: Ending | None = None
        self.jury_decision: str | None = None
        self.objections: tuple[Objection, ...] = ()
        # Entries of the other side since a side's last turn, to which it may still object.
        self.open_targets: dict[str, tuple[int, ...]] = {"prosecution": (), "defence": ()}
        # The last entry of a round of ballots, by ballot: until then it is its juror's alone.
        self.revealed: dict[int, int] = {}
        self._entries: list[Entry] = []
        self._left: dict[str, int] = {}
        self._passed = 0
        self._violations: dict[str, int] = dict.fromkeys(self.seats, 0)
        self._round: list[Entry] = []
        self._rounds = 0

    @classmethod
    def replay(
        cls, case: Case, actions: Iterable[Action], *, seed: int = 0, options: Options | None = None
    ) -> "Trial":
        """The trial that these actions made."""
        trial = cls(case, seed=seed, options=options)
        for action in actions:
            trial.apply(action)
        return trial

    def __getstate__(self) -> dict[str, object]:
        # A view of a mapping cannot be pickled.
        return {
            name: dict(value) if isinstance(value, MappingProxyType) else value
            for name, value in vars(self).items()
        }

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state)
        for name in ("roles", "exhibits", "statuses"):
            setattr(self, name, MappingProxyType(getattr(self, name)))

    def __len__(self) -> int:
        return len(self._entries)

    def entries(self, start: int = 0, end: int | None = None) -> list[Entry]:
        """Entries numbered start + 1 to `end`, all when left out; a new list."""
        return self._entries[start:end]

    @property
    def is_invalid(self) -> bool:
        """Whether a breach cut it short: it says nothing of the seats that kept order."""
        return self.ending is not None and self.ending.reason == "disqualified"

    def observe(self, seat: str | None = None) -> Observation:
        """What a seat sees now; the seat on turn when left out."""
        return Observation(self, self._seat(seat or self.seat))

    def apply(self, action: Action) -> Entry:
        """Take one action; the entry that records it, whether it took effect or not.

        It is well-formed, as `actions.parse_action` gives it.
        """
        if self.ending:
            raise EpisodeOverError(self.case.id)
        if not isinstance(action, Action) or action.kind not in KINDS:
            raise MalformedActionError(f"no action: {action!r:.80}; parse_action reads one")
        seat = self._seat(action.seat or self.seat)
        role = self.roles[seat]
        if action.seat not in (None, seat):
            action = replace(action, seat=seat)
        action = self.in_words_of_case(action)
        key = self.phase, self.pending, role, seat == self.seat, action.kind
        code = RESULT_OF[key]
        if code == "accepted":
            code = self._judge_particulars(seat, action)
        entry = Entry(len(self._entries) + 1, self.phase, seat, action, code)
        self._entries.append(entry)
        if code == "accepted":
            self._take_effect(entry)
        else:
            self._count_violation(entry)
        if self.ending is None and len(self._entries) >= self.options.max_steps:
            self.ending = Ending(False, True, reason="step_limit")
        return entry

    def _seat(self, name: str) -> str:
        """The seat of that name, in any of its spellings."""
        seat = name if name in self.roles else seat_named(name)
        if seat not in self.roles:
            raise MalformedActionError(
                f"no seat {name!r} in this trial; it has {', '.join(self.seats)}"
            )
        return seat

    def in_words_of_case(self, action: Action) -> Action:
        """The action with its decision as the case writes it: "Not guilty" is "not_guilty"."""
        if action.decision is None or action.decision in self.case.decisions.all:
            return action
        said = _fold_decision(action.decision)
        for decision in self.case.decisions.all:
            if _fold_decision(decision) == said:
                return replace(action, decision=decision)
        return action

    def _judge_particulars(self, seat: str, action: Action) -> str:
        kind = action.kind
        if kind == "submit_evidence":
            return self._judge_exhibit(seat, action.exhibit)
        if kind == "object":
            return self._judge_objection(seat, action)
        if kind == "rule_on_objection":
            return "accepted" if action.ruling else "incomplete"
        if kind in ("ballot", "deliver_verdict"):
            return self._judge_decision(kind, action.decision)
        # Of what is left, all use up the turn of a side.
        return "over_budget" if len(action.claims) > CLAIMS_A_TURN else "accepted"

    def _judge_exhibit(self, seat: str, exhibit_id: str | None) -> str:
        if exhibit_id is None:
            return "incomplete"
        exhibit = self.exhibits.get(exhibit_id)
        if exhibit is None or not self.is_visible(exhibit, seat):
            return "unknown_exhibit"
        if exhibit.holder == OTHER[seat]:
            return "not_yours"
        return "accepted" if self.statuses[exhibit_id] == "unsubmitted" else "already_submitted"

    def _judge_objection(self, seat: str, action: Action) -> str:
        if action.ground is None:
            return "incomplete"
        number = action.target
        if number is None:
            return "accepted" if self.open_targets[seat] else "nothing_to_object_to"
        if number in self.open_targets[seat]:
            return "accepted"
        if any(each.target == number for each in self.objections):
            return "objection_repeated"
        target = self._entries[number - 1] if 0 < number <= len(self._entries) else None
        late = target and target.seat == OTHER[seat] and _is_objectionable(target)
        return "objection_late" if late else "nothing_to_object_to"

    def _judge_decision(self, kind: str, decision: str | None) -> str:
        words = self.case.decisions
        if decision is None:
            return "incomplete"
        if decision not in words.all or (kind == "ballot" and decision == words.undecided):
            return "unknown_decision"
        if kind == "deliver_verdict" and self.jury_decision not in (None, decision):
            return "not_the_jurys"
        return "accepted"

    def _count_violation(self, entry: Entry) -> None:
        seat = entry.seat
        self._violations[seat] += RESULTS[entry.code].weight > 0
        if self._violations[seat] >= self.options.max_violations:
            self.ending = Ending(False, True, reason="disqualified", seat=seat)
        elif entry.code == "over_budget":
            self._end_action(entry, declined=True)

    def _take_effect(self, entry: Entry) -> None:
        kind, action = entry.action.kind, entry.action
        if kind == "object":
            side = cast("Side", entry.seat)
            target = action.target or self.open_targets[side][-1]
            assert action.ground
            raised = Objection(entry.number, target, side, action.ground, "pending")
            self.objections = (*self.objections, raised)
            self.open_targets[side] = tuple(n for n in self.open_targets[side] if n != target)
            self.pending, self.seat = "raised", OTHER[side]
            return
        if kind == "rule_on_objection":
            self._rule(entry)
            return
        if kind == "submit_evidence":
            assert action.exhibit
            self._set_status(action.exhibit, "admitted")
        self._end_action(entry, declined=kind == "decline")

    def _rule(self, entry: Entry) -> None:
        ruling = entry.action.ruling
        assert ruling
        raised = self.objections[-1]
        ruled = Objection(raised.entry, raised.target, raised.raised_by, raised.ground, ruling)
        self.objections = (*self.objections[:-1], ruled)
        target = self._entries[raised.target - 1].action
        # Another action may name an exhibit too; only a submission stands and falls with it.
        if ruling == "sustained" and target.kind == "submit_evidence":
            assert target.exhibit
            self._set_status(target.exhibit, "excluded")
        self.pending, self.seat = "none", raised.raised_by

    def _set_status(self, exhibit: str, status: Status) -> None:
        self.statuses = MappingProxyType({**self.statuses, exhibit: status})

    def _end_action(self, entry: Entry, *, declined: bool) -> None:
        """Hand the turn on after an action that uses it up."""
        if self.pending == "raised":
            self.pending, self.seat = "answered", "judge"
        elif self.phase == "verdict":
            self._end_with_verdict(entry)
        elif self.phase == "deliberation":
            self._count_ballot(entry)
        else:
            self.open_targets[entry.seat] = ()
            if _is_objectionable(entry):
                self.open_targets[OTHER[entry.seat]] += (entry.number,)
            self._pass_turn(entry.seat, declined=declined)

    def _pass_turn(self, seat: str, *, declined: bool) -> None:
        other = OTHER[seat]
        if self.phase == "opening":
            self.seat = other
            if seat == "defence":
                self._enter("evidence", "prosecution", self._evidence_turns())
            return
        if self.phase == "closing":
            self.seat = other
            if seat == "defence" and self.options.jurors:
                self.phase, self.seat = "deliberation", "juror_1"
            elif seat == "defence":
                self.phase, self.seat = "verdict", "judge"
            return
        self._left[seat] -= 1
        self._passed = self._passed + 1 if declined else 0
        if self._left[other] > 0:
            self.seat = other
            over = self._passed >= 2
        else:
            over = declined or self._left[seat] <= 0
        if over:
            self._end_exchange()

    def _enter(self, phase: Phase, first: Side, turns: dict[str, int]) -> None:
        self.phase, self.seat, self._left, self._passed = phase, first, turns, 0
        if not any(turns.values()):
            self._end_exchange()

    def _end_exchange(self) -> None:
        """From the evidence to the rebuttal, and from the rebuttal to the closing."""
        if self.phase == "evidence":
            turns = self.options.rebuttal_turns
            self._enter("rebuttal", "defence", {"prosecution": turns, "defence": turns})
        else:
            self.phase, self.seat = "closing", "prosecution"

    def _evidence_turns(self) -> dict[str, int]:
        turns = self.options.evidence_turns
        if turns is not None:
            return {"prosecution": turns, "defence": turns}
        return {
            side: 2
            + sum(each.holder != OTHER[side] and not each.admitted for each in self.case.exhibits)
            for side in OTHER
        }

    def _count_ballot(self, entry: Entry) -> None:
        self._round.append(entry)
        if len(self._round) < self.options.jurors:
            self.seat = f"juror_{len(self._round) + 1}"
            return
        self.revealed.update((each.number, entry.number) for each in self._round)
        votes = [each.action.decision for each in self._round if each.action.decision]
        self._rounds += 1
        words = self.case.decisions
        needed = (
            self.options.jurors
            if self.options.jury_rule == "unanimity"
            else self.options.jurors // 2 + 1
        )
        for decision in (words.for_prosecution, words.for_defence):
            if votes.count(decision) >= needed:
                self.jury_decision = decision
        if self.jury_decision is None and self._rounds >= self.options.deliberation_rounds:
            self.jury_decision = words.undecided
        if self.jury_decision is None:
            self._round, self.seat = [], "juror_1"
        else:
            self.phase, self.seat = "verdict", "judge"

    def _end_with_verdict(self, entry: Entry) -> None:
        stated = [each.action.probability for each in self._round]
        given = [each for each in stated if each is not None]
        probability = sum(given) / len(given) if given else entry.action.probability
        self.ending = Ending(
            True, False, decision=entry.action.decision, probability=probability, seat=entry.seat
        )

    def is_visible(self, exhibit: Exhibit, seat: str) -> bool:
        """Whether a seat may read an exhibit now."""
        if self.options.mode == "shared":
            return True
        status = self.statuses[exhibit.id]
        if status == "admitted" or (status == "excluded" and not seat.startswith("juror")):
            return True
        if seat not in OTHER:
            return False
        return exhibit.holder != OTHER[seat] or (exhibit.disclosed and self.phase != "opening")


def _fold_decision(words: str) -> str:
    return " ".join(words.replace("_", " ").replace("-", " ").casefold().split())


def _is_objectionable(entry: Entry) -> bool:
    return entry.code == "accepted" and entry.action.kind in OBJECTIONABLE
