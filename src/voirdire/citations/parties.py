"""Turn a case name into the words of its parties.

Input: a name as a brief writes it, or a caption as a source gives it, however long.
Output: a `Caption`: its sides in order, each a list of parties as folded words.

"UNITED STATES of America, Appellee, v. Eddy ROA-MEDINA, Defendant, Appellant." has the sides
(unitedstates,) and (eddy, roa, medina).
"""

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache

from voirdire.citations.abbreviations import (
    CORPORATE,
    JOINED_PLACES,
    PLACE_KINDS,
    ROLE_COMPANIONS,
    ROLES,
    SMALL_WORDS,
    SOVEREIGNS,
    TITLES,
    find_groups,
    find_states,
)

_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "´": "'", "ʼ": "'", "＆": "&"})
_MARKS = re.compile(r"\*{1,2}\d+|\[[^\]]{0,40}\]")
_MENDED = re.compile(r"\[([A-Za-z]{1,3})\](?=[A-Za-z])|(?<=[A-Za-z])\[([A-Za-z]{1,3})\]")
_INITIALS = re.compile(r"(?<![^\W_])(?!v\.)([^\W\d_])\.(?:[ \n](?![vV]\.))?(?=[^\W\d_]\.)")
_AMPERSAND_INITIALS = re.compile(r"(?<![^\W_])([A-Z]{1,2})&([A-Z])(?![^\W_])")
_VERSUS = re.compile(r"(?:(?<=[\s,.;])|^)(?:v|vs|versus)\.?(?=[\s\"']|$)", re.IGNORECASE)
_CAPITAL_V = re.compile(r"V\.?")
_WORD = re.compile(r"([^\W_]+(?:'[^\W_]+)*)(')?(\.)?|([;():])")
_CASE_NUMBER = re.compile(
    r"[\W\d_]*(?:no|nos|case|number)?[\W\d_]*(?:pdf|txt|docx)?", re.IGNORECASE
)
_FILE_NAME = re.compile(r"\S+\.(?:pdf|txt|docx?|html?)", re.IGNORECASE)
_IN_RE_INSIDE = re.compile(
    r"\((?:In re|Matter of|In the Matter of)\s([^()]{2,200})\)?", re.IGNORECASE
)
_PROCEDURE = re.compile(
    r"^\W*(?:in\s+re(?=[\s:])|in\s+the\s+matters?\s+of|matters?\s+of|ex\s+parte|in\s+the\s+interests?\s+of|"
    r"(?:petition|application|complaint)\s+of|the\s+matter\s+of)[\s:]*",
    re.IGNORECASE,
)
_LONGEST = 8000
_PLACE_BEGINNINGS = frozenset(names[0] for names in JOINED_PLACES)


@dataclass(frozen=True, slots=True)
class Word:
    """One folded word. `groups` are the abbreviation groups it may stand for.

    `abbreviated`: written with a period or an inner apostrophe. `capitals`: every letter is a
    capital, so that it may be an acronym. `ends` are the letters before and after an inner
    apostrophe: "Lab'ys" begins and ends like "Laboratory". `shouted`: in capitals, as captions
    print a surname. `joined`: a hyphen ties it to the word before.
    """

    text: str
    stem: str
    groups: frozenset[int]
    abbreviated: bool = False
    capitals: bool = False
    ends: tuple[str, str] | None = None
    shouted: bool = False
    joined: bool = False

    @property
    def is_generic(self) -> bool:
        """Whether it says little about who the party is: "bank", "department", a place."""
        return bool(self.groups) or self.text in CORPORATE or len(self.text) == 1


Party = tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """The parties on one side of the "v.", and their text as written."""

    text: str
    parties: tuple[Party, ...]


@dataclass(frozen=True, slots=True)
class Caption:
    """A parsed name. `pairs` are the (plaintiff, defendant) sides, several in a consolidated
    caption; `single` is the one party of "In re Roe"; `also` are names in brackets: "(In re Roe)".
    """

    text: str
    pairs: tuple[tuple[Side, Side], ...]
    single: Side | None
    also: tuple[Side, ...]

    @property
    def is_empty(self) -> bool:
        """Whether it names nobody: a docket number, a file name."""
        return not self.pairs and self.single is None


def _fold(text: str) -> str:
    text = text[:_LONGEST]
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text.translate(_APOSTROPHES))
        text = "".join(char for char in text if not unicodedata.combining(char))
    text = _MENDED.sub(r"\1\2", text)
    text = _INITIALS.sub(r"\1", _MARKS.sub(" ", text))
    return _AMPERSAND_INITIALS.sub(r"\1\2", text)


