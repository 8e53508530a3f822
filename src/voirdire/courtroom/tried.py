"""A case and the agents of its seats to a trial that is played, kept and scored."""

import os
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TextIO

from voirdire.courtroom.agents.failures import Failure, Missed, failures_of
from voirdire.courtroom.agents.types import Agent
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.floors import floors_for
from voirdire.courtroom.record import (
    SavedTrial,
    read_saved,
    scores_record,
    write_entry,
    write_header,
    write_result,
)
from voirdire.courtroom.run import Watch, by_seat, run_trial
from voirdire.courtroom.scoring.trial import score_trial
from voirdire.courtroom.scoring.types import TrialScores
from voirdire.courtroom.types import CaseFile, Entry, Options
from voirdire.errors import CaseError


@dataclass(frozen=True, slots=True)
class TriedCase:
    """A case with its trial, over, and the scores; `agents` are the names by seat.

    `failures`: what models could not do. The scores are those of the trial as it was played,
    with the safest actions in it that stand in for theirs.
    """

    file: CaseFile
    trial: Trial
    agents: Mapping[str, str]
    scores: TrialScores
    failures: tuple[Failure, ...] = ()

    @property
    def missed(self) -> dict[str, Missed]:
        """By seat, what its model missed; the seats that missed nothing are not in it."""
        return count_missed(self.trial, self.failures)

    @property
    def verdict_stands_in(self) -> bool:
        """Whether the verdict is no model's: see `is_stand_in`."""
        return is_stand_in(self.trial, self.failures)

    def stands_in(self, entry: int) -> bool:
        """Whether the entry of that number is the safest action and not the model's."""
        return any(each.turn == entry and each.is_missed_turn for each in self.failures)


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
        ModelError, BudgetSpentError: a model cannot be asked; what was played is kept.
    """
    terms, agents = options or Options(), by_seat(agents)
    names = {seat: agent.name for seat, agent in agents.items()}
    fresh = SavedTrial(Trial(file.case, seed=seed, options=terms), names, None)
    before = {seat: len(failures_of(agent)) for seat, agent in agents.items()}
    with _kept(path, fresh) as (saved, stream):
        trial, failures = saved.trial, list(saved.failures)
        for entry in trial.entries():
            if watch:
                watch(trial, entry)

        def keep(trial: Trial, entry: Entry) -> None:
            said = failures_of(agents[entry.seat])[before[entry.seat] :]
            new = _at(said, trial, entry)
            failures.extend(new)
            if path and stream:
                with _written(path):
                    write_entry(stream, entry, new)
            if watch:
                watch(trial, entry)

        ending = run_trial(trial, agents, keep)
        scores = score_trial(file, trial, floors_for(file, terms))
        if path and stream:
            with _written(path):
                write_result(stream, ending, scores)
    return TriedCase(file, trial, names, scores, tuple(failures))


def count_missed(trial: Trial, failures: Iterable[Failure]) -> dict[str, Missed]:
    """By seat, in their order, what the models missed that missed turns."""
    missed = [each.seat for each in failures if each.is_missed_turn]
    turns = [entry.seat for entry in trial.entries()]
    return {
        seat: Missed(turns.count(seat), missed.count(seat))
        for seat in trial.seats
        if seat in missed
    }


def is_stand_in(trial: Trial, failures: Iterable[Failure]) -> bool:
    """Whether the decision of a trial is the safest action of a model without an answer.

    With a jury: whether, without such ballots, too few are left for what was found.
    """
    ending, options = trial.ending, trial.options
    if ending is None or ending.decision is None:
        return False
    missed = {each.turn for each in failures if each.is_missed_turn}
    if not options.jurors:
        return len(trial) in missed
    if ending.decision == trial.case.decisions.undecided:
        return False
    ballots = [e for e in trial.entries() if e.phase == "deliberation" and e.code == "accepted"]
    own = sum(
        each.action.decision == ending.decision and each.number not in missed
        for each in ballots[-options.jurors :]
    )
    unanimous = options.jury_rule == "unanimity"
    return own < (options.jurors if unanimous else options.jurors // 2 + 1)


def tried_record(tried: TriedCase) -> dict[str, Any]:
    """A tried case as JSON has it: who sat where, how it ended, what each seat scored.

    `missed` has by seat how many of its turns had no usable answer, `failures` each of them.
    """
    ending = tried.trial.ending
    return {
        "case": tried.trial.case.id,
        "seed": tried.trial.seed,
        "agents": dict(tried.agents),
        "entries": len(tried.trial),
        "ending": asdict(ending) if ending else None,
        "truth": tried.file.key.decision,
        "verdict_stands_in": tried.verdict_stands_in,
        "missed": {seat: asdict(each) for seat, each in tried.missed.items()},
        "failures": [asdict(each) for each in tried.failures],
        "scores": scores_record(tried.scores),
    }


def _at(failures: Iterable[Failure], trial: Trial, entry: Entry) -> list[Failure]:
    """Those of the turn of an entry; an agent may play other trials too."""
    turn = (trial.case.id, entry.seat, entry.number)
    return [each for each in failures if (each.case_id, each.seat, each.turn) == turn]


def _is_begun(path: Path) -> bool:
    """Whether something is kept there. What is no plain file (/dev/null) is never replaced."""
    try:
        if path.exists() and not path.is_file():
            raise CaseError(str(path), "is not a file in which a trial can be kept")
        return path.exists() and path.stat().st_size > 0
    except OSError as error:
        raise CaseError(str(path), f"cannot be read ({error.strerror})") from error


def _taken_up(path: Path, fresh: SavedTrial) -> SavedTrial:
    saved = read_saved(path)
    held, wanted = saved.trial, fresh.trial
    same = (held.case, held.seed, held.options) == (wanted.case, wanted.seed, wanted.options)
    if not same or dict(saved.agents) != dict(fresh.agents):
        raise CaseError(str(path), "holds another trial; give another path")
    return saved


@contextmanager
def _kept(path: Path | None, fresh: SavedTrial) -> Iterator[tuple[SavedTrial, TextIO | None]]:
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
            saved = _taken_up(path, fresh) if begun else fresh
            _put_in_place(path, saved, new=new)
            held.enter_context(_alone(path))
            stream = held.enter_context(_appended(path))
        yield saved, stream


def _put_in_place(path: Path, saved: SavedTrial, *, new: bool) -> None:
    """Write a trial beside its file and then give it the name, so that no kill leaves a half."""
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as stream:
            write_header(stream, saved.trial, saved.agents)
            for entry in saved.trial.entries():
                write_entry(stream, entry, _at(saved.failures, saved.trial, entry))
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
