"""Three systems on four excerpts of two briefs; every expected figure is counted by hand."""

import json
from dataclasses import asdict, replace
from html.parser import HTMLParser
from shutil import copytree

import pytest

from voirdire.citecheck.bench.files import dataset_hash, write_dataset
from voirdire.citecheck.bench.page import render_bench_page
from voirdire.citecheck.bench.report import load_report, report_json
from voirdire.citecheck.bench.run import RunError, RunInfo
from voirdire.citecheck.bench.tables import report_tables
from voirdire.citecheck.excerpts import Answer, Excerpt, Label, Prediction

PLANTED = "Doe v. Roe, 10 Fict. 20 (1990)"
ALTERED = "“in <due> time”"
PIN = "Poe v. Coe, 5 Fict. 6, 9 (1980)"
UNHELD = "Low v. Moe, 2019 WL 7 (2019)"

EXCERPTS = [
    Excerpt(
        "a1", "brief-a", f"It is so. {PLANTED}. Again Doe, 10 Fict. at 21.",
        (
            Label(PLANTED, "nonexistent_citation", "Doe, 1 Fict. 2", strategy="page", fault="f"),
            Label("Doe, 10 Fict. at 21", "nonexistent_citation", strategy="page", fault="f"),
        ),
    ),
    Excerpt(
        "a2", "brief-a", f"Notice is given {ALTERED}. {PIN}.",
        (
            Label(ALTERED, "verbatim_misquote", "“in good time”", strategy="synonym"),
            Label(PIN, "incorrect_pincite", exposed=True, strategy="pin"),
        ),
    ),
    Excerpt("b1", "brief-b", f"Nothing was changed. {UNHELD}.", unheld=(UNHELD,)),
    Excerpt("b2", "brief-b", "Nor was anything here."),
]  # fmt: skip

