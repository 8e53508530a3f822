"""Check every citation of a document: a `Document` and a `Source` to a `BriefReport`.

The main call. Finding, resolving and attributing happen in the citations room; here each
authority is looked up once, and each citation gets its findings.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from voirdire.authorities.types import Case, CaseReference, Holding, Opinion, Source
from voirdire.citations.find import find_citations
from voirdire.citations.propositions import attribute_statements
from voirdire.citations.resolve import resolve_citations
from voirdire.citations.types import (
    AttributedQuotation,
    Citation,
    DeclaredReporter,
    Statement,
)
from voirdire.citecheck.checks import (
    caption,
    case_evidence,
    check_case_name,
    check_court_year,
    check_existence,
    check_pin_cite,
    check_printed_elsewhere,
    find_volume_beyond_last,
)
from voirdire.citecheck.holding import check_holding
from voirdire.citecheck.holding_passages import PassageIndex
from voirdire.citecheck.places import (
    Place,
    at_place_of,
    choose_case,
    goes_by,
    has_page,
    is_told_of,
    place_short_form,
    tells_of_party,
    why_not_judged,
)
from voirdire.citecheck.quotation import check_quotation, stands_in
from voirdire.citecheck.quotation_match import OpinionIndex
from voirdire.citecheck.types import BriefReport, CheckedCitation
from voirdire.documents.fold import fold
from voirdire.documents.quotations import find_quotations
from voirdire.documents.types import Document, FoldedText
from voirdire.errors import LibraryError, SourceError
from voirdire.findings import Finding, Span

# How many characters an id. may stand behind what it refers to: surely, and likely.
_CLOSE = 400
_NEAR = 1500
# A page this far outside the opinion is the page of something else, when the reference is
# close behind its antecedent, and when it is only near.
_FAR = 200
_NOT_FAR = 60
_POINTING_BACK = ("short", "supra", "id", "reference")
# Cases of one name that are looked at.
_NAMESAKES = 20
# A list of passages is many times as large as its opinion and soon made again; citations
# to one case stand close together.
_KEPT_PASSAGES = 16


def check_brief(document: Document, source: Source) -> BriefReport:
    """Check every citation of one document against one source.

    Args:
        document: As `load_document` returns it.
        source: A library, the static case files, or a chain of both.

    Returns:
        One `CheckedCitation` per citation found, in document order. A source that fails
        leaves its citations `unchecked` and a line in `failures`.
    """
    folded = fold(document)
    declared = source.declared_reporters()
    citations = resolve_citations(find_citations(folded, declared), folded)
    statements = attribute_statements(folded, citations, find_quotations(folded, document))
    desk = _Desk(folded, citations, source)
    source.prepare([reference for reference in desk.references if reference is not None])
    roots = _short_forms_with_full([desk.check_place(index) for index in range(len(citations))])
    said = _statements_before_parallels(folded, citations, statements)
    said = _statements_at_held_citation(citations, said, roots)
    checked = [desk.check_words(i, root, said[i], roots) for i, root in enumerate(roots)]
    return BriefReport(document, folded, tuple(checked), desk.opinions, tuple(desk.failures))


def _short_forms_with_full(places: list[Place]) -> list[Place]:
    """Short forms in a reporter nobody knows fall with the full citation that they go back to."""
    refuted = {
        (place.citation.volume, place.citation.reporter_text): place.findings[0]
        for place in places
        if place.citation.kind == "unknown" and place.citation.page and place.is_refuted
    }
    return [
        replace(place, findings=(replace(found, subject=place.citation.core_span),))
        if place.citation.kind == "unknown"
        and place.citation.page is None
        and not place.is_refuted
        and (found := refuted.get((place.citation.volume, place.citation.reporter_text)))
        else place
        for place in places
    ]


def _reference(citation: Citation, declared: Sequence[DeclaredReporter]) -> CaseReference | None:
    """Where to look a citation up; None where nothing can be asked, or need be."""
    if citation.kind != "full" or not (citation.volume and citation.reporter and citation.page):
        return None
    if find_volume_beyond_last(citation, declared) is not None:
        return None
    return CaseReference(citation.volume, citation.reporter, citation.page)


def _is_bare_parallel(folded: FoldedText, citations: Sequence[Citation], index: int) -> bool:
    """Whether a citation is the parallel of a short form or an id. directly before it.

    "Id. at 688, 104 S. Ct. 2052": no name of its own, and nothing but a comma between them.
    """
    citation = citations[index]
    if index == 0 or citation.kind != "full" or citations[index - 1].kind not in ("short", "id"):
        return False
    before = citations[index - 1]
    between = folded.text[before.core_span.end : citation.core_span.start]
    return citation.name_span in (None, before.name_span) and between.strip() == ","


def _statements_before_parallels(
    folded: FoldedText, citations: Sequence[Citation], statements: Sequence[Statement]
) -> list[Statement]:
    """Give what stands before a short form's or an id.'s parallel to the short form or id."""
    moved = list(statements)
    for index in range(len(citations)):
        if _is_bare_parallel(folded, citations, index):
            own, behind = moved[index - 1], moved[index]
            quotations = {q.quotation.span: q for q in own.quotations + behind.quotations}
            proposition = own.proposition if own.proposition is not None else behind.proposition
            moved[index - 1] = Statement(proposition, tuple(quotations.values()))
            moved[index] = Statement(None)
    return moved


def _statements_at_held_citation(
    citations: Sequence[Citation],
    statements: Sequence[Statement],
    places: Sequence[Place],
) -> list[Statement]:
    """Move a parallel group's quotations to its first member whose case is held."""
    moved = list(statements)
    groups: dict[int, list[int]] = {}
    for index, citation in enumerate(citations):
        if citation.kind == "full":
            groups.setdefault(citation.group, []).append(index)
    for members in groups.values():
        held = next((i for i in members if places[i].authority is not None), members[0])
        # Each string of the group may have been given the same quotation.
        quotations = {q.quotation.span: q for i in members for q in moved[i].quotations}
        propositions = [moved[i].proposition for i in members]
        proposition = next((p for p in propositions if p is not None), None)
        for i in members:
            moved[i] = Statement(None)
        moved[held] = Statement(proposition, tuple(quotations.values()))
    return moved


