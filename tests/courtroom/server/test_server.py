"""A real server: sessions that do not mix, limits, refusals, plain HTTP, strangers at the gate."""

import json
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random

import httpx
import pytest

pytest.importorskip("openenv")

from pydantic import ValidationError
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from courtroom.lantern import LANTERN
from courtroom.server.serving import commanded, relayed, reset, running, scripted, step
from voirdire.courtroom.actions import parse_action
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.serving.client import CourtroomClient, TrialReplyError
from voirdire.courtroom.serving.wire import JoinRequest
from voirdire.courtroom.types import KINDS, Action, Exhibit, Options
from voirdire.errors import CaseError, VoirdireError

SPEAK = {"kind": "present_argument", "text": "May it please the court."}
LENIENT = {"max_violations": 1000}


def http(server, method, path, **given):
    headers = {"Host": f"127.0.0.1:{server.port}"} | given.pop("headers", {})
    with httpx.Client(trust_env=False, timeout=60) as client:
        return client.request(method, server.http + path, headers=headers, **given)


def play(server, seed):
    """The record of a seeded episode as the judge has it at the end, and its scores."""
    draw = Random(seed)
    client = CourtroomClient(server.http).sync()
    with client:
        seen = client.reset(seed=seed, case_id="lantern", **LENIENT)
        while not seen.done:
            seen = client.step(scripted(client.view, draw))
        last = client.look(full=True).observation
        views = json.dumps(client.async_client.views, sort_keys=True)
    scores = json.dumps([last.scores, last.rewards], sort_keys=True)
    return views, scores


def test_forty_episodes_come_out_alike_however_many_play(server):
    """wb-02 and wb-11: neither the order nor the number of clients shows in record or scores."""
    seeds = list(range(40))
    alone = {seed: play(server, seed) for seed in seeds}
    shuffled = random.Random(1).sample(seeds, 40)
    with ThreadPoolExecutor(8) as pool:
        together = dict(
            zip(shuffled, pool.map(lambda seed: play(server, seed), shuffled), strict=True)
        )
    assert together == alone
    assert len(set(alone.values())) == 40


def test_the_server_plays_as_the_engine_does(server):
    draw, trial = Random(7), Trial(LANTERN.case, seed=7, options=Options(**LENIENT))
    with server.connect() as ws:
        seen = reset(ws, seed=7, case_id="lantern", **LENIENT)
        trial_id, token = seen["trial_id"], seen["token"]
        while trial.ending is None:
            action = scripted(trial.observe(), draw)
            entry = trial.apply(parse_action(action))
            assert step(ws, **action)["result"] == entry.code
        view = step(ws, kind="look", full=True)
        assert view["argument_history"] == json.loads(
            json.dumps(trial.observe()["argument_history"])
        )
        assert view["verdict"] == trial.ending.decision
    with server.connect() as ws:
        again = reset(ws, trial_id=trial_id, token=token)
        assert again["argument_history"] == view["argument_history"]


