"""Filings that repeat one another, as copies and reprints do: texts to groups.

Input: what each filing may lend to excerpts. Output: the group of each, named by its first
filing. Two are of one group when a good part of the smaller one stands in the other; a rule
or a passage that many quote makes no kin.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import combinations
from zlib import crc32

_WORD = re.compile(r"\w+")
_RUN = 12
# Of the runs of words one in so many is looked at, the same ones in every filing.
_LOOKED_AT = 8
# What stands in more filings than this is quoted, not copied.
_MOST_FILINGS = 20
_LEAST_SHARE = 0.15
_FEWEST_RUNS = 4


def find_kin(texts: Mapping[str, str]) -> dict[str, str]:
    """The group of each filing; one that repeats no other is a group of its own."""
    runs = {name: _runs(text) for name, text in texts.items()}
    holders: defaultdict[int, list[str]] = defaultdict(list)
    for name in sorted(runs):
        for run in runs[name]:
            holders[run].append(name)
    shared: Counter[tuple[str, str]] = Counter()
    for names in holders.values():
        if len(names) <= _MOST_FILINGS:
            shared.update(combinations(names, 2))
    groups = {name: name for name in runs}
    for (one, other), count in sorted(shared.items()):
        smaller = min(len(runs[one]), len(runs[other]))
        if count >= max(_FEWEST_RUNS, _LEAST_SHARE * smaller):
            first, second = sorted((groups[one], groups[other]))
            groups = {name: first if g == second else g for name, g in groups.items()}
    return groups


def _runs(text: str) -> set[int]:
    words = _WORD.findall(text.lower())
    sums = (
        crc32(" ".join(words[at : at + _RUN]).encode("utf-8", "surrogatepass"))
        for at in range(len(words) - _RUN + 1)
    )
    return {each for each in sums if each % _LOOKED_AT == 0}
