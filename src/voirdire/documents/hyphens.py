"""Words parted at a line end: whether the hyphen is the word's own.

Input: a text and a gap after a hyphen.
Output: the edit that joins the two halves, with the hyphen or without it.
"""

import re
from functools import cached_property

_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_PARTED = re.compile(r"[a-z]+-[ \x00\x01]*\n[ \n\x00\x01]*[a-z]+")
_LAST_PART = re.compile(r"[^\W_]+\Z")
_FIRST_PART = re.compile(r"[^\W_]+")
_REACH = 40
# First halves that keep their hyphen in compounds.
_HEADS = frozenset(
    "self ex non cross co well long short so half all high low anti quasi post pre mid third"
    " first second two three decision law fact rule good bad counter".split()
)


class Hyphens:
    """The line-end hyphens of one text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def edit(self, left: int, right: int) -> tuple[int, int, str]:
        """Join over the gap text[left:right], which a hyphen precedes."""
        text = self._text
        before = _LAST_PART.search(text[max(0, left - 1 - _REACH) : left - 1])
        after = _FIRST_PART.match(text, right, right + _REACH)
        if before is None or after is None:
            # A dash between words, or a hyphen before a bracket.
            spaced = left < 2 or text[left - 2] in " -\n"
            return left, right, " " if spaced else ""
        if self._is_compound(before[0], after[0]):
            return left, right, ""
        return left - 1, right, ""

    def _is_compound(self, first: str, second: str) -> bool:
        """Whether the word is written with a hyphen where no line ends."""
        if not (first.isalpha() and second.isalpha()) or not second[0].islower():
            return True
        first, second = first.lower(), second.lower()
        if first + second in self._words:
            return False
        if f"{first}-{second}" in self._words or first in _HEADS:
            return True
        return len(first) > 2 and len(second) > 2 and {first, second} <= self._words

    @cached_property
    def _words(self) -> frozenset[str]:
        # The halves themselves are no words of the text.
        return frozenset(_WORD.findall(_PARTED.sub(" ", self._text.lower())))
