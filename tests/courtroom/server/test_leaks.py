"""wb-03: what stands in the hidden fields of a case reaches nobody before the end.

Every hidden field of a case file holds a word of its own. A trial of it is played up to its last
step by three clients; every public route, every kind of refusal, the server's log, the names and
the bytes of the trials' files are searched.
"""

import json
from contextlib import ExitStack
from dataclasses import fields, is_dataclass, replace
from random import Random

import httpx
import pytest

pytest.importorskip("openenv")

from courtroom.lantern import LANTERN
from courtroom.server.serving import ask, reset, running, scripted, step
from voirdire.courtroom.types import Bearing, CaseFile, Fact, Key, Planted

PASSAGE = LANTERN.key.bearings[0].passage
HIDDEN = {
    "reason": "zzcanaryreason", "why": "zzcanarywhy", "fact": "zzcanaryfactvalue",
    "role": "zzcanaryfactrole", "metadata": "zzcanarymetadata", "name": "zzcanarymetadataname",
    "source": "zzcanarysource", "fact passage": "zzcanaryfactpassage",
    "misleading": "zzcanarymisleading", "bearing": "zzcanarybearingpassage",
}  # fmt: skip


def with_canaries() -> CaseFile:
    key = Key(
        decision="not guilty",
        reasons=(f"Because {HIDDEN['reason']}.",),
        bearings=(
            LANTERN.key.bearings[0],
            Bearing("log", "absent", "defence", f"{HIDDEN['bearing']} stands in no exhibit"),
        ),
        facts=(Fact("log", "name", HIDDEN["fact"], HIDDEN["role"], HIDDEN["fact passage"]),),
        planted=(Planted("gossip", "hearsay", f"It is hearsay: {HIDDEN['why']}."),),
        misleading=(HIDDEN["misleading"],),
    )
    metadata = {HIDDEN["name"]: HIDDEN["metadata"]}
    return CaseFile(LANTERN.case, key, metadata, HIDDEN["source"])


def test_every_hidden_field_that_can_hold_a_word_holds_one():
    """A field that is added to `Key` or `CaseFile` is to be added here."""
    assert [each.name for each in fields(Key)] == [
        "decision", "reasons", "bearings", "facts", "planted", "misleading"
    ]  # fmt: skip
    assert [each.name for each in fields(CaseFile)] == ["case", "key", "metadata", "source"]
    assert is_dataclass(with_canaries())
    text = repr(with_canaries())
    assert [word for word in HIDDEN.values() if word not in text] == []
    assert [word for word in HIDDEN.values() if word in repr(LANTERN.case)] == []


def test_nothing_hidden_gets_out_before_the_end(tmp_path):
    folder = tmp_path / "ledgers"
    with running(tmp_path, [with_canaries()], ledgers=str(folder)) as server:
        found = {}

        def search(where, data):
            text = data if isinstance(data, bytes) else data.encode()
            words = [word for word in HIDDEN.values() if word.encode() in text]
            if words:
                found[where] = words

        sockets, states = {}, {}

        with ExitStack() as stack:
            trial = {"case_id": "lantern", "seed": 5, "max_violations": 1000}
            for seat in ("prosecution", "defence", "judge"):
                sockets[seat] = ws = stack.enter_context(server.connect())
                states[seat] = reset(ws, **trial, seat=seat)
                search(f"reset {seat}", json.dumps(states[seat]))
                trial = {"trial_id": states[seat]["trial_id"]}
            play_to_the_last_step(sockets, states, search)
            look_everywhere(server, sockets, states, search)
            search("log", server.log.read_bytes())
            for path in folder.iterdir():
                search("file name", path.name)
                search(f"file {path.suffix}", path.read_bytes())
            assert found == {}
            # At the end the scores may say why; the search would have found it.
            end = step(sockets["judge"], kind="deliver_verdict", decision="guilty")
            assert end["scores"]["judge"]["verdict_accuracy"]["value"] == 0.0
            search("control", f"... {HIDDEN['why']} ...")
            assert found == {"control": [HIDDEN["why"]]}


