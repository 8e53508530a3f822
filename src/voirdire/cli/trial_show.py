"""`voirdire trial show` and `score`: a kept trial to a page, a transcript or its scores."""

import json
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voirdire.cli import trial_seats
from voirdire.errors import CaseError

if TYPE_CHECKING:
    from voirdire.courtroom.scoring.types import Metric

Kept = Annotated[
    Path, typer.Argument(metavar="RUN", help="The file of a trial, kept with `run --out`.")
]


class Shown(StrEnum):
    """How a kept trial is shown."""

    text = "text"
    html = "html"


class Told(StrEnum):
    """A table for people, or one object a line."""

    table = "table"
    json = "json"


def show(
    run: Kept,
    output_format: Annotated[Shown, typer.Option("--format", help="How to show it.")] = Shown.text,
    out: Annotated[
        Path | None, typer.Option(metavar="PATH", help="Write here, not to standard output.")
    ] = None,
) -> None:
    """Show a kept trial: the transcript with its objections, claims, exhibits and scores."""
    from voirdire.cli.streams import file_output, printable, standard_output, written
    from voirdire.cli.trial_text import write_missed, write_scores
    from voirdire.courtroom.page import render_trial
    from voirdire.courtroom.record import read_saved
    from voirdire.courtroom.transcript import entry_text

    saved = read_saved(run)
    if out is not None:
        with written(str(out)):
            if out.exists() and out.samefile(run):
                raise CaseError(str(out), "is the trial itself; give --out another name")
    utf8 = output_format is Shown.html
    with standard_output(utf8=utf8) if out is None else file_output(out) as stream:
        if output_format is Shown.html:
            stream.write(render_trial(saved))
            return
        for entry in saved.trial.entries():
            stream.write(printable(entry_text(saved.trial, entry)))
        if saved.scores is not None:
            write_scores(stream, saved.trial, saved.scores)
        write_missed(stream, saved.trial, saved.failures)


def score(
    runs: Annotated[
        list[Path], typer.Argument(metavar="RUN", help="Files of trials, kept with `run --out`.")
    ],
    case: Annotated[
        str | None, typer.Option(metavar="CASE", help="The case file, if not a written case.")
    ] = None,
    trials: trial_seats.Trials = None,
    mask: trial_seats.Mask = False,
    weights: Annotated[
        list[str] | None,
        typer.Option(
            "--weight",
            metavar="METRIC=W",
            help="Put the metrics of a seat together so, one option each.",
        ),
    ] = None,
    output_format: Annotated[Told, typer.Option("--format", help="How to tell them.")] = (
        Told.table
    ),
) -> None:
    """Score kept trials again; nothing is played again, and the files stay as they are."""
    from voirdire.cli.streams import standard_output
    from voirdire.cli.trial_text import write_missed, write_scores
    from voirdire.courtroom.cases.load import written_cases
    from voirdire.courtroom.floors import floors_for
    from voirdire.courtroom.record import read_saved
    from voirdire.courtroom.scoring.aggregate import aggregate
    from voirdire.courtroom.scoring.trial import score_trial
    from voirdire.courtroom.tried import TriedCase, tried_record

    asked = _weights(weights or [])
    with standard_output(utf8=output_format is Told.json) as stream:
        for path in runs:
            saved = read_saved(path)
            trial = saved.trial
            named = [case] if case is not None else [trial.case.id]
            if case is None and trials is None and trial.case.id not in written_cases():
                problem = (
                    "no such case is written; name the --case or --trials that it was tried from"
                )
                raise CaseError(trial.case.id, problem)
            file = trial_seats.open_files(named, trials, mask=mask, seed=trial.seed)[0]
            if file.case != trial.case:
                masked = " (say --mask if it was masked, and only then)" if trials else ""
                raise CaseError(str(path), f"was not played on {file.case.id} as it is now{masked}")
            scores = score_trial(file, trial, floors_for(file, trial.options))
            together = {seat: aggregate(each, asked) for seat, each in scores.items() if asked}
            if output_format is Told.json:
                tried = TriedCase(file, trial, saved.agents, scores, saved.failures)
                record = tried_record(tried)
                if together:
                    record["together"] = {seat: asdict(each) for seat, each in together.items()}
                stream.write(json.dumps(record, ensure_ascii=True) + "\n")
            else:
                write_scores(stream, trial, scores)
                write_missed(stream, trial, saved.failures)
                stream.writelines(f"{seat}: {each}\n" for seat, each in together.items())


def _weights(given: list[str]) -> "dict[Metric, float]":
    """The weights of `--weight METRIC=W`."""
    from voirdire.courtroom.scoring.types import METRICS

    weights: dict[Metric, float] = {}
    for each in given:
        name, _, value = each.partition("=")
        metric = next((known for known in METRICS if known == name), None)
        try:
            weight = float(value)
        except ValueError:
            weight = -1.0
        if metric is None or not 0 <= weight < float("inf"):
            raise typer.BadParameter(
                f"{each!r} is not METRIC=W, with one of {', '.join(METRICS)} and a number from 0",
                param_hint="--weight",
            )
        weights[metric] = weight
    return weights
