"""The ledger: every request to a model, what it cost, and the reply that was handed on.

Input: requests by hash and sample, as `requests.request_hash` names them. Output: replies
made before, in this run or another, at no cost; sums by run, model and purpose; the steps
of agents for replay. A reply is committed before anyone sees it: a process killed at any
moment has lost the calls in flight and nothing else.

Neither requests nor keys are stored, only the hash of a request; replies and steps are.
"""

import datetime
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from weakref import finalize

from sqlalchemy import bindparam, case, delete, func, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from voirdire.llm.tables import (
    LedgerError,
    answers,
    calls,
    facts,
    first_line,
    is_url,
    open_engine,
    recalls,
    steps,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table

Json = None | bool | int | float | str | list[Any] | dict[str, Any]
By = Literal["run", "model", "purpose"]

ANSWERED = "answered"
PICO = 1_000_000_000_000
_ENVIRONMENT = "VOIRDIRE_LEDGER"
# Of a run that are held at once: those of all its episodes may be gigabytes.
_STEPS = 100


@dataclass(frozen=True, slots=True)
class Tally:
    """What a number of calls took; `cached_tokens` are part of `input_tokens`.

    `picodollars` (1e-12 dollars) is the sum of what is known, `unpriced` the calls of which
    it is not known. A call without a count of tokens adds none.
    """

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    seconds: float = 0.0
    picodollars: int = 0
    unpriced: int = 0

    @property
    def tokens(self) -> int:
        """Input and output."""
        return self.input_tokens + self.output_tokens

    @property
    def dollars(self) -> float | None:
        """The price of all of them; None when that of one is not known."""
        return None if self.unpriced else self.picodollars / PICO

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cached_tokens + other.cached_tokens,
            self.seconds + other.seconds,
            self.picodollars + other.picodollars,
            self.unpriced + other.unpriced,
        )


@dataclass(frozen=True, slots=True)
class Call:
    """One request that was sent: `status` is "answered", or the failure's code.

    None for tokens: the provider did not say; for `picodollars`: the charge is not known.
    """

    request: str
    sample: int
    run: str
    purpose: str
    model: str
    provider: str
    attempt: int
    status: str
    seconds: float
    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int | None = None
    picodollars: int | None = None

    @property
    def tally(self) -> Tally:
        """This call alone."""
        return _tally_of(
            self.input_tokens,
            self.output_tokens,
            self.cached_tokens,
            self.seconds,
            self.picodollars,
        )


@dataclass(frozen=True, slots=True)
class Recalled:
    """A reply of the ledger (JSON) and what it took when it was made."""

    reply: str
    tally: Tally


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an agent's episode, numbered in its order."""

    run: str
    episode: str
    number: int
    kind: str
    body: Json


@dataclass(frozen=True, slots=True)
class Spend:
    """One row of `Ledger.spend`: a run, model or purpose.

    `paid` are the answers that were asked for, `recalled` those from the ledger, `failed`
    the attempts without an answer. `dollars` is the sum of the known charges, None when that
    of no answer is known; `unpriced` counts the requests whose charge is not known.
    """

    name: str
    paid: int
    recalled: int
    failed: int
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    seconds: float
    dollars: float | None
    unpriced: int

    @property
    def calls(self) -> int:
        """Answers handed on, paid or recalled."""
        return self.paid + self.recalled


