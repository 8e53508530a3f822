"""Citations in the Wild: records of our own in its form, against the samples' opinions."""

import json
import math
from pathlib import Path

import pytest
from typer.testing import CliRunner

from voirdire.authorities.library import Library
from voirdire.citecheck.bench.files import DatasetError
from voirdire.citecheck.bench.wild import check_wild, predict_label, read_wild, score_wild
from voirdire.cli.app import app

SAMPLES = Path(__file__).parents[3] / "src" / "voirdire" / "samples"


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("library")
    Library.create(folder).add([SAMPLES / "opinions.jsonl"])
    return folder


TOLLIVER = "Harbor Commission of Port Ansel v. Tolliver, 12 Marlow Rep. 1, 2 (1981)"


def record(number, verdict, checks, cited, control=False, completeness="full"):
    return {
        "id": f"CITW-{number:04}",
        "record_type": "control" if control else "offending",
        "verdict_expected": verdict,
        "checks_expected": checks,
        "finding": "fabricated",
        "authority_type": "case",
        "citation_completeness": completeness,
        "cited_authority": cited,
        "court_finding": {"quote": "No such case.", "locator": "page 3"},
    }


RECORDS = [
    # Volume 12 is whole and has no case at page 900.
    record(1, "EXISTS_FAIL", ["EXISTS"], {"as_cited": "Alden v. Birch, 12 Marlow Rep. 900 (1982)"}),
    # The place is another case's, and the quotation need not be looked for.
    record(
        2,
        "EXISTS_FAIL",
        ["EXISTS", "SAYS"],
        {
            "case_name": "Alden v. Birch",
            "reporter_citation": "12 Marlow Rep. 1",
            "court_year": "(1981)",
            "quoted_text": "a nail is not a letter to anybody at all",
        },
    ),
    # Of a volume that is not held nothing can be said.
    record(3, "EXISTS_FAIL", ["EXISTS"], {"as_cited": "Alden v. Birch, 99 Marlow Rep. 4 (1999)"}),
    # Words changed, words kept.
    record(
        4,
        "SAYS_FAIL",
        ["EXISTS", "SAYS"],
        {
            "as_cited": TOLLIVER,
            "quoted_text": "Notice is not a ritual performed for the comfort of the sender",
        },
    ),
    record(
        5,
        "PASS",
        ["EXISTS", "SAYS"],
        {
            "as_cited": TOLLIVER,
            "quoted_text": "Notice is not a ceremony performed for the comfort of the sender",
        },
        control=True,
    ),
    record(6, "PASS", ["EXISTS"], {"as_cited": TOLLIVER}, control=True),
    # Whether a case holds something is not judged without a model.
    record(
        7,
        "SAYS_FAIL",
        ["HOLDS"],
        {"as_cited": TOLLIVER, "cited_for": "Harbor fees may be taxed as income by the county"},
    ),
    record(8, "EXISTS_FAIL", ["EXISTS"], {"as_cited": "four cases"}, completeness="aggregate"),
]


@pytest.fixture
def data(tmp_path):
    path = tmp_path / "wild.json"
    path.write_text(json.dumps({"version": "0.2", "records": RECORDS}, indent=1), "utf-8")
    return path


def test_labels(data, library):
    results = check_wild(read_wild(data), Library.open(library))
    assert {result.record.id: result.predicted for result in results} == {
        "CITW-0001": "EXISTS_FAIL",
        "CITW-0002": "EXISTS_FAIL",
        "CITW-0003": "INSUFFICIENT",
        "CITW-0004": "SAYS_FAIL",
        "CITW-0005": "PASS",
        "CITW-0006": "PASS",
        "CITW-0007": "INSUFFICIENT",
    }


def test_scores(data, library):
    scores = score_wild(check_wild(read_wild(data), Library.open(library)))
    assert (scores.n, scores.insufficient) == (7, 2)
    assert [(c.label, c.right, c.predicted, c.expected) for c in scores.classes] == [
        ("EXISTS_FAIL", 2, 2, 2),
        ("SAYS_FAIL", 1, 1, 1),
        ("PASS", 2, 2, 2),
    ]
    # Over all records the one of a volume not held is missed.
    assert (scores.exists.precision, scores.exists.recall) == (1.0, 2 / 3)
    assert scores.exists.f1 == pytest.approx(0.8)
    assert scores.says_controls == (1, 1)
    assert scores.balanced_accuracy == 1.0


def test_no_record():
    scores = score_wild([])
    assert (scores.n, scores.insufficient, scores.says_controls) == (0, 0, (0, 0))
    assert math.isnan(scores.balanced_accuracy)


@pytest.mark.parametrize(
    ("outcomes", "label"),
    [
        ({"EXISTS": "refuted", "SAYS": "unchecked"}, "EXISTS_FAIL"),
        ({"EXISTS": "verified", "SAYS": "refuted"}, "SAYS_FAIL"),
        ({"EXISTS": "verified", "HOLDS": "refuted"}, "SAYS_FAIL"),
        # A declared check that could not run, even beside one that failed.
        ({"EXISTS": "unchecked", "SAYS": "refuted"}, "INSUFFICIENT"),
        ({"EXISTS": "verified", "SAYS": "refuted", "HOLDS": "unchecked"}, "INSUFFICIENT"),
        ({"EXISTS": "verified", "SAYS": "unchecked"}, "INSUFFICIENT"),
        ({"EXISTS": "verified", "SAYS": "verified", "HOLDS": "verified"}, "PASS"),
    ],
)
def test_predicted_label(outcomes, label):
    assert predict_label(outcomes) == label


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"verdict_expected": "FAIL"}, "verdict_expected is 'FAIL'"),
        ({"record_type": "other"}, "record_type is 'other'"),
        ({"checks_expected": []}, "no checks_expected"),
        ({"checks_expected": ["LIKES"]}, "holds 'LIKES'"),
        ({"citation_completeness": "none"}, "citation_completeness is 'none'"),
        ({"cited_authority": None}, "no cited_authority"),
        ({"id": None}, "no id"),
    ],
)
def test_malformed_record(tmp_path, change, problem):
    path = tmp_path / "wild.jsonl"
    path.write_text(json.dumps(RECORDS[0]) + "\n" + json.dumps(RECORDS[0] | change), "utf-8")
    with pytest.raises(DatasetError, match="line 2: ") as error:
        read_wild(path)
    assert problem in str(error.value)


def test_command(data, library):
    arguments = ["bench", "citations", "wild", str(data), "--library", str(library), "--offline"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [
        "class                    right  said  true  precision  recall     f1",
        "EXISTS_FAIL                  2     2     2      1.000   1.000  1.000",
        "SAYS_FAIL                    1     1     1      1.000   1.000  1.000",
        "PASS                         2     2     2      1.000   1.000  1.000",
        "EXISTS_FAIL, all records     2     2     3      1.000   0.667  0.800",
        "balanced accuracy 1.000; quotations of right citations found: 1 of 1",
        "8 records, 7 scored one by one, 2 insufficient (28.6%)",
    ]
    result = CliRunner().invoke(app, [*arguments, "--format", "json"])
    said = json.loads(result.stdout)
    assert said["exists"]["recall"] == pytest.approx(2 / 3)
    assert said["records"][2] == {
        "id": "CITW-0003",
        "expected": "EXISTS_FAIL",
        "predicted": "INSUFFICIENT",
        "checks": {"EXISTS": "unchecked"},
        "reasons": ["existence: volume_not_held"],
    }
