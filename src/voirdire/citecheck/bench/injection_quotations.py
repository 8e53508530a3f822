"""Misquotations: one or two words of a quotation that is verbatim, replaced by synonyms.

Input: a quotation of a filing, the case it is from, and the letters of its opinion. Output:
`Fault`s of which the altered words, with the letters around them, stand nowhere in the opinion.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

from voirdire.citecheck.bench.injection import Edit, Fault, plain
from voirdire.citecheck.bench.injection_words import begins_with_vowel, stand_ins
from voirdire.findings import Span

SHORTEST, LONGEST = 0.7, 1.3
"""The altered quotation is so long, as a share of the original."""

_WORD = re.compile(r"[A-Za-z]+(?:['’-][A-Za-z]+)*")
_BRACKET = re.compile(r"\[[^\]]*\]")
_ELLIPSIS = re.compile(r"(?:\. ?){3,4}|…|\* \* \*")
_ARTICLE = re.compile(r"\b(an?)\s+\Z", re.IGNORECASE)
_NEAR = 12
_WAYS = 24


@dataclass(frozen=True, slots=True)
class _Change:
    """One word replaced; `start` and `end` count characters of the quotation."""

    start: int
    end: int
    new: str


def altered_quotations(
    text: str, quoted: Span, case: str, opinion: str, rng: random.Random
) -> Iterator[Fault]:
    """Ways to misquote, in random order, each quotation given once.

    Args:
        text: The filing.
        quoted: The words between the marks.
        case: The id of the case that is quoted.
        opinion: Its letters and digits.
    """
    words = text[quoted.start : quoted.end]
    changes = [change for change in _changes(words) if not _stands(words, change, opinion)]
    rng.shuffle(changes)
    for number, first in enumerate(changes[:_WAYS]):
        made = [first]
        apart = [c for c in changes if abs(c.start - first.start) > _NEAR]
        if number % 2 and apart and len(words.split()) >= 12:
            made.append(rng.choice(apart))
        length = len(words) + sum(len(c.new) - (c.end - c.start) for c in made)
        if not SHORTEST <= length / len(words) <= LONGEST:
            continue
        yield Fault(
            "verbatim_misquote",
            "one_synonym" if len(made) == 1 else "two_synonyms",
            (case,),
            tuple(
                Edit(Span(quoted.start + c.start, quoted.start + c.end), c.new)
                for c in sorted(made, key=lambda c: c.start)
            ),
            (quoted,),
        )


def _changes(words: str) -> Iterator[_Change]:
    closed = [m.span() for m in _BRACKET.finditer(words)]
    gaps = [m.span() for m in _ELLIPSIS.finditer(words)]
    for match in _WORD.finditer(words):
        start, end = match.span()
        if any(a <= end and start <= b for a, b in closed):
            continue
        # At an ellipsis a word may have been fitted in.
        if any(start - 3 <= b and a <= end + 3 for a, b in gaps):
            continue
        if "-" in words[max(start - 2, 0) : start] or words[end : end + 1] == "-":
            continue
        is_name = match[0][0].isupper() and start > 0
        article = _ARTICLE.search(words, 0, start)
        for new in () if is_name else stand_ins(match[0]):
            if article and begins_with_vowel(new) != begins_with_vowel(match[0]):
                continue
            if new.lower() in _beside(words, start, end):
                continue
            yield _Change(start, end, new)


def _beside(words: str, start: int, end: int) -> set[str]:
    """The words next to a word: none of them is written twice."""
    return {w.lower() for w in (*words[:start].split()[-1:], *words[end:].split()[:1])}


def _stands(words: str, change: _Change, opinion: str) -> bool:
    """Whether the opinion itself has the new word beside the same letters."""
    before = plain(words[: change.start])[-_NEAR:]
    after = plain(words[change.end :])[:_NEAR]
    return f"{before}{plain(change.new)}{after}" in opinion
