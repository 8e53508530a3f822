"""The free speech of kept trials before a scripted judge, and the metrics put together."""

import json

import pytest

from cli.commands import run

# The first text always wins, which is no verdict at all: the judge flips with the order.
RULES = [
    {"when": {"purpose": "speech-judge"}, "reply": {"better": "first", "reason": "it came first"}},
    {"when": {"purpose": "advocacy", "pattern": "second floor"}, "reply": {"probability": 0.5}},
    {"when": {"purpose": "advocacy", "pattern": "A text read out"}, "reply": {"probability": 0.7}},
    {"when": {"purpose": "advocacy"}, "reply": {"probability": 0.4}},
]


@pytest.fixture
def kept(tmp_path):
    """A kept trial, and a file for the judge's script."""
    assert run("trial", "run", "theft_001", "--out", tmp_path / "run.jsonl").returncode == 0
    return tmp_path / "run.jsonl"


def judge(kept, rules, *more):
    script = kept.with_name("judge.jsonl")
    script.write_text("".join(json.dumps(rule) + "\n" for rule in rules), "utf-8")
    ledger = kept.with_name("ledger.sqlite")
    model = ("--model", f"scripted:{script}", "--ledger", ledger)
    return run("trial", "judge", kept, *model, *more)


def test_a_judge_that_goes_by_the_order_is_told_to_flip(kept):
    done = judge(kept, RULES, "--format", "json")
    told = json.loads(done.stdout)

    assert done.returncode == 0
    assert told["judgements"][0]["winner"] == "tie"
    assert told["coherence"]["flips"] == 1
    # 0.7 after the speech and 0.5 after the placebo, for the one side and against the other.
    assert [round(each["shift"], 9) for each in told["moved"]] == [0.2, -0.2]


def test_what_the_judge_cannot_say_is_unscored_and_no_tie(kept):
    garbage = [{"when": {"purpose": "speech-judge"}, "reply": "the defence, clearly"}, *RULES[1:]]
    told = json.loads(judge(kept, garbage, "--format", "json").stdout)

    assert told["judgements"][0]["winner"] is None
    assert told["coherence"]["unscored"] == {"no_valid_answer": 1}
    assert told["coherence"]["scored"] == 0


def test_labels_of_people_must_be_of_the_trials_judged(kept, tmp_path):
    labels = tmp_path / "labels.jsonl"
    labels.write_text('{"run": "another.jsonl", "better": "defence"}\n', "utf-8")
    done = judge(kept, RULES, "--labels", labels)

    assert done.returncode == 2
    assert "another.jsonl" in done.stderr and "Traceback" not in done.stderr


def test_labels_that_are_none_are_one_line(kept, tmp_path):
    labels = tmp_path / "labels.jsonl"
    labels.write_text('{"run": "x", "better": "nobody"}\n', "utf-8")
    done = judge(kept, RULES, "--labels", labels)

    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_a_figure_of_all_metrics_never_goes_without_its_parts(kept):
    done = run("trial", "score", kept, "--weight", "evidence_use=2", "--weight", "coherence=1")
    line = next(line for line in done.stdout.splitlines() if line.startswith("prosecution: "))

    assert "above the floors" in line
    assert "evidence_use" in line and "weight 2" in line and "coherence" in line


@pytest.mark.parametrize("given", ["evidence=1", "coherence", "coherence=-1", "coherence=nan"])
def test_a_weight_is_a_metric_and_a_number(kept, given):
    assert run("trial", "score", kept, "--weight", given).returncode == 2


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ({"reply": "not json at all"}, "nothing could be scored: no valid answer 3 times"),
        # It never answered: the second trial is not asked about.
        (
            {"error": {"status": 401}},
            "nothing could be scored: the model failed 3 times; 1 more trials were not judged",
        ),
    ],
)
def test_a_judge_by_which_nothing_is_scored_ends_with_3(kept, rule, said):
    other = kept.with_name("other.jsonl")
    more = []
    if "error" in rule:
        other.write_bytes(kept.read_bytes())
        more = [other]
    for form in ("text", "json"):
        done = judge(kept, [rule], *more, "--format", form)
        assert done.returncode == 3
        assert said in done.stderr
        assert done.stdout


def test_a_model_that_never_answered_is_asked_no_more_though_a_side_was_silent(kept, tmp_path):
    silent = tmp_path / "silent.jsonl"
    run("trial", "run", "theft_001", "--defence", "silent", "--out", silent)
    # Of the silent side there is nothing to ask; of the other the model fails.
    done = judge(silent, [{"error": {"status": 401}}], kept, "--format", "json")
    told = json.loads(done.stdout)
    assert done.returncode == 3
    assert [each["unscored"] for each in told["judgements"]] == ["nothing_said"]
    assert [each["unscored"] for each in told["moved"]] == ["model_failed", "nothing_said"]
    assert "1 more trials were not judged" in done.stderr


def test_a_model_that_answered_once_is_asked_on(kept):
    other = kept.with_name("other.jsonl")
    other.write_bytes(kept.read_bytes())
    failing = [
        {"when": {"purpose": "speech-judge"}, "reply": "the defence, clearly"},
        {"error": {"status": 401}},
    ]
    done = judge(kept, failing, other, "--format", "json")
    assert done.returncode == 3
    assert "the model failed 4 times" in done.stderr and "not judged" not in done.stderr


def test_a_judge_by_which_something_is_scored_ends_with_0(kept):
    garbage = [{"when": {"purpose": "speech-judge"}, "reply": "the defence, clearly"}, *RULES[1:]]
    assert judge(kept, garbage).returncode == 0
