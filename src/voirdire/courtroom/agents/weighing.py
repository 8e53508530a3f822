"""Weights of the two sides on each issue to a decision, by the burden of proof.

Input: what each side has shown on each issue, as numbers. Output: the decision, the probability
that the prosecution should win, and the share of the weight that is its own on each issue.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from voirdire.courtroom.observation import Observation
from voirdire.courtroom.types import Side

Weights = Mapping[str, Mapping[Side, float]]

# What both sides are taken to have shown before a word is said.
_PRIOR = 0.5
# Shares differ little: three quarters of the weight is as good as certain.
_SCALE = 2.0
_SUREST = 0.98


@dataclass(frozen=True, slots=True)
class Weighed:
    """A decision, and by issue the share of the weight that is the prosecution's."""

    decision: str
    probability: float
    shares: Mapping[str, float]


def weigh_case(observation: Observation, weights: Weights, leaning: float = 0.0) -> Weighed:
    """Decide a case by the mean of the shares.

    The issues are weighed together: each rests on a few passages, and what is shown on one
    says something of the others. Even weights go against the side that has the burden on the
    first issue. `leaning` is what a decider needs more, or below 0 less, than half.
    """
    shares = {each.id: _share(weights.get(each.id, {})) for each in observation.issues}
    mean = sum(shares.values()) / len(shares) if shares else 0.5
    margin = mean - 0.5 - leaning
    burden = observation.issues[0].burden if observation.issues else "prosecution"
    won = margin > 0 or (margin == 0 and burden == "defence")
    words = observation.decisions
    return Weighed(
        words.for_prosecution if won else words.for_defence,
        round(min(max(0.5 + _SCALE * margin, 1 - _SUREST), _SUREST), 3),
        shares,
    )


def _share(weights: Mapping[Side, float]) -> float:
    prosecution = weights.get("prosecution", 0.0) + _PRIOR
    defence = weights.get("defence", 0.0) + _PRIOR
    return prosecution / (prosecution + defence)
