"""`CourtroomEnv`: the loop of the paper, the same in any process; what it hands out is a copy."""

import copy
import hashlib
import json
import os
import pickle
import subprocess
import sys
from dataclasses import replace

import pytest

from courtroom.lantern import LANTERN
from voirdire.courtroom import Action, CourtroomEnv, Options
from voirdire.courtroom.agents import RandomAgent, RuleBasedAgent
from voirdire.courtroom.cases.load import dump_case
from voirdire.errors import CaseError, EpisodeOverError, MalformedActionError

COUNSEL = [
    "coherence",
    "evidence_use",
    "hallucination_resistance",
    "protocol_adherence",
    "rebuttal",
]
METRICS = {
    "prosecution": COUNSEL,
    "defence": COUNSEL,
    "judge": ["protocol_adherence", "verdict_accuracy"],
}
PAPER = ("case_id", "background", "evidence", "argument_history", "objections", "role", "turn",
         "phase")  # fmt: skip


def play(env, agent, seed):
    """Everything that comes out of an episode, as one text."""
    observation, done, told = env.reset(seed=seed), False, []
    while not done:
        told.append(json.dumps(dict(observation)))
        observation, reward, done, info = env.step(agent.act(observation))
        told.append(json.dumps([reward, done, info]))
    told.append(json.dumps(dict(observation)))
    return "\n".join(told)


EPISODES = """
import hashlib
from courtroom.test_env import CourtroomEnv, RandomAgent, RuleBasedAgent, play
for seed in (0, 7):
    for agent in (RuleBasedAgent(seed), RandomAgent(seed)):
        told = play(CourtroomEnv(difficulty="easy"), agent, seed)
        print(hashlib.sha256(told.encode()).hexdigest())
"""


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_same_seed_same_bytes_in_any_process(hash_seed):
    done = subprocess.run(
        [sys.executable, "-c", EPISODES], capture_output=True, text=True, timeout=120, check=True,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    here = [
        hashlib.sha256(
            play(CourtroomEnv(difficulty="easy"), agent, seed).encode()
        ).hexdigest()
        for seed in (0, 7)
        for agent in (RuleBasedAgent(seed), RandomAgent(seed))
    ]  # fmt: skip
    assert done.stdout.split() == here
    assert len(set(here)) == 4


def test_reset_without_a_seed_counts_on():
    counted, seeded = CourtroomEnv(file=LANTERN), CourtroomEnv(file=LANTERN)
    orders = []
    for seed in (0, 1, 2):
        order = [each["id"] for each in counted.reset()["evidence"]]
        assert order == [each["id"] for each in seeded.reset(seed=seed)["evidence"]]
        orders.append(tuple(order))
    assert len(set(orders)) > 1
    counted.reset(seed=9)
    counted.reset()
    assert counted.trial.seed == 10


def test_reset_in_the_middle_begins_anew():
    env = CourtroomEnv(file=LANTERN)
    first = json.dumps(dict(env.reset(seed=3)))
    env.step({"kind": "present_argument", "text": "He left."})
    assert json.dumps(dict(env.reset(seed=3))) == first


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_the_seed_chooses_a_case_of_the_difficulty(level):
    env = CourtroomEnv(difficulty=level)
    ids = {env.reset(seed=seed)["case_id"] for seed in range(12)}
    assert len(ids) > 2
    assert {env.trial.case.difficulty} == {level}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"difficulty": "hard", "case_id": "theft_001"}, "theft_001: is easy, not hard"),
        ({"difficulty": "medium", "file": LANTERN}, "lantern: is easy, not medium"),
        ({"case_id": "fraud_999"}, "fraud_999: no such case"),
        ({"case_id": "nowhere.json"}, "nowhere.json: No such file"),
    ],
)
def test_a_case_that_cannot_be_is_refused_at_once(arguments, said):
    with pytest.raises(CaseError, match=said):
        CourtroomEnv(**arguments)


@pytest.mark.parametrize("seed", ["x", 1.5, [1]])
def test_a_seed_that_is_no_whole_number_is_refused_and_changes_nothing(seed):
    env = CourtroomEnv(file=LANTERN)
    env.reset(seed=4)
    with pytest.raises(CaseError, match="is no whole number"):
        env.reset(seed=seed)
    assert env.trial.seed == 4
    env.reset()
    assert env.trial.seed == 5


def test_the_arguments_of_the_paper_have_their_order():
    assert CourtroomEnv("hard", "fraud_042").reset(seed=1)["case_id"] == "fraud_042"


