"""The SQLite file of a library: its form, opening it to read, replacing it whole.

A library on disk is never changed in place. Writing happens in a copy beside it, which
takes its place in one step when all is in it: whoever reads sees the old library or the
new one, and a killed writer leaves the old one. The writer holds SQLite's lock on the old
file meanwhile, so a second writer waits.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from voirdire.errors import LibraryError

FILE_NAME = "library.sqlite"
VERSION = 1
_APPLICATION = 0x566F6972
_WAIT_SECONDS = 5.0

_SCHEMA = """
CREATE TABLE cases (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    names TEXT NOT NULL,
    court TEXT,
    date TEXT,
    year INTEGER,
    docket_number TEXT,
    source TEXT NOT NULL,
    url TEXT
);
-- One row for each edition that a written citation may stand for; `choice` 0 is the likeliest.
CREATE TABLE citations (
    case_key INTEGER NOT NULL REFERENCES cases (key),
    position INTEGER NOT NULL,
    choice INTEGER NOT NULL,
    sure INTEGER NOT NULL,
    volume TEXT NOT NULL,
    edition TEXT NOT NULL,
    page TEXT NOT NULL,
    page_number INTEGER,
    last_page TEXT,
    sure_end INTEGER,
    PRIMARY KEY (case_key, position, choice)
) WITHOUT ROWID;
CREATE INDEX citations_by_page ON citations (edition, volume, page);
CREATE INDEX citations_by_number ON citations (edition, volume, page_number, sure_end);
CREATE TABLE opinions (
    case_key INTEGER PRIMARY KEY REFERENCES cases (key),
    worth INTEGER NOT NULL,
    text BLOB NOT NULL,
    layout BLOB NOT NULL
);
CREATE TABLE records (
    digest BLOB PRIMARY KEY,
    id TEXT NOT NULL,
    case_key INTEGER NOT NULL REFERENCES cases (key)
) WITHOUT ROWID;
CREATE INDEX records_by_id ON records (id);
CREATE INDEX records_by_case ON records (case_key);
CREATE TABLE words (word TEXT PRIMARY KEY, opinions INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE reporters (abbreviation TEXT PRIMARY KEY, declaration TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE whole_volumes (
    edition TEXT NOT NULL, volume TEXT NOT NULL, PRIMARY KEY (edition, volume)
) WITHOUT ROWID;
"""

NAME_WORDS = """
CREATE TABLE IF NOT EXISTS name_words (
    word TEXT NOT NULL, case_key INTEGER NOT NULL, PRIMARY KEY (word, case_key)
) WITHOUT ROWID
"""
"""Which cases have a word in a name. Libraries made before it was kept lack the table."""


def open_to_read(directory: Path) -> sqlite3.Connection:
    """A connection that cannot write, to a library that is there and of this version."""
    path = directory / FILE_NAME
    _require_file(path)
    with translated(path):
        connection = sqlite3.connect(
            f"{path.resolve().as_uri()}?mode=ro",
            uri=True,
            timeout=_WAIT_SECONDS,
            check_same_thread=False,
        )
    try:
        with translated(path):
            _require_version(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def rewritten(directory: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a copy of the library, which replaces it when the block ends well.

    The library is made when it is not there. When the block raises, or changes nothing,
    the library stays as it was.
    """
    path = directory / FILE_NAME
    copy = directory / f"{FILE_NAME}.new"
    made = make_if_absent(path)
    with _only_writer(path) as lock, translated(path):
        # Whoever waits for the lock in vain leaves the copy and the library alone: they are
        # another writer's. The lock keeps other writers off; readers may go on.
        replaced = False
        try:
            _copy(path, copy)
            with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
                # Nobody reads the copy, and a broken one is thrown away.
                connection.execute("PRAGMA journal_mode = OFF")
                connection.execute("PRAGMA synchronous = OFF")
                connection.execute("BEGIN")
                yield connection
                changed = connection.total_changes
                connection.execute("COMMIT")
            if changed:
                _flush(copy)
                copy.replace(path)
                replaced = True
                _flush(directory)
        finally:
            if not replaced:
                copy.unlink(missing_ok=True)
                if made:
                    path.unlink(missing_ok=True)
        lock.execute("ROLLBACK")


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn SQLite's and the system's errors into one line each."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise LibraryError(path, _problem(error)) from error
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        # The driver reads its own messages as UTF-8, and they quote what is damaged.
        said = " ".join(str(error).split())
        raise LibraryError(
            path, f"is damaged or no library ({said}); make it anew with `voirdire library add`"
        ) from error
    except OSError as error:
        raise LibraryError(path, f"cannot be written: {error.strerror or error}") from error


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """As `translated`; rows that are no text or of another shape are damage as well."""
    with translated(path):
        try:
            yield
        except (ValueError, TypeError, KeyError) as error:
            raise LibraryError(
                path, "is damaged; make it anew with `voirdire library add`"
            ) from error


def _problem(error: sqlite3.OperationalError) -> str:
    # Without a name: the driver's own error, text that is no UTF-8.
    name: str = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return "is being written by another program; try again when that has ended"
    if name.startswith("SQLITE_READONLY"):
        return "cannot be written: the file or its directory is read-only"
    if name.startswith("SQLITE_CANTOPEN"):
        return "cannot be opened or written; check the rights to it and to its directory"
    if name.startswith("SQLITE_FULL"):
        return "cannot be written: the disk is full"
    said = " ".join(str(error).split())
    return f"cannot be read ({said}); make it anew with `voirdire library add`"


def _require_file(path: Path) -> None:
    if path.is_file():
        return
    if not path.parent.is_dir():
        problem = "there is no such directory"
    elif path.exists():
        problem = "is not a file"
    else:
        problem = "there is no library here"
    raise LibraryError(path, f"{problem}; make one with `voirdire library add PATH...`")


def _require_version(connection: sqlite3.Connection, path: Path) -> None:
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if application != _APPLICATION:
        raise LibraryError(path, "is not a Voirdire library; give another directory")
    if version != VERSION:
        raise LibraryError(
            path,
            f"is a library of version {version}, and this program reads version {VERSION}; "
            "move it away and rebuild it with `voirdire library add PATH...`",
        )


def make_if_absent(path: Path) -> bool:
    """Put an empty library at `path` unless something is there; say whether it was made."""
    if path.exists():
        _require_file(path)
        return False
    with translated(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        empty = path.with_name(f"{FILE_NAME}.{os.getpid()}")
        try:
            with closing(sqlite3.connect(empty)) as connection:
                connection.executescript(_SCHEMA)
                connection.execute(NAME_WORDS)
                connection.execute(f"PRAGMA application_id = {_APPLICATION}")
                connection.execute(f"PRAGMA user_version = {VERSION}")
            # A hard link, unlike a rename, never replaces what another writer has made.
            os.link(empty, path)
        except FileExistsError:
            return False
        except PermissionError:
            # File systems without hard links say so.
            empty.replace(path)
        finally:
            empty.unlink(missing_ok=True)
    return True


@contextmanager
def _only_writer(path: Path) -> Iterator[sqlite3.Connection]:
    """Hold the lock of the library that is at `path` once the lock is held."""
    while True:
        _require_file(path)
        with translated(path):
            held = path.stat()
            lock = sqlite3.connect(path, timeout=_WAIT_SECONDS, isolation_level=None)
        with closing(lock):
            with translated(path):
                _require_version(lock, path)
                lock.execute("BEGIN IMMEDIATE")
                # Another writer may have replaced the file while this one waited.
                current = path.exists() and os.path.samestat(held, path.stat())
            if current:
                yield lock
                return


def _copy(path: Path, copy: Path) -> None:
    # SQLite copies, and not the system: closing the file anew would drop this process's lock.
    copy.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
