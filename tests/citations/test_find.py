"""Finding citations: kinds, names, courts, years, pins and what surrounds them.

Passages are written for the project. A row is (text, expected): for each citation of the
passage its numbers as written and the fields that matter, in order.
"""

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from growth import assert_growth
from voirdire.citations.find import find_citations
from voirdire.citations.reporters import is_surely_unknown
from voirdire.citations.types import Citation, DeclaredReporter
from voirdire.documents.types import FoldedText, Note
from voirdire.findings import Span

Row = tuple[str, list[tuple[str, dict[str, Any]]]]


def folded(text: str, notes: tuple[Note, ...] = ()) -> FoldedText:
    return FoldedText(text, (0,), (0,), (len(text),), notes)


def find(text: str) -> tuple[Citation, ...]:
    return find_citations(folded(text))


def core(text: str, citation: Citation) -> str:
    return text[citation.core_span.start : citation.core_span.end]


def check(text: str, expected: list[tuple[str, dict[str, Any]]]) -> None:
    citations = find(text)
    assert [core(text, c) for c in citations] == [written for written, _ in expected]
    for citation, (_, fields) in zip(citations, expected, strict=True):
        got = {name: getattr(citation, name) for name in fields}
        assert got == fields


# The project's collection of reported faults, as far as it is about finding.
REPORTED: dict[str, Row] = {
    "CB01": (
        "The rule is settled. Ames v. Boyd, 540 U.S. 93, 101 (2003). Then came Crane v. Diaz, "
        "901 F.3d 512, 515 (9th Cir. 2018) (following Ames).",
        [
            ("540 U.S. 93", {"year": 2003, "parenthetical": None, "pin_cite": "101"}),
            (
                "901 F.3d 512",
                {
                    "year": 2018,
                    "court": "ca9",
                    "parenthetical": "following Ames",
                    "pin_cite": "515",
                },
            ),
            ("Ames", {"kind": "reference", "within": 1}),
        ],
    ),
    "CB04": (
        "Cabrera v. Denton, 812 F.3d 440, 447-49 (5th Cir. 2016).",
        [
            (
                "812 F.3d 440",
                {"year": 2016, "court": "ca5", "pin_cite": "447-49", "pin_pages": (447, 448, 449)},
            )
        ],
    ),
    "CB07": (
        "Hart v. Iverson, 733 F.3d 20, 24 (1st Cir. 2013) (citing Jory v. Kemp, 601 F.3d 9, 11 "
        "(1st Cir. 2010)). The panel affirmed. Id. at 26.",
        [
            ("733 F.3d 20", {"depth": 0, "within": None, "court": "ca1"}),
            ("601 F.3d 9", {"depth": 1, "within": 0, "case_name": "Jory v. Kemp"}),
            ("Id. at 26", {"kind": "id", "pin_cite": "26", "depth": 0}),
        ],
    ),
    "CB08": (
        "Lowe v. Marsh, 317 F.3d 1090, 1095 (9th Cir. 2003). The plaintiff alleges fraud. "
        "Compl. at 1097. She says so twice. Id. at 1098.",
        [
            ("317 F.3d 1090", {"kind": "full"}),
            ("Compl. at 1097", {"kind": "record"}),
            ("Id. at 1098", {"kind": "id"}),
        ],
    ),
    "CB09": (
        "See 42 U.S.C. § 1983. Id. § 1988(b).",
        [
            ("42 U.S.C. § 1983", {"kind": "statute"}),
            ("Id. § 1988(b)", {"kind": "id", "pin_cite": "§ 1988(b)"}),
        ],
    ),
    "CB11": (
        "Section 1983 (42 U.S.C. § 1983) applies. See § 1988(b).",
        [("42 U.S.C. § 1983", {"kind": "statute"}), ("§ 1988(b)", {"kind": "statute"})],
    ),
    "CB12": (
        "Nolan v. Thompson, 471 U.S. 84, 88 (1985).",
        [
            (
                "471 U.S. 84",
                {"plaintiff": "Nolan", "defendant": "Thompson", "year": 1985, "pin_cite": "88"},
            )
        ],
    ),
    "CB13": (
        "14 Taylor, 301 F.3d at 912 (rejecting the same theory).",
        [("301 F.3d at 912", {"kind": "short", "case_name": "Taylor", "pin_cite": "912"})],
    ),
    "CB14": (
        "Lakeview Consol. School Dist. No. 7 v. Pratt, 263 F. Supp. 26, 29 (D.S.C. 1967).",
        [
            (
                "263 F. Supp. 26",
                {
                    "plaintiff": "Lakeview Consol. School Dist. No. 7",
                    "defendant": "Pratt",
                    "court": "scd",
                    "year": 1967,
                },
            )
        ],
    ),
    "CB20": (
        "The old case, 71 Mass. 12, and 135 *355 Mass. 147, are distinguishable.",
        [
            ("71 Mass. 12", {"volume": "71", "page": "12"}),
            ("135 *355 Mass. 147", {"volume": "135", "reporter": "Mass.", "page": "147"}),
        ],
    ),
    "CB22": (
        "Dorn v. Eads, 559 U.S. 393, 130 S. Ct. 1431, 176 L. Ed. 2d 311 (2010).",
        [
            ("559 U.S. 393", {"year": 2010, "case_name": "Dorn v. Eads"}),
            ("130 S. Ct. 1431", {"year": 2010, "case_name": "Dorn v. Eads"}),
            ("176 L. Ed. 2d 311", {"year": 2010, "reporter": "L. Ed. 2d"}),
        ],
    ),
    "CB26": (
        "Metz v. Arden Corp., 1997 OSHD (CCH) P31,311 (1997).",
        [("1997 OSHD (CCH) P31,311", {"case_name": "Metz v. Arden Corp.", "year": 1997})],
    ),
    "CB27": (
        "Fray v. Gill, 288 U. S. 344, 360 (1933)",
        [
            (
                "288 U. S. 344",
                {"plaintiff": "Fray", "defendant": "Gill", "pin_cite": "360", "year": 1933},
            )
        ],
    ),
    "CB28": (
        "See N.C. Gen. Stat. § 163-278.13(a); Tex. Elec. Code § 276.013.",
        [
            ("N.C. Gen. Stat. § 163-278.13(a)", {"kind": "statute"}),
            ("Tex. Elec. Code § 276.013", {"kind": "statute"}),
        ],
    ),
    "CB29": (
        "*Hill v. Ito*, 410 F.3d 33 (2d Cir. 2005); _Joy v. Kay_, 415 F.3d 55 (2d Cir. 2005).",
        [
            ("410 F.3d 33", {"plaintiff": "Hill", "defendant": "Ito", "court": "ca2"}),
            ("415 F.3d 55", {"plaintiff": "Joy", "defendant": "Kay"}),
        ],
    ),
    "CB31": (
        "JONES V. SMITH, 410 F.3d 33, 35 (2d Cir. 2005).",
        [("410 F.3d 33", {"plaintiff": "JONES", "defendant": "SMITH"})],
    ),
    "CB32": (
        "See Sorrel, 75 F.3d at 89 (holding that notice was late).",
        [
            (
                "75 F.3d at 89",
                {
                    "kind": "short",
                    "pin_cite": "89",
                    "parenthetical": "holding that notice was late",
                    "signal": "See",
                },
            )
        ],
    ),
    "CB36": (
        "In re Bieter Co., 16 F.3d 929 (8th Cir. 1994).",
        [("16 F.3d 929", {"case_name": "In re Bieter Co.", "plaintiff": None, "year": 1994})],
    ),
    "CB39": (
        "Johnson v. M'Intosh, 21 U.S. (8 Wheat.) 573 (1823).",
        [
            (
                "21 U.S. (8 Wheat.) 573",
                {"volume": "21", "reporter": "U.S.", "page": "573", "defendant": "M'Intosh"},
            )
        ],
    ),
    "CB48": (
        "TABLE OF AUTHORITIES\nHill v. Ito, 410 F.3d 33 (2d Cir. 2005) .................... 7, 12",
        [
            (
                "410 F.3d 33",
                {
                    "plaintiff": "Hill",
                    "defendant": "Ito",
                    "pin_cite": None,
                    "court": "ca2",
                    "year": 2005,
                },
            )
        ],
    ),
    "CB50": (
        "Avery v. Bond, No. 22-1234, slip op. at 6 (2d Cir. Mar. 3, 2023).",
        [
            (
                "No. 22-1234",
                {
                    "kind": "docket",
                    "case_name": "Avery v. Bond",
                    "court": "ca2",
                    "year": 2023,
                    "pin_cite": "6",
                    "docket_number": "22-1234",
                },
            )
        ],
    ),
    "CB51": (
        "Moody v. Nett, 603 U.S. 707 (2024). Moody, 603 U.S. at 723–24.",
        [
            ("603 U.S. 707", {"kind": "full"}),
            ("603 U.S. at 723–24", {"kind": "short", "pin_pages": (723, 724)}),
        ],
    ),
}


