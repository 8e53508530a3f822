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


def several(name, count):
    """An edit that makes so many exhibits or issues of the first one, each with its own id."""

    def change(record):
        first = record["case"][name][0]
        record["case"][name] = [first | {"id": f"X{number}"} for number in range(count)]

    return change


def keyed(**counts):
    def change(record):
        for name, count in counts.items():
            record["key"][name] = [record["key"][name][0]] * count

    return change


def first_exhibit(**fields):
    return lambda record: record["case"]["exhibits"][0].update(fields)


def the_case(**fields):
    return lambda record: record["case"].update(fields)


BEYOND = [
    (several("exhibits", 201), "exhibits: 201 of them; 200 at the most"),
    (several("issues", 51), "issues: 51 of them; 50 at the most"),
    (keyed(bearings=501), "bearings: 501 of them; 500 at the most"),
    (
        keyed(bearings=500, facts=1_000, planted=501),
        "bearings, facts and planted: 2001 of them; 2,000 at the most",
    ),
    (first_exhibit(content="x" * 60_001), "case.exhibits.0.content: more than 60,000 characters"),
    (first_exhibit(content="a\0b"), "case.exhibits.0.content: holds NUL"),
    (first_exhibit(title="x" * 20_001), "case.exhibits.0.title: more than 20,000 characters"),
    (first_exhibit(title="Letter\nof May"), "case.exhibits.0.title: holds a control code"),
    (first_exhibit(id="E2"), "exhibit E2: 2 of that id"),
    (first_exhibit(id="x" * 101), "case.exhibits.0.id: more than 100 characters"),
    (
        first_exhibit(id="E\x1b[2J"),
        "case.exhibits.0.id: holds a control code or half of a surrogate pair",
    ),
    (the_case(background="x" * 20_001), "case.background: more than 20,000 characters"),
    (the_case(title="State v.\x9bMerrow"), "case.title: holds a control code"),
    (the_case(id="a\nb"), "case.id: holds a control code or half of a surrogate pair"),
    (
        the_case(language="../../xx"),
        "case.language '../../xx': a code is due, such as es or pt-br",
    ),
    (the_case(language="e"), "case.language 'e': a code is due, such as es or pt-br"),
    (the_case(language="en\n"), "case.language 'en\\n': a code is due, such as es or pt-br"),
    (
        lambda record: record["metadata"].update({"ye\nar": "2021"}),
        "metadata, name 3: holds a control code or half of a surrogate pair",
    ),
]


@pytest.mark.parametrize(("change", "problem"), BEYOND, ids=[line[:60] for _, line in BEYOND])
def test_what_goes_beyond_the_bounds_is_refused_in_one_line(change, problem, tmp_path):
    path = saved(tmp_path, edited(change))
    with pytest.raises(CaseError) as refused:
        load_case(path)
    assert str(refused.value) == f"{path}: {problem}"


@pytest.mark.parametrize(
    "change",
    [
        several("exhibits", 200),
        several("issues", 50),
        keyed(bearings=500, facts=1_000, planted=500),
        first_exhibit(content="x" * 60_000, title="x" * 20_000, id="x" * 100),
        the_case(language="pt-br", background="One line.\nAnother."),
    ],
)
def test_a_case_at_its_bounds_is_read(change, tmp_path):
    assert load_case(saved(tmp_path, edited(change))).source == LADDER.source


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
