"""Find words that a proposition turns into their opposite where else it follows the opinion.

Input: a proposition and an opinion indexed by its sentences.
Output: `Contradiction`s. The proposition is laid beside the sentence that shares most of
its words; where both agree before and after, a "not" on one side only, an opposite, another
number or a limiting word left out contradicts. A paraphrase may have such a place and be true:
a "not" weighs only where the other sentence has no word of denial at all.
"""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import pairwise

from voirdire.citecheck.holding_contrast import (
    Contradiction,
    Proposition,
    differ_in_exceptions,
)
from voirdire.citecheck.holding_families import Kind
from voirdire.citecheck.holding_opposites import OPPOSITES
from voirdire.citecheck.holding_passages import PassageIndex
from voirdire.citecheck.holding_voice import has_negative, is_own_statement

_LEAST_SHARE = 0.6
# A limit left out is often no more than short: it weighs where all else is word for word.
_LEAST_FOR_LIMIT = 0.85
_SENTENCES_TRIED = 2
_LONGEST_CHANGE = 3
_FEWEST_WORDS = 4
# "No." before a number is no negation.
_WORD = re.compile(r"(?!nos?\. ?\d)[a-z0-9]+(?:['-][a-z0-9]+)*")
_NOT = frozenset("not never no cannot nor neither without".split())
_AUXILIARY = frozenset("do does did is are was were".split())
_LIMIT = frozenset("only solely exclusively unless".split())


def find_rewordings(proposition: Proposition, index: PassageIndex) -> Iterator[Contradiction]:
    """The first opposite, negation or limit in which a close sentence differs."""
    if len(proposition.stems) < _FEWEST_WORDS:
        return
    total = sum(index.weight(stem) for stem in proposition.stems)
    scores = index.sentence_scores(proposition.stems)
    written = list(_WORD.finditer(proposition.lowered))
    for number in sorted(scores, key=lambda n: (-scores[n], n))[:_SENTENCES_TRIED]:
        share = scores[number] / total
        if share < _LEAST_SHARE:
            return
        sentence = index.sentences[number]
        source = list(_WORD.finditer(index.lowered, sentence.start, sentence.end))
        if not is_own_statement(index.opinion, sentence):
            continue
        for first, second in _changes(proposition, written, source):
            kind = _kind_of(first, second)
            text = index.lowered[sentence.start : sentence.end]
            if kind == "negation" and (
                differ_in_exceptions(proposition.lowered, text)
                or (has_negative(proposition.lowered) and has_negative(text))
            ):
                continue
            if kind == "scope" and share < _LEAST_FOR_LIMIT:
                continue
            if kind is not None:
                yield Contradiction(
                    kind,
                    "wording",
                    " ".join(first),
                    " ".join(second),
                    sentence,
                    share,
                )
                return


def _changes(
    proposition: Proposition, written: list[re.Match[str]], source: list[re.Match[str]]
) -> Iterator[tuple[list[str], list[str]]]:
    """Short places in which two word sequences differ between words that agree."""
    first = [_stem(match.group()) for match in written]
    second = [_stem(match.group()) for match in source]
    blocks = SequenceMatcher(None, first, second, autojunk=False).get_matching_blocks()
    for before, after in pairwise(blocks):
        if before.size < 2 or after.size < 2:
            continue
        mine = written[before.a + before.size : after.a]
        theirs = source[before.b + before.size : after.b]
        if len(mine) > _LONGEST_CHANGE or len(theirs) > _LONGEST_CHANGE:
            continue
        at = mine[0].start() if mine else written[after.a].start()
        if not proposition.is_quoted(at):
            yield [m.group() for m in mine], [m.group() for m in theirs]


def _stem(word: str) -> str:
    return word[:6]


def _kind_of(written: list[str], source: list[str]) -> Kind | None:
    """What kind of opposites two short runs of words are; None when they are none."""
    if bool(_NOT & set(written)) != bool(_NOT & set(source)):
        rest = [set(words) - _NOT - _AUXILIARY for words in (written, source)]
        if rest[0] == rest[1] or not rest[0] or not rest[1]:
            return "negation"
    if not written and _LIMIT & set(source) and len(source) == 1:
        return "scope"
    for mine in written:
        if OPPOSITES.get(mine, frozenset()) & set(source):
            return "opposite"
    return None
