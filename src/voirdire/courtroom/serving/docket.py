"""The trials of one server process, by id: in memory, or in a folder that other processes share.

A session that ends gives back its trial and ends nothing: the trial waits for whoever comes with
the token of a seat. In a folder a trial that nobody uses is let go of and read again when asked
for. In memory one that no session is in gives way when room is needed: if it is over, at once; if
not, after an hour in which nobody came, or a day when somebody has acted in it.
"""

import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from time import monotonic

from voirdire.courtroom.ledger import TrialLedger
from voirdire.courtroom.ledger_file import SUFFIX, read_header
from voirdire.courtroom.rewards import Score, SeatRewards, end_rewards
from voirdire.courtroom.scoring.types import TrialScores
from voirdire.courtroom.serving.case_set import CaseSet
from voirdire.courtroom.serving.wire import TRIAL_ID
from voirdire.courtroom.types import CaseFile, Options
from voirdire.errors import (
    CapacityError,
    MalformedActionError,
    TrialExistsError,
    TrialLedgerError,
    UnknownTrialError,
)

# Trials in a folder that are kept open although no session uses them.
_IDLE_KEPT = 64
# How long a trial in memory that is not over waits before it gives way to another.
_UNPLAYED_SECONDS = 3600.0
_PLAYED_SECONDS = 86_400.0
_RETRY_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a trial that is over brought; None where the server scores nothing."""

    scores: TrialScores | None
    rewards: SeatRewards | None


@dataclass(slots=True)
class _Kept:
    ledger: TrialLedger
    users: int = 0
    outcome: Outcome | None = None
    used: float = 0.0


class Docket:
    """Creates, finds and keeps trials; safe to share among threads.

    Args:
        cases: The cases that there can be trials of.
        folder: Where the trials' files stand; None keeps them in memory.
        score: Scores a trial that is over.
        max_trials: How many trials there may be at once, in memory or in the folder.
        turn_timeout_s: How long a seat may keep the others waiting before the trial is cut
            short for it; None for ever.

    `began` is the time at which it was made: nobody could act here before.
    """

    def __init__(
        self,
        cases: CaseSet,
        folder: Path | None = None,
        *,
        score: Score | None = None,
        max_trials: int = 10_000,
        turn_timeout_s: float | None = None,
    ) -> None:
        self.cases = cases
        self.turn_timeout_s = turn_timeout_s
        self.began = time.time()
        self._folder = folder
        self._score = score
        self._max_trials = max_trials
        # In the order in which they were last asked for.
        self._kept: dict[str, _Kept] = {}
        self._lock = Lock()

    def create(
        self, file: CaseFile, *, seed: int, options: Options, trial: str | None = None
    ) -> str:
        """A new trial; its id, one that nobody guesses unless the caller names it.

        Raises:
            CapacityError: there is no room for another.
            TrialExistsError: the id is taken.
        """
        trial = trial or secrets.token_hex(8)
        path = self._path(trial)
        with self._lock:
            if trial in self._kept:
                raise TrialExistsError(trial)
            self._make_room()
            ledger = TrialLedger.create(path, trial, file.case, seed=seed, options=options)
            self._kept[trial] = _Kept(ledger, used=monotonic())
        return trial

    def attach(self, trial: str) -> TrialLedger:
        """The trial of that id, kept until `detach`.

        Raises:
            UnknownTrialError: there is none.
            TrialLedgerError: its file cannot be used here.
        """
        with self._lock:
            kept = self._kept.pop(trial, None) or _Kept(self._open(trial))
            self._kept[trial] = kept
            kept.users += 1
            return kept.ledger

    def detach(self, trial: str) -> None:
        """Give a trial back."""
        with self._lock:
            kept = self._kept[trial]
            kept.users, kept.used = kept.users - 1, monotonic()
            if self._folder is not None:
                idle = [name for name, each in self._kept.items() if not each.users]
                for name in idle[:-_IDLE_KEPT]:
                    self._kept.pop(name).ledger.close()

    @contextmanager
    def using(self, trial: str) -> Iterator[TrialLedger]:
        """The trial of that id, for as long as the block runs."""
        ledger = self.attach(trial)
        try:
            yield ledger
        finally:
            self.detach(trial)

    def outcome(self, ledger: TrialLedger) -> Outcome:
        """Scores and rewards of a trial that is over, reckoned once."""
        assert ledger.trial.ending
        with self._lock:
            kept = self._kept.get(ledger.header.trial)
        if kept and kept.outcome:
            return kept.outcome
        outcome = self._reckon(ledger)
        if kept:
            kept.outcome = outcome
        return outcome

    def trials(self, limit: int = 100) -> list[str]:
        """Ids of trials, the latest first."""
        if self._folder is None:
            with self._lock:
                return list(reversed(self._kept))[:limit]
        paths = [(path.stat().st_mtime, path.name) for path in self._folder.glob(f"*{SUFFIX}")]
        return [name.removesuffix(SUFFIX) for _, name in sorted(paths, reverse=True)[:limit]]

    def close(self) -> None:
        """Let go of every file."""
        with self._lock:
            for kept in self._kept.values():
                kept.ledger.close()
            self._kept.clear()

    def _reckon(self, ledger: TrialLedger) -> Outcome:
        if self._score is None:
            return Outcome(None, None)
        file, trial = self.cases.find(ledger.header.case), ledger.trial
        scores = self._score(file, trial)
        return Outcome(scores, end_rewards(file, trial, scores))

    def _open(self, trial: str) -> TrialLedger:
        path = self._path(trial)
        if path is None:
            raise UnknownTrialError(trial)
        try:
            file = self.cases.find(read_header(path).case)
        except MalformedActionError as error:
            raise TrialLedgerError(path, f"{error}, of which it is a trial") from error
        return TrialLedger.open(path, file.case)

    def _path(self, trial: str) -> Path | None:
        # The id comes from outside and becomes the name of a file.
        if not re.fullmatch(TRIAL_ID, trial, re.ASCII):
            raise UnknownTrialError(trial)
        return self._folder / f"{trial}{SUFFIX}" if self._folder else None

    def _make_room(self) -> None:
        if self._folder is not None:
            # Beside a file that is open stand files of SQLite's own.
            if len(list(self._folder.glob(f"*{SUFFIX}"))) >= self._max_trials:
                raise CapacityError("the folder of trials is full", _RETRY_SECONDS)
            return
        if len(self._kept) < self._max_trials:
            return
        idle = [name for name, each in self._kept.items() if not each.users]
        over = (name for name in idle if self._kept[name].ledger.trial.ending)
        left = (name for name in idle if self._is_left(self._kept[name]))
        gone = next(over, None) or next(left, None)
        if gone is None:
            raise CapacityError("all trials are under way", _RETRY_SECONDS)
        del self._kept[gone]

    def _is_left(self, kept: _Kept) -> bool:
        """Whether nobody has come to the trial for so long that nobody is expected."""
        patience = _PLAYED_SECONDS if len(kept.ledger.trial) else _UNPLAYED_SECONDS
        return monotonic() - kept.used > patience
