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

from voirdire.authorities.types import Opinion
from voirdire.citecheck.holding_passages import PassageIndex, lowered, stems
from voirdire.citecheck.holding_terms import (
    FAMILIES,
    NUMBERED,
    Family,
    Kind,
    NumberedFamily,
    Occurrence,
)
from voirdire.citecheck.holding_treatment import is_argument
from voirdire.citecheck.quotation_places import part_at
from voirdire.findings import Span

_FEWEST_WORDS = 4
# By what share of the telling words the contradicting sentence must surpass every sentence
# that has the term itself.
_LEAST_LEAD = 0.1
_SENTENCES_TRIED = 40
# The verb behind "must", with what may stand between.
_VERB = re.compile(
    r" (?:(?:be|been|have|also|only|then|first|still|not|generally|ordinarily|always|never|both"
    r"|either|\w+ly) )*([a-z]{3,})"
)
_AROUND = 100
_DENIED_BEFORE = re.compile(
    r"\b(?:not|no|never|nor|neither|rather than|instead of|unlike|without|as opposed to|than"
    r"|cannot|isn't|aren't|doesn't|don't)\b[^,;.]{0,24}$"
)
_EXCEPTION = re.compile(r"\b(?:only|unless|except\w*|without|until|but for|other than|save)\b")
_ROLE = frozenset(
    "burden bear bears prove proves proved provin proof show shows showin establ demons plead "
    "pleads allege allegi entitl recove persua produc favor favora infere liable liabil presum "
    "rebut".split()
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
        return _DENIED_BEFORE.search(self.lowered, 0, start) is not None


def find_contrasts(proposition: Proposition, index: PassageIndex) -> Iterator[Contradiction]:
    """Every family of terms in which the opinion contradicts the proposition.

    Precise before complete: nothing is said where the proposition names two terms of a
    family without an anchor to tell them apart, or denies the one it names.
    """
    if len(proposition.stems) < _FEWEST_WORDS:
        return
    families: tuple[Family | NumberedFamily, ...] = (*FAMILIES, *NUMBERED)
    for family in families:
        found = [
            occurrence
            for occurrence in family.occurrences(proposition.lowered)
            if not proposition.is_quoted(occurrence.start)
        ]
        if not found:
            continue
        if family.anchor != "after" and len({occurrence.name for occurrence in found}) > 1:
            continue
        for occurrence in found[: None if family.anchor == "after" else 1]:
            if not proposition.is_denied(occurrence.start):
                yield from _contradictions(proposition, family, occurrence, index)


def _contradictions(
    proposition: Proposition,
    family: Family | NumberedFamily,
    written: Occurrence,
    index: PassageIndex,
) -> Iterator[Contradiction]:
    """The best sentence that has a sibling of a term, if none like it has the term."""
    own = {
        stem
        for occurrence in family.occurrences(proposition.lowered)
        for stem in stems(proposition.lowered[occurrence.start : occurrence.end])
    }
    context = proposition.stems - own
    if len(context) < _FEWEST_WORDS - 1:
        return
    total = sum(index.weight(stem) for stem in context)
    scores = index.sentence_scores(context)
    anchors = _anchors(proposition.lowered, written, family.anchor)
    if not anchors and family.anchor != "none":
        return
    best: Contradiction | None = None
    for number in sorted(scores, key=lambda n: (-scores[n], n))[:_SENTENCES_TRIED]:
        share = scores[number] / total
        if best is None and share < family.least:
            return
        if best is not None and share <= best.share - _LEAST_LEAD:
            break
        sentence = index.sentences[number]
        text = index.lowered[sentence.start : sentence.end]
        there = family.occurrences(text)
        fitting = [o for o in there if _fits(text, o, family.anchor, anchors)]
        if any(o.name == written.name for o in fitting):
            return
        if best is not None or any(o.name == written.name for o in there):
            continue
        if family.anchor == "after" and differ_in_exceptions(proposition.lowered, text):
            continue
        sibling = _sibling(family, written, fitting, text)
        if sibling is not None and is_own_statement(index.opinion, sentence):
            best = Contradiction(
                family.kind,
                family.name,
                proposition.text[written.start : written.end],
                text[sibling.start : sibling.end],
                sentence,
                share,
            )
    if best is not None:
        yield best


def _anchors(text: str, occurrence: Occurrence, anchor: str) -> set[str]:
    """The words beside a term of which one must agree."""
    if anchor == "after":
        verb = _VERB.match(text, occurrence.end)
        return {verb[1][:6]} if verb else set()
    if anchor == "around":
        around = text[max(occurrence.start - _AROUND, 0) : occurrence.end + _AROUND]
        return stems(around) & _ROLE
    return set()


def _fits(text: str, occurrence: Occurrence, anchor: str, anchors: set[str]) -> bool:
    return anchor == "none" or bool(_anchors(text, occurrence, anchor) & anchors)


def _sibling(
    family: Family | NumberedFamily, written: Occurrence, there: list[Occurrence], text: str
) -> Occurrence | None:
    """The first term of a sentence that excludes the one written and is not itself denied."""
    for occurrence in there:
        excluded = family.excluded(written.name, occurrence.name)
        if excluded and not _DENIED_BEFORE.search(text, 0, occurrence.start):
            return occurrence
    return None


def differ_in_exceptions(first: str, second: str) -> bool:
    """Whether two texts make other exceptions: "only if" may say what "not unless" does."""
    return set(_EXCEPTION.findall(first)) != set(_EXCEPTION.findall(second))


def is_own_statement(opinion: Opinion, sentence: Span) -> bool:
    """Whether the court itself says it: no separate opinion, syllabus or party's argument."""
    if part_at(opinion, sentence) not in (None, "majority"):
        return False
    return not is_argument(opinion.text[sentence.start : sentence.end])
