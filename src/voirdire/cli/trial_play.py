"""`voirdire trial play`: a person in one seat, agents in the others."""

import io
import sys
from collections.abc import Mapping
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


def play(
    case: Annotated[str, typer.Argument(metavar="CASE", help="A case's id, or its file.")],
    seat: Annotated[
        str, typer.Option(metavar="SEAT", help="prosecution, defence, judge, or juror_1 ...")
    ] = "defence",
    others: Annotated[
        str, typer.Option(metavar="AGENT", help="Who sits in the other seats.")
    ] = "rules",
    jurors: trial_seats.Jurors = 0,
    jury_rule: trial_seats.Rule = JuryRule.unanimity,
    mode: trial_seats.Visible = Mode.shared,
    seed: trial_seats.Seed = 0,
    trials: trial_seats.Trials = None,
    mask: trial_seats.Mask = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep the trial here, to leave it and come back."),
    ] = None,
    ledger: options.Ledger = None,
    run_name: trial_seats.Run = None,
    max_calls: options.MaxCalls = None,
    max_tokens: options.MaxTokens = None,
    max_dollars: options.MaxDollars = None,
) -> None:
    """Play a seat yourself, in the terminal and in the language of the case.

    An exhibit's id, typed at a choice, shows its text; an empty line for a quotation or a value
    gives up the claim. The end of input (Ctrl-D) leaves the trial; with --out the same command
    goes on with it. Ends with 0 when the trial is over, 2 when a case or an argument cannot be
    used, 3 when it was left or a model failed.
    """
    from voirdire.cli.streams import standard_output
    from voirdire.cli.trial_text import say_silent, write_missed, write_scores
    from voirdire.courtroom.types import Options, seat_named
    from voirdire.llm.budget import Budget

    file = trial_seats.open_files([case], trials, mask=mask, seed=seed)[0]
    terms = Options(mode=mode.value, jurors=jurors, jury_rule=jury_rule.value)
    own = seat_named(seat)
    if own not in terms.seats:
        raise VoirdireError(f"--seat {seat}: no such seat; there are {', '.join(terms.seats)}")
    opening = trial_seats.open_agents(
        {each: others for each in terms.seats if each != own},
        [file],
        seed=seed,
        ledger=ledger,
        run=run_name,
        budget=Budget(max_calls, max_tokens, max_dollars),
    )
    with standard_output() as stream, opening as agents:
        tried = _play_seat(own, file, agents, terms, seed, out, stream)
        write_scores(stream, tried.trial, tried.scores)
        write_missed(stream, tried.trial, tried.failures)
    if say_silent(tried):
        raise typer.Exit(3)


def _play_seat(
    own: str,
    file: "CaseFile",
    others: "Mapping[str, Agent]",
    terms: "Options",
    seed: int,
    out: Path | None,
    stream: "TextIO",
) -> "TriedCase":
    """Seat the person who is at the terminal, and play to the end, or until they leave."""
    from voirdire.cli.person import LeftError, Person
    from voirdire.cli.streams import say
    from voirdire.courtroom.languages import interface_words
    from voirdire.courtroom.tried import try_case

    person = Person(_standard_input(), stream)
    person.welcome(file.case)
    seats = {**others, own: person}
    try:
        return try_case(file, seats, seed=seed, options=terms, path=out, watch=_teller(own, stream))
    except LeftError:
        stream.write("\n")
        prompts = interface_words(file.case.language).prompts
        say(prompts["left_kept"].format(file=out) if out else prompts["left"])
        raise typer.Exit(3) from None


def _teller(own: str, stream: "TextIO") -> "Watch":
    """Tells a seat what it may read, in order.

    A round of ballots, its own among them, is told only when it is complete.
    """
    from voirdire.cli.streams import printable
    from voirdire.courtroom.transcript import entry_text

    told = 0

    def tell(trial: "Trial", _: "Entry") -> None:
        nonlocal told
        until = _settled(trial, told)
        for entry in trial.observe(own).entries(told):
            if entry.number <= until:
                stream.write(printable(entry_text(trial, entry)))
        stream.flush()
        told = until

    return tell


def _settled(trial: "Trial", told: int) -> int:
    """The last entry before a round of ballots that is not complete; the last of all if none."""
    if trial.ending is None:
        for entry in trial.entries(told):
            cast = entry.phase == "deliberation" and entry.code == "accepted"
            if cast and entry.number not in trial.revealed:
                return entry.number - 1
    return len(trial)


def _standard_input() -> "TextIO":
    if sys.stdin is None:
        raise VoirdireError("standard input is closed: a person answers there")
    if isinstance(sys.stdin, io.TextIOWrapper):
        # What is not in the terminal's encoding cannot be kept.
        sys.stdin.reconfigure(errors="replace")
    return sys.stdin
