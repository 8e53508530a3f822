"""Anthropic Messages and OpenAI Chat Completions over loopback: what is sent, read and charged.

Prices in the tables are those of genai-prices for claude-sonnet-5 (2 dollars a million tokens
in, 0.2 from the cache, 2.5 into it, 10 out) and gpt-4o (2.5, cached 1.25, 10 out).
"""

import pytest
from pydantic_ai import Agent

from llm.asking import (
    ANTHROPIC_KEY,
    COMPATIBLE_KEY,
    OPENAI_KEY,
    Count,
    point_at,
    quick,
    run,
    say,
)
from llm.model_server import Fault, Said, chat_completion, serve
from voirdire.llm.chat import Chat
from voirdire.llm.ledger import Ledger
from voirdire.llm.retry import ModelError

KINDS = ["anthropic", "openai", "openai-compatible"]
HOSTED = ["anthropic", "openai"]


@pytest.fixture
def ledger(tmp_path):
    opened = Ledger.open(tmp_path / "ledger.sqlite")
    yield opened
    opened.close()


def hello(request):
    return Said("Good morning.")


@pytest.mark.parametrize("kind", KINDS)
def test_text(kind, ledger, monkeypatch):
    with serve(hello) as server:
        chat = Chat(point_at(server, monkeypatch)[kind], ledger, "run", pool=quick())
        reply = run(say(chat.model("greeting"), "Hello"))
        assert reply.text == "Good morning."
        assert len(server.requests) == 1
        # Streams where long replies need them.
        assert server.requests[0].get("stream", False) is (kind == "anthropic")


@pytest.mark.parametrize(
    ("kind", "key"),
    [
        ("anthropic", ANTHROPIC_KEY),
        ("openai", OPENAI_KEY),
        ("openai-compatible", COMPATIBLE_KEY),
    ],
)
def test_the_key_is_sent_and_never_recorded(kind, key, tmp_path, monkeypatch):
    path = tmp_path / "ledger.sqlite"
    ledger = Ledger.open(path)
    with serve(hello) as server:
        name = point_at(server, monkeypatch)[kind]
        pool = quick(attempts=2)
        chat = Chat(name, ledger, "run", pool=pool)
        run(say(chat.model("greeting"), "Hello"))
        assert server.headers[0]["authorization"] == f"Bearer {key}"
        # A provider that says the key back in its error.
        said = {"error": {"type": "authentication_error", "message": f"bad key {key}"}}
        server.faults.append(Fault(401, body=said))
        with pytest.raises(ModelError) as caught:
            run(say(Chat(name, ledger, "run", pool=pool).model("greeting"), "Hello again"))
        assert "401" in str(caught.value)
        assert "\n" not in str(caught.value)
        assert "of-nobody" not in str(caught.value)
        # The same where the message is cut short, in the middle of the key.
        said["error"]["message"] = f"{'x' * 185} {key}"
        server.faults.append(Fault(401, body=said))
        with pytest.raises(ModelError) as caught:
            run(say(Chat(name, ledger, "run", pool=pool).model("greeting"), "Hello once more"))
        assert "xxx" in str(caught.value)
        assert "of-n" not in str(caught.value)
        assert "of-nobody" not in repr(chat.__dict__)
    ledger.close()
    files = list(tmp_path.iterdir())
    assert path in files
    assert [file for file in files if b"of-nobody" in file.read_bytes()] == []


@pytest.mark.parametrize("kind", HOSTED)
def test_an_agent_calls_tools_and_is_recalled_whole(kind, ledger, monkeypatch):
    def answer(request):
        if "42 degrees" in str(request["messages"]):
            return Said("It is 42.")
        return Said(calls=(("temperature", {"place": "Paris"}), ("temperature", {"place": "Rome"})))

    asked = []

    async def ask(chat):
        agent = Agent(chat.model("weather"))

        @agent.tool_plain
        def temperature(place: str) -> str:
            """The temperature at a place."""
            asked.append(place)
            return f"42 degrees in {place}"

        return (await agent.run("How warm is it?")).output

    with serve(answer) as server:
        name = point_at(server, monkeypatch)[kind]
        assert run(ask(Chat(name, ledger, "run", pool=quick()))) == "It is 42."
        # Side by side, in threads of their own.
        assert sorted(asked) == ["Paris", "Rome"]
        assert len(server.requests) == 2
        again = Chat(name, ledger, "another run", pool=quick())
        assert run(ask(again)) == "It is 42."
        assert len(server.requests) == 2
        assert (again.spent.calls, again.spent.recalled.calls) == (0, 2)


