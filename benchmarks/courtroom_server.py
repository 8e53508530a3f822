"""The trial server against an echo of 60 bytes on the same stack, and many trials at once.

usage: python -m benchmarks.courtroom_server

Each server is a process of its own on this machine, asked over one WebSocket by this one. The
echo is a bare OpenEnv environment: no gate, no record, one field. A round is a trial of 250
steps, or as many echoes; rounds alternate, and the figure is that of the best of each. Then 200
trials are played at once over 600 connections, one a seat, and every observation is looked
through for what belongs to another trial.
"""

import asyncio
import json
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as connect_async
from websockets.sync.client import connect

from voirdire.courtroom.cases.load import dump_case
from voirdire.courtroom.types import Case, CaseFile, Decisions, Exhibit, Issue, Key

_STEPS = 250
_ROUNDS = 7
_TRIALS = 200
_SEATS = ("prosecution", "defence", "judge")
_ECHO = """
import sys, uvicorn
from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, ConcurrencyConfig, Observation, State

class EchoAction(Action):
    text: str

class EchoObservation(Observation):
    text: str

class Echo(Environment):
    SUPPORTS_CONCURRENT_SESSIONS = True

    def reset(self, seed=None, episode_id=None, **given):
        return EchoObservation(text="")

    def step(self, action, timeout_s=None, **given):
        return EchoObservation(text=action.text, reward=0.0)

    @property
    def state(self):
        return State()

app = create_fastapi_app(
    Echo, EchoAction, EchoObservation, concurrency_config=ConcurrencyConfig(max_concurrent_envs=100)
)
uvicorn.run(app, port=int(sys.argv[1]), log_level="error")
"""
_COURT = """
import json, sys
from voirdire.courtroom.openenv import ServerSettings, serve
serve(ServerSettings(**json.loads(sys.argv[2])), port=int(sys.argv[1]), log_level="error")
"""


