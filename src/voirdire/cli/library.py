"""`voirdire library add | list | coverage | find`: build a library and ask what it holds."""

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voirdire.cli.streams import printable, say, standard_output
from voirdire.errors import VoirdireError

if TYPE_CHECKING:
    from voirdire.authorities.library_add import AddReport
    from voirdire.authorities.library_rows import Progress, RowProblem
    from voirdire.authorities.types import Case, CaseReference, Holding

app = typer.Typer(help="A library of opinions in one file.", no_args_is_help=True)

_SHOWN_PROBLEMS = 20
_WIDEST_COLUMN = 60


class Format(StrEnum):
    """How an answer is written."""

    table = "table"
    json = "json"


LibraryOption = Annotated[
    Path,
    typer.Option(
        "--library",
        envvar="VOIRDIRE_LIBRARY",
        metavar="DIR",
        help="The directory of the library.",
    ),
]
FormatOption = Annotated[Format, typer.Option("--format", help="How to write the answer.")]


@app.command()
def add(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATH",
            help="Opinions (.jsonl), lists of dates (.csv), bulk data, or directories of them.",
        ),
    ],
    library: LibraryOption,
    output_format: FormatOption = Format.table,
) -> None:
    """Add opinions, case lists and declared reporters; the library is made if need be.

    All is added or, when the program is stopped, nothing. Rows that cannot be used are left
    out and named. Ends with 2 when nothing could be used.
    """
    from voirdire.authorities.library_add import add_to_library

    with _progress_bar() as progress:
        report = add_to_library(library, paths, progress)
    _write_problems(report)
    if output_format is Format.json:
        _write_json([_add_record(report)])
    else:
        _write_text(_add_summary(report, library))
    if not (report.read or report.uncited):
        raise typer.Exit(2)


@app.command("list")
def list_cases(library: LibraryOption, output_format: FormatOption = Format.table) -> None:
    """List the cases held; JSON is one object a line."""
    from voirdire.authorities.library import Library

    with Library.open(library) as held:
        if output_format is Format.json:
            _write_json(_case_record(case) for case in held.cases())
            return
        _write_table(
            ("citations", "case", "court", "date", "text"),
            (
                (
                    ", ".join(map(str, case.citations)),
                    case.names[0] if case.names else "(not named)",
                    case.court or "",
                    case.date or "",
                    "yes" if case.has_text else "no",
                )
                for case in held.cases()
            ),
        )


@app.command()
def coverage(library: LibraryOption, output_format: FormatOption = Format.table) -> None:
    """Show how much of each reporter volume is held: whole or partial.

    Only in a whole volume is absence proof that a case is not there.
    """
    from dataclasses import asdict

    from voirdire.authorities.library import Library

    with Library.open(library) as held:
        volumes = held.coverage()
    if output_format is Format.json:
        _write_json(asdict(volume) for volume in volumes)
        return
    _write_table(
        ("reporter", "volume", "coverage", "cases", "with text", "years"),
        (
            (
                volume.reporter,
                volume.volume,
                volume.coverage,
                str(volume.cases),
                str(volume.opinions),
                "-".join(str(year) for year in dict.fromkeys(volume.years or ())),
            )
            for volume in volumes
        ),
    )


@app.command()
def find(
    citation: Annotated[str, typer.Argument(metavar="CITATION", help='"370 F.3d 1223"')],
    library: LibraryOption,
    output_format: FormatOption = Format.table,
) -> None:
    """Say what is held at a citation, or which case its page lies in."""
    from voirdire.authorities.library import Library
    from voirdire.authorities.types import CaseReference
    from voirdire.citations.reporters import split_citation

    with Library.open(library) as held:
        parsed = split_citation(citation.strip(), held.declared_reporters())
        if parsed is None:
            raise VoirdireError(
                f"{citation!r} is not a volume, a known reporter and a page, as in '370 F.3d 1223'"
            )
        volume, editions, page = parsed
        references = [CaseReference(volume, edition, page) for edition in editions]
        found = [(reference, held.find(reference)) for reference in references]
    # An abbreviation may stand for several reporters: those that hold something are meant.
    answers = [pair for pair in found if pair[1].coverage != "none"] or found[:1]
    if output_format is Format.json:
        _write_json(_holding_record(reference, holding) for reference, holding in answers)
    else:
        _write_text("".join(_holding_text(*answer) for answer in answers))


def _write_json(records: Iterable[object]) -> None:
    with standard_output(utf8=True) as stream:
        for record in records:
            stream.write(json.dumps(record) + "\n")


def _write_text(text: str) -> None:
    with standard_output() as stream:
        stream.write(printable(text))


