"""Say where words of an opinion stand: the printed pages and the part of the opinion.

Input: a span of `Opinion.text` and the citation that names the reporter.
Output: the page it begins on, every page it may stand on, and its part.
"""

from bisect import bisect_right
from dataclasses import dataclass

from voirdire.authorities.page_labels import page_number
from voirdire.authorities.types import Opinion, OpinionNote, PageSeries, PartType
from voirdire.citations.types import Citation
from voirdire.findings import Span

# A printed page holds at least this much; a longer footnote may run on that much further.
_PAGE_OF_NOTES = 1500


@dataclass(frozen=True, slots=True)
class Pages:
    """Where a passage is printed. `first` and `last` are None where no number is known.

    Marks may be missing: a passage between marks 168 and 171 stands on 168, 169 or 170,
    and `last` is then 170.
    """

    label: str | None
    last_label: str | None
    first: int | None
    last: int | None

    def include(self, pages: frozenset[int]) -> bool:
        """Whether the passage stands, or may stand, on one of the pages."""
        if self.first is None or self.last is None:
            return False
        return any(self.first <= page <= self.last for page in pages)


def series_cited(opinion: Opinion, citation: Citation) -> PageSeries | None:
    """The page marks of the reporter that a citation names; None when there are none."""
    for series in opinion.series:
        if (
            series.marks
            and series.volume == citation.volume
            and series.reporter is not None
            and series.reporter in citation.reporters
        ):
            return series
    return None


def note_at(opinion: Opinion, span: Span) -> OpinionNote | None:
    """The footnote that holds a span."""
    index = bisect_right(opinion.notes, span.start, key=lambda note: note.span.start) - 1
    if index >= 0 and span.start < opinion.notes[index].span.end:
        return opinion.notes[index]
    return None


def _bounds(series: PageSeries, offset: int, ends: tuple[int | None, int | None]) -> Pages:
    """The page or pages that may hold an offset; `ends` are the case's first and last page."""
    index = bisect_right(series.marks, offset, key=lambda mark: mark.offset) - 1
    if index < 0:
        after = page_number(series.marks[0].label)
        first = ends[0]
        last = first if first is None or after is None else max(after - 1, first)
        return Pages(None if first is None else str(first), None, first, last)
    label = series.marks[index].label
    first = page_number(label)
    following = (
        page_number(series.marks[index + 1].label) if index + 1 < len(series.marks) else None
    )
    if index + 1 == len(series.marks) and ends[1] is not None:
        following = ends[1] + 1
    last = first if first is None or following is None else max(following - 1, first)
    return Pages(label, label, first, last)


def pages_of(opinion: Opinion, span: Span, citation: Citation) -> Pages:
    """The printed pages of a span: those of the reporter cited, or else of the first series."""
    series = series_cited(opinion, citation) or next(iter(opinion.series), None)
    if series is None or not series.marks:
        return Pages(None, None, None, None)
    places = opinion.case.citations
    own = (series.volume, series.reporter)
    printed = next((place for place in places if (place.volume, place.reporter) == own), None)
    first_page = page_number(printed.first_page) if printed else None
    last_page = page_number(printed.last_page) if printed and printed.last_page else None
    note = note_at(opinion, span)
    if note is not None:
        if series is not opinion.series[0] or note.page is None:
            return Pages(None, None, None, None)
        called = page_number(note.page)
        run_on = 1 + (note.span.end - note.span.start) // _PAGE_OF_NOTES
        return Pages(note.page, note.page, called, None if called is None else called + run_on)
    start = _bounds(series, span.start, (first_page, last_page))
    end = _bounds(series, max(span.end - 1, span.start), (first_page, last_page))
    return Pages(start.label, end.label, start.first, end.last)


def part_at(opinion: Opinion, span: Span) -> PartType | None:
    """The part that holds the beginning of a span; None when the parts are not known."""
    for part in opinion.parts:
        if part.span.start <= span.start < part.span.end:
            return part.type
    return None


def is_inside_quotation(text: str, span: Span) -> bool:
    """Whether a span stands between quotation marks of the text itself."""
    paragraph = max(text.rfind("\n\n", 0, span.start), 0)
    # A paragraph of more than this is not looked at from its beginning.
    paragraph = max(paragraph, span.start - 5000)
    before = text[paragraph : span.start]
    inside = text[span.start : span.end]
    if "\u201c" in before or "\u201d" in before or "\u201d" in inside:
        depth = before.count("\u201c") - before.count("\u201d")
        within = inside.count("\u201c") - inside.count("\u201d")
        return depth > 0 and depth + min(within, 0) > 0
    return before.count('"') % 2 == 1 and '"' not in inside
