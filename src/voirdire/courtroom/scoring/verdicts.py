"""Verdicts: right or wrong in one trial, and what a run of trials comes to.

A trial gives 0 or 1 and a Brier score of the stated probability; only a run can be compared
with chance and with baselines that never saw the trial, since most cases end one way.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from voirdire.courtroom.engine import Trial
from voirdire.courtroom.scoring.examined import Examined, not_applicable
from voirdire.courtroom.scoring.record import Record, read_record
from voirdire.courtroom.scoring.types import Metric, MetricScore, ScoreSpan
from voirdire.courtroom.types import CaseFile
from voirdire.scoring.bootstrap import (
    Counts,
    Interval,
    Statistic,
    bca_interval,
    resample_clusters,
)
from voirdire.scoring.comparison import Comparison, compare_paired
from voirdire.scoring.proportions import wilson


@dataclass(frozen=True, slots=True)
class VerdictScore:
    """What a seat decided, held against the key.

    `brier` is the squared distance of the stated probability from what the key says; None
    where no probability was stated.
    """

    seat: str
    decision: str | None
    is_right: bool
    probability: float | None
    brier: float | None
    entry: int | None


@dataclass(frozen=True, slots=True)
class Prediction:
    """A decision on one case: of a judge, a jury, or a baseline that saw no trial.

    `for_prosecution`: the key's answer; `decided` None: undecided, which is wrong. `group`:
    cases of one group stand or fall together (articles of one judgment); else the case's id.
    """

    case: str
    for_prosecution: bool
    decided: bool | None
    probability: float | None
    group: str


@dataclass(frozen=True, slots=True)
class RunVerdicts:
    """The verdicts of a run. None: there is nothing to take it from.

    `recalls`: by the key's answer (prosecution, defence), right, how many, Wilson's interval.
    `skill`: by baseline, balanced accuracy less the baseline's, on the cases both decided.
    `best_baseline` has the highest balanced accuracy; the skill of the run is that against it.
    """

    n: int
    undecided: int
    balanced_accuracy: Interval
    recalls: Mapping[str, tuple[int, int, tuple[float, float]]]
    brier: Interval
    n_brier: int
    skill: Mapping[str, Comparison]
    best_baseline: str | None


def score_verdicts(file: CaseFile, trial: Trial) -> dict[str, VerdictScore]:
    """What the judge and each juror decided; nothing where the trial ended without a verdict.

    With a jury the decision and the probability of the judge's seat are the jury's; a juror's
    are those of its last ballot.
    """
    return _verdicts(read_record(file, trial))


def score_verdict_accuracy(trial: Examined, seat: str) -> MetricScore:
    """1 for the key's decision, 0 for another or none."""
    metric: Metric = "verdict_accuracy"
    record = trial.record
    if record.ending is None or not record.ending.terminated:
        reason = record.ending.reason if record.ending else "the trial goes on"
        return not_applicable(metric, f"no verdict: {reason}")
    verdict = _verdicts(record)[seat]
    said = verdict.decision or "no decision"
    detail = f"{said}; the key says {record.key.decision}"
    if verdict.brier is not None:
        detail += f"; Brier {verdict.brier:.3f} at {verdict.probability:.2f}"
    spans: tuple[ScoreSpan, ...] = ()
    if verdict.entry:
        spans = (ScoreSpan(verdict.entry, None, None, None, float(verdict.is_right), said),)
    return MetricScore(metric, float(verdict.is_right), None, 1, detail, spans)


def predict(
    file: CaseFile, trial: Trial, seat: str = "judge", group: str = ""
) -> Prediction | None:
    """A seat's verdict as an item of a run; None where the trial ended without one."""
    verdict = score_verdicts(file, trial).get(seat)
    if verdict is None:
        return None
    words = file.case.decisions
    decided = {words.for_prosecution: True, words.for_defence: False}.get(verdict.decision or "")
    truth = file.key.decision == words.for_prosecution
    return Prediction(file.case.id, truth, decided, verdict.probability, group or file.case.id)


