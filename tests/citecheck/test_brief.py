"""The main call on small briefs and a small library, where the rooms meet."""

import json

import pytest

from voirdire.authorities.library import Library
from voirdire.citecheck.brief import check_brief
from voirdire.documents.load import load_bytes

LACY = {
    "id": "lacy",
    "name": "Lacy v. Sitel",
    "citations": ["227 F.3d 290"],
    "page_citation": "227 F.3d 290",
    "court": "ca5",
    "date": "2000",
    "first_page": 290,
    "last_page": 294,
    "pages": [
        {"page": "290", "text": "Appeal from a default."},
        {
            "page": "292",
            "text": "The judge who is asked to end a suit unheard must look twice.[fn2]",
        },
        {"page": "294", "text": "Reversed."},
    ],
    "footnotes": [{"label": "2", "page": "292", "text": "Twice means two readings of the file."}],
}


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("law")
    rows = folder / "opinions.jsonl"
    rows.write_text(json.dumps(LACY) + "\n", encoding="utf-8")
    made = Library.create(folder / "library")
    made.add([rows])
    return made


def said(text, library):
    """(check, outcome, reason) of every quotation and pin cite."""
    report = check_brief(load_bytes("brief.txt", text.encode()), library)
    return [
        (finding.check, finding.outcome, finding.reason)
        for checked in report.citations
        for finding in checked.findings
        if finding.check in ("quotation", "pin_cite")
    ]


HOST = "Roe v. Doe, 542 F.3d 114, 118 (5th Cir. 2008)"
QUOTED = "quoting Lacy v. Sitel, 227 F.3d 290, 292 (5th Cir. 2000)"


@pytest.mark.parametrize(
    ("words", "outcome", "reason"),
    [
        ("The judge who is asked to end a suit unheard must look twice.", "verified", "exact"),
        # One word changed: the inner words are said to be Lacy's.
        (
            "The judge who is asked to end a suit unheard should look twice.",
            "refuted",
            "quotation_altered",
        ),
    ],
)
def test_the_quoted_source_stands_for_a_host_that_is_not_held(library, words, outcome, reason):
    text = f"The rule is old. \"The court held that '{words}'\" {HOST} ({QUOTED})."
    assert ("quotation", outcome, reason) in said(text, library)


def test_a_note_is_not_on_a_page_far_from_its_call(library):
    quote = '"Twice means two readings of the file." Lacy v. Sitel, 227 F.3d 290'
    assert ("quotation", "verified", "in_footnote") in said(
        f"{quote}, 292 n.2 (5th Cir. 2000).", library
    )
    # Four pages away: a note does not run on so far.
    assert ("quotation", "refuted", "quotation_on_other_page") in said(
        f"{quote}, 296 n.2 (5th Cir. 2000).", library
    )


def test_the_words_of_a_host_that_is_not_held_refute_nothing(library):
    text = f'"A clerk may enter the order once the time has run out." {HOST} ({QUOTED}).'
    assert ("quotation", "unchecked", "association_not_sure") in said(text, library)


def names(text, library):
    """(outcome, reason) of every case name."""
    report = check_brief(load_bytes("brief.txt", text.encode()), library)
    return [
        (finding.outcome, finding.reason)
        for checked in report.citations
        for finding in checked.findings
        if finding.check == "case_name"
    ]


@pytest.mark.parametrize(
    ("words", "outcome"),
    [
        # The opinion calls itself so: a second caption.
        ("Lacy v. Marsh Ferry is before us.", "unchecked"),
        # The opinion cites another case of that name.
        ("See Lacy v. Marsh Ferry, 12 F.3d 4 (5th Cir. 1993).", "refuted"),
        ("Nothing more is said.", "refuted"),
    ],
)
def test_a_second_caption_in_the_opinion_leaves_the_name_open(tmp_path, words, outcome):
    opinion = json.loads(json.dumps(LACY).replace("Appeal from a default.", words))
    rows = tmp_path / "rows.jsonl"
    rows.write_text(json.dumps(opinion) + "\n", encoding="utf-8")
    law = Library.create(tmp_path / "library")
    law.add([rows])
    text = "So it is. Lacy v. Marsh Ferry, 227 F.3d 290 (5th Cir. 2000)."
    assert [found for found, _ in names(text, law)] == [outcome]


