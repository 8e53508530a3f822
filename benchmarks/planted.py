"""Recall on faults planted in copies of the real documents, by kind.

usage: python -m benchmarks.planted --data ../shared/data [--per-kind 300] [--seed 0]
    [--kinds NAME ...] [--list PATH]

Several faults go into one copy of a document where they stand far apart and do not touch
the same case; each copy is checked whole. A fault counts as found when a refuted finding of
the check that should see it lies on the altered words or on their citation. What is refuted
elsewhere in the copy and was not before is counted as collateral.
"""

import argparse
import json
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.documents import build_library
from benchmarks.intervals import show_share
from benchmarks.planted_faults import KINDS, Kind, Plant, Stock, plants_of
from benchmarks.planted_places import HeldOpinion, Place, Range, read_opinions, read_places
from benchmarks.planted_volume import ClosedRow, closed_rows
from voirdire.authorities.types import Source
from voirdire.citecheck.brief import check_brief
from voirdire.documents.load import load_bytes

_APART = 1000
"""Characters between two faults of one copy: more than a quotation and its citation."""

_OF_CASE = frozenset(kind.name for kind in KINDS if kind.is_of_case)


@dataclass(frozen=True, slots=True)
class Said:
    """A finding by its place in the document's own characters.

    `citation` is the core of the citation it belongs to, `leads_to` that of the full
    citation referred to.
    """

    check: str
    outcome: str
    reason: str
    detail: str
    span: Range
    citation: Range
    leads_to: Range | None


@dataclass(slots=True)
class Copy:
    """A copy of one document with faults in it."""

    document: str
    plants: list[Plant] = field(default_factory=list)

    def has_room(self, plant: Plant) -> bool:
        """Whether a fault stands clear of those in the copy."""
        start, end = _region(plant)
        for other in self.plants:
            low, high = _region(other)
            if start < high + _APART and low < end + _APART:
                return False
            of_case = plant.kind in _OF_CASE or other.kind in _OF_CASE
            if of_case and plant.place.cited == other.place.cited:
                return False
        return True

    def text(self, original: str) -> str:
        """The copy's words."""
        for plant in sorted(self.plants, key=lambda p: p.where, reverse=True):
            original = original[: plant.where[0]] + plant.new + original[plant.where[1] :]
        return original

    def moved(self, offset: int, *, back: bool = False) -> int:
        """An offset of the document as one of the copy, or the other way."""
        shift = 0
        for plant in sorted(self.plants, key=lambda p: p.where):
            grown = len(plant.new) - (plant.where[1] - plant.where[0])
            edge = plant.where[1] + (shift + grown if back else 0)
            if offset < edge:
                break
            shift += grown
        return offset - shift if back else offset + shift


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one planted fault. `before` and `after` are outcome and reason."""

    plant: Plant
    found: bool
    exact: bool
    before: str
    after: str
    detail: str
    context: str


@dataclass(frozen=True, slots=True)
class Collateral:
    """A refutation away from every fault; `inherited`: of a reference to a falsified case."""

    kind: str
    check: str
    reason: str
    inherited: bool
    detail: str
    context: str


@dataclass(frozen=True, slots=True)
class Measured:
    """All results of one run."""

    results: tuple[Result, ...]
    collateral: tuple[Collateral, ...]
    copies: int
    closed: tuple[ClosedRow, ...] = ()
    seconds: float = 0.0


def _region(plant: Plant) -> Range:
    core = plant.place.core
    return min(plant.where[0], core[0]), max(plant.where[1], plant.place.end)


def stock_of(
    places: Sequence[Place], texts: dict[str, str], opinions: Iterable[HeldOpinion]
) -> Stock:
    """Captions as the documents write them, one a case, and the opinions."""
    captions: dict[str, tuple[str, str, str]] = {}
    for place in places:
        if place.parties is not None:
            text = texts[place.document]
            first, second = (" ".join(text[a:b].split()) for a, b in place.parties)
            captions.setdefault(place.cited, (first, second, place.cited))
    return Stock(tuple(captions.values()), tuple(opinions))


def pack(plants: Iterable[Plant]) -> list[Copy]:
    """As few copies as a first fit makes, one fault a neighbourhood."""
    copies: dict[str, list[Copy]] = defaultdict(list)
    for plant in plants:
        of_document = copies[plant.place.document]
        copy = next((c for c in of_document if c.has_room(plant)), None)
        if copy is None:
            copy = Copy(plant.place.document)
            of_document.append(copy)
        copy.plants.append(plant)
    return [copy for of_document in copies.values() for copy in of_document]


def findings_of(name: str, text: str, source: Source) -> list[Said]:
    """Every finding of one document, in its own characters."""
    report = check_brief(load_bytes(f"{name}.txt", text.encode()), source)
    said = []
    for checked in report.citations:
        own = report.folded.original(checked.citation.core_span)
        to = checked.citation.resolves_to
        root = report.citations[to].citation.core_span if to is not None else None
        leads_to = report.folded.original(root) if root is not None else None
        for finding in checked.findings:
            if finding.check == "holding":
                continue
            span = report.folded.original(finding.subject)
            said.append(
                Said(
                    finding.check,
                    finding.outcome,
                    finding.reason,
                    finding.detail,
                    (span.start, span.end),
                    (own.start, own.end),
                    (leads_to.start, leads_to.end) if leads_to is not None else None,
                )
            )
    return said


def _touch(a: Range, b: Range) -> bool:
    # A word taken out leaves an empty range: its neighbours count.
    return a[0] < b[1] + 1 and b[0] < a[1] + 1


def _judge(said: Sequence[Said], kind: Kind, altered: Range, citation: Range) -> list[Said]:
    """The findings that speak of a place, those of the expected checks that refute first."""
    there = [
        s
        for s in said
        if s.check in kind.checks
        and not (kind.by_quotation and s.reason in ("quotation_altered", "quotation_absent"))
        and (
            _touch(s.span, altered)
            or _touch(s.span, citation)
            or (kind.by_quotation and s.check == "quotation" and _touch(s.citation, citation))
        )
    ]
    order = {"refuted": 0, "unchecked": 1, "verified": 2}
    on_words = {True: 0, False: 1}
    return sorted(there, key=lambda s: (order[s.outcome], on_words[_touch(s.span, altered)]))


def _state(findings: Sequence[Said]) -> str:
    return f"{findings[0].outcome} {findings[0].reason}" if findings else "no finding"


def measure_copy(copy: Copy, original: str, source: Source, before: Sequence[Said]) -> tuple:
    """The results of one copy's faults, and its collateral refutations."""
    kinds = {kind.name: kind for kind in KINDS}
    text = copy.text(original)
    said = findings_of(copy.document, text, source)
    results, regions = [], []
    for plant in copy.plants:
        kind = kinds[plant.kind]
        start = copy.moved(plant.where[0])
        altered = (start, start + len(plant.new))
        citation = copy.moved(plant.place.core[0]), copy.moved(plant.place.end)
        if plant.where[0] <= plant.place.core[0] < plant.where[1]:
            citation = altered[0], citation[1]
        there = _judge(said, kind, altered, citation)
        was = _judge(before, kind, plant.where, (plant.place.core[0], plant.place.end))
        found = bool(there) and there[0].outcome == "refuted"
        exact = any(s.outcome == "refuted" and s.reason == kind.reason for s in there)
        low, high = min(altered[0], citation[0]), max(altered[1], citation[1])
        regions.append((low, high, plant))
        context = text[max(0, low - 150) : altered[0]] + "{{" + text[slice(*altered)] + "}}"
        context += text[altered[1] : high + 100]
        detail = there[0].detail if there else ""
        results.append(Result(plant, found, exact, _state(was), _state(there), detail, context))
    return results, _collateral(copy, text, said, before, regions)


