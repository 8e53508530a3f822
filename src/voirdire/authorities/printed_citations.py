"""Turn a written citation ("370 F.3d 1223") into the place where a case is printed."""

from voirdire.authorities.library_rows import PrintedCitation
from voirdire.citations.reporters import fit_year, reporter_table, split_citation
from voirdire.citations.types import DeclaredReporter


def printed_citation(
    written: str, date: str | None, declared: tuple[DeclaredReporter, ...]
) -> PrintedCitation | None:
    """The place that a citation names; None when its reporter is not known.

    Of the editions that an abbreviation may mean, those of the decision's time come first.
    """
    parsed = split_citation(written, declared)
    if parsed is None:
        return None
    volume, editions, page = parsed
    editions = fit_year(editions, int(date[:4]) if date else None, reporter_table(declared))
    if f"{volume} {editions[0]} {page}" == written.strip():
        # "439 B.R. 561" to the letter is no variation of another reporter.
        editions = editions[:1]
    return PrintedCitation(volume, editions, page.replace(",", ""))
