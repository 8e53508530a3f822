"""The words of an exhibit, or of a quotation, in one form, with the way back.

Input: a text of any language. Output: its words, as they are counted and may be cut; a `Folded`
text: small letters, one kind of space and dash, no quotation marks, ligatures spelt out, words
parted at a line end marked as such; and the places where an exhibit says just what is quoted.
Two texts that fold to the same say the same words in the same order with the same stops.

Letters fold to small ones throughout: capitals differ from print to print and at the start of
a quotation, and never make other words of five in a row.
"""

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal
from unicodedata import category, normalize

# What a claim may quote, in words.
FEWEST_WORDS, MOST_WORDS = 5, 30
# What stands for a hyphen and a line end inside a word.
BREAK = "\x01"
_GONE = "\x00"
_HYPHENS = "\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d"
_LONG_DASHES = "\u2014\u2015\ufe58"
_SINGLE = "'\u2018\u2019\u201a\u201b\u2032`\xb4\u02bc\uff07"
_DOUBLE = '"\u201c\u201d\u201e\u201f\xab\xbb\u2033\u301d\u301e\uff02'
_GLYPHS: dict[int, str] = {
    **dict.fromkeys(map(ord, "\t\x0b\xa0\u1680\u202f\u205f\u3000"), " "),
    **dict.fromkeys(range(0x2000, 0x200B), " "),
    **dict.fromkeys(map(ord, "\r\x0c\x85\u2028\u2029"), "\n"),
    # Invisible: zero-width space and joiners, marks and ranges of direction, selectors of a
    # glyph, byte order mark.
    **dict.fromkeys(map(ord, "\x01\u061c\u180e\ufeff"), _GONE),
    **dict.fromkeys((*range(0x200B, 0x2010), *range(0x202A, 0x202F)), _GONE),
    **dict.fromkeys((*range(0x2060, 0x2070), *range(0xFE00, 0xFE10)), _GONE),
    **dict.fromkeys(map(ord, _HYPHENS), "-"),
    **dict.fromkeys(map(ord, _LONG_DASHES), "\u2014"),
    0x017F: "s",
    **dict.fromkeys(map(ord, _DOUBLE), '"'),
    **dict.fromkeys(map(ord, _SINGLE), "'"),
}
_SPELT_OUT = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
    "\u2026": "...",
}
# A single mark that joins no letters is a quotation mark.
_LONE_MARK = re.compile(r"(?<![^\W_])'|'(?![^\W_])")
_GAP = r"[ \n\"\x00\xad\u2014-]"
_EDIT = re.compile(
    rf"{_GAP}{{2,}}|[\n\"\x00\xad\u2014]"
    r"|[^\W\d_][\u0300-\u036f]+|[\ufb00-\ufb06\u2026\u0130\u0958-\u095f]"
)
_LINE_END = re.compile(r"[\"\x00]*[-\xad][\x00 ]*\n[ \n\x00]*")
# What may stand at the ends of a quotation and says nothing.
_EDGE = " .,;:!?\xa1\xbf()[]{}*_/|\\-" + BREAK + "\u0964\u0965"
# What two texts of the same words may differ in; stops inside numbers are not among them.
_STOP = re.compile(rf"(?:(?<!\d)|(?!.\d))[.,:-]|[;!?()\[\]{{}}'* {BREAK}\u0964]")
_JOINED = frozenset({"", "-", " - "})
# Occurrences of one quotation that are looked at.
_MOST = 64
# A word of any script is what is neither space nor sign.
_STOPS = ".,;:!?\u2026\xa1\xbf()\\[\\]{}\u0964\u0965*_/|\\\\"
_SIGNS = "$\xa3\u20ac\u20b9%&#@+=<>~^\xa7\xb6"
_LETTER = rf"[^\s\-{_HYPHENS}{_LONG_DASHES}{_SINGLE}{_DOUBLE}{_STOPS}{_SIGNS}]"
# "can't", "co-operate", "12.50", and what a printer parted at the end of a line, are one.
_WORD = re.compile(
    rf"{_LETTER}+(?:(?:[{_SINGLE}{_HYPHENS}-]|(?<=\d)[.,:/](?=\d)"
    rf"|(?:[{_HYPHENS}-]|(?<=\xad))[^\S\n]*\n\s*(?=[^\W\d_])){_LETTER}+)*"
)

# The end of a sentence in the languages of the cases, with the marks that close a quotation; the
# stop of an initial or of a title does not end one.
_SHORTENED = "".join(
    rf"(?<!\b{each})"
    for each in ("[A-Z]", "Mr", "Mrs", "Ms", "Dr", "St", "No", "Messrs", "Prof", "Sr", "Sra", "Mme")
)
_END = re.compile(
    f"(?:{_SHORTENED}\\.|[!?;\u0964\u2026\n])[\"'\u201d\u2019\xbb)]*(?=\\s|\\Z)|\u2014"
)

