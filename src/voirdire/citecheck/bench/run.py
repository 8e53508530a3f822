"""Run a system over excerpts: answers into a folder, one by one, resumed after any stop.

A run is a folder: `run.json` says what was run on what, `answers.jsonl` holds one `Answer` a
line, appended and flushed as each is done. Running it again asks only what has no answer yet
or ended in an error; of several answers to one excerpt the last counts.
"""

import asyncio
import json
import math
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from types import UnionType
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from voirdire.citecheck.excerpts import Answer, Excerpt, Prediction
from voirdire.errors import VoirdireError

if TYPE_CHECKING:
    from voirdire.citecheck.bench.systems import System

Failure = TypeVar("Failure", bound=BaseException)

ANSWERS = "answers.jsonl"
RUN = "run.json"


class RunError(VoirdireError):
    """A run folder cannot be used."""

    def __init__(self, where: Path, problem: str) -> None:
        super().__init__(f"{where}: {problem}")


@dataclass(frozen=True, slots=True)
class RunInfo:
    """What was run on what: `run.json`.

    `dataset` is the folder, `dataset_sha256` its hash (`files.dataset_hash`), `split` "train",
    "test" or "all", `limit` how many excerpts from the first on, None for all. `turns` and
    `calls` bound each excerpt. `ledger_run` is the run's name in the ledger, "" where no model
    is asked.
    """

    system: str
    model: str | None
    dataset: str
    dataset_sha256: str
    split: str
    limit: int | None
    turns: int
    calls: int
    ledger_run: str
    version: str


def resume_run(out: Path, info: RunInfo) -> tuple[RunInfo, dict[str, Answer]]:
    """Look whether a folder holds this run already; nothing is written.

    Returns:
        The run, with the name in the ledger that it has, and the answers that need not be
        asked again.

    Raises:
        RunError: the folder holds another run, or something that cannot be read.
    """
    if not (out / RUN).exists():
        return info, {}
    held = read_run(out)
    if differing := _difference(held, info):
        raise RunError(out, f"holds a run with another {differing}; name a new folder")
    answers = {name: answer for name, answer in read_answers(out).items() if not answer.error}
    return replace(info, ledger_run=held.ledger_run), answers


def _difference(held: RunInfo, wanted: RunInfo) -> str | None:
    """What keeps two runs from being one; where the dataset lies and how much of it do not."""
    for name in ("system", "model", "dataset_sha256", "split", "turns", "calls"):
        if getattr(held, name) != getattr(wanted, name):
            return name
    return None


