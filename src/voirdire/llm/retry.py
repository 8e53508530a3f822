"""What a failed attempt means: whether to try again, when, and whether it may have cost money.

Input: the errors of pydantic-ai's models. Output: a `Failure`. The SDKs' own retries are off,
so that every attempt is a row of the ledger.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import ClassVar

from pydantic_ai.exceptions import (
    ModelAPIError,
    ModelConnectionError,
    ModelHTTPError,
    ModelQuotaExceededError,
    ModelTimeoutError,
    UnexpectedModelBehavior,
)

from voirdire.errors import VoirdireError

_TRANSIENT = frozenset({429, 500, 501, 502, 503, 504, 529})


class ModelError(VoirdireError):
    """A model gave no answer: the provider refused, or failed at every attempt."""

    exit_code: ClassVar[int] = 3

    def __init__(self, model: str, problem: str, code: str = "") -> None:
        self.model = model
        self.problem = problem
        self.code = code
        super().__init__(model, problem, code)

    def __str__(self) -> str:
        return f"{self.model}: {self.problem}"


class CutReplyError(Exception):
    """A reply ended before its end: what came of it is no answer."""


@dataclass(frozen=True, slots=True)
class Failure:
    """An attempt without an answer.

    `code` is what the ledger keeps: an HTTP status, "cut", "unreadable", "timeout" or
    "connection". `wait` are the seconds that the provider asks for.
    """

    code: str
    message: str
    is_transient: bool
    may_be_charged: bool
    wait: float | None = None


@dataclass(frozen=True, slots=True)
class Retry:
    """Exponential back-off: `first` seconds, doubled each time to at most `longest`.

    The provider's Retry-After is waited for when it is longer, and ends the attempts when
    it passes `patience`. Each wait is drawn from its upper half by `seed` and the request:
    many calls turned away together do not come back together.
    """

    attempts: int = 6
    first: float = 1.0
    longest: float = 60.0
    patience: float = 300.0
    seed: int = 0
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    def delay(self, request: str, attempt: int, wait: float | None) -> float | None:
        """Seconds before the attempt after this one; None to give up."""
        if attempt >= self.attempts or (wait is not None and wait > self.patience):
            return None
        longest: float = min(self.longest, self.first * 2.0 ** (attempt - 1))
        jitter: float = random.Random(f"{self.seed}:{request}:{attempt}").uniform(0.5, 1.0)
        return max(longest * jitter, wait or 0.0)


def read_failure(error: Exception) -> Failure:
    """What an error of a model says; providers charge for no request that they turn away."""
    match error:
        case ModelHTTPError():
            quota = isinstance(error, ModelQuotaExceededError)
            return Failure(
                str(error.status_code),
                _said(error),
                is_transient=error.status_code in _TRANSIENT and not quota,
                may_be_charged=error.in_stream,
                wait=error.retry_after,
            )
        case ModelConnectionError():
            sent = error.phase in (None, "read")
            late = isinstance(error, ModelTimeoutError)
            code = "timeout" if late else "cut" if error.phase == "read" else "connection"
            return Failure(code, error.message, is_transient=True, may_be_charged=sent)
        case CutReplyError():
            return Failure("cut", str(error), is_transient=True, may_be_charged=True)
        case ModelAPIError() | UnexpectedModelBehavior():
            # A body that is no whole JSON, or not the API's: cut, or an error page of a proxy.
            return Failure("unreadable", error.message, is_transient=True, may_be_charged=True)
        case _:
            raise error


def _said(error: ModelHTTPError) -> str:
    """The provider's own sentence out of the body of an error."""
    said: object = error.body
    for _ in range(2):
        if isinstance(said, dict):
            said = said.get("error") or said.get("message") or said
    return str(said or "")
