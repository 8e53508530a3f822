"""The environment in this process: joining, what is new, ends, refusals, copies, tasks, memory."""

import copy
import gc
import json
import random
import re
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("openenv")

from courtroom.lantern import LANTERN
from courtroom.server.serving import scripted
from voirdire.courtroom.actions import parse_action
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.scoring.types import METRICS, MetricScore
from voirdire.courtroom.serving import docket as docket_module
from voirdire.courtroom.serving.case_set import CaseSet, load_case_set
from voirdire.courtroom.serving.client import CourtroomClient
from voirdire.courtroom.serving.docket import Docket
from voirdire.courtroom.serving.environment import CourtroomEnvironment
from voirdire.courtroom.serving.wire import (
    CourtroomAction,
    CourtroomObservation,
    CourtroomState,
)
from voirdire.courtroom.types import KINDS, Options
from voirdire.errors import CaseError

SPEAK = {"kind": "present_argument", "text": "May it please the court."}
PLAY = {"max_violations": 1000}


def docket(**given):
    return Docket(CaseSet({"small": [LANTERN]}), **given)


def act(environment, **action):
    return environment.step(CourtroomAction(**action))


class Viewer(CourtroomClient):
    """The view of a client, fed by an environment in this process."""

    def __init__(self):
        super().__init__("http://127.0.0.1:1")

    def take(self, observation):
        sent = json.loads(observation.model_dump_json())
        # What is sent reads back as what was meant.
        assert CourtroomObservation(**sent) == observation
        self._take_in(sent)
        return self.view


def as_seen(trial, seat):
    return json.loads(json.dumps(dict(trial.observe(seat)), default=list))


@pytest.mark.parametrize(
    "options",
    [{}, {"jurors": 3, "jury_rule": "majority"}, {"mode": "asymmetric", "evidence_turns": 8}],
    ids=["bench", "jury", "asymmetric"],
)
@pytest.mark.parametrize("seed", range(6))
def test_news_add_up_to_what_the_seat_sees(options, seed):
    """Whoever puts together what came as new has what an agent in one process gets."""
    environment, viewer, draw = CourtroomEnvironment(docket()), Viewer(), Random(seed)
    trial = Trial(LANTERN.case, seed=seed, options=Options(**options, **PLAY))
    seen = environment.reset(seed=seed, **options, **PLAY)
    while True:
        expected = as_seen(trial, seen.seat)
        view = viewer.take(seen)
        # Of exhibits that are disclosed one by one the order is that of their coming.
        for each in (view, expected):
            each["evidence"] = sorted(each["evidence"], key=lambda exhibit: exhibit["id"])
        assert view == expected
        if seen.done:
            break
        action = scripted(view, draw)
        trial.apply(parse_action(action))
        seen = act(environment, **action)
    assert trial.ending
    assert seen.verdict == trial.ending.decision


def test_a_step_carries_only_what_is_new():
    environment = CourtroomEnvironment(docket())
    first = environment.reset(seed=1, seat="prosecution")
    assert first.full
    assert first.case["title"] == "The Crown of Gull against Ansel Marsh"
    assert {each["id"] for each in first.evidence} == {"log", "letter", "gossip", "plea"}
    second = act(environment, **SPEAK)
    assert (second.full, second.case, second.evidence, second.objections) == (False, None, [], [])
    assert [each["turn"] for each in second.argument_history] == [1]
    third = act(environment, kind="look")
    assert third.argument_history == []
    assert (third.result, third.reward) == (None, None)
    everything = act(environment, kind="look", full=True)
    assert everything.full
    assert len(everything.evidence) == 4
    assert [each["turn"] for each in everything.argument_history] == [1]


def test_a_look_makes_no_entry():
    environment = CourtroomEnvironment(docket())
    environment.reset(seed=1)
    for _ in range(3):
        act(environment, kind="look", full=True)
    assert environment.state.step_count == 0


def test_two_clients_and_a_judge_in_one_trial():
    court = docket()
    seats = {name: CourtroomEnvironment(court) for name in ("prosecution", "defence", "judge")}
    trial = seats["prosecution"].reset(seat="prosecution", case_id="lantern", seed=1).trial_id
    for name in ("defence", "judge"):
        seen = seats[name].reset(trial_id=trial, seat=name)
        assert (seen.trial_id, seen.seat, seen.turn) == (trial, name, 1)
    assert act(seats["prosecution"], **SPEAK).on_turn == "defence"
    seen = act(seats["defence"], kind="look")
    assert [each["text"] for each in seen.argument_history] == ["May it please the court."]
    early = act(seats["judge"], kind="deliver_verdict", decision="guilty")
    assert early.result == "wrong_phase"
    # Refused actions are shown to the seat that tried them.
    assert act(seats["defence"], kind="look").argument_history == []
    assert seats["judge"].state.seats == {"prosecution": True, "defence": True, "judge": True}


