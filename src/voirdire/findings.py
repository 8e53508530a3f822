"""The one type under every job: a finding, its outcome and the words it rests on.

Reasons are a closed list; a code that is not in `REASONS` cannot be built.
"""

from dataclasses import dataclass
from typing import Literal, get_args

Outcome = Literal["verified", "refuted", "unchecked"]

REASONS: dict[Outcome, frozenset[str]] = {
    "verified": frozenset(
        {
            "exact",
            "exact_with_omission",
            "nested_quotation",
            "in_footnote",
            "in_concurrence",
            "in_dissent",
            "in_syllabus",
            "within_range",
            "supported",
        }
    ),
    "refuted": frozenset(
        {
            "unknown_reporter",
            "volume_out_of_range",
            "absent_from_complete_volume",
            "page_inside_other_case",
            "inside_page_as_first",
            "name_differs",
            "parties_swapped",
            "one_party_differs",
            "court_differs",
            "year_differs",
            "pin_out_of_range",
            "quotation_altered",
            "quotation_absent",
            "quotation_on_other_page",
            "omission_drops_negation",
            "contradicted",
        }
    ),
    "unchecked": frozenset(
        {
            "volume_not_held",
            "reporter_not_sure",
            "database_citation",
            "slip_citation",
            "not_case_law",
            "no_text",
            "no_page_marks",
            "last_page_shared",
            "ocr_text",
            "ambiguous",
            "too_short",
            "association_not_sure",
            "throttled",
            "source_unavailable",
            "no_model",
            "model_unsure",
            "unresolved_reference",
        }
    ),
}


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Half-open range [start, end) of characters in the text that the owner names."""

    start: int
    end: int

    def contains(self, other: "Span") -> bool:
        """Whether `other` lies inside this range."""
        return self.start <= other.start and other.end <= self.end


@dataclass(frozen=True, slots=True)
class Evidence:
    """Words of a source that a finding rests on.

    `source` is the source's id, `page` the printed page label the quote starts on,
    `span` the characters of the source's text (None when the source is a list, not a
    text), `quote` the words themselves.
    """

    source: str
    page: str | None = None
    span: Span | None = None
    quote: str = ""
    url: str | None = None


@dataclass(frozen=True, slots=True)
class WordChange:
    """One difference, word by word: what the document writes, what the source says.

    Either side may be empty: a word added or a word left out.
    """

    written: str
    source: str


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check.

    `subject` is the part of the document that was checked, in characters of the folded
    text (`FoldedText.text`). `detail` is one sentence for a person. `model` names the model
    that judged, or was asked to; None where rules alone did.
    """

    check: str
    outcome: Outcome
    reason: str
    detail: str
    subject: Span
    evidence: tuple[Evidence, ...] = ()
    changes: tuple[WordChange, ...] = ()
    model: str | None = None

    def __post_init__(self) -> None:
        if self.outcome not in get_args(Outcome):
            raise ValueError(f"no such outcome: {self.outcome!r}")
        if self.reason not in REASONS[self.outcome]:
            raise ValueError(f"{self.reason!r} is not a reason for {self.outcome}")
