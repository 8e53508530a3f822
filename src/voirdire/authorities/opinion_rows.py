"""Turn opinion records (JSON Lines) into rows of the library.

Input: one JSON object a line: a case with `pages` (and marks in their text), with plain
`text`, or with neither; or `{"reporters": [...]}`, which declares reporters.
Output: `CaseRow` or `ReporterRow`s. The text loses its marks: `[fn3]`, where footnote 3
is called, and `[**180]`, a page break of a second reporter, become offsets. Footnotes
follow the body, each after a blank line.
"""

import hashlib
import json
import re
from bisect import bisect_right
from collections import defaultdict, deque
from dataclasses import dataclass, replace
from itertools import pairwise

from voirdire.authorities.library_rows import (
    CaseRow,
    OpinionText,
    PrintedCitation,
    ReporterRow,
    RowError,
    UncitedRowError,
)
from voirdire.authorities.opinion_parts import find_parts, parts_from_starts, parts_of_notes
from voirdire.authorities.page_labels import is_number
from voirdire.authorities.printed_citations import printed_citation
from voirdire.authorities.row_fields import (
    decision_date,
    integer_field,
    objects,
    storable,
    text_field,
    text_items,
)
from voirdire.authorities.types import OpinionNote, OpinionPart, PageMark, PageSeries, PartType
from voirdire.citations.closed import implied_court
from voirdire.citations.courts import find_court
from voirdire.citations.types import DeclaredReporter
from voirdire.findings import Span

_MARK = re.compile(r"\[(?:fn(?P<note>[^\[\]\s]{1,12})|(?P<stars>\*{1,3})(?P<page>\w{1,8}))\]")
_PARTS: tuple[PartType, ...] = ("syllabus", "majority", "concurrence", "dissent")
# Pages of a syllabus or dissent that the source left out make small jumps between marks;
# a larger one is a misread number, and no page beyond it is surely this case's.
_JUMP = 10


def read_record(line: str) -> dict[str, object]:
    """The JSON object of a line."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        # A whole number of thousands of digits is a ValueError too.
        raise RowError(f"not JSON ({error})") from error
    if not isinstance(record, dict):
        raise RowError(f"a JSON {type(record).__name__}, not an object")
    return record


def reporter_rows(record: dict[str, object]) -> list[ReporterRow]:
    """The reporters that a record declares."""
    rows = []
    for item in objects(record, "reporters"):
        abbreviation = text_field(item, "abbreviation")
        if abbreviation is None:
            raise RowError("a declared reporter has no abbreviation")
        reporter = DeclaredReporter(
            abbreviation=abbreviation,
            name=text_field(item, "name") or "",
            variations=text_items(item, "variations"),
            court=text_field(item, "court"),
            start_year=integer_field(item, "start_year"),
            end_year=integer_field(item, "end_year"),
            last_volume=integer_field(item, "last_volume"),
        )
        rows.append(ReporterRow(reporter, text_items(item, "whole_volumes")))
    return rows


def case_row(record: dict[str, object], declared: tuple[DeclaredReporter, ...]) -> CaseRow:
    """The case that a record tells of.

    Raises:
        UncitedRowError: it has no citation to a reporter that is known.
        RowError: a field has the wrong shape.
    """
    written = text_items(record, "citations")
    names = tuple(
        dict.fromkeys(
            name
            for name in (text_field(record, "name_abbreviation"), text_field(record, "name"))
            if name
        )
    )
    date = decision_date(text_field(record, "date"))
    known = _known_citations(written, date, declared)
    if not known:
        raise UncitedRowError(
            f"no citation to a known reporter ({'; '.join(written)})"
            if written
            else "no citation, so nothing can lead to it"
        )
    court = text_field(record, "court")
    main = _main_citation(record, known)
    words, surely_until = _words(record, known, main)
    citations = [
        replace(
            citation,
            last_page=text_field(record, "last_page") if index == main else None,
            surely_until=surely_until.get(index),
        )
        for index, (_, citation) in enumerate(known)
    ]
    return CaseRow(
        id=text_field(record, "id") or _made_up_id(record, written),
        names=names,
        citations=tuple(citations),
        court=(find_court(court) if court else None) or _court_of_reporter(known),
        date=date,
        docket_number=text_field(record, "docket_number"),
        source=text_field(record, "source") or "",
        url=text_field(record, "url"),
        words=words,
    )


_Known = list[tuple[str, PrintedCitation]]


def _known_citations(
    written: tuple[str, ...], date: str | None, declared: tuple[DeclaredReporter, ...]
) -> _Known:
    printed = [(text, printed_citation(text, date, declared)) for text in dict.fromkeys(written)]
    return [(text, citation) for text, citation in printed if citation is not None]


def _court_of_reporter(known: _Known) -> str | None:
    """The one court that the cited reporters print, when one of them prints a single court."""
    courts = {implied_court(citation.editions[0]) for _, citation in known if citation.is_sure}
    courts.discard(None)
    return courts.pop() if len(courts) == 1 else None


def _made_up_id(record: dict[str, object], written: tuple[str, ...]) -> str:
    cluster = text_field(record, "courtlistener_cluster")
    if cluster:
        return f"cluster-{cluster}"
    try:
        canonical = json.dumps(record, sort_keys=True)
    except RecursionError as error:
        # Reading goes some levels deeper than writing.
        raise RowError("nested too deeply") from error
    digest = hashlib.sha256(canonical.encode("utf-8", "replace"))
    return f"{written[0]} {digest.hexdigest()[:8]}"


def _main_citation(record: dict[str, object], known: _Known) -> int | None:
    """Which citation the page numbers belong to; None when the source does not say.

    A paged record without `page_citation` follows a reporter whose citation is missing,
    unless its first page is the only citation's own.
    """
    page_citation = text_field(record, "page_citation")
    if page_citation is not None:
        for index, (text, _) in enumerate(known):
            if text == page_citation:
                return index
        return None
    first_page = text_field(record, "first_page")
    fitting = [index for index, (_, citation) in enumerate(known) if citation.page == first_page]
    return fitting[0] if len(fitting) == 1 else None


@dataclass(slots=True)
class _Body:
    """A body being put together: pieces of text, and what stood between them."""

    pieces: list[str]
    length: int
    calls: list[tuple[str, int]]
    stars: dict[str, list[PageMark]]
    page_starts: list[int]
    # (offset in the record's own page text, offset in the body) of every piece, by page
    seams: list[list[tuple[int, int]]]

    def append(self, text: str) -> None:
        """Add text to the body; a space at a removed mark's two sides is kept once."""
        self.pieces.append(text)
        self.length += len(text)


