"""Refuted findings over real documents, against a hand-read list of which are true.

usage: python -m benchmarks.refutations --data ../shared/data [--list PATH]

`benchmarks/refutations.jsonl` holds one row a refuted finding that was read against its source:
{"document", "start", "check", "verdict": "slip" | "false", "kind": "..."}; `slip`: the
writer's own departure from the source, `false`: the source agrees with the writer or
cannot say. `--list` writes every finding that is not in it, with its context, to be read.
"""

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.documents import build_library, citing_documents
from benchmarks.intervals import show_share
from voirdire.citecheck.brief import check_brief
from voirdire.citecheck.types import BriefReport, CheckedCitation
from voirdire.documents.load import load_bytes

READ = Path(__file__).with_name("refutations.jsonl")
_VERDICTS = {"false": "false", "slip": "slip of the writer", "unread": "not yet read"}


@dataclass(frozen=True, slots=True)
class Refutation:
    """One refuted finding. `start` is the offset of its subject in the document."""

    document: str
    start: int
    check: str
    reason: str
    subject: str
    detail: str
    source_text: str
    context: str


@dataclass(frozen=True, slots=True)
class Tally:
    """What was checked, decided and refuted over a set of documents."""

    documents: int
    checks: int
    decided: int
    refutations: tuple[Refutation, ...]


def refute_all(data: Path) -> Tally:
    """Check every citing document that no model drafted against the shared library."""
    checks = decided = documents = 0
    refutations: list[Refutation] = []
    with tempfile.TemporaryDirectory() as folder:
        library = build_library(data, Path(folder))
        for document in citing_documents(data):
            if document.is_model_drafted:
                continue
            documents += 1
            report = check_brief(load_bytes(f"{document.id}.txt", document.text.encode()), library)
            for checked in report.citations:
                outcomes = Counter(finding.outcome for finding in checked.findings)
                checks += outcomes.total()
                decided += outcomes["verified"] + outcomes["refuted"]
                if outcomes["refuted"]:
                    refutations += _refutations(document.id, report, checked)
    return Tally(documents, checks, decided, tuple(refutations))


def _refutations(
    document: str, report: BriefReport, checked: CheckedCitation
) -> Iterator[Refutation]:
    text = report.document.text
    for finding in checked.findings:
        if finding.outcome != "refuted":
            continue
        span = report.folded.original(finding.subject)
        yield Refutation(
            document,
            span.start,
            finding.check,
            finding.reason,
            text[span.start : span.end],
            finding.detail,
            " | ".join(f"{e.page}: {e.quote}" for e in finding.evidence[:2]),
            text[max(0, span.start - 300) : span.end + 300],
        )


def read_verdicts() -> dict[tuple[str, int, str], tuple[str, str]]:
    """(document, start, check) to (verdict, kind), as read against the sources."""
    if not READ.exists():
        return {}
    return {
        (row["document"], row["start"], row["check"]): (row["verdict"], row["kind"])
        for row in map(json.loads, READ.read_text("utf-8").splitlines())
    }


def run(data: Path) -> str:
    """The section of docs/results.md."""
    return _render(refute_all(data))


def _render(tally: Tally) -> str:
    verdicts = read_verdicts()
    kinds: Counter[tuple[str, str]] = Counter()
    for refutation in tally.refutations:
        key = (refutation.document, refutation.start, refutation.check)
        kinds[verdicts.get(key, ("unread", refutation.reason))] += 1
    total = {v: sum(n for (w, _), n in kinds.items() if w == v) for v in _VERDICTS}
    lines = [
        f"| {_VERDICTS[verdict]} | {kind} | {number} |"
        for (verdict, kind), number in sorted(
            kinds.items(), key=lambda item: (item[0][0], -item[1])
        )
    ]
    wrong = total["false"] + total["unread"]
    return (
        "## Refutations over real documents\n\n"
        "`python -m benchmarks.refutations --data ../shared/data`: every citing opinion and the "
        "briefs that no model drafted, against the shared opinions. Every refuted finding was "
        "read in its context (`benchmarks/refutations.jsonl`); one not yet read counts as "
        "false.\n\n"
        f"{tally.documents:,} documents, {tally.checks:,} checks, of which {tally.decided:,} "
        f"decided ({tally.decided / tally.checks:.1%}; most cited cases are not held). "
        f"{len(tally.refutations)} refuted: {total['slip']} slips of the writers, {wrong} false: "
        f"{show_share(wrong, tally.decided)} of the decided checks (95% interval; wanted at most "
        "0.5%).\n\n"
        "| verdict | kind | findings |\n|---|---|---|\n" + "\n".join(lines) + "\n"
    )


def main() -> None:
    """Print the section; list what has not been read."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--list", type=Path, help="write the findings not yet read here")
    args = parser.parse_args()
    tally = refute_all(args.data)
    print(_render(tally))
    if args.list:
        verdicts = read_verdicts()
        unread = [
            json.dumps(asdict(refutation)) + "\n"
            for refutation in tally.refutations
            if (refutation.document, refutation.start, refutation.check) not in verdicts
        ]
        args.list.write_text("".join(unread), "utf-8")


if __name__ == "__main__":
    main()
