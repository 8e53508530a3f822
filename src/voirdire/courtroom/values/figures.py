"""Numbers that are money, where a text writes them, in English, Hindi, Spanish and French.

Input: a text. Output: the numbers with their spans and currencies, so that others may be put in
their places; or whether a passage states a given amount. A number counts as money by a currency
beside it or by two decimals ("4,310.00" in a ledger).

`sums` reads what a sum is worth, in English: there "12l. 10s." is one value of two numbers, and
"1.200" is no thousand, as it is in Madrid. So each has its own way to find them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from voirdire.courtroom.values.currencies import CURRENCY_WORDS, SIGN, SIGNS
from voirdire.findings import Span

# Of letters, a code is written in capitals and stands alone: "try" is no lira.
_MARKS = rf"(?<![^\W\d_])(?-i:{'|'.join(map(re.escape, SIGN))})(?![^\W\d_])"
_CURRENCY = "|".join([_MARKS, *CURRENCY_WORDS.values()])
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
class WrittenAmount:
    """An amount in a text: the span of its number, without the currency. `currency` is None
    where two decimals alone make it money."""

    span: Span
    value: Decimal
    currency: str | None


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


def states_amount(passage: str, value: Decimal, currency: str) -> bool:
    """Whether a passage gives that amount, in that currency or with none named."""
    return any(
        each.value == value and each.currency in (currency, None) for each in find_amounts(passage)
    )


def _code(mark: str) -> str:
    if mark.upper() in SIGNS:
        return SIGNS[mark.upper()]
    words = CURRENCY_WORDS.items()
    return next(code for code, each in words if re.fullmatch(each, mark, re.IGNORECASE))
