"""A `BriefReport` as the rows and records that people and programs read.

`report_record` is the JSON of `voirdire check`: its spans are original characters of the
document, its texts the words as folded, its `flagged` segments the exact characters.
`finding_rows` is the flat table behind CSV and the terminal.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import quote

from voirdire.authorities.types import Case
from voirdire.citations.types import Citation
from voirdire.citecheck.types import BriefReport, CheckedCitation
from voirdire.findings import Finding, Outcome, Span
from voirdire.reports.sarif import Kind, Result

Json = dict[str, object]

_SARIF_KINDS: dict[Outcome, Kind] = {"refuted": "fail", "verified": "pass", "unchecked": "open"}


def report_record(report: BriefReport) -> Json:
    """One document as a JSON object; docs/check.md tells the fields."""
    return {
        "document": report.document.name,
        "sha256": report.document.sha256,
        "citations": [
            _citation_record(report, number, checked)
            for number, checked in enumerate(report.citations)
        ],
        "flagged": flagged_segments(report),
        "counts": count_outcomes(report),
        "failures": list(report.failures),
        "warnings": list(report.document.warnings),
    }


def _original(report: BriefReport, span: Span) -> list[int]:
    original = report.folded.original(span)
    return [original.start, original.end]


def _text(report: BriefReport, span: Span) -> str:
    """Words as a reader takes them in: no line ends, no page furniture in between."""
    return " ".join(report.folded.text[span.start : span.end].split())


def segment_of(report: BriefReport, span: Span) -> str:
    """The exact characters of the document, whatever stands between the words."""
    original = report.folded.original(span)
    return report.document.text[original.start : original.end]


def _citation_record(report: BriefReport, number: int, checked: CheckedCitation) -> Json:
    citation = checked.citation
    page = report.document.page_at(report.folded.original(citation.core_span).start)
    proposition = checked.statement.proposition
    return {
        "id": number,
        "text": _text(report, citation.span),
        "span": _original(report, citation.span),
        "core_span": _original(report, citation.core_span),
        "page": page.number if page is not None else None,
        "kind": citation.kind,
        "case_name": citation.case_name,
        "plaintiff": citation.plaintiff,
        "defendant": citation.defendant,
        "year": citation.year,
        "court": citation.court,
        "pin_cite": citation.pin_cite,
        "pin_pages": list(citation.pin_pages),
        "parenthetical": citation.parenthetical,
        "signal": citation.signal,
        "history": list(citation.history),
        "in_string": citation.in_string,
        "note": citation.note,
        "group": citation.group,
        "resolves_to": citation.resolves_to,
        "authority": _case_record(checked.authority) if checked.authority is not None else None,
        "candidates": [_case_record(case) for case in checked.candidates],
        "proposition": _text(report, proposition) if proposition is not None else None,
        "quotations": [
            {
                "text": _text(report, attributed.quotation.span),
                "span": _original(report, attributed.quotation.span),
            }
            for attributed in checked.statement.quotations
        ],
        "checks": [_finding_record(report, finding) for finding in checked.findings],
    }


def _case_record(case: Case) -> Json:
    return {
        "citation": str(case.citations[0]),
        "name": case.names[0] if case.names else None,
        "source": case.source,
        "url": case.url,
    }


def _finding_record(report: BriefReport, finding: Finding) -> Json:
    record: Json = {
        "check": finding.check,
        "subject": {
            "text": _text(report, finding.subject),
            "span": _original(report, finding.subject),
        },
        "outcome": finding.outcome,
        "reason": finding.reason,
        "detail": finding.detail,
        "evidence": [
            {"source": e.source, "page": e.page, "quote": e.quote, "url": e.url}
            for e in finding.evidence
        ],
    }
    if finding.model is not None:
        record["model"] = finding.model
    if finding.changes:
        record["changes"] = [{"written": c.written, "source": c.source} for c in finding.changes]
    return record


@dataclass(frozen=True, slots=True)
class Flag:
    """A segment of the document that is refuted, and the finding behind it.

    `span` counts folded characters; `segment` is the exact text of the document.
    """

    span: Span
    segment: str
    finding: Finding
    citation: Citation


def flags(report: BriefReport) -> Iterator[Flag]:
    """What is refuted, in document order, each place once.

    The citation when the case itself is refuted, and then none of its quotations; else the
    citation with its pin, with its court and year, the whole quotation or sentence. An id.
    or supra is never flagged for its case.
    """
    seen: set[Span] = set()
    for checked in report.citations:
        for span, finding in _flagged_spans(checked):
            if span not in seen:
                seen.add(span)
                yield Flag(span, segment_of(report, span), finding, checked.citation)


def flagged_segments(report: BriefReport) -> list[str]:
    """The exact segments of the document that are refuted; see `flags`."""
    return [flag.segment for flag in flags(report)]


def _flagged_spans(checked: CheckedCitation) -> Iterator[tuple[Span, Finding]]:
    citation = checked.citation
    refuted = [f for f in checked.findings if f.outcome == "refuted"]
    for finding in refuted:
        if finding.check in ("existence", "case_name"):
            yield citation.span, finding
            if finding.check == "existence" or finding.reason == "name_differs":
                return
        elif finding.check in ("court_year", "pin_cite"):
            end = max(finding.subject.end, citation.core_span.end)
            yield Span(citation.span.start, end), finding
        else:
            yield finding.subject, finding


def count_outcomes(report: BriefReport) -> dict[str, int]:
    """Citations, and checks by outcome; `decided` is verified and refuted together."""
    outcomes = Counter(f.outcome for c in report.citations for f in c.findings)
    held = [c for c in report.citations if c.authority is not None]
    cases = [c for c in report.citations if c.citation.kind in ("full", "unknown")]
    return {
        "citations": len(report.citations),
        "case_citations": len(cases),
        "held": len(held),
        "in_whole_volumes": sum(c.in_whole_volume for c in report.citations),
        "checks": outcomes.total(),
        "decided": outcomes["verified"] + outcomes["refuted"],
        "verified": outcomes["verified"],
        "refuted": outcomes["refuted"],
        "unchecked": outcomes["unchecked"],
        "flagged": len(flagged_segments(report)),
    }


def worst_of(findings: Iterable[Finding]) -> Outcome:
    """Refuted if any check is, else verified if any is, else unchecked."""
    outcomes = {finding.outcome for finding in findings}
    if "refuted" in outcomes:
        return "refuted"
    return "verified" if "verified" in outcomes else "unchecked"


def summary(report: BriefReport) -> str:
    """One line: how much was found, decided and refuted."""
    if not report.citations:
        return "No citation was found."
    counts = count_outcomes(report)
    return (
        f"{counts['citations']} citations, {counts['held']} of cases held. "
        f"{counts['checks']} checks: {counts['verified']} verified, {counts['refuted']} refuted, "
        f"{counts['unchecked']} unchecked. {counts['flagged']} passages to look at."
    )


@dataclass(frozen=True, slots=True)
class FindingRow:
    """One finding as a flat row: what CSV writes and the terminal's table shows."""

    document: str
    page: str
    citation: str
    check: str
    outcome: str
    reason: str
    subject: str
    detail: str
    source: str
    source_page: str
    source_text: str
    model: str