@pytest.mark.parametrize("spelling", ["defense", "defence"])
def test_the_defence_in_both_spellings(spelling):
    env = CourtroomEnv(file=LANTERN)
    env.reset(seed=0)
    assert dict(env.trial.observe(spelling)) == dict(env.trial.observe("defence"))
    assert env.trial.apply(Action("decline", seat=spelling)).seat == "defence"
    with pytest.raises(MalformedActionError, match="no seat 'jury'"):
        env.trial.observe("jury")


@pytest.mark.parametrize("given", [{"kind": "decline"}, Action("dance"), None, "decline"])
def test_the_engine_takes_actions_alone(given):
    env = CourtroomEnv(file=LANTERN)
    env.reset(seed=0)
    with pytest.raises(MalformedActionError, match="no action"):
        env.trial.apply(given)
    assert len(env.trial) == 0


@pytest.mark.parametrize(
    ("said", "recorded"),
    [
        ("GUILTY", "guilty"),
        ("Not guilty", "not_guilty"),
        (" not-GUILTY\n", "not_guilty"),
        ("NOT_GUILTY", "not_guilty"),
        ("innocent", "innocent"),
    ],
)
def test_a_decision_is_read_however_it_is_written(said, recorded):
    env = CourtroomEnv(case_id="theft_001", options=Options(evidence_turns=0, rebuttal_turns=0))
    env.reset(seed=0)
    for _ in range(4):
        env.step(Action("decline"))
    env.step(Action("deliver_verdict", decision=said))
    last = env.trial.entries()[-1]
    assert last.action.decision == recorded
    assert last.code == ("unknown_decision" if said == "innocent" else "accepted")


def test_a_case_file_is_a_case(tmp_path):
    path = tmp_path / "lantern.json"
    path.write_text(dump_case(LANTERN))
    env = CourtroomEnv(difficulty="easy", case_id=str(path))
    assert env.reset()["title"] == "The Crown of Gull against Ansel Marsh"


def test_before_reset_there_is_no_trial():
    with pytest.raises(CaseError, match="none has begun; reset begins one"):
        CourtroomEnv(file=LANTERN).step({"kind": "decline"})


def test_the_end_tells_verdict_scores_and_rewards():
    env, agent = CourtroomEnv(file=LANTERN), RuleBasedAgent()
    observation = env.reset(seed=1)
    assert observation["seat"] == "prosecution"
    done = False
    while not done:
        seat = observation["seat"]
        observation, reward, done, info = env.step(agent.act(observation))
        assert (info["seat"], info["result"]) == (seat, "accepted")
        if not done:
            assert (reward, sorted(info)) == (0.0, ["result", "seat"])
    assert sorted(info) == [
        "reason", "result", "rewards", "scores", "seat", "terminated", "truncated", "verdict",
    ]  # fmt: skip
    assert (info["terminated"], info["truncated"], info["reason"]) == (True, False, None)
    assert info["verdict"] in ("guilty", "not guilty", "hung")
    assert sorted(info["scores"]) == sorted(info["rewards"]) == ["defence", "judge", "prosecution"]
    for seat in info["scores"]:
        assert sorted(info["scores"][seat]) == METRICS[seat]
    score = info["scores"]["judge"]["verdict_accuracy"]
    assert sorted(score) == ["detail", "floor", "metric", "n", "spans", "value"]
    assert score["value"] == float(info["verdict"] == "not guilty")
    assert score["floor"] == 0.5
    assert reward == info["rewards"]["judge"]
    json.dumps(info)
    assert observation["ended"]["decision"] == info["verdict"]
    assert (observation["on_turn"], observation["legal_actions"]) == (None, [])


def test_a_step_after_the_end_is_an_error_and_changes_nothing():
    env = CourtroomEnv(file=LANTERN, options=Options(max_steps=2))
    env.reset()
    env.step({"kind": "decline"})
    observation, _, done, info = env.step({"kind": "decline"})
    assert (done, info["truncated"], info["reason"]) == (True, True, "step_limit")
    assert info["verdict"] is None
    before = json.dumps(dict(observation))
    for action in ({"kind": "decline"}, {"kind": "deliver_verdict", "decision": "guilty"}):
        with pytest.raises(EpisodeOverError):
            env.step(action)
    assert json.dumps(dict(env.trial.observe())) == before
    assert len(env.trial) == 2


def test_an_illegal_action_is_a_step_with_its_result():
    env = CourtroomEnv(file=LANTERN)
    env.reset()
    observation, reward, done, info = env.step({"kind": "deliver_verdict", "decision": "guilty"})
    assert (reward, done, info) == (0.0, False, {"seat": "prosecution", "result": "no_authority"})
    assert (observation["turn"], observation["seat"], observation["phase"]) == (
        2, "prosecution", "opening",
    )  # fmt: skip


