"""Tell where citations stand: how deep in brackets, in whose parenthetical, string or note.

Input: folded text, its brackets and its citations in document order.
Output: the same citations with `depth`, `within`, `in_string` and `note`.
"""

import re
from dataclasses import replace

from voirdire.citations.brackets import Brackets
from voirdire.citations.types import Citation
from voirdire.documents.types import FoldedText


def place_citations(
    folded: FoldedText, brackets: Brackets, citations: list[Citation]
) -> tuple[Citation, ...]:
    """With depth, the citation around, string cites and notes."""
    text = folded.text
    around = brackets.enclosing(c.core_span.start for c in citations)
    holders = {
        p.span.start - 1: index
        for index, citation in reversed(list(enumerate(citations)))
        for p in citation.parentheticals
    }
    placed: list[Citation] = []
    strung = _strung(text, citations)
    for index, citation in enumerate(citations):
        opens = tuple(o for o in around[index] if text[o] == "(")
        within = next((holders[o] for o in reversed(opens) if o in holders), None)
        note = folded.note_at(citation.core_span.start)
        depth, in_string = len(opens), index in strung
        if depth or in_string or note or within is not None:
            label = note.label if note else None
            citation = replace(
                citation, depth=depth, within=within, in_string=in_string, note=label
            )
        placed.append(citation)
    return tuple(placed)


_STRING_GAP = re.compile(r"[)\]]*; ?(?:and |[*_])*$")


def _strung(text: str, citations: list[Citation]) -> set[int]:
    """Indexes of citations that a semicolon joins to another."""
    strung: set[int] = set()
    for index in range(1, len(citations)):
        before, after = citations[index - 1], citations[index]
        if before.span == after.span:
            if index - 1 in strung:
                strung.add(index)
            continue
        end = max([before.span.end] + [p.span.end + 1 for p in before.parentheticals])
        start = after.span.start
        if start - end > 60 or start < end:
            continue
        gap = text[end:start]
        semicolon = gap.find(";")
        if semicolon < 0:
            continue
        rest = gap[semicolon + 1 :].strip()
        if semicolon <= 2 and (not rest or (after.signal is not None and len(rest) < 25)):
            strung.update((index - 1, index))
    return strung
