"""Find where a proposition puts a burden or a favor on the other side than the opinion does.

Input: a proposition and an opinion indexed by its sentences.
Output: `Contradiction`s. Who bears a burden, must show something, or is favored by an
inference stands in a few fixed turns of phrase; the name in that place is compared with the
name in the same place of the opinion's closest sentences, whoever else they mention.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from voirdire.citecheck.holding_contrast import (
    Contradiction,
    Proposition,
    nearest_sentences,
)
from voirdire.citecheck.holding_passages import PassageIndex, stems
from voirdire.citecheck.holding_voice import is_own_statement

_LEAST_SHARE = 0.2
_LEAST_LEAD = 0.1
_FEWEST_WORDS = 3

_SIDES: dict[str, str] = {
    "plaintiff": r"plaintiffs?|claimants?",
    "defendant": r"defendants?|the accused",
    "government": r"government|prosecution|prosecutor|the state|commonwealth|the people",
    "moving party": r"movants?|moving part(?:y|ies)|party moving for [a-z ]{4,20}",
    "nonmoving party": r"non-?movants?|non-?moving part(?:y|ies)|(?:opposing|adverse) part(?:y|ies)"
    r"|party opposing [a-z ]{4,20}",
    "appellant": r"appellants?",
    "appellee": r"appellees?",
    "petitioner": r"petitioners?",
    "respondent": r"respondents?",
    "employer": r"employers?",
    "employee": r"employees?",
    "insurer": r"insurers?|insurance company",
    "insured": r"insureds?|policyholders?",
    "landlord": r"landlords?|lessors?",
    "tenant": r"tenants?|lessees?",
    "creditor": r"creditors?",
    "debtor": r"debtors?",
    "buyer": r"buyers?|purchasers?",
    "seller": r"sellers?|vendors?",
    "proponent": r"proponents?",
    "opponent": r"opponents?|objectors?",
    "trustee": r"trustees?",
    "beneficiary": r"beneficiar(?:y|ies)",
}
_AGAINST = (
    ("plaintiff", "defendant"),
    ("government", "defendant"),
    ("moving party", "nonmoving party"),
    ("appellant", "appellee"),
    ("petitioner", "respondent"),
    ("employer", "employee"),
    ("insurer", "insured"),
    ("landlord", "tenant"),
    ("creditor", "debtor"),
    ("buyer", "seller"),
    ("proponent", "opponent"),
    ("trustee", "beneficiary"),
)
_OTHER_SIDE = frozenset(_AGAINST) | frozenset((second, first) for first, second in _AGAINST)
_NAME = "|".join(rf"(?P<s{n}>{pattern})" for n, pattern in enumerate(_SIDES.values()))
_PARTY = rf"\b(?:{_NAME})(?:'s?)?\b"
# Behind "upon the", with one word that describes the party.
_TO_PARTY = rf" (?:the |a |an )?(?:\w+ )?{_PARTY}"
# Words of which one stands wherever the patterns of a place can match.
_HINTS = {
    "burden": ("burden", "onus", "obligation"),
    "showing": ("must ", "shall ", " required to ", "has to ", "have to "),
    "favor": ("favor", "benefit of", "resolved for", "drawn for"),
    "against": ("against ", "adverse to", "unfavorable to"),
}
_NAMES = tuple(_SIDES)
# What a party has or must do, and the words that put its name there.
_PLACES: dict[str, tuple[re.Pattern[str], ...]] = {
    "burden": (
        re.compile(
            rf"{_PARTY}(?: \w+){{0,3}}? (?:bears?|bore|bearing|has|have|had|carr(?:y|ies|ied)"
            r"|shoulders?|retains?|meets?|discharges?) (?:the|a|an|its|his|her|their|that)"
            r" (?:\w+ ){0,4}(?:burden|obligation|onus)"
        ),
        re.compile(
            r"\b(?:burden|onus)\b[^;.]{0,100}?\b(?:is|are|rests?|lies|falls?|remains?|shifts?"
            rf"|shifted|placed|rested|be|passes|stays)(?: \w+)? (?:on|upon|with|to){_TO_PARTY}"
        ),
        re.compile(rf"{_PARTY}'s? (?:\w+ )?(?:burden|onus)\b"),
    ),
    "showing": (
        re.compile(
            rf"{_PARTY} (?:\w+ )?(?:must|shall|has to|have to|is required to|are required to)"
            r" (?:\w+ )?(?:prove|show|establish|demonstrate|plead|allege|produce|present|rebut"
            r"|come forward|set forth|identify|satisfy|persuade|make)\b"
        ),
    ),
    "favor": (
        re.compile(
            rf"\b(?:favor of|favorable to|favor to|benefit of|resolved for|drawn for){_TO_PARTY}"
        ),
        re.compile(rf"{_PARTY}'s? favor\b"),
    ),
    "against": (re.compile(rf"\b(?:against|adverse to|unfavorable to) (?:the |a |an )?{_PARTY}"),),
}


@dataclass(frozen=True, slots=True)
class _Bearer:
    """A party in a place: its side, and where its name stands."""

    place: str
    side: str
    start: int
    end: int


def find_side_changes(proposition: Proposition, index: PassageIndex) -> Iterator[Contradiction]:
    """Every place that the proposition gives to one side and the opinion to the other."""
    for written in _bearers(proposition.lowered):
        if proposition.is_quoted(written.start) or proposition.is_denied(written.start):
            continue
        found = _contradiction(proposition, written, index)
        if found is not None:
            yield found


def _bearers(text: str) -> list[_Bearer]:
    found = []
    for place, patterns in _PLACES.items():
        if not any(hint in text for hint in _HINTS[place]):
            continue
        for pattern in patterns:
            for match in pattern.finditer(text):
                number = int((match.lastgroup or "s0")[1:])
                found.append(_Bearer(place, _NAMES[number], *match.span(number + 1)))
    return found


def _contradiction(
    proposition: Proposition, written: _Bearer, index: PassageIndex
) -> Contradiction | None:
    """The closest sentence that gives the place to the other side, if none as close agrees."""
    context = proposition.stems - stems(proposition.lowered[written.start : written.end])
    if len(context) < _FEWEST_WORDS:
        return None
    best: Contradiction | None = None
    for share, number in nearest_sentences(context, index):
        if share < (_LEAST_SHARE if best is None else best.share - _LEAST_LEAD):
            break
        sentence = index.sentences[number]
        text = index.lowered[sentence.start : sentence.end]
        there = [bearer for bearer in _bearers(text) if bearer.place == written.place]
        if any((written.side, bearer.side) not in _OTHER_SIDE for bearer in there):
            return None
        if there and best is None and is_own_statement(index.opinion, sentence):
            words = proposition.text[written.start : written.end]
            first, last = sentence.start + there[0].start, sentence.start + there[0].end
            source = index.words(first, last)
            best = Contradiction("burden or party", written.place, words, source, sentence, share)
    return best
