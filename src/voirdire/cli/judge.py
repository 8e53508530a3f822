"""`voirdire check --model`: checked briefs with open holdings in, judged ones out.

Imported only when a model is named: models, ledger and event loop take a second to load.
"""

import asyncio
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from voirdire.citecheck.holding_judge import judge_holdings
from voirdire.cli.streams import say
from voirdire.errors import VoirdireError
from voirdire.llm.budget import Budget
from voirdire.llm.chat import Chat, Spent
from voirdire.llm.ledger import Ledger

if TYPE_CHECKING:
    from voirdire.citecheck.types import BriefReport

_LONGEST_STEM = 40
_HERE = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """What `voirdire check` was told of the model. `ledger` None: the usual one."""

    model: str
    ledger: str | None = None
    run: str | None = None
    max_calls: int | None = None
    max_tokens: int | None = None
    max_dollars: float | None = None


@contextmanager
def open_judge(
    options: JudgeOptions, files: list[str], *, offline: bool
) -> Iterator["Callable[[BriefReport], BriefReport]"]:
    """What judges the holdings of one report after another.

    At the end standard error says what was asked, recalled and paid.

    Raises:
        VoirdireError: the model or the ledger cannot be opened, or the model is on another
            machine although `offline` forbids connections.
    """
    if offline and _is_elsewhere(options.model):
        raise VoirdireError(
            f"--offline opens no connection, and {options.model} is on another machine: leave "
            "--offline out, or name a model of this machine"
        )
    ledger = Ledger.open(options.ledger)
    try:
        budget = Budget(options.max_calls, options.max_tokens, options.max_dollars)
        chat = Chat(options.model, ledger, options.run or _run_name(files), budget)
        with asyncio.Runner() as runner:

            def judge(report: "BriefReport") -> "BriefReport":
                with _progress(len(files) == 1) as on_answer:
                    return runner.run(judge_holdings(report, chat, on_answer))

            yield judge
        say(_said_of(options.model, chat.spent))
    finally:
        ledger.close()


def _is_elsewhere(model: str) -> bool:
    """Whether asking a model opens a connection to another machine."""
    kind, _, rest = model.partition(":")
    if kind == "openai-compatible":
        try:
            return urlsplit(rest.partition("#")[0]).hostname not in _HERE
        except ValueError:
            # No address: what opens the model says so.
            return False
    return kind in ("anthropic", "openai")


def _run_name(files: list[str]) -> str:
    stem = re.sub(r"[^A-Za-z0-9._-]+", "-", Path(files[0]).stem)[:_LONGEST_STEM].strip("-")
    more = f"-and-{len(files) - 1}-more" if len(files) > 1 else ""
    return f"check-{stem or 'stdin'}{more}-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}"


def _said_of(model: str, spent: Spent) -> str:
    dollars = "dollars not known" if spent.dollars is None else f"${spent.dollars:.4f}"
    failed = f", {spent.failed} failed" if spent.failed else ""
    calls = "1 call" if spent.calls == 1 else f"{spent.calls} calls"
    return (
        f"{model}: {calls} paid ({spent.tokens} tokens, {dollars}), "
        f"{spent.recalled.calls} recalled{failed}"
    )


@contextmanager
def _progress(is_only_file: bool) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on a terminal; of several files there is one bar already."""
    if not is_only_file or sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Judging holdings", total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
