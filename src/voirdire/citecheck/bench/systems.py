"""The systems that check excerpts, by name: the rule checker, agents and baselines.

Input: a name, a source of opinions and, for all but the rules, where a model is asked.
Output: a `System`. Each is imported when it is opened, so that no system needs the packages
of another. `claude_code.ClaudeCode` is one more, which starts a server of its own over a
library and so is opened with its folder.
"""

from typing import Protocol

from voirdire.authorities.types import Source
from voirdire.citecheck.agents.episode import ModelRun
from voirdire.citecheck.agents.web import RememberedSearch, WebSearch, open_web_search
from voirdire.citecheck.excerpts import Answer
from voirdire.errors import VoirdireError

SYSTEMS = ("rules", "plain", "react", "reflexion", "boed")

WITHOUT_MODEL = ("rules",)
"""The systems that ask no model."""


class System(Protocol):
    """What checks one excerpt at a time; several excerpts may be under way at once."""

    @property
    def name(self) -> str:
        """The name that stands in its answers."""
        ...

    async def check(self, excerpt_id: str, text: str) -> Answer:
        """Every segment of `text` that it calls false.

        A model that fails to answer is an `Answer.error`. Raises `VoirdireError` when
        nothing more can be asked: the budget is spent, the ledger cannot be written.
        """
        ...


def open_system(name: str, source: Source, models: ModelRun | None = None) -> System:
    """Open a system by its name.

    Args:
        name: One of `SYSTEMS`.
        source: What citations are looked up in.
        models: Where a model is asked and steps are kept; may be None for `WITHOUT_MODEL`.

    Raises:
        VoirdireError: there is no such system, or it needs a model.
    """
    if name not in SYSTEMS:
        raise VoirdireError(f"no system {name!r}; there are {', '.join(SYSTEMS)}")
    if name == "rules":
        from voirdire.citecheck.agents.rules import Rules

        return Rules(source)
    if models is None:
        raise VoirdireError(f"the system {name!r} asks a model; name one with --model")
    if name == "plain":
        from voirdire.citecheck.agents.plain import Plain

        return Plain(models)
    web = _web(models)
    if name == "react":
        from voirdire.citecheck.agents.react import React

        return React(models, source, web)
    if name == "reflexion":
        from voirdire.citecheck.agents.reflexion import Reflexion

        return Reflexion(models, source, web)
    from voirdire.citecheck.agents.boed import Boed

    turns, calls = models.turns, models.calls
    return Boed(models.open_chat, source, models.ledger, models.run, turns, calls, web)


def _web(models: ModelRun) -> WebSearch | None:
    search = open_web_search()
    return RememberedSearch(search, models.ledger, models.run) if search else None
