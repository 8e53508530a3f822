"""Say what weakens an authority: its later history, a separate opinion, dicta.

Input: the citation as the document writes it, and the passage a holding rests on.
Output: whole sentences for the detail of a finding; none when nothing weakens it. They are
remarks and decide nothing.
"""

import re

from voirdire.authorities.types import PartType
from voirdire.citations.types import Citation
from voirdire.citecheck.holding_passages import Passage

_UNDONE = re.compile(
    r"\b(?:vacat|rev(?:'|erse)d|rev'g|overrul|abrogat|supersed|disapprov|withdrawn)", re.IGNORECASE
)
_PARTS: dict[PartType, str] = {
    "dissent": "The passage stands in a dissent.",
    "concurrence": "The passage stands in a concurrence.",
    "syllabus": "The passage stands in the syllabus, which is no part of the opinion.",
}
_DICTA = re.compile(
    r"\b(?:we (?:need|do) not (?:decide|reach|address|resolve|consider)"
    r"|(?:leave|left) (?:open|undecided|for another day)|for another day|without deciding"
    r"|express no (?:opinion|view)|assum(?:e|ing) (?:arguendo|without deciding)"
    r"|even if we (?:were|assumed)|in dict(?:a|um)|by way of dict(?:a|um)|obiter"
    r"|unnecessary to (?:decide|reach|resolve))\b",
    re.IGNORECASE,
)
_OF_A_PARTY = re.compile(
    r"\b(?:appell(?:ants?|ees?)|petitioners?|respondents?|plaintiffs?|defendants?|the government"
    r"|the state|the commonwealth|the people|the (?:board|commission|agency|union|company|bank)"
    r"|movants?|claimants?|debtors?|trustees?|counsel|the parties|the dissent|he|she|they|it)"
    r"(?:'s?|’s?)?,?\s(?:(?:also|further|next|first|then|now|both|here|alternatively|principally"
    r"|primarily|nevertheless|nonetheless|therefore|thus|correctly|in effect|strenuously"
    r"|vigorously|essentially|apparently),?\s){0,2}"
    r"(?:conten(?:d|ds|ded|tion)|argu(?:e|es|ed|ment)|assert(?:s|ed|ion)?|claim(?:s|ed)? that"
    r"|maintain(?:s|ed)? that|insist(?:s|ed)?|submit(?:s|ted)? that|urg(?:e|es|ed)"
    r"|suggest(?:s|ed)?|complain(?:s|ed)?|would have us|(?:position|theory|view) is)\b",
    re.IGNORECASE,
)


def is_argument(text: str) -> bool:
    """Whether words are introduced as what a party (or the dissent) contends."""
    return _OF_A_PARTY.search(text) is not None


def treatment_signals(citation: Citation, passage: Passage | None) -> tuple[str, ...]:
    """What the document's own history phrases and the passage say against the authority.

    Args:
        citation: With `history` as the document writes it ("vacated on other grounds").
        passage: The passage that a holding rests on, if there is one.

    Returns:
        Sentences for a person, in the order: history, part of the opinion, dicta, argument.
    """
    said = [
        f"The document itself says of the case: {phrase}."
        for phrase in citation.history
        if _UNDONE.search(phrase)
    ]
    if passage is None:
        return tuple(said)
    if passage.part in _PARTS:
        said.append(_PARTS[passage.part])
    if _DICTA.search(passage.text):
        said.append("The passage may be dicta: the court leaves something undecided there.")
    if is_argument(passage.text):
        said.append("The passage tells what a party contends.")
    return tuple(said)