def _take_out_marks(pages: list[tuple[str, bool]], glue: str) -> _Body:
    body = _Body([], 0, [], defaultdict(list), [], [])
    for number, (text, joined) in enumerate(pages):
        if number and not joined:
            body.append(glue)
        body.page_starts.append(body.length)
        seams: list[tuple[int, int]] = []
        position = 0
        for mark in _MARK.finditer(text):
            seams.append((position, body.length))
            body.append(text[position : mark.start()])
            if mark["note"]:
                body.calls.append((mark["note"], body.length))
            else:
                body.stars[mark["stars"]].append(PageMark(body.length, mark["page"]))
            position = mark.end()
            before = text[mark.start() - 1 : mark.start()]
            if before == " " and text[position : position + 1] == " ":
                position += 1
        seams.append((position, body.length))
        body.append(text[position:])
        body.seams.append(seams)
    return body


def _words(
    record: dict[str, object], known: _Known, main: int | None
) -> tuple[OpinionText | None, dict[int, int]]:
    """The words of a record, and for each citation how far its pages surely go."""
    pages = objects(record, "pages")
    plain = text_field(record, "text")
    surely_until: dict[int, int] = {}
    if not pages and plain is None:
        last = text_field(record, "last_page")
        if main is not None and last and is_number(last):
            surely_until[main] = int(last)
        return None, surely_until
    labels = [text_field(page, "page") for page in pages]
    texts = [(storable(_raw_text(page)), page.get("joined") is True) for page in pages] or [
        (plain or "", False)
    ]
    printed = bool(pages) and not (text_field(record, "page_system") or "").startswith("pdf")
    body = _take_out_marks(texts, " " if printed else "\n")
    series: list[PageSeries] = []
    if printed:
        marks = tuple(
            PageMark(start, label)
            for start, label in zip(body.page_starts, labels, strict=True)
            if label
        )
        series += _main_series(record, marks, known, main, surely_until)
    elif main is not None:
        last = text_field(record, "last_page")
        if last and is_number(last):
            surely_until[main] = int(last)
    for star_marks in body.stars.values():
        series.append(_second_series(tuple(star_marks), known, main, surely_until))
    return _with_notes(record, body, labels, tuple(series)), surely_until


def _raw_text(page: dict[str, object]) -> str:
    text = page.get("text")
    if not isinstance(text, str):
        raise RowError("a page has no text")
    return text


