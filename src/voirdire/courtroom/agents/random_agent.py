"""The lowest baseline: any legal action, with particulars that are valid and mean nothing."""

from random import Random

from voirdire.courtroom.agents.quotations import random_claims
from voirdire.courtroom.agents.reading import draw_for, submittable_exhibits
from voirdire.courtroom.observation import Observation
from voirdire.courtroom.types import CLAIMS_A_TURN, GROUNDS, Action, Claim, Kind, Ruling

_CLAIMING = frozenset(
    {"present_argument", "cross_examine", "respond_to_objection", "summarize_case"}
)
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
        return _particulars(kind, observation, draw)


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
    if kind in _CLAIMING:
        claims = random_claims(observation, draw, draw.randint(0, CLAIMS_A_TURN))
    return Action(kind, seat=seat, claims=claims)