def test_an_id_of_a_refuted_case_says_so(library):
    text = "So it is. Roe v. Doe, 227 F.3d 290 (5th Cir. 2000). It goes on. Id. at 292."
    report = check_brief(load_bytes("brief.txt", text.encode()), library)
    assert [f.reason for f in report.citations[1].findings] == ["unresolved_reference"]


@pytest.mark.parametrize(
    ("between", "outcome"),
    [
        # Directly behind the case, in its paragraph: its page is wrong, however far off.
        ("", "refuted"),
        # Far behind: it may look back to something that is not a citation.
        ("The file was opened and read again at length. " * 12, "unchecked"),
    ],
)
def test_a_page_far_outside_behind_an_id(library, between, outcome):
    text = f"So it is. Lacy v. Sitel, 227 F.3d 290, 292 (5th Cir. 2000). {between}Id. at 942."
    pins = [found for check, found, _ in said(text, library) if check == "pin_cite"]
    assert pins == ["verified", outcome]


def test_every_id_that_follows_one_gone_astray_is_left_open(library):
    far = "The file was opened and read again at length. " * 12
    text = f"Lacy v. Sitel, 227 F.3d 290, 292 (5th Cir. 2000). {far}Id. at 942. More. Id. at 946."
    pins = [found for check, found, _ in said(text, library) if check == "pin_cite"]
    assert pins == ["verified", "unchecked", "unchecked"]


def all_said(text, library):
    """(text of the citation, check, outcome, reason) of every check but the holding."""
    report = check_brief(load_bytes("brief.txt", text.encode()), library)
    return [
        (checked.citation.text, finding.check, finding.outcome, finding.reason)
        for checked in report.citations
        for finding in checked.findings
        if finding.check != "holding"
    ]


ASKED = "The judge who is asked to end a suit unheard must look twice."
CHANGED = "The judge who is asked to end a suit unheard should look twice."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A page strictly inside a case of that name.
        (
            "It is so. Lacy, 227 F.3d at 292.",
            [("existence", "verified", "within_range"), ("pin_cite", "verified", "exact")],
        ),
        # Inside a case of another name, which the opinion does not know.
        (
            "It is so. Harbor, 227 F.3d at 292.",
            [("existence", "verified", "within_range"), ("case_name", "refuted", "name_differs")],
        ),
        # No name: the page tells.
        (
            "It is so. 227 F.3d at 292.",
            [("existence", "verified", "within_range"), ("pin_cite", "verified", "exact")],
        ),
        # One letter of it misread.
        ("It is so. Sitol, 227 F.3d at 292.", [("existence", "unchecked", "unresolved_reference")]),
        # The last page may be another case's too.
        (
            "It is so. Harbor, 227 F.3d at 294.",
            [("existence", "unchecked", "unresolved_reference")],
        ),
        # A page of no case that is held.
        (
            "It is so. Harbor, 227 F.3d at 480.",
            [("existence", "unchecked", "unresolved_reference")],
        ),
    ],
)
def test_a_short_form_without_its_full_citation_is_placed_by_its_page(library, text, expected):
    assert [row[1:] for row in all_said(text, library)] == expected


@pytest.mark.parametrize(
    ("text", "outcome", "reason"),
    [
        (f'Lacy, 227 F.3d at 291. "{ASKED}" Id. at 292.', "verified", "exact"),
        (f'Lacy, 227 F.3d at 291. "{CHANGED}" Id. at 292.', "refuted", "quotation_altered"),
        # Behind the parallel of the short form, and with a parallel of its own.
        (
            f'Lacy, 227 F.3d at 291, 104 S. Ct. 2052. "{CHANGED}" Id. at 292, 104 S. Ct. 2052.',
            "refuted",
            "quotation_altered",
        ),
    ],
)
def test_an_id_behind_such_a_short_form_leads_where_it_does(library, text, outcome, reason):
    assert ("quotation", outcome, reason) in said(text, library)


