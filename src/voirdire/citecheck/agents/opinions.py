"""Show an agent the words of an opinion: what is held of it, where words stand, its lines.

Input: an `Opinion` and what the agent asks. Output: JSON observations of bounded size, with
the printed pages in every reporter whose page marks are held.
"""

import re
from bisect import bisect_right
from functools import cached_property

from voirdire.authorities.types import Opinion, PageMark
from voirdire.citations.types import Citation
from voirdire.citecheck.holding_passages import PassageIndex
from voirdire.citecheck.quotation_match import OpinionIndex, Passage, find_passages
from voirdire.citecheck.quotation_pattern import parse_quotation
from voirdire.citecheck.quotation_places import note_at, pages_of, part_at
from voirdire.findings import Span
from voirdire.llm.tools import Json

LONGEST_READING = 60
"""Most lines that one call reads."""

_OPENING = 1000
_AROUND = 240
_LONGEST_MATCH = 1200
_MOST_MATCHES = 4
_NEAREST = 3
_FEWEST_LETTERS = 4
_LINE = re.compile(r"[^\n]{1,160}(?:(?<=\s)|(?=\s)|\Z)|[^\n]{1,160}")
_FAULTS = {
    "omission": "The ellipsis leaves out a negation.",
    "bracket": "The words in brackets change a negation.",
}


class ReadOpinion:
    """An opinion as an agent looks at it; what searching needs is made when first asked for."""

    def __init__(self, opinion: Opinion) -> None:
        self.opinion = opinion
        self._index = OpinionIndex(opinion)

    @cached_property
    def _passages(self) -> PassageIndex:
        return PassageIndex(self.opinion)

    @cached_property
    def _lines(self) -> tuple[Span, ...]:
        return tuple(Span(m.start(), m.end()) for m in _LINE.finditer(self.opinion.text))

    def describe(self) -> Json:
        """Its length, the pages that are marked, its parts and first words."""
        opinion = self.opinion
        pages = {
            f"{series.volume} {series.reporter}": _range(series.marks)
            for series in opinion.series
            if series.marks and series.volume is not None and series.reporter is not None
        }
        return {
            "opinion_id": opinion.case.id,
            "registered": True,
            "characters": len(opinion.text),
            "lines": len(self._lines),
            "marked_pages": pages,
            "parts": [part.type for part in opinion.parts],
            "footnotes": len(opinion.notes),
            "opening": opinion.text[:_OPENING],
        }

    def search(self, words: str) -> Json:
        """Where words stand letter by letter, or else the passages nearest to them."""
        pattern = parse_quotation(words)
        said: Json = {"opinion_id": self.opinion.case.id}
        if sum(len(stretch) for stretch in pattern.stretches) < _FEWEST_LETTERS:
            return said | {"message": "Too few letters to search for; give some words in a row."}
        found = find_passages(pattern, self._index)
        if found:
            shown = sorted(found, key=lambda passage: (passage.passed_over, passage.span))
            matches = [self._match(passage) for passage in shown[:_MOST_MATCHES]]
            return said | {"stands_verbatim": True, "places": len(found), "matches": matches}
        nearest = [
            {"text": self.opinion.text[span.start : span.end][:_LONGEST_MATCH]} | self._place(span)
            for span in self._nearest(words)
        ]
        return said | {
            "stands_verbatim": False,
            "meaning": "These words do not stand in this text in this order. The nearest "
            "passages are shown; they may say it in other words.",
            "nearest": nearest,
        }

    def _nearest(self, words: str) -> list[Span]:
        scores = self._passages.scores(words)
        best = sorted(scores, key=lambda number: (-scores[number], number))[:_NEAREST]
        return [self._passages.spans[number] for number in best]

    def read(self, page: str | None, line: int | None, count: int) -> Json:
        """Lines from a printed page or a line number on; `[*57]` marks where page 57 begins."""
        said: Json = {"opinion_id": self.opinion.case.id, "lines": len(self._lines)}
        first = self._first_line(page, line)
        if first is None:
            marks = self.opinion.series[0].marks if self.opinion.series else ()
            held = _range(marks) if marks else "none"
            return said | {"message": f"No such page or line. Marked pages: {held}."}
        last = min(first + min(count, LONGEST_READING), len(self._lines))
        span = Span(self._lines[first].start, self._lines[last - 1].end)
        place = self._place(Span(span.start, span.start + 1))
        return (
            said
            | {"first_line": first + 1, "last_line": last}
            | place
            | {"text": self._marked(span)}
        )

    def _first_line(self, page: str | None, line: int | None) -> int | None:
        if page is not None:
            return self._line_of_page(page)
        number = line if line is not None else 1
        return number - 1 if 1 <= number <= len(self._lines) else None

    def _line_of_page(self, page: str) -> int | None:
        label = page.strip().lstrip("*")
        for series in self.opinion.series:
            for mark in series.marks:
                if mark.label == label:
                    at = bisect_right(self._lines, mark.offset, key=lambda span: span.start) - 1
                    return max(at, 0)
        places = [c for c in self.opinion.case.citations if c.first_page == label]
        return 0 if places and self._lines else None

    def _marked(self, span: Span) -> str:
        """Text with a mark where a page of the main series begins."""
        text = self.opinion.text
        marks = self.opinion.series[0].marks if self.opinion.series else ()
        pieces, start = [], span.start
        for mark in marks:
            if span.start <= mark.offset < span.end:
                pieces += [text[start : mark.offset], f"[*{mark.label}] "]
                start = mark.offset
        return "".join([*pieces, text[start : span.end]])

    def _match(self, passage: Passage) -> Json:
        text, span = self.opinion.text, passage.span
        start, end = max(span.start - _AROUND, 0), min(span.end + _AROUND, len(text))
        said: Json = {
            "before": text[start : span.start],
            "words": text[span.start : span.end][:_LONGEST_MATCH],
            "after": text[span.end : end],
        }
        if passage.omitted:
            said["left_out"] = [text[gap.start : gap.end][:_AROUND] for gap in passage.omitted]
        if passage.fault is not None:
            said["warning"] = _FAULTS[passage.fault]
        return said | self._place(span)

    def _place(self, span: Span) -> Json:
        """Printed pages by reporter, the part and the footnote that hold a span."""
        opinion = self.opinion
        pages: dict[str, str] = {}
        for series in opinion.series:
            if series.volume is None or series.reporter is None:
                continue
            where = pages_of(opinion, span, _as_cited(series.volume, series.reporter))
            if where.label is not None:
                pages[f"{series.volume} {series.reporter}"] = (
                    where.label
                    if where.last_label in (None, where.label)
                    else f"{where.label}-{where.last_label}"
                )
        place: Json = {"pages": pages}
        if not pages:
            place["page_note"] = "Page marks are not held: the page cannot be checked here."
        part, note = part_at(opinion, span), note_at(opinion, span)
        if part is not None:
            place["part"] = part
        if note is not None:
            place["footnote"] = note.label
        return place


def _range(marks: tuple[PageMark, ...]) -> str:
    return f"{marks[0].label}-{marks[-1].label}"


def _as_cited(volume: str, reporter: str) -> Citation:
    nowhere = Span(0, 0)
    return Citation(
        "full", "", nowhere, nowhere, volume=volume, reporter=reporter, reporters=(reporter,)
    )
