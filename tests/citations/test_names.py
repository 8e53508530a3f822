# ruff: noqa: E501
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voirdire.citations.names import compare_names, short_name_matches
from voirdire.citations.parties import parse_caption

SAME = [
    # written, caption
    ("Bell Atl. Corp. v. Twombly", "Bell Atlantic Corporation v. Twombly"),  # T.6 and T.10
    ("Bell Atlantic Corp. v. Twombly", "BELL ATL. CORP. ET AL. v. TWOMBLY ET AL."),  # the other way
    ("Nat'l Ass'n of Mfrs. v. Roe", "National Association of Manufacturers v. Roe"),  # contractions
    ("Ass’n of Roe Cntys. v. Poe", "Association of Roe Counties v. Poe"),  # curly apostrophe
    ("Monell v. Dep't of Soc. Servs.", "Monell v. New York City Dept. of Social Servs."),
    ("Monell v. Dep't of Soc. Servs. of the City of N.Y.", "Monell v. New York City Dept. of Social Servs."),
    ("Ins. Corp. of Ir. v. Compagnie", "Insurance Corporation of Ireland, Ltd. v. Compagnie des Bauxites"),
    ("U.S. v. Roa-Medina", "UNITED STATES of America, Appellee, v. Eddy ROA-MEDINA, Defendant, Appellant."),
    ("United States v. Roe", "US v. Roe"),
    ("NLRB v. Roe Co.", "National Labor Relations Board v. Roe Company, Inc."),  # acronym
    ("Roe v. FDIC", "Roe v. Federal Deposit Insurance Corporation"),  # with the ending in it
    ("United States v. Moreno", "United States v. Rivera-Moreno"),  # the second surname alone
    ("National Labor Relations Board v. Roe", "N.L.R.B. v. Roe"),
    ("Ghorbal v. I.N.S.", "Ghorbal v. Immigration & Naturalization Service"),
    ("Burkhart v. WMATA", "Eduardo Burkhart v. Washington Metropolitan Area Transit Authority"),
    ("State v. Wallow", "State of Ohio, Plaintiff-Appellee, v. John Wallow, Defendant-Appellant"),
    ("People v. Wallow", "The People of the State of Illinois v. Wallow"),
    ("Commonwealth v. Wallow", "Massachusetts v. Wallow"),
    ("Ohio v. Wallow", "State v. Wallow"),
    ("Shurtleff v. City of Boston", "Shurtleff v. Boston"),
    ("Rodriguez-Garcia v. Miranda-Marin", "Carmen L. RODRÍGUEZ-GARCÍA, Plaintiff, v. William MIRANDA-MARÍN, Municipality of Caguas, Defendants"),
    ("Clark v. Cmty. for Creative NonViolence", "Clark v. Community for Creative Non-Violence"),
    ("Charania v. Shulman", "ESTATE OF Noordin M. CHARANIA et al., Petitioners, Appellants, v. Douglas L. SHULMAN, Commissioner of Internal Revenue Service, Respondent, Appellee."),
    ("Estate of Charania v. Comm'r of Internal Revenue", "ESTATE OF Noordin M. CHARANIA et al., Petitioners, v. Douglas L. SHULMAN, Commissioner of Internal Revenue Service"),
    ("United States ex rel. Loughren v. Unum Grp.", "UNITED STATES ex rel. Patrick LOUGHREN, Relator, Appellee, v. UNUM GROUP, Defendant, Appellant."),
    ("United States ex rel. Loughren v. Unum Grp.", "US v. UNUM GROUP"),
    ("Sprewell v. Golden State Warriors", "Latrell F. SPREWELL v. GOLDEN STATE WARRIORS National Basketball Association, Defendants-Appellees Latrell F. Sprewell, and Robert Thompson, Jr. v. Golden State Warriors"),
    ("United States v. Muniz-Massa", "UNITED STATES of America, Appellee, v. Gabriel RIVERA, Defendant, Appellant. United States of America, Appellee, v. Excel A. Muñiz-Massa, Defendant, Appellant."),
    ("Donaldson v. Clark", "Jurldine A. Donaldson v. Paul v. Clark"),  # a middle initial "v."
    ("JONES V. SMITH", "Jones v. Smith"),  # capital V.
    ("In re Bieter Co.", "In Re Bieter Company"),
    ("In re Chemtura Corp.", "In the Matter of Chemtura Corporation, Debtor"),
    ("In re Case", "Citizens Bank & Trust Co. v. Case (In re Case)"),
    ("Citizens Bank & Tr. Co. v. Case (In re Case)", "In re Case"),
    ("Ashcroft v. Iqbal", "Ashcroft v. Igbal"),  # OCR
    ("Harriman v. Hancock Cnty.", "David HARRIMAN v. HANCOCK COUNTY, a Political Subdivision of the State of Maine"),
    ("AT&T Corp. v. Roe", "American Telephone & Telegraph Corp. v. Roe"),
    ("J.D.B. v. North Carolina", "J. D. B. v. NORTH CAROLINA"),
    ("Wong v. PartyGaming Ltd.", "Rose WONG; Patrick Gibson, Plaintiffs-Appellants, v. Party Gaming LTD.; Partygaming PLC"),
    ("United States v. Texas", "United States v. State of Texas"),  # two sovereigns, both agree
    ("Abbott Lab'ys v. Gardner", "Abbott Laboratories v. Gardner"),  # a contraction of no table
    ("Brandenb[u]rg v. Ohio", "Brandenburg v. Ohio"),  # a letter mended
    ("Kinney v. City of New York", "Joseph KINNEY v. CITY OF NEW YORK, Marsha Roe, individually"),
    ("Bowie v. Roe", "Bowie, Juan v. Roe, Richard"),  # surname first
    ("Juan Bowie v. Roe", "Bowie, Juan v. Roe, Richard"),
    ("Jesse v. Danforth", "Jean C. Jesse, by Her Guardian, v. R. Clarke Danforth, M.D., S.C., Michael v. Roe, M.D., Defendants"),
    ("O'Brien v. Carl's Drug Co.", "O’Brien v. Carls Drug"),
]  # fmt: skip