def read_run(folder: Path) -> RunInfo:
    """What a run folder says of itself.

    Raises:
        RunError: it says nothing that can be read.
    """
    path = folder / RUN
    try:
        row = json.loads(path.read_text("utf-8"))
        known = {field.name for field in fields(RunInfo)}
        info = RunInfo(**{name: value for name, value in row.items() if name in known})
        _need(str, info.system, info.dataset, info.dataset_sha256, info.split, info.ledger_run)
        _need(str | None, info.model)
        _need(int, info.turns, info.calls)
        _need(int | None, info.limit)
    except (OSError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise RunError(path, f"is not the record of a run ({error})") from error
    return info


def _need(kind: type | UnionType, *values: object) -> None:
    for value in values:
        if not isinstance(value, kind) or isinstance(value, bool):
            raise TypeError(f"{str(value)[:40]!r} is of another type")


def read_answers(folder: Path) -> dict[str, Answer]:
    """The answers of a run by the id of their excerpt, the last where there are several.

    Raises:
        RunError: a line other than a torn last one is not an answer.
    """
    path = folder / ANSWERS
    if not path.exists():
        return {}
    try:
        lines = path.read_text("utf-8", "replace").split("\n")
    except OSError as error:
        raise RunError(path, f"cannot be read ({error.strerror or error})") from error
    # What stands behind the last line end was cut off in writing.
    answers = {}
    for number, line in enumerate(lines[:-1], 1):
        try:
            answer = answer_of(json.loads(line))
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise RunError(path, f"line {number} is not an answer ({error})") from error
        answers[answer.excerpt] = answer
    return answers


def answer_of(row: dict[str, Any]) -> Answer:
    """One line of `answers.jsonl` as an `Answer`.

    Raises:
        TypeError, KeyError: it has other fields, or of other types.
        ValueError: a number that is none.
    """
    predictions = tuple(Prediction(**prediction) for prediction in row["predictions"])
    answer = Answer(**{**row, "predictions": predictions})
    _need(str, answer.excerpt, answer.system, answer.error)
    for prediction in predictions:
        _need(str, prediction.text, prediction.why)
        _need(str | None, prediction.type)
    _need(int, answer.turns, answer.calls, answer.duplicates, answer.denied)
    _need(int, answer.input_tokens, answer.output_tokens)
    _need(int | float, answer.seconds)
    _need(int | float | None, answer.dollars)
    if not math.isfinite(answer.seconds + (answer.dollars or 0)):
        raise ValueError("seconds and dollars need a number")
    return answer


def _cut_torn_line(path: Path) -> None:
    """Drop what a killed run left half written at the end."""
    if not path.exists():
        return
    held = path.read_bytes()
    whole = held.rfind(b"\n") + 1
    if whole < len(held):
        with path.open("r+b") as file:
            file.truncate(whole)


def _hold(file: TextIO, out: Path) -> None:
    """Keep other processes out of a run while the file is open, where the system can."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise RunError(out, "another process is at this run; wait for its end") from error
    except OSError:
        # A file system without locks.
        return


def _write_whole(path: Path, text: str) -> None:
    """Write a file so that a full disk or a kill leaves what was there before."""
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        beside.write_text(text, "utf-8")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


async def run_system(
    excerpts: Sequence[Excerpt],
    system: "System",
    out: Path,
    info: RunInfo,
    *,
    workers: int = 12,
    on_answer: Callable[[Answer], None] = lambda _: None,
) -> None:
    """Ask a system about each excerpt, and append what it answers to the run's folder.

    Args:
        excerpts: Those that have no answer yet.
        system: What is asked; an exception becomes the `error` of that answer, but for a
            `VoirdireError`, after which nothing more can be asked.
        out: The run's folder, made if need be.
        info: What the folder is to say of the run, as `resume_run` returns it.
        workers: How many excerpts are under way at once.
        on_answer: Called as each answer is written.

    Raises:
        RunError: the folder cannot be written, or another process is at it.
        VoirdireError: the system cannot go on, as when its budget is spent. What was
            answered is kept.
    """
    waiting = iter(excerpts)
    try:
        out.mkdir(parents=True, exist_ok=True)
        with (out / ANSWERS).open("a", encoding="utf-8") as file:
            _hold(file, out)
            _write_whole(out / RUN, json.dumps(asdict(info), indent=1) + "\n")
            _cut_torn_line(out / ANSWERS)
            async with asyncio.TaskGroup() as group:
                for _ in range(max(1, min(workers, len(excerpts)))):
                    group.create_task(_work(waiting, system, file, on_answer))
    except* VoirdireError as errors:
        # The others were cancelled with the first; they are asked again in a rerun.
        raise _first(errors) from errors
    except* OSError as errors:
        raise RunError(out, f"cannot be written ({_first(errors)})") from errors


async def _work(
    waiting: Iterator[Excerpt],
    system: "System",
    file: TextIO,
    on_answer: Callable[[Answer], None],
) -> None:
    for excerpt in waiting:
        answer = await _ask(excerpt, system)
        file.write(json.dumps(asdict(answer), ensure_ascii=True) + "\n")
        file.flush()
        on_answer(answer)


def _first(errors: BaseExceptionGroup[Failure]) -> Failure:
    first = errors.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first


async def _ask(excerpt: Excerpt, system: "System") -> Answer:
    start = time.perf_counter()
    try:
        answer = await system.check(excerpt.id, excerpt.text)
    except VoirdireError:
        raise
    except Exception as error:  # noqa: BLE001 one excerpt's failure must not end the others
        said = " ".join(str(error).split())
        answer = Answer(excerpt.id, system.name, error=f"{type(error).__name__}: {said}")
    return answer if answer.seconds else replace(answer, seconds=time.perf_counter() - start)
