"""The printed account of a trial, cut into its exhibits."""

import pytest

from courtroom.imports.published import ROWS, published
from shared_data import needs_shared
from voirdire.courtroom.imports.old_bailey import cut_account, import_old_bailey, in_title_case
from voirdire.courtroom.imports.read import read_trials
from voirdire.courtroom.imports.rows import OldBaileyRow, read_rows
from voirdire.courtroom.imports.striking import strike_year
from voirdire.courtroom.imports.witness_blocks import split_account

LADLE, ORDER, WATCH = read_trials(ROWS / "old_bailey.jsonl")


def test_a_trial_of_questions_and_answers() -> None:
    titles = [(each.title, each.type, each.holder) for each in LADLE.case.exhibits]
    assert titles == [
        ("The indictment", "pleading", "joint"),
        ("Testimony of Amos Threadgold", "testimony", "joint"),
        ("Testimony of Dobree", "testimony", "joint"),
        ("Testimony of John Grant", "testimony", "joint"),
        ("The prisoner's defence", "testimony", "defence"),
        ("Further examination", "testimony", "joint"),
    ]
    assert [each.admitted for each in LADLE.case.exhibits] == [True] + [False] * 5
    indictment = LADLE.case.exhibits[0].content
    assert indictment.startswith("HESTER QUILLING was indicted")
    assert indictment.endswith("The case was stated by Mr. Pettifer.")
    # Counsel's question goes on with the witness.
    assert "MR. PETTIFER. Q. When did you see it last." in LADLE.case.exhibits[1].content


def test_a_trial_with_dashes_and_a_witness_recalled() -> None:
    assert [each.title for each in ORDER.case.exhibits] == [
        "The indictment",
        "Testimony of Silas M'Kerrow",
        "Testimony of Felix Stane",
        "Testimony of Silas M'Kerrow, recalled",
        "Testimony of Dorcas O'Mallen",
    ]
    assert ORDER.case.exhibits[4].content.startswith("Witnesses for the Defence.\nDORCAS")


def test_a_trial_in_which_the_prisoner_is_sworn() -> None:
    assert [(each.title, each.holder) for each in WATCH.case.exhibits] == [
        ("The indictment", "joint"),
        ("Testimony of Louis Fenwick", "joint"),
        ("Testimony of Albert Rusk", "joint"),
        ("The prisoner's defence", "defence"),
    ]
    assert WATCH.case.exhibits[3].content.endswith("He did not ask me.")


def test_what_is_composed() -> None:
    case = LADLE.case
    assert case.title == "The Crown against Hester Quilling"
    assert WATCH.case.title == "The Crown against Ernest Tarbuck"
    assert case.charge == "theft: grand larceny"
    assert case.sides == ("prosecution", "defence")
    assert case.decisions.all == ("guilty", "not_guilty", "hung")
    assert case.id.startswith("ob-")
    assert LADLE.key.decision == "not_guilty"
    assert LADLE.metadata == {
        "set": "old_bailey",
        "year": "1819",
        "offence": "theft",
        "offence_detail": "grandLarceny",
    }
    assert LADLE.source == "Old Bailey Proceedings Online, t18190407-12"


# The end of an account, and where it is cut.
ENDS = [
    ("He said so.\nVerdiot,", "He said so."),
    ("He said so.\nVedict.", "He said so."),
    ("He said so.\nCOURT. That will not do.", "He said so."),
    ("He said so.\nTHE RECORDER considered that there was not enough.", "He said so."),
    ("He said so.\nThere being no evidence of a larceny, the prisoner was", "He said so."),
    ("He said so.\nThis concluding the case, defendant was sworn; when", "He said so."),
    (
        "He paid. (1 Q.B.D., 40.)The facts being admitted, the COURT decided to",
        "He paid. (1 Q.B.D., 40.)",
    ),
    # A question of the bench is evidence.
    (
        "He said so.\nCOURT. Q. Are you sure? A. Yes.",
        "He said so.\nCOURT. Q. Are you sure? A. Yes.",
    ),
    ("He said so.\nCourt. You are sure - A. I am.", "He said so.\nCourt. You are sure - A. I am."),
    # The mark before the verdict is the printer's.
    ("He bore a good character.—", "He bore a good character."),
]


@pytest.mark.parametrize(("end", "kept"), ENDS)
def test_where_an_account_ends(end: str, kept: str) -> None:
    assert cut_account(f"7. ANN ROE, stealing.\n{end}") == f"ANN ROE, stealing.\n{kept}"