def test_an_id_behind_a_parenthesis_goes_back_to_the_case_before_it(library):
    text = f'Roe, 12 F.3d at 34 (quoting Lacy, 227 F.3d at 291). "{CHANGED}" Id. at 292.'
    assert said(text, library) == [("pin_cite", "verified", "within_range")]


def test_an_id_of_a_page_that_the_case_lacks_is_not_placed(library):
    text = f'Lacy, 227 F.3d at 291. "{CHANGED}" Id. at 702.'
    assert said(text, library) == [("pin_cite", "verified", "within_range")]


@pytest.mark.parametrize(
    ("citation", "flagged"),
    [
        ("Roe v. Doe, 12 N.E.6th 34, 36 (1979)", True),
        ("Roe, 12 N.E.6th at 36", True),  # a series that does not exist needs no more
        ("Roe v. Doe, 12 Nat'l Ct. Rep. 34 (1979)", True),
        ("Roe, 12 Nat'l Ct. Rep. at 36", True),
        ("Roe v. Doe, 12 Nat'l Ct. Rep. 34", False),  # no year
        ("Roe v. Doe, 12 App. Cas. 34 (1979)", False),  # the English Appeal Cases
        ("Roe v. Doe, 12 F.4th 34 (2021)", False),
    ],
)
def test_reporters_that_do_not_exist(library, citation, flagged):
    rows = all_said(f"It is so. {citation}.", library)
    assert (("existence", "refuted", "unknown_reporter") in [row[1:] for row in rows]) is flagged


def test_a_short_form_falls_with_the_full_citation_in_a_reporter_nobody_knows(library):
    text = (
        "The judge must look twice. Lacy v. Sitel, 12 Plum. Rep. 40 (2000). "
        "Twice means two readings. Lacy, 12 Plum. Rep. at 44. So it is. 12 Plum. Rep., at 45-46."
    )
    report = check_brief(load_bytes("brief.txt", text.encode()), library)
    refuted = [
        (c.citation.text, f.reason)
        for c in report.citations
        for f in c.findings
        if f.outcome == "refuted"
    ]
    assert refuted == [
        ("Lacy v. Sitel, 12 Plum. Rep. 40 (2000)", "unknown_reporter"),
        ("Lacy, 12 Plum. Rep. at 44", "unknown_reporter"),
        ("12 Plum. Rep., at 45-46", "unknown_reporter"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "It must be read twice. Ellis Co. v. Sitel, 227 F.3d 290 (5th Cir. 2000).",
            ("case_name", "refuted", "one_party_differs"),
        ),
        # A running head has run into the name.
        (
            "It must be read twice, as in Lacy 17 GREY v. ELLIS CO. v. Sitel, 227 F.3d 290 "
            "(5th Cir. 2000).",
            ("case_name", "unchecked", "ambiguous"),
        ),
        (
            '"Ships sail at dawn when all hands are willing." Lacy, 227 F.3d at 292.',
            ("quotation", "refuted", "quotation_absent"),
        ),
        # Only the page says which case is meant.
        (
            '"Ships sail at dawn when all hands are willing." 227 F.3d at 292.',
            ("quotation", "unchecked", "association_not_sure"),
        ),
        # A footnote of the page stands among the words.
        (
            '"Ships sail at dawn 5 Available at https://x.org/a when all hands are willing." '
            "Lacy, 227 F.3d at 292.",
            ("quotation", "unchecked", "ambiguous"),
        ),
    ],
)
def test_what_is_left_open_rather_than_refuted(library, text, expected):
    rows = [row[1:] for row in all_said(text, library) if row[1] == expected[0]]
    assert rows == [expected]
