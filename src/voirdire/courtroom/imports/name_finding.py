"""The texts of a case to the words in it that are names: of people, and of who is a party.

Found by what stands around them (a title before, a given name, capitals at the head of
testimony, the sign of a speaker, the caption of the case), not by meaning. A word that is a name
somewhere in the case counts as one everywhere in it, unless it is a word too ("Grant", "Baker",
what the case also writes small): that one is a name only beside another part of a name.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from voirdire.courtroom.imports.name_words import (
    ALSO_WORDS,
    GIVEN_NAMES,
    HONORIFICS,
    NOT_NAMES,
    PLACE_WORDS,
    PLURAL_HONORIFICS,
)

_TOKEN = re.compile(r"[^\W\d_]+(?:['’][A-ZÀ-ÖØ-Þ][^\W\d_]+)?")
_SPEAKER = re.compile(r"(?m)^(?P<name>[^\[\n]{1,80}?)[^\S\n]*\[(?i:justice|advocate)\]:")
_TESTIMONY = re.compile(r"\A(?:Testimony|Statement|Deposition|Affidavit) of (?P<name>[^,(]{1,80})")
_CAPTION = re.compile(
    r"(?i)\bv\.?\s|\bagainst\b|,|\band others\b|\bet al\b|\bthe respondent state\b"
)
_SHORTEST = 2
# A name in a row of names: "Messrs. Bull, Wilson and Rust".
_LIST_GAP = re.compile(r"\s*(?:,|and|&|;)\s*|, and ")
_LONGEST = 4


class Token(NamedTuple):
    """A word of a text: half-open span in characters, and whether it is joined to the last one.

    Joined is what only a space, a hyphen or the stop of a title or an initial parts. `key` is
    the word in small letters.
    """

    text: str
    key: str
    start: int
    end: int
    joined: bool
    is_capital: bool

    @property
    def is_initial(self) -> bool:
        return len(self.text) == 1 and self.is_capital


@dataclass(frozen=True, slots=True)
class Names:
    """Names of a case, in small letters; `unsure` are those that are words too."""

    sure: frozenset[str]
    unsure: frozenset[str]

    def find(self, tokens: Sequence[Token], *, caption: bool = False) -> Iterator[Token]:
        """The tokens of a text that are names there; in a caption, every one that may be."""
        for at, token in enumerate(tokens):
            if not token.is_capital or token.is_initial or _is_saint(tokens, at):
                continue
            if token.key in self.sure or (
                token.key in self.unsure and (caption or self._beside(tokens, at))
            ):
                yield token

    def _beside(self, tokens: Sequence[Token], at: int) -> bool:
        """Whether an unsure name stands beside a title or another part of a name."""
        before, after = at - 1, at + 1
        joined = tokens[at].joined
        if joined and tokens[before].is_initial and tokens[at].start - tokens[before].end == 2:
            # "P. Nunn"
            return True
        while joined and before >= 0 and tokens[before].is_initial:
            joined = tokens[before].joined
            before -= 1
        if joined and before >= 0:
            other = tokens[before]
            if other.key in HONORIFICS or (other.is_capital and self._knows(other.key)):
                return True
        while after < len(tokens) and tokens[after].joined and tokens[after].is_initial:
            after += 1
        if after < len(tokens) and tokens[after].joined and tokens[after].is_capital:
            return self._knows(tokens[after].key)
        return False

    def _knows(self, key: str) -> bool:
        return key in self.sure or key in self.unsure


@lru_cache(maxsize=64)
def read_tokens(text: str) -> tuple[Token, ...]:
    """The words of a text, in order."""
    tokens: list[Token] = []
    for match in _TOKEN.finditer(text):
        word, start, end = match.group(), match.start(), match.end()
        joined = False
        if tokens:
            last = tokens[-1]
            gap = text[last.end : start]
            joined = gap in (" ", "-") or (
                gap in (". ", ".", "., ") and (last.is_initial or last.key in HONORIFICS)
            )
        tokens.append(Token(word, word.casefold(), start, end, joined, word[0].isupper()))
    return tuple(tokens)


def find_names(texts: Sequence[str], caption: Sequence[str]) -> Names:
    """Names in the texts of a case; `caption` are those that name its parties."""
    streams = [read_tokens(text) for text in texts]
    small = {token.key for stream in streams for token in stream if not token.is_capital}
    found: Counter[str] = Counter()
    for text in caption:
        for part in _CAPTION.split(text):
            found.update(_parts(read_tokens(part)))
    for text, stream in zip(texts, streams, strict=True):
        for match in (*_SPEAKER.finditer(text), *_TESTIMONY.finditer(text)):
            found.update(_parts(read_tokens(match["name"])))
        found.update(_heads(text))
        found.update(_titled(text, stream))
        found.update(_given(stream, small))
    names = _sorted_out(found, small)
    inside = {
        tokens[at].key
        for tokens in streams
        for at in range(1, len(tokens))
        if tokens[at].is_capital and not _begins_sentence(tokens, at)
    }
    for stream in streams:
        found.update(_before_last_names(stream, names, small, inside))
    return _sorted_out(found, small)


def _sorted_out(found: Counter[str], small: set[str]) -> Names:
    unsure = {key for key in found if key in small or key in ALSO_WORDS}
    return Names(frozenset(found) - unsure, frozenset(unsure))


def _may_be_name(token: Token) -> bool:
    return (
        token.is_capital
        and len(token.text) >= _SHORTEST
        and token.key not in NOT_NAMES
        and token.key not in HONORIFICS
    )


def _parts(tokens: Sequence[Token]) -> Iterator[str]:
    return (token.key for token in tokens if _may_be_name(token))


def _heads(text: str) -> Iterator[str]:
    """Words in capitals, two or more, at the head of a line: a witness of printed testimony."""
    for line in text.split("\n"):
        run: list[Token] = []
        for token in read_tokens(line[:120]):
            if token.is_initial and run:
                continue
            if (
                not token.text.isupper()
                or len(token.text) < _SHORTEST
                or (run and not token.joined)
            ):
                break
            run.append(token)
        if len(run) >= 2 and run[0].key in GIVEN_NAMES:
            # "EDWARD NEW": behind a given name, any word may be the last one.
            yield from (each.key for each in run)
        elif len(run) >= 2 and not any(each.key in ("court", "counts", "count") for each in run):
            yield from _parts(run)


def _titled(text: str, tokens: Sequence[Token]) -> Iterator[str]:
    """Words in capitals behind a title: "Mr. Justice Heath", "Messrs. Bull and Wilson"."""
    for at, token in enumerate(tokens):
        if token.key not in HONORIFICS:
            continue
        listed = token.key in PLURAL_HONORIFICS
        joined_by_title = True
        taken = 0
        for after in range(at + 1, min(at + 2 + 2 * _LONGEST, len(tokens))):
            other = tokens[after]
            gap = text[tokens[after - 1].end : other.start]
            if listed and other.key in ("and",):
                continue
            if not (other.joined or (listed and _LIST_GAP.fullmatch(gap))):
                break
            if other.is_initial or (joined_by_title and other.key in HONORIFICS):
                continue
            joined_by_title = False
            if not _may_be_name(other) or taken >= _LONGEST * (1 + listed):
                break
            taken += 1
            yield other.key


def _given(tokens: Sequence[Token], small: set[str]) -> Iterator[str]:
    """Given names, and the words in capitals behind them; not those that begin a place."""
    for at, token in enumerate(tokens):
        if token.key not in GIVEN_NAMES or not _may_be_name(token) or _is_saint(tokens, at):
            continue
        after = at + 1
        while after < len(tokens) and tokens[after].joined and tokens[after].is_initial:
            after += 1
        other = tokens[after] if after < len(tokens) and tokens[after].joined else None
        if other and other.key in PLACE_WORDS:
            continue
        if token.key not in small and token.key not in ALSO_WORDS:
            yield token.key
        sure = token.key not in small and token.key not in ALSO_WORDS
        if other and _may_be_name(other) and (sure or other.key not in small):
            yield token.key
            yield other.key


def _before_last_names(
    tokens: Sequence[Token], names: Names, small: set[str], inside: set[str]
) -> Iterator[str]:
    """A word in capitals right before a name is a given name.

    It may be the capital of a sentence instead, so it must stand inside one somewhere.
    """
    for token, after in pairwise(tokens):
        if (
            after.joined
            and after.is_capital
            and after.key in names.sure
            and after.key not in GIVEN_NAMES
            and _may_be_name(token)
            and not token.text.isupper()
            and token.key not in small
            and token.key in inside
        ):
            yield token.key


def _begins_sentence(tokens: Sequence[Token], at: int) -> bool:
    """Whether a stop or a mark stands before the token; a title's stop joins."""
    return tokens[at].start - tokens[at - 1].end != 1


def _is_saint(tokens: Sequence[Token], at: int) -> bool:
    return at > 0 and tokens[at - 1].text in ("St", "Saint", "SAINT", "ST")
