"""Each fault of a case gets its line; the written cases have none."""

from dataclasses import replace

import pytest

from courtroom.cases.ladder import LADDER, RECEIPT, WITNESS
from voirdire.courtroom.cases.load import written_case, written_cases
from voirdire.courtroom.cases.validate import validate_case, validate_set
from voirdire.courtroom.types import Bearing, Decisions, Exhibit, Fact, Issue, Planted


def case(**changes):
    return replace(LADDER, case=replace(LADDER.case, **changes))


def key(**changes):
    return replace(LADDER, key=replace(LADDER.key, **changes))


def bearing(exhibit, passage, issue="I1", favours="defence"):
    return key(bearings=(*LADDER.key.bearings, Bearing(exhibit, issue, favours, passage)))


def fact(kind, value, passage, role="price", exhibit="E2"):
    return key(facts=(Fact(exhibit, kind, value, role, passage),))


def content(text):
    """The receipt's exhibit with another text; nothing of the key rests on it."""
    first, _ = LADDER.case.exhibits
    file = case(exhibits=(first, Exhibit("E2", "document", "Receipt 88", text, "defence")))
    return replace(file, key=replace(file.key, bearings=LADDER.key.bearings[:2], facts=()))


EXHIBIT = LADDER.case.exhibits[1]
BROKEN = [
    # Passages and facts.
    (
        bearing("E2", "Paid in silver coins and in notes."),
        "bearing 4: not word for word in E2: 'Paid in silver coins and in notes.'",
    ),
    (
        fact("amount", "45.50 USD", "45,50 dollars"),
        "fact 1: not word for word in E2: '45,50 dollars'",
    ),
    (
        fact("name", "the", "the", "article"),
        "fact 1: stands 10 times in E2: 'the'",
    ),
    (
        fact("amount", "45.5 USD", "45.50 dollars"),
        "fact 1: '45.5 USD' is no amount of the form 1200.00 USD",
    ),
    (
        fact("amount", "54.50 USD", "45.50 dollars"),
        "fact 1: its passage does not state '54.50 USD'",
    ),
    (
        fact("amount", "45.50 EUR", "45.50 dollars"),
        "fact 1: its passage does not state '45.50 EUR'",
    ),
    (
        fact("date", "2 May 2021", "on 2 May 2021"),
        "fact 1: '2 May 2021' is no date of the form 2021-03-14",
    ),
    (
        fact("date", "2021-02-05", "on 2 May 2021"),
        "fact 1: its passage does not state '2021-02-05'",
    ),
    (
        fact("name", "B. Merrow", "Sold to A. Merrow"),
        "fact 1: its passage does not state 'B. Merrow'",
    ),
    (fact("name", "", "Sold to A. Merrow"), "fact 1: its passage does not state ''"),
    (fact("name", "A. Merrow", "Sold to A. Merrow", " "), "fact 1: no role"),
    # Ids and references.
    (case(id="a b"), "case.id 'a b': letters, digits, _ . - and 64 signs at most"),
    (case(exhibits=(*LADDER.case.exhibits, EXHIBIT)), "exhibit E2: 2 of that id"),
    (case(issues=LADDER.case.issues * 2), "issue I1: 2 of that id"),
    (
        case(exhibits=(*LADDER.case.exhibits, replace(EXHIBIT, id="E/3"))),
        "exhibit 'E/3': letters, digits, _ . - and 64 signs at most",
    ),
    (bearing("E9", "Paid in silver coins and in notes."), "bearing 4: no exhibit E9"),
    (
        bearing("E2", "clerk in blue ink on the back of a price list", "I9"),
        "bearing 4: no issue I9",
    ),
    (key(misleading=("E9",)), "misleading: no exhibit E9"),
    (key(planted=(Planted("E9", "hearsay", "Heard."),)), "planted 1: no exhibit E9"),
    (key(planted=(Planted("E1", "hearsay", ""),)), "planted 1: does not say why"),
    (
        case(exhibits=(replace(LADDER.case.exhibits[0], holder="joint"), EXHIBIT)),
        "planted 1: E1 is held by both sides, so neither objects",
    ),
    # Decisions.
    (
        key(decision="innocent"),
        "key.decision 'innocent': not one of guilty, not_guilty, hung",
    ),
    (key(decision="hung"), "key.decision 'hung': the right decision decides"),
    (
        case(decisions=Decisions("not_guilty", "not_guilty")),
        "decisions: three different words are due",
    ),
    (case(charge="Guilty of theft."), "charge: says 'guilty', a decision of the case"),
    (
        case(issues=(Issue("I1", "Is she guilty?"),)),
        "issues.0.question: says 'guilty', a decision of the case",
    ),
    # Texts.
    (case(background="A\0B"), "case.background: holds NUL"),
    (case(title="A \ud800 B"), "case.title: holds half of a surrogate pair"),
    (key(reasons=("x" * 20_001,)), "key.reasons.0: more than 20,000 characters"),
    (case(charge=" "), "charge: empty"),
    (content(" "), "exhibit E2: empty"),
    (case(sides=("state", "state")), "sides: both have one name"),
    (case(issues=()), "issues: none"),
    (content("Too short to be of any use here."), "exhibit E2: 8 words; 60 to 260 are due"),
    (content("word " * 261), "exhibit E2: 261 words; 60 to 260 are due"),
    # The issue map.
    (
        key(bearings=LADDER.key.bearings[1:]),
        "issue I1: no bearing favours the prosecution",
    ),
    (bearing("E2", "Paid in coins."), "bearing 4: 3 words; 6 to 40 are due"),
    # "45.50" is one word, and so is "dog-eared".
    (bearing("E2", RECEIPT.partition(" The shop")[0]), "bearing 4: 42 words; 6 to 40 are due"),
    (
        bearing("E1", "lift the ladder onto her cart before noon. She did not look my way."),
        "bearing 4: shares words with a bearing for the other side on I1",
    ),
    (
        bearing("E2", RECEIPT[RECEIPT.index("The shop") : RECEIPT.index(" A dog-eared")]),
        "exhibit E2: bearings cover 45 of 92 words; 45% at the most",
    ),
]