def _main_series(
    record: dict[str, object],
    marks: tuple[PageMark, ...],
    known: _Known,
    main: int | None,
    surely_until: dict[int, int],
) -> list[PageSeries]:
    if main is None:
        return [PageSeries(None, None, marks)] if marks else []
    if _are_interleaved(marks):
        # Two reporters' pages run into one another: no mark tells which it belongs to.
        return [PageSeries(None, None, marks)]
    printed = known[main][1]
    until = _sure_end(printed.page, marks, text_field(record, "last_page"))
    if until is not None:
        surely_until[main] = until
    return [PageSeries(printed.volume, printed.editions[0], marks)]


def _are_interleaved(marks: tuple[PageMark, ...]) -> bool:
    """Whether labels go back more than once; once is a footnote printed across pages."""
    numbers = [int(mark.label) for mark in marks if is_number(mark.label)]
    return sum(after < before for before, after in pairwise(numbers)) > 1


def _second_series(
    marks: tuple[PageMark, ...], known: _Known, main: int | None, surely_until: dict[int, int]
) -> PageSeries:
    """The series of a second reporter: whose, only when one citation begins there."""
    first = marks[0].label
    fitting = [
        index
        for index, (_, citation) in enumerate(known)
        if index != main
        and is_number(first)
        and is_number(citation.page)
        and 0 <= int(first) - int(citation.page) <= 1
    ]
    if len(fitting) != 1:
        return PageSeries(None, None, marks)
    printed = known[fitting[0]][1]
    until = _sure_end(printed.page, marks, None)
    if until is not None:
        surely_until[fitting[0]] = until
    return PageSeries(printed.volume, printed.editions[0], marks)


def _sure_end(first: str, marks: tuple[PageMark, ...], last: str | None) -> int | None:
    """The highest page that marks and last page agree to be this case's."""
    if not is_number(first):
        return None
    reached = int(first)
    for mark in marks:
        if not is_number(mark.label) or int(mark.label) - reached > _JUMP:
            return reached
        reached = max(reached, int(mark.label))
    if last is not None and is_number(last) and int(last) - reached <= _JUMP:
        return max(reached, int(last))
    return reached


def _with_notes(
    record: dict[str, object], body: _Body, labels: list[str | None], series: tuple[PageSeries, ...]
) -> OpinionText:
    text = "".join(body.pieces)
    parts = _given_parts(record, body, labels, text) or find_parts(text)
    calls: dict[str, deque[int]] = defaultdict(deque)
    for label, offset in body.calls:
        calls[_note_label(label)].append(offset)
    pieces = [text]
    length = len(text)
    notes: list[OpinionNote] = []
    called: list[int | None] = []
    for item in objects(record, "footnotes"):
        label = _note_label(text_field(item, "label") or "")
        words = _MARK.sub("", text_field(item, "text") or "")
        pieces.append("\n\n" + words)
        span = Span(length + 2, length + 2 + len(words))
        call = calls[label].popleft() if calls[label] else None
        page = text_field(item, "page") or _page_at(body, labels, call)
        notes.append(OpinionNote(label, page, span))
        called.append(call)
        length = span.end
    with_notes = parts_of_notes(parts, tuple(notes), tuple(called))
    return OpinionText("".join(pieces), series, tuple(notes), with_notes)


def _note_label(written: str) -> str:
    return written.strip(" .()[]")


def _page_at(body: _Body, labels: list[str | None], offset: int | None) -> str | None:
    if offset is None or not labels:
        return None
    return labels[max(bisect_right(body.page_starts, offset) - 1, 0)]


def _given_parts(
    record: dict[str, object], body: _Body, labels: list[str | None], text: str
) -> tuple[OpinionPart, ...]:
    starts: list[tuple[int, PartType]] = []
    for item in objects(record, "parts"):
        kind = text_field(item, "type")
        known = [part for part in _PARTS if part == kind]
        if not known:
            raise RowError(f"no such part: {kind!r} (one of {', '.join(_PARTS)})")
        page = text_field(item, "page")
        if page is not None and labels and page not in labels:
            raise RowError(f"the part {kind} begins on page {page}, which is not there")
        index = labels.index(page) if page is not None and labels else 0
        starts.append((_body_offset(body, index, integer_field(item, "offset") or 0), known[0]))
    return parts_from_starts(sorted(starts), len(text))


def _body_offset(body: _Body, page: int, offset: int) -> int:
    for start, in_body in reversed(body.seams[page]):
        if start <= offset:
            return min(in_body + offset - start, body.length)
    return body.page_starts[page]
