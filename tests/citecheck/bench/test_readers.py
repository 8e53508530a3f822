"""Published data sets read into excerpts and rows; what is malformed names its line."""

import json

import pytest

from shared_data import SHARED, needs_shared
from voirdire.citecheck.bench.court_rows import (
    InjectedError,
    LabelledCitation,
    SupportClaim,
    read_confirmed_fakes,
    read_injected_errors,
    read_labelled_citations,
    read_support_claims,
)
from voirdire.citecheck.bench.files import DatasetError, read_dataset, write_dataset
from voirdire.citecheck.bench.readers import read_dahl, read_lephantomcite
from voirdire.citecheck.excerpts import Excerpt, Label

TEXT = (
    "A placard is enough. Alden v. Birch, 12 Marlow Rep. 1, 4 (1981). See also\n"
    "Crane v. Doe, 13 Marlow Rep. 3 (1983) (a letter   must be sent)."
)


def written(tmp_path, name, rows):
    path = tmp_path / name
    if name.endswith(".json"):
        path.write_text(json.dumps(rows, indent=1), "utf-8")
    else:
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


@pytest.mark.parametrize(
    ("hallucinations", "labels"),
    [
        # The form of the paper's example: segment to type, spelled in several ways.
        (
            {"12 Marlow Rep. 1, 4": "incorrect_pincite"},
            [Label("12 Marlow Rep. 1, 4", "incorrect_pincite", start=37)],
        ),
        (
            {"A placard is enough.": "Content misrepresentation"},
            [Label("A placard is enough.", "content_misrepresentation", start=0)],
        ),
        (
            {"Crane v. Doe": "Case name mismatch"},
            [Label("Crane v. Doe", "case_name_mismatch", start=74)],
        ),
        (
            {"13 Marlow Rep. 3": "Non-existent citation"},
            [Label("13 Marlow Rep. 3", "nonexistent_citation", start=88)],
        ),
        # White space of the row differs from that of the text: the text's stands in the label.
        (
            {"a letter must be sent": "verbatim misquote"},
            [Label("a letter   must be sent", "verbatim_misquote", start=113)],
        ),
        # A list has no types, and a segment that stands twice no place.
        (["Marlow Rep."], [Label("Marlow Rep.", None)]),
        (
            [{"text": "Alden v. Birch", "type": "mismatch"}],
            [Label("Alden v. Birch", "case_name_mismatch", start=21)],
        ),
        ({}, []),
        ([], []),
    ],
)
def test_labels_of_lephantomcite(tmp_path, hallucinations, labels):
    row = {"text": TEXT, "hallucinations": hallucinations}
    [excerpt] = read_lephantomcite(written(tmp_path, "data.jsonl", [row]))
    assert list(excerpt.labels) == labels


def test_rows_of_lephantomcite(tmp_path):
    rows = [
        {
            "id": "alden-v-birch_23_part12.pdf",
            "Text": TEXT,
            "Hallucinations": [],
            "optional_hallucinations": {"A placard is enough.": None},
            "split": "train",
        },
        {"excerpt": TEXT, "hallucinations": {}},
    ]
    first, second = read_lephantomcite(written(tmp_path, "data.json", rows))
    # All parts of one brief share its name.
    assert first.document == "alden-v-birch_23"
    assert first.split == "train"
    assert first.labels == (Label("A placard is enough.", None, start=0, optional=True),)
    assert (second.split, second.dataset) == ("test", "lephantomcite")
    write_dataset(tmp_path / "set", [first, second])
    assert read_dataset(tmp_path / "set") == [first, second]