class _Desk:
    """Look-ups of one run: each reference is asked once, each opinion read once."""

    def __init__(self, folded: FoldedText, citations: Sequence[Citation], source: Source) -> None:
        self.folded = folded
        self.citations = citations
        self.source = source
        declared = source.declared_reporters()
        self.references = [_reference(citation, declared) for citation in citations]
        self.opinions: dict[str, Opinion] = {}
        self.failures: list[str] = []
        self._indexes: dict[str, OpinionIndex] = {}
        self._passages: dict[str, PassageIndex] = {}
        self._holdings: dict[CaseReference, Holding | SourceError] = {}
        self._in_group = Counter(c.group for c in citations if c.kind == "full")
        self._held: dict[Case, None] = {}
        # Short forms without an antecedent that were placed by their page, and their ids.
        self._lone: dict[int, Place] = {}
        # Citations whose page belongs to something else than what they seem to refer to.
        self._astray: set[int] = set()
        self._held_members: dict[int, Place] | None = None

    def look_up(self, reference: CaseReference) -> Holding | SourceError:
        """What the source holds at a reference, or how it failed."""
        if reference not in self._holdings:
            try:
                self._holdings[reference] = self.source.find(reference)
            except SourceError as error:
                self._fail(error)
                self._holdings[reference] = error
        return self._holdings[reference]

    def _fail(self, error: SourceError) -> None:
        if str(error) not in self.failures:
            self.failures.append(str(error))

    def read(self, case: Case) -> OpinionIndex | SourceError | None:
        """The words of a case, indexed; None when only its metadata is held."""
        if case.id not in self._indexes and case.has_text:
            try:
                opinion = self.source.opinion(case)
            except SourceError as error:
                self._fail(error)
                return error
            if opinion is not None:
                self.opinions[case.id] = opinion
                self._indexes[case.id] = OpinionIndex(opinion)
        return self._indexes.get(case.id)

    def check_place(self, index: int) -> Place:
        """Existence, name, court and year of a citation that names its own place."""
        citation = self.citations[index]
        if citation.kind in _POINTING_BACK:
            return Place(citation, None, (), None, ())
        reference = self.references[index]
        answer = self.look_up(reference) if reference is not None else None
        if isinstance(answer, SourceError):
            finding = _source_failed("existence", citation.core_span, answer)
            return Place(citation, None, (), None, (finding,))
        existence = check_existence(
            citation, answer, self.source.declared_reporters(), self._history_before(index)
        )
        if existence.reason == "reporter_not_sure" and citation.case_name:
            namesakes = self._cases_named(citation.case_name)
            existence = check_printed_elsewhere(citation, namesakes) or existence
        starting = answer.starting if answer is not None else ()
        if existence.outcome != "verified":
            return Place(citation, None, (), answer, (existence,))
        name = check_case_name(citation, starting)
        authority = choose_case(citation, starting, name)
        if name is not None and name.reason == "one_party_differs" and authority is not None:
            name = self._judge_by_own_words(citation, authority, name)
        findings = [existence] if name is None else [existence, name]
        if authority is not None:
            court_year = check_court_year(citation, authority)
            findings += [court_year] if court_year is not None else []
            self._held[authority] = None
        candidates = starting if authority is None and len(starting) > 1 else ()
        return Place(citation, authority, candidates, answer, tuple(findings))

    def _cases_named(self, name: str) -> tuple[Case, ...]:
        """Cases held under a name; none where the source has no index of names."""
        try:
            return self.source.search_cases(name, _NAMESAKES)
        except LibraryError:
            # Of an old library; any other fault of it shows at the next look-up.
            return ()

    def _judge_by_own_words(self, citation: Citation, case: Case, name: Finding) -> Finding:
        """A name of which one party differs, open where the opinion goes by it itself."""
        index = self.read(case)
        if not isinstance(index, OpinionIndex):
            return name
        if goes_by(index, citation.case_name or ""):
            detail = f"The source lists it as {caption(case)}; the opinion also has this name."
        elif tells_of_party(index.opinion, citation, case):
            detail = f"The source lists it as {caption(case)}; the opinion has this party too."
        elif self._before(citation).endswith((" v.", " vs.")):
            detail = (
                f"The source lists it as {caption(case)}; a second name stands in this one, as "
                "where a running head has run in."
            )
        else:
            return name
        return replace(name, outcome="unchecked", reason="ambiguous", detail=detail)

    def _before(self, citation: Citation) -> str:
        start = citation.span.start
        return self.folded.text[max(0, start - 8) : start].rstrip()

    def _history_before(self, index: int) -> str | None:
        """The history phrase ("cert. denied") that a citation directly follows."""
        if index == 0 or not self.citations[index - 1].history:
            return None
        before = self.citations[index - 1]
        between = self.folded.text[before.core_span.end : self.citations[index].core_span.start]
        phrase = before.history[-1]
        return phrase if phrase in between else None

    def check_words(
        self, index: int, place: Place, statement: Statement, places: Sequence[Place]
    ) -> CheckedCitation:
        """Pin cite, quotations and holding of any citation, at the authority it leads to."""
        citation = place.citation
        root = place
        findings = list(place.findings)
        if citation.kind in _POINTING_BACK:
            if citation.resolves_to is None:
                return self._check_unresolved(index, statement)
            root = self._root(citation, places)
            findings += _findings_taken_over(citation, root)
        result = CheckedCitation(
            citation,
            statement,
            root.authority,
            root.candidates,
            root.holding is not None and root.holding.coverage == "whole",
            tuple(findings),
        )
        if root.is_refuted and citation.kind in ("id", "supra", "reference"):
            detail = "The case that it refers to is refuted, so nothing was held against it."
            open_ = Finding(
                "existence", "unchecked", "unresolved_reference", detail, citation.core_span
            )
            return replace(result, findings=(open_,))
        if root.is_refuted or root.citation.kind in ("statute", "regulation", "journal", "record"):
            return result
        if citation.within is not None and places[citation.within].authority is not None:
            statement = _less_sure(statement)
        placed = citation
        if citation.kind in ("supra", "id", "reference"):
            placed = at_place_of(citation, root, places[citation.resolves_to or 0])
        said = self._word_findings(placed, root, statement, self._pin_reach(index))
        if any(f.check == "pin_cite" and f.reason == "association_not_sure" for f in said):
            self._astray.add(index)
        return replace(result, findings=result.findings + said)

    def _root(self, citation: Citation, places: Sequence[Place]) -> Place:
        """The place referred to: of a parallel group, the member that is held."""
        assert citation.resolves_to is not None
        root = places[citation.resolves_to]
        if root.authority is None and not root.is_refuted and root.citation.kind == "full":
            return self._held_in_group(places).get(root.citation.group, root)
        return root

    def _held_in_group(self, places: Sequence[Place]) -> dict[int, Place]:
        """The first member of each parallel group whose case is held."""
        if self._held_members is None:
            held = [place for place in places if place.authority is not None]
            self._held_members = {place.citation.group: place for place in reversed(held)}
        return self._held_members

    def _check_unresolved(self, index: int, statement: Statement) -> CheckedCitation:
        """A reference without an antecedent; it may still be placed by its page."""
        citation = self.citations[index]
        if citation.kind == "id":
            place = self._place_before(index)
        else:
            place = self._place_of_lone_short_form(citation)
        if place is None:
            detail = "The citation that this refers to was not found in the document."
            finding = Finding(
                "existence", "unchecked", "unresolved_reference", detail, citation.core_span
            )
            return CheckedCitation(citation, statement, findings=(finding,))
        findings = place.findings if citation.kind == "short" else ()
        checked = CheckedCitation(citation, statement, place.authority, findings=findings)
        if place.is_refuted:
            return checked
        self._lone[index] = place
        placed = citation if citation.kind == "short" else at_place_of(citation, place, place)
        said = self._word_findings(placed, place, statement)
        if place.citation.case_name is None:
            said = tuple(map(_open_if_absent, said))
        return replace(checked, findings=findings + said)

    def _place_before(self, index: int) -> Place | None:
        """Where an id. leads behind a short form that was placed by its page."""
        citation, before = self.citations[index], index - 1
        while before >= 0:
            host = self.citations[before].within
            if host is not None and host < before and citation.within != host:
                # What stands in the parenthesis of another case is not what an id. goes back to.
                before = host
            elif _is_bare_parallel(self.folded, self.citations, before):
                before -= 1
            else:
                break
        place = self._lone.get(before)
        if place is None or (citation.pin_pages and not has_page(place, citation)):
            return None
        return place

    def _place_of_lone_short_form(self, citation: Citation) -> Place | None:
        if citation.kind != "short" or not citation.pin_pages:
            return None
        if citation.volume is None or citation.reporter is None:
            return None
        page = str(citation.pin_pages[0])
        answer = self.look_up(CaseReference(citation.volume, citation.reporter, page))
        if isinstance(answer, SourceError):
            return None
        return place_short_form(citation, page, answer, self._has_own_name)

    def _has_own_name(self, case: Case, name: str) -> bool:
        """Whether an opinion may go by a name; also where its words are not held to tell."""
        index = self.read(case)
        return not isinstance(index, OpinionIndex) or is_told_of(self.opinions[case.id], name)

    def _passages_of(self, opinion: Opinion) -> PassageIndex:
        index = self._passages.pop(opinion.case.id, None) or PassageIndex(opinion)
        self._passages[opinion.case.id] = index
        if len(self._passages) > _KEPT_PASSAGES:
            del self._passages[next(iter(self._passages))]
        return index

    def _pin_reach(self, index: int) -> int | None:
        """How far outside the opinion a reference's page may lie and still be meant for it.

        A supra names its case, and an id. surely refers to the citation directly before it
        when it stands close behind, in the same paragraph, and that citation is not one of a
        string; but their pages may count in a parallel reporter. Less close, a page just
        outside is still a slip, and a page far off belongs to another source, as do the
        pages of every id. that follows on such a one.
        """
        citation = self.citations[index]
        if citation.kind == "supra":
            return _FAR if self._has_parallel(citation.resolves_to) else None
        if citation.kind != "id":
            return None
        before = self.citations[index - 1]
        between = self.folded.text[before.span.end : citation.span.start]
        follows = index > 0 and citation.resolves_to in (index - 1, before.resolves_to)
        if not follows or before.depth != citation.depth or len(between) > _NEAR:
            return 0
        if index - 1 in self._astray:
            return 0
        if before.in_string or len(between) > _CLOSE or "\n" in between:
            return _NOT_FAR
        return _FAR if self._has_parallel(citation.resolves_to) else None

    def _has_parallel(self, index: int | None) -> bool:
        """Whether a full citation gives its case in another reporter too."""
        return index is not None and self._in_group[self.citations[index].group] > 1

    def _check_quotation(
        self, quotation: AttributedQuotation, citation: Citation, index: OpinionIndex
    ) -> Finding:
        """A quotation against the opinion it goes with, and where it is absent, the others."""
        rarity = self.source.document_frequency
        finding = check_quotation(quotation, citation, self.folded, index, rarity)
        if finding.reason != "quotation_absent":
            return finding
        for case in self._held:
            other = self.read(case)
            if isinstance(other, OpinionIndex) and stands_in(quotation, self.folded, other):
                detail = (
                    f"The words do not stand in {caption(index.opinion.case)}, but they do in "
                    f"{caption(case)}, which the document also cites."
                )
                return replace(
                    finding,
                    outcome="unchecked",
                    reason="association_not_sure",
                    detail=detail,
                    evidence=(case_evidence(case),),
                )
        return finding

    def _word_findings(
        self,
        citation: Citation,
        root: Place,
        statement: Statement,
        reach: int | None = None,
    ) -> tuple[Finding, ...]:
        case = root.authority
        if case is None:
            return _not_judged(citation, statement, *why_not_judged(root))
        index = self.read(case)
        if isinstance(index, SourceError):
            failed = _source_failed("quotation", citation.core_span, index)
            return _not_judged(citation, statement, failed.reason, failed.detail)
        opinion = index.opinion if index is not None else None
        pin = check_pin_cite(citation, case, root.holding, opinion, reach=reach)
        findings = [pin] if pin is not None else []
        if index is None:
            detail = f"The words of {caption(case)} are not held."
            return (*findings, *_not_judged(citation, statement, "no_text", detail, pin=False))
        findings += [self._check_quotation(q, citation, index) for q in statement.quotations]
        if statement.proposition is not None:
            span = statement.proposition
            words = self.folded.text[span.start : span.end]
            findings.append(check_holding(span, words, self._passages_of(index.opinion), citation))
        return tuple(findings)


