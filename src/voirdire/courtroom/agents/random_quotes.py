"""The floor of evidence use and rebuttal: all that is allowed is done, and nothing is meant."""

from voirdire.courtroom.agents.orderly import Finding, OrderlyAgent
from voirdire.courtroom.agents.quotations import random_claims
from voirdire.courtroom.agents.reading import draw_for
from voirdire.courtroom.observation import Observation
from voirdire.courtroom.types import CLAIMS_A_TURN, Claim, Ruling


class RandomQuoteAgent(OrderlyAgent):
    """Submits all it may and fills every turn with three random true quotations.

    Each names a random issue and answers a random claim of the other side: the parrot that
    keeps to the budget. What an honest advocate scores must stand above it.
    """

    name = "random-quotes"

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def claim(self, observation: Observation) -> tuple[Claim, ...]:
        """Three random quotations, as far as the admitted exhibits give any."""
        return random_claims(observation, draw_for(self._seed, observation), CLAIMS_A_TURN)

    def rule(self, observation: Observation) -> Ruling:
        """Either way, by lot."""
        return draw_for(self._seed, observation).choice(("sustained", "overruled"))

    def find(self, observation: Observation) -> Finding:
        """For either side, by lot."""
        probability = round(draw_for(self._seed, observation).random(), 3)
        words = observation.decisions
        decision = words.for_prosecution if probability > 0.5 else words.for_defence
        return Finding(decision, probability, "")