def test_csv_cells_hold_json_or_python(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text(
        "id,text,hallucinations\n"
        'a,"A placard, or two,\nis enough.","{""is enough"": ""misquote""}"\n'
        "b,A letter is enough.,['A letter']\n"
        "c,Neither is.,[]\n",
        "utf-8",
    )
    assert [(e.id, e.text, e.labels) for e in read_lephantomcite(path)] == [
        (
            "a",
            "A placard, or two,\nis enough.",
            (Label("is enough", "verbatim_misquote", start=19),),
        ),
        ("b", "A letter is enough.", (Label("A letter", None, start=0),)),
        ("c", "Neither is.", ()),
    ]


@pytest.mark.parametrize(
    ("name", "content", "line", "problem"),
    [
        ("a.jsonl", '{"text": "x", "hallucinations": []}\n{"text": "x"}\n', 2, "no hallucinations"),
        ("a.jsonl", '\n{"hallucinations": []}\n', 2, "no text"),
        ("a.jsonl", '{"text": "x", "hallucinations": {"y": "misquote"}}', 1, "does not hold"),
        ("a.jsonl", '{"text": "x", "hallucinations": {"x": "sarcasm"}}', 1, "no type"),
        ("a.jsonl", '{"text": "x", "hallucinations": {" ": "misquote"}}', 1, "empty segment"),
        ("a.jsonl", '{"text": "x", "hallucinations": [3]}', 1, "not a segment"),
        ("a.jsonl", '{"text": "x", "hallucinations": 3}', 1, "not a mapping"),
        ("a.jsonl", '{"text": "x", "hallucinations": "both of them"}', 1, "no list or mapping"),
        ("a.jsonl", '{"text": 1.5, "hallucinations": []}', 1, "not text"),
        ("a.jsonl", '{"text": "x", "hallucinations": [], "split": "dev"}', 1, "not train or test"),
        ("a.jsonl", '{"text": "x", "halluc', 1, "no JSON"),
        ("a.jsonl", "[]\n", 1, "not an object"),
        ("a.json", '[{"text": "x", "hallucinations": []},\n\n {"text": "x"}]', 3, "no hallucin"),
        ("a.json", '{"rows": []}', 1, "without a list of records"),
        ("a.json", '[\n{"text": }]', 2, "no JSON"),
        ("a.json", "3", 1, "not a list"),
        ("a.csv", 'text,hallucinations\n"two\nlines",[]\nx\n', 4, "1 cells for 2 columns"),
        ("a.csv", "", 1, "is empty"),
        ("a.parquet", "PAR1", 1, "no form"),
    ],
)
def test_malformed_rows_name_their_line(tmp_path, name, content, line, problem):
    path = tmp_path / name
    path.write_text(content, "utf-8")
    with pytest.raises(DatasetError) as error:
        read_lephantomcite(path)
    message = str(error.value)
    assert f"{path}: line {line}: " in message
    assert problem in message
    assert "\n" not in message


def test_no_such_file(tmp_path):
    with pytest.raises(DatasetError, match="cannot be read"):
        read_lephantomcite(tmp_path / "none.jsonl")


def test_dahl(tmp_path):
    path = tmp_path / "dahl.csv"
    path.write_text(
        "citation,year,llm,llm_output_1,llm_output_2,hallucination,correctness_score\n"
        "12 Marlow Rep. 1,1981.0,m1,A placard is not enough.,A letter.,False,80\n"
        "12 Marlow Rep. 1,1981.0,m2,A placard is enough.,A letter.,True,0\n"
        "13 Marlow Rep. 6,1983,m1,I cannot say.,,True,-99\n"
        "13 Marlow Rep. 6,1983,m2,An insurer may refuse.,,1.0,\n",
        "utf-8",
    )
    assert read_dahl(path) == [
        Excerpt(
            "dahl-2",
            "12 Marlow Rep. 1",
            "A placard is not enough. 12 Marlow Rep. 1 (1981).",
            dataset="dahl",
        ),
        Excerpt(
            "dahl-3",
            "12 Marlow Rep. 1",
            "A placard is enough. 12 Marlow Rep. 1 (1981).",
            (Label("A placard is enough.", "content_misrepresentation", start=0),),
            dataset="dahl",
        ),
        Excerpt(
            "dahl-5",
            "13 Marlow Rep. 6",
            "An insurer may refuse. 13 Marlow Rep. 6 (1983).",
            (Label("An insurer may refuse.", "content_misrepresentation", start=0),),
            dataset="dahl",
        ),
    ]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"year": "MCMLXXXI"}, "year is"),
        ({"hallucination": ""}, "hallucination is None"),
        ({"hallucination": "maybe"}, "'maybe', not true or false"),
        ({"llm_output_1": "  "}, "blank"),
        ({"citation": None}, "has no citation"),
    ],
)
def test_malformed_dahl(tmp_path, change, problem):
    row = {"citation": "1 U.S. 1", "year": 1981, "llm_output_1": "x.", "hallucination": True}
    path = written(tmp_path, "dahl.jsonl", [row, row | change])
    with pytest.raises(DatasetError, match=r"line 2: ") as error:
        read_dahl(path)
    assert problem in str(error.value)


