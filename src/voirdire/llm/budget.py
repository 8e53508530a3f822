"""What a run may spend, held before each request.

Input: the estimate of a request before it is sent, and what it took when it is done.
Output: leave to send it, or `BudgetSpentError`.

A budget is for a whole run: what the ledger says the run has paid before counts, so a run
that was killed, or goes on with a larger budget, is held to the budget in all. What a kill
leaves in flight (as many calls as the pool has workers) may be charged and is in no ledger.
"""

import asyncio
import math
from dataclasses import dataclass
from typing import ClassVar

from voirdire.errors import VoirdireError
from voirdire.llm.ledger import PICO, Call, Ledger, Tally


class BudgetSpentError(VoirdireError):
    """The budget is spent; what was done is in the ledger and costs nothing again."""

    exit_code: ClassVar[int] = 3


@dataclass(frozen=True, slots=True)
class Estimate:
    """The most that a request is thought to take."""

    tokens: int
    picodollars: int


class Budget:
    """Limits in calls, tokens and dollars; None is no limit.

    A call is a request that may have been charged: one that the provider turned away gives
    its place back. No more calls than allowed are ever sent, however many ask at once. For
    tokens and dollars the calls in flight are held at the most they may take, and a call
    that does not fit waits for them; one that does not fit alone is sent as long as
    anything is left. So the last call may pass the limit, and no second one.

    One budget serves many chats of one event loop.
    """

    def __init__(
        self, calls: int | None = None, tokens: int | None = None, dollars: float | None = None
    ) -> None:
        if any(limit is not None and limit < 0 for limit in (calls, tokens, dollars)):
            raise VoirdireError("a budget cannot be below zero")
        if dollars is not None and not math.isfinite(dollars * PICO):
            raise VoirdireError("a budget in dollars needs a number that can be counted")
        self.calls = calls
        self.tokens = tokens
        self.dollars = dollars
        self._picodollars = None if dollars is None else round(dollars * PICO)
        self._spent = Tally()
        self._held: list[Estimate] = []
        self._waiting: list[asyncio.Future[None]] = []
        self._runs: set[tuple[str, str]] = set()

    @property
    def is_limited(self) -> bool:
        """Whether anything is limited at all."""
        return not (self.calls is None and self.tokens is None and self.dollars is None)

    def take_over(self, ledger: Ledger, run: str) -> None:
        """Count what a run has paid before; once, however many chats it has."""
        if self.is_limited and (ledger.where, run) not in self._runs:
            self._runs.add((ledger.where, run))
            self._spent += ledger.paid(run)

    async def hold(self, estimate: Estimate) -> None:
        """Wait until a request may be sent, and hold its estimate until `settle`.

        Raises:
            BudgetSpentError: nothing is left for it.
        """
        while True:
            spent = self._spent_limit()
            if spent is not None:
                raise BudgetSpentError(
                    f"the budget of {spent} is spent: what is done is kept, "
                    "a rerun with a larger budget goes on from here"
                )
            if self._fits(estimate):
                self._held.append(estimate)
                return
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            await turn

    def settle(self, estimate: Estimate, call: Call | None) -> None:
        """End a held request: None when it was certainly not charged.

        What nobody knows of a call counts as estimated.
        """
        self._held.remove(estimate)
        if call is not None:
            self._spent += call.tally
            if call.input_tokens is None:
                self._spent += Tally(input_tokens=estimate.tokens)
            if call.picodollars is None:
                self._spent += Tally(picodollars=estimate.picodollars)
        waiting, self._waiting = self._waiting, []
        for turn in waiting:
            if not turn.done():
                turn.set_result(None)

    def _spent_limit(self) -> str | None:
        if self.calls is not None and self._spent.calls >= self.calls:
            return f"{self.calls} {'call' if self.calls == 1 else 'calls'}"
        if self.tokens is not None and self._spent.tokens >= self.tokens:
            return f"{self.tokens} tokens"
        if self._picodollars is not None and self._spent.picodollars >= self._picodollars:
            return f"{self.dollars} dollars"
        return None

    def _fits(self, estimate: Estimate) -> bool:
        if not self._held:
            return True
        if self.calls is not None and self._spent.calls + len(self._held) >= self.calls:
            return False
        tokens = sum(each.tokens for each in self._held) + estimate.tokens
        if self.tokens is not None and self._spent.tokens + tokens > self.tokens:
            return False
        pico = sum(each.picodollars for each in self._held) + estimate.picodollars
        return self._picodollars is None or self._spent.picodollars + pico <= self._picodollars
