"""A trial to its scores: the metrics of each seat, each beside its floor.

Pure: the same case file and trial give the same scores, in any thread.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from voirdire.courtroom.engine import Trial
from voirdire.courtroom.scoring.coherence import score_coherence
from voirdire.courtroom.scoring.evidence import (
    score_evidence_use,
    score_hallucination_resistance,
)
from voirdire.courtroom.scoring.examined import Examined, examine, not_applicable
from voirdire.courtroom.scoring.protocol import score_protocol_adherence
from voirdire.courtroom.scoring.rebuttal import score_rebuttal
from voirdire.courtroom.scoring.types import METRICS_OF, Metric, MetricScore, TrialScores
from voirdire.courtroom.scoring.verdicts import score_verdict_accuracy
from voirdire.courtroom.types import CaseFile

FloorKind = Literal["random_quotes", "not_applicable", "silent_counsel", "chance"]
# By seat, what agents that know nothing reached in a trial of this case.
Floors = Mapping[str, Mapping[Metric, float]]


@dataclass(frozen=True, slots=True)
class FloorTerm:
    """What a metric is worth without skill. `value` None: it must be played to be known."""

    kind: FloorKind
    value: float | None
    meaning: str


FLOORS: dict[Metric, FloorTerm] = {
    "verdict_accuracy": FloorTerm("chance", 0.5, "balanced accuracy of one answer to every case"),
    "coherence": FloorTerm(
        "not_applicable", None, "who proves nothing has no score (0 where a number is needed)"
    ),
    "evidence_use": FloorTerm(
        "random_quotes", None, "an agent that quotes at random, within the same budget of claims"
    ),
    "rebuttal": FloorTerm(
        "random_quotes", None, "an agent that quotes at random, within the same budget of claims"
    ),
    "hallucination_resistance": FloorTerm(
        "not_applicable", None, "who proves nothing has no score (0 where a number is needed)"
    ),
    "protocol_adherence": FloorTerm("silent_counsel", 0.0, "a seat that does nothing"),
}
_METRICS: dict[Metric, Callable[[Examined, str], MetricScore]] = {
    "verdict_accuracy": score_verdict_accuracy,
    "coherence": score_coherence,
    "evidence_use": score_evidence_use,
    "rebuttal": score_rebuttal,
    "hallucination_resistance": score_hallucination_resistance,
    "protocol_adherence": score_protocol_adherence,
}


def score_trial(file: CaseFile, trial: Trial, floors: Floors | None = None) -> TrialScores:
    """The metrics of every seat of a trial (`METRICS_OF` its role), at its end or before.

    Where a seat was disqualified the trial is no measure of the others: their scores are not
    applicable, and say so. A trial cut at its step limit is scored as far as it
    went.

    Args:
        file: The case with its key.
        trial: A trial of that case.
        floors: Floors that were played for; they go before those of `FLOORS`.

    Raises:
        CaseError: the trial is of another case.
    """
    examined = examine(file, trial)
    return {
        seat: {metric: _score(examined, seat, metric, floors or {}) for metric in METRICS_OF[role]}
        for seat, role in trial.roles.items()
    }


def _score(examined: Examined, seat: str, metric: Metric, floors: Floors) -> MetricScore:
    out = examined.record.disqualified
    if out not in (None, seat):
        return not_applicable(metric, f"invalid: {out} was disqualified")
    score = _METRICS[metric](examined, seat)
    floor = floors.get(seat, {}).get(metric, FLOORS[metric].value)
    return replace(score, floor=floor)
