"""Sums of money in English text, of today and of pounds, shillings and pence.

Input: a text. Output: each sum with where it stands and what it may be worth, and the numbers
that stand without a currency. A sum of several parts ("12l. 10s. 6d.") is one sum.

It reads what a sum is worth, and nothing back into its place: `figures` finds the numbers that
may be written anew, in four languages.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from voirdire.courtroom.values.currencies import CODES, SIGN, SIGNS
from voirdire.courtroom.values.numerals import FIGURES, SCALE, WORDS, read_number

_POUND, _MAJOR, _SHILLING, _MINOR = 3, 2, 1, 0
# Unit: currency, what it may be worth, and its rank in a sum of several parts.
_Unit = tuple[str, tuple[Fraction, ...], int]
_OLD_PENNY, _NEW_PENNY = Fraction(1, 240), Fraction(1, 100)
_ONE = (Fraction(1),)
_UNITS: list[tuple[str, _Unit]] = [
    (r"canadian\sdollars?", ("CAD", _ONE, _MAJOR)),
    (r"australian\sdollars?", ("AUD", _ONE, _MAJOR)),
    (r"hong\skong\sdollars?", ("HKD", _ONE, _MAJOR)),
    (r"(?:u\.?s\.?\s|american\s|united\sstates\s)?dollars?", ("USD", _ONE, _MAJOR)),
    (r"cents?", ("USD", (Fraction(1, 100),), _MINOR)),
    (r"euros?", ("EUR", _ONE, _MAJOR)),
    (r"swiss\sfrancs?", ("CHF", _ONE, _MAJOR)),
    (r"french\sfrancs?", ("FRF", _ONE, _MAJOR)),
    (r"german\smarks?", ("DEM", _ONE, _MAJOR)),
    (r"italian\slir[ae]", ("ITL", _ONE, _MAJOR)),
    (r"rupees?", ("INR", _ONE, _MAJOR)),
    (r"pais[ae]", ("INR", (Fraction(1, 100),), _MINOR)),
    (r"yen", ("JPY", _ONE, _MAJOR)),
    # "Ten pounds of butter" is no sum.
    (r"pounds?(?:\ssterling)?(?!\s(?:of|weight|in\sweight)\b)", ("GBP", _ONE, _POUND)),
    (r"l\.|l(?!\w)", ("GBP", _ONE, _POUND)),
    (r"guineas?", ("GBP", (Fraction(21, 20),), _MAJOR)),
    (r"half-?\s?crowns?", ("GBP", (Fraction(1, 8),), _SHILLING)),
    (r"shillings?|s\.|s(?!\w)", ("GBP", (Fraction(1, 20),), _SHILLING)),
    (r"d\.|d(?!\w)", ("GBP", (_OLD_PENNY,), _MINOR)),
    (r"p(?!\w)", ("GBP", (_NEW_PENNY,), _MINOR)),
    # Twelve to the shilling, or a hundred to the pound since 1971.
    (r"pence|penny|pennies", ("GBP", (_OLD_PENNY, _NEW_PENNY), _MINOR)),
    (r"farthings?", ("GBP", (Fraction(1, 960),), _MINOR)),
    *((code.lower(), (code, _ONE, _MAJOR)) for code in CODES),
]
_UNIT_OF = [(re.compile(pattern, re.IGNORECASE), unit) for pattern, unit in _UNITS]
_SIGN = "|".join(map(re.escape, SIGN))
_CODE = "|".join(CODES)
_AMOUNT = re.compile(
    rf"(?<![^\W_])(?<!\d[.,])(?:"
    rf"(?P<sign>{_SIGN})\s?(?P<signed>(?:{FIGURES})(?:{SCALE})?)(?![^\W_])"
    rf"(?:\s(?P<code>{_CODE})\b)?"
    rf"|(?P<number>(?:{FIGURES})(?:{SCALE})?|{WORDS})"
    rf"(?:[\s-]{{0,2}}(?P<unit>{'|'.join(pattern for pattern, _ in _UNITS)})(?![^\W_]))?"
    rf"|(?P<half>half\s?-?(?:an?\s?-?)?(?P<halved>crown|guinea|sovereign))s?"
    rf"|an?\s(?P<single>guinea|shilling|penny|pound(?!\s(?:of|weight))|dollar|rupee|euro|farthing)"
    rf")(?![^\W_])",
    re.IGNORECASE,
)
_HALVES = {"crown": Fraction(1, 8), "guinea": Fraction(21, 40), "sovereign": Fraction(1, 2)}
_BETWEEN = re.compile(r",?\s{0,2}(?:and\s)?")
_PLAIN = re.compile(r"\s*(\d{1,18}(?:\.\d{1,6})?)\s+([A-Z]{3})\s*")


@dataclass(frozen=True, slots=True)
class Amount:
    """A sum; `thousandths` of the main unit, so that a penny of 240 is the same however written."""

    currency: str
    thousandths: int


@dataclass(frozen=True, slots=True)
class AmountMention:
    """Where a sum stands, and what it may be; currency "" where none stands with the number.

    `parts`: what it may be if it is no one sum, as "12l. 10s., and 3d." may be two.
    """

    start: int
    end: int
    possible: frozenset[Amount]
    parts: frozenset[Amount] = frozenset()


@dataclass(frozen=True, slots=True)
class _Part:
    start: int
    end: int
    currency: str
    worth: tuple[Fraction, ...]
    rank: int


@lru_cache(maxsize=512)
def find_amounts(text: str) -> tuple[AmountMention, ...]:
    """Every sum of a text, and every number without a currency (currency "")."""
    mentions = []
    run: list[_Part] = []
    for part in _parts(text):
        if run and not _follows(text, run[-1], part):
            mentions.append(_mention(run))
            run = []
        run.append(part)
    if run:
        mentions.append(_mention(run))
    return tuple(mentions)


def parse_amount(text: str) -> Amount | None:
    """The one sum that the whole text is; None when it is none, or may be two."""
    if plain := _PLAIN.fullmatch(text):
        return _amount(plain[2], Fraction(plain[1]))
    text = text.strip()
    mentions = find_amounts(text)
    if len(mentions) != 1 or len(mentions[0].possible) != 1:
        return None
    mention = mentions[0]
    (amount,) = mention.possible
    whole = (mention.start, mention.end) == (0, len(text)) or text[mention.end :] in (".", "/-")
    return amount if whole and not mention.start and amount.currency else None


def _parts(text: str) -> Iterator[_Part]:
    for match in _AMOUNT.finditer(text):
        start, end = match.span()
        if match["sign"]:
            currency = (match["code"] or SIGNS[match["sign"].upper()]).upper()
            rank = _POUND if currency == "GBP" else _MAJOR
            yield _Part(start, end, currency, (read_number(match["signed"]),), rank)
        elif match["half"]:
            yield _Part(start, end, "GBP", (_HALVES[match["halved"].lower()],), _MAJOR)
        elif match["single"]:
            currency, worth, rank = _unit(match["single"])
            yield _Part(start, end, currency, worth, rank)
        elif match["unit"]:
            currency, worth, rank = _unit(match["unit"])
            number = read_number(match["number"])
            yield _Part(start, end, currency, tuple(number * each for each in worth), rank)
        else:
            yield _Part(start, end, "", (read_number(match["number"]),), -1)


def _unit(written: str) -> _Unit:
    return next(unit for pattern, unit in _UNIT_OF if pattern.fullmatch(written))


def _follows(text: str, before: _Part, part: _Part) -> bool:
    """Whether a part goes on with the sum: shillings after pounds, cents after dollars."""
    minor = part.rank in (_SHILLING, _MINOR) and part.rank < before.rank
    same = before.currency == part.currency or (part.currency == "USD" and before.rank == _MAJOR)
    return minor and same and bool(_BETWEEN.fullmatch(text, before.end, part.start))


def _mention(run: list[_Part]) -> AmountMention:
    """One sum of parts that follow each other."""
    first, last = run[0], run[-1]
    worth, parts = first.worth, [_amount(first.currency, each) for each in first.worth]
    for before, part in pairwise(run):
        # After shillings pence are twelve to the shilling.
        later = part.worth[:1] if before.rank == _SHILLING else part.worth
        worth = tuple(one + other for one in worth for other in later)
        parts += [_amount(first.currency, each) for each in (*part.worth, *worth)]
    possible = frozenset(_amount(first.currency, each) for each in worth)
    return AmountMention(first.start, last.end, possible, frozenset(parts) - possible)


def _amount(currency: str, worth: Fraction) -> Amount:
    return Amount(currency, round(worth * 1000))
