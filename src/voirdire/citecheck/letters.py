"""Turn a text into its letters and digits, with the way back to the text's offsets.

Everything else (space, punctuation, quotation marks, hyphens at line ends, page marks
already taken out) falls away, so that words split or run together still compare equal.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class LettersView:
    """The letters and digits of `text`, in runs.

    Run i holds `letters[starts[i]:starts[i + 1]]` and begins at `offsets[i]` of `text`.
    """

    text: str
    letters: str
    starts: tuple[int, ...]
    offsets: tuple[int, ...]

    def run_at(self, position: int) -> int:
        """The run that holds a letter."""
        return bisect_right(self.starts, position, hi=len(self.offsets)) - 1

    def run_start(self, position: int) -> int:
        """The first letter of the run that holds a letter."""
        return self.starts[self.run_at(position)]

    def run_end(self, end: int) -> int:
        """The end of the run that holds the letter before `end`."""
        return self.starts[self.run_at(end - 1) + 1]

    def offset(self, position: int) -> int:
        """Where a letter stands in `text`."""
        run = self.run_at(position)
        return self.offsets[run] + position - self.starts[run]

    def span(self, start: int, end: int) -> Span:
        """Where the letters [start, end) stand in `text`."""
        return Span(self.offset(start), self.offset(end - 1) + 1)

    def is_word_start(self, position: int) -> bool:
        """Whether a word begins here; the second half of "non-exempt" is none."""
        run = self.run_at(position)
        if self.starts[run] != position:
            return False
        before = self.text[max(self.offsets[run] - 5, 0) : self.offsets[run]]
        return _NEGATING_PREFIX.search(before) is None

    def is_word_end(self, end: int) -> bool:
        """Whether a word ends here; "ca" and "can" of "can't" do not."""
        run = self.run_at(end - 1)
        if self.starts[run + 1] != end:
            return False
        after = self.offset(end - 1) + 1
        return _CONTRACTION.match(self.text, after - 1) is None


_NEGATING_PREFIX = re.compile(r"(?:^|[^\w])(?:non|un)[-\u2010\u2011]$", re.IGNORECASE)
_CONTRACTION = re.compile(r"n['\u2019]t\b", re.IGNORECASE)


def view_letters(text: str, without: Sequence[Span] = ()) -> LettersView:
    """The letters of a text; stretches `without` (in order, not overlapping) are left out."""
    words: list[str] = []
    offsets: list[int] = []
    cursor = 0
    for start, end in (*((gap.start, gap.end) for gap in without), (len(text), len(text))):
        for match in _RUN.finditer(text, cursor, start):
            offsets.append(match.start())
            words.append(match.group())
        cursor = end
    letters = "".join(words).lower()
    lengths = map(len, words)
    if not letters.isascii() or len(letters) != sum(map(len, words)):
        folded = [word.lower().translate(_PLAIN) for word in words]
        letters = "".join(folded)
        lengths = map(len, folded)
    return LettersView(text, letters, tuple(accumulate(lengths, initial=0)), tuple(offsets))
