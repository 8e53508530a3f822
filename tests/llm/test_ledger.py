"""The ledger as a file: its sums, its steps, what it refuses; the same on PostgreSQL."""

import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from voirdire.llm.ledger import Call, Ledger, Recalled, Step, Tally
from voirdire.llm.tables import LedgerError

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))


def call(request="a" * 64, **fields):
    values = {
        "request": request,
        "sample": 0,
        "run": "one",
        "purpose": "holding",
        "model": "openai:gpt-4o",
        "provider": "openai",
        "attempt": 1,
        "status": "answered",
        "seconds": 0.5,
        "input_tokens": 100,
        "output_tokens": 10,
        "cached_tokens": 40,
        "picodollars": 300_000_000,
    }
    return Call(**{**values, **fields})


@pytest.fixture(scope="session")
def postgres(tmp_path_factory):
    """The URL of a PostgreSQL of this test run, on loopback, as an unprivileged user."""
    if not PROGRAMS:
        pytest.skip("no PostgreSQL on this machine: apt-get install postgresql")
    folder = tmp_path_factory.mktemp("postgres")
    user = {}
    if os.getuid() == 0:
        if shutil.which("runuser") is None:
            pytest.skip("PostgreSQL does not run as root, and there is no runuser")
        user = {"user": "postgres"}
        shutil.chown(folder, "postgres")
        for parent in list(folder.parents)[:3]:
            if parent.name.startswith("pytest-"):
                parent.chmod(0o755)
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    programs, data = PROGRAMS[-1].parent, folder / "data"
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C", "HOME": str(folder)}

    def start(*arguments):
        return subprocess.Popen(
            [str(each) for each in arguments],
            cwd=folder,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **user,
        )

    made = start(programs / "initdb", "-D", data, "-A", "trust", "-U", "tester", "-N")
    assert made.wait(120) == 0
    server = start(
        programs / "postgres", "-D", data, "-p", port, "-h", "127.0.0.1", "-k", folder, "-F"
    )
    try:
        for _ in range(600):
            with closing(socket.socket()) as tried:
                if tried.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"postgresql://tester@127.0.0.1:{port}/postgres"
    finally:
        # Fast shutdown: it ends its children itself.
        server.send_signal(2)
        server.wait(60)


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request, tmp_path):
    """The place of an empty ledger in each database."""
    if request.param == "sqlite":
        return str(tmp_path / "ledger.sqlite")
    url = request.getfixturevalue("postgres")
    import psycopg

    name = f"test_{abs(hash(str(tmp_path)))}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return url.removesuffix("postgres") + name


@pytest.fixture
def ledger(where):
    opened = Ledger.open(where)
    yield opened
    opened.close()


def test_a_reply_is_recalled_with_what_it_took(ledger):
    assert ledger.recall("a" * 64, 0) is None
    ledger.commit(call(), '["the reply"]')
    took = Tally(1, 100, 10, 40, 0.5, 300_000_000, 0)
    assert ledger.recall("a" * 64, 0) == Recalled('["the reply"]', took)
    # Another sample is another answer.
    assert ledger.recall("a" * 64, 1) is None


def test_the_first_reply_stays_and_both_are_paid(ledger):
    assert ledger.commit(call(), "first").reply == "first"
    assert ledger.commit(call(run="two"), "second").reply == "first"
    assert ledger.recall("a" * 64, 0).reply == "first"
    assert [(row.name, row.paid) for row in ledger.spend("run")] == [("one", 1), ("two", 1)]


def test_a_second_opening_finds_everything(where):
    first = Ledger.open(where)
    first.commit(call(), "reply")
    second = Ledger.open(where)
    assert second.recall("a" * 64, 0).reply == "reply"
    assert second.secret == first.secret
    assert len(second.secret) == 32
    first.close()
    second.close()


