"""The checks that need no words of the opinion: existence, case name, court and year, pin cite.

Each is a pure function from a citation and what a source holds to one `Finding`, or None
when the citation leaves nothing to check (no name written, no year written, no pin cite).
Quotations are judged in `quotation.py`, holdings in `holding.py`.
"""

from collections.abc import Sequence

from voirdire.authorities.page_labels import page_number
from voirdire.authorities.types import Case, CaseCitation, Holding, Opinion
from voirdire.citations.courts import court_name, court_state
from voirdire.citations.names import NameResult, compare_names, states_named
from voirdire.citations.reporters import (
    is_other_print,
    is_surely_unknown,
    last_series,
    nearest_known,
    reporter_facts,
)
from voirdire.citations.types import Citation, DeclaredReporter
from voirdire.citecheck.pages import pages_held, printed_in
from voirdire.findings import Evidence, Finding

_NOT_CASE_LAW = {
    "statute": "a statute, rule or constitution",
    "regulation": "a regulation or an agency's publication",
    "journal": "a journal, treatise or other secondary source",
    "record": "a citation to the record",
}
# Characters between a name and the numbers that it belongs to: a comma and white space.
_ADJOINS = 3
_ORDER_HISTORY = ("cert. denied", "cert. granted", "certiorari denied", "certiorari granted")


def caption(case: Case) -> str:
    """How the source captions a case, for a detail sentence."""
    return case.names[0] if case.names else "a case listed without its name"


def sentence(text: str) -> str:
    """Text with one full stop at its end, also where it ends with "Co." already."""
    return text if text.endswith(".") else text + "."


def case_evidence(case: Case, page: str | None = None) -> Evidence:
    """The listing of a case as evidence: its caption and where it is printed."""
    printed = ", ".join(str(citation) for citation in case.citations)
    year = f" ({case.year})" if case.year else ""
    return Evidence(case.id, page, None, f"{caption(case)}, {printed}{year}", case.url)


def check_existence(
    citation: Citation,
    holding: Holding | None,
    declared: Sequence[DeclaredReporter] = (),
    following: str | None = None,
) -> Finding:
    """Check that a reported case begins at the cited volume and page.

    Absence refutes only on positive evidence: a volume that is held whole, a page strictly
    inside another case, a volume that a closed reporter never had, a reporter that no
    database knows. Name, year and pin cite have checks of their own.

    Args:
        citation: Any citation; `core_span` is the subject.
        holding: What the source holds at volume, reporter and page; None for a citation
            that is not looked up.
        declared: Reporters that the library declares.
        following: The history phrase this citation follows ("cert. denied"), if any.
    """
    subject = citation.core_span
    if citation.kind in _NOT_CASE_LAW:
        what = _NOT_CASE_LAW[citation.kind]
        return Finding(
            "existence", "unchecked", "not_case_law", f"This is {what}, not a case.", subject
        )
    if citation.kind == "database":
        detail = "A WL, LEXIS or other database number; look it up there."
        return Finding("existence", "unchecked", "database_citation", detail, subject)
    if citation.kind == "docket" or (citation.kind == "full" and citation.page is None):
        detail = "A docket number or a page left blank; look it up on the court's docket."
        return Finding("existence", "unchecked", "slip_citation", detail, subject)
    if citation.kind == "unknown":
        return _unknown_reporter(citation)
    beyond = find_volume_beyond_last(citation, declared)
    if beyond is not None:
        return beyond
    if holding is None:
        detail = "No source was asked."
        return Finding("existence", "unchecked", "volume_not_held", detail, subject)
    if holding.starting:
        evidence = tuple(case_evidence(case, citation.page) for case in holding.starting)
        names = "; ".join(caption(case) for case in holding.starting)
        detail = sentence(f"{_place(citation)} is the first page of {names}")
        return Finding("existence", "verified", "exact", detail, subject, evidence)
    return _not_starting(citation, holding, following)


def _place(citation: Citation) -> str:
    return f"{citation.volume} {citation.reporter or citation.reporter_text} {citation.page}"


def _unknown_reporter(citation: Citation) -> Finding:
    written = citation.reporter_text or ""
    if is_surely_unknown(citation):
        last = last_series(written, citation.year)
        detail = f'No database of reporters knows "{written}", nor one spelt nearly so.'
        if last is not None:
            detail = f'There is no "{written}": the last series known is {last}.'
        evidence = (Evidence("reporters-db", quote=f"no reporter is abbreviated {written!r}"),)
        return Finding(
            "existence", "refuted", "unknown_reporter", detail, citation.core_span, evidence
        )
    detail = f'"{written}" is not known as a reporter of cases; it may be another publication.'
    return Finding("existence", "unchecked", "reporter_not_sure", detail, citation.core_span)


