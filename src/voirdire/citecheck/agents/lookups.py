"""Look a citation up as an agent writes it: from its words to what a source holds there.

Input: "370 F.3d 1223", with or without name, pin cite and year. Output: a JSON observation
with one of a closed list of statuses, and the cases that it shows.
"""

import re
from dataclasses import dataclass, replace
from typing import Literal

from voirdire.authorities.types import Case, CaseReference, Coverage, Holding, Source
from voirdire.citations.find import find_citations
from voirdire.citations.reporters import is_other_print, split_citation
from voirdire.citations.types import Citation, DeclaredReporter
from voirdire.citecheck.checks import find_volume_beyond_last
from voirdire.documents.fold import fold
from voirdire.documents.types import Document
from voirdire.findings import Span
from voirdire.llm.tools import Json

Status = Literal[
    "found",
    "several",
    "inside_another_case",
    "absent_from_whole_volume",
    "no_such_volume",
    "unknown_reporter",
    "not_in_what_is_held",
    "volume_not_held",
    "not_a_case_citation",
]

_MEANING: dict[Status, str] = {
    "found": "A case begins on this page.",
    "several": "Several cases begin on this page.",
    "inside_another_case": "No case begins here: the page lies inside the case shown.",
    "absent_from_whole_volume": "Every case of this volume is listed, and none begins here.",
    "no_such_volume": "This reporter never had a volume of this number.",
    "unknown_reporter": "No reporter of cases that is known is abbreviated so. It may be misspelt, "
    "or be another kind of publication.",
    "not_in_what_is_held": "Only part of this volume is held, and no case in that part begins "
    "here. This does not show that the case does not exist.",
    "volume_not_held": "Nothing of this volume is held. This does not show that the case does "
    "not exist.",
    "not_a_case_citation": "This is not volume, reporter and page of a case, such as "
    "370 F.3d 1223; give those three only.",
}
_MOST_CASES = 8
_MOST_NAMES = 4
_MOST_PLACES = 6
_LONGEST_NAME = 200
_MOST_CHARACTERS = 400
_UNKNOWN = re.compile(r"(\d{1,4}) ([A-Z][\w.' ]{1,40}?) (\d{1,5})")
_RANK: dict[Coverage, int] = {"none": 0, "partial": 1, "whole": 2}


@dataclass(frozen=True, slots=True)
class LookUp:
    """What was found at a citation: the observation and the cases that it shows."""

    data: Json
    cases: tuple[Case, ...] = ()


def parse_citation(text: str, declared: tuple[DeclaredReporter, ...]) -> Citation | None:
    """The first case citation in a text, of a reporter known or not; None when there is none."""
    short = " ".join(text[:_MOST_CHARACTERS].split())
    citations = find_citations(fold(Document("citation", "text", "", short)), declared)
    for citation in citations:
        if citation.kind in ("full", "unknown") and citation.page is not None:
            return citation
    return None if citations else _bare(short, declared)


def _bare(text: str, declared: tuple[DeclaredReporter, ...]) -> Citation | None:
    """Volume, reporter and page alone, which in a filing would be too little to be sure of."""
    nowhere = Span(0, 0)
    split = split_citation(text, declared)
    if split is not None:
        volume, editions, page = split
        return Citation(
            "full", text, nowhere, nowhere, volume, editions[0], editions[0], editions, page
        )
    written = _UNKNOWN.fullmatch(text)
    if written is None or is_other_print(written[2]):
        return None
    return Citation(
        "unknown", text, nowhere, nowhere, written[1], reporter_text=written[2], page=written[3]
    )


def look_up(text: str, source: Source) -> LookUp:
    """What a source holds where a citation points to.

    Raises:
        SourceError: the source failed.
    """
    declared = source.declared_reporters()
    citation = parse_citation(text, declared)
    if citation is None:
        return _answer(" ".join(text.split())[:_MOST_CHARACTERS], "not_a_case_citation")
    read_as = f"{citation.volume} {citation.reporter or citation.reporter_text} {citation.page}"
    if citation.kind == "unknown":
        return _answer(read_as, "unknown_reporter")
    if find_volume_beyond_last(citation, declared) is not None:
        return _answer(read_as, "no_such_volume")
    holding = _holding(citation, source)
    status = _status(holding)
    cases = holding.starting or holding.enclosing
    bordering = () if cases else holding.bordering
    found = _answer(read_as, status, cases + bordering)
    data = dict(found.data, volume=holding.coverage)
    if holding.years is not None:
        data["years_of_volume"] = list(holding.years)
    if bordering:
        data["note"] = "The case shown ends on this page; another may begin there."
    return replace(found, data=data)


def _holding(citation: Citation, source: Source) -> Holding:
    """Of all editions that the reporter as written may stand for, what is held best."""
    assert citation.volume is not None and citation.page is not None
    volume, page = citation.volume, citation.page
    held = [source.find(CaseReference(volume, e, page)) for e in citation.reporters]
    with_case = [holding for holding in held if holding.starting]
    if with_case:
        return with_case[0]
    # Absence is proof only where every edition that may be meant is listed whole.
    least = min(held, key=lambda holding: _RANK[holding.coverage])
    return held[0] if len(held) == 1 else replace(least, enclosing=(), bordering=())


def _status(holding: Holding) -> Status:
    if holding.starting:
        return "found" if len(holding.starting) == 1 else "several"
    if holding.enclosing:
        return "inside_another_case"
    if holding.coverage == "whole":
        return "absent_from_whole_volume"
    return "not_in_what_is_held" if holding.coverage == "partial" else "volume_not_held"


def _answer(read_as: str, status: Status, cases: tuple[Case, ...] = ()) -> LookUp:
    shown = cases[:_MOST_CASES]
    data: Json = {
        "citation": read_as,
        "status": status,
        "meaning": _MEANING[status],
        "cases": [case_record(case) for case in shown],
    }
    if len(cases) > len(shown):
        data["cases_left_off"] = len(cases) - len(shown)
    return LookUp(data, shown)


def case_record(case: Case) -> Json:
    """A case as observations show it."""
    return {
        "opinion_id": case.id,
        "names": [name[:_LONGEST_NAME] for name in case.names[:_MOST_NAMES]],
        "citations": [
            {"citation": str(place), "last_page": place.last_page}
            for place in case.citations[:_MOST_PLACES]
        ],
        "court": case.court,
        "year": case.year,
        "docket_number": case.docket_number,
        "has_text": case.has_text,
    }
