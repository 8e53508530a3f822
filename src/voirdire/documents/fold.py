"""A `Document` to its folded view, with the exact way back.

Input: a loaded document.
Output: a `FoldedText`: running text in one form of white space, dashes and quotation
marks, without page furniture and emphasis marks, notes after the body.

Letters and digits stay what they are, but for these: ligatures are spelt out, decomposed
accents composed, words parted by a line-end hyphen joined, character entities left in a
text read; furniture, calls of footnotes and the page marks `[**180]` are taken out.
"""

import re
from collections.abc import Iterable, Sequence
from html import unescape
from unicodedata import normalize

from voirdire.documents.blanks import BLANK, GONE, TORN, blank
from voirdire.documents.footnotes import find_marked_notes, find_notes
from voirdire.documents.furniture import find_furniture
from voirdire.documents.lines import Edit, judge_line_ends
from voirdire.documents.types import Document, FoldedText, Note
from voirdire.findings import Span

# Formats whose blank lines are paragraphs and nothing else is.
_EXPLICIT = frozenset({"docx", "html"})

_GLYPHS: dict[int, str] = {
    **dict.fromkeys(range(0x20), " "),
    **dict.fromkeys(map(ord, "\x7f\x85\xa0\u1680\u202f\u205f\u3000"), " "),
    **dict.fromkeys(range(0x2000, 0x200B), " "),
    **dict.fromkeys(map(ord, "\n\f\u2028\u2029"), "\n"),
    **dict.fromkeys(map(ord, "\xad\u180e\u2060\u2061\u2062\u2063\u2064\ufeff"), GONE),
    **dict.fromkeys(range(0x200B, 0x2010), GONE),
    **dict.fromkeys(range(0x202A, 0x202F), GONE),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2212\ufe58\ufe63\uff0d"), "-"),
    **dict.fromkeys(map(ord, "\u2014\u2015\ufe31"), "\u2014"),
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u201f\xab\xbb\u2033\u301d\u301e\uff02"), '"'),
    **dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u2032`\xb4\u02bc\uff07"), "'"),
}
_GLYPH_SIGNS = frozenset(map(chr, _GLYPHS)) - {"\n"}
_DOUBLED_QUOTE = re.compile("''(?!')")
_LIGATURES = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
}
# Data marks of opinions: where a footnote is called, where another reporter's page begins.
_DATA_MARK = re.compile(r"\[fn[0-9*†a-z]{1,4}\]|\[\*\*[0-9A-Za-z-]{1,8}\]")
# An emphasis mark opens before a word and closes after one. A star page (`*355`, `at *3`)
# has its star before a number and nothing that closes.
_STARS = re.compile(
    r"\*(?<![\w*]\*)(\*{0,2})(?=[^\W\d]|[\"'(\[]\w)[^*\n]{1,400}?(?<=[\w.,;:!?)\]\"'])\*\1(?![\w*])"
)
_UNDERSCORES = re.compile(
    r"_(?<![\w_]_)(_?)(?=[^\W_]|[\"'(\[]\w)[^_\n]{1,400}?(?<=[^\s_])_\1(?![\w_])"
)
# A running head that cites is kept, behind the notes: nothing that cites is lost.
_CITING_HEAD = re.compile(r"\bCite as\b")
# Patterns begin with a set of characters, which the regex engine can search for fast.
_GAP = re.compile(r"[ \n\x00\x01](?:[ \n\x00\x01]+|(?<! ))")
_OWN_SPACE = re.compile(r"[ \n]")
# "460 , 467": a space that some programs leave where a link ended.
_LOOSE = re.compile(r"(?<=[^\s\x00\x01]) (?=[,;](?:[\s\x00\x01]|\Z))")
_RARE = re.compile(
    r"[\ufb00-\ufb06&\u0300-\u036f](?:(?<=&)(?:amp|lt|gt|quot|apos|nbsp|sect|para|[lr][sd]quo"
    r"|[mn]dash|#\d{2,5});|(?<!&)[\u0300-\u036f]*)"
)


def fold(document: Document) -> FoldedText:
    """Fold a document."""
    flat = _flatten(document.text)
    notes: Sequence[Note] = document.notes
    explicit = document.format in _EXPLICIT
    heads: list[Span] = []
    headed = flat
    if explicit:
        flat = blank(flat, [*_marks(flat), *document.furniture], GONE)
    else:
        marked = find_marked_notes(flat) if not notes else []
        flat = blank(flat, [*_marks(flat), *document.furniture], GONE)
        furniture = find_furniture(document, flat)
        heads = [s for s in furniture.spans if _CITING_HEAD.search(flat, s.start, s.end)]
        headed = flat
        flat = blank(flat, furniture.spans, TORN)
        if not notes:
            found, marks = find_notes(flat, furniture.page_ends)
            flat = blank(flat, marks, GONE)
            notes = [*found, *marked]
    body = blank(flat, [note.span for note in notes], TORN)
    builder = _Builder(flat)
    builder.add(*_edited(body, 0, len(body), explicit=explicit))
    folded: list[Note] = []
    for note in notes:
        start, end, edits = _edited(flat, note.span.start, note.span.end, explicit=explicit)
        if end > start:
            builder.part_notes()
            begin = builder.length
            builder.add(start, end, edits)
            folded.append(Note(note.label, Span(begin, builder.length)))
    for head in heads:
        builder.part_notes()
        builder.add(*_edited(headed, head.start, head.end, explicit=explicit), headed)
    return builder.finish(tuple(folded))


def _edited(flat: str, start: int, end: int, *, explicit: bool) -> tuple[int, int, list[Edit]]:
    """The range without the blanks at its ends, and what changes length within it."""
    inner = flat[start:end]
    end = start + len(inner.rstrip(BLANK))
    start = min(start + len(inner) - len(inner.lstrip(BLANK)), end)
    edits: list[Edit] = []
    gaps: list[tuple[int, int]] = []
    for match in _GAP.finditer(flat, start, end):
        found = match[0]
        if "\n" in found:
            gaps.append(match.span())
        else:
            loose = flat[match.end() : match.end() + 1] in (",", ";")
            kept = " " if " " in found and not loose else ""
            edits.append((match.start(), match.end(), kept))
    if " ," in inner or " ;" in inner:
        edits += ((*match.span(), "") for match in _LOOSE.finditer(flat, start, end))
    edits += (_spelt_out(flat, match) for match in _RARE.finditer(flat, start, end))
    edits += judge_line_ends(flat, start, end, gaps, explicit=explicit)
    edits.sort()
    return start, end, edits


def _spelt_out(flat: str, match: re.Match[str]) -> Edit:
    """A ligature, a character entity, or a letter with its accents, as plain characters."""
    left, right = match.span()
    found = match[0]
    if found[0] in _LIGATURES:
        return left, right, _LIGATURES[found[0]] + found[1:]
    if found[0] == "&":
        return left, right, unescape(found).translate(_GLYPHS)
    if left and flat[left - 1].isalpha():
        left -= 1
    return left, right, normalize("NFC", flat[left:right])


def _flatten(text: str) -> str:
    """One glyph for each kind of space, dash and quotation mark; lengths do not change."""
    flat = text
    # Few of these stand in any one text; a replacement for each is faster than a table. The
    # text's own control characters go first, before other signs become GONE.
    for sign in sorted(_GLYPH_SIGNS & set(flat)):
        flat = flat.replace(sign, _GLYPHS[ord(sign)])
    if "''" in flat:
        flat = _DOUBLED_QUOTE.sub('"' + GONE, flat)
    return flat


def _marks(flat: str) -> list[Span]:
    """Emphasis marks and data marks."""
    spans = [Span(*match.span()) for match in _DATA_MARK.finditer(flat)] if "[" in flat else []
    for sign, pattern in (("*", _STARS), ("_", _UNDERSCORES)):
        if sign not in flat:
            continue
        for match in pattern.finditer(flat):
            width = len(match[1]) + 1
            spans.append(Span(match.start(), match.start() + width))
            spans.append(Span(match.end() - width, match.end()))
    return spans


class _Builder:
    """Writes folded text; runs that map one to one and touch are one piece."""

    def __init__(self, flat: str) -> None:
        self._whole = self._flat = flat
        self._parts: list[str] = []
        self._starts: list[int] = []
        self._originals: list[int] = []
        self._ends: list[int] = []
        self._open = False
        self.length = 0

    def add(self, start: int, end: int, edits: Iterable[Edit], flat: str | None = None) -> None:
        """Write a range of the text, or of another state of it, with its edits."""
        self._flat = self._whole if flat is None else flat
        position = start
        for left, right, replacement in edits:
            if left > position:
                self._copy(position, left)
            position = right
            if not replacement:
                continue
            if replacement.isspace():
                self._space(replacement, left, right)
            else:
                self._piece(replacement, left, right)
                self._open = False
        if end > position:
            self._copy(position, end)

    def part_notes(self) -> None:
        """A paragraph break that stands for nothing in the file."""
        if self._parts:
            self._piece("\n", self._ends[-1], self._ends[-1])
            self._open = False

    def _copy(self, start: int, end: int) -> None:
        if self._open and self._ends[-1] == start:
            self._ends[-1] = end
            self._parts.append(self._flat[start:end])
            self.length += end - start
        else:
            self._piece(self._flat[start:end], start, end)
            self._open = True

    def _space(self, replacement: str, left: int, right: int) -> None:
        """A white space stands for one of the gap's own, where it has any."""
        own = _OWN_SPACE.search(self._flat, left, right)
        left = own.start() if own else right - 1
        if self._open and self._ends[-1] == left:
            self._ends[-1] = left + 1
            self._parts.append(replacement)
            self.length += 1
        else:
            self._piece(replacement, left, left + 1)
            self._open = True

    def _piece(self, text: str, start: int, end: int) -> None:
        self._parts.append(text)
        self._starts.append(self.length)
        self._originals.append(start)
        self._ends.append(end)
        self.length += len(text)

    def finish(self, notes: tuple[Note, ...]) -> FoldedText:
        """The folded text so far."""
        return FoldedText(
            "".join(self._parts),
            tuple(self._starts),
            tuple(self._originals),
            tuple(self._ends),
            notes,
        )
