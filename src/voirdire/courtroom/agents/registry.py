"""Names of agents to agents.

Input: a name as a person writes it: a scripted agent, an attack, or a model, alone or after
`plan:`. Output: an agent for any seat. Those that ask models are imported when they are opened.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from voirdire.courtroom.agents.attacks import ATTACKS
from voirdire.courtroom.agents.prepared import PreparedAgent
from voirdire.courtroom.agents.random_agents import RandomAgent, RandomQuoteAgent
from voirdire.courtroom.agents.rule_based import RuleBasedAgent
from voirdire.courtroom.agents.types import Agent
from voirdire.courtroom.types import SIDES, CaseFile
from voirdire.errors import OwnAgentError, UnknownAgentError

if TYPE_CHECKING:
    from voirdire.llm.chat import Chat

SCRIPTED = ("random", "random-quotes", "rules", "prepared")
PLAN = "plan:"
OWN = "python:"


def seats_for(name: str) -> tuple[str, ...]:
    """The seats that an agent of that name is measured in: both sides and the bench.

    An attack only sits where the metrics are that it attacks.
    """
    return ATTACKS[name].seats if name in ATTACKS else (*SIDES, "judge")


def open_agent(
    name: str,
    *,
    seed: int = 0,
    chat_factory: "Callable[[str], Chat] | None" = None,
    case_files: Sequence[CaseFile] | None = None,
) -> Agent:
    """Open an agent by its name.

    Args:
        name: One of `SCRIPTED`, an attack, a model ("anthropic:M", "local:smollm2"),
            or "plan:" and a model: with examples and a plan for each phase. Or an agent of
            one's own, "python:module:Name": what is called without arguments for an agent.
            It runs in this process, so the name must never come from outside.
        seed: Of what it draws; a model is asked anew for each.
        chat_factory: Opens a model by its name; without it there are no model agents.
        case_files: The cases that "prepared" has read and whose outcomes "base-rate" and
            "year-only" count.

    Raises:
        UnknownAgentError: there is none of that name here.
        OwnAgentError: one's own agent cannot be imported or made.
        CaseError: "prepared" cannot prepare one of the files.
        ModelNameError: the model cannot be opened.
    """
    files = case_files or ()
    if name == "random":
        return RandomAgent(seed)
    if name == "random-quotes":
        return RandomQuoteAgent(seed)
    if name == "rules":
        return RuleBasedAgent(seed)
    if name == "prepared":
        return PreparedAgent(files, seed)
    if name in ATTACKS:
        return ATTACKS[name].open(files)
    if name.startswith(OWN):
        return _open_own(name)
    model = name.removeprefix(PLAN)
    if chat_factory is None or ":" not in model:
        raise UnknownAgentError(name, (*SCRIPTED, *ATTACKS), has_models=chat_factory is not None)
    from voirdire.courtroom.agents.model import ModelAgent

    return ModelAgent(chat_factory(model), plans=name.startswith(PLAN), seed=seed)


def _open_own(name: str) -> Agent:
    module, _, attribute = name.removeprefix(OWN).partition(":")
    try:
        made: Agent = getattr(import_module(module), attribute)()
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise OwnAgentError(name, f"{type(error).__name__}: {error}") from error
    if not callable(getattr(made, "act", None)) or not isinstance(getattr(made, "name", None), str):
        raise OwnAgentError(name, "what it gives has no act() or no name")
    return made