def _open_if_absent(finding: Finding) -> Finding:
    """Words absent from a case that only a page, and no name, led to may be another's."""
    if finding.reason != "quotation_absent":
        return finding
    detail = "The words were not found in the case that has this page; no name says it is meant."
    return replace(finding, outcome="unchecked", reason="association_not_sure", detail=detail)


def _source_failed(check: str, subject: Span, error: SourceError) -> Finding:
    reason = "throttled" if error.throttled else "source_unavailable"
    return Finding(check, "unchecked", reason, f"{error.source} could not be asked.", subject)


def _findings_taken_over(citation: Citation, root: Place) -> list[Finding]:
    """A short form stands or falls with the case it refers to."""
    if citation.kind != "short":
        return []
    return [
        replace(finding, subject=citation.core_span)
        for finding in root.findings
        if finding.check == "existence" or finding.reason == "name_differs"
    ]


def _less_sure(statement: Statement) -> Statement:
    """The quotations of a citation whose host is held: what the host makes of the words it
    quotes is the host's, so they may verify here but not refute."""
    outer = [q for q in statement.quotations if q.quotation.parent is None]
    return Statement(statement.proposition, tuple(replace(q, certainty="likely") for q in outer))


def _not_judged(
    citation: Citation, statement: Statement, reason: str, detail: str, *, pin: bool = True
) -> tuple[Finding, ...]:
    """One unchecked finding for each thing there was to check."""
    findings = []
    if pin and citation.pin_span is not None:
        findings.append(Finding("pin_cite", "unchecked", reason, detail, citation.pin_span))
    findings += [
        Finding("quotation", "unchecked", reason, detail, attributed.quotation.span)
        for attributed in statement.quotations
    ]
    if statement.proposition is not None:
        findings.append(Finding("holding", "unchecked", reason, detail, statement.proposition))
    return tuple(findings)