def summarise_verdicts(
    predictions: Sequence[Prediction],
    baselines: Mapping[str, Sequence[Prediction]] | None = None,
    *,
    seed: int = 0,
) -> RunVerdicts:
    """Balanced accuracy, Brier score and skill of a run, with intervals over groups of cases."""
    clusters = _clusters(predictions)
    counts = list(clusters.values())
    totals = [sum(column) for column in zip(*counts, strict=True)] if counts else [0.0] * 6
    skill = {}
    for name, theirs in (baselines or {}).items():
        shared = {each.case for each in predictions} & {each.case for each in theirs}
        ours = _clusters([each for each in predictions if each.case in shared])
        against = _clusters([each for each in theirs if each.case in shared])
        if ours and ours.keys() == against.keys():
            pairs = [against[group] for group in ours]
            skill[name] = compare_paired(list(ours.values()), pairs, _balanced, seed=seed)
    ranked = [(c.second, name) for name, c in skill.items() if c.second is not None]
    return RunVerdicts(
        n=len(predictions),
        undecided=sum(each.decided is None for each in predictions),
        balanced_accuracy=_interval(counts, _balanced, seed),
        recalls={
            "prosecution": _recall(totals[0], totals[1]),
            "defence": _recall(totals[2], totals[3]),
        },
        brier=_interval(counts, _brier, seed),
        n_brier=round(totals[5]),
        skill=skill,
        best_baseline=max(ranked)[1] if ranked else None,
    )


def _verdicts(record: Record) -> dict[str, VerdictScore]:
    ending = record.ending
    if ending is None or not ending.terminated:
        return {}
    found = {}
    for seat, role in record.roles.items():
        if role not in ("judge", "juror"):
            continue
        kind = "deliver_verdict" if role == "judge" else "ballot"
        entries = [
            e
            for e in record.entries
            if e.seat == seat and e.code == "accepted" and e.action.kind == kind
        ]
        last = entries[-1] if entries else None
        decision = last.action.decision if last else None
        probability = last.action.probability if last else None
        if role == "judge":
            decision, probability = ending.decision, ending.probability
        found[seat] = VerdictScore(
            seat,
            decision,
            decision == record.key.decision and decision != record.case.decisions.undecided,
            probability,
            _squared(record, probability),
            last.number if last else None,
        )
    return found


def _squared(record: Record, probability: float | None) -> float | None:
    words = record.case.decisions
    truth = {words.for_prosecution: 1.0, words.for_defence: 0.0}.get(record.key.decision)
    if probability is None or truth is None:
        return None
    return (probability - truth) ** 2


def _clusters(predictions: Sequence[Prediction]) -> dict[str, list[float]]:
    """By group: right and all where the prosecution should win, the same for the defence,
    the sum of squares and how many."""
    clusters: dict[str, list[float]] = {}
    for each in sorted(predictions, key=lambda each: (each.group, each.case)):
        counts = clusters.setdefault(each.group, [0.0] * 6)
        first = 0 if each.for_prosecution else 2
        counts[first] += each.decided == each.for_prosecution
        counts[first + 1] += 1
        if each.probability is not None:
            counts[4] += (each.probability - each.for_prosecution) ** 2
            counts[5] += 1
    return clusters


def _balanced(counts: Counts) -> float | None:
    right, of, right_defence, of_defence = counts[:4]
    return (right / of + right_defence / of_defence) / 2 if of and of_defence else None


def _brier(counts: Counts) -> float | None:
    return counts[4] / counts[5] if counts[5] else None


def _interval(counts: list[list[float]], figure: Statistic, seed: int) -> Interval:
    if not counts:
        return Interval(None, None, None)
    return bca_interval(resample_clusters(counts, seed=seed), figure)


def _recall(right: float, of: float) -> tuple[int, int, tuple[float, float]]:
    return round(right), round(of), wilson(right, of)
