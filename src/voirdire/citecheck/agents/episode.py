"""One excerpt under a model: its own chat, its allowance, its record, and in the end its answer.

Input: an excerpt and where models are asked. Output: an `Answer` with exactly what it took.
"""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from voirdire.citecheck.agents.segments import FalseSegments, predictions_in
from voirdire.citecheck.excerpts import Answer, Prediction
from voirdire.llm.allowance import Allowance
from voirdire.llm.recorder import Recorder

if TYPE_CHECKING:
    from voirdire.llm.chat import Chat
    from voirdire.llm.ledger import Ledger

_NOT_TAKEN = ("excerpt", "system", "seconds")


@dataclass(frozen=True, slots=True)
class ModelRun:
    """Where the systems of one run ask a model, and where their steps are kept.

    `open_chat` opens a chat of its own for each excerpt, so that what it took is known.
    """

    open_chat: "Callable[[], Chat]"
    ledger: "Ledger"
    run: str
    turns: int = 25
    calls: int = 30


class Episode:
    """One excerpt under way."""

    def __init__(self, system: str, excerpt_id: str, text: str, models: ModelRun) -> None:
        self.text = text
        self.chat = models.open_chat()
        self.allowance = Allowance(models.turns, models.calls)
        self.recorder = Recorder(models.ledger, models.run, excerpt_id)
        self._system = system
        self._excerpt = excerpt_id
        self._began = time.monotonic()
        self.recorder.add("excerpt", {"system": system, "model": self.chat.name, "text": text})

    def quoted(self) -> str:
        """The excerpt as a prompt may carry it."""
        return self.chat.quote(self.text)

    def answer(self, output: FalseSegments | None, error: str = "") -> Answer:
        """The answer, in the words of the excerpt; what stands nowhere in it is recorded."""
        predictions: tuple[Prediction, ...] = ()
        if output is not None:
            predictions, dropped = predictions_in(self.text, output.false_segments)
            if dropped:
                self.recorder.add("dropped", {"count": len(dropped), "segments": list(dropped)})
        answered = self.chat.spent.answered
        answer = Answer(
            self._excerpt,
            self._system,
            predictions,
            turns=answered.calls,
            calls=self.allowance.calls_used,
            duplicates=self.allowance.duplicates,
            denied=self.allowance.denied,
            input_tokens=answered.input_tokens,
            output_tokens=answered.output_tokens,
            dollars=answered.dollars,
            error=error,
        )
        # Without the seconds: a run that goes on takes others, and writes the same steps.
        taken = {key: value for key, value in asdict(answer).items() if key not in _NOT_TAKEN}
        self.recorder.add("answer", taken)
        return replace(answer, seconds=round(time.monotonic() - self._began, 3))
