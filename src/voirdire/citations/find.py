"""Find every citation of a document.

Input: the folded text of a document, and reporters that a library declares.
Output: `Citation`s in document order with everything but `group` and `resolves_to`.

The numbers are found first, all kinds in one go; names, pins, courts and years are then
read from what surrounds them, never beyond the citation before or after.
"""

import re
from collections.abc import Iterable, Sequence

from voirdire.citations.brackets import pair_brackets
from voirdire.citations.cores import Core, scan_cores
from voirdire.citations.laws import scan_laws, scan_records
from voirdire.citations.placing import place_citations
from voirdire.citations.reader import Reader
from voirdire.citations.references import NamedAgain, find_references, scan_ids, scan_supras
from voirdire.citations.reporters import reporter_table
from voirdire.citations.types import Citation, DeclaredReporter
from voirdire.documents.types import FoldedText
from voirdire.findings import Span

_PRIORITY = {
    "full": 0,
    "short": 0,
    "database": 0,
    "regulation": 1,
    "statute": 1,
    "journal": 2,
    "id": 2,
    "supra": 3,
    "unknown": 4,
    "docket": 4,
    "record": 5,
}


def find_citations(
    folded: FoldedText, declared: Sequence[DeclaredReporter] = ()
) -> tuple[Citation, ...]:
    """Every citation in the body and the notes, in order; spans are folded."""
    text = folded.text
    table = reporter_table(tuple(declared))
    cores = _settle(
        text,
        (
            *scan_cores(text, table),
            *scan_laws(text),
            *scan_records(text),
            *scan_ids(text),
            *scan_supras(text),
        ),
    )
    reader = Reader(text, table, cores, pair_brackets(text))
    citations = reader.read()
    again = find_references(text, citations, _own_names(text, citations))
    citations.extend(_reference(text, named) for named in again)
    citations.sort(key=lambda c: c.core_span)
    return place_citations(folded, reader.brackets, citations)


def _reference(text: str, named: NamedAgain) -> Citation:
    pins = named.pins
    return Citation(
        kind="reference",
        text=text[named.span.start : named.span.end],
        span=named.span,
        core_span=named.span,
        case_name=named.name,
        name_span=Span(named.span.start, named.span.start + len(named.name)),
        pin_cite=text[pins.span.start : pins.span.end] if pins else None,
        pin_pages=pins.pages if pins else (),
        pin_notes=pins.notes if pins else (),
        pin_span=pins.span if pins else None,
    )


_FRONT_PAGE = 4000
_CAPTION_REACH = 300
_CAPTION_MARK = re.compile(r"(?:(?<=[\s,.])(?:v|vs|V|VS)\.?|-?\bagainst\b-?)(?=\s)")
_CAPITAL_WORD = re.compile(r"[A-Z][A-Za-z'-]{2,}")


def _own_names(text: str, citations: Sequence[Citation]) -> frozenset[str]:
    """Words of the document's own caption: a "v." on the front page outside any citation."""
    spans = [c.span for c in citations if c.span.start < _FRONT_PAGE]
    words: set[str] = set()
    for match in _CAPTION_MARK.finditer(text, 0, min(len(text), _FRONT_PAGE)):
        if any(s.start <= match.start() < s.end for s in spans):
            continue
        near = text[max(0, match.start() - _CAPTION_REACH) : match.end() + _CAPTION_REACH]
        for word in _CAPITAL_WORD.findall(near):
            words.update((word, word.capitalize()))
    return frozenset(words)


def _settle(text: str, cores: Iterable[Core]) -> list[Core]:
    """In order and without overlaps: the surer kind wins, then the longer."""
    kept: list[Core] = []
    for core in sorted(cores, key=lambda c: (c.start, -c.end)):
        if kept and core.start < kept[-1].end:
            last = kept[-1]
            better = _PRIORITY[core.kind] < _PRIORITY[last.kind]
            if better and (len(kept) < 2 or kept[-2].end <= core.start):
                kept[-1] = core
            continue
        if kept and kept[-1].kind == "id" and core.kind == "statute":
            # "Id. § 1988(b)": the section is the pin of id., no citation of its own.
            gap = text[kept[-1].end : core.start]
            if gap in (" ", ", ", ", at ", " at ") and text[core.start] == "§":
                continue
        kept.append(core)
    return kept
