"""Find which citations of a document belong together: parallel, later history, one string.

Input: citations in document order and, when at hand, the folded text between them.
Output: for each citation the index it is grouped with; the places of a table of authorities.
"""

import re
from collections.abc import Sequence

from voirdire.citations.types import Citation, Kind
from voirdire.documents.types import FoldedText
from voirdire.findings import Span

CASE_KINDS: frozenset[Kind] = frozenset({"full", "short", "unknown", "database", "docket"})

_PARALLEL_GAP = re.compile(r"[\s,]*(?:(?:at|n\.|nn\.|p\.|pp\.|&|\*?\d+|-|–)[\s,]*){0,12}")
_HISTORY_GAP = 160
_STRING_GAP = 80
_LEADER = re.compile(r"\.{4,}|(?:\. ){4,}|…{2,}")
_TABLE_HEADING = re.compile(r"TABLES? OF (?:AUTHORITIES|CASES|CITATIONS)", re.IGNORECASE)
_TABLE_GAP = 1500


def end_of(citation: Citation) -> int:
    """Where the citation ends with its pin cite, its year and its parentheticals."""
    ends = [citation.span.end]
    ends += [s.end for s in (citation.pin_span, citation.court_year_span) if s is not None]
    ends += [p.span.end + 1 for p in citation.parentheticals]
    return max(ends)


def _is_parallel(before: Citation, after: Citation, folded: FoldedText | None) -> bool:
    if before.kind not in CASE_KINDS or after.kind not in CASE_KINDS:
        return False
    if (before.note, before.within) != (after.note, after.within):
        return False
    if (before.kind == "short") != (after.kind == "short"):
        return False
    if after.name_span is not None and after.name_span.start >= before.core_span.end:
        return False
    if before.court_year_span is not None and before.court_year_span == after.court_year_span:
        return True
    if before.court_year_span is not None and before.court_year_span.end <= after.core_span.start:
        return False
    return _gap_is_parallel(before, after, folded)


def _gap_is_parallel(before: Citation, after: Citation, folded: FoldedText | None) -> bool:
    start, end = before.core_span.end, after.core_span.start
    if folded is None or end < start:
        return False
    return _PARALLEL_GAP.fullmatch(folded.text, start, end) is not None


def group_parallel(citations: Sequence[Citation], folded: FoldedText | None) -> list[int]:
    """For each citation the index of the first of its parallel citations, often its own."""
    groups: list[int] = []
    for index, citation in enumerate(citations):
        if index and _is_parallel(citations[index - 1], citation, folded):
            groups.append(groups[-1])
        else:
            groups.append(index)
    return groups


def repeats_volume(before: Citation, after: Citation, folded: FoldedText | None) -> bool:
    """Whether `after` only adds the parallel volume to a reference: "Id. at 58, 119 S. Ct. 977"."""
    return (
        after.kind == "full"
        and after.court_year_span is None
        and (after.name_span is None or after.name_span.start < before.core_span.end)
        and before.note == after.note
        and _gap_is_parallel(before, after, folded)
    )


def find_main(citations: Sequence[Citation], groups: Sequence[int], index: int) -> int:
    """The citation whose later history `index` is ("aff'd, 540 U.S. 93"), or `index` itself."""
    first = groups[index]
    while first > 0:
        before = first - 1
        # Citations in the parentheticals between the case and its history stand aside.
        while before > 0 and citations[before].within is not None:
            before -= 1
        main, tail = citations[before], citations[first]
        if (
            not main.history
            or main.note != tail.note
            or main.within != tail.within
            or tail.core_span.start - end_of(main) > _HISTORY_GAP
            or tail.signal is not None
        ):
            break
        first = groups[before]
    return first


def find_string(
    citations: Sequence[Citation], groups: Sequence[int], index: int, folded: FoldedText | None
) -> list[int]:
    """The authorities of the string cite that ends at `index`, last first; often one."""
    run = [groups[index]]
    later = citations[groups[index]]
    for before in range(groups[index] - 1, -1, -1):
        earlier = citations[before]
        if earlier.within is not None and earlier.within != later.within:
            continue
        gap = later.span.start - end_of(earlier)
        if not (earlier.in_string and later.in_string and earlier.note == later.note):
            break
        if gap > _STRING_GAP or (
            folded is not None and ";" not in folded.text[end_of(earlier) : later.span.start]
        ):
            break
        if groups[before] not in run:
            run.append(groups[before])
        later = earlier
    return run


def find_tables(folded: FoldedText | None) -> Sequence[Span]:
    """Where tables of authorities stand: from the heading to the last line with leaders."""
    if folded is None:
        return ()
    tables: list[Span] = []
    for heading in _TABLE_HEADING.finditer(folded.text):
        if tables and heading.start() < tables[-1].end:
            continue
        end = heading.end()
        while leader := _LEADER.search(folded.text, end, end + _TABLE_GAP):
            end = leader.end()
        if end > heading.end():
            tables.append(Span(heading.start(), end))
    return tables