def test_reset_never_begins_a_trial_anew():
    court = docket()
    environment = CourtroomEnvironment(court)
    seen = environment.reset(seat="prosecution", seed=1)
    act(environment, **SPEAK)
    again = environment.reset(trial_id=seen.trial_id, seat="prosecution", token=seen.token)
    assert (again.turn, again.full, len(again.argument_history)) == (2, True, 1)
    other = CourtroomEnvironment(court)
    taken = other.reset(trial_id=seen.trial_id, seat="prosecution")
    assert taken.error["code"] == "seat_taken"
    wrong = other.reset(trial_id=seen.trial_id, seat="prosecution", token="guess")
    assert wrong.error["code"] == "bad_token"
    late = other.reset(trial_id=seen.trial_id, seat="defence", max_steps=5)
    assert late.error["code"] == "malformed_action"
    assert court.trials() == [seen.trial_id]


def test_a_session_that_plays_every_seat():
    environment = CourtroomEnvironment(docket())
    seen = environment.reset(seed=1)
    assert seen.seat == "prosecution"
    assert act(environment, **SPEAK).seat == "defence"
    outside = CourtroomEnvironment(environment._docket)
    assert outside.reset(trial_id=seen.trial_id, seat="judge").error["code"] == "seat_taken"
    again = outside.reset(trial_id=seen.trial_id, token=seen.token)
    assert (again.error, again.seat, again.turn) == (None, "defence", 2)


@pytest.mark.parametrize("kept", ["memory", "folder"])
def test_an_action_of_a_session_in_every_seat_is_made_once_under_its_key(kept, tmp_path):
    folder = tmp_path if kept == "folder" else None
    court = docket(folder=folder)
    environment = CourtroomEnvironment(court)
    joined = environment.reset(seed=1)
    entries = [act(environment, **SPEAK, key="k1") for _ in range(3)]
    assert [(each.entry, each.repeated) for each in entries] == [(1, False), (1, True), (1, True)]
    assert [each.seat for each in entries] == ["defence"] * 3
    other = {**SPEAK, "text": "Something else."}
    in_the_next_seat = {**SPEAK, "seat": "defence"}
    for action in (other, in_the_next_seat):
        assert act(environment, **action, key="k1").error["code"] == "key_reused"
    # The same in a session that came back with the token, and over another worker.
    environment.close()
    courts = [court] if folder is None else [court, docket(folder=folder)]
    for each in courts:
        again = CourtroomEnvironment(each)
        again.reset(trial_id=joined.trial_id, token=joined.token)
        found = act(again, **SPEAK, key="k1")
        assert (found.entry, found.repeated, found.seat) == (1, True, "defence")
        assert act(again, **other, key="k1").error["code"] == "key_reused"
    assert act(again, **SPEAK, key="k2").entry == 2
    spoken = act(again, kind="look", full=True).argument_history
    assert [each["seat"] for each in spoken] == ["prosecution", "defence"]
    again.close()
    for each in courts:
        each.close()


def test_equal_keys_of_two_sessions_are_two():
    court = docket()
    one, two = CourtroomEnvironment(court), CourtroomEnvironment(court)
    trial = one.reset(seed=1, seat="prosecution").trial_id
    two.reset(trial_id=trial, seat="defence")
    made = [act(each, **SPEAK, key="k1") for each in (one, two, one, two)]
    assert [(each.entry, each.repeated) for each in made] == [
        (1, False), (2, False), (1, True), (2, True)
    ]  # fmt: skip


def test_who_is_on_turn_is_asked_of_every_worker(tmp_path):
    """A session in every seat acts and looks in the seat that another worker left on turn."""
    courts = [docket(folder=tmp_path), docket(folder=tmp_path)]
    one, two = map(CourtroomEnvironment, courts)
    joined = one.reset(seed=1)
    two.reset(trial_id=joined.trial_id, token=joined.token)
    act(one, **SPEAK)
    assert act(two, kind="look").seat == "defence"
    act(one, **SPEAK)
    made = act(two, **SPEAK)
    assert (made.result, made.entry) == ("accepted", 3)
    for each in courts:
        each.close()