def check_printed_elsewhere(citation: Citation, namesakes: Sequence[Case]) -> Finding | None:
    """Refute a place in a reporter nobody knows when the case named is held, and printed elsewhere.

    Topical services and journals print cases too, and one case of a name may be another: so the
    name must stand directly before the place, the year must be the case's, and the form must not
    be that of such a print.

    Args:
        citation: Of kind "unknown", and left open by `check_existence`.
        namesakes: Cases held under words of its name.
    """
    written, name = citation.reporter_text or "", citation.name_span
    if name is None or citation.core_span.start - name.end > _ADJOINS or citation.year is None:
        return None
    if not (citation.plaintiff and citation.defendant) or is_other_print(written):
        return None
    if nearest_known(written) is not None:
        return None
    for case in namesakes:
        if case.year == citation.year and case.citations and _compare(citation, case) == "same":
            printed = ", ".join(str(place) for place in case.citations)
            detail = (
                f'No database of reporters knows "{written}", and {caption(case)} of '
                f"{case.year} is printed at {printed}."
            )
            return Finding(
                "existence",
                "refuted",
                "unknown_reporter",
                detail,
                citation.core_span,
                (case_evidence(case),),
            )
    return None


def _last_volume(reporter: str, declared: Sequence[DeclaredReporter]) -> int | None:
    for entry in declared:
        if entry.abbreviation == reporter:
            return entry.last_volume
    facts = reporter_facts(reporter)
    return facts.last_volume if facts else None


def find_volume_beyond_last(
    citation: Citation, declared: Sequence[DeclaredReporter]
) -> Finding | None:
    """Refute a volume that no edition the abbreviation may stand for ever had."""
    if citation.volume is None or not citation.volume.isdigit() or not citation.reporters:
        return None
    last_volumes = [_last_volume(edition, declared) for edition in citation.reporters]
    volume = int(citation.volume)
    if volume > 0 and any(last is None or volume <= last for last in last_volumes):
        return None
    last = max((last for last in last_volumes if last is not None), default=None)
    if last is None:
        return None
    detail = f"{citation.reporter} has volumes 1 to {last}; there is no volume {volume}."
    evidence = (Evidence("reporter volumes", quote=f"{citation.reporter}: volumes 1-{last}"),)
    return Finding(
        "existence", "refuted", "volume_out_of_range", detail, citation.core_span, evidence
    )


def _not_starting(citation: Citation, holding: Holding, following: str | None) -> Finding:
    subject = citation.core_span
    inside = _inside_a_case(citation, holding)
    if inside is not None:
        return inside
    if following is not None and following.lower().startswith(_ORDER_HISTORY):
        detail = "An order that denies or grants review; volumes of opinions do not list it."
        return Finding("existence", "unchecked", "not_case_law", detail, subject)
    absent = _absent_by_volume(citation, holding)
    if absent is not None:
        return absent
    if holding.bordering:
        case = holding.bordering[0]
        detail = (
            f"Page {citation.page} is the last page of {caption(case)}; another may begin there."
        )
        evidence = (case_evidence(case, citation.page),)
        return Finding("existence", "unchecked", "last_page_shared", detail, subject, evidence)
    volume = f"{citation.volume} {citation.reporter}"
    if holding.coverage == "partial":
        detail = f"Only some cases of {volume} are held, and not this one: look it up elsewhere."
    else:
        detail = f"No case of {volume} is held: look it up elsewhere."
    return Finding("existence", "unchecked", "volume_not_held", detail, subject)


def _inside_a_case(citation: Citation, holding: Holding) -> Finding | None:
    """Refute a page that lies inside a case: the one named, or another."""
    subject = citation.core_span
    around = holding.enclosing or (holding.bordering if holding.coverage == "whole" else ())
    for case in around:
        if _is_named(citation, case):
            detail = (
                f"Page {citation.page} lies inside {caption(case)}, which begins at "
                f"{_first_place(case, citation)}."
            )
            evidence = (case_evidence(case, citation.page),)
            return Finding(
                "existence", "refuted", "inside_page_as_first", detail, subject, evidence
            )
    if not holding.enclosing:
        return None
    case = holding.enclosing[0]
    detail = f"Page {citation.page} lies inside another case, {caption(case)}; none begins there."
    evidence = (case_evidence(case, citation.page),)
    return Finding("existence", "refuted", "page_inside_other_case", detail, subject, evidence)


