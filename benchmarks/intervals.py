"""Counts to a share as the tables of docs/results.md show it."""

from voirdire.scoring.proportions import wilson


def show_share(hits: int, n: int) -> str:
    """A share and its Wilson score interval as a table cell: "99.3% (97.6-99.8)"."""
    if n == 0:
        return "-"
    low, high = wilson(hits, n)
    return f"{100 * hits / n:.1f}% ({100 * low:.1f}-{100 * high:.1f})"
