"""Which of several cases on one page is meant."""

from dataclasses import replace

import pytest

from voirdire.authorities.types import Case, CaseCitation, Opinion
from voirdire.citations.types import Citation
from voirdire.citecheck.checks import check_case_name
from voirdire.citecheck.places import choose_case, tells_of_party
from voirdire.findings import Span

AT = (CaseCitation("12", "F.3d", "100", "120"),)
ROE = Case("roe", ("Roe v. Doe",), AT, year=1990)
ROE_AGAIN = Case("roe-again", ("Roe v. Doe",), AT, year=1991)
ROE_TWIN = Case("roe-twin", ("Roe v. Doe",), AT, year=1990)
ROE_OTHER = Case("roe-other", ("Roe v. Harbor Ferry Co.",), AT, year=1990)
ALDEN = Case("alden", ("Alden v. Birch",), AT, year=1990)


def cite(year=None):
    return Citation(
        "full",
        "Roe v. Doe, 12 F.3d 100",
        Span(0, 23),
        Span(12, 23),
        volume="12",
        reporter="F.3d",
        reporters=("F.3d",),
        page="100",
        case_name="Roe v. Doe",
        plaintiff="Roe",
        defendant="Doe",
        name_span=Span(0, 10),
        year=year,
    )


@pytest.mark.parametrize(
    ("citation", "starting", "chosen"),
    [
        # One case begins there.
        (cite(), (ROE,), ROE),
        # The name tells them apart, in any order.
        (cite(), (ALDEN, ROE), ROE),
        (cite(), (ROE, ALDEN), ROE),
        # Both parties agree in one, one party in the other.
        (cite(), (ROE_OTHER, ROE), ROE),
        # One party agrees in one, none in the other.
        (cite(), (ALDEN, ROE_OTHER), ROE_OTHER),
        # Two cases of one name: the year decides, or nothing does.
        (cite(1991), (ROE, ROE_AGAIN), ROE_AGAIN),
        (cite(1990), (ROE, ROE_TWIN), None),
        (cite(), (ROE, ROE_AGAIN), None),
        # No name agrees.
        (cite(), (ALDEN,), None),
    ],
)
def test_choice(citation, starting, chosen):
    assert choose_case(citation, starting, check_case_name(citation, starting)) == chosen


def test_without_a_name_one_of_several_is_not_sure():
    assert choose_case(cite(), (ALDEN, ROE), None) is None


MANY = Case("many", ("Roe v. Amer Harbor Trust Co",), AT, year=1990)


@pytest.mark.parametrize(
    ("defendant", "words", "told"),
    [
        # A defendant whom the source's caption leaves out, named at once and throughout.
        ("Carberry", "Roe sued Ann Carberry and others. " + "Ms. Carberry moved. " * 5, True),
        # Named now and then, as other people are.
        ("Carberry", "Roe sued Ann Carberry and others. " + "The court refused. " * 5, False),
        # Named late: a witness, or the party of a case that is discussed.
        ("Carberry", "Roe sued others. " + "x " * 1000 + "Ms. Carberry moved. " * 5, False),
        # Part of a longer word.
        ("Carberry", "Roe sued the Carberrys and others. " + "The Carberrys moved. " * 5, False),
        # A sovereign is named in many opinions.
        ("United States", "Roe sued the United States. " + "The United States moved. " * 5, False),
        # Too short to tell.
        ("Bell", "Roe sued Alexander Bell. " + "Mr. Bell moved. " * 5, False),
    ],
)
def test_party_that_the_caption_leaves_out(defendant, words, told):
    citation = replace(cite(), case_name=f"Roe v. {defendant}", defendant=defendant)
    assert tells_of_party(Opinion(MANY, words), citation, MANY) is told