OTHER = [
    # written, caption, result
    ("Roe v. Wallow", "Wallow v. Roe", "swapped"),
    ("Roe v. United States", "United States v. Roe", "swapped"),
    ("Roe v. Wallow", "Roe v. Hartman", "one_party"),
    ("Roe v. Rivera-Moreno", "Roe v. Moreno", "one_party"),  # one surname of two
    ("Vance v. Hartman", "Roe v. Hartman", "one_party"),
    ("United States v. Vance", "United States v. Hartman", "one_party"),  # shared by thousands
    ("State v. Vance", "Ohio v. Hartman", "one_party"),
    ("Ohio v. Vance", "Texas v. Vance", "one_party"),
    ("Roe v. Wallow", "Vance v. Hartman", "different"),
    ("Vance v. City of New York", "Vance v. New York", "one_party"),  # a city is not its state
    ("David v. Hancock County", "David HARRIMAN v. HANCOCK COUNTY", "one_party"),  # a first name
    ("Merrill Dow Pharms. v. Roe", "Vance v. Roe", "one_party"),
    ("In re Roe", "In re Vance", "different"),
    ("In re Roe", "Vance v. Hartman", "different"),
    ("United States v. Garrison", "United States v. Harrison", "one_party"),  # first letter tells
    ("Moore v. Stone", "Moody v. Stone", "one_party"),
    ("Bank v. Vance", "First National Bank v. Hartman", "different"),  # one general word
    ("Gerhard v. United States", "UNITED STATES of America, Appellee, v. Jason GERHARD, Defendant, Appellant. United States of America, Appellee, v. Cirino Gonzalez, Defendant, Appellant.", "swapped"),
    ("Roe v. Wallow", "18-15051.pdf", "not_comparable"),
    ("Roe v. Wallow", "No. 92-1068", "not_comparable"),
    ("Co. v. Inc.", "Roe v. Wallow", "not_comparable"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "caption"), SAME)
def test_same(written: str, caption: str) -> None:
    assert compare_names(written, None, None, [caption]).result == "same"


@pytest.mark.parametrize(("written", "caption", "result"), OTHER)
def test_told_apart(written: str, caption: str, result: str) -> None:
    assert compare_names(written, None, None, [caption]).result == result


def test_parties_are_reported_one_by_one() -> None:
    compared = compare_names(None, "United States", "Vance", ["United States v. Hartman"])
    assert compared.result == "one_party"
    assert (compared.plaintiff.result, compared.plaintiff.common) == ("same", True)
    assert (compared.defendant.result, compared.defendant.common) == ("differs", False)
    assert compared.defendant.source == "Hartman"


def test_best_caption_counts() -> None:
    captions = [
        "Vera v. Geren",
        "Rosa Linda VERA, Plaintiff, v. John McHUGH, Secretary of the Army",
    ]
    compared = compare_names(None, "Vera", "McHugh", captions)
    assert (compared.result, compared.caption) == ("same", captions[1])


def test_no_name_and_no_caption() -> None:
    assert compare_names(None, None, None, ["Roe v. Wallow"]).result == "not_comparable"
    assert compare_names("Roe v. Wallow", None, None, []).result == "not_comparable"


def test_missing_party_is_absent() -> None:
    compared = compare_names(None, None, "Twombly", ["Bell Atlantic Corp. v. Twombly"])
    assert (compared.result, compared.plaintiff.result) == ("same", "absent")


@pytest.mark.parametrize(
    ("short", "name", "matches"),
    [
        ("Twombly", "Bell Atl. Corp. v. Twombly", True),
        ("Bell Atlantic", "Bell Atl. Corp. v. Twombly", True),
        ("Bell Atl. Corp.", "Bell Atlantic Corporation v. Twombly", True),
        ("Iqbal", "Bell Atl. Corp. v. Twombly", False),
        ("In re Chemtura", "In re Chemtura Corp.", True),
        ("Chemtura", "In re Chemtura Corp.", True),
        ("Bell Atl. Corp. v. Twombly", "Bell Atlantic Corp. v. Twombly", True),
        ("", "Bell Atl. Corp. v. Twombly", False),
    ],
)
def test_short_names(short: str, name: str, matches: bool) -> None:
    assert short_name_matches(short, name) is matches


_PIECES = st.sampled_from(
    [
        "Roe",
        " v. ",
        " v",
        "United States",
        "In re ",
        "(In re ",
        ")",
        "Co.",
        "&",
        "'",
        ", Appellee",
        "é",
        "\ud800",
        "12",
        " ",
        "[",
        "*16",
        "V. ",
        "U.",
        "S.",
        ";",
    ]
)
_NAMES = st.lists(_PIECES, max_size=12).map("".join) | st.text(max_size=40)


@settings(max_examples=150, deadline=None)
@given(_NAMES, _NAMES)
def test_never_fails(written: str, caption: str) -> None:
    compared = compare_names(written, None, None, [caption])
    assert compared.caption in (None, caption)
    short_name_matches(written, caption)
    parse_caption(written)


def test_long_hostile_names_are_fast() -> None:
    hostile = "Roe v. " * 20000
    assert compare_names(hostile, None, None, [hostile]).result in ("same", "swapped")
