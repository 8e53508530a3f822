"""The ReAct baseline: one model, the actions as tools, until it hands in its answer.

After Yao et al., "ReAct" (2023): thought and action by turns in one conversation.
"""

from dataclasses import dataclass

from voirdire.authorities.types import Source
from voirdire.citecheck.agents.actions import Actions
from voirdire.citecheck.agents.episode import Episode, ModelRun
from voirdire.citecheck.agents.segments import FalseSegments
from voirdire.citecheck.agents.task_words import TASK, WITH_TOOLS
from voirdire.citecheck.agents.web import WebSearch
from voirdire.citecheck.excerpts import Answer


@dataclass(frozen=True, slots=True)
class React:
    """A model with the actions over one source, within an allowance."""

    models: ModelRun
    source: Source
    web: WebSearch | None = None
    name: str = "react"

    async def check(self, excerpt_id: str, text: str) -> Answer:
        """Let the model work on one excerpt.

        Raises:
            BudgetSpentError: nothing is left to pay for it.
            LedgerError: the ledger cannot be read or written.
        """
        from voirdire.llm.loop import run_loop
        from voirdire.llm.retry import ModelError

        episode = Episode(self.name, excerpt_id, text, self.models)
        try:
            result = await run_loop(
                episode.chat,
                f"{TASK}\n{WITH_TOOLS}",
                episode.quoted(),
                Actions(self.source, self.web).tools,
                episode.allowance,
                episode.recorder,
                FalseSegments,
                self.name,
            )
        except ModelError as error:
            episode.recorder.add("error", {"message": str(error)})
            return episode.answer(None, str(error))
        return episode.answer(result.output, result.error)
