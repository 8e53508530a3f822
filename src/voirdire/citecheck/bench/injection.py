"""Faults put into a segment of a filing: edits and what they make false, to text and labels.

Input: the text of a filing, a segment of it, and `Fault`s whose spans are characters of that
text. Output: the segment with the faults in it, and its `Label`s with their place there.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from voirdire.citecheck.excerpts import FaultType, Label
from voirdire.findings import Span

_NOT_LETTERS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Edit:
    """`new` stands in place of `span` of the filing; an empty span inserts."""

    span: Span
    new: str


@dataclass(frozen=True, slots=True)
class Fault:
    """One citation falsified in one way, wherever it stands in the filing.

    `marks` are the stretches of the filing that the edits make false; each takes the edits in
    it in whole. `cases` are the held cases whose citations it touches.
    """

    type: FaultType
    strategy: str
    cases: tuple[str, ...]
    edits: tuple[Edit, ...]
    marks: tuple[Span, ...]
    exposed: bool | None = None


def plain(text: str) -> str:
    """The lower-case letters and digits of a text: what a quotation is compared by."""
    return _NOT_LETTERS.sub("", text).lower()


def within(segment: Span, fault: Fault) -> Fault | None:
    """The part of a fault that falls into a segment; None when no mark does.

    A fault that a border of the segment would cut in two falls into none.
    """
    edits = tuple(e for e in fault.edits if _overlaps(segment, e.span))
    marks = tuple(m for m in fault.marks if _overlaps(segment, m))
    if not marks or not all(segment.contains(span) for span in (*marks, *(e.span for e in edits))):
        return None
    return Fault(fault.type, fault.strategy, fault.cases, edits, marks, fault.exposed)


def _overlaps(segment: Span, span: Span) -> bool:
    return span.start < segment.end and segment.start < max(span.end, span.start + 1)


def fits_beside(fault: Fault, others: Sequence[Fault]) -> bool:
    """Whether a fault touches no citation and no words that another fault touches."""
    reach = [*fault.marks, *(edit.span for edit in fault.edits)]
    for other in others:
        if set(fault.cases) & set(other.cases):
            return False
        taken = [*other.marks, *(edit.span for edit in other.edits)]
        if any(a.start <= b.end and b.start <= a.end for a in reach for b in taken):
            return False
    return True


def inject(
    text: str, segment: Span, faults: Sequence[Fault], name: str = ""
) -> tuple[str, tuple[Label, ...]]:
    """Put faults into a segment.

    Args:
        text: The filing.
        segment: Where the excerpt stands in it.
        faults: Each within the segment, and fitting beside the others.
        name: What `Label.fault` begins with, so that it is the only one of its dataset.

    Returns:
        The excerpt's text and its labels in order of their place; each label is an exact
        substring that starts at `Label.start`.
    """
    pieces: list[str] = []
    shifts: list[tuple[Span, int]] = []
    cursor = segment.start
    moved = 0
    for edit in sorted((e for f in faults for e in f.edits), key=lambda e: e.span):
        pieces += [text[cursor : edit.span.start], edit.new]
        cursor = edit.span.end
        moved += len(edit.new) - (edit.span.end - edit.span.start)
        shifts.append((edit.span, moved))
    pieces.append(text[cursor : segment.end])
    altered = "".join(pieces)
    labels = []
    for number, fault in enumerate(faults, 1):
        for mark in fault.marks:
            start = mark.start - segment.start + _moved_before(shifts, mark.start)
            end = mark.end - segment.start + _moved_through(shifts, mark.end)
            labels.append(
                Label(
                    text=altered[start:end],
                    type=fault.type,
                    original=text[mark.start : mark.end],
                    start=start,
                    strategy=fault.strategy,
                    exposed=fault.exposed,
                    fault=f"{name}f{number}",
                )
            )
    return altered, tuple(sorted(labels, key=lambda label: label.start or 0))


def _moved_before(shifts: Sequence[tuple[Span, int]], offset: int) -> int:
    """By how much the edits that end before an offset move it."""
    before = [moved for span, moved in shifts if span.end <= offset and span.start < offset]
    return before[-1] if before else 0


def _moved_through(shifts: Sequence[tuple[Span, int]], offset: int) -> int:
    """By how much an end moves: an insertion at it belongs to what it ends."""
    through = [moved for span, moved in shifts if span.end <= offset]
    return through[-1] if through else 0
