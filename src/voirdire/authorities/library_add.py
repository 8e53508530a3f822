"""Add files to a library: all of them or, when something breaks, none.

Input: files and directories. Output: the library with what was read in it, and an
`AddReport` that accounts for every row: added, joined to a case, held already, or left out
with its file, line and reason.
"""

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from voirdire.authorities.bulk_rows import bulk_kind, read_bulk_rows
from voirdire.authorities.cap_rows import is_case_tree, tree_rows
from voirdire.authorities.date_rows import read_date_rows
from voirdire.authorities.library_file import rewritten
from voirdire.authorities.library_rows import (
    CaseRow,
    Place,
    Progress,
    ReporterRow,
    RowError,
    RowProblem,
    UncitedRowError,
)
from voirdire.authorities.library_writer import LibraryWriter
from voirdire.authorities.opinion_rows import case_row, read_record, reporter_rows
from voirdire.authorities.row_files import Line, holds_records, is_row_file, lines_of
from voirdire.citations.reporters import split_citation


@dataclass(slots=True)
class AddReport:
    """What became of the rows. `uncited` are those that no citation can lead to."""

    files: int = 0
    added: int = 0
    merged: int = 0
    replaced: int = 0
    held: int = 0
    opinions: int = 0
    reporters: int = 0
    uncited: list[RowProblem] = field(default_factory=list)
    problems: list[RowProblem] = field(default_factory=list)

    @property
    def read(self) -> int:
        """Rows that could be used, held already or not."""
        return self.added + self.merged + self.replaced + self.held + self.reporters


def add_to_library(
    directory: Path, paths: Sequence[Path], progress: Progress | None = None
) -> AddReport:
    """Add files and directories to the library of `directory`, which is made if need be.

    Nothing is written unless everything has been read; rows that cannot be used are left
    out and reported.

    Raises:
        LibraryError: the library cannot be read or written.
    """
    report = AddReport()
    files = list(_files(paths, report))
    with rewritten(directory) as connection:
        _add_files(connection, files, report, progress)
    return report


def _files(paths: Sequence[Path], report: AddReport) -> Iterator[Path]:
    for path in paths:
        if is_case_tree(path):
            yield path
        elif path.is_dir():
            inside = sorted(p for p in path.rglob("*") if p.is_file() and is_row_file(p.name))
            if not inside:
                report.problems.append(RowProblem(Place(path), "holds no file the library reads"))
            yield from inside
        elif not path.exists():
            report.problems.append(RowProblem(Place(path), "there is no such file"))
        elif not is_row_file(path.name):
            report.problems.append(
                RowProblem(
                    Place(path),
                    "is not JSON Lines or CSV (.jsonl, .csv, also packed as .gz or .bz2)",
                )
            )
        else:
            yield path


def _add_files(
    connection: sqlite3.Connection,
    files: Sequence[Path],
    report: AddReport,
    progress: Progress | None,
) -> None:
    writer = LibraryWriter(connection)
    # A row may cite a reporter that is declared further down or in another file.
    for path in files:
        if holds_records(path.name):
            _add_reporters(writer, path, report)
    bulk = [path for path in files if bulk_kind(path.name)]
    if bulk:
        report.files += len(bulk)
        rows = read_bulk_rows(connection, bulk, writer.declared(), report.problems, progress)
        for place, digest, row in rows:
            _add_case(writer, place, digest, row, report)
    for path in files:
        if path in bulk:
            continue
        report.files += 1
        if is_case_tree(path):
            rows = _tree_rows(writer, path, report, progress)
        elif holds_records(path.name):
            rows = _record_rows(writer, path, report, progress)
        else:
            rows = read_date_rows(path, writer.declared(), report.problems, progress)
        for place, digest, row in rows:
            _add_case(writer, place, digest, row, report)
    writer.finish()


def _add_reporters(writer: LibraryWriter, path: Path, report: AddReport) -> None:
    for line in lines_of(path, None):
        if isinstance(line, RowProblem) or '"reporters"' not in line.text:
            continue
        try:
            record = read_record(line.text)
            rows = reporter_rows(record) if "reporters" in record else []
        except RowError:
            # The second reading reports it.
            continue
        for row in rows:
            _add_reporter(writer, row, report)


def _add_reporter(writer: LibraryWriter, row: ReporterRow, report: AddReport) -> None:
    is_new = writer.add_reporter(row, _known_edition(row))
    report.reporters += is_new
    report.held += not is_new


def _known_edition(row: ReporterRow) -> str | None:
    """The edition that a declared abbreviation has anyway, spelled as declared."""
    parsed = split_citation(f"1 {row.reporter.abbreviation} 1", ())
    if parsed is None or row.reporter.abbreviation not in parsed[1]:
        return None
    return row.reporter.abbreviation


def _record_rows(
    writer: LibraryWriter, path: Path, report: AddReport, progress: Progress | None
) -> Iterator[tuple[Place, bytes, CaseRow]]:
    declared = writer.declared()
    for line in lines_of(path, progress):
        if isinstance(line, RowProblem):
            report.problems.append(line)
            continue
        digest = _digest(line)
        if writer.is_held(digest):
            report.held += 1
            continue
        try:
            record = read_record(line.text)
            if "reporters" in record:
                reporter_rows(record)
                continue
            row = case_row(record, declared)
        except UncitedRowError as error:
            report.uncited.append(RowProblem(line.place, str(error)))
        except RowError as error:
            report.problems.append(RowProblem(line.place, str(error)))
        else:
            yield line.place, digest, row


def _tree_rows(
    writer: LibraryWriter, path: Path, report: AddReport, progress: Progress | None
) -> Iterator[tuple[Place, bytes, CaseRow]]:
    for row in tree_rows(path, report.problems, progress):
        if isinstance(row, ReporterRow):
            _add_reporter(writer, row, report)
        else:
            yield row


def _add_case(
    writer: LibraryWriter, place: Place, digest: bytes, row: CaseRow, report: AddReport
) -> None:
    if writer.is_held(digest):
        report.held += 1
        return
    try:
        result = writer.add_case(row, digest)
    except RowError as error:
        report.problems.append(RowProblem(place, str(error)))
        return
    report.added += result == "added"
    report.merged += result == "merged"
    report.replaced += result == "replaced"
    report.opinions += row.words is not None


def _digest(line: Line) -> bytes:
    return hashlib.sha256(line.text.encode("utf-8", "surrogatepass")).digest()[:16]