def test_a_trial_may_be_named_as_an_episode():
    court = docket()
    one, two = CourtroomEnvironment(court), CourtroomEnvironment(court)
    assert one.reset(episode_id="monday-1", seed=4, seat="prosecution").trial_id == "monday-1"
    act(one, **SPEAK)
    assert two.reset(episode_id="monday-1", seat="defence").turn == 2
    assert two.reset(episode_id="monday-1", seed=5, seat="judge").error["code"] == "trial_exists"


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"trial_id": "0123456789abcdef"}, "unknown_trial"),
        ({"trial_id": "../../etc/passwd"}, "unknown_trial"),
        ({"trial_id": "a\0b"}, "unknown_trial"),
        ({"trial_id": ""}, "unknown_trial"),
        ({"trail_id": "x"}, "malformed_action"),
        ({"seat": "bailiff"}, "malformed_action"),
        ({"seat": "juror_1"}, "malformed_action"),
        ({"seed": -1}, "malformed_action"),
        ({"seed": "1"}, "malformed_action"),
        ({"seed": 2**63}, "malformed_action"),
        ({"token": "x"}, "malformed_action"),
        ({"case_id": "nobody"}, "malformed_action"),
        ({"case_id": "../lantern.json"}, "malformed_action"),
        ({"split": "nowhere"}, "malformed_action"),
        ({"split": "small", "index": 1}, "malformed_action"),
        ({"split": "small", "index": -1}, "malformed_action"),
        ({"case_id": "lantern", "index": 0}, "malformed_action"),
        ({"jurors": 25}, "malformed_action"),
        ({"max_steps": 10_001}, "malformed_action"),
        ({"mode": "open"}, "malformed_action"),
        ({"episode_id": "a/b"}, "malformed_action"),
    ],
)
def test_what_reset_refuses(given, code, tmp_path):
    for folder in (None, tmp_path / "ledgers"):
        court = docket(folder=folder)
        refused = CourtroomEnvironment(court).reset(**given)
        assert refused.error["code"] == code
        assert refused.case is None
        assert (court.trials() if folder is None else list(tmp_path.iterdir())) == []


def test_a_step_without_a_trial():
    environment = CourtroomEnvironment(docket())
    assert act(environment, **SPEAK).error["code"] == "not_seated"
    assert environment.state == CourtroomState()
    environment.reset(seed=1)
    environment.close()
    assert act(environment, **SPEAK).error["code"] == "not_seated"


def to_the_end(environment, seen, seed=0):
    viewer, draw = Viewer(), Random(seed)
    while not seen.done:
        seen = act(environment, **scripted(viewer.take(seen), draw))
    return seen


@pytest.mark.parametrize(
    ("options", "terminated", "reason"),
    [
        (PLAY, True, None),
        ({**PLAY, "max_steps": 7}, False, "step_limit"),
        ({"max_violations": 1}, False, "disqualified"),
    ],
    ids=["verdict", "step limit", "disqualified"],
)
@pytest.mark.parametrize("kind", [*KINDS, "respond_objection"])
def test_a_dead_step(options, terminated, reason, kind):
    """wb-07: the end is said in the reply that brings it; a step after it does nothing."""
    environment = CourtroomEnvironment(docket(score=a_score))
    end = to_the_end(environment, environment.reset(seed=2, **options), seed=2)
    assert (end.terminated, end.truncated, end.reason) == (terminated, not terminated, reason)
    assert end.rewards is not None
    state, look = environment.state, act(environment, kind="look", full=True)
    dead = act(environment, kind=kind, text="More.", seat="prosecution")
    assert dead.error["code"] == "episode_over"
    assert "reset" in dead.error["message"]
    assert (dead.done, dead.reason, dead.terminated) == (True, reason, terminated)
    assert environment.state == state
    assert act(environment, kind="look", full=True) == look
    assert (look.scores, look.rewards, look.verdict) == (end.scores, end.rewards, end.verdict)


def a_score(file, trial):
    value = len(trial) / 1000
    scores = {metric: MetricScore(metric, value, 0.0, 1, "counted") for metric in METRICS}
    return dict.fromkeys(trial.seats, scores)


def test_the_step_limit_is_exact():
    """wb-19"""
    environment = CourtroomEnvironment(docket())
    environment.reset(seed=1, max_steps=5)
    ends = [act(environment, kind="decline").done for _ in range(5)]
    assert ends == [False, False, False, False, True]
    assert environment.state.reason == "step_limit"
    assert environment.state.step_count == 5


