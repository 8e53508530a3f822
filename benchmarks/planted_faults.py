"""One fault at one place: each kind turns a `Place` into the ways it can be falsified there.

Input: a place, its document's text, what else the data holds. Output: `Plant`s, each one
range of the document and what stands there instead. Every choice is made by the data and a
seeded generator; nothing is asked of the checker.
"""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from benchmarks.planted_places import HeldOpinion, Place, Range
from benchmarks.planted_words import (
    AUXILIARIES,
    NEGATIONS,
    NOT_A_NEGATION,
    SOVEREIGNS,
    stand_ins,
)

_CIRCUITS = "1st 2d 3d 4th 5th 6th 7th 8th 9th 10th 11th D.C. Fed.".split()
_OMISSIONS = (" . . . ", " ... ", " … ", " . . . ")
_WAYS = 18
"""How many ways of altering one place are offered at most."""


@dataclass(frozen=True, slots=True)
class Plant:
    """`new` stands in place of `where` of the document's text."""

    kind: str
    place: Place
    where: Range
    new: str


@dataclass(frozen=True, slots=True)
class Stock:
    """What else the data holds: captions as written, and the opinions with marked pages."""

    captions: tuple[tuple[str, str, str], ...]
    opinions: tuple[HeldOpinion, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of fault: the checks that should refute it and the reason they should give.

    `is_of_case`: it falsifies the case itself, so that nothing else is judged there.
    `by_quotation`: a quotation of the altered citation, found on another page, shows it.
    """

    name: str
    label: str
    checks: tuple[str, ...]
    reason: str
    forms: tuple[str, ...]
    alter: Callable[[Place, str, Stock, random.Random], Iterator[tuple[Range, str]]]
    target: float | None = 0.99
    is_of_case: bool = False
    by_quotation: bool = False
    ways: int = _WAYS


def plants_of(
    kind: Kind, places: Sequence[Place], texts: dict[str, str], stock: Stock, n: int, seed: int
) -> list[Plant]:
    """`n` plants of a kind: every place once in random order, then again in another way."""
    rng = random.Random(f"{seed} {kind.name}")
    fitting = [place for place in places if place.form in kind.forms]
    rng.shuffle(fitting)
    ways = []
    for place in fitting:
        offered = dict.fromkeys(kind.alter(place, texts[place.document], stock, rng))
        ways.append([Plant(kind.name, place, where, new) for where, new in offered][: kind.ways])
    plants = [
        ways[i][turn] for turn in range(kind.ways) for i in range(len(ways)) if turn < len(ways[i])
    ]
    return plants[:n]


def letters(text: str) -> str:
    """Letters and digits only: whether two texts agree but for spacing and points."""
    return re.sub(r"[\W_]+", "", text).lower()


def _notable(*names: str) -> set[str]:
    return set(re.findall(r"[a-z]{4,}", " ".join(names).lower()))


def _written(text: str, span: Range) -> str:
    return " ".join(text[span[0] : span[1]].split())


# The case itself.


def _page_of_core(place: Place, text: str) -> Range | None:
    """Where the first page stands, when the core ends with it."""
    if place.opinion is None or place.parties is None:
        return None
    first = str(place.opinion.first)
    if not text[: place.core[1]].endswith(first):
        return None
    return place.core[1] - len(first), place.core[1]


def inside_other_case(
    place: Place, text: str, stock: Stock, rng: random.Random
) -> Iterator[tuple[Range, str]]:
    """A page strictly inside another held case, under this citation's own name."""
    if place.parties is None:
        return
    own = _notable(*(_written(text, side) for side in place.parties))
    own |= _notable(*(place.opinion.names if place.opinion else ()))
    long = [o for o in stock.opinions if o.last - o.first > 1 and not own & _notable(*o.names)]
    for other in rng.sample(long, min(_WAYS, len(long))):
        page = rng.randrange(other.first + 1, other.last)
        yield place.core, f"{other.volume} {other.reporter} {page}"


def inside_own_case(
    place: Place, text: str, stock: Stock, rng: random.Random
) -> Iterator[tuple[Range, str]]:
    """A later page of the case given as its first."""
    where = _page_of_core(place, text)
    if where is None:
        return
    inside = range(place.opinion.first + 1, place.opinion.last)
    for page in rng.sample(inside, min(_WAYS, len(inside))):
        yield where, str(page)


def _strangers(place: Place, text: str, stock: Stock, rng: random.Random) -> list[tuple[str, str]]:
    """Captions of other cases that share no word of four letters with this one."""
    names = place.opinion.names if place.opinion else ()
    own = _notable(*names, *(_written(text, side) for side in place.parties))
    others = [
        (a, b)
        for a, b, cited in stock.captions
        if cited != place.cited and not own & _notable(a, b)
    ]
    return rng.sample(others, min(_WAYS, len(others)))


def caption_exchanged(
    place: Place, text: str, stock: Stock, rng: random.Random
) -> Iterator[tuple[Range, str]]:
    """The whole caption of another case."""
    if place.parties is None or place.opinion is None:
        return
    whole = place.parties[0][0], place.parties[1][1]
    for first, second in _strangers(place, text, stock, rng):
        yield whole, f"{first} v. {second}"


def one_party_exchanged(
    place: Place, text: str, stock: Stock, rng: random.Random
) -> Iterator[tuple[Range, str]]:
    """One party of another case beside one of this.

    "State" may stand for the very state that the caption names, so it replaces no sovereign.
    """
    if place.parties is None or place.opinion is None:
        return
    for parties in _strangers(place, text, stock, rng):
        side = rng.randrange(2)
        true = _written(text, place.parties[side])
        if _is_sovereign(true) and _is_sovereign(parties[side]):
            continue
        if len(letters(_written(text, place.parties[1 - side]))) > 2:
            yield place.parties[side], parties[side]


def _is_sovereign(party: str) -> bool:
    return any(party == name or party.startswith(f"{name} of ") for name in SOVEREIGNS)


def parties_swapped(
    place: Place, text: str, stock: Stock, rng: random.Random
) -> Iterator[tuple[Range, str]]:
    """The parties the other way round."""
    if place.parties is None or place.opinion is None:
        return
    first, second = (_written(text, side) for side in place.parties)
    if not _notable(first) & _notable(second):
        yield (place.parties[0][0], place.parties[1][1]), f"{second} v. {first}"


def year_changed(
    place: Place, text: str, stock: Stock, rng: random.Random
) -> Iterator[tuple[Range, str]]:
    """Another year, two to fifteen away."""
    if place.year is None:
        return
    true = int(text[place.year[0] : place.year[1]])
    years = [y for d in range(2, 16) for y in (true - d, true + d) if y <= 2025]
    for year in rng.sample(years, min(_WAYS, len(years))):
        yield place.year, str(year)


def court_changed(
    place: Place, text: str, stock: Stock, rng: random.Random
) -> Iterator[tuple[Range, str]]:
    """Another federal court of appeals."""
    if place.circuit is None:
        return
    others = [f"{c} Cir." for c in _CIRCUITS if f"{c} Cir." != place.opinion.circuit]
    for court in rng.sample(others, len(others)):
        yield place.circuit, court


# Pins.


def pin_outside(
    place: Place, text: str, stock: Stock, rng: random.Random
) -> Iterator[tuple[Range, str]]:
    """A page that the opinion does not have: near it, one digit wrong, or anywhere."""
    if place.pin is None or not place.pin_is_inside:
        return
    first, last = place.opinion.first, place.opinion.last
    written = str(place.pin_page)
    slips = [
        int(written[:i] + digit + written[i + 1 :])
        for i in range(len(written))
        for digit in "0123456789"
        if digit != written[i]
    ]
    slips = [page for page in slips if page > 0 and not first <= page <= last]
    for _ in range(_WAYS // 3):
        near = [last + rng.randint(1, 10), max(1, first - rng.randint(1, 10))]
        offered = [rng.choice(near), last + rng.randint(11, 400), rng.choice(slips)]
        yield from ((place.pin, str(p)) for p in offered if not first <= p <= last)


def _distance(page: str, opinion: HeldOpinion) -> int:
    return max(opinion.first - int(page), int(page) - opinion.last)


def pin_just_outside(
    place: Place, text: str, stock: Stock, rng: random.Random
) -> Iterator[tuple[Range, str]]:
    """A page at most fifty away from the opinion."""
    for where, new in pin_outside(place, text, stock, rng):
        if _distance(new, place.opinion) <= 50:
            yield where, new


def pin_far_outside(
    place: Place, text: str, stock: Stock, rng: random.Random
) -> Iterator[tuple[Range, str]]:
    """A page more than fifty away from the opinion."""
    for where, new in pin_outside(place, text, stock, rng):
        if _distance(new, place.opinion) > 50:
            yield where, new


def pin_moved_from_quotation(
    place: Place, text: str, stock: Stock, rng: random.Random
) -> Iterator[tuple[Range, str]]:
    """Another page of the opinion, not next to any that has the quotation's words."""
    if place.pin is None or place.quotation is None:
        return
    segments = re.split(r"\[[^\]]*\]|(?:\.\s?){3,4}|…", text[slice(*place.quotation)])
    longest = max(map(letters, segments), key=len)
    pages = place.opinion.pages
    true = {place.pin_page} | {
        p for p in pages if longest in letters(pages[p] + pages.get(p + 1, ""))
    }
    wrong = [p for p in pages if all(abs(p - t) > 1 for t in true | {t + 1 for t in true})]
    for page in rng.sample(wrong, min(_WAYS, len(wrong))):
        yield place.pin, str(page)


def pin_moved(
    place: Place, text: str, stock: Stock, rng: random.Random
) -> Iterator[tuple[Range, str]]:
    """Another page of the opinion, where no quotation shows the true one."""
    if place.pin is None or not place.pin_is_inside or place.has_quotation:
        return
    wrong = [p for p in place.opinion.pages if abs(p - place.pin_page) > 1]
    for page in rng.sample(wrong, min(_WAYS, len(wrong))):
        yield place.pin, str(page)


# Quotations.


def _words(text: str) -> list[re.Match[str]]:
    """Whole words outside brackets, none cut by a hyphen."""
    return [
        match
        for match in re.finditer(r"(?<![\w'’\-\[\]])[A-Za-z]+(?![\w'’\-\[\]]|\s*\])", text)
        if text.rfind("[", 0, match.start()) <= text.rfind("]", 0, match.start())
    ]


def _is_absent(words: str, opinion: HeldOpinion) -> bool:
    """Whether words stand nowhere in the opinion, so that quoting them is a fault."""
    return letters(words) not in letters(" ".join(opinion.pages.values()))


def synonyms(
    place: Place, text: str, stock: Stock, rng: random.Random
) -> Iterator[tuple[Range, str]]:
    """One or two words of the quotation replaced by synonyms."""
    if place.quotation is None or place.opinion is None:
        return
    quote = text[slice(*place.quotation)]
    open_words = [match for match in _words(quote) if stand_ins(match[0])]
    for turn in range(_WAYS):
        chosen = rng.sample(open_words, min(1 + turn % 2, len(open_words)))
        new = quote
        for match in sorted(chosen, key=lambda m: m.start(), reverse=True):
            new = new[: match.start()] + rng.choice(stand_ins(match[0])) + new[match.end() :]
        if chosen and _is_absent(new, place.opinion):
            yield place.quotation, new


def _passages(place: Place, text: str, wanted: Callable[[str, str], bool]) -> list[list[str]]:
    """Word runs around a wanted pair of words: of the quotation, then of the page pinned.

    Each run is 3 to 10 words either side inside one sentence; the second half begins with
    the word after the pair's first. A run is given as its words, the index at its head.
    """
    quote = text[slice(*place.quotation)]
    sources = [quote, place.opinion.pages.get(place.pin_page, "")]
    runs = []
    for source in sources:
        for sentence in re.split(r"[.;?!:]|\n\n", source):
            words = sentence.split()
            for i in range(3, len(words) - 3):
                if wanted(words[i].lower(), words[i + 1].lower()):
                    run = words[max(0, i - 9) : i + 10]
                    if all(re.fullmatch(r"[A-Za-z]+,?", word) for word in run):
                        runs.append([str(min(i, 9)), *run])
    return runs


def _negated(word: str, following: str) -> bool:
    return word in NEGATIONS and following not in NOT_A_NEGATION


def negation_dropped(
    place: Place, text: str, stock: Stock, rng: random.Random
) -> Iterator[tuple[Range, str]]:
    """The page's own words without their "not" (or no, never, cannot, without)."""
    if place.quotation is None or place.opinion is None:
        return
    runs = _passages(place, text, _negated)
    for at, *run in rng.sample(runs, min(_WAYS, len(runs))):
        left = NEGATIONS[run[int(at)].lower()]
        before, after = run[: int(at)], run[int(at) + 1 :]
        for first, last in ((0, len(after)), (len(before) - 3, rng.randint(3, len(after)))):
            new = " ".join([*before[first:], *left.split(), *after[:last]])
            if _is_absent(new, place.opinion):
                yield place.quotation, new


def negation_added(
    place: Place, text: str, stock: Stock, rng: random.Random
) -> Iterator[tuple[Range, str]]:
    """The page's own words with a "not" that they do not have."""
    if place.quotation is None or place.opinion is None:
        return
    runs = _passages(place, text, lambda w, after: w in AUXILIARIES and after not in NEGATIONS)
    for at, *run in rng.sample(runs, min(_WAYS, len(runs))):
        new = " ".join([*run[: int(at) + 1], "not", *run[int(at) + 1 :]])
        if _is_absent(new, place.opinion):
            yield place.quotation, new


def negation_omitted(
    place: Place, text: str, stock: Stock, rng: random.Random
) -> Iterator[tuple[Range, str]]:
    """The page's own words, an ellipsis in place of the "not" and up to two words after it."""
    if place.quotation is None or place.opinion is None:
        return
    runs = _passages(place, text, lambda w, after: w in ("not", "never") and _negated(w, after))
    for at, *run in rng.sample(runs, min(_WAYS // 3, len(runs))):
        for swallowed in rng.sample((1, 1, 2, 3), 3):
            tail = run[int(at) + swallowed :]
            yield (
                place.quotation,
                " ".join(run[: int(at)]) + rng.choice(_OMISSIONS) + " ".join(tail),
            )


_QUOTED = ("full", "short", "id", "supra")

KINDS = (
    Kind(
        "inside_other",
        "page inside a held case, under another name",
        ("existence",),
        "page_inside_other_case",
        ("full",),
        inside_other_case,
        is_of_case=True,
    ),
    Kind(
        "inside_own",
        "later page of the case as its first",
        ("existence",),
        "inside_page_as_first",
        ("full",),
        inside_own_case,
        is_of_case=True,
    ),
    Kind(
        "caption",
        "whole caption exchanged",
        ("case_name",),
        "name_differs",
        ("full",),
        caption_exchanged,
        is_of_case=True,
    ),
    Kind(
        "one_party",
        "one party exchanged",
        ("case_name",),
        "one_party_differs",
        ("full",),
        one_party_exchanged,
        is_of_case=True,
    ),
    Kind(
        "swapped",
        "parties swapped",
        ("case_name",),
        "parties_swapped",
        ("full",),
        parties_swapped,
        is_of_case=True,
    ),
    Kind("year", "year two or more off", ("court_year",), "year_differs", ("full",), year_changed),
    Kind("court", "another circuit", ("court_year",), "court_differs", ("full",), court_changed),
    Kind(
        "synonym",
        "one or two words of a quotation replaced",
        ("quotation",),
        "quotation_altered",
        _QUOTED,
        synonyms,
    ),
    Kind(
        "not_dropped",
        'a "not" dropped in a quotation',
        ("quotation",),
        "quotation_altered",
        _QUOTED,
        negation_dropped,
    ),
    Kind(
        "not_added",
        'a "not" added in a quotation',
        ("quotation",),
        "quotation_altered",
        _QUOTED,
        negation_added,
    ),
    Kind(
        "not_omitted",
        'an ellipsis that swallows a "not"',
        ("quotation",),
        "omission_drops_negation",
        _QUOTED,
        negation_omitted,
    ),
    *(
        Kind(
            f"pin_outside_{name}",
            f"pin outside the opinion ({label})",
            ("pin_cite", "quotation"),
            "pin_out_of_range",
            (form,),
            alter,
            target=0.97,
            by_quotation=True,
            ways=6 if form == "supra" else _WAYS,
        )
        for name, label, form, alter in (
            ("full", "full", "full", pin_outside),
            ("short", "short form", "short", pin_outside),
            ("supra", "supra", "supra", pin_outside),
            ("id_near", "id., at most 50 pages", "id", pin_just_outside),
            ("id_far", "id., farther", "id", pin_far_outside),
        )
    ),
    Kind(
        "pin_moved_quoted",
        "pin on a wrong page, a quotation shows the true one",
        ("quotation", "pin_cite"),
        "quotation_on_other_page",
        _QUOTED,
        pin_moved_from_quotation,
        target=0.97,
        by_quotation=True,
    ),
    Kind(
        "pin_moved",
        "pin on a wrong page inside, no quotation (cannot be told)",
        ("pin_cite",),
        "pin_out_of_range",
        _QUOTED,
        pin_moved,
        target=None,
    ),
)
