"""Counts of independent items to a share with its interval, and to a paired exact test.

For items that come in clusters, such as the citations of one brief, see `bootstrap`.
"""

from math import comb, sqrt

_Z = 1.959964
"""The normal quantile of a two-sided 95% interval."""


def wilson(hits: float, n: float) -> tuple[float, float]:
    """The 95% interval of a share of `hits` in `n` (Wilson, 1927); (0, 1) when n is 0.

    `n` may be an effective number of items, and then be no whole number.
    """
    if n == 0:
        return 0.0, 1.0
    share = hits / n
    centre = (share + _Z * _Z / (2 * n)) / (1 + _Z * _Z / n)
    half = _Z * sqrt(share * (1 - share) / n + _Z * _Z / (4 * n * n)) / (1 + _Z * _Z / n)
    return max(0.0, centre - half), min(1.0, centre + half)


def mcnemar_p(only_a: int, only_b: int) -> float:
    """The exact two-sided p value of McNemar's test (1947).

    `only_a` and `only_b` count the items that one of two systems alone got right. The test
    takes items as independent; 1.0 when there is none.
    """
    n = only_a + only_b
    tail = sum(comb(n, k) for k in range(min(only_a, only_b) + 1))
    # Whole numbers to the end: 2**n overflows a float from n = 1024 on.
    share: float = 2 * tail / 2**n
    return min(1.0, share)
