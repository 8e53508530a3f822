"""Find where an opinion states a proposition with a term that excludes the one written.

Input: a proposition and an opinion indexed by its sentences.
Output: `Contradiction`s. A sentence of the opinion counts when it shares the proposition's
telling words, has a sibling of the term, and no sentence that shares as much has the term
itself. What is quoted in the proposition is left to the check of quotations.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from heapq import nlargest

from voirdire.citecheck.holding_families import Family, Kind, NumberedFamily, Occurrence
from voirdire.citecheck.holding_passages import PassageIndex, lowered, stems
from voirdire.citecheck.holding_provisions import NUMBERED_PROVISIONS, PROVISIONS
from voirdire.citecheck.holding_terms import FAMILIES, QUANTITIES
from voirdire.citecheck.holding_verbs import VERB_FAMILIES
from voirdire.citecheck.holding_voice import is_own_statement, is_under_denial, lifts_somewhere
from voirdire.findings import Span

_FEWEST_WORDS = 4
# By what share of the telling words the contradicting sentence must surpass every sentence
# that has the term itself.
_LEAST_LEAD = 0.07
_SENTENCES_TRIED = 40
# How far the words after "permits" reach that say what is permitted.
_OBJECT = 45
# The verb behind "must", with what may stand between.
_VERB = re.compile(
    r",? (?:(?:be|been|have|also|only|then|first|still|not|generally|ordinarily|always|never|both"
    r"|either|\w+ly) )*([a-z]{3,})"
)
_DENIED_BEFORE = re.compile(
    r"\b(?:not|no|never|nor|neither|rather than|instead of|unlike|without|as opposed to|than"
    r"|cannot|isn't|aren't|doesn't|don't)\b[^,;.]{0,24}$"
)
_EXCEPTION = re.compile(r"\b(?:only|unless|except\w*|without|until|but for|other than|save)\b")

_OF_PROVISIONS: Kind = "provision or doctrine"
_LIFTING = frozenset(("need not", "does not require"))
# "The tenet that a court must accept it is inapplicable" denies behind the term.
_DENIED_BEHIND = re.compile(
    r"\b(?:is|are|was|were) (?:\w+ )?(?:inapplicable|inapposite|unavailable|irrelevant|rejected"
    r"|overruled|mistaken|incorrect|wrong)\b|\b(?:does|do|did|has|have) (?:not|no) (?:apply"
    r"|govern|control|application|place)\b"
)
# What must be shown may be established, proved or demonstrated alike.
_SHOWING = frozenset("show establ prove demons".split())

AnyFamily = Family | NumberedFamily
_FAMILIES: tuple[AnyFamily, ...] = (
    *FAMILIES,
    *PROVISIONS,
    *VERB_FAMILIES,
    *QUANTITIES,
    *NUMBERED_PROVISIONS,
)


@dataclass(frozen=True, slots=True)
class Contradiction:
    """What the opinion says in place of what the proposition says.

    `written` and `source` are the differing words, either may be empty; `sentence` is in
    characters of `Opinion.text`; `share` is how much of the proposition's telling
    vocabulary the sentence has, from 0 to 1.
    """

    kind: Kind
    name: str
    written: str
    source: str
    sentence: Span
    share: float


class Proposition:
    """A sentence of a document, made ready: lower case, stems, what of it is quoted."""

    def __init__(self, words: str) -> None:
        self.text = " ".join(words.split())
        self.lowered = lowered(self.text)
        self.stems = stems(self.lowered)

    @cached_property
    def _quoted(self) -> list[bool]:
        marks, inside = [], False
        for character in self.text:
            if character in '"“”':
                inside = not inside if character == '"' else character == "“"
            marks.append(inside)
        return marks

    def is_quoted(self, start: int) -> bool:
        """Whether the character at `start` stands between quotation marks."""
        return self._quoted[start]

    def is_denied(self, start: int) -> bool:
        """Whether the words before `start` deny what follows."""
        is_near = _DENIED_BEFORE.search(self.lowered, 0, start) is not None
        return is_near or is_under_denial(self.lowered, start)

    def is_denied_behind(self, end: int) -> bool:
        """Whether the words behind `end` say that the rule before them is none."""
        return _DENIED_BEHIND.search(self.lowered, end) is not None


def find_contrasts(proposition: Proposition, index: PassageIndex) -> Iterator[Contradiction]:
    """Every family of terms in which the opinion contradicts the proposition.

    Precise before complete: nothing is said where the proposition names two terms of a
    family without a verb to tell them apart, or denies the one it names.
    """
    if len(proposition.stems) < _FEWEST_WORDS or proposition.text.startswith("and "):
        return
    for family in _FAMILIES:
        found = family.occurrences(proposition.lowered)
        outside = [o for o in found if not proposition.is_quoted(o.start)]
        if family.anchor == "none":
            outside = outside[:1] if len({o.name for o in outside}) == 1 else []
        for written in outside:
            # That a provision "is not implicated" is still said of that provision.
            if family.kind != _OF_PROVISIONS and proposition.is_denied(written.start):
                continue
            if family.kind == "must or may" and proposition.is_denied_behind(written.end):
                continue
            anchors = _anchors(proposition.lowered, written, family.anchor)
            slot = _Slot(family, written, anchors, frozenset(o.name for o in found))
            contradiction = _contradiction(proposition, slot, found, index)
            if contradiction is not None:
                yield contradiction


@dataclass(frozen=True, slots=True)
class _Slot:
    """A term of the proposition, the words beside it of which one must agree, and all terms
    of the family that the proposition names."""

    family: AnyFamily
    written: Occurrence
    anchors: frozenset[str]
    named: frozenset[str]

    def fitting(self, text: str, there: list[Occurrence]) -> list[Occurrence]:
        """The terms of a sentence that stand beside the same words."""
        if self.family.anchor == "none":
            return there
        return [o for o in there if _anchors(text, o, self.family.anchor) & self.anchors]

    def sibling(self, text: str, there: list[Occurrence]) -> Occurrence | None:
        """The first term that excludes the one written and is not itself denied."""
        if any(occurrence.name == self.written.name for occurrence in there):
            return None
        for occurrence in self.fitting(text, there):
            if occurrence.name in self.named:
                continue
            excludes = self.family.excluded(self.written.name, occurrence.name)
            denied = _DENIED_BEFORE.search(text, 0, occurrence.start) is not None
            if self.family.kind != _OF_PROVISIONS:
                denied = denied or is_under_denial(text, occurrence.start)
            if excludes and not denied:
                return occurrence
        return None

    def is_enough(self, share: float, index: PassageIndex) -> bool:
        """Whether a sentence is close enough: less so where the opinion never has the term."""
        if share >= self.family.least:
            return True
        if self.family.anchor != "none" or share < self.family.least_where_absent:
            return False
        return not self.family.has(self.written.name, index.lowered)


def _contradiction(
    proposition: Proposition, slot: _Slot, found: list[Occurrence], index: PassageIndex
) -> Contradiction | None:
    """The closest sentence that has a sibling of a term, if none as close has the term."""
    family, written = slot.family, slot.written
    context = proposition.stems - {
        stem for o in found for stem in stems(proposition.lowered[o.start : o.end])
    }
    if len(context) < _FEWEST_WORDS - 1 or (family.anchor != "none" and not slot.anchors):
        return None
    if written.name in _LIFTING and lifts_somewhere(
        index, stems(proposition.lowered[written.end : written.end + _OBJECT])
    ):
        return None
    least = min(family.least, family.least_where_absent)
    best: Contradiction | None = None
    for share, number in nearest_sentences(context, index):
        if share < (least if best is None else best.share - _LEAST_LEAD):
            break
        sentence = index.sentences[number]
        text = index.lowered[sentence.start : sentence.end]
        there = family.occurrences(text)
        if any(o.name == written.name for o in slot.fitting(text, there)):
            return None
        sibling = slot.sibling(text, there) if best is None else None
        if sibling is None or not is_own_statement(index.opinion, sentence):
            continue
        is_ruling = family.anchor != "none" or family.kind == "negation"
        if is_ruling and differ_in_exceptions(proposition.lowered, text):
            continue
        words = proposition.text[written.start : written.end]
        source = index.words(sentence.start + sibling.start, sentence.start + sibling.end)
        best = Contradiction(family.kind, family.name, words, source, sentence, share)
    return best if best is not None and slot.is_enough(best.share, index) else None


def nearest_sentences(context: set[str], index: PassageIndex) -> list[tuple[float, int]]:
    """The sentences nearest to some words: the share of their weight, and the number."""
    total = sum(index.weight(stem) for stem in context)
    scores = index.sentence_scores(context)
    nearest = nlargest(_SENTENCES_TRIED, scores, key=lambda n: (scores[n], -n))
    return [(scores[number] / total, number) for number in nearest]


def _anchors(text: str, occurrence: Occurrence, anchor: str) -> frozenset[str]:
    """The words beside a term of which one must agree."""
    if anchor == "after":
        verb = _VERB.match(text, occurrence.end)
        if not verb:
            return frozenset()
        return _SHOWING if verb[1][:6] in _SHOWING else frozenset({verb[1][:6]})
    if anchor == "object":
        return frozenset(stems(text[occurrence.end : occurrence.end + _OBJECT]))
    return frozenset()


def differ_in_exceptions(first: str, second: str) -> bool:
    """Whether two texts make other exceptions: "only if" may say what "not unless" does."""
    return set(_EXCEPTION.findall(first)) != set(_EXCEPTION.findall(second))
