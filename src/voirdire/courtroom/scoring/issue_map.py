"""The issue map of a case, held against its exhibits: which words bear on which issue.

Input: a case and its key. Output: an `IssueMap`, which says of a place in an exhibit whether
it bears on an issue, and for which side.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from voirdire.courtroom.quoting import Place, find_exact, find_loosely, fold, fold_quotation
from voirdire.courtroom.types import Bearing, Case, Exhibit, Key, Side

# Words that a quotation must share with a passage of the map, unless it holds it all.
SHARED_WORDS = 5
# The share of a quotation's words that must stand in passages of its issue, for one side: else a
# window of thirty words, laid anywhere, would hold a passage or two by chance.
BEARING_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class IssueMap:
    """`bearings` by (exhibit, issue); None where nobody wrote a map."""

    bearings: Mapping[tuple[str, str], tuple[Bearing, ...]] | None
    exhibits: Mapping[str, Exhibit]

    def favours(self, exhibit: str, issue: str, place: Place) -> Side | None:
        """For whom a fact's place in the folded exhibit bears on an issue; None: it does not."""
        shared, side = self._most_shared(exhibit, issue, place, least=1, share=0.0)
        return side if shared else None

    def best_place(
        self, exhibit: str, issue: str, places: Sequence[Place]
    ) -> tuple[Place, Side | None]:
        """The place of a quotation that shares most with a passage of the issue, and for whom.

        The first place and None where none bears on it.
        """
        best, best_shared, best_side = places[0], 0, None
        for place in places:
            shared, side = self._most_shared(exhibit, issue, place, SHARED_WORDS, BEARING_SHARE)
            if shared > best_shared:
                best, best_shared, best_side = place, shared, side
        return best, best_side

    def _most_shared(
        self, exhibit: str, issue: str, place: Place, least: int, share: float
    ) -> tuple[int, Side | None]:
        """The most words that a place shares with one passage, and whom that favours.

        Of one side's passages the place must share `least` words with one, or hold it all, and
        all of them together must make up its `share`.
        """
        content = self.exhibits[exhibit].content
        folded = fold(content)
        most: dict[Side, int] = {}
        inside: dict[Side, list[Place]] = {}
        for bearing in (self.bearings or {}).get((exhibit, issue), ()):
            for start, end in find_passage(content, bearing.passage):
                common = max(start, place[0]), min(end, place[1])
                shared = folded.count_words(*common)
                side = bearing.favours
                if shared:
                    inside.setdefault(side, []).append(common)
                if shared >= least or shared >= folded.count_words(start, end):
                    most[side] = max(most.get(side, 0), shared)
        enough = share * folded.count_words(*place)
        found = {
            side: shared
            for side, shared in most.items()
            if sum(folded.count_words(*each) for each in _joined(inside.get(side, ()))) >= enough
        }
        best = max(found.values(), default=0)
        sides = [side for side, shared in found.items() if shared == best]
        # Words that speak for both sides alike are no reason for either.
        return (best, sides[0]) if len(sides) == 1 else (0, None)

    def pairs(self, side: Side) -> set[tuple[str, str]]:
        """The (exhibit, issue) pairs with a passage that favours a side."""
        return {
            pair
            for pair, bearings in (self.bearings or {}).items()
            if any(each.favours == side for each in bearings)
        }


def _joined(places: Sequence[Place]) -> list[Place]:
    """The places without what they have in common twice, in order."""
    joined: list[Place] = []
    for start, end in sorted(places):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined


def read_issue_map(case: Case, key: Key) -> IssueMap:
    """The map of a key; what it says of exhibits that the case has not is left out."""
    exhibits = {each.id: each for each in case.exhibits}
    if key.bearings is None:
        return IssueMap(None, exhibits)
    found: dict[tuple[str, str], list[Bearing]] = {}
    for bearing in key.bearings:
        if bearing.exhibit in exhibits:
            found.setdefault((bearing.exhibit, bearing.issue), []).append(bearing)
    return IssueMap({pair: tuple(each) for pair, each in found.items()}, exhibits)


@lru_cache(maxsize=4096)
def find_passage(content: str, passage: str) -> tuple[Place, ...]:
    """Where a passage of the map or of a fact stands in the folded exhibit."""
    folded, words = fold(content), fold_quotation(passage)
    if exact := find_exact(folded, words):
        return exact
    loose = find_loosely(folded, words)
    return (loose[0],) if loose else ()