@pytest.mark.parametrize("name", REPORTED)
def test_reported_fault(name: str) -> None:
    check(*REPORTED[name])


STYLES: list[Row] = [
    # California: year after the name
    (
        "People v. Wren (1979) 25 Cal.3d 436, 441.",
        [
            (
                "25 Cal.3d 436",
                {"case_name": "People v. Wren", "year": 1979, "court": "cal", "pin_cite": "441"},
            )
        ],
    ),
    # California: short form with supra and p.
    (
        "(Wren, supra, 25 Cal.3d at p. 441.)",
        [("25 Cal.3d at p. 441", {"kind": "short", "case_name": "Wren", "pin_pages": (441,)})],
    ),
    # New York: brackets, no periods
    (
        "Ames AG v Boyd, 571 US 117, 126 [2014]; Matter of Crane v Diaz, 12 AD3d 34, 36 "
        "[2d Dept 2014].",
        [
            ("571 US 117", {"year": 2014, "reporter": "U.S.", "plaintiff": "Ames AG"}),
            (
                "12 AD3d 34",
                {"year": 2014, "court": "nyappdiv", "case_name": "Matter of Crane v Diaz"},
            ),
        ],
    ),
    # Ohio: year before the numbers, parallel citations
    (
        "State v. Marsh (1983), 20 Ohio App.3d 172, 175, 20 OBR 215, 485 N.E.2d 717.",
        [
            ("20 Ohio App.3d 172", {"year": 1983, "court": "ohioctapp", "pin_cite": "175"}),
            ("20 OBR 215", {"case_name": "State v. Marsh", "pin_cite": None}),
            ("485 N.E.2d 717", {"year": 1983}),
        ],
    ),
    # Georgia: division, parallel citations in a parenthesis, then the year
    (
        "See Stokes v. Wells, 466 U. S. 668, 687 (III) (104 SC 2052, 80 LE2d 674) (1984).",
        [
            ("466 U. S. 668", {"year": 1984, "pin_cite": "687", "case_name": "Stokes v. Wells"}),
            ("104 SC 2052", {"year": 1984, "reporter": "S. Ct.", "case_name": "Stokes v. Wells"}),
            ("80 LE2d 674", {"year": 1984, "reporter": "L. Ed. 2d"}),
        ],
    ),
    # no space before the year
    (
        "Ames v. Boyd, 5 F.3d 6, 8 (1st Cir.1993).",
        [("5 F.3d 6", {"court": "ca1", "year": 1993})],
    ),
    # neutral citations: the volume is the year
    (
        "State v. Moor, 2014-Ohio-1234, ¶ 12; People v. Zell, 2013 IL 114044, ¶¶ 15-16.",
        [
            ("2014-Ohio-1234", {"year": 2014, "pin_cite": "¶ 12", "kind": "full"}),
            ("2013 IL 114044", {"year": 2013, "case_name": "People v. Zell"}),
        ],
    ),
    # unpublished neutral citations
    (
        "In re A., 2013 IL App (1st) 120711-U. See 2024 NY Slip Op 30259(U).",
        [
            ("2013 IL App (1st) 120711-U", {"case_name": "In re A.", "page": "120711-U"}),
            ("2024 NY Slip Op 30259(U)", {"case_name": None, "year": 2024}),
        ],
    ),
    # nominative reporter
    (
        "Moss v. Nye, 5 U.S. (1 Cranch) 137, 177 (1803).",
        [("5 U.S. (1 Cranch) 137", {"page": "137", "pin_cite": "177", "year": 1803})],
    ),
    # blank pages
    (
        "Ward v. City, 592 U.S. ___ (2020); Roe v. Dane, — U.S. —, 140 S. Ct. 1 (2019).",
        [
            ("592 U.S. ___", {"page": None, "volume": "592", "year": 2020}),
            ("— U.S. —", {"page": None, "volume": None, "case_name": "Roe v. Dane"}),
            ("140 S. Ct. 1", {"year": 2019, "case_name": "Roe v. Dane"}),
        ],
    ),
    # docket number and database citation are one
    (
        "Ames v. Boyd, No. 19-cv-123, 2023 WL 3568661, at *3 (S.D.N.Y. Mar. 3, 2023).",
        [
            (
                "2023 WL 3568661",
                {
                    "kind": "database",
                    "docket_number": "19-cv-123",
                    "case_name": "Ames v. Boyd",
                    "pin_cite": "*3",
                    "pin_pages": (3,),
                    "court": "nysd",
                    "year": 2023,
                },
            )
        ],
    ),
    # docket number in the form of the Southern District of New York
    (
        "Doe v. Bell, Inc., No. 04 Civ. 5316 (DAB), 2006 WL 38511, at *2 (S.D.N.Y. 2006).",
        [("2006 WL 38511", {"docket_number": "04 Civ. 5316 (DAB)", "defendant": "Bell, Inc."})],
    ),
    # that of the Northern District of Illinois, whose letter is also a reporter's
    (
        "Ames v. Boyd, No. 11 C 0195, 2012 WL 3061482 (N.D. Ill. July 26, 2012).",
        [("2012 WL 3061482", {"docket_number": "11 C 0195", "kind": "database"})],
    ),
    (
        "Ames v. Boyd, No. 11 C 195 (N.D. Ill. July 26, 2012).",
        [("No. 11 C 195", {"docket_number": "11 C 195", "kind": "docket", "court": "ilnd"})],
    ),
    # the same without its "No."
    (
        "Ames v. Boyd, 15 C 10340, 2017 WL 1022010, at *3 (N.D. Ill. Mar. 16, 2017).",
        [("2017 WL 1022010", {"kind": "database", "pin_cite": "*3"})],
    ),
    # one letter without its point is a reporter's otherwise
    (
        "Ames v. Boyd, 11 F 195, 2 A 5 (1890).",
        [("11 F 195", {"reporter": "F."}), ("2 A 5", {"reporter": "A."})],
    ),
    # a service that the database does not list
    (
        "Ames v. Boyd, 2023 FICT LEXIS 2264, *15 (Sup Ct N.Y. County 2023)",
        [("2023 FICT LEXIS 2264", {"kind": "database", "pin_cite": "*15", "court": "nysupct"})],
    ),
    # California: parallel citations in brackets
    (
        "Crane v. Diaz (1979) 25 Cal.3d 436, 441 [158 Cal.Rptr. 839, 600 P.2d 1071].",
        [
            ("25 Cal.3d 436", {"year": 1979, "pin_cite": "441"}),
            ("158 Cal.Rptr. 839", {"year": 1979, "case_name": "Crane v. Diaz"}),
            ("600 P.2d 1071", {"year": 1979, "case_name": "Crane v. Diaz"}),
        ],
    ),
    # old opinions: the circuit between commas
    (
        "Pell v. Trans Air, Inc., 2 Cir., 1951, 187 F.2d 122, 124.",
        [("187 F.2d 122", {"court": "ca2", "year": 1951, "case_name": "Pell v. Trans Air, Inc."})],
    ),
    # a space lost its place
    (
        "Ames v. Boyd , 142 N.J. 520, 536, 666 A .2d 146 (1995)",
        [
            ("142 N.J. 520", {"case_name": "Ames v. Boyd", "year": 1995}),
            ("666 A .2d 146", {"reporter": "A.2d", "year": 1995}),
        ],
    ),
    # the Supreme Court's way to write a circuit
    ("Ames v. Boyd, 5 F. 3d 6, 8 (CA9 1993).", [("5 F. 3d 6", {"court": "ca9", "year": 1993})]),
    # a state's court of appeals, whose abbreviation is also that of an appendix
    (
        "Ames v. Boyd, 5 So. 2d 6, 8 (Fla. App. 1980).",
        [("5 So. 2d 6", {"court": "fladistctapp", "year": 1980})],
    ),
    # a parallel citation of a short form, written in full
    (
        "See Johns, 515 U.S. at 307, 115 S. Ct. 2151.",
        [
            ("515 U.S. at 307", {"kind": "short", "case_name": "Johns"}),
            ("115 S. Ct. 2151", {"kind": "full", "case_name": "Johns"}),
        ],
    ),
    # LEXIS
    (
        "Dane v. Roe, 2019 U.S. Dist. LEXIS 1234, at *5 (E.D. Pa. 2019).",
        [("2019 U.S. Dist. LEXIS 1234", {"kind": "database", "court": "paed"})],
    ),
    # pins of parallel citations stay with their own
    (
        "Bell Co. v. Tull, 550 U.S. 544, 570, 127 S. Ct. 1955, 1974 (2007).",
        [
            ("550 U.S. 544", {"pin_cite": "570"}),
            ("127 S. Ct. 1955", {"pin_cite": "1974", "case_name": "Bell Co. v. Tull"}),
        ],
    ),
]


