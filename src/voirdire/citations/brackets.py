"""Pair round and square brackets of a text, paragraph by paragraph.

Input: folded text. Output: for every bracket that has a partner, where that is, and which
pairs enclose a place.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

_BRACKET = re.compile(r"[()\[\]\n]")
_PAST_BREAK = 120
"""A page may break inside "(5th Cir. 2016)": so far before it a bracket may have opened."""
_DEEPEST = 32
"""A hostile line of a million "(" is no citation; deeper nesting is not followed."""


@dataclass(frozen=True, slots=True)
class Brackets:
    """`closing` maps the place of an opening bracket to that of its partner."""

    closing: dict[int, int]
    openings: tuple[int, ...]

    def enclosing(self, places: Iterable[int]) -> list[tuple[int, ...]]:
        """For places in ascending order, the opening brackets around each, outermost first."""
        around: list[tuple[int, ...]] = []
        stack: list[int] = []
        openings, closing = self.openings, self.closing
        at = 0
        for place in places:
            while at < len(openings) and openings[at] < place:
                while stack and closing[stack[-1]] < openings[at]:
                    stack.pop()
                stack.append(openings[at])
                at += 1
            while stack and closing[stack[-1]] < place:
                stack.pop()
            around.append(tuple(o for o in stack if closing[o] >= place))
        return around


def pair_brackets(text: str) -> Brackets:
    """Pair the brackets; those without a partner in their paragraph are left out."""
    closing: dict[int, int] = {}
    stacks: dict[str, list[int]] = {")": [], "]": []}
    partner = {"(": ")", "[": "]"}
    for match in _BRACKET.finditer(text):
        mark = match.group()
        if mark == "\n":
            for stack in stacks.values():
                while stack and stack[0] < match.start() - _PAST_BREAK:
                    del stack[0]
        elif mark in partner:
            stack = stacks[partner[mark]]
            stack.append(match.start())
            if len(stack) > _DEEPEST:
                del stack[0]
        elif stacks[mark]:
            closing[stacks[mark].pop()] = match.start()
    return Brackets(closing, tuple(sorted(closing)))
