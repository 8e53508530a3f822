"""A case to another with the same truth: other names, years and amounts, exhibits in other order.

Input: a sound `CaseFile` and a seed. Output: a `CaseFile` with the same decision, issues and
issue map, every text of it changed in the same way:

- names, by a bijection that keeps initials;
- all years by one number of years, such that each date keeps its day of the week;
- all amounts by one factor, such that each stays as round as it was. Where an amount stands in
  words ("two hundred dollars"), amounts stay as they are;
- the order of the exhibits, and their ids with it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

from voirdire.courtroom.cases.names import ADDRESS, WORD, find_names, invent_names, spell_like
from voirdire.courtroom.types import Bearing, Case, CaseFile, Exhibit, Fact, Key
from voirdire.courtroom.values.currencies import CURRENCY_WORDS
from voirdire.courtroom.values.dates import find_full_dates
from voirdire.courtroom.values.figures import find_amounts

# Few years first: a telephone does not belong in every decade.
NEAR_YEARS = range(1, 13)
# After 28 years the calendar of this and the last century repeats itself.
FAR_YEARS = 28
FACTORS = tuple(map(Fraction, ("1/2 3/5 4/5 6/5 5/4 7/5 3/2 8/5 7/4 2 5/2 3").split()))

_YEAR = re.compile(r"(?<![\d.,$€£₹#])(?:1[89]|20)\d\d(?![\d%]|[.,]\d|-\d{3})")
# How long before the first date of a case, and after the last, a bare number may be a year.
_BEFORE, _AFTER = 80, 10
_NUMERALS = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    "sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|"
    "hundred|thousand|million|cien|cientos|mil|millón|millones|veinte|treinta|cincuenta|"
    "cent|cents|mille|million|vingt|trente|cinquante|सौ|हज़ार|हजार|लाख|करोड़"
)
_IN_WORDS = re.compile(
    rf"(?<!\w)(?:{_NUMERALS})\s+(?:de\s+|d')?(?:{'|'.join(CURRENCY_WORDS.values())})", re.IGNORECASE
)
_DECIMALS = re.compile(r"[.,]\d\d?$")


@dataclass(frozen=True, slots=True)
class _Changes:
    """What becomes of every text of a case."""

    names: Mapping[str, str]
    exhibits: Mapping[str, str]
    years: int
    first_year: int
    last_year: int
    factor: Fraction
    currencies: frozenset[str | None]
    grouping: str

    def edits(self, text: str) -> list[tuple[int, int, str]]:
        """(start, end, new words), in order; they do not overlap."""
        edits: list[tuple[int, int, str]] = []
        amounts: list[tuple[int, int]] = []
        for amount in find_amounts(text):
            if amount.currency in self.currencies:
                start, end = amount.span.start, amount.span.end
                amounts.append((start, end))
                number = scale(text[start:end], amount.value, self.factor, self.grouping)
                edits.append((start, end, number))
        for match in _YEAR.finditer(text):
            start, end = match.span()
            is_money = any(start < last and first < end for first, last in amounts)
            if not is_money and self.first_year <= int(match[0]) <= self.last_year:
                edits.append((start, end, str(int(match[0]) + self.years)))
        places = [(*each.span(), each[0]) for each in self._exhibit_ids(text)]
        edits += ((start, end, self.exhibits[old]) for start, end, old in places)
        addresses = [each.span() for each in ADDRESS.finditer(text)]
        for match in WORD.finditer(text):
            word, (start, end) = match[0], match.span()
            new = self.names.get(word.lower())
            # A small letter is a common word, unless it stands in an address or has no other.
            if new is None or any(start < last and first < end for first, last, _ in places):
                continue
            common = word == word.lower() != word.upper()
            if common and not any(first <= start and end <= last for first, last in addresses):
                continue
            edits.append((start, end, spell_like(new, word)))
        return sorted(edits)

    def _exhibit_ids(self, text: str) -> Iterable[re.Match[str]]:
        ids = "|".join(sorted(map(re.escape, self.exhibits), key=len, reverse=True))
        return re.finditer(rf"(?<!\w)(?:{ids})(?!\w)", text)

    def apply(self, text: str) -> str:
        return _edited(text, self.edits(text))


def vary_case(file: CaseFile, seed: int, names: Sequence[str] | None = None) -> CaseFile:
    """A case of the same truth; the same seed gives the same case.

    Args:
        file: A case that `validate_case` finds nothing wrong with.
        seed: Chooses names, years, amounts and order.
        names: The words that proper names are made of; found by their capitals when left out.
            In a script without capitals none are found, and names stay.
    """
    changes = _choose(file, Random(f"{seed}/{file.case.id}/vary"), names)
    case = _vary_public(file.case, changes, f"{file.case.id}.v{seed}")
    return replace(
        file,
        case=case,
        key=_vary_key(file, changes),
        metadata={name: changes.apply(value) for name, value in file.metadata.items()},
        source=f"{file.source} Varied from {file.case.id} with seed {seed}.".strip(),
    )


def _choose(file: CaseFile, rng: Random, names: Sequence[str] | None) -> _Changes:
    texts = list(_texts(asdict(file.case)))
    texts += [*file.key.reasons, *(each.why for each in file.key.planted or ())]
    texts += (each.role for each in file.key.facts)
    if names is None:
        known = [each.value for each in file.key.facts if each.kind == "name"]
        words = find_names(texts, known)
    else:
        words = frozenset(word.lower() for name in names for word in WORD.findall(name))
    taken = {word.lower() for text in texts for word in WORD.findall(text)}
    ids = [each.id for each in file.case.exhibits]
    order = rng.sample(ids, len(ids))
    dates = sorted({each for text in texts for each in find_full_dates(text)})
    years = rng.choice(_year_shifts(dates))
    # A pound is a weight too, where no fact is an amount in pounds.
    said = {each.value[-3:] for each in file.key.facts if each.kind == "amount"}
    found = [(text, each) for text in texts for each in find_amounts(text)]
    currencies = frozenset({each.currency for _, each in found} - {"GBP"} | said)
    amounts = [
        (text[each.span.start : each.span.end], each.value)
        for text, each in found
        if each.currency in currencies
    ]
    in_words = any(_IN_WORDS.search(text) for text in texts)
    return _Changes(
        names=invent_names(words, taken, rng),
        exhibits=dict(zip(order, ids, strict=True)),
        years=years,
        first_year=dates[0].year - _BEFORE if dates else 0,
        last_year=dates[-1].year + _AFTER if dates else 0,
        factor=Fraction(1) if in_words else rng.choice(_fitting_factors(amounts)),
        currencies=currencies,
        grouping=_grouping([number for number, _ in amounts]),
    )


def _year_shifts(dates: Sequence[date]) -> list[int]:
    """Numbers of years by which all dates move by the same whole number of weeks."""
    near = [sign * n for n in NEAR_YEARS for sign in (1, -1)]
    for shifts in (near, [FAR_YEARS, -FAR_YEARS]):
        fitting = [each for each in shifts if dates and _keeps_weekdays(dates, each)]
        if fitting:
            return fitting
    return [0]


def _keeps_weekdays(dates: Sequence[date], years: int) -> bool:
    try:
        moved = {(each.replace(year=each.year + years) - each).days for each in dates}
    except ValueError:
        # The other year has no 29 February.
        return False
    return len(moved) == 1 and moved.pop() % 7 == 0


def _fitting_factors(amounts: Iterable[tuple[str, Decimal]]) -> list[Fraction]:
    """Factors under which every amount stays exact with the decimals that it is written with."""
    units = [Fraction(value) * 10 ** _decimals(number) for number, value in amounts]
    return [factor for factor in FACTORS if all((unit * factor).denominator == 1 for unit in units)]


def scale(number: str, value: Decimal, factor: Fraction, grouping: str) -> str:
    """A written number times a factor, in the way it was written."""
    if factor == 1:
        return number
    places = _decimals(number)
    units = Fraction(value) * factor * 10**places
    whole, rest = divmod(int(units), 10**places)
    digits = str(whole)
    if grouping == "lakh" and len(digits) > 3:
        head = re.sub(r"(?<=\d)(?=(?:\d\d)+$)", ",", digits[:-3])
        digits = f"{head},{digits[-3:]}"
    elif grouping and grouping != "lakh":
        digits = f"{whole:,}".replace(",", grouping)
    mark = number[-places - 1] if places else ""
    return f"{digits}{mark}{rest:0{places}d}" if places else digits


def _decimals(number: str) -> int:
    found = _DECIMALS.search(number)
    return len(found[0]) - 1 if found else 0


def _grouping(numbers: Sequence[str]) -> str:
    """What stands between thousands in a case: a sign, "lakh" for the Indian way, or nothing."""
    for number in numbers:
        if re.match(r"\d{1,2},\d\d,\d{3}", number):
            return "lakh"
    for number in numbers:
        if found := re.match(r"\d{1,3}([,. \u00a0\u202f])\d{3}", number):
            return found[1]
    return ""


def _vary_public(case: Case, changes: _Changes, case_id: str) -> Case:
    exhibits = {changes.exhibits[each.id]: _vary_exhibit(each, changes) for each in case.exhibits}
    return replace(
        case,
        id=case_id,
        title=changes.apply(case.title),
        background=changes.apply(case.background),
        charge=changes.apply(case.charge),
        sides=(changes.apply(case.sides[0]), changes.apply(case.sides[1])),
        issues=tuple(replace(each, question=changes.apply(each.question)) for each in case.issues),
        exhibits=tuple(exhibits[each.id] for each in case.exhibits),
    )


def _vary_exhibit(exhibit: Exhibit, changes: _Changes) -> Exhibit:
    return replace(
        exhibit,
        id=changes.exhibits[exhibit.id],
        title=changes.apply(exhibit.title),
        content=changes.apply(exhibit.content),
    )


def _vary_key(file: CaseFile, changes: _Changes) -> Key:
    key = file.key
    contents = {each.id: each.content for each in file.case.exhibits}

    edits = {name: changes.edits(content) for name, content in contents.items()}

    def passage(each: Bearing | Fact) -> str:
        return _cut(contents[each.exhibit], edits[each.exhibit], each.passage)

    return replace(
        key,
        reasons=tuple(map(changes.apply, key.reasons)),
        bearings=key.bearings
        and tuple(
            replace(each, exhibit=changes.exhibits[each.exhibit], passage=passage(each))
            for each in key.bearings
        ),
        facts=tuple(
            replace(
                each,
                exhibit=changes.exhibits[each.exhibit],
                passage=passage(each),
                role=changes.apply(each.role),
                value=_value(each, changes),
            )
            for each in key.facts
        ),
        planted=key.planted
        and tuple(
            replace(each, exhibit=changes.exhibits[each.exhibit], why=changes.apply(each.why))
            for each in key.planted
        ),
        misleading=tuple(changes.exhibits[each] for each in key.misleading),
    )


def _value(fact: Fact, changes: _Changes) -> str:
    if fact.kind == "amount":
        number, currency = fact.value.split()
        return f"{scale(number, Decimal(number), changes.factor, '')} {currency}"
    if fact.kind == "date":
        moved = date.fromisoformat(fact.value)
        return moved.replace(year=moved.year + changes.years).isoformat()
    return changes.apply(fact.value)


def _cut(content: str, edits: Sequence[tuple[int, int, str]], passage: str) -> str:
    """The passage as it stands in the edited content."""
    start = content.index(passage)
    end = start + len(passage)
    # An edit that begins within the passage may end beyond it ("1,200" cut short).
    inner = [each for each in edits if each[1] > start and each[0] < end]
    if inner:
        start, end = min(start, inner[0][0]), max(end, inner[-1][1])
    return _edited(content[start:end], [(a - start, b - start, new) for a, b, new in inner])


def _edited(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    parts: list[str] = []
    end = 0
    for start, stop, new in edits:
        parts += text[end:start], new
        end = stop
    return "".join([*parts, text[end:]])


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | tuple | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)
