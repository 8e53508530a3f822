"""The checks that need no words of the opinion, on facts typed by hand."""

from dataclasses import replace

import pytest

from voirdire.authorities.types import Case, CaseCitation, Holding, Opinion, PageMark, PageSeries
from voirdire.citations.types import Citation, Parenthetical
from voirdire.citecheck.checks import (
    check_case_name,
    check_court_year,
    check_existence,
    check_pin_cite,
    check_printed_elsewhere,
)
from voirdire.findings import Span

ORCHARD = Case(
    "orchard",
    ("Orchard Mutual Insurance Co. v. Bell",),
    (CaseCitation("402", "F.3d", "100", "120"),),
    court="ca9",
    date="2005-04-11",
    year=2005,
)


def cite(**fields):
    """A full citation "Orchard Mut. Ins. Co. v. Bell, 402 F.3d 100 (9th Cir. 2005)"."""
    values = {
        "kind": "full",
        "text": "Orchard Mut. Ins. Co. v. Bell, 402 F.3d 100 (9th Cir. 2005)",
        "span": Span(0, 58),
        "core_span": Span(31, 43),
        "volume": "402",
        "reporter": "F.3d",
        "reporter_text": "F.3d",
        "reporters": ("F.3d",),
        "page": "100",
        "case_name": "Orchard Mut. Ins. Co. v. Bell",
        "plaintiff": "Orchard Mut. Ins. Co.",
        "defendant": "Bell",
        "name_span": Span(0, 29),
        "year": 2005,
        "court": "ca9",
    }
    return Citation(**{**values, **fields})


NOTHING = Holding("none")
WHOLE = Holding("whole")
INSIDE_ORCHARD = Holding("partial", enclosing=(ORCHARD,))


@pytest.mark.parametrize(
    ("citation", "holding", "outcome", "reason"),
    [
        # The case begins there.
        (cite(), Holding("partial", starting=(ORCHARD,)), "verified", "exact"),
        # Nothing of the volume is held: absence says nothing.
        (cite(), NOTHING, "unchecked", "volume_not_held"),
        # A case of the volume is held, others may be missing.
        (cite(), Holding("partial"), "unchecked", "volume_not_held"),
        # Every case of the volume is listed.
        (cite(), WHOLE, "refuted", "absent_from_complete_volume"),
        # Strictly inside the case of the same name.
        (cite(page="110"), INSIDE_ORCHARD, "refuted", "inside_page_as_first"),
        # Strictly inside a case of another name.
        (
            cite(page="110", case_name="Roe v. Doe", plaintiff="Roe", defendant="Doe"),
            INSIDE_ORCHARD,
            "refuted",
            "page_inside_other_case",
        ),
        # The last page is shared by two cases.
        (
            cite(page="120", case_name="Roe v. Doe", plaintiff="Roe", defendant="Doe"),
            Holding("partial", bordering=(ORCHARD,)),
            "unchecked",
            "last_page_shared",
        ),
        # F.2d ended with volume 999.
        (
            cite(volume="1012", reporter="F.2d", reporters=("F.2d",)),
            NOTHING,
            "refuted",
            "volume_out_of_range",
        ),
        # F.4th is open: a high volume may come.
        (
            cite(volume="1012", reporter="F.4th", reporters=("F.4th",)),
            NOTHING,
            "unchecked",
            "volume_not_held",
        ),
        # The volume's years exclude the year.
        (
            cite(year=1988),
            Holding("partial", years=(2004, 2005)),
            "refuted",
            "volume_out_of_range",
        ),
        # One year beside the volume's is a term's edge.
        (cite(year=2006), Holding("partial", years=(2004, 2005)), "unchecked", "volume_not_held"),
        # The cases held span eleven years, so the volume may span more.
        (cite(year=2025), Holding("partial", years=(2004, 2014)), "unchecked", "volume_not_held"),
        (cite(year=2026), Holding("partial", years=(2004, 2014)), "refuted", "volume_out_of_range"),
        (cite(page=None), None, "unchecked", "slip_citation"),
        (cite(kind="database"), None, "unchecked", "database_citation"),
        (cite(kind="docket"), None, "unchecked", "slip_citation"),
        (cite(kind="statute"), None, "unchecked", "not_case_law"),
        (cite(kind="record"), None, "unchecked", "not_case_law"),
    ],
)
def test_existence(citation, holding, outcome, reason):
    finding = check_existence(citation, holding)
    assert (finding.outcome, finding.reason) == (outcome, reason)
    if outcome != "unchecked":
        assert finding.evidence


