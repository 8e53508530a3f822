"""The belief-state agent: choose what tells most, look, bring the belief up to date.

Input: an excerpt, a source of opinions, a chat. Output: an `Answer` whose predictions follow
from the final belief state and from nothing else; every step goes to the ledger.

After Bayesian optimal experimental design as in "Who Checks the Citations?" (2026), section
3.3: the model states the expected information gain of each action that it weighs. What it
believes is typed here, and what it claims to have seen is held against what it saw.
"""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from voirdire.authorities.types import Source
from voirdire.citecheck.agents.actions import Actions
from voirdire.citecheck.agents.belief import BeliefState
from voirdire.citecheck.agents.belief_items import ExcerptText, add_items, first_belief
from voirdire.citecheck.agents.belief_updates import apply_updates
from voirdire.citecheck.agents.boed_turns import (
    Belief,
    Candidate,
    Turn,
    View,
    system_prompt,
    turn_prompt,
)
from voirdire.citecheck.agents.planner import LOOK_UP, due_look_ups
from voirdire.citecheck.agents.seen import Seen
from voirdire.citecheck.agents.web import WebSearch
from voirdire.citecheck.excerpts import Answer, Prediction
from voirdire.llm.allowance import Allowance
from voirdire.llm.recorder import Recorder
from voirdire.llm.tools import Json, Observation, read_call, run_call

if TYPE_CHECKING:
    from voirdire.llm.chat import Chat
    from voirdire.llm.ledger import Ledger

PURPOSE = "boed"
# A model that fails to answer in form this often in a row is asked for no more actions.
_MOST_UNUSABLE = 2


@dataclass(frozen=True, slots=True)
class Boed:
    """The belief-state agent as a system that checks excerpts.

    `open_chat` opens a chat for one episode, whose calls are then its own; `ledger` and `run`
    take the trace, the id of an excerpt being its episode.
    """

    open_chat: "Callable[[], Chat]"
    source: Source
    ledger: "Ledger"
    run: str
    turns: int = 25
    calls: int = 30
    web: WebSearch | None = None
    name: str = "boed"

    async def check(self, excerpt_id: str, text: str) -> Answer:
        """Check one excerpt.

        `Answer.error` is set when the model failed before a final belief was reached; the
        predictions are then those of the last belief.

        Raises:
            BudgetSpentError: nothing is left to pay for the model.
            LedgerError: the ledger cannot be read or written.
        """
        from voirdire.llm.retry import ModelError

        began = time.monotonic()
        chat = self.open_chat()
        recorder = Recorder(self.ledger, self.run, excerpt_id)
        allowance = Allowance(self.turns, self.calls)
        episode = BeliefEpisode(chat, self.source, text, allowance, recorder, self.web)
        try:
            await episode.run()
        except ModelError as error:
            episode.error = str(error)
        answered = chat.spent.answered
        return Answer(
            excerpt=excerpt_id,
            system=self.name,
            predictions=episode.finish(),
            turns=allowance.turns_used,
            calls=allowance.calls_used,
            duplicates=allowance.duplicates,
            denied=allowance.denied,
            input_tokens=answered.input_tokens,
            output_tokens=answered.output_tokens,
            dollars=answered.dollars,
            seconds=round(time.monotonic() - began, 3),
            error=episode.error,
        )


