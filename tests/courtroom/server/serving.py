"""What the tests of the server share: a server in a process of its own, and a scripted client."""

import json
import os
import select
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from threading import Thread

import httpx
from websockets.sync.client import connect

from voirdire.courtroom.cases.load import dump_case

_CODE = """
import json, sys
from voirdire.courtroom.openenv import ServerSettings, serve
given = json.loads(sys.argv[1])
serve(ServerSettings(**given.pop("settings")), **given)
"""


@dataclass(frozen=True)
class Server:
    port: int
    process: subprocess.Popen
    log: Path

    @property
    def http(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self):
        return f"ws://127.0.0.1:{self.port}/ws"

    def connect(self):
        return connect(self.ws, proxy=None, open_timeout=30, close_timeout=5)

    def workers(self):
        """Process ids of the workers, or of the server itself when it is the only one."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [
            int(child)
            for child in children
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
        ]


@contextmanager
def running(folder, files=(), *, workers=1, environment=None, host="127.0.0.1", **settings):
    """A server on a free port of this machine, with these cases beside the written ones."""
    if files:
        cases = folder / "cases"
        cases.mkdir(exist_ok=True)
        for file in files:
            (cases / f"{file.case.id}.json").write_text(dump_case(file), "utf-8")
        settings["cases"] = [str(cases)]
    port = _free_port()
    given = {"settings": settings, "port": port, "workers": workers, "host": host}
    command = [sys.executable, "-c", _CODE, json.dumps(given)]
    with _started(command, port, folder / "server.log", environment) as server:
        yield server


@contextmanager
def commanded(folder, *options):
    """A server that `voirdire trial serve` runs with these options."""
    port = _free_port()
    code = "from voirdire.cli import main; main()"
    serve = ["trial", "serve", "--port", port, *options]
    command = [sys.executable, "-c", code, *map(str, serve)]
    with _started(command, port, folder / "server.log") as server:
        yield server


class Relay:
    """A way to a server on which a reply can get lost: the connection is cut in its place."""

    def __init__(self, port):
        self.lost = 0
        self._server = port
        self._then = None
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.http = f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def lose_the_next_reply(self, then=lambda: None):
        """`then` is called when the server has answered and the client does not know it yet."""
        self._then = then

    def run(self):
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                Thread(target=self._carry, args=(near,), daemon=True).start()

    def stop(self):
        # Closing alone would not wake the thread that waits for a connection.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _carry(self, near):
        with near, suppress(OSError), socket.create_connection(("127.0.0.1", self._server)) as far:
            while True:
                for side in select.select([near, far], [], [])[0]:
                    data = side.recv(65536)
                    if not data:
                        return
                    if side is far and self._then:
                        then, self._then = self._then, None
                        then()
                        self.lost += 1
                        return
                    (near if side is far else far).sendall(data)


@contextmanager
def relayed(server):
    """A relay to a server."""
    relay = Relay(server.port)
    thread = Thread(target=relay.run)
    thread.start()
    try:
        yield relay
    finally:
        relay.stop()
        thread.join(10)


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def _started(command, port, log, environment=None):
    with log.open("wb") as stream:
        process = subprocess.Popen(
            command,
            stdout=stream,
            stderr=stream,
            env={**os.environ, **(environment or {})},
        )
    try:
        server = Server(port, process, log)
        _await(server)
        yield server
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(20)


def _await(server):
    for _ in range(600):
        try:
            if httpx.get(f"{server.http}/health", timeout=5, trust_env=False).status_code == 200:
                return
        except httpx.HTTPError:
            time.sleep(0.1)
        assert server.process.poll() is None, server.log.read_text()
    raise AssertionError("the server did not start")


def ask(ws, kind, data):
    """The reply to one message, as it comes."""
    ws.send(json.dumps({"type": kind, "data": data}))
    return json.loads(ws.recv(timeout=60))


def reset(ws, **given):
    return ask(ws, "reset", given)["data"]["observation"]


def step(ws, **action):
    """The observation of a step, and the reply's own `done`."""
    reply = ask(ws, "step", action)
    assert reply["type"] == "observation", reply
    return {**reply["data"]["observation"], "done": reply["data"]["done"]}


def scripted(view, draw: Random):
    """An action for a view: mostly lawful, now and then not, of every kind."""
    legal, role = view["legal_actions"], view["role"]
    if draw.random() < 0.04:
        return {"kind": "deliver_verdict" if role != "judge" else "object", "text": "Out of order."}
    kind = draw.choice(
        [each for each in legal if each != "decline" or draw.random() < 0.3] or legal
    )
    action = {"kind": kind, "text": f"{role} speaks, {draw.randrange(10**6)}. नमस्ते 👩‍⚖️ é"}
    if kind == "submit_evidence":
        action["exhibit"] = draw.choice([each["id"] for each in view["evidence"]])
    elif kind == "object":
        action |= {"ground": "relevance", "target": draw.choice(list(view["objectionable"]))}
    elif kind == "rule_on_objection":
        action["ruling"] = draw.choice(["sustained", "overruled"])
    elif kind in ("deliver_verdict", "ballot"):
        decision = view["jury_decision"] or draw.choice(list(view["decisions"])[:2])
        action |= {"decision": decision, "probability": round(draw.random(), 3)}
    elif kind in ("present_argument", "cross_examine") and draw.random() < 0.5:
        exhibit = draw.choice(list(view["evidence"]))
        words = exhibit["content"].split(" ")
        at = draw.randrange(max(len(words) - 8, 1))
        action["claims"] = [
            {
                "issue": draw.choice(list(view["issues"]))["id"],
                "exhibit": exhibit["id"],
                "quotation": " ".join(words[at : at + 8]),
            }
        ]
    return action
