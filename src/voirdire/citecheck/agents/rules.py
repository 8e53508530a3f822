"""The rule checker as a system: `voirdire check` on an excerpt, without a model.

Input: an excerpt and a source. Output: an `Answer` whose types follow from the checks.
"""

import time
from dataclasses import dataclass
from hashlib import sha256

from voirdire.authorities.types import Source
from voirdire.citecheck.brief import check_brief
from voirdire.citecheck.excerpts import Answer, FaultType, Prediction
from voirdire.citecheck.report import Flag, flags, segment_of
from voirdire.citecheck.types import BriefReport
from voirdire.documents.types import Document
from voirdire.findings import Span

_TYPES: dict[str, FaultType] = {
    "existence": "nonexistent_citation",
    "case_name": "case_name_mismatch",
    "pin_cite": "incorrect_pincite",
    "quotation": "verbatim_misquote",
    "holding": "content_misrepresentation",
}
"""By check; a court or a year that differs is none of the five faults."""

_OTHER_PAGE = "quotation_on_other_page"


@dataclass(frozen=True, slots=True)
class Rules:
    """The checks of `voirdire check`; no model is asked."""

    source: Source
    name: str = "rules"

    async def check(self, excerpt_id: str, text: str) -> Answer:
        """Check one excerpt; an answer with an error when the source failed."""
        began = time.monotonic()
        digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        report = check_brief(Document(excerpt_id, "text", digest, text), self.source)
        found = [_prediction(report, flag) for flag in _innermost(list(flags(report)))]
        return Answer(
            excerpt_id,
            self.name,
            tuple({prediction.text: prediction for prediction in reversed(found)}.values())[::-1],
            seconds=round(time.monotonic() - began, 3),
            error=report.failures[0] if report.failures else "",
        )


def _innermost(flagged: list[Flag]) -> list[Flag]:
    """Without the quotations of which an inner one is flagged: the words are the same."""
    quoted = [flag.span for flag in flagged if flag.finding.check == "quotation"]
    return [
        flag
        for flag in flagged
        if flag.finding.check != "quotation"
        or not any(flag.span != inner and flag.span.contains(inner) for inner in quoted)
    ]


def _prediction(report: BriefReport, flag: Flag) -> Prediction:
    """What is false of a citation, without the parallels and years that stand behind it.

    The case: its name through its first page. The pin cite: its volume through that page, also
    where quoted words stand on another page and so are right themselves.
    """
    finding, citation = flag.finding, flag.citation
    core = citation.core_span
    if finding.check in ("existence", "case_name"):
        segment = segment_of(report, Span(citation.span.start, core.end))
        return Prediction(segment, _TYPES[finding.check], finding.detail)
    if finding.check == "pin_cite" or finding.reason == _OTHER_PAGE:
        end = max(citation.pin_span.end if citation.pin_span else 0, core.end)
        segment = segment_of(report, Span(core.start, end))
        return Prediction(segment, "incorrect_pincite", finding.detail)
    return Prediction(flag.segment, _TYPES.get(finding.check), finding.detail)
