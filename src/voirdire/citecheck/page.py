"""A `BriefReport` as one HTML page: the brief on the left, the authority on the right."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePath

from voirdire.authorities.types import Opinion
from voirdire.citecheck.report import summary, worst_of
from voirdire.citecheck.types import BriefReport, CheckedCitation
from voirdire.findings import Evidence, Finding, Outcome, Span, WordChange
from voirdire.reports.page import render_template

# A page of an opinion is about this long; more would hide the words that matter.
_CONTEXT = 1800
# What a reader has to look at comes first.
_ORDER: tuple[Outcome, ...] = ("refuted", "verified", "unchecked")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of the document's own text, linked to a citation or not."""

    text: str
    citation: int | None = None
    outcome: Outcome | None = None
    first: bool = False
    page: str | None = None


@dataclass(frozen=True, slots=True)
class _ShownEvidence:
    page: str | None
    url: str | None
    before: str
    quote: str
    after: str


@dataclass(frozen=True, slots=True)
class _ShownFinding:
    check: str
    outcome: Outcome
    reason: str
    detail: str
    subject: str
    has_words: bool
    model: str | None
    is_passage: bool
    changes: tuple[WordChange, ...]
    evidence: tuple[_ShownEvidence, ...]


@dataclass(frozen=True, slots=True)
class _ShownCitation:
    number: int
    text: str
    outcome: Outcome
    authority: str | None
    refers_to: int | None
    refers_to_text: str
    findings: tuple[_ShownFinding, ...]


@dataclass(frozen=True, slots=True)
class _AuthorityRow:
    number: int
    text: str
    outcome: Outcome
    reasons: str
    pages: str
    authority: str | None


def render_page(report: BriefReport) -> str:
    """The whole page as HTML text; nothing in it is fetched from elsewhere."""
    shown = tuple(
        _shown_citation(report, number, checked)
        for number, checked in enumerate(report.citations)
        if checked.findings
    )
    return render_template(
        "citecheck/page.html",
        name=PurePath(report.document.name).name,
        summary=summary(report),
        warnings=(*report.document.warnings, *report.failures),
        citations=shown,
        totals=Counter(c.outcome for c in shown),
        pieces=tuple(_pieces(report)),
        authorities=tuple(_authority_rows(report)),
    )


def _words(report: BriefReport, span: Span) -> str:
    return " ".join(report.folded.text[span.start : span.end].split())


def _shown_citation(report: BriefReport, number: int, checked: CheckedCitation) -> _ShownCitation:
    refers_to = checked.citation.resolves_to
    return _ShownCitation(
        number,
        _words(report, checked.citation.span),
        worst_of(checked.findings),
        checked.authority.names[0] if checked.authority and checked.authority.names else None,
        refers_to,
        _words(report, report.citations[refers_to].citation.span) if refers_to is not None else "",
        tuple(
            _shown_finding(report, checked, finding)
            for finding in sorted(checked.findings, key=lambda f: _ORDER.index(f.outcome))
        ),
    )


def _shown_finding(
    report: BriefReport, checked: CheckedCitation, finding: Finding
) -> _ShownFinding:
    opinion = report.opinions.get(checked.authority.id) if checked.authority else None
    # Of a holding left open the nearest passages are shown, and they are long enough.
    is_passage = finding.check == "holding" and finding.outcome == "unchecked"
    has_own_words = finding.check in ("quotation", "holding")
    # What decides a holding comes first; the passages behind it tell no more.
    evidence = (
        finding.evidence if is_passage or finding.check != "holding" else finding.evidence[:1]
    )
    return _ShownFinding(
        finding.check.replace("_", " "),
        finding.outcome,
        finding.reason.replace("_", " "),
        finding.detail,
        _words(report, finding.subject) if has_own_words else "",
        has_own_words,
        finding.model,
        is_passage,
        finding.changes,
        tuple(_shown_evidence(each, None if is_passage else opinion) for each in evidence),
    )


def _shown_evidence(evidence: Evidence, opinion: Opinion | None) -> _ShownEvidence:
    """Evidence with the page around it; a passage or a listing stands by itself."""
    span = evidence.span
    if opinion is None or span is None:
        return _ShownEvidence(evidence.page, evidence.url, "", evidence.quote, "")
    start, end = _page_around(opinion, span)
    text = opinion.text
    return _ShownEvidence(
        evidence.page,
        evidence.url,
        text[start : span.start],
        text[span.start : span.end],
        text[span.end : end],
    )


