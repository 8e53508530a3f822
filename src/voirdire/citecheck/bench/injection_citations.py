"""False citations: a case that does not exist, another case's name or place, a wrong page.

Input: the `Mention`s of a filing and what else the library holds. Output: `Fault`s, as many
as are asked for, each drawn with the generator that is given. The first two kinds alter a
case wherever the filing cites it, its short forms too; of parallel citations the first is
altered and the others are cut, since they would still lead to the case.
"""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from voirdire.authorities.types import Case, CaseCitation
from voirdire.citecheck.bench.extraction import Extraction, Mention, significant_words
from voirdire.citecheck.bench.injection import Edit, Fault, plain
from voirdire.citecheck.bench.injection_words import HIGHEST_NUMBER, NONEXISTENT_REPORTERS
from voirdire.citecheck.bench.opinion_look import OpinionLook
from voirdire.findings import Span

MOST_ALIKE = 0.9
"""Two names as alike as this, or more, are taken for one name."""

_NUMBER = re.compile(r"\d+")
# A page of a pin cite, or a footnote with its own number, which stays.
_PAGE_OR_NOTE = re.compile(r"\bn(?:n|otes?)?\.?\s?\d+(?:[-\u2013]\d+)?|\d+")
_SOVEREIGN = re.compile(
    r"(?:United States|U\. ?S\.|State|People|Commonwealth|Comm'r|Commissioner|In re|Ex parte|"
    r"City|County|Town|Board|Dep't|Department|Nat'l|National|American|Int'l)\b"
)
_ENDING = re.compile(
    r",? (?:Inc|Corp|Co|Ltd|L\.?L\.?C|L\.?P|N\.?A|Ass'n|et al)\b.*\Z|,.*\Z", re.IGNORECASE
)
# Of what is tried for one place, so much at most.
_WAYS = 12


@dataclass(frozen=True, slots=True)
class Name:
    """A held case's name as a filing writes it, and the short form of it."""

    case: str
    full: str
    short: str


@dataclass(frozen=True, slots=True)
class HeldPlace:
    """Where a held case is printed."""

    case: Case
    printed: CaseCitation


@dataclass(frozen=True, slots=True)
class Pool:
    """What other cases lend: names as written, and places; both sorted."""

    names: tuple[Name, ...]
    places: tuple[HeldPlace, ...]


def name_of(case: str, written: str) -> Name | None:
    """A name with its short form; None where it is no caption of two parties."""
    written = " ".join(written.split())
    sides = re.split(r" vs?\.? ", written)
    if (
        len(sides) != 2
        or not 8 < len(written) < 80
        or not all(side[:1].isupper() for side in sides)
    ):
        return None
    shorts = [
        _ENDING.sub("", side)
        for side in sides
        if not _SOVEREIGN.match(side) and len(_ENDING.sub("", side).split()) <= 3
    ]
    if not shorts or not significant_words(shorts[0]):
        return None
    return Name(case, written, shorts[0])


def nonexistent_citations(
    extraction: Extraction, mentions: Sequence[Mention], rng: random.Random
) -> Iterator[Fault]:
    """The case at a volume, reporter and page that never were, in all its citations."""
    if not _can_be_altered(mentions):
        return
    for _ in range(_WAYS):
        volume, page = (str(rng.randint(1, HIGHEST_NUMBER)) for _ in range(2))
        place = CaseCitation(volume, rng.choice(NONEXISTENT_REPORTERS), page)
        edits, marks = _moved(extraction, mentions, place)
        yield Fault(
            "nonexistent_citation",
            "invented_reporter",
            (mentions[0].case,),
            edits,
            marks,
        )


