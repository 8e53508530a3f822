"""Page labels as numbers, and which pages of a reporter an opinion has."""

from bisect import bisect_right

from voirdire.authorities.types import Case, CaseCitation, Opinion
from voirdire.citations.types import Citation


def page_number(label: int | str) -> int | None:
    """A page label as a number; None for "iv" or "12a", which do not order with numbers."""
    if isinstance(label, int):
        return label
    return int(label) if label.isascii() and label.isdigit() else None


def printed_in(case: Case, citation: Citation) -> CaseCitation | None:
    """Where a case is printed in the reporter that a citation names; None if not known."""
    for printed in case.citations:
        if printed.volume == citation.volume and printed.reporter in citation.reporters:
            return printed
    return None


def pages_held(opinion: Opinion, printed: CaseCitation) -> frozenset[int]:
    """Numbers of the pages whose words are held, in the series of one reporter."""
    for series in opinion.series:
        if (series.volume, series.reporter) == (printed.volume, printed.reporter):
            numbers = {page_number(mark.label) for mark in series.marks}
            numbers.add(page_number(printed.first_page))
            return frozenset(n for n in numbers if n is not None)
    return frozenset()


def page_at(opinion: Opinion, offset: int, citation: Citation) -> str | None:
    """The printed page that an offset of `Opinion.text` stands on.

    In the pages of the reporter that the citation names where the opinion marks them, else
    in those of its first series. Words before the first mark stand on the first page.
    """
    series = next(
        (
            series
            for series in opinion.series
            if series.volume == citation.volume and series.reporter in citation.reporters
        ),
        opinion.series[0] if opinion.series else None,
    )
    if series is None:
        return None
    index = bisect_right(series.marks, offset, key=lambda mark: mark.offset) - 1
    if index >= 0:
        return series.marks[index].label
    for printed in opinion.case.citations:
        if (printed.volume, printed.reporter) == (series.volume, series.reporter):
            return printed.first_page
    return None
