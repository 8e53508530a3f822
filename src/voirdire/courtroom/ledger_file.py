"""The SQLite file of a trial: its header, who holds its seats, and its actions, as rows.

Input and output: a `Header`, hashes of tokens, rows. Errors of SQLite become those of the package.
"""

import json
import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from voirdire.courtroom.rules import ENGINE_VERSION
from voirdire.courtroom.types import Options
from voirdire.errors import CapacityError, TrialExistsError, TrialLedgerError, UnknownTrialError

SUFFIX = ".trial.sqlite"
# How long a step waits for the steps of other processes, each of which takes a millisecond.
_BUSY_SECONDS = 10.0
_OPTIONS = TypeAdapter(Options)
_SCHEMA = """
CREATE TABLE header (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE seats (seat TEXT PRIMARY KEY, token BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE entries (
  number INTEGER PRIMARY KEY, seat TEXT NOT NULL, key TEXT, action TEXT NOT NULL,
  code TEXT NOT NULL, at REAL NOT NULL, UNIQUE (seat, key)
);
"""
_Row = tuple[int, str, str | None, str, str, float]


@dataclass(frozen=True, slots=True)
class Header:
    """What a trial is, before its first action. `case_hash` is of what the parties may see."""

    trial: str
    case: str
    case_hash: str
    seed: int
    options: Options
    engine: str = ENGINE_VERSION


def read_header(path: Path) -> Header:
    """What the trial in a file is.

    Raises:
        UnknownTrialError: there is no such file.
        TrialLedgerError: it is no ledger of a trial.
    """
    with translated(path), closing(LedgerFile(path)) as file:
        return file.header


class LedgerFile:
    """The rows of one file, over one connection."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=rw",
            uri=True,
            timeout=_BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            # A commit survives the end of the process; a loss of power may take the last ones.
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self.header = self._read_header()
        except BaseException:
            self._connection.close()
            raise

    def _read_header(self) -> Header:
        fields = dict(self._connection.execute("SELECT name, value FROM header"))
        try:
            return Header(
                trial=fields["trial"],
                case=fields["case"],
                case_hash=fields["case_hash"],
                seed=int(fields["seed"]),
                options=_OPTIONS.validate_json(fields["options"]),
                engine=fields["engine"],
            )
        except (KeyError, ValueError, ValidationError) as error:
            raise TrialLedgerError(self.path, "is no ledger of a trial") from error

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that the block writes, or nothing; no other process writes meanwhile."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def rows_after(self, number: int) -> list[_Row]:
        """The entries beyond that number, in order."""
        query = "SELECT * FROM entries WHERE number > ? ORDER BY number"
        return self._connection.execute(query, (number,)).fetchall()

    def insert(self, row: _Row) -> None:
        """Write an entry: number, seat, key, action, code, time."""
        self._connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", row)

    def tokens(self) -> dict[str, bytes]:
        """By seat, the hash of the token that holds it."""
        return dict(self._connection.execute("SELECT seat, token FROM seats"))

    def hold(self, seat: str, token: bytes) -> None:
        """Write who holds a seat."""
        self._connection.execute("INSERT INTO seats VALUES (?, ?)", (seat, token))

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()


def write_new(path: Path, header: Header) -> None:
    """Write a file whole and then give it its name, so that no process sees half of one."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f".{secrets.token_hex(8)}.draft")
    fields = {**asdict(header), "options": json.dumps(asdict(header.options))}
    try:
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        with closing(sqlite3.connect(draft, isolation_level=None)) as connection:
            # Nobody misses a file that a loss of power left without a name.
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.executescript(f"BEGIN; {_SCHEMA} COMMIT;")
            rows = [(name, str(value)) for name, value in fields.items()]
            connection.executemany("INSERT INTO header VALUES (?, ?)", rows)
        os.link(draft, path)
    except FileExistsError as error:
        raise TrialExistsError(header.trial) from error
    finally:
        for left in (
            draft,
            draft.with_name(f"{draft.name}-wal"),
            draft.with_name(f"{draft.name}-shm"),
        ):
            left.unlink(missing_ok=True)


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Errors of SQLite and the system on that file, while the block runs, as the package's."""
    try:
        yield
    except sqlite3.OperationalError as error:
        # The low byte is the kind of error, the rest its detail.
        code = error.sqlite_errorcode & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise CapacityError("the trial is busy", retry_after_s=1.0) from error
        if code == sqlite3.SQLITE_CANTOPEN and not path.exists():
            raise UnknownTrialError(path.name.removesuffix(SUFFIX)) from error
        raise TrialLedgerError(path, str(error)) from error
    except sqlite3.Error as error:
        raise TrialLedgerError(path, str(error)) from error
    except OSError as error:
        raise TrialLedgerError(path, f"cannot be used ({error.strerror})") from error