def test_random_ids_of_tool_calls_do_not_make_another_request(tmp_path, monkeypatch):
    """The same conversation, held in two ledgers with other ids, is the same request."""

    def answer(request):
        done = "fetched" in str(request["messages"])
        return Said("Done.") if done else Said(calls=(("fetch", {"number": 1}),))

    async def ask(chat):
        agent = Agent(chat.model("fetching"))

        @agent.tool_plain
        def fetch(number: int) -> str:
            return "fetched"

        await agent.run("Fetch it.")

    hashes = []
    with serve(answer) as server:
        name = point_at(server, monkeypatch)["openai"]
        for each in ("one", "two"):
            ledger = Ledger.open(tmp_path / each)
            run(ask(Chat(name, ledger, "run", pool=quick())))
            hashes.append(recorded_requests(tmp_path / each))
            ledger.close()
        ids = [
            m["tool_call_id"] for r in server.requests for m in r["messages"] if "tool_call_id" in m
        ]
    assert len(set(ids)) == 2
    assert len(hashes[0]) == 2
    assert hashes[0] == hashes[1]


def recorded_requests(path):
    import sqlite3

    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT request FROM ledger_calls ORDER BY id").fetchall()
    connection.close()
    return [row[0] for row in rows]


@pytest.mark.parametrize(
    ("kind", "said", "tokens", "dollars"),
    [
        # Anthropic reports input apart from the cache: 100 + 40 + 20 in all.
        # 100 x 2 + 40 x 0.2 + 20 x 2.5 + 10 x 10 = 358 millionths.
        (
            "anthropic",
            Said("x", input_tokens=100, cached_tokens=40, written_tokens=20, output_tokens=10),
            (160, 10, 40),
            0.000358,
        ),
        # OpenAI's prompt_tokens include the cached: 60 x 2.5 + 40 x 1.25 + 10 x 10 = 300.
        ("openai", Said("x", input_tokens=100, cached_tokens=40), (100, 10, 40), 0.0003),
        # A server of which no price is known.
        ("openai-compatible", Said("x", input_tokens=100, cached_tokens=40), (100, 10, 40), None),
        # One that does not count tokens: not zero, not known.
        ("openai-compatible", Said("x", usage=False), (0, 0, 0), None),
        ("openai", Said("x", usage=False), (0, 0, 0), None),
    ],
)  # fmt: skip
def test_cached_tokens_are_counted_once(kind, said, tokens, dollars, ledger, monkeypatch):
    with serve(lambda _: said) as server:
        chat = Chat(point_at(server, monkeypatch)[kind], ledger, "run", pool=quick())
        run(say(chat.model("counting"), "Count"))
    [row] = ledger.spend("run")
    assert (row.input_tokens, row.output_tokens, row.cached_tokens) == tokens
    assert row.dollars == pytest.approx(dollars) if dollars else row.dollars is None
    assert row.unpriced == (dollars is None)
    assert chat.spent.dollars == row.dollars


def one(request):
    if request.get("tools"):
        return Said(calls=((request["tools"][0].get("name") or "answer", {"n": 7}),))
    return Said('{"n": 7}')


@pytest.mark.parametrize("kind", KINDS)
def test_structured_output(kind, ledger, monkeypatch):
    with serve(one) as server:
        chat = Chat(point_at(server, monkeypatch)[kind], ledger, "run", pool=quick())
        assert run(chat.ask("Count.", "How many?", Count, "counting")) == Count(n=7)
        sent = server.requests[0]
        form = {
            "anthropic": sent.get("output_config"),
            "openai": sent.get("tool_choice"),
            "openai-compatible": sent.get("response_format"),
        }[kind]
        assert form is not None


@pytest.mark.parametrize("status", [400, 500])
def test_a_server_without_json_schema_answers_in_text(status, ledger, monkeypatch):
    with serve(lambda _: Said('Sure: {"n": 8}')) as server:
        name = point_at(server, monkeypatch)["openai-compatible"]
        server.refuse = lambda r: (
            Fault(status, body={"error": {"message": "response_format: only json_object"}})
            if r.get("response_format")
            else None
        )
        chat = Chat(name, ledger, "run", pool=quick())
        assert run(chat.ask("Count.", "How many?", Count, "counting")) == Count(n=8)
        assert [bool(r.get("response_format")) for r in server.requests] == [True, False]
        assert '"n"' in str(server.requests[1]["messages"])
        # It is asked in text from here on, and what was answered so is recalled.
        run(chat.ask("Count.", "How many more?", Count, "counting"))
        assert [bool(r.get("response_format")) for r in server.requests] == [True, False, False]
        again = Chat(name, ledger, "rerun", pool=quick())
        assert run(again.ask("Count.", "How many?", Count, "counting")) == Count(n=8)
        assert len(server.requests) == 3


@pytest.mark.parametrize("kind", HOSTED)
@pytest.mark.parametrize("status", [429, 500, 502, 503, 529])
def test_busy_providers_are_asked_again(kind, status, ledger, monkeypatch):
    with serve(hello) as server:
        server.faults += [Fault(status, body={"error": {"message": "busy"}})] * 2
        chat = Chat(point_at(server, monkeypatch)[kind], ledger, "run", pool=quick())
        assert run(say(chat.model("greeting"), "Hello")).text == "Good morning."
        # Three requests and three rows: the SDK makes none of its own.
        assert len(server.requests) == 3
    [row] = ledger.spend("run")
    assert (row.paid, row.failed, row.unpriced) == (1, 2, 0)
    assert chat.spent.failed == 2


