"""The scores of a trial to one reward a seat, from -1 to 1.

Counsel earn the mean, over the metrics that the case lets them earn, of (score - floor) /
(1 - floor): 0 is what a null agent gets for nothing, below 0 is worse than silence. Judge and
jurors earn 1 - (p - y)² on the probability that they state: it is best to state what one
believes, and no better to state nothing. The seat that a trial was cut short for earns -1 and
the others 0, since what they would have earned nobody knows.

Nothing here is for an agent to see before the end: a reward knows the key.
"""

from collections.abc import Callable
from dataclasses import dataclass

from voirdire.courtroom.engine import OTHER, Trial
from voirdire.courtroom.scoring.types import Metric, SeatScores, TrialScores
from voirdire.courtroom.types import Action, CaseFile

Score = Callable[[CaseFile, Trial], TrialScores]
SeatRewards = dict[str, float]

LEAST = -1.0
# What counsel is paid for; whether the decision was right is the judge's affair.
PAID: tuple[Metric, ...] = (
    "coherence",
    "evidence_use",
    "rebuttal",
    "hallucination_resistance",
    "protocol_adherence",
)


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
        scores = {} if is_invalid(trial) else self.score(file, trial)
        return end_rewards(file, trial, scores, outcome_weight=self.outcome_weight)


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
    if is_invalid(trial):
        assert trial.ending
        return {seat: LEAST if seat == trial.ending.seat else 0.0 for seat in trial.seats}
    rewards = {}
    for seat in trial.seats:
        if seat in OTHER:
            earned = _earned_by_counsel(file, trial, seat, scores[seat])
            outcome = _outcome(trial, seat)
            rewards[seat] = (1 - outcome_weight) * earned + outcome_weight * outcome
        else:
            rewards[seat] = _earned_by_decision(file, trial, seat)
    return rewards


def is_invalid(trial: Trial) -> bool:
    """Whether a trial was cut short for a breach, and says nothing of the seats that kept order."""
    return trial.ending is not None and trial.ending.reason == "disqualified"


def _earned_by_counsel(file: CaseFile, trial: Trial, seat: str, scores: SeatScores) -> float:
    earned = []
    for metric in PAID:
        score = scores.get(metric)
        # What has no floor, or nothing above it, can be had for nothing.
        if score is None or score.floor is None or score.floor >= 1:
            continue
        if score.value is not None:
            share = (score.value - score.floor) / (1 - score.floor)
            earned.append(min(max(share, -1.0), 1.0))
        elif _could_earn(metric, file, trial, seat):
            # Too few claims to be scored: silence must not pay better than a weak claim.
            earned.append(0.0)
    return sum(earned) / len(earned) if earned else 0.0


def _could_earn(metric: Metric, file: CaseFile, trial: Trial, seat: str) -> bool:
    """Whether the metric is not applicable by the seat's own doing."""
    if metric == "coherence":
        return file.case.language == "en"
    if metric == "evidence_use":
        return file.key.bearings is not None
    if metric == "rebuttal":
        return file.key.bearings is not None and any(
            entry.code == "accepted" and entry.seat == OTHER[seat] and entry.action.claims
            for entry in trial.entries()
        )
    return True


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