def measure() -> list[tuple[str, str, str, bool]]:
    """What was measured, the figure, its bound, and whether that is met."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        case = folder / "bench.json"
        case.write_text(dump_case(_case_file()), "utf-8")
        settings = {"cases": [str(case)], "score": False}
        on_disk = {**settings, "ledgers": str(folder / "ledgers")}
        echo = stack.enter_context(_server(_ECHO))
        memory = stack.enter_context(_server(_COURT, json.dumps(settings)))
        disk = stack.enter_context(_server(_COURT, json.dumps(on_disk)))
        rates: dict[str, list[float]] = {"echo": [], "memory": [], "disk": []}
        for _ in range(_ROUNDS):
            rates["echo"].append(_echo_round(echo))
            rates["memory"].append(_trial_round(memory))
            rates["disk"].append(_trial_round(disk))
        best = {name: max(each) for name, each in rates.items()}
        mixed, seconds = asyncio.run(_many(memory))
    steps = _TRIALS * _MANY_STEPS
    return [
        (
            f"{what}: steps a second of a trial of {_STEPS} steps over one WebSocket, to an echo "
            "of 60 bytes",
            f"{best[name] / best['echo']:.2f} ({best[name]:,.0f} against {best['echo']:,.0f})",
            "at least 0.5",
            best[name] >= 0.5 * best["echo"],
        )
        for name, what in (("memory", "trials in memory"), ("disk", "a ledger a trial"))
    ] + [
        (
            f"{_TRIALS} trials at once over {_TRIALS * len(_SEATS)} sessions: observations with "
            "something of another trial",
            f"{mixed} ({steps / seconds:,.0f} actions a second, looks not counted)",
            "none",
            mixed == 0,
        )
    ]


def _case_file() -> CaseFile:
    exhibits = tuple(
        Exhibit(
            f"E{n}", "document", f"Letter {n}", f"Letter {n} says that the goods came late. " * 20
        )
        for n in range(1, 9)
    )
    case = Case(
        "bench", "Ash v. Birch", "A sale of goods that came late.", "breach of contract",
        ("plaintiff", "defendant"), (Issue("late", "Did the goods come late?"),), exhibits,
        Decisions("liable", "not_liable"), "more likely than not", "contract", "easy",
    )  # fmt: skip
    return CaseFile(case, Key("liable"))


def _echo_round(port: int) -> float:
    text = "a" * 60
    with connect(f"ws://127.0.0.1:{port}/ws", proxy=None) as ws:
        _ask(ws, "reset", {})
        start = time.perf_counter()
        for _ in range(_STEPS):
            _ask(ws, "step", {"text": text})
        return _STEPS / (time.perf_counter() - start)


def _trial_round(port: int) -> float:
    """Openings, evidence till the turns are used up, closings, verdict: 250 steps."""
    turns = (_STEPS - 5) // 2
    with connect(f"ws://127.0.0.1:{port}/ws", proxy=None) as ws:
        given = {"case_id": "bench", "seed": 1, "evidence_turns": turns, "rebuttal_turns": 0}
        seen = _ask(ws, "reset", given)["observation"]
        steps, start = 0, time.perf_counter()
        while not (seen["terminated"] or seen["truncated"]):
            seen = _ask(ws, "step", _action(seen, steps))["observation"]
            steps += 1
        seconds = time.perf_counter() - start
    assert _STEPS - 1 <= steps <= _STEPS, steps
    return steps / seconds


def _action(seen: dict[str, Any], step: int, mark: str = "") -> dict[str, Any]:
    legal = seen["legal_actions"]
    key = f"{seen['seat']}-{step}"
    if "deliver_verdict" in legal:
        return {"kind": "deliver_verdict", "decision": "liable", "probability": 0.7, "key": key}
    kind = "summarize_case" if "summarize_case" in legal else "present_argument"
    return {"kind": kind, "text": f"{mark} The goods came late, as the letter says.", "key": key}


def _ask(ws: Any, kind: str, data: dict[str, Any]) -> dict[str, Any]:
    ws.send(json.dumps({"type": kind, "data": data}))
    return _reply(ws.recv())


def _reply(text: str | bytes) -> dict[str, Any]:
    reply: dict[str, Any] = json.loads(text)
    if reply["type"] == "error" or reply["data"]["observation"].get("error"):
        raise RuntimeError(reply)
    return reply["data"]


_MANY_STEPS = 11
_MARK = re.compile(r"trial-\d+-mark")


async def _many(port: int) -> tuple[int, float]:
    """Observations with the mark of another trial, and the seconds that all took."""
    start = time.perf_counter()
    mixed = await asyncio.gather(*(_one_of_many(port, number) for number in range(_TRIALS)))
    return sum(mixed), time.perf_counter() - start


async def _one_of_many(port: int, number: int) -> int:
    """Three clients in a trial of their own; how often one saw what is of another trial."""
    mark, mixed = f"trial-{number}-mark", 0

    async def ask(ws: ClientConnection, kind: str, data: dict[str, Any]) -> dict[str, Any]:
        nonlocal mixed
        await ws.send(json.dumps({"type": kind, "data": data}))
        text = await ws.recv()
        mixed += any(found != mark for found in _MARK.findall(str(text)))
        return dict(_reply(text)["observation"])

    url = f"ws://127.0.0.1:{port}/ws"
    seats: dict[str, ClientConnection] = {}
    trial: dict[str, Any] = {
        "case_id": "bench", "seed": number, "evidence_turns": 2, "rebuttal_turns": 1
    }  # fmt: skip
    async with AsyncExitStack() as stack:
        connections = [
            await stack.enter_async_context(connect_async(url, proxy=None, open_timeout=120))
            for _ in _SEATS
        ]
        for seat, ws in zip(_SEATS, connections, strict=True):
            seats[seat] = ws
            seen = await ask(ws, "reset", {**trial, "seat": seat})
            trial = {"trial_id": seen["trial_id"]}
        steps = 0
        while not seen["terminated"]:
            on_turn = seen["on_turn"]
            seen = await ask(seats[on_turn], "step", {"kind": "look"})
            seen = await ask(seats[on_turn], "step", _action(seen, steps, mark))
            steps += 1
        assert steps == _MANY_STEPS, steps
    return mixed


@contextmanager
def _server(code: str, *arguments: str) -> Iterator[int]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen([sys.executable, "-c", code, str(port), *arguments])
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5).close()
                break
            except urllib.error.URLError:
                time.sleep(0.2)
        yield port
    finally:
        server.terminate()
        server.wait(30)


def run(data: Path) -> str:
    """The section of docs/results.md; it needs no data."""
    rows = "\n".join(
        f"| {what} | {figure} | {bound} | {'yes' if met else 'no'} |"
        for what, figure, bound, met in measure()
    )
    return (
        "## The trial server\n\n"
        "`python -m benchmarks.courtroom_server`: OpenEnv over WebSocket on one machine, each "
        "server a process of its own.\n\n"
        "| what | measured | bound | met |\n|---|---|---|---|\n" + rows + "\n"
    )


if __name__ == "__main__":
    sys.stdout.write(run(Path()))