def _absent_by_volume(citation: Citation, holding: Holding) -> Finding | None:
    """Refute a page where a whole volume has no case, or a year that the volume excludes."""
    volume = f"{citation.volume} {citation.reporter}"
    if holding.coverage == "whole":
        detail = f"Every case of {volume} is listed, and none begins on page {citation.page}."
        reason = "absent_from_complete_volume"
        evidence = Evidence(volume, citation.page, quote="list of every case in the volume")
    elif holding.years is not None and is_outside_years(holding.years, citation.year):
        first, last = holding.years
        detail = (
            f"The cases held of {volume} were decided from {first} to {last}; "
            f"the citation says {citation.year}."
        )
        reason = "volume_out_of_range"
        evidence = Evidence(volume, quote=f"{first}-{last}")
    else:
        return None
    return Finding("existence", "refuted", reason, detail, citation.core_span, (evidence,))


def is_outside_years(years: tuple[int, int], year: int | None) -> bool:
    """Whether a year of decision cannot be one of a volume whose cases held have these years."""
    first, last = years
    # A volume runs over a year's end and a term may be cited by its first year. The cases
    # held of it in part may lack its first or last years: as many again are allowed for.
    margin = 1 + last - first
    return year is not None and not first - margin <= year <= last + margin


def _is_named(citation: Citation, case: Case) -> bool:
    if not citation.case_name or not case.names:
        return False
    compared = compare_names(citation.case_name, citation.plaintiff, citation.defendant, case.names)
    return compared.result == "same"


def _first_place(case: Case, citation: Citation) -> str:
    printed = printed_in(case, citation)
    return str(printed or case.citations[0])


def check_case_name(citation: Citation, cases: Sequence[Case]) -> Finding | None:
    """Check the name written against the captions of the cases that begin at the place.

    Party by party and in order; `compare_names` knows the abbreviations of Bluebook
    T.6 and T.10. Several cases may share the page: the best match counts.
    """
    if not citation.case_name or citation.name_span is None or not cases:
        return None
    subject = citation.name_span
    named = [case for case in cases if case.names]
    if not named:
        detail = "The source lists the decision without its name."
        return Finding("case_name", "unchecked", "no_text", detail, subject)
    results = {_compare(citation, case): case for case in reversed(named)}
    if "same" in results:
        case = results["same"]
        detail = sentence(f"The case there is captioned {caption(case)}")
        return Finding("case_name", "verified", "exact", detail, subject, (case_evidence(case),))
    if "not_comparable" in results:
        detail = "The name as written is too short to compare."
        return Finding("case_name", "unchecked", "too_short", detail, subject)
    place = _place(citation)
    if "swapped" in results:
        case = results["swapped"]
        detail = sentence(
            f"The parties stand the other way round: the case at {place} is captioned "
            f"{caption(case)}"
        )
        reason = "parties_swapped"
    elif "one_party" in results:
        case = results["one_party"]
        detail = sentence(
            f"One party agrees and one differs: the case at {place} is captioned {caption(case)}"
        )
        detail += " It may be known by another caption too."
        reason = "one_party_differs"
    else:
        captions = "; ".join(caption(case) for case in named)
        case = named[0]
        detail = sentence(f"The case at {place} is captioned {captions}")
        reason = "name_differs"
    evidence = tuple(case_evidence(each) for each in named)
    return Finding("case_name", "refuted", reason, detail, subject, evidence)


def _compare(citation: Citation, case: Case) -> NameResult:
    """How the name written compares with a case's captions, a state's own name included.

    "Taylor v. Maryland" is not the "Taylor v. State" that a court of Georgia decided.
    """
    compared = compare_names(citation.case_name, citation.plaintiff, citation.defendant, case.names)
    state = court_state(case.court) if case.court is not None else None
    if compared.result != "same" or state is None:
        return compared.result
    fitting = states_named(state).union(*(states_named(name) for name in case.names))
    for party in (compared.plaintiff, compared.defendant):
        written = states_named(party.written) if party and party.common and party.written else None
        if written and fitting and written.isdisjoint(fitting):
            return "one_party"
    return "same"


