"""What scoring needs to know of a trial: when an exhibit could be cited, what was struck.

Input: a case file and a trial of it, at any moment. Output: a `Record`, which no longer
changes when the trial goes on.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from voirdire.courtroom.engine import OTHER, Trial
from voirdire.courtroom.types import Case, CaseFile, Ending, Entry, Exhibit, Key, Objection, Role
from voirdire.errors import CaseError

Standing = Literal["citable", "unknown_exhibit", "not_admitted", "excluded", "excluded_later"]


@dataclass(frozen=True, slots=True)
class Ruled:
    """An objection, the entry of the ruling on it, and whether the other side answered it.

    `ruling` None: the trial ended before one.
    """

    objection: Objection
    ruling: int | None
    answered: bool


@dataclass(frozen=True, slots=True)
class Record:
    """A trial as it stands. `own_turns`: by side, the entries of its turns, objections apart.

    `admitted` and `excluded`: the entry since which an exhibit is so, 0 from the start.
    """

    case: Case
    key: Key
    exhibits: Mapping[str, Exhibit]
    roles: Mapping[str, Role]
    entries: tuple[Entry, ...]
    ending: Ending | None
    jury_decision: str | None
    objections: tuple[Ruled, ...]
    admitted: Mapping[str, int]
    excluded: Mapping[str, int]
    struck: frozenset[int]
    own_turns: Mapping[str, tuple[int, ...]]

    def standing(self, exhibit: str, entry: int) -> Standing:
        """Whether an entry could cite an exhibit, and still can stand on it."""
        if exhibit not in self.exhibits:
            return "unknown_exhibit"
        since = self.admitted.get(exhibit)
        if since is None or since > entry:
            return "not_admitted"
        until = self.excluded.get(exhibit)
        if until is None:
            return "citable"
        return "excluded" if until < entry else "excluded_later"

    def is_live(self, entry: int) -> bool:
        """Whether an entry took effect and was not struck."""
        return self.entries[entry - 1].code == "accepted" and entry not in self.struck

    @property
    def disqualified(self) -> str | None:
        """The seat whose breaches of the rules ended the trial."""
        ending = self.ending
        return ending.seat if ending and ending.reason == "disqualified" else None


def read_record(file: CaseFile, trial: Trial) -> Record:
    """The record of a trial.

    Raises:
        CaseError: the trial is of another case.
    """
    if trial.case.id != file.case.id:
        raise CaseError(file.case.id, f"the trial is of another case, {trial.case.id}")
    entries = tuple(trial.entries())
    rulings = [e.number for e in entries if _took(e, "rule_on_objection")]
    answers = [e for e in entries if _took(e, "respond_to_objection") and says_something(e)]
    ruled = []
    for place, objection in enumerate(trial.objections):
        ruling = rulings[place] if place < len(rulings) else None
        until = ruling or len(entries) + 1
        answered = any(objection.entry < each.number < until for each in answers)
        ruled.append(Ruled(objection, ruling, answered))
    sustained = [each for each in ruled if each.objection.status == "sustained"]
    excluded: dict[str, int] = {}
    for each in sustained:
        target = entries[each.objection.target - 1].action
        if target.kind == "submit_evidence" and target.exhibit and each.ruling:
            excluded[target.exhibit] = each.ruling
    admitted = {each.id: 0 for each in trial.case.exhibits if each.admitted}
    for entry in entries:
        if _took(entry, "submit_evidence") and entry.action.exhibit:
            admitted.setdefault(entry.action.exhibit, entry.number)
    return Record(
        case=trial.case,
        key=file.key,
        exhibits={each.id: each for each in trial.case.exhibits},
        roles=trial.roles,
        entries=entries,
        ending=trial.ending,
        jury_decision=trial.jury_decision,
        objections=tuple(ruled),
        admitted=admitted,
        excluded=excluded,
        struck=frozenset(each.objection.target for each in sustained),
        own_turns=_own_turns(entries),
    )


def _took(entry: Entry, kind: str) -> bool:
    return entry.code == "accepted" and entry.action.kind == kind


def says_something(entry: Entry) -> bool:
    """Whether an entry has words or claims."""
    return bool(entry.action.text.strip() or entry.action.claims)


def _own_turns(entries: tuple[Entry, ...]) -> dict[str, tuple[int, ...]]:
    """By side, the entries that used up a turn of its own, or raised an objection in one."""
    turns: dict[str, list[int]] = {side: [] for side in OTHER}
    pending = False
    for entry in entries:
        kind = entry.action.kind
        if entry.code not in ("accepted", "over_budget"):
            continue
        if kind == "rule_on_objection":
            pending = False
        elif entry.seat in turns and not pending:
            turns[entry.seat].append(entry.number)
            pending = kind == "object" and entry.code == "accepted"
    return {side: tuple(numbers) for side, numbers in turns.items()}
