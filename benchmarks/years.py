"""Year and court of full citations, against a plain expression and rows typed by hand.

usage: python -m benchmarks.years --data ../shared/data [--list]

The expression reads volume, reporter, page, pins and the parenthesis that directly follows;
it shares nothing with the finder. `benchmarks/years.jsonl` holds 150 of its matches, drawn at
random, with year and court (a courts-db id, "|" between ids that are both right; the court of a
parallel official reporter counts) typed from reading.
"""

import argparse
import json
import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from benchmarks.documents import CitingDocument, citing_documents
from benchmarks.intervals import show_share
from voirdire.citations.find import find_citations
from voirdire.citations.types import Citation
from voirdire.documents.fold import fold
from voirdire.documents.load import load_bytes
from voirdire.documents.types import FoldedText

_TYPED = Path(__file__).with_name("years.jsonl")
_PLAIN = re.compile(
    r"\b(\d{1,4})\s+"
    r"([A-Z][A-Za-z.'\s]{0,20}?(?:\s?[2-4]d|\s?4th|\s?3d)?\.?)\s+"
    r"(\d{1,5})"
    r"(?:,\s*(?:at\s+)?\d+(?:\s*[-–]\s*\d+)?(?:\s*n\.\s*\d+)?)*"
    r"\s*\(([^()]{0,60}?)((?:1[789]|20)\d\d)\)"
)


@dataclass(frozen=True, slots=True)
class YearFigures:
    """Counts: agreeing with the expression, and with the typed rows."""

    plain: int
    plain_right: int
    typed: int
    year_right: int
    court_right: int
    wrong: tuple[str, ...]


def measure(data: Path) -> YearFigures:
    """Compare the finder's year and court over every shared brief."""
    typed = defaultdict(list)
    for line in _TYPED.read_text("utf-8").splitlines():
        row = json.loads(line)
        typed[row["document"]].append(row)
    plain = plain_right = n_typed = year_right = court_right = 0
    wrong: list[str] = []
    for document in citing_documents(data):
        if document.kind != "brief":
            continue
        cited = _full_citations(document)
        for match in _PLAIN.finditer(document.text):
            citation = _at(cited, match.start(), match.start(3))
            if citation is None:
                continue
            plain += 1
            right = citation.year == int(match[5])
            plain_right += right
            if not right:
                wrong.append(f"{document.id} {match.start()} year {citation.year}: {match[0]!r}")
        for row in typed[document.id]:
            n_typed += 1
            citation = _at(cited, row["start"], row["start"] + 25)
            year_right += citation is not None and citation.year == row["year"]
            court = citation.court if citation is not None else "not found"
            courts = row["court"].split("|")
            court_right += court in courts
            if court not in courts:
                wrong.append(f"{document.id} {row['start']} court {court}, typed {row['court']}")
    return YearFigures(plain, plain_right, n_typed, year_right, court_right, tuple(wrong))


def _full_citations(document: CitingDocument) -> list[tuple[int, int, Citation]]:
    folded: FoldedText = fold(load_bytes(f"{document.id}.txt", document.text.encode()))
    found = []
    for citation in find_citations(folded):
        if citation.kind in ("full", "unknown"):
            span = folded.original(citation.core_span)
            found.append((span.start, span.end, citation))
    return found


def _at(cited: list[tuple[int, int, Citation]], start: int, end: int) -> Citation | None:
    return next((c for first, last, c in cited if first < end and start < last), None)


def run(data: Path) -> str:
    """The section of docs/results.md."""
    figures = measure(data)
    rows = [
        ("year, every plain parenthesis", figures.plain_right, figures.plain, "99.5%"),
        ("year, typed rows", figures.year_right, figures.typed, "99.5%"),
        ("court, typed rows", figures.court_right, figures.typed, "99.5%"),
    ]
    table = "\n".join(
        f"| {what} | {right} of {n} | {show_share(right, n)} | {bound} |"
        for what, right, n, bound in rows
    )
    return (
        "## Year and court\n\n"
        "`python -m benchmarks.years --data ../shared/data`: full citations of the shared briefs "
        "whose court and year stand in a plain parenthesis directly behind, against an "
        "independent expression and 150 rows typed by hand.\n\n"
        "| what | right | share (95% interval) | wanted |\n|---|---|---|---|\n" + table + "\n"
    )


def main() -> None:
    """Print the section, and what is wrong with --list."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--list", action="store_true", help="print every disagreement")
    args = parser.parse_args()
    if args.list:
        print("\n".join(measure(args.data).wrong))
    print(run(args.data))


if __name__ == "__main__":
    main()