class Ledger:
    """An open ledger. Several threads and processes may use one at once."""

    def __init__(self, where: str | Path) -> None:
        self._engine, self.where = open_engine(where)
        # A ledger that nobody closed gives its connections back all the same.
        finalize(self, self._engine.dispose)
        self._writing = self._engine.execution_options(writes=True)
        # Made once: to build a statement takes longer than to run it.
        self._new_answer = self._insert(answers).on_conflict_do_nothing()
        self._one_more = self._insert(recalls).on_conflict_do_update(
            index_elements=["run", "purpose", "model"], set_={"times": recalls.c.times + 1}
        )
        new_step = self._insert(steps)
        self._new_step = new_step.on_conflict_do_update(
            index_elements=["run", "episode", "number"],
            set_={"kind": new_step.excluded.kind, "body": new_step.excluded.body},
        )
        with self._read() as connection:
            secret = connection.scalar(select(facts.c.value).where(facts.c.name == "secret"))
        if secret is None:
            raise LedgerError(self.where, "a ledger without its secret")
        try:
            self.secret: bytes = bytes.fromhex(secret)
        except ValueError as error:
            raise LedgerError(self.where, "its secret is damaged") from error

    @classmethod
    def open(cls, where: str | Path | None = None, *, make: bool = True) -> "Ledger":
        """The ledger at a path or database URL; by default $VOIRDIRE_LEDGER, else the
        file `ledger.sqlite` in the platform's data folder. Made when absent, unless told.

        Raises:
            LedgerError: it cannot be opened, is no ledger, or one of another version.
        """
        place = where or os.environ.get(_ENVIRONMENT) or _default_path()
        if not make and not is_url(place) and not Path(place).exists():
            raise LedgerError(str(place), "no ledger here; the first call of a model makes one")
        return cls(place)

    def close(self) -> None:
        """Give the connections back; a call on a closed ledger opens one again."""
        self._engine.dispose()

    def recall(self, request: str, sample: int) -> Recalled | None:
        """The reply to a request, when one was ever committed."""
        wanted = {"wanted": request, "wanted_sample": sample}
        with self._read() as connection:
            row = connection.execute(_RECALL, wanted).first()
        if row is None:
            return None
        reply, *figures = row
        return Recalled(reply, _tally_of(*figures))

    def commit(self, call: Call, reply: str) -> Recalled:
        """Record an answered call, then the reply that everyone is to get.

        That is the reply given, or the one another process was quicker with: the money is
        spent all the same, and a rerun must say what this run says.
        """
        answer = {
            "request": call.request,
            "sample": call.sample,
            "reply": reply,
            "input_tokens": call.input_tokens,
            "output_tokens": call.output_tokens,
            "cached_tokens": call.cached_tokens,
            "seconds": call.seconds,
            "picodollars": call.picodollars,
        }
        wanted = {"wanted": call.request, "wanted_sample": call.sample}
        with self._write() as connection:
            connection.execute(_NEW_CALL, _row(call))
            if connection.execute(self._new_answer, answer).rowcount == 1:
                return Recalled(reply, call.tally)
            kept, *figures = connection.execute(_RECALL, wanted).one()
        return Recalled(kept, _tally_of(*figures))

    def record(self, call: Call) -> None:
        """Record an attempt that brought no answer."""
        with self._write() as connection:
            connection.execute(_NEW_CALL, _row(call))

    def count_recall(self, run: str, purpose: str, model: str) -> None:
        """Count one answer that came from the ledger."""
        row = {"run": run, "purpose": purpose, "model": model, "times": 1}
        with self._write() as connection:
            connection.execute(self._one_more, row)

    def paid(self, run: str) -> Tally:
        """What a run has paid for so far; attempts that may have been charged count."""
        charged = calls.c.picodollars.is_(None) | (calls.c.status == ANSWERED)
        query = select(
            func.count(),
            func.coalesce(func.sum(calls.c.input_tokens), 0),
            func.coalesce(func.sum(calls.c.output_tokens), 0),
            func.coalesce(func.sum(calls.c.cached_tokens), 0),
            func.coalesce(func.sum(calls.c.seconds), 0.0),
            func.coalesce(func.sum(calls.c.picodollars), 0),
            func.coalesce(func.sum(case((calls.c.picodollars.is_(None), 1), else_=0)), 0),
        ).where((calls.c.run == run) & charged)
        with self._read() as connection:
            *counts, seconds, picodollars, unpriced = connection.execute(query).one()
        made, into, out, cached = (int(count) for count in counts)
        return Tally(made, into, out, cached, float(seconds), int(picodollars), int(unpriced))

    def spend(self, by: By, run: str | None = None) -> list[Spend]:
        """Sums by run, model or purpose, of one run or all, sorted by name."""
        paid = calls.c.status == ANSWERED
        unknown = calls.c.picodollars.is_(None)
        columns = (
            func.sum(case((paid, 1), else_=0)),
            func.sum(case((paid, 0), else_=1)),
            func.sum(calls.c.input_tokens),
            func.sum(calls.c.output_tokens),
            func.sum(calls.c.cached_tokens),
            func.sum(calls.c.seconds),
            # Of answers: that attempts which were turned away cost nothing says nothing.
            func.sum(case((paid, calls.c.picodollars))),
            func.sum(case((unknown, 1), else_=0)),
        )
        made = select(calls.c[by], *columns).group_by(calls.c[by])
        again = select(recalls.c[by], func.sum(recalls.c.times)).group_by(recalls.c[by])
        if run is not None:
            made = made.where(calls.c.run == run)
            again = again.where(recalls.c.run == run)
        with self._read() as connection:
            sums = {name: figures for name, *figures in connection.execute(made)}
            times = {name: int(count) for name, count in connection.execute(again)}
        return [
            _spend(name, times.get(name, 0), sums.get(name)) for name in sorted({*sums, *times})
        ]

    def add_step(self, run: str, episode: str, number: int, kind: str, body: Json) -> None:
        """Record one step of an episode; the same number again replaces it.

        Number 0 begins the episode: what an earlier, longer attempt left of it goes.
        """
        text = json.dumps(body, ensure_ascii=True, separators=(",", ":"))
        row = {"run": run, "episode": episode, "number": number, "kind": kind, "body": text}
        with self._write() as connection:
            if number == 0:
                left = (steps.c.run == run) & (steps.c.episode == episode)
                connection.execute(delete(steps).where(left))
            connection.execute(self._new_step, row)

    def steps(self, run: str, episode: str | None = None) -> Iterator[Step]:
        """The steps of a run in order of episode and number, read as they are asked for."""
        query = select(steps).where(steps.c.run == run)
        if episode is not None:
            query = query.where(steps.c.episode == episode)
        query = query.order_by(steps.c.episode, steps.c.number)
        with self._read() as connection:
            for row in connection.execution_options(yield_per=_STEPS).execute(query):
                yield Step(row.run, row.episode, row.number, row.kind, json.loads(row.body))

    def _insert(self, table: "Table") -> Any:
        """An insert that knows ON CONFLICT, which each database has in its own form."""
        return (
            postgresql.insert(table)
            if self._engine.dialect.name == "postgresql"
            else sqlite.insert(table)
        )

    @contextmanager
    def _read(self) -> Iterator["Connection"]:
        try:
            with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise LedgerError(self.where, first_line(error)) from error

    @contextmanager
    def _write(self) -> Iterator["Connection"]:
        try:
            with self._writing.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise LedgerError(self.where, first_line(error)) from error


