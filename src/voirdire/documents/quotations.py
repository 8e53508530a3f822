"""Find the quotations of a document: between marks, nested, and set off as a block.

Input: a `FoldedText` (double marks are `"`, single marks and apostrophes `'`, a newline is a
paragraph break) and the `Document` it was folded from, whose glyphs tell opening from closing.
Output: `Quotation`s in order of their start, the outer before the inner.

A mark without its partner says nothing and is forgotten at the end of the paragraph.
"""

import re
from dataclasses import dataclass, replace
from typing import Literal

from voirdire.documents.blocks import find_blocks
from voirdire.documents.types import Document, FoldedText, Quotation
from voirdire.findings import Span

Direction = Literal["opens", "closes", "either"]

# Marks that stand together: `"'`, `' "`, `" "`.
_RUN = re.compile(r"""(?:'\ ?){0,2}"(?:\ ?["']){0,4}""", re.VERBOSE)
_DOUBLE = re.compile('"')
_SINGLE_OPENS = re.compile(r"""(?<![\w.,;:?!)\]'])'(?!\d\ds?\b)(?=[\w\[.$§])""")
_SINGLE_CLOSES = re.compile(r"""(?<=[\w.,;:?!)\]%-])'(?!\w)""")

_OPENING_GLYPHS = ("“", "„", "‟", "«", "``", "‘‘")
_CLOSING_GLYPHS = ("”", "»", "’’")

_SPACE_BEFORE = frozenset(" \n([{")
_SPACE_AFTER = frozenset(" \n.,;:!?)]}")
_SENTENCE_END = frozenset(".?!:;\"')]")

# A pair of marks further apart than this is two strays, unless both glyphs say otherwise.
_FARTHEST = 1500
_FARTHEST_BY_GLYPH = 4000
_MOST_PARAGRAPHS = 8


def find_quotations(folded: FoldedText, document: Document) -> tuple[Quotation, ...]:
    """Find every quotation, however short.

    Direction comes from the original glyph where it has one, else from what stands around
    the mark, else from whether a quotation is open. A quotation that runs over paragraphs with
    repeated opening marks is returned in one piece a paragraph. Single marks count only inside
    double ones, since an apostrophe looks the same.

    Args:
        folded: The text; the spans returned are in its characters.
        document: What `folded` was folded from.

    Returns:
        Quotations sorted by start, `parent` set where one lies inside another.
    """
    pairs = _pair_marks(folded.text, _directed_marks(folded, document))
    singles = _pair_singles(folded, document, pairs)
    inline = [Quotation(_words(folded.text, span), span, "inline") for span in {*pairs, *singles}]
    kept = [quotation for quotation in inline if quotation.span.end > quotation.span.start]
    places = sorted(quotation.outer for quotation in kept)
    return _nest([*kept, *find_blocks(folded, document, places)])


@dataclass(frozen=True, slots=True)
class _Mark:
    at: int
    direction: Direction
    by_glyph: bool = False


def _directed_marks(folded: FoldedText, document: Document) -> list[_Mark]:
    text = folded.text
    has_glyphs = any(glyph in document.text for glyph in _OPENING_GLYPHS) and any(
        glyph in document.text for glyph in _CLOSING_GLYPHS
    )
    marks: list[_Mark] = []
    for run in _RUN.finditer(text):
        start, end = run.span()
        for mark in _DOUBLE.finditer(text, start, end):
            at = mark.start()
            direction = _direction_by_context(text, start, end, at)
            glyph = _direction_by_glyph(folded, document, at) if has_glyphs else "either"
            if glyph == "either" or glyph == direction:
                marks.append(_Mark(at, direction, glyph != "either"))
            elif direction == "either":
                marks.append(_Mark(at, glyph, True))
            else:
                # Glyph and surroundings disagree: a misprint of one or the other.
                marks.append(_Mark(at, "either"))
    return marks


def _direction_by_glyph(folded: FoldedText, document: Document, at: int) -> Direction:
    span = folded.original(Span(at, at + 1))
    glyph = document.text[span.start : span.end]
    if glyph in _OPENING_GLYPHS:
        return "opens"
    return "closes" if glyph in _CLOSING_GLYPHS else "either"


def _direction_by_context(text: str, start: int, end: int, at: int) -> Direction:
    """Direction of the mark at `at` in the run of marks [start, end)."""
    before = text[start - 1] if start else "\n"
    after = text[end] if end < len(text) else "\n"
    free_before = before in _SPACE_BEFORE
    free_after = after in _SPACE_AFTER
    if free_before and not free_after:
        return "opens"
    if free_after and not free_before:
        return "closes"
    gap = text.find(" ", start, end)
    if gap >= 0 and not free_before and not free_after:
        # `one." "Two`: the first closes, the second opens.
        return "closes" if at < gap else "opens"
    if before in ".,;?!" and not free_after and (after.isdigit() or after in "[*-—"):
        # A footnote call or a dash behind the closing mark.
        return "closes"
    if after in "-—" and not free_before:
        return "closes"
    return "either"


