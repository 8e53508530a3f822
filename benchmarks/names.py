"""Measure the comparison of case names on captions exchanged, half exchanged and swapped.

Input: a data folder in the form of the opinions and citations that the project measures with.
Output: a table of how each kind of name was judged. The names are those that our own finder
reads in the citing documents at the labelled full citations.

usage: python benchmarks/names.py --data ../shared/data [--seed 1] [--misses]
"""

import argparse
import gzip
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from voirdire.citations.find import find_citations
from voirdire.citations.names import compare_names
from voirdire.citations.parties import parse_caption
from voirdire.documents.fold import fold
from voirdire.documents.load import load_bytes

SOVEREIGNS = {"state", "maryland", "ohio", "washington", "texas", "virginia"}
"""Parties that a caption may give as "State": exchanging one for another proves nothing."""

Named = tuple[str, str, str]
"""The parties as a document writes them, and the id of the opinion it cites."""


def read_rows(path: Path) -> Iterator[dict]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def read_captions(data: Path) -> dict[str, list[str]]:
    """Every caption of every opinion, those of the fact list with the same citation included."""
    captions: dict[str, list[str]] = defaultdict(list)
    ids_at: dict[str, list[str]] = defaultdict(list)
    for name in ("opinions_paged", "opinions_unpaged"):
        for row in read_rows(data / f"opinions/{name}.jsonl.gz"):
            captions[row["id"]] += [row["name"], row["name_abbreviation"]]
            for citation in row["citations"] or ():
                ids_at[citation].append(row["id"])
    for row in read_rows(data / "facts/case_facts.jsonl.gz"):
        for opinion in {i for citation in row["citations"] for i in ids_at[citation]}:
            captions[opinion] += [row["name"], row["name_abbreviation"]]
    return {i: list(dict.fromkeys(filter(None, names))) for i, names in captions.items()}


def join_pages(record: dict) -> str:
    """The text that the offsets of the labels count in."""
    body = record.get("text", "")
    for number, page in enumerate(record.get("pages", ())):
        body += page["text"] if number == 0 or page.get("joined") else " " + page["text"]
    return body + "".join("\n\n" + note["text"] for note in record.get("footnotes") or ())


def read_names(data: Path) -> list[Named]:
    """The two parties at every labelled full citation that names them."""
    labels: dict[str, list[dict]] = defaultdict(list)
    for row in read_rows(data / "opinions/natural_citations.jsonl.gz"):
        if row["form"] == "FullCaseCitation":
            labels[row["citing"]].append(row)
    names = []
    for part in ("opinions/opinions_paged", "opinions/opinions_unpaged", "briefs/briefs"):
        for record in read_rows(data / f"{part}.jsonl.gz"):
            if record["id"] not in labels:
                continue
            folded = fold(load_bytes(f"{record['id']}.txt", join_pages(record).encode()))
            for citation in find_citations(folded):
                core = folded.original(citation.core_span)
                cited = {row["cited"] for row in labels[record["id"]] if row["start"] == core.start}
                if cited and citation.plaintiff and citation.defendant:
                    names.append((citation.plaintiff, citation.defendant, cited.pop()))
    return names


class Table:
    """Counts of results by kind of name, and the names judged otherwise than expected."""

    def __init__(self, captions: dict[str, list[str]]) -> None:
        self.captions = captions
        self.judged: dict[str, Counter[str]] = defaultdict(Counter)
        self.misses: list[tuple[str, ...]] = []

    def judge(self, kind: str, expected: str, parties: tuple[str, str], opinion: str) -> None:
        result = compare_names(None, *parties, self.captions[opinion]).result
        self.judged[kind][result] += 1
        if result != expected:
            self.misses.append((kind, result, " v. ".join(parties), self.captions[opinion][0]))

    def render(self) -> str:
        results = ("same", "one_party", "swapped", "different", "not_comparable")
        lines = [f"{'':22}" + "".join(f"{result:>16}" for result in results) + f"{'n':>8}"]
        for kind, counts in self.judged.items():
            row = "".join(f"{counts[result]:>16}" for result in results)
            lines.append(f"{kind:22}{row}{counts.total():>8}")
        return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--misses", action="store_true")
    args = parser.parse_args()
    if not (args.data / "opinions/natural_citations.jsonl.gz").exists():
        print(f"skipped: no data at {args.data}; give --data", file=sys.stderr)
        return
    table = Table(read_captions(args.data))
    captions = table.captions
    names = read_names(args.data)
    rng = random.Random(args.seed)

    for first, second, opinion in names:
        table.judge("true, as cited", "same", (first, second), opinion)
    pairs = sorted(set(names))
    named = [i for i in captions if not all(parse_caption(c).is_empty for c in captions[i])]
    two_sided = [
        p
        for p in pairs
        if p[0] != p[1]
        and any(parse_caption(c).pairs for c in captions[p[2]])
        and compare_names(None, p[0], p[1], captions[p[2]]).result == "same"
    ]
    for _ in range(2000):
        first, second, opinion = rng.choice(pairs)
        other = rng.choice([i for i in named if not set(captions[i]) & set(captions[opinion])])
        table.judge("caption exchanged", "different", (first, second), other)
    while table.judged["one party exchanged"].total() < 1000:
        first, second, opinion = rng.choice(two_sided)
        stranger = rng.choice([p for p in pairs if p[2] != opinion])
        parties = (first, stranger[1]) if rng.random() < 0.5 else (stranger[0], second)
        changed = {parties[0].lower(), parties[1].lower()} ^ {first.lower(), second.lower()}
        if changed and not changed <= SOVEREIGNS:
            table.judge("one party exchanged", "one_party", parties, opinion)
    for _ in range(1000):
        first, second, opinion = rng.choice(two_sided)
        table.judge("swapped", "swapped", (second, first), opinion)

    print(table.render())
    if args.misses:
        for miss in sorted(set(table.misses)):
            print("\t".join(miss))


if __name__ == "__main__":
    main()
