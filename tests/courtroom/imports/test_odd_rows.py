"""Rows with fields gone, null, of another type, empty or full of odd white space."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from courtroom.imports.published import ROWS, SETS
from voirdire.courtroom.cases.validate import validate_case
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.imports.masking import mask_case
from voirdire.courtroom.imports.read import read_trials
from voirdire.courtroom.types import CaseFile
from voirdire.errors import CaseError


def _rows(name: str) -> list[dict[str, Any]]:
    lines = (ROWS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


ROW = {name: _rows(name)[0] for name in SETS}


def _read(*rows: dict[str, Any]) -> tuple[list[CaseFile], list[CaseError]]:
    """The trials of rows, and what was said of the bad ones; all bad is no error here."""
    refused: list[CaseError] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.jsonl"
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
        try:
            files = list(read_trials(path, refused.append))
        except CaseError as error:
            assert "no trial in it" in str(error)
            files = []
    return files, refused


def _changed(name: str, /, **fields: Any) -> dict[str, Any]:
    return {**ROW[name], **fields}


def _without(name: str, field: str) -> dict[str, Any]:
    return {key: value for key, value in ROW[name].items() if key != field}


BENCH = "Rosalind Grant [justice]: Mr. Wray."

# A row of which no trial can be made, and what is said of it.
REFUSED = [
    *(
        (_changed(name, text=text), "text: holds no words")
        for name in SETS
        for text in " \n\xa0\0—"
    ),
    *((_changed(name, text=""), "text: String should have at least 1") for name in SETS),
    # An account that is nothing but its end.
    (_changed("old_bailey", text="7. Here the COURT decided so."), "text: nothing is left of the"),
    (_changed("old_bailey", text="—\nVERDICT,"), "text: nothing is left of the"),
    # Nobody argues: the bench alone, plain words, names alone.
    (_changed("scotus", text=BENCH), "text: no turn of an advocate"),
    (_changed("scotus", text="We will hear argument."), "text: no turn of an advocate"),
    (_changed("scotus", text="Mr.\xa0Wray\xa0advocate:\xa0No."), "text: no turn of an advocate"),
    (_changed("scotus", text=BENCH, advocates=[]), "text: no turn of an advocate"),
    # Facts that begin where they end, and no argument.
    (
        _changed(
            "ecthr",
            text="PROCEEDINGS BEFORE THE COMMISSION\n10. It was heard.",
            applicant_arguments=[],
            state_arguments=["", " \n", "\xa0"],
        ),
        "text: nothing is left of THE FACTS",
    ),
    # Articles that are none, and none that was decided one way.
    *(
        (_changed("ecthr", **{field: ["8", label]}), f"{field}.1: no article")
        for field in ("violated_articles", "not_violated_articles", "mixed_articles")
        for label in ("CANARYX", "", "0", "60", "P0-1", "P17-1", "8 CANARYX", "٨")
    ),
    (
        _changed("ecthr", violated_articles=[], not_violated_articles=[]),
        "violated_articles: no article that was decided one way",
    ),
    (
        _changed("ecthr", violated_articles=["8"], not_violated_articles=["8"]),
        "violated_articles: no article that was decided one way",
    ),
    # Beyond what a case may hold.
    (
        _changed("old_bailey", text="ANN ROE, " + "a" * 60_001),
        "text: an exhibit of more than 60,000",
    ),
    (_changed("old_bailey", text="word " * 100_001), "text: 201 exhibits; 200 at the most"),
    (
        _changed("old_bailey", text="ANN ROE, theft." + "\nMARY WELD. I saw it." * 1_000),
        "text: 1001 witnesses and other parts; 1,000 at the most",
    ),
    (_changed("scotus", claim="a " * 10_001), "claim: Value should have at most 20000"),
    (_changed("ecthr", name="A v. " * 500), "name: String should have at most 2000"),
]


@pytest.mark.parametrize(("row", "problem"), REFUSED)
def test_a_row_without_a_trial_is_refused_with_the_reason(
    row: dict[str, Any], problem: str
) -> None:
    good = _changed("old_bailey", id="good")
    files, (error,) = _read(good, {**row, "id": "bad"})
    assert len(files) == 1
    assert error.case.endswith("rows.jsonl:2")
    assert problem in error.problem
    assert "CANARY" not in str(error)
    with pytest.raises(CaseError):
        next(_strictly(good, {**row, "id": "bad"}))


def _strictly(*rows: dict[str, Any]) -> Iterator[CaseFile]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.jsonl"
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
        yield from read_trials(path)


# Optional fields, and how many trials the row gives without them.
OPTIONAL = [
    ("old_bailey", "charge_sub", 1),
    ("scotus", "advocates", 1),
    ("scotus", "facts", 1),
    ("scotus", "first_party", 1),
    ("scotus", "second_party_label", 1),
    ("ecthr", "applicant_arguments", 4),
    ("ecthr", "state_arguments", 4),
    ("ecthr", "mixed_articles", 4),
    ("ecthr", "violated_articles", 2),
    ("ecthr", "not_violated_articles", 2),
    ("ecthr", "name", 4),
]


@pytest.mark.parametrize(("name", "field", "trials"), OPTIONAL)
def test_an_optional_field_that_is_null_is_one_that_is_not_there(
    name: str, field: str, trials: int
) -> None:
    absent, refused = _read(_without(name, field))
    assert refused == []
    assert len(absent) == trials
    assert [problem for each in absent for problem in validate_case(each)] == []
    assert _read(_changed(name, **{field: None}))[0] == absent


def test_a_row_that_names_no_source_is_known_by_any_field_of_its_set() -> None:
    for name, field in (
        ("old_bailey", "charge_sub"),
        ("scotus", "advocates"),
        ("ecthr", "applicant_arguments"),
    ):
        row = _without(name, field)
        del row["source"]
        assert [each.metadata["set"] for each in _read(row)[0]][:1] == [name]


def test_a_case_without_what_is_optional() -> None:
    (case,) = [each.case for each in _read(_changed("scotus", facts=None, first_party=None))[0]]
    assert case.exhibits[0].title.startswith("Argument for the petitioner")
    assert ": Marrick Ferry Co. v. Oldane. The judgment" in case.background
    case = _read(_changed("ecthr", name="001-57929"))[0][0].case
    assert case.title == "The applicant v. the respondent State"
    # Arguments alone are heard too.
    (*_, file) = _read(_changed("ecthr", text="FINAL SUBMISSIONS TO THE COURT"))[0]
    assert {each.holder for each in file.case.exhibits} == {"prosecution", "defence"}


def test_turns_are_known_in_any_case_of_letters_and_with_any_space() -> None:
    text = "ANN WRAY\xa0[ADVOCATE]:\xa0It is so.\nAnn  Wray [advocate]: It is. \n [advocate]: No."
    (file,) = _read(_changed("scotus", text=text, advocates=[{"name": " ", "role": "For the x"}]))[
        0
    ]
    assert [each.holder for each in file.case.exhibits] == ["joint", "prosecution"]


def test_control_codes_are_read_as_white_space() -> None:
    codes = "".join(map(chr, [*range(32), *range(127, 160), 0x2028, 0x2029]))
    for name in SETS:
        row = ROW[name]
        spoilt = {
            field: value.replace(" ", f" {codes} ")
            for field, value in row.items()
            if field in ("text", "name", "charge", "claim", "facts")
        }
        files, refused = _read({**row, **spoilt})
        assert refused == []
        for file in files:
            assert validate_case(file) == []
            assert not set(str(file.case)) & set(codes)


_SPACE = st.text(" \n\t\r\v\f\0\x1c\x85\xa0\u2028\u200b\ufeff", max_size=6)
_BITS = st.sampled_from(
    """[advocate]: [ADVOCATE]: [justice]: Wray Jr. UNKNOWN Verdict, COURT. 7. The A. “1. v. V.
    PROCEEDINGS BEFORE THE COMMISSION FINAL SUBMISSIONS Slovenia GERMANY and (No. 2) MARY WELD.
    I saw it. Q. Prisoner's Defence. 1996 02-418 8 P1-1 — - ; : [ ] ( ) I. a \ud800 é 😀""".split()
)
_TEXT = st.lists(st.one_of(_SPACE, _BITS, st.text(max_size=8)), max_size=14).map("".join)
_ANY = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), _SPACE, _TEXT),
    lambda each: st.one_of(
        st.lists(each, max_size=3),
        st.dictionaries(st.sampled_from(["name", "role", "x"]), each, max_size=3),
    ),
    max_leaves=5,
)
# Gone altogether.
_GONE = object()


@pytest.mark.parametrize("name", SETS)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_only_a_case_error_comes_of_any_row(name: str, data: st.DataObject) -> None:
    row = dict(ROW[name])
    fields = st.sampled_from(sorted(row))
    for field in data.draw(st.lists(fields, min_size=1, max_size=4)):
        row[field] = data.draw(st.one_of(st.just(_GONE), st.just([]), _TEXT, _ANY))
    kept = {field: value for field, value in row.items() if value is not _GONE}
    files, refused = _read(kept)
    assert bool(files) is not bool(refused)
    for error in refused:
        assert error.case.endswith("rows.jsonl:1")
        assert len(str(error).splitlines()) == 1
    for file in files:
        assert validate_case(file) == []
        assert validate_case(mask_case(file, 1)) == []
        trial = Trial(file.case, seed=1)
        assert all(trial.observe(seat) for seat in trial.seats)