def exchanged_places(
    extraction: Extraction, mentions: Sequence[Mention], pool: Pool, rng: random.Random
) -> Iterator[Fault]:
    """The case under its own name at the volume and page of another one."""
    own = extraction.cases[mentions[0].case]
    if not _can_be_altered(mentions):
        return
    reporter = next(m.reporter for m in mentions if m.kind == "full" and m.is_first)
    near = [p for p in pool.places if p.printed.reporter == reporter]
    for turn in range(_WAYS):
        other = rng.choice(near if near and turn % 3 else pool.places)
        if other.case.id == own.id or str(other.printed) in {str(c) for c in own.citations}:
            continue
        names = [m.case_name for m in mentions if m.case_name]
        if any(_alike(a, b) for a in (*names, *own.names) for b in other.case.names):
            continue
        if not _has_room(mentions, other.printed):
            continue
        edits, marks = _moved(extraction, mentions, other.printed)
        yield Fault(
            "case_name_mismatch", "citation_replaced", (own.id, other.case.id), edits, marks
        )


def exchanged_names(
    extraction: Extraction, mentions: Sequence[Mention], pool: Pool, rng: random.Random
) -> Iterator[Fault]:
    """The case under the name of another one, in all its citations and references."""
    own = extraction.cases[mentions[0].case]
    if not _can_be_altered(mentions):
        return
    for _ in range(_WAYS):
        other = rng.choice(pool.names)
        written = [m.case_name for m in mentions if m.case_name]
        if other.case == own.id or any(_alike(name, other.full) for name in (*written, *own.names)):
            continue
        if significant_words(other.full) & significant_words(" ".join((*written, *own.names))):
            continue
        edits, marks = [], []
        for mention in mentions:
            if mention.name is None:
                continue
            is_full = re.search(r"\sv", _text(extraction, mention.name)) is not None
            edits.append(Edit(mention.name, other.full if is_full else other.short))
            if mention.kind in ("full", "short") and mention.is_first:
                marks.append(mention.cited)
        yield Fault(
            "case_name_mismatch",
            "name_replaced",
            (own.id, other.case),
            tuple(edits),
            tuple(marks),
        )


def is_consistent(altered: str, extraction: Extraction, fault: Fault) -> bool:
    """Whether an excerpt shows nothing more of what a fault has replaced in it."""
    mentions = [m for m in extraction.mentions if m.case == fault.cases[0]]
    if fault.strategy == "name_replaced":
        gone = significant_words(" ".join(_text(extraction, m.name) for m in mentions if m.name))
        return not gone & set(re.findall(r"[a-z]{4,}", altered.lower()))
    left = plain(altered)
    cores = {plain(_text(extraction, m.core)) for m in mentions if m.kind in ("full", "short")}
    return not any(core in left for core in cores)


def _can_be_altered(mentions: Sequence[Mention]) -> bool:
    """Whether every citation of the case is understood."""
    numbered = [m for m in mentions if m.kind in ("full", "short")]
    return any(m.kind == "full" and m.is_first for m in mentions) and not any(
        m.is_parted for m in numbered
    )


def _has_room(mentions: Sequence[Mention], place: CaseCitation) -> bool:
    """Whether the pages cited of a case lie inside another one, as far behind its first."""
    room = 0
    if place.last_page is not None and place.last_page.isdigit():
        room = int(place.last_page) - int(place.first_page)
    first = {(m.volume, m.reporter): m.page for m in mentions if m.page.isdigit()}
    pins = [
        page - int(first[m.volume, m.reporter])
        for m in mentions
        for page in m.pin_pages
        if isinstance(page, int) and (m.volume, m.reporter) in first
    ]
    return max(pins, default=0) <= room


def _alike(one: str, other: str) -> bool:
    return SequenceMatcher(None, one.lower(), other.lower()).ratio() >= MOST_ALIKE


def _text(extraction: Extraction, span: Span) -> str:
    return extraction.filing.document.text[span.start : span.end]