def test_denial_of_review_is_not_missed_in_a_whole_volume():
    finding = check_existence(cite(), WHOLE, following="cert. denied")
    assert (finding.outcome, finding.reason) == ("unchecked", "not_case_law")


@pytest.mark.parametrize(
    ("written", "outcome", "reason"),
    [
        ({}, "verified", "exact"),
        # Other parties altogether.
        (
            {"case_name": "Smith v. Jones", "plaintiff": "Smith", "defendant": "Jones"},
            "refuted",
            "name_differs",
        ),
        (
            {
                "case_name": "Bell v. Orchard Mut. Ins. Co.",
                "plaintiff": "Bell",
                "defendant": "Orchard Mut. Ins. Co.",
            },
            "refuted",
            "parties_swapped",
        ),
        (
            {"case_name": "Orchard Mut. Ins. Co. v. Kerr", "defendant": "Kerr"},
            "refuted",
            "one_party_differs",
        ),
    ],
)
def test_case_name(written, outcome, reason):
    finding = check_case_name(cite(**written), [ORCHARD])
    assert (finding.outcome, finding.reason) == (outcome, reason)


@pytest.mark.parametrize(
    ("defendant", "court", "outcome"),
    [
        ("State", "gactapp", "verified"),
        ("Georgia", "gactapp", "verified"),
        # The state named is not the court's.
        ("Maryland", "gactapp", "refuted"),
        # A federal court hears the cases of every state.
        ("Maryland", "ca4", "verified"),
        # The source does not say whose court it is.
        ("Maryland", None, "verified"),
    ],
)
def test_a_named_state_must_be_that_of_the_court(defendant, court, outcome):
    case = Case("t", ("Taylor v. State",), (CaseCitation("259", "Ga. App.", "457"),), court=court)
    name = f"Taylor v. {defendant}"
    citation = cite(case_name=name, plaintiff="Taylor", defendant=defendant)
    assert check_case_name(citation, [case]).outcome == outcome


def test_case_name_of_a_shared_page_matches_either_case():
    other = Case("other", ("In re Tallow",), (CaseCitation("402", "F.3d", "100", "101"),))
    finding = check_case_name(cite(), [other, ORCHARD])
    assert finding.outcome == "verified"
    assert finding.evidence[0].source == "orchard"


def test_a_decision_listed_without_a_name_leaves_the_name_unchecked():
    unnamed = Case("list", (), (CaseCitation("402", "F.3d", "100"),))
    finding = check_case_name(cite(), [unnamed])
    assert (finding.outcome, finding.reason) == ("unchecked", "no_text")


@pytest.mark.parametrize(
    ("written", "outcome", "reason"),
    [
        ({}, "verified", "exact"),
        ({"year": 2004}, "refuted", "year_differs"),
        ({"court": "ca5"}, "refuted", "court_differs"),
        ({"court": None}, "verified", "exact"),
    ],
)
def test_court_year(written, outcome, reason):
    finding = check_court_year(cite(**written), ORCHARD)
    assert (finding.outcome, finding.reason) == (outcome, reason)


@pytest.mark.parametrize(
    ("written", "held", "outcome"),
    [
        ("nyappdiv", "nyappdiv2", "verified"),  # the source names the department
        ("calctapp2d", "calctapp", "verified"),  # the citation names the district
        ("ca1", "ca10", "refuted"),  # one begins like the other
        ("ala", "alaska", "refuted"),  # likewise
        ("ohio", "ohioctapp", "refuted"),  # the court above it
    ],
)
def test_courts_of_one_name(written, held, outcome):
    finding = check_court_year(cite(court=written, year=None), replace(ORCHARD, court=held))
    assert finding.outcome == outcome


def test_court_year_says_nothing_where_nothing_is_written():
    assert check_court_year(cite(court=None, year=None), ORCHARD) is None


MARKS = (PageMark(0, "100"), PageMark(50, "101"), PageMark(90, "102"))
OPINION = Opinion(ORCHARD, "x" * 120, (PageSeries("402", "F.3d", MARKS),))


