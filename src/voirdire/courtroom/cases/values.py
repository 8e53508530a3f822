"""Dates and amounts of money as a text writes them, in English, Hindi, Spanish and French.

Input: a text. Output: the calendar dates and the amounts found in it, with their spans, or
whether a passage states a given one. A number counts as money by a currency beside it or by
two decimals ("4,310.00" in a ledger).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from voirdire.findings import Span

# In order of the calendar; a month may be written in several ways.
_MONTHS = (
    "january|jan|enero|janvier|जनवरी",
    "february|feb|febrero|février|फ़रवरी|फरवरी",
    "march|mar|marzo|mars|मार्च",
    "april|apr|abril|avril|अप्रैल",
    "may|mayo|mai|मई",
    "june|jun|junio|juin|जून",
    "july|jul|julio|juillet|जुलाई",
    "august|aug|agosto|août|अगस्त",
    "september|sept|sep|septiembre|setiembre|septembre|सितंबर|सितम्बर",
    "october|oct|octubre|octobre|अक्टूबर|अक्तूबर",
    "november|nov|noviembre|novembre|नवंबर|नवम्बर",
    "december|dec|diciembre|décembre|दिसंबर|दिसम्बर",
)
_MONTH_OF = {name: n for n, names in enumerate(_MONTHS, 1) for name in names.split("|")}
_MONTH = "(?:" + "|".join(sorted(_MONTH_OF, key=len, reverse=True)) + r")\b\.?"
_DAY = r"(?<![\d.,])\d{1,2}(?:st|nd|rd|th|er|º)?"
_YEAR = r"\d{4}(?!\d)"
_DATES = re.compile(
    rf"(?<!\d)(?P<iso>\d{{4}}-\d\d-\d\d)(?!\d)"
    rf"|(?P<day>{_DAY})(?:\s+(?:of|de))?\s+(?P<month>{_MONTH})(?:,|\s+(?:of|de|del))?"
    rf"\s+(?P<year>{_YEAR})"
    rf"|\b(?P<month2>{_MONTH})\s+(?P<day2>{_DAY}),?\s+(?P<year2>{_YEAR})",
    re.IGNORECASE,
)

CURRENCIES = {
    "USD": r"\$|dollars?\b|dólar(?:es)?\b|डॉलर",
    "EUR": r"€|euros?\b|यूरो",
    "GBP": r"£|pounds?\b|libras?\b|livres?\b",
    "INR": r"₹|\bRs\.?|rupees?\b|rupias?\b|roupies?\b|रुपये|रुपए|रुपया|रु\.",
}
_CURRENCY = "|".join([*CURRENCIES.values(), *CURRENCIES])
_NUMBER = r"(?:\d{1,3}(?:[\u00a0\u202f ]\d{3})+|\d+(?:[,.]\d{2,3})*)(?:[.,]\d{1,2})?(?![\d%])"
_NUMBERS = re.compile(rf"(?<![\d.,]){_NUMBER}")
_MARK_BEFORE = re.compile(rf"({_CURRENCY})\s?$", re.IGNORECASE)
_MARK_AFTER = re.compile(rf"\s?(?:de\s)?({_CURRENCY})", re.IGNORECASE)
# No mark of a currency and its space are longer.
_MARK = 12
# "at 9.30" is a time of day.
_CLOCK = re.compile(r"\b(?:at|by|until|from|before|after|since|about)\s$", re.IGNORECASE)
_UNIT = re.compile(
    r"\s?(?:[kcm]?m|m?g|kg|l|(?:kilo|centi|milli)?(?:metre|meter|gram|litre|liter)s?|kilos?|tonnes?"
    r"|hours?|degrees?|per cent|percent|points?|feet|inches|acres|hectares|mètres?|metros?)\b"
)
_LEDGER = re.compile(r"\d{1,3}(?:,\d{3})*\.\d\d|\d+\.\d\d")


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A full date in a text; `year` is the span of its four digits."""

    span: Span
    value: date
    year: Span


@dataclass(frozen=True, slots=True)
class WrittenAmount:
    """An amount in a text: the span of its number, without the currency. `currency` is None
    where two decimals alone make it money."""

    span: Span
    value: Decimal
    currency: str | None


def find_dates(text: str) -> Iterator[WrittenDate]:
    """The full dates of a text, in order; what is no date of the calendar is left out."""
    for match in _DATES.finditer(text):
        if match["iso"]:
            year, month, day = match["iso"].split("-")
            start = match.start("iso")
        else:
            second = "2" if match["month2"] else ""
            word = match[f"month{second}"].rstrip(".").lower()
            year, month = match[f"year{second}"], str(_MONTH_OF[word])
            day = re.sub(r"\D+", "", match[f"day{second}"])
            start = match.start(f"year{second}")
        try:
            value = date(int(year), int(month), int(day))
        except ValueError:
            continue
        yield WrittenDate(Span(*match.span()), value, Span(start, start + 4))


def find_amounts(text: str) -> Iterator[WrittenAmount]:
    """The amounts of money of a text, in order."""
    for match in _NUMBERS.finditer(text):
        number, (start, end) = match[0], match.span()
        before = text[max(0, start - _MARK) : start]
        mark = _MARK_BEFORE.search(before) or _MARK_AFTER.match(text, end)
        if mark is None and (
            not _LEDGER.fullmatch(number)
            or (len(number) < 6 and _CLOCK.search(before))
            or _UNIT.match(text, end)
        ):
            continue
        yield WrittenAmount(Span(start, end), read_number(number), mark and _code(mark[1]))


def read_number(text: str) -> Decimal:
    """A number with its separators: one or two digits after the last comma or stop are decimals."""
    digits = re.sub(r"[\s\u00a0\u202f]", "", text)
    whole, mark, decimals = re.fullmatch(r"(.*?)(?:([.,])(\d{1,2}))?", digits).groups()  # type: ignore[union-attr]
    number = re.sub(r"[.,]", "", whole)
    return Decimal(f"{int(number)}.{int(decimals):0{len(decimals)}d}" if mark else str(int(number)))


def states_date(passage: str, value: date) -> bool:
    """Whether a passage gives that date in full."""
    return any(each.value == value for each in find_dates(passage))


def states_amount(passage: str, value: Decimal, currency: str) -> bool:
    """Whether a passage gives that amount, in that currency or with none named."""
    return any(
        each.value == value and each.currency in (currency, None) for each in find_amounts(passage)
    )


def _code(mark: str) -> str:
    for code, pattern in CURRENCIES.items():
        if re.fullmatch(pattern, mark, re.IGNORECASE):
            return code
    return mark.upper()
