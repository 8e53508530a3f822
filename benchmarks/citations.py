"""The citation benchmark: the rule checker, without a model, on planted faults.

usage: python -m benchmarks.citations --data ../shared/data [--dataset DIR]
    [--list PATH [--split train]]

Builds the benchmark from the shared briefs and opinions (`benchmarks.citation_dataset`, seed
0, 300 faults a type), runs the rules over both splits and scores them. `--dataset` takes one
built before. `--list` writes what was missed and what was flagged falsely, one JSON object a
line, with its context: of train, since who looks at the errors of test has tuned to it.
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path

from benchmarks.citation_dataset import build_shared
from benchmarks.documents import build_library
from voirdire import __version__
from voirdire.authorities.library import Library
from voirdire.citecheck.bench.errors import list_errors
from voirdire.citecheck.bench.files import dataset_hash, read_dataset
from voirdire.citecheck.bench.processes import RuleProcesses
from voirdire.citecheck.bench.published import DIFFERENCE, PUBLISHED
from voirdire.citecheck.bench.run import RunInfo, read_answers, run_system
from voirdire.citecheck.bench.scores import FAULT_TYPES, SystemScores, score_answers, summarize
from voirdire.citecheck.bench.tables import TYPE_NAMES, show_interval, show_kind, show_share
from voirdire.citecheck.excerpts import Answer, Excerpt, FaultType
from voirdire.scoring.bootstrap import Interval

_JOBS = 2
_WANTED_RECALL: dict[FaultType, str] = {
    "nonexistent_citation": "99%",
    "case_name_mismatch": "99%",
    "incorrect_pincite": "97% of those with a quotation",
    "verbatim_misquote": "99%",
    "content_misrepresentation": "35%, or as far as it goes",
}
_WANTED_PRECISION: dict[FaultType, str] = {"content_misrepresentation": "90%"}


@dataclass(frozen=True, slots=True)
class Measured:
    """The dataset, its hash and what the rules answered."""

    excerpts: Sequence[Excerpt]
    sha256: str
    answers: Mapping[str, Answer]

    def of(self, split: str) -> list[Excerpt]:
        """The excerpts of "train", "test" or "all"."""
        return [excerpt for excerpt in self.excerpts if split in ("all", excerpt.split)]


def measure(data: Path, dataset: Path | None = None) -> Measured:
    """Build the benchmark, unless it is given, and run the rules over all of it."""
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        if dataset is None:
            dataset = folder / "dataset"
            build_shared(data, dataset)
        build_library(data, folder).close()
        excerpts = read_dataset(dataset)
        sha256 = dataset_hash(dataset)
        info = RunInfo("rules", None, str(dataset), sha256, "all", None, 25, 30, "", __version__)
        with RuleProcesses(partial(Library.open, folder / "library"), _JOBS) as rules:
            asyncio.run(run_system(excerpts, rules, folder / "run", info, workers=_JOBS))
        return Measured(excerpts, sha256, read_answers(folder / "run"))


def run(data: Path) -> str:
    """The section of docs/results.md."""
    return render(measure(data))


def render(measured: Measured) -> str:
    """The section as Markdown."""
    scores = {
        split: summarize(measured.of(split), measured.answers) for split in ("train", "test", "all")
    }
    whole = scores["all"]
    return "\n".join(
        (
            "## The citation benchmark",
            "",
            "`python -m benchmarks.citations --data ../shared/data`: excerpts of the shared "
            "opinions and briefs with faults planted in them (seed 0, 300 a type, "
            f"{whole.excerpts:,} excerpts of {whole.documents} documents, dataset "
            f"{measured.sha256[:12]}), checked by the rules alone, without a model; "
            f"{whole.unscored} excerpts have no answer and are not scored. Intervals are 95%, "
            "bootstrapped over documents. Strict: at most one prediction a gold, none over twice "
            "its length. Relaxed: as the paper matches, one a substring of the other; its own "
            "recall counts every prediction that matches. The words of the planted faults were "
            "fixed before the detectors; what was missed was looked at in train only.",
            "",
            *_table(
                ("excerpts", "match", "golds", "predictions", "precision", "recall", "F1",
                 "paper's recall", "paper's F1"),
                [row for split, each in scores.items() for row in _overall(split, each)],
            ),
            "Optional labels are slips of the writers, read by hand among what these rules refute "
            "over the whole filings, so that they favour the rules; with those counted as false, "
            f"strict precision is {show_interval(_precision_without_optional(measured))}.",
            "",
            f"Wanted: precision 97%. Unheld citations flagged: {show_share(whole.unheld)}; wanted: "
            f"none. Unchanged excerpts flagged: {show_share(whole.unchanged)}.",
            "",
            *_table(
                ("type", "excerpts", "golds", "recall, strict", "recall, relaxed", "wanted",
                 "predictions", "precision, strict", "wanted"),
                [_type(t, split, each) for t in FAULT_TYPES for split, each in scores.items()],
            ),
            *_table(
                ("kind of fault", "train", "test", "all"),
                [
                    (show_kind(kind), *(show_share(s.kinds[kind]) if kind in s.kinds else "-"
                                        for s in scores.values()))
                    for kind in sorted(whole.kinds)
                ],
            ),
            *_table(
                ("in the paper", "figure", "value"),
                [(p.system, p.figure, p.value) for p in PUBLISHED],
            ),
            DIFFERENCE,
            "",
        )
    )  # fmt: skip


def _precision_without_optional(measured: Measured) -> Interval:
    bare = [
        replace(excerpt, labels=tuple(label for label in excerpt.labels if not label.optional))
        for excerpt in measured.excerpts
    ]
    return summarize(bare, measured.answers).overall["strict"].precision


def _overall(split: str, scores: SystemScores) -> list[tuple[str, ...]]:
    rows = []
    for mode in ("strict", "relaxed"):
        m = scores.overall[mode]
        paper = (m.paper_recall, m.paper_f1) if mode == "relaxed" else ()
        rows.append(
            (
                f"{split}: {scores.scored}",
                mode,
                str(m.tally.golds),
                str(m.tally.predictions),
                *map(show_interval, (m.precision, m.recall, m.f1)),
                *(tuple(map(show_interval, paper)) or ("", "")),
            )
        )
    return rows


def _type(fault_type: FaultType, split: str, scores: SystemScores) -> tuple[str, ...]:
    strict, relaxed = (scores.by_type[mode][fault_type] for mode in ("strict", "relaxed"))
    return (
        TYPE_NAMES[fault_type],
        split,
        str(strict.tally.golds),
        show_interval(strict.recall),
        show_interval(relaxed.recall),
        _WANTED_RECALL[fault_type],
        str(strict.tally.predictions),
        show_interval(strict.precision),
        _WANTED_PRECISION.get(fault_type, ""),
    )


def _table(columns: Sequence[str], table: Sequence[Sequence[str]]) -> list[str]:
    lines = [f"| {' | '.join(row)} |" for row in (columns, *table)]
    return [lines[0], "|" + "---|" * len(columns), *lines[1:], ""]


def main() -> None:
    """Print the section; list what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--dataset", type=Path, help="one built before")
    parser.add_argument("--list", type=Path, help="write misses and false predictions here")
    parser.add_argument("--split", default="train", choices=("train", "test", "all"))
    args = parser.parse_args()
    measured = measure(args.data.resolve(), args.dataset)
    print(render(measured))
    if args.list:
        scored = score_answers(measured.of(args.split), measured.answers)
        errors = sorted(list_errors(scored), key=lambda e: (e.what, e.kind, e.strategy))
        args.list.write_text("".join(json.dumps(asdict(e)) + "\n" for e in errors), "utf-8")


if __name__ == "__main__":
    main()
