"""Tell where the name of a party begins and whether words can be a party's name.

Input: the words before "v." or before the comma of a citation. Output: the place of the
first character of the name; what stands left of it is prose, a signal or another citation.
"""

import re
from typing import Literal

from voirdire.citations.name_words import (
    ADDRESS_WORDS,
    CORPORATE_ENDINGS,
    DOCUMENT_WORDS,
    LEAD_INS,
    NAME_CONNECTORS,
    NAME_SUFFIXES,
    PARTICLES,
    PLACES,
    PROCEDURAL,
    is_abbreviation,
)

EDGE = "*_\"'([{"
_WORD = re.compile(r"[^\s\"\u2014\x97]+|[\"\u2014\x97]")
_GLUED = re.compile(r"(?:[a-z]{3,}|\d)[.;:)\]]+(?=[A-Z])")
# "under the general laws.1 Ames v. Boyd": the call of a footnote behind the sentence.
_NOTE_CALL = re.compile(r"[a-z]{3}[.?!][\"')]?\d{1,2}$")
_Verdict = Literal["name", "edge", "small", "number", "stop"]
_Words = list[tuple[int, str]]


def is_party(party: str) -> bool:
    """Whether the words can be one party's name, to its end."""
    words = party.split()
    if not words or len(words) > 30:
        return False
    inside = 0
    for index, raw in enumerate(words):
        if index and raw[0] in "([":
            inside += 1
        if not inside and not _can_be_inside(raw, words[index + 1 : index + 2]):
            return False
        if inside and raw.rstrip(",.;")[-1:] in (")", "]"):
            inside -= 1
    return any((w.strip("*_([") + " ")[0].isupper() or w[0].isdigit() for w in words)


def _can_be_inside(raw: str, following: list[str]) -> bool:
    if raw[-1] in ";:?!" or '"' in raw:
        return False
    if following and _ends_sentence(raw, following[0]):
        return False
    word = raw.strip("*_()[]',.")
    return not (word and word[0].islower() and not _is_small(word) and not _is_mixed(word))


def _ends_sentence(raw: str, after: str) -> bool:
    """Whether the period at the end of a word ends the sentence that stands before a name."""
    if _NOTE_CALL.search(raw) and after[:1].isupper():
        return True
    if not raw.endswith(".") or not after[:1].isupper() or after.strip(",") in CORPORATE_ENDINGS:
        # "Assur. Co.": whatever is shortened before a corporate ending, the name goes on.
        return False
    # "Rule 11. Ames v. Boyd", "R.C. 4511.19(A)(1). State v. Roe"
    return raw[-2:] == ")." or raw[0].isdigit() or not is_abbreviation(raw)


def _is_small(word: str) -> bool:
    return word in NAME_CONNECTORS or word in PARTICLES


def _is_mixed(word: str) -> bool:
    # eBay, d'Alene, al-Kidd
    return any(c.isupper() for c in word)


def left_edge(window: str, right: int, floor: int, *, list_commas: bool = True) -> int | None:
    """Where the name that ends at `right` begins; None when no capital word ends there.

    `list_commas` allows commas that join words of a name ("Smith, Hinchman & Grylls v. ...")
    beside those before "Inc." and the like.
    """
    words: _Words = [(m.start(), m.group()) for m in _WORD.finditer(window, floor, right)]
    start: int | None = None
    comma = False
    for index in range(len(words) - 1, -1, -1):
        place, raw = words[index]
        if raw == ",":
            comma = True
            continue
        glued = _last_glued(raw)
        if glued:
            # "relief.Friends of the Earth": the sentence before lost its space.
            return _trim(words[index + 1 :] if start is None else words[index:], place + glued)
        verdict = _verdict(
            raw, words[index + 1][1] if index + 1 < len(words) else "", start is None
        )
        if verdict == "stop":
            break
        crosses = start is not None and (comma or raw.endswith(","))
        if crosses and not _joins(words, index, list_commas):
            break
        comma = False
        if verdict in ("name", "edge") or (start == _next_place(words, index) and raw in PARTICLES):
            start = place + len(raw) - len(raw.lstrip(EDGE))
        if verdict == "edge":
            break
    if start is None:
        return None
    return _trim([w for w in words if w[0] + len(w[1]) > start], start)


def _last_glued(raw: str) -> int:
    end = 0
    for match in _GLUED.finditer(raw):
        end = match.end()
    return end


def _next_place(words: _Words, index: int) -> int | None:
    return words[index + 1][0] if index + 1 < len(words) else None