def test_fifty_sessions_a_third_of_which_die(tmp_path):
    """wb-10"""
    marks = [f"mark-{n:02d}-" + "abcdefgh"[n % 8] * 6 for n in range(50)]
    exhibits = [(Exhibit(mark, "document", mark, f"Only {mark} says so. " * 5),) for mark in marks]

    cases = [
        replace(LANTERN.case, id=f"case-{n}", exhibits=each) for n, each in enumerate(exhibits)
    ]
    key = replace(LANTERN.key, bearings=None, planted=None)
    files = [replace(LANTERN, case=case, key=key) for case in cases]
    with running(tmp_path, files, max_sessions=50, score=False) as server, ExitStack() as stack:
        sockets = [stack.enter_context(server.connect()) for _ in range(50)]
        texts = [[] for _ in range(50)]

        def say(n, kind, data):
            sockets[n].send(json.dumps({"type": kind, "data": data}))

        def hear(n):
            texts[n].append(sockets[n].recv(timeout=60))
            return json.loads(texts[n][-1])["data"]["observation"]

        for n in range(50):
            say(n, "reset", {"case_id": f"case-{n}", "seed": n, "seat": "prosecution"})
        joined = [hear(n) for n in range(50)]
        for n in range(50):
            say(n, "step", {**SPEAK, "text": f"I rely on {marks[n]}."})
        # A third dies with a step on its way.
        for n in range(0, 50, 3):
            sockets[n].socket.close()
        for n in range(50):
            if n % 3:
                assert hear(n)["result"] == "accepted"
        for n in range(50):
            if n % 3:
                say(n, "step", {"kind": "look", "full": True})
        for n in range(50):
            if n % 3:
                hear(n)
                for other, mark in enumerate(marks):
                    assert (mark in "".join(texts[n])) is (other == n)
        # Their slots are free: as many may come, and go on where the dead were.
        for n in range(0, 50, 3):
            sockets[n] = _connected(server, stack)
            back = {key: joined[n][key] for key in ("trial_id", "seat", "token")}
            say(n, "reset", back)
            assert hear(n)["turn"] in (1, 2)
            again = "".join(texts[n])
            assert [mark for mark in marks if mark in again] == [marks[n]]
        with server.connect() as one_more:
            refused = json.loads(one_more.recv(timeout=30))
            assert refused["data"]["error"]["code"] == "capacity_reached"
            assert refused["data"]["error"]["retry_after_s"] == 5.0
            with pytest.raises(ConnectionClosed):
                one_more.recv(timeout=30)
        client = CourtroomClient(server.http).sync()
        with pytest.raises(TrialReplyError) as caught:
            client.reset(seed=1)
        client.close()
        assert (caught.value.code, caught.value.retry_after_s) == ("capacity_reached", 5.0)


def _connected(server, stack):
    """A connection that the server has room for; it may take it a moment to miss the dead."""
    for _ in range(100):
        ws = stack.enter_context(server.connect())
        ws.send(json.dumps({"type": "state"}))
        if json.loads(ws.recv(timeout=30))["type"] == "state":
            return ws
        ws.close()
        threading.Event().wait(0.1)
    raise AssertionError("no slot was freed")


def test_an_idle_session_is_ended_and_its_trial_is_not(tmp_path):
    with running(tmp_path, score=False, session_timeout_s=0.5) as server:
        client = CourtroomClient(server.http).sync()
        with client, server.connect() as ws:
            reset(ws, seed=1)
            client.reset(seed=1, seat="prosecution")
            client.step(SPEAK)
            # The reaper comes every five seconds.
            for _ in range(60):
                if (error := step(ws, kind="look").get("error")) is not None:
                    break
                threading.Event().wait(1.1)
            assert error["code"] == "not_seated"
            # The client comes back by itself.
            assert client.look(full=True).observation.turn == 2


@pytest.mark.parametrize("kind", KINDS)
def test_a_dead_step_over_http_is_a_conflict(server, kind):
    """wb-07"""
    joined = http(server, "POST", "/trials", json={"seed": 1, "max_steps": 1}).json()
    url = f"/trials/{joined['trial_id']}"
    act = {"token": joined["token"], "action": {"kind": "decline"}}
    end = http(server, "POST", f"{url}/seats/prosecution/act", json=act)
    assert (end.status_code, end.json()["truncated"], end.json()["reason"]) == (
        200,
        True,
        "step_limit",
    )
    before = http(server, "GET", url).content
    look = {"token": joined["token"]}
    scores = http(server, "POST", f"{url}/seats/prosecution/look", json=look).json()["scores"]
    act["action"] = {"kind": kind, "text": "More."}
    dead = http(server, "POST", f"{url}/seats/prosecution/act", json=act)
    assert dead.status_code == 409
    assert dead.json()["error"]["code"] == "episode_over"
    assert "reset" in dead.json()["error"]["message"]
    assert http(server, "GET", url).content == before
    after = http(server, "POST", f"{url}/seats/prosecution/look", json=look).json()["scores"]
    assert after == scores is not None


