"""Check the words of a quotation against the opinion cited for them.

Input: a quotation with the citation it belongs to, and the opinion indexed.
Output: one `Finding`: verified with the page and the part where the words stand, refuted
with what differs and what the source says, or unchecked with the reason.
"""

import re
from dataclasses import dataclass

from voirdire.authorities.page_labels import page_number
from voirdire.authorities.types import PageSeries
from voirdire.citations.types import AttributedQuotation, Citation
from voirdire.citecheck.checks import case_evidence
from voirdire.citecheck.nearest_passage import (
    NearPassage,
    Rarity,
    are_reading_slips,
    nearest_passage,
)
from voirdire.citecheck.quotation_match import MOST_STRETCHES, OpinionIndex, Passage, find_passages
from voirdire.citecheck.quotation_pattern import parse_quotation, without_strays
from voirdire.citecheck.quotation_places import (
    Pages,
    is_inside_quotation,
    note_at,
    pages_of,
    part_at,
    series_cited,
)
from voirdire.documents.types import FoldedText
from voirdire.findings import Evidence, Finding, Outcome, Span, WordChange

FEWEST_WORDS = 5
_LONGEST_EVIDENCE = 700
_FARTHER = 150
_NEARBY = 30
_NEAR = 0.5
_SURELY_NEAR = 0.75
_SEPARATE = re.compile(r"dissent|concurr", re.IGNORECASE)
_PART_REASONS = {
    "dissent": "in_dissent",
    "concurrence": "in_concurrence",
    "syllabus": "in_syllabus",
}
_PART_NAMES = {
    "in_dissent": "in a dissent",
    "in_concurrence": "in a concurrence",
    "in_syllabus": "in the syllabus",
    "in_footnote": "in a footnote",
    "nested_quotation": "inside a quotation that the opinion itself makes",
}


@dataclass(frozen=True, slots=True)
class _Case:
    """One quotation, its citation and the opinion, as every step below needs them."""

    text: str
    words: int
    subject: Span
    is_sure: bool
    citation: Citation
    index: OpinionIndex
    series: PageSeries | None
    pins: frozenset[int]

    def pages(self, span: Span) -> Pages:
        """Where a span is printed, in the cited reporter's pages or the first series."""
        return pages_of(self.index.opinion, span, self.citation)

    def evidence(self, span: Span) -> Evidence:
        """The words of a span with their page."""
        opinion = self.index.opinion
        quote = opinion.text[span.start : min(span.end, span.start + _LONGEST_EVIDENCE)]
        page = self.pages(span).label
        return Evidence(opinion.case.id, page, span, " ".join(quote.split()), opinion.case.url)

    def finding(
        self,
        outcome: Outcome,
        reason: str,
        detail: str,
        evidence: tuple[Evidence, ...] = (),
        changes: tuple[WordChange, ...] = (),
    ) -> Finding:
        """The finding, on the whole quotation."""
        return Finding("quotation", outcome, reason, detail, self.subject, evidence, changes)


# Nobody quotes an opinion with these in it: a footnote of the brief's page stands in between.
_OF_A_NOTE = re.compile(r"https?:|www\.")
# Pages that a footnote may run on for.
_NOTE_RUNS = 2


def check_quotation(
    quotation: AttributedQuotation,
    citation: Citation,
    folded: FoldedText,
    index: OpinionIndex,
    rarity: Rarity,
) -> Finding:
    """Check that quoted words stand in the opinion, on a pinned page if one is given.

    Args:
        quotation: The quotation, and how surely it belongs to the citation.
        citation: Where it is said to stand; volume, reporter and pin cites are used. For
            an id., supra or reference, those of the citation it refers to.
        folded: The document's text, which the spans are of.
        index: The opinion, indexed once for all its quotations.
        rarity: In how many opinions held a word stands; None where words are not counted.

    Returns:
        A `Finding`. A quotation of under five words, or one that only likely belongs to
        the citation, is verified or unchecked, never refuted.
    """
    span = quotation.quotation.span
    text = folded.text[span.start : span.end]
    pattern = parse_quotation(text)
    case = _Case(
        text,
        pattern.words,
        span,
        quotation.certainty == "sure",
        citation,
        index,
        series_cited(index.opinion, citation),
        frozenset(page for page in citation.pin_pages if isinstance(page, int)),
    )
    passages = find_passages(pattern, index)
    if not passages and (cleaned := without_strays(text)) != text:
        passages = find_passages(parse_quotation(cleaned), index)
    sound = _sound(passages)
    if sound:
        return _judge_place(case, sound)
    if case.words < FEWEST_WORDS or len(pattern.stretches) > MOST_STRETCHES:
        detail = "A quotation of under five words, or in many pieces, cannot be told from chance."
        return case.finding("unchecked", "too_short", detail)
    if not case.is_sure:
        detail = "The words were not found; they may be quoted from another authority."
        return case.finding("unchecked", "association_not_sure", detail)
    if passages:
        return _judge_fault(case, passages[0])
    near = nearest_passage(text, index)
    if near is not None and near.changes:
        near = near.without_furniture(index.opinion.text)
        if not near.changes and near.agreement >= _SURELY_NEAR:
            return _judge_place(case, [Passage(near.span, unmarked=True)])
    return _judge_absence(case, near, rarity)


