"""Write reports: one after another as they are done, to standard output or a file."""

import csv
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from voirdire.citecheck.report import (
    FindingRow,
    finding_rows,
    report_record,
    sarif_results,
    summary,
    worst_of,
)
from voirdire.cli.streams import file_output, printable, standard_output, written

if TYPE_CHECKING:
    from rich.console import Console

    from voirdire.citecheck.types import BriefReport, CheckedCitation

_MARKS = {"refuted": "✗ refuted", "verified": "✓ verified", "unchecked": "? unchecked"}
# File systems end a name at 255 bytes.
_LONGEST_STEM = 60
# Rows that a terminal shows at once.
_SCREEN = 20
_STYLES = {"refuted": "bold red", "verified": "green", "unchecked": "yellow"}


def write_reports(
    reports: "Iterable[BriefReport]", output_format: str, out: Path | None, *, expected: int
) -> None:
    """Write reports in one of the formats of `voirdire check`.

    JSON is one object a line, one line a document; CSV one row a finding; SARIF one run of
    all documents; HTML one page a document (`out` is then a folder when there are
    several). Writing to a file shows a progress bar on a terminal.
    """
    if output_format == "html":
        _write_html(_with_progress(reports, expected), out, several=expected > 1)
        return
    utf8 = output_format != "table"
    with standard_output(utf8=utf8) if out is None else file_output(out) as stream:
        if output_format == "json":
            for report in _with_progress(reports, expected):
                stream.write(json.dumps(report_record(report), ensure_ascii=True) + "\n")
        elif output_format == "csv":
            _write_csv(_with_progress(reports, expected), stream)
        elif output_format == "sarif":
            from voirdire.reports.sarif import sarif_log

            each = _with_progress(reports, expected)
            log = sarif_log(result for report in each for result in sarif_results(report))
            json.dump(log, stream, indent=1)
            stream.write("\n")
        else:
            _write_tables(reports, stream)


def _with_progress(reports: "Iterable[BriefReport]", expected: int) -> "Iterator[BriefReport]":
    if expected < 2 or sys.stderr is None or not sys.stderr.isatty():
        yield from reports
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(reports, "Checking", expected, console=Console(stderr=True), transient=True)


def _write_csv(reports: "Iterable[BriefReport]", stream: TextIO) -> None:
    columns = [field.name for field in fields(FindingRow)]
    writer = csv.DictWriter(stream, columns, lineterminator="\n")
    writer.writeheader()
    for report in reports:
        for row in finding_rows(report):
            writer.writerow({name: _plain(value) for name, value in asdict(row).items()})


def _plain(value: str) -> str:
    # A cell that begins so is run as a formula by spreadsheet programs.
    return "'" + value if value.startswith(("=", "+", "-", "@", "\t", "\r")) else value


def _write_html(reports: "Iterable[BriefReport]", out: Path | None, *, several: bool) -> None:
    from voirdire.citecheck.page import render_page

    if out is None:
        with standard_output(utf8=True) as stream:
            for report in reports:
                stream.write(render_page(report))
        return
    folder = out if several or out.is_dir() else None
    if folder is not None:
        with written(str(folder)):
            folder.mkdir(parents=True, exist_ok=True)
    taken: set[str] = set()
    for report in reports:
        page = render_page(report)
        target = out if folder is None else folder / _free_name(report.document.name, taken)
        with file_output(target) as stream:
            stream.write(page)


def _free_name(document: str, taken: set[str]) -> str:
    """A file name for a page; documents of one name in several folders get a number."""
    stem = Path(document).name[:_LONGEST_STEM]
    name, number = f"{stem}.html", 2
    while name in taken:
        name, number = f"{stem}-{number}.html", number + 1
    taken.add(name)
    return name


def _write_tables(reports: "Iterable[BriefReport]", stream: TextIO) -> None:
    from rich.console import Console

    console = Console(file=stream, highlight=False, soft_wrap=False)
    for report in reports:
        print_table(report, console)


def print_table(report: "BriefReport", console: "Console") -> None:
    """The table for a terminal: one row a citation, what is refuted said underneath."""
    from rich.markup import escape
    from rich.table import Table
    from rich.text import Text

    table = Table(title=escape(printable(report.document.name)), title_justify="left", expand=False)
    if report.document.pages:
        table.add_column("page", justify="right", no_wrap=True)
    table.add_column("citation", ratio=3, overflow="fold")
    table.add_column("result", no_wrap=True)
    table.add_column("what was found", ratio=4, overflow="fold")
    for checked in report.citations:
        if not checked.findings:
            continue
        outcome = worst_of(checked.findings)
        cells = [
            Text(printable(checked.citation.text)),
            Text(_MARKS[outcome], style=_STYLES[outcome]),
            Text(printable(_what_was_found(checked, outcome))),
        ]
        if report.document.pages:
            page = report.document.page_at(report.folded.original(checked.citation.span).start)
            label = (page.label or str(page.number)) if page is not None else ""
            cells.insert(0, Text(printable(label)))
        table.add_row(*cells)
    # Without a row the table would be its head alone, and leave the document unnamed.
    if table.row_count:
        console.print(table)
    else:
        console.print(Text(printable(report.document.name)))
    if table.row_count > _SCREEN:
        _print_refuted(report, console)
    console.print(Text(summary(report)))


def _print_refuted(report: "BriefReport", console: "Console") -> None:
    """What is refuted once more, where a long table has scrolled it away."""
    from rich.text import Text

    for checked in report.citations:
        details = [f.detail for f in checked.findings if f.outcome == "refuted"]
        if details:
            line = f"✗ {checked.citation.text}: {' '.join(dict.fromkeys(details))}"
            console.print(Text(printable(line), style=_STYLES["refuted"]))


def _what_was_found(checked: "CheckedCitation", outcome: str) -> str:
    """What the row says: every refuted check, or what is verified and what stays open."""
    # Without a model no holding is judged; to say so in every row would hide the rest.
    findings = [finding for finding in checked.findings if finding.reason != "no_model"]
    if not findings:
        return "the case is held; no name, page or quotation here to check"
    if outcome == "refuted":
        refuted = (f"{f.reason}: {f.detail}" for f in findings if f.outcome == "refuted")
        return "\n".join(dict.fromkeys(refuted))
    verified = dict.fromkeys(f.check for f in findings if f.outcome == "verified")
    if not verified:
        return f"{findings[0].reason}: {findings[0].detail}"
    unchecked = dict.fromkeys(
        f"{f.check} ({f.reason})" for f in findings if f.outcome == "unchecked"
    )
    said = ", ".join(verified)
    return (said + (f"; unchecked: {', '.join(unchecked)}" if unchecked else "")).replace("_", " ")
