"""A model in a seat: zero-shot, or with examples and a plan for each phase.

Input: an observation. Output: the action that the model gave, in the form made for its turn. A
model that gives none after the repairs of `Chat.ask`, or that is refused this one request, takes
the safest legal action, and that is counted: what a model could not do never looks like what it
chose to do. A model that cannot be reached acts not at all: its error ends the run.
"""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel

from voirdire.courtroom.agents.answers import GivenAction, Plan, action_of, form_for
from voirdire.courtroom.agents.failures import NO_PLAN, Failure
from voirdire.courtroom.agents.prompts import NARROW, WIDE, Form, plan_text, system_text, turn_text
from voirdire.courtroom.agents.small_answers import SmallPlan, small_form_for
from voirdire.courtroom.engine import OTHER
from voirdire.courtroom.observation import Observation
from voirdire.courtroom.types import Action
from voirdire.llm.answers import ModelAnswerError
from voirdire.llm.retry import ModelError

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)

# How a provider turns away one request, for what it says or how long it is; with any other
# failure, after the attempts of `llm.retry`, the next request would fare no better.
_OF_ONE_REQUEST = frozenset({"400", "403", "413", "422"})
_LOCAL = "local:"
_PURPOSE = "trial"
_PLANNING = "trial-plan"


class Asked(Protocol):
    """What a seat asks of a model: `llm.chat.Chat`, or a model of another framework.

    `ask` raises ModelAnswerError when no answer has the form, ModelError when there is none.
    """

    name: str

    async def ask(
        self, system: str, user: str, output: type[M], purpose: str, sample: int = 0
    ) -> M:
        """An answer of the given form."""
        ...

    def quote(self, text: str) -> str:
        """Outside text between marks that it cannot forge."""
        ...


class ModelAgent:
    """Any model, in any seat; the ledger of its chat remembers what it said.

    Args:
        chat: The model.
        plans: With examples, and one plan a phase that its later prompts carry.
        seed: Another asks the model anew; the same is answered from the ledger.

    `failures` lists the turns that the model missed. Raises (`act`): ModelError when the model
    cannot be reached, BudgetSpentError when nothing is left to pay for an answer, LedgerError
    when the ledger cannot be used.
    """

    def __init__(self, chat: Asked, *, plans: bool = False, seed: int = 0) -> None:
        self.name = f"plan:{chat.name}" if plans else chat.name
        self._chat = chat
        self._plans = plans
        self._seed = seed
        self._is_small = chat.name.startswith(_LOCAL)
        self._room = NARROW if self._is_small else WIDE
        # A small model has no room for examples.
        self._form: Form = "examples" if plans and not self._is_small else "short"
        self._failures: list[Failure] = []

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Turns at which the model gave no action, and plans that it did not give."""
        return tuple(self._failures)

    def act(self, observation: Observation) -> Action:
        """The model's action, or the safest legal one."""
        return _wait(self.decide(observation))

    async def decide(self, observation: Observation) -> Action:
        """As `act`, in the event loop that runs."""
        if not observation.legal_actions:
            return safest_action(observation)
        system = system_text(observation, self._form)
        plan = await self._plan(observation, system) if self._plans else None
        user = turn_text(observation, self._chat.quote, self._room, plan)
        try:
            given = await self._answer(observation, system, user)
        except (ModelAnswerError, ModelError) as error:
            action = safest_action(observation)
            self._fail(observation, action.kind, error)
            return action
        return action_of(given, observation.seat)

    async def _answer(self, observation: Observation, system: str, user: str) -> GivenAction:
        if self._is_small:
            small = small_form_for(observation)
            return (await self._chat.ask(system, user, small, _PURPOSE, self._seed)).root
        return await self._chat.ask(system, user, form_for(observation), _PURPOSE, self._seed)

    async def _plan(self, observation: Observation, system: str) -> str | None:
        """The plan for the phase: asked for once, then recalled; only counsel plans."""
        if observation.seat not in OTHER:
            return None
        user = plan_text(observation, self._chat.quote, self._room)
        form: type[Plan] = SmallPlan if self._is_small else Plan
        try:
            plan = await self._chat.ask(system, user, form, _PLANNING, self._seed)
        except (ModelAnswerError, ModelError) as error:
            self._fail(observation, NO_PLAN, error)
            return None
        return "\n".join(f"- {point}" for point in plan.points)

    def _fail(
        self, observation: Observation, instead: str, error: ModelAnswerError | ModelError
    ) -> None:
        """Note what the model missed; that it cannot be reached is no turn missed."""
        if isinstance(error, ModelError) and error.code not in _OF_ONE_REQUEST:
            raise error
        # A service may say anything, half of a surrogate pair too, which no file takes.
        problem = str(error).encode("utf-8", "backslashreplace").decode()
        self._failures.append(
            Failure(observation.case_id, observation.seat, observation.turn, instead, problem)
        )


def safest_action(observation: Observation) -> Action:
    """What a seat does that has nothing to say: it declines, or leaves the burden where it is."""
    legal, seat = observation.legal_actions, observation.seat
    if "rule_on_objection" in legal:
        return Action("rule_on_objection", seat=seat, ruling="overruled")
    decision = observation.jury_decision or observation.decisions.for_defence
    if "ballot" in legal:
        return Action("ballot", seat=seat, decision=decision, probability=0.5)
    if "deliver_verdict" in legal:
        return Action("deliver_verdict", seat=seat, decision=decision, probability=0.5)
    return Action("decline", seat=seat)


def _wait(work: Coroutine[Any, Any, T]) -> T:
    """Run to its end, also where an event loop runs already: then in a thread of its own."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
