"""A trial that outlives the process: one SQLite file holds its header, seats and actions.

State = case + seed + actions, so any process that reads the file has the trial. Each step is one
transaction: actions that other processes have committed are played first, then the token and the
idempotency key are looked at, the action is played, written and committed. A process killed at
any moment leaves the trial as it was after the last commit.

A key is of whoever holds a token, in all the seats that it holds: it is looked for before the
seat on turn is asked for, so that an action sent again is not made in the next seat's name.

Without a file the same class keeps everything in memory and pays for none of it. The case's text
and key are never written: whoever opens a file must bring the case, which is held against a hash.
"""

import hashlib
import json
import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import RLock

from voirdire.courtroom.actions import action_record, parse_action, with_seat
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.ledger_file import Header, LedgerFile, translated, write_new
from voirdire.courtroom.observation import Observation
from voirdire.courtroom.record import entry_record
from voirdire.courtroom.rules import ENGINE_VERSION
from voirdire.courtroom.types import Action, Case, Ending, Entry, Options
from voirdire.errors import (
    BadTokenError,
    EpisodeOverError,
    KeyReusedError,
    MalformedActionError,
    SeatTakenError,
    TrialLedgerError,
    VoirdireError,
)

# In place of an action, in the name of a seat that has kept the others waiting too long.
_FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class Committed:
    """An entry that the ledger holds; `repeated` when this key had brought it before."""

    entry: Entry
    repeated: bool