def test_a_trial_over_plain_http(server):
    joined = http(server, "POST", "/trials", json={"seat": "prosecution", "seed": 1}).json()
    trial, token = joined["trial_id"], joined["token"]
    other = http(server, "POST", "/trials", json={"trial_id": trial, "seat": "defense"}).json()
    assert other["seat"] == "defence"
    url = f"/trials/{trial}/seats/prosecution"
    action = {**SPEAK, "key": "k1"}
    first = http(server, "POST", f"{url}/act", json={"token": token, "action": action}).json()
    assert (first["result"], first["entry"], first["repeated"]) == ("accepted", 1, False)
    again = http(server, "POST", f"{url}/act", json={"token": token, "action": action}).json()
    assert (again["entry"], again["repeated"]) == (1, True)
    seen = http(
        server, "POST", f"/trials/{trial}/seats/defense/look", json={"token": other["token"]}
    )
    assert [each["text"] for each in seen.json()["argument_history"]] == [SPEAK["text"]]
    state = http(server, "GET", f"/trials/{trial}").json()
    assert (state["step_count"], state["on_turn"], state["seats"]["judge"]) == (1, "defence", False)
    assert trial in http(server, "GET", "/trials").json()


def test_a_key_over_plain_http_is_of_all_the_seats_of_its_token(server):
    joined = http(server, "POST", "/trials", json={"seed": 1}).json()
    seats = f"/trials/{joined['trial_id']}/seats"
    body = {"token": joined["token"], "action": {**SPEAK, "key": "k1"}}
    with relayed(server) as relay, httpx.Client(trust_env=False, timeout=60) as client:
        relay.lose_the_next_reply()
        with pytest.raises(httpx.TransportError):
            client.post(f"{relay.http}{seats}/prosecution/act", json=body)
        again = client.post(f"{relay.http}{seats}/prosecution/act", json=body).json()
    assert (again["entry"], again["repeated"], relay.lost) == (1, True, 1)
    as_defence = http(server, "POST", f"{seats}/defence/act", json=body)
    assert (as_defence.status_code, as_defence.json()["error"]["code"]) == (409, "key_reused")
    # What came over HTTP is found over a WebSocket, where the defence is on turn.
    with server.connect() as ws:
        reset(ws, trial_id=joined["trial_id"], token=joined["token"])
        found = step(ws, **SPEAK, key="k1")
        assert (found["entry"], found["repeated"], found["seat"]) == (1, True, "defence")
    assert http(server, "GET", f"/trials/{joined['trial_id']}").json()["step_count"] == 1


# The test puts the trial and its token in.
JUDGE = "/trials/{t}/seats/judge"


def said(**action):
    return {"token": "{k}", "action": action}


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/trials/0123456789abcdef", None, 404, "unknown_trial"),
        ("GET", "/trials/..%2f..%2fetc", None, 404, None),
        ("POST", "/trials", {"trial_id": "nobody"}, 404, "unknown_trial"),
        ("POST", "/trials", {"trail_id": "x"}, 422, "malformed_action"),
        ("POST", "/trials", {"case_id": "nobody"}, 422, "malformed_action"),
        ("POST", f"{JUDGE}/act", {"token": "x", "action": {"kind": "decline"}}, 403, "bad_token"),
        ("POST", f"{JUDGE}/look", {"token": "x"}, 403, "bad_token"),
        ("POST", "/trials/{t}/seats/bailiff/look", {"token": "x"}, 422, "malformed_action"),
        ("POST", "/trials", {"trial_id": "{t}", "seat": "judge"}, 409, "seat_taken"),
        ("POST", f"{JUDGE}/act", said(kind="plead"), 422, "malformed_action"),
        ("POST", f"{JUDGE}/act", said(kind="decline", text="\0"), 422, "malformed_action"),
        ("POST", f"{JUDGE}/act", said(kind="decline", text="x" * 20_001), 422, "malformed_action"),
    ],
)
def test_refusals_over_http(server, method, path, body, status, code):
    joined = http(server, "POST", "/trials", json={"seed": 1}).json()
    known = {"{t}": joined["trial_id"], "{k}": joined["token"]}

    def filled(value):
        if isinstance(value, dict):
            return {name: filled(each) for name, each in value.items()}
        return known.get(value, value)

    path = path.replace("{t}", joined["trial_id"])
    refused = http(server, method, path, **({"json": filled(body)} if body else {}))
    assert refused.status_code == status
    if code:
        assert refused.json()["error"]["code"] == code
    assert http(server, "GET", f"/trials/{joined['trial_id']}").json()["step_count"] == 0


