"""The Reflexion baseline: ReAct, a review of the work by the model itself, and again.

After Shinn et al., "Reflexion" (2023). All attempts and reviews share one allowance of turns
and calls; what was looked up before is remembered at no cost.
"""

import json
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from voirdire.authorities.types import Source
from voirdire.citecheck.agents.actions import Actions
from voirdire.citecheck.agents.episode import Episode, ModelRun
from voirdire.citecheck.agents.segments import FalseSegments
from voirdire.citecheck.agents.task_words import AGAIN, CRITIC, TASK, WITH_TOOLS
from voirdire.citecheck.agents.web import WebSearch
from voirdire.citecheck.excerpts import Answer
from voirdire.llm.tools import Json, Tool

_MOST_RETRIES = 2
# A review and the attempt after it take two turns at the least.
_TURNS_TO_RETRY = 2
_LONGEST_SHOWN = 400


class Review(BaseModel):
    """What the model says of its own work."""

    model_config = ConfigDict(extra="ignore")

    can_stand: bool = Field(description="Whether the answer can stand as it is.")
    lessons: str = Field(default="", max_length=4000, description="What to do differently.")


@dataclass(frozen=True, slots=True)
class Reflexion:
    """A model with the actions, which reviews its answer and tries again at most twice."""

    models: ModelRun
    source: Source
    web: WebSearch | None = None
    name: str = "reflexion"

    async def check(self, excerpt_id: str, text: str) -> Answer:
        """Let the model work on one excerpt.

        An attempt that fails leaves the answer of the one before.

        Raises:
            BudgetSpentError: nothing is left to pay for it.
            LedgerError: the ledger cannot be read or written.
        """
        from voirdire.llm.retry import ModelError

        episode = Episode(self.name, excerpt_id, text, self.models)
        attempts = _Attempts(episode, Actions(self.source, self.web).tools)
        try:
            await attempts.run()
        except ModelError as error:
            episode.recorder.add("error", {"message": str(error)})
            attempts.error = str(error)
        return episode.answer(attempts.output, "" if attempts.output else attempts.error)


class _Attempts:
    """The attempts at one excerpt and what was learnt from each."""

    def __init__(self, episode: Episode, tools: tuple[Tool, ...]) -> None:
        self.output: FalseSegments | None = None
        self.error = ""
        self._episode = episode
        self._tools = tools
        self._lessons: list[str] = []

    async def run(self) -> None:
        """Attempt, review, and again while the review asks for it and turns are left."""
        for retries_left in range(_MOST_RETRIES, -1, -1):
            calls = await self._attempt()
            if retries_left == 0 or self._episode.allowance.turns_left < _TURNS_TO_RETRY:
                return
            if not await self._asks_for_more(calls):
                return

    async def _attempt(self) -> tuple[Json, ...]:
        from voirdire.llm.loop import run_loop

        episode = self._episode
        said = [episode.quoted(), *(episode.chat.quote(lesson) for lesson in self._lessons)]
        result = await run_loop(
            episode.chat,
            f"{TASK}\n{WITH_TOOLS}{AGAIN if self._lessons else ''}",
            "\n\n".join(said),
            self._tools,
            episode.allowance,
            episode.recorder,
            FalseSegments,
            "reflexion",
        )
        self.output = result.output or self.output
        self.error = result.error
        return result.calls

    async def _asks_for_more(self, calls: tuple[Json, ...]) -> bool:
        """Whether the review of the last attempt asks for another; its lessons are kept."""
        from voirdire.llm.loop import run_loop

        episode = self._episode
        answer = self.output.model_dump_json() if self.output else f"none: {self.error}"
        shown = "\n".join(json.dumps(call, ensure_ascii=False)[:_LONGEST_SHOWN] for call in calls)
        review = await run_loop(
            episode.chat,
            CRITIC,
            "\n\n".join(
                [
                    f"The passage:\n{episode.quoted()}",
                    f"The answer:\n{episode.chat.quote(answer)}",
                    f"The tool calls:\n{episode.chat.quote(shown)}",
                ]
            ),
            (),
            episode.allowance,
            episode.recorder,
            Review,
            "reflexion-review",
        )
        if review.output is None or review.output.can_stand:
            return False
        self._lessons.append(review.output.lessons)
        return True
