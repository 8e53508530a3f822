"""What can be false in an excerpt: its text to the items of a first belief state.

Input: the text of an excerpt, and reporters that the source declares.
Output: a `BeliefState` in which everything is pending: an item for each case citation (its
parallel forms together), its name, each pin cite, quotation and proposition. Every segment
is an exact substring of the text. The model may name more; words that do not stand in the
excerpt are refused.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from voirdire.citations.find import find_citations
from voirdire.citations.names import short_name_matches
from voirdire.citations.propositions import attribute_statements
from voirdire.citations.resolve import resolve_citations
from voirdire.citations.types import Citation, DeclaredReporter, Statement
from voirdire.citecheck.agents.belief import BeliefState, Item, ItemKind, Segment
from voirdire.documents.fold import fold
from voirdire.documents.quotations import find_quotations
from voirdire.documents.sentences import split_sentences
from voirdire.documents.types import Document
from voirdire.findings import Span

_CASES = ("full", "unknown", "database", "docket")
# A shorter piece of text may stand anywhere, and names nothing.
_FEWEST_CHARACTERS = 3
_MOST_ADDED = 40
_NUMBER = re.compile(r"\d{1,6}")
_EDGE = " \n,;:()[]"


class ExcerptText:
    """An excerpt with its folded view, and the way from words to its exact characters."""

    def __init__(self, text: str, declared: Sequence[DeclaredReporter] = ()) -> None:
        self.text = text
        self.declared = tuple(declared)
        self.document = Document("excerpt", "text", "", text)
        self.folded = fold(self.document)
        found = find_citations(self.folded, self.declared)
        self.citations = resolve_citations(found, self.folded)
        self._flat = self.folded.text.replace("\n", " ")

    def segment(self, span: Span) -> Segment:
        """The exact characters that a folded range stands for."""
        original = self.folded.original(span)
        return Segment(self.text[original.start : original.end], original.start)

    def locate(self, words: str) -> Span | None:
        """The folded range where words stand, whatever their white space and glyphs."""
        flat = fold(Document("words", "text", "", words)).text.replace("\n", " ").strip()
        if len(flat) < _FEWEST_CHARACTERS:
            return None
        start = self._flat.find(flat)
        return Span(start, start + len(flat)) if start >= 0 else None

    def sentence_around(self, span: Span) -> Span:
        """The whole sentences that a range stands in, without the citations beside it."""
        sentences = split_sentences(self.folded)
        touched = [s for s in sentences if s.start < span.end and span.start < s.end] or [span]
        start = min(touched[0].start, span.start)
        end = max(touched[-1].end, span.end)
        cited = [citation.span for citation in self.citations]
        start = max([start, *(c.end for c in cited if start <= c.end <= span.start)])
        end = min([end, *(c.start for c in cited if span.end <= c.start <= end)])
        text = self.folded.text
        while start < span.start and text[start] in _EDGE:
            start += 1
        while end > span.end and text[end - 1] in _EDGE:
            end -= 1
        return Span(start, end)


@dataclass(frozen=True, slots=True)
class Addition:
    """An item that the model names: `text` must stand in the excerpt, `citation` is an id."""

    kind: ItemKind
    text: str
    citation: str = ""


def first_belief(excerpt: ExcerptText) -> BeliefState:
    """Every item that our own extraction finds, all pending."""
    folded = excerpt.folded
    citations = excerpt.citations
    quotations = find_quotations(folded, excerpt.document)
    statements = attribute_statements(folded, citations, quotations)
    reader = _Reader(excerpt, citations)
    for index in range(len(citations)):
        reader.add_citation(index)
    for index in range(len(citations)):
        reader.add_pin(index)
    for index, statement in enumerate(statements):
        reader.add_statement(index, statement)
    return reader.state


class _Reader:
    """Collects the items of one excerpt; a thing that several citations share is one item."""

    def __init__(self, excerpt: ExcerptText, citations: Sequence[Citation]) -> None:
        self.state = BeliefState()
        self._excerpt = excerpt
        self._citations = citations
        # The item of each citation that has one, by the index of the citation.
        self._owners: dict[int, str] = {}
        self._places: dict[tuple[ItemKind, Span], str] = {}

    def add_citation(self, index: int) -> None:
        """The citation and its name; a parallel or short form goes to the item it belongs to."""
        citation = self._citations[index]
        segment = self._excerpt.segment(citation.span)
        owner = self._owner_of(index)
        if owner is not None:
            self._owners[index] = owner
            if citation.kind in ("full", "short"):
                self._join(owner, segment, _reference(citation))
            return
        if citation.kind not in (*_CASES, "short"):
            return
        item = Item(self.state.next_id("citation"), "citation", segment, (segment,))
        reference = _reference(citation)
        self._owners[index] = item.id
        self.state = self.state.with_item(
            replace(item, references=(reference,) if reference else ())
        )
        if citation.name_span is not None:
            name = self._excerpt.segment(citation.name_span)
            self._add("name", citation.name_span, name, (segment,), index)

    def _owner_of(self, index: int) -> str | None:
        """The item of the full citation that a citation belongs to, if it is another's."""
        citation = self._citations[index]
        target = citation.group if citation.kind == "full" else citation.resolves_to
        if target is None or target == index:
            return None
        name, full_name = citation.case_name, self._citations[target].case_name
        if citation.kind == "short" and name and full_name:
            # Cut from its document, a short form may stand alone beside another case of the
            # same volume.
            return self._owners.get(target) if short_name_matches(name, full_name) else None
        before = self._citations[index - 1]
        if citation.kind == "id" and index and before.resolves_to == target:
            return self._owners.get(index - 1)
        return self._owners.get(target)

    def _join(self, owner: str, segment: Segment, reference: str) -> None:
        item = self.state.find(owner)
        assert item is not None
        flagged = item.flagged if segment in item.flagged else (*item.flagged, segment)
        references = item.references
        if reference and reference not in references:
            references = (*references, reference)
        self.state = self.state.with_item(replace(item, flagged=flagged, references=references))
        for name in self.state.items:
            if name.kind == "name" and name.citations == (owner,):
                self.state = self.state.with_item(replace(name, flagged=flagged))

    def add_pin(self, index: int) -> None:
        """The pin cite; what is flagged is the citation up to it."""
        citation = self._citations[index]
        if citation.pin_span is None or index not in self._owners:
            return
        end = max(citation.pin_span.end, citation.core_span.end)
        whole = self._excerpt.segment(Span(citation.span.start, end))
        pin = self._excerpt.segment(citation.pin_span)
        self._add("pin", citation.pin_span, pin, (whole,), index)

    def add_statement(self, index: int, statement: Statement) -> None:
        """The quotations and the proposition that rest on a citation."""
        if index not in self._owners:
            return
        for attributed in statement.quotations:
            span = attributed.quotation.span
            segment = self._excerpt.segment(span)
            self._add("quotation", span, segment, (segment,), index)
        if statement.proposition is not None:
            segment = self._excerpt.segment(statement.proposition)
            self._add("proposition", statement.proposition, segment, (segment,), index)

    def _series(self, citation: Citation, owner: str) -> tuple[str, ...]:
        """Where a pin cite counts: its own volume and reporter, else any of the citation's."""
        if citation.volume:
            return (f"{citation.volume} {citation.reporter or citation.reporter_text}",)
        item = self.state.find(owner)
        return _series_of(item.references) if item is not None else ()

    def _add(
        self,
        kind: ItemKind,
        span: Span,
        segment: Segment,
        flagged: tuple[Segment, ...],
        index: int,
    ) -> None:
        owner = self._owners[index]
        known = self._places.get((kind, span))
        if known is not None:
            item = self.state.find(known)
            assert item is not None
            if owner not in item.citations:
                shared = replace(item, citations=(*item.citations, owner))
                self.state = self.state.with_item(shared)
            return
        citation = self._citations[index]
        at = self._excerpt.segment(citation.span).text if kind != "name" else ""
        item = Item(self.state.next_id(kind), kind, segment, flagged, (owner,), cited_at=at)
        if kind == "pin":
            pages = tuple(map(str, citation.pin_pages))
            item = replace(item, pages=pages, series=self._series(citation, owner))
        self._places[kind, span] = item.id
        self.state = self.state.with_item(item)


