"""Find words of scope that a proposition adds to what the opinion says.

Input: a proposition and an opinion indexed by its sentences.
Output: `Contradiction`s: the proposition limits ("only in exceptional circumstances") or
widens ("regardless of intent") a rule that the opinion states without any such words,
there and beside it.
"""

import re
from collections.abc import Iterator

from voirdire.citecheck.holding_contrast import (
    Contradiction,
    Proposition,
)
from voirdire.citecheck.holding_passages import PassageIndex, stems
from voirdire.citecheck.holding_voice import is_own_statement

CASES = r"(?:circumstances?|cases?|instances?|situations?|contexts?|settings?|actions?|matters?)"
"""Words for where a rule holds, as a pattern of lower-case text."""
# What limits or widens a rule for certain, and what does so only between the same words.
_SURE = {
    "limits": re.compile(
        rf"\b(?:(?:but |and )?(?:only )?(?:in|under) (?:\w+ )?(?:limited|rare|exceptional"
        rf"|extraordinary|narrow|unusual|compelling|egregious"
        rf"|extreme|unique|the most \w+|the rarest(?: of)?)(?:,? (?:and |or )?\w+)? {CASES}"
        r"|rarely|seldom|sparingly|limited to|confined to|restricted to|solely|exclusively)\b"
    ),
    "widens": re.compile(
        rf"\b(?:regardless of|irrespective of|without exception|without limitation"
        rf"|in (?:all|every|any) (?:\w+ )?{CASES}"
        rf"|under (?:all|any) (?:\w+ )?{CASES}|at all times|always|never|any and all"
        rf"|in no (?:event|{CASES})|under no {CASES}|automatically|categorically|invariably"
        r"|absolutely|unconditionally|universally)\b"
    ),
}
_FAINT = {
    "limits": re.compile(r"\b(?:only|some|certain|sometimes|generally|ordinarily|usually)\b"),
    "widens": re.compile(r"\b(?:all|every|any|entirely|completely)\b"),
}
_ANY_OF_CLASS = {
    "limits": re.compile(
        r"\b(?:only|solely|exclusively|alone|limit\w*|rare(?:ly)?|exception\w*|extraordinary"
        r"|narrow\w*|unusual|special|certain|specific\w*|particular\w*|compelling|egregious|extreme"
        r"|except\w*|unless|provided|so long|as long|absent|without|if|when|where|extent|seldom"
        r"|sparingly|restrict\w*|confined?|strictly|but for|until|generally|ordinarily|typically"
        r"|usually|sometimes|some|often|normally|not every|not all|exclusive|sole|mere(?:ly)?|just"
        r"|at least|once|after|must|cannot|requir\w*|need)\b"
    ),
    "widens": re.compile(
        r"\b(?:any\w*|all|every\w*|each|always|never|no|none|nothing|not|regardless|irrespective"
        r"|whether|matter|regard|what\w*ever|when\w*ever|wherever|automatic\w*|categorical\w*"
        r"|per se|as a matter of law|even|invariabl\w*|necessarily|entire\w*|complete\w*"
        r"|absolute\w*|universal\w*|both|whole|full\w*|although|though|without|simply|plainly)\b"
    ),
}
_NO_SCOPE = re.compile(
    r"(?:not|nor|if|the) only$|(?:after|at|of|above) all$|only (?:then|a|two|one|three|as)$"
)
# Absence alone is weak: the rest of the rule must stand there almost word for word.
_LEAST_SHARE = 0.85
_LEAST_LEAD = 0.1
_BESIDE = 220
_CLOSE = 4
_WORD = re.compile(r"[a-z]+")
_FEWEST_WORDS = 4


def find_scope_changes(proposition: Proposition, index: PassageIndex) -> Iterator[Contradiction]:
    """The words of scope that the proposition adds, if the opinion has none of their class."""
    for class_, pattern in _SURE.items():
        for match in pattern.finditer(proposition.lowered):
            yield from _added(proposition, index, class_, match, "sure")
    for class_, pattern in _FAINT.items():
        for match in pattern.finditer(proposition.lowered):
            yield from _added(proposition, index, class_, match, "faint")


def _added(
    proposition: Proposition, index: PassageIndex, class_: str, match: re.Match[str], how: str
) -> Iterator[Contradiction]:
    start, end = match.span()
    around = proposition.lowered[max(start - 6, 0) : end]
    after = proposition.lowered[start : end + 6].split()
    if (
        proposition.is_quoted(start)
        or _NO_SCOPE.search(around)
        or _NO_SCOPE.search(" ".join(after[:2]))
    ):
        return
    context = stems(proposition.lowered[:start] + " " + proposition.lowered[end:])
    if len(context) < _FEWEST_WORDS:
        return
    total = sum(index.weight(stem) for stem in context)
    scores = index.sentence_scores(context)
    ranked = sorted(scores, key=lambda n: (-scores[n], n))
    if not ranked or scores[ranked[0]] / total < _LEAST_SHARE:
        return
    best = ranked[0]
    share = scores[best] / total
    for number in ranked:
        if scores[number] / total <= share - _LEAST_LEAD:
            break
        span = index.sentences[number]
        if _ANY_OF_CLASS[class_].search(index.lowered, span.start, span.end):
            return
    sentence = index.sentences[best]
    beside = (max(sentence.start - _BESIDE, 0), sentence.end + _BESIDE)
    if how == "sure" and _SURE[class_].search(index.lowered, *beside):
        return
    if how == "faint" and not _stands_between_same_words(proposition, match, index, best):
        return
    if is_own_statement(index.opinion, sentence):
        written = proposition.text[start:end]
        yield Contradiction("scope", class_, written, "", sentence, share)


def _stands_between_same_words(
    proposition: Proposition, match: re.Match[str], index: PassageIndex, number: int
) -> bool:
    """Whether the telling words on both sides of a word stand close together in a sentence."""
    before = stems(" ".join(proposition.lowered[: match.start()].split()[-3:]))
    after = stems(" ".join(proposition.lowered[match.end() :].split()[:3]))
    span = index.sentences[number]
    words = [word[:6] for word in _WORD.findall(index.lowered, span.start, span.end)]
    return any(
        word in before and after.intersection(words[place + 1 : place + 1 + _CLOSE])
        for place, word in enumerate(words)
    )