def case_hash(case: Case) -> str:
    """The hash of what the parties may see of a case."""
    text = json.dumps(asdict(case), ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class TrialLedger:
    """A trial, who holds its seats, and the file that keeps both; safe to share among threads.

    Raises (any call that reads or writes the file):
        CapacityError: other processes kept the file busy; the call may be repeated.
        TrialLedgerError: the file is damaged, or was written by another engine or for
            another case.
    """

    def __init__(self, header: Header, case: Case, file: LedgerFile | None) -> None:
        self.header = header
        self.trial = Trial(case, seed=header.seed, options=header.options)
        self._case = case
        self._file = file
        self._lock = RLock()
        self._tokens: dict[str, bytes] = {}
        # By seat and idempotency key: the entry that came with it.
        self._keys: dict[tuple[str, str], Entry] = {}
        self._rows = 0
        self._last = time.time()

    @classmethod
    def create(
        cls, path: Path | None, trial: str, case: Case, *, seed: int = 0, options: Options
    ) -> "TrialLedger":
        """A new trial, in a new file or, with `path` None, in memory.

        Raises:
            TrialExistsError: there is such a file.
        """
        header = Header(trial, case.id, case_hash(case), seed, options)
        if path is not None:
            with translated(path):
                write_new(path, header)
            return cls.open(path, case)
        return cls(header, case, None)

    @classmethod
    def open(cls, path: Path, case: Case) -> "TrialLedger":
        """The trial in a file, as far as it has come."""
        with translated(path):
            file = LedgerFile(path)
            try:
                header = file.header
                if header.engine != ENGINE_VERSION:
                    raise TrialLedgerError(
                        path, f"was played by {header.engine}; this engine is {ENGINE_VERSION}"
                    )
                if (header.case, header.case_hash) != (case.id, case_hash(case)):
                    raise TrialLedgerError(
                        path, f"is a trial of {header.case!r} in another wording than the case here"
                    )
                ledger = cls(header, case, file)
                ledger.catch_up()
            except BaseException:
                file.close()
                raise
            return ledger

    def close(self) -> None:
        """Let go of the file; the trial stays in it."""
        with self._lock:
            if self._file:
                self._file.close()

    def join(self, seats: tuple[str, ...], token: str | None = None) -> str:
        """Take free seats, or come back to those that the token holds; all of them or none.

        Returns:
            The token that holds the seats from now on.

        Raises:
            MalformedActionError: the trial has no such seat.
            SeatTakenError: another holds one of them.
            BadTokenError: a token was given and one of the seats is not held by it.
        """
        with self._lock, self._exclusive():
            if token is not None:
                for seat in seats:
                    self._require_holder(seat, token)
                return token
            held = self._seat_tokens()
            for seat in seats:
                self._require_seat(seat)
                if seat in held:
                    raise SeatTakenError(self.header.trial, seat)
            token = secrets.token_urlsafe(24)
            for seat in seats:
                self._tokens[seat] = _hashed(token)
                if self._file:
                    self._file.hold(seat, _hashed(token))
            return token

    def apply(self, seat: str | None, token: str, key: str | None, action: Action) -> Committed:
        """Play and commit an action of a seat, or find the entry that its key brought before.

        Without `seat` the action is of the seat that it names, or else of whichever is on turn
        unless the key is known: then it is the action of the seat that it was of before.

        Raises:
            MalformedActionError: the trial has no such seat.
            BadTokenError: the token does not hold the seat, or the action names another.
            KeyReusedError: the token's key came with another action, or in another seat.
            EpisodeOverError: the trial is over; with a known key the entry is found all the same.
        """
        action = self.trial.in_words_of_case(parse_action(action))
        with self._lock, self._exclusive():
            self._play_new_rows()
            seat = seat or action.seat
            if seat:
                self._require_holder(seat, token)
            if action.seat not in (None, seat):
                raise BadTokenError(self.header.trial, str(action.seat))
            known = self._known(token, key) if key is not None else None
            if known:
                if known.action != with_seat(action, seat or known.seat):
                    raise KeyReusedError(str(key))
                return Committed(known, True)
            if not seat:
                seat = self.trial.seat
                self._require_holder(seat, token)
            entry = self.trial.apply(with_seat(action, seat))
            self._commit(entry.seat, key, entry)
            return Committed(entry, False)

    def observe(self, seat: str, token: str, *, caught_up: bool = False) -> Observation:
        """What a seat sees now, with all that other processes have committed.

        `caught_up` says that the caller has just acted or caught up, and need not ask the file.
        """
        with self._lock:
            if not caught_up:
                self.catch_up()
            self._require_holder(seat, token)
            return self.trial.observe(seat)

    def forfeit_silent(self, seconds: float, token: str, since: float) -> bool:
        """End the trial if the seat on turn has kept the holder of a token waiting too long.

        The trial is then cut short for that seat and says nothing of the others. It is
        committed like an action, so that every process sees the same end. Whoever holds the
        seat on turn waits for nobody, and ends nothing by asking.

        Args:
            seconds: How long a seat may take.
            token: Of whoever waits.
            since: The time (as of `time.time`) before which no seat could have acted.
        """
        with self._lock:
            self.catch_up()
            if not self._is_silent(seconds, token, since):
                return False
            with self._exclusive():
                self._play_new_rows()
                if not self._is_silent(seconds, token, since):
                    return False
                self._end_for(self.trial.seat)
                self._commit(self.trial.seat, None, None)
                return True

    def catch_up(self) -> None:
        """Play what other processes have committed."""
        with self._lock, self._translated():
            self._play_new_rows()

    def log(self) -> str:
        """The record, one JSON object an entry and line; the same in every process and run."""
        with self._lock:
            self.catch_up()
            rows = [entry_record(each) for each in self.trial.entries()]
        return "".join(json.dumps(row, ensure_ascii=False, sort_keys=True) + "\n" for row in rows)

    @property
    def held_seats(self) -> frozenset[str]:
        """The seats that somebody holds."""
        with self._lock:
            return frozenset(self._seat_tokens())

    def _is_silent(self, seconds: float, token: str, since: float) -> bool:
        return (
            self.trial.ending is None
            and time.time() - max(self._last, since) > seconds
            and self.trial.seat not in self._seats_of(token)
        )

    def _end_for(self, seat: str) -> None:
        self.trial.ending = Ending(False, True, reason="disqualified", seat=seat)

    def _require_seat(self, seat: str) -> None:
        if seat not in self.trial.seats:
            seats = ", ".join(self.trial.seats)
            raise MalformedActionError(f"no seat {seat!r} in this trial; it has {seats}")

    def _require_holder(self, seat: str, token: str) -> None:
        self._require_seat(seat)
        if seat not in self._seats_of(token):
            raise BadTokenError(self.header.trial, seat)

    def _seats_of(self, token: str) -> list[str]:
        """The seats that a token holds; taken together, all of them are known here or none."""
        return _held(self._tokens, token) or _held(self._seat_tokens(), token)

    def _known(self, token: str, key: str) -> Entry | None:
        """The entry that the key brought before, in any of the token's seats."""
        entries = (self._keys.get((seat, key)) for seat in self._seats_of(token))
        return next((entry for entry in entries if entry), None)

    def _seat_tokens(self) -> Mapping[str, bytes]:
        # A token once given out stays: only seats not known here can be news.
        if self._file and len(self._tokens) < len(self.trial.seats):
            with self._translated():
                self._tokens = self._file.tokens()
        return self._tokens

    def _play_new_rows(self) -> None:
        if self._file is None:
            return
        for number, seat, key, text, code, at in self._file.rows_after(self._rows):
            if code == _FORFEIT:
                self._end_for(seat)
            else:
                problem = f"entry {number} does not come out as it is written"
                try:
                    entry = self.trial.apply(parse_action(text))
                except (MalformedActionError, EpisodeOverError) as error:
                    # No client of today gave it.
                    raise TrialLedgerError(self._file.path, problem) from error
                if (entry.number, entry.seat, entry.code) != (number, seat, code):
                    raise TrialLedgerError(self._file.path, problem)
                if key is not None:
                    self._keys[seat, key] = entry
            self._rows, self._last = number, at

    def _commit(self, seat: str, key: str | None, entry: Entry | None) -> None:
        """Write an entry, or (None) that the seat has forfeited the trial."""
        number, at = self._rows + 1, time.time()
        if self._file:
            text = code = _FORFEIT
            if entry:
                text = json.dumps(action_record(entry.action), ensure_ascii=False)
                code = entry.code
            self._file.insert((number, seat, key, text, code, at))
        if entry and key is not None:
            self._keys[seat, key] = entry
        self._rows, self._last = number, at

    @contextmanager
    def _exclusive(self) -> Iterator[None]:
        """One transaction; what it played but could not commit is taken back."""
        if self._file is None:
            yield
            return
        with self._translated():
            try:
                with self._file.transaction():
                    yield
            except VoirdireError:
                # Raised before anything was played.
                raise
            except BaseException:
                self._begin_anew()
                raise

    def _begin_anew(self) -> None:
        self.trial = Trial(self._case, seed=self.header.seed, options=self.header.options)
        self._keys, self._rows, self._tokens = {}, 0, {}

    @contextmanager
    def _translated(self) -> Iterator[None]:
        if self._file is None:
            yield
            return
        with translated(self._file.path):
            yield


def _hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def _held(tokens: Mapping[str, bytes], token: str) -> list[str]:
    hashed = _hashed(token)
    return [seat for seat, each in tokens.items() if secrets.compare_digest(hashed, each)]