@pytest.mark.parametrize("row", STYLES, ids=lambda row: row[0][:40])
def test_written_styles(row: Row) -> None:
    check(*row)


NAMES = [
    ("The Court held in Ames v. Boyd, 5 U.S. 6", "Ames v. Boyd"),  # prose before
    ("Plaintiff relies on Ames v. Boyd, 5 U.S. 6", "Ames v. Boyd"),  # prose, capital first
    ("As the Court in Ames v. Boyd, 5 U.S. 6", "Ames v. Boyd"),  # "the Court in"
    ("Thus, Ames v. Boyd, 5 U.S. 6", "Ames v. Boyd"),  # adverb and comma
    ("See also, e.g., Ames v. Boyd, 5 U.S. 6", "Ames v. Boyd"),  # signal with commas
    ("(quoting Ames v. Boyd, 5 U.S. 6)", "Ames v. Boyd"),  # in parentheses
    ('so "held." Ames v. Boyd, 5 U.S. 6', "Ames v. Boyd"),  # after a quotation
    ('"evidence."Ames v. Boyd, 5 U.S. 6', "Ames v. Boyd"),  # glued to a quotation
    ("It is so in Texas. Ames v. Boyd, 5 U.S. 6", "Ames v. Boyd"),  # after a sentence
    ("Bell Atl. Corp. v. Tull, 5 U.S. 6", "Bell Atl. Corp. v. Tull"),  # abbreviations
    ("See Ames & Co., Inc. v. Boyd Bros., Ltd., 5 U.S. 6", "Ames & Co., Inc. v. Boyd Bros., Ltd."),
    ("A.B. ex rel. C.D. v. Hammer, 5 U.S. 6", "A.B. ex rel. C.D. v. Hammer"),  # initials
    ("I.N.S. v. Chard, 5 U.S. 6", "I.N.S. v. Chard"),  # agency initials
    ("In re Ames, 5 U.S. 6", "In re Ames"),
    ("Ex parte Ames, 5 U.S. 6", "Ex parte Ames"),
    ("Matter of Ames, 5 U.S. 6", "Matter of Ames"),
    ("See In re Estate of Ames, 5 U.S. 6", "In re Estate of Ames"),
    ("Estate of Ames v. Comm'r, 5 U.S. 6", "Estate of Ames v. Comm'r"),
    ("State ex rel. Ames v. Boyd, 5 U.S. 6", "State ex rel. Ames v. Boyd"),
    ("United States v. Ames, 5 U.S. 6", "United States v. Ames"),
    ("AMES V. BOYD, 5 U.S. 6", "AMES V. BOYD"),  # all capitals
    ("Ames vs. Boyd, 5 U.S. 6", "Ames vs. Boyd"),
    ("Ames v Boyd, 5 U.S. 6", "Ames v Boyd"),  # no period
    ("Bd. of Educ. of Ames v. Boyd, 5 U.S. 6", "Bd. of Educ. of Ames v. Boyd"),
    ("School Dist. No. 7 v. Boyd, 5 U.S. 6", "School Dist. No. 7 v. Boyd"),  # a number
    ("O'Dell-Smith v. D'Amico, 5 U.S. 6", "O'Dell-Smith v. D'Amico"),
    (
        "Citizens for Ethics in Washington v. Boyd, 5 U.S. 6",
        "Citizens for Ethics in Washington v. Boyd",
    ),
    ("Crane, 4 U.S. 5; Ames v. Boyd, 5 U.S. 6", "Ames v. Boyd"),  # after a semicolon
    ("Washington Court of Appeals State v. Boyd, 5 U.S. 6", "State v. Boyd"),  # heading
    ("12 Ames v. Boyd, 5 U.S. 6", "Ames v. Boyd"),  # footnote number
    ("See Rosen v. Rector of Univ. of Va., 5 U.S. 6", "Rosen v. Rector of Univ. of Va."),
    ("von Bell v. von Bell, 5 U.S. 6", "von Bell v. von Bell"),  # particle
    (
        "See Drivers, Chauffeurs & Helpers Union, Local No. 5 v. Boyd Co., 5 U.S. 6",
        "Drivers, Chauffeurs & Helpers Union, Local No. 5 v. Boyd Co.",
    ),  # list
    (
        "the relief requested.Friends of Ames, Inc. v. Boyd (TOC), Inc., 5 U.S. 6",
        "Friends of Ames, Inc. v. Boyd (TOC), Inc.",
    ),
    ("It ran on Laura's behalf. Ames v. Boyd, 5 U.S. 6", "Ames v. Boyd"),
    ("Pursuant to Ames v. Boyd, 5 U.S. 6", "Ames v. Boyd"),
    ("Slaughter-House Cases, 83 U.S. 36", "Slaughter-House Cases"),
    ("Mayo , 5 U.S. 6", "Mayo"),  # stray space
    # a sentence that ends in a number, a rule, a section
    ("under the old version of Rule 11. Ames v. Boyd, 5 U.S. 6", "Ames v. Boyd"),
    ("it offends R.C. 2903.01(A)(1). State v. Boyd, 5 U.S. 6", "State v. Boyd"),
    ("School Dist. No. 7 v. Boyd, 5 U.S. 6", "School Dist. No. 7 v. Boyd"),
    # whatever is shortened before a corporate ending, the name goes on
    ("See Ames Zinss. Co. v. Boyd Zinss. Ltd., 5 U.S. 6", "Ames Zinss. Co. v. Boyd Zinss. Ltd."),
    ("See Ames Assur. Co. v. Boyd, 5 U.S. 6", "Ames Assur. Co. v. Boyd"),
    ("State v. Ames, Slip Opinion No. 2014-Ohio-77", "State v. Ames"),
    ("under the laws of the state.1 Ames v. Boyd, 5 U.S. 6", "Ames v. Boyd"),  # a note call
    ("Ames v. Boyd Inc., No. C 10-3561, 5 U.S. 6", "Ames v. Boyd Inc."),  # a docket number
    ("Ames v. Boyd Union, No. 5, 5 U.S. 6", "Ames v. Boyd Union, No. 5"),  # none
    # the case before, with its number, is another
    ("in Ames v. Boyd, No. 08-235, as it stands, see Crane, 5 U.S. at 6", "Crane"),
    ("it was found at 5 U.S. 6", None),  # no name
    ("the rule of the case. See 5 U.S. 6", None),  # no name
]


