"""`voirdire bench courtroom`: agents against agents over cases, sides swapped, with intervals."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voirdire.cli import options, trial_seats
from voirdire.errors import CaseError, OptionsError

if TYPE_CHECKING:
    from typing import TextIO

    from voirdire.courtroom.bench.report import CourtroomReport
    from voirdire.courtroom.bench.tournament import Progress
    from voirdire.courtroom.scoring.baselines import Baseline
    from voirdire.courtroom.types import CaseFile


PREPARED = "prepared"
MEASURED = ("random", "random-quotes", "silent", "rules", PREPARED)


class Format(StrEnum):
    """How the figures are written."""

    table = "table"
    markdown = "markdown"
    json = "json"


def courtroom(
    cases: Annotated[
        list[str] | None,
        typer.Argument(metavar="CASE", help="Ids of cases, or case files; all English ones else."),
    ] = None,
    agents: Annotated[
        list[str] | None,
        typer.Option("--agents", metavar="AGENT", help="An agent to measure; name each so."),
    ] = None,
    judge: Annotated[
        str, typer.Option(metavar="AGENT", help="Judges while counsel is measured.")
    ] = "rules",
    counsel: Annotated[
        str | None,
        typer.Option(
            metavar="AGENT",
            help="Plays both sides while judges are measured; prepared if left out, or rules.",
        ),
    ] = None,
    trials: trial_seats.Trials = None,
    mask: trial_seats.Mask = False,
    seed: trial_seats.Seed = 0,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Keep every trial here; a run that was cut goes on."),
    ] = None,
    output_format: Annotated[Format, typer.Option("--format", help="How to write the figures.")] = (
        Format.table
    ),
    ledger: options.Ledger = None,
    run_name: trial_seats.Run = None,
    max_calls: options.MaxCalls = None,
    max_tokens: options.MaxTokens = None,
    max_dollars: options.MaxDollars = None,
) -> None:
    """Let agents meet on every case, twice with the sides swapped, and judge every case.

    Baselines that see no trial (metadata only, bag of words) stand beside the judges; they need
    numpy (extra eval). Where nobody wrote the issue map of a case (real trials), nobody can
    prepare it: then counsel are rules, and prepared is not measured. Ends with 0 when all is
    played, 2 when an argument cannot be used, 3 when a model cannot be reached or had no usable
    answer at all.
    """
    from voirdire.cli.streams import say, standard_output, written
    from voirdire.courtroom.bench.report import report_tournament
    from voirdire.courtroom.bench.tournament import plan_matches, play_matches
    from voirdire.llm.budget import Budget

    files = {
        file.case.id: file
        for file in trial_seats.open_files(cases or [], trials, mask=mask, seed=seed)
        if cases or file.case.language == "en"
    }
    names, counsel = _seated(files, agents, counsel, judge)
    matches = plan_matches(names, list(files), counsel=counsel, judge=judge)
    if files and not matches:
        raise OptionsError("--agents", f"names only {names[0]}, which judges nothing: name another")
    if out is not None:
        with written(str(out)):
            out.mkdir(parents=True, exist_ok=True)
    opening = trial_seats.open_agents(
        {name: name for name in {*names, judge, counsel}},
        list(files.values()),
        seed=seed,
        ledger=ledger,
        run=run_name,
        budget=Budget(max_calls, max_tokens, max_dollars),
    )
    with opening as opened, _progress(len(matches)) as progress:
        played = play_matches(matches, files, opened, seed=seed, folder=out, progress=progress)
        report = report_tournament(played, _baselines(files))
    with standard_output(utf8=output_format is Format.json) as stream:
        _write(stream, report, output_format)
    silent = [
        f"{agent}: no usable answer at all as {part}, in {each.turns} turns"
        for agent, parts in report.missed.items()
        for part, each in parts.items()
        if each.is_all
    ]
    for said in silent:
        say(said)
    if silent:
        raise typer.Exit(3)


def _seated(
    files: "dict[str, CaseFile]", agents: list[str] | None, counsel: str | None, judge: str
) -> tuple[list[str], str]:
    """Who is measured, and who pleads before them: `prepared` only where it can be.

    Raises:
        CaseError: it was asked for by name, and nobody wrote the issue map of a case.
    """
    bare = next((name for name, file in files.items() if file.key.bearings is None), None)
    usual = [name for name in MEASURED if bare is None or name != PREPARED]
    names = list(dict.fromkeys(agents or usual))
    counsel = counsel or (PREPARED if bare is None else "rules")
    if bare is not None and PREPARED in (*names, counsel, judge):
        raise CaseError(
            bare,
            "nobody wrote its issue map, so nobody can prepare it; name others "
            f"(--counsel rules --agents {' --agents '.join(n for n in usual)})",
        )
    return names, counsel


def _baselines(files: "dict[str, CaseFile]") -> "dict[str, Baseline]":
    from voirdire.cli.streams import say
    from voirdire.courtroom.scoring.baselines import run_baselines

    try:
        return run_baselines(list(files.values()))
    except ModuleNotFoundError as error:
        say(f"no baselines: {error.name} is not installed (pip install 'voirdire[eval]')")
    except ValueError as error:
        say(f"no baselines: {error}")
    return {}


@contextmanager
def _progress(matches: int) -> "Iterator[Progress | None]":
    """A bar, on a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Trials", total=matches)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _write(stream: "TextIO", report: "CourtroomReport", output_format: Format) -> None:
    from voirdire.cli.trial_text import write_standings
    from voirdire.courtroom.bench.report import report_markdown, verdicts_markdown

    if output_format is Format.json:
        record = asdict(report)
        for baseline in record["baselines"].values():
            del baseline["predictions"]
        stream.write(json.dumps(record, ensure_ascii=True) + "\n")
    elif output_format is Format.markdown:
        stream.write(report_markdown(report))
    else:
        for part in ("counsel", "judge"):
            rows = [each for each in report.standings if each.part == part]
            write_standings(stream, rows, part)
        stream.write("\n" + verdicts_markdown(report))
