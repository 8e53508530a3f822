"""Find block quotations: quoted paragraphs without quotation marks.

Input: a `FoldedText` and its `Document`, whose line indents survive in the original text.
Output: block `Quotation`s, on firm evidence only. Two of three must hold: a colon leads in, the
next paragraph opens with a citation, the lines are indented deeper than their neighbours.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence

from voirdire.documents.types import Document, FoldedText, Quotation
from voirdire.findings import Span

# What a paragraph after a block quotation begins with when it says where the words are from.
_CITES = re.compile(
    r"""(?:Id\.|Ibid\.
    |\(?\d{1,4}\ (?=[^\d\n]{0,20}\.)[A-Z][\w.'&]{0,12}(?:\ [\w.'&]{1,12}){0,3}\ \d
    |(?:In\ re\ |Ex\ parte\ )?[A-Z][\w.,'&\ -]{1,90}?,\ (?:supra|\d{1,4}\ [A-Z]))""",
    re.VERBOSE,
)
# Lists, transcripts, headings, quotations between marks.
_NOT_A_BLOCK = re.compile(r"""["'\d(*•§¶-]|[A-Za-z][.)]\ |[IVXivx]{1,5}[.)]\ |(?:Q|A|MR|MS)[.:]""")
_LEADER = re.compile(r"\.{5}|(?:\. ){5}")
_LINE_START = re.compile(r"\n[ \t]*(?=\S)")
_DEEPER = 3
_FEWEST_WORDS = 10
_LONGEST = 4000


def find_blocks(folded: FoldedText, document: Document, inline: Sequence[Span]) -> list[Quotation]:
    """Find block quotations.

    Args:
        folded: The text.
        document: What it was folded from.
        inline: Places of quotations between marks, sorted.

    Returns:
        One `Quotation` a block, in order; `span` and `outer` agree.
    """
    text = folded.text
    starts = [mark.start for mark in inline]
    blocks: list[Quotation] = []
    before: Span | None = None
    block: Span | None = None
    for after in _paragraphs(text):
        if (
            before is not None
            and block is not None
            and _is_block(folded, document, before, block, after)
            and not _holds_any(block, starts)
        ):
            blocks.append(Quotation(block, block, "block"))
        before, block = block, after
    return blocks


def _is_block(
    folded: FoldedText, document: Document, before: Span, block: Span, after: Span
) -> bool:
    text = folded.text
    led_in = text[before.end - 1] == ":"
    cited = _CITES.match(text, after.start) is not None
    if not (led_in or cited) or not _FEWEST_WORDS * 5 < block.end - block.start < _LONGEST:
        return False
    if text[block.end - 1] not in '.?!*"])' or _NOT_A_BLOCK.match(text, block.start):
        return False
    if _CITES.match(text, block.start) or _LEADER.search(text, block.start, block.end):
        return False
    if text.count(" ", block.start, block.end) < _FEWEST_WORDS:
        return False
    return (led_in and cited) or _is_deeper(folded, document, before, block, after)


def _is_deeper(
    folded: FoldedText, document: Document, before: Span, block: Span, after: Span
) -> bool:
    indents = _indents(document.text, folded.original(block))
    if len(indents) < 2:
        # One indented line may be the first line of any paragraph.
        return False
    around = (min(_indents(document.text, folded.original(span))) for span in (before, after))
    return min(indents) >= max(around) + _DEEPER


def _indents(text: str, original: Span) -> list[int]:
    line_start = text.rfind("\n", 0, original.start) + 1
    first = original.start - line_start
    if text[line_start : original.start].strip():
        first = 0
    rest = _LINE_START.finditer(text, original.start, original.end)
    return [first, *(match.end() - match.start() - 1 for match in rest)]


def _holds_any(block: Span, starts: Sequence[int]) -> bool:
    index = bisect_left(starts, block.start)
    return index < len(starts) and starts[index] < block.end


def _paragraphs(text: str) -> list[Span]:
    spans: list[Span] = []
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if end > start:
            spans.append(Span(start, end))
        start = end + 1
    return spans