def _write_table(columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    # Lists of a hundred thousand cases are common: plain columns, no drawing of a table.
    lines = [columns, *([printable(cell) for cell in row] for row in rows)]
    widths = [min(_WIDEST_COLUMN, max(map(len, column))) for column in zip(*lines, strict=True)]
    with standard_output() as stream:
        for line in lines:
            cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
            stream.write("  ".join(cells).rstrip() + "\n")


@contextmanager
def _progress_bar() -> "Iterator[Progress | None]":
    """A bar on standard error, when that is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with bar:
        task = bar.add_task("reading", total=None)
        yield lambda path, done, size: bar.update(
            task, description=path.name, completed=done, total=size
        )


def _write_problems(report: "AddReport") -> None:
    for problem in report.problems[:_SHOWN_PROBLEMS]:
        say(str(problem))
    more = len(report.problems) - _SHOWN_PROBLEMS
    if more > 0:
        say(f"and {more} more rows left out (--format json names all)")


def _add_summary(report: "AddReport", library: Path) -> str:
    lines = [
        f"{library}: {_counted(report.added, 'case')} added,"
        f" {_counted(report.merged, 'row')} joined to cases held,"
        f" {report.replaced} replaced, {report.held} already held"
    ]
    if report.reporters:
        lines.append(f"{_counted(report.reporters, 'reporter')} declared")
    if report.uncited:
        lines.append(
            f"{_counted(len(report.uncited), 'row')} without a citation to a known reporter"
            f" left out, the first at {report.uncited[0]}"
        )
    if report.problems:
        faulty = _counted(len(report.problems), "faulty row or file", "faulty rows or files")
        lines.append(f"{faulty} left out")
    return "\n".join(lines) + "\n"


def _counted(number: int, one: str, several: str | None = None) -> str:
    return f"{number} {one if number == 1 else several or one + 's'}"


def _add_record(report: "AddReport") -> dict[str, object]:
    return {
        "files": report.files,
        "added": report.added,
        "merged": report.merged,
        "replaced": report.replaced,
        "already_held": report.held,
        "opinions": report.opinions,
        "reporters": report.reporters,
        "uncited": [_problem_record(problem) for problem in report.uncited],
        "problems": [_problem_record(problem) for problem in report.problems],
    }


def _problem_record(problem: "RowProblem") -> dict[str, object]:
    return {
        "file": str(problem.place.path),
        "line": problem.place.line or None,
        "reason": problem.reason,
    }


def _case_record(case: "Case") -> dict[str, object]:
    return {
        "id": case.id,
        "names": list(case.names),
        "citations": [
            {"citation": str(citation), "last_page": citation.last_page}
            for citation in case.citations
        ],
        "court": case.court,
        "date": case.date,
        "docket_number": case.docket_number,
        "has_text": case.has_text,
        "source": case.source,
        "url": case.url,
    }


def _holding_record(reference: "CaseReference", holding: "Holding") -> dict[str, object]:
    return {
        "citation": _as_written(reference),
        "coverage": holding.coverage,
        "starting": [_case_record(case) for case in holding.starting],
        "enclosing": [_case_record(case) for case in holding.enclosing],
        "bordering": [_case_record(case) for case in holding.bordering],
        "next_page": holding.next_page,
        "years": list(holding.years) if holding.years else None,
    }


def _as_written(reference: "CaseReference") -> str:
    return f"{reference.volume} {reference.reporter} {reference.page}"


_COVERAGE_SENTENCE = {
    "whole": "Every case of the volume is listed.",
    "partial": "Some cases of the volume are held: what is not held may exist.",
    "none": "Nothing of the volume is held, so nothing can be said.",
}


def _holding_text(reference: "CaseReference", holding: "Holding") -> str:
    lines = [_as_written(reference)]
    for label, cases in (
        ("begins here", holding.starting),
        ("this page lies inside", holding.enclosing),
        ("ends on this page", holding.bordering),
    ):
        lines += [f"  {label}: {_case_line(case)}" for case in cases]
    if len(lines) == 1:
        lines.append("  no case is held at this page")
    lines.append(
        f"  coverage of the volume: {holding.coverage}. {_COVERAGE_SENTENCE[holding.coverage]}"
    )
    return "\n".join(lines) + "\n"


def _case_line(case: "Case") -> str:
    name = case.names[0] if case.names else "(not named)"
    printed = ", ".join(map(str, case.citations))
    when = " ".join(part for part in (case.court, case.date) if part)
    return f"{name}, {printed} ({when})" + ("" if case.has_text else ", no text held")