def test_a_sound_case_has_no_problem():
    assert validate_case(LADDER) == []


@pytest.mark.parametrize(("file", "line"), BROKEN, ids=[line[:50] for _, line in BROKEN])
def test_each_fault_has_its_line(file, line):
    assert line in validate_case(file)


def test_an_imported_case_is_held_to_the_general_rules_only():
    # It may be short, have no issue map, and speak of guilt.
    first, second = LADDER.case.exhibits
    file = case(exhibits=(first, replace(second, content="Found guilty.")))
    file = replace(file, key=replace(file.key, bearings=None, planted=None, facts=()))
    assert validate_case(file) == []


@pytest.mark.parametrize("case_id", written_cases())
def test_a_written_case_is_sound(case_id):
    assert validate_case(written_case(case_id)) == []


def written():
    return [written_case(case_id) for case_id in written_cases()]


def test_the_written_set_is_sound():
    originals = [each for each in written() if each.case.language == "en"]
    assert len(originals) == 24
    assert validate_set(written()) == []


def test_a_set_is_out_of_balance_without_one_of_its_cases():
    problems = validate_set([each for each in written() if each.case.id != "theft_001"])
    assert problems == [
        "easy: won 3 by the prosecution and 4 by the defence; 4 and 4 are due",
        "metadata offence = theft: not as often with each outcome",
        "metadata party_order = state_v_person: not as often with each outcome",
        "metadata year = 2021: not as often with each outcome",
    ]


def test_a_set_says_what_each_case_of_it_lacks():
    problems = validate_set([LADDER, LADDER])
    assert problems[0] == "case ladder_001: stands 2 times in the set"
    assert "easy: won 0 by the prosecution and 2 by the defence; 4 and 4 are due" in problems
    assert "case ladder_001: no planted exhibit of the defence" in problems
    assert "case ladder_001: no planted exhibit of the prosecution" not in problems
    assert "case ladder_001: 3 facts; 5 at the least" in problems
    assert "case ladder_001: 1 reasons; 3 to 5 are due" in problems


def test_metadata_missing_in_one_case_are_told():
    bare = replace(LADDER, metadata={"year": "2021"})
    assert "metadata offence: not in every case" in validate_set([LADDER, bare])


def test_a_passage_may_not_stand_twice_however_it_is_spelt():
    twice = f"{WITNESS} I SAW Ansa Merrow lift the ladder, onto her cart before noon."
    again = f"{WITNESS} I SAW Ansa Merrow lift the ladder onto her cart before noon."
    first, second = LADDER.case.exhibits
    assert validate_case(case(exhibits=(replace(first, content=twice), second))) == []
    assert validate_case(case(exhibits=(replace(first, content=again), second))) == [
        "bearing 1: stands 2 times in E1: "
        "'I saw Ansa Merrow lift the ladder onto her cart before noon.'"
    ]
