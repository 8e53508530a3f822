"""A model whose every request goes through the ledger.

Input: a request as pydantic-ai makes it. Output: its reply, from the ledger when the same
request was answered before, else paid for: within the pool and the budget, tried again when
the provider is busy, and committed before it is handed on.
"""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any
from weakref import WeakKeyDictionary

from pydantic_ai.exceptions import AgentRunError, UnexpectedModelBehavior
from pydantic_ai.messages import ModelMessage, ModelMessagesTypeAdapter, ModelResponse
from pydantic_ai.models import CompletedStreamedResponse, ModelRequestParameters, StreamedResponse
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.settings import ModelSettings, merge_model_settings
from pydantic_ai.tools import RunContext
from pydantic_ai.usage import RequestUsage
from pydantic_core import PydanticSerializationError

from voirdire.llm.budget import Budget, Estimate
from voirdire.llm.ledger import ANSWERED, Call, Ledger, Recalled, Tally
from voirdire.llm.names import LONGEST_REPLY, OpenedModel
from voirdire.llm.pool import Pool
from voirdire.llm.prices import price_usage, priced
from voirdire.llm.requests import PreparedRequest, prepare_request, sendable
from voirdire.llm.retry import CutReplyError, Failure, ModelError, read_failure
from voirdire.llm.scripted import PURPOSE

# What a provider adds to a request: marks around messages, its own words about tools.
_FRAME = 1_000
# Characters of a provider's message that an error says.
_LONGEST_MESSAGE = 200
# Characters of the ledger's column.
_LONGEST_STATUS = 40


@dataclass(slots=True)
class Account:
    """What one chat was answered: paid for, recalled, and attempts that failed."""

    paid: Tally = field(default_factory=Tally)
    recalled: Tally = field(default_factory=Tally)
    failed: int = 0


@dataclass(frozen=True, slots=True)
class Terms:
    """Where the requests of a chat are recorded, and within what."""

    opened: OpenedModel
    ledger: Ledger
    run: str
    budget: Budget
    pool: Pool
    account: Account


_Key = tuple[str, str, int]
# Who is asking what just now. A future ends with the error that all who wait must see, or None.
_IN_FLIGHT: WeakKeyDictionary[
    asyncio.AbstractEventLoop, dict[_Key, asyncio.Future[ModelError | None]]
] = WeakKeyDictionary()


