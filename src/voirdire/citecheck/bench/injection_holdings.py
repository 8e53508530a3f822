"""Misrepresented holdings: a sentence that states a rule of law, with the rule falsified.

Input: the sentence that a filing rests on a held case, and the letters of the opinion.
Output: `Fault`s by the templates of each strategy. An alteration never falls inside quotation
marks, and never gives words that, with their neighbours, stand in the opinion.
"""

import random
import re
from collections.abc import Iterator, Sequence

from voirdire.citecheck.bench.injection import Edit, Fault, plain
from voirdire.citecheck.bench.injection_templates import (
    LIMITING_TAILS,
    TEMPLATES,
    Template,
)
from voirdire.citecheck.bench.injection_words import begins_with_vowel
from voirdire.findings import Span

_RULE = re.compile(
    r"""\b(?:must|shall|may\ \w+|cannot|can\ (?:be|only)|should|need\ not|requires?|required
    |entitle[sd]?|review(?:s|ed|able)?|burden|elements?|presum\w+|standard|scrutiny|prohibit\w*
    |forbid\w*|permit(?:s|ted)|allow(?:s|ed)|bars?|barred|preclude[sd]?|appl(?:y|ies)|depends?
    |(?:is|are)\ (?:not\ )?(?:sufficient|enough|necessary|appropriate|proper|available
      |admissible|liable|immune)
    |only\ (?:if|when|where)|unless|do(?:es)?\ not|never|always|generally|ordinarily|protects?
    |constitutes?|authorizes?|governs?|discretion|jurisdiction|deference|principle|doctrine
    |rule)\b""",
    re.VERBOSE | re.IGNORECASE,
)
# What speaks of this case, these parties, this evening: not a rule.
_FACT = re.compile(
    r"""\b(?:I|my|me|here|this\ case|instant|at\ bar|present\ case|above|below|infra|supra|today
    |(?:appellants?|appellees?|petitioners?|respondents?|plaintiffs?|defendants?|government
      |court\ below)\ (?:also\ )?(?:argues?|argued|contends?|claims?|asserts?|alleged?|maintains?
      |says|relies|cites?|suggests?|submits?|urges?|points?|testified|filed|moved|appealed)
    |Mr|Mrs|Ms|Dr|testified|arrested|January|February|March|April|June|July|August|September
    |October|November|December|yesterday)\b|\$\d|\?
    |\b(?:her|his)\ (?:car|home|arm|wife|husband|mother)\b
    |\b(?:we|us|our)\b
      (?!\ (?:review|examine|apply|look|consider|will|must|may|cannot|should|accord))""",
    re.VERBOSE | re.IGNORECASE,
)
# What a court did below, what somebody did, what a judge thought who did not decide.
_NARRATIVE = re.compile(
    r"""\b(?:district|trial|lower|superior|bankruptcy|magistrate|sentencing|circuit|state)
      \ (?:courts?|judges?)(?:'s|\u2019s)?
      \ (?:\w+ly\ )?(?:concluded|found|held|ruled|determined|erred|granted|denied|dismissed|did|was
      |had|has|applied|gave|refused|failed|abused|committed)
    |\b(?:Circuit|Court|court)\ (?:\w+ly\ )?(?:reversed|affirmed|vacated|remanded)
    |\b(?:has|have)\ not\ (?:argued|raised|identified|shown)|\bappeals?,\ |\bthis\ appeal\b
    |\b(?:dissent\w*|concurr\w+|overrul\w+|abrogat\w+|superseded|reserved|undecided|declined)\b
    |\A\W*[A-Z]\w+,?\ (?:however,\ )?(?:has|have|had|did|does|was|were|is|failed|claims|argues
      |contends|asserts|alleges|cites|relies|fails)\b""",
    re.VERBOSE,
)
_TOLD = re.compile(r"\b(?:was|were|had|did)\b")
_SAID = re.compile(
    r"\b(?:held|said|explained|stated|noted|recognized|established|ruled|made clear|observed"
    r"|emphasized|stressed|concluded|reaffirmed|instructed|required|adopted)\b"
)
# Alterations of these strategies make no falsehood of a condition or a question.
_OF_CONDITIONS = frozenset(
    {"threshold_or_test", "burden_or_presumption", "negation", "scope", "party_side"}
)
_CONDITION = re.compile(
    r"\b(?<!only )(?:if|when|where|as long as|so long as|once|whenever|upon|although|though|while"
    r"|because|since|assuming)\b[^,;:]*\Z",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"\b(?:whether|questions? of|issues? of)\b", re.IGNORECASE)