FIRST = [
    Answer(
        "a1", "first", (Prediction(PLANTED, "nonexistent_citation", "not held"),),
        2, 4, 1, 0, 100, 10, 0.5, 2.0,
    ),
    Answer(
        "a2", "first",
        (Prediction(ALTERED, "verbatim_misquote"), Prediction(PIN, "verbatim_misquote")),
        4, 6, 1, 1, 300, 30, 0.25, 4.0,
    ),
    Answer("b1", "first", (), 1, 1, 0, 0, 100, 5, 0.25, 1.0),
    Answer("b2", "first", (), 1, 0, 0, 0, 100, 5, 0.0, 1.0),
]  # fmt: skip
SECOND = [
    Answer("a1", "second", error="RateLimit: <b>stop</b>", dollars=None),
    Answer("a2", "second", (Prediction(ALTERED),), dollars=None),
    Answer("b1", "second", (Prediction(UNHELD, None, "<script>alert(1)</script>"),)),
    # Nothing about b2: the run was stopped.
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bench")
    write_dataset(folder / "data", EXCERPTS)
    info = RunInfo(
        "first", None, str(folder / "data"), dataset_hash(folder / "data"), "test", None, 25, 30,
        "", "0.1.0",
    )  # fmt: skip
    for name, model, answers in (("one", None, FIRST), ("two", "scripted:<x>", SECOND)):
        (folder / name).mkdir()
        row = asdict(replace(info, system="first" if name == "one" else "second", model=model))
        (folder / name / "run.json").write_text(json.dumps(row))
        lines = "".join(json.dumps(asdict(answer)) + "\n" for answer in answers)
        (folder / name / "answers.jsonl").write_text(lines)
    return folder


@pytest.fixture(scope="module")
def report(folder):
    return load_report([folder / "one", folder / "two"])


def test_figures_of_a_system_that_answered_all(report):
    scores = report.systems[0].scores
    assert (scores.excerpts, scores.scored, scores.unscored, scores.documents) == (4, 4, 0, 2)
    strict = scores.overall["strict"]
    assert strict.tally == (3, 3, 4, 3)
    assert (strict.precision.value, strict.recall.value) == (1.0, 0.75)
    assert strict.f1.value == pytest.approx(6 / 7)
    # All of the predictions are right, in the one brief that has any: no sure thing.
    assert strict.precision.is_degenerate
    assert strict.precision.low == pytest.approx(0.2065, abs=5e-5)  # Wilson, 1 of 1
    by_type = scores.by_type["strict"]
    assert by_type["nonexistent_citation"].tally == (1, 1, 2, 1)
    assert by_type["verbatim_misquote"].tally == (2, 1, 1, 1)  # the pin cite is called one
    assert by_type["incorrect_pincite"].tally == (0, 0, 1, 1)
    # Both segments are of one fault, and one of them was found.
    assert (
        scores.faults["nonexistent_citation"].hits,
        scores.faults["nonexistent_citation"].n,
    ) == (1, 1)
    assert {name: (share.hits, share.n) for name, share in scores.kinds.items()} == {
        "nonexistent_citation: page": (1, 2),
        "verbatim_misquote: synonym": (1, 1),
        "incorrect_pincite: pin": (1, 1),
        "incorrect_pincite: with a quotation": (1, 1),
    }
    assert (scores.unheld.hits, scores.unheld.n) == (0, 1)
    assert (scores.unchanged.hits, scores.unchanged.n) == (0, 2)
    effort = scores.effort
    assert (effort.turns, effort.calls, effort.duplicates, effort.denied) == (8, 11, 2, 1)
    assert (effort.dollars, effort.seconds, effort.input_tokens) == (1.0, 8.0, 600)


def test_what_was_not_answered_is_apart_and_never_a_miss(report):
    scores = report.systems[1].scores
    assert (scores.scored, scores.unscored) == (2, 2)
    assert scores.overall["strict"].tally == (2, 1, 2, 1)  # the golds of a1 are not counted
    assert (scores.unheld.hits, scores.unheld.n) == (1, 1)
    assert (scores.unchanged.hits, scores.unchanged.n) == (1, 1)
    assert scores.effort.dollars is None


def test_a_pair_is_compared_on_what_both_answered(report):
    ((first, second, compared),) = report.comparisons
    assert (first, second) == ("first", "second, scripted:<x>")
    assert compared.excerpts == 2  # a2 and b1
    assert (compared.only_first, compared.only_second) == (1, 0)
    assert (compared.recall.first, compared.recall.second) == (1.0, 0.5)
    assert (compared.precision.first, compared.precision.second) == (1.0, 0.5)
    assert compared.mcnemar == 1.0


def test_errors_are_listed_with_what_stood_there(report):
    missed, false = (list(system.errors()) for system in report.systems)
    assert [(e.what, e.kind, e.segment) for e in missed] == [
        ("missed", "nonexistent_citation", "Doe, 10 Fict. at 21")
    ]
    assert missed[0].before.endswith("(1990). Again ")
    assert [(e.what, e.kind, e.segment) for e in false] == [
        ("missed", "incorrect_pincite", PIN),
        ("false", "no type", UNHELD),
    ]


def test_the_tables_say_the_same(report):
    tables = {table.title: table for table in report_tables(report)}
    assert tables["Systems"].rows[0][:5] == ("first", "strict", "4 of 4", "4", "3")
    assert tables["Steps and cost"].rows[0][1:5] == ("2.0", "2.8", "2 (15.4%)", "1")
    assert tables["Steps and cost"].rows[1][6] == "unknown"
    assert tables["Errors"].rows == (
        ("missed", "non-existent citation", "1", "0"),
        ("missed", "incorrect pin cite", "0", "1"),
        ("false", "no type", "0", "1"),
    )
    assert ("GPT-5, BOED agent", "F1, relaxed", "68.8%", "table 2") in tables[
        "Published figures"
    ].rows
    for table in tables.values():
        assert {len(row) for row in table.rows} == {len(table.columns)}


def test_the_json_is_json(report):
    said = json.loads(json.dumps(report_json(report)))
    assert said["systems"][0]["scores"]["overall"]["strict"]["tally"] == [3, 3, 4, 3]
    assert said["systems"][1]["scores"]["unscored"] == 2
    assert said["systems"][1]["failures"] == {"a1": "RateLimit: <b>stop</b>"}
    assert said["comparisons"][0]["only_first"] == 1


class Page(HTMLParser):
    """Tags in use, and whether each closes."""

    VOID = frozenset("meta input br circle line rect".split())

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.attributes = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in self.VOID or tag == "rect":
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_stands_alone_and_outside_text_is_text(report):
    html = render_bench_page(report)
    page = Page()
    page.feed(html)
    assert page.open == []
    assert page.tags.count("script") == 1
    assert page.tags.count("svg") == 3
    assert page.tags.count("desc") == 3
    assert "b" not in page.tags
    assert not [
        value for name, value in page.attributes if name in ("src", "href") and "#" not in value
    ]
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "“in &lt;due&gt; time”" in html
    assert "prefers-color-scheme: dark" in html
    # Each plot's figures are said in words too.
    assert "second, scripted:&lt;x&gt;: non-existent citation not defined" in html


def test_runs_that_do_not_belong_together(folder, tmp_path):
    write_dataset(tmp_path / "other", EXCERPTS[:3])
    with pytest.raises(RunError, match="--dataset"):
        load_report([folder / "one"], tmp_path / "other")
    row = json.loads((folder / "two" / "run.json").read_text())
    (tmp_path / "run.json").write_text(json.dumps({**row, "split": "train"}))
    with pytest.raises(RunError, match="train"):
        load_report([folder / "one", tmp_path])


def test_two_runs_of_one_system_are_told_apart_by_their_folders(folder, tmp_path):
    copytree(folder / "one", tmp_path / "again")
    report = load_report([folder / "one", tmp_path / "again"])
    assert [system.name for system in report.systems] == ["first (one)", "first (again)"]


def test_a_limit_leaves_the_rest_out(folder, tmp_path):
    row = json.loads((folder / "one" / "run.json").read_text())
    (tmp_path / "run.json").write_text(json.dumps({**row, "limit": 2}))
    (tmp_path / "answers.jsonl").write_bytes((folder / "one" / "answers.jsonl").read_bytes())
    scores = load_report([tmp_path]).systems[0].scores
    assert (scores.excerpts, scores.scored, scores.effort.answers) == (2, 2, 2)
