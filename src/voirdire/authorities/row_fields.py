"""Single fields of a JSON row, checked: text, lists, dates."""

import re

from voirdire.authorities.library_rows import RowError

_ISO = re.compile(r"(1[5-9]\d\d|20\d\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")
_MONTHS = {
    name: number
    for number, name in enumerate(
        "jan feb mar apr may jun jul aug sep oct nov dec".split(),
        start=1,
    )
}
_WRITTEN = re.compile(
    r"\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s+"
    r"([0-3]?\d)\s*,\s*(1[5-9]\d\d|20\d\d)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)\b")
_DECIDED = re.compile(r"decided|filed|rendered|announced", re.IGNORECASE)


def text_field(row: dict[str, object], name: str) -> str | None:
    """The text of a field; None when it is absent, null or blank."""
    value = row.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise RowError(f"{name} is {type(value).__name__}, not text")
    return storable(str(value)).strip() or None


def integer_field(row: dict[str, object], name: str) -> int | None:
    """The whole number of a field; None when it is absent or null."""
    value = row.get(name)
    if value is None:
        return None
    if isinstance(value, str) and value.strip().isdecimal():
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise RowError(f"{name} is not a whole number: {value!r}")
    return value


def list_field(row: dict[str, object], name: str) -> list[object]:
    """The items of a field; none when it is absent or null."""
    value = row.get(name)
    if value is None:
        return []
    if not isinstance(value, list):
        raise RowError(f"{name} is {type(value).__name__}, not a list")
    return value


def text_items(row: dict[str, object], name: str) -> tuple[str, ...]:
    """The items of a list of texts (or numbers)."""
    items = list_field(row, name)
    for item in items:
        if isinstance(item, bool) or not isinstance(item, str | int):
            raise RowError(f"{name} holds {type(item).__name__}, not text")
    return tuple(storable(str(item)).strip() for item in items)


def objects(row: dict[str, object], name: str) -> list[dict[str, object]]:
    """The items of a list of objects."""
    items = list_field(row, name)
    for item in items:
        if not isinstance(item, dict):
            raise RowError(f"{name} holds {type(item).__name__}, not objects")
    return [item for item in items if isinstance(item, dict)]


def storable(text: str) -> str:
    """The text with lone surrogates, which UTF-8 cannot carry, as question marks."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def decision_date(written: str | None) -> str | None:
    """The date of decision as ISO date or year; None when the words leave it open.

    "Argued May 19, 2014. Decided Sept. 30, 2014." is 2014-09-30: of several dates the
    first after "decided" or "filed" counts. Without such a word only a year that all
    dates share is sure.
    """
    if written is None:
        return None
    iso = _ISO.search(written)
    if iso:
        return iso.group()
    dates = [(match.start(), _iso_date(match)) for match in _WRITTEN.finditer(written)]
    decided = _DECIDED.search(written)
    if decided:
        after = [date for start, date in dates if start >= decided.start()]
        if after:
            return after[0]
    if len(dates) == 1:
        return dates[0][1]
    years = set(_YEAR.findall(written))
    return years.pop() if len(years) == 1 else None


def _iso_date(match: re.Match[str]) -> str:
    month, day, year = match.groups()
    return f"{year}-{_MONTHS[month.lower()]:02}-{int(day):02}"