def test_sums(ledger):
    ledger.commit(call("a" * 64), "1")
    ledger.commit(call("b" * 64, purpose="claim", model="anthropic:m", picodollars=None), "2")
    ledger.commit(
        call("c" * 64, run="two", input_tokens=None, output_tokens=None, cached_tokens=None), "3"
    )
    ledger.record(call("d" * 64, status="429", picodollars=0, input_tokens=0, output_tokens=0))
    ledger.count_recall("two", "holding", "openai:gpt-4o")
    ledger.count_recall("two", "holding", "openai:gpt-4o")
    ledger.count_recall("three", "claim", "openai:gpt-4o")

    def rows(by, run=None):
        return [
            (
                row.name,
                row.paid,
                row.recalled,
                row.failed,
                row.input_tokens,
                row.output_tokens,
                row.dollars,
                row.unpriced,
            )
            for row in ledger.spend(by, run)
        ]

    assert rows("run") == [
        ("one", 2, 0, 1, 200, 20, 0.0003, 1),
        # Only recalled: nothing was paid.
        ("three", 0, 1, 0, 0, 0, 0.0, 0),
        ("two", 1, 2, 0, 0, 0, 0.0003, 0),
    ]
    assert rows("model") == [
        # Not known is not zero.
        ("anthropic:m", 1, 0, 0, 100, 10, None, 1),
        ("openai:gpt-4o", 2, 3, 1, 100, 10, 0.0006, 0),
    ]
    assert rows("purpose", "one") == [
        ("claim", 1, 0, 0, 100, 10, None, 1),
        ("holding", 1, 0, 1, 100, 10, 0.0003, 0),
    ]


def test_what_a_run_paid(ledger):
    ledger.commit(call("a" * 64), "1")
    ledger.commit(call("b" * 64), "2")
    # Turned away: not a paid call. Cut off: nobody knows, so it counts.
    ledger.record(call("c" * 64, status="429", picodollars=0, input_tokens=0, output_tokens=0))
    ledger.record(
        call("d" * 64, status="cut", picodollars=None, input_tokens=None, output_tokens=None)
    )
    ledger.commit(call("e" * 64, run="two"), "3")
    paid = ledger.paid("one")
    assert (paid.calls, paid.tokens, paid.picodollars, paid.unpriced) == (3, 220, 600_000_000, 1)
    assert ledger.paid("none of it") == Tally()


def test_steps_are_kept_in_order_and_replaced(ledger):
    hostile = 'a "quote", a NUL \0, half of a pair \ud83d and a line\nend'
    ledger.add_step("run", "two", 1, "think", {"text": hostile})
    ledger.add_step("run", "one", 10, "answer", ["c"])
    ledger.add_step("run", "one", 2, "call", None)
    ledger.add_step("run", "one", 2, "result", {"found": True})
    ledger.add_step("other", "one", 1, "think", 1)
    assert list(ledger.steps("run")) == [
        Step("run", "one", 2, "result", {"found": True}),
        Step("run", "one", 10, "answer", ["c"]),
        Step("run", "two", 1, "think", {"text": hostile}),
    ]
    assert [step.number for step in ledger.steps("run", "one")] == [2, 10]
    assert list(ledger.steps("run", "three")) == []


def test_an_episode_that_begins_again_keeps_nothing_of_a_longer_attempt(ledger):
    for number in range(4):
        ledger.add_step("run", "one", number, "call", "first")
    ledger.add_step("run", "two", 1, "call", "first")
    ledger.add_step("run", "one", 0, "begin", "second")
    ledger.add_step("run", "one", 1, "final", "second")
    assert [(step.episode, step.number, step.body) for step in ledger.steps("run")] == [
        ("one", 0, "second"),
        ("one", 1, "second"),
        ("two", 1, "first"),
    ]


def test_steps_are_read_while_others_are_written(ledger):
    for number in range(250):
        ledger.add_step("run", "one", number, "call", number)
    read = []
    for step in ledger.steps("run"):
        ledger.add_step("other", "one", step.number, "call", step.body)
        read.append(step.number)
    assert read == list(range(250))
    assert len(list(ledger.steps("other"))) == 250


