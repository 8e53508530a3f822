"""Read what follows the numbers of a citation: pins, court and year, parentheticals, history.

Input: folded text, the place after the numbers, and a limit that is never crossed.
Output: small values with folded spans.
"""

import re
from dataclasses import dataclass

from voirdire.citations.types import ParentheticalKind
from voirdire.findings import Span

_DASH = r"[-–—]"
_PAGE = rf"\*{{0,3}}\d{{1,6}}[A-Za-z]?(?: ?{_DASH} ?\*{{0,3}}\d{{1,6}}[A-Za-z]?)?"
_NOTE = (
    rf"(?:n|fn|note)\.? ?(?:\d{{1,3}}|\*{{1,3}})(?: ?{_DASH} ?\d{{1,3}})?"
    rf"|(?:nn|fns|notes)\.? ?\d{{1,3}}(?: ?{_DASH} ?\d{{1,3}})?"
    rf"(?:(?:, | ?& ?| and )\d{{1,3}}(?: ?{_DASH} ?\d{{1,3}})?(?![\w]))*"
)
_PARAGRAPH = rf"(?:¶¶?|[Pp]aras?\.|[Pp]ars?\.) ?\d+(?:\.\d+)*(?:\([a-z0-9]+\))*(?: ?{_DASH} ?\d+)?"
_SECTION = (
    r"§§? ?\d\w*(?:[.:-]\w+)*(?:\([A-Za-z0-9]{1,5}\))*"
    r"(?:(?:, | and | & )\(?\d\w*(?:[.:-]\w+)*\)?(?:\([A-Za-z0-9]{1,5}\))*(?![\w]| [A-Z]))*"
)
_ROMAN = rf"[ivxlc]{{1,7}}(?:{_DASH}[ivxlc]{{1,7}})?"
_ITEM = rf"(?:{_PAGE}|{_NOTE}|{_PARAGRAPH}|{_SECTION}|{_ROMAN}|passim)"
_END = r"(?=[\s,;.:()\[\]\"'”’]|$)(?!\.\d)"
_FIRST = re.compile(
    rf"(?:,? ?at (?:pages? |pp?\. ?)?|, ?(?:pages? |pp?\. ?)?| (?=[¶§n])|: ?)({_ITEM}){_END}"
)
_BARE = re.compile(rf"({_ITEM}){_END}")
_NEXT = re.compile(
    rf"(?:,? ?& ?|, and |,? ?at (?:pp?\. ?)?|, ?(?:pp?\. ?)?| (?=nn?\.|fn|¶)| and (?=nn?\."
    rf"|\*?\d))({_ITEM}){_END}"
)
# "at 520, 108 S.Ct.": what a reporter follows is the volume of a parallel citation and no pin,
# whether that citation can be read or not ("106 5.Ct. 2548").
_REPORTER_NEXT = re.compile(
    r" ?(?:[A-Z5$][A-Za-z]{0,5}\.|[A-Z5$]\.? ?[A-Za-z]{1,5}\.? ?(?:[23]d\.? ?)?\d)"
)
_RANGE = re.compile(rf"\*{{0,3}}(\d+)([A-Za-z]?)(?: ?{_DASH} ?\*{{0,3}}(\d+)([A-Za-z]?))?$")
_NUMBERS = re.compile(rf"(\d+|\*+)(?: ?{_DASH} ?(\d+))?")
_MOST_PAGES = 100
_LAST_NOTES = 50


