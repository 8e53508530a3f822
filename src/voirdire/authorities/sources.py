"""Several sources asked as one: the library first, then the static case files.

Input: a library, or none, and whether a network may be used. Output: a `Source`.

A later source is asked only when the earlier ones leave the reference open: they hold no
case with words that begins there, none that the page lies inside, and not the whole volume.
Its failure is the answer's failure only then; what an earlier source showed stands.
"""

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from voirdire.authorities.cap import CAP_URL, CapSource
from voirdire.authorities.case_identity import CaseDescription, are_same_case
from voirdire.authorities.http_cache import Politeness
from voirdire.authorities.library import Library
from voirdire.authorities.page_labels import page_number
from voirdire.authorities.types import (
    Case,
    CaseCitation,
    CaseReference,
    Coverage,
    Holding,
    Opinion,
    Source,
)
from voirdire.citations.types import DeclaredReporter
from voirdire.errors import SourceError

_RANK: dict[Coverage, int] = {"none": 0, "partial": 1, "whole": 2}
# From this page on a volume of U.S. Reports prints orders, dozens of cases to a page. No list
# holds all of them (the static case files end 550 U.S. at page 661), so none proves absence.
_FIRST_ORDERS = 801


def open_sources(
    library: Library | None,
    *,
    offline: bool,
    cap: str | None = None,
    cache: Path | None = None,
    limits: Politeness | None = None,
) -> Source:
    """The library, if any, and behind it the static case files.

    Args:
        library: An open library.
        offline: Open no connection: of the static case files only what earlier runs left in
            the cache, or a folder that holds a copy of them, is used.
        cap: Address or folder of the static case files; VOIRDIRE_CAP_URL, else the public
            address.
        cache: Folder for copies of what is fetched; VOIRDIRE_CACHE, else the user's.
        limits: How hard the server may be asked.
    """
    root = cap or os.environ.get("VOIRDIRE_CAP_URL") or CAP_URL
    static = CapSource(root, cache or cache_folder(), limits=limits, offline=offline)
    return SourceChain((static,) if library is None else (library, static))


def cache_folder() -> Path:
    """Where copies of fetched files are kept: VOIRDIRE_CACHE or the user's cache folder."""
    named = os.environ.get("VOIRDIRE_CACHE")
    if named:
        return Path(named)
    from platformdirs import user_cache_path

    return user_cache_path("voirdire")


class SourceChain:
    """Sources in the order in which they are asked; implements `Source`."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._sources = tuple(sources)
        self._holders: dict[str, tuple[Source, Case]] = {}

    def prepare(self, references: Sequence[CaseReference]) -> None:
        """Let each source get ready for what the ones before it leave open."""
        left = list(dict.fromkeys(references))
        for index, source in enumerate(self._sources):
            source.prepare(left)
            if index + 1 < len(self._sources):
                left = [reference for reference in left if not _answers(source, reference)]

    def find(self, reference: CaseReference) -> Holding:
        """What the sources hold together at a reference.

        Raises:
            SourceError: a source failed, and the others leave the reference open.
        """
        together = Holding("none")
        failure: SourceError | None = None
        for source in self._sources:
            try:
                holding = source.find(reference)
            except SourceError as error:
                failure = failure or error
                continue
            for case in (*holding.starting, *holding.enclosing, *holding.bordering):
                self._holders[case.id] = (source, case)
            together = merge_holdings(together, holding)
            if _is_settled(together):
                break
        if failure is not None and not (together.starting or _is_settled(together)):
            raise failure
        if together.coverage == "whole" and _is_order(reference):
            return replace(together, coverage="partial", next_page=None)
        return together

    def declared_reporters(self) -> tuple[DeclaredReporter, ...]:
        """Reporters that any source declares; the earlier source's word counts."""
        declared: dict[str, DeclaredReporter] = {}
        for source in self._sources:
            for reporter in source.declared_reporters():
                declared.setdefault(reporter.abbreviation, reporter)
        return tuple(declared.values())

    def opinion(self, case: Case) -> Opinion | None:
        """The words of a case that `find` gave, from the source that holds them."""
        holder = self._holders.get(case.id)
        if holder is not None:
            source, own = holder
            opinion = source.opinion(own)
            return None if opinion is None else replace(opinion, case=case)
        for source in self._sources:
            opinion = source.opinion(case)
            if opinion is not None:
                return opinion
        return None

    def search_cases(self, words: str, limit: int) -> tuple[Case, ...]:
        """Cases with these words in a name; those of an earlier source come first."""
        together: tuple[Case, ...] = ()
        for source in self._sources:
            found = source.search_cases(words, limit)
            for case in found:
                self._holders.setdefault(case.id, (source, case))
            together = _merge_cases(together, found)
        return together[:limit]

    def document_frequency(self, word: str) -> int | None:
        """In how many opinions a word stands, over the sources that count."""
        counts = [source.document_frequency(word) for source in self._sources]
        known = [count for count in counts if count is not None]
        return sum(known) if known else None


def merge_holdings(one: Holding, two: Holding) -> Holding:
    """What two sources hold together; a case that both hold is one case."""
    whole = [h for h in (one, two) if h.coverage == "whole"]
    next_pages = [h.next_page for h in whole if h.next_page is not None]
    years = [year for h in (one, two) if h.years is not None for year in h.years]
    return Holding(
        coverage=max(one.coverage, two.coverage, key=_RANK.__getitem__),
        starting=_merge_cases(one.starting, two.starting),
        enclosing=_merge_cases(one.enclosing, two.enclosing),
        bordering=_merge_cases(one.bordering, two.bordering),
        next_page=next_pages[-1] if next_pages else None,
        years=(min(years), max(years)) if years else None,
    )


def _answers(source: Source, reference: CaseReference) -> bool:
    try:
        return _is_settled(source.find(reference))
    except SourceError:
        return False


def _is_settled(holding: Holding) -> bool:
    """Whether no other source can say more about the reference."""
    return (
        any(case.has_text for case in holding.starting)
        or bool(holding.enclosing)
        or holding.coverage == "whole"
    )


def _is_order(reference: CaseReference) -> bool:
    page = page_number(reference.page)
    return reference.reporter == "U.S." and page is not None and page >= _FIRST_ORDERS


def _merge_cases(first: Iterable[Case], second: Iterable[Case]) -> tuple[Case, ...]:
    merged = list(first)
    for case in second:
        for index, held in enumerate(merged):
            if are_same_case(_describe(held), _describe(case)):
                merged[index] = _merge_case(held, case)
                break
        else:
            merged.append(case)
    return tuple(merged)


def _describe(case: Case) -> CaseDescription:
    return CaseDescription(case.names, case.date, case.docket_number, case.has_text)


def _merge_case(one: Case, two: Case) -> Case:
    """One case from two: it goes by the id and address of the one that has its words."""
    lead, other = (two, one) if two.has_text and not one.has_text else (one, two)
    return replace(
        lead,
        names=tuple(dict.fromkeys((*lead.names, *other.names))),
        citations=_merge_citations(lead.citations, other.citations),
        court=lead.court or other.court,
        date=lead.date or other.date,
        year=lead.year or other.year,
        docket_number=lead.docket_number or other.docket_number,
    )


def _merge_citations(
    one: Sequence[CaseCitation], two: Sequence[CaseCitation]
) -> tuple[CaseCitation, ...]:
    ends = {str(citation): citation.last_page for citation in two if citation.last_page}
    merged = {
        str(citation): replace(citation, last_page=citation.last_page or ends.get(str(citation)))
        for citation in one
    }
    for citation in two:
        merged.setdefault(str(citation), citation)
    return tuple(merged.values())
