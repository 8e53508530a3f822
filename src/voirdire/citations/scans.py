"""Compile alternatives into patterns that the regex engine can search for fast.

Input: alternatives that each begin with a letter written out. Output: a pattern that begins
with the set of those letters; a pattern that begins with a look-behind is tried at every
character of a text.
"""

import re
from collections.abc import Iterable


def word_pattern(
    alternatives: Iterable[str], tail: str, *, behind: str = r"\w."
) -> re.Pattern[str]:
    """One of `alternatives` and `tail`, not directly after a character of the class `behind`.

    Alternatives that begin alike keep their order.
    """
    rests: dict[str, list[str]] = {}
    for alternative in alternatives:
        rests.setdefault(alternative[0], []).append(alternative[1:])
    first = "".join(rests)
    body = "|".join(f"(?<={letter})(?:{'|'.join(rest)})" for letter, rest in rests.items())
    return re.compile(f"[{first}](?<![{behind}][{first}])(?:{body}){tail}")


def extend_left(pattern: re.Pattern[str], text: str, start: int, reach: int) -> int:
    """Where what ends at `start` by a pattern that ends with "\\Z" begins; `start` without it."""
    match = pattern.search(text, max(0, start - reach), start)
    return match.start() if match else start
