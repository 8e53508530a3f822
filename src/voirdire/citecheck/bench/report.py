"""Runs of systems over one dataset to one report: figures, comparisons, errors.

Input: run folders (`run.py`) and the dataset that they name. Output: a `BenchReport`;
`tables.py` and `page.py` say it to people, `report_json` to programs.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from voirdire.citecheck.bench.errors import ScoringError, list_errors
from voirdire.citecheck.bench.files import SPLITS, dataset_hash, read_dataset
from voirdire.citecheck.bench.published import DIFFERENCE, PAPER, PUBLISHED
from voirdire.citecheck.bench.run import RunError, RunInfo, read_answers, read_run
from voirdire.citecheck.bench.scorer import VERSION, ScoredExcerpt
from voirdire.citecheck.bench.scores import (
    SystemComparison,
    SystemScores,
    compare_systems,
    score_answers,
    summarize,
)
from voirdire.citecheck.excerpts import Answer, Excerpt
from voirdire.errors import VoirdireError


@dataclass(frozen=True, slots=True)
class SystemReport:
    """One run: `name` tells it from the others of the report."""

    name: str
    info: RunInfo
    scores: SystemScores
    scored: tuple[ScoredExcerpt, ...]
    answers: tuple[Answer, ...]

    def errors(self) -> Iterator[ScoringError]:
        """What it missed and what it said falsely."""
        return list_errors(self.scored)


@dataclass(frozen=True, slots=True)
class BenchReport:
    """Systems on one dataset, and each pair of them where they answered the same excerpts."""

    dataset: str
    dataset_sha256: str
    split: str
    systems: tuple[SystemReport, ...]
    comparisons: tuple[tuple[str, str, SystemComparison], ...]


def load_report(runs: Sequence[Path], dataset: Path | None = None) -> BenchReport:
    """Score runs over one dataset and one split of it.

    Args:
        runs: Run folders.
        dataset: Where the dataset lies now, if not where the first run found it.

    Raises:
        RunError: a folder is no run, or of another dataset or split than the first.
        DatasetError: the dataset cannot be read.
    """
    infos = [read_run(folder) for folder in runs]
    where = dataset or Path(infos[0].dataset)
    sha256 = dataset_hash(where)
    for folder, info in zip(runs, infos, strict=True):
        if info.dataset_sha256 != sha256:
            raise RunError(folder, f"is not a run over {where}; name its dataset with --dataset")
        if info.split != infos[0].split:
            raise RunError(folder, f"is over {info.split}, {runs[0]} over {infos[0].split}")
    excerpts = select(read_dataset(where), infos[0].split, None)
    names = _names(runs, infos)
    systems = tuple(
        _score(name, folder, info, excerpts[: info.limit])
        for name, folder, info in zip(names, runs, infos, strict=True)
    )
    pairs = ((a, b, compare_systems(a.scored, b.scored)) for a, b in combinations(systems, 2))
    compared = tuple((a.name, b.name, pair) for a, b, pair in pairs if pair is not None)
    return BenchReport(where.name, sha256, infos[0].split, systems, compared)


def select(excerpts: Sequence[Excerpt], split: str, limit: int | None) -> list[Excerpt]:
    """The excerpts of "train", "test" or "all", the first `limit` of them.

    Raises:
        VoirdireError: there are none.
    """
    selected = [e for e in excerpts if split in ("all", e.split)][:limit]
    if not selected:
        held = Counter(e.split for e in excerpts)
        counts = ", ".join(f"{held[name]} in {name}" for name in SPLITS)
        raise VoirdireError(f"no excerpt in the split {split!r} of the dataset: {counts}")
    return selected


def _score(name: str, folder: Path, info: RunInfo, excerpts: Sequence[Excerpt]) -> SystemReport:
    answers = read_answers(folder)
    return SystemReport(
        name,
        info,
        summarize(excerpts, answers),
        tuple(score_answers(excerpts, answers)),
        tuple(answers[e.id] for e in excerpts if e.id in answers),
    )


def _names(runs: Sequence[Path], infos: Sequence[RunInfo]) -> list[str]:
    """System and model; the folder too where that does not tell them apart."""
    names = [f"{i.system}, {i.model}" if i.model else i.system for i in infos]
    return [
        f"{name} ({folder.name})" if names.count(name) > 1 else name
        for name, folder in zip(names, runs, strict=True)
    ]


def report_json(report: BenchReport) -> dict[str, Any]:
    """The report as one JSON object; docs/benchmark.md tells the fields."""
    return {
        "dataset": report.dataset,
        "dataset_sha256": report.dataset_sha256,
        "split": report.split,
        "scorer": VERSION,
        "systems": [
            {
                "name": system.name,
                "run": asdict(system.info),
                "scores": {**asdict(system.scores), "unscored": system.scores.unscored},
                "failures": {a.excerpt: a.error for a in system.answers if a.error},
                "errors": [asdict(error) for error in system.errors()],
            }
            for system in report.systems
        ],
        "comparisons": [
            {"first": first, "second": second, **asdict(compared)}
            for first, second, compared in report.comparisons
        ],
        "published": {
            "paper": PAPER,
            "figures": [asdict(figure) for figure in PUBLISHED],
            "difference": DIFFERENCE,
        },
    }