def _page_around(opinion: Opinion, span: Span) -> tuple[int, int]:
    marks = [mark.offset for mark in opinion.series[0].marks] if opinion.series else []
    start = max((offset for offset in marks if offset <= span.start), default=0)
    end = min((offset for offset in marks if offset >= span.end), default=len(opinion.text))
    return max(start, span.start - _CONTEXT), min(end, span.end + _CONTEXT)


def _linked_spans(report: BriefReport) -> list[tuple[Span, int, Outcome, bool]]:
    """Original spans that link to a citation, in order, none overlapping another."""
    wanted: list[tuple[Span, int, Outcome, bool]] = []
    for number, checked in enumerate(report.citations):
        if not checked.findings:
            continue
        core = report.folded.original(checked.citation.core_span)
        wanted.append((core, number, worst_of(checked.findings), True))
        wanted += [
            (report.folded.original(finding.subject), number, finding.outcome, False)
            for finding in checked.findings
            if finding.check == "quotation"
        ]
    # The citation itself wins its place; a quotation keeps what is left.
    wanted.sort(key=lambda item: (item[0].start, not item[3]))
    kept: list[tuple[Span, int, Outcome, bool]] = []
    end = 0
    for item in wanted:
        if item[0].start >= end and item[0].end > item[0].start:
            kept.append(item)
            end = item[0].end
    return _with_refuted_holdings(report, kept)


def _with_refuted_holdings(
    report: BriefReport, kept: list[tuple[Span, int, Outcome, bool]]
) -> list[tuple[Span, int, Outcome, bool]]:
    """The links with what they leave of each sentence whose holding is refuted."""
    links = list(kept)
    for number, checked in enumerate(report.citations):
        for finding in checked.findings:
            if finding.check != "holding" or finding.outcome != "refuted":
                continue
            sentence = report.folded.original(finding.subject)
            start = sentence.start
            inside = [span for span, *_ in links if sentence.start < span.end]
            for span in [*inside, Span(sentence.end, sentence.end)]:
                end = min(span.start, sentence.end)
                if report.document.text[start:end].strip():
                    links.append((Span(start, end), number, finding.outcome, False))
                start = max(start, span.end)
            links.sort(key=lambda link: link[0].start)
    return links


def _pieces(report: BriefReport) -> Iterator[_Piece]:
    """The document's text cut at links and page starts."""
    text = report.document.text
    pages = {page.span.start: page.label or str(page.number) for page in report.document.pages}
    starts = sorted(pages)
    done = 0

    def plain(start: int, end: int) -> Iterator[_Piece]:
        cuts = [start, *(s for s in starts if start < s < end), end]
        for left, right in pairwise(cuts):
            if left < right or left in pages:
                yield _Piece(text[left:right], page=pages.pop(left, None))

    for span, number, outcome, first in _linked_spans(report):
        yield from plain(done, span.start)
        page = pages.pop(span.start, None)
        yield _Piece(text[span.start : span.end], number, outcome, first, page)
        done = span.end
    yield from plain(done, len(text))


def _authority_rows(report: BriefReport) -> Iterator[_AuthorityRow]:
    """One row an authority cited in full, with every place it is cited at."""
    roots: dict[tuple[str | None, str | None, str | None], list[int]] = {}
    for number, checked in enumerate(report.citations):
        citation = checked.citation
        if citation.kind in ("full", "unknown", "database", "docket"):
            place = (citation.volume, citation.reporter or citation.text, citation.page)
            roots.setdefault(place, []).append(number)
    for numbers in roots.values():
        members = set(numbers)
        cited = [
            checked
            for number, checked in enumerate(report.citations)
            if number in members or checked.citation.resolves_to in members
        ]
        findings = [finding for checked in cited for finding in checked.findings]
        if not findings:
            continue
        outcome = worst_of(findings)
        reasons = dict.fromkeys(
            f.reason.replace("_", " ")
            for f in findings
            if f.outcome == outcome and outcome != "verified"
        )
        first = report.citations[numbers[0]]
        yield _AuthorityRow(
            numbers[0],
            _words(report, first.citation.span),
            outcome,
            ", ".join(reasons),
            _pages_cited_at(report, cited),
            first.authority.names[0] if first.authority and first.authority.names else None,
        )


def _pages_cited_at(report: BriefReport, cited: list[CheckedCitation]) -> str:
    pages = [
        report.document.page_at(report.folded.original(checked.citation.core_span).start)
        for checked in cited
    ]
    labels = dict.fromkeys(page.label or str(page.number) for page in pages if page is not None)
    return ", ".join(labels)