def _collateral(
    copy: Copy,
    text: str,
    said: Sequence[Said],
    before: Sequence[Said],
    regions: Sequence[tuple[int, int, Plant]],
) -> list[Collateral]:
    known = {(s.check, s.reason, s.span[0]) for s in before if s.outcome == "refuted"}
    found = []
    for s in said:
        if s.outcome != "refuted" or any(_touch(s.span, (a, b)) for a, b, _ in regions):
            continue
        if (s.check, s.reason, copy.moved(s.span[0], back=True)) in known:
            continue
        nearest = min(regions, key=lambda r: min(abs(s.span[0] - r[1]), abs(r[0] - s.span[1])))
        if any(_touch(s.citation, (a, b)) for a, b, _ in regions):
            continue
        source = next((p for a, b, p in regions if s.leads_to and _touch(s.leads_to, (a, b))), None)
        context = text[max(0, s.span[0] - 150) : s.span[1] + 150]
        found.append(
            Collateral(
                (source or nearest[2]).kind,
                s.check,
                s.reason,
                source is not None,
                s.detail,
                context,
            )
        )
    return found


def measure(
    texts: dict[str, str],
    places: Sequence[Place],
    opinions: Iterable[HeldOpinion],
    source: Source,
    per_kind: int,
    seed: int,
    kinds: Sequence[Kind] = KINDS,
) -> Measured:
    """Plant, check every copy, and judge."""
    began = time.process_time()
    stock = stock_of(places, texts, opinions)
    plants = [p for k in kinds for p in plants_of(k, places, texts, stock, per_kind, seed)]
    results: list[Result] = []
    collateral: list[Collateral] = []
    before: dict[str, list[Said]] = {}
    copies = pack(plants)
    for copy in copies:
        original = texts[copy.document]
        if copy.document not in before:
            before[copy.document] = findings_of(copy.document, original, source)
        more, aside = measure_copy(copy, original, source, before[copy.document])
        results += more
        collateral += aside
    seconds = time.process_time() - began
    return Measured(tuple(results), tuple(collateral), len(copies), (), seconds)


