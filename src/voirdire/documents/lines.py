"""What a line end stands for: a space, nothing, or a paragraph break.

Input: text of one glyph a kind (see `fold`), page furniture blanked with NUL.
Output: for every run of white space with a line end in it, what takes its place.
"""

import re
from functools import cached_property

from voirdire.documents.types import Document

# Characters [left, right) of the text are replaced.
Edit = tuple[int, int, str]

_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_FIRST_WORD = re.compile(r"[^ \n\x00]+")
_SENTENCE_END = re.compile(r"[.!?:;][\"')\]]*$")
# First halves of words that the law writes with a hyphen.
_COMPOUND_HEADS = frozenset(
    "self ex non cross co well long short so half all high low anti quasi post pre mid".split()
)


class Lines:
    """The lines of one text."""

    def __init__(self, text: str, document: Document) -> None:
        self._text = text
        self._explicit = document.format in ("docx", "html")

    def edit(self, text: str, left: int, right: int) -> Edit:
        """What takes the place of the white space text[left:right] with its line ends."""
        found = text[left:right]
        newlines = found.count("\n")
        if newlines >= 2 and (self._explicit or "\x00" not in found):
            return left, right, "\n"
        if left >= 2 and text[left - 1] == "-" and right < len(text):
            return self._hyphen(text, left, right)
        return left, right, " "

    def _hyphen(self, text: str, left: int, right: int) -> Edit:
        if not (text[left - 2].isalnum() and text[right].isalnum()):
            return left, right, " "
        before = re.search(r"[^\W_]+$", text[max(0, left - 40) : left - 1])
        after = re.match(r"[^\W_]+", text[right : right + 40])
        if before is None or after is None:
            return left, right, " "
        if self._is_compound(before[0], after[0]):
            return left, right, ""
        return left - 1, right, ""

    def _is_compound(self, first: str, second: str) -> bool:
        """Whether the hyphen belongs to the word and not to the line end."""
        if not (first.isalpha() and second.isalpha()) or not second[0].islower():
            return True
        first, second = first.lower(), second.lower()
        if first + second in self._words:
            return False
        if f"{first}-{second}" in self._words or first in _COMPOUND_HEADS:
            return True
        return len(first) > 2 and first in self._words and second in self._words

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(_WORD.findall(self._text.lower()))
