"""`voirdire ledger`: what models were asked, what it took, and what it cost."""

import json
from dataclasses import asdict
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from voirdire.cli.streams import printable, standard_output

if TYPE_CHECKING:
    from voirdire.llm.ledger import Spend


class By(StrEnum):
    """What the sums are over."""

    run = "run"
    model = "model"
    purpose = "purpose"


class Format(StrEnum):
    """How the answer is written."""

    table = "table"
    json = "json"


def ledger(
    where: Annotated[
        str | None,
        typer.Option(
            "--ledger",
            envvar="VOIRDIRE_LEDGER",
            metavar="PATH|URL",
            help="The ledger: a file, or postgresql://... By default the one of this account.",
        ),
    ] = None,
    by: Annotated[By, typer.Option("--by", help="What to sum over.")] = By.run,
    run: Annotated[
        str | None, typer.Option("--run", metavar="NAME", help="Only the calls of this run.")
    ] = None,
    output_format: Annotated[
        Format, typer.Option("--format", help="How to write the answer.")
    ] = Format.table,
) -> None:
    """Show the calls of models, their tokens and dollars, by run, model or purpose.

    Paid calls are those a provider was asked for, recalled ones came from the ledger at no
    cost. Cached tokens are part of the input. The last column counts the requests whose
    charge nobody knows; the dollars are those of the others.
    """
    from voirdire.llm.ledger import Ledger

    opened = Ledger.open(where, make=False)
    try:
        rows = opened.spend(by.value, run)
    finally:
        opened.close()
    with standard_output(utf8=output_format is Format.json) as stream:
        if output_format is Format.json:
            for row in rows:
                record = {by.value: row.name, "calls": row.calls} | asdict(row)
                del record["name"]
                stream.write(json.dumps(record, ensure_ascii=True) + "\n")
            return
        if not rows:
            stream.write(f"{opened.where}: no calls\n")
            return
        table = [(by.value, *_HEADS), *((printable(row.name), *_cells(row)) for row in rows)]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        for name, *figures in table:
            cells = (cell.rjust(width) for cell, width in zip(figures, widths[1:], strict=True))
            stream.write("  ".join([name.ljust(widths[0]), *cells]) + "\n")


# A line wraps on a narrow terminal; a table that fits would cut figures short.
_HEADS = (
    "calls",
    "paid",
    "recalled",
    "failed",
    "input",
    "output",
    "cached",
    "seconds",
    "dollars",
    "unknown",
)


def _cells(row: "Spend") -> tuple[str, ...]:
    counts = (
        row.calls,
        row.paid,
        row.recalled,
        row.failed,
        row.input_tokens,
        row.output_tokens,
        row.cached_tokens,
    )
    dollars = "unknown" if row.dollars is None else f"{row.dollars:,.6f}"
    seconds = f"{row.seconds:,.1f}"
    return (*(f"{count:,}" for count in counts), seconds, dollars, f"{row.unpriced:,}")
