"""A case to one numbered menu of actions, and a trial to what a seat sees of it in numbers.

Input: the public `Case`. Output: a `Menu`, in which a number means the same whatever the seed,
the seat and the moment; a `MenuView` follows a trial and gives each seat a vector, a mask of the
numbers that the engine would accept, and the `Action` of a number. The engine stays the judge:
what the mask leaves out may be chosen all the same, and is recorded and coded.

One menu serves all seats, so that one policy can play any of them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from voirdire.courtroom.actions import parse_action, with_seat
from voirdire.courtroom.agents.passages import split_passages
from voirdire.courtroom.engine import OBJECTIONABLE, OTHER, Trial
from voirdire.courtroom.rules import LEGAL
from voirdire.courtroom.types import (
    GROUNDS,
    PENDINGS,
    PHASES,
    ROLES,
    Action,
    Case,
    Claim,
    Entry,
    Exhibit,
    Kind,
    struck_entries,
)
from voirdire.errors import MalformedActionError

Numbers = NDArray[np.int8]
# A number of the menu, or what `parse_action` reads.
Given = int | np.integer[Any] | Action | Mapping[str, Any] | str

# Passages of an exhibit on the menu, spread evenly over a longer one.
PASSAGES = 12
# Probabilities on the menu: 0, 0.1 ... 1.
STEPS = 10
_TARGETS = sorted(OBJECTIONABLE)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where each feature begins in the vector; all are 0 or 1 but the two counts of ballots.

    `statuses`: three an exhibit in the case's order (unsubmitted, admitted, excluded), all 0
    for one that the seat may not read. `claims`: the claims of the menu that stand in the
    record, those of the prosecution and then those of the defence. `target`: kind, then
    exhibit, of the entry that `object` would be against.
    """

    role: int
    phase: int
    pending: int
    on_turn: int
    jury_decision: int
    ballots: int
    target: int
    statuses: int
    claims: int
    size: int


class Menu:
    """The menu of a case.

    `choices` are the actions as they stand on it; an argument is put as a summing up in
    closing, and in rebuttal it answers the oldest open claim of the other side on its issue.
    `ranges` say which numbers are of which kind, `quotations` which arguments quote an exhibit.
    """

    def __init__(self, case: Case) -> None:
        self.case = case
        self.ranges: dict[Kind, range] = {}
        choices: list[Action] = []
        for kind, actions in _choices(case):
            self.ranges[kind] = range(len(choices), len(choices) + len(actions))
            choices += actions
        self.choices: tuple[Action, ...] = tuple(choices)
        arguments = self.ranges["present_argument"]
        self.summings_up: tuple[Action, ...] = tuple(
            replace(choices[number], kind="summarize_case") for number in arguments
        )
        # Where a claim (exhibit, issue, quotation) stands among those of the menu.
        self.claims: dict[tuple[str, str, str | None], int] = {
            (claim.exhibit, claim.issue, claim.quotation): place
            for place, number in enumerate(arguments)
            for claim in choices[number].claims
        }
        self.quotations: dict[Exhibit, range] = {}
        for exhibit in case.exhibits:
            quoting = [n for n in arguments if choices[n].claims[0].exhibit == exhibit.id]
            if quoting:
                self.quotations[exhibit] = range(quoting[0], quoting[-1] + 1)
        self.exhibits: dict[str, int] = {each.id: n for n, each in enumerate(case.exhibits)}
        self.layout = _layout(len(case.exhibits), len(arguments))

    def __len__(self) -> int:
        return len(self.choices)