def test_no_room_for_a_trial_is_said_with_when_to_come_back(tmp_path):
    with running(tmp_path, max_trials=1, score=False) as server, server.connect() as ws:
        reset(ws, seed=1)
        full = http(server, "POST", "/trials", json={})
        assert full.status_code == 503
        assert full.headers["Retry-After"] == "30"
        error = full.json()["error"]
        assert (error["code"], error["retry_after_s"]) == ("capacity_reached", 30.0)


def test_a_seat_that_breaks_its_role_costs_the_others_nothing(server):
    """wb-21"""
    with server.connect() as one, server.connect() as two:
        trial = reset(one, seed=1, case_id="lantern", seat="prosecution", max_violations=2)
        reset(two, trial_id=trial["trial_id"], seat="defence")
        assert step(two, kind="ballot", decision="guilty")["done"] is False
        end = step(two, kind="deliver_verdict", decision="not guilty")
        assert (end["done"], end["reason"], end["ended_by"]) == (True, "disqualified", "defence")
        seen = step(one, kind="look")
        assert (seen["invalid"], seen["verdict"]) == (True, None)
        assert seen["rewards"] == {"prosecution": 0.0, "defence": -1.0, "judge": 0.0}
        assert {each["value"] for each in seen["scores"]["prosecution"].values()} == {None}


def test_a_seat_that_goes_silent_costs_the_others_nothing(tmp_path):
    """wb-21, wb-19: the wait is bounded, and says whom it was for."""
    with running(tmp_path, turn_timeout_s=1.0) as server, server.connect() as ws:
        reset(ws, seed=1, seat="prosecution")
        step(ws, **SPEAK)
        assert step(ws, kind="look")["done"] is False
        threading.Event().wait(1.1)
        end = step(ws, kind="look")
        assert (end["truncated"], end["reason"], end["ended_by"]) == (
            True,
            "disqualified",
            "defence",
        )
        assert end["rewards"] == {"prosecution": 0.0, "defence": -1.0, "judge": 0.0}


BAD_FRAMES = [
    "no json",
    "[1]",
    '"reset"',
    "",
    "{",
    "[" * 100_000,
    '{"type":"step","data":' + '{"a":' * 50_000 + "1" + "}" * 50_001,
    '{"type":"step","data":{"kind":"present_argument","text":"\\ud800"}}',
    '{"type":"step","data":{"kind":"\\udfff"}}',
    '{"type":"reset","data":{"seat":"\\udc00"}}',
    '{"type":"step","data":{"kind":"present_argument","text":"a","mood":"b"}}',
    '{"type":"step","data":{"kind":"present_argument","text":7}}',
    '{"type":"step","data":{"kind":"present_argument","text":null}}',
    '{"type":"step","data":{"kind":"present_argument","probability":NaN}}',
    '{"type":"step","data":{"kind":"present_argument","key":"\\u0000"}}',
    '{"type":"step","data":{"kind":"present_argument","metadata":{"a":1}}}',
    '{"type":"step","data":[]}',
    '{"type":"step"}',
    '{"type":"leap","data":{}}',
    '{"data":{}}',
    b"\xff\xfe",
]


