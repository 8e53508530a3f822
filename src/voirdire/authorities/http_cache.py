"""Read static files over HTTP politely, each at most once, with a copy on disk.

Input: a base address and paths below it. Output: the bytes of each file, or None where
the server says that there is no such file. Anything else is a `SourceError`.
"""

import random
import threading
import time
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from voirdire.authorities.file_cache import CachedFile, FileCache, cache_of
from voirdire.errors import SourceError

if TYPE_CHECKING:
    import httpx

Reduce = Callable[[bytes], bytes]
"""Checks a body and keeps what is needed of it; `ValueError` when the body is damaged."""

DAY = 86_400.0

# Seconds to wait for a connection: an address behind a wall must not hold a run up for long.
_CONNECT = 5.0

# So many files in a row failed in all attempts: the server is taken to be down for this run.
_MISSES = 3


@dataclass(frozen=True, slots=True)
class Politeness:
    """How hard a server may be asked. Times are seconds, sizes are bytes.

    `attempts` counts the first one; the pause before attempt n is about
    `backoff * 2 ** (n - 2)`. A server that asks for more than `max_wait` is left alone.
    `timeout` is for one read, `deadline` for one whole response. A copy younger than
    `fresh` (`fresh_missing` for "no such file") is used without asking.
    """

    parallel: int = 4
    per_second: float = 5.0
    attempts: int = 4
    backoff: float = 0.5
    max_wait: float = 60.0
    timeout: float = 20.0
    deadline: float = 120.0
    max_bytes: int = 64 * 1024 * 1024
    fresh: float = 30 * DAY
    fresh_missing: float = DAY


class Pace:
    """Hands out turns to send a request, at most `per_second` of them.

    The turns are those of all processes that share the cache: the next one stands in a
    file there.
    """

    def __init__(self, cache: FileCache, per_second: float, longest: float) -> None:
        self._cache = cache
        self._interval = 1.0 / per_second
        self._longest = longest
        self._lock = threading.Lock()

    def wait(self) -> None:
        """Sleep until it is this caller's turn."""
        time.sleep(max(0.0, self._take(self._interval) - time.time()))

    def hold(self, seconds: float) -> None:
        """Let nobody have a turn for `seconds`: the server asked for the pause."""
        self._take(seconds)

    def _take(self, seconds: float) -> float:
        """The next turn; the one after it comes `seconds` later."""
        with self._lock, self._cache.turns() as turns:
            now = time.time()
            # A turn further away than any pause was written by a clock that went wrong.
            turn = turns.read() if turns.read() < now + self._longest else now
            turn = max(now, turn)
            turns.write(turn + seconds)
            return turn


class _TryAgainError(Exception):
    """One attempt failed in a way that another may not."""

    def __init__(
        self,
        problem: str,
        *,
        pause: float | None = None,
        throttled: bool = False,
        unreachable: bool = False,
    ) -> None:
        self.problem = problem
        self.pause = pause
        self.throttled = throttled
        self.unreachable = unreachable
        super().__init__(problem)


