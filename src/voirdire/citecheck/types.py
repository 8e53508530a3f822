"""What a checked brief is: every citation with its authority, statement and findings."""

from dataclasses import dataclass

from voirdire.authorities.types import Case, Opinion
from voirdire.citations.types import Citation, Statement
from voirdire.documents.types import Document, FoldedText
from voirdire.findings import Finding


@dataclass(frozen=True, slots=True)
class CheckedCitation:
    """One citation and all that was found out about it.

    `authority` is the case it refers to, when one is held; `candidates` are the cases that
    fit when several do. `in_whole_volume`: every case of the cited volume is listed.
    """

    citation: Citation
    statement: Statement
    authority: Case | None = None
    candidates: tuple[Case, ...] = ()
    in_whole_volume: bool = False
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class BriefReport:
    """A document and its checked citations, in document order.

    `opinions` are the words of the authorities held, by case id; `failures` are one-line
    accounts of sources that failed, which make the report partial.
    """

    document: Document
    folded: FoldedText
    citations: tuple[CheckedCitation, ...]
    opinions: dict[str, Opinion]
    failures: tuple[str, ...] = ()

    @property
    def has_refuted(self) -> bool:
        """Whether any check of any citation was refuted."""
        return any(f.outcome == "refuted" for c in self.citations for f in c.findings)

    @property
    def has_unchecked(self) -> bool:
        """Whether a check that a source could have decided was left open.

        Not counted: a holding, which no source decides, and what is no case.
        """
        return any(
            f.outcome == "unchecked"
            and f.reason not in ("no_model", "model_unsure", "not_case_law")
            for c in self.citations
            for f in c.findings
        )