@pytest.mark.parametrize("frame", BAD_FRAMES, ids=lambda frame: repr(frame[:60]))
def test_what_is_no_message_is_refused_and_the_session_goes_on(server, frame):
    with server.connect() as ws:
        reset(ws, seed=1)
        ws.send(frame)
        refused = json.loads(ws.recv(timeout=60))
        assert refused["type"] == "error"
        assert refused["data"]["error"]["code"] == "malformed_action"
        assert step(ws, **SPEAK)["entry"] == 1


@pytest.mark.parametrize("text", ["a\0b", "x" * 20_001], ids=["NUL", "20,001 characters"])
def test_a_text_that_cannot_be_recorded_is_not(server, text):
    with server.connect() as ws:
        reset(ws, seed=1)
        assert step(ws, kind="present_argument", text=text)["error"]["code"] == "malformed_action"
        assert step(ws, **SPEAK)["entry"] == 1


def test_a_message_too_large_closes_that_connection_only(server):
    with server.connect() as ws, server.connect() as other:
        reset(ws, seed=1)
        reset(other, seed=1)
        ws.send(json.dumps({"type": "step", "data": {**SPEAK, "text": "x" * 1_100_000}}))
        with pytest.raises(ConnectionClosed):
            ws.recv(timeout=60)
        assert step(other, **SPEAK)["entry"] == 1
    body = json.dumps({"seat": "x" * 1_100_000})
    assert http(server, "POST", "/trials", content=body).status_code == 413


@pytest.mark.parametrize(
    "text",
    [
        "न्यायाधीश महोदय, अभियुक्त निर्दोष है।",
        "👩🏽‍⚖️ 🇮🇳 👨‍👩‍👧‍👦",
        "e\u0301 \u00e9 a\u0300\u0301\u0302",
        "\u202eabc\u202c \u200b\ufeff \u2028 \U0010ffff",
        '"quoted" \\ud800 written out',
    ],
)
def test_text_of_any_script_comes_back_as_it_was(server, text):
    with server.connect() as ws:
        reset(ws, seed=1)
        step(ws, kind="present_argument", text=text)
        assert step(ws, kind="look", full=True)["argument_history"][0]["text"] == text
        ws.send('{"type":"step","data":{"kind":"present_argument","text":"\\ud83d\\ude00"}}')
        ws.recv(timeout=60)
        assert step(ws, kind="look", full=True)["argument_history"][1]["text"] == "😀"


def test_keys_over_a_connection_that_is_cut(server):
    """The client sends again what it does not know to have arrived."""
    client = CourtroomClient(server.http).sync()
    with client:
        client.reset(seed=1, seat="prosecution")
        inner, cuts = client.async_client, []
        send = inner._send

        async def cut_after_sending(message):
            await send(message)
            if message["type"] == "step" and len(cuts) < 2:
                cuts.append(message)
                inner._ws.transport.abort()

        inner._send = cut_after_sending
        seen = client.step(SPEAK).observation
        assert len(cuts) == 2
        assert (seen.entry, seen.turn) == (1, 2)
        assert [each["turn"] for each in client.view["argument_history"]] == [1]


def test_every_reply_of_a_trial_in_every_seat_gets_lost(server):
    """The server has acted, the client does not know: it asks again, and is told what was done."""
    draw, trial = Random(4), Trial(LANTERN.case, seed=4, options=Options(**LENIENT))
    with relayed(server) as relay, CourtroomClient(relay.http).sync() as client:
        seen = client.reset(seed=4, case_id="lantern", **LENIENT).observation
        while trial.ending is None:
            action = scripted(client.view, draw)
            entry = trial.apply(parse_action(action))
            relay.lose_the_next_reply()
            seen = client.step(action).observation
            assert (seen.entry, seen.result, seen.repeated) == (entry.number, entry.code, True)
            assert seen.seat == trial.seat
        assert relay.lost == len(trial) > 10
        assert seen.verdict == trial.ending.decision
        history = client.look(full=True).observation.argument_history
    assert history == json.loads(json.dumps(trial.observe()["argument_history"]))


