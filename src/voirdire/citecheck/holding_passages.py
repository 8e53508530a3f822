"""Retrieve the passages of an opinion that bear on a proposition.

Input: the words of a proposition, the citation (with its pin cite) and an opinion indexed
once. Output: `Passage`s with page and part of the opinion, those of the pinned pages first.
Words count by how few passages of the opinion have them.
"""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import log

from voirdire.authorities.types import Opinion, PartType
from voirdire.citations.types import Citation
from voirdire.citecheck.quotation_places import pages_of, part_at, series_cited
from voirdire.findings import Evidence, Span

_PASSAGE_LENGTH = 420
_SHORTEST_SENTENCE = 40
# What weighs a word that the opinion does not have: as if it stood in less than one sentence.
_UNSEEN = 0.7
_WORD = re.compile(r"[a-z]{3,}")
_SENTENCE_END = re.compile(r"[.!?][\"”’')\]]*\s+(?=[A-Z\"“‘'(\[])|\n\n")
_COMMON = frozenset(
    "the and that for with was not are this from have has had which but its they their were been "
    "his her she him who may any all such than then when where what will would could should there "
    "these those under upon into also only other some must does did said being because case court "
    "held holding see id our your you one two out more most over same very own each both".split()
)


@dataclass(frozen=True, slots=True)
class Passage:
    """A run of whole sentences of an opinion.

    `span` is in characters of `Opinion.text`; `page` is the printed page it begins on;
    `part` is None where the parts of the opinion are not known; `text` has single spaces.
    """

    span: Span
    page: str | None
    part: PartType | None
    is_on_pin_page: bool
    text: str

    def evidence(self, opinion: Opinion) -> Evidence:
        """The passage as what a finding rests on."""
        return Evidence(opinion.case.id, self.page, self.span, self.text, opinion.case.url)


class PassageIndex:
    """The sentences and passages of one opinion by the stems of their words.

    `sentences` cover the text without gap; `spans` are passages, runs of whole sentences;
    `lowered` is the text in lower case with straight quotes, of the same length.
    """

    def __init__(self, opinion: Opinion) -> None:
        self.opinion = opinion
        self.lowered = lowered(opinion.text)
        self.sentences = _sentences(opinion)
        begins = {part.span.start for part in opinion.parts}
        firsts = _first_sentences(self.sentences, begins)
        ends = [*firsts[1:], len(self.sentences)]
        self.spans = tuple(
            Span(self.sentences[first].start, self.sentences[end - 1].end)
            for first, end in zip(firsts, ends, strict=True)
        )
        self.stems = tuple(stems(self.lowered[s.start : s.end]) for s in self.sentences)
        self._passage_of = [
            number
            for number, (first, end) in enumerate(zip(firsts, ends, strict=True))
            for _ in range(end - first)
        ]
        self._postings: dict[str, list[int]] = {}
        for number, found in enumerate(self.stems):
            for stem in found:
                self._postings.setdefault(stem, []).append(number)

    @cached_property
    def _starts(self) -> list[int]:
        return [span.start for span in self.spans]

    def words(self, start: int, end: int) -> str:
        """The opinion's own words from `start` to `end`, with single spaces."""
        return " ".join(self.opinion.text[start:end].split())

    def weight(self, stem: str) -> float:
        """How telling a word is: the fewer sentences have it, the more."""
        return log(1 + len(self.sentences) / (len(self._postings.get(stem, ())) or _UNSEEN))

    def sentence_scores(self, words: Iterable[str]) -> dict[int, float]:
        """The weight of the given stems that each sentence has, by its number."""
        found: defaultdict[int, float] = defaultdict(float)
        for stem in words:
            weight = self.weight(stem)
            for number in self._postings.get(stem, ()):
                found[number] += weight
        return found

    def scores(self, words: str) -> dict[int, float]:
        """How much telling vocabulary each passage shares with some words, by its number."""
        found: defaultdict[int, float] = defaultdict(float)
        for stem in stems(lowered(words)):
            weight = self.weight(stem)
            for number in {self._passage_of[n] for n in self._postings.get(stem, ())}:
                found[number] += weight
        return found

    def numbers_in(self, spans: Iterable[Span]) -> set[int]:
        """The passages that touch one of the spans."""
        return {
            number
            for span in spans
            for number in range(
                max(bisect_right(self._starts, span.start) - 1, 0),
                bisect_left(self._starts, span.end),
            )
        }


