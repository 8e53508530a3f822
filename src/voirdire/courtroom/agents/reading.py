"""An observation to what counsel, judge and jurors look for in it.

Input: an observation. Output: the claims that stand on the record, the exhibits that may be
cited or submitted, and an agent's own random draws.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from voirdire.courtroom.engine import OTHER
from voirdire.courtroom.observation import Observation
from voirdire.courtroom.quoting import (
    FEWEST_WORDS,
    MOST_WORDS,
    count_words,
    find_quotation,
    fold_quotation,
)
from voirdire.courtroom.types import Claim, Entry, Exhibit, Issue, Side


@dataclass(frozen=True, slots=True)
class Said:
    """A claim on the record; `id` is what answers it by (`Claim.target`)."""

    id: str
    entry: int
    seat: str
    claim: Claim


def draw_for(seed: int, observation: Observation) -> Random:
    """The draws of one seat at one turn: the same whenever and wherever they are made."""
    return Random(f"{seed}/{observation.seat}/{observation.case_id}/{observation.turn}")


def side_of(observation: Observation) -> Side:
    """The side that counsel speaks for."""
    return OTHER[OTHER[observation.seat]]


def standing_claims(observation: Observation, entries: Sequence[Entry] | None = None) -> list[Said]:
    """Claims that took effect and were not struck, in order."""
    struck = observation.struck
    return [
        Said(f"{entry.number}.{place}", entry.number, entry.seat, claim)
        for entry in (observation.entries() if entries is None else entries)
        if entry.code == "accepted" and entry.number not in struck
        for place, claim in enumerate(entry.action.claims, 1)
    ]


def admitted_exhibits(observation: Observation) -> dict[str, Exhibit]:
    """What may be cited, by id."""
    return {each.id: each for each, status in observation.exhibits if status == "admitted"}


def submittable_exhibits(observation: Observation) -> list[Exhibit]:
    """What this side may still submit: its own exhibits first, then the joint ones."""
    other = OTHER[observation.seat]
    free = [
        each
        for each, status in observation.exhibits
        if status == "unsubmitted" and each.holder != other
    ]
    return sorted(free, key=lambda each: each.holder == "joint")


def find_issue(observation: Observation, issue: str) -> Issue | None:
    """The issue of that id."""
    return next((each for each in observation.issues if each.id == issue), None)


def quoted_span(claim: Claim, exhibits: dict[str, Exhibit]) -> tuple[int, int] | None:
    """Where a claim's quotation stands in the admitted exhibit that it cites; None: nowhere.

    A quotation under five or over thirty words proves nothing and has no place.
    """
    exhibit = exhibits.get(claim.exhibit)
    if exhibit is None or claim.quotation is None:
        return None
    if not FEWEST_WORDS <= count_words(fold_quotation(claim.quotation)) <= MOST_WORDS:
        return None
    return find_quotation(claim.quotation, exhibit.content)


def unanswered_claims(observation: Observation, claims: Sequence[Said]) -> list[Said]:
    """Claims of the other side that this one has not answered, the latest first."""
    answered = {each.claim.target for each in claims if each.seat == observation.seat}
    other = OTHER[observation.seat]
    return [each for each in reversed(claims) if each.seat == other and each.id not in answered]
