"""Tell what a court states itself from what it asks, reports, or denies in so many words.

Input: a sentence of an opinion, or the words of any sentence before a term.
Output: whether it may contradict a proposition: a question, what is to be decided, the holding
of the court below and the argument of a party do not, and a term under "we do not mean
that" or "no requirement that" is denied though no "not" stands beside it.
"""

import re
from collections.abc import Collection

from voirdire.authorities.types import Opinion
from voirdire.citecheck.holding_passages import PassageIndex
from voirdire.citecheck.holding_treatment import is_argument
from voirdire.citecheck.quotation_places import part_at
from voirdire.findings import Span

# A question, or what the court took up to decide; "must ask whether" is a rule and stays.
_QUESTION = re.compile(
    r"\?[\"”’')\]]*(?:\s|$)"
    r"|^\W*whether\b"
    r"|\b(?:granted (?:certiorari|review|leave)|took (?:this|the) (?:case|appeal)"
    r"|(?:question|issue|inquiry|matter)s?\b[^.;]{0,60}?\b(?:presented|before us|raised|certified"
    r"|remains?)\b"
    r"|asked|called (?:up)?on|(?:need|do|did) not (?:decide|reach|address|resolve)|have to decide"
    r"|now (?:decide|consider|turn to))\b[^.;]{0,60}?\b(?:whether|if)\b",
    re.IGNORECASE,
)
_LOWER_COURT = (
    r"(?:court of appeals?|(?:district|circuit|superior|lower|trial|appellate|bankruptcy|state)"
    r" (?:court|judge)s?|(?:\w+ )?circuit|court below|tax court|panel|magistrate(?: judge)?)"
)
# Reported of the court under review: as often what is reversed.
_OF_ANOTHER_COURT = re.compile(
    rf"\b{_LOWER_COURT}(?:'s|’s)?,?\s(?:[\w,]+\s){{0,8}}?(?:held|holding|ruled|ruling|concluded"
    r"|concluding|reasoned|reasoning|believed|thought|opined|found|finding|determined|affirmed"
    r"|reversed|stated|declared|said|view|opinion|erred|error)\b",
    re.IGNORECASE,
)
# Arguments that no party is named for.
_WHAT_IS_PUT = re.compile(
    r"\b(?:(?:the|its|his|her|their|this|an?) (?:\w+ )?(?:argument|contention|suggestion|assertion"
    r"|proposition|claim|theory|notion|position) (?:is |was )?that|(?:present|proposed) suggestion"
    r"|it (?:is|was|has been) (?:argued|contended|urged|suggested|claimed|objected|insisted)"
    r"|is alleged to have)\b",
    re.IGNORECASE,
)
# What denies all that its clause goes on to say, however far from the term.
_FRAME = re.compile(
    r"\b(?:(?:do|does|did|could|can|would|should|is|are|was|were|has|have|had) not"
    r" (?:mean|say|hold|suggest|believe|think|agree|find|follow|imply|intend|conclude|read"
    r"|understand|accept|imagine|see|require|support|establish)|cannot (?:agree|say|accept|conclude"
    r"|believe|read|be said|mean)|(?:no|without|lack\w*|absence of|nor any|nor an?|not an?)"
    r" (?:[\w-]+ ){0,5}?(?:requirement|rule|need|reason|basis|support|suggestion|indication"
    r"|authority|obligation|duty|warrant|precedent)|not (?:every|all|any|each)"
    r"|nothing|nowhere|none of|no one"
    r"|(?:we|courts?|has|have|had|been)(?: \w+ly)? (?:reject|disagree|declin|refus)\w*"
    r"|(?:is|are|was|were|be)(?: \w+ly)? (?:untrue|mistaken|erroneous|incorrect|wrong)"
    r"|contrary to|(?:preclud|prevent|prohibit|barr?)(?:e|ed|es|s|ing)?\b[^.;:]{1,60}?\bfrom"
    r"|unlike|overrul\w*|far from|hardly)\b[^.;:]{0,160}$"
)
_NEGATIVE = re.compile(
    r"\b(?:not|no(?!s?\. ?\d)|never|nor|neither|none|nothing|nowhere|cannot|without|unless|fail\w*"
    r"|lack\w*|refus\w*|reject\w*|declin\w*|absent|hardly|un(?!der|der\w|it|til|ion|ite|ited|ique"
    r"|ivers)\w{4,}|in(?:sufficient|adequate|valid|admissible|applicable)\w*|\w+n't)\b"
)
# Every way to say that something need not be.
_NO_DUTY = re.compile(
    r"\b(?:need(?:s|ed)? not|(?:do|does|did) not (?:\w+ )?(?:need|have to|requir\w+|mandat\w+"
    r"|compel|oblig\w+|impose)|(?:is|are|was|were|be|been) not (?:\w+ )?(?:requir\w+|oblig\w+"
    r"|necessary|bound|needed|compelled)|(?:no|without|nor any) (?:[\w-]+ ){0,5}?(?:require\w*"
    r"|duty|obligat\w+|need|burden|necessity)|not (?:\w+ )?(?:require\w*|necessary)"
    r"|unnecessary|needless|reliev\w+|excus\w+|dispens\w+|rather than|presum\w+|nothing)\b"
)
_LEAST_COMMON = 2
_LEAST_OF_OBJECT = 0.4


def is_own_statement(opinion: Opinion, sentence: Span) -> bool:
    """Whether the court itself states it.

    No separate opinion, syllabus, argument, question, or word of another court is its own.
    """
    if part_at(opinion, sentence) not in (None, "majority"):
        return False
    text = " ".join(opinion.text[sentence.start : sentence.end].split())
    foreign = (_QUESTION, _OF_ANOTHER_COURT, _WHAT_IS_PUT)
    return not is_argument(text) and not any(pattern.search(text) for pattern in foreign)


def is_under_denial(lowered: str, start: int) -> bool:
    """Whether the main clause before `start` denies what follows ("we do not mean that")."""
    return _FRAME.search(lowered, 0, start) is not None


def has_negative(lowered: str) -> bool:
    """Whether a lower-case text has any word of denial, prefixes among them."""
    return _NEGATIVE.search(lowered) is not None


def lifts_somewhere(index: PassageIndex, wanted: Collection[str]) -> bool:
    """Whether a sentence of an opinion that lifts a duty has enough of what is wanted."""
    enough = max(_LEAST_COMMON, _LEAST_OF_OBJECT * len(wanted))
    return any(
        len(found.intersection(wanted)) >= enough
        and _NO_DUTY.search(index.lowered, sentence.start, sentence.end)
        for found, sentence in zip(index.stems, index.sentences, strict=True)
    )
