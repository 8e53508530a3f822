"""A filing into segments: runs of whole sentences of some 60 to 350 words that cite a case.

Input: the folded text of a document, its citations, quotations and their layout.
Output: folded spans. None cuts a sentence, a block quotation, or a citation from the sentence
it supports; tables, headings alone, signature blocks and addresses are in none.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from voirdire.citations.layout import Layout
from voirdire.citations.types import Citation
from voirdire.documents.types import FoldedText, Quotation
from voirdire.findings import Span

FEWEST_WORDS = 60
MOST_WORDS = 350
# A remainder that is shorter joins its neighbour, or is left out.
_LEAST = 40
_ENOUGH = 220

_LEADER = re.compile(r"\.{4}|(?:\. ){4}|…{2}")
_SIGNATURE = re.compile(
    r"""Respectfully\ submitted|/s/|\bEsq\.|\bBar\ (?:No|I\.?D)|\bAttorneys?\ for\b
    |Counsel\ (?:for|of\ Record)|\b\(?\d{3}\)?[ -.]\d{3}-\d{4}\b|[\w.]+@[\w-]+\.\w|\bSuite\ \d
    |\bP\.?O\.?\ Box\b
    |CERTIFICATE\ OF|Certificate\ of\ (?:Service|Compliance)|TABLE\ OF|Table\ of\ (?:Contents|Auth)
    |\bCite\ as:|hereby\ certify|argued\ the\ cause|on\ (?:the\ )?briefs?\b|\bwas\ on\ brief""",
    re.VERBOSE,
)
_ENDS = re.compile(r"""[.?!:;]["')\]]*(?:\d{1,3}|\[\w+\])?["')\]]*\Z""")
_GOES_ON = re.compile(r"""["'(\[]?[a-z]""")
_CITING_KINDS = ("full", "short", "database")


def find_segments(
    folded: FoldedText,
    citations: Sequence[Citation],
    quotations: Sequence[Quotation],
    layout: Layout,
) -> tuple[Span, ...]:
    """Find the segments of a document that cite a case, in order, none overlapping."""
    starts = sorted(c.core_span.start for c in citations if c.kind in _CITING_KINDS)
    segments = []
    for run in _runs(folded, layout.sentences):
        whole = _joined(folded.text, run, quotations, layout)
        for span in _packed(folded.text, whole):
            first = bisect_left(starts, span.start)
            if first < len(starts) and starts[first] < span.end:
                segments.append(span)
    return tuple(segments)


def _runs(folded: FoldedText, sentences: Sequence[Span]) -> Iterator[list[Span]]:
    """Stretches of running text: what is no prose parts them, and so do notes."""
    run: list[Span] = []
    note = None
    for sentence in sentences:
        here = folded.note_at(sentence.start)
        if here is not note and run:
            yield run
            run = []
        note = here
        if _is_prose(folded.text, sentence):
            run.append(sentence)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _is_prose(text: str, sentence: Span) -> bool:
    words = text[sentence.start : sentence.end]
    if _LEADER.search(words) and words.count(" ") < 60 and re.search(r"\.{4}.*\d", words):
        return False
    if _SIGNATURE.search(words):
        return False
    letters = [c for c in words if c.isalpha()]
    if not letters or sum(c.isupper() for c in letters) > 0.6 * len(letters):
        return False
    alone = text[sentence.end : sentence.end + 1] in ("\n", "")
    # A heading stands alone and does not end like a sentence.
    return not (alone and words.count(" ") < 14 and not _ENDS.search(words))


def _joined(
    text: str, run: Sequence[Span], quotations: Sequence[Quotation], layout: Layout
) -> list[Span]:
    """Sentences, joined where a segment must not be cut."""
    blocks = [
        q.outer
        for q in quotations
        if q.kind == "block" or "\n" in text[q.outer.start : q.outer.end]
    ]
    block_starts = [block.start for block in blocks]
    joined: list[Span] = []
    in_block = False
    for sentence in run:
        index = bisect_left(block_starts, sentence.end) - 1
        now = index >= 0 and blocks[index].end > sentence.start
        unit = layout.units_from(sentence.start)
        cites = unit < len(layout.units) and layout.units[unit].start <= sentence.start + 2
        goes_on = _GOES_ON.match(text, sentence.start) is not None
        if joined and (now or cites or goes_on or in_block or text[joined[-1].end - 1] in ":,;"):
            joined[-1] = Span(joined[-1].start, sentence.end)
        else:
            joined.append(sentence)
        in_block = now
    return joined


def _packed(text: str, pieces: Sequence[Span]) -> list[Span]:
    """Pieces put together to segments; paragraphs end them where they can."""
    packed: list[Span] = []
    current: Span | None = None
    for piece in pieces:
        if current is None:
            current = piece
            continue
        so_far = _words(text, current)
        paragraph = "\n" in text[current.end : piece.start]
        if (
            so_far + _words(text, piece) > MOST_WORDS
            or (paragraph and so_far >= FEWEST_WORDS)
            or so_far >= _ENOUGH
        ):
            packed.append(current)
            current = piece
        else:
            current = Span(current.start, piece.end)
    if current is not None:
        packed.append(current)
    return [span for span in packed if _LEAST <= _words(text, span) <= MOST_WORDS + _LEAST]


def _words(text: str, span: Span) -> int:
    return text.count(" ", span.start, span.end) + text.count("\n", span.start, span.end) + 1
