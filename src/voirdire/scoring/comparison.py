"""Counts of two systems on the same clusters to the difference of a figure, and its p value.

Both come from the clusters: the interval by drawing them, the p value by exchanging the two
systems within whole clusters, which is right under the hypothesis that they are alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from voirdire.scoring.bootstrap import (
    Counts,
    Interval,
    Statistic,
    bca_interval,
    resample_clusters,
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A figure of two systems on the same clusters.

    `difference` is the first less the second. `p_value` is two-sided; None where the figure
    of either is not defined. `clusters` is how many both were measured on.
    """

    first: float | None
    second: float | None
    difference: Interval
    p_value: float | None
    clusters: int


def compare_paired(
    first: Sequence[Counts],
    second: Sequence[Counts],
    statistic: Statistic,
    *,
    resamples: int = 2000,
    seed: int = 0,
) -> Comparison:
    """Compare two systems on the same clusters, given in the same order.

    Args:
        first: What each cluster adds to the totals of the first system.
        second: The same of the second system.
        statistic: The figure, of the totals of one system.
        resamples: How often clusters are drawn, and how often they are exchanged.
        seed: Of both.

    Raises:
        ValueError: there is no cluster, or they differ in number or in what they count.
    """
    pairs = [(*a, *b) for a, b in zip(first, second, strict=True)]
    drawn = resample_clusters(pairs, resamples=resamples, seed=seed)
    width = len(drawn.observed) // 2

    def difference(counts: Counts) -> float | None:
        a, b = statistic(counts[:width]), statistic(counts[width:])
        return None if a is None or b is None else a - b

    return Comparison(
        statistic(drawn.observed[:width]),
        statistic(drawn.observed[width:]),
        bca_interval(drawn, difference),
        _exchange_p(first, second, difference, resamples, seed),
        len(pairs),
    )


def _exchange_p(
    first: Sequence[Counts],
    second: Sequence[Counts],
    difference: Statistic,
    resamples: int,
    seed: int,
) -> float | None:
    """How often a difference at least as large comes of exchanging systems at random."""
    totals = [sum(column) for column in zip(*first, strict=True)]
    others = [sum(column) for column in zip(*second, strict=True)]
    observed = difference((*totals, *others))
    if observed is None:
        return None
    # Where both counted the same an exchange changes nothing.
    changes = [
        [y - x for x, y in zip(a, b, strict=True)]
        for a, b in zip(first, second, strict=True)
        if tuple(a) != tuple(b)
    ]
    columns = list(zip(*changes, strict=True)) or [()] * len(totals)
    draw = Random(seed)
    as_large = defined = 0
    for _ in range(resamples):
        bits = draw.getrandbits(len(changes)) if changes else 0
        chosen = [i for i in range(len(changes)) if bits >> i & 1]
        moved = [sum(column[i] for i in chosen) for column in columns]
        figure = difference(
            (
                *(t + m for t, m in zip(totals, moved, strict=True)),
                *(o - m for o, m in zip(others, moved, strict=True)),
            )
        )
        if figure is not None:
            defined += 1
            as_large += abs(figure) >= abs(observed) - 1e-12
    # The observed assignment is one of those possible, so that p is never 0.
    return (as_large + 1) / (defined + 1)
