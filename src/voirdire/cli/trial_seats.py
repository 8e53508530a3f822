"""What the commands of a trial share: the options of a case and its seats, and who sits there."""

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voirdire.errors import CaseError

if TYPE_CHECKING:
    from voirdire.courtroom.agents.types import Agent
    from voirdire.courtroom.types import CaseFile
    from voirdire.llm.budget import Budget
    from voirdire.llm.chat import Chat
    from voirdire.llm.ledger import Ledger


class Mode(StrEnum):
    """Who sees which exhibits."""

    shared = "shared"
    asymmetric = "asymmetric"


class JuryRule(StrEnum):
    """How many jurors must agree."""

    unanimity = "unanimity"
    majority = "majority"


Prosecution = Annotated[str, typer.Option(metavar="AGENT", help="Who prosecutes, or sues.")]
Defence = Annotated[
    str, typer.Option("--defence", "--defense", metavar="AGENT", help="Who defends.")
]
Judge = Annotated[str, typer.Option(metavar="AGENT", help="Who judges.")]
Jurors = Annotated[int, typer.Option(min=0, max=24, help="Jurors; 0: the judge decides.")]
Juror = Annotated[str, typer.Option(metavar="AGENT", help="Who sits on the jury.")]
Rule = Annotated[JuryRule, typer.Option("--jury-rule", help="How many of them must agree.")]
Visible = Annotated[
    Mode, typer.Option("--mode", help="All see every exhibit, or each side its own.")
]
Seed = Annotated[int, typer.Option(help="Of every choice that is made.")]
Trials = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Rows of real trials: the cases are those of this file."),
]
Mask = Annotated[bool, typer.Option("--mask", help="Put other names for the names, one for one.")]
Run = Annotated[str | None, typer.Option("--run", metavar="NAME", help="The run, to the ledger.")]


def open_files(
    cases: Sequence[str], trials: Path | None, *, mask: bool, seed: int
) -> "list[CaseFile]":
    """The cases that are named: written ones, files, or rows of real trials; all if none is."""
    from voirdire.courtroom.cases.load import find_case, written_cases

    if trials is None:
        files = [find_case(each) for each in cases or written_cases()]
    else:
        from voirdire.courtroom.imports.read import read_trials

        held = {file.case.id: file for file in read_trials(trials)}
        if unknown := [each for each in cases if each not in held]:
            some = f"; there are {', '.join(list(held)[:3])} and others" if held else ""
            raise CaseError(str(trials), f"has no trial {unknown[0]!r}{some}")
        files = [held[each] for each in cases] if cases else list(held.values())
    if mask:
        from voirdire.courtroom.imports.masking import mask_case

        files = [mask_case(file, seed) for file in files]
    return files


@contextmanager
def open_chats(
    *, ledger: str | None, run: str | None, budget: "Budget"
) -> "Iterator[Callable[[str], Chat]]":
    """Models by their names, with one ledger and budget; what was paid is said at the end."""
    from voirdire.cli.streams import say

    chats: dict[str, Chat] = {}
    ledgers: list[Ledger] = []
    name = run or f"trial-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}"

    def chat_of(model: str) -> "Chat":
        # Only where a model is named: models and the ledger take a second to load.
        from voirdire.llm.chat import Chat
        from voirdire.llm.ledger import Ledger

        if not ledgers:
            ledgers.append(Ledger.open(ledger))
        if model not in chats:
            chats[model] = Chat(model, ledgers[0], name, budget)
        return chats[model]

    try:
        yield chat_of
        for model, chat in chats.items():
            spent = chat.spent
            dollars = "dollars not known" if spent.dollars is None else f"${spent.dollars:.4f}"
            say(f"{model}: {spent.calls} calls paid ({spent.tokens} tokens, {dollars})")
    finally:
        for opened in ledgers:
            opened.close()


@contextmanager
def open_agents(
    seats: Mapping[str, str],
    files: "list[CaseFile]",
    *,
    seed: int,
    ledger: str | None,
    run: str | None,
    budget: "Budget",
) -> "Iterator[dict[str, Agent]]":
    """The agent of each seat; models as `open_chats` has them."""
    from voirdire.courtroom.agents.registry import open_agent

    # An agent of one's own lies beside where the command is given, as with `python -m`.
    if "" not in sys.path:
        sys.path.insert(0, "")
    with open_chats(ledger=ledger, run=run, budget=budget) as chat_of:
        yield {
            seat: open_agent(agent, seed=seed, chat_factory=chat_of, case_files=files)
            for seat, agent in seats.items()
        }
