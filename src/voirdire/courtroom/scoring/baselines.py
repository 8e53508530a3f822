"""Cases to what can be told of their outcome without a trial: from metadata, or from words.

Input: case files of one set. Output: for each baseline a `Prediction` a case, made by a model
that never saw the case or any of its group, and their balanced accuracy and Brier score. A
judge's skill on a set is the difference to the best of these.

Logistic regression with a ridge, both outcomes weighed alike; folds by group, shuffled by a
seed, for small sets repeated and averaged. The same files give the same figures.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from voirdire.courtroom.scoring.verdicts import Prediction, RunVerdicts, summarise_verdicts
from voirdire.courtroom.types import CaseFile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]

FOLDS, REPEATS = 10, 5
# From this size on one division into folds is as good as several.
_LARGE = 100
_RIDGE = 1.0
_STEPS = 25
_MOST_WORDS = 5000
# How much the constant counts beside the features: it is hardly held back by the ridge.
_CONSTANT = 10.0
_WORD = re.compile(r"[^\W\d_]{2,}")

Features = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Baseline:
    """What a baseline predicted, and what it comes to."""

    name: str
    predictions: tuple[Prediction, ...]
    verdicts: RunVerdicts


def run_baselines(files: Sequence[CaseFile], *, seed: int = 0) -> dict[str, Baseline]:
    """The baselines of a set, by name: all metadata, each field of them, and the words.

    "metadata", "metadata:year" and so on for each field that differs between cases, and
    "bag_of_words". The best of several is the hardest to beat: skill is not flattered. Cases
    whose key names neither side are left out. numpy must be installed (extra `eval`).

    Raises:
        ValueError: fewer than two groups of cases end either way.
    """
    known = [
        file
        for file in files
        if file.key.decision
        in (file.case.decisions.for_prosecution, file.case.decisions.for_defence)
    ]
    values: dict[str, set[str]] = {}
    for file in known:
        for name, value in file.metadata.items():
            values.setdefault(name, set()).add(value)
    fields = sorted(name for name, found in values.items() if len(found) > 1)
    features = {"metadata": metadata_features(known, fields)}
    if len(fields) > 1:
        features |= {f"metadata:{name}": metadata_features(known, [name]) for name in fields}
    features["bag_of_words"] = word_features(known)
    return {name: _run(name, known, rows, seed) for name, rows in features.items()}


def group_of(file: CaseFile) -> str:
    """What a case is grouped by, for none of its group may tell of another.

    Of imported cases the judgment, where several of its articles are cases. Written ones come in
    pairs of one metadata and two outcomes: with one half held out, the other would teach the
    wrong answer. A translation has the metadata of its original; a varied case has another year,
    so that numbers do not count.
    """
    if file.key.bearings is not None:
        said = [f"{name}={text}" for name, text in file.metadata.items() if not _is_number(text)]
        return ", ".join(sorted(said)) or file.case.id
    judgment, article, _ = file.source.rpartition(", article ")
    return judgment if article else file.case.id


def metadata_features(files: Sequence[CaseFile], names: Sequence[str]) -> list[dict[str, float]]:
    """The named metadata as features; years, and what else is a number, by decade too."""
    numeric = {
        name
        for name in names
        if all(_is_number(value) for file in files if (value := file.metadata.get(name)))
    }
    spread = {name: _spread(name, files) for name in numeric}
    rows = []
    for file in files:
        row: dict[str, float] = {}
        for name in names:
            value = file.metadata.get(name, "")
            row[f"{name}={value}"] = 1.0
            if name in numeric and value:
                mean, deviation = spread[name]
                row[name] = (float(value) - mean) / deviation
                row[f"{name}~{float(value) // 10:.0f}"] = 1.0
        rows.append(row)
    return rows


def word_features(files: Sequence[CaseFile]) -> list[dict[str, float]]:
    """The words of what the parties may read, weighed by how rare they are, of length 1.

    How rare is taken over the whole set; which outcome a word goes with, never.
    """
    counts = [Counter(_WORD.findall(_text(file).lower())) for file in files]
    found = Counter(word for each in counts for word in each)
    common = sorted((-number, word) for word, number in found.items() if number > 1)
    rarity = {word: math.log(len(files) / -number) + 1.0 for number, word in common[:_MOST_WORDS]}
    rows = []
    for each in counts:
        row = {w: (1 + math.log(n)) * rarity[w] for w, n in each.items() if w in rarity}
        length = math.sqrt(sum(value * value for value in row.values())) or 1.0
        rows.append({word: value / length for word, value in row.items()})
    return rows


def _text(file: CaseFile) -> str:
    case = file.case
    exhibits = (text for each in case.exhibits for text in (each.title, each.content))
    return "\n".join((case.background, case.charge, *exhibits))


def _is_number(value: str) -> bool:
    return bool(re.fullmatch(r"-?\d{1,9}(\.\d{1,9})?", value))


def _spread(name: str, files: Sequence[CaseFile]) -> tuple[float, float]:
    values = [float(value) for file in files if (value := file.metadata.get(name))]
    mean = sum(values) / len(values) if values else 0.0
    variance = sum((v - mean) ** 2 for v in values) / len(values) if values else 0.0
    return mean, math.sqrt(variance) or 1.0


def _run(name: str, files: Sequence[CaseFile], features: Sequence[Features], seed: int) -> Baseline:
    truths = [file.key.decision == file.case.decisions.for_prosecution for file in files]
    groups = [group_of(file) for file in files]
    balanced, calibrated = _cross_validate(features, truths, groups, seed)
    predictions = tuple(
        Prediction(file.case.id, truth, weight >= 0.5, probability, group)
        for file, truth, group, weight, probability in zip(
            files, truths, groups, balanced, calibrated, strict=True
        )
    )
    return Baseline(name, predictions, summarise_verdicts(predictions, seed=seed))


def _cross_validate(
    features: Sequence[Features], truths: Sequence[bool], groups: Sequence[str], seed: int
) -> tuple[list[float], list[float]]:
    """For each case, out of its fold: the probability with outcomes weighed alike, from which
    the decision comes, and the one with the outcomes' shares put back, from which Brier."""
    import numpy as np

    columns = {name: at for at, name in enumerate(sorted({n for row in features for n in row}))}
    matrix = np.zeros((len(features), len(columns)))
    for at, row in enumerate(features):
        for name, value in row.items():
            matrix[at, columns[name]] = value
    kernel = matrix @ matrix.T + _CONSTANT
    signs = np.array([1.0 if truth else -1.0 for truth in truths])
    sums = np.zeros((2, len(truths)))
    repeats = REPEATS if len(truths) < _LARGE else 1
    for repeat in range(repeats):
        for held in _folds(truths, groups, Random(f"{seed}/{repeat}")):
            out = np.array(held)
            kept = np.setdiff1d(np.arange(len(truths)), out)
            log_odds = _predict(kernel, signs, kept, out)
            share = float((signs[kept] > 0).mean())
            sums[0, out] += 1 / (1 + np.exp(-log_odds))
            sums[1, out] += 1 / (1 + np.exp(-log_odds) * (1 - share) / share)
    return (sums[0] / repeats).tolist(), (sums[1] / repeats).tolist()