@dataclass(slots=True)
class _Open:
    """An opening mark that waits, with the pieces that earlier paragraphs hold."""

    at: int
    by_glyph: bool
    pieces: tuple[Span, ...] = ()


def _pair_marks(text: str, marks: list[_Mark]) -> list[Span]:
    """Pairs of double marks, marks included; an unpaired mark is dropped."""
    pairs: list[Span] = []
    waiting: list[_Open] = []
    paragraph_end = 0
    for mark in marks:
        carried = False
        while mark.at > paragraph_end:
            if waiting and paragraph_end:
                carried = _carry_over(text, waiting, paragraph_end, mark)
            paragraph_end = text.find("\n", paragraph_end + 1 if paragraph_end else 0)
            if paragraph_end < 0:
                paragraph_end = len(text)
        if carried:
            continue
        if mark.direction == "opens" or (mark.direction == "either" and not waiting):
            waiting.append(_Open(mark.at, mark.by_glyph))
        elif waiting:
            opened = waiting.pop()
            far = _FARTHEST_BY_GLYPH if opened.by_glyph and mark.by_glyph else _FARTHEST
            if mark.at - opened.at <= far:
                pairs.extend(opened.pieces)
                pairs.append(Span(opened.at, mark.at + 1))
    return pairs


def _carry_over(text: str, waiting: list[_Open], paragraph_end: int, mark: _Mark) -> bool:
    """Take open quotations over a paragraph break, or forget them.

    Returns whether `mark` is the repeated opening mark of the next paragraph.
    """
    innermost = waiting[-1]
    if mark.at <= paragraph_end + 2 and mark.direction == "opens":
        if len(innermost.pieces) < _MOST_PARAGRAPHS:
            piece = Span(innermost.at, paragraph_end)
            waiting[:] = [_Open(mark.at, mark.by_glyph, (*innermost.pieces, piece))]
            return True
    elif mark.direction == "closes" or text[paragraph_end - 1] not in _SENTENCE_END:
        # Nothing else opened in between, or the break falls inside a sentence: a page or a
        # line ends here, not the quotation.
        return False
    waiting.clear()
    return False


def _pair_singles(folded: FoldedText, document: Document, pairs: list[Span]) -> list[Span]:
    """Single marks inside double ones; apostrophes are told by what stands around them."""
    text = folded.text
    has_glyphs = "‘" in document.text
    singles: list[Span] = []
    done = 0
    for outer in sorted(pairs):
        if outer.start < done:
            continue
        done = outer.end
        if text.find("'", outer.start, outer.end) < 0:
            continue
        at = outer.start + 1
        while opening := _SINGLE_OPENS.search(text, at, outer.end):
            at = opening.end()
            if has_glyphs and _glyph(folded, document, opening.start()) == "’":
                continue
            closing = _closing_single(text, at, outer.end)
            if closing is not None:
                singles.append(Span(opening.start(), closing + 1))
                at = closing + 1
    return singles


def _glyph(folded: FoldedText, document: Document, at: int) -> str:
    span = folded.original(Span(at, at + 1))
    return document.text[span.start : span.end]


def _closing_single(text: str, start: int, end: int) -> int | None:
    """The mark that closes a single quotation; a plural possessive only if nothing else does."""
    following = _SINGLE_OPENS.search(text, start, end)
    stop = following.start() if following else end
    possessive: int | None = None
    for mark in _SINGLE_CLOSES.finditer(text, start, stop):
        at = mark.start()
        if not text.startswith("s", at - 1) or text[at + 1 : at + 2] != " ":
            return at
        if possessive is None:
            possessive = at
    return possessive


def _words(text: str, outer: Span) -> Span:
    """`outer` without its marks and the white space inside them."""
    start = outer.start + 1
    end = outer.end - 1 if text[outer.end - 1] in "\"'" else outer.end
    while start < end and text[start] in " \n":
        start += 1
    while end > start and text[end - 1] in " \n":
        end -= 1
    return Span(start, end)


def _nest(quotations: list[Quotation]) -> tuple[Quotation, ...]:
    ordered = sorted(quotations, key=lambda quote: (quote.outer.start, -quote.outer.end))
    nested: list[Quotation] = []
    around: list[int] = []
    for index, quotation in enumerate(ordered):
        while around and nested[around[-1]].outer.end <= quotation.outer.start:
            around.pop()
        parent = around[-1] if around else None
        if parent is not None and nested[parent].outer.end < quotation.outer.end:
            parent = None
        nested.append(quotation if parent is None else replace(quotation, parent=parent))
        around.append(index)
    return tuple(nested)
