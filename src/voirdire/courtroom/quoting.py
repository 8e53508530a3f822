"""A quotation to the place where an exhibit says exactly that.

Input: the words of a claim and the content of an exhibit. Output: half-open spans in characters
of the content. Equal means equal after folding: white space, letter case, the form of a dash and
quotation marks do not count, nor does punctuation at the ends of the quotation; every word,
digit, inner stop and apostrophe does. A match begins and ends where words do.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import normalize

_DASHES = "\\-\u2010-\u2015\u2212\ufe58\ufe63\uff0d"
_SINGLE = "'\u2018\u2019\u201a\u201b`\xb4\u02bc\u2032\uff07"
_DOUBLE = '"\u201c-\u201f\xab\xbb\u2033\u301d\u301e\uff02'
_STOPS = ".,;:!?\u2026\xa1\xbf()\\[\\]{}\u0964\u0965*_/|\\\\"
_SIGNS = "$\xa3\u20ac\u20b9%&#@+=<>~^\xa7\xb6"
# Invisible: soft hyphen, zero-width space and joiner, word joiner, byte order mark.
_INVISIBLE = re.compile("[\xad\u200b-\u200f\u2060-\u2064\ufeff]")
# A word of any script is what is neither space nor sign; an apostrophe between letters is its own.
_LETTER = rf"[^\s{_DASHES}{_SINGLE}{_DOUBLE}{_STOPS}{_SIGNS}]"
_TOKEN = re.compile(
    rf"(?P<word>{_LETTER}+(?:[{_SINGLE}]{_LETTER}+)*)|(?P<dash>[{_DASHES}]+)|[{_STOPS}{_SIGNS}]"
)
_WORD = re.compile(rf"{_LETTER}+(?:[{_SINGLE}]{_LETTER}+)*")
_APOSTROPHE = re.compile(f"[{_SINGLE}]")
_STOP = re.compile(f"[{_STOPS}{_DASHES}]")
_CACHED = 512


@dataclass(frozen=True, slots=True)
class _Folded:
    """The tokens of a text run together: `starts` and `ends` in `text`, and in the original."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    originals: tuple[tuple[int, int], ...]


@lru_cache(maxsize=4096)
def find_quotation(quotation: str, content: str) -> tuple[int, int] | None:
    """Where the content first says exactly that; None where it does not, or nothing is quoted."""
    return next(find_places(quotation, content), None)


def find_places(quotation: str, content: str) -> Iterator[tuple[int, int]]:
    """Every place where the content says exactly that, in order."""
    wanted = _fold_words(quotation)
    folded = _fold(content)
    at = folded.text.find(wanted) if wanted else -1
    while at >= 0:
        first = _index(folded.starts, at)
        last = _index(folded.ends, at + len(wanted))
        if first is not None and last is not None:
            yield folded.originals[first][0], folded.originals[last][1]
        at = folded.text.find(wanted, at + 1)


@lru_cache(maxsize=_CACHED)
def find_words(text: str) -> tuple[tuple[int, int], ...]:
    """Spans of the words of a text of any language, without punctuation and signs."""
    return tuple(match.span() for match in _WORD.finditer(text))


def count_words(text: str) -> int:
    """How many words a text has: what the bounds of a quotation are counted in."""
    return sum(1 for _ in _WORD.finditer(text))


def _fold_once(text: str) -> _Folded:
    parts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    originals: list[tuple[int, int]] = []
    length = 0
    last = " "
    for match in _TOKEN.finditer(text):
        token = _fold_token(match)
        if not token:
            continue
        # "1 12" is not "11 2": only between digits does a space count.
        if last.isdigit() and token[0].isdigit():
            parts.append(" ")
            length += 1
        starts.append(length)
        parts.append(token)
        length += len(token)
        ends.append(length)
        originals.append(match.span())
        last = token[-1]
    return _Folded("".join(parts), tuple(starts), tuple(ends), tuple(originals))


# Of exhibits only: there are many more quotations, and each is looked for once.
_fold = lru_cache(maxsize=_CACHED)(_fold_once)


def _fold_token(match: re.Match[str]) -> str:
    if match["dash"]:
        return "-"
    if match["word"] is None:
        return normalize("NFKC", match[0])
    word = _APOSTROPHE.sub("'", _INVISIBLE.sub("", match[0]))
    return normalize("NFKC", word).casefold()


def _fold_words(quotation: str) -> str:
    """A quotation folded, without the punctuation at its ends."""
    folded = _fold_once(quotation)
    tokens = [folded.text[a:b] for a, b in zip(folded.starts, folded.ends, strict=True)]
    first, last = 0, len(tokens)
    while first < last and _STOP.fullmatch(tokens[first][0]):
        first += 1
    while last > first and _STOP.fullmatch(tokens[last - 1][0]):
        last -= 1
    return folded.text[folded.starts[first] : folded.ends[last - 1]] if first < last else ""


def _index(positions: tuple[int, ...], value: int) -> int | None:
    at = bisect_left(positions, value)
    return at if at < len(positions) and positions[at] == value else None
