"""`voirdire bench courtroom` as a user runs it, on two cases and two agents."""

import json
from pathlib import Path

import pytest

from cli.commands import run

ROWS = Path(__file__).parents[1] / "courtroom" / "imports" / "rows"
CASES = ("theft_001", "theft_002")
AGENTS = ("--agents", "silent", "--agents", "rules")
# By case: the pair meets twice, sides swapped, before one judge; who may judge, judges the same
# counsel. Silence is an attack on scores of counsel and does not.
NAMES = [
    f"{case}__{seats}.jsonl"
    for case in CASES
    for seats in (
        "prepared_prepared_rules", "rules_silent_rules", "silent_rules_rules",
    )
]  # fmt: skip


def bench(*options):
    return run("bench", "courtroom", *CASES, *AGENTS, *options)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bench") / "trials"
    done = bench("--out", folder)
    assert done.returncode == 0, done.stderr
    return folder


def held(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def standing(report, agent, part, metric):
    row = (agent, part, metric)
    return next(e for e in report["standings"] if (e["agent"], e["part"], e["metric"]) == row)


def test_agents_meet_twice_with_the_sides_swapped_and_judge_the_same_counsel(folder):
    files = held(folder)
    assert list(files) == NAMES
    seats = [json.loads(data.split(b"\n")[0])["agents"] for data in files.values()][:3]
    assert [(each["prosecution"], each["defence"], each["judge"]) for each in seats] == [
        ("prepared", "prepared", "rules"),
        ("rules", "silent", "rules"),
        ("silent", "rules", "rules"),
    ]


def test_the_figures_rest_on_the_trials_an_agent_is_measured_in(folder):
    report = json.loads(bench("--out", folder, "--format", "json").stdout)
    assert (report["trials"], report["invalid"], report["missed"]) == (6, {}, {})
    assert list(report["verdicts"]) == ["rules"]
    # Four trials as counsel, and two as the judge; silence claims nothing that could be false.
    resisted = standing(report, "silent", "counsel", "hallucination_resistance")
    assert (resisted["n"], resisted["left_out"], resisted["mean"]["value"]) == (0, 4, None)
    assert standing(report, "silent", "counsel", "evidence_use")["mean"]["value"] == 0.0
    kept_order = standing(report, "rules", "counsel", "protocol_adherence")
    assert (kept_order["n"], kept_order["cases"], kept_order["left_out"]) == (4, 2, 0)
    # Two stories, though of one metadata.
    assert kept_order["groups"] == 2
    judged = standing(report, "rules", "judge", "protocol_adherence")
    assert (judged["n"], judged["cases"], judged["left_out"]) == (2, 2, 0)
    decided = standing(report, "rules", "judge", "verdict_accuracy")
    assert (decided["n"], decided["left_out"], decided["floor"]) == (2, 0, None)


def test_each_form_has_every_agent_and_no_baseline_is_said(folder):
    table = bench("--out", folder)
    assert "no baselines: a baseline needs two groups" in table.stderr
    assert "│ silent  │ evidence use " in table.stdout
    markdown = bench("--out", folder, "--format", "markdown").stdout
    assert markdown.startswith("| agent | coherence | evidence use | rebuttal |")
    assert "| silent | n/a (4) | 0.00, floor 0." in markdown
    assert table.stdout.endswith(markdown.partition("\n\n")[2])


def test_a_tournament_that_was_cut_goes_on(folder, tmp_path):
    before, told = held(folder), bench("--out", folder, "--format", "json").stdout
    cut = tmp_path / "cut"
    cut.mkdir()
    for name in NAMES[:2]:
        (cut / name).write_bytes(before[name])
    (cut / NAMES[2]).write_bytes(before[NAMES[2]][:-300])
    assert bench("--out", cut, "--format", "json").stdout == told
    assert held(cut) == before
    # What is kept is used: a trial of another seed in its place is not played over.
    other = bench("--out", cut, "--seed", 1)
    assert (other.returncode, "holds another trial" in other.stderr) == (2, True)
    assert held(cut) == before


def test_an_agent_named_twice_is_one_agent(tmp_path):
    done = run("bench", "courtroom", "theft_001", "--agents", "rules", "--agents", "rules",
               "--out", tmp_path / "out", "--format", "json")  # fmt: skip
    assert json.loads(done.stdout)["trials"] == 1
    assert [path.name for path in (tmp_path / "out").iterdir()] == [
        "theft_001__prepared_prepared_rules.jsonl"
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nope",), "nope: no such case"),
        (("theft_001", "--agents", "nobody"), "no agent 'nobody'"),
        (("theft_001", "--judge", "nobody"), "no agent 'nobody'"),
        (("theft_001", "--agents", "rules", "--out", __file__), "cannot be written"),
        (("theft_001", "--agents", "silent"), "--agents names only silent, which judges nothing"),
    ],
)
def test_what_cannot_be_used_is_one_line(arguments, said):
    done = run("bench", "courtroom", *arguments)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert said in done.stderr