class MenuView:
    """What the menu and the numbers are at each moment of one trial; `follow` every entry."""

    def __init__(self, menu: Menu, trial: Trial) -> None:
        self.menu = menu
        self.trial = trial
        self._base: Numbers = np.zeros(menu.layout.size, np.int8)
        self._masks: dict[tuple[str, str, str, bool], Numbers] = {}
        self._nothing: Numbers = np.zeros(len(menu), np.int8)
        self._phase, self._pending = "", ""
        self._roles = {
            seat: menu.layout.role + ROLES.index(role) for seat, role in trial.roles.items()
        }
        self._statuses: object = None
        # How often each feature of `claims` stands in the record.
        self._standing = [0] * (2 * len(menu.claims))
        # Ids of the claims that stand, by seat and issue, and how often each was answered.
        self._said: dict[tuple[str, str], list[str]] = defaultdict(list)
        self._answers: Counter[str] = Counter()
        struck = struck_entries(trial.objections)
        for entry in trial.entries():
            if entry.code == "accepted" and entry.number not in struck:
                self._count_claims(entry, 1)
        self._count_ballots()
        self._note_state()

    def follow(self, entry: Entry) -> None:
        """Take note of an entry that the trial has just made."""
        if entry.code == "accepted":
            if entry.action.claims:
                self._count_claims(entry, 1)
            elif entry.action.ruling == "sustained":
                target = self.trial.objections[-1].target
                self._count_claims(self.trial.entries(target - 1, target)[0], -1)
            elif entry.phase == "deliberation":
                self._count_ballots()
        self._note_state()

    def vector(self, seat: str) -> Numbers:
        """What the seat sees, in numbers; a copy."""
        trial, menu, layout = self.trial, self.menu, self.menu.layout
        vector = self._base.copy()
        vector[self._roles[seat]] = 1
        if trial.seat == seat and trial.ending is None:
            vector[layout.on_turn] = 1
        targets = trial.open_targets.get(seat)
        if targets:
            target = trial.entries(targets[-1] - 1, targets[-1])[0].action
            vector[layout.target + _TARGETS.index(target.kind)] = 1
            if target.kind == "submit_evidence" and target.exhibit:
                vector[layout.target + len(_TARGETS) + menu.exhibits[target.exhibit]] = 1
        if trial.options.mode != "shared":
            for place, exhibit in enumerate(menu.case.exhibits):
                if not trial.is_visible(exhibit, seat):
                    start = layout.statuses + 3 * place
                    vector[start : start + 3] = 0
        return vector

    def mask(self, seat: str) -> Numbers:
        """1 for each number that the engine would accept from the seat now; a copy."""
        trial = self.trial
        if trial.seat != seat or trial.ending:
            return self._nothing.copy()
        key = trial.phase, trial.pending, seat, bool(trial.open_targets.get(seat))
        mask = self._masks.get(key)
        if mask is None:
            mask = self._masks[key] = self._accepted(seat)
        return mask.copy()

    def action(self, given: Given, seat: str) -> Action:
        """The action of a number, or of one who speaks in words, an action as it is.

        Raises:
            MalformedActionError: there is no such number, or it is no action.
        """
        if not isinstance(given, int | np.integer):
            return with_seat(parse_action(given), seat)
        menu, trial, number = self.menu, self.trial, int(given)
        if not 0 <= number < len(menu):
            raise MalformedActionError(f"{number} is not on the menu of {len(menu)} actions")
        action = menu.choices[number]
        arguments = menu.ranges["present_argument"]
        if number not in arguments:
            return action
        claim = action.claims[0]
        if not trial.is_visible(trial.exhibits[claim.exhibit], seat):
            # A number must not read out what the seat may not: the engine refuses the exhibit.
            return Action("submit_evidence", exhibit=claim.exhibit)
        if trial.phase == "closing":
            return menu.summings_up[number - arguments.start]
        if trial.phase == "rebuttal" and seat in OTHER:
            for said in self._said[OTHER[seat], claim.issue]:
                if not self._answers[said]:
                    claim = Claim(claim.issue, claim.exhibit, claim.quotation, target=said)
                    return Action(action.kind, action.text, claims=(claim,))
        return action

    def _accepted(self, seat: str) -> Numbers:
        trial, menu = self.trial, self.menu
        mask = self._nothing.copy()
        for kind in LEGAL[trial.phase, trial.pending, trial.roles[seat]]:
            numbers = menu.ranges["present_argument" if kind == "summarize_case" else kind]
            if kind == "submit_evidence" or kind == "deliver_verdict":
                for number in numbers:
                    mask[number] = self._is_open(seat, menu.choices[number])
            elif kind != "object" or trial.open_targets[seat]:
                mask[numbers.start : numbers.stop] = 1
        if trial.options.mode != "shared":
            for exhibit, quoting in menu.quotations.items():
                if not trial.is_visible(exhibit, seat):
                    mask[quoting.start : quoting.stop] = 0
        return mask

    def _is_open(self, seat: str, action: Action) -> bool:
        """Whether an exhibit may be submitted, a verdict given."""
        trial = self.trial
        if action.exhibit is None:
            return trial.jury_decision in (None, action.decision)
        exhibit = trial.exhibits[action.exhibit]
        return (
            trial.is_visible(exhibit, seat)
            and exhibit.holder != OTHER[seat]
            and trial.statuses[exhibit.id] == "unsubmitted"
        )

    def _note_state(self) -> None:
        """Phase, objection, statuses and the jury's decision, as far as they have changed."""
        trial, base, layout = self.trial, self._base, self.menu.layout
        if trial.phase != self._phase:
            self._phase = trial.phase
            base[layout.phase : layout.phase + len(PHASES)] = 0
            base[layout.phase + PHASES.index(trial.phase)] = 1
            if trial.jury_decision is not None:
                place = trial.case.decisions.all.index(trial.jury_decision)
                base[layout.jury_decision + place] = 1
        if trial.pending != self._pending:
            self._pending = trial.pending
            base[layout.pending : layout.pending + len(PENDINGS)] = 0
            base[layout.pending + PENDINGS.index(trial.pending)] = 1
        if trial.statuses is not self._statuses:
            self._statuses = trial.statuses
            self._masks.clear()
            base[layout.statuses : layout.claims] = 0
            for exhibit, place in self.menu.exhibits.items():
                status = ("unsubmitted", "admitted", "excluded").index(trial.statuses[exhibit])
                base[layout.statuses + 3 * place + status] = 1

    def _count_claims(self, entry: Entry, by: int) -> None:
        """Take note of the claims of an entry, or with -1 of their being struck."""
        menu, standing, seat = self.menu, self._standing, entry.seat
        first = 0 if seat == "prosecution" else len(menu.claims)
        for number, claim in enumerate(entry.action.claims, 1):
            said = self._said[seat, claim.issue]
            if by > 0:
                said.append(f"{entry.number}.{number}")
            else:
                said.remove(f"{entry.number}.{number}")
            if claim.target is not None:
                self._answers[claim.target] += by
            place = menu.claims.get((claim.exhibit, claim.issue, claim.quotation))
            if place is not None:
                standing[first + place] += by
                self._base[menu.layout.claims + first + place] = standing[first + place] > 0

    def _count_ballots(self) -> None:
        """The ballots of the last full round, as everybody may read them."""
        trial, start = self.trial, self.menu.layout.ballots
        last = sorted(trial.revealed)[-trial.options.jurors :]
        cast = [trial.entries(number - 1, number)[0].action.decision for number in last]
        words = trial.case.decisions
        for place, decision in enumerate((words.for_prosecution, words.for_defence)):
            self._base[start + place] = min(cast.count(decision), 127)