class RemoteFiles:
    """The files below one address. Safe to use from several threads.

    A path that failed is not asked for again in this run, and a server that cannot be
    reached, fails several files in a row or asks for a long pause is not asked for anything
    again: a dead server costs the time of one failure, not of one a citation.
    """

    def __init__(self, base_url: str, cache: Path, limits: Politeness | None = None) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in {"http", "https"} or not parts.netloc:
            raise SourceError(base_url, "not an http or https address; see VOIRDIRE_CAP_URL")
        self.base_url = base_url.rstrip("/")
        self.limits = limits or Politeness()
        self.cache = cache_of(self.base_url, cache)
        self._pace = Pace(self.cache, self.limits.per_second, 2 * self.limits.max_wait)
        self._slots = threading.BoundedSemaphore(self.limits.parallel)
        self._lock = threading.Lock()
        self._busy: dict[str, threading.Lock] = {}
        self._failed: dict[str, SourceError] = {}
        self._misses = 0
        self._closed: SourceError | None = None
        self._client: httpx.Client | None = None

    def read(self, path: str, reduce: Reduce) -> bytes | None:
        """What `reduce` keeps of the file; None when the server has no such file."""
        with self._lock:
            busy = self._busy.setdefault(path, threading.Lock())
        with busy:
            held = self.cache.read(path)
            if held is not None and self._is_fresh(held):
                return held.body
            return self._read_anew(path, reduce)

    def _read_anew(self, path: str, reduce: Reduce) -> bytes | None:
        with self.cache.alone(path):
            # Another process may have fetched it while this one waited.
            held = self.cache.read(path)
            if held is not None and self._is_fresh(held):
                return held.body
            failed = self._failed.get(path) or self._closed
            if failed is None:
                try:
                    copy = self._fetch(path, reduce, held)
                except SourceError as error:
                    self._failed[path] = failed = error
                else:
                    self.cache.write(path, copy)
                    return copy.body
            # The files hardly ever change: an old copy is better than no answer.
            if held is not None and held.body is not None:
                return held.body
            raise failed

    def _is_fresh(self, copy: CachedFile) -> bool:
        allowed = self.limits.fresh_missing if copy.body is None else self.limits.fresh
        return 0 <= time.time() - copy.fetched < allowed

    def _fetch(self, path: str, reduce: Reduce, held: CachedFile | None) -> CachedFile:
        pause: float | None = None
        problem = _TryAgainError("not asked")
        for attempt in range(self.limits.attempts):
            if attempt:
                spread = self.limits.backoff * 2 ** (attempt - 1) * random.uniform(0.75, 1.25)
                time.sleep(max(spread, pause or 0.0))
            if self._closed is not None:
                raise self._closed
            with self._slots:
                self._pace.wait()
                try:
                    copy = self._ask(path, reduce, held)
                except _TryAgainError as error:
                    problem = error
                else:
                    self._misses = 0
                    return copy
            pause = problem.pause
            if pause is not None:
                if pause > self.limits.max_wait:
                    break
                self._pace.hold(pause)
        failure = SourceError(self.base_url, problem.problem, throttled=problem.throttled)
        with self._lock:
            self._misses += 1
            too_long = pause is not None and pause > self.limits.max_wait
            if problem.unreachable or too_long or self._misses >= _MISSES:
                self._closed = failure
        raise failure from problem

    def _ask(self, path: str, reduce: Reduce, held: CachedFile | None) -> CachedFile:
        import httpx

        headers = {}
        if held is not None and held.etag:
            headers["If-None-Match"] = held.etag
        if held is not None and held.modified:
            headers["If-Modified-Since"] = held.modified
        try:
            with self._open().stream("GET", f"{self.base_url}/{path}", headers=headers) as answer:
                status = answer.status_code
                body = self._body(answer) if status == 200 else b""
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            raise _TryAgainError(
                f"cannot be reached ({str(error) or 'no answer'}); go on without it by --offline",
                unreachable=True,
            ) from error
        except httpx.TimeoutException:
            raise _TryAgainError(f"no answer for {path} in {self.limits.timeout:g} s") from None
        except httpx.TransportError as error:
            raise _TryAgainError(f"broken answer for {path}: {error}") from None
        if status == 304 and held is not None:
            return CachedFile(held.body, time.time(), held.etag, held.modified)
        if status in {404, 410}:
            return CachedFile(None, time.time())
        if status == 429 or status >= 500:
            raise _TryAgainError(
                "too many requests" if status == 429 else f"answered {status} for {path}",
                pause=_retry_after(answer.headers.get("Retry-After")),
                throttled=status == 429,
            )
        if status != 200:
            raise SourceError(self.base_url, f"answered {status} for {path}")
        try:
            kept = reduce(body)
        except ValueError as error:
            raise _TryAgainError(f"damaged file {path}: {error}") from None
        return CachedFile(
            kept, time.time(), answer.headers.get("ETag"), answer.headers.get("Last-Modified")
        )

    def _body(self, answer: "httpx.Response") -> bytes:
        chunks, size, end = [], 0, time.monotonic() + self.limits.deadline
        for chunk in answer.iter_bytes():
            size += len(chunk)
            if size > self.limits.max_bytes:
                raise SourceError(
                    self.base_url, f"{answer.url.path} is larger than {self.limits.max_bytes} bytes"
                )
            if time.monotonic() > end:
                raise _TryAgainError(f"{answer.url.path} took over {self.limits.deadline:g} s")
            chunks.append(chunk)
        return b"".join(chunks)

    def _open(self) -> "httpx.Client":
        from importlib.metadata import version

        import httpx

        with self._lock:
            if self._client is None:
                self._client = httpx.Client(
                    headers={"User-Agent": f"voirdire/{version('voirdire')} (citation checker)"},
                    timeout=httpx.Timeout(
                        self.limits.timeout, connect=min(self.limits.timeout, _CONNECT)
                    ),
                    limits=httpx.Limits(max_connections=self.limits.parallel),
                )
                # Nobody has to close a source: its connections go when it goes.
                weakref.finalize(self, self._client.close)
            return self._client


def _retry_after(value: str | None) -> float | None:
    """Seconds that a Retry-After header asks for, in either of its two forms."""
    from email.utils import parsedate_to_datetime

    if value is None:
        return None
    if value.strip().isdecimal():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None
