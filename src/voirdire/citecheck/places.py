"""Where a citation leads: the cases at its place, the one that is meant, the pages to count in.

Input: a citation, and what a source holds at its place.
Output: a `Place` with the case found there and the findings so far.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from voirdire.authorities.page_labels import page_number
from voirdire.authorities.types import Case, CaseCitation, Holding, Opinion
from voirdire.citations.names import compare_names, short_name_matches
from voirdire.citations.types import Citation
from voirdire.citecheck.checks import caption, case_evidence, sentence
from voirdire.citecheck.letters import letters_of
from voirdire.citecheck.quotation_match import OpinionIndex
from voirdire.findings import Finding

# These refute the case itself: its quotations and pages are then not judged.
_CASE_REFUTED = {"existence": None, "case_name": "name_differs"}
# Of a party that an opinion names as its own: how often at least, the first time how early
# (characters), and how many letters its name must have to say anything.
_OWN_PARTY_TIMES = 5
_OWN_PARTY_EARLY = 1500
_OWN_PARTY_LETTERS = 6
_WORD = re.compile(r"[^\W\d_]{4,}")
# How alike two words are that differ in one letter of five.
_NEARLY = 0.8
# What stands behind the name of another case that an opinion cites.
_CITED_BEHIND = re.compile(r"[^\w\n]{0,4}(?:\d|supra|\(\d{4}\))")


@dataclass(frozen=True, slots=True)
class Place:
    """A citation with its place looked up: the case found there and the findings so far."""

    citation: Citation
    authority: Case | None
    candidates: tuple[Case, ...]
    holding: Holding | None
    findings: tuple[Finding, ...]

    @property
    def is_refuted(self) -> bool:
        """Whether the case itself is refuted, so that its words are not judged."""
        return any(
            f.outcome == "refuted"
            and f.check in _CASE_REFUTED
            and _CASE_REFUTED[f.check] in (None, f.reason)
            for f in self.findings
        )


def choose_case(citation: Citation, starting: Sequence[Case], name: Finding | None) -> Case | None:
    """The one case meant, of those that begin at the cited page; None when it is not sure.

    Several may share the page: the name decides, and of cases with one name the year.

    Args:
        citation: With names and year as written.
        starting: The cases that begin at the place.
        name: What `check_case_name` found of them.
    """
    if name is not None and name.reason == "name_differs":
        return None
    if len(starting) == 1:
        return starting[0]
    if name is None or not name.evidence:
        return None
    written = (citation.case_name, citation.plaintiff, citation.defendant)
    results = [compare_names(*written, case.names).result for case in starting]
    for fits in (("same",), ("swapped", "one_party")):
        named = [case for case, result in zip(starting, results, strict=True) if result in fits]
        chosen = [case for case in named if case.year == citation.year] or named
        if named:
            return chosen[0] if len(chosen) == 1 else None
    return None


def place_short_form(
    citation: Citation, page: str, holding: Holding, own_words: Callable[[Case, str], bool]
) -> Place | None:
    """Where a short form leads whose full citation is not in the document; None if not sure.

    By its page: to a case of its name there, or, without a name, to the one case that the page
    lies strictly inside. A case there of another name refutes the short form, unless the
    opinion has that name as its own (`own_words`).

    Args:
        citation: A short form with volume and reporter.
        page: The page that it cites.
        holding: What the source holds at that page.
        own_words: Whether the opinion of a case goes by a name.
    """
    name = citation.case_name
    for case in holding.enclosing + holding.starting + holding.bordering:
        if name and any(short_name_matches(name, each) for each in case.names):
            return Place(citation, case, (), holding, (_within(citation, case, page),))
    if len(holding.enclosing) != 1 or holding.starting or holding.bordering:
        return None
    case = holding.enclosing[0]
    within = _within(citation, case, page)
    if not name:
        return Place(citation, case, (), holding, (within,))
    if not case.names or citation.name_span is None:
        return None
    if _is_spelt_nearly(name, case.names) or own_words(case, name):
        return None
    detail = sentence(f"Page {page} lies inside {caption(case)}")
    evidence = (case_evidence(case, page),)
    differs = Finding("case_name", "refuted", "name_differs", detail, citation.name_span, evidence)
    return Place(citation, None, (), holding, (within, differs))


def _is_spelt_nearly(name: str, captions: Sequence[str]) -> bool:
    """Whether a word of a name is one of a caption but for a letter, as scanners misread them."""
    words = [word for caption_ in captions for word in _WORD.findall(caption_.casefold())]
    return any(
        get_close_matches(word, words, 1, _NEARLY) for word in _WORD.findall(name.casefold())
    )


def _within(citation: Citation, case: Case, page: str) -> Finding:
    detail = sentence(f"Page {page} lies inside {caption(case)}")
    evidence = (case_evidence(case, page),)
    return Finding("existence", "verified", "within_range", detail, citation.core_span, evidence)


def at_place_of(citation: Citation, root: Place, antecedent: Place) -> Citation:
    """An id., supra or reference with the volume and reporter its pages count in.

    Those of the antecedent, unless the pin cite fits only another place where the case is
    printed ("550 U.S. 544, 127 S. Ct. 1955 ... Id. at 1964").
    """
    own = antecedent.citation
    volume, reporter, reporters = own.volume, own.reporter, own.reporters
    printed = root.authority.citations if root.authority is not None else ()
    fitting = [place for place in printed if _has_page(place, citation)]
    if fitting and not any(p.volume == volume and p.reporter in reporters for p in fitting):
        volume, reporter = fitting[0].volume, fitting[0].reporter
        reporters = (reporter,)
    return replace(citation, volume=volume, reporter=reporter, reporters=reporters)


def has_page(place: Place, citation: Citation) -> bool:
    """Whether the case at a place is printed on the page that a citation cites."""
    printed = place.authority.citations if place.authority is not None else ()
    return any(_has_page(each, citation) for each in printed)


def _has_page(place: CaseCitation, citation: Citation) -> bool:
    pin = page_number(citation.pin_pages[0]) if citation.pin_pages else None
    first, last = page_number(place.first_page), page_number(place.last_page or "")
    return pin is not None and first is not None and last is not None and first <= pin <= last


def why_not_judged(root: Place) -> tuple[str, str]:
    """Reason and sentence for what is left unchecked when no case is held at the place."""
    if root.candidates:
        names = "; ".join(caption(case) for case in root.candidates)
        return "ambiguous", f"Several cases fit: {names}."
    for finding in root.findings:
        if finding.check == "existence" and finding.outcome == "unchecked":
            return finding.reason, finding.detail
    return "volume_not_held", "The case is not held."


def goes_by(index: OpinionIndex, name: str) -> bool:
    """Whether an opinion has a name as its own: with no citation behind it.

    A case of several captions is listed under one of them and may be known by another.
    """
    written = letters_of(name)
    view = index.view
    start = view.letters.find(written) if written else -1
    while start >= 0:
        end = view.span(start, start + len(written)).end
        if not _CITED_BEHIND.match(view.text, end):
            return True
        start = view.letters.find(written, start + 1)
    return False


def is_told_of(opinion: Opinion, name: str) -> bool:
    """Whether an opinion may be known by a name: it is told at the outset, or often.

    Not counted is where it stands as another case's, with a citation behind it.
    """
    words = name.split()
    written = re.compile(r"\b" + r"\s+".join(map(re.escape, words)) + r"(?!\w)", re.IGNORECASE)
    found = [
        match.start()
        for match in written.finditer(opinion.text)
        if not _CITED_BEHIND.match(opinion.text, match.end())
    ]
    return bool(found) and (found[0] < _OWN_PARTY_EARLY or len(found) >= _OWN_PARTY_TIMES)


def tells_of_party(opinion: Opinion, citation: Citation, case: Case) -> bool:
    """Whether the party that the caption lacks is a party of the opinion by its own words.

    Sources list a case of many defendants under one of them ("Scott v. Amer. Natl. Trust" for
    Scott v. Carpanzano): the other is named at the outset, and again and again. A sovereign
    is named in many opinions and tells nothing.
    """
    written = (citation.case_name, citation.plaintiff, citation.defendant)
    compared = compare_names(*written, case.names)
    for party in (compared.plaintiff, compared.defendant):
        if party.result != "differs" or party.common or party.written is None:
            continue
        words = party.written.split()
        if len("".join(words)) < _OWN_PARTY_LETTERS:
            continue
        name = re.compile(r"\b" + r"\s+".join(map(re.escape, words)) + r"(?!\w)")
        found = [match.start() for match in name.finditer(opinion.text)]
        return len(found) >= _OWN_PARTY_TIMES and found[0] < _OWN_PARTY_EARLY
    return False