def test_a_key_over_a_connection_in_every_seat(server):
    with server.connect() as ws, server.connect() as other:
        joined = reset(ws, seed=1)
        made = [step(ws, **SPEAK, key="k1") for _ in range(3)]
        assert [(each["entry"], each["repeated"]) for each in made] == [
            (1, False), (1, True), (1, True)
        ]  # fmt: skip
        reset(other, trial_id=joined["trial_id"], token=joined["token"])
        assert step(other, **SPEAK, key="k1")["repeated"] is True
        for different in ({**SPEAK, "text": "More."}, {**SPEAK, "seat": "defence"}):
            assert step(other, **different, key="k1")["error"]["code"] == "key_reused"
        assert step(other, **SPEAK, key="k2")["entry"] == 2


def test_a_client_may_give_an_action_in_any_form(server):
    client = CourtroomClient(server.http).sync()
    with client:
        client.reset(seed=1)
        assert client.step(Action("present_argument", text="One.")).observation.entry == 1
        assert client.step({"kind": "decline"}).observation.entry == 2
        assert client.state().step_count == 2
        with pytest.raises(TrialReplyError) as caught:
            client.step({"kind": "decline", "text": "\0"})
        assert caught.value.code == "malformed_action"
        for fields in ({"kind": "dance"}, {"kind": "decline", "volume": "loud"}, {}):
            with pytest.raises(TrialReplyError) as caught:
                client.step(fields)
            assert caught.value.code == "malformed_action"
        # Nothing of it is in the record, and the loop goes on.
        assert client.step({"kind": "decline"}).observation.entry == 3


def test_two_clients_wait_for_each_other(server):
    one, two = (CourtroomClient(server.http).sync() for _ in range(2))
    with one, two:
        trial = one.reset(seed=1, seat="prosecution").observation.trial_id
        two.reset(trial_id=trial, seat="defence")
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(two.wait_for_turn, poll_s=0.02)
            one.step(SPEAK)
            assert waiting.result(30).observation.on_turn == "defence"
        assert two.view["argument_history"][0]["text"] == SPEAK["text"]


def test_tasks_over_http(server):
    splits = http(server, "GET", "/courtroom/splits").json()
    assert {"name": "easy", "type": "test"} in splits
    assert {"name": "cases", "type": "test"} in splits
    task = http(server, "POST", "/courtroom/task", json={"split": "cases", "index": 0}).json()
    assert task["task"]["id"] == "lantern"
    beyond = http(server, "POST", "/courtroom/task", json={"split": "cases", "index": 1})
    assert beyond.status_code == 400


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://127.0.0.1:{port}"}, 200),
        ({"Origin": "http://localhost:3000"}, 200),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1.evil.example"}, 403),
        ({"Host": "evil.example"}, 403),
        ({"Host": "evil.example", "Origin": "http://evil.example"}, 403),
    ],
)
def test_without_a_token_only_this_machine_is_served(server, headers, status):
    headers = {name: value.format(port=server.port) for name, value in headers.items()}
    assert http(server, "GET", "/trials", headers=headers).status_code == status
    given = [(name, value) for name, value in headers.items() if name == "Origin"]
    if "Host" in headers:
        return
    try:
        with connect(server.ws, proxy=None, additional_headers=given) as ws:
            reset(ws, seed=1)
            assert status == 200
    except InvalidStatus as error:
        assert (error.response.status_code, status) == (403, 403)