_ANSWER = select(
    answers.c.reply,
    answers.c.input_tokens,
    answers.c.output_tokens,
    answers.c.cached_tokens,
    answers.c.seconds,
    answers.c.picodollars,
)
_RECALL = _ANSWER.where(
    answers.c.request == bindparam("wanted"), answers.c.sample == bindparam("wanted_sample")
)
_NEW_CALL = insert(calls)


def _default_path() -> Path:
    from platformdirs import user_data_path

    return user_data_path("voirdire") / "ledger.sqlite"


def _row(call: Call) -> dict[str, Any]:
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")
    return {name: getattr(call, name) for name in Call.__dataclass_fields__} | {"at": now}


def _tally_of(
    input_tokens: int | None,
    output_tokens: int | None,
    cached_tokens: int | None,
    seconds: float,
    picodollars: int | None,
) -> Tally:
    return Tally(
        1,
        input_tokens or 0,
        output_tokens or 0,
        cached_tokens or 0,
        seconds,
        picodollars or 0,
        int(picodollars is None),
    )


def _spend(name: str, recalled: int, sums: list[Any] | None) -> Spend:
    if sums is None:
        return Spend(name, 0, recalled, 0, 0, 0, 0, 0.0, 0.0, 0)
    paid, failed, tokens_in, tokens_out, cached, seconds, pico, unpriced = sums
    return Spend(
        name=name,
        paid=int(paid),
        recalled=recalled,
        failed=int(failed),
        input_tokens=int(tokens_in or 0),
        output_tokens=int(tokens_out or 0),
        cached_tokens=int(cached or 0),
        seconds=float(seconds or 0.0),
        dollars=None if pico is None and unpriced else int(pico or 0) / PICO,
        unpriced=int(unpriced),
    )
