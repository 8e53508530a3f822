"""`voirdire trial run`: cases and agents in, transcripts and scores out."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voirdire.cli import options, trial_seats
from voirdire.cli.trial_seats import JuryRule, Mode
from voirdire.errors import VoirdireError

if TYPE_CHECKING:
    from typing import TextIO

    from voirdire.courtroom.agents.types import Agent
    from voirdire.courtroom.engine import Trial
    from voirdire.courtroom.run import Watch
    from voirdire.courtroom.tried import TriedCase
    from voirdire.courtroom.types import CaseFile, Entry, Options


_FAILED = 3


class Format(StrEnum):
    """How trials are told: as a transcript, or one object a trial, one a line."""

    text = "text"
    json = "json"


def run(
    cases: Annotated[
        list[str] | None,
        typer.Argument(metavar="CASE", help="Ids of cases, or case files; all when left out."),
    ] = None,
    prosecution: trial_seats.Prosecution = "rules",
    defence: trial_seats.Defence = "rules",
    judge: trial_seats.Judge = "rules",
    jurors: trial_seats.Jurors = 0,
    juror: trial_seats.Juror = "rules",
    jury_rule: trial_seats.Rule = JuryRule.unanimity,
    mode: trial_seats.Visible = Mode.shared,
    seed: trial_seats.Seed = 0,
    trials: trial_seats.Trials = None,
    mask: trial_seats.Mask = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="PATH", help="Keep the trial in this file; several in this folder."),
    ] = None,
    output_format: Annotated[Format, typer.Option("--format", help="How to tell it.")] = (
        Format.text
    ),
    ledger: options.Ledger = None,
    run_name: trial_seats.Run = None,
    max_calls: options.MaxCalls = None,
    max_tokens: options.MaxTokens = None,
    max_dollars: options.MaxDollars = None,
) -> None:
    """Try cases before agents: `rules`, `random`, `prepared`, or a model by its name.

    A trial kept with --out that was cut short goes on where it stopped. A model that cannot be
    reached ends the run; one that answers, but in no usable form, has the safest action taken
    for it, which is counted. Ends with 0 when every trial came to its end, 2 when a case or an
    argument cannot be used, 3 when a model cannot be reached or a seat had no usable answer at
    all.
    """
    from voirdire.courtroom.types import Options
    from voirdire.llm.budget import Budget

    files = trial_seats.open_files(cases or [], trials, mask=mask, seed=seed)
    terms = Options(mode=mode.value, jurors=jurors, jury_rule=jury_rule.value)
    named = {"prosecution": prosecution, "defence": defence, "judge": judge}
    seats = {seat: named.get(seat, juror) for seat in terms.seats}
    budget = Budget(max_calls, max_tokens, max_dollars)
    opening = trial_seats.open_agents(
        seats, files, seed=seed, ledger=ledger, run=run_name, budget=budget
    )
    with opening as agents:
        code = _try_all(files, agents, terms, seed, out, output_format)
    raise typer.Exit(code)


def _try_all(
    files: "list[CaseFile]",
    agents: "Mapping[str, Agent]",
    terms: "Options",
    seed: int,
    out: Path | None,
    output_format: Format,
) -> int:
    """Every trial, told as it goes on; the exit code."""
    from voirdire.cli.streams import standard_output
    from voirdire.cli.trial_text import say_silent, write_summary

    places = _places(files, out)
    brief = len(files) > 1
    code, tried = 0, []
    with standard_output(utf8=output_format is Format.json) as stream:
        aloud = output_format is Format.text and not brief
        watch = _speaker(stream) if aloud else None
        for one in _try_each(places, agents, terms, seed, watch):
            if isinstance(one, VoirdireError):
                code = max(code, one.exit_code)
                continue
            tried.append(one)
            _tell(one, stream, output_format, brief=brief)
            if say_silent(one):
                code = _FAILED
        if brief and output_format is Format.text:
            write_summary(stream, tried)
    return code


def _places(files: "list[CaseFile]", out: Path | None) -> "list[tuple[CaseFile, Path | None]]":
    """Each case with the file that keeps its trial: that of `out`, or one in that folder."""
    from voirdire.cli.streams import written
    from voirdire.courtroom.record import file_name

    if out is None or len(files) == 1:
        return [(file, out) for file in files]
    with written(str(out)):
        out.mkdir(parents=True, exist_ok=True)
    return [(file, out / file_name(file.case.id)) for file in files]


def _try_each(
    places: "Sequence[tuple[CaseFile, Path | None]]",
    agents: "Mapping[str, Agent]",
    terms: "Options",
    seed: int,
    watch: "Watch | None",
) -> "Iterator[TriedCase | VoirdireError]":
    """Each trial in turn, or the error that ended it, which is said.

    None is begun after a model could not be reached: the next trial has the same seats.
    """
    from voirdire.cli.streams import say
    from voirdire.courtroom.tried import try_case

    one: TriedCase | VoirdireError
    for number, (file, path) in enumerate(places, 1):
        try:
            one = try_case(file, agents, seed=seed, options=terms, path=path, watch=watch)
        except VoirdireError as error:
            say(f"{file.case.id}: {error}")
            one = error
        yield one
        if isinstance(one, VoirdireError) and _is_unreachable(one):
            if number < len(places):
                say(f"{len(places) - number} more cases were not begun")
            return


def _is_unreachable(error: VoirdireError) -> bool:
    """Whether it is the model that failed; models take a second to load, so by the code first."""
    if error.exit_code != _FAILED:
        return False
    from voirdire.llm.retry import ModelError

    return isinstance(error, ModelError)


def _speaker(stream: "TextIO") -> "Watch":
    from voirdire.cli.streams import printable
    from voirdire.courtroom.transcript import entry_text

    def speak(trial: "Trial", entry: "Entry") -> None:
        stream.write(printable(entry_text(trial, entry)))
        stream.flush()

    return speak


def _tell(one: "TriedCase", stream: "TextIO", output_format: Format, *, brief: bool) -> None:
    import json

    from voirdire.cli.trial_text import result_line, write_missed, write_scores
    from voirdire.courtroom.tried import tried_record

    if output_format is Format.json:
        stream.write(json.dumps(tried_record(one), ensure_ascii=True) + "\n")
    elif brief:
        stream.write(result_line(one))
    else:
        write_scores(stream, one.trial, one.scores)
        write_missed(stream, one.trial, one.failures)
    stream.flush()