@pytest.mark.parametrize("kind", HOSTED)
@pytest.mark.parametrize(
    ("status", "body", "requests"),
    [
        (429, {}, 3),
        (529, {}, 3),
        (400, {"error": {"message": "no such field"}}, 1),
        (401, {"error": {"message": "no such key"}}, 1),
        (404, {"error": {"message": "no such model"}}, 1),
    ],
)
def test_attempts_are_bounded_and_refusals_final(kind, status, body, requests, ledger, monkeypatch):
    with serve(hello) as server:
        server.faults += [Fault(status, body=body)] * 5
        chat = Chat(point_at(server, monkeypatch)[kind], ledger, "run", pool=quick(attempts=3))
        with pytest.raises(ModelError) as caught:
            run(say(chat.model("greeting"), "Hello"))
        assert str(status) in str(caught.value)
        assert caught.value.exit_code == 3
        assert len(server.requests) == requests
    assert ledger.spend("run")[0].failed == requests


def test_an_exhausted_quota_is_not_waited_for(ledger, monkeypatch):
    with serve(hello) as server:
        body = {"error": {"message": "You exceeded your quota", "code": "insufficient_quota"}}
        server.faults += [Fault(429, body=body)] * 5
        chat = Chat(point_at(server, monkeypatch)["openai"], ledger, "run", pool=quick())
        with pytest.raises(ModelError, match="quota"):
            run(say(chat.model("greeting"), "Hello"))
        assert len(server.requests) == 1


CUTS = [
    ("anthropic", "body"),
    ("anthropic", "closed"),
    ("anthropic", "events"),
    ("anthropic", "error"),
    ("openai", "body"),
    ("openai", "closed"),
    ("openai-compatible", "closed"),
]


@pytest.mark.parametrize(("kind", "cut"), CUTS)
def test_a_reply_that_breaks_off_is_no_answer(kind, cut, ledger, monkeypatch):
    with serve(hello) as server:
        name = point_at(server, monkeypatch)[kind]
        server.faults += [Fault(cut=cut)] * 2
        chat = Chat(name, ledger, "run", pool=quick(attempts=2))
        with pytest.raises(ModelError):
            run(say(chat.model("greeting"), "Hello"))
        [row] = ledger.spend("run")
        # It may have been charged; nobody knows.
        assert (row.paid, row.failed, row.unpriced, row.dollars) == (0, 2, 2, None)
        # Nothing of it was kept: the next one pays and has the whole.
        assert run(say(chat.model("greeting"), "Hello")).text == "Good morning."
        assert len(server.requests) == 3


WITHOUT_REPLY = {
    "no choices": chat_completion(Said("x"), 1, "some-model") | {"choices": []},
    "no object": b"[]",
    "nested in thousands": b"[" * 100_000,
}


@pytest.mark.parametrize("body", WITHOUT_REPLY.values(), ids=WITHOUT_REPLY)
@pytest.mark.parametrize("kind", ["openai", "openai-compatible"])
def test_a_body_without_a_reply_is_a_line(kind, body, ledger, monkeypatch):
    with serve(hello) as server:
        server.faults += [Fault(201, body=body)] * 2
        chat = Chat(point_at(server, monkeypatch)[kind], ledger, "run", pool=quick(attempts=2))
        with pytest.raises(ModelError, match=r"at each of 2 attempts \(unreadable"):
            run(say(chat.model("greeting"), "Hello"))


def test_counts_that_no_request_can_have_are_not_known(ledger, monkeypatch):
    huge = Said("x", input_tokens=10**30, output_tokens=10**19)
    with serve(lambda _: huge) as server:
        chat = Chat(point_at(server, monkeypatch)["openai"], ledger, "run", pool=quick())
        assert run(say(chat.model("counting"), "Count")).text == "x"
    [row] = ledger.spend("run")
    assert (row.paid, row.input_tokens, row.output_tokens, row.dollars) == (1, 0, 0, None)


def test_no_server_is_a_line(ledger, monkeypatch):
    with serve(hello) as server:
        name = point_at(server, monkeypatch)["openai-compatible"]
    with pytest.raises(ModelError) as caught:
        run(say(Chat(name, ledger, "run", pool=quick(attempts=2)).model("greeting"), "Hello"))
    assert "\n" not in str(caught.value)
    [row] = ledger.spend("run")
    # It was never sent: nothing can have been charged.
    assert (row.failed, row.unpriced, row.dollars) == (2, 0, 0.0)


def test_streams_are_of_whole_replies(ledger, monkeypatch):
    async def ask(chat):
        async with Agent(chat.model("greeting")).run_stream("Hello") as stream:
            return [text async for text in stream.stream_text()][-1]

    with serve(hello) as server:
        name = point_at(server, monkeypatch)["anthropic"]
        for _ in range(2):
            assert run(ask(Chat(name, ledger, "run", pool=quick()))) == "Good morning."
        assert len(server.requests) == 1
