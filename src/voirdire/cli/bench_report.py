"""`voirdire bench citations report`: folders of answers in, one report out."""

import json
import os
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from voirdire.citecheck.bench.tables import Table

# Of a file or a pipe, in characters: ten columns fit, with a model and its address in one.
_WIDTH = 160


class Format(StrEnum):
    """How the report is written."""

    table = "table"
    json = "json"
    html = "html"


def report(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN", help="Folders made by `run`.")],
    dataset: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where the dataset lies now, if it has moved."),
    ] = None,
    output_format: Annotated[
        Format, typer.Option("--format", help="How to write the report.")
    ] = Format.table,
    out: Annotated[
        Path | None, typer.Option(metavar="PATH", help="Write here, not to standard output.")
    ] = None,
) -> None:
    """Score runs over one dataset and compare them.

    Precision, recall and F1 with intervals, by type of fault, false positives, steps and
    cost, each pair of systems, and every error; beside them the published figures.
    """
    from voirdire.citecheck.bench.report import load_report
    from voirdire.cli.streams import file_output, standard_output

    loaded = load_report(runs, dataset)
    utf8 = output_format is not Format.table
    with standard_output(utf8=utf8) if out is None else file_output(out) as stream:
        if output_format is Format.json:
            from voirdire.citecheck.bench.report import report_json

            stream.write(json.dumps(report_json(loaded)) + "\n")
        elif output_format is Format.html:
            from voirdire.citecheck.bench.page import render_bench_page

            stream.write(render_bench_page(loaded))
        else:
            from voirdire.citecheck.bench.tables import report_tables

            print_tables(report_tables(loaded), stream)


def print_tables(tables: "Iterable[Table]", stream: TextIO) -> None:
    """Tables of text, each with its note: as wide as the terminal, or COLUMNS, else `_WIDTH`."""
    from rich.console import Console
    from rich.table import Table as DrawnTable
    from rich.text import Text

    from voirdire.cli.streams import printable

    is_measured = stream.isatty() or "COLUMNS" in os.environ
    console = Console(file=stream, highlight=False, width=None if is_measured else _WIDTH)
    for table in tables:
        drawn = DrawnTable(title=table.title, title_justify="left", expand=False)
        for column in table.columns:
            drawn.add_column(Text(printable(column)), overflow="fold")
        for row in table.rows:
            drawn.add_row(*(Text(printable(cell)) for cell in row))
        console.print(drawn)
        if table.note:
            console.print(Text(table.note))
        console.print()