def observation_space(menu: Menu) -> spaces.Space[Any]:
    """A new space for what a seat sees of a trial of that menu."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 127, (menu.layout.size,), np.int8),
            "action_mask": spaces.Box(0, 1, (len(menu),), np.int8),
        }
    )


def _choices(case: Case) -> Iterator[tuple[Kind, list[Action]]]:
    words = case.decisions
    chances = [step / STEPS for step in range(STEPS + 1)]
    yield "decline", [Action("decline")]
    yield "submit_evidence", [Action("submit_evidence", exhibit=each.id) for each in case.exhibits]
    yield "present_argument", [each for exhibit in case.exhibits for each in _claims(case, exhibit)]
    yield "cross_examine", [Action("cross_examine", text=each.question) for each in case.issues]
    yield "object", [Action("object", ground=ground) for ground in GROUNDS]
    yield "respond_to_objection", [Action("respond_to_objection")]
    yield (
        "rule_on_objection",
        [
            Action("rule_on_objection", ruling="sustained"),
            Action("rule_on_objection", ruling="overruled"),
        ],
    )
    yield (
        "ballot",
        [
            Action("ballot", decision=decision, probability=chance)
            for decision in (words.for_prosecution, words.for_defence)
            for chance in chances
        ],
    )
    yield (
        "deliver_verdict",
        [
            Action("deliver_verdict", decision=decision, probability=chance)
            for decision in words.all
            for chance in chances
        ],
    )


def _claims(case: Case, exhibit: Exhibit) -> Iterator[Action]:
    passages = list(dict.fromkeys(each.text for each in split_passages(exhibit.content)))
    if len(passages) > PASSAGES:
        passages = [passages[n * len(passages) // PASSAGES] for n in range(PASSAGES)]
    for passage in passages:
        for issue in case.issues:
            claim = Claim(issue=issue.id, exhibit=exhibit.id, quotation=passage)
            yield Action("present_argument", text=f"{exhibit.title}: {passage}", claims=(claim,))


def _layout(exhibits: int, claims: int) -> Layout:
    widths = {
        "role": len(ROLES),
        "phase": len(PHASES),
        "pending": len(PENDINGS),
        "on_turn": 1,
        "jury_decision": 3,
        "ballots": 2,
        "target": len(_TARGETS) + exhibits,
        "statuses": 3 * exhibits,
        "claims": 2 * claims,
    }
    starts, at = {}, 0
    for name, width in widths.items():
        starts[name] = at
        at += width
    return Layout(**starts, size=at)
