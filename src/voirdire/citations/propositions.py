"""Say what the document states on the strength of each citation.

Input: folded text, its citations (best after `resolve_citations`) and its quotations.
Output: one `Statement` a citation, in the same order: the sentence that the citation supports
and the quotations that belong to it.
"""

import re
from collections.abc import Sequence

from voirdire.citations.attribution import link_quotations
from voirdire.citations.layout import Layout, lay_out
from voirdire.citations.types import AttributedQuotation, Citation, Statement
from voirdire.documents.types import FoldedText, Quotation
from voirdire.findings import Span

_FEWEST_WORDS = 4
_FARTHEST_BACK = 6
_EDGE = re.compile(r"[\s,;:()\[\]—-]*")
# The dots of a table of authorities.
_LEADER = re.compile(r"\.{5}|…{2}|(?:\. ){5}")
_TAIL = " \n,;:([—-"


def attribute_statements(
    folded: FoldedText, citations: Sequence[Citation], quotations: Sequence[Quotation]
) -> tuple[Statement, ...]:
    """Find the proposition and the quotations of every citation.

    Statutes, journals and the record get an empty statement, and so do citations in tables and
    headings. The proposition is a span without the citation and its signal.

    Returns:
        Statements aligned with `citations`; quotations of each in order of the text.
    """
    layout = lay_out(folded, citations, quotations)
    attributed: list[list[AttributedQuotation]] = [[] for _ in citations]
    seen: set[tuple[int, int]] = set()
    links = link_quotations(folded, citations, quotations, layout)
    for link in sorted(links, key=lambda link: (link.quotation, link.certainty != "sure")):
        if (link.quotation, link.citation) not in seen:
            seen.add((link.quotation, link.citation))
            attributed[link.citation].append(
                AttributedQuotation(quotations[link.quotation], link.certainty)
            )
    propositions = _propositions(folded.text, citations, layout)
    return tuple(
        Statement(proposition, tuple(found))
        for proposition, found in zip(propositions, attributed, strict=True)
    )


def _propositions(text: str, citations: Sequence[Citation], layout: Layout) -> list[Span | None]:
    propositions: list[Span | None] = [None] * len(citations)
    previous: Span | None = None
    last_number = -1
    for position, unit in enumerate(layout.units):
        number = layout.sentence_at(unit.start)
        found = _proposition(text, layout, position, number)
        if found is None and number == last_number:
            # A later citation of a string supports what the first does.
            found = previous
        previous, last_number = found, number
        for index in unit.members if unit.is_case else ():
            propositions[index] = found
    for container, units in layout.inner.items():
        parent = layout.containers[container].citation
        if parent is None:
            continue
        for unit in units:
            for index in unit.members if unit.is_case else ():
                propositions[index] = propositions[parent]
    return propositions


def _proposition(text: str, layout: Layout, position: int, number: int) -> Span | None:
    units = layout.units
    unit = units[position]
    sentence = layout.sentences[number]
    earlier = units[position - 1] if position else None
    later = units[position + 1] if position + 1 < len(units) else None
    start = max(sentence.start, earlier.end) if earlier else sentence.start
    end = min(sentence.end, later.start) if later else sentence.end
    before = _trimmed(text, start, unit.start)
    after = _trimmed(text, unit.end, end)
    if before is not None and (
        after is None or text[unit.start - 2 : unit.start].strip()[-1:] in (",", "(", '"', ";")
    ):
        return before
    if after is not None:
        return after
    if earlier is None or earlier.end <= sentence.start:
        return _sentence_before(text, layout, number)
    return None


def _sentence_before(text: str, layout: Layout, number: int) -> Span | None:
    """The last sentence before a citation sentence that is not itself one."""
    sentences = layout.sentences
    for back in range(number - 1, max(number - _FARTHEST_BACK, -1), -1):
        sentence = sentences[back]
        if "\n" in text[sentence.end : sentences[back + 1].start]:
            return None
        inside = layout.units_in(sentence)
        if not inside or inside[0].start != sentence.start:
            return _trimmed(text, sentence.start, sentence.end)
        if (rest := _trimmed(text, inside[-1].end, sentence.end)) is not None:
            return rest
    return None


def _trimmed(text: str, start: int, end: int) -> Span | None:
    """[start, end) without punctuation at its edges; None if it is no clause."""
    edge = _EDGE.match(text, start, max(start, end))
    start = edge.end() if edge else start
    while end > start and text[end - 1] in _TAIL:
        end -= 1
    if text.count(" ", start, end) + 1 < _FEWEST_WORDS or _LEADER.search(text, start, end):
        return None
    return Span(start, end)
