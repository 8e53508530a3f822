"""Turn a text into its letters and digits, with the way back to the text's offsets.

Everything else (space, punctuation, quotation marks, hyphens at line ends, page marks
already taken out) falls away, so that words split or run together still compare equal.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from voirdire.findings import Span

# Raised and lowered digits are calls of footnotes, never words.
_RUN = re.compile(r"[^\W_\u00b2\u00b3\u00b9\u2070-\u209c]+")


def _plain_letters() -> dict[int, str]:
    table = {ord("æ"): "ae", ord("œ"): "oe", ord("ø"): "o", ord("ß"): "ss", ord("ſ"): "s"}
    for code in (*range(0xC0, 0x250), *range(0x1E00, 0x1F00), *range(0xFB00, 0xFB07)):
        parts = unicodedata.normalize("NFKD", chr(code)).lower()
        base = "".join(part for part in parts if not unicodedata.combining(part))
        if base and base.isascii():
            table[code] = base
    return table


_PLAIN = _plain_letters()


def letters_of(text: str) -> str:
    """The lower-case letters and digits of a text, marks and ligatures folded."""
    joined = "".join(_RUN.findall(text)).lower()
    return joined if joined.isascii() else joined.translate(_PLAIN)


_NEGATING_PREFIX = re.compile(r"(?:^|[^\w])(?:non|un)[-\u2010\u2011]$", re.IGNORECASE)
_CONTRACTION = re.compile(r"n['\u2019]t\b", re.IGNORECASE)
_BLOCK = 4000


class LettersView:
    """The letters and digits of a text, in blocks that are taken apart when asked for.

    Most of an opinion is never looked at: only the blocks around a place that was found
    are split into runs, each an unbroken stretch of letters.
    """

    def __init__(self, text: str, blocks: Sequence[Span]) -> None:
        self.text = text
        self._blocks = blocks
        pieces = [letters_of(text[block.start : block.end]) for block in blocks]
        self.letters = "".join(pieces)
        self._block_starts = tuple(accumulate(map(len, pieces), initial=0))
        self._runs: dict[int, tuple[list[int], list[int]]] = {}

    def _run_at(self, position: int) -> tuple[int, int, int]:
        """First letter, end and offset in `text` of the run that holds a letter."""
        block = bisect_right(self._block_starts, position, hi=len(self._blocks)) - 1
        if block not in self._runs:
            span = self._blocks[block]
            found = list(_RUN.finditer(self.text, span.start, span.end))
            lengths = (len(letters_of(run.group())) for run in found)
            starts = list(accumulate(lengths, initial=self._block_starts[block]))
            self._runs[block] = starts, [run.start() for run in found]
        starts, offsets = self._runs[block]
        run = bisect_right(starts, position, hi=len(offsets)) - 1
        return starts[run], starts[run + 1], offsets[run]

    def run_start(self, position: int) -> int:
        """The first letter of the run that holds a letter."""
        return self._run_at(position)[0]

    def run_end(self, end: int) -> int:
        """The end of the run that holds the letter before `end`."""
        return self._run_at(end - 1)[1]

    def offset(self, position: int) -> int:
        """Where a letter stands in `text`."""
        start, _, offset = self._run_at(position)
        return offset + position - start

    def span(self, start: int, end: int) -> Span:
        """Where the letters [start, end) stand in `text`."""
        return Span(self.offset(start), self.offset(end - 1) + 1)

    def is_word_start(self, position: int) -> bool:
        """Whether a word begins here; the second half of "non-exempt" is none."""
        start, _, offset = self._run_at(position)
        if start != position:
            return False
        return _NEGATING_PREFIX.search(self.text[max(offset - 5, 0) : offset]) is None

    def is_word_end(self, end: int) -> bool:
        """Whether a word ends here; "do" and "don" of "don't" do not."""
        start, after, offset = self._run_at(end - 1)
        if after != end:
            return False
        return _CONTRACTION.match(self.text, offset + end - start - 1) is None


def view_letters(text: str, without: Sequence[Span] = ()) -> LettersView:
    """The letters of a text; stretches `without` (in order, not overlapping) are left out."""
    blocks: list[Span] = []
    cursor = 0
    for gap in (*without, Span(len(text), len(text))):
        while cursor < gap.start:
            end = min(cursor + _BLOCK, gap.start)
            if end < gap.start:
                # A block ends between words.
                space = text.find(" ", end, gap.start)
                end = gap.start if space < 0 else space
            blocks.append(Span(cursor, end))
            cursor = end
        cursor = gap.end
    return LettersView(text, blocks)