@pytest.mark.parametrize(
    "given",
    [
        "{",
        "[]",
        '{"kind": "shout"}',
        {"kind": "decline", "text": "\ud800"},
        {"kind": "decline", "text": "\0"},
        {"kind": "decline", "seat": "bailiff"},
        Action("shout"),
        Action("present_argument", text=None),
        Action("decline", seat=3),
        None,
    ],
)
def test_what_is_no_action_is_refused_and_changes_nothing(given):
    env = CourtroomEnv(file=LANTERN)
    before = json.dumps(dict(env.reset()))
    with pytest.raises(MalformedActionError):
        env.step(given)
    assert json.dumps(dict(env.trial.observe())) == before


def test_an_observation_is_in_the_shape_of_the_paper():
    env = CourtroomEnv(file=LANTERN)
    env.reset()
    env.step({"action": "present_argument", "text": "He left."})
    env.step({"kind": "object", "ground": "argumentative", "text": "It argues."})
    env.step({"kind": "respond_objection", "text": "It opens."})
    observation, *_ = env.step({"kind": "rule_on_objection", "ruling": "sustained"})
    assert set(PAPER) <= set(observation)
    assert observation["case_id"] == "lantern"
    evidence = {each["id"]: each for each in observation["evidence"]}
    assert sorted(evidence) == ["gossip", "letter", "log", "plea"]
    assert evidence["gossip"] == {
        "id": "gossip",
        "type": "testimony",
        "title": "A fishwife's evidence",
        "content": LANTERN.case.exhibits[2].content,
        "holder": "joint",
        "status": "unsubmitted",
    }
    assert observation["argument_history"][0] == {
        "turn": 1,
        "phase": "opening",
        "seat": "prosecution",
        "role": "prosecution",
        "action": "present_argument",
        "result": "accepted",
        "struck": True,
        "text": "He left.",
    }
    assert observation["objections"] == [
        {
            "turn": 2,
            "target": 1,
            "raised_by": "defence",
            "ground": "argumentative",
            "status": "sustained",
        }
    ]
    assert (observation["role"], observation["turn"], observation["phase"]) == (
        "defence", 5, "opening",
    )  # fmt: skip
    assert len(observation) == len(list(observation))
    with pytest.raises(KeyError):
        observation["key"]


def test_what_an_observation_hands_out_may_be_changed_without_effect():
    env = CourtroomEnv(file=LANTERN, options=Options(jurors=2))
    observation = env.reset()
    claims = [
        {"issue": "absent", "exhibit": "plea", "quotation": "leaving the light of Gull Point"}
    ]
    observation, *_ = env.step({"kind": "present_argument", "text": "He left.", "claims": claims})
    claims[0]["issue"] = "changed"
    before = json.dumps(dict(observation))

    def spoil(value):
        if isinstance(value, dict):
            for each in list(value.values()):
                spoil(each)
            value.clear()
            value["spoilt"] = True
        elif isinstance(value, list):
            for each in value:
                spoil(each)
            value.append("spoilt")

    for name in observation:
        spoil(observation[name])
    assert json.dumps(dict(observation)) == before
    assert json.dumps(dict(env.trial.observe())) == before
    assert '"issue": "absent"' in before


def test_an_observation_stays_what_it_was():
    env, agent = CourtroomEnv(file=LANTERN), RuleBasedAgent()
    observation = first = env.reset()
    before, done = json.dumps(dict(first)), False
    while not done:
        observation, _, done, _ = env.step(agent.act(observation))
    assert json.dumps(dict(first)) == before


def test_nothing_of_the_key_is_in_an_observation():
    key = replace(LANTERN.key, reasons=("CANARY-REASON",), misleading=("CANARY-MISLEADING",))
    hidden = replace(LANTERN, key=key, metadata={"year": "CANARY-YEAR"}, source="CANARY-SOURCE")
    env, agent = CourtroomEnv(file=hidden), RuleBasedAgent()
    told = "\n".join(
        line for line in play(env, agent, 0).splitlines() if line.startswith("{")
    )  # fmt: skip
    assert "Ansel Marsh" in told
    assert "CANARY" not in told


@pytest.mark.parametrize("again", [copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))])
def test_an_environment_goes_to_another_process_and_goes_on_there(again):
    env = CourtroomEnv(file=LANTERN)
    env.reset(seed=3)
    observation, *_ = env.step({"kind": "decline"})
    other = again(env)
    assert dict(again(observation)) == dict(observation)
    assert (other.trial.seat, len(other.trial)) == ("defence", 1)
    other.step({"kind": "decline"})
    other.step({"kind": "submit_evidence", "exhibit": "log"})
    assert (len(other.trial), len(env.trial)) == (3, 1)
    assert (other.trial.statuses["log"], env.trial.statuses["log"]) == ("admitted", "unsubmitted")
    with pytest.raises(TypeError):
        other.trial.statuses["log"] = "excluded"
