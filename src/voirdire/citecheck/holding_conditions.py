"""Find where a proposition ties a condition to a rule otherwise than the opinion does.

Input: a proposition and an opinion indexed by its sentences.
Output: `Contradiction`s: "because" for "unless", "even if" for "only if", where the same words
follow in the opinion's closest sentences.
"""

import re
from collections.abc import Iterator

from voirdire.citecheck.holding_contrast import (
    Contradiction,
    Proposition,
    nearest_sentences,
)
from voirdire.citecheck.holding_passages import PassageIndex, stems
from voirdire.citecheck.holding_voice import is_own_statement

_CONNECTIVES = {
    "unless": re.compile(r"\b(?:unless|except (?:if|when|where))\b"),
    "because": re.compile(r"\b(?<!only )because\b"),
    "only if": re.compile(r"\bonly (?:if|when|where|because|with)\b"),
    "even if": re.compile(
        r"\b(?:even (?:if|when|where|though|without|with)|whether or not|regardless of"
        r"|irrespective of|no matter)\b"
    ),
    "depending on": re.compile(r"\bdepend(?:s|ing) (?:up)?on\b"),
    "whenever": re.compile(r"\bwhenever\b"),
}
_PAIRS = (
    ("unless", "because"),
    ("unless", "whenever"),
    ("only if", "even if"),
    ("only if", "whenever"),
    ("even if", "depending on"),
)
_EXCLUDED = {
    name: tuple(other for pair in _PAIRS if name in pair for other in pair if other != name)
    for name in _CONNECTIVES
}
_LEAST_SHARE = 0.2
_SENTENCES_TRIED = 5
# How many words behind a connective are compared, and how many telling ones must agree.
_WORDS_BEHIND = 6
_LEAST_COMMON = 2


def find_condition_changes(
    proposition: Proposition, index: PassageIndex
) -> Iterator[Contradiction]:
    """Every connective whose place an excluding one has in the closest sentence."""
    for name, pattern in _CONNECTIVES.items():
        for match in pattern.finditer(proposition.lowered):
            if proposition.is_quoted(match.start()) or any(
                _CONNECTIVES[other].search(proposition.lowered) for other in _EXCLUDED[name]
            ):
                continue
            found = _contradiction(proposition, index, name, match)
            if found is not None:
                yield found


def _contradiction(
    proposition: Proposition, index: PassageIndex, name: str, written: re.Match[str]
) -> Contradiction | None:
    behind = _words_behind(proposition.lowered, written.end())
    if len(behind) < _LEAST_COMMON:
        return None
    for share, number in nearest_sentences(proposition.stems, index)[:_SENTENCES_TRIED]:
        sentence = index.sentences[number]
        text = index.lowered[sentence.start : sentence.end]
        if share < _LEAST_SHARE or _CONNECTIVES[name].search(text):
            return None
        for other in _EXCLUDED[name]:
            for match in _CONNECTIVES[other].finditer(text):
                common = _words_behind(text, match.end()) & behind
                if len(common) < _LEAST_COMMON or not is_own_statement(index.opinion, sentence):
                    continue
                words = proposition.text[written.start() : written.end()]
                return Contradiction("scope", "condition", words, match.group(), sentence, share)
    return None


def _words_behind(text: str, start: int) -> set[str]:
    return stems(" ".join(text[start:].split(maxsplit=_WORDS_BEHIND)[:_WORDS_BEHIND]))
