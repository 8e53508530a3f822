"""Where a case is printed in the reporter cited, and which of its pages are held."""

from voirdire.authorities.page_labels import page_number
from voirdire.authorities.types import Case, CaseCitation, Opinion
from voirdire.citations.types import Citation


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
