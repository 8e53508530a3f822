"""Agents and written cases to how far each stands above the floor of each metric.

Each agent plays one seat at a time against prepared counsel and a prepared judge; counsel plays
both sides. Not applicable counts as the floor here and nowhere else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from voirdire.courtroom.agents.attacks import ATTACKS
from voirdire.courtroom.agents.prepared import PreparedAgent
from voirdire.courtroom.agents.registry import open_agent, seats_for
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.floors import floors_for
from voirdire.courtroom.run import run_trial
from voirdire.courtroom.scoring.trial import score_trial
from voirdire.courtroom.scoring.types import METRICS, METRICS_OF, Metric
from voirdire.courtroom.types import SIDES, CaseFile, Role
from voirdire.scoring.bootstrap import Counts, Interval, bca_interval, resample_clusters

MOST_OF_AN_ATTACK = 0.05
LEAST_OF_COUNSEL = 0.20
# Order is measured on counsel, who have more than a ruling and a verdict to do.
_MEASURED: Mapping[Role, tuple[Metric, ...]] = {**METRICS_OF, "judge": ("verdict_accuracy",)}


@dataclass(frozen=True, slots=True)
class AboveFloor:
    """An agent on a metric: its mean above the floor over cases, with the mean floor."""

    agent: str
    metric: Metric
    floor: float
    above: Interval
    cases: int


def attacked_metrics() -> tuple[tuple[str, Metric], ...]:
    """Every attack with every metric that it attacks."""
    return tuple(
        (name, metric)
        for name, each in ATTACKS.items()
        for metric in METRICS
        if metric in each.metrics
    )


def measure_above_floor(
    name: str, files: Sequence[CaseFile], *, seed: int = 101
) -> dict[Metric, AboveFloor]:
    """Play an agent on every case, in each of the seats that it is for; a row a metric.

    The seed is none of those that the floors are played with.

    Raises:
        UnknownAgentError: there is no agent of that name.
    """
    prepared = PreparedAgent(files)
    agent = open_agent(name, seed=seed, case_files=files)
    above: dict[Metric, list[Counts]] = {}
    floors: dict[Metric, list[float]] = {}
    for file in files:
        held = floors_for(file)
        gained: dict[Metric, list[float]] = {}
        for seat in seats_for(name):
            trial = Trial(file.case, seed=seed)
            run_trial(trial, dict.fromkeys((*SIDES, "judge"), prepared) | {seat: agent})
            scores = score_trial(file, trial, held)[seat]
            for metric in _MEASURED[trial.roles[seat]]:
                score = scores[metric]
                # Where the floor is not applicable, a number is needed.
                floor, value = score.floor or 0.0, score.value
                floors.setdefault(metric, []).append(floor)
                gained.setdefault(metric, []).append(0.0 if value is None else value - floor)
        for metric, each in gained.items():
            above.setdefault(metric, []).append((sum(each), float(len(each))))
    return {
        metric: AboveFloor(
            name,
            metric,
            fmean(floors[metric]),
            bca_interval(resample_clusters(counts), _mean),
            len(counts),
        )
        for metric, counts in above.items()
    }


def _mean(totals: Counts) -> float:
    return totals[0] / totals[1]