def test_with_a_token_nobody_comes_in_without_it(tmp_path):
    secret = "a-secret-of-this-test"
    settings = {"environment": {"VOIRDIRE_TRIAL_TOKEN": secret}, "host": "0.0.0.0"}
    with running(tmp_path, score=False, origins=["https://ours.example"], **settings) as server:
        shown = {"Authorization": f"Bearer {secret}"}
        for headers, status in (
            ({}, 401),
            ({"Authorization": "Bearer wrong"}, 401),
            ({"Authorization": secret}, 401),
            (shown, 200),
            ({"X-Voirdire-Token": secret}, 200),
            ({**shown, "Host": "court.example"}, 200),
            ({**shown, "Origin": "https://evil.example"}, 403),
            ({**shown, "Origin": "http://localhost"}, 403),
            ({**shown, "Origin": "https://ours.example"}, 200),
            ({**shown, "Host": "court.example", "Origin": "https://court.example"}, 200),
        ):
            assert http(server, "GET", "/trials", headers=headers).status_code == status, headers
        assert http(server, "GET", "/health").status_code == 200
        with pytest.raises(InvalidStatus):
            server.connect()
        client = CourtroomClient(server.http, headers=shown).sync()
        with client:
            assert client.reset(seed=1).observation.turn == 1
    assert secret not in server.log.read_text()


def test_the_command_serves_as_it_is_told(tmp_path):
    ledgers = tmp_path / "trials"
    options = ("--ledgers", ledgers, "--max-trials", 1, "--turn-timeout", 60)
    with commanded(tmp_path, *options, "--origin", "https://ours.example") as server:
        begun = http(server, "POST", "/trials", json={"seat": "judge"})
        assert begun.status_code == 200
        assert [each.name for each in ledgers.glob("*.sqlite")] == [
            f"{begun.json()['trial_id']}.trial.sqlite"
        ]
        assert http(server, "POST", "/trials", json={}).status_code == 503
        for origin, status in (("https://ours.example", 200), ("https://evil.example", 403)):
            assert http(server, "GET", "/trials", headers={"Origin": origin}).status_code == status


def test_the_command_waits_an_hour_for_a_seat_or_for_ever(monkeypatch):
    from voirdire.cli import trial_serve
    from voirdire.courtroom import openenv

    started = []
    monkeypatch.setattr(openenv, "serve", lambda settings, **given: started.append(settings))
    trial_serve.serve()
    trial_serve.serve(turn_timeout=0.0)
    trial_serve.serve(turn_timeout=60.0)
    assert [each.turn_timeout_s for each in started] == [3600.0, None, 60.0]
    assert openenv.ServerSettings().turn_timeout_s == 3600.0


# The page says it, and so does the model: least, most, and what holds when it is left out.
BOUNDS = {
    "jurors": (0, 24, 0),
    "deliberation_rounds": (1, 10, 3),
    "evidence_turns": (0, 200, None),
    "rebuttal_turns": (0, 50, 3),
    "max_steps": (1, 10_000, 1000),
    "max_violations": (1, 1000, 10),
}


@pytest.mark.parametrize("field", BOUNDS)
def test_the_bounds_of_a_new_trial(field):
    least, most, otherwise = BOUNDS[field]
    for value in (least, most):
        assert getattr(JoinRequest(**{field: value}).options, field) == value
    for value in (least - 1, most + 1):
        with pytest.raises(ValidationError):
            JoinRequest(**{field: value})
    assert getattr(JoinRequest().options, field) == otherwise
    page = (Path(__file__).parents[3] / "docs" / "trial-server.md").read_text("utf-8")
    (row,) = [line for line in page.splitlines() if line.startswith(f"| `{field}` |")]
    assert f"| {least:,} to {most:,} |" in row
    assert otherwise is None or row.endswith(f"| {otherwise:,} |")


def test_what_a_server_is_not_started_with(monkeypatch, tmp_path):
    from voirdire.courtroom.openenv import TOKEN, ServerSettings, serve

    monkeypatch.delenv(TOKEN, raising=False)
    with pytest.raises(VoirdireError, match=TOKEN):
        serve(ServerSettings(), host="0.0.0.0", port=1)
    with pytest.raises(VoirdireError, match="folder"):
        serve(ServerSettings(), workers=2, port=1)
    absent = ServerSettings(ledgers=str(tmp_path), cases=(str(tmp_path / "absent.json"),))
    with pytest.raises(CaseError, match="absent"):
        serve(absent, workers=2, port=1)
