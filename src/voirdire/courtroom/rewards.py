"""The scores of a trial to one reward a seat, from -1 to 1.

Counsel earn the mean of evidence use and rebuttal above their floors, (score - floor) / (1 -
floor): 0 is what quoting at random gets. Half of what coherence, hallucination resistance and
protocol adherence each lack to 1 is taken off. They are never paid for themselves: that would pay
whoever reads the record out, or speaks in order and proves nothing. And who stays under the claims
that a score of the first two needs lacks all of both, so that none is spared by saying little.
Where nobody wrote an issue map, protocol adherence is what is paid. Below 0 all is divided, so that
the least is -1 and each step towards 0 still counts.

Judge and jurors earn 1 - (p - y)² on the probability that they state: it is best to state what one
believes, and no better to state nothing. The seat that a trial was cut short for earns -1 and
the others 0, since what they would have earned nobody knows.

Nothing here is for an agent to see before the end: a reward knows the key.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from statistics import fmean

from voirdire.courtroom.engine import OTHER, Trial
from voirdire.courtroom.floors import floors_for
from voirdire.courtroom.scoring.trial import score_trial
from voirdire.courtroom.scoring.types import Metric, MetricScore, SeatScores, TrialScores
from voirdire.courtroom.types import Action, CaseFile, Options

Score = Callable[[CaseFile, Trial], TrialScores]
SeatRewards = dict[str, float]

LEAST = -1.0
_PAID: tuple[Metric, ...] = ("evidence_use", "rebuttal")
# Not applicable to a seat that proved too little for it.
_OF_WHAT_IS_PROVEN: tuple[Metric, ...] = ("coherence", "hallucination_resistance")
_SHARE_TAKEN_OFF = 0.5
# What is below 0 is divided by this: -1 paid, and a half for each of three. Cut off at -1 instead,
# silence would be as good as a first claim, and a learner that begins there would learn nothing.
_MOST_LOST = 2.5


@dataclass(frozen=True, slots=True)
class Rewards:
    """How an environment rewards.

    `score` scores a trial with the floors of its case and options. `outcome_weight`, 0 to 1,
    is the share of counsel's reward that the decision makes, 1 for its own side and -1 against:
    that rewards persuasion, not truth. `shaped` hands a reward out as it is earned.
    """

    score: Score
    outcome_weight: float = 0.0
    shaped: bool = False

    def at(self, file: CaseFile, trial: Trial) -> SeatRewards:
        """What each seat has earned in the trial so far: at the end, its reward.

        The potential that a shaped reward is a difference of. It is 0 before the first action,
        so the shaped rewards of a trial add up to the reward at its end. A judge or juror
        has earned nothing before the end: a juror who was paid for a ballot would know the
        answer at the next.
        """
        if trial.ending is None and not (self.shaped and len(trial)):
            return dict.fromkeys(trial.seats, 0.0)
        scores = {} if trial.is_invalid else self.score(file, trial)
        return end_rewards(file, trial, scores, outcome_weight=self.outcome_weight)


def rewards_for(
    file: CaseFile,
    options: Options | None = None,
    *,
    outcome_weight: float = 0.0,
    shaped: bool = False,
) -> Rewards:
    """Rewards by the scores of this package above the floors of a case, which are played once."""
    score = partial(score_trial, floors=floors_for(file, options))
    return Rewards(score, outcome_weight, shaped)


def end_rewards(
    file: CaseFile, trial: Trial, scores: TrialScores, *, outcome_weight: float = 0.0
) -> SeatRewards:
    """The reward of every seat.

    Args:
        file: The case with its key.
        trial: The trial, over or not.
        scores: Its scores; of a trial that was cut short for a breach they are not looked at.
        outcome_weight: As in `Rewards`.
    """
    if trial.is_invalid:
        assert trial.ending
        return {seat: LEAST if seat == trial.ending.seat else 0.0 for seat in trial.seats}
    rewards = {}
    for seat in trial.seats:
        if seat in OTHER:
            earned = _earned_by_counsel(file, scores[seat])
            outcome = _outcome(trial, seat)
            rewards[seat] = (1 - outcome_weight) * earned + outcome_weight * outcome
        else:
            rewards[seat] = _earned_by_decision(file, trial, seat)
    return rewards


def _earned_by_counsel(file: CaseFile, scores: SeatScores) -> float:
    if file.key.bearings is None:
        paid = [scores["protocol_adherence"].value or 0.0]
        # Without a map coherence rests on values, which a record may not have; that nothing
        # was proved, on the seat.
        unproven = scores["hallucination_resistance"].value is None
        lacking = [_lacking(scores["coherence"])]
        lacking.append(1.0 if unproven else _lacking(scores["hallucination_resistance"]))
    else:
        above = (_above_floor(scores[metric]) for metric in _PAID)
        paid = [each for each in above if each is not None] or [0.0]
        lacking = [_lacking(scores["protocol_adherence"]), *_lacking_proof(scores)]
    earned = fmean(paid) - _SHARE_TAKEN_OFF * sum(lacking)
    return earned if earned >= 0 else earned / _MOST_LOST


def _lacking(score: MetricScore) -> float:
    return 0.0 if score.value is None else 1 - score.value


def _lacking_proof(scores: SeatScores) -> list[float]:
    """What counsel lack of coherence and hallucination resistance, where there is an issue map.

    All of both, if what they proved is too little for coherence: else a false claim, which counts
    for hallucination resistance, would pay as the last that this needs to be scored. Nothing
    unless evidence use applies: there was nothing to prove.
    """
    proved_too_little = scores["coherence"].value is None
    if proved_too_little and scores["evidence_use"].value is not None:
        return [1.0] * len(_OF_WHAT_IS_PROVEN)
    return [_lacking(scores[metric]) for metric in _OF_WHAT_IS_PROVEN]


def _above_floor(score: MetricScore) -> float | None:
    floor = score.floor or 0.0
    if score.value is None or floor >= 1:
        return None
    return max((score.value - floor) / (1 - floor), LEAST)


def _outcome(trial: Trial, seat: str) -> float:
    decision = trial.ending.decision if trial.ending else None
    words = trial.case.decisions
    if decision not in (words.for_prosecution, words.for_defence):
        return 0.0
    own = words.for_prosecution if seat == "prosecution" else words.for_defence
    return 1.0 if decision == own else -1.0


def _earned_by_decision(file: CaseFile, trial: Trial, seat: str) -> float:
    given = _last_decision(trial, seat) if trial.ending else None
    if given is None:
        return 0.0
    words, truth = file.case.decisions, file.key.decision
    if given.probability is None or truth not in (words.for_prosecution, words.for_defence):
        return 1.0 if given.decision == truth else 0.0
    return 1 - (given.probability - (truth == words.for_prosecution)) ** 2


def _last_decision(trial: Trial, seat: str) -> Action | None:
    for entry in reversed(trial.entries()):
        if entry.seat == seat and entry.code == "accepted" and entry.action.decision is not None:
            return entry.action
    return None
