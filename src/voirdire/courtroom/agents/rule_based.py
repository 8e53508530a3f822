"""Counsel, judge and juror by rules, from what every seat may read and nothing else.

Counsel quotes the passages that share rare words with an issue's question, its own exhibits
first, and answers the other side's claims on the same issue. Judge and jurors hold every
quotation against the exhibit that it cites and weigh what is left. No model, no key to the case.
"""

import re
from collections.abc import Sequence
from random import Random

from voirdire.courtroom.agents.cues import find_ground
from voirdire.courtroom.agents.orderly import OrderlyAgent, Verdict
from voirdire.courtroom.agents.passages import (
    Passage,
    Question,
    find_stems,
    rank_passages,
    read_exhibits,
)
from voirdire.courtroom.agents.reading import (
    Said,
    admitted_exhibits,
    find_issue,
    quoted_span,
    side_of,
    standing_claims,
    unanswered_claims,
)
from voirdire.courtroom.agents.weighing import Weighed, weigh_case
from voirdire.courtroom.engine import OTHER
from voirdire.courtroom.observation import Observation
from voirdire.courtroom.types import (
    CLAIMS_A_TURN,
    Action,
    Claim,
    Entry,
    Exhibit,
    Ground,
    Issue,
    Ruling,
    Side,
)

# How readily counsel quotes an exhibit: its own, a joint one, the other side's.
_OWN, _JOINT, _OTHERS = 1.5, 1.0, 0.2
# An answered claim weighs less, and a quotation no more than its words have to do with the issue.
_ANSWERED = 0.6
# A juror notices so much of what is said, and leans so far; how far others may move it a round.
_NOTICED = 0.7
_LEANING = 0.03
_MOVED = 0.1
_CLAIM_ID = re.compile(r"\b\d{1,5}\.\d{1,2}\b")
_MOST_REASONS = 12


class RuleBasedAgent(OrderlyAgent):
    """Competent by public information. `seed` only sets apart jurors and breaks no tie."""

    name = "rules"

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    # Counsel

    def claim(self, observation: Observation) -> tuple[Claim, ...]:
        """Answers to the other side's latest claims, then the best passages not yet used."""
        claims = standing_claims(observation)
        exhibits = admitted_exhibits(observation)
        used = _used_spans(observation.seat, claims, exhibits)
        made: list[Claim] = []
        wanted: list[tuple[str, str | None]] = [
            (each.claim.issue, each.id) for each in unanswered_claims(observation, claims)
        ]
        wanted += [(issue.id, None) for issue in _least_argued(observation, claims)]
        for issue_id, target in wanted:
            issue = find_issue(observation, issue_id)
            if issue is None or len(made) == CLAIMS_A_TURN:
                continue
            found = _best_passage(observation, issue, exhibits, used)
            if found:
                exhibit, passage = found
                used.setdefault(exhibit, []).append((passage.start, passage.end))
                made.append(Claim(issue.id, exhibit, passage.text, target=target))
        return tuple(made)

    def object_to(self, observation: Observation) -> Action | None:
        """The first thing that may be objected to and gives cause."""
        entries = {each.number: each for each in observation.entries()}
        for number in observation.objectionable:
            ground = self.find_fault(observation, entries[number])
            if ground:
                return Action("object", target=number, ground=ground)
        return None

    def find_fault(self, observation: Observation, entry: Entry) -> Ground | None:
        """The ground on which an entry is open to objection, as this agent reads it."""
        exhibits = {each.id: (each, status) for each, status in observation.exhibits}
        if entry.action.kind == "submit_evidence":
            held = exhibits.get(entry.action.exhibit or "")
            return find_ground(held[0]) if held else None
        cited = {claim.exhibit for claim in entry.action.claims}
        outside = any(each not in exhibits or exhibits[each][1] != "admitted" for each in cited)
        return "outside_record" if outside else None

    # The bench

    def rule(self, observation: Observation) -> Ruling:
        """Sustained when the judge's own reading finds the ground that was named."""
        raised = observation.objections[-1]
        entries = observation.entries()
        entry = next((each for each in entries if each.number == raised.target), None)
        if entry is None:
            return "overruled"
        if raised.ground == "relevance":
            return "overruled" if _bears_on_case(observation, entry) else "sustained"
        fault = self.find_fault(observation, entry)
        return "sustained" if fault == raised.ground else "overruled"

    def decide(self, observation: Observation) -> Verdict:
        """Weigh the claims that stand; a juror those that it noticed or was told of."""
        claims = standing_claims(observation)
        if observation.role != "juror":
            return _verdict(self.weigh(observation, claims), claims)
        draw = Random(f"{self._seed}/{observation.seat}/{observation.case_id}/juror")
        leaning = draw.uniform(-_LEANING, _LEANING)
        noticed = [each for each in claims if draw.random() < _NOTICED]
        known = {each.id for each in noticed}
        named = _named_by_others(observation)
        told = [each for each in claims if each.id in known or each.id in named]
        alone = self.weigh(observation, noticed, leaning)
        if not named:
            return _verdict(alone, noticed)
        moved = self.weigh(observation, told, leaning)
        return _move(observation, alone, moved, told)

    def weigh(
        self, observation: Observation, claims: Sequence[Said], leaning: float = 0.0
    ) -> Weighed:
        """What each side has shown, by exact quotations that have to do with the issue."""
        exhibits = admitted_exhibits(observation)
        reading = read_exhibits(_contents(exhibits))
        true = [(each, span) for each in claims if (span := quoted_span(each.claim, exhibits))]
        issues = {(each.id, each.claim.issue, OTHER.get(each.seat)) for each, _ in true}
        answered = {
            each.claim.target
            for each, _ in true
            if (each.claim.target, each.claim.issue, each.seat) in issues
        }
        weights: dict[str, dict[Side, float]] = {}
        counted: dict[tuple[str, str, str], list[tuple[int, int]]] = {}
        for said, span in true:
            claim = said.claim
            issue = find_issue(observation, claim.issue)
            spans = counted.setdefault((said.seat, claim.issue, claim.exhibit), [])
            if issue is None or _overlaps(span, spans):
                continue
            spans.append(span)
            shared = find_stems([claim.quotation or ""]) & _stems_of(observation, issue)
            worth = sum(reading.rarity.get(stem, 0.0) for stem in sorted(shared))
            worth = worth / (1 + worth) * (_ANSWERED if said.id in answered else 1.0)
            side: Side = "prosecution" if said.seat == "prosecution" else "defence"
            weights.setdefault(issue.id, {"prosecution": 0.0, "defence": 0.0})[side] += worth
        return weigh_case(observation, weights, leaning)


