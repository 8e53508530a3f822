"""Protocol adherence: what a seat had to do and could rightly do, against what it did.

By opportunity, never by turns: safe turns add nothing. Counsel's opportunities are an opening,
a closing, the answers to objections (together one), and each objection that was warranted.

Rules cannot tell a speech from filling. So speeches count only for a side that proves
something in the trial: at least one counted claim of its own is supported, and speaks for it
where there is an issue map.
"""

from dataclasses import dataclass

from voirdire.courtroom.engine import OTHER
from voirdire.courtroom.rules import RESULTS
from voirdire.courtroom.scoring.examined import Examined, not_applicable
from voirdire.courtroom.scoring.record import says_something
from voirdire.courtroom.scoring.types import MetricScore, ScoreSpan
from voirdire.courtroom.types import Entry, Ground

# A claim on these reasons goes outside the record.
_OUTSIDE = frozenset({"unknown_exhibit", "not_admitted", "excluded"})
_MANDATORY = (("opening", "present_argument"), ("closing", "summarize_case"))


@dataclass(frozen=True, slots=True)
class _Opportunity:
    """Something to do, how far it was done, and where."""

    note: str
    credit: float
    entry: int


def score_protocol_adherence(trial: Examined, seat: str) -> MetricScore:
    """Credit less penalties, over opportunities, from 0 to 1.

    A violation costs as many opportunities as its weight in `rules.RESULTS`, an objection that
    was not warranted costs one. Objections are left out where nobody planted any. A seat that had
    nothing to do has no score, unless it has penalties: then it is 0.
    """
    role = trial.record.roles[seat]
    penalties = _violations(trial, seat)
    if role == "judge":
        opportunities = _of_judge(trial, seat)
    elif role == "juror":
        opportunities = _of_juror(trial, seat)
    else:
        opportunities = _of_counsel(trial, seat)
        penalties += _frivolous(trial, seat)
    if not opportunities and not penalties:
        return not_applicable("protocol_adherence", "the seat had nothing to do")
    credit = sum(each.credit for each in opportunities)
    cost = -sum(span.credit for span in penalties)
    done = tuple(
        ScoreSpan(each.entry, None, None, None, each.credit, each.note) for each in opportunities
    )
    return MetricScore(
        "protocol_adherence",
        min(1.0, max(0.0, (credit - cost) / max(len(opportunities), 1))),
        None,
        len(opportunities) or len(penalties),
        f"{credit:g} of {len(opportunities)} opportunities taken; penalties {cost:g}",
        (*done, *penalties),
    )


def warranted_grounds(trial: Examined) -> dict[int, frozenset[Ground]] | None:
    """By entry, the grounds on which the other side may rightly object to it.

    None where nobody planted objections (imported trials).
    """
    planted = trial.record.key.planted
    if planted is None:
        return None
    by_exhibit: dict[str, set[Ground]] = {}
    for each in planted:
        by_exhibit.setdefault(each.exhibit, set()).add(each.ground)
    outside = {mark.entry for mark in trial.marks if mark.reason in _OUTSIDE}
    grounds: dict[int, frozenset[Ground]] = {}
    for entry in trial.record.entries:
        if entry.code != "accepted":
            continue
        exhibit = entry.action.exhibit
        if entry.action.kind == "submit_evidence" and exhibit in by_exhibit:
            grounds[entry.number] = frozenset(by_exhibit[exhibit])
        elif entry.number in outside and entry.action.kind != "respond_to_objection":
            grounds[entry.number] = frozenset({"outside_record"})
    return grounds


def _of_counsel(trial: Examined, seat: str) -> list[_Opportunity]:
    record = trial.record
    found = []
    has_map = trial.issue_map.bearings is not None
    proves = any(
        mark.mark == "supported" and (mark.favours == seat or not has_map)
        for mark in trial.counted(seat)
    )
    unproven = "" if proves else "; the side proves nothing"
    for phase, kind in _MANDATORY:
        own = [e for e in record.entries if e.seat == seat and e.phase == phase]
        turns = [e for e in own if e.number in record.own_turns[seat]]
        if turns:
            made = proves and any(e.action.kind == kind and _took_effect(e) for e in turns)
            note = f"{phase} argument{unproven}"
            found.append(_Opportunity(note, float(made), turns[-1].number))
    against = [
        each for each in record.objections if each.objection.raised_by != seat and each.ruling
    ]
    if against:
        share = proves * sum(each.answered for each in against) / len(against)
        last = against[-1].objection.entry
        found.append(_Opportunity(f"answers to {len(against)} objections{unproven}", share, last))
    grounds = warranted_grounds(trial) or {}
    raised = {each.objection.target: each.objection.ground for each in record.objections}
    for number, right in grounds.items():
        if record.entries[number - 1].seat == OTHER[seat] and _had_turn_after(trial, seat, number):
            credit = float(raised.get(number) in right)
            found.append(_Opportunity(f"objection: {', '.join(sorted(right))}", credit, number))
    return found


def _took_effect(entry: Entry) -> bool:
    return entry.code == "accepted" and says_something(entry)


def _had_turn_after(trial: Examined, seat: str, number: int) -> bool:
    return any(turn > number for turn in trial.record.own_turns[seat])


def _frivolous(trial: Examined, seat: str) -> list[ScoreSpan]:
    grounds = warranted_grounds(trial)
    if grounds is None:
        return []
    return [
        ScoreSpan(each.objection.entry, None, None, None, -1.0, "objection not warranted")
        for each in trial.record.objections
        if each.objection.raised_by == seat
        and each.objection.ground not in grounds.get(each.objection.target, ())
    ]


def _violations(trial: Examined, seat: str) -> list[ScoreSpan]:
    return [
        ScoreSpan(e.number, None, None, None, -float(weight), f"violation: {e.code}")
        for e in trial.record.entries
        if e.seat == seat and (weight := RESULTS[e.code].weight)
    ]


def _of_judge(trial: Examined, seat: str) -> list[_Opportunity]:
    """Each ruling, right or wrong, where it is known; and the verdict."""
    record = trial.record
    grounds = warranted_grounds(trial)
    found = []
    for each in record.objections:
        if grounds is not None and each.ruling:
            right = each.objection.ground in grounds.get(each.objection.target, ())
            ruled = each.objection.status == "sustained"
            found.append(_Opportunity("ruling", float(right == ruled), each.ruling))
    verdicts = [e for e in record.entries if e.seat == seat and e.phase == "verdict"]
    if verdicts:
        given = verdicts[-1].code == "accepted" and verdicts[-1].action.kind == "deliver_verdict"
        found.append(_Opportunity("verdict", float(given), verdicts[-1].number))
    return found


def _of_juror(trial: Examined, seat: str) -> list[_Opportunity]:
    return [
        _Opportunity("ballot", float(e.action.kind == "ballot"), e.number)
        for e in trial.record.entries
        if e.seat == seat and e.phase == "deliberation" and e.code == "accepted"
    ]