def _verdict(raw: str, after: str, nearest: bool) -> _Verdict:
    word = raw.strip(EDGE + ",)]")
    if not word:
        return "small" if not raw.strip("*_") else "stop"
    if raw[-1] in ";:?!" or raw in ('"', "\u2014", "\x97") or (raw[-1] == ")" and "(" not in raw):
        return "stop"
    if word in ("In", "IN") and after.lower() in ("re", "re:"):
        return "edge"
    if word in LEAD_INS and not (nearest and word == "Cases"):
        return "name" if word in ("Ex", "EX") and after.lower() == "parte" else "stop"
    if word[0].islower() and not _is_mixed(word):
        return _small_verdict(word, after)
    if not nearest and _ends_sentence(raw, after):
        return "stop"
    if word[0].isdigit():
        if raw.endswith("s."):
            return "stop"
        return "name" if any(c.isalpha() for c in word) else "number"
    if not (word[0].isalpha() or word[0] in "&#"):
        return "stop"
    if word == "&":
        return "small"
    return "edge" if raw[0] in "([" else "name"


def _small_verdict(word: str, after: str) -> _Verdict:
    if word == "in" and after.strip(EDGE + ",.") not in PLACES:
        # "Ethics in Washington v. ..." is a name, "the Court in Ames v. ..." is prose.
        return "stop"
    bare = word.rstrip(".")
    if word.endswith(".") and bare not in ("rel", "al", "etc", "ex", "nom"):
        return "stop"
    return "small" if _is_small(word) or _is_small(bare) else "stop"


def _joins(words: _Words, index: int, list_commas: bool) -> bool:
    """Whether the comma after the word at `index` stands inside a name."""
    rest = [raw for _, raw in words[index + 1 :] if raw != ","]
    after = rest[0].strip("*_,)(") if rest else ""
    if after in NAME_SUFFIXES or after.rstrip(".") in NAME_SUFFIXES:
        return True
    word = words[index][1].strip(EDGE + ",")
    if not list_commas or word.endswith("ly") or word in DOCUMENT_WORDS:
        return False
    if "&" in rest or "and" in rest[1:]:
        # "Teamsters, Chauffeurs & Helpers", "Liverpool, New York & Philadelphia"
        return True
    return _is_long_piece(words, index)


def _is_long_piece(words: _Words, index: int) -> bool:
    """Whether the words up to `index` are a name of two words or more, from a clean start.

    "Board of Trustees, Sheet Metal Workers v. ..." is one name; "In Texas, Ames v. ..." and
    "Thus, Ames v. ..." are prose.
    """
    capitals = 0
    for at in range(index, -1, -1):
        raw = words[at][1]
        if raw == "," or (at != index and raw.endswith(",")):
            return False
        if raw.strip(EDGE + ",") in DOCUMENT_WORDS or (raw[0].isdigit() and at != index):
            return False
        verdict = _verdict(raw.rstrip(","), words[at + 1][1], at == index)
        if verdict == "stop":
            signal = raw.strip(EDGE + ",") in LEAD_INS - {"In", "Under", "From", "At", "On"}
            return capitals >= 2 and (raw[-1] in '.;:)"' or signal)
        if verdict == "edge":
            return capitals >= 1
        capitals += verdict == "name"
    return capitals >= 2


def _trim(words: _Words, start: int) -> int | None:
    """Drop what stands in front of the name: a note number, a lead-in, a heading."""
    words = [(max(place, start), raw[max(0, start - place) :]) for place, raw in words]
    while words:
        word = words[0][1].strip(EDGE + ",")
        numeric = word.rstrip(".").isdigit()
        address = numeric and any(w.strip(",.") in ADDRESS_WORDS for _, w in words[1:5])
        lead_in = word in LEAD_INS and word not in PROCEDURAL
        if not ((numeric and not address and len(words) > 1) or lead_in or word in (",", "")):
            break
        words.pop(0)
    words = _without_heading(words)
    return words[0][0] + len(words[0][1]) - len(words[0][1].lstrip(EDGE)) if words else None


def _without_heading(words: _Words) -> _Words:
    """Cut a heading of a table of authorities glued before "State" or "United States"."""
    names = [w.strip(EDGE) for _, w in words]
    for tail in (["State"], ["Commonwealth"], ["People"], ["United", "States"], ["U.S."]):
        size = len(tail)
        if names[-size:] == tail and len(names) > size:
            before = names[-size - 1]
            glued = before[:1].isupper() and before not in PLACES and before[-1] not in ".,"
            return words[-size:] if glued else words
    return words
