"""Scores of trials to one row an agent, part and metric: mean, interval, floor, what is left out.

What an agent does as counsel and as a judge is not one thing, and has rows of its own. Intervals
are bootstrapped over groups of cases (BCa): the matches of one case stand or fall together, as do
a translation and its original, and the articles of one judgment. What is not applicable is
counted and never averaged in.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from voirdire.courtroom.scoring.baselines import group_of
from voirdire.courtroom.scoring.types import METRICS, Metric, SeatScores
from voirdire.courtroom.scoring.verdicts import Prediction, predict, score_verdicts
from voirdire.courtroom.tried import TriedCase
from voirdire.courtroom.types import CaseFile
from voirdire.scoring.bootstrap import Counts, Interval, bca_interval, resample_clusters

Part = Literal["counsel", "judge", "juror"]


@dataclass(frozen=True, slots=True)
class Standing:
    """A metric of an agent in one part over its trials.

    `mean` over the `n` trials in which it is applicable, of `cases` cases in `groups` groups;
    `floor` the mean floor of the same trials, None for verdict accuracy: its floor is one of
    balanced accuracy, which only a run has (`scoring.verdicts.summarise_verdicts`). `left_out`
    counts the trials in which it is not applicable.
    """

    agent: str
    part: Part
    metric: Metric
    mean: Interval
    floor: float | None
    n: int
    cases: int
    groups: int
    left_out: int


@dataclass(frozen=True, slots=True)
class Rated:
    """What one agent scored in one trial of a case, on the metrics of its seat.

    `group`: cases of one stand or fall together.
    """

    agent: str
    part: Part
    case_id: str
    group: str
    scores: SeatScores


def rate_trial(one: TriedCase, names: Mapping[str, str], seats: Sequence[str]) -> list[Rated]:
    """What a trial says of those of the seats of which it says anything, by their names.

    Where a seat was disqualified, that is it alone: breaking off a trial that goes badly is not
    worth more than losing it.
    """
    ending = one.trial.ending
    if ending and one.trial.is_invalid:
        seats = [seat for seat in seats if seat == ending.seat]
    case_id, group = one.trial.case.id, _cluster_of(one.file)
    return [
        Rated(names[seat], part_of(one, seat), case_id, group, own_scores(one, seat))
        for seat in seats
    ]


def own_scores(one: TriedCase, seat: str) -> SeatScores:
    """The scores of a seat, with its verdict accuracy as what its agent itself decided.

    0 where the judge or the juror was disqualified, or where its own verdict or last ballot
    stands in for a model without an answer. Not applicable for a judge who pronounces what a
    jury of such ballots found: neither it nor anybody else has decided that.
    """
    scores = one.scores[seat]
    verdict, ending = scores.get("verdict_accuracy"), one.trial.ending
    if verdict is None or ending is None:
        return scores
    given = score_verdicts(one.file, one.trial).get(seat)
    if one.trial.is_invalid and ending.seat == seat:
        detail = "disqualified before a verdict, which is a wrong one"
        own = replace(verdict, value=0.0, n=1, detail=detail, spans=())
    elif given and given.entry and one.stands_in(given.entry):
        detail = f"{verdict.detail}; it stands in for a model without an answer, which is wrong"
        own = replace(verdict, value=0.0, n=1, detail=detail, spans=())
    elif one.trial.roles[seat] == "judge" and one.verdict_stands_in:
        detail = "the ballots of the jury stand in for models without an answer"
        own = replace(verdict, value=None, n=0, detail=detail, spans=())
    else:
        return scores
    return {**scores, "verdict_accuracy": own}


def _cluster_of(file: CaseFile) -> str:
    """What scores are drawn by: a written case with its translations, else a judgment.

    Written cases of one metadata, which `group_of` puts together for the verdicts, are of other
    facts and other exhibits.
    """
    if file.key.bearings is None:
        return group_of(file)
    return file.case.id.removesuffix(f"-{file.case.language}")


def part_of(one: TriedCase, seat: str) -> Part:
    """What a seat of a trial is measured as."""
    role = one.trial.roles[seat]
    return "counsel" if role == "prosecution" or role == "defence" else role


def judged_verdict(one: TriedCase) -> Prediction | None:
    """The verdict of a trial as an item of a run.

    Undecided, which is wrong, where its judge was disqualified or the verdict is no model's but
    the safest action; None where the trial ended without one.
    """
    group, ending = group_of(one.file), one.trial.ending
    broken_off = one.trial.is_invalid and ending is not None and ending.seat == "judge"
    given = predict(one.file, one.trial, group=group)
    if broken_off or (given and one.verdict_stands_in):
        truth = one.file.key.decision == one.file.case.decisions.for_prosecution
        return Prediction(one.file.case.id, truth, None, None, group)
    return given


def rank_agents(rated: Iterable[Rated]) -> tuple[Standing, ...]:
    """The standings of every agent in every part, in order of first appearance."""
    by_part: dict[tuple[str, Part], list[Rated]] = defaultdict(list)
    for each in rated:
        by_part[each.agent, each.part].append(each)
    return tuple(
        _standing(metric, [each for each in held if metric in each.scores])
        for held in by_part.values()
        for metric in METRICS
        if any(metric in each.scores for each in held)
    )


def _standing(metric: Metric, rated: Sequence[Rated]) -> Standing:
    """The row of one agent in one part, of what it was rated in."""
    used = [each for each in rated if each.scores[metric].value is not None]
    groups: dict[str, list[float]] = defaultdict(list)
    for each in used:
        groups[each.group].append(each.scores[metric].value or 0.0)
    values: list[Counts] = [(sum(group), float(len(group))) for group in groups.values()]
    found = [each.scores[metric].floor for each in used]
    floors = [] if metric == "verdict_accuracy" else [each for each in found if each is not None]
    mean = bca_interval(resample_clusters(values), _mean) if values else Interval(None, None, None)
    return Standing(
        rated[0].agent,
        rated[0].part,
        metric,
        mean,
        sum(floors) / len(floors) if floors else None,
        len(used),
        len({each.case_id for each in used}),
        len(groups),
        len(rated) - len(used),
    )


def _mean(totals: Counts) -> float | None:
    total, n = totals
    return total / n if n else None