_DUTY = re.compile(
    r"\b(?:must|may|shall|cannot|should|requires?|(?:is|are) (?:not )?(?:required|entitled|subject"
    r"|permitted|barred|reviewed))\b"
)
_LIMITED = re.compile(r"\b(?:only|unless|except|absent|solely|but)\b", re.IGNORECASE)
_BLANK = re.compile(r"\s")
# A volume, a reporter and a page: another citation stands in the sentence.
_CITES = re.compile(r"\b\d{1,4} [A-Z][\w.']*(?: ?[\w.']+){0,3} (?:at )?\d{1,4}\b")
# What points to the sentence before cannot be limited by itself.
_POINTS_BACK = re.compile(r"\W*(?:This|Such|That|We|Our)\b|.*\bthus\b")
_OF_THESE = re.compile(r"\W*(?:It|These|Those|They|He|She|Given (?:this|that|these))\b")
_BEGINS = re.compile(
    r"""\W*(?:[A-Z¶\d]|(?:that|a|an|the|courts?|when|where|if|under|because|although)\b)"""
)
_FEWEST_WORDS, _MOST_WORDS = 8, 70
_MOST_WORDS_BEFORE_TAIL = 40
_NEIGHBOUR = re.compile(r"[A-Za-z0-9]+")
_ARTICLE = re.compile(r"\b(an?)( )\Z", re.IGNORECASE)
_MOTION = re.compile(r"\bmotions? for \Z", re.IGNORECASE)
_PLURAL = re.compile(r"(?:\b(?:we|they|you|men|women|people)|[^su\W]s) \Z", re.IGNORECASE)
_END = re.compile(r"[.;:,]?\s*(?:\d{1,3})?\Z")


def altered_holdings(
    text: str,
    sentence: Span,
    quoted: Sequence[Span],
    cases: tuple[str, ...],
    opinion: str,
    rng: random.Random,
) -> list[Fault]:
    """Every way that the templates offer to falsify a sentence that states a rule.

    Args:
        text: The filing.
        sentence: What is altered, and what becomes false.
        quoted: All quotations of the filing with their marks.
        cases: The ids of the cases that the sentence is cited for.
        opinion: The letters and digits of their opinions.
        rng: Draws the few of the many tails that are offered.
    """
    # Line ends are spaces here, one for one, so that offsets stay what they are.
    words = _BLANK.sub(" ", text[sentence.start : sentence.end])
    closed = [
        Span(q.start - sentence.start, q.end - sentence.start)
        for q in quoted
        if q.start < sentence.end and sentence.start < q.end
    ]
    faults = []
    for strategy, span, new in (*_by_templates(words, closed), *_by_tails(words, closed, rng)):
        if _stands(words, span, new, opinion) or _is_open(words[: span.start], strategy):
            continue
        edit = Edit(Span(sentence.start + span.start, sentence.start + span.end), new)
        faults.append(Fault("content_misrepresentation", strategy, cases, (edit,), (sentence,)))
    return faults


def states_rule(words: str) -> bool:
    """Whether a sentence states a rule of law, and not what happened or was argued."""
    words = " ".join(words.split())
    if not _FEWEST_WORDS <= words.count(" ") + 1 <= _MOST_WORDS or _CITES.search(words):
        return False
    if _BEGINS.match(words) is None or _NARRATIVE.search(words) or _OF_THESE.match(words):
        return False
    if _TOLD.search(words) and not _SAID.search(words):
        return False
    return _RULE.search(words) is not None and _FACT.search(words) is None


def _is_open(before: str, strategy: str) -> bool:
    """Whether what follows is asked, or is a condition that may be met in the altered way too.

    That probable cause suffices is true where reasonable suspicion does.
    """
    if _QUESTION.search(before):
        return True
    return strategy in _OF_CONDITIONS and _CONDITION.search(before) is not None


def _by_templates(words: str, closed: Sequence[Span]) -> Iterator[tuple[str, Span, str]]:
    for template in TEMPLATES:
        match = _match(template, words)
        if match is None:
            continue
        span = Span(*match.span())
        if any(q.start < span.end and span.start < q.end for q in closed):
            continue
        for option in template.options:
            new = match.expand(option)
            if span.start == 0 and new[:1].islower():
                new = new[:1].upper() + new[1:]
            if new.startswith("a motion") and _MOTION.search(words, 0, span.start):
                continue
            if new.startswith("is ") and _PLURAL.search(words, 0, span.start):
                new = "are" + new[2:]
            yield template.strategy, *_with_article(words, span, new)


def _match(template: Template, words: str) -> re.Match[str] | None:
    matches = list(template.pattern.finditer(words))
    if not matches or (template.once and len(matches) > 1):
        return None
    if template.unless is not None and template.unless.search(words):
        return None
    return matches[0]


def _with_article(words: str, span: Span, new: str) -> tuple[Span, str]:
    """The change with the article before it, when that has to change too."""
    article = _ARTICLE.search(words, 0, span.start)
    if article is None or not new[:1].isalpha():
        return span, new
    right = "an" if begins_with_vowel(new) else "a"
    if article[1].lower() == right:
        return span, new
    right = right.capitalize() if article[1][0].isupper() else right
    return Span(article.start(), span.end), f"{right} {new}"


def _by_tails(
    words: str, closed: Sequence[Span], rng: random.Random
) -> Iterator[tuple[str, Span, str]]:
    end = _END.search(words)
    at = end.start() if end else len(words)
    if _DUTY.search(words) is None or _LIMITED.search(words) or _POINTS_BACK.match(words):
        return
    if closed or words.count(" ") > _MOST_WORDS_BEFORE_TAIL:
        return
    if words[at - 1 : at] in "\"'”’)]":
        return
    yield "scope", Span(at, at), rng.choice(LIMITING_TAILS)


def _stands(words: str, span: Span, new: str, opinion: str) -> bool:
    """Whether the opinion has the new words between the same neighbours."""
    before = _NEIGHBOUR.findall(words[: span.start])[-1:]
    after = _NEIGHBOUR.findall(words[span.end :])[:1]
    return plain("".join((*before, new, *after))) in opinion
