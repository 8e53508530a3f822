"""A client in its seat: joins a trial or comes back to it, acts, and is told what is new.

Each seat of a session remembers what it was told last; an observation then carries the entries,
exhibits, statuses and objections that came since.
"""

import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from pydantic import ValidationError

from voirdire.courtroom.ledger import Committed, TrialLedger
from voirdire.courtroom.observation import Observation
from voirdire.courtroom.record import scores_record
from voirdire.courtroom.serving.docket import Docket
from voirdire.courtroom.serving.wire import (
    CourtroomAction,
    CourtroomObservation,
    CourtroomState,
    JoinRequest,
)
from voirdire.courtroom.types import Objection, Status, seat_named
from voirdire.errors import MalformedActionError, TrialExistsError, VoirdireError

_CASE = (
    "case_id", "title", "background", "charge", "sides", "issues", "decisions", "standard",
    "language", "jurors", "claims_a_turn",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Told:
    """What a seat was told last."""

    turn: int
    statuses: Mapping[str, Status]
    objections: tuple[Objection, ...]


class Session:
    """One client in one trial, in one seat or in all of them.

    Raises (`join`, `act`, `look`):
        VoirdireError: as `TrialLedger` and `Docket` do; nothing was done.
    """

    def __init__(self, docket: Docket, trial: str, seat: str | None, token: str | None) -> None:
        self._docket = docket
        self.trial = trial
        self.seat = seat
        self._ledger = docket.attach(trial)
        try:
            seats = (seat,) if seat else self._ledger.trial.seats
            self._token = self._ledger.join(seats, token)
        except VoirdireError:
            docket.detach(trial)
            raise
        self._told: dict[str, _Told] = {}

    @classmethod
    def join(cls, docket: Docket, given: Mapping[str, Any]) -> "Session":
        """The session that a `JoinRequest` asks for."""
        try:
            request = JoinRequest.model_validate(given)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"]))
            raise MalformedActionError(f"{place}: {first['msg']}") from error
        seat = seat_named(request.seat) if request.seat else None
        trial = request.trial_id
        if trial is None:
            trial = _begin(docket, request, seat)
        elif request.of_new_trial:
            names = ", ".join(request.of_new_trial)
            raise MalformedActionError(f"{names}: of a new trial only, and trial_id names one")
        return cls(docket, trial, seat, request.token)

    def close(self) -> None:
        """Leave; the trial and the seat stay."""
        self._docket.detach(self.trial)

    def act(self, action: CourtroomAction) -> CourtroomObservation:
        """Act in the seat, or in any seat when the session plays all of them."""
        committed = self._ledger.apply(self.seat, self._token, action.key, action.to_action())
        return self.look(committed=committed)

    def look(
        self, *, full: bool = False, committed: Committed | None = None, joined: bool = False
    ) -> CourtroomObservation:
        """What is new to the seat, or everything."""
        ledger = self._ledger
        if committed is None:
            self._catch_up()
        seen = ledger.observe(self.seat or ledger.trial.seat, self._token, caught_up=True)
        told = None if full or joined else self._told.get(seen.seat)
        self._told[seen.seat] = _Told(
            seen.turn, {each.id: status for each, status in seen.exhibits}, seen.objections
        )
        fields = {"trial_id": self.trial, **_moment(seen), **_news(seen, told)}
        if joined:
            fields["token"] = self._token
        if committed:
            entry = committed.entry
            fields |= {
                "result": entry.code,
                "entry": entry.number,
                "repeated": committed.repeated,
                "reward": 0.0,
            }
        if seen.ending:
            paid = committed.entry.seat if committed and not self.seat else seen.seat
            fields |= _end(self._docket, ledger, paid)
        return CourtroomObservation(**fields)

    def _catch_up(self) -> None:
        """Play what other processes committed, and end the trial if its seat has been silent."""
        if self._docket.turn_timeout_s is None:
            self._ledger.catch_up()
        else:
            self._ledger.forfeit_silent(
                self._docket.turn_timeout_s, self._token, self._docket.began
            )

    def refusal(self) -> dict[str, Any]:
        """The fields of an observation that an error goes with."""
        fields: dict[str, Any] = {"trial_id": self.trial, "seat": self.seat or ""}
        ending = self._ledger.trial.ending
        if ending:
            fields |= _flags(self._ledger)
        return fields

    def state(self) -> CourtroomState:
        """What anybody may know of the trial."""
        return public_state(self._ledger)


def public_state(ledger: TrialLedger) -> CourtroomState:
    """What anybody may know of a trial."""
    ledger.catch_up()
    trial, held = ledger.trial, ledger.held_seats
    ending = trial.ending
    return CourtroomState(
        episode_id=ledger.header.trial,
        step_count=len(trial),
        case_id=trial.case.id,
        title=trial.case.title,
        seed=trial.seed,
        phase=trial.phase,
        on_turn=None if ending else trial.seat,
        pending_objection=trial.pending,
        seats={seat: seat in held for seat in trial.seats},
        terminated=ending is not None and ending.terminated,
        truncated=ending is not None and ending.truncated,
        reason=ending.reason if ending else None,
        invalid=trial.is_invalid,
        verdict=ending.decision if ending else None,
    )


def _begin(docket: Docket, request: JoinRequest, seat: str | None) -> str:
    if request.token is not None:
        raise MalformedActionError("token: is of a trial; give its trial_id too")
    options = request.options
    if seat not in (None, *options.seats):
        raise MalformedActionError(f"seat: such a trial has no {seat!r}")
    if request.case_id is not None and (request.split, request.index) != (None, None):
        raise MalformedActionError("case_id: already says what split and index would")
    seed = request.seed if request.seed is not None else secrets.randbelow(2**31)
    file = (
        docket.cases.find(request.case_id)
        if request.case_id is not None
        else docket.cases.choose(request.split, request.index, seed)
    )
    try:
        return docket.create(file, seed=seed, options=options, trial=request.episode_id)
    except TrialExistsError:
        # Whoever names an episode comes to it, and finds it as it is.
        if request.of_new_trial or request.episode_id is None:
            raise
        return request.episode_id


def _moment(seen: Observation) -> dict[str, Any]:
    return {
        "done": seen.ending is not None,
        "seat": seen.seat,
        "role": seen.role,
        "turn": seen.turn,
        "phase": seen.phase,
        "on_turn": seen.on_turn,
        "pending_objection": seen.pending_objection,
        "legal_actions": list(seen.legal_actions),
        "objectionable": list(seen.objectionable),
        "jury_decision": seen.jury_decision,
    }


def _news(seen: Observation, told: _Told | None) -> dict[str, Any]:
    if told is None:
        return {
            "full": True,
            "case": {name: seen[name] for name in _CASE},
            "evidence": seen["evidence"],
            "argument_history": seen["argument_history"],
            "objections": seen["objections"],
        }
    fields: dict[str, Any] = {"argument_history": seen.history(told.turn - 1)}
    new, changed = [], []
    for exhibit, status in seen.exhibits:
        if exhibit.id not in told.statuses:
            new.append({**asdict(exhibit), "status": status})
        elif told.statuses[exhibit.id] != status:
            changed.append({"id": exhibit.id, "status": status})
    for each in new:
        del each["disclosed"], each["admitted"]
    if new:
        fields["evidence"] = new
    if changed:
        fields["status_changes"] = changed
    if seen.objections != told.objections:
        before = dict(enumerate(told.objections))
        objections = enumerate(zip(seen.objections, seen["objections"], strict=True))
        fields["objections"] = [row for n, (each, row) in objections if before.get(n) != each]
    return fields


def _flags(ledger: TrialLedger) -> dict[str, Any]:
    ending = ledger.trial.ending
    assert ending
    return {
        "done": True,
        "terminated": ending.terminated,
        "truncated": ending.truncated,
        "reason": ending.reason,
        "ended_by": ending.seat,
        "invalid": ledger.trial.is_invalid,
        "verdict": ending.decision,
        "probability": ending.probability,
    }


def _end(docket: Docket, ledger: TrialLedger, paid: str) -> dict[str, Any]:
    outcome = docket.outcome(ledger)
    fields = _flags(ledger)
    if outcome.scores is not None:
        fields["scores"] = scores_record(outcome.scores)
    if outcome.rewards is not None:
        fields |= {"rewards": dict(outcome.rewards), "reward": outcome.rewards[paid]}
    return fields
