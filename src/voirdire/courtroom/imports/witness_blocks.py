"""The printed account of a trial to its blocks: indictment, witnesses, defence, character.

Input: the account, a line a paragraph. A witness begins where a line begins with a name in
capitals ("MARY WELD. I am a widow", "Police-constable JOHN RUST, 12 K. On May 3"); counsel and
the bench, who are named the same way, only go on with the block that stands. Output: blocks in
order, which hold every word of the account.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

Part = Literal["indictment", "testimony", "defence", "character", "examination"]

_RANK = (
    r"(?:(?:Police|Detective|Sub|Chief|Deputy)[- ])?"
    r"(?:[Cc]onstables?|[Ss]erjeant|[Ss]ergeant|[Ii]nspector|[Dd]etective|Police|Dr|Mrs|Miss|Mr|Rev"
    r"|Sir|Captain|Warder)\b\.?,?\s+(?:the\s+)?"
)
_CAPITALS = r"[A-Z][A-Z'’`-]*"
# The run of words in capitals at the head of a line; a particle or an initial may stand in it.
_HEAD = re.compile(
    rf"[\W_]{{0,4}}(?P<rank>{_RANK})?"
    rf"(?P<name>{_CAPITALS}\.?(?:\s(?:{_CAPITALS}\.?|(?:de|la|von|van|of|the)(?=\s[A-Z]{{2}})"
    rf"|Cox|-|—))*)"
    r"(?P<rest>[\s,.({;:—-]|\Z)"
)
_NOT_WITNESSES = frozenset(
    """a and by court cross five four juror jury letters m messrs ninth not other prisoner
    prosecutor q second several six the third to three two w witness verdict""".split()
)
_COUNSEL = re.compile(
    r"(?i)\b(?:con\s?ducted|prose\s?cuted|defend(?:ed| d)|the (?:prosecution|defence)\b|"
    r"(?:case|indictment) (?:was )?(?:stated|opened)|indictment was read|appeared (?:for|on))"
)
_COUNSEL_NAMES = re.compile(
    r"(?:\b(?:MR|MESSRS|Mr|Messrs|SERGEANT|SERJEANT)\.?,?\s+)((?:[A-Z][\w.'’]*\s?)+(?:(?:,|and|;)\s*"
    r"(?:[A-Z][\w.'’]*\s?)+)*)"
)
_QUESTION = re.compile(r"\W{0,3}Q\b|[^.]{0,200}\?")
_COUNT = re.compile(r"(?i)\W*(?:and )?(?:\w+ )?(?:other )?(?:\w+ )?counts?\b")
_DEFENCE = re.compile(
    r"(?i)\W{0,3}(?:the )?(?:prisoner|defendant)s?\b(?!\.\s)[^.:\"“]{0,70}"
    r"\b(?:defence|statement|address)\b"
)
_CHARACTER = re.compile(
    r"(?i)\W{0,3}(?:(?:the )?(?:prisoner|defendant)\b[^.:\"“]{0,40}\b(?:received|called|left)\b"
    r"|(?:\w+ ){0,3}witness(?:es)? (?:deposed|gave|spoke)|[^.]{0,160}gave (?:the prisoner|him|her)"
    r"[^.]{0,30}\bcharacter)"
)
_FOR_DEFENCE = re.compile(
    r"(?i)\W{0,3}(?:(?:the )?(?:following )?(?:witness(?:es)?|evidence)(?: \w+){0,3} for[- ]the "
    r"defence|defence\W*\Z|(?:the )?prisoner called(?: the following witnesses)?\W*\Z)"
)
# Behind the prisoner's own words, a question is put to somebody else.
_ASKED = re.compile(r"\W{0,3}(?:Q\b|COURT|Court|JUR|MR\.|Mr\.|By |Prosecutor\b)")
_INSIDE = re.compile(r"(?<=[.;]) (?=[A-Z]{3,}(?: [A-Z][A-Z'-]+){1,3}\. (?:I|On|Q)\b)")


# In words; a longer run of capitals is something else.
LONGEST_NAME = 8


@dataclass(slots=True)
class Block:
    """Consecutive lines of one speaker; `names` of the witnesses as printed."""

    part: Part
    names: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    again: bool = False

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def split_account(account: str, prisoner: str) -> list[Block]:
    """The blocks of an account; the first is the indictment, with counts and counsel."""
    lines = [piece for line in account.split("\n") for piece in _INSIDE.split(line)]
    counsel = _counsel_of(account)
    blocks = [Block("indictment", lines=[lines[0]])]
    seen: set[str] = set()
    waiting: list[str] = []
    for line in lines[1:]:
        if not line.strip():
            continue
        name = _witness(line, counsel)
        part = _part(line, name, prisoner, blocks[-1].part)
        if part is None and _FOR_DEFENCE.match(line):
            waiting.append(line)
            continue
        if part is None and not waiting:
            blocks[-1].lines.append(line)
            continue
        block = Block(part or "testimony", [name] if name else [], [*waiting, line])
        block.again = name in seen
        seen.update(block.names)
        waiting = []
        blocks.append(block)
    blocks[-1].lines += waiting
    return blocks


def _part(line: str, name: str | None, prisoner: str, before: Part) -> Part | None:
    """What begins with this line; None: it goes on with the block before."""
    if _FOR_DEFENCE.match(line):
        return None
    if _DEFENCE.match(line):
        return "defence"
    if name:
        own = name.casefold() == prisoner.casefold() or re.search(
            r"\((?:the )?[Pp]risoner\b", line[:90]
        )
        return "defence" if own else "testimony"
    if before == "indictment" and (_COUNSEL.search(line[:120]) or _COUNT.match(line)):
        return None
    if _CHARACTER.match(line):
        return "character"
    if before in ("defence", "character") and _ASKED.match(line):
        return "examination"
    return None


def _witness(line: str, counsel: frozenset[str]) -> str | None:
    """The name, as printed, of the witness whose evidence begins with this line."""
    match = _HEAD.match(line)
    if match is None:
        return None
    words = match["name"].split()
    while words and words[-1] in ("I", "A", "Q", "Q.", "A.", "-", "—"):
        words.pop()
    title = words and words[0].rstrip(".") in ("MR", "MRS", "MISS", "DR", "REV", "MADAME")
    bare = words[1:] if title else words
    if not 0 < len(bare) <= LONGEST_NAME or _COUNT.match(line):
        return None
    if bare[0].rstrip(".").casefold() in _NOT_WITNESSES:
        return None
    rest = line[match.end("name") :]
    if title and (bare[-1].rstrip(".") in counsel or _QUESTION.match(rest.lstrip(" ."))):
        return None
    if _COUNSEL.search(line[:120]) and not re.search(r"\bI\b", line[:160]):
        return None
    if [each.rstrip(".,") for each in words] == ["SIR"]:
        return None
    alone = len(bare) == 1 and not (title or match["rank"])
    if alone and not (
        len(bare[0]) >= 5 and bare[0].isupper() and line[match.end("name") - 1] == "."
    ):
        marked = line.lstrip("\"' ").startswith(("-", "—")) or re.match(r"[A-Z]+ -", line)
        if not marked or len(bare[0]) < 3:
            return None
    return " ".join(words).rstrip(".")


def _counsel_of(account: str) -> frozenset[str]:
    """The last names of those who are said to prosecute, to defend or to cross-examine."""
    names: set[str] = set()
    for line in account.split("\n"):
        if _COUNSEL.search(line[:200]) or re.match(r"(?i)\W*(?:further )?cross|by |re-ex", line):
            for match in _COUNSEL_NAMES.finditer(line[:200]):
                names.update(_last_names(match.group(1)))
    return frozenset(names)


def _last_names(listed: str) -> Iterator[str]:
    for name in re.split(r",|;|\band\b|(?<=\w)\.\s", listed):
        words = re.findall(r"[A-Z][\w'’]+", name)
        if words:
            yield words[-1].upper()
