"""What a set says of the outcome reaches nobody: canaries, the outcome's own words, metadata.

A canary in a label is refused, by an error that does not repeat it; whatever the labels say, the
same cases come out in the same order.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from courtroom.imports.published import HIDDEN, LABELS, ROWS, SETS, published, raw_rows, row_id
from shared_data import needs_shared
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.imports.masking import mask_case
from voirdire.courtroom.imports.read import read_trials
from voirdire.courtroom.types import Case, CaseFile
from voirdire.errors import CaseError

CANARY = "CANARY"
GRAM = 12
PHRASES = Path(__file__).parent / "shared_phrases.txt"


def _observed(case: Case) -> str:
    """What the seats see before a word is spoken, as JSON."""
    trial = Trial(case, seed=1)
    seen = {json.dumps(dict(trial.observe(seat)), ensure_ascii=False) for seat in trial.seats}
    return "\n".join(sorted(seen))


def _with_canaries(name: str, rows: list[dict[str, Any]], path: Path) -> Path:
    """The rows with a canary of its own in each hidden field; labels stay, since they are read."""
    with path.open("w", encoding="utf-8") as stream:
        for number, row in enumerate(rows):
            planted = {field: f"{CANARY}-{number}-{field}" for field in HIDDEN[name]}
            stream.write(json.dumps({**row, **planted}, ensure_ascii=False) + "\n")
    return path


def _assert_no_canary(files: list[CaseFile], masked_one_in: int) -> None:
    for number, file in enumerate(files):
        assert CANARY not in json.dumps(asdict(file), ensure_ascii=False), file.source
        assert CANARY not in _observed(file.case), file.source
        if number % masked_one_in == 0:
            masked = mask_case(file, 1)
            assert CANARY not in json.dumps(asdict(masked), ensure_ascii=False), file.source


@pytest.mark.parametrize("name", SETS)
def test_a_canary_in_a_hidden_field_of_a_fictional_row_reaches_nothing(name: str) -> None:
    path = ROWS / f"{name}.jsonl"
    # The rows hold one in every hidden field.
    for line in path.read_text(encoding="utf-8").splitlines():
        assert all(CANARY in json.loads(line)[field] for field in HIDDEN[name])
    _assert_no_canary(list(read_trials(path)), 1)


@needs_shared
@pytest.mark.parametrize("name", SETS)
def test_a_canary_in_a_hidden_field_of_a_published_row_reaches_nothing(
    name: str, tmp_path: Path
) -> None:
    path = _with_canaries(name, raw_rows(name), tmp_path / "rows.jsonl")
    files = list(read_trials(path))
    assert len(files) == {"old_bailey": 354, "scotus": 169, "ecthr": 390}[name]
    _assert_no_canary(files, 20)


def _fictional(name: str) -> list[dict[str, Any]]:
    lines = (ROWS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _written(rows: list[dict[str, Any]], path: Path) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def _assert_labels_refused(name: str, rows: list[dict[str, Any]], path: Path) -> None:
    """Each row once for each of its labels, with a canary in it, behind one good row."""
    spoilt = [
        {
            **row,
            "id": f"{number}-{field}",
            field: [*row[field], CANARY] if isinstance(row[field], list) else CANARY,
        }
        for number, row in enumerate(rows)
        for field in LABELS[name]
    ]
    good = _fictional(name)[0]
    refused: list[CaseError] = []
    files = list(read_trials(_written([good, *spoilt], path), refused.append))
    assert len(refused) == len(spoilt) == len(rows) * len(LABELS[name])
    assert [each.case for each in refused] == [f"{path}:{n + 2}" for n in range(len(spoilt))]
    assert not [each for each in refused if CANARY in str(each)]
    assert len(files) == {"old_bailey": 1, "scotus": 1, "ecthr": 4}[name]
    for file in files:
        assert CANARY not in _observed(file.case)


@pytest.mark.parametrize("name", SETS)
def test_a_canary_in_a_label_of_a_fictional_row_is_refused_and_not_repeated(
    name: str, tmp_path: Path
) -> None:
    _assert_labels_refused(name, _fictional(name), tmp_path / "rows.jsonl")


@needs_shared
@pytest.mark.parametrize("name", SETS)
def test_a_canary_in_a_label_of_a_published_row_is_refused_and_not_repeated(
    name: str, tmp_path: Path
) -> None:
    _assert_labels_refused(name, raw_rows(name), tmp_path / "rows.jsonl")


def _turned(name: str, row: dict[str, Any]) -> dict[str, Any]:
    """The row with the opposite outcome."""
    if name == "ecthr":
        violated, unviolated = row["violated_articles"], row["not_violated_articles"]
        return {
            **row,
            "violated_articles": unviolated,
            "not_violated_articles": violated,
            "mixed_articles": [],
        }
    words = {"old_bailey": ("guilty", "not_guilty"), "scotus": ("petitioner", "respondent")}[name]
    return {**row, "verdict": words[row["verdict"] == words[0]]}


def _assert_order_is_blind(name: str, rows: list[dict[str, Any]], path: Path) -> None:
    files = list(read_trials(_written(rows, path)))
    turned = list(read_trials(_written([_turned(name, row) for row in rows], path)))
    assert [each.case for each in turned] == [each.case for each in files]
    pairs = zip(files, turned, strict=True)
    assert all(one.key.decision != other.key.decision for one, other in pairs)


@pytest.mark.parametrize("name", SETS)
def test_order_ids_and_cases_do_not_depend_on_the_outcome(name: str, tmp_path: Path) -> None:
    _assert_order_is_blind(name, _fictional(name), tmp_path / "rows.jsonl")


@needs_shared
@pytest.mark.parametrize("name", SETS)
def test_no_published_case_or_its_place_depends_on_the_outcome(name: str, tmp_path: Path) -> None:
    _assert_order_is_blind(name, raw_rows(name), tmp_path / "rows.jsonl")


def _composed(case: Case) -> str:
    """The public text of a case without the contents of its exhibits."""
    return " ".join(
        [case.id, case.title, case.background, case.charge, case.standard, *case.sides]
        + [each.question for each in case.issues]
        + [each.title for each in case.exhibits]
    )


def _assert_nothing_tells(row: dict[str, Any], file: CaseFile, name: str) -> None:
    seen = _observed(file.case)
    year = rf"(?<![\d.,]){row['year']}(?!\d|[.,]\d)"
    assert not re.search(year, seen), f"{row['id']}: its year"
    assert row["id"] not in seen
    if name == "ecthr":
        assert row["id"].removeprefix("echr-") not in seen
    if name == "scotus":
        docket = row["id"].split("-", 2)[2]
        assert "-" not in docket or not re.search(rf"(?<![\d-]){docket}(?![\d-])", seen), row["id"]
    if name == "ecthr":
        state = file.metadata["state"]
        assert state.casefold() not in _composed(file.case).casefold(), row["id"]
        assert not re.search(r"(?<![\d/])\d{3,6}/\d{2}(?![\d/])", seen), row["id"]


@pytest.mark.parametrize("name", SETS)
def test_year_docket_and_state_of_a_fictional_row_are_not_shown(name: str) -> None:
    lines = (ROWS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = {row["id"]: row for row in map(json.loads, lines)}
    for file in read_trials(ROWS / f"{name}.jsonl"):
        _assert_nothing_tells(rows[row_id(file.source)], file, name)


@needs_shared
@pytest.mark.parametrize("name", SETS)
def test_year_docket_and_state_of_a_published_row_are_not_shown(name: str) -> None:
    rows = {row["id"]: row for row in raw_rows(name)}
    for file in read_trials(published(name)):
        _assert_nothing_tells(rows[row_id(file.source)], file, name)


def _grams(text: str) -> set[str]:
    words = re.findall(r"\w+", text.casefold())
    return {" ".join(words[at : at + GRAM]) for at in range(len(words) - GRAM + 1)}


def _shared_grams() -> Iterator[str]:
    """Runs of words that the outcome's text has in common with what is shown."""
    for name in SETS:
        rows = {row["id"]: row for row in raw_rows(name)}
        for file in read_trials(published(name)):
            row = rows[row_id(file.source)]
            outcome = {gram for field in HIDDEN[name] for gram in _grams(str(row[field]))}
            if outcome:
                case = file.case
                shown = _grams(_composed(case))
                for exhibit in case.exhibits:
                    shown |= _grams(exhibit.content)
                yield from outcome & shown


@needs_shared
def test_the_words_of_the_outcome_are_shown_only_where_they_were_read_and_tell_nothing() -> None:
    listed = {
        line.split()[0]
        for line in PHRASES.read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    }
    found = {hashlib.sha256(gram.encode()).hexdigest() for gram in _shared_grams()}
    assert len(listed) == 81
    assert found == listed