Difference = Literal["punctuation_differs", "spacing_differs"]
Place = tuple[int, int]


@lru_cache(maxsize=512)
def find_words(text: str) -> tuple[Place, ...]:
    """Spans of the words of a text of any language, without punctuation and signs.

    A run of whole words is found again where it was taken from: a hyphen, an apostrophe or the
    point of a number does not end a word.
    """
    return tuple(match.span() for match in _WORD.finditer(text))


@lru_cache(maxsize=512)
def find_ends(text: str) -> tuple[int, ...]:
    """Where the sentences of a text end, and the parts of one that a semicolon or dash parts."""
    return tuple(match.end() for match in _END.finditer(text))


@lru_cache(maxsize=4096)
def whole_sentences(text: str, span: Place) -> Place:
    """A span with the whole of each sentence of which it takes five words, or all.

    Two quotations cut from one sentence come to the same words.
    """
    ends = find_ends(text)
    at = bisect_left(ends, span[0] + 1)
    start, end = span
    first = ends[at - 1] if at else 0
    while first < span[1]:
        last = ends[at] if at < len(ends) else len(text)
        shared = count_words(text[max(first, span[0]) : min(last, span[1])])
        if shared >= min(FEWEST_WORDS, count_words(text[first:last])):
            start, end = min(start, first), max(end, last)
        first, at = last, at + 1
        if last == len(text):
            break
    return start, end


def count_words(text: str) -> int:
    """How many words a text has: what the bounds of a quotation are counted in."""
    return sum(1 for _ in _WORD.finditer(text))


def find_quotation(quotation: str, content: str) -> Place | None:
    """Where the content first says exactly that; None where it does not, or nothing is quoted."""
    places = find_places(quotation, content)
    return places[0] if places else None


@lru_cache(maxsize=4096)
def find_places(quotation: str, content: str) -> tuple[Place, ...]:
    """Where the content says exactly that, in characters of it, in order; at most 64 places.

    Where a printer parted a word of it, only the first.
    """
    exhibit, words = fold(content), fold_quotation(quotation)
    places = find_exact(exhibit, words)
    if not places and (BREAK in exhibit.text or BREAK in words):
        loose = find_loosely(exhibit, words)
        places = (loose[0],) if loose and loose[1] is None else ()
    return tuple(map(exhibit.original, places))


@dataclass(frozen=True, slots=True)
class Folded:
    """`origin`: for each character of `text` the one it comes from; `words`: where words begin."""

    text: str
    origin: "array[int]"
    words: "array[int]"

    def original(self, place: Place) -> Place:
        """The place in the text that was folded."""
        return self.origin[place[0]], self.origin[place[1] - 1] + 1

    def count_words(self, start: int, end: int) -> int:
        """How many words begin in [start, end)."""
        return max(0, bisect_left(self.words, end) - bisect_left(self.words, start))


def fold_once(text: str) -> Folded:
    """Fold a text that is not worth keeping."""
    flat = _LONE_MARK.sub('"', text.translate(_GLYPHS))
    parts: list[str] = []
    origin: array[int] = array("I")
    at = 0
    for match in _EDIT.finditer(flat):
        left, right = match.span()
        if left > at:
            parts.append(_lower(flat[at:left]))
            origin.extend(range(at, left))
        put = _replacement(flat, left, right)
        parts.append(put)
        if put:
            origin.extend([left] * (len(put) - 1) + [right - 1])
        at = right
    parts.append(_lower(flat[at:]))
    origin.extend(range(at, len(flat)))
    folded = "".join(parts)
    return Folded(folded, origin, array("I", (each.start() for each in _WORD.finditer(folded))))


# The exhibits of some hundred trials at a time.
fold = lru_cache(maxsize=1024)(fold_once)


@lru_cache(maxsize=4096)
def fold_quotation(text: str) -> str:
    """A quotation folded, without what stands at its ends and says nothing."""
    return fold_once(text).text.strip(_EDGE)


def find_exact(exhibit: Folded, quotation: str) -> tuple[Place, ...]:
    """Where the folded quotation stands in whole words, at most 64 places."""
    return _find_all(exhibit.text, quotation) if quotation else ()