def check_court_year(citation: Citation, case: Case) -> Finding | None:
    """Check court and year as written against the authority's.

    A court that the reporter implies (U.S.: the Supreme Court) counts as written.
    """
    subject = citation.court_year_span or citation.core_span
    evidence = (
        Evidence(case.id, quote=f"{caption(case)}: decided {case.date or case.year}", url=case.url),
    )
    if citation.year is not None and case.year is not None and citation.year != case.year:
        detail = f"The citation says {citation.year}; the case was decided in {case.year}."
        return Finding("court_year", "refuted", "year_differs", detail, subject, evidence)
    agree = []
    if citation.court is not None and case.court is not None:
        if not _same_court(citation.court, case.court):
            detail = (
                f"The citation says {court_name(citation.court)}; the case was decided by "
                f"{court_name(case.court)}."
            )
            return Finding("court_year", "refuted", "court_differs", detail, subject, evidence)
        agree.append("court")
    if citation.year is not None and case.year is not None:
        agree.append("year")
    if not agree:
        return None
    verb = "agree" if len(agree) == 2 else "agrees"
    detail = f"The {' and '.join(agree)} {verb} with the source."
    return Finding("court_year", "verified", "exact", detail, subject, evidence)


def _same_court(written: str, held: str) -> bool:
    # "nyappdiv" against "nyappdiv2", "calctapp" against "calctapp2d": one side names the
    # department or district more exactly. "ca1" and "ca10" are two courts, as are "ala" and
    # "alaska".
    shorter, longer = sorted((written, held), key=len)
    more = longer.removeprefix(shorter)
    return written == held or (
        longer.startswith(shorter)
        and not shorter[-1:].isdigit()
        and more.removesuffix("d").isdigit()
    )


def check_pin_cite(
    citation: Citation,
    case: Case,
    holding: Holding | None,
    opinion: Opinion | None,
    *,
    reach: int | None = None,
) -> Finding | None:
    """Check that the pin cite lies inside the opinion, in the pages of the reporter cited.

    With page marks, each pinned page is looked for among them; without, the first and
    last page, or the next case of a whole volume, bound it.

    Args:
        citation: With the volume and reporter that its pages count in.
        case: The authority it refers to.
        holding: What the source holds at the authority's first page.
        opinion: The authority's words, None when they are not held.
        reach: How many pages outside the opinion a page still counts as meant for it; None
            when it surely is. An id. may look back to something that was not recognised.
    """
    if not citation.pin_pages or citation.pin_span is None:
        return None
    subject = citation.pin_span
    numbers = [number for pin in citation.pin_pages if (number := page_number(pin)) is not None]
    printed = printed_in(case, citation)
    if not numbers or printed is None or citation.kind == "database":
        detail = "The pin cite counts in pages that the source does not mark."
        return Finding("pin_cite", "unchecked", "no_page_marks", detail, subject)
    first, last = _bounds(printed, holding)
    series = pages_held(opinion, printed) if opinion else frozenset()
    outside = [n for n in numbers if (first and n < first) or (last and n > last)]
    where = f"{caption(case)} is printed on pages {first} to {last or '?'}"
    evidence = (Evidence(case.id, quote=f"{where} of {printed.volume} {printed.reporter}"),)
    if outside:
        detail = f"Page {outside[0]} is not in the opinion: {where}."
        if _is_of_separate_opinion(citation):
            detail += " The end of the separate opinion cited may not be held."
            return Finding("pin_cite", "unchecked", "no_text", detail, subject, evidence)
        distance = min(abs(n - bound) for n in outside for bound in (first, last) if bound)
        if reach is not None and distance > reach:
            detail += " It may refer to another source."
            return Finding(
                "pin_cite", "unchecked", "association_not_sure", detail, subject, evidence
            )
        return Finding("pin_cite", "refuted", "pin_out_of_range", detail, subject, evidence)
    if set(numbers) <= series:
        detail = f"The opinion has {'that page' if len(numbers) == 1 else 'those pages'}: {where}."
        return Finding("pin_cite", "verified", "exact", detail, subject, evidence)
    if last is None:
        detail = "The text has no page marks, and the opinion's last page is not known."
        return Finding("pin_cite", "unchecked", "no_page_marks", detail, subject)
    return Finding("pin_cite", "verified", "within_range", f"{where}.", subject, evidence)


def _bounds(printed: CaseCitation, holding: Holding | None) -> tuple[int | None, int | None]:
    first = page_number(printed.first_page)
    last = page_number(printed.last_page) if printed.last_page else None
    if last is None and holding is not None and holding.next_page is not None:
        last = page_number(holding.next_page)
    return first, last


def _is_of_separate_opinion(citation: Citation) -> bool:
    separate = [p.text.lower() for p in citation.parentheticals if p.kind == "separate"]
    return any("dissent" in text or "concur" in text for text in separate)
