"""Refuted findings over real documents, against a hand-read list of which are true.

usage: python -m benchmarks.refutations --data ../shared/data [--list PATH]

`benchmarks/refutations.jsonl` holds one row a refuted finding that a person has read:
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
from voirdire.citecheck.brief import check_brief
from voirdire.documents.load import load_bytes

READ = Path(__file__).with_name("refutations.jsonl")


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


def _refutations(document: str, report, checked) -> Iterator[Refutation]:
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
    """(document, start, check) to (verdict, kind), as read by a person."""
    if not READ.exists():
        return {}
    return {
        (row["document"], row["start"], row["check"]): (row["verdict"], row["kind"])
        for row in map(json.loads, READ.read_text("utf-8").splitlines())
    }


def main() -> None:
    """Print the tally by reason and verdict; list what has not been read."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--list", type=Path, help="write the findings not yet read here")
    args = parser.parse_args()
    tally = refute_all(args.data)
    verdicts = read_verdicts()
    count: Counter[tuple[str, str]] = Counter()
    unread = []
    for refutation in tally.refutations:
        key = (refutation.document, refutation.start, refutation.check)
        verdict, _ = verdicts.get(key, ("unread", ""))
        count[refutation.reason, verdict] += 1
        if verdict == "unread":
            unread.append(refutation)
    print(f"{tally.documents} documents, {tally.checks} checks, {tally.decided} decided")
    for (reason, verdict), number in sorted(count.items()):
        print(f"{reason:28} {verdict:7} {number}")
    if args.list:
        args.list.write_text("".join(json.dumps(asdict(r)) + "\n" for r in unread), "utf-8")


if __name__ == "__main__":
    main()