@pytest.mark.parametrize(("text", "name"), NAMES)
def test_case_name(text: str, name: str | None) -> None:
    assert find(text)[-1].case_name == name


def test_a_corporate_ending_is_no_party() -> None:
    (citation,) = find("of the\nCo. v. Boyd, 5 U.S. 6")
    assert (citation.plaintiff, citation.defendant) == (None, "Boyd")


OHIO = [
    # text, name, docket number, court
    ("State v. Ames, 8th Dist. Cuyahoga No. 90417, 2008-Ohio-44, ¶ 2", "90417", "ohioctapp"),
    ("State v. Ames, 10th Dist. No. 06AP-54, 2006-Ohio-44, ¶ 2", "06AP-54", "ohioctapp"),
    ("State v. Ames, Franklin App. No. 06AP-54, 2006-Ohio-44", "06AP-54", "ohioctapp"),
    ("State v. Ames, 8th Dist. Cuyahoga Nos. 90417 and 90418, 2008-Ohio-4", "90417", "ohioctapp"),
    ("State v. Ames, 8th Dist. Cuyahoga No. 90417, 1999 WL 44", "90417", "ohioctapp"),
    ("State v. Ames, 12 Ohio St. 3d 34, 2008-Ohio-44", None, "ohio"),
    # without a year's neutral citation the style alone does not tell the court
    (
        "State v. Ames (June 3, 1994), Portage App. No. 93-P-44, unreported, 1994 WL 4",
        "93-P-44",
        None,
    ),
]


