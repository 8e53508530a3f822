"""The turns and tool calls that one episode of an agent may use, counted exactly.

Input: every turn as it begins and every tool call as the model makes it. Output: whether it
may run, is denied, or was made before and is answered from memory.
"""

import json
from collections.abc import Mapping
from typing import Any, Literal

Admission = Literal["run", "duplicate", "denied"]


class Allowance:
    """The turns and tool calls of one episode, counted exactly.

    A turn is a request to a model, a call one tool call, each of several in one reply
    counted. A call that came before with the same arguments is a duplicate and free, also
    when no calls are left.
    """

    def __init__(self, turns: int = 25, calls: int = 30) -> None:
        self.turns = turns
        self.calls = calls
        self.turns_used = 0
        self.calls_used = 0
        self.duplicates = 0
        self.denied = 0
        self._memory: dict[str, str | None] = {}

    @property
    def turns_left(self) -> int:
        """Turns that may still begin."""
        return self.turns - self.turns_used

    @property
    def calls_left(self) -> int:
        """Calls that may still run."""
        return self.calls - self.calls_used

    def begin_turn(self) -> bool:
        """Count a turn; False, and nothing counted, when none is left."""
        if self.turns_left <= 0:
            return False
        self.turns_used += 1
        return True

    def admit(self, tool: str, arguments: Mapping[str, Any]) -> Admission:
        """Count one call and say what becomes of it.

        `run`: run it, then `remember` its answer or, when nothing came of it, `forget` it.
        `duplicate`: the same call ran before; `recall` its answer.
        """
        key = _canonical(tool, arguments)
        if key in self._memory:
            self.duplicates += 1
            return "duplicate"
        if self.calls_left <= 0:
            return self.deny()
        self.calls_used += 1
        self._memory[key] = None
        return "run"

    def deny(self) -> Admission:
        """Count a call that may not run, whatever is left."""
        self.denied += 1
        return "denied"

    def remember(self, tool: str, arguments: Mapping[str, Any], answer: str) -> None:
        """Keep the answer of a call, so that the same call is free from now on."""
        self._memory[_canonical(tool, arguments)] = answer

    def recall(self, tool: str, arguments: Mapping[str, Any]) -> str | None:
        """The answer that was kept for such a call; None when none was."""
        return self._memory.get(_canonical(tool, arguments))

    def forget(self, tool: str, arguments: Mapping[str, Any]) -> None:
        """Let the same call run, and count, again: its answer was an error."""
        self._memory.pop(_canonical(tool, arguments), None)

    def say_left(self) -> str:
        """What is left, in one line for a model."""
        return f"Left: {self.turns_left} turns, {self.calls_left} tool calls."


def _canonical(tool: str, arguments: Mapping[str, Any]) -> str:
    """A call as a key: the order of its arguments and its white space do not count."""
    return json.dumps([tool, _folded(arguments)], sort_keys=True, ensure_ascii=False)


def _folded(value: object) -> object:
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, Mapping):
        return {str(key): _folded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_folded(item) for item in value]
    return value
