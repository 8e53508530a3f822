"""`voirdire trace`: every step of every episode of a run, to read."""

from contextlib import closing
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voirdire.errors import VoirdireError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from voirdire.llm.ledger import Step


class Format(StrEnum):
    """How a trace is written."""

    text = "text"
    json = "json"
    html = "html"


def trace(
    run: Annotated[
        str,
        typer.Argument(metavar="RUN", help="A run's name in the ledger, or the run's folder."),
    ],
    ledger: Annotated[
        str | None,
        typer.Option(
            envvar="VOIRDIRE_LEDGER",
            metavar="PATH|URL",
            help="The ledger: a file, or postgresql://... By default the one of this account.",
        ),
    ] = None,
    episode: Annotated[
        str | None, typer.Option(metavar="ID", help="Only the episode of this excerpt.")
    ] = None,
    output_format: Annotated[
        Format, typer.Option("--format", help="How to write the trace.")
    ] = Format.text,
    out: Annotated[
        Path | None, typer.Option(metavar="PATH", help="Write here instead of standard output.")
    ] = None,
) -> None:
    """Show what the agents of a run did, step by step.

    JSON is one step a line, as the ledger holds it; HTML is one page that stands alone. Ends
    with 0, or with 2 when the ledger has no such run or episode.
    """
    from voirdire.cli.streams import file_output, printable, standard_output
    from voirdire.llm.ledger import Ledger
    from voirdire.reports.trace import read_trace, trace_page, trace_text

    name = _run_name(run)
    utf8 = output_format is not Format.text
    with closing(Ledger.open(ledger, make=False)) as opened:
        found = opened.steps(name, episode)
        first = next(found, None)
        if first is None:
            of = f"run {name!r}" if episode is None else f"episode {episode!r} of run {name!r}"
            raise VoirdireError(f"the ledger {opened.where} has no steps of {of}")
        steps = chain([first], found)
        with standard_output(utf8=utf8) if out is None else file_output(out) as stream:
            if output_format is Format.json:
                stream.writelines(_rows(steps))
            elif output_format is Format.html:
                stream.write(trace_page(name, read_trace(steps)))
            else:
                stream.writelines(printable(line) for line in trace_text(name, read_trace(steps)))


def _run_name(run: str) -> str:
    """The run's name in the ledger; a folder of answers says it."""
    from voirdire.citecheck.bench.run import RUN, read_run

    folder = Path(run)
    if not (folder / RUN).is_file():
        return run
    name = read_run(folder).ledger_run
    if not name:
        raise VoirdireError(f"{folder}: the run asked no model, so it has no trace")
    return name


def _rows(steps: "Iterable[Step]") -> "Iterator[str]":
    import json
    from dataclasses import asdict

    for step in steps:
        yield json.dumps(asdict(step), ensure_ascii=True) + "\n"