def _moved(
    extraction: Extraction, mentions: Sequence[Mention], place: CaseCitation
) -> tuple[tuple[Edit, ...], tuple[Span, ...]]:
    """Every citation of a case moved to another place, its pins kept as far behind it."""
    edits: list[Edit] = []
    marks: list[Span] = []
    pages: dict[tuple[str, str], int] = {
        (m.volume, m.reporter): int(m.page)
        for m in reversed(mentions)
        if m.kind == "full" and m.page.isdigit()
    }
    first_page = next(iter(reversed(pages.values())), None)
    for mention in mentions:
        if mention.kind in ("full", "short") and not mention.is_first:
            continue
        shift = _shift(pages.get((mention.volume, mention.reporter), first_page), place)
        if mention.kind == "full":
            edits.append(Edit(mention.core, str(place)))
            if mention.pin is not None:
                edits.append(Edit(mention.pin, shift(_text(extraction, mention.pin))))
        elif mention.kind == "short":
            edits.append(_moved_short_form(extraction, mention, place, shift))
        elif mention.pin is not None:
            edits.append(Edit(mention.pin, shift(_text(extraction, mention.pin))))
        if mention.kind in ("full", "short"):
            marks.append(mention.cited)
            if mention.parallels is not None:
                edits.append(Edit(mention.parallels, ""))
    return tuple(edits), tuple(marks)


def _moved_short_form(
    extraction: Extraction, mention: Mention, place: CaseCitation, shift: Callable[[str], str]
) -> Edit:
    written = _text(extraction, mention.core)
    head, at, pin = written.rpartition(" at ")
    if not at:
        head, at, pin = written.rpartition("at ")
    new = f"{place.volume} {place.reporter}{',' if head.rstrip().endswith(',') else ''} at "
    return Edit(mention.core, new + shift(pin))


def _shift(old: int | None, place: CaseCitation) -> Callable[[str], str]:
    """Pages of a case to the pages as far behind another first page."""
    new = int(place.first_page)

    def shift(written: str) -> str:
        before = 0

        def number(match: re.Match[str]) -> str:
            nonlocal before
            page = match[0]
            if not page.isdigit():
                return page
            if before and len(page) < len(str(before)):
                page = str(before)[: -len(page)] + page
            before = int(page)
            if old is None or not old <= before < old + HIGHEST_NUMBER:
                return page
            return str(new + before - old)

        return _PAGE_OR_NOTE.sub(number, written)

    return shift


def _as_written(pin: str, first: int, last: int) -> str:
    """Other pages in the form of a pin cite: its dash, and as many digits of the last page.

    "235-36" becomes "230-31": a form of its own would show what was altered.
    """
    numbers = list(_NUMBER.finditer(pin))
    if len(numbers) != (1 if first == last else 2):
        return str(first) if first == last else f"{first}-{last}"
    end = str(last)
    short = len(numbers[-1][0])
    if short < len(numbers[0][0]) and end[:-short] == str(first)[:-short]:
        end = end[-short:]
    pages = [str(first), end][: len(numbers)]
    for number, page in reversed(list(zip(numbers, pages, strict=True))):
        pin = pin[: number.start()] + page + pin[number.end() :]
    return pin


def wrong_pages(
    extraction: Extraction, mention: Mention, pages: OpinionLook, rng: random.Random
) -> Iterator[Fault]:
    """The pin cite moved to pages between the first page and the true ones."""
    pin, numbers = mention.pin, [p for p in mention.pin_pages if isinstance(p, int)]
    if pin is None or not numbers or mention.has_notes or mention.is_parted:
        return
    if len(numbers) != len(mention.pin_pages):
        return
    true = sorted(numbers)
    if true != list(range(true[0], true[-1] + 1)) or not pages.is_printed(mention, true):
        return
    first = pages.first_page(mention)
    if first is None:
        return
    room = range(first + 1, true[0] - len(true) + 1)
    for page in rng.sample(room, min(len(room), _WAYS)):
        false = list(range(page, page + len(true)))
        written = _as_written(_text(extraction, pin), false[0], false[-1])
        exposed = pages.is_exposed(extraction.filing.document.text, mention, true, false)
        yield Fault(
            "incorrect_pincite",
            "earlier_page_exposed" if exposed else "earlier_page",
            (mention.case,),
            (Edit(pin, written),),
            (Span(mention.core.start, max(pin.end, mention.core.end)),),
            exposed,
        )
