"""`voirdire check`: files in, findings out."""

import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voirdire.errors import DocumentError, VoirdireError

if TYPE_CHECKING:
    from voirdire.authorities.types import Source
    from voirdire.citecheck.types import BriefReport


class Format(StrEnum):
    """How a report is written."""

    table = "table"
    json = "json"
    html = "html"
    sarif = "sarif"
    csv = "csv"


class FailOn(StrEnum):
    """What makes the command end with 1."""

    refuted = "refuted"
    unchecked = "unchecked"
    never = "never"


def check(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...", help="PDF, DOCX, HTML, MD, TXT, or - for standard input."
        ),
    ],
    library: Annotated[
        Path | None,
        typer.Option(
            envvar="VOIRDIRE_LIBRARY", metavar="DIR", help="A library made by `library add`."
        ),
    ] = None,
    offline: Annotated[
        bool, typer.Option("--offline", help="Ask the library only; open no connection.")
    ] = False,
    output_format: Annotated[
        Format, typer.Option("--format", help="How to write the report.")
    ] = Format.table,
    out: Annotated[
        Path | None,
        typer.Option(metavar="PATH", help="Write here instead of standard output."),
    ] = None,
    fail_on: Annotated[
        FailOn, typer.Option(help="End with 1 when something is refuted, or left unchecked.")
    ] = FailOn.refuted,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="Files checked side by side.")] = 1,
) -> None:
    """Check the citations of briefs: existence, name, court, year, page, quotation.

    Ends with 0 when nothing is refuted, 1 when something is (see --fail-on), 2 when a file
    or an argument cannot be used, 3 when a source failed and the result is partial.
    """
    from voirdire.cli.output import write_reports

    codes = {0}

    def reports() -> "Iterator[BriefReport]":
        for file, result in _checked(files, library, offline=offline, jobs=jobs):
            if isinstance(result, VoirdireError):
                sys.stderr.write(f"voirdire: {result}\n")
                codes.add(result.exit_code)
                continue
            for line in (*result.document.warnings, *result.failures):
                sys.stderr.write(f"voirdire: {file}: {line}\n")
            codes.add(3 if result.failures else 0)
            codes.add(1 if _fails(result, fail_on) else 0)
            yield result

    write_reports(reports(), output_format.value, out, expected=len(files))
    raise typer.Exit(next(code for code in (2, 3, 1, 0) if code in codes))


def _fails(report: "BriefReport", fail_on: FailOn) -> bool:
    if fail_on is FailOn.never:
        return False
    return report.has_refuted or (fail_on is FailOn.unchecked and report.has_unchecked)


def _checked(
    files: list[str], library: Path | None, *, offline: bool, jobs: int
) -> "Iterator[tuple[str, BriefReport | VoirdireError]]":
    """Each file's report or the error that kept it from one, in the order given."""
    if jobs == 1 or len(files) == 1:
        source = _open(library, offline=offline)
        for file in files:
            yield file, _check_one(file, source)
        return
    from concurrent.futures import ProcessPoolExecutor

    _open(library, offline=offline)
    with ProcessPoolExecutor(jobs, initializer=_start_worker, initargs=(library, offline)) as pool:
        yield from zip(files, pool.map(_check_in_worker, files), strict=True)


def _open(library: Path | None, *, offline: bool) -> "Source":
    from voirdire.authorities.library import Library
    from voirdire.authorities.sources import open_sources

    held = Library.open(library) if library is not None else None
    return open_sources(held, offline=offline)


def _check_one(file: str, source: "Source") -> "BriefReport | VoirdireError":
    from voirdire.citecheck.brief import check_brief
    from voirdire.documents.load import load_bytes, load_document

    try:
        if file == "-":
            document = load_bytes("-", sys.stdin.buffer.read())
        else:
            document = load_document(Path(file))
    except DocumentError as error:
        return error
    return check_brief(document, source)


_worker_source: "Source | None" = None


def _start_worker(library: Path | None, offline: bool) -> None:
    global _worker_source
    _worker_source = _open(library, offline=offline)


def _check_in_worker(file: str) -> "BriefReport | VoirdireError":
    assert _worker_source is not None
    return _check_one(file, _worker_source)
