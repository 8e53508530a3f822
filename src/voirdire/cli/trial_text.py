"""Tried cases as a terminal shows them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from voirdire.cli.streams import printable
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.scoring.types import TrialScores

if TYPE_CHECKING:
    from typing import TextIO

    from voirdire.courtroom.bench.standings import Standing
    from voirdire.courtroom.languages import Heading
    from voirdire.courtroom.tried import TriedCase


def verdict_text(trial: Trial, language: str = "en") -> str:
    """How a trial ended, in a few words of that language."""
    from voirdire.courtroom.languages import interface_words
    from voirdire.courtroom.transcript import role_name

    said = interface_words(language)
    ending = trial.ending
    if ending is None:
        return said.headings["not_over"]
    if ending.decision is None:
        why = f": {said.reasons[ending.reason]}" if ending.reason else ""
        seat = f" ({role_name(trial, ending.seat)})" if ending.seat else ""
        return f"{said.headings['no_verdict']}{why}{seat}"
    stated = "" if ending.probability is None else f" (p = {ending.probability:.2f})"
    return f"{ending.decision}{stated}"


def write_scores(stream: "TextIO", trial: Trial, scores: TrialScores) -> None:
    """The verdict and one row a seat and metric of its role."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from voirdire.courtroom.languages import interface_words
    from voirdire.courtroom.transcript import role_name

    said = interface_words(trial.case.language)
    console = Console(file=stream, highlight=False)
    verdict = verdict_text(trial, trial.case.language)
    console.print(Text(f"{said.headings['verdict']}: {printable(verdict)}"))
    columns: tuple[Heading, ...] = ("seat", "metric", "value", "floor")
    table = Table(*(said.headings[each] for each in columns), "n", said.headings["reckoning"])
    for seat, metrics in scores.items():
        for metric, score in metrics.items():
            table.add_row(
                Text(printable(role_name(trial, seat))),
                said.metrics[metric],
                said.headings["not_applicable"] if score.value is None else f"{score.value:.2f}",
                "" if score.floor is None else f"{score.floor:.2f}",
                str(score.n),
                Text(printable(score.detail)),
            )
    console.print(table)


def result_line(one: "TriedCase") -> str:
    """One line of a run of many cases."""
    truth = one.file.key.decision
    decision = one.trial.ending.decision if one.trial.ending else None
    right = "right" if decision == truth else f"the court found {truth}"
    return printable(
        f"{one.trial.case.id}: {verdict_text(one.trial)}, {right}, {len(one.trial)} entries\n"
    )


def write_summary(stream: "TextIO", tried: "Sequence[TriedCase]") -> None:
    """The means of a run by seat and metric, each with its interval over the cases."""
    from voirdire.courtroom.bench.standings import rank_agents, rate_trial

    rated = [
        each
        for seat in ("prosecution", "defence", "judge")
        for one in tried
        for each in rate_trial(one, {seat: seat}, (seat,))
    ]
    invalid = sum(one.trial.is_invalid for one in tried)
    cut = f", {invalid} cut short for a breach and left out for the other seats"
    left_out = cut if invalid else ""
    stream.write(f"{len(tried)} trials{left_out}\n")
    write_standings(stream, rank_agents(rated), "seat")


def write_standings(stream: "TextIO", standings: "Sequence[Standing]", first: str) -> None:
    """One row an agent, or a seat, and metric."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from voirdire.courtroom.bench.report import interval_text

    table = Table(first, "metric", "mean (95% interval)", "floor", "trials", "not applicable")
    for each in standings:
        table.add_row(
            Text(printable(each.agent)),
            each.metric.replace("_", " "),
            interval_text(each.mean),
            "" if each.floor is None else f"{each.floor:.2f}",
            str(each.n),
            str(each.left_out),
        )
    Console(file=stream, highlight=False).print(table)