def is_cut(exhibit: Folded, quotation: str) -> bool:
    """Whether the quotation stands there but for a word or number that goes on over a sign.

    "we can" of "we can't", "20" of "20:04", "operate" of "co-operate".
    """
    text, size = exhibit.text, len(quotation)
    at = text.find(quotation) if quotation else -1
    for _ in range(_MOST):
        if at < 0:
            return False
        around = text[at - 1 : at] + text[at + size : at + size + 1]
        if not any(sign.isalnum() or category(sign)[0] == "M" for sign in around):
            return True
        at = text.find(quotation, at + 1)
    return False


def find_loosely(exhibit: Folded, quotation: str) -> tuple[Place, Difference | None] | None:
    """Where the same letters stand in the same order, and in what the texts differ.

    None as difference: only in words parted at the end of a line, which is no difference.
    """
    source, places = _squeeze(exhibit)
    quoted = Folded(quotation, array("I", range(len(quotation))), array("I"))
    letters, quoted_places = _squeezed(quoted)
    found: tuple[Place, Difference | None] | None = None
    at = source.find(letters) if letters else -1
    for _ in range(_MOST):
        if at < 0:
            break
        inside = places[at : at + len(letters)]
        place = inside[0], inside[-1] + 1
        if _is_whole(exhibit.text, *place):
            difference = _difference(exhibit.text, inside, quotation, quoted_places)
            if difference is None:
                return place, None
            found = found or (place, difference)
        at = source.find(letters, at + 1)
    return found


def _lower(text: str) -> str:
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(sign.lower() if len(sign.lower()) == 1 else sign for sign in text)


def _replacement(flat: str, left: int, right: int) -> str:
    found = flat[left:right]
    if found in _SPELT_OUT:
        return _SPELT_OUT[found]
    if found[0] not in ' \n"\x00\xad\u2014-':
        return normalize("NFC", found).lower()
    if not left or right == len(flat):
        return ""
    if (
        _LINE_END.fullmatch(found)
        and flat[left - 1].isalpha()
        and flat[right : right + 1].isalpha()
    ):
        return BREAK
    spaced = " " in found or "\n" in found
    if "\u2014" in found or "--" in found or ("-" in found and spaced):
        return " - "
    if "-" in found:
        return "-"
    return " " if spaced else ""


@lru_cache(maxsize=4096)
def _find_all(text: str, quotation: str) -> tuple[Place, ...]:
    return tuple(_find(text, quotation))


def _find(text: str, quotation: str) -> Iterator[Place]:
    at = text.find(quotation)
    for _ in range(_MOST):
        if at < 0:
            return
        end = at + len(quotation)
        if _is_whole(text, at, end):
            yield at, end
        at = text.find(quotation, at + 1)


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether no word or number goes on beyond either end: "can" is not in "can't"."""
    return not (
        _goes_on(text[max(0, start - 2) : start][::-1], text[start])
        or _goes_on(text[end : end + 2], text[end - 1])
    )


def _goes_on(beyond: str, last: str) -> bool:
    if not beyond:
        return False
    if beyond[0].isalnum() or beyond[0] in BREAK or category(beyond[0])[0] == "M":
        return True
    further = beyond[1:2]
    if beyond[0] in "'-":
        return further.isalnum() and last.isalnum()
    return beyond[0] in ".,:/" and further.isdecimal() and last.isdecimal()


def _squeezed(folded: Folded) -> tuple[str, "array[int]"]:
    """Letters, digits and signs of value alone, and where each stood."""
    text = folded.text
    kept: list[str] = []
    places: array[int] = array("I")
    at = 0
    for match in _STOP.finditer(text):
        if match.start() > at:
            kept.append(text[at : match.start()])
            places.extend(range(at, match.start()))
        at = match.end()
    kept.append(text[at:])
    places.extend(range(at, len(text)))
    return "".join(kept), places


@lru_cache(maxsize=1024)
def _squeeze_text(text: str) -> tuple[str, "array[int]"]:
    return _squeezed(Folded(text, array("I"), array("I")))


def _squeeze(folded: Folded) -> tuple[str, "array[int]"]:
    return _squeeze_text(folded.text)


def _difference(
    text: str, places: "array[int]", quotation: str, quoted: "array[int]"
) -> Difference | None:
    """In what stands between the same letters of two texts."""
    worst: Difference | None = None
    for here, nxt, at, to in zip(places, places[1:], quoted, quoted[1:], strict=False):
        if nxt - here == 1 and to - at == 1:
            continue
        ours, theirs = text[here + 1 : nxt], quotation[at + 1 : to]
        if ours == theirs or (BREAK in (ours, theirs) and {ours, theirs} <= _JOINED | {BREAK}):
            continue
        if not ours or not theirs or BREAK in (ours, theirs):
            return "spacing_differs"
        worst = "punctuation_differs"
    return worst
