"""Files of rows: what is read, and what is said of those that cannot be."""

import gzip
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from courtroom.imports.published import ROWS, SETS, published
from growth import assert_growth
from shared_data import needs_shared
from voirdire.courtroom.cases.validate import validate_case
from voirdire.courtroom.imports.read import read_trials
from voirdire.errors import CaseError

GOOD = (ROWS / "old_bailey.jsonl").read_text(encoding="utf-8").splitlines()


def _file(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", SETS)
def test_fictional_rows_are_sound_cases(name: str) -> None:
    files = list(read_trials(ROWS / f"{name}.jsonl"))
    assert len(files) == {"old_bailey": 3, "scotus": 2, "ecthr": 5}[name]
    for file in files:
        assert validate_case(file) == []
        assert file.key.bearings is None
        assert file.key.planted is None


@needs_shared
@pytest.mark.parametrize(
    ("name", "decisions"),
    [
        ("old_bailey", {"guilty": 184, "not_guilty": 170}),
        ("scotus", {"petitioner": 87, "respondent": 82}),
        ("ecthr", {"violation": 310, "no_violation": 80}),
    ],
)
def test_every_published_row_is_a_sound_case(name: str, decisions: dict[str, int]) -> None:
    files = list(read_trials(published(name)))
    assert Counter(each.key.decision for each in files) == decisions
    assert len({each.case.id for each in files}) == len(files)
    problems = [problem for each in files for problem in validate_case(each)]
    assert problems == []


@needs_shared
def test_articles_violated_in_part_say_so() -> None:
    files = list(read_trials(published("ecthr")))
    assert sum(bool(each.key.reasons) for each in files) == 12


def test_a_zipped_file_reads_like_a_plain_one(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl.gz"
    path.write_bytes(gzip.compress((ROWS / "scotus.jsonl").read_bytes()))
    assert list(read_trials(path)) == list(read_trials(ROWS / "scotus.jsonl"))


def test_rows_that_name_no_source_are_known_by_their_fields(tmp_path: Path) -> None:
    row = json.loads(GOOD[0])
    del row["source"]
    (file,) = read_trials(_file(tmp_path, json.dumps(row)))
    assert file.metadata["set"] == "old_bailey"


# One row a fault: the line that is wrong, and what is said of it.
FAULTS = [
    ("{", "not a row in JSON"),
    ("[1]", "an object is due"),
    ('{"id": "x", "text": "y"}', "neither a trial of the Old Bailey nor a case"),
    (GOOD[1].replace('"year": 1857', '"year": "1857"'), "year: Input should be a valid integer"),
    (GOOD[1].replace('"verdict": "guilty"', '"verdict": "CANARY"'), "verdict: Input should be"),
    (GOOD[1].replace('"t18570611-88"', '""'), "id: String should have at least 1 character"),
    (GOOD[0], "a second row of the id 't18190407-12'"),
]


@pytest.mark.parametrize(("line", "problem"), FAULTS)
def test_a_bad_row_is_an_error_with_its_line(tmp_path: Path, line: str, problem: str) -> None:
    path = _file(tmp_path, GOOD[0], "", line, GOOD[2])
    with pytest.raises(CaseError) as caught:
        next(read_trials(path))
    message = str(caught.value)
    assert message.startswith(f"{path}:3: ")
    assert problem in message
    assert "\n" not in message
    assert "CANARY" not in message


def test_bad_rows_are_passed_over_on_demand(tmp_path: Path) -> None:
    path = _file(tmp_path, GOOD[0], "{", GOOD[1], "[]")
    skipped: list[CaseError] = []
    files = list(read_trials(path, skipped.append))
    assert [each.key.decision for each in files] == ["not_guilty", "guilty"]
    assert [each.case for each in skipped] == [f"{path}:2", f"{path}:4"]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "no row in it"),
        (b"\n\n", "no row in it"),
        (b"\x1f\x8bnot gzip", "rows"),
        (gzip.compress(b"{}" * 50)[:-6], "rows"),
    ],
)
def test_a_file_that_holds_nothing_is_one_line(
    tmp_path: Path, content: bytes, problem: str
) -> None:
    path = tmp_path / "rows"
    path.write_bytes(content)
    with pytest.raises(CaseError) as caught:
        list(read_trials(path))
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CaseError, match="No such file"):
        list(read_trials(tmp_path / "none.jsonl"))


@pytest.mark.parametrize("opener", [Path.open, gzip.open])
def test_a_row_that_is_too_long_is_skipped_as_another(tmp_path: Path, opener) -> None:
    good = (ROWS / "scotus.jsonl").read_bytes().splitlines(keepends=True)[0]
    path = tmp_path / "rows.jsonl"
    with opener(path, "wb") as stream:
        stream.write(b'{"id": "' + b"x" * 9_000_000 + b'"}\n' + good)
    with pytest.raises(CaseError, match=r"rows.jsonl:1: a row is longer than 4,000,000 bytes"):
        list(read_trials(path))
    told: list[CaseError] = []
    assert len(list(read_trials(path, told.append))) == 1
    assert [str(each) for each in told] == [f"{path}:1: a row is longer than 4,000,000 bytes"]


# Text that is easily read and that a careless pattern would go over again and again.
@pytest.mark.parametrize(
    "run",
    [
        *("- ", "; ", "\n.\n", "I. ", "MR. A, ", "the Court ", "“", "an Austrian "),
        *("the Republic of ", "the Commission found ", "(a) \n\n", "\nII. final "),
        "\nThe proceedings before the ",
    ],
)
def test_a_hostile_row_takes_no_longer_than_another(tmp_path: Path, run: str) -> None:
    def work(count: int) -> Callable[[], object]:
        path = _file(tmp_path, *_hostile_rows(run * count))
        return lambda: list(read_trials(path))

    assert len(work(20_000)()) == 2
    assert_growth(work, 5_000)


def _hostile_rows(text: str) -> list[str]:
    rows = [
        {
            "source": "Old Bailey",
            "charge": "a",
            "verdict": "guilty",
            "text": f"A B, c.\n{text}\nD.",
        },
        {
            "source": "HUDOC",
            "name": "A v. Austria",
            "applicant_arguments": [f"{text} end"],
            "state_arguments": [],
            "violated_articles": ["8"],
            "not_violated_articles": [],
            "text": f"7. He {text} end",
        },
    ]
    return [json.dumps({"id": str(n), "year": 1900, **row}) for n, row in enumerate(rows)]
