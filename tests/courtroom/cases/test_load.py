"""Case files are read whole or refused in one line."""

import json

import pytest

from courtroom.cases.ladder import LADDER
from voirdire.courtroom.cases.load import (
    choose_case,
    dump_case,
    find_case,
    load_case,
    written_case,
    written_cases,
)
from voirdire.errors import CaseError


def saved(tmp_path, text):
    path = tmp_path / "case.json"
    path.write_text(text, "utf-8")
    return path


def test_a_case_reads_back_as_it_was_written(tmp_path):
    assert load_case(saved(tmp_path, dump_case(LADDER))) == LADDER


@pytest.mark.parametrize("case_id", written_cases())
def test_a_written_case_reads_back_and_bears_the_id_of_its_file(case_id, tmp_path):
    file = written_case(case_id)
    assert file.case.id == case_id
    assert load_case(saved(tmp_path, dump_case(file))) == file


def edited(change):
    record = json.loads(dump_case(LADDER))
    change(record)
    return json.dumps(record)


BROKEN = [
    # A field nobody knows is a field misspelt.
    (edited(lambda r: r["case"].update(colour="red")), "case.colour: Unexpected keyword argument"),
    (edited(lambda r: r["case"].pop("charge")), "case.charge: Field required"),
    # No conversion: 1 is not a text.
    (edited(lambda r: r["case"].update(title=1)), "case.title: Input should be a valid string"),
    (
        edited(lambda r: r["case"]["exhibits"][1].update(holder="both")),
        "case.exhibits.1.holder: Input should be 'prosecution', 'defence' or 'joint'",
    ),
    ("[]", "file: Input should be an object"),
    ("{", "file: Invalid JSON: EOF while parsing an object at line 1 column 1"),
    ('{"case": "\\ud800"}', "file: Invalid JSON: unexpected end of hex escape"),
]


@pytest.mark.parametrize(("text", "problem"), BROKEN)
def test_what_is_not_in_the_form_is_refused_in_one_line(text, problem, tmp_path):
    path = saved(tmp_path, text)
    with pytest.raises(CaseError) as refused:
        load_case(path)
    assert str(refused.value).startswith(f"{path}: {problem}")
    assert "\n" not in str(refused.value)


def test_no_file_and_no_text_and_too_much_of_it_are_refused(tmp_path):
    with pytest.raises(CaseError, match="No such file"):
        load_case(tmp_path / "none.json")
    with pytest.raises(CaseError, match="Is a directory"):
        load_case(tmp_path)
    path = tmp_path / "bytes.json"
    path.write_bytes(b"\xff\xfe{}")
    with pytest.raises(CaseError, match="Invalid JSON"):
        load_case(path)
    path.write_bytes(b" " * 4_000_001)
    with pytest.raises(CaseError, match="larger than 4,000,000 bytes"):
        load_case(path)


def test_an_unknown_id_is_answered_with_similar_ones():
    with pytest.raises(CaseError) as refused:
        find_case("theft_01")
    assert str(refused.value).startswith("theft_01: no such case; there are theft_0")


def test_a_case_is_found_by_id_or_by_path(tmp_path):
    assert find_case("theft_001").case.title == "State v. Ilka Brandoval"
    assert find_case(str(saved(tmp_path, dump_case(LADDER)))) == LADDER


def test_only_a_person_may_name_a_path(tmp_path):
    with pytest.raises(CaseError, match="no such case"):
        written_case(str(saved(tmp_path, dump_case(LADDER))))


def test_a_case_is_chosen_by_its_difficulty_and_the_seed():
    assert choose_case("easy", 5) == choose_case("easy", 5)
    drawn = [choose_case("easy", seed).case for seed in range(60)]
    assert {each.difficulty for each in drawn} == {"easy"}
    assert {each.id for each in drawn} == {
        *("theft_001", "theft_002", "contract_001", "contract_002"),
        *("fraud_001", "fraud_002", "scam_001", "scam_002"),
    }
    assert {choose_case(None, seed).case.difficulty for seed in range(60)} == {
        *("easy", "medium", "hard")
    }
    with pytest.raises(CaseError, match="hard/xx: no such case was written"):
        choose_case("hard", 0, "xx")


def test_what_one_reader_changes_no_other_sees():
    written_case("theft_001").metadata["year"] = "1066"  # type: ignore[index]
    assert written_case("theft_001").metadata["year"] == "2021"