def _folds(truths: Sequence[bool], groups: Sequence[str], draw: Random) -> list[list[int]]:
    """Whole groups in folds, each with about as much of either outcome.

    Groups with both outcomes are dealt between those of one: so the groups that hold an outcome
    follow each other, and no fold takes all of them.
    """
    members: dict[str, list[int]] = {}
    for at, group in enumerate(groups):
        members.setdefault(group, []).append(at)
    won: list[list[int]] = []
    both: list[list[int]] = []
    lost: list[list[int]] = []
    for each in members.values():
        outcomes = {truths[at] for at in each}
        (both if len(outcomes) == 2 else won if True in outcomes else lost).append(each)
    fewest = len(both) + min(len(won), len(lost))
    if fewest < 2:
        raise ValueError("a baseline needs two groups of cases that end either way")
    folds: list[list[int]] = [[] for _ in range(min(FOLDS, fewest))]
    for kind in (won, both, lost):
        draw.shuffle(kind)
    for at, each in enumerate([*won, *both, *lost]):
        folds[at % len(folds)].extend(each)
    return folds


def _predict(kernel: "Matrix", signs: "Matrix", kept: "Matrix", out: "Matrix") -> "Matrix":
    """Log odds of the cases held out, by logistic regression on the others (Newton's steps)."""
    import numpy as np

    inner, y = kernel[np.ix_(kept, kept)], signs[kept]
    positive = y > 0
    weights = np.where(positive, 0.5 / positive.mean(), 0.5 / (~positive).mean())
    alpha = np.zeros(len(kept))
    for _ in range(_STEPS):
        scores = inner @ alpha
        p = 1 / (1 + np.exp(-np.clip(scores, -30, 30)))
        curvature = np.maximum(weights * p * (1 - p), 1e-6)
        target = scores + weights * (positive - p) / curvature
        step = np.linalg.solve(inner + np.diag(_RIDGE / curvature), target)
        if np.abs(step - alpha).max() < 1e-6:
            alpha = step
            break
        alpha = step
    log_odds: Matrix = np.clip(kernel[np.ix_(out, kept)] @ alpha, -30, 30)
    return log_odds
