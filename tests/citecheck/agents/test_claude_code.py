"""Claude Code as a system, by a stand-in for its command that truly speaks to our MCP server."""

import asyncio
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import voirdire
from voirdire.authorities.library import Library
from voirdire.citecheck.agents.claude_code import (
    ClaudeCode,
    ClaudeCodeError,
    Ended,
    read_report,
    reduced_environment,
)
from voirdire.citecheck.excerpts import Prediction
from voirdire.llm.ledger import Ledger

pytest.importorskip("mcp")

SAMPLES = Path(voirdire.__file__).parent / "samples"
FAKE = Path(__file__).with_name("fake_claude.py")
EVERHART = "Everhart v. Sable Trust Co., 12 Marlow Rep. 388, 390 (1982)"
TEXT = f"Nor does usage help. {EVERHART}."


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("claude") / "library"
    Library.create(folder).add([SAMPLES / "opinions.jsonl"])
    return folder


@pytest.fixture
def ask(tmp_path, library):
    """Check the text with the command in one of its moods; the answer and the trace."""
    command = tmp_path / "claude"
    body = FAKE.read_text("utf-8")
    command.write_text(f"#!{sys.executable}\n{body}", encoding="utf-8")
    command.chmod(0o700)
    ledger = Ledger.open(tmp_path / "ledger.sqlite")

    def check(mood, **more):
        system = ClaudeCode(
            library, ledger, "run", offline=True, model=mood, command=str(command), **more
        )
        answer = asyncio.run(system.check("e1", TEXT))
        return answer, list(ledger.steps("run", "e1"))

    yield check
    ledger.close()


def seen(tmp_path):
    return json.loads((tmp_path / "claude.json").read_text("utf-8"))


def test_it_works_with_our_tools_and_its_figures_are_taken(ask, tmp_path):
    answer, steps = ask("check")
    assert answer.error == ""
    assert answer.predictions == (Prediction(EVERHART, "nonexistent_citation", "absent"),)
    # Two look-ups and a tool that does not exist; one was asked twice.
    assert (answer.calls, answer.duplicates, answer.denied) == (3, 1, 0)
    assert (answer.turns, answer.input_tokens, answer.output_tokens) == (3, 3210, 45)
    assert (answer.dollars, answer.system) == (0.0125, "claude-code")
    assert [step.kind for step in steps] == ["begin", "call", "call", "call", "call", "final"]
    assert [s.body["status"] for s in steps[1:-1]] == ["run", "duplicate", "run", "error"]
    assert steps[-1].body["dropped"] == ["words that stand nowhere"]
    told = seen(tmp_path)
    assert told["tools"] == [
        *("look_up_citation", "search_cases", "fetch_opinion", "search_opinion"),
        *("read_opinion", "search_web", "edit_scratchpad", "think"),
    ]
    first, again, _, unknown = told["said"]
    assert first[0] is False
    assert '"status": "absent_from_whole_volume"' in first[1]
    assert first[1].endswith("Left: 29 tool calls.")
    assert again[1].startswith("You made this call before")
    assert unknown[0] is True


def test_it_sees_an_empty_folder_and_none_of_its_own_tools(ask, tmp_path, monkeypatch):
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "not to be handed on")
    ask("check")
    told = seen(tmp_path)
    assert sorted(told["folder"]) == ["calls.jsonl", "mcp.json"]
    assert "AWS_SECRET_ACCESS_KEY" not in told["variables"]
    arguments = told["arguments"]
    assert arguments[arguments.index("--tools") + 1] == ""
    assert arguments[arguments.index("--allowedTools") + 1] == "mcp__voirdire"
    assert "--strict-mcp-config" in arguments


def test_calls_over_the_limit_are_denied_by_our_server(ask):
    answer, _ = ask("greedy", calls=3)
    assert (answer.calls, answer.duplicates, answer.denied) == (3, 1, 4)
    assert [prediction.text for prediction in answer.predictions] == [EVERHART]


@pytest.mark.parametrize(
    ("mood", "error"),
    [
        ("turns", "Claude Code gave no answer (error_max_turns)"),
        ("prose", "the last message is no answer: There is no JSON object in the reply."),
        ("broken", "Claude Code printed no JSON"),
        ("login", "Claude Code ended with 1: Invalid API key Please run /login"),
        ("flood", "Claude Code wrote too much"),
    ],
)
def test_what_goes_wrong_is_said_in_one_line(ask, mood, error):
    answer, steps = ask(mood)
    assert answer.error == error
    assert answer.predictions == ()
    assert steps[-1].body == {"message": error}


def test_what_it_cost_is_known_even_without_an_answer(ask):
    answer, _ = ask("turns")
    assert (answer.turns, answer.dollars) == (25, 0.0125)


