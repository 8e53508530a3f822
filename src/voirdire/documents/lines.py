"""What a line end stands for: a space, nothing, or a paragraph break.

Input: text of one glyph a kind (see `fold`), page furniture blanked with NUL, and the runs
of white space in it that hold a line end.
Output: what takes the place of each. Where the format marks paragraphs, the mark decides;
else what is usual in that stretch, indentation, whether the line before is full, and
whether the sentence goes on.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from voirdire.documents.blanks import TORN
from voirdire.documents.hyphens import Hyphens

# Characters [left, right) of the text are replaced.
Edit = tuple[int, int, str]

_STRETCH = 40
_LONGEST_LINE = 160
_LONGEST_ENUMERATOR = 7
_TERMINAL = re.compile(r"[.!?][\"')\]]*(?:\d{1,3})?$")
_CONNECTED = re.compile(
    r"(?:[,(\[\u2014&\u00a7\u00b6]|\bv\.|\bNos?\.|\b(?:and|or|of|the|a|an|in|to|for|by|at|with|from"
    r"|under|on|that|see|See|quoting|citing|is|was|as|be|not|also|id\.))$"
)
_ITEM = re.compile(
    r"[\u2022\u25cf\u25aa\u00b7*+-] |\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)] |#{1,6} |[A-Z]\. "
)
# "II." or "A." alone on a line belongs to the words below it.
_ENUMERATOR = re.compile(r"\(?(?:[A-Za-z]|[IVXivx]{1,5}|\d{1,2})[.):]{1,2}\Z")
# A line of a table of contents: dots that lead to page numbers.
_LEADER = re.compile(r"(?:\.{4}|\. \. \. \.)[. ]*[\w, -]{0,60}\Z")
# "12 F.3d 345": the citation of the case whose name stands before it.
_CITATION = re.compile(r"\d{1,4} [A-Z][A-Za-z0-9.' ]{1,24} \d{1,5}\b")
# "Marlow Rep." before a number: the page of a citation follows.
_REPORTER = re.compile(r"(?:\b[A-Z][A-Za-z]{0,4}\.|\b[234]d)$")
_WORD = re.compile(r"[^ \n\x00\x01]*")


@dataclass(frozen=True, slots=True)
class _Spacing:
    """What parts the lines of one stretch: `usual` line ends, and a width to be full."""

    usual: int
    wrapped: bool


def judge_line_ends(
    flat: str, start: int, end: int, gaps: Sequence[tuple[int, int]], *, explicit: bool
) -> list[Edit]:
    """Decide every line end of flat[start:end]; `gaps` are its runs of white space.

    With `explicit` a blank line is a paragraph break and nothing else is.
    """
    hyphens = Hyphens(flat)
    if explicit:
        breaks = [flat.count("\n", left, right) >= 2 for left, right in gaps]
    else:
        breaks = _Stretches(flat, start, end, gaps).breaks()
    edits: list[Edit] = []
    for (left, right), is_break in zip(gaps, breaks, strict=True):
        if is_break:
            edits.append((left, right, "\n"))
        elif flat[left - 1] == "-" and left > start:
            edits.append(hyphens.edit(left, right))
        else:
            edits.append((left, right, " "))
    return edits


class _Stretches:
    """The lines between the gaps, with what is usual around each."""

    def __init__(self, flat: str, start: int, end: int, gaps: Sequence[tuple[int, int]]) -> None:
        self.flat = flat
        self.gaps = gaps
        self.begins = [start, *(right for _, right in gaps)]
        self.ends = [*(left for left, _ in gaps), end]
        self.lengths = [e - b for b, e in zip(self.begins, self.ends, strict=True)]
        self.newlines = [flat.count("\n", left, right) for left, right in gaps]
        self.torn = [TORN in flat[left:right] for left, right in gaps]
        self.indents = [0, *(_indent(flat, left, right) for left, right in gaps)]
        self.spacings = self._measure()

    def _measure(self) -> list[_Spacing]:
        """The spacing of every stretch of lines."""
        spacings: list[_Spacing] = []
        for first in range(0, len(self.gaps), _STRETCH):
            last = min(first + _STRETCH, len(self.gaps))
            low = max(0, last - _STRETCH)
            whole = [i for i in range(low, last) if not self.torn[i]]
            run_on = sum(self._runs_on(i) for i in whole if self.newlines[i] >= 2)
            counts = Counter(min(self.newlines[i], 4) for i in whole)
            lengths = sorted(self.lengths[low : last + 1])
            middle = lengths[len(lengths) // 2]
            in_long = sum(n for n in lengths if n > _LONGEST_LINE)
            wrapped = in_long < 0.4 * sum(lengths) and middle <= _LONGEST_LINE
            spaced = sum(count for lines, count in counts.items() if lines >= 2)
            usual = 1
            if wrapped and spaced >= max(6, 0.6 * len(whole)) and run_on >= 0.2 * spaced:
                # Underlining leaves lines of its own in some texts.
                ghosts = counts[3] >= 0.06 * len(whole)
                usual = 3 if ghosts else 2
            spacings.append(_Spacing(usual, wrapped))
        return spacings

    def _is_unclosed(self, i: int) -> bool:
        """Whether a bracket that opens on line i, or just before, is still open at its end."""
        end = self.ends[i]
        start = max(self.begins[i], end - _LONGEST_LINE)
        opened = self.flat.rfind("(", start, end)
        return opened >= 0 and self.flat.find(")", opened, end) < 0

    def _runs_on(self, i: int) -> bool:
        """Whether a sentence runs across gap i, as far as a small letter shows it."""
        left, right = self.gaps[i]
        return self.flat[right].islower() and self.flat[left - 1] not in ".!?:;"

    def breaks(self) -> list[bool]:
        """Whether each gap is a paragraph break."""
        broken: list[bool] = []
        for i in range(len(self.gaps)):
            broken.append(self._is_break(i, after_break=not broken or broken[-1]))
        return broken

    def _is_break(self, i: int, *, after_break: bool) -> bool:
        left, right = self.gaps[i]
        flat = self.flat
        first = flat[right]
        tail = flat[max(self.begins[i], left - 12) : left]
        if first in ",.;:)]}%" or _CONNECTED.search(tail):
            return False
        if after_break and self.lengths[i] <= _LONGEST_ENUMERATOR and _ENUMERATOR.match(tail):
            return False
        if _LEADER.search(flat, max(self.begins[i], left - 80), left):
            return True
        if first.isdigit() and self.newlines[i] <= 2 and _CITATION.match(flat, right):
            return False
        if self._is_unclosed(i) or (first.isdigit() and _REPORTER.search(tail)):
            return False
        if tail[-1:] == "-" and tail[-2:-1].isalnum() and self.newlines[i] <= 2:
            return False
        terminal = _TERMINAL.search(tail) is not None
        if first.islower() and not terminal and tail[-1:] not in ":;":
            return False
        spacing = self.spacings[i // _STRETCH]
        if not spacing.wrapped and not self.torn[i]:
            return terminal or not first.islower()
        if self.torn[i]:
            return terminal and (
                self._is_short(i, 0.8)
                or self._opens_paragraph(i + 1)
                or self._opens_item(i + 1)
                or _is_capitals(self._line(i + 1))
            )
        if self._is_indented(i) and (terminal or tail[-1:] in ":;" or self._is_short(i, 0.65)):
            return True
        if self.newlines[i] > spacing.usual:
            return terminal or not self._is_full(i) or not (first in "(\u00a7" or first.isdigit())
        if (terminal or tail[-1:] in ":;") and self._opens_item(i + 1):
            return True
        if terminal or tail[-1:] == ":":
            return self._is_short(i, 0.82)
        return self._is_short(i, 0.65) and not first.islower()

    def _line(self, i: int) -> str:
        return self.flat[self.begins[i] : self.ends[i]]

    def _opens_paragraph(self, i: int) -> bool:
        """Whether line i is set in and the next one is not."""
        return i + 1 < len(self.indents) and self.indents[i] > self.indents[i + 1]

    def _opens_item(self, i: int) -> bool:
        """Whether line i is, or begins with, the mark of a heading or of a list's item."""
        if self.lengths[i] <= _LONGEST_ENUMERATOR and _ENUMERATOR.match(self._line(i)):
            return True
        return _ITEM.match(self.flat, self.begins[i]) is not None

    def _width(self, i: int) -> int:
        """How long lines are on both sides of gap i; a narrow block counts as narrow."""
        before = max(self.lengths[max(0, i - 2) : i + 1])
        after = max(self.lengths[i : i + 3])
        return min(before, after) if i else after

    def _is_short(self, i: int, share: float) -> bool:
        """Whether the next line's first word would have fitted on the line before."""
        word = _WORD.match(self.flat, self.gaps[i][1])
        length = self.lengths[i] + 1 + (len(word[0]) if word else 0)
        return length < share * max(self._width(i), 30)

    def _is_full(self, i: int) -> bool:
        return self.lengths[i] >= 0.6 * self._width(i)

    def _is_indented(self, i: int) -> bool:
        """A line set in deeper than the one before, or the line after a block set in."""
        here, before = self.indents[i + 1], self.indents[i]
        if here > before:
            # A block set in as a whole and a first line alike.
            return True
        return here < before and i > 0 and self.indents[i - 1] == before and not self.torn[i - 1]


def _indent(flat: str, left: int, right: int) -> int:
    """Spaces before the line that follows a gap; furniture there hides them."""
    last = flat.rfind("\n", left, right)
    return 0 if TORN in flat[last:right] else right - last - 1


def _is_capitals(line: str) -> bool:
    return line.isupper() and len(line) > 3
