"""The steps of one episode, numbered in order and kept in a ledger for replay."""

from typing import TYPE_CHECKING

from voirdire.llm.tools import Json

if TYPE_CHECKING:
    from voirdire.llm.ledger import Ledger


class Recorder:
    """Hands each step of an episode to a ledger under the next number.

    An episode that is run again writes the same numbers again, so nothing stands twice.
    """

    def __init__(self, ledger: "Ledger", run: str, episode: str) -> None:
        self._ledger = ledger
        self._run = run
        self._episode = episode
        self.steps = 0

    def add(self, kind: str, body: Json) -> None:
        """Keep one step: `kind` names it ("reply", "call", "belief", "final", ...)."""
        self._ledger.add_step(self._run, self._episode, self.steps, kind, body)
        self.steps += 1
