"""Measure the comparison of case names on captions exchanged, half exchanged and swapped.

Input: a data folder in the form of the opinions and citations that the project measures with.
Output: a table of how each kind of name was judged.

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

from voirdire.citations.names import compare_names
from voirdire.citations.parties import parse_caption, parse_party

SOVEREIGNS = {"state", "maryland", "ohio", "washington", "texas", "virginia", "state bar of cal."}
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


def read_names(data: Path) -> list[Named]:
    """Names as cited that hold two parties, as another program extracted them: some are cut."""
    names = []
    for row in read_rows(data / "opinions/natural_citations.jsonl.gz"):
        parties = (row["case_name_as_cited"] or "").split(" v. ")
        named = len(parties) == 2 and all(parse_party(party).parties for party in parties)
        if row["form"] == "FullCaseCitation" and named:
            names.append((parties[0].strip(), parties[1].strip(), row["cited"]))
    return names


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--misses", action="store_true")
    args = parser.parse_args()
    if not (args.data / "opinions/natural_citations.jsonl.gz").exists():
        print(f"skipped: no data at {args.data}; give --data", file=sys.stderr)
        return
    captions = read_captions(args.data)
    names = read_names(args.data)
    rng = random.Random(args.seed)
    judged: dict[str, Counter[str]] = defaultdict(Counter)
    misses: list[tuple[str, str, str, str]] = []

    def judge(kind: str, expected: str, parties: tuple[str, str], opinion: str) -> None:
        result = compare_names(None, *parties, captions[opinion]).result
        judged[kind][result] += 1
        if result != expected:
            misses.append((kind, result, " v. ".join(parties), captions[opinion][0][:150]))

    pairs = list({(a, b, i) for a, b, i in names})
    pairs.sort()
    true = [p for p in pairs if compare_names(None, p[0], p[1], captions[p[2]]).result == "same"]
    two_sided = [
        p for p in true if p[0] != p[1] and any(parse_caption(c).pairs for c in captions[p[2]])
    ]
    for first, second, opinion in names:
        judge("true, as cited", "same", (first, second), opinion)
    for _ in range(2000):
        first, second, opinion = rng.choice(pairs)
        other = rng.choice([i for i in captions if i != opinion])
        judge("caption exchanged", "different", (first, second), other)
    while judged["one party exchanged"].total() < 1000:
        first, second, opinion = rng.choice(two_sided)
        stranger = rng.choice([p for p in pairs if p[2] != opinion])
        parties = (first, stranger[1]) if rng.random() < 0.5 else (stranger[0], second)
        changed = {parties[0].lower(), parties[1].lower()} ^ {first.lower(), second.lower()}
        if not changed or changed <= SOVEREIGNS:
            continue
        judge("one party exchanged", "one_party", parties, opinion)
    for _ in range(1000):
        first, second, opinion = rng.choice(two_sided)
        judge("swapped", "swapped", (second, first), opinion)

    results = ("same", "one_party", "swapped", "different", "not_comparable")
    print(f"{'':22}" + "".join(f"{result:>16}" for result in results) + f"{'n':>8}")
    for kind, counts in judged.items():
        row = "".join(f"{counts[result]:>16}" for result in results)
        print(f"{kind:22}{row}{counts.total():>8}")
    if args.misses:
        for miss in sorted(set(misses)):
            print("\t".join(miss))


if __name__ == "__main__":
    main()
