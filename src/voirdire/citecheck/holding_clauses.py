"""Find a last clause of a proposition of which the opinion says nothing near the matter.

Input: a proposition and an opinion indexed by its sentences.
Output: `Contradiction`s: a clause that limits or widens ("but only with leave of court") is put
behind a rule, and the sentences that state the rule, and those beside them, have hardly a
word of it.
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
from voirdire.citecheck.holding_scope import CASES

_AFTER_ONLY = (
    "if|when|where|after|upon|to the extent|insofar as|in|for|with|by|as to|against|on|within"
    "|until|during|before|at"
)
# Where a clause begins that limits or widens what stands before it.
_CLAUSE = re.compile(
    rf"(?:,? (?:but|and|though|albeit) |, | )(?:only (?:{_AFTER_ONLY})\b|if and only if\b"
    r"|except(?:ing)?(?: (?:where|when|in|as|that|for|if|to|upon|by|with))?\b|unless\b|until\b"
    r"|(?:so|as) long as\b|on condition that\b|regardless of\b|irrespective of\b"
    r"|whether or not\b|no matter\b|without regard (?:to|for)\b|notwithstanding\b"
    r"|even (?:if|where|when|though|absent|without|in|after|before)\b"
    r"|(?:with )?no exceptions?\b|in (?:\w+ ){1,4}alike\b|(?:in|under) (?:\w+ ){1,3}only\b)"
)
# What plainly comes behind a rule that was complete without it.
_AFTERTHOUGHT = re.compile(
    rf", but only (?:{_AFTER_ONLY})\b|, unless (?:the|a|an|it|there|he|she|they|some|no)\b"
)
# The same in words that are no telling ones, so that only their kind can be looked for.
_IN_ALL_CASES = re.compile(
    rf", (?:(?:in|under) (?:all|any) {CASES}|without (?:any )?exceptions?)(?=\W*$)"
)
_ALL_CASES = re.compile(
    rf"\b(?:all|any|every|each|no) (?:\w+ )?{CASES}|\balways\b|\bnever\b|\bwithout exception"
)
_BREAK = re.compile(r"[;:\"]|, | [a-z]+\. ")
_CUE_WORDS = frozenset(
    "only regard irresp whethe matter withou except unless long condit notwit even absent "
    "until extent insofa alike circum cases instan situat contex after before during within "
    "agains upon where when though".split()
)
# The share of the words before the clause that the closest sentence must have, and what share
# of the clause's own words may stand in the nearest sentences and those beside them.
_LEAST_AFTERTHOUGHT = 0.1
_LEAST_FOREIGN = 0.12
_LEAST_HALF_FOREIGN = 0.25
_MOST_KNOWN = 0.45
_SENTENCES_BESIDE = 5
_FEWEST_WORDS = 4


def find_foreign_clauses(proposition: Proposition, index: PassageIndex) -> Iterator[Contradiction]:
    """The first clause that is put behind what the opinion says."""
    for cue in (*_IN_ALL_CASES.finditer(proposition.lowered), *_cues(proposition)):
        context = stems(proposition.lowered[: cue.start()])
        if len(context) < _FEWEST_WORDS:
            continue
        ranked = nearest_sentences(context, index)[:_SENTENCES_BESIDE]
        if not ranked:
            continue
        share, best = ranked[0]
        sentence = index.sentences[best]
        least = _least(proposition, index, cue, [number for _, number in ranked])
        if share < least or not is_own_statement(index.opinion, sentence):
            continue
        written = proposition.text[cue.start() :].lstrip(" ,").rstrip(" .")
        yield Contradiction("scope", "clause", written, "", sentence, share)
        return


def _cues(proposition: Proposition) -> Iterator[re.Match[str]]:
    """Where a clause begins that is the proposition's last and not quoted."""
    for cue in _CLAUSE.finditer(proposition.lowered):
        clause = proposition.lowered[cue.end() :].rstrip(" .")
        if not proposition.is_quoted(cue.end() - 1) and not _BREAK.search(clause):
            yield cue


def _least(
    proposition: Proposition, index: PassageIndex, cue: re.Match[str], nearest: list[int]
) -> float:
    """How near the closest sentence must be; over 1 where the opinion may have the clause."""
    if _IN_ALL_CASES.match(proposition.lowered, cue.start()):
        spans = [index.sentences[number] for number in nearest]
        said = any(_ALL_CASES.search(index.lowered, span.start, span.end) for span in spans)
        return 2.0 if said else _LEAST_FOREIGN
    words = stems(proposition.lowered[cue.start() :]) - _CUE_WORDS
    near = {number + step for number in nearest for step in (-1, 0, 1)}
    there = set().union(*(index.stems[n] for n in near if 0 <= n < len(index.stems)))
    if not words:
        return 2.0
    known = sum(index.weight(s) for s in words & there) / sum(index.weight(s) for s in words)
    if known > _MOST_KNOWN:
        return 2.0
    if _AFTERTHOUGHT.match(proposition.lowered, cue.start()):
        return _LEAST_AFTERTHOUGHT
    return _LEAST_FOREIGN if known == 0 else _LEAST_HALF_FOREIGN
