"""The Inspect task of trials, offline: a scripted model in a seat, and one that talks rubbish.

All runs are made in one process, since Inspect takes seconds to start.
"""

import json
import subprocess
import sys
from dataclasses import replace
from importlib.metadata import entry_points

import pytest

from courtroom.lantern import LANTERN, LETTER, LOG
from voirdire.courtroom.cases.load import dump_case

pytest.importorskip("inspect_ai")

EVAL = """
import json, re, sys
from inspect_ai import eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from voirdire.courtroom.task import courtroom

runs, logs = json.loads(sys.argv[1]), sys.argv[2]

def model_of(replies, asked):
    def reply(messages, tools, tool_choice, config):
        asked.append([m.text for m in messages])
        if replies == "fault":
            raise RuntimeError("the provider is gone")
        seat, phase = re.match(r"Your seat: (\\w+). Phase: (\\w+).", messages[1].text).groups()
        legal = re.search(r"Legal now: (.*)\\.", messages[1].text)[1].split(", ")
        text = replies
        if isinstance(replies, dict):
            given = replies.get(phase, [])
            text = json.dumps(given.pop(0) if given else {"action": legal[-1]})
        made = ModelOutput.from_content("mockllm/model", text)
        # Without usage Inspect counts tokens with a vocabulary that it fetches.
        made.usage = ModelUsage(input_tokens=100, output_tokens=10, total_tokens=110)
        return made
    return get_model("mockllm/model", custom_outputs=reply, memoize=False)

def told(score):
    return {
        "value": None if score.value != score.value else score.value,
        "reason": score.reason, "answer": score.answer,
        "explanation": score.explanation, "metadata": score.metadata,
    }

def run(case, replies, limits, arguments):
    asked = []
    (log,) = eval(
        courtroom(case, **arguments), model=model_of(replies, asked), log_dir=logs,
        display="none", max_samples=1, fail_on_error=False, **limits,
    )
    assert log.status == "success", log.error
    samples = {
        s.id: {
            "scores": {name: told(each) for name, each in (s.scores or {}).items()},
            "trial": s.store.get("trial"), "limit": s.limit.type if s.limit else None,
            "error": s.error.message if s.error else None,
            "seen": [s.input, s.metadata, s.target], "output": s.output.completion,
        }
        for s in log.samples
    }
    metrics = {
        each.name: {name: one.value for name, one in each.metrics.items()}
        | {"unscored": each.unscored_samples}
        for each in (log.results.scores if log.results else [])
    }
    return {"samples": samples, "metrics": metrics, "asked": asked}

print(json.dumps({name: run(*each) for name, each in runs.items()}))
"""
CLAIMS = [
    {
        "issue": "absent",
        "exhibit": "log",
        "quotation": "the keeper signed the log and went ashore",
    },
    {
        "issue": "cause",
        "exhibit": "log",
        "quotation": "The lamp burned low and was out before midnight",
    },
]
PROSECUTION = {
    "evidence": [
        {"action": "submit_evidence", "exhibit": "log", "text": "The log."},
        {"action": "present_argument", "text": "He went.", "claims": CLAIMS},
    ],
    "closing": [{"action": "summarize_case", "text": "He went ashore.", "claims": CLAIMS[:1]}],
}
VERDICT = {
    "action": "deliver_verdict",
    "decision": "not guilty",
    "probability": 0.2,
    "text": "Oil.",
}


# An answer without the probability, and the answer mended.
MENDED = [{"action": "deliver_verdict", "decision": "not guilty"}, VERDICT]
# Arguments, limits of Inspect, why the trial was cut short, Inspect's limit, turns taken.
LIMITS = {
    "turns 3": ({"turns": 3}, {}, "turn_limit", None, 3),
    "turns 0": ({"turns": 0}, {}, "turn_limit", None, 0),
    # 110 a request
    "tokens 220": ({"tokens": 220}, {}, "token_limit", None, 2),
    "tokens 221": ({"tokens": 221}, {}, "token_limit", None, 3),
    "of Inspect": ({}, {"token_limit": 250}, "inspect_token_limit", "token", 2),
}


