"""Errors that courts confirmed or lawyers labelled, against the library of the shared opinions.

usage: python -m benchmarks.hallucinations --data ../shared/data [--list]

Four data sets of people who never saw this program: errors to inject into one real brief, each
alone; propositions with a lawyer's word on whether the case supports them; citations that a court
called fabricated; citations labelled fake or real.

`benchmarks/hallucinations.jsonl` holds one row for each verdict to be read (refuted where the label
says supported, in part or real; verified where it says false): {"item", "kind"}, as read against
the source. `--list` prints what each of them rests on.
"""

import argparse
import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.documents import build_library, citing_documents
from benchmarks.intervals import show_share
from voirdire.authorities.types import Source
from voirdire.citecheck.bench.court_rows import (
    InjectedError,
    LabelledCitation,
    SupportClaim,
    read_confirmed_fakes,
    read_injected_errors,
    read_labelled_citations,
    read_support_claims,
)
from voirdire.citecheck.brief import check_brief
from voirdire.citecheck.types import BriefReport, CheckedCitation
from voirdire.documents.load import load_bytes
from voirdire.findings import Finding, Outcome

READ = Path(__file__).with_name("hallucinations.jsonl")
_OF_PLACE = ("existence", "case_name", "court_year", "pin_cite")
_BEARING = {
    "fabricated_case": _OF_PLACE,
    "wrong_citation": _OF_PLACE,
    "misquotation": ("quotation",),
    "mischaracterization": ("holding", "quotation"),
}
"""The checks that an injected error of a type is for."""
_QUOTES = str.maketrans("‘’“”", "''\"\"")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came out for one labelled item, and why. `said` are sentences for a reader."""

    item: str
    outcome: Outcome
    reasons: tuple[str, ...]
    said: tuple[str, ...] = ()


def _check(text: str, source: Source) -> BriefReport:
    return check_brief(load_bytes("item.txt", text.encode()), source)


def _verdict(item: str, findings: list[Finding], missing: str) -> Verdict:
    """Refuted if any is; else unchecked if any is, or if there is none; else verified."""
    by_outcome: dict[Outcome, list[Finding]] = {"refuted": [], "unchecked": [], "verified": []}
    for finding in findings:
        by_outcome[finding.outcome].append(finding)
    for outcome, found in by_outcome.items():
        if found:
            reasons = tuple(sorted({f"{f.check}: {f.reason}" for f in found}))
            return Verdict(item, outcome, reasons, tuple(f.detail for f in found))
    return Verdict(item, "unchecked", (missing,))


# -- errors injected into one brief ------------------------------------------------------------


def place_of(error: InjectedError, brief: str) -> tuple[int, int] | None:
    """Where the words to replace stand in a brief; None when they do not.

    White space and the shape of quotation marks aside. A citation that the brief has with
    other numbers is taken from its first party to the parenthesis of court and year.
    """
    folded = brief.translate(_QUOTES)
    words = map(re.escape, error.original.translate(_QUOTES).split())
    found = re.search(r"\s+".join(words), folded)
    if found is None and error.original == error.citation and " v. " in error.citation:
        first_party = re.escape(error.citation.translate(_QUOTES).split(" v. ")[0])
        found = re.search(first_party + r"\s+v\.[^()]{5,120}\([^()]*\d{4}\)", folded)
    return found.span() if found else None


def judge_injection(
    error: InjectedError, brief: str, before: Counter[tuple[str, str, str]], source: Source
) -> Verdict | None:
    """What the check says of a brief with one error in it; None when it has no place there.

    Only a refuted finding counts that the unaltered brief does not have and that stands on
    the replaced words or on a citation that overlaps them or goes with them.
    """
    span = place_of(error, brief)
    if span is None:
        return None
    start, end = span[0], span[0] + len(error.replacement)
    report = _check(brief[: span[0]] + error.replacement + brief[span[1] :], source)
    touching = [
        (checked, finding)
        for checked in report.citations
        for finding in checked.findings
        if _touches(report, checked, finding, start, end)
    ]
    new = [f for c, f in touching if f.outcome == "refuted" and not before[_key(report, f)]]
    if new:
        return _verdict(error.id, new, "")
    bearing = _BEARING[error.error_type]
    rest = [f for _, f in touching if f.check in bearing and f.outcome != "refuted"]
    return _verdict(error.id, rest, f"no {bearing[0]} check ran")


def _key(report: BriefReport, finding: Finding) -> tuple[str, str, str]:
    words = report.folded.text[finding.subject.start : finding.subject.end]
    return finding.check, finding.reason, words


def _touches(
    report: BriefReport, checked: CheckedCitation, finding: Finding, start: int, end: int
) -> bool:
    def overlaps(span_start: int, span_end: int) -> bool:
        return span_start < end and start < span_end

    citation = report.folded.original(checked.citation.span)
    subject = report.folded.original(finding.subject)
    if finding.check in _OF_PLACE:
        return overlaps(citation.start, citation.end)
    return overlaps(subject.start, subject.end)


def _injections(data: Path, source: Source) -> list[tuple[InjectedError, Verdict | None]]:
    errors = read_injected_errors(data / "hallucinations" / "rosario_injected_errors.jsonl")
    wanted = {error.brief for error in errors}
    briefs = {doc.id: doc.text for doc in citing_documents(data) if doc.id in wanted}
    before = {
        name: Counter(_key(report, f) for c in report.citations for f in c.findings)
        for name, report in ((name, _check(text, source)) for name, text in briefs.items())
    }
    return [
        (error, judge_injection(error, briefs[error.brief], before[error.brief], source))
        for error in errors
    ]


# -- citations and propositions that stand alone -----------------------------------------------


def judge_citation(row: LabelledCitation, source: Source) -> Verdict:
    """Whether a citation string stands: existence, name, court, year and page."""
    report = _check(row.citation + ".", source)
    findings = [f for c in report.citations for f in c.findings if f.check in _OF_PLACE]
    verdict = _verdict(row.citation, findings, "no citation found")
    held = any(f.check == "existence" and f.outcome == "verified" for f in findings)
    if verdict.outcome == "unchecked" and held:
        reasons = tuple(f"{f.check}: {f.reason}" for f in findings if f.check == "existence")
        return Verdict(row.citation, "verified", reasons)
    return verdict


def judge_claim(row: SupportClaim, source: Source) -> tuple[bool, Verdict]:
    """Whether the case is held, and what its words are found to say of the proposition."""
    text = f"{row.proposition.rstrip('.')}. {row.citation.rstrip('.')}."
    report = _check(text, source)
    held = any(c.authority is not None for c in report.citations)
    findings = [f for c in report.citations for f in c.findings]
    refuted = [f for f in findings if f.outcome == "refuted"]
    holding = [f for f in findings if f.check == "holding"]
    return held, _verdict(row.id, refuted or holding, "no holding check ran")


# -- the section -------------------------------------------------------------------------------


def run(data: Path) -> str:
    """The section of docs/results.md."""
    return _render(_measure(data))


@dataclass(frozen=True, slots=True)
class _Measured:
    injections: list[tuple[InjectedError, Verdict | None]]
    claims: list[tuple[SupportClaim, bool, Verdict]]
    confirmed: list[tuple[LabelledCitation, Verdict]]
    labelled: list[tuple[LabelledCitation, Verdict]]


def _measure(data: Path) -> _Measured:
    folder = data / "hallucinations"
    with tempfile.TemporaryDirectory() as work:
        source = build_library(data, Path(work))
        return _Measured(
            _injections(data, source),
            [
                (row, *judge_claim(row, source))
                for row in read_support_claims(folder / "proposition_support.jsonl")
            ],
            [
                (row, judge_citation(row, source))
                for row in read_confirmed_fakes(folder / "court_confirmed_fakes.jsonl")
            ],
            [
                (row, judge_citation(row, source))
                for row in read_labelled_citations(folder / "labelled_citations.jsonl")
            ],
        )


def _reasons(verdicts: list[Verdict]) -> str:
    """What left items open, most frequent first: "existence: volume_not_held 12; ..."."""
    counts = Counter(" + ".join(v.reasons) for v in verdicts if v.outcome == "unchecked")
    return "; ".join(f"{reason} {n}" for reason, n in counts.most_common()) or "-"


def _injection_rows(injections: list[tuple[InjectedError, Verdict | None]]) -> Iterator[str]:
    kinds = sorted({error.error_type for error, _ in injections})
    for kind in (*kinds, "all"):
        of_kind = [v for e, v in injections if kind in (e.error_type, "all")]
        placed = [v for v in of_kind if v is not None]
        found = sum(v.outcome == "refuted" for v in placed)
        decided = sum(v.outcome != "unchecked" for v in placed)
        left = _reasons(placed) if kind != "all" else ""
        yield (
            f"| {kind.replace('_', ' ')} | {len(of_kind)} | {len(of_kind) - len(placed)} "
            f"| {decided} | {show_share(decided, len(placed))} | {found} "
            f"| {show_share(found, decided)} | {left} |"
        )


def _claim_rows(claims: list[tuple[SupportClaim, bool, Verdict]]) -> Iterator[str]:
    groups = sorted({(row.scale, row.label) for row, _, _ in claims})
    for scale, label in groups:
        of_group = [
            (held, v) for row, held, v in claims if (row.scale, row.label) == (scale, label)
        ]
        held = sum(h for h, _ in of_group)
        outcomes = Counter(v.outcome for _, v in of_group)
        decided = outcomes["verified"] + outcomes["refuted"]
        yield (
            f"| {scale.replace('_', ' ')} | {label} | {len(of_group)} | {held} "
            f"| {outcomes['verified']} | {outcomes['refuted']} | {outcomes['unchecked']} "
            f"| {show_share(decided, len(of_group))} |"
        )


def _citation_rows(measured: _Measured) -> Iterator[str]:
    for name, rows, fake in (
        ("called fabricated by a court", measured.confirmed, True),
        ("called a real case with a wrong court", measured.confirmed, False),
        ("labelled fake", measured.labelled, True),
        ("labelled real", measured.labelled, False),
    ):
        verdicts = [v for row, v in rows if row.fake == fake]
        outcomes = Counter(v.outcome for v in verdicts)
        decided = outcomes["verified"] + outcomes["refuted"]
        yield (
            f"| {name} | {len(verdicts)} | {outcomes['refuted']} | {outcomes['verified']} "
            f"| {outcomes['unchecked']} | {show_share(decided, len(verdicts))} "
            f"| {_reasons(verdicts)} |"
        )


def to_be_read(measured: _Measured) -> Iterator[tuple[str, Verdict]]:
    """Every decided verdict that is not plainly what its label says, with the label."""
    for error, verdict in measured.injections:
        if verdict is not None and verdict.outcome == "verified":
            yield error.error_type, verdict
    for claim, _, verdict in measured.claims:
        if verdict.outcome == ("verified" if claim.label == "red" else "refuted"):
            yield f"{claim.scale} {claim.label}", verdict
    for row, verdict in measured.confirmed + measured.labelled:
        if verdict.outcome == ("verified" if row.fake else "refuted"):
            yield "fake" if row.fake else "real", verdict


def _render(measured: _Measured) -> str:
    kinds = {row["item"]: row["kind"] for row in map(json.loads, READ.read_text().splitlines())}
    unread = "not yet read"
    false = sum(not row.fake and v.outcome == "refuted" for row, v in measured.labelled)
    listed = "\n".join(
        f"| {label} | {v.item} | {v.outcome}: {', '.join(v.reasons)} "
        f"| {kinds.get(v.item, unread)} |"
        for label, v in to_be_read(measured)
    )
    return (
        "## Court-confirmed and lawyer-labelled errors\n\n"
        "`python -m benchmarks.hallucinations --data ../shared/data`: labels of people who never "
        "saw this program, against the shared opinions, which hold few of the cases. Decided: "
        "verified or refuted.\n\n"
        "Errors of a published teaching set, each put alone into a copy of the brief that it was "
        "written for (*Rosario*). Found: a refuted check on the altered words or their citation "
        "that the unaltered brief does not have.\n\n"
        "| error | n | no place in the brief | decided | share decided (95% interval) | found "
        "| found of decided | left open by |\n|---|---|---|---|---|---|---|---|\n"
        + "\n".join(_injection_rows(measured.injections))
        + "\n\nWhether the case supports the proposition, as lawyers labelled it (green: it does, "
        "yellow: in part or with a fault, red: it does not). Refuted: a refuted check of the "
        "citation, a quotation or the holding.\n\n"
        "| labels of | label | n | held | verified | refuted | unchecked "
        "| share decided (95% interval) |\n|---|---|---|---|---|---|---|---|\n"
        + "\n".join(_claim_rows(measured.claims))
        + "\n\nCitations alone.\n\n"
        "| citation | n | refuted | verified | unchecked | share decided (95% interval) "
        "| left open by |\n|---|---|---|---|---|---|---|\n"
        + "\n".join(_citation_rows(measured))
        + f"\n\nCitations labelled real and refuted: {false}.\n\n"
        + "Read against the source: every refutation of what a label calls supported, in part or "
        "real, and every verification of what it calls false.\n\n"
        "| label | item | verdict | as read |\n|---|---|---|---|\n" + listed + "\n"
    )


def main() -> None:
    """Print the section; list what is to be read."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--list", action="store_true", help="print what they rest on")
    args = parser.parse_args()
    measured = _measure(args.data.resolve())
    print(_render(measured))
    if args.list:
        for label, verdict in to_be_read(measured):
            print(f"{label}: {verdict.item}: {verdict.outcome}: {' '.join(verdict.said)}")


if __name__ == "__main__":
    main()