def play_to_the_last_step(sockets, states, search):
    """Openings, evidence, rebuttal and closings, with everything that is refused on the way."""
    draw = Random(5)
    seen = states["prosecution"]
    while seen["phase"] != "verdict":
        seat = seen["on_turn"]
        view = step(sockets[seat], kind="look", full=True)
        search(f"look {seat}", json.dumps(view))
        action = scripted({**view["case"], **view}, draw)
        seen = step(sockets[seat], **action)
        search(f"step {seat}", json.dumps(seen))


def look_everywhere(server, sockets, states, search):
    trial = states["judge"]["trial_id"]
    for seat, ws in sockets.items():
        search("state", json.dumps(ask_state(ws)))
        for wrong in (
            {"kind": "deliver_verdict", "decision": "nonsense"},
            {"kind": "submit_evidence", "exhibit": "nonsense", "text": "\0"},
            {"kind": "object", "target": 99, "ground": "hearsay"},
            {"kind": "plead"},
        ):
            search(f"wrong {seat}", json.dumps(ask(ws, "step", wrong)))
    for given in (
        {"trial_id": trial, "seat": "judge"},
        {"trial_id": trial, "seat": "judge", "token": "x"},
        {"case_id": "zz"}, {"split": "zz"}, {"split": "cases", "index": 7}, {"seed": "zz"},
    ):  # fmt: skip
        with server.connect() as ws:
            search("refused reset", json.dumps(ask(ws, "reset", given)))
    with httpx.Client(base_url=server.http, trust_env=False, timeout=60) as client:
        schema = client.get("/openapi.json").json()["paths"]
        gets = [path for path, methods in schema.items() if "get" in methods]
        posts = [path for path, methods in schema.items() if "post" in methods]
        assert {"/state", "/schema", "/metadata", "/health", "/trials"} <= set(gets)
        assert {"/reset", "/step", "/mcp", "/trials"} <= set(posts)
        places = {"{trial}": trial, "{seat}": "judge", "{env_name}": "courtroom"}
        bodies = (
            {}, {"split": "cases"}, {"split": "cases", "index": 0}, {"token": "x"},
            {"action": {"kind": "decline"}}, {"action": {"kind": "decline"}, "token": "x"},
            {"token": states["judge"]["token"]}, {"seed": 1, "case_id": "lantern"},
            {"split": "cases", "start": 0, "stop": 9}, {"split": 7, "action": []},
            {"token": states["judge"]["token"], "action": {"kind": "look"}},
            {"jsonrpc": "2.0", "id": 1, "method": "tools/list"},
            {"jsonrpc": "2.0", "id": 1, "method": "openenv/session/create"},
        )  # fmt: skip
        for path in (*gets, "/", "/docs", "/redoc", "/openapi.json", "/web", "/cases", "/nowhere"):
            for place, value in places.items():
                path = path.replace(place, value)
            search(f"GET {path}", client.get(path).content)
        for path in posts:
            for place, value in places.items():
                path = path.replace(place, value)
            for body in bodies:
                search(f"POST {path}", client.post(path, json=body).content)
            search(f"POST {path}", client.post(path, content=b"no json").content)
    with server.connect() as ws:
        for text in ("no json", '{"type":"leap"}', '{"type":"mcp","data":{}}', '{"type":"state"}'):
            ws.send(text)
            search("frame", ws.recv(timeout=60))


def ask_state(ws):
    ws.send(json.dumps({"type": "state"}))
    return json.loads(ws.recv(timeout=60))


def test_the_verdict_of_the_key_is_not_in_the_state_of_another_trial(tmp_path):
    """A key's decision is one of two words that everybody knows: it must tell nothing apart."""
    replies = []
    for decision in ("guilty", "not guilty"):
        here = tmp_path / decision.replace(" ", "-")
        here.mkdir()
        file = replace(LANTERN, key=replace(LANTERN.key, decision=decision))
        with running(here, [file]) as server, server.connect() as ws:
            seen = [reset(ws, case_id="lantern", seed=1, episode_id="t")]
            seen += [step(ws, kind="decline"), step(ws, kind="look", full=True), ask_state(ws)]
            del seen[0]["token"]
            replies.append(json.dumps(seen))
    assert replies[0] == replies[1]
