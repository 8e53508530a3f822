"""Find footnotes at the feet of pages, and where they are called.

Input: a text of one glyph a kind (see `fold`) with furniture blanked, and where its pages
end.
Output: notes (text without the mark) and the spans of marks and calls. A block is taken
for footnotes only where its numbers run in sequence through the document, each number is
called on the same page glued to a word, and the block ends the page.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence

from voirdire.documents.types import Note
from voirdire.findings import Span

# A number that opens a line, or stands on the line before, or is glued to the first word.
_MARK = re.compile(
    r"[\n\x00\x01](?<![\x00\x01]{2})[ \x00\x01]*(?P<label>\d{1,3})"
    r"(?:[ \x00\x01]*\n[ \x00\x01]*| {1,12}|)"
    r"(?=[A-Z\"'(\[\u00a7])"
)
_CALL = re.compile(r"(?P<label>\d(?<=[a-zA-Z.,;:?!\"')\]]\d)\d{0,2})(?![\d\w.,-]{0,12}\d)(?=\W|\Z)")
_LEADER = re.compile(r"\.{5}|(?: \.){5}")
_MARKED = re.compile(r"\n[ ]*\[fn(?P<label>[0-9*\u2020a-z]{1,4})\][ ]*")
_PARAGRAPH_END = re.compile(r"\n *\n")
_MOST_OF_PAGE = 0.85
_WIDEST_STEP = 2


def find_notes(flat: str, page_ends: Sequence[int]) -> tuple[list[Note], list[Span]]:
    """Footnotes in order, and the marks and calls that leave the text with them."""
    if not page_ends:
        return [], []
    marks = _by_page(_MARK, flat, page_ends)
    if not marks:
        return [], []
    calls = _by_page(_CALL, flat, page_ends)
    notes: list[Note] = []
    spans: list[Span] = []
    last = 0
    for page in sorted(marks):
        end = page_ends[page] if page < len(page_ends) else len(flat)
        start = page_ends[page - 1] if page else 0
        chosen = _sequence(marks[page], calls.get(page, ()), last)
        if not chosen or end - chosen[0][0].start() > _MOST_OF_PAGE * (end - start):
            continue
        if _LEADER.search(flat, chosen[0][0].start(), end):
            # A table of authorities lists treatises by volume: "2 Roe, Wills ..... 12".
            continue
        ends = [mark.start() for mark, _ in chosen[1:]] + [end]
        for (mark, call), note_end in zip(chosen, ends, strict=True):
            notes.append(Note(mark["label"], Span(mark.end(), note_end)))
            spans += (Span(mark.start("label"), mark.end("label")), Span(*call.span("label")))
        last = int(chosen[-1][0]["label"])
    return notes, sorted(spans)


def _by_page(
    pattern: re.Pattern[str], flat: str, page_ends: Sequence[int]
) -> dict[int, list[re.Match[str]]]:
    found: dict[int, list[re.Match[str]]] = defaultdict(list)
    for match in pattern.finditer(flat):
        found[bisect_left(page_ends, match.end("label"))].append(match)
    return found


def _sequence(
    marks: Sequence[re.Match[str]], calls: Sequence[re.Match[str]], last: int
) -> list[tuple[re.Match[str], re.Match[str]]]:
    """Marks of one page that go on from the last number, each with its call above."""
    chosen: list[tuple[re.Match[str], re.Match[str]]] = []
    block = None
    for mark in marks:
        label = int(mark["label"])
        if not last < label <= (last + _WIDEST_STEP if last else 1):
            continue
        above = mark.start() if block is None else block
        call = next((c for c in calls if int(c["label"]) == label and c.end() <= above), None)
        if call is None:
            continue
        chosen.append((mark, call))
        block = above
        last = label
    if block is not None and any(
        int(call["label"]) == last + 1 and call.start() > block for call in calls
    ):
        # The next note is called below this block: it does not end the page.
        return []
    return chosen


def find_marked_notes(flat: str) -> list[Note]:
    """Notes that a text gives after its body, each opened by the mark `[fn3]`.

    The mark must stand in the text above as well, where the note is called.
    """
    opened = [match for match in _MARKED.finditer(flat) if _is_called(flat, match)]
    notes: list[Note] = []
    for i, match in enumerate(opened):
        if i + 1 < len(opened):
            end = opened[i + 1].start()
        else:
            paragraph = _PARAGRAPH_END.search(flat, match.end())
            end = paragraph.start() if paragraph else len(flat)
        notes.append(Note(match["label"], Span(match.end(), end)))
    return notes


def _is_called(flat: str, match: re.Match[str]) -> bool:
    return flat.find(f"[fn{match['label']}]", 0, match.start()) >= 0
