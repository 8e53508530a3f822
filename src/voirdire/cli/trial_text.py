"""Tried cases as a terminal shows them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from voirdire.cli.streams import printable, say
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.scoring.types import TrialScores

if TYPE_CHECKING:
    from typing import TextIO

    from voirdire.courtroom.agents.failures import Failure, Missed
    from voirdire.courtroom.bench.standings import Standing
    from voirdire.courtroom.languages import Heading
    from voirdire.courtroom.scoring.verdicts import RunVerdicts
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
        seat = f" ({role_name(trial, ending.seat, language)})" if ending.seat else ""
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


def write_missed(stream: "TextIO", trial: Trial, failures: "Iterable[Failure]") -> None:
    """A line a seat whose model missed turns, and one where that made the verdict."""
    from voirdire.courtroom.tried import count_missed, is_stand_in

    held = tuple(failures)
    missed = count_missed(trial, held)
    stream.writelines(_missed_line(seat, each) for seat, each in missed.items())
    if is_stand_in(trial, held):
        stream.write("the verdict is such an action: a run of verdicts counts it as undecided\n")


def say_silent(one: "TriedCase") -> bool:
    """Say on standard error which seats had no usable answer at all; whether there is one."""
    silent = [seat for seat, each in one.missed.items() if each.is_all]
    for seat in silent:
        last = next(each for each in reversed(one.failures) if each.seat == seat)
        said = f"{seat_words(seat)} had no usable answer at all: {last.problem}"
        say(f"{one.trial.case.id}: {said}")
    return bool(silent)


def _missed_line(seat: str, missed: "Missed") -> str:
    from voirdire.courtroom.agents.failures import NO_ANSWER

    return f"{missed.missed} of {missed.turns} turns of {seat_words(seat)} {NO_ANSWER}\n"


def seat_words(seat: str) -> str:
    """A seat in a sentence: "the defence", "juror 1"."""
    return seat.replace("_", " ") if "_" in seat else f"the {seat}"


def result_line(one: "TriedCase") -> str:
    """One line of a run of many cases."""
    truth = one.file.key.decision
    decision = one.trial.ending.decision if one.trial.ending else None
    right = "right" if decision == truth else f"the court found {truth}"
    if one.verdict_stands_in:
        right = f"which stands in for an answer of the model; the court found {truth}"
    missed = "".join(
        f", {each.missed} of {each.turns} turns of {seat_words(seat)} without an answer"
        for seat, each in one.missed.items()
    )
    verdict = verdict_text(one.trial)
    return printable(f"{one.trial.case.id}: {verdict}, {right}, {len(one.trial)} entries{missed}\n")


def write_summary(stream: "TextIO", tried: "Sequence[TriedCase]") -> None:
    """The means of a run by seat and metric, each with its interval, and its verdicts."""
    from voirdire.courtroom.agents.failures import Missed
    from voirdire.courtroom.bench.standings import judged_verdict, rank_agents, rate_trial
    from voirdire.courtroom.scoring.verdicts import summarise_verdicts

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
    verdicts = [found for one in tried if (found := judged_verdict(one))]
    if verdicts:
        stream.write(_verdicts_line(summarise_verdicts(verdicts)))
    turns = Counter(entry.seat for one in tried for entry in one.trial.entries())
    missed: Counter[str] = Counter()
    for one in tried:
        missed.update({seat: each.missed for seat, each in one.missed.items()})
    stream.writelines(_missed_line(seat, Missed(turns[seat], n)) for seat, n in missed.items())


def _verdicts_line(verdicts: "RunVerdicts") -> str:
    """Balanced accuracy beside the floor that it has, and the Brier score of what was stated."""
    from voirdire.courtroom.bench.report import interval_text
    from voirdire.courtroom.scoring.trial import FLOORS

    floor = FLOORS["verdict_accuracy"].value or 0.0
    undecided = f", {verdicts.undecided} undecided" if verdicts.undecided else ""
    balanced, brier = interval_text(verdicts.balanced_accuracy), interval_text(verdicts.brier)
    if verdicts.balanced_accuracy.value is None:
        balanced += " (every case ends alike)"
    return (
        f"{verdicts.n} verdicts{undecided}: balanced accuracy {balanced}, floor {floor:.2f}; "
        f"Brier {brier} of {verdicts.n_brier}\n"
    )


def write_standings(stream: "TextIO", standings: "Sequence[Standing]", first: str) -> None:
    """One row an agent, or a seat, and metric; `first` says which, over the first column."""
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
