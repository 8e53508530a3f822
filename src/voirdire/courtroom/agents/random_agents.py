"""The lowest baselines: what is legal is done, the quotations are true, and nothing is meant.

Input: an observation and a seed. Output: an action whose particulars are valid and drawn by lot.
"""

from random import Random

from voirdire.courtroom.actions import ARGUING
from voirdire.courtroom.agents.orderly import OrderlyAgent, Verdict, within_bounds
from voirdire.courtroom.agents.reading import (
    admitted_exhibits,
    draw_for,
    standing_claims,
    submittable_exhibits,
)
from voirdire.courtroom.engine import OTHER
from voirdire.courtroom.observation import Observation
from voirdire.courtroom.quoting import FEWEST_WORDS, MOST_WORDS, find_words
from voirdire.courtroom.types import CLAIMS_A_TURN, GROUNDS, Action, Claim, Kind, Ruling

_RULINGS: tuple[Ruling, Ruling] = ("sustained", "overruled")


class RandomAgent:
    """Draws the kind of its action evenly from what is legal, then the particulars.

    Speeches carry none to three random quotations from admitted exhibits. It submits only what
    it may, and decides by lot, a hung jury included.
    """

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def act(self, observation: Observation) -> Action:
        """An action drawn for this seat and turn."""
        draw = draw_for(self._seed, observation)
        kinds: list[Kind] = [
            kind
            for kind in observation.legal_actions
            if kind != "submit_evidence" or submittable_exhibits(observation)
        ]
        kind: Kind = draw.choice(kinds) if kinds else "decline"
        return within_bounds(_particulars(kind, observation, draw))


def _particulars(kind: Kind, observation: Observation, draw: Random) -> Action:
    seat = observation.seat
    if kind == "submit_evidence":
        chosen = draw.choice(submittable_exhibits(observation))
        return Action(kind, seat=seat, exhibit=chosen.id)
    if kind == "object":
        target = draw.choice(observation.objectionable)
        return Action(kind, seat=seat, target=target, ground=draw.choice(GROUNDS))
    if kind == "rule_on_objection":
        return Action(kind, seat=seat, ruling=draw.choice(_RULINGS))
    if kind in ("deliver_verdict", "ballot"):
        words = observation.decisions
        open_to_it = words.all if kind == "deliver_verdict" else words.all[:2]
        decision = observation.jury_decision or draw.choice(open_to_it)
        return Action(kind, seat=seat, decision=decision, probability=round(draw.random(), 3))
    claims: tuple[Claim, ...] = ()
    if kind in ARGUING:
        claims = _random_claims(observation, draw, draw.randint(0, CLAIMS_A_TURN))
    return Action(kind, seat=seat, claims=claims)


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
        return _random_claims(observation, draw_for(self._seed, observation), CLAIMS_A_TURN)

    def rule(self, observation: Observation) -> Ruling:
        """Either way, by lot."""
        return draw_for(self._seed, observation).choice(_RULINGS)

    def decide(self, observation: Observation) -> Verdict:
        """For either side, by lot."""
        probability = round(draw_for(self._seed, observation).random(), 3)
        words = observation.decisions
        decision = words.for_prosecution if probability > 0.5 else words.for_defence
        return Verdict(decision, probability, "")


def _random_claims(observation: Observation, draw: Random, most: int) -> tuple[Claim, ...]:
    """Up to `most` claims that quote admitted exhibits; fewer when none is long enough."""
    exhibits = [each for each in admitted_exhibits(observation).values() if each.content]
    if not exhibits or not observation.issues:
        return ()
    other = OTHER[observation.seat]
    targets = [each.id for each in standing_claims(observation) if each.seat == other]
    claims = []
    for _ in range(most):
        exhibit = draw.choice(exhibits)
        quotation = _random_quotation(exhibit.content, draw)
        if quotation:
            issue = draw.choice(observation.issues).id
            target = draw.choice(targets) if targets else None
            claims.append(Claim(issue, exhibit.id, quotation, target=target))
    return tuple(claims)


def _random_quotation(content: str, draw: Random) -> str | None:
    """A run of 5 to 30 words; None from a content of fewer than 5."""
    words = find_words(content)
    if len(words) < FEWEST_WORDS:
        return None
    length = draw.randint(FEWEST_WORDS, min(MOST_WORDS, len(words)))
    first = draw.randrange(len(words) - length + 1)
    return content[words[first][0] : words[first + length - 1][1]]