def test_when_the_time_is_up_its_whole_group_ends(ask, tmp_path):
    start = time.monotonic()
    answer, _ = ask("hang", seconds=2)
    assert answer.error == "Claude Code was ended after 2 seconds"
    assert time.monotonic() - start < 60
    child = Path(f"/proc/{seen(tmp_path)['child']}")
    # Ended, or ended and not yet collected.
    assert not child.exists() or "State:\tZ" in (child / "status").read_text()


def test_a_command_that_is_not_there_is_one_line(tmp_path, library):
    ledger = Ledger.open(tmp_path / "ledger.sqlite")
    system = ClaudeCode(library, ledger, "run", command="claude-that-is-not-there")
    with pytest.raises(ClaudeCodeError) as caught:
        asyncio.run(system.check("e1", TEXT))
    ledger.close()
    assert str(caught.value) == (
        "there is no command 'claude-that-is-not-there': install Claude Code, or put it on the PATH"
    )
    assert list(ledger.steps("run")) == []


def test_only_what_is_needed_is_handed_on():
    assert reduced_environment(
        {"PATH": "/bin", "ANTHROPIC_API_KEY": "k", "OPENAI_API_KEY": "o", "LD_PRELOAD": "x"}
    ) == {"PATH": "/bin", "ANTHROPIC_API_KEY": "k"}


def test_a_server_started_again_goes_on_counting(tmp_path, library):
    """Two calls in all, in two servers on one record; then the next is denied."""
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    arguments = ["-m", "voirdire.citecheck.agents.mcp_server", "--offline", "--calls", "2"]
    arguments += ["--library", str(library), "--record", str(tmp_path / "calls.jsonl")]
    parameters = StdioServerParameters(command=sys.executable, args=arguments)

    async def call(*pages):
        async with (
            stdio_client(parameters) as (reading, writing),
            ClientSession(reading, writing) as session,
        ):
            await session.initialize()
            return [
                await session.call_tool("look_up_citation", {"citation": f"12 Marlow Rep. {page}"})
                for page in pages
            ]

    (first,) = asyncio.run(call(1))
    known, second, third = asyncio.run(call(1, 6, 10))
    assert not first.isError
    assert known.content[0].text.startswith("You made this call before")
    assert second.content[0].text.endswith("Left: 0 tool calls.")
    assert third.isError
    assert third.content[0].text.startswith("Denied: all 2 tool calls are used.")


def test_a_library_that_is_not_there_ends_the_server_with_one_line(tmp_path, capsys):
    from voirdire.citecheck.agents.mcp_server import main

    assert main(["--library", str(tmp_path / "none"), "--offline"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_command_line_runs_it_over_a_dataset(tmp_path, library):
    from typer.testing import CliRunner

    from voirdire.citecheck.bench.files import write_dataset
    from voirdire.citecheck.excerpts import Excerpt
    from voirdire.cli.app import app

    write_dataset(tmp_path / "data", [Excerpt("e1", "brief", TEXT)])
    command = tmp_path / "bin" / "claude"
    command.parent.mkdir()
    command.write_text(f"#!{sys.executable}\n{FAKE.read_text('utf-8')}", encoding="utf-8")
    command.chmod(0o700)
    run = [sys.executable, "-c", "from voirdire.cli import main; main()"]
    run += ["bench", "citations", "run"]
    run += [str(tmp_path / "data"), "--system", "claude-code", "--out", str(tmp_path / "run")]
    run += ["--library", str(library), "--offline", "--ledger", str(tmp_path / "ledger.sqlite")]

    def done(path):
        variables = {**os.environ, "PATH": path}
        return subprocess.run(
            run,
            env=variables,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    nowhere = done("/nowhere")
    assert (nowhere.returncode, nowhere.stderr.splitlines()[-1]) == (
        2,
        "voirdire: there is no command 'claude': install Claude Code, or put it on the PATH",
    )
    refused = CliRunner().invoke(app, [*run[3:], "--max-dollars", "1"])
    assert (refused.exit_code, "claude-code" in refused.output) == (2, True)
    found = done(f"{command.parent}{os.pathsep}{os.environ['PATH']}")
    assert found.returncode == 0, found.stderr
    (line,) = (tmp_path / "run" / "answers.jsonl").read_text("utf-8").splitlines()
    answer = json.loads(line)
    assert [prediction["text"] for prediction in answer["predictions"]] == [EVERHART]
    assert (answer["system"], answer["calls"], answer["dollars"]) == ("claude-code", 3, 0.0125)


@pytest.mark.parametrize(("cost", "dollars"), [("0.25", 0.25), ("1e999", None), ("-1", None)])
def test_a_cost_that_is_no_number_is_not_known(cost, dollars):
    said = f'{{"type": "result", "subtype": "success", "result": "x", "total_cost_usd": {cost}}}'
    assert read_report(Ended(said.encode())).dollars == dollars
