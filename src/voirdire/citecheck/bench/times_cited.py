"""Count how many held opinions cite a case, as a measure of how canonical it is.

Input: a library and the cases asked about. Output: for each case the number of other held
opinions in which one of its citations is printed. That is a lower bound of how often the
case is cited at all, and comparable only within one library.
"""

import re
from collections import Counter
from collections.abc import Iterable

from voirdire.authorities.library import Library
from voirdire.authorities.types import Case

# Volume, a reporter of at most five words, and a page, which may begin the next match.
_PRINTED = re.compile(
    r"\b(\d{1,4})\s+"
    r"([A-Z][A-Za-z0-9.'’]*(?:\s+[A-Za-z0-9][A-Za-z0-9.'’]*){0,4}?),?\s+"
    r"(?=(\d{1,5})\b)"
)
_Key = tuple[str, str, str]


def count_citing_opinions(library: Library, cases: Iterable[Case]) -> dict[str, int]:
    """How many held opinions cite each case, by case id; empty when no opinion is held.

    A citation counts as printed by its reporter's own abbreviation, spaces and points
    aside; short forms and other abbreviations are not looked for. An opinion counts once,
    and never for itself.

    Raises:
        LibraryError: the library cannot be read.
    """
    wanted: dict[_Key, set[str]] = {}
    counts: Counter[str] = Counter()
    for case in cases:
        counts[case.id] = 0
        for place in case.citations:
            key = (place.volume, _letters(place.reporter), place.first_page)
            wanted.setdefault(key, set()).add(case.id)
    if not wanted:
        return {}
    read = 0
    for citing in library.cases():
        opinion = library.opinion(citing) if citing.has_text else None
        if opinion is None:
            continue
        read += 1
        printed = {(v, _letters(r), p) for v, r, p in _PRINTED.findall(opinion.text)}
        cited = {case for key in printed & wanted.keys() for case in wanted[key]}
        counts.update(cited - {citing.id})
    return dict(counts) if read else {}


def _letters(reporter: str) -> str:
    return "".join(filter(str.isalnum, reporter)).casefold()