def _contents(exhibits: dict[str, Exhibit]) -> tuple[tuple[str, str], ...]:
    return tuple((each.id, each.content) for each in exhibits.values())


def _question(observation: Observation, issue: Issue) -> Question:
    others = tuple(each.question for each in observation.issues if each.id != issue.id)
    names = (observation.title, *observation.sides)
    return Question(issue.question, others, observation.charge, names)


def _stems_of(observation: Observation, issue: Issue) -> frozenset[str]:
    return find_stems([issue.question, observation.charge])


def _used_spans(
    seat: str, claims: Sequence[Said], exhibits: dict[str, Exhibit]
) -> dict[str, list[tuple[int, int]]]:
    """What a side has quoted, by exhibit."""
    used: dict[str, list[tuple[int, int]]] = {}
    for each in claims:
        span = quoted_span(each.claim, exhibits) if each.seat == seat else None
        if span:
            used.setdefault(each.claim.exhibit, []).append(span)
    return used


def _least_argued(observation: Observation, claims: Sequence[Said]) -> list[Issue]:
    """Issues three times over, those that this side has said least on first."""
    counts = {each.id: 0 for each in observation.issues}
    for said in claims:
        if said.seat == observation.seat and said.claim.issue in counts:
            counts[said.claim.issue] += 1
    ordered = sorted(observation.issues, key=lambda each: counts[each.id])
    return ordered * CLAIMS_A_TURN


def _best_passage(
    observation: Observation,
    issue: Issue,
    exhibits: dict[str, Exhibit],
    used: dict[str, list[tuple[int, int]]],
) -> tuple[str, Passage] | None:
    """The passage not yet quoted that has most to do with the issue; None when none has."""
    side = side_of(observation)
    best: tuple[float, str, Passage] | None = None
    ranked = rank_passages(_contents(exhibits), _question(observation, issue))
    for weight, name, passage in ranked:
        least = best[0] if best else 0.0
        if weight * _OWN <= least:
            break
        holder = exhibits[name].holder
        weight *= _OWN if holder == side else _JOINT if holder == "joint" else _OTHERS
        span = passage.start, passage.end
        if weight > least and not _overlaps(span, used.get(name, ())):
            best = weight, name, passage
    return best[1:] if best else None


def _bears_on_case(observation: Observation, entry: Entry) -> bool:
    """Whether what was submitted or said shares a content word with an issue or the charge."""
    contents = {each.id: each.content for each, _ in observation.exhibits}
    said = [contents.get(entry.action.exhibit or "", ""), entry.action.text]
    said += [claim.quotation or "" for claim in entry.action.claims]
    questions = [each.question for each in observation.issues]
    return bool(find_stems(said) & find_stems([observation.charge, *questions]))


def _overlaps(span: tuple[int, int], others: Sequence[tuple[int, int]]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in others)


def _verdict(weighed: Weighed, claims: Sequence[Said]) -> Verdict:
    """Reasons are the shares by issue, then the claims by id, which others may look up."""
    shares = "; ".join(f"{issue} {share:.2f}" for issue, share in weighed.shares.items())
    named = " ".join(each.id for each in claims[-_MOST_REASONS:])
    return Verdict(weighed.decision, weighed.probability, f"{shares}\n{named}".strip())


def _named_by_others(observation: Observation) -> set[str]:
    """Ids of claims in the reasons of the ballots that this juror may read."""
    ballots = [each for each in observation.entries() if each.action.kind == "ballot"]
    others = [each for each in ballots if each.seat != observation.seat]
    return {name for each in others for name in _CLAIM_ID.findall(each.action.text)}


def _move(
    observation: Observation, alone: Weighed, told: Weighed, claims: Sequence[Said]
) -> Verdict:
    """From its last ballot towards what the others' reasons make of the case, so far a round."""
    own = [
        each.action.probability
        for each in observation.entries()
        if each.seat == observation.seat and each.action.kind == "ballot"
    ]
    before = next((each for each in reversed(own) if each is not None), alone.probability)
    change = min(max(told.probability - before, -_MOVED), _MOVED)
    probability = round(before + change, 3)
    words = observation.decisions
    decision = words.for_prosecution if probability > 0.5 else words.for_defence
    return Verdict(decision, probability, _verdict(told, claims).reasons)
