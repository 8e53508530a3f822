"""The oral argument of a case, cut by who has the floor."""

import pytest

from courtroom.imports.published import ROWS, published
from shared_data import needs_shared
from voirdire.courtroom.imports.read import read_trials
from voirdire.courtroom.imports.rows import ScotusRow, read_rows
from voirdire.courtroom.imports.scotus import import_scotus
from voirdire.courtroom.imports.striking import strike_call, strike_docket

FERRY, BRIDGE = read_trials(ROWS / "scotus.jsonl")


def test_arguments_stand_with_the_side_that_makes_them() -> None:
    assert [(each.title, each.holder) for each in FERRY.case.exhibits] == [
        ("Summary of the facts", "joint"),
        ("Argument for the petitioner, part 1 of 3", "prosecution"),
        ("Argument for the petitioner, part 2 of 3", "prosecution"),
        ("Argument for the petitioner, part 3 of 3", "prosecution"),
        ("Argument of a friend of the Court", "joint"),
        ("Argument for the respondent", "defence"),
        ("Rebuttal for the petitioner", "prosecution"),
    ]
    # What the bench asks stands with what counsel answers.
    assert "Will you grant that the Act" in FERRY.case.exhibits[2].content
    assert FERRY.case.exhibits[5].content.startswith("Rosalind Grant [justice]: Mr. Wray.")


def test_without_roles_the_order_of_speaking_tells() -> None:
    assert [each.holder for each in BRIDGE.case.exhibits] == ["joint", "prosecution", "defence"]


def test_what_is_composed() -> None:
    case = FERRY.case
    assert case.title == "Marrick Ferry Co. v. Oldane"
    assert case.issues[0].question == (
        "Does the Ferry Act of 1931 bar a suit by a passenger for tolls paid before [year]?"
    )
    assert case.sides == ("petitioner", "respondent")
    assert case.decisions.all == ("petitioner", "respondent", "divided")
    assert "Marrick Ferry Company, Inc. (petitioner) against Lionel Oldane" in case.background
    assert FERRY.key.decision == "petitioner"
    assert BRIDGE.metadata == {
        "set": "scotus",
        "year": "1979",
        "party_order": "Appellant and Appellee",
        "government": "second",
    }


def test_the_docket_is_struck() -> None:
    told = " ".join(each.content for each in FERRY.case.exhibits)
    assert "02-418" not in told
    assert "hear argument next in No. [docket], Marrick Ferry" in told
    assert "every ferry in Case [docket] and beyond" in told
    assert BRIDGE.case.exhibits[1].content.startswith(
        "Rosalind Grant [justice]: [docket], Pardoe against Ostrany."
    )


# The words in which a case is called, and what is left of them.
CALLS = [
    ("next in 76-255, Hazel against", "next in [docket], Hazel against"),
    ("in Case No. 13-9026, W v.", "in Case No. [docket], W v."),
    ("in Case 131010, M&G v.", "in Case [docket], M&G v."),
    ("in Original Case 143, M against", "in Original Case [docket], M against"),
    ("in Case 11-696 -- 697, K v.", "in Case [docket], K v."),
    ("79, Cole against", "[docket], Cole against"),
]


@pytest.mark.parametrize(("called", "left"), CALLS)
def test_the_words_in_which_a_case_is_called(called: str, left: str) -> None:
    assert strike_call(called) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("see 14-280 below", "see [docket] below"),
        ("see 14280 below", "see [docket] below"),
        ("in Number oh oh eight six oh, Cole", "in Number [docket], Cole"),
        ("decided with No. 15-1", "decided with No. [docket]"),
        # No docket: a section, an instruction, a vote.
        ("section 16-13-2 and Instruction No. 9", "section 16-13-2 and Instruction No. 9"),
        ("we lost that case 9-0", "we lost that case 9-0"),
    ],
)
def test_dockets_elsewhere(text: str, left: str) -> None:
    assert strike_docket(text, "14-280") == left


@needs_shared
def test_both_sides_of_every_published_case_are_heard() -> None:
    rows = [row for _, row in read_rows(published("scotus"))]
    assert len(rows) == 169
    for row in rows:
        assert isinstance(row, ScotusRow)
        exhibits = import_scotus(row).case.exhibits
        assert {"prosecution", "defence", "joint"} == {each.holder for each in exhibits}, row.id
        assert max(len(each.content.split()) for each in exhibits[1:]) <= 800, row.id
        assert len(exhibits) <= 26, row.id
        said = sum(len(each.content.split()) for each in exhibits[1:])
        assert abs(said - len(row.text.split())) <= 12, row.id
