"""THE FACTS of a judgment to the facts alone, without what the Commission made of them.

Until 1998 the European Commission of Human Rights gave its opinion on the very articles before
the Court did; later a Chamber may have decided before the Grand Chamber. Where a heading begins
the proceedings before the Commission or the final submissions, the facts end; elsewhere the
sentences go in which the Commission or a Chamber finds a violation or none.
"""

import re
from collections.abc import Iterator

from voirdire.courtroom.imports.cutting import NEXT_SENTENCE, NO_ABBREVIATION

_GAP = r"[^\S\n]{1,8}"
_NUMERAL = (
    r"(?:[(\[]?(?:[ivxlc]{1,6}|[a-z]|\d{1,3})"
    r"(?:[.)\]:]{1,2}[^\S\n]{0,8}|[^\S\n]{1,4}[-–—][^\S\n]{1,4}))"
)
# Before the subject of a heading, and behind it: nothing that makes a sentence of it.
_LEAD = (
    r"(?:(?:as\s{1,4}to|concerning|regarding|on)\s{1,4})?"
    r"(?:(?:the\s{1,4})?(?:summary|history|course|outline)\s{1,4}of\s{1,4})?(?:the\s{1,4})?"
    r"(?:(?:parties|government|applicants?|state)['’]?s?['’]?\s{1,4})?"
)
_TAIL = (
    r"(?:" + _GAP + r"(?:(?:to|the|by|of|on|in|and|or|under|for|court|european|commission['’]?s?"
    r"|human|rights|government['’]?s?|applicants?['’]?s?|parties|respondent|state|agent|delegate"
    r"|made|presented|addressed|filed|submitted|strasbourg|report|opinion|findings?|decision"
    r"|admissibility|merits|convention|former|its|article|articles)(?!\w)"
    r"|[\d(][\d()/.–-]{0,12})){0,14}"
)
_SUBJECT = (
    r"(?:proceedings\s{1,4}before\s{1,4}the\s{1,4}(?:(?:former|european)\s{1,4}){0,2}"
    r"(?:commission|convention\s{1,4}(?:organs|institutions|bodies))"
    r"|(?:report|opinion|findings)\s{1,4}of\s{1,4}the\s{1,4}(?:european\s{1,4})?commission"
    r"|commission['’]s\s{1,4}(?:report|opinion|findings)"
    r"|(?:final|concluding|closing)\s{1,4}submissions)(?!\w)"
)
_HEADING = re.compile(
    rf"(?im)^[^\w\n]{{0,12}}{_NUMERAL}{{0,3}}{_LEAD}{_SUBJECT}{_TAIL}[^\w\n]{{0,12}}$"
)
# A line in small letters behind an unfinished one goes on with it.
_UNFINISHED = re.compile(r"[a-z,]\s*\Z")

# Where one sentence or item of a list ends and the next begins.
_BREAK = re.compile(
    rf"(?:(?<=[.?!]){NO_ABBREVIATION}[\"”’]?\s+{NEXT_SENTENCE}"
    r"|(?<=[:;])\s+"
    r"|\n(?=[^\S\n]*(?:\d{1,3}\.\s|\([a-z]{1,4}\)|[–—•-]|[IVXA-Z]{1,4}\.\s))|\n[^\S\n]*\n)"
)
_ORGAN = re.compile(
    r"\b(?:[Ii]n its report\b|C(?:ommission|OMMISSION)\b(?!\s+(?:on|for|in)\b)"
    r"(?!\s+of\s+(?!(?:Human|HUMAN)\b))"
    r"|(?:[Aa]|[Tt]he|[Tt]hat|Grand)\s+Chamber\b(?!\s+of\s+(?!the\s+(?:Court\b(?!\s+of)|European\b"
    r"|\w+\s+Section\b))))"
)
# "The Electoral Commission" is none of the Convention's.
_OTHER_ORGAN = re.compile(
    r"\b(?!(?:The|THE|That|European|EUROPEAN|Former)\b)[A-Z][\w-]{0,40}\s+Commission\b"
)
_FINDS = re.compile(
    r"(?i)\b(?:express(?:ed|es|ing)|conclu(?:ded|des|ding|sions?)|opinions?|found|finds|findings?"
    r"|held|holds|considere?[ds]|view|declared|decided|voted|votes|unanimous(?:ly)?|agreed|ruled)\b"
)
_VIOLATION = re.compile(
    r"(?i)\b(?:violat(?:ions?|ed|es)|breach(?:es|ed)?|infring(?:ed|es|ements?)|contraven\w+)\b"
)
_CONVENTION = re.compile(r"(?i)\barticles?\b|\bconvention\b|\bprotocol\b")
_DOMESTIC = re.compile(r"(?i)\b(?:sections?|act|code|laws?|rules?|regulations?|constitution)\b")
# A party that takes up what they found.
_TAKEN_UP = re.compile(
    r"\bC(?:hamber|ommission)['’]s\s+(?:unanimous\s+)?(?:finding|conclusion|opinion|view|decision)s?"
    r"\s+(?:of|that)\b[^.]{0,120}?\bviolation\b"
)
# What a party asks of them is no finding.
_ASKED = re.compile(
    r"(?i)\b(?:applicants?|government|he|she|they)\b[^.]{0,60}\b(?:asked|requested|invited|urged"
    r"|complained|alleg\w+|submitted|applied)\b[^.]{0,60}\b(?:commission|chamber)\b"
)
_ITEM = re.compile(r"(?i)\s*(?:\(?[a-z]{1,4}\)|[–—•-]|by |that |there (?:had|has|was|were)\b|it )")


def find_end(text: str) -> int:
    """Where the facts end: at the heading of what came after them, else at the end of the text."""
    for match in _HEADING.finditer(text):
        starts_small = match.group().lstrip()[:1].islower()
        if not (
            starts_small and _UNFINISHED.search(text, max(0, match.start() - 9), match.start())
        ):
            return match.start()
    return len(text)


def drop_findings(text: str) -> str:
    """The text without sentences in which the Commission or a Chamber finds a violation or none."""
    kept: list[str] = []
    goes_on = False
    for piece in _pieces(text):
        finds = is_finding(piece)
        listed = goes_on and bool(_VIOLATION.search(piece) and _ITEM.match(piece))
        if not (finds or listed):
            kept.append(piece)
        elif piece[-1:] == "\n":
            kept.append("\n")
        goes_on = finds or listed or bool(_names_organ(piece) and _FINDS.search(piece))
    return "".join(kept)


def is_finding(sentence: str) -> bool:
    """Whether the Commission or a Chamber says there that there was a violation or was none."""
    return bool(
        _VIOLATION.search(sentence)
        and _names_organ(sentence)
        and _FINDS.search(sentence)
        and not _ASKED.search(sentence)
        and (_CONVENTION.search(sentence) or not _DOMESTIC.search(sentence))
    )


def takes_up_finding(sentence: str) -> bool:
    """Whether a party says there what the Commission or a Chamber found in its case."""
    return bool(_TAKEN_UP.search(sentence))


def _names_organ(sentence: str) -> bool:
    return bool(_ORGAN.search(_OTHER_ORGAN.sub("", sentence)))


def _pieces(text: str) -> Iterator[str]:
    """Sentences and items of lists with the white space behind them: together the text."""
    start = 0
    for match in _BREAK.finditer(text):
        yield text[start : match.end()]
        start = match.end()
    yield text[start:]