class LedgeredModel(WrapperModel):
    """A model of pydantic-ai that recalls, pays once, and records."""

    def __init__(
        self, terms: Terms, purpose: str, sample: int = 0, final: frozenset[str] = frozenset()
    ) -> None:
        super().__init__(terms.opened.model)
        self._terms = terms
        self._purpose = purpose
        self._sample = sample
        self._final = final
        opened = terms.opened
        self._identity = f"{opened.identity} {purpose}" if opened.reads_purpose else opened.identity

    def giving_up_on(self, codes: frozenset[str]) -> "LedgeredModel":
        """The same model, with no second attempt at a request that fails with these codes."""
        return LedgeredModel(self._terms, self._purpose, self._sample, codes)

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        """The reply to a request.

        Raises:
            ModelError: the provider refused, or failed at every attempt.
            BudgetSpentError: nothing is left to pay for it.
            LedgerError: the ledger cannot be read or written.
        """
        settings = merge_model_settings(self.wrapped.settings, model_settings)
        async with self._terms.pool.turn():
            request = prepare_request(self._identity, messages, settings, model_request_parameters)
        in_flight = _IN_FLIGHT.setdefault(asyncio.get_running_loop(), {})
        key = (self._terms.ledger.where, request.hash, self._sample)
        while True:
            async with self._terms.pool.turn():
                recalled = self._terms.ledger.recall(request.hash, self._sample)
            # From here to the future of our own nothing waits: no other slips in.
            if recalled is not None:
                return self._hand_on(recalled)
            other = in_flight.get(key)
            if other is None:
                break
            # Waits and never raises: it is not ours to cancel.
            await asyncio.wait([other])
            error = other.result()
            if error is not None:
                raise ModelError(*error.args)
        done = in_flight[key] = asyncio.get_running_loop().create_future()
        try:
            return await self._pay(request, settings, model_request_parameters)
        except ModelError as error:
            done.set_result(error)
            raise
        finally:
            if not done.done():
                done.set_result(None)
            del in_flight[key]

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: RunContext[Any] | None = None,
    ) -> AsyncGenerator[StreamedResponse]:
        """The reply as a stream, of what is whole and committed."""
        reply = await self.request(messages, model_settings, model_request_parameters)
        yield CompletedStreamedResponse(
            reply, model_request_parameters=model_request_parameters, replay_events=True
        )

    def has_answer(self, messages: list[ModelMessage], parameters: ModelRequestParameters) -> bool:
        """Whether the ledger answers a request, so that it would cost nothing."""
        settings = self.wrapped.settings
        request = prepare_request(self._identity, messages, settings, parameters)
        return self._terms.ledger.recall(request.hash, self._sample) is not None

    def _hand_on(self, recalled: Recalled) -> ModelResponse:
        terms = self._terms
        terms.ledger.count_recall(terms.run, self._purpose, terms.opened.name)
        terms.account.recalled += recalled.tally
        return _read_reply(recalled.reply)

    async def _pay(
        self,
        request: PreparedRequest,
        settings: ModelSettings | None,
        parameters: ModelRequestParameters,
    ) -> ModelResponse:
        """Send a request until it is answered or given up, and write the answer down."""
        opened, retry, attempt = self._terms.opened, self._terms.pool.retry, 0
        async with self._terms.pool.slot(opened.provider):
            while True:
                attempt += 1
                outcome = await self._attempt(request, settings, parameters, attempt)
                if not isinstance(outcome, Failure):
                    break
                delay = retry.delay(request.hash, attempt, outcome.wait)
                final = not outcome.is_transient or outcome.code in self._final
                if final or delay is None:
                    raise ModelError(opened.name, self._problem(outcome, attempt), outcome.code)
                await retry.sleep(delay)
        call, reply = outcome
        try:
            # Whoever waits for the place sends first; the provider works while this is written.
            await asyncio.sleep(0)
        finally:
            # Also when cancelled just now: it is paid.
            kept = self._terms.ledger.commit(call, _written(reply))
            self._terms.account.paid += call.tally
        return _read_reply(kept.reply)

    async def _attempt(
        self,
        request: PreparedRequest,
        settings: ModelSettings | None,
        parameters: ModelRequestParameters,
        attempt: int,
    ) -> tuple[Call, ModelResponse] | Failure:
        """Send a request once: a reply that is still to be committed, or a recorded failure."""
        terms = self._terms
        estimate = self._estimate(request, settings) if terms.budget.is_limited else _NOTHING
        await terms.budget.hold(estimate)
        charged: Call | None = None
        PURPOSE.set(self._purpose)
        start = time.perf_counter()
        try:
            reply = await self._send(request.messages, settings, parameters)
            call = self._call(request, attempt, time.perf_counter() - start, ANSWERED)
            charged = priced(call, reply, terms.opened)
            return charged, reply
        except (AgentRunError, CutReplyError) as error:
            failure = read_failure(error)
            call = self._call(request, attempt, time.perf_counter() - start, failure.code)
            charged = self._failed(call, may_be_charged=failure.may_be_charged)
            return failure
        except BaseException as error:
            # Cancelled, interrupted, or a fault of a program: what was sent may be charged.
            status = type(error).__name__[:_LONGEST_STATUS]
            call = self._call(request, attempt, time.perf_counter() - start, status)
            charged = self._failed(call, may_be_charged=True)
            raise
        finally:
            terms.budget.settle(estimate, charged)

    async def _send(
        self,
        messages: list[ModelMessage],
        settings: ModelSettings | None,
        parameters: ModelRequestParameters,
    ) -> ModelResponse:
        if not self._terms.opened.streams:
            try:
                reply = await self.wrapped.request(messages, settings, parameters)
            except (IndexError, RecursionError) as error:
                # No choices, or JSON nested in thousands: valid to the SDK, and no reply.
                raise UnexpectedModelBehavior("the reply has not the form of the API") from error
        else:
            async with self.wrapped.request_stream(messages, settings, parameters) as stream:
                async for _ in stream:
                    pass
            reply = stream.get()
            # A stream that only stops looks like one that is done; the API names a reason.
            if not (reply.finish_reason or (reply.provider_details or {}).get("finish_reason")):
                raise CutReplyError("the stream ended before the reply did")
        if reply.state != "complete":
            raise CutReplyError(f"the reply is {reply.state}")
        return reply

    def _call(self, request: PreparedRequest, attempt: int, seconds: float, status: str) -> Call:
        terms = self._terms
        return Call(
            request=request.hash,
            sample=self._sample,
            run=terms.run,
            purpose=self._purpose,
            model=terms.opened.name,
            provider=terms.opened.provider,
            attempt=attempt,
            status=status,
            seconds=seconds,
        )

    def _failed(self, call: Call, *, may_be_charged: bool) -> Call | None:
        """Record a failed attempt; returns it when it may have cost something."""
        if not may_be_charged or self._terms.opened.price != "listed":
            call = replace(call, input_tokens=0, output_tokens=0, cached_tokens=0, picodollars=0)
        self._terms.ledger.record(call)
        self._terms.account.failed += 1
        return call if may_be_charged else None

    def _estimate(self, request: PreparedRequest, settings: ModelSettings | None) -> Estimate:
        """The most that a request may take: a token is at least a byte."""
        opened = self._terms.opened
        into = request.size + _FRAME
        out = (settings or {}).get("max_tokens") or LONGEST_REPLY
        picodollars = price_usage(
            RequestUsage(input_tokens=into, output_tokens=out), self.wrapped.model_name, opened
        )
        return Estimate(into + out, picodollars or 0)

    def _problem(self, failure: Failure, attempt: int) -> str:
        message = " ".join(failure.message.split())
        for secret in self._terms.opened.secrets:
            message = message.replace(secret, "[key]")
        # Only now: half of a key would not be known again.
        message = message[:_LONGEST_MESSAGE]
        times = "" if attempt == 1 else f" at each of {attempt} attempts"
        waits = "" if failure.wait is None else f"; it asks to wait {failure.wait:.0f} seconds"
        return f"no answer{times} ({failure.code}: {message or 'nothing said'}){waits}"


_NOTHING = Estimate(0, 0)


def _written(reply: ModelResponse) -> str:
    """A reply as the ledger keeps it, without the provider's address."""
    reply = replace(reply, provider_url=None)
    try:
        return ModelMessagesTypeAdapter.dump_json([reply]).decode("utf-8")
    except PydanticSerializationError:
        clean = sendable(ModelMessagesTypeAdapter.dump_python([reply]))
        cleaned = ModelMessagesTypeAdapter.validate_python(clean)
        return ModelMessagesTypeAdapter.dump_json(cleaned).decode("utf-8")


def _read_reply(text: str) -> ModelResponse:
    [reply] = ModelMessagesTypeAdapter.validate_json(text)
    if not isinstance(reply, ModelResponse):
        raise TypeError("the ledger keeps replies")
    return reply
