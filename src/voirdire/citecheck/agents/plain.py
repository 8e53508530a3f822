"""The baseline without tools: one request, the excerpt alone, a list of false segments."""

from dataclasses import dataclass

from voirdire.citecheck.agents.episode import Episode, ModelRun
from voirdire.citecheck.agents.segments import FalseSegments
from voirdire.citecheck.agents.task_words import TASK, WITHOUT_TOOLS
from voirdire.citecheck.excerpts import Answer


@dataclass(frozen=True, slots=True)
class Plain:
    """A model asked once; an answer of another form is sent back at most twice."""

    models: ModelRun
    name: str = "plain"

    async def check(self, excerpt_id: str, text: str) -> Answer:
        """Ask about one excerpt.

        Raises:
            BudgetSpentError: nothing is left to pay for it.
            LedgerError: the ledger cannot be read or written.
        """
        from voirdire.llm.answers import ModelAnswerError
        from voirdire.llm.retry import ModelError

        episode = Episode(self.name, excerpt_id, text, self.models)
        system = f"{TASK}\n{WITHOUT_TOOLS}"
        user = episode.quoted()
        episode.recorder.add(
            "begin", {"purpose": self.name, "system": system, "user": user, "tools": []}
        )
        try:
            output = await episode.chat.ask(system, user, FalseSegments, self.name)
        except (ModelAnswerError, ModelError) as error:
            episode.recorder.add("error", {"message": str(error)})
            return episode.answer(None, str(error))
        episode.recorder.add("final", {"output": output.model_dump(mode="json")})
        return episode.answer(output)