def _stem(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


@lru_cache(maxsize=20000)
def _make_word(raw: str, period: bool) -> Word:
    text = raw.replace("'", "").lower()
    stem = _stem(text)
    before, inner, after = raw.lower().rstrip("'").partition("'")
    contracted = bool(inner) and len(before) > 1 and after != "s"
    return Word(
        text,
        stem,
        find_groups(text) or find_groups(stem),
        period or "'" in raw.rstrip("'"),
        raw.isupper() and 2 <= len(text) <= 6,
        (before, after.removesuffix("s")) if contracted else None,
        raw.isupper() and len(text) > 1,
    )


def _join_places(words: list[Word]) -> list[Word]:
    if not any(word.text in _PLACE_BEGINNINGS for word in words):
        return words
    joined: list[Word] = []
    at = 0
    while at < len(words):
        for size in (3, 2):
            name = JOINED_PLACES.get(tuple(word.text for word in words[at : at + size]))
            if name and at + size <= len(words):
                joined.append(_make_word(name, False))
                at += size
                break
        else:
            joined.append(words[at])
            at += 1
    return joined


def _lighten(words: list[Word]) -> Party:
    """Drop what makes no difference, as long as something is left."""
    words = _join_places([word for word in words if word.text not in SMALL_WORDS])
    if len(words) > 2 and words[0].text in SOVEREIGNS and words[1].text in SOVEREIGNS:
        words = words[1:]
    # A page or footnote number before the name: "Jackson v. 19 Virginia".
    if len(words) > 1 and words[0].text.isdigit():
        words = words[1:]
    for light in (CORPORATE, TITLES):
        words = [word for word in words if word.text not in light] or words
    kept = [word for word in words if word.text not in PLACE_KINDS]
    # "City of Ohio City" may go by "Ohio City", but the City of New York is not the State.
    if not all(find_states(word.text) for word in kept):
        words = kept
    return tuple(words)


def _parse_side(text: str) -> Side:
    """Split at the words for roles and at semicolons and brackets."""
    parties: list[Party] = []
    current: list[Word] = []

    def close() -> None:
        party = _lighten(current)
        if any(word.text not in CORPORATE for word in party):
            parties.append(party)
        current.clear()

    for match in _WORD.finditer(text):
        if match[4]:
            close()
            continue
        word = _make_word(match[1] + (match[2] or ""), match[3] is not None)
        if current and match.start() and text[match.start() - 1] == "-":
            word = replace(word, joined=True)
        if word.text in ROLES:
            while current and current[-1].text in ROLE_COMPANIONS:
                current.pop()
            close()
        elif word.text in ROLE_COMPANIONS and not current:
            continue
        elif word.text == "rel" and current and current[-1].text == "ex":
            current.pop()
            close()
        else:
            current.append(word)
    close()
    return Side(" ".join(text.split()).strip(" ,;"), tuple(parties))


def _split_versus(text: str) -> list[str]:
    marks = list(_VERSUS.finditer(text))
    lower = [mark for mark in marks if not _CAPITAL_V.fullmatch(mark[0])]
    parts: list[str] = []
    start = 0
    # "Paul V. Clark v. Roe": a capital V is an initial where a small one stands too.
    for mark in lower or marks:
        parts.append(text[start : mark.start()])
        start = mark.end()
    parts.append(text[start:])
    return parts


def _split_middle(text: str) -> tuple[str, str]:
    """The middle of a consolidated caption: defendants of one case, plaintiffs of the next."""
    cut = last = 0
    named_since = False
    for match in _WORD.finditer(text):
        if not match[1]:
            continue
        word = match[1].replace("'", "").lower()
        if word in ROLES:
            if named_since:
                cut = last
            last, named_since = match.end(), False
        elif word not in ROLE_COMPANIONS:
            named_since = True
    # The roles that close the text are of the next plaintiffs; those before them end this case.
    if named_since:
        cut = last
    before, after = text[:cut], text[cut:]
    return (before, after) if before.strip(" ,.;") and after.strip(" ,.;") else (text, text)


@lru_cache(maxsize=4096)
def parse_caption(text: str) -> Caption:
    """Parse a case name or caption."""
    folded = _fold(text)
    if _CASE_NUMBER.fullmatch(folded.strip()) or _FILE_NAME.fullmatch(folded.strip()):
        return Caption(text, (), None, ())
    also = tuple(_parse_side(match[1]) for match in _IN_RE_INSIDE.finditer(folded))
    folded = _IN_RE_INSIDE.sub(" ; ", folded)
    parts = _split_versus(folded)
    parts[0] = _PROCEDURE.sub("", parts[0])
    if len(parts) == 1:
        side = _parse_side(parts[0])
        return Caption(text, (), side if side.parties else None, also)
    firsts = [parts[0]]
    seconds = []
    for middle in parts[1:-1]:
        before, after = _split_middle(middle)
        seconds.append(before)
        firsts.append(after)
    seconds.append(parts[-1])
    pairs = [(_parse_side(a), _parse_side(b)) for a, b in zip(firsts, seconds, strict=True)]
    if len(parts) == 3:
        # "Roe v. Paul v. Clark": the middle "v." may be an initial.
        pairs.append((pairs[0][0], _parse_side(" ".join(parts[1:]))))
    return Caption(text, tuple(pairs), None, also)


def parse_party(text: str | None) -> Side:
    """Parse one party as the brief names it; without parties when nothing is left."""
    if not text:
        return Side("", ())
    return _parse_side(_PROCEDURE.sub("", _IN_RE_INSIDE.sub(" ", _fold(text))))