def lowered(text: str) -> str:
    """Text in lower case with straight quotes, character for character."""
    small = text.lower()
    if len(small) != len(text):
        small = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    return small.replace("’", "'").replace("‘", "'").replace("“", '"').replace("”", '"')


def stems(lowered_text: str) -> set[str]:
    """The telling words of a lower-case text by their beginnings."""
    # Six letters stand for "negligence", "negligent", "negligently" alike.
    return {word[:6] for word in _WORD.findall(lowered_text)} - _COMMON


def _sentences(opinion: Opinion) -> tuple[Span, ...]:
    """Sentences, roughly: what is very short ("See id.") stays with what follows.

    None runs over the beginning of a part.
    """
    text = opinion.text
    begins = [part.span.start for part in opinion.parts if part.span.start]
    found = []
    start = 0
    for end in sorted([match.end() for match in _SENTENCE_END.finditer(text)] + begins):
        if end - start >= _SHORTEST_SENTENCE or (end in begins and end > start):
            found.append(Span(start, end))
            start = end
    if start < len(text) or not found:
        found.append(Span(start, len(text)))
    return tuple(found)


def _first_sentences(sentences: tuple[Span, ...], begins: set[int]) -> list[int]:
    """The number of the first sentence of each passage of about `_PASSAGE_LENGTH`."""
    firsts = [0]
    for number, sentence in enumerate(sentences):
        start = sentences[firsts[-1]].start
        is_full = sentence.end - start > _PASSAGE_LENGTH or sentence.start in begins
        if is_full and number > firsts[-1]:
            firsts.append(number)
    return firsts


def pin_spans(opinion: Opinion, citation: Citation) -> tuple[Span, ...]:
    """The stretches of an opinion's text that are printed on the pinned pages.

    Empty where the citation has no pin cite or the opinion no marks of the cited reporter.
    A page before the first mark is the case's first.
    """
    pins = frozenset(str(page) for page in citation.pin_pages)
    series = series_cited(opinion, citation)
    if not pins or series is None:
        return ()
    marks = series.marks
    body = min([note.span.start for note in opinion.notes], default=len(opinion.text))
    ends = [*(mark.offset for mark in marks[1:]), body]
    spans = [
        Span(mark.offset, end)
        for mark, end in zip(marks, ends, strict=True)
        if mark.label in pins and mark.offset < end
    ]
    first = [printed.first_page for printed in opinion.case.citations]
    if marks[0].offset > 0 and marks[0].label not in first and pins.intersection(first):
        spans.insert(0, Span(0, marks[0].offset))
    return (*spans, *(note.span for note in opinion.notes if note.page in pins))


def passages_for(
    words: str, opinion: Opinion, citation: Citation, index: PassageIndex, count: int
) -> tuple[Passage, ...]:
    """The passages that bear most on a proposition, those of the pinned pages first.

    Of `count`, a third is kept for the rest of the opinion. A passage that shares no
    telling word is never among them, so there may be fewer.

    Args:
        words: The proposition.
        opinion: The cited opinion, as `index` has it.
        citation: With reporter, volume and pin pages; for an id. or supra those of the
            citation it refers to.
        index: The opinion's passages.
        count: At most how many.
    """
    scores = index.scores(words)
    pinned = index.numbers_in(pin_spans(opinion, citation))
    ranked = sorted(scores, key=lambda number: (-scores[number], number))
    on_page = [number for number in ranked if number in pinned]
    elsewhere = [number for number in ranked if number not in pinned]
    room = max(count - len(elsewhere), count - count // 3)
    chosen = on_page[:room]
    chosen += elsewhere[: count - len(chosen)]
    return tuple(make_passage(index, citation, n, on_pin_page=n in pinned) for n in chosen)


def make_passage(
    index: PassageIndex, citation: Citation, number: int, *, on_pin_page: bool
) -> Passage:
    """One passage of an index, with its page in the cited reporter and its part."""
    opinion, span = index.opinion, index.spans[number]
    return Passage(
        span,
        pages_of(opinion, span, citation).label,
        part_at(opinion, span),
        on_pin_page,
        " ".join(opinion.text[span.start : span.end].split()),
    )
