"""Counts to a share with its Wilson score interval."""

from math import sqrt

_Z = 1.959964
"""The normal quantile of a two-sided 95% interval."""


def wilson(hits: int, n: int) -> tuple[float, float]:
    """The 95% interval of a share of `hits` in `n`; (0, 1) when nothing was counted."""
    if n == 0:
        return 0.0, 1.0
    share = hits / n
    centre = (share + _Z * _Z / (2 * n)) / (1 + _Z * _Z / n)
    half = _Z * sqrt(share * (1 - share) / n + _Z * _Z / (4 * n * n)) / (1 + _Z * _Z / n)
    return max(0.0, centre - half), min(1.0, centre + half)


def show_share(hits: int, n: int) -> str:
    """A share and its interval as a table cell: "99.3% (97.6-99.8)"."""
    if n == 0:
        return "-"
    low, high = wilson(hits, n)
    return f"{100 * hits / n:.1f}% ({100 * low:.1f}-{100 * high:.1f})"