def measure_all(
    data: Path, per_kind: int = 300, seed: int = 0, kinds: Sequence[Kind] = KINDS
) -> Measured:
    """The run over the data folder and over the samples and the synthetic volumes."""
    texts, places = read_places(data)
    with tempfile.TemporaryDirectory() as folder:
        library = build_library(data, Path(folder))
        opinions = read_opinions(data).values()
        measured = measure(texts, places, opinions, library, per_kind, seed, kinds)
        closed = tuple(closed_rows(Path(folder) / "closed", per_kind, seed))
    return Measured(
        measured.results, measured.collateral, measured.copies, closed, measured.seconds
    )


def planted_rows(measured: Measured) -> list[tuple[str, ...]]:
    """One row a kind: label, places, n, found, recall with interval, exact reason, target."""
    table = []
    for kind in KINDS:
        of_kind = [r for r in measured.results if r.plant.kind == kind.name]
        if not of_kind:
            continue
        found = sum(r.found for r in of_kind)
        exact = sum(r.exact for r in of_kind)
        places = len({(r.plant.place.document, r.plant.place.core) for r in of_kind})
        aside = [c for c in measured.collateral if c.kind == kind.name]
        table.append(
            (
                kind.label,
                str(places),
                str(len(of_kind)),
                str(found),
                show_share(found, len(of_kind)),
                show_share(exact, len(of_kind)),
                f"{kind.target:.0%}" if kind.target is not None else "none",
                f"{sum(not c.inherited for c in aside)} + {sum(c.inherited for c in aside)}",
            )
        )
    return table


def _markdown(head: Sequence[str], table: Iterable[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    lines += ["| " + " | ".join(row) + " |" for row in table]
    return "\n".join(lines)


def render(measured: Measured, per_kind: int, seed: int) -> str:
    """The section of the results page."""
    head = (
        "fault",
        "places",
        "n",
        "found",
        "recall (95%)",
        "with the exact reason",
        "wanted",
        "refuted elsewhere + by reference",
    )
    closed = [
        (row.label, str(row.n), str(row.refuted), show_share(row.refuted, row.n), row.wanted)
        for row in measured.closed
    ]
    return "\n".join(
        [
            "## Planted faults",
            "",
            f"`python -m benchmarks.planted --per-kind {per_kind} --seed {seed}`: "
            f"{measured.copies} copies of the shared documents, each checked whole, in "
            f"{measured.seconds:.0f} CPU seconds. Intervals are Wilson's. `refuted elsewhere` "
            "counts findings of other citations that the unaltered document does not have; "
            "`by reference` those of short forms and id. that lead to a falsified citation.",
            "",
            _markdown(head, planted_rows(measured)),
            "",
            "On the fictional samples and on volumes and reporters made by the script:",
            "",
            _markdown(("written", "n", "refuted", "share (95%)", "wanted"), closed),
            "",
        ]
    )


def run(data: Path) -> str:
    """The markdown section, with 300 faults a kind and seed 0."""
    return render(measure_all(data), 300, 0)


def _misses(measured: Measured) -> str:
    lines = []
    for kind in KINDS:
        missed = [r for r in measured.results if r.plant.kind == kind.name and not r.found]
        states = Counter((r.before, r.after) for r in missed)
        lines.append(f"=== {kind.name}: {len(missed)} missed")
        lines += [f"    {n:4} {was} -> {now}" for (was, now), n in states.most_common()]
        for r in sorted(missed, key=lambda r: (r.before, r.after)):
            place = r.plant.place
            lines.append(f"--- {place.document} {place.core[0]} {place.form} {place.cited}")
            lines.append(f"    {r.before} -> {r.after}: {r.detail}")
            lines.append("    " + json.dumps(r.context, ensure_ascii=False))
    lines.append(f"=== collateral: {len(measured.collateral)}")
    for c in sorted(measured.collateral, key=lambda c: (c.inherited, c.check, c.reason)):
        by = "by reference" if c.inherited else "elsewhere"
        lines.append(f"--- {c.kind} {by} {c.check} {c.reason}: {c.detail}")
        lines.append("    " + json.dumps(c.context, ensure_ascii=False))
    for row in measured.closed:
        lines.append(f"=== {row.label}: {len(row.wrong)} not as wanted")
        lines += [f"    {wrong}" for wrong in row.wrong]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print the section; write the misses with their contexts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--per-kind", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kinds", nargs="*", choices=[k.name for k in KINDS], help="only these")
    parser.add_argument("--list", type=Path, help="write the misses and the collateral here")
    args = parser.parse_args()
    kinds = [k for k in KINDS if k.name in (args.kinds or (k.name,))]
    measured = measure_all(args.data, args.per_kind, args.seed, kinds)
    print(render(measured, args.per_kind, args.seed))
    if args.list:
        args.list.write_text(_misses(measured), "utf-8")


if __name__ == "__main__":
    main()