@dataclass(frozen=True, slots=True)
class Pins:
    """A pin cite as written and completed."""

    span: Span
    pages: tuple[int | str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CourtYear:
    """A parenthesis of court and year; `span` has the brackets in it."""

    span: Span
    court_text: str | None
    year: int | None
    rest: str


def read_pins(text: str, start: int, limit: int, *, bare: bool = False) -> Pins | None:
    """The pin cite at `start`; with `bare` its first number stands there itself."""
    match = (_BARE if bare else _FIRST).match(text, start, limit)
    if match is None:
        return None
    begin = match.start(1)
    pages: list[int | str] = []
    notes: list[str] = []
    while match is not None:
        end = match.end()
        _add_item(match.group(1), pages, notes)
        match = _NEXT.match(text, end, limit)
        if match is not None and text[end] == "," and _is_volume(text, match):
            break
    return Pins(Span(begin, end), tuple(pages[:_MOST_PAGES]), tuple(notes[:_LAST_NOTES]))


def _is_volume(text: str, match: re.Match[str]) -> bool:
    return match.group(1).isdigit() and _REPORTER_NEXT.match(text, match.end()) is not None


def _add_item(item: str, pages: list[int | str], notes: list[str]) -> None:
    if item[0] in "nf" and not item.startswith("¶"):
        for match in _NUMBERS.finditer(item):
            notes.extend(str(n) for n in complete_range(match.group(1), match.group(2)))
        return
    simple = _RANGE.match(item)
    if simple is None:
        pages.append(item)
    elif simple.group(2) or simple.group(4):
        first, last = simple.group(1) + simple.group(2), simple.group(3)
        pages.append(first)
        if last:
            pages.append(last + simple.group(4))
    else:
        pages.extend(complete_range(simple.group(1), simple.group(3)))


def complete_range(first: str, last: str | None) -> list[int | str]:
    """Every number of a range whose end may be shortened ("447-49")."""
    if not first.isdigit():
        return [first]
    low = int(first)
    if last is None:
        return [low]
    high = int(first[: max(len(first) - len(last), 0)] + last)
    if high < low or high - low >= _MOST_PAGES:
        return [low, high]
    return list(range(low, high + 1))


_YEAR_IN = re.compile(
    r"^(?P<court>(?:[A-Z0-9\[]|en banc|per curiam|unpublished|mem)[^()]{0,90}?[ ,.\]/’']|)"
    r"(?P<year>1[6-9]\d\d|20\d\d)(?:[-–/]\d{2,4})?"
    r"(?P<rest>,? [^()\d]{0,70}| \[[^\]]{0,30}\])?$"
)
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|June|Jul|July|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?"
_DATE_TAIL = re.compile(
    rf"[, ]*(?:(?:filed |decided )?{_MONTH}(?: ?\d{{1,2}}(?:st|nd|d|rd|th)?)?,? ?"
    rf"|\d{{1,2}}[/-]\d{{1,2}}[/-])$"
)
_TRAILING = re.compile(r"[ ,]+$")


def court_year_of(text: str, opening: int, close: int) -> CourtYear | None:
    """The court and year that a parenthesis or square bracket from `opening` to `close` says.

    None when it says no year. Its span takes in both brackets.
    """
    inside = " ".join(text[opening + 1 : close].split())
    match = _YEAR_IN.match(inside)
    if match is None:
        return None
    court = _TRAILING.sub("", _DATE_TAIL.sub("", match["court"]))
    rest = (match["rest"] or "").strip(" ,[]")
    if court in ("en banc", "per curiam", "unpublished", "mem"):
        rest, court = court, ""
    return CourtYear(Span(opening, close + 1), court or None, int(match["year"]), rest)


_KINDS: tuple[tuple[ParentheticalKind, re.Pattern[str]], ...] = (
    ("quoting", re.compile(r"\(?(?:in turn |also |again )?quot(?:ing|ed in|ation from)\b", re.I)),
    (
        "citing",
        re.compile(
            r"(?:in turn |also |again )?cit(?:ing|ed in|ations? to)\b|collecting cases", re.I
        ),
    ),
    (
        "omitted",
        re.compile(
            r"omitted|cleaned up|quotations?(?: marks)? (?:removed|and)"
            r"|alterations?\b.{0,30}(?:original|adopted|accepted)",
            re.I,
        ),
    ),
    ("emphasis", re.compile(r"emphas[ie]s", re.I)),
    ("en_banc", re.compile(r"^(?:en|in) banc\b", re.I)),
    ("plurality", re.compile(r"^plurality", re.I)),
    (
        "separate",
        re.compile(
            r"\b(?:dissenting|concurring|dissent|concurrence|statement of)\b|^(?:per curiam"
            r"|mem\.?|memorandum|table|unpublished|in chambers)\b|, J\.,?$|^opinion of\b",
            re.I,
        ),
    ),
)


def parenthetical_kind(text: str) -> ParentheticalKind:
    """What a parenthesis after a citation says."""
    for kind, pattern in _KINDS[:2]:
        if pattern.match(text):
            return kind
    if len(text) < 160:
        for kind, pattern in _KINDS[2:]:
            if pattern.search(text):
                return kind
    return "other"


_HISTORY = re.compile(
    r",? (?:and )?(?P<phrase>(?:petition for cert\. (?:filed|denied|granted)|aff(?:'|irme)d|aff'g"
    r"|rev(?:'|erse)d|rev'g|vacat(?:ed|ing)|cert(?:\.|iorari) (?:denied|granted|dismissed)"
    r"|overrul(?:ed|ing)|abrogat(?:ed|ing)|superseded|disapproved|modified|modifying|amended"
    r"|withdrawn|remanded|reinstated"
    r"|reh(?:'|earin)g(?: en banc)? (?:denied|granted)|reh'ng en banc,? granted|appeal (?:denied"
    r"|dismissed|docketed)|lv\.? (?:denied|dismissed|granted)"
    r"|leave to appeal (?:denied|granted)|review denied|petition denied|writ (?:denied|refused)"
    r"|rev\. denied|pet\. denied|prob\. juris\. noted)"
    r"(?: (?:on (?:other|different|unrelated) grounds?|in part|per curiam|mem\.|sub nom\."
    r"|as recognized|as stated|on reh'g|en banc|and remanded"
    r"|by statute|by rule|by|in|on|other|grounds|without opinion|rev'd|aff'd|and"
    r"|part)\b\.?)*)(?=[ ,(;.])"
)


def read_history(text: str, start: int, limit: int) -> tuple[str, int] | None:
    """A phrase of subsequent history at `start`, and where it ends."""
    match = _HISTORY.match(text, start, limit)
    return (match["phrase"], match.end()) if match else None