@pytest.mark.parametrize(("text", "docket", "court"), OHIO)
def test_districts_of_ohio_are_no_part_of_the_name(
    text: str, docket: str | None, court: str | None
) -> None:
    citation = find(text)[0]
    assert citation.case_name == "State v. Ames"
    assert (citation.docket_number, citation.court) == (docket, court)


YEARS = [
    # text, year, court
    ("Ames v. Boyd, 888 P.2d 11\n(1995) ..... 7", 1995, None),  # a table's next line
    ("Ames v. Boyd, 717 F.3d 11\n(10th Cir. 2013) ..... 7", 2013, "ca10"),
    ("Ames v. Boyd, 717 F.3d 11\n(2) The court of 1999", None, None),  # a numbered paragraph
    # old opinions, without parentheses
    ("Ames v. Boyd, 1952, 281 App. Div. 11", 1952, "nyappdiv"),
    ("Ames v. Boyd, 2 Cir., 1951, 187 F.2d 11", 1951, "ca2"),
    ("In re Ames, D.C.S.D.N.Y.1952, 104 F. Supp. 11", 1952, "nysd"),
    ("In 1952, 281 App. Div. 11 was decided", None, "nyappdiv"),
    ("Ames v. Boyd, 12 R.I. 11,14 (1877)", 1877, "ri"),  # a reporter of one court
    ("Ames v. Boyd, 12 R.I. 11, 32 A. 9 (1895)", 1895, "ri"),
]