def _reference(citation: Citation) -> str:
    """How a citation is looked up; "" where no reporter could have it, or only a pin is given."""
    if citation.kind not in ("full", "unknown") or not (citation.volume and citation.page):
        return ""
    return f"{citation.volume} {citation.reporter or citation.reporter_text} {citation.page}"


def _series_of(references: Sequence[str]) -> tuple[str, ...]:
    return tuple(reference.rpartition(" ")[0] for reference in references)


def add_items(
    state: BeliefState, additions: Sequence[Addition], excerpt: ExcerptText
) -> tuple[BeliefState, tuple[str, ...]]:
    """Add what the model names, as far as it stands in the excerpt.

    Returns:
        The new state, and a sentence for each addition that was refused.
    """
    refusals: list[str] = []
    for addition in additions:
        problem = _problem(state, addition, excerpt)
        if problem:
            refusals.append(f"No {addition.kind} was added: {problem}")
            continue
        state = state.with_item(_added(state, addition, excerpt))
    return state, tuple(refusals)


def _problem(state: BeliefState, addition: Addition, excerpt: ExcerptText) -> str:
    span = excerpt.locate(addition.text)
    if span is None:
        return "its words do not stand in the excerpt; give them exactly as they stand."
    segment = excerpt.segment(span)
    same = [i for i in state.items if i.kind == addition.kind and _overlap(i.segment, segment)]
    if same:
        return f"{same[0].id} has these words already."
    owner = state.find(addition.citation)
    if addition.kind != "citation" and (owner is None or owner.kind != "citation"):
        return "it must name the id of the citation that it belongs to."
    if sum(not item.by_rule for item in state.items) >= _MOST_ADDED:
        return f"{_MOST_ADDED} items were added already."
    return ""


def _overlap(one: Segment, other: Segment) -> bool:
    return one.start < other.start + len(other.text) and other.start < one.start + len(one.text)


def _added(state: BeliefState, addition: Addition, excerpt: ExcerptText) -> Item:
    span = excerpt.locate(addition.text)
    assert span is not None
    segment = excerpt.segment(span)
    item = Item(state.next_id(addition.kind), addition.kind, segment, (segment,), by_rule=False)
    if addition.kind == "citation":
        found = ExcerptText(segment.text, excerpt.declared).citations
        return replace(item, references=tuple(filter(None, map(_reference, found))))
    owner = state.find(addition.citation)
    assert owner is not None
    item = replace(item, citations=(owner.id,))
    if addition.kind == "proposition":
        return replace(item, flagged=(excerpt.segment(excerpt.sentence_around(span)),))
    if addition.kind == "pin":
        pages = tuple(_NUMBER.findall(segment.text))
        return replace(item, pages=pages, series=_series_of(owner.references))
    return replace(item, flagged=owner.flagged) if addition.kind == "name" else item
