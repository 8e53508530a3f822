"""Counsel and judge that have read the author's key of the case: the ceiling of the scores.

Counsel knows which passage bears on which issue and for whom, and which exhibits may rightly be
objected to. The judge weighs by the same map what was said before it; neither looks at the
decision in the key.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from voirdire.courtroom.agents.reading import (
    Said,
    admitted_exhibits,
    quoted_span,
    side_of,
    standing_claims,
    submittable_exhibits,
    unanswered_claims,
)
from voirdire.courtroom.agents.rule_based import RuleBasedAgent
from voirdire.courtroom.agents.weighing import Weighed, weigh_case
from voirdire.courtroom.observation import Observation
from voirdire.courtroom.quoting import FEWEST_WORDS, MOST_WORDS, find_quotation, find_words
from voirdire.courtroom.types import (
    CLAIMS_A_TURN,
    Bearing,
    CaseFile,
    Claim,
    Entry,
    Exhibit,
    Ground,
    Side,
)
from voirdire.errors import CaseError

# What a misleading exhibit weighs with who knows that it is.
_MISLEADING = 0.25


class PreparedAgent(RuleBasedAgent):
    """Plays any seat of the cases that it was given.

    Raises:
        CaseError: nobody wrote an issue map of one of the cases (an imported trial), or, when
            it acts, the case is not among them.
    """

    name = "prepared"

    def __init__(self, files: Iterable[CaseFile], seed: int = 0) -> None:
        super().__init__(seed)
        self._bearings: dict[str, tuple[Bearing, ...]] = {}
        self._planted: dict[str, dict[str, Ground]] = {}
        self._misleading: dict[str, frozenset[str]] = {}
        for file in files:
            case_id, key = file.case.id, file.key
            if key.bearings is None:
                raise CaseError(case_id, "nobody wrote its issue map, so nobody can prepare it")
            self._bearings[case_id] = key.bearings
            self._planted[case_id] = {each.exhibit: each.ground for each in key.planted or ()}
            self._misleading[case_id] = frozenset(key.misleading)

    def choose_exhibit(self, observation: Observation) -> Exhibit | None:
        """The next exhibit that speaks for this side and gives no cause to object."""
        side = side_of(observation)
        useful = {each.exhibit for each in self._map(observation) if each.favours == side}
        useful -= set(self._planted[observation.case_id])
        return next((e for e in submittable_exhibits(observation) if e.id in useful), None)

    def claim(self, observation: Observation) -> tuple[Claim, ...]:
        """Its passages on the issues of the claims to be answered, then all that are left.

        A passage answers one claim; it may have been said before without answering any.
        """
        exhibits = admitted_exhibits(observation)
        claims = standing_claims(observation)
        prepared = self._prepare(observation, exhibits)
        own = [each.claim for each in claims if each.seat == observation.seat]
        said = {_words(each) for each in own}
        spent = {_words(each) for each in own if each.target}
        fresh = [each for each in prepared if _words(each) not in said]
        made: list[Claim] = []
        for heard in unanswered_claims(observation, claims):
            if len(made) == CLAIMS_A_TURN:
                break
            if not self._proves(observation, heard, exhibits):
                continue
            able = [
                each
                for each in (*fresh, *prepared)
                if each.issue == heard.claim.issue and _words(each) not in spent
            ]
            for chosen in able[:1]:
                made.append(replace(chosen, target=heard.id))
                spent.add(_words(chosen))
                fresh = [each for each in fresh if each != chosen]
        return tuple([*made, *fresh][:CLAIMS_A_TURN])

    def find_fault(self, observation: Observation, entry: Entry) -> Ground | None:
        """The ground that the author gave for an exhibit; what is cited outside the record."""
        if entry.action.kind == "submit_evidence":
            return self._planted[observation.case_id].get(entry.action.exhibit or "")
        return super().find_fault(observation, entry)

    def weigh(
        self, observation: Observation, claims: Sequence[Said], leaning: float = 0.0
    ) -> Weighed:
        """What was shown for each side, by the passages of the map that were quoted truly."""
        exhibits = admitted_exhibits(observation)
        shown = {each for said in claims for each in self._shown(observation, said, exhibits)}
        weights: dict[str, dict[Side, float]] = {}
        misleading = self._misleading[observation.case_id]
        for each in sorted(shown, key=self._map(observation).index):
            sides = weights.setdefault(each.issue, {"prosecution": 0.0, "defence": 0.0})
            sides[each.favours] += _MISLEADING if each.exhibit in misleading else 1.0
        return weigh_case(observation, weights, leaning)

    def _proves(self, observation: Observation, said: Said, exhibits: dict[str, Exhibit]) -> bool:
        """Whether a claim quotes what bears on its issue, and for the side that made it."""
        return any(each.favours == said.seat for each in self._shown(observation, said, exhibits))

    def _shown(
        self, observation: Observation, said: Said, exhibits: dict[str, Exhibit]
    ) -> list[Bearing]:
        """The passages of the map that a claim quotes truly, on its issue."""
        claim = said.claim
        span = quoted_span(claim, exhibits)
        if span is None:
            return []
        content = exhibits[claim.exhibit].content
        return [
            each
            for each in self._map(observation)
            if (each.issue, each.exhibit) == (claim.issue, claim.exhibit)
            and _touches(span, find_quotation(each.passage, content))
        ]

    def _map(self, observation: Observation) -> tuple[Bearing, ...]:
        bearings = self._bearings.get(observation.case_id)
        if bearings is None:
            raise CaseError(observation.case_id, "not among the cases that the agent prepared")
        return bearings

    def _prepare(self, observation: Observation, exhibits: dict[str, Exhibit]) -> list[Claim]:
        """A claim for each passage that speaks for this side in an admitted exhibit."""
        side = side_of(observation)
        made = []
        for bearing in self._map(observation):
            if bearing.favours == side and bearing.exhibit in exhibits:
                content = exhibits[bearing.exhibit].content
                quotation = excerpt(bearing.passage, content)
                if quotation:
                    made.append(Claim(bearing.issue, bearing.exhibit, quotation))
        return made


@lru_cache(maxsize=4096)
def excerpt(passage: str, content: str) -> str | None:
    """5 to 30 words of the content that begin with the passage; None when it is not there."""
    place = find_quotation(passage, content)
    if place is None:
        return None
    words = find_words(content)
    first = next(n for n, (_, end) in enumerate(words) if end > place[0])
    inside = sum(place[0] <= start < place[1] for start, _ in words)
    length = min(max(inside, FEWEST_WORDS), MOST_WORDS)
    first = max(min(first, len(words) - length), 0)
    taken = words[first : first + length]
    return content[taken[0][0] : taken[-1][1]] if len(taken) >= FEWEST_WORDS else None


def _words(claim: Claim) -> tuple[str, str, str | None]:
    return claim.issue, claim.exhibit, claim.quotation


def _touches(span: tuple[int, int], other: tuple[int, int] | None) -> bool:
    return other is not None and span[0] < other[1] and other[0] < span[1]
