"""Dates in a text, in figures and in words, whole or in part.

Input: a text. Output: each date with where it stands and what it may be: "3/5/1802" may be two
days, "the 3d of May" has no year, "the 3d instant" no month. Spanish, French and Hindi are read
as far as day, month and year go; English in the forms of two centuries.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import NamedTuple

# In order of the calendar, in English, Spanish, French and Hindi.
_MONTHS = (
    ("january", "jan", "enero", "janvier", "जनवरी"),
    ("february", "feb", "febrero", "février", "फ़रवरी", "फरवरी"),
    ("march", "mar", "marzo", "mars", "मार्च"),
    ("april", "apr", "abril", "avril", "अप्रैल"),
    ("may", "mayo", "mai", "मई"),
    ("june", "jun", "junio", "juin", "जून"),
    ("july", "jul", "julio", "juillet", "जुलाई"),
    ("august", "aug", "agosto", "août", "अगस्त"),
    ("september", "sept", "sep", "septiembre", "setiembre", "septembre", "सितंबर", "सितम्बर"),
    ("october", "oct", "octubre", "octobre", "अक्टूबर", "अक्तूबर"),
    ("november", "nov", "noviembre", "novembre", "नवंबर", "नवम्बर"),
    ("december", "dec", "diciembre", "décembre", "दिसंबर", "दिसम्बर"),
)
_MONTH_NUMBER = {name: number for number, names in enumerate(_MONTHS, 1) for name in names}
_FOREIGN = sorted((name for names in _MONTHS for name in names[1:]), key=len, reverse=True)
_ORDINALS = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
        "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth "
        "twentieth".split(),
        1,
    )
} | {"thirtieth": 30}
_ORDINALS |= {
    f"{tens}-{word}": base + number
    for tens, base in (("twenty", 20), ("thirty", 30))
    for word, number in list(_ORDINALS.items())[:9]
    if base + number <= 31
}
# An English month begins with a capital: "may" and "march" are words too.
_MONTH = (
    r"(?P<month{n}>(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
    r"|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
    r"|(?:JANUARY|FEBRUARY|MARCH|APRIL|MAY|JUNE|JULY|AUGUST|SEPTEMBER|OCTOBER|NOVEMBER|DECEMBER)"
    rf"|{'|'.join(f'[{name[0]}{name[0].upper()}]{name[1:]}' for name in _FOREIGN)})"
    r"(?![^\W_])\.?"
)
_WORD = "|".join(word.replace("-", r"[\s-]") for word in sorted(_ORDINALS, key=len, reverse=True))
_ENDING = r"(?:\s?(?:st|nd|rd|th|d|er|º)(?![^\W_])\.?)"
_DAY = rf"(?P<day{{n}}>(?:\d{{{{1,2}}}}(?![\d])|(?i:{_WORD})(?![^\W_])))"
_YEAR = r"(?P<year{n}>(?:1[0-9]|20|21)\d\d(?!\d))"
_TO_YEAR = r"(?:,?\s{0,2}(?:in\sthe\syear\s(?:of\sour\s[Ll]ord\s)?|of\s|del?\s)?|-)"


def _numbered(n: int) -> tuple[str, str, str]:
    return _DAY.format(n=n), _MONTH.format(n=n), _YEAR.format(n=n)


def _pattern() -> re.Pattern[str]:
    d1, m1, y1 = _numbered(1)
    d2, m2, y2 = _numbered(2)
    _, m3, y3 = _numbered(3)
    d4, _, _ = _numbered(4)
    iso = r"(?P<iso>(?P<y0>\d{4})[-/.](?P<m0>\d{1,2})[-/.](?P<d0>\d{1,2}))(?!\d)"
    numeric = r"(?P<numeric>(?P<a>\d{1,2})(?P<sep>[-/.])(?P<b>\d{1,2})(?P=sep)(?P<c>\d{4}|\d\d))"
    earlier = (
        rf"(?:(?P<earlier>\d{{1,2}}){_ENDING}?\s?"
        r"(?:-|\u2013|and\s(?:the\s)?|to\s(?:the\s)?|,|&)\s?)"
    )
    by_day = (
        rf"{earlier}?(?P<dmy>{d1}{_ENDING}?(?:\sday)?(?:,?\s(?:of|de))?[\s-]{{1,2}}{m1}"
        rf"(?:{_TO_YEAR}{y1})?)"
    )
    by_month = rf"(?P<mdy>{m2}\s(?:the\s)?{d2}{_ENDING}?(?:{_TO_YEAR}{y2})?)"
    month = rf"(?P<my>{m3}{_TO_YEAR}{y3})"
    # "3d" alone is three pence.
    this_month = r"\s(?:instant|inst\.?|ult(?:imo|\.)?)"
    day = rf"(?P<ordinal>{d4}(?:(?:st|nd|rd|th)(?![^\W_])(?:{this_month})?|d{this_month}))"
    return re.compile(
        rf"(?<![^\W_])(?:{iso}|{numeric}(?!\d)|{by_day}|{by_month}|{month}|{day}"
        rf"|(?P<year>(?:1[0-9]|20|21)\d\d)(?![\d%]))"
    )


# What may stand before a date that is all that is written.
_BEFORE = ("", "the", "on", "on the", "el", "le")
_Parts = tuple[int | None, int | None, int | None]


class Day(NamedTuple):
    """A date; what it leaves open is None."""

    year: int | None
    month: int | None
    day: int | None

    def states(self, other: "Day") -> bool:
        """Whether a mention of this day may be a statement of the other.

        A year may go without saying, and the month as well ("the 3d instant"); the day not.
        """
        if self.day is None and other.day is not None:
            return False
        return all(
            ours is None or theirs in (None, ours) for ours, theirs in zip(self, other, strict=True)
        )


@dataclass(frozen=True, slots=True)
class DateMention:
    """Where a date stands, and which days it may be."""

    start: int
    end: int
    possible: tuple[Day, ...]


@lru_cache(maxsize=512)
def find_dates(text: str) -> tuple[DateMention, ...]:
    """Every date of a text, and every year that stands alone."""
    return tuple(_mentions(text))


def find_full_dates(text: str) -> tuple[date, ...]:
    """The dates of a text that leave nothing open, in order."""
    days = [each.possible[0] for each in find_dates(text) if len(each.possible) == 1]
    return tuple(date(year, month, day) for year, month, day in days if year and month and day)


def parse_date(text: str) -> Day | None:
    """The one date that the whole text is; None when it is none, or may be two."""
    text = text.strip()
    for form in (r"(\d{4})-(\d\d)()", r"(\d{4})()()"):
        if match := re.fullmatch(form, text):
            month = int(match[2]) if match[2] else None
            return Day(int(match[1]), month, None) if month is None or month <= 12 else None
    mentions = [each for each in find_dates(text) if each.end >= len(text.rstrip("."))]
    if len(mentions) != 1 or len(mentions[0].possible) != 1:
        return None
    before = text[: mentions[0].start].strip().lower()
    return mentions[0].possible[0] if before in _BEFORE else None


_DATE = _pattern()


def _mentions(text: str) -> Iterator[DateMention]:
    for match in _DATE.finditer(text):
        start, end = match.span()
        days: list[_Parts]
        if match["iso"]:
            days = [(int(match["y0"]), int(match["m0"]), int(match["d0"]))]
        elif match["numeric"]:
            days = list(_readings(int(match["a"]), int(match["b"]), match["c"]))
        elif match["dmy"]:
            year, month = _year(match["year1"]), _month(match["month1"])
            if match["earlier"]:
                first = _valid([(year, month, int(match["earlier"]))])
                yield from (DateMention(start, match.start("dmy"), first),) if first else ()
            start, days = match.start("dmy"), [(year, month, _day(match["day1"]))]
        elif match["mdy"]:
            month = _month(match["month2"])
            days = [(_year(match["year2"]), month, _day(match["day2"]))]
        elif match["my"]:
            month = _month(match["month3"])
            days = [(_year(match["year3"]), month, None)]
        elif match["ordinal"]:
            days = [(None, None, _day(match["day4"]))]
        else:
            days = [(int(match["year"]), None, None)]
        if possible := _valid(days):
            yield DateMention(start, end, possible)


def _month(written: str) -> int:
    return _MONTH_NUMBER[written.lower()]


def _day(written: str) -> int:
    if written.isdigit():
        return int(written)
    return _ORDINALS["-".join(re.split(r"[\s-]", written.lower()))]


def _year(written: str | None) -> int | None:
    return int(written) if written else None


def _readings(first: int, second: int, year: str) -> Iterator[tuple[int, int, int]]:
    """Day before month and month before day; two figures of a year in either century."""
    years = (int(year),) if len(year) == 4 else (1900 + int(year), 2000 + int(year))
    for each in years:
        yield each, second, first
        yield each, first, second


def _valid(days: list[_Parts]) -> tuple[Day, ...]:
    kept = []
    for year, month, day in days:
        try:
            date(year or 2000, month or 1, day or 1)
        except ValueError:
            continue
        if Day(year, month, day) not in kept:
            kept.append(Day(year, month, day))
    return tuple(kept)