def with_canaries():
    key = replace(
        LANTERN.key,
        reasons=("CANARY-REASON",),
        planted=tuple(replace(each, why="CANARY-WHY") for each in LANTERN.key.planted or ()),
        misleading=("CANARY-MISLEADING",),
    )
    return replace(LANTERN, key=key, metadata={"year": "CANARY-YEAR"}, source="CANARY-SOURCE")


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("task")
    cases = {}
    for name, file in (("lantern", LANTERN), ("canaries", with_canaries())):
        path = folder / f"{name}.json"
        path.write_text(dump_case(file), "utf-8")
        cases[name] = str(path)
    plain, judge = cases["lantern"], {"seats": "judge"}
    runs = {
        "counsel": (plain, PROSECUTION, {}, {"seats": "prosecution"}),
        "judge": (plain, {"verdict": [VERDICT]}, {}, judge),
        "mended": (plain, {"verdict": MENDED}, {}, judge),
        "rubbish": (plain, "I would rather not.", {}, {}),
        "no verdict": (plain, {"verdict": [VERDICT]}, {}, {**judge, "tokens": 0}),
        "fault": (plain, "fault", {}, {"seats": "prosecution"}),
        "canaries": (cases["canaries"], PROSECUTION, {}, {}),
        "opponent": (
            plain, PROSECUTION, {}, {"seats": "prosecution", "counsel": "silent", "judge": "rules"},
        ),
        **{
            name: (plain, PROSECUTION, limits, {"seats": "prosecution", **arguments})
            for name, (arguments, limits, *_) in LIMITS.items()
        },
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", EVAL, json.dumps(runs), folder / "logs"],
        capture_output=True, text=True, timeout=500, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_counsel_that_quotes_its_passages(logs):
    log = logs["counsel"]
    (sample,) = log["samples"].values()
    scores = sample["scores"]
    # Both passages that the map gives the prosecution, and no other.
    use = scores["evidence_use"]
    assert (use["value"], use["metadata"]["n"]) == (1.0, 2)
    assert 0 < use["metadata"]["floor"] < 1
    assert {each["exhibit"] for each in use["metadata"]["spans"]} == {"log"}
    assert use["explanation"].startswith("recall 2 of 2")
    # One exhibit is too few for it: not applicable is no 0.
    resistance = scores["hallucination_resistance"]
    assert (resistance["value"], resistance["reason"]) == (None, "not_applicable")
    assert log["metrics"]["hallucination_resistance"]["unscored"] == 1
    assert (log["metrics"]["evidence_use"]["mean"], log["metrics"]["evidence_use"]["n"]) == (1, 1)
    assert scores["answers_in_form"]["value"] == 1.0
    # The accuracy of a verdict is no score of counsel.
    assert "verdict_accuracy" not in scores
    trial = sample["trial"]
    assert trial["agents"] == {
        "prosecution": "mockllm/model", "defence": "prepared", "judge": "prepared",
    }  # fmt: skip
    assert (trial["ending"]["terminated"], trial["stopped"], trial["failures"]) == (True, None, [])
    assert trial["tokens"] == 110 * trial["requests"]
    assert LETTER.split(". ")[1] in sample["output"]


def test_a_judge(logs):
    log = logs["judge"]
    score = log["samples"]["lantern-judge"]["scores"]["verdict_accuracy"]
    assert (score["value"], score["answer"]) == (1.0, "not guilty")
    assert score["metadata"]["floor"] == 0.5
    assert score["metadata"]["spans"][0]["note"] == "not guilty"
    metrics = log["metrics"]["verdict_accuracy"]
    assert (metrics["mean"], metrics["floor"]) == (1.0, 0.5)
    assert metrics["brier"] == pytest.approx(0.04)
    # All cases went one way: no balance to speak of.
    assert "balanced_accuracy" not in metrics
    assert set(log["metrics"]) == {"verdict_accuracy", "protocol_adherence", "answers_in_form"}


def test_rubbish_is_declined_and_counted(logs):
    log = logs["rubbish"]
    assert set(log["samples"]) == {"lantern-prosecution", "lantern-defence", "lantern-judge"}
    for seat in ("prosecution", "defence"):
        sample = log["samples"][f"lantern-{seat}"]
        trial, scores = sample["trial"], sample["scores"]
        own = [each for each in trial["entries"] if each["seat"] == seat]
        assert {each["action"]["kind"] for each in own} == {"decline"}
        assert [each["turn"] for each in trial["failures"]] == [each["number"] for each in own]
        # Asked, and asked twice again.
        assert trial["requests"] == 3 * len(own)
        assert scores["answers_in_form"]["value"] == 0.0
        assert "no valid CourtAction after 2 repairs" in scores["answers_in_form"]["explanation"]
        # To say nothing is to use no evidence.
        assert scores["evidence_use"]["value"] == 0.0
        assert scores["evidence_use"]["metadata"]["declined"] == len(own)
    judge = log["samples"]["lantern-judge"]
    # What stood in for its verdict happens to be right, and is not its verdict: undecided.
    assert judge["trial"]["ending"]["decision"] == "not guilty"
    verdict = judge["scores"]["verdict_accuracy"]
    assert (verdict["value"], verdict["reason"]) == (0.0, None)
    assert "it stands in for a model without an answer" in verdict["explanation"]
    decided = verdict["metadata"]["verdict"]
    assert (decided["decided"], decided["probability"]) == (None, None)
    figures = log["metrics"]["verdict_accuracy"]
    assert (figures["mean"], figures["n"], figures["unscored"]) == (0.0, 1, 0)
    assert "brier" not in figures
    ruling = judge["scores"]["protocol_adherence"]
    assert (ruling["value"], ruling["reason"]) == (None, "no_answer_in_form")
    assert judge["scores"]["answers_in_form"]["value"] == 0.0
    metrics = log["metrics"]["answers_in_form"]
    assert (metrics["mean"], metrics["mean_judge"], metrics["n"]) == (0.0, 0.0, 3)


def test_an_answer_is_mended(logs):
    log = logs["mended"]
    assert "deliver_verdict needs probability" in log["asked"][-1][3]
    assert log["samples"]["lantern-judge"]["scores"]["answers_in_form"]["value"] == 1.0


@pytest.mark.parametrize("name", LIMITS)
def test_limits_are_exact_and_recorded(logs, name):
    _, _, stopped, limit, turns = LIMITS[name]
    log = logs[name]
    (sample,) = log["samples"].values()
    trial, scores = sample["trial"], sample["scores"]
    assert (trial["stopped"], sample["limit"], trial["turns"]) == (stopped, limit, turns)
    own = [each for each in trial["entries"] if each["seat"] == "prosecution"]
    assert (len(own), trial["ending"]) == (turns, None)
    # What was done until then is scored, and says that it was cut short.
    assert scores["evidence_use"]["value"] == (1.0 if turns == 3 else 0.0)
    assert scores["evidence_use"]["metadata"]["stopped"] == stopped
    assert f"cut short: {stopped}" in scores["evidence_use"]["explanation"]


def test_a_judge_that_is_cut_short_gave_no_verdict(logs):
    log = logs["no verdict"]
    score = log["samples"]["lantern-judge"]["scores"]["verdict_accuracy"]
    assert (score["value"], score["reason"]) == (None, "not_applicable")
    assert "token_limit" in score["explanation"]


def test_a_fault_of_the_provider_is_no_score(logs):
    log = logs["fault"]
    (sample,) = log["samples"].values()
    assert "the provider is gone" in sample["error"]
    assert sample["scores"] == {}


def test_the_key_is_in_nothing_that_a_model_sees(logs):
    log = logs["canaries"]
    assert len(log["samples"]) == 3
    seen = json.dumps([log["asked"], [s["seen"] for s in log["samples"].values()]])
    assert "CANARY" not in seen
    assert LOG.split(". ")[0] in seen


def test_the_other_seats_are_played_by_whom_one_names(logs):
    trial = logs["opponent"]["samples"]["lantern-prosecution"]["trial"]
    assert trial["agents"] == {
        "prosecution": "mockllm/model", "defence": "silent", "judge": "rules",
    }  # fmt: skip
    said = {e["action"]["kind"] for e in trial["entries"] if e["seat"] == "defence"}
    assert said == {"decline"}


def test_inspect_finds_both_tasks():
    (point,) = entry_points(group="inspect_ai", name="voirdire")
    tasks = point.load()
    assert tasks.courtroom.__name__ == "courtroom"
    assert tasks.citations.__name__ == "citations"


def test_the_written_cases_are_the_samples():
    done = subprocess.run(
        [
            sys.executable, "-c",
            "from voirdire.courtroom.task import courtroom\n"
            "print(len(courtroom().dataset), len(courtroom(difficulty='hard').dataset),\n"
            "  [s.id for s in courtroom(language='fr', seats=['defense', 'judge']).dataset])",
        ],
        capture_output=True, text=True, timeout=180, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    # 24 cases in English, 8 of each difficulty, in three seats.
    assert done.stdout.strip() == "72 24 ['contract_011-fr-defence', 'contract_011-fr-judge']"
