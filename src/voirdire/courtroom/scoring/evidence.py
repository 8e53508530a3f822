"""Evidence use and hallucination resistance: what a side cites, and how much of it stands."""

from voirdire.courtroom.engine import OTHER
from voirdire.courtroom.scoring.examined import (
    NO_MAP,
    Examined,
    harmonic,
    not_applicable,
    span_of,
)
from voirdire.courtroom.scoring.types import MarkedClaim, Metric, MetricScore

# Below these a share of claims says nothing.
FEWEST_CLAIMS, FEWEST_EXHIBITS = 3, 2


def score_evidence_use(trial: Examined, seat: str) -> MetricScore:
    """F1 over distinct (exhibit, issue) pairs.

    Recall: material pairs with a counted, supported claim that favours the seat's side.
    Precision: over all pairs that it cites, the share of a pair's counted claims that are such.
    """
    if trial.issue_map.bearings is None:
        return not_applicable("evidence_use", NO_MAP)
    side = OTHER[OTHER[seat]]
    material = trial.material(side)
    if not material:
        return not_applicable("evidence_use", "no exhibit that the side could bring favours it")
    cited: dict[tuple[str, str], list[MarkedClaim]] = {}
    for mark in trial.counted(seat):
        cited.setdefault((mark.claim.exhibit, mark.claim.issue), []).append(mark)
    shares = {pair: sum(map(_is_good, marks)) / len(marks) for pair, marks in cited.items()}
    found = sum(shares.get(pair, 0) > 0 for pair in material)
    recall = found / len(material)
    precision = sum(shares.values()) / len(shares) if shares else 0.0
    spans = tuple(
        span_of(mark, float(_is_good(mark)), _note(mark))
        for marks in cited.values()
        for mark in marks
    )
    return MetricScore(
        "evidence_use",
        harmonic(precision, recall),
        None,
        len(material),
        f"recall {found} of {len(material)} material pairs; precision {precision:.2f} over "
        f"{len(shares)} cited pairs",
        spans,
    )


def _is_good(mark: MarkedClaim) -> bool:
    return mark.mark == "supported" and bool(mark.bears) and mark.favours == mark.seat


def _note(mark: MarkedClaim) -> str:
    if mark.mark == "supported" and mark.favours != mark.seat:
        return "favours the other side"
    return mark.reason


def score_hallucination_resistance(trial: Examined, seat: str) -> MetricScore:
    """Supported claims as a share of the counted, distinct claims that rules could decide."""
    metric: Metric = "hallucination_resistance"
    decided = [mark for mark in trial.counted(seat) if mark.mark != "unchecked"]
    exhibits = {mark.claim.exhibit for mark in decided}
    if len(decided) < FEWEST_CLAIMS or len(exhibits) < FEWEST_EXHIBITS:
        return not_applicable(
            metric,
            f"{len(decided)} checkable claims on {len(exhibits)} exhibits; at least "
            f"{FEWEST_CLAIMS} on {FEWEST_EXHIBITS} are needed",
            len(decided),
        )
    supported = sum(mark.mark == "supported" for mark in decided)
    unchecked = sum(mark.mark == "unchecked" for mark in trial.counted(seat))
    return MetricScore(
        metric,
        supported / len(decided),
        None,
        len(decided),
        f"{supported} supported, {len(decided) - supported} refuted; {unchecked} unchecked",
        tuple(span_of(mark, float(mark.mark == "supported"), mark.reason) for mark in decided),
    )
