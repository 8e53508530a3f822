"""Find the cases of a library by words of their names.

Input: a connection to a library and words as a person writes them. Output: keys of cases,
those with the most telling words first.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Sized
from itertools import accumulate
from math import log

from voirdire.authorities.library_writer import words_of

# Words that stand between names and tell nothing.
_NOT_NAMES = frozenset("v vs the of and in re ex parte et al matter for a an".split())
_MOST_WORDS = 12
# Candidates at the most: the commoner words only rank those that the rarer ones pick.
_COMMON = 5000


def has_name_index(connection: sqlite3.Connection) -> bool:
    """Whether the library keeps the words of its names."""
    found = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'name_words'")
    return found.fetchone() is not None


def find_by_name(connection: sqlite3.Connection, words: str, limit: int) -> list[int]:
    """Keys of at most `limit` cases with these words in a name, the best first.

    The rarer a word among the names, the more it counts; of equals the shorter name leads.
    """
    wanted = sorted(words_of(words) - _NOT_NAMES)[:_MOST_WORDS]
    holders = {
        word: connection.execute(
            "SELECT count(*) FROM name_words WHERE word = ?", (word,)
        ).fetchone()[0]
        for word in wanted
    }
    known = sorted((count, word) for word, count in holders.items() if count)
    if not known:
        return []
    # The rarest first, as many as have room: a case with all of the words is among them.
    room = accumulate(count for count, _ in known)
    picking = [word for held, (_, word) in zip(room, known, strict=True) if held <= _COMMON]
    picking = picking or [known[0][1]]
    cases = connection.execute("SELECT max(key) FROM cases").fetchone()[0] or 1
    scores: defaultdict[int, float] = defaultdict(float)
    for key, word in connection.execute(
        f"WITH candidate AS (SELECT DISTINCT case_key FROM name_words"
        f" WHERE word IN ({_marks(picking)}) LIMIT {_COMMON})"
        f" SELECT candidate.case_key, word FROM candidate CROSS JOIN name_words AS held"
        f" ON held.word IN ({_marks(known)}) AND held.case_key = candidate.case_key",
        (*picking, *(word for _, word in known)),
    ):
        scores[key] += log(1 + cases / holders[word])
    best = sorted(scores, key=lambda key: (-scores[key], key))[: 4 * limit]
    lengths = dict(
        connection.execute(
            f"SELECT key, length(names) FROM cases WHERE key IN ({_marks(best)})", best
        ).fetchall()
    )
    return sorted(best, key=lambda key: (-scores[key], lengths[key], key))[:limit]


def _marks(values: Sized) -> str:
    return ",".join("?" * len(values))
