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
from voirdire.errors import DocumentError

if TYPE_CHECKING:
    from rich.console import Console

    from voirdire.citecheck.types import BriefReport, CheckedCitation

_MARKS = {"refuted": "✗ refuted", "verified": "✓ verified", "unchecked": "? unchecked"}
_STYLES = {"refuted": "bold red", "verified": "green", "unchecked": "yellow"}


def write_reports(
    reports: "Iterable[BriefReport]", output_format: str, out: Path | None, *, expected: int
) -> None:
    """Write reports in one of the formats of `voirdire check`.

    JSON is one object a line, one line a document; CSV one row a finding; SARIF one run a
    document in one file; HTML one page a document (`out` is then a folder when there are
    several). Writing to a file shows a progress bar on a terminal.
    """
    if output_format == "html":
        _write_html(_with_progress(reports, expected), out, several=expected > 1)
        return
    stream = _open_out(out) if out is not None else sys.stdout
    try:
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
    finally:
        if stream is not sys.stdout:
            stream.close()


def _open_out(out: Path) -> TextIO:
    try:
        return out.open("w", encoding="utf-8", newline="")
    except OSError as error:
        raise DocumentError(str(out), f"cannot be written ({error.strerror})") from error


def _with_progress(reports: "Iterable[BriefReport]", expected: int) -> "Iterator[BriefReport]":
    if expected < 2 or not sys.stderr.isatty():
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

    for report in reports:
        page = render_page(report)
        if out is None:
            sys.stdout.write(page)
            continue
        target = out
        if several or out.is_dir():
            out.mkdir(parents=True, exist_ok=True)
            target = out / f"{Path(report.document.name).name}.html"
        with _open_out(target) as stream:
            stream.write(page)


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

    table = Table(title=escape(report.document.name), title_justify="left", expand=False)
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
            Text(checked.citation.text),
            Text(_MARKS[outcome], style=_STYLES[outcome]),
            Text(_what_was_found(checked, outcome)),
        ]
        if report.document.pages:
            page = report.document.page_at(report.folded.original(checked.citation.span).start)
            cells.insert(0, Text((page.label or str(page.number)) if page is not None else ""))
        table.add_row(*cells)
    console.print(table)
    console.print(Text(summary(report)))


def _what_was_found(checked: "CheckedCitation", outcome: str) -> str:
    """What the row says: every refuted check, or what is verified and what stays open."""
    # Without a model no holding is judged; to say so in every row would hide the rest.
    findings = [finding for finding in checked.findings if finding.reason != "no_model"]
    if not findings:
        return "held; it says nothing that a rule can check"
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
