"""Published figures: Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapter 14."""

from collections import Counter
from random import Random

import pytest

from voirdire.scoring.bootstrap import (
    bca_interval,
    percentile_interval,
    resample_clusters,
    standard_error,
)

# Test A of 26 children (table 14.1).
SPATIAL = (
    48, 36, 20, 29, 42, 42, 20, 42, 22, 41, 45, 14, 6,
    0, 33, 28, 34, 4, 32, 24, 47, 41, 24, 26, 30, 41,
)  # fmt: skip


def share(counts):
    return counts[0] / counts[1] if counts[1] else None


def variance(counts):
    n, total, squares = counts
    return squares / n - (total / n) ** 2


def test_intervals_of_the_spatial_data():
    drawn = resample_clusters([(1, x, x * x) for x in SPATIAL], resamples=20000)
    percentile = percentile_interval(drawn, variance, level=0.9)
    bca = bca_interval(drawn, variance, level=0.9)
    assert percentile.value == pytest.approx(171.5, abs=0.05)
    # The book's own draws gave (100.8, 233.9) and (115.8, 259.6).
    assert (percentile.low, percentile.high) == pytest.approx((100.8, 233.9), abs=5)
    assert (bca.low, bca.high) == pytest.approx((115.8, 259.6), abs=5)


def test_clusters_are_drawn_whole():
    # A hundred items in two clusters, one all right and one all wrong: nothing is sure.
    drawn = resample_clusters([(50, 50), (0, 50)])
    assert {counts[0] for counts in drawn.drawn} == {0, 50, 100}
    interval = percentile_interval(drawn, share)
    assert (interval.value, interval.low, interval.high) == (0.5, 0.0, 1.0)


def test_the_same_seed_gives_the_same_interval():
    clusters = [(k % 3, 3) for k in range(30)]
    first, again, other = (resample_clusters(clusters, seed=seed) for seed in (7, 7, 8))
    assert first == again
    assert first != other
    assert bca_interval(first, share) == bca_interval(again, share)


@pytest.mark.parametrize(
    ("clusters", "value", "is_degenerate"),
    [
        ([(3, 3), (5, 5)], 1.0, True),  # all found: every draw says 1
        ([(0, 3), (0, 5)], 0.0, True),  # none found
        ([(0, 0), (0, 0)], None, False),  # a share of nothing
        ([(1, 2), (0, 0), (0, 0)], 0.5, False),  # most draws have nothing to share
    ],
)
def test_no_bounds(clusters, value, is_degenerate):
    drawn = resample_clusters(clusters)
    for interval in (percentile_interval(drawn, share), bca_interval(drawn, share)):
        assert (interval.value, interval.low, interval.high) == (value, None, None)
        assert interval.is_degenerate is is_degenerate


@pytest.mark.parametrize("clusters", [[], [(1, 2), (1, 2, 3)]])
def test_clusters_that_cannot_be_drawn(clusters):
    with pytest.raises(ValueError, match="clusters"):
        resample_clusters(clusters)


def test_bca_misses_a_share_near_one_less_often_from_above():
    """Why BCa: the lower bound of a percentile interval of a high share is too high."""
    truth, chance = 0.97, Random(1)
    above = {percentile_interval: 0, bca_interval: 0}
    for trial in range(150):
        clusters = []
        for _ in range(30):
            n = chance.randint(1, 12)
            of_cluster = chance.betavariate(truth * 5.67, (1 - truth) * 5.67)
            clusters.append((sum(chance.random() < of_cluster for _ in range(n)), n))
        drawn = resample_clusters(clusters, resamples=200, seed=trial)
        for method in above:
            interval = method(drawn, share)
            above[method] += interval.low is not None and interval.low > truth
    assert above[bca_interval] < above[percentile_interval]


def test_the_figure_is_computed_once_a_draw():
    """Not once a draw and cluster: of 300 clusters the figure is asked 2,000 + 300 + 1 times."""
    chance = Random(0)
    clusters = [tuple(chance.randint(0, 5) for _ in range(4)) for _ in range(300)]
    asked = Counter()

    def figure(counts):
        asked["times"] += 1
        return counts[0] / counts[1]

    bca_interval(resample_clusters(clusters, resamples=2_000), figure)
    assert asked["times"] <= 2_301


def test_the_standard_error_of_a_mean():
    # Of 26 children: the deviation from the mean, by n, over the root of n: 13.10 / 5.099.
    drawn = resample_clusters([(x, 1) for x in SPATIAL], resamples=20000)
    assert standard_error(drawn, share) == pytest.approx(2.57, abs=0.04)


@pytest.mark.parametrize("clusters", [[(3, 3), (5, 5)], [(1, 2)], [(1, 2), (0, 0), (0, 0)]])
def test_no_standard_error_where_the_draws_tell_nothing(clusters):
    assert standard_error(resample_clusters(clusters), share) is None