def test_many_threads_write_at_once(ledger):
    def write(thread):
        for number in range(20):
            ledger.commit(call(f"{thread:032}{number:032}", run=f"run {thread}"), "reply")
            ledger.count_recall("all", "holding", "model")

    threads = [threading.Thread(target=write, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rows = {row.name: (row.paid, row.recalled) for row in ledger.spend("run")}
    assert rows == {"all": (0, 160)} | {f"run {n}": (20, 0) for n in range(8)}


def test_many_open_a_new_ledger_at_once(where):
    secrets = []

    def open_it():
        opened = Ledger.open(where)
        secrets.append(opened.secret)
        opened.close()

    threads = [threading.Thread(target=open_it) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(secrets) == 8
    assert len(set(secrets)) == 1


def another_database(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE library (id)")
        connection.commit()


def another_version(path):
    Ledger.open(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE ledger_facts SET value = '99' WHERE name = 'version'")
        connection.commit()


def damaged_secret(path):
    Ledger.open(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE ledger_facts SET value = 'plum' WHERE name = 'secret'")
        connection.commit()


@pytest.mark.parametrize(
    ("prepare", "problem"),
    [
        (damaged_secret, "secret is damaged"),
        (lambda path: path.write_text("a brief, not a ledger " * 100), "not a database"),
        (another_database, "not a ledger"),
        (another_version, "version 99"),
        (lambda path: path.mkdir(), "unable to open"),
    ],
)
def test_what_is_no_ledger_is_refused_and_left_alone(prepare, problem, tmp_path):
    path = tmp_path / "file"
    prepare(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(LedgerError, match=problem) as caught:
        Ledger.open(path)
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 2
    assert (path.read_bytes() if path.is_file() else None) == before


@pytest.mark.parametrize(
    "url",
    [
        "mysql://user:hidden@host/name",
        "postgresql://user:hidden@127.0.0.1:1/name?password=hidden",
        "postgresql://user:hidden@host:port/name",
        "postgres:/user:hidden@host/name",
        "://hidden",
    ],
)
def test_a_bad_url_is_a_line_without_its_password(url):
    with pytest.raises(LedgerError) as caught:
        Ledger.open(url)
    assert "\n" not in str(caught.value)
    assert "hidden" not in str(caught.value)


def test_the_environment_names_the_ledger(tmp_path, monkeypatch):
    monkeypatch.setenv("VOIRDIRE_LEDGER", str(tmp_path / "deep" / "down" / "ledger.sqlite"))
    Ledger.open().close()
    assert (tmp_path / "deep" / "down" / "ledger.sqlite").is_file()


def test_a_new_ledger_is_its_owners_alone_and_an_old_one_keeps_its_mode(tmp_path):
    path = tmp_path / "ledger.sqlite"
    with closing(Ledger.open(path)) as opened:
        opened.commit(call(), "reply")
        assert {each.stat().st_mode & 0o777 for each in tmp_path.iterdir()} == {0o600}
    path.chmod(0o640)
    Ledger.open(path).close()
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_path_is_a_path_whatever_is_in_it(tmp_path):
    path = tmp_path / "what? 100%25 #1.sqlite"
    with closing(Ledger.open(path)) as opened:
        opened.commit(call(), "reply")
    assert [each.name for each in tmp_path.iterdir()] == ["what? 100%25 #1.sqlite"]


OPEN_EACH = """
import sys
from voirdire.llm.ledger import Ledger
print("ready", flush=True)
for line in sys.stdin:
    Ledger.open(line.strip()).close()
    print("opened", flush=True)
"""


def test_many_processes_open_a_new_ledger_at_once(tmp_path):
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", OPEN_EACH],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    assert [process.stdout.readline() for process in processes] == ["ready\n"] * 4
    for number in range(20):
        for process in processes:
            process.stdin.write(f"{tmp_path / str(number)}\n")
            process.stdin.flush()
        assert [process.stdout.readline() for process in processes] == ["opened\n"] * 4
    for process in processes:
        process.communicate(timeout=60)
        assert process.returncode == 0


def test_a_ledger_that_nobody_closes_gives_its_connections_back(tmp_path):
    opened = Ledger.open(tmp_path / "ledger.sqlite")
    opened.commit(call(), "reply")
    assert (tmp_path / "ledger.sqlite-wal").exists()
    del opened
    # SQLite takes it away when the last connection is closed.
    assert not (tmp_path / "ledger.sqlite-wal").exists()


def test_sums_of_a_run_use_the_index(tmp_path):
    path = tmp_path / "ledger.sqlite"
    Ledger.open(path).close()
    with closing(sqlite3.connect(path)) as connection:
        query = "EXPLAIN QUERY PLAN SELECT sum(seconds) FROM ledger_calls WHERE run = 'one'"
        plan = str(connection.execute(query).fetchall())
    assert "ledger_calls_run" in plan