def finding_rows(report: BriefReport) -> Iterator[FindingRow]:
    """Every finding of a report, citation by citation, white space folded for reading."""
    for checked in report.citations:
        citation = _text(report, checked.citation.span)
        offset = report.folded.original(checked.citation.core_span).start
        page = report.document.page_at(offset)
        label = (page.label or str(page.number)) if page is not None else ""
        for finding in checked.findings:
            first = finding.evidence[0] if finding.evidence else None
            yield FindingRow(
                report.document.name,
                label,
                citation,
                finding.check,
                finding.outcome,
                finding.reason,
                _text(report, finding.subject),
                finding.detail,
                first.source if first else "",
                (first.page or "") if first else "",
                first.quote if first else "",
                finding.model or "",
            )


def sarif_results(report: BriefReport) -> Iterator[Result]:
    """Every finding as a located result: refuted is an error, unchecked is open."""
    for checked in report.citations:
        for finding in checked.findings:
            original = report.folded.original(finding.subject)
            page = report.document.page_at(original.start)
            yield Result(
                f"{finding.check}/{finding.reason}",
                "error" if finding.outcome == "refuted" else "none",
                _SARIF_KINDS[finding.outcome],
                finding.detail,
                quote(report.document.name, errors="replace"),
                original,
                segment_of(report, finding.subject),
                page.number if page is not None else None,
            )
