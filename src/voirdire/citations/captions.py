"""Read the case name that stands before the numbers of a citation.

Input: folded text, the place where the numbers start, and a limit to the left that is never
crossed (the citation before, the paragraph, the parenthesis the citation stands in).
Output: the name with its parties and its folded span, and the signal before it.
"""

import re
from dataclasses import dataclass

from voirdire.citations.name_words import (
    ADDRESS_WORDS,
    LEAD_INS,
    PLACES,
    NAME_CONNECTORS,
    NAME_SUFFIXES,
    PROCEDURAL,
    is_abbreviation,
)
from voirdire.findings import Span

_WINDOW = 360
_WORD = re.compile(r"[^\s\"]+|\"")
_VERSUS = re.compile(
    r"(?<=[\s*_])(?:v|vs|V|VS|v\.s)\.?(?=[\s*_])|(?<= )(?:versus|VERSUS)(?= )|(?<=[a-z,.]) ?v\.(?=[A-Z ])"
)
_PROCEDURAL = re.compile(
    r"(?:\b(?:In|IN) (?:re:?|RE:?|the (?:Matter|Interest|Estate|Marriage) of)|\b(?:Ex|EX) (?:parte|PARTE)|\bMatter of|\bMATTER OF"
    r"|\b(?:(?:In|IN) re |(?:In|IN) the )?Estate of|\bApplication of|\bPetition of|\bMarriage of|\bInterest of|\bGuardianship of|\bConservatorship of|\bAdoption of|\bSuccession of|\bPeople in Interest of|\bCommitment of|\bDetention of)(?= )"
)
_TAIL = re.compile(r"(?:[\s*_,]|, supra|, (?:at|in|reported at)|\(\"[^\"()]{1,40}\"\))*$")
_SIGNAL = re.compile(
    r"(?:^|(?<=[\s(\[\"*_]))(?P<signal>(?:[Bb]ut )?[Ss]ee(?: generally)?(?:,? also)?(?:,? e\. ?g\.)?|[Ss]ee,? e\. ?g\.|[Ee]\. ?g\."
    r"|[Aa]ccord|[Cc]ontra|(?:[Bb]ut )?[Cc]f\.(?:,? e\. ?g\.)?|[Cc]ompare|[Ww]ith|[Qq]uoting|[Cc]iting|[Cc]ited in|[Qq]uoted in|[Cc]iting,? e\.g\.|[Aa]s in)(?:,? ?[*_]*) *$"
)
_EMPHASIS = re.compile(r"[*_]{1,3}(?=\W|$)|(?:(?<=\W)|^)[*_]{1,3}")
_EDGE = "*_\"“”'‘’([{"


@dataclass(frozen=True, slots=True)
class Caption:
    """A case name as written. Parties are None where there is no "v."."""

    name: str
    span: Span
    plaintiff: str | None = None
    defendant: str | None = None


def read_signal(text: str, limit: int, end: int) -> str | None:
    """The introductory signal that ends directly before `end`."""
    match = _SIGNAL.search(text, max(limit, end - 40), end)
    return " ".join(match["signal"].replace(",", "").split()) if match else None


def read_caption(text: str, limit: int, end: int, *, short: bool = False) -> Caption | None:
    """The name that ends directly before `end`.

    A name without "v." is taken when it opens with a procedural phrase, or when it is
    followed by a comma (short forms and names such as "Slaughter-House Cases").
    """
    limit = max(limit, end - _WINDOW)
    window = text[limit:end]
    tail = _TAIL.search(window)
    stop = tail.start() if tail else len(window)
    comma = "," in window[stop:]
    window = window[:stop]
    if not window:
        return None
    versus = None
    for versus in _VERSUS.finditer(window):
        pass
    if versus is not None and _is_party(window[versus.end() :]):
        return _two_parties(window, versus.start(), versus.end(), limit)
    after = versus.end() if versus else 0
    procedural = None
    for procedural in _PROCEDURAL.finditer(window, after):
        pass
    if procedural is not None and _is_party(window[procedural.end() :]):
        return _caption(window, procedural.start(), limit, None)
    if not comma:
        return None
    start = _left_edge(window, len(window), after)
    if start is None or (not short and not _is_whole_name(window[start:])):
        return None
    return _caption(window, start, limit, None)


def _two_parties(window: str, left: int, right: int, offset: int) -> Caption | None:
    start = _left_edge(window, left, 0)
    if start is None:
        return None
    return _caption(window, start, offset, (left, right))


def _caption(
    window: str, start: int, offset: int, versus: tuple[int, int] | None
) -> Caption | None:
    end = len(window.rstrip(" ,*_"))
    last = window[start:end].rsplit(" ", 1)[-1]
    if last.endswith(".") and not is_abbreviation(last):
        end -= 1
    name = _clean(window[start:end])
    if not name:
        return None
    span = Span(offset + start, offset + end)
    if versus is None:
        return Caption(name, span)
    return Caption(name, span, _clean(window[start : versus[0]]), _clean(window[versus[1] : end]))


def _clean(name: str) -> str:
    words = " ".join(_EMPHASIS.sub("", name).split())
    return words.replace(" ,", ",").strip(" ,")


def _is_party(party: str) -> bool:
    """Whether the words can be one party's name, to its end."""
    words = party.split()
    if not words or len(words) > 30:
        return False
    inner = 0
    for index, raw in enumerate(words):
        if raw.startswith("(") and index:
            inner += 1
        word = raw.strip("*_()[]'\"’“”,")
        last = index == len(words) - 1
        if not inner:
            if raw[-1] in ";:?!" or '"' in raw or "“" in raw:
                return False
            if (
                raw.endswith(".")
                and not last
                and not is_abbreviation(raw)
                and words[index + 1][:1].isupper()
            ):
                return False
            if word and word[0].islower() and word not in NAME_CONNECTORS and not _mixed(word):
                return False
        if inner and ")" in raw:
            inner -= 1
    return any(w.strip("*_([")[:1].isupper() or w.strip("*_([")[:1].isdigit() for w in words)


