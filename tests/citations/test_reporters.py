"""Reporter names and whole citations to editions; facts about editions."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voirdire.citations.reporters import (
    fit_year,
    is_unheard_court_print,
    last_series,
    nearest_known,
    reporter_facts,
    reporter_table,
    split_citation,
)
from voirdire.citations.types import DeclaredReporter

SPLIT = [
    ("370 F.3d 1223", ("370", "F.3d", "1223")),  # as the Bluebook has it
    ("370 F. 3d 1223", ("370", "F.3d", "1223")),  # with a space
    ("370 F3d 1223", ("370", "F.3d", "1223")),  # New York, without periods
    ("370 F.3D 1223", ("370", "F.3d", "1223")),  # all capitals
    ("12 F. Supp.3d 5", ("12", "F. Supp. 3d", "5")),  # half a space
    ("104 S.Ct. 2052", ("104", "S. Ct.", "2052")),  # without a space
    ("104 SC 2052", ("104", "S. Ct.", "2052")),  # Georgia
    ("80 LE2d 674", ("80", "L. Ed. 2d", "674")),  # Georgia
    ("571 US 117", ("571", "U.S.", "117")),  # New York
    ("288 U. S. 344", ("288", "U.S.", "344")),  # spaced
    ("5 SE2d 6", ("5", "S.E.2d", "6")),  # Georgia
    ("12 NYS2d 3", ("12", "N.Y.S.2d", "3")),  # New York
    ("1 AD3d 4", ("1", "A.D.3d", "4")),  # New York
    ("1 Misc 3d 4", ("1", "Misc. 3d", "4")),  # New York
    ("217 Ga. App. 4", ("217", "Ga. App.", "4")),  # two words
    ("14 OBR 538", ("14", "Ohio B.", "538")),  # Ohio
    ("5 U.S. (1 Cranch) 137", ("5", "U.S.", "137")),  # nominative reporter
    ("2014-Ohio-1234", ("2014", "Ohio", "1234")),  # neutral, hyphens
    ("2013 IL 114044", ("2013", "IL", "114044")),  # neutral
    ("2013 IL App (1st) 120711-U", ("2013", "IL App (1st)", "120711-U")),  # unpublished
    ("2024 NY Slip Op 30259(U)", ("2024", "NY Slip Op", "30259(U)")),  # unpublished
    ("2012 ND 12", ("2012", "ND", "12")),  # a year: neutral
    ("12 N.D. 34", ("12", "N.D.", "34")),  # a volume: North Dakota Reports
    ("1997 OSHD (CCH) P31,311", ("1997", "CCH OSHD", "P31,311")),  # paragraph number
    ("2023 WL 3568661", ("2023", "WL", "3568661")),  # database
]


@pytest.mark.parametrize(("text", "expected"), SPLIT)
def test_split_citation(text: str, expected: tuple[str, str, str]) -> None:
    split = split_citation(text)
    assert split is not None
    volume, editions, page = split
    assert (volume, editions[0], page) == expected


@pytest.mark.parametrize("text", ["512 Fict. Rep. 44", "Ames v. Boyd", "12 F.3d", "", "F.3d 12"])
def test_split_citation_of_what_is_none(text: str) -> None:
    assert split_citation(text) is None


def test_declared_reporters_are_known() -> None:
    declared = (
        DeclaredReporter("Fict. Rep.", variations=("Fict. R.",), court="ames", last_volume=9),
    )
    assert split_citation("5 Fict.Rep. 44", declared) == ("5", ("Fict. Rep.",), "44")
    assert split_citation("5 Fict. R. 44", declared) == ("5", ("Fict. Rep.",), "44")
    facts = reporter_facts("Fict. Rep.", declared)
    assert facts is not None
    assert (facts.court, facts.last_volume) == ("ames", 9)


def test_year_puts_the_fitting_edition_first() -> None:
    # "H.": Hill's New York Reports ended in 1844, Hawaii Reports began in 1847 and go on.
    table = reporter_table()
    assert fit_year(("Hill", "Haw."), 1960, table) == ("Haw.", "Hill")
    assert fit_year(("Haw.", "Hill"), 1840, table) == ("Hill", "Haw.")
    assert fit_year(("Hill", "Haw."), None, table) == ("Hill", "Haw.")


FACTS = [
    ("U.S.", None, "scotus"),  # open
    ("F.2d", 999, None),  # closed, several courts
    ("F.4th", None, None),  # open
    ("L. Ed.", 100, "scotus"),  # closed, one court
    ("Ga. App.", None, "gactapp"),  # open, one court
]


@pytest.mark.parametrize(("edition", "last", "court"), FACTS)
def test_reporter_facts(edition: str, last: int | None, court: str | None) -> None:
    facts = reporter_facts(edition)
    assert facts is not None
    assert (facts.last_volume, facts.court) == (last, court)


NEAR = [
    ("F.3d", "F.3d"),  # itself
    ("F. Sup.", "F. Supp."),  # a letter short
    ("Fict. Rep.", None),  # far from all
    ("Zyx. Ct. Rev. Dig.", None),  # far from all
]


@pytest.mark.parametrize(("written", "edition"), NEAR)
def test_nearest_known(written: str, edition: str | None) -> None:
    assert nearest_known(written) == edition


SERIES = [
    ("N.E.6th", None, "N.E.3d"),  # three behind the last
    ("U. S. 3d", None, "U.S."),  # a reporter of one series
    ("F.7th", None, "F.4th"),  # one letter, but four series
    ("F. Supp. 3d", None, None),  # a series that exists
    ("So. 4th", 1986, "So. 3d"),  # the next one, in a year before the last began
    ("So. 4th", None, None),  # the next one may have begun since
    ("So. 4th", 2023, "So. 3d"),  # a year of which all series of courts are known
    ("So. 4th", 2031, None),  # nobody knows yet
    ("A.L.R.7th", 2016, None),  # it exists; the database ends with the sixth
    ("A.L.R. Fed. 3d", 2017, None),  # likewise
    ("I.E.R. Cas. 2d", 2012, None),  # topical services go by series of their own
    ("A.2d", 1890, None),  # a year too early, but the series exists
    ("Zyx. Rep. 7th", None, None),  # the reporter itself is not known
    ("F.3d", None, None),
    ("", None, None),
]


@pytest.mark.parametrize(("written", "year", "last"), SERIES)
def test_last_series(written: str, year: int | None, last: str | None) -> None:
    assert last_series(written, year) == last


COURT_PRINTS = [
    ("Nat'l Ct. Rep.", True),  # region, court, reports
    ("W. Cir. 3d", True),  # region, court, series
    ("App. Ct. Dig. 4th", True),  # no region, but a series
    ("Sup. Ct. Rep.", False),  # another form of S. Ct.
    ("U.S. Sup. Ct. Rep.", False),  # the same with its region
    ("Fed. Cas.", False),  # the Federal Cases
    ("App. Cas.", False),  # the English Appeal Cases: no region
    ("Eur. Ct. H.R.", False),  # a region of another continent
    ("Am. Jur. 2d", False),  # an encyclopedia
    ("Ohio Ct. Rep.", False),  # states' reports go by many forms
    ("Off. Trans.", False),  # nothing of a court
    ("", False),
]


@pytest.mark.parametrize(("written", "is_unheard"), COURT_PRINTS)
def test_reports_of_courts_that_no_database_has(written: str, is_unheard: bool) -> None:
    assert is_unheard_court_print(written) is is_unheard


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=40))
def test_any_text_can_be_asked(text: str) -> None:
    split_citation(text)
    nearest_known(text[:12])
    last_series(text, 1990)
    is_unheard_court_print(text)