def test_a_seat_that_breaks_its_role_ends_the_trial_for_itself_alone():
    """wb-21"""
    court = docket(score=a_score)
    one, two = CourtroomEnvironment(court), CourtroomEnvironment(court)
    trial = one.reset(seat="prosecution", seed=1, max_violations=3).trial_id
    two.reset(trial_id=trial, seat="defence")
    for n in range(3):
        seen = act(two, kind="deliver_verdict", decision="not guilty", text="I find for myself.")
        assert seen.result == "no_authority"
        assert seen.done is (n == 2)
    assert (seen.reason, seen.invalid, seen.reward) == ("disqualified", True, -1.0)
    other = act(one, kind="look")
    assert (other.done, other.invalid, other.verdict) == (True, True, None)
    assert other.reward == 0.0
    assert other.rewards == {"prosecution": 0.0, "defence": -1.0, "judge": 0.0}


def test_a_seat_that_says_nothing_ends_the_trial_for_itself_alone():
    """wb-21"""
    court = docket(score=a_score, turn_timeout_s=0.05)
    one, two = CourtroomEnvironment(court), CourtroomEnvironment(court)
    trial = one.reset(seat="prosecution", seed=1).trial_id
    two.reset(trial_id=trial, seat="defence")
    seen = act(one, **SPEAK)
    while not seen.done:
        seen = act(one, kind="look")
    assert (seen.truncated, seen.reason, seen.invalid) == (True, "disqualified", True)
    assert seen.rewards == {"prosecution": 0.0, "defence": -1.0, "judge": 0.0}
    assert act(two, **SPEAK).error["code"] == "episode_over"


def test_who_plays_every_seat_keeps_nobody_waiting():
    court = docket(turn_timeout_s=0.01)
    environment = CourtroomEnvironment(court)
    joined = environment.reset(seed=1)
    act(environment, **SPEAK)
    time.sleep(0.05)
    assert act(environment, kind="look").done is False
    environment.close()
    again = environment.reset(trial_id=joined.trial_id, token=joined.token)
    assert (again.done, again.seat) == (False, "defence")