def test_real_trials_are_measured_by_defaults_that_they_allow(tmp_path):
    trials = tmp_path / "rows.jsonl"
    rows = (ROWS / "old_bailey.jsonl").read_text("utf-8").splitlines(keepends=True)
    trials.write_text(rows[0], "utf-8")
    folder = tmp_path / "out"
    done = run("bench", "courtroom", "--trials", trials, "--out", folder, "--format", "json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    measured = {each["agent"] for each in report["standings"]}
    assert measured == {"random", "random-quotes", "silent", "rules"}
    heads = [json.loads(data.split(b"\n")[0])["agents"] for data in held(folder).values()]
    judged = [each for each in heads if each["judge"] != "rules"]
    assert {each["judge"] for each in judged} == {"random", "random-quotes"}
    assert {each["prosecution"] for each in judged} == {"rules"}
    for asked in (("--counsel", "prepared"), ("--agents", "prepared"), ("--judge", "prepared")):
        done = run("bench", "courtroom", "--trials", trials, *asked)
        assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
        assert "nobody can prepare it; name others (--counsel rules --agents random" in done.stderr


def test_a_model_without_an_answer_judges_nothing_and_is_said(tmp_path):
    script = tmp_path / "model.jsonl"
    script.write_text('{"reply": "not json at all"}\n', "utf-8")
    name = f"scripted:{script}"
    arguments = (*CASES, "--agents", name, "--agents", "rules", "--judge", "rules",
                 "--ledger", tmp_path / "ledger.sqlite")  # fmt: skip
    done = run("bench", "courtroom", *arguments, "--format", "json")
    report = json.loads(done.stdout)
    assert done.returncode == 3
    verdicts = report["verdicts"][name]
    assert (verdicts["n"], verdicts["undecided"], verdicts["n_brier"]) == (2, 2, 0)
    assert verdicts["balanced_accuracy"]["value"] == 0.0
    assert list(report["missed"]) == [name]
    missed = report["missed"][name]
    assert sorted(missed) == ["counsel", "judge"]
    assert all(each["missed"] == each["turns"] > 0 for each in missed.values())
    assert f"{name}: no usable answer at all as judge, in " in done.stderr
    for form in ("table", "markdown"):
        done = run("bench", "courtroom", *arguments, "--format", form)
        turns = missed["judge"]["turns"]
        assert done.returncode == 3
        assert f"{turns} of {turns} turns as judge had no usable answer" in done.stdout


def test_a_model_that_cannot_be_reached_ends_the_tournament(tmp_path):
    script = tmp_path / "model.jsonl"
    script.write_text('{"error": {"status": 401}}\n', "utf-8")
    done = run("bench", "courtroom", "theft_001", "--agents", f"scripted:{script}",
               "--ledger", tmp_path / "ledger.sqlite")  # fmt: skip
    baselines, error = done.stderr.splitlines()
    assert (done.returncode, done.stdout) == (3, "")
    assert "no baselines: " in baselines
    assert error.endswith("no answer (401: the script says so)")
