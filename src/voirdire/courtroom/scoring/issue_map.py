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


@dataclass(frozen=True, slots=True)
class IssueMap:
    """`bearings` by (exhibit, issue); None where nobody wrote a map."""

    bearings: Mapping[tuple[str, str], tuple[Bearing, ...]] | None
    exhibits: Mapping[str, Exhibit]

    def tie(self, exhibit: str, issue: str, place: Place, least: int) -> Side | None:
        """For whom a place of the folded exhibit bears on an issue; None: it does not.

        Of several passages the one that shares most words with the place decides.
        """
        shared, side = self._most_shared(exhibit, issue, place, least)
        return side if shared else None

    def best_tie(
        self, exhibit: str, issue: str, places: Sequence[Place], least: int
    ) -> tuple[Place, Side | None]:
        """The place that shares most with a passage of the issue, the first if none does."""
        best, best_shared, best_side = places[0], 0, None
        for place in places:
            shared, side = self._most_shared(exhibit, issue, place, least)
            if shared > best_shared:
                best, best_shared, best_side = place, shared, side
        return best, best_side

    def _most_shared(
        self, exhibit: str, issue: str, place: Place, least: int
    ) -> tuple[int, Side | None]:
        folded = fold(self.exhibits[exhibit].content)
        most, side = 0, None
        for bearing in (self.bearings or {}).get((exhibit, issue), ()):
            for start, end in find_passage(self.exhibits[exhibit].content, bearing.passage):
                shared = folded.count_words(max(start, place[0]), min(end, place[1]))
                enough = shared >= least or shared >= folded.count_words(start, end)
                if enough and shared > most:
                    most, side = shared, bearing.favours
        return most, side

    def pairs(self, side: Side) -> set[tuple[str, str]]:
        """The (exhibit, issue) pairs with a passage that favours a side."""
        return {
            pair
            for pair, bearings in (self.bearings or {}).items()
            if any(each.favours == side for each in bearings)
        }


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