@pytest.mark.parametrize(("text", "year", "court"), YEARS)
def test_year_and_court(text: str, year: int | None, court: str | None) -> None:
    citation = find(text)[0]
    assert (citation.year, citation.court) == (year, court)


VOLUMES = [
    # a volume of a parallel citation that cannot be read is no pin
    ("Ames, 484 U.S. at 520, 108 S.Ct.- 818.", (520,)),
    ("Ames, 484 U.S. at 520, 108 5.Ct. 818.", (520,)),
    ("Ames, 484 U.S. at 520, 108 S.Ct.", (520,)),
    ("Ames, 484 U.S. at 520, 523. Crane", (520, 523)),
    ("Ames, 484 U.S. at 520, 523 (Roe, J.)", (520, 523)),
]


@pytest.mark.parametrize(("text", "pages"), VOLUMES)
def test_a_volume_is_no_pin(text: str, pages: tuple[int, ...]) -> None:
    assert find(text)[0].pin_pages == pages


def test_nothing_comes_from_the_citation_before() -> None:
    text = "Ames v. Boyd, 5 F.3d 6 (9th Cir. 2011); 7 F.3d 8 (2d Cir. 2012)."
    first, second = find(text)
    assert (first.year, first.case_name) == (2011, "Ames v. Boyd")
    assert (second.year, second.case_name) == (2012, None)


HISTORY = (
    "Ames v. Boyd, 5 F.3d 6 (5th Cir. 1999), aff'd, 526 U.S. 3 (2000), cert. denied, "
    "527 U.S. 6 (2001), overruled by Crane v. Diaz, 530 U.S. 7 (2003)."
)


def test_subsequent_history() -> None:
    citations = find(HISTORY)
    assert [c.history for c in citations] == [
        ("aff'd",),
        ("cert. denied",),
        ("overruled by",),
        (),
    ]
    assert [c.case_name for c in citations] == ["Ames v. Boyd"] * 3 + ["Crane v. Diaz"]
    assert [c.year for c in citations] == [1999, 2000, 2001, 2003]


PINS = [
    (", 447-49 (", (447, 448, 449), ()),  # shortened range
    (", 45, 47-48 (", (45, 47, 48), ()),  # list
    (", 5, 9 (", (5, 9), ()),
    (", 12 n.3 (", (12,), ("3",)),  # note
    (", 12 nn.3-4 (", (12,), ("3", "4")),  # notes
    (", 12 & n.5 (", (12,), ("5",)),
    (", 12-13 & n.5, 15 (", (12, 13, 15), ("5",)),
    (", ¶ 12 (", ("¶ 12",), ()),  # paragraph
    (", at 12 (", (12,), ()),
    (", p. 12 (", (12,), ()),
    (", iv-vi (", ("iv-vi",), ()),  # roman
    (" (", (), ()),  # none
]


@pytest.mark.parametrize(("pin", "pages", "notes"), PINS)
def test_pins(pin: str, pages: tuple[int | str, ...], notes: tuple[str, ...]) -> None:
    (citation,) = find(f"Ames v. Boyd, 5 F.3d 1{pin}1st Cir. 1993).")
    assert (citation.pin_pages, citation.pin_notes) == (pages, notes)
    assert (citation.court, citation.year) == ("ca1", 1993)


PARENTHESES = [
    ("(en banc)", "en_banc"),
    ("(plurality opinion)", "plurality"),
    ("(Roe, J., dissenting)", "separate"),
    ("(per curiam)", "separate"),
    ("(citations omitted)", "omitted"),
    ("(cleaned up)", "omitted"),
    ("(emphasis added)", "emphasis"),
    ("(quoting Crane)", "quoting"),
    ("(citing Crane)", "citing"),
    ("(holding that (a) wells and (b) ponds belong to all)", "other"),
]


@pytest.mark.parametrize(("written", "kind"), PARENTHESES)
def test_parentheticals(written: str, kind: str) -> None:
    (citation,) = find(f"Ames v. Boyd, 5 F.3d 1 (1st Cir. 1993) {written}.")
    (parenthetical,) = citation.parentheticals
    assert parenthetical.kind == kind
    assert parenthetical.text == written[1:-1]


