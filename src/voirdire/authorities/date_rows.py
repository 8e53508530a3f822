"""Turn a list of decision dates (CSV with the header `citation,date`) into case rows.

Such a list verifies that a case exists and when it was decided; it names no parties, and
never makes a volume whole.
"""

import csv
import hashlib
from collections.abc import Iterator
from pathlib import Path

from voirdire.authorities.library_rows import CaseRow, Place, Progress, RowProblem
from voirdire.authorities.printed_citations import printed_citation
from voirdire.authorities.row_fields import decision_date
from voirdire.authorities.row_files import Line, lines_of
from voirdire.citations.closed import implied_court
from voirdire.citations.types import DeclaredReporter

_HEADER = ["citation", "date"]


def read_date_rows(
    path: Path,
    declared: tuple[DeclaredReporter, ...],
    problems: list[RowProblem],
    progress: Progress | None,
) -> Iterator[tuple[Place, bytes, CaseRow]]:
    """The rows of a list of dates with their digests; what is no such row goes to `problems`."""
    lines = lines_of(path, progress)
    first = next(lines, None)
    if isinstance(first, Line) and _cells(first) != _HEADER:
        first = RowProblem(first.place, "the header is not citation,date")
    if first is None or isinstance(first, RowProblem):
        problems.append(first or RowProblem(Place(path), "is empty"))
        return
    for line in lines:
        row = line if isinstance(line, RowProblem) else _row(line, path.name, declared)
        if isinstance(row, RowProblem):
            problems.append(row)
        elif isinstance(line, Line):
            digest = hashlib.sha256(f"date list\n{line.text}".encode()).digest()[:16]
            yield line.place, digest, row


def _cells(line: Line) -> list[str]:
    return [cell.strip() for cell in next(csv.reader([line.text]), [])]


def _row(line: Line, source: str, declared: tuple[DeclaredReporter, ...]) -> CaseRow | RowProblem:
    try:
        cells = _cells(line)
    except csv.Error as error:
        return RowProblem(line.place, f"not CSV ({error})")
    if len(cells) != len(_HEADER):
        return RowProblem(line.place, f"{len(cells)} cells, not 2")
    citation, written = cells
    date = decision_date(written)
    if date is None:
        return RowProblem(line.place, f"{written!r} is no date")
    printed = printed_citation(citation, date, declared)
    if printed is None:
        return RowProblem(line.place, f"{citation!r} is no citation to a known reporter")
    return CaseRow(
        id=f"{citation} ({date})",
        names=(),
        citations=(printed,),
        court=implied_court(printed.editions[0]),
        date=date,
        source=source,
    )
