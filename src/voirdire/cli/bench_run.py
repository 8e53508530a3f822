"""`voirdire bench citations run`: a dataset and a system in, a folder of answers out."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voirdire.cli import options

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from voirdire.authorities.types import Source
    from voirdire.citecheck.bench.run import RunInfo
    from voirdire.citecheck.bench.systems import System
    from voirdire.citecheck.excerpts import Answer, Excerpt
    from voirdire.llm.budget import Budget


class SystemName(StrEnum):
    """Who checks the excerpts."""

    rules = "rules"
    plain = "plain"
    react = "react"
    reflexion = "reflexion"
    boed = "boed"
    claude_code = "claude-code"


class Part(StrEnum):
    """Which excerpts of a dataset."""

    train = "train"
    test = "test"
    all = "all"


def run(
    dataset: Annotated[Path, typer.Argument(metavar="DATASET", help="A folder made by `build`.")],
    system: Annotated[SystemName, typer.Option(help="Who checks the excerpts.")],
    out: Annotated[
        Path, typer.Option(metavar="RUN", help="The run's folder; one begun before goes on.")
    ],
    model: Annotated[
        str | None, typer.Option(metavar="NAME", help="The model; none for rules.")
    ] = None,
    library: options.Library = None,
    offline: options.Offline = False,
    split: Annotated[Part, typer.Option(help="Which excerpts.")] = Part.test,
    limit: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="The first N excerpts only.")
    ] = None,
    turns: Annotated[int, typer.Option(min=1, help="Requests to the model an excerpt.")] = 25,
    calls: Annotated[int, typer.Option(min=0, help="Tool calls an excerpt.")] = 30,
    ledger: options.Ledger = None,
    max_calls: options.MaxCalls = None,
    max_tokens: options.MaxTokens = None,
    max_dollars: options.MaxDollars = None,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="Processes, for rules.")] = 1,
) -> None:
    """Run a system over a dataset; what has an answer is not asked again.

    Ends with 0 when every excerpt has an answer, 2 when the dataset or an argument cannot be
    used, 3 when some have none: the system failed on them, or the budget is spent. Run it
    again to go on.
    """
    from voirdire.citecheck.bench.files import dataset_hash, read_dataset
    from voirdire.citecheck.bench.report import select
    from voirdire.citecheck.bench.run import RunInfo, resume_run
    from voirdire.llm.budget import Budget

    if jobs > 1 and system is not SystemName.rules:
        raise typer.BadParameter("only rules run in several processes", param_hint="--jobs")
    if system is SystemName.claude_code and (max_calls or max_tokens or max_dollars is not None):
        raise typer.BadParameter("no limit for all excerpts holds the command of claude-code")
    info = RunInfo(
        system.value,
        model,
        str(dataset.resolve()),
        dataset_hash(dataset),
        split.value,
        limit,
        turns,
        calls,
        "" if model is None and system is not SystemName.claude_code else _ledger_run(system.value),
        _version(),
    )
    # A split that is empty is said before a folder is made for it.
    excerpts = select(read_dataset(dataset), info.split, info.limit)
    info, done = resume_run(out, info)
    source = partial(_open_source, library, offline=offline)
    budget = Budget(max_calls, max_tokens, max_dollars)
    if system is SystemName.claude_code:
        opening = _opened_claude_code(info, library, ledger, offline=offline)
    else:
        opening = _opened(info, source, ledger, budget, jobs)
    with opening as opened:
        failed = _answer_all(info, excerpts, out, set(done), opened, jobs)
    raise typer.Exit(3 if failed else 0)


def _version() -> str:
    from voirdire import __version__

    return __version__


def _ledger_run(system: str) -> str:
    from secrets import token_hex

    return f"citations-{system}-{token_hex(4)}"


def _open_source(library: Path | None, *, offline: bool) -> "Source":
    from voirdire.authorities.library import Library
    from voirdire.authorities.sources import open_sources

    held = Library.open(library) if library is not None else None
    return open_sources(held, offline=offline)


@contextmanager
def _opened_claude_code(
    info: "RunInfo", library: Path | None, ledger: str | None, *, offline: bool
) -> "Iterator[System]":
    """Claude Code, which asks its model itself and opens the sources in a process of its own."""
    from voirdire.citecheck.agents.claude_code import ClaudeCode
    from voirdire.llm.ledger import Ledger

    held = Ledger.open(ledger)
    try:
        run, model = info.ledger_run, info.model
        yield ClaudeCode(library, held, run, offline, model, info.turns, info.calls)
    finally:
        held.close()


@contextmanager
def _opened(
    info: "RunInfo", source: partial["Source"], ledger: str | None, budget: "Budget", jobs: int
) -> "Iterator[System]":
    """The system of a run, with its processes or its ledger while it is in use."""
    from voirdire.citecheck.bench.systems import open_system

    # What is wrong with the library is said once, and not by every process.
    opened = source()
    if jobs > 1:
        from voirdire.citecheck.bench.processes import RuleProcesses

        with RuleProcesses(source, jobs) as rules:
            yield rules
        return
    if info.model is None:
        yield open_system(info.system, opened)
        return
    from voirdire.citecheck.agents.episode import ModelRun
    from voirdire.llm.chat import Chat
    from voirdire.llm.ledger import Ledger

    held = Ledger.open(ledger)
    try:
        open_chat = partial(Chat, info.model, held, info.ledger_run, budget)
        # A name that no model has, or a missing key, is said before anything is asked.
        open_chat()
        models = ModelRun(open_chat, held, info.ledger_run, info.turns, info.calls)
        yield open_system(info.system, opened, models)
    finally:
        held.close()


def _answer_all(
    info: "RunInfo",
    excerpts: "Sequence[Excerpt]",
    out: Path,
    done: set[str],
    system: "System",
    jobs: int,
) -> int:
    """Ask what has no answer; how many excerpts have none in the end."""
    import asyncio

    from voirdire.citecheck.bench.run import run_system
    from voirdire.cli.streams import say

    left = [excerpt for excerpt in excerpts if excerpt.id not in done]
    if len(left) < len(excerpts):
        say(f"{len(excerpts) - len(left)} of {len(excerpts)} excerpts were answered before")
    # Rules never wait: more than one at once would only hold answers back.
    workers = jobs if info.model is None else 12
    failed = []
    with show_progress(len(left)) as advance:

        def on_answer(answer: "Answer") -> None:
            if answer.error:
                failed.append(answer)
            advance()

        asyncio.run(run_system(left, system, out, info, workers=workers, on_answer=on_answer))
    for answer in failed[:5]:
        say(f"{answer.excerpt}: {answer.error}")
    if failed:
        say(f"{len(failed)} of {len(excerpts)} excerpts have no answer: run it again to go on")
    return len(failed)


@contextmanager
def show_progress(expected: int, what: str = "excerpts") -> "Iterator[Callable[[], None]]":
    """What to call as each answer is there: a bar on a terminal, else a line each tenth."""
    if sys.stderr is not None and sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task(what.capitalize(), total=expected)
            yield partial(progress.advance, task)
        return
    from voirdire.cli.streams import say

    start, done = time.monotonic(), 0

    def advance() -> None:
        nonlocal done
        done += 1
        if done * 10 // expected > (done - 1) * 10 // expected:
            left = (time.monotonic() - start) / done * (expected - done)
            say(f"{done} of {expected} {what}, about {left:.0f} s left")

    yield advance
