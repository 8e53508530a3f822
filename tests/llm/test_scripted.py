"""The scripted model: its rules, their order, and what cannot be read."""

import json

import pytest
from pydantic_ai import Agent

from llm.asking import quick, run, say
from voirdire.llm.chat import Chat
from voirdire.llm.ledger import Ledger
from voirdire.llm.retry import ModelError
from voirdire.llm.scripted import ScriptError, open_scripted_model


@pytest.fixture
def chat(tmp_path):
    opened = []

    def make(*rules, attempts=6):
        script = tmp_path / "script.jsonl"
        script.write_text("\n\n".join(map(json.dumps, rules)), "utf-8")
        opened.append(Ledger.open(tmp_path / f"{len(opened)}.sqlite"))
        return Chat(f"scripted:{script}", opened[-1], "run", pool=quick(attempts))

    yield make
    for ledger in opened:
        ledger.close()


def test_the_first_rule_that_fits_and_its_groups(chat):
    asked = chat(
        {"when": {"purpose": "other"}, "reply": "not this"},
        {"when": {"pattern": r"(?P<v>\d+) U\.S\. (?P<page>\d+)"}, "reply": "{page} of {v}"},
        {"reply": "no citation in {brackets}"},
    )
    assert run(say(asked.model("test"), "See 410 U.S. 113.")).text == "113 of 410"
    assert run(say(asked.model("test"), "See.")).text == "no citation in {brackets}"
    # The purpose decides, and the same words for another purpose are another request.
    assert run(say(asked.model("other"), "See.")).text == "not this"


def test_only_a_line_feed_ends_a_rule(tmp_path):
    script, ledger = tmp_path / "s.jsonl", Ledger.open(tmp_path / "l.sqlite")
    script.write_bytes('{"reply": "a\u2028b\u0085c"}\r\n'.encode())
    assert (
        run(say(Chat(f"scripted:{script}", ledger, "r").model("t"), "?")).text == "a\u2028b\u0085c"
    )
    ledger.close()


def test_times_and_errors(chat):
    asked = chat(
        {"error": {"status": 429}, "times": 2},
        {"error": {"status": "cut"}, "times": 1},
        {"reply": "at last"},
    )
    assert run(say(asked.model("test"), "Hello")).text == "at last"
    assert asked.spent.failed == 3
    with pytest.raises(ModelError, match="529"):
        run(say(chat({"error": {"status": 529}}, attempts=2).model("test"), "Hello"))


def test_calls_of_tools(chat):
    asked = chat(
        {"when": {"pattern": "(?P<found>Wade)"}, "reply": "It is {found}."},
        {
            "when": {"pattern": "v. (?P<name>W)"},
            "calls": [{"tool": "find", "arguments": {"q": "{name}"}}],
        },
    )
    agent = Agent(asked.model("test"))

    @agent.tool_plain
    def find(q: str) -> str:
        return f"{q}ade"

    async def work():
        return (await agent.run("Roe v. W.")).output

    assert run(work()) == "It is Wade."


def test_usage_is_as_stated_or_counted(chat):
    asked = chat({"reply": "x", "usage": {"input_tokens": 7, "output_tokens": 3, "dollars": 0.5}})
    run(say(asked.model("test"), "Hello"))
    assert (asked.spent.paid.input_tokens, asked.spent.paid.output_tokens) == (7, 3)
    assert asked.spent.dollars == 0.5
    counted = chat({"reply": "x"})
    run(say(counted.model("test"), "Hello"))
    assert counted.spent.tokens > 0
    assert counted.spent.dollars == 0.0


def test_a_changed_script_is_asked_again(tmp_path):
    script = tmp_path / "script.jsonl"
    ledger = Ledger.open(tmp_path / "ledger.sqlite")
    texts = []
    for reply in ("one", "two", "one"):
        script.write_text(json.dumps({"reply": reply}))
        chat = Chat(f"scripted:{script}", ledger, "run")
        texts.append((run(say(chat.model("test"), "Hello")).text, chat.spent.calls))
    assert texts == [("one", 1), ("two", 1), ("one", 0)]
    ledger.close()


def test_no_rule_is_a_line(chat):
    with pytest.raises(ScriptError, match="no rule fits the 'test' request that ends 'Hello'"):
        run(say(chat({"when": {"pattern": "bye"}, "reply": ""}).model("test"), "Hello"))


@pytest.mark.parametrize(
    ("script", "problem"),
    [
        (b"\xff\xfe", "not UTF-8"),
        (b"{", "line 1"),
        (b'{"reply": "x"}\n{"answer": "x"}', "line 2: answer"),
        (b'{"when": {"pattern": "("}, "reply": ""}', "line 1: when.pattern"),
        (b'{"reply": "x", "times": 0}', "line 1: times"),
        (b'{"error": {"status": "broken"}}', "line 1: error.status"),
    ],
)
def test_what_is_no_script_is_a_line(script, problem, tmp_path):
    path = tmp_path / "script.jsonl"
    path.write_bytes(script)
    with pytest.raises(ScriptError, match=problem) as caught:
        open_scripted_model(path)
    assert "\n" not in str(caught.value)