@pytest.mark.parametrize(
    ("pins", "opinion", "outcome", "reason"),
    [
        ((101,), OPINION, "verified", "exact"),
        # Inside the case, but that page's words are not held.
        ((115,), OPINION, "verified", "within_range"),
        ((115,), None, "verified", "within_range"),
        ((120,), None, "verified", "within_range"),
        ((121,), OPINION, "refuted", "pin_out_of_range"),
        ((99,), OPINION, "refuted", "pin_out_of_range"),
        # A range that runs out of the opinion.
        ((119, 120, 121), OPINION, "refuted", "pin_out_of_range"),
        (("iv",), OPINION, "unchecked", "no_page_marks"),
    ],
)
def test_pin_cite(pins, opinion, outcome, reason):
    citation = cite(pin_pages=pins, pin_span=Span(45, 48))
    finding = check_pin_cite(citation, ORCHARD, None, opinion)
    assert (finding.outcome, finding.reason) == (outcome, reason)


@pytest.mark.parametrize(
    ("page", "reach", "outcome", "reason"),
    [
        (500, None, "refuted", "pin_out_of_range"),  # the reference names its case
        (130, 60, "refuted", "pin_out_of_range"),  # just outside
        (500, 60, "unchecked", "association_not_sure"),  # far off
        (121, 0, "unchecked", "association_not_sure"),  # nothing says what is meant
    ],
)
def test_a_page_outside_refutes_as_far_as_the_reference_reaches(page, reach, outcome, reason):
    citation = cite(kind="id", pin_pages=(page,), pin_span=Span(45, 48))
    finding = check_pin_cite(citation, ORCHARD, None, OPINION, reach=reach)
    assert (finding.outcome, finding.reason) == (outcome, reason)


def test_a_pin_into_a_dissent_that_is_not_held_is_unchecked():
    dissent = Parenthetical("separate", "Hale, J., dissenting", Span(50, 70))
    citation = cite(pin_pages=(125,), pin_span=Span(45, 48), parentheticals=(dissent,))
    finding = check_pin_cite(citation, ORCHARD, None, OPINION)
    assert (finding.outcome, finding.reason) == ("unchecked", "no_text")


def test_the_next_case_of_a_whole_volume_bounds_the_pin():
    open_ended = Case("open", ("Roe v. Doe",), (CaseCitation("402", "F.3d", "100"),))
    holding = Holding("whole", starting=(open_ended,), next_page="108")
    refuted = check_pin_cite(
        cite(pin_pages=(109,), pin_span=Span(45, 48)), open_ended, holding, None
    )
    assert (refuted.outcome, refuted.reason) == ("refuted", "pin_out_of_range")
    unknown = check_pin_cite(cite(pin_pages=(109,), pin_span=Span(45, 48)), open_ended, None, None)
    assert (unknown.outcome, unknown.reason) == ("unchecked", "no_page_marks")


@pytest.mark.parametrize(
    ("fields", "refuted"),
    [
        # The case named is held, of that year, and printed in another reporter.
        ({}, True),
        # Of another year it may be another case of the same name.
        ({"year": 1998}, False),
        ({"year": None}, False),
        # A party differs: nothing is known of that case.
        ({"defendant": "Cooper", "case_name": "Orchard Mut. Ins. Co. v. Cooper"}, False),
        # A topical service prints cases too, and so do journals.
        ({"reporter_text": "Empl. Prac. Dec. (CCH)"}, False),
        # A slip of the pen for a reporter that is known.
        ({"reporter_text": "F.3dd"}, False),
        # The name stands elsewhere: another citation of a string may own it.
        ({"core_span": Span(60, 75)}, False),
    ],
)
def test_a_reporter_nobody_knows_of_a_case_that_is_printed_elsewhere(fields, refuted):
    unknown = {"kind": "unknown", "reporter": None, "reporters": (), "reporter_text": "Plum. Rep."}
    finding = check_printed_elsewhere(cite(**unknown | fields), [ORCHARD])
    assert (finding is not None) is refuted
    if finding is not None:
        assert (finding.outcome, finding.reason) == ("refuted", "unknown_reporter")
        assert "402 F.3d 100" in finding.detail
