"""Rebuttal: which of the other side's proven claims a side answers, on the same issue."""

from collections import Counter

from voirdire.courtroom.engine import OTHER
from voirdire.courtroom.scoring.examined import (
    NO_MAP,
    Examined,
    harmonic,
    not_applicable,
    span_of,
)
from voirdire.courtroom.scoring.types import MarkedClaim, MetricScore, ScoreSpan

FEWEST_ANSWERABLE = 2


def score_rebuttal(trial: Examined, seat: str) -> MetricScore:
    """F1 over answers: recall over the other side's material claims, precision over targets.

    A claim is answerable as far as the issue map has passages for this side on its issue: two
    claims and one passage make one. One passage answers one claim: what was cited before may
    be cited again as an answer, but once.
    """
    if trial.issue_map.bearings is None:
        return not_applicable("rebuttal", NO_MAP)
    side = OTHER[OTHER[seat]]
    material = [
        mark
        for mark in trial.counted(OTHER[seat])
        if mark.mark == "supported" and mark.bears and mark.favours == OTHER[seat]
    ]
    passages = Counter(
        bearing.issue
        for pair in trial.material(side)
        for bearing in trial.issue_map.bearings[pair]
        if bearing.favours == side
    )
    claims = Counter(mark.claim.issue for mark in material)
    answerable = {
        issue: min(number, passages[issue]) for issue, number in claims.items() if passages[issue]
    }
    total = sum(answerable.values())
    if total < FEWEST_ANSWERABLE:
        return not_applicable(
            "rebuttal", f"answerable claims: {total}; at least {FEWEST_ANSWERABLE} needed", total
        )
    spans, answered, proper = _weigh_answers(trial, seat, material)
    reached = Counter(issue for issue, _ in answered)
    recall = sum(min(reached[issue], most) for issue, most in answerable.items()) / total
    precision = proper / len(spans) if spans else 0.0
    return MetricScore(
        "rebuttal",
        harmonic(precision, recall),
        None,
        total,
        f"claims answered: {len(answered)}, answerable: {total}; {proper} of {len(spans)} targets "
        "proper",
        spans,
    )


def _weigh_answers(
    trial: Examined, seat: str, material: list[MarkedClaim]
) -> tuple[tuple[ScoreSpan, ...], set[tuple[str, str]], int]:
    """Each claim of a seat that has a target; (issue, claim) answered; how many are proper."""
    by_id = {mark.id: mark for mark in trial.marks}
    used = _Used()
    spans: list[ScoreSpan] = []
    answered: set[tuple[str, str]] = set()
    proper = 0
    for mark in trial.marks:
        if mark.seat != seat or mark.claim.target is None:
            continue
        if not trial.record.is_live(mark.entry) or mark.reason == "excluded_later":
            continue
        target = by_id.get(mark.claim.target)
        fault = _fault(mark, target, seat)
        if fault is None and target and not used.is_free(mark):
            if used.is_repeated(mark):
                continue
            fault = "this passage has answered another claim"
        if fault or target is None:
            spans.append(span_of(mark, 0.0, fault or "no such claim"))
            continue
        used.take(mark)
        proper += 1
        first = _first_of(target, material)
        if first is None or (first.claim.issue, first.id) in answered:
            spans.append(span_of(mark, 0.0, f"answers {target.id}, which asked for no answer"))
            continue
        answered.add((first.claim.issue, first.id))
        spans.append(span_of(mark, 1.0, f"answers {first.id}"))
    return tuple(spans), answered, proper


def _fault(mark: MarkedClaim, target: MarkedClaim | None, seat: str) -> str | None:
    if target is None or target.entry >= mark.entry or target.reason == "void":
        return "no such claim was made"
    if target.seat == seat:
        return "the side's own claim"
    if target.claim.issue != mark.claim.issue:
        return "another issue than the target's"
    if mark.mark != "supported" or not mark.bears:
        return f"not grounded: {mark.reason}"
    return None if mark.favours == seat else "favours the other side"


def _first_of(target: MarkedClaim, material: list[MarkedClaim]) -> MarkedClaim | None:
    """The material claim that the target is, or repeats."""
    for mark in material:
        if mark.id == target.id:
            return mark
        same = (mark.claim.exhibit, mark.claim.issue) == (target.claim.exhibit, target.claim.issue)
        if same and not target.counted and _overlap(mark, target):
            return mark
    return None


def _overlap(one: MarkedClaim, other: MarkedClaim) -> bool:
    """Whether two claims have words in common, or quote one sentence."""
    return any(
        a is not None and b is not None and a[0] < b[1] and b[0] < a[1]
        for a, b in ((one.span, other.span), (one.reach, other.reach))
    )


class _Used:
    """The passages that have answered a claim."""

    def __init__(self) -> None:
        self._by_pair: dict[tuple[str, str], list[MarkedClaim]] = {}

    def take(self, mark: MarkedClaim) -> None:
        self._by_pair.setdefault((mark.claim.exhibit, mark.claim.issue), []).append(mark)

    def is_free(self, mark: MarkedClaim) -> bool:
        return not self._before(mark)

    def is_repeated(self, mark: MarkedClaim) -> bool:
        """Whether the same passage answered the same claim before."""
        return any(each.claim.target == mark.claim.target for each in self._before(mark))

    def _before(self, mark: MarkedClaim) -> list[MarkedClaim]:
        taken = self._by_pair.get((mark.claim.exhibit, mark.claim.issue), [])
        return [each for each in taken if _overlap(each, mark)]
