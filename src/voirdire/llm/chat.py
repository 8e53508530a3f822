"""A model to ask, by its name: recorded, recalled, retried, capped and within a budget.

Input: a system and a user text, and the pydantic model that the answer must have. Output:
such an answer, validated; what the model says that does not validate goes back to it, twice
at most.
"""

from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel

from voirdire.errors import VoirdireError
from voirdire.llm.answers import ask_for
from voirdire.llm.budget import Budget
from voirdire.llm.ledger import Ledger, Tally
from voirdire.llm.ledgered import Account, LedgeredModel, Terms
from voirdire.llm.names import open_model
from voirdire.llm.pool import SHARED, Pool
from voirdire.llm.prices import has_price
from voirdire.llm.quoting import quote
from voirdire.llm.requests import sendable

T = TypeVar("T", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Spent:
    """What a chat was answered so far.

    `paid` was asked for now, `recalled` came from the ledger at no cost and says what it
    took when it was made; `failed` are attempts without an answer. A run that was killed
    and goes on has the same `answered` as one that was not.
    """

    paid: Tally
    recalled: Tally
    failed: int

    @property
    def answered(self) -> Tally:
        """Both."""
        return self.paid + self.recalled

    @property
    def calls(self) -> int:
        """Calls paid for."""
        return self.paid.calls

    @property
    def tokens(self) -> int:
        """Tokens paid for, input and output."""
        return self.paid.tokens

    @property
    def dollars(self) -> float | None:
        """Dollars paid; None when the price of a call is not known."""
        return self.paid.dollars


class Chat:
    """One model for one run.

    `budget` and `pool` may be shared by many chats; without a pool it is the process's.

    Raises:
        ModelNameError: no such model, or its key is missing.
        VoirdireError: a budget in dollars for a model whose price is not known.
    """

    def __init__(
        self,
        name: str,
        ledger: Ledger,
        run: str,
        budget: Budget | None = None,
        pool: Pool | None = None,
    ) -> None:
        self.name = name
        self._opened = open_model(name)
        budget = budget or Budget()
        if budget.dollars is not None and not has_price(self._opened):
            raise VoirdireError(
                f"the price of {name} is not known: a budget in dollars cannot hold it; "
                "give one in calls or tokens"
            )
        run = sendable(run)
        budget.take_over(ledger, run)
        self._account = Account()
        self._terms = Terms(self._opened, ledger, run, budget, pool or SHARED, self._account)

    def model(self, purpose: str, sample: int = 0) -> LedgeredModel:
        """The model for an agent of pydantic-ai, or to call `request` on.

        `purpose` is for the sums of the ledger; another `sample` asks the same again.
        """
        return LedgeredModel(self._terms, sendable(purpose), sample)

    async def ask(
        self, system: str, user: str, output: type[T], purpose: str, sample: int = 0
    ) -> T:
        """An answer of the given form.

        Raises:
            ModelAnswerError: three answers in a row did not validate.
            ModelError: the provider refused, or failed at every attempt.
            BudgetSpentError: nothing is left to pay for it.
        """
        return await ask_for(self._terms, system, user, output, purpose, sample)

    def quote(self, text: str) -> str:
        """Outside text between marks that it cannot forge, for use in a prompt.

        The nonce is made of the ledger's secret and the text: nobody who writes the text
        can know it, and the same text has the same one in every run.
        """
        return quote(sendable(text), self._terms.ledger.secret)

    @property
    def spent(self) -> Spent:
        """What this chat was answered so far."""
        account = self._account
        return Spent(account.paid, account.recalled, account.failed)