def _is_whole_name(words: str) -> bool:
    """Whether the words name a case without "v." ("Slaughter-House Cases")."""
    if not _is_party(words) or any(c.isdigit() for c in words):
        return False
    return any(w.strip(".,*_") not in NAME_SUFFIXES for w in words.split())


def _mixed(word: str) -> bool:
    # eBay, iRobot, d'Alene, al-Kidd
    return any(c.isupper() for c in word)


def _left_edge(window: str, right: int, floor: int) -> int | None:
    """Where the name that ends at `right` begins; None when no capital word ends there."""
    words = [(m.start(), m.group()) for m in _WORD.finditer(window, floor, right)]
    start: int | None = None
    index = len(words) - 1
    bounded = True
    comma = False
    while index >= 0:
        place, raw = words[index]
        if raw == ",":
            comma, index = True, index - 1
            continue
        after = words[index + 1][1] if index + 1 < len(words) else ""
        verdict = _verdict(raw, after, start is None)
        if verdict == "stop":
            bounded = raw[-1] in '.;:,)"”'
            break
        if (comma or raw.endswith(",")) and start is not None and not _joins(words, index):
            break
        comma = False
        if verdict in ("name", "edge"):
            start = place + len(raw) - len(raw.lstrip(_EDGE))
        if verdict == "edge":
            break
        index -= 1
    if start is None:
        return None
    return _trim(window, start, right, bounded)


def _verdict(raw: str, after: str, nearest: bool) -> str:
    word = raw.strip(_EDGE + ",)]")
    if not word:
        return "stop" if raw.strip("*_") else "small"
    if raw[-1] in ";:?!" or raw[-1] in '"”' or (raw.endswith(")") and "(" not in raw):
        return "stop"
    if raw.endswith(("'", "’")) and not word[0].isupper():
        return "stop"
    bare = word.rstrip(".")
    if (
        word in LEAD_INS
        and not (nearest and word == "Cases")
        and not (word in ("In", "IN", "Ex", "EX") and after.lower().startswith(("re", "parte")))
    ):
        return "stop"
    if word in ("In", "IN") and after.lower() in ("re", "re:"):
        return "edge"
    if word == "in" and after.strip(_EDGE + ",.") not in PLACES:
        # "Ethics in Washington v. ..." is a name, "the Court in Ames v. ..." is prose.
        return "stop"
    if word[0].islower() and not _mixed(word):
        return "small" if word in NAME_CONNECTORS or bare in NAME_CONNECTORS else "stop"
    if raw.endswith(".") and not nearest and after[:1].isupper() and not is_abbreviation(raw):
        return "stop"
    if word[0].isdigit():
        if raw.endswith("s."):
            return "stop"
        return "number" if not any(c.isalpha() for c in word) else "name"
    if not (word[0].isalpha() or word[0] in "&#"):
        return "small" if word == "&" else "stop"
    if raw[0] in '(["“':
        return "edge"
    return "name"


def _joins(words: list[tuple[int, str]], index: int) -> bool:
    """Whether a comma inside a name may stand after the word at `index`."""
    following = index + 2 if words[index + 1][1] == "," else index + 1
    after = words[following][1].strip("*_,)(") if following < len(words) else ""
    if after in NAME_SUFFIXES or after.rstrip(".") in NAME_SUFFIXES:
        return True
    # "Board of Trustees, Sheet Metal Workers v. ...": two capital words or more back to a
    # boundary; one word ("Thus, Ames v. Boyd") is prose.
    capitals = 0
    for at in range(index, -1, -1):
        raw = words[at][1]
        if at != index and raw.endswith(","):
            return False
        verdict = _verdict(raw.rstrip(","), words[at + 1][1], at == index)
        if verdict == "stop":
            bare = raw.strip(_EDGE + ",")
            return capitals >= 2 and (
                raw[-1] in '.;:)"”'
                or bare in LEAD_INS
                and bare not in ("In", "Under", "From", "At")
            )
        if verdict == "edge":
            return capitals >= 1
        capitals += verdict == "name"
    return capitals >= 2


def _drop_heading(words: list[tuple[int, str]]) -> None:
    """Cut a heading of a table of authorities glued before "State" or "United States"."""
    names = [w.strip(_EDGE) for _, w in words]
    for tail in (["State"], ["Commonwealth"], ["People"], ["United", "States"], ["U.S."]):
        size = len(tail)
        if names[-size:] == tail and len(names) > size:
            before = names[-size - 1]
            if before[0].isupper() and before not in PLACES and not before.endswith((".", ",")):
                del words[:-size]
            return


def _trim(window: str, start: int, right: int, bounded: bool) -> int | None:
    """Drop what stands in front of the name: a note number, "The Court ... of", articles."""
    words = [(m.start(), m.group()) for m in _WORD.finditer(window, start, right)]
    while words:
        word = words[0][1].strip(_EDGE + ",")
        numeric = word.rstrip(".").isdigit()
        address = numeric and any(w.strip(",.") in ADDRESS_WORDS for _, w in words[1:5])
        if (
            (numeric and not address and len(words) > 1)
            or word in LEAD_INS
            and word not in PROCEDURAL
        ):
            words.pop(0)
        else:
            break
    _drop_heading(words)
    return words[0][0] + len(words[0][1]) - len(words[0][1].lstrip(_EDGE)) if words else None
