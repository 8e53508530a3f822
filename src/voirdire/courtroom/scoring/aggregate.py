"""The metrics of a seat to one figure, which never goes without its parts."""

from collections.abc import Mapping
from dataclasses import dataclass

from voirdire.courtroom.scoring.trial import FLOORS
from voirdire.courtroom.scoring.types import METRICS, Metric, MetricScore, SeatScores

EQUAL_WEIGHTS: Mapping[Metric, float] = dict.fromkeys(METRICS, 1.0)


@dataclass(frozen=True, slots=True)
class Part:
    """One metric in the figure. `above_floor`: (value - floor) / (1 - floor), below 0 under it.

    None: not applicable, or its floor is not known; `weight` is then 0.
    """

    score: MetricScore
    above_floor: float | None
    weight: float


@dataclass(frozen=True, slots=True)
class Aggregate:
    """The weighted mean of the parts above their floors; None where no part applies.

    `str` gives the figure with all its parts.
    """

    value: float | None
    parts: tuple[Part, ...]

    def __str__(self) -> str:
        total = "not applicable" if self.value is None else f"{self.value:.2f}"
        parts = "; ".join(_say(part) for part in self.parts)
        return f"{total} above the floors ({parts})"


def aggregate(scores: SeatScores, weights: Mapping[Metric, float] = EQUAL_WEIGHTS) -> Aggregate:
    """Put the metrics of a seat together.

    Weights are of any size; a metric that is left out has weight 0, and those that do not
    apply are left out of the mean.

    Raises:
        ValueError: a weight is below 0.
    """
    if any(weight < 0 for weight in weights.values()):
        raise ValueError("a weight is 0 or more")
    parts = []
    for metric, score in scores.items():
        above = _above_floor(score)
        weight = weights.get(metric, 0.0) if above is not None else 0.0
        parts.append(Part(score, above, weight))
    total = sum(part.weight for part in parts)
    weighted = sum(part.weight * (part.above_floor or 0.0) for part in parts)
    return Aggregate(weighted / total if total else None, tuple(parts))


def _above_floor(score: MetricScore) -> float | None:
    if score.value is None:
        return None
    floor = score.floor
    if floor is None and FLOORS[score.metric].kind == "not_applicable":
        floor = 0.0
    if floor is None or floor >= 1:
        return None
    return (score.value - floor) / (1 - floor)


def _say(part: Part) -> str:
    score = part.score
    if score.value is None:
        return f"{score.metric} not applicable"
    floor = "no floor" if score.floor is None else f"floor {score.floor:.2f}"
    return f"{score.metric} {score.value:.2f}, {floor}, n {score.n}, weight {part.weight:g}"