# Lines that begin no witness: they go on with the block before.
CONTINUED = [
    "MR. ORDE. Q. Did you see him?",
    "COURT. Q. Did you see him?",
    "MESSRS. ORDE and TALLIS conducted the Prosecution.",
    "THIRD COUNT, for the like offence.",
    "AND TWO OTHER COUNTS, varying the charge.",
    "Q. Did you see him - A. Yes.",
    "SIR, I have had your letter.",
    "JUROR to DOBREE. Q. Can you say?",
    "£2 14s. The endorsement is not mine.",
]


@pytest.mark.parametrize("line", CONTINUED)
def test_a_line_that_begins_no_witness(line: str) -> None:
    account = f"ANN ROE, stealing.\nMR. ORDE Prosecuted.\nJOHN DOBREE. I saw her.\n{line}"
    blocks = split_account(account, "ANN ROE")
    assert [(each.part, each.names) for each in blocks] == [
        ("indictment", []),
        ("testimony", ["JOHN DOBREE"]),
    ]


# Heads of testimony in the ways they are printed, and the name.
HEADS = [
    ("MARY ANN WELD. I saw it.", "MARY ANN WELD"),
    ("PATRICK M'DONNELL (Policeman, K 12). I saw it.", "PATRICK M'DONNELL"),
    ("TIMOTHY HILL I live at the bridge.", "TIMOTHY HILL"),
    ("THOMAS HARDY re-examined. I took him.", "THOMAS HARDY"),
    ("- WALKER. I am a watchman.", "WALKER"),
    ("MRS. ELLIOT. I keep the shop.", "MRS. ELLIOT"),
    ("MR. JOHN FIELD. These shillings are bad.", "MR. JOHN FIELD"),
    ("Police-constable JOHN RUST, 12 K. On May 3 I saw it.", "JOHN RUST"),
    ("Dr. FRITZ AMSEL, of the hospital. I saw it.", "FRITZ AMSEL"),
    ("REV. ROBERT LIDDELL. I am his son.", "ROBERT LIDDELL"),
    ("THOMAS DE LA RUE. I make cards.", "THOMAS DE LA RUE"),
]


@pytest.mark.parametrize(("line", "name"), HEADS)
def test_a_line_that_begins_a_witness(line: str, name: str) -> None:
    blocks = split_account(f"ANN ROE, stealing.\nMR. ORDE Prosecuted.\n{line}", "ANN ROE")
    assert [each.names for each in blocks] == [[], [name]]


@pytest.mark.parametrize(
    ("printed", "written"),
    [
        ("M'DONNELL", "M'Donnell"),
        ("O'BRIEN", "O'Brien"),
        ("ANN-MARIE DE LA RUE", "Ann-Marie De La Rue"),
    ],
)
def test_names_in_title_case(printed: str, written: str) -> None:
    assert in_title_case(printed) == written


def test_long_accounts_have_bounded_exhibits() -> None:
    answers = "—".join(f"I saw the cart number {n} go by the gate" for n in range(900))
    many = "\n".join(
        f"JOHN DOE{'ABCDEFGHIJ'[n % 10]}. I was there, and saw all of it, on the third day of May."
        for n in range(60)
    )
    row = OldBaileyRow(
        id="t1",
        year=1850,
        charge="theft",
        verdict="guilty",
        text=f"ANN ROE, stealing.\nJANE ROE. {answers}\n{many}",
    )
    exhibits = import_old_bailey(row).case.exhibits
    assert 20 <= len(exhibits) <= 25
    assert max(len(each.content.split()) for each in exhibits) <= 500
    assert "".join("".join(each.content.split()) for each in exhibits) == "".join(row.text.split())


@needs_shared
def test_no_word_of_a_published_account_is_lost() -> None:
    sizes = []
    for _, row in read_rows(published("old_bailey")):
        assert isinstance(row, OldBaileyRow)
        exhibits = import_old_bailey(row).case.exhibits
        account = strike_year(cut_account(row.text), row.year)
        told = "".join(each.content for each in exhibits)
        assert "".join(told.split()) == "".join(account.split()), row.id
        # The end that is cut off is a line or two.
        assert len(row.text.split()) - len(account.split()) < 260, row.id
        sizes.append(len(exhibits))
    assert len(sizes) == 354
    assert 2 <= min(sizes) <= max(sizes) <= 25
