"""Court names as written to courts-db ids."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voirdire.citations.courts import find_court

COURTS = [
    ("5th Cir.", "ca5"),  # Bluebook
    ("3d Cir.", "ca3"),  # Bluebook ordinal
    ("2nd Cir.", "ca2"),  # other ordinal
    ("3d. Cir.", "ca3"),  # stray period
    ("D.C. Cir.", "cadc"),
    ("Fed. Cir.", "cafc"),
    ("D.S.C.", "scd"),
    ("E.D. Pa.", "paed"),
    ("M.D. Pa.", "pamd"),
    ("D. Md.", "mdd"),
    ("D. Minn.", "mnd"),
    ("C.D.Cal.", "cacd"),  # no space
    ("W.D.N.Y", "nywd"),  # last period lost
    ("S.D.W. Va.", "wvsd"),
    ("Bankr. S.D.N.Y.", "nysb"),
    ("Bankr. D. Del.", "deb"),
    ("B.A.P. 9th Cir.", "bap9"),
    ("9th Cir. BAP", "bap9"),
    ("Fed. Cl.", "uscfc"),
    ("Ga. Ct. App.", "gactapp"),
    ("Ga. App.", "gactapp"),
    ("Cal. Ct. App.", "calctapp"),
    ("Cal.App. 4th Dist.", "calctapp"),  # district of the court
    ("Ill. App. Ct. 1st Dist.", "illappct"),
    ("N.Y. App. Div.", "nyappdiv"),
    ("App. Div. 2d Dep't", "nyappdiv"),
    ("2d Dept", "nyappdiv"),  # New York style
    ("Sup Ct, NY County", "nysupct"),  # New York style
    ("Pa. Super. Ct.", "pasuperct"),
    ("Pa. Super.", "pasuperct"),
    ("N.J. Super. Ct. App. Div.", "njsuperctappdiv"),
    ("Tex. App.-Houston [14th Dist.]", "texapp"),
    ("Tex. Crim. App.", "texcrimapp"),
    ("Fla. 3d DCA", "fladistctapp"),
    ("Fla. Dist. Ct. App.", "fladistctapp"),
    ("Ohio App. 8th Dist.", "ohioctapp"),
    ("Mo. Ct. App. W.D.", "moctapp"),
    ("Wash. Ct. App.", "washctapp"),
    ("Del. Ch.", "delch"),
    ("2d Cir. Mar. 3, 2023", "ca2"),  # with a date
    ("9th Cir. en banc", "ca9"),  # with "en banc"
    ("United States Court of Appeals, First Circuit", "ca1"),  # long
    ("U.S. Court of Appeals for the Ninth Circuit", "ca9"),
    ("Supreme Court of the United States", "scotus"),
    ("Supreme Court of Pennsylvania.", "pa"),
    ("Court of Appeals of Georgia.", "gactapp"),
    ("Appellate Court of Connecticut.", "connappct"),
    ("Court of Appeal, Second District, Division 1, California.", "calctapp"),
    ("United States District Court, D. Massachusetts", "mad"),
    ("ca5", "ca5"),  # an id already
    ("scotus", "scotus"),
]


@pytest.mark.parametrize(("text", "court"), COURTS)
def test_find_court(text: str, court: str) -> None:
    assert find_court(text) == court


@pytest.mark.parametrize("text", ["", "1999", "Court of Nowhere", "quoting Ames", "Mar. 3, 2023"])
def test_no_court(text: str) -> None:
    assert find_court(text) is None


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60))
def test_any_text_can_be_asked(text: str) -> None:
    find_court(text)