def test_named_case_stands_before_its_citation(tmp_path):
    row = {
        "citation": "12 Marlow Rep. 1",
        "case_name": "Alden v. Birch",
        "year": 1981,
        "llm_output_1": "A placard is enough.",
        "hallucination": False,
    }
    [excerpt] = read_dahl(written(tmp_path, "dahl.jsonl", [row]))
    assert excerpt.text == "A placard is enough. Alden v. Birch, 12 Marlow Rep. 1 (1981)."


def test_injected_errors(tmp_path):
    citation = {
        "id": "c1",
        "brief": "b",
        "error_type": "wrong_citation",
        "original": "Alden v. Birch, 12 Marlow Rep. 1 (1981)",
        "replacement_citation": "Alden v. Birch, 21 Marlow Rep. 1 (1981)",
    }
    words = {
        "id": "w1",
        "brief": "b",
        "error_type": "misquotation",
        "original": "Alden v. Birch, 12 Marlow Rep. 1 (1981)",
        "original_text": "a placard",
        "replacement_text": "a poster",
    }
    assert read_injected_errors(written(tmp_path, "e.jsonl", [citation, words])) == [
        InjectedError(
            "c1",
            "b",
            "wrong_citation",
            "Alden v. Birch, 12 Marlow Rep. 1 (1981)",
            "Alden v. Birch, 12 Marlow Rep. 1 (1981)",
            "Alden v. Birch, 21 Marlow Rep. 1 (1981)",
        ),
        InjectedError(
            "w1",
            "b",
            "misquotation",
            "Alden v. Birch, 12 Marlow Rep. 1 (1981)",
            "a placard",
            "a poster",
        ),
    ]
    del citation["replacement_citation"]
    with pytest.raises(DatasetError, match="has no replacement_citation"):
        read_injected_errors(written(tmp_path, "e.jsonl", [citation]))


def test_labelled_rows(tmp_path):
    fakes = [
        {"citation": "1 A.2d 1", "label": "court_confirmed_fake", "item_text": "not found"},
        {"citation": "2 A.2d 2", "label": "real_case_wrong_court"},
    ]
    assert read_confirmed_fakes(written(tmp_path, "f.jsonl", fakes)) == [
        LabelledCitation("1 A.2d 1", True, "not found"),
        LabelledCitation("2 A.2d 2", False),
    ]
    rows = [{"citation": "1 A.2d 1", "label": "real"}, {"citation": "2 A.2d 2", "label": "doubt"}]
    with pytest.raises(DatasetError, match="line 2: label is 'doubt'"):
        read_labelled_citations(written(tmp_path, "l.jsonl", rows))
    claim = {
        "claim_id": "c",
        "proposition": "A placard is enough",
        "cited_case": "1 A.2d 1",
        "label": "Yellow",
        "label_scale": "exhibit",
        "notes": "",
    }
    assert read_support_claims(written(tmp_path, "s.jsonl", [claim])) == [
        SupportClaim("c", "A placard is enough", "1 A.2d 1", "yellow", "exhibit")
    ]
    with pytest.raises(DatasetError, match="not green, yellow or red"):
        read_support_claims(written(tmp_path, "s.jsonl", [claim | {"label": "blue"}]))


@needs_shared
def test_shared_rows():
    folder = SHARED / "data" / "hallucinations"
    # Counts as ../shared/data/README.md gives them.
    errors = read_injected_errors(folder / "rosario_injected_errors.jsonl")
    assert len(errors) == 59
    assert all(error.original != error.replacement for error in errors)
    fakes = read_confirmed_fakes(folder / "court_confirmed_fakes.jsonl")
    assert (len(fakes), sum(row.fake for row in fakes)) == (405, 404)
    assert len(read_labelled_citations(folder / "labelled_citations.jsonl")) == 190
    assert len(read_support_claims(folder / "proposition_support.jsonl")) == 103
