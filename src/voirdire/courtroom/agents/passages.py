"""Exhibits to passages that can be quoted, and how much each has to do with a question.

Input: the contents of exhibits, in any language. Output: passages of 5 to 30 words, a sentence
or a part of one, each with its place, and a weight that is the higher the rarer the words are
that it shares with the question. Time and memory are linear in the text, and what was read once
is kept for the next turn.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log

from voirdire.courtroom.quoting import FEWEST_WORDS, MOST_WORDS, find_ends, find_words

_HYPHEN = re.compile(r"[\s\xad\u2010-\u2013\u2212-]+")
_STEM = 5
_SHORTEST_STEM = 4
# Scripts without capitals write short words, and their vowel signs count as letters.
_SHORTEST_BEYOND_LATIN = 3
# The charge says less of an issue than its question does; a figure makes a passage worth more.
_CHARGE = 0.3
_FIGURE = 1.2
_STOP_WORDS = frozenset(
    """about after again also before been being could does done each else ever from have having
    here into just made make more most much must only other over same shall should some such than
    that their them then there these they this those through under until upon very were what when
    where whether which while whom whose will with within without would your
    ante como cual cuando desde donde durante ella ellas ellos entre era eran esta estaba estas
    este esto estos fueron haber había hasta para pero porque quien según sido sobre también tenía
    tiene todo todos
    alors aussi avait avant avec avoir cette ceux comme dans depuis donc dont elle elles entre
    était être leur leurs lors mais même nous pour quand sans selon sont sous tous tout toute
    une vers vous
    और एक कर करने किया किसी की के को गया गई जब तक तथा तो था थी थे दिया नहीं पर बाद मैं यह या वह
    ने से हुआ हुई है हैं हो""".split()
)


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of an exhibit's content, `start` to `end`, and the stems of its content words."""

    start: int
    end: int
    text: str
    stems: frozenset[str]


@dataclass(frozen=True, slots=True)
class Reading:
    """Exhibits read together: passages by exhibit, and how rare each stem is among them."""

    passages: dict[str, tuple[Passage, ...]]
    rarity: dict[str, float]

    def weigh(self, passage: Passage, question: frozenset[str]) -> float:
        """How much a passage has to do with a question; 0 when they share no word."""
        # Summed in a fixed order: the order of a set is another in every process.
        return sum(self.rarity[stem] for stem in sorted(passage.stems & question))


@dataclass(frozen=True, slots=True)
class Question:
    """What is looked for: the question of an issue, the case's others, and its charge.

    `names`: the title and the names of the sides, whose words stand in every exhibit.
    """

    text: str
    others: tuple[str, ...]
    charge: str
    names: tuple[str, ...]


@lru_cache(maxsize=64)
def read_exhibits(exhibits: tuple[tuple[str, str], ...]) -> Reading:
    """Read exhibits, given as (id, content)."""
    passages = {name: split_passages(content) for name, content in exhibits}
    counts: Counter[str] = Counter()
    total = 0
    for each in passages.values():
        total += len(each)
        for passage in each:
            counts.update(passage.stems)
    return Reading(passages, {stem: log(1 + total / n) for stem, n in counts.items()})


@lru_cache(maxsize=256)
def rank_passages(
    exhibits: tuple[tuple[str, str], ...], question: Question
) -> tuple[tuple[float, str, Passage], ...]:
    """Passages that have to do with a question, as (weight, exhibit, passage), the best first.

    A passage that has as much to do with another question of the case is left out.
    """
    reading = read_exhibits(exhibits)
    names = find_stems(question.names)
    asked = find_stems([question.text]) - names
    others = [find_stems([each]) - names for each in question.others]
    charge = find_stems([question.charge]) - names - asked
    ranked = []
    for name, passages in reading.passages.items():
        for passage in passages:
            weight = reading.weigh(passage, asked)
            weight -= max((reading.weigh(passage, each) for each in others), default=0.0)
            weight += _CHARGE * reading.weigh(passage, charge)
            if weight > 0:
                weight *= _FIGURE if any(map(str.isdigit, passage.text)) else 1.0
                ranked.append((weight, name, passage))
    return tuple(sorted(ranked, key=lambda each: (-each[0], each[1], each[2].start)))


@lru_cache(maxsize=512)
def split_passages(content: str) -> tuple[Passage, ...]:
    """Passages of 5 to 30 words, in order; what is shorter is joined to what follows."""
    words = find_words(content)
    ends = find_ends(content)
    passages = []
    first, at_end = 0, 0
    for number, (_, end) in enumerate(words):
        while at_end < len(ends) and ends[at_end] < end:
            at_end += 1
        following = words[number + 1][0] if number + 1 < len(words) else len(content) + 1
        stops = at_end < len(ends) and ends[at_end] <= following
        length = number + 1 - first
        if length == MOST_WORDS or (stops and length >= FEWEST_WORDS):
            passages.append(_cut(content, words[first : number + 1]))
            first = number + 1
    if len(words) - first >= FEWEST_WORDS:
        passages.append(_cut(content, words[first:]))
    return tuple(passages)


def find_stems(texts: Iterable[str]) -> frozenset[str]:
    """Stems of the content words of some texts."""
    return frozenset(
        stem for text in texts for a, b in find_words(text) for stem in _stems_of(text[a:b])
    )


def _cut(content: str, words: Sequence[tuple[int, int]]) -> Passage:
    start, end = words[0][0], words[-1][1]
    stems = frozenset(stem for a, b in words for stem in _stems_of(content[a:b]))
    return Passage(start, end, content[start:end], stems)


@lru_cache(maxsize=50_000)
def _stems_of(word: str) -> tuple[str, ...]:
    """The stem of a word, and of each part of one with a hyphen; none of a common word."""
    return tuple(stem for part in _HYPHEN.split(word) if part and (stem := _stem(part)))


def _stem(word: str) -> str:
    """The beginning of a content word, in small letters; empty for any other word."""
    folded = word.casefold()
    shortest = _SHORTEST_STEM if folded[0] < "\u0250" else _SHORTEST_BEYOND_LATIN
    if len(folded) < shortest or folded in _STOP_WORDS or not any(map(str.isalpha, folded)):
        return ""
    return folded[:_STEM]
