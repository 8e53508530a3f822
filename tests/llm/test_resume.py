"""Killed and started again, and several processes on one ledger.

The server answers each request with a number of its own: a reply that was not recalled is
seen at once.
"""

import json
import multiprocessing
import re
import signal
import sqlite3
import time
from collections import Counter
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from llm.asking import point_at
from llm.model_server import Said, serve
from llm.questions import write_replies

COUNT = 60
# Forked from a process that has imported all and does nothing else.
PROCESSES = multiprocessing.get_context("forkserver")


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    PROCESSES.set_forkserver_preload(["llm.questions"])
    numbers = count()
    with serve(lambda _: Said(f"reply {next(numbers)}")) as running:
        running.latency = 0.01
        running.name = point_at(running, monkeypatch)["openai-compatible"]
        yield running


def start(ledger, server, run="run"):
    out = ledger.with_name(f"{run} {len(list(ledger.parent.iterdir()))}.json")
    arguments = (str(ledger), server.name, run, COUNT, out)
    process = PROCESSES.Process(target=write_replies, args=arguments, daemon=True)
    process.out = out
    process.start()
    return process


def finish(process):
    process.join(120)
    assert process.exitcode == 0
    return json.loads(process.out.read_text())


def asked(server):
    """How often each question reached the server."""
    texts = [request["messages"][-1]["content"] for request in server.requests]
    return Counter(re.search(r"question \d+", text)[0] for text in texts)


def committed(ledger):
    """The questions whose answers the ledger holds."""
    with closing(sqlite3.connect(ledger)) as connection:
        rows = connection.execute("SELECT purpose FROM ledger_calls WHERE status = 'answered'")
        return {row[0] for row in rows}


def test_killed_at_ten_points_no_committed_call_is_made_again(tmp_path, server):
    ledger = tmp_path / "ledger.sqlite"
    held_before = set()
    for kill in range(10):
        process = start(ledger, server)
        enough = len(server.requests) + 4
        deadline = time.monotonic() + 60
        while len(server.requests) < enough and time.monotonic() < deadline:
            time.sleep(0.001)
        process.kill()
        process.join()
        assert process.exitcode == -signal.SIGKILL, f"kill {kill} came too late"
        held = committed(ledger)
        assert held_before <= held
        held_before = held
    at_kill = asked(server)
    first = finish(start(ledger, server))
    # What was committed when it was killed was not asked again.
    after = asked(server) - at_kill
    assert held_before & set(after) == set()
    assert set(after) == {f"question {n}" for n in range(COUNT)} - held_before
    # Twice is what was in flight at a kill: four asked and four just answered, ten times.
    assert sum(asked(server).values()) <= COUNT + 8 * 10
    # The same run again, and another: identical, and nothing is asked.
    total = len(server.requests)
    assert finish(start(ledger, server)) == first
    assert finish(start(ledger, server, "another")) == first
    assert len(server.requests) == total


def test_two_processes_on_one_ledger_say_the_same(tmp_path, server):
    ledger = tmp_path / "ledger.sqlite"
    one, two = start(ledger, server, "one"), start(ledger, server, "two")
    replies = finish(one)
    assert finish(two) == replies
    with closing(sqlite3.connect(ledger)) as connection:
        paid = dict(connection.execute("SELECT run, count(*) FROM ledger_calls GROUP BY run"))
        kept = connection.execute("SELECT count(*) FROM ledger_answers").fetchone()[0]
    # Every request that was paid is a row, also where the other was quicker.
    assert sum(paid.values()) == len(server.requests)
    assert kept == COUNT
    total = len(server.requests)
    assert finish(start(ledger, server, "three")) == replies
    assert len(server.requests) == total