def stands_in(quotation: AttributedQuotation, folded: FoldedText, index: OpinionIndex) -> bool:
    """Whether quoted words stand verbatim in an opinion, whatever citation they go with.

    Words missing where they are cited, but found in another opinion that the document
    cites, tell of a citation taken for theirs rather than of words that do not exist.
    """
    span = quotation.quotation.span
    passages = find_passages(parse_quotation(folded.text[span.start : span.end]), index)
    return any(passage.fault is None for passage in passages)


def _sound(passages: tuple[Passage, ...]) -> list[Passage]:
    """The passages without a fault; not those that reach far for words found nearer by.

    "The tenant . . . pay" may be pieced together from two pages of any opinion; where it
    stands closer as "the tenant shall not pay", that is the passage quoted.
    """
    nearest = min((passage.passed_over for passage in passages), default=0)
    return [
        passage
        for passage in passages
        if passage.fault is None and passage.passed_over <= nearest + _FARTHER
    ]


def _judge_place(case: _Case, passages: list[Passage]) -> Finding:
    """The words stand in the opinion: say where, and whether that is a pinned page."""
    placed = [(passage, case.pages(passage.span)) for passage in passages]
    on_pin = [item for item in placed if _is_pinned(case, *item)]
    if on_pin or not case.pins or not _can_judge_pages(case, placed):
        return _verified(case, *_plainest(case, on_pin or placed))
    passage, pages = _plainest(case, placed)
    pinned = _page_list(sorted(case.pins))
    if case.words < FEWEST_WORDS:
        detail = f"These few words stand on {_place(pages)}; {pinned} was cited."
        return case.finding("unchecked", "too_short", detail, (case.evidence(passage.span),))
    if not case.is_sure:
        detail = f"The words stand on {_place(pages)}; the citation of {pinned} may not be theirs."
        evidence = (case.evidence(passage.span),)
        return case.finding("unchecked", "association_not_sure", detail, evidence)
    detail = f"The quoted words stand on {_place(pages)}, not on {pinned}."
    places = tuple(case.evidence(passage.span) for passage, _ in placed[:3])
    return case.finding("refuted", "quotation_on_other_page", detail, places)


def _is_pinned(case: _Case, passage: Passage, pages: Pages) -> bool:
    if pages.include(case.pins):
        return True
    if pages.label is not None and pages.label in {str(pin) for pin in case.citation.pin_pages}:
        return True
    note = note_at(case.index.opinion, passage.span)
    if note is None or note.label not in case.citation.pin_notes:
        return False
    # A note may run on to the pages after its call, but not to any page.
    first = pages.first
    return first is None or not case.pins or any(abs(first - p) <= _NOTE_RUNS for p in case.pins)


def _can_judge_pages(case: _Case, placed: list[tuple[Passage, Pages]]) -> bool:
    if case.series is None or any(pages.first is None for _, pages in placed):
        return False
    if case.citation.kind in ("full", "short"):
        return True
    # The page after "id." or "supra" may be one of a parallel reporter.
    numbers = [page_number(mark.label) for mark in case.series.marks]
    known = [number for number in numbers if number is not None]
    return any(min(known) - _NEARBY <= pin <= max(known) + _NEARBY for pin in case.pins)


def _plainest(case: _Case, placed: list[tuple[Passage, Pages]]) -> tuple[Passage, Pages]:
    """The place to name: the opinion of the court before its notes and separate opinions."""
    opinion = case.index.opinion
    return min(
        placed,
        key=lambda item: (
            part_at(opinion, item[0].span) not in (None, "majority"),
            note_at(opinion, item[0].span) is not None,
            item[0].span.start,
        ),
    )


def _verified(case: _Case, passage: Passage, pages: Pages) -> Finding:
    opinion = case.index.opinion
    reason = _PART_REASONS.get(part_at(opinion, passage.span) or "", "")
    if not reason and note_at(opinion, passage.span) is not None:
        reason = "in_footnote"
    if not reason and is_inside_quotation(opinion.text, passage.span):
        reason = "nested_quotation"
    omits = bool(passage.omitted) or passage.unmarked
    detail = "The words stand in the opinion"
    elsewhere = case.pins and case.series is None
    if pages.label is not None:
        detail += f" on {_place(pages)}"
        detail += ", by page marks that are not the cited reporter's" if elsewhere else ""
    if reason:
        detail += f", {_PART_NAMES[reason]}"
    if passage.unmarked:
        detail += "; a citation or mark between them is left out" + _as_marked(case.citation)
    elif passage.omitted:
        detail += ", in this order, with what the ellipsis leaves out"
    if elsewhere and pages.label is None:
        detail += "; the text has no page marks of the reporter cited"
    reason = reason or ("exact_with_omission" if omits else "exact")
    return case.finding("verified", reason, detail + ".", (case.evidence(passage.span),))