REFERRING: list[Row] = [
    ("Id., at 26.", [("Id., at 26", {"kind": "id", "pin_pages": (26,)})]),
    ("Id. at 570-71.", [("Id. at 570-71", {"pin_pages": (570, 571)})]),
    ("Ibid.", [("Ibid.", {"kind": "id", "pin_cite": None})]),
    ("(see id. at 12 n.3)", [("id. at 12 n.3", {"pin_notes": ("3",), "depth": 1})]),
    ("Id. ¶ 4.", [("Id. ¶ 4", {"pin_cite": "¶ 4"})]),
    ("His ID number and the id of it.", []),
    (
        "Tull, supra, at 556.",
        [("supra, at 556", {"kind": "supra", "case_name": "Tull", "pin_pages": (556,)})],
    ),
    (
        "Tull, 550 U.S., supra, at 556.",
        [("550 U.S., supra, at 556", {"case_name": "Tull", "pin_pages": (556,)})],
    ),
    ("See Tull, supra note 4, at 12.", [("supra note 4, at 12", {"case_name": "Tull"})]),
    ("See supra Part II. See supra at section 3.", []),
    ("See n. 4, supra.", [("n. 4, supra", {"kind": "supra", "case_name": None})]),
    # close behind a full citation, in the running text and in a bracket
    (
        "Ames v. Tull, 5 U.S. 6 (1999). Tull, supra, at 7 (quoting Ames, supra, at 8).",
        [
            ("5 U.S. 6", {"kind": "full"}),
            ("supra, at 7", {"kind": "supra", "case_name": "Tull"}),
            ("supra, at 8", {"kind": "supra", "case_name": "Ames", "within": 1}),
        ],
    ),
]


@pytest.mark.parametrize("row", REFERRING, ids=lambda row: row[0])
def test_referring_forms(row: Row) -> None:
    check(*row)


NOT_CASES: list[Row] = [
    ("Fed. R. Civ. P. 12(b)(6)", [("Fed. R. Civ. P. 12(b)(6)", {"kind": "statute"})]),
    ("under CPLR 3212 (b)", [("CPLR 3212", {"kind": "statute"})]),
    ("RCW 9A.56.190", [("RCW 9A.56.190", {"kind": "statute"})]),
    ("See Cal. Penal Code § 187", [("Cal. Penal Code § 187", {"kind": "statute"})]),
    ("U.S. Const. amend. XIV, § 1", [("U.S. Const. amend. XIV, § 1", {"kind": "statute"})]),
    ("Pub. L. No. 111-148", [("Pub. L. No. 111-148", {"kind": "statute"})]),
    ("22 C.F.R. § 5.1", [("22 C.F.R. § 5.1", {"kind": "regulation"})]),
    ("85 Fed. Reg. 12,345", [("85 Fed. Reg. 12,345", {"kind": "regulation"})]),
    ("121 Harv. L. Rev. 1, 5 (1999)", [("121 Harv. L. Rev. 1, 5", {"kind": "journal"})]),
    ("Compl. ¶ 12", [("Compl. ¶ 12", {"kind": "record"})]),
    ("R. at 45", [("R. at 45", {"kind": "record"})]),
    ("Tr. 44:5", [("Tr. 44:5", {"kind": "record"})]),
    ("Dkt. 12 at 3", [("Dkt. 12 at 3", {"kind": "record"})]),
    ("ECF No. 86", [("ECF No. 86", {"kind": "record"})]),
    ("J.A. 112", [("J.A. 112", {"kind": "record"})]),
    ("Ex. B at 4", [("Ex. B at 4", {"kind": "record"})]),
    ("DE 83, p. 2", [("DE 83, p. 2", {"kind": "record"})]),
    ("Doc. 12", [("Doc. 12", {"kind": "record"})]),
    ("Br. 14", [("Br. 14", {"kind": "record"})]),
    ("Pet. App. 5a", [("Pet. App. 5a", {"kind": "record"})]),
    ("CP 45; RP 12", [("CP 45", {"kind": "record"}), ("RP 12", {"kind": "record"})]),
    ("in 12 Tr. 44, 3 R. 45", [("12 Tr. 44", {"kind": "record"}), ("3 R. 45", {"kind": "record"})]),
    ("108 Stat. 1796, 1985-86", [("108 Stat. 1796, 1985-86", {"kind": "statute"})]),
    ("at 1211 SW 5th Avenue, v. 32F at 347 West St.", []),
    # a law whose section sign was lost
    ("See Mass. Gen. Laws Ann. ch. 223A, 3(a) (2001); v. Mass. Gen. L. ch. 221 A, 2 (2001)", []),
    # a page number that stands inside a reporter's name
    ("Ames v. Boyd, 432 F. 4 Supp. 1213 (D. Mass. 1977)", []),
    # a footnote between the two
    ("See Matter of Ames, 432 F.\n4. In this case the court concluded", []),
    ("See Matter of Ames, 432 F. 4. In this case the court concluded", []),
    ("See Matter of Ames, 132 F. 4. In this case", [("132 F. 4", {"page": "4"})]),
    ("See Matter of Ames, 432 F.\n418, 419.", [("432 F.\n418", {"pin_pages": (419,)})]),
    # an ordinal is no page
    ("Ames v. Boyd, 432 N.Y.S. 2d", []),
    (
        "Ames v. Boyd, 68 N.Y. 2d 4, 510 N.Y. Supp. 2d 49 (1986)",
        [("68 N.Y. 2d 4", {"reporter": "N.Y.2d"}), ("510 N.Y. Supp. 2d 49", {"page": "49"})],
    ),
    ("12 Angry Men 3 times on May 3, 2003, at 5 Main St. 6, Nos. 4 and 5, $12 Mil. 4", []),
]


