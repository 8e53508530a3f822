"""The order of a trial, kept: which action a seat takes when, whatever it has to say.

Input: an observation. Output: an action that the protocol allows. What is claimed, submitted,
objected to, ruled and decided is for the subclasses to say.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace

from voirdire.courtroom.actions import MAX_TEXT
from voirdire.courtroom.agents.reading import (
    admitted_exhibits,
    find_issue,
    standing_claims,
    submittable_exhibits,
)
from voirdire.courtroom.observation import Observation
from voirdire.courtroom.types import CLAIMS_A_TURN, Action, Claim, Exhibit, Ruling


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a judge or a juror makes of a case, with the probability that the prosecution wins."""

    decision: str
    probability: float
    reasons: str


class OrderlyAgent(ABC):
    """Plays every seat in the order of the protocol.

    Counsel opens, submits what it has to submit, argues until it has no claim left, and sums
    up; an objection comes before its turn. A subclass says what; none keeps anything from one
    turn to the next, so one object may play many trials at once.
    """

    name: str

    def act(self, observation: Observation) -> Action:
        """The action of the seat that the observation is of."""
        legal = observation.legal_actions
        action = Action("decline")
        if "rule_on_objection" in legal:
            action = Action("rule_on_objection", ruling=self.rule(observation))
        elif "deliver_verdict" in legal:
            action = self._deliver(observation)
        elif "ballot" in legal:
            found = self.decide(observation)
            action = Action(
                "ballot", found.reasons, decision=found.decision, probability=found.probability
            )
        elif "respond_to_objection" in legal:
            action = self.answer_objection(observation)
        elif legal:
            objection = self.object_to(observation) if "object" in legal else None
            action = objection or self.plead(observation)
        return within_bounds(replace(action, seat=observation.seat))

    def plead(self, observation: Observation) -> Action:
        """What counsel does with its turn when there is nothing to object to."""
        phase = observation.phase
        if phase == "evidence":
            chosen = self.choose_exhibit(observation)
            if chosen:
                return Action("submit_evidence", exhibit=chosen.id)
        claims = self.claim(observation)
        if phase == "closing":
            claims = claims or sum_up(observation)
        text = self.speak(observation, claims)
        if phase == "closing":
            return Action("summarize_case", text, claims=claims)
        if not claims and phase != "opening":
            return Action("decline")
        answers = phase != "opening" and all(each.target for each in claims)
        return Action("cross_examine" if answers else "present_argument", text, claims=claims)

    def _deliver(self, observation: Observation) -> Action:
        found = self.decide(observation)
        # With a jury the judge gives what it found.
        decision = observation.jury_decision or found.decision
        return Action(
            "deliver_verdict", found.reasons, decision=decision, probability=found.probability
        )

    def choose_exhibit(self, observation: Observation) -> Exhibit | None:
        """What to submit next; all that it may, unless a subclass chooses."""
        return next(iter(submittable_exhibits(observation)), None)

    def speak(self, observation: Observation, claims: tuple[Claim, ...]) -> str:
        """The words that go with the claims: each question, and the exhibits that answer it.

        They are the case's own words, so that they are in its language; what is quoted stands in
        the claims. Without claims, the charge.
        """
        exhibits = admitted_exhibits(observation)
        cited: dict[str, list[str]] = {}
        for claim in claims:
            issue = find_issue(observation, claim.issue)
            title = exhibits[claim.exhibit].title if claim.exhibit in exhibits else claim.exhibit
            titles = cited.setdefault(issue.question if issue else claim.issue, [])
            if title not in titles:
                titles.append(title)
        lines = [f"{question} {'; '.join(titles)}." for question, titles in cited.items()]
        return "\n".join(lines) or observation.charge

    def object_to(self, observation: Observation) -> Action | None:
        """An objection to an entry of the other side; None when there is no cause."""
        return None

    def answer_objection(self, observation: Observation) -> Action:
        """What counsel says to an objection of the other side."""
        return Action("respond_to_objection", observation.charge)

    @abstractmethod
    def claim(self, observation: Observation) -> tuple[Claim, ...]:
        """At most three claims on admitted exhibits; none when there is nothing new to say."""

    @abstractmethod
    def rule(self, observation: Observation) -> Ruling:
        """How a judge rules on the objection before it."""

    @abstractmethod
    def decide(self, observation: Observation) -> Verdict:
        """How a judge or a juror decides."""


def within_bounds(action: Action) -> Action:
    """The action as `parse_action` takes it, however long the texts are that a case gave it.

    A speech is cut. A claim is left out: part of a quotation is not what was to be claimed.
    """
    claims = tuple(each for each in action.claims if len(each.quotation or "") <= MAX_TEXT)
    return replace(action, text=action.text[:MAX_TEXT], claims=claims)


def sum_up(observation: Observation) -> tuple[Claim, ...]:
    """What a side has claimed that may still be cited: the first claim on each of three issues."""
    exhibits = admitted_exhibits(observation)
    first: dict[str, Claim] = {}
    for said in standing_claims(observation):
        if said.seat == observation.seat and said.claim.exhibit in exhibits:
            first.setdefault(said.claim.issue, replace(said.claim, target=None))
    return tuple(first.values())[:CLAIMS_A_TURN]
