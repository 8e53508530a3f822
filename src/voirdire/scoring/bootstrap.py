"""Counts per cluster to an interval of any statistic of their totals, by the bootstrap.

Items of one cluster, such as the citations of one brief, stand or fall together, so whole
clusters are drawn, with replacement. Seeded: the same counts give the same interval.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, sqrt
from random import Random
from statistics import NormalDist, stdev

Counts = Sequence[float]
"""What one cluster adds to each total, in an order that the statistic knows."""

Statistic = Callable[[Counts], float | None]
"""A figure of the totals; None where it is not defined, as a share of nothing."""

_DEFINED = 0.95
_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Resamples:
    """Totals over all clusters, over each draw of clusters, and over all clusters but one."""

    observed: Counts
    drawn: tuple[Counts, ...]
    left_out: tuple[Counts, ...]

    @property
    def clusters(self) -> int:
        """How many clusters there are."""
        return len(self.left_out)


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure with the bounds of its interval, all None where it is not defined.

    `is_degenerate`: every draw gave the same figure (all found, or none), so that the
    bootstrap says nothing about how sure it is, and there are no bounds.
    """

    value: float | None
    low: float | None
    high: float | None
    is_degenerate: bool = False


def resample_clusters(
    clusters: Sequence[Counts], *, resamples: int = 2000, seed: int = 0
) -> Resamples:
    """Draw as many clusters as there are, with replacement, `resamples` times.

    Raises:
        ValueError: there is no cluster, or they do not count the same things.
    """
    if len({len(counts) for counts in clusters}) != 1:
        raise ValueError("clusters must be one or more, and count the same things")
    n = len(clusters)
    columns = list(zip(*clusters, strict=True))
    observed = tuple(map(sum, columns))
    draw = Random(seed)
    indexes = range(n)
    drawn = []
    for _ in range(resamples):
        picks = draw.choices(indexes, k=n)
        drawn.append(tuple(sum(map(column.__getitem__, picks)) for column in columns))
    left_out = tuple(
        tuple(total - count for total, count in zip(observed, counts, strict=True))
        for counts in clusters
    )
    return Resamples(observed, tuple(drawn), left_out)


def percentile_interval(
    resamples: Resamples, statistic: Statistic, *, level: float = 0.95
) -> Interval:
    """The middle `level` of the figures of the draws (Efron, 1979).

    No bounds where more than one draw in twenty leaves the figure undefined.
    """
    tail = (1 - level) / 2
    return _interval(resamples, statistic, lambda _figures, _value: (tail, 1 - tail))


def bca_interval(resamples: Resamples, statistic: Statistic, *, level: float = 0.95) -> Interval:
    """The middle of the draws, moved for bias and skew (Efron, 1987: BCa).

    Shares near 1 are skewed, and the percentile interval then lies too high.
    """

    def quantiles(figures: Sequence[float], value: float) -> tuple[float, float]:
        # Ties, which counts make often, lie half below.
        below = sum((f < value) + 0.5 * (f == value) for f in figures) / len(figures)
        edge = 0.5 / len(figures)
        bias = _NORMAL.inv_cdf(min(max(below, edge), 1 - edge))
        skew = _acceleration(resamples, statistic)
        tail = (1 - level) / 2

        def moved(share: float) -> float:
            z = bias + _NORMAL.inv_cdf(share)
            return _NORMAL.cdf(bias + z / (1 - skew * z))

        return moved(tail), moved(1 - tail)

    return _interval(resamples, statistic, quantiles)


def standard_error(resamples: Resamples, statistic: Statistic) -> float | None:
    """How far the figures of the draws lie apart (their standard deviation).

    None where there are no bounds either: one draw in twenty undefined, or all alike.
    """
    figures = [f for f in map(statistic, resamples.drawn) if f is not None]
    if len(figures) < _DEFINED * len(resamples.drawn) or len(set(figures)) < 2:
        return None
    return stdev(figures)


def _interval(
    resamples: Resamples,
    statistic: Statistic,
    quantiles: Callable[[Sequence[float], float], tuple[float, float]],
) -> Interval:
    value = statistic(resamples.observed)
    figures = sorted(f for f in map(statistic, resamples.drawn) if f is not None)
    if value is None or len(figures) < _DEFINED * len(resamples.drawn):
        return Interval(value, None, None)
    if not figures or figures[0] == figures[-1]:
        return Interval(value, None, None, is_degenerate=True)
    low, high = quantiles(figures, value)
    return Interval(value, _quantile(figures, low), _quantile(figures, high))


def _quantile(ordered: Sequence[float], share: float) -> float:
    """The value at a share of the way through, between neighbours in proportion."""
    place = share * (len(ordered) - 1)
    low, high = ordered[floor(place)], ordered[ceil(place)]
    return low + (high - low) * (place - floor(place))


def _acceleration(resamples: Resamples, statistic: Statistic) -> float:
    """The skew of the figure over the clusters, from leaving out one at a time."""
    figures = [f for f in map(statistic, resamples.left_out) if f is not None]
    mean = sum(figures) / len(figures) if figures else 0.0
    squares = sum((mean - f) ** 2 for f in figures)
    if squares == 0:
        return 0.0
    return sum((mean - f) ** 3 for f in figures) / (6 * squares * sqrt(squares))