def test_while_no_server_ran_nobody_was_silent(tmp_path, monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(docket_module.time, "time", lambda: now[0])
    court = docket(folder=tmp_path, turn_timeout_s=60.0)
    joined = CourtroomEnvironment(court).reset(seed=1, seat="prosecution")
    act_of = {"trial_id": joined.trial_id, "seat": "prosecution", "token": joined.token}
    one = CourtroomEnvironment(court)
    one.reset(**act_of)
    act(one, **SPEAK)
    court.close()
    now[0] += 86_400.0
    court = docket(folder=tmp_path, turn_timeout_s=60.0)
    one = CourtroomEnvironment(court)
    now[0] += 60.0
    assert one.reset(**act_of).done is False
    now[0] += 0.1
    end = act(one, kind="look")
    assert (end.reason, end.ended_by) == ("disqualified", "defence")
    court.close()


def test_what_was_handed_out_is_the_receivers():
    """wb-08: an observation, a state, a list of tasks that is changed changes nothing."""
    environment = CourtroomEnvironment(docket(score=a_score))
    first = environment.reset(seed=3, **PLAY)
    before = copy.deepcopy(first)
    for each in (first.evidence, first.legal_actions, first.argument_history, first.objections):
        each.clear()
    first.case["issues"][0]["question"] = "changed"
    first.case["decisions"].append("changed")
    environment.state.seats.clear()
    environment.list_tasks("small")[0]["title"] = "changed"
    now = act(environment, kind="look", full=True)
    assert now.model_copy(update={"token": before.token}) == before.model_copy(
        update={"reward": None}
    )
    end = to_the_end(environment, now, seed=3)
    rewards = dict(end.rewards)
    end.rewards.clear()
    end.scores["judge"]["protocol_adherence"]["value"] = 2.0
    again = act(environment, kind="look")
    assert again.rewards == rewards
    assert again.scores["judge"]["protocol_adherence"]["value"] < 1


@pytest.mark.parametrize("seed", range(5))
def test_reset_is_a_new_instance(seed):
    """wb-08: what was played before leaves no trace in what is played next."""
    used = CourtroomEnvironment(docket())
    to_the_end(used, used.reset(seed=seed + 100, **PLAY), seed=9)
    fresh = CourtroomEnvironment(docket())
    ends = []
    for environment in (used, fresh):
        seen = environment.reset(seed=seed, **PLAY)
        end = to_the_end(environment, seen, seed=seed)
        everything = act(environment, kind="look", full=True).model_dump()
        ends.append((end.verdict, {**everything, "trial_id": ""}))
    assert ends[0] == ends[1]


def test_no_global_generator_is_asked(monkeypatch):
    """wb-02"""
    drawn = []
    for name in ("random", "randint", "choice", "shuffle", "seed", "randrange", "getrandbits"):
        monkeypatch.setattr(random, name, lambda *given, name=name: drawn.append(name))
    environment = CourtroomEnvironment(docket(score=a_score))
    seen = environment.reset(jurors=2, **PLAY)
    assert to_the_end(environment, seen, seed=1).done
    assert drawn == []


@pytest.mark.parametrize(
    "action",
    [
        {**SPEAK, "text": "a\0b"},
        {**SPEAK, "text": "x" * 20_001},
        {**SPEAK, "seat": "bailiff"},
        {**SPEAK, "claims": [{"issue": "absent", "exhibit": "log"}]},
        {**SPEAK, "probability": 1.5},
        {"kind": "decline", "claims": [{"issue": "a", "exhibit": "b", "quotation": "c"}]},
    ],
    ids=["NUL", "20,001 characters", "no seat", "empty claim", "probability", "claims"],
)
def test_what_is_not_well_formed_is_refused_and_makes_no_entry(action):
    environment = CourtroomEnvironment(docket())
    environment.reset(seed=1)
    assert act(environment, **action).error["code"] == "malformed_action"
    assert environment.state.step_count == 0
    assert act(environment, **SPEAK).result == "accepted"


def test_twenty_thousand_characters_are_not_too_many():
    environment = CourtroomEnvironment(docket())
    environment.reset(seed=1)
    assert act(environment, **{**SPEAK, "text": "न" * 20_000}).result == "accepted"


@pytest.mark.parametrize("field", ["metadata", "trial_id", "reward"])
def test_an_action_has_no_other_fields(field):
    from pydantic import ValidationError

    with pytest.raises(ValidationError):
        CourtroomAction(kind="decline", **{field: {"a": 1}})


def test_the_schemas_are_plain():
    for model in (CourtroomAction, CourtroomObservation, CourtroomState):
        schema = model.model_json_schema()
        assert schema["additionalProperties"] is False
        assert "metadata" not in schema["properties"]


def test_tasks():
    environment = CourtroomEnvironment(Docket(load_case_set()))
    names = [each["name"] for each in environment.list_splits()]
    assert names[:4] == ["written", "easy", "medium", "hard"]
    easy = environment.list_tasks("easy")
    assert environment.num_tasks("easy") == len(easy) == 8
    assert environment.get_task("easy", 3) == easy[3]
    assert environment.get_task_range("easy", 2, 4) == easy[2:4]
    assert {each["difficulty"] for each in easy} == {"easy"}
    assert set(easy[0]) == {"id", "index", "title", "domain", "difficulty", "language"}
    for wrong in (lambda: environment.get_task("easy", 8), lambda: environment.list_tasks("none")):
        with pytest.raises(IndexError):
            wrong()
    assert environment.reset(split="easy", index=3).case["case_id"] == easy[3]["id"]


def test_a_case_set_holds_each_case_once():
    with pytest.raises(CaseError, match="lantern"):
        CaseSet({"a": [LANTERN], "b": [replace(LANTERN, source="elsewhere")]})
    with pytest.raises(CaseError):
        CaseSet({"a": []})


def test_room_for_trials_in_memory():
    court = docket(max_trials=2)
    one, two, three = (CourtroomEnvironment(court) for _ in range(3))
    first = one.reset(seed=1).trial_id
    two.reset(seed=1)
    full = three.reset(seed=1)
    assert (full.error["code"], full.error["retry_after_s"]) == ("capacity_reached", 30.0)
    # A trial that is over gives way as soon as no session is in it.
    act(one, **SPEAK)
    to_the_end(two, act(two, kind="look", full=True))
    assert three.reset(seed=1).error["code"] == "capacity_reached"
    two.close()
    assert three.reset(seed=1).error is None
    assert first in court.trials()


@pytest.mark.parametrize(
    ("actions", "seconds"), [(0, 3600.0), (1, 86_400.0)], ids=["unplayed", "played"]
)
def test_a_trial_in_memory_waits_for_its_token(actions, seconds, monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(docket_module, "monotonic", lambda: now[0])
    court = docket(max_trials=1)
    one, other = CourtroomEnvironment(court), CourtroomEnvironment(court)
    joined = one.reset(seed=1, seat="prosecution")
    back = {"trial_id": joined.trial_id, "seat": "prosecution", "token": joined.token}
    for _ in range(actions):
        act(one, **SPEAK)
    # As a client over plain HTTP leaves after each request.
    one.close()
    full = other.reset(seed=2).error
    assert (full["code"], full["retry_after_s"]) == ("capacity_reached", 30.0)
    assert one.reset(**back).turn == actions + 1
    # In use it waits for ever, and from then on anew.
    now[0] += 10 * seconds
    assert other.reset(seed=2).error["code"] == "capacity_reached"
    one.close()
    now[0] += seconds
    assert other.reset(seed=2).error["code"] == "capacity_reached"
    now[0] += 1.0
    assert other.reset(seed=2).error is None
    assert one.reset(**back).error["code"] == "unknown_trial"
    assert len(court.trials()) == 1


def test_room_for_trials_in_a_folder(tmp_path):
    court = docket(folder=tmp_path, max_trials=4)
    environments = [CourtroomEnvironment(court) for _ in range(5)]
    for each in environments[:4]:
        assert each.reset(seed=1).error is None
        act(each, **SPEAK)
    # Of a file that is in use SQLite keeps two more, which are no trials.
    assert len(list(tmp_path.iterdir())) == 12
    assert environments[4].reset(seed=1).error["code"] == "capacity_reached"
    for each in environments:
        each.close()
    assert environments[4].reset(seed=1).error["code"] == "capacity_reached"
    court.close()


def test_a_trial_in_a_folder_is_let_go_of_and_found_again(tmp_path):
    court = docket(folder=tmp_path)
    first = CourtroomEnvironment(court)
    seen = first.reset(seed=1)
    act(first, **SPEAK)
    first.close()
    for _ in range(70):
        environment = CourtroomEnvironment(court)
        environment.reset(seed=1)
        environment.close()
    assert len(list(Path("/proc/self/fd").iterdir())) < 64 * 3 + 60
    assert first.reset(trial_id=seen.trial_id, token=seen.token).turn == 2
    court.close()


_MANY = """
import re, sys
from pathlib import Path
from random import Random
from courtroom.lantern import LANTERN
from voirdire.courtroom.serving.case_set import CaseSet
from voirdire.courtroom.serving.docket import Docket
from voirdire.courtroom.serving.environment import CourtroomEnvironment
from voirdire.courtroom.serving.wire import CourtroomAction
environment = CourtroomEnvironment(Docket(CaseSet({"small": [LANTERN]}), max_trials=100))
speak = CourtroomAction(kind="present_argument", text="x" * 2000)
decline = CourtroomAction(kind="decline")
close = CourtroomAction(kind="summarize_case", text="y" * 2000)
end = CourtroomAction(kind="deliver_verdict", decision="guilty")
def memory():
    return int(re.search(r"VmRSS:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) / 1024
sizes = []
for n in range(10_000):
    environment.reset(seed=n, evidence_turns=0, rebuttal_turns=0)
    for action in (speak, speak, close, close, end):
        seen = environment.step(action)
    assert seen.done and seen.verdict == "guilty", seen
    if n in (1_000, 9_999):
        sizes.append(memory())
print(*sizes)
"""


def test_ten_thousand_trials_in_flat_memory():
    done = subprocess.run(
        [sys.executable, "-c", _MANY],
        env={"PYTHONPATH": ":".join(sys.path), "PATH": ""},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    early, late = map(float, done.stdout.split())
    assert late - early < 10, (early, late)


def test_a_session_that_is_closed_leaves_nothing_behind():
    court = docket()
    for n in range(20):
        environment = CourtroomEnvironment(court)
        environment.reset(seed=n)
        environment.reset(seed=n + 1)
        environment.close()
        environment.close()
    gc.collect()
    assert {kept.users for kept in court._kept.values()} == {0}


def test_ids_of_trials_are_not_guessed():
    ids = [CourtroomEnvironment(docket()).reset(seed=1).trial_id for _ in range(50)]
    assert len(set(ids)) == 50
    assert all(re.fullmatch(r"[0-9a-f]{16}", each) for each in ids)
