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
    is_own_statement,
    nearest_sentences,
)
from voirdire.citecheck.holding_passages import PassageIndex, stems

_CASES = r"(?:circumstances?|cases?|instances?|situations?|contexts?|settings?|actions?|matters?)"
# What limits or widens a rule for certain, and what does so only between the same words.
_SURE = {
    "limits": re.compile(
        rf"\b(?:(?:but |and )?(?:only )?(?:in|under) (?:\w+ )?(?:limited|rare|exceptional"
        rf"|extraordinary|narrow|unusual|compelling|egregious"
        rf"|extreme|unique|the most \w+|the rarest(?: of)?)(?:,? (?:and |or )?\w+)? {_CASES}"
        r"|rarely|seldom|sparingly|limited to|confined to|restricted to|solely|exclusively)\b"
    ),
    "widens": re.compile(
        rf"\b(?:regardless of|irrespective of|without exception|without limitation"
        rf"|in (?:all|every|any) (?:\w+ )?{_CASES}"
        rf"|under (?:all|any) (?:\w+ )?{_CASES}|at all times|always|never|any and all"
        rf"|in no (?:event|{_CASES})|under no {_CASES}|automatically|categorically|invariably"
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
# Where a clause begins that limits or widens what stands before it.
_CLAUSE = re.compile(
    r"(?:,? (?:but|and|though|albeit) |, | )(?:only (?:if|when|where|after|upon|to the extent"
    r"|insofar as|in|for|with|by|as to|against|on|within|until|during|before|at)\b|if and only if\b"
    r"|except(?:ing)?(?: (?:where|when|in|as|that|for|if|to|upon|by|with))?\b|unless\b|until\b"
    r"|(?:so|as) long as\b|on condition that\b|regardless of\b|irrespective of\b"
    r"|whether or not\b|no matter\b|without regard (?:to|for)\b|notwithstanding\b|whatever\b"
    r"|even (?:if|where|when|though|absent|without|in|after|before)\b"
    r"|(?:with )?no exceptions?\b|in (?:\w+ ){1,4}alike\b|(?:in|under) (?:\w+ ){1,3}only\b)"
)
_BREAK = re.compile(r"[;:\"]|, | [a-z]+\. ")
_CUE_WORDS = frozenset(
    "only regard irresp whethe matter withou except unless long condit notwit whatev even absent "
    "until extent insofa alike circum cases instan situat contex after before during within "
    "agains upon where when though".split()
)
# The share of the words before the clause that the closest sentence must have, and what share
# of the clause's own words may stand in the nearest sentences and those beside them.
_LEAST_FOREIGN = 0.12
_LEAST_HALF_FOREIGN = 0.25
_MOST_KNOWN = 0.45
_SENTENCES_BESIDE = 5
_LEAST_SHARE = {"sure": 0.4, "faint": 0.55}
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
    yield from _foreign_clauses(proposition, index)


def _foreign_clauses(proposition: Proposition, index: PassageIndex) -> Iterator[Contradiction]:
    """A last clause that limits or widens, of whose words the opinion near by has none."""
    for cue in _CLAUSE.finditer(proposition.lowered):
        clause = proposition.lowered[cue.start() :].rstrip(" .")
        words = stems(clause) - _CUE_WORDS
        if proposition.is_quoted(cue.end() - 1) or _BREAK.search(clause, cue.end() - cue.start()):
            continue
        context = stems(proposition.lowered[: cue.start()])
        if not words or len(context) < _FEWEST_WORDS:
            continue
        ranked = nearest_sentences(context, index)[:_SENTENCES_BESIDE]
        near = {n + step for _, n in ranked for step in (-1, 0, 1)}
        there = set().union(*(index.stems[n] for n in near if 0 <= n < len(index.stems)))
        known = sum(index.weight(s) for s in words & there) / sum(index.weight(s) for s in words)
        share, best = ranked[0] if ranked else (0.0, 0)
        least = _LEAST_FOREIGN if known == 0 else _LEAST_HALF_FOREIGN
        sentence = index.sentences[best]
        if share < least or known > _MOST_KNOWN or not is_own_statement(index.opinion, sentence):
            continue
        written = proposition.text[cue.start() :].lstrip(" ,").rstrip(" .")
        yield Contradiction("scope", "clause", written, "", sentence, share)
        return


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
    if not ranked or scores[ranked[0]] / total < _LEAST_SHARE[how]:
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
