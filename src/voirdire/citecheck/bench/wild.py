"""Score our check on "Citations in the Wild": citations that courts ruled on, with the checks
that each record declares.

Input: the published file (version 0.2: one object with `records`) and a source of opinions.
Output: one `WildResult` a record that is scored one by one, and `WildScores`, with the share
that could not be checked beside every figure.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast, get_args

from voirdire.authorities.types import Source
from voirdire.citecheck.bench.rows import Row, read_rows
from voirdire.citecheck.brief import check_brief
from voirdire.documents.load import load_bytes
from voirdire.findings import Finding, Outcome

Check = Literal["EXISTS", "SAYS", "HOLDS"]
Verdict = Literal["EXISTS_FAIL", "SAYS_FAIL", "PASS"]
Predicted = Literal["EXISTS_FAIL", "SAYS_FAIL", "PASS", "INSUFFICIENT"]

_OURS: dict[Check, tuple[str, ...]] = {
    "EXISTS": ("existence", "case_name", "court_year"),
    "SAYS": ("quotation",),
    "HOLDS": ("holding",),
}
"""Which of our checks answer a check of the data set."""

_QUOTES = '“”"'


@dataclass(frozen=True, slots=True)
class WildRecord:
    """One citation that a court ruled on. `quoted` and `cited_for` are "" where not given.

    `scored`: the citation is complete, and so scored one by one. `is_control`: a citation
    that the court found right.
    """

    id: str
    is_control: bool
    expected: Verdict
    checks: tuple[Check, ...]
    scored: bool
    citation: str
    quoted: str = ""
    cited_for: str = ""


@dataclass(frozen=True, slots=True)
class WildResult:
    """A record with what its declared checks came out as, and the label that they make."""

    record: WildRecord
    outcomes: dict[Check, Outcome]
    predicted: Predicted
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClassScore:
    """Counts of one class over the records that could be decided."""

    label: Verdict
    right: int
    predicted: int
    expected: int

    @property
    def precision(self) -> float:
        """Of those predicted, how many are; nan when none is."""
        return self.right / self.predicted if self.predicted else math.nan

    @property
    def recall(self) -> float:
        """Of those that are, how many are predicted; nan when there is none."""
        return self.right / self.expected if self.expected else math.nan

    @property
    def f1(self) -> float:
        """The harmonic mean; nan where neither predicted nor expected."""
        both = self.predicted + self.expected
        return 2 * self.right / both if both else math.nan


@dataclass(frozen=True, slots=True)
class WildScores:
    """The published figures.

    `classes` and `balanced_accuracy` (mean recall of the classes that occur) leave out what
    is INSUFFICIENT; `exists` is EXISTS_FAIL against the rest over all records, where
    INSUFFICIENT predicts no failure; `says_controls` are (verified, all) of the right
    citations whose quotation was to be checked.
    """

    n: int
    insufficient: int
    classes: tuple[ClassScore, ...]
    exists: ClassScore
    says_controls: tuple[int, int]
    balanced_accuracy: float


def read_wild(path: Path) -> list[WildRecord]:
    """The records of a file in the published form.

    Raises:
        DatasetError: the file cannot be read, or a record lacks a field or has another value
            than the form knows.
    """
    return [_record(row) for row in read_rows(path)]


def _record(row: Row) -> WildRecord:
    cited = row.value("cited_authority")
    if not isinstance(cited, dict):
        raise row.error("has no cited_authority")
    authority = Row(row.path, row.line, cited)
    expected = row.text("verdict_expected")
    if expected not in get_args(Verdict):
        raise row.error(f"verdict_expected is {expected!r}")
    kind = row.text("record_type")
    if kind not in ("offending", "control"):
        raise row.error(f"record_type is {kind!r}")
    checks = row.structure("checks_expected")
    if not isinstance(checks, list) or not checks:
        raise row.error("has no checks_expected")
    for check in checks:
        if check not in _OURS:
            raise row.error(f"checks_expected holds {check!r}")
    completeness = row.text("citation_completeness")
    if completeness not in ("full", "partial", "aggregate"):
        raise row.error(f"citation_completeness is {completeness!r}")
    return WildRecord(
        row.text("id"),
        kind == "control",
        cast(Verdict, expected),
        tuple(cast(list[Check], checks)),
        completeness == "full",
        _citation(authority),
        authority.text_or_empty("quoted_text"),
        authority.text_or_empty("cited_for"),
    )


def _citation(authority: Row) -> str:
    """The citation as filed, or put together from its parts."""
    written = authority.text_or_empty("as_cited").strip()
    if written:
        return written.rstrip(".")
    name = authority.text_or_empty("case_name")
    place = authority.text_or_empty("reporter_citation")
    court = authority.text_or_empty("court_year").strip("() ")
    return ", ".join(filter(None, (name, place))) + (f" ({court})" if court else "")


def check_wild(records: Sequence[WildRecord], source: Source) -> list[WildResult]:
    """Check every record that is scored one by one."""
    return [_check(record, source) for record in records if record.scored]


def _check(record: WildRecord, source: Source) -> WildResult:
    report = check_brief(load_bytes(f"{record.id}.txt", _passage(record).encode()), source)
    findings = [finding for checked in report.citations for finding in checked.findings]
    outcomes: dict[Check, Outcome] = {}
    reasons: list[str] = []
    for check in record.checks:
        ours = [finding for finding in findings if finding.check in _OURS[check]]
        outcomes[check] = _outcome(check, ours)
        reasons += [f"{f.check}: {f.reason}" for f in ours if f.outcome == outcomes[check]]
    return WildResult(record, outcomes, predict_label(outcomes), tuple(dict.fromkeys(reasons)))


def _passage(record: WildRecord) -> str:
    """A sentence and its citation, as a filing would have them; the sentence holds the
    quotation where the record has one."""
    said = record.cited_for.strip().rstrip(".")
    if record.quoted:
        quoted = record.quoted.strip().strip(_QUOTES)
        return f"“{quoted}” {record.citation}."
    return f"{said}. {record.citation}." if said else f"{record.citation}."


def _outcome(check: Check, findings: Sequence[Finding]) -> Outcome:
    """Refuted if any is. EXISTS is verified by the place alone; else nothing may be open."""
    outcomes = {finding.outcome for finding in findings}
    if "refuted" in outcomes:
        return "refuted"
    if check == "EXISTS":
        exists = any(f.check == "existence" and f.outcome == "verified" for f in findings)
        return "verified" if exists else "unchecked"
    return "verified" if outcomes == {"verified"} else "unchecked"


def predict_label(outcomes: dict[Check, Outcome]) -> Predicted:
    """The label that declared checks make: a case that does not exist says nothing.

    A refuted EXISTS is decisive whatever could not run behind it; then any check that could
    not run makes INSUFFICIENT.
    """
    if outcomes.get("EXISTS") == "refuted":
        return "EXISTS_FAIL"
    if "unchecked" in outcomes.values():
        return "INSUFFICIENT"
    return "SAYS_FAIL" if "refuted" in outcomes.values() else "PASS"


def score_wild(results: Sequence[WildResult]) -> WildScores:
    """The published figures over results."""
    decided = [r for r in results if r.predicted != "INSUFFICIENT"]
    classes = tuple(_class_score(label, decided) for label in get_args(Verdict))
    recalls = [score.recall for score in classes if score.expected]
    controls = [r for r in results if r.record.is_control and "SAYS" in r.outcomes]
    return WildScores(
        n=len(results),
        insufficient=len(results) - len(decided),
        classes=classes,
        exists=_class_score("EXISTS_FAIL", results),
        says_controls=(sum(r.outcomes["SAYS"] == "verified" for r in controls), len(controls)),
        balanced_accuracy=sum(recalls) / len(recalls) if recalls else math.nan,
    )


def _class_score(label: Verdict, results: Sequence[WildResult]) -> ClassScore:
    return ClassScore(
        label,
        sum(r.predicted == label == r.record.expected for r in results),
        sum(r.predicted == label for r in results),
        sum(r.record.expected == label for r in results),
    )
