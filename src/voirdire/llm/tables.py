"""The tables of a ledger, and how a file or a server is opened as one.

Input: a path or a database URL. Output: an SQLAlchemy engine whose tables exist and carry
the version below; anything else is a `LedgerError` of one line.
"""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    insert,
    inspect,
    select,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, OperationalError, SQLAlchemyError

from voirdire.errors import VoirdireError

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

VERSION = "1"
# Seconds that a writer waits for another process.
_BUSY = 60
# Of PostgreSQL's advisory locks: two processes make the tables one after the other.
_MAKING = 0x766F6972

metadata = MetaData()
_Id = BigInteger().with_variant(Integer, "sqlite")

facts = Table(
    "ledger_facts",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
# One row a reply that was handed on: the cache, and what a killed run goes on from.
answers = Table(
    "ledger_answers",
    metadata,
    Column("request", String(64), primary_key=True),
    Column("sample", Integer, primary_key=True),
    Column("reply", Text, nullable=False),
    Column("input_tokens", Integer),
    Column("output_tokens", Integer),
    Column("cached_tokens", Integer),
    Column("seconds", Float, nullable=False),
    Column("picodollars", BigInteger),
)
# One row a request that was sent. NULL tokens: the provider did not say. NULL picodollars
# (1e-12 dollars, so that sums are exact): nobody knows what was charged.
calls = Table(
    "ledger_calls",
    metadata,
    Column("id", _Id, primary_key=True, autoincrement=True),
    Column("request", String(64), nullable=False),
    Column("sample", Integer, nullable=False),
    Column("run", Text, nullable=False),
    Column("purpose", Text, nullable=False),
    Column("model", Text, nullable=False),
    Column("provider", Text, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("status", String(40), nullable=False),
    Column("input_tokens", Integer),
    Column("output_tokens", Integer),
    Column("cached_tokens", Integer),
    Column("seconds", Float, nullable=False),
    Column("picodollars", BigInteger),
    Column("at", String(32), nullable=False),
    Index("ledger_calls_run", "run"),
)
recalls = Table(
    "ledger_recalls",
    metadata,
    Column("run", Text, primary_key=True),
    Column("purpose", Text, primary_key=True),
    Column("model", Text, primary_key=True),
    Column("times", Integer, nullable=False),
)
steps = Table(
    "ledger_steps",
    metadata,
    Column("run", Text, primary_key=True),
    Column("episode", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
)


class LedgerError(VoirdireError):
    """A ledger cannot be opened, read or written."""

    def __init__(self, where: str, problem: str) -> None:
        self.where = where
        self.problem = problem
        super().__init__(where, problem)

    def __str__(self) -> str:
        return f"{self.where}: {self.problem}"


def open_engine(where: str | Path) -> "tuple[Engine, str]":
    """The engine of a ledger and its name in messages; tables are made when there are none.

    Raises:
        LedgerError: no database, another's tables, or another version of ours.
    """
    url, name = _address(where)
    try:
        engine = create_engine(url, connect_args=_connect_arguments(url), pool_size=4)
    except (ArgumentError, ModuleNotFoundError) as error:
        raise LedgerError(name, _why_not(error)) from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    try:
        with engine.execution_options(writes=True).begin() as connection:
            _make(connection, name)
        if engine.dialect.name == "sqlite":
            # Readers and one writer at once; the file remembers it. Where another process is in
            # the way, that one does it, or the next to open the ledger.
            with suppress(OperationalError), engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA journal_mode = WAL")
    except SQLAlchemyError as error:
        engine.dispose()
        raise LedgerError(name, f"not to be opened as a ledger: {first_line(error)}") from error
    except LedgerError:
        engine.dispose()
        raise
    return engine, name


def is_url(where: str | Path) -> bool:
    """Whether a ledger is named by a database URL and not by a path."""
    return isinstance(where, str) and "://" in where


def first_line(error: SQLAlchemyError) -> str:
    """What the database said, without the statement and its values."""
    said = str(getattr(error, "orig", None) or error).strip().splitlines()
    return said[0] if said else type(error).__name__


def _address(where: str | Path) -> tuple[URL, str]:
    """The URL for SQLAlchemy, and the name that errors say: it shows no password."""
    if is_url(where):
        try:
            url = make_url(str(where))
        except (ArgumentError, ValueError) as error:
            # A ValueError is a port that is no number.
            raise LedgerError("the ledger", "this is no database URL") from error
        # A query may hold a password too.
        name = url.set(query={}).render_as_string()
        if url.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
            url = url.set(drivername="postgresql+psycopg")
        elif url.drivername != "sqlite":
            raise LedgerError(name, "a ledger is a file or a postgresql:// URL")
        return url, name
    if str(where).startswith(("postgres:", "postgresql:")):
        # Taken for a path it would show its password.
        raise LedgerError("the ledger", "a database URL has two slashes: postgresql://...")
    path = Path(where)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Replies quote the documents: a new ledger is its owner's alone.
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise LedgerError(str(path), error.strerror or str(error)) from error
    return URL.create("sqlite", database=str(path)), str(path)


def _connect_arguments(url: URL) -> dict[str, Any]:
    if url.drivername == "sqlite":
        return {"timeout": _BUSY, "isolation_level": None}
    # A database made in the C locale has no encoding and would answer in bytes.
    return {"connect_timeout": 10, "client_encoding": "utf8"}


def _why_not(error: Exception) -> str:
    if isinstance(error, ModuleNotFoundError):
        return "PostgreSQL needs an extra: pip install 'voirdire[postgres]'"
    return "this is no database URL"


def _set_up_sqlite(connection: Any, _: object) -> None:
    # A process killed at any moment loses nothing that was committed; with NORMAL a loss of
    # power may take the last commits, and FULL would wait for the disk at each call.
    connection.execute("PRAGMA synchronous = NORMAL")


def _begin_sqlite(connection: "Connection") -> None:
    # A transaction that reads first and then writes would fail where another wrote between;
    # a single query needs none.
    if connection.get_execution_options().get("writes"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _make(connection: "Connection", name: str) -> None:
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MAKING})")
    tables = set(inspect(connection).get_table_names())
    if facts.name not in tables:
        if tables and connection.dialect.name == "sqlite":
            raise LedgerError(name, "a database of something else, not a ledger")
        metadata.create_all(connection)
        made = [
            {"name": "version", "value": VERSION},
            {"name": "secret", "value": secrets.token_hex(32)},
        ]
        connection.execute(insert(facts), made)
        return
    version = connection.scalar(select(facts.c.value).where(facts.c.name == "version"))
    if version != VERSION:
        raise LedgerError(
            name,
            f"a ledger of version {version}; this program reads version {VERSION}: "
            "name another with --ledger or VOIRDIRE_LEDGER",
        )
