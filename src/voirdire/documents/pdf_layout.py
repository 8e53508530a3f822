"""One page of a PDF to text that keeps what the layout tells.

Input: a text page of pypdfium2.
Output: a `PageText`: a line of the page a line, a blank line where the page leaves one,
spaces where a line is set in; superscript numbers (calls of footnotes) by their size and
height, and the footnotes that begin with one.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from voirdire.findings import Span

if TYPE_CHECKING:
    from pypdfium2 import PdfTextPage

# A hyphen that ends a line comes as U+FFFE or U+0002, the line end with it.
_LINE = re.compile("([^\r\n\ufffe\x02]*)(\r\n|\r|\n|\ufffe|\x02|\\Z)")
_RAISED = re.compile(r"(?:(?<=[A-Za-z.,;:?!\"'\u201d\u2019)\]])|\A\s*)\d{1,3}(?!\d)")
_LETTER = re.compile(r"[^\W\d_]")
_LABEL = re.compile(r"\s*(\d{1,3})(?:\s|(?=[^\W\d]|[\"'\u201c(]))")
# What would be taken for a page's end, or for nothing.
_UNFIT = {0: "\ufffd", 0x0B: " ", 0x0C: " ", 0x1C: " ", 0x1D: " ", 0x1E: " ", 0x85: " "}
_WIDEST_INDENT = 40


@dataclass(slots=True)
class Line:
    """A line: text, and in points its left and right edge, base and height of letters."""

    text: str
    left: float
    right: float
    base: float
    height: float
    raised: list[Span] = field(default_factory=list)
    hyphen: bool = False


@dataclass(frozen=True, slots=True)
class PageText:
    """Text of a page; spans are characters of it. `label_at` finds notes by their mark."""

    text: str
    raised: tuple[Span, ...]
    lines: tuple[tuple[int, Line], ...]


@dataclass(frozen=True, slots=True)
class PageNote:
    """A footnote: its mark and its words, or, without a mark, what goes on from the page before."""

    label: str | None
    mark: Span | None
    span: Span


def read_page(textpage: "PdfTextPage") -> PageText:
    """The text of one page with its layout."""
    lines = _joined(list(_lines(textpage)))
    if not lines:
        return PageText("", (), ())
    margin = _margin(lines)
    step = _usual_step(lines)
    parts: list[str] = []
    raised: list[Span] = []
    placed: list[tuple[int, Line]] = []
    length = 0
    previous: Line | None = None
    for line in lines:
        lead = ""
        if previous is not None:
            lead = "\n"
            gap = previous.base - line.base
            if not previous.hyphen and (gap > 1.4 * step or gap < -0.5 * line.height):
                lead = "\n\n"
        indent = round((line.left - margin) / max(0.5 * line.height, 1))
        if indent >= 2 and not (previous and previous.hyphen):
            lead += " " * min(indent, _WIDEST_INDENT)
        start = length + len(lead)
        parts += (lead, line.text)
        placed.append((start, line))
        raised += (Span(start + span.start, start + span.end) for span in line.raised)
        length = start + len(line.text)
        previous = line
    return PageText("".join(parts), tuple(raised), tuple(placed))


def find_page_notes(page: PageText, body_height: float, *, goes_on: bool) -> Iterator[PageNote]:
    """Footnotes of a page: blocks that begin with a raised number, or are set small.

    With `goes_on` the last note of the page before is not at its end: a block set small
    at the foot of this page without a number continues it.
    """
    marked = [i for i, (start, line) in enumerate(page.lines) if i and _mark(page, i, body_height)]
    stop = _end_of_block(page.lines, marked[-1]) if marked else len(page.lines)
    if goes_on:
        first = marked[0] if marked else stop
        small = first
        while small > 1 and _is_small(page.lines[small - 1][1], body_height):
            small -= 1
        block = _block(page.lines, small, first) if small < first else Span(0, 0)
        below = small < first and page.lines[small][1].base < page.lines[small - 1][1].base
        if below and _LETTER.search(page.text, block.start, block.end):
            yield PageNote(None, None, block)
    for i, following in zip(marked, [*marked[1:], stop][: len(marked)], strict=True):
        start, line = page.lines[i]
        label = _LABEL.match(line.text)
        if label is None:
            continue
        block = _block(page.lines, i, following)
        mark = Span(start + label.start(1), start + label.end(1))
        yield PageNote(label[1], mark, Span(mark.end, block.end))


def _mark(page: PageText, i: int, body_height: float) -> bool:
    line = page.lines[i][1]
    label = _LABEL.match(line.text)
    if label is None or page.lines[i - 1][1].base < line.base:
        return False
    if any(span.start == label.start(1) for span in line.raised):
        return True
    return _is_small(line, body_height) and not _is_small(page.lines[i - 1][1], body_height)


def _is_small(line: Line, body_height: float) -> bool:
    return 0.5 * body_height < line.height < 0.93 * body_height


def _block(lines: Sequence[tuple[int, Line]], first: int, following: int) -> Span:
    start = lines[first][0]
    last_start, last = lines[following - 1]
    return Span(start, last_start + len(last.text))


def _end_of_block(lines: Sequence[tuple[int, Line]], first: int) -> int:
    """Where the lines stop going down the page, or letters change their size."""
    height = lines[first][1].height
    for i in range(first + 1, len(lines)):
        line = lines[i][1]
        if line.base > lines[i - 1][1].base or not 0.85 * height < line.height < 1.18 * height:
            return i
    return len(lines)


def _lines(textpage: "PdfTextPage") -> Iterator[Line]:
    text = textpage.get_text_range()
    for match in _LINE.finditer(text):
        words, ending = match.groups()
        stripped = words.strip()
        if stripped:
            first = match.start() + len(words) - len(words.lstrip())
            letter = _LETTER.search(text, match.start(), match.start(2))
            probe = letter.start() if letter else first
            left = _box(textpage, first)
            body = _box(textpage, probe)
            end = _box(textpage, match.start() + len(words.rstrip()) - 1)
            hyphen = ending in ("\ufffe", "\x02")
            line = Line(
                words.rstrip().translate(_UNFIT), left[0], end[2], body[1], body[3] - body[1]
            )
            line.raised += _raised(textpage, match.start(), line)
            if hyphen:
                line.text += "-"
                line.hyphen = True
            yield line


def _raised(textpage: "PdfTextPage", start: int, line: Line) -> Iterator[Span]:
    """Numbers set small and high: what calls a footnote, or opens one."""
    for match in _RAISED.finditer(line.text):
        digits = match[0].strip()
        at = match.end() - len(digits)
        box = _box(textpage, start + at)
        height = box[3] - box[1]
        rise = (box[1] - line.base) / max(line.height, 1)
        if (
            line.text.strip() == digits
            or 0.12 < rise < 1
            or (height < 0.85 * line.height and rise > 0)
        ):
            yield Span(at, match.end())


def _joined(lines: Sequence[Line]) -> list[Line]:
    """Put together what a raised number tore into several lines."""
    joined: list[Line] = []
    for line in lines:
        last = joined[-1] if joined else None
        if last is not None and _on_one_line(last, line):
            space = "" if line.text[:1].isspace() else " " * (line.left > last.right + 2)
            shift = len(last.text) + len(space)
            if last.text.strip().isdecimal() and last.height > 0.85 * line.height:
                # An item's number that a tab parts from the item.
                last.raised.clear()
            last.raised += (Span(s.start + shift, s.end + shift) for s in line.raised)
            last.text += space + line.text
            last.right, last.hyphen = line.right, line.hyphen
            if last.height < line.height:
                last.base, last.height = line.base, line.height
        else:
            joined.append(line)
    for line in joined:
        if line.text.strip().isdecimal():
            # A number alone on its line is no call, however small.
            line.raised.clear()
    return joined


def _on_one_line(last: Line, line: Line) -> bool:
    if last.hyphen or not last.raised or not -2 < line.left - last.right < 1.5 * line.height:
        return False
    if last.raised[-1].end != len(last.text):
        return False
    if abs(last.base - line.base) < 0.2 * line.height:
        return True
    # A mark that opens a note stands before its line and above it.
    return last.height < 0.85 * line.height and 0 < last.base - line.base < line.height


def _margin(lines: Sequence[Line]) -> float:
    """The left edge that most letters begin at."""
    edges: Counter[int] = Counter()
    for line in lines:
        edges[round(line.left / 3)] += len(line.text)
    return 3.0 * edges.most_common(1)[0][0]


def _usual_step(lines: Sequence[Line]) -> float:
    """The usual distance from line to line."""
    steps = sorted(a.base - b.base for a, b in pairwise(lines) if a.base - b.base > 2)
    return steps[len(steps) // 2] if steps else 12.0


def _box(textpage: "PdfTextPage", offset: int) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of a character, in points."""
    from pypdfium2 import raw

    index = raw.FPDFText_GetCharIndexFromTextIndex(textpage.raw, offset)
    box = raw.FS_RECTF()
    if index < 0 or not raw.FPDFText_GetLooseCharBox(textpage.raw, index, box):
        return 0.0, 0.0, 0.0, 0.0
    return box.left, box.bottom, box.right, box.top