def _as_marked(citation: Citation) -> str:
    marked = any(p.kind == "omitted" for p in citation.parentheticals)
    return ", as the citation says" if marked else " without a mark"


def _judge_fault(case: _Case, passage: Passage) -> Finding:
    """The words stand there, but a skip or a bracket turns their sense."""
    where = _place(case.pages(passage.span))
    evidence = (case.evidence(passage.span),)
    if passage.fault == "omission":
        detail = f'On {where}, the ellipsis leaves out "{passage.fault_words}".'
        changes = (WordChange("", passage.fault_words),)
        return case.finding("refuted", "omission_drops_negation", detail, evidence, changes)
    if passage.fault_words:
        detail = f'On {where}, the bracket stands for "{passage.fault_words}".'
    else:
        detail = f"On {where}, the source has nothing where the bracket stands."
    changes = (WordChange("[...]", passage.fault_words),)
    return case.finding("refuted", "quotation_altered", detail, evidence, changes)


def _judge_absence(case: _Case, near: NearPassage | None, rarity: Rarity) -> Finding:
    """The words do not stand there as written: altered, misread or absent."""
    if near is not None and are_reading_slips(near.changes, case.index, rarity):
        detail = "The words differ only where the text of the opinion seems misread."
        return case.finding(
            "unchecked", "ocr_text", detail, (case.evidence(near.span),), _changes(near)
        )
    lacking = _why_text_is_partial(case)
    needed = _NEAR if lacking is None else _SURELY_NEAR
    if near is not None and near.matched >= 3 and near.agreement >= needed and near.changes:
        detail = f"On {_place(case.pages(near.span))}, {_difference(near)}."
        return case.finding(
            "refuted", "quotation_altered", detail, (case.evidence(near.span),), _changes(near)
        )
    if lacking is not None:
        return case.finding("unchecked", "no_text", lacking)
    if _OF_A_NOTE.search(case.text):
        detail = "The words were not found; an address stands among them, as of a note run in."
        return case.finding("unchecked", "ambiguous", detail)
    if case.citation.in_string:
        detail = "The words were not found; they may be those of another citation in the string."
        return case.finding("unchecked", "association_not_sure", detail)
    detail = "Neither the quoted words nor words close to them stand in the opinion"
    if near is None:
        evidence = case_evidence(case.index.opinion.case)
    else:
        detail += f"; the nearest are on {_place(case.pages(near.span))}"
        evidence = case.evidence(near.span)
    return case.finding("refuted", "quotation_absent", detail + ".", (evidence,))


def _changes(near: NearPassage) -> tuple[WordChange, ...]:
    return tuple(
        WordChange(" ".join(change.written), " ".join(change.source)) for change in near.changes
    )


def _difference(near: NearPassage) -> str:
    shown: list[str] = []
    for change in _changes(near)[:3]:
        if not change.written:
            shown.append(f'the source has "{change.source}", which is left out')
        elif not change.source:
            shown.append(f'the source does not have "{change.written}"')
        else:
            shown.append(f'the source has "{change.source}" for "{change.written}"')
    more = len(near.changes) - len(shown)
    return "; ".join(shown) + (f"; and {more} more differences" if more > 0 else "")


def _why_text_is_partial(case: _Case) -> str | None:
    """What of the opinion may not be held; None when the pages in question are."""
    opinion = case.index.opinion
    separate = any(
        p.kind == "separate" and _SEPARATE.search(p.text) for p in case.citation.parentheticals
    )
    if separate and not any(part.type in ("dissent", "concurrence") for part in opinion.parts):
        return "The citation is to a separate opinion, and the text held has none."
    if case.series is None:
        return "The words were not found; without page marks it is not sure that all is held."
    pages = [_span_pages(case, mark.offset) for mark in case.series.marks]
    held = {page for p in pages if p.first is not None for page in (p.first,)}
    if case.pins:
        missing = sorted(case.pins - held)
        return f"The text held does not have {_page_list(missing)}." if missing else None
    return None


def _span_pages(case: _Case, offset: int) -> Pages:
    return case.pages(Span(offset, offset + 1))


def _page_list(pages: list[int]) -> str:
    return f"page {pages[0]}" if len(pages) == 1 else "pages " + ", ".join(map(str, pages))


def _place(pages: Pages) -> str:
    if pages.label is None:
        return "an unmarked page"
    if pages.last_label is None or pages.last_label == pages.label:
        return f"page {pages.label}"
    return f"pages {pages.label}-{pages.last_label}"
