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
    nearest_sentences,
)
from voirdire.citecheck.holding_passages import PassageIndex, stems
from voirdire.citecheck.holding_scope import CASES
from voirdire.citecheck.holding_voice import is_own_statement

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
# Clauses of words that are no telling ones, so that only their kind can be looked for.
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
# The share of the words before the clause that the closest sentence must have (absence alone
# is weak, so nearly all), and what share of the clause's own words may stand in the nearest
# sentences and those beside them.
_LEAST_SHARE = 0.65
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
        if share < _LEAST_SHARE or not is_own_statement(index.opinion, sentence):
            continue
        if _may_have(proposition, index, cue, [number for _, number in ranked]):
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


def _may_have(
    proposition: Proposition, index: PassageIndex, cue: re.Match[str], nearest: list[int]
) -> bool:
    """Whether the nearest sentences, or those beside them, may say what the clause says."""
    if _IN_ALL_CASES.match(proposition.lowered, cue.start()):
        spans = [index.sentences[number] for number in nearest]
        return any(_ALL_CASES.search(index.lowered, span.start, span.end) for span in spans)
    words = stems(proposition.lowered[cue.start() :]) - _CUE_WORDS
    if not words:
        return True
    near = {number + step for number in nearest for step in (-1, 0, 1)}
    there = set().union(*(index.stems[n] for n in near if 0 <= n < len(index.stems)))
    known = sum(index.weight(s) for s in words & there) / sum(index.weight(s) for s in words)
    return known > _MOST_KNOWN
