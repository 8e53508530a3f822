"""A case and the agents of its seats to a trial that is played, kept and scored."""

import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TextIO

from voirdire.courtroom.agents.types import Agent
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.floors import floors_for
from voirdire.courtroom.record import (
    read_saved,
    scores_record,
    write_entry,
    write_header,
    write_result,
)
from voirdire.courtroom.run import Watch, run_trial
from voirdire.courtroom.scoring.trial import score_trial
from voirdire.courtroom.scoring.types import TrialScores
from voirdire.courtroom.types import CaseFile, Entry, Options
from voirdire.errors import CaseError


@dataclass(frozen=True, slots=True)
class TriedCase:
    """A case with its trial, over, and the scores; `agents` are the names by seat."""

    file: CaseFile
    trial: Trial
    agents: Mapping[str, str]
    scores: TrialScores


def try_case(
    file: CaseFile,
    agents: Mapping[str, Agent],
    *,
    seed: int = 0,
    options: Options | None = None,
    path: Path | None = None,
    watch: Watch | None = None,
) -> TriedCase:
    """Play a case to its end and score it.

    With a `path` every entry is written as it is made; a trial that was cut short there goes
    on, and one that is over is scored again and not played again. `watch` is told of every
    entry, those of before among them.

    Raises:
        CaseError: `path` holds another trial, cannot be written, or another process plays it.
    """
    terms = options or Options()
    names = {seat: agent.name for seat, agent in agents.items()}
    fresh = Trial(file.case, seed=seed, options=terms)
    with _kept(path, fresh, names) as (trial, stream):
        for entry in trial.entries():
            if watch:
                watch(trial, entry)

        def keep(trial: Trial, entry: Entry) -> None:
            if path and stream:
                with _written(path):
                    write_entry(stream, entry)
            if watch:
                watch(trial, entry)

        ending = run_trial(trial, agents, keep)
        scores = score_trial(file, trial, floors_for(file, terms))
        if path and stream:
            with _written(path):
                write_result(stream, ending, scores)
    return TriedCase(file, trial, names, scores)


def tried_record(tried: TriedCase) -> dict[str, Any]:
    """A tried case as JSON has it: who sat where, how it ended, what each seat scored."""
    ending = tried.trial.ending
    return {
        "case": tried.trial.case.id,
        "seed": tried.trial.seed,
        "agents": dict(tried.agents),
        "entries": len(tried.trial),
        "ending": asdict(ending) if ending else None,
        "truth": tried.file.key.decision,
        "scores": scores_record(tried.scores),
    }


def _is_begun(path: Path) -> bool:
    """Whether something is kept there. What is no plain file (/dev/null) is never replaced."""
    try:
        if path.exists() and not path.is_file():
            raise CaseError(str(path), "is not a file in which a trial can be kept")
        return path.exists() and path.stat().st_size > 0
    except OSError as error:
        raise CaseError(str(path), f"cannot be read ({error.strerror})") from error


def _taken_up(path: Path, fresh: Trial, names: Mapping[str, str]) -> Trial:
    saved = read_saved(path)
    held = saved.trial
    same = (held.case, held.seed, held.options) == (fresh.case, fresh.seed, fresh.options)
    if not same or dict(saved.agents) != dict(names):
        raise CaseError(str(path), "holds another trial; give another path")
    return held


@contextmanager
def _kept(
    path: Path | None, fresh: Trial, names: Mapping[str, str]
) -> Iterator[tuple[Trial, TextIO | None]]:
    """The trial in a file, or a fresh one, and the file, held until the block ends.

    It is rewritten up to here: a torn last line is not left in it.
    """
    if path is None:
        yield fresh, None
        return
    with ExitStack() as held:
        with _written(path), ExitStack() as before:
            begun, new = _is_begun(path), not path.exists()
            if not new:
                before.enter_context(_alone(path))
            trial = _taken_up(path, fresh, names) if begun else fresh
            _put_in_place(path, trial, names, new=new)
            held.enter_context(_alone(path))
            stream = held.enter_context(_appended(path))
        yield trial, stream


def _put_in_place(path: Path, trial: Trial, names: Mapping[str, str], *, new: bool) -> None:
    """Write a trial beside its file and then give it the name, so that no kill leaves a half."""
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as stream:
            write_header(stream, trial, names)
            for entry in trial.entries():
                write_entry(stream, entry)
        if new:
            # Unlike a renaming, this fails where another process was quicker.
            os.link(part, path)
        else:
            part.replace(path)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _appended(path: Path) -> Iterator[TextIO]:
    stream = path.open("a", encoding="utf-8", newline="\n")
    try:
        yield stream
    finally:
        # Each line is flushed: what fails now has failed before, and was said then.
        with suppress(OSError):
            stream.close()


@contextmanager
def _written(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CaseError(str(path), f"cannot be written ({error.strerror})") from error


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Keep other processes from the file of a trial, where the system can."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with path.open("a") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            ours = os.path.samestat(os.fstat(stream.fileno()), path.stat())
        except BlockingIOError:
            ours = False
        except OSError:
            # A file system without locks.
            ours = True
        if not ours:
            raise CaseError(str(path), "another process plays it; wait for its end")
        yield
