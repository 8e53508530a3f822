"""`voirdire bench citations run` and `report` as a user runs them, on a dataset made by hand."""

import json
import os
import subprocess
import sys
from importlib.resources import files
from io import StringIO
from pathlib import Path

import pytest

from voirdire.citecheck.bench.files import write_dataset
from voirdire.citecheck.bench.tables import Table
from voirdire.citecheck.excerpts import Excerpt, Label
from voirdire.cli.bench_report import print_tables

SAMPLES = Path(str(files("voirdire") / "samples"))
MADE_UP = "Everhart v. Sable Trust Co., 12 Marlow Rep. 388, 390 (1982)"
REAL = "In re Sallow Point Ferry Co., 12 Marlow Rep. 6, 8 (1981)"
EXCERPTS = [
    Excerpt("e1", "b1", f"The well is mine. {MADE_UP}.", (Label(MADE_UP, "nonexistent_citation"),)),
    Excerpt("e2", "b1", f"The well is the village's. {REAL}."),
    Excerpt("e3", "b2", "See Ames v. Boyd, 540 U.S. 93 (2003).", split="train"),
]


def run(*arguments, **environment):
    """Run the command line in a process of its own; at most 60 s."""
    return subprocess.run(
        [sys.executable, "-c", "from voirdire.cli import main; main()", *map(str, arguments)],
        capture_output=True,
        timeout=60,
        text=True,
        env={**os.environ, "COLUMNS": "200", **environment},
        check=False,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bench")
    write_dataset(folder / "data", EXCERPTS)
    done = run("library", "add", SAMPLES / "opinions.jsonl", "--library", folder / "law")
    assert done.returncode == 0, done.stderr
    return folder


def bench(folder, out, *options):
    return run(
        "bench", "citations", "run", folder / "data", "--library", folder / "law", "--offline",
        "--out", out, *options,
    )  # fmt: skip


def answers(out):
    lines = (out / "answers.jsonl").read_text().splitlines()
    return {answer["excerpt"]: answer for answer in map(json.loads, lines)}


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_rules_answer_every_excerpt_of_the_split(folder, tmp_path, jobs):
    done = bench(folder, tmp_path, "--system", "rules", "--jobs", jobs)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert "2 of 2 excerpts, about 0 s left" in done.stderr
    said = answers(tmp_path)
    assert sorted(said) == ["e1", "e2"]
    assert [(p["text"], p["type"]) for p in said["e1"]["predictions"]] == [
        ("Everhart v. Sable Trust Co., 12 Marlow Rep. 388", "nonexistent_citation")
    ]
    assert said["e2"]["predictions"] == []


def test_a_run_goes_on(folder, tmp_path):
    bench(folder, tmp_path, "--system", "rules", "--limit", 1)
    assert sorted(answers(tmp_path)) == ["e1"]
    done = bench(folder, tmp_path, "--system", "rules")
    assert "1 of 2 excerpts were answered before" in done.stderr
    assert len((tmp_path / "answers.jsonl").read_text().splitlines()) == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--system", "plain"), "name one"),
        (("--system", "rules", "--split", "train", "--jobs", "0"), "--jobs"),
        (("--system", "plain", "--model", "scripted:nowhere.jsonl"), "nowhere.jsonl"),
        (("--system", "plain", "--model", "m", "--jobs", "2"), "only rules"),
    ],
)
def test_arguments_that_cannot_be_used(folder, tmp_path, options, said):
    done = bench(folder, tmp_path / "out", *options)
    assert done.returncode == 2
    assert said in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_split_without_excerpts_is_refused_before_a_folder_is_made(folder, tmp_path):
    write_dataset(tmp_path / "one", [excerpt for excerpt in EXCERPTS if excerpt.split == "train"])
    done = run("bench", "citations", "run", tmp_path / "one", "--system", "rules", "--library",
               folder / "law", "--offline", "--out", tmp_path / "out")  # fmt: skip
    assert done.returncode == 2
    assert "no excerpt in the split 'test' of the dataset: 1 in train, 0 in test" in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_table_that_goes_to_no_terminal_breaks_no_word(monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    columns = ("system", "match", "scored", "golds", "predictions", "precision", "paper's recall")
    name = "boed, openai-compatible:http://127.0.0.1:11434/v1#qwen3:8b"
    stream = StringIO()
    print_tables([Table("Systems", columns, [(name, *columns[1:])])], stream)
    for word in (*columns, name):
        assert word in stream.getvalue()


@pytest.fixture
def script(tmp_path):
    """A model that finds the citation in one excerpt, and fails to answer on the other."""
    path = tmp_path / "script.jsonl"
    found = {"false_segments": [{"text": MADE_UP, "type": "nonexistent_citation", "why": "none"}]}
    rules = [
        {"when": {"pattern": "The well is mine"}, "reply": found},
        {"when": {"pattern": "Sallow"}, "error": {"status": 400}},
    ]
    path.write_text("".join(json.dumps(rule) + "\n" for rule in rules))
    return path


def test_a_model_that_fails_leaves_excerpts_without_answer(folder, tmp_path, script):
    options = ("--system", "plain", "--model", f"scripted:{script}", "--ledger", tmp_path / "l.db")
    done = bench(folder, tmp_path / "plain", *options)
    assert done.returncode == 3, done.stderr
    assert "1 of 2 excerpts have no answer" in done.stderr
    said = answers(tmp_path / "plain")
    assert [p["text"] for p in said["e1"]["predictions"]] == [MADE_UP]
    assert said["e2"]["error"]


def test_a_budget_ends_the_run_and_a_larger_one_goes_on(folder, tmp_path, script):
    options = ("--system", "plain", "--model", f"scripted:{script}", "--ledger", tmp_path / "l.db")
    done = bench(folder, tmp_path / "plain", *options, "--max-calls", 1, "--limit", 1)
    assert done.returncode == 0, done.stderr
    done = bench(folder, tmp_path / "plain", *options, "--max-calls", 1)
    assert done.returncode == 3
    assert "budget of 1 call is spent" in done.stderr
    assert sorted(answers(tmp_path / "plain")) == ["e1"]


def test_the_report_in_each_form(folder, tmp_path, script):
    bench(folder, tmp_path / "rules", "--system", "rules")
    model = f"scripted:{script}"
    bench(
        folder, tmp_path / "plain", "--system", "plain", "--model", model, "--ledger",
        tmp_path / "l.db",
    )  # fmt: skip
    runs = (tmp_path / "rules", tmp_path / "plain")
    table = run("bench", "citations", "report", *runs)
    assert table.returncode == 0, table.stderr
    assert "100.0% (20.7-100.0)" in table.stdout  # one document: Wilson, 1 of 1
    assert "Paired comparison" in table.stdout
    said = json.loads(run("bench", "citations", "report", *runs, "--format", "json").stdout)
    assert [system["scores"]["scored"] for system in said["systems"]] == [2, 1]
    page = tmp_path / "page.html"
    done = run("bench", "citations", "report", *runs, "--format", "html", "--out", page)
    assert (done.returncode, done.stdout) == (0, "")
    assert page.read_text().startswith("<!doctype html>")


def test_a_report_of_a_dataset_that_has_moved(folder, tmp_path):
    bench(folder, tmp_path / "rules", "--system", "rules")
    (tmp_path / "moved").mkdir()
    for file in (folder / "data").iterdir():
        (tmp_path / "moved" / file.name).write_bytes(file.read_bytes())
    row = json.loads((tmp_path / "rules" / "run.json").read_text())
    row["dataset"] = str(tmp_path / "gone")
    (tmp_path / "rules" / "run.json").write_text(json.dumps(row))
    lost = run("bench", "citations", "report", tmp_path / "rules")
    assert (lost.returncode, len(lost.stderr.splitlines())) == (2, 1)
    found = run("bench", "citations", "report", tmp_path / "rules", "--dataset", tmp_path / "moved")
    assert found.returncode == 0
