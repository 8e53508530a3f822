"""Holdings told truly in a lawyer's own words: none of them may be refuted.

usage: python -m benchmarks.paraphrases --data ../shared/data [--list]

`benchmarks/paraphrases.jsonl` holds one row a proposition, {"case": its citation,
"proposition"}: true of a shared opinion, written by hand from knowledge of the case before
any was checked. Denials, exceptions, and both of two standards named are among them, as
briefs have them. Planted faults do not show how often what is true is refuted, since they
are sentences in the words of courts.
"""

import argparse
import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.documents import build_library
from benchmarks.intervals import show_share
from voirdire.authorities.library import Library
from voirdire.authorities.types import CaseReference
from voirdire.citations.reporters import split_citation
from voirdire.citecheck.holding import find_contradiction
from voirdire.citecheck.holding_contrast import Contradiction
from voirdire.citecheck.holding_passages import PassageIndex

_ROWS = Path(__file__).with_name("paraphrases.jsonl")


@dataclass(frozen=True, slots=True)
class Judged:
    """A true proposition and what the rules hold against it; `source` is the sentence used."""

    case: str
    proposition: str
    contradiction: Contradiction | None
    source: str = ""


def judge_all(library: Library) -> Iterator[Judged]:
    """Every proposition of which the opinion is held, by the rules alone."""
    indexes: dict[str, PassageIndex | None] = {}
    for line in _ROWS.read_text("utf-8").splitlines():
        row = json.loads(line)
        case = row["case"]
        if case not in indexes:
            indexes[case] = _index(library, case)
        index = indexes[case]
        if index is None:
            continue
        found = find_contradiction(row["proposition"], index)
        source = index.words(found.sentence.start, found.sentence.end) if found else ""
        yield Judged(case, row["proposition"], found, source)


def _index(library: Library, citation: str) -> PassageIndex | None:
    split = split_citation(citation)
    assert split is not None, citation
    volume, editions, page = split
    for case in library.find(CaseReference(volume, editions[0], page)).starting:
        opinion = library.opinion(case)
        if opinion is not None:
            return PassageIndex(opinion)
    return None


def _measure(data: Path) -> list[Judged]:
    with tempfile.TemporaryDirectory() as folder:
        library = build_library(data, Path(folder))
        judged = list(judge_all(library))
        library.close()
    return judged


def run(data: Path) -> str:
    """The section of docs/results.md."""
    judged = _measure(data)
    refuted = [each.contradiction for each in judged if each.contradiction is not None]
    kinds = sorted({found.kind for found in refuted})
    counts = [f"{sum(found.kind == kind for found in refuted)} {kind}" for kind in kinds]
    return "\n".join(
        (
            "## True holdings in a lawyer's words",
            "",
            "`python -m benchmarks.paraphrases --data ../shared/data`: propositions that are true "
            "of shared opinions, written by hand before any was checked, by the rules alone. "
            "Whoever wrote them had read the rules and seen no result; those refuted have been "
            "seen since.",
            "",
            f"{len(judged)} propositions on {len({each.case for each in judged})} opinions; "
            f"{len(refuted)} refuted, all wrongly: {show_share(len(refuted), len(judged))}; "
            f"wanted none. By kind: {', '.join(counts) or 'none'}.",
            "",
        )
    )


def main() -> None:
    """Print the section; with --list, what was refuted and by which sentence."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--list", action="store_true", help="show what was refuted")
    args = parser.parse_args()
    if not args.list:
        print(run(args.data.resolve()))
        return
    for each in _measure(args.data.resolve()):
        found = each.contradiction
        if found is not None:
            print(f"{each.case} [{found.kind}, {found.name}] {found.written!r}, {found.source!r}")
            print(f"    {each.proposition}\n    {each.source[:400]}")


if __name__ == "__main__":
    main()