class BeliefEpisode:
    """One excerpt, from the first belief to the last."""

    def __init__(
        self,
        chat: "Chat",
        source: Source,
        text: str,
        allowance: Allowance,
        recorder: Recorder,
        web: WebSearch | None = None,
    ) -> None:
        self.allowance = allowance
        self.declared = source.declared_reporters()
        self.excerpt = ExcerptText(text, self.declared)
        self.belief: BeliefState = first_belief(self.excerpt)
        self.error = ""
        self._chat = chat
        self._actions = Actions(source, web)
        self._system = system_prompt(self._actions.tools)
        self._recorder = recorder
        self._seen: list[Seen] = []
        self._shown: list[tuple[Seen, str]] = []
        self._told: list[str] = []
        self._had_second_chance = False

    async def run(self) -> None:
        """Take turns until the model is done or nothing is left to do it with.

        Afterwards `belief` is final, or `error` says why no final belief was reached.
        """
        begin: Json = {"purpose": PURPOSE, "system": self._system, "user": self.excerpt.text}
        self._recorder.add("begin", begin | {"tools": [t.name for t in self._actions.tools]})
        self._recorder.add("belief", {"turn": 0, "state": self.belief.to_json()})
        unusable = 0
        while self.allowance.begin_turn():
            is_spent = self.allowance.turns_left == 0 or self.allowance.calls_left == 0
            # A last turn asks for the least: a model that fails at more may still give that.
            is_last = is_spent or unusable == _MOST_UNUSABLE
            answer = await self._ask(is_last)
            if answer is None:
                unusable += 1
                if is_last:
                    self.error = "the last answers of the model did not have the form asked for"
                    return
                continue
            unusable = 0
            refusals = self._update(answer)
            if is_last or not isinstance(answer, Turn):
                return
            if answer.done or not answer.chosen:
                if not refusals or self._had_second_chance:
                    return
                # What was refused can be mended once, before the answer is final.
                self._had_second_chance = True
                continue
            self._shown = []
            for candidate in answer.actions():
                await self._take(candidate)

    def finish(self) -> tuple[Prediction, ...]:
        """What the belief state says is false: the whole answer."""
        predictions = self.belief.predictions()
        said = [asdict(prediction) for prediction in predictions]
        if self.error:
            self._recorder.add("error", {"message": self.error, "predictions": said})
        else:
            self._recorder.add("final", {"output": {"predictions": said}})
        return predictions

    async def _ask(self, is_last: bool) -> Belief | None:
        """One turn of the model; None when its answer has not the form, repairs included."""
        from voirdire.llm.answers import ModelAnswerError

        view = View(
            self.excerpt.text,
            self.belief,
            self._seen,
            self._shown,
            self._told,
            self._actions.scratchpad,
            self.allowance.say_left(),
            is_last,
        )
        prompt = turn_prompt(view, self._chat.quote)
        form = Belief if is_last else Turn
        try:
            answer = await self._chat.ask(self._system, prompt, form, PURPOSE)
        except ModelAnswerError as error:
            self._recorder.add(
                "unusable", {"turn": self.allowance.turns_used, "problem": str(error)}
            )
            self._told.append("Your last answer did not have the form asked for and was not used.")
            return None
        self._told = []
        return answer

    def _update(self, answer: Belief) -> tuple[str, ...]:
        """Take over what the evidence bears; the sentences of what was refused."""
        belief, unfit = add_items(
            self.belief, [item.addition() for item in answer.new_items], self.excerpt
        )
        updates = [update.update() for update in answer.updates]
        self.belief, unproved = apply_updates(belief, updates, self._seen)
        refusals = (*unfit, *unproved)
        if refusals:
            self._told.append("These updates were refused:")
            self._told += refusals
        self._recorder.add(
            "belief",
            {
                "turn": self.allowance.turns_used,
                "updates": [asdict(update) for update in updates],
                "new_items": [item.model_dump() for item in answer.new_items],
                "refused": list(refusals),
                "state": self.belief.to_json(),
            },
        )
        if isinstance(answer, Turn):
            plan = answer.model_dump(include={"candidates", "chosen", "done"})
            self._recorder.add("plan", {"turn": self.allowance.turns_used, **plan})
        return refusals

    async def _take(self, candidate: Candidate) -> None:
        """One action of the model's choice, behind the look-ups that are due before it."""
        asked = read_call(self._actions.tools, candidate.action, candidate.arguments).arguments
        due = due_look_ups(self.belief, self._seen, candidate.action, asked, self.declared)
        if self.allowance.recall(candidate.action, asked) is not None:
            # What was asked before shows nothing new and counts for nothing.
            due = ()
        if due:
            # A reference is the excerpt's own words: it stands with its observation, quoted.
            self._told.append(
                "Every citation is looked up before any gets a third action: the planned "
                "look-ups came first."
            )
        for reference in due:
            await self._call(LOOK_UP, {"citation": reference}, "planned")
        await self._call(
            candidate.action, candidate.arguments, "asked for", candidate.information_gain
        )

    async def _call(
        self, tool: str, arguments: Json, why: str, information_gain: float | None = None
    ) -> None:
        """Run, recall or deny one call, and record what became of it."""
        call = read_call(self._actions.tools, tool, arguments)
        step: Json = {"turn": self.allowance.turns_used, "tool": tool, "arguments": call.arguments}
        step |= {"why": why, "information_gain": information_gain}
        admission = self.allowance.admit(tool, call.arguments)
        earlier = self._earlier(tool, call.arguments) if admission == "duplicate" else None
        if admission == "denied":
            self._told.append(f"{tool} was denied: all {self.allowance.calls} calls are spent.")
            step["status"] = admission
        elif earlier is not None and not (call.tool is not None and call.tool.has_effect):
            self._show(earlier, "asked before, free")
            step |= {"status": admission, "number": earlier.number}
        else:
            observed = await run_call(call)
            seen = self._observe(tool, call.arguments, observed)
            self._show(seen, why)
            status = "error" if observed.is_error else admission
            step |= {"status": status, "number": seen.number, "observation": seen.data}
        self._recorder.add("call", step)

    def _earlier(self, tool: str, arguments: Json) -> Seen | None:
        kept = self.allowance.recall(tool, arguments)
        return next((seen for seen in self._seen if str(seen.number) == kept), None)

    def _observe(self, tool: str, arguments: Json, observed: Observation) -> Seen:
        seen = Seen(len(self._seen) + 1, tool, arguments, observed.data, observed.is_error)
        self._seen.append(seen)
        if observed.is_error:
            self.allowance.forget(tool, arguments)
        else:
            self.allowance.remember(tool, arguments, str(seen.number))
        return seen

    def _show(self, seen: Seen, how: str) -> None:
        if all(seen.number != shown.number for shown, _ in self._shown):
            self._shown.append((seen, how))
