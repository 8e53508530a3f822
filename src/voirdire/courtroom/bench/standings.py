"""Scores of trials to one row an agent and metric: mean, interval, floor, and what is left out.

The unit is the case: intervals are bootstrapped over cases (BCa), since the matches of one case
stand or fall together. What is not applicable is counted and never averaged in.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from voirdire.courtroom.scoring.types import METRICS, Metric, MetricScore, SeatScores
from voirdire.courtroom.tried import TriedCase
from voirdire.scoring.bootstrap import Counts, Interval, bca_interval, resample_clusters


@dataclass(frozen=True, slots=True)
class Standing:
    """A metric of an agent over its trials.

    `mean` over the `n` trials in which it is applicable, of `cases` cases; `floor` the mean
    floor of the same trials; `left_out` counts those in which it is not applicable.
    """

    agent: str
    metric: Metric
    mean: Interval
    floor: float | None
    n: int
    cases: int
    left_out: int


@dataclass(frozen=True, slots=True)
class Rated:
    """What one agent scored in one trial of a case, on the metrics of its seat."""

    agent: str
    case_id: str
    scores: SeatScores


def rate_trial(one: TriedCase, names: Mapping[str, str], seats: Sequence[str]) -> list[Rated]:
    """What a trial says of those of the seats of which it says anything, by their names.

    Where a seat was disqualified, that is it alone, at its own scores: breaking off a trial
    that goes badly is not worth more than losing it. The verdict that its judge then never
    gave is a wrong one.
    """
    case_id, ending = one.trial.case.id, one.trial.ending
    if not one.trial.is_invalid or ending is None:
        return [Rated(names[seat], case_id, one.scores[seat]) for seat in seats]
    if ending.seat is None or ending.seat not in seats:
        return []
    scores = dict(one.scores[ending.seat])
    verdict = scores.get("verdict_accuracy")
    if verdict and verdict.value is None:
        scores["verdict_accuracy"] = replace(verdict, value=0.0, n=1)
    return [Rated(names[ending.seat], case_id, scores)]


def rank_agents(rated: Iterable[Rated]) -> tuple[Standing, ...]:
    """The standings of every agent, in order of first appearance."""
    scores: dict[tuple[str, Metric], dict[str, list[MetricScore]]] = {}
    for each in rated:
        for metric, score in each.scores.items():
            by_case = scores.setdefault((each.agent, metric), defaultdict(list))
            by_case[each.case_id].append(score)
    agents = dict.fromkeys(agent for agent, _ in scores)
    return tuple(
        _standing(agent, metric, list(scores[agent, metric].values()))
        for agent in agents
        for metric in METRICS
        if (agent, metric) in scores
    )


def _standing(agent: str, metric: Metric, cases: list[list[MetricScore]]) -> Standing:
    held = [[each for each in case if each.value is not None] for case in cases]
    used = [case for case in held if case]
    values: list[Counts] = [
        (sum(each.value or 0.0 for each in case), float(len(case))) for case in used
    ]
    floors = [each.floor for case in used for each in case if each.floor is not None]
    n = sum(map(len, used))
    mean = bca_interval(resample_clusters(values), _mean) if values else Interval(None, None, None)
    return Standing(
        agent,
        metric,
        mean,
        sum(floors) / len(floors) if floors else None,
        n,
        len(used),
        sum(map(len, cases)) - n,
    )


def _mean(totals: Counts) -> float | None:
    total, n = totals
    return total / n if n else None
