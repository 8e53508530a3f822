"""Case names: true captions, captions exchanged, one party exchanged, parties swapped.

usage: python -m benchmarks.names --data ../shared/data [--seed 1] [--misses]

The names are those that our own finder reads in the citing documents at the labelled full
citations; each is compared with the captions of the opinion that the label names, or, for an
exchanged caption, of another opinion drawn at random.
"""

import argparse
import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.documents import citing_documents, rows
from benchmarks.intervals import show_share
from voirdire.citations.find import find_citations
from voirdire.citations.names import compare_names
from voirdire.citations.parties import parse_caption
from voirdire.documents.fold import fold
from voirdire.documents.load import load_bytes

_SOVEREIGNS = {"state", "maryland", "ohio", "washington", "texas", "virginia"}
"""Parties that a caption may give as "State": exchanging one for another proves nothing."""

_RESULTS = ("same", "one_party", "swapped", "different", "not_comparable")
_EXPECTED = {
    "true, as cited": "same",
    "caption exchanged": "different",
    "one party exchanged": "one_party",
    "parties swapped": "swapped",
}

Named = tuple[str, str, str]
"""The parties as a document writes them, and the id of the opinion it cites."""


@dataclass(slots=True)
class Table:
    """Counts of results by kind of name, and the names judged otherwise than expected."""

    captions: dict[str, list[str]]
    judged: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    misses: list[tuple[str, ...]] = field(default_factory=list)

    def judge(self, kind: str, parties: tuple[str, str], opinion: str) -> None:
        """Compare one name with the captions of one opinion and count the result."""
        result = compare_names(None, *parties, self.captions[opinion]).result
        self.judged[kind][result] += 1
        if result != _EXPECTED[kind]:
            self.misses.append((kind, result, " v. ".join(parties), self.captions[opinion][0]))


def read_captions(data: Path) -> dict[str, list[str]]:
    """Every caption of every opinion, those of the fact list with the same citation included."""
    captions: dict[str, list[str]] = defaultdict(list)
    ids_at: dict[str, list[str]] = defaultdict(list)
    for name in ("opinions_paged", "opinions_unpaged"):
        for row in rows(data / f"opinions/{name}.jsonl.gz"):
            captions[row["id"]] += [row["name"], row["name_abbreviation"]]
            for citation in row["citations"] or ():
                ids_at[citation].append(row["id"])
    for row in rows(data / "facts/case_facts.jsonl.gz"):
        for opinion in {i for citation in row["citations"] for i in ids_at[citation]}:
            captions[opinion] += [row["name"], row["name_abbreviation"]]
    return {i: list(dict.fromkeys(filter(None, names))) for i, names in captions.items()}


def read_names(data: Path) -> list[Named]:
    """The two parties at every labelled full citation that names them."""
    cited: dict[tuple[str, int], str] = {}
    for row in rows(data / "opinions/natural_citations.jsonl.gz"):
        if row["form"] == "FullCaseCitation":
            cited[row["citing"], row["start"]] = row["cited"]
    citing = {document for document, _ in cited}
    names = []
    for document in citing_documents(data):
        if document.id not in citing:
            continue
        folded = fold(load_bytes(f"{document.id}.txt", document.text.encode()))
        for citation in find_citations(folded):
            opinion = cited.get((document.id, folded.original(citation.core_span).start))
            if opinion and citation.plaintiff and citation.defendant:
                names.append((citation.plaintiff, citation.defendant, opinion))
    return names


def measure(data: Path, seed: int) -> Table:
    """Judge every true caption, 2,000 exchanged, 1,000 half exchanged and 1,000 swapped."""
    table = Table(read_captions(data))
    captions = table.captions
    names = read_names(data)
    rng = random.Random(seed)
    for first, second, opinion in names:
        table.judge("true, as cited", (first, second), opinion)
    pairs = sorted(set(names))
    named = [i for i in captions if not all(parse_caption(c).is_empty for c in captions[i])]
    two_sided = [
        pair
        for pair in pairs
        if pair[0] != pair[1] and any(parse_caption(c).pairs for c in captions[pair[2]])
    ]
    for _ in range(2000):
        first, second, opinion = rng.choice(pairs)
        other = rng.choice([i for i in named if not set(captions[i]) & set(captions[opinion])])
        table.judge("caption exchanged", (first, second), other)
    while table.judged["one party exchanged"].total() < 1000:
        first, second, opinion = rng.choice(two_sided)
        stranger = rng.choice([pair for pair in pairs if pair[2] != opinion])
        parties = (first, stranger[1]) if rng.random() < 0.5 else (stranger[0], second)
        changed = {parties[0].lower(), parties[1].lower()} ^ {first.lower(), second.lower()}
        if changed and not changed <= _SOVEREIGNS:
            table.judge("one party exchanged", parties, opinion)
    for _ in range(1000):
        first, second, opinion = rng.choice(two_sided)
        table.judge("parties swapped", (second, first), opinion)
    return table


def run(data: Path, seed: int = 1) -> str:
    """The section of docs/results.md."""
    return _render(measure(data, seed), seed)


def _render(table: Table, seed: int) -> str:
    lines = [
        f"| {kind} | {counts.total()} | "
        + " | ".join(str(counts[result]) for result in _RESULTS)
        + f" | {show_share(counts[_EXPECTED[kind]], counts.total())} |"
        for kind, counts in table.judged.items()
    ]
    return (
        "## Case names\n\n"
        f"`python -m benchmarks.names --data ../shared/data --seed {seed}`: wanted are no "
        "exchanged caption called the same, and at most 1% of the true ones refuted. A caption "
        "exchanged may share a party (United States) and is then one_party.\n\n"
        "| name | n | "
        + " | ".join(_RESULTS)
        + " | as expected (95% interval) |\n"
        + "|---" * (len(_RESULTS) + 3)
        + "|\n"
        + "\n".join(lines)
        + "\n"
    )


def main() -> None:
    """Print the section, and with --misses the names judged otherwise."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--misses", action="store_true")
    args = parser.parse_args()
    table = measure(args.data, args.seed)
    print(_render(table, args.seed))
    if args.misses:
        print("\n".join("\t".join(miss) for miss in sorted(set(table.misses))))


if __name__ == "__main__":
    main()
