"""Typed values: what a claim and a fact say, in one form, and whether an exhibit states it.

Input: a kind (amount, date, name) and how it is written. Output: a value to compare, or None
where the writing is none; and of a text, whether it states the value, may state it, or not.
Free text is read in English only; the forms of `Fact` are read in any language.
"""

import re
from collections.abc import Hashable
from functools import lru_cache
from typing import Literal

from voirdire.courtroom.quoting import Place, fold, fold_once
from voirdire.courtroom.types import ValueKind
from voirdire.courtroom.values.dates import Day, find_dates, parse_date
from voirdire.courtroom.values.sums import Amount, find_amounts, parse_amount

Stated = Literal["stated", "maybe", "no"]
# No value is written in more characters; more is not looked at.
LONGEST = 200

# With the marks on a letter: in Devanagari they are vowels.
_LETTERS = r"[^\W_](?:[^\W_]|[\u0300-\u036f\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963])*"
_WORD = re.compile(rf"{_LETTERS}(?:'{_LETTERS})*")
_TITLES = frozenset(
    "mr mrs ms miss master madam dr sir lady lord dame prof professor the hon esq jr sr junior "
    "senior ltd limited llc inc co corp corporation company plc llp gmbh sa".split()
)


@lru_cache(maxsize=4096)
def read_value(kind: ValueKind, written: str) -> Hashable | None:
    """The value as it is compared: two writings of one value are equal.

    A name loses titles and the forms of companies, so that "Mr. Anton Reyes" is "Anton Reyes".
    """
    if len(written) > LONGEST:
        return None
    if kind == "amount":
        return parse_amount(written)
    if kind == "date":
        return parse_date(written)
    return _name(written) or None


@lru_cache(maxsize=4096)
def fold_role(role: str) -> str:
    """A role as it is compared: words in small letters, without an article."""
    words = _WORD.findall(fold_once(role[:LONGEST]).text)
    return " ".join(word for word in words if word not in ("the", "a", "an", "of"))


@lru_cache(maxsize=4096)
def find_value(kind: ValueKind, written: str, text: str) -> tuple[Stated, Place | None]:
    """Whether an English text states a value, and where.

    "maybe": a number without its currency, a day without its year or that may be another, a
    name in part. A name that the text has is "maybe" too: what it is named as, is not known.
    """
    value = read_value(kind, written)
    if isinstance(value, Amount):
        return _find_amount(value, text)
    if isinstance(value, Day):
        return _find_day(value, text)
    if isinstance(value, tuple):
        return ("maybe" if value[-1] in _words(text) else "no"), None
    return "maybe", None


def _find_amount(value: Amount, text: str) -> tuple[Stated, Place | None]:
    nearest: Place | None = None
    for mention in find_amounts(text):
        if mention.possible == {value}:
            return "stated", (mention.start, mention.end)
        bare = Amount("", value.thousandths)
        if {value, bare} & (mention.possible | mention.parts):
            nearest = nearest or (mention.start, mention.end)
    return ("maybe", nearest) if nearest else ("no", None)


def _find_day(value: Day, text: str) -> tuple[Stated, Place | None]:
    nearest: Place | None = None
    for mention in find_dates(text):
        if mention.possible == (value,):
            return "stated", (mention.start, mention.end)
        if any(day.states(value) for day in mention.possible):
            nearest = nearest or (mention.start, mention.end)
    return ("maybe", nearest) if nearest else ("no", None)


def _name(written: str) -> tuple[str, ...]:
    words = [word.removesuffix("'s") for word in _WORD.findall(fold_once(written).text)]
    return tuple(word for word in words if word not in _TITLES)


@lru_cache(maxsize=512)
def _words(text: str) -> frozenset[str]:
    words = _WORD.findall(fold(text).text)
    return frozenset(words) | {word.removesuffix("'s") for word in words}