@pytest.mark.parametrize("row", NOT_CASES, ids=lambda row: row[0])
def test_what_is_no_case(row: Row) -> None:
    check(*row)


UNKNOWN = [
    # name, volume, page, court and year, and nothing known is near
    ("Ames v. Boyd, 512 Fict. Rep. 44, 46 (9th Cir. 2011)", "unknown", True),
    # a name without parties, which may be the title of an article
    ("The Problems of Crane, 512 Fict. Rep. 44 (9th Cir. 2011)", "unknown", False),
    # no court
    ("Ames v. Boyd, 512 Fict. Rep. 44, 46 (2011)", "unknown", False),
    # one edit from a known reporter
    ("Ames v. Boyd, 512 F. Sup. 44, 46 (D. Mass. 2011)", "full", False),
    # a journal's form
    ("Ames v. Boyd, 12 Fict. L.J. 44, 46 (D. Mass. 2011)", "journal", False),
]


@pytest.mark.parametrize(("text", "kind", "sure"), UNKNOWN)
def test_unknown_reporters(text: str, kind: str, sure: bool) -> None:
    (citation,) = find(text)
    if kind != "full":
        assert citation.kind == kind
    assert is_surely_unknown(citation) is sure


def test_declared_reporter_is_a_case() -> None:
    text = "Ames v. Boyd, 512 Fict. Rep. 44, 46 (2011). Ames, 512 Fict. Rep. at 47."
    declared = (DeclaredReporter("Fict. Rep.", court="ames"),)
    full, short = find_citations(folded(text), declared)
    assert (full.kind, full.reporter, full.court) == ("full", "Fict. Rep.", "ames")
    assert (short.kind, short.pin_pages) == ("short", (47,))


def test_reference_by_name() -> None:
    text = (
        "Ames v. Boydell, 5 F.3d 6 (9th Cir. 2011), is settled law. In Boydell, the Court said so. "
        "Mr. Boydell went home. See Boydell at 12."
    )
    citations = find(text)
    assert [(c.kind, c.text) for c in citations[1:]] == [
        ("reference", "Boydell"),
        ("reference", "Boydell at 12"),
    ]


def test_own_parties_are_no_references() -> None:
    text = (
        "KAREN BOYDELL, Plaintiff, v. ACME WELLS LLC, Defendant.\n"
        "See Ames v. Boydell, 5 F.3d 6 (9th Cir. 2011). In Boydell, this was said."
    )
    assert [c.kind for c in find(text)] == ["full"]


def test_string_citation() -> None:
    text = (
        "See Ames v. Boyd, 5 F.3d 6 (1st Cir. 1993); see also Crane v. Diaz, 7 F.3d 8 "
        "(2d Cir. 1994). Id."
    )
    assert [c.in_string for c in find(text)] == [True, True, False]


def test_note_label() -> None:
    text = "Body text.\nSee Ames v. Boyd, 5 F.3d 6 (1st Cir. 1993)."
    view = folded(text, (Note("4", Span(11, len(text))),))
    (citation,) = find_citations(view)
    assert citation.note == "4"


HOSTILE = ["((((", "v. v. ", "1 U.S. ", "12345 ", "Capital Words ", "Am. ", "§ 1-1", "supra, "]


@pytest.mark.parametrize("unit", HOSTILE)
def test_time_grows_no_faster_than_the_text(unit: str) -> None:
    def work(length: int) -> Callable[[], object]:
        view = folded((unit * (length // len(unit) + 1))[:length])
        return lambda: find_citations(view)

    assert_growth(work, 20_000)


WORDS = st.sampled_from(
    "Ames v. Boyd , 5 F.3d 6 U.S. ( 9th Cir. 2011 ) [ ] ; \n Id. at § 12 supra note In re See 550 "
    'S. Ct. ___ — n.3 & ¶ quoting 2014-Ohio-12 No. 22-1234 slip op. 42 U.S.C. " Tr. WL the'.split(
        " "
    )
)


@settings(max_examples=300, deadline=None)
@given(st.lists(WORDS, max_size=40), st.booleans())
def test_spans_are_the_text(words: list[str], spaced: bool) -> None:
    text = (" " if spaced else "").join(words)
    citations = find(text)
    for citation in citations:
        span, core_span = citation.span, citation.core_span
        assert text[span.start : span.end] == citation.text
        assert span.contains(core_span)
        if citation.pin_span is not None:
            assert text[citation.pin_span.start : citation.pin_span.end] == citation.pin_cite
        for parenthetical in citation.parentheticals:
            inside = parenthetical.span
            assert text[inside.start : inside.end] == parenthetical.text
    cores = [c.core_span for c in citations]
    assert cores == sorted(cores)
    assert all(a.end <= b.start for a, b in itertools.pairwise(cores))


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_any_text_can_be_searched(text: str) -> None:
    for citation in find(text):
        assert text[citation.span.start : citation.span.end] == citation.text
