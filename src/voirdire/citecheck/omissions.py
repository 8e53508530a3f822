"""Judge what a quotation leaves out: words that turn the sense, and marks that carry none.

Input: the text of an opinion and a stretch of it that a quotation skips or replaces.
Output: whether the stretch takes a negation out of the sentence that is quoted, and which
stretches of an opinion (citations, "[sic]", glued footnote calls) may go without a mark.
"""

import re

from voirdire.findings import Span

_NEGATION = re.compile(
    r"\b(?:not|no|never|nor|neither|cannot|none|nothing|nobody|nowhere|hardly|scarcely|barely"
    r"|rarely|seldom)\b|n['\u2019]t\b",
    re.IGNORECASE,
)
_NO_NEGATION = re.compile(r"\bnos?\.\s*\d|\bwhether\s+or\s+not\b", re.IGNORECASE)
_NOT_ONLY = re.compile(r"\bnot\s+(?:only|merely|just|simply|solely)\b", re.IGNORECASE)
_BUT = re.compile(r"\bbut\b", re.IGNORECASE)
# Their object still stands in the quotation: "without . . . a warrant" loses its "without".
_LOST_EXCEPTION = re.compile(r"\b(?:without|unless|except|lest)[\s,]*$", re.IGNORECASE)
_NEGATING_PREFIX = re.compile(r"(?:un|in|im|il|ir|non|dis|mis)-?", re.IGNORECASE)
_SENTENCE_END = re.compile(
    r"(?<!\bNo)(?<!\bv)(?<!\b[A-Z])(?<!\bId)(?<!\bcf)(?<!\bSt)(?<!\bMr)(?<!\bDr)(?<!\be\.g)(?<!\bi\.e)"
    r"[.?!][\"'\u2019\u201d)\]]*\s+[\"'\u2018\u201c(\[]*[A-Z]|\n"
)
_MOST_WORDS = 15
_REACH_OF_BUT = 200


def has_negation(text: str) -> bool:
    """Whether a word of a text negates."""
    return _NEGATION.search(_NO_NEGATION.sub(" ", text)) is not None


def negates_word(prefix: str) -> bool:
    """Whether letters put before a word turn it round: the "un" of "[un]lawful"."""
    return _NEGATING_PREFIX.fullmatch(prefix) is not None


def drops_negation(text: str, omitted: Span) -> bool:
    """Whether skipping a stretch turns the sense of the sentence around it.

    Only within one sentence and one short stretch: whoever leaves out sentences leaves
    out their "not" with what it belongs to. A phrase set off on both sides (", but not
    here,") likewise takes its own negation along, and "not only" with a "but" to follow
    denies nothing.
    """
    words = text[omitted.start : omitted.end]
    if _SENTENCE_END.search(words) or len(words.split()) > _MOST_WORDS:
        return False
    if _is_set_off(words):
        return False
    if _BUT.search(text, omitted.end, omitted.end + _REACH_OF_BUT):
        words = _NOT_ONLY.sub(" ", words)
    return has_negation(words) or _LOST_EXCEPTION.search(words) is not None


def _is_set_off(words: str) -> bool:
    opened = words.lstrip("\"'\u2018\u2019\u201c\u201d ")
    closed = words.rstrip("\"'\u2018\u2019\u201c\u201d ")
    return opened[:1] in {",", "(", "\u2014", "-"} and closed[-1:] in {",", ")", "\u2014", "-"}


_CORE = (
    r"\b\d{1,4}\s+[A-Z][\w.'\u2019]{0,14}(?:\s[A-Z\d][\w.'\u2019]{0,14}){0,3}"
    r"(?:\s\([A-Z0-9][^()]{0,20}\))?,?\s+(?:at\s+)?(?:\d{1,5}|_{2,})\b"
)
_PAGES = r"(?:,?\s*(?:at\s+)?(?:n\.|nn\.)?\s*\d[\d\-\u2013,n. ]*\d|,\s*(?:at\s+)?\d+)?"
_YEAR = r"(?:\s*\((?:[^()]|\([^()]*\)){0,200}\))*"
_CITATION = re.compile(rf"{_CORE}{_PAGES}{_YEAR}")
_NAME_BEFORE = re.compile(
    r"(?:(?:\b(?:See|see|Accord|accord|Cf\.|cf\.|But|but|Compare|E\.g\.|e\.g\.|quoting|citing|also|generally),?\s+){1,4})?"
    r"(?:(?:In\s+re|Ex\s+parte|[A-Z][\w.&'\u2019\-]*),?\s+(?:(?:of|the|and|&|for|in|ex|rel\.|v\.|vs\.|v|de|la|[A-Z(][\w.&'\u2019\-)]*),?\s+){0,30})?$"
)
_SIGNAL_BEFORE = re.compile(
    r"(?:\b(?:See|see|Cf\.|cf\.|Accord|But see),?\s+(?:also,?\s+|e\.\s?g\.,?\s+)?)$"
)
_SIGNAL = re.compile(r"(?:see|cf|accord|quoting|citing|e\.\s?g|but see|compare)\b", re.IGNORECASE)
_WITHIN = re.compile(
    r"(?:post|ante|supra|infra|id|ibid)\b\W{0,4}(?:at\W{0,3}\d+)?\W*", re.IGNORECASE
)
_REPEATED = re.compile(
    r"(?:\b(?:See|see|Cf\.|cf\.|Accord)(?:,?\s+(?:also|e\.\s?g\.))?,?\s+)?\b(?:Id\.|id\.|Ibid\.|ibid\.)"
    r"(?:,?\s*at\s+[\d\-\u2013, n.]*\d)?(?:\s*\([^()]{0,200}\))?"
)
_MARK = re.compile(
    r"""\[sic\] | \(sic\) | \[fn\.?\s?\d+\] | \[\*{1,2}\d+\] | \*{1,2}\d{1,5}\b
    | \((?:[^()]{0,80}\s)?(?:omitted|added|supplied|original|ours|mine|cleaned\sup)\.?\)
    | (?<=[a-z][.,;:])\d{1,3}(?=\s|$) | (?<=[.,;:]["'\u2019\u201d])\d{1,3}(?=\s|$)
    | (?<=[a-z]{3})\d{1,2}(?=[\s.,;]|$)
    | \((?:see|quoting|citing|cf\.|emphasis)\b(?:[^()]|\([^()]*\)){0,300}\)""",
    re.VERBOSE | re.IGNORECASE,
)


def is_citation(text: str) -> bool:
    """Whether a stretch is a citation with no words of the opinion's own."""
    if _WITHIN.fullmatch(text):
        return True
    return _SIGNAL.match(text) is not None and _CITATION.search(text) is not None


def unmarked_stretches(text: str) -> tuple[Span, ...]:
    """Stretches that writers leave out of a quotation without saying so, in order.

    Citations with their names, "Id., at 5", "[sic]", "(emphasis added)", footnote calls
    stuck to a word, page marks left in the text.
    """
    spans = [Span(*match.span()) for match in _MARK.finditer(text)]
    spans += [Span(*match.span()) for match in _REPEATED.finditer(text)]
    for match in _CITATION.finditer(text):
        before = text[max(match.start() - 200, 0) : match.start()]
        lead = _NAME_BEFORE.search(before) or _SIGNAL_BEFORE.search(before)
        start = match.start() - (len(before) - lead.start() if lead else 0)
        spans.append(Span(start, match.end()))
    merged: list[Span] = []
    for span in sorted(spans):
        if merged and span.start < merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(span.end, merged[-1].end))
        else:
            merged.append(span)
    return tuple(merged)
