"""`voirdire ledger`: sums of a ledger as a table and as JSON."""

import json

import pytest
from typer.testing import CliRunner

from voirdire.cli.app import app
from voirdire.errors import VoirdireError
from voirdire.llm.ledger import Call, Ledger


@pytest.fixture
def path(tmp_path):
    """Two paid calls of one run, one of an unknown price, one turned away, one recalled."""
    path = tmp_path / "ledger.sqlite"
    ledger = Ledger.open(path)

    def call(number, **fields):
        values = {"run": "monday", "purpose": "holding", "model": "openai:gpt-4o", "attempt": 1}
        values |= {"provider": "openai", "status": "answered", "seconds": 1.25, "sample": 0}
        values |= {"input_tokens": 1500, "output_tokens": 20, "cached_tokens": 1000}
        return Call(**{"request": f"{number:064}", "picodollars": 2_500_000_000} | values | fields)

    ledger.commit(call(1), "reply")
    ledger.commit(call(2, purpose="claim"), "reply")
    ledger.commit(call(3, run="tuesday", model="openai-compatible:u#m", picodollars=None), "reply")
    ledger.record(call(4, status="429", input_tokens=0, output_tokens=0, cached_tokens=0,
                       seconds=0.0, picodollars=0))  # fmt: skip
    ledger.count_recall("tuesday", "holding", "openai:gpt-4o")
    ledger.close()
    return path


def run(*arguments):
    result = CliRunner().invoke(app, ["ledger", *map(str, arguments)])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.stdout


def test_table(path):
    assert run("--ledger", path).splitlines() == [
        "run      calls  paid  recalled  failed  input  output  cached  seconds   dollars  unknown",
        "monday       2     2         0       1  3,000      40   2,000      2.5  0.005000        0",
        "tuesday      2     1         1       0  1,500      20   1,000      1.2   unknown        1",
    ]


def test_json_by_model_of_one_run(path):
    lines = run("--ledger", path, "--by", "model", "--run", "tuesday", "--format", "json")
    assert [json.loads(line) for line in lines.splitlines()] == [
        {
            "model": "openai-compatible:u#m",
            "calls": 1,
            "paid": 1,
            "recalled": 0,
            "failed": 0,
            "input_tokens": 1500,
            "output_tokens": 20,
            "cached_tokens": 1000,
            "seconds": 1.25,
            "dollars": None,
            "unpriced": 1,
        },
        {
            "model": "openai:gpt-4o",
            "calls": 1,
            "paid": 0,
            "recalled": 1,
            "failed": 0,
            "input_tokens": 0,
            "output_tokens": 0,
            "cached_tokens": 0,
            "seconds": 0.0,
            "dollars": 0.0,
            "unpriced": 0,
        },
    ]


def test_by_purpose(path):
    names = [line.split()[0] for line in run("--ledger", path, "--by", "purpose").splitlines()]
    assert names == ["purpose", "claim", "holding"]


def test_the_environment_names_it(path, monkeypatch):
    monkeypatch.setenv("VOIRDIRE_LEDGER", str(path))
    assert "monday" in run()


def test_an_empty_run_says_so(path):
    assert run("--ledger", path, "--run", "sunday") == f"{path}: no calls\n"


def test_no_ledger_is_a_line_and_none_is_made(tmp_path):
    with pytest.raises(VoirdireError, match="no ledger here"):
        run("--ledger", tmp_path / "none.sqlite")
    assert list(tmp_path.iterdir()) == []
