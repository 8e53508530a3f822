"""Claude Code as a system that checks excerpts: its command line, with our tools over MCP.

Input: an excerpt and where the library is. Output: an `Answer`; turns, tokens and dollars are
what the command says of itself, calls are counted by our server, which keeps to the limit.

The command runs in an empty folder, with our server as its only one and none of its own
tools, so that it sees what the other systems see. It gets the variables of the environment
that it needs and no others.
"""

import asyncio
import contextlib
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from voirdire.citecheck.agents.mcp_server import NAME as SERVER
from voirdire.citecheck.agents.mcp_server import read_record
from voirdire.citecheck.agents.segments import FalseSegments, predictions_in
from voirdire.citecheck.agents.task_words import TASK, WITH_TOOLS
from voirdire.citecheck.excerpts import Answer, Prediction
from voirdire.errors import VoirdireError
from voirdire.llm.final_answer import AnswerFormError, read_text
from voirdire.llm.quoting import quote
from voirdire.llm.recorder import Recorder
from voirdire.llm.tools import Json

if TYPE_CHECKING:
    from voirdire.llm.ledger import Ledger

COMMAND = "claude"
_MOST_BYTES = 20_000_000
_ERROR_SHOWN = 300
_MOST_DOLLARS = 1_000_000.0
_ENDING = 2.0
"""Seconds between the request to end and the end by force."""

_FORM = """
There is no tool final_answer here: your last message is the answer, one JSON object and
nothing else,
{"false_segments": [{"text": "...", "type": "...", "why": "..."}]}, with an empty list when
nothing is false."""

# Where programs and certificates are, how to reach the provider, and who pays.
_NEEDED = frozenset(
    """PATH HOME USER LANG LC_ALL TMPDIR SHELL TERM HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy
    https_proxy no_proxy SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS CLAUDE_CONFIG_DIR
    CLAUDE_CODE_OAUTH_TOKEN ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN ANTHROPIC_BASE_URL
    ANTHROPIC_MODEL PYTHONPATH VOIRDIRE_CACHE VOIRDIRE_CAP_URL VOIRDIRE_WEB_SEARCH""".split()
)


class ClaudeCodeError(VoirdireError):
    """The command is not there."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How the command ended: what it wrote, cut to length, or `problem` in one line."""

    output: bytes = b""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class ClaudeCode:
    """The command as a system.

    `library` and `offline` are what our server opens, `model` is what the command calls a
    model, None for its own choice; `seconds` bound one excerpt.
    """

    library: Path | None
    ledger: "Ledger"
    run: str
    offline: bool = False
    model: str | None = None
    turns: int = 25
    calls: int = 30
    seconds: float = 900.0
    command: str = COMMAND
    name: str = "claude-code"

    async def check(self, excerpt_id: str, text: str) -> Answer:
        """Check one excerpt.

        Raises:
            ClaudeCodeError: there is no such command.
            LedgerError: the ledger cannot be written.
        """
        began = time.monotonic()
        executable = shutil.which(self.command)
        if executable is None:
            raise ClaudeCodeError(
                f"there is no command {self.command!r}: install Claude Code, or put it on the PATH"
            )
        recorder = Recorder(self.ledger, self.run, excerpt_id)
        prompt = "\n".join([TASK, WITH_TOOLS, _FORM, quote(text, self.ledger.secret)])
        recorder.add("begin", {"purpose": self.name, "system": "", "user": prompt})
        report, steps = await self._ask(executable, prompt)
        for step in steps:
            recorder.add("call", step)
        predictions, problem = _read_answer(report, text, recorder)
        status = Counter(step["status"] for step in steps)
        return Answer(
            excerpt=excerpt_id,
            system=self.name,
            predictions=predictions,
            turns=report.turns,
            calls=status["run"] + status["error"],
            duplicates=status["duplicate"],
            denied=status["denied"],
            input_tokens=report.input_tokens,
            output_tokens=report.output_tokens,
            dollars=report.dollars,
            seconds=round(time.monotonic() - began, 3),
            error=problem,
        )

    async def _ask(self, executable: str, prompt: str) -> "tuple[Report, list[Json]]":
        """Run the command in an empty folder: what it says, and the calls that it made."""
        with tempfile.TemporaryDirectory(prefix="voirdire-") as folder:
            record = Path(folder) / "calls.jsonl"
            arguments = self._arguments(Path(folder), record, prompt)
            ended = await run_bounded(executable, arguments, Path(folder), self.seconds)
            return read_report(ended), read_record(record) if record.exists() else []

    def _arguments(self, folder: Path, record: Path, prompt: str) -> list[str]:
        """The command's arguments; the server is described in a file of the folder."""
        server = ["-m", "voirdire.citecheck.agents.mcp_server", "--record", str(record)]
        server += ["--calls", str(self.calls)]
        if self.library is not None:
            server += ["--library", str(self.library.resolve())]
        if self.offline:
            server.append("--offline")
        config = {"mcpServers": {SERVER: {"command": sys.executable, "args": server}}}
        path = folder / "mcp.json"
        path.write_text(json.dumps(config), encoding="utf-8")
        # The server as a whole: all that it has is for this.
        allowed = f"mcp__{SERVER}"
        arguments = ["-p", prompt, "--output-format", "json"]
        arguments += ["--mcp-config", str(path), "--strict-mcp-config"]
        arguments += ["--max-turns", str(self.turns), "--allowedTools", allowed, "--tools", ""]
        return arguments if self.model is None else [*arguments, "--model", self.model]


def _read_answer(
    report: "Report", text: str, recorder: Recorder
) -> tuple[tuple[Prediction, ...], str]:
    """The predictions, or in one line why there are none to read."""
    problem = report.problem
    if not problem:
        try:
            said = read_text(report.text, FalseSegments)
        except AnswerFormError as error:
            problem = f"the last message is no answer: {error}"
        else:
            predictions, dropped = predictions_in(text, said.false_segments)
            final = {"output": said.model_dump(mode="json"), "dropped": list(dropped)}
            recorder.add("final", final)
            return predictions, ""
    recorder.add("error", {"message": problem})
    return (), problem


def reduced_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that the command needs, of those that are set."""
    return {name: value for name, value in environment.items() if name in _NEEDED}


async def run_bounded(executable: str, arguments: list[str], folder: Path, seconds: float) -> Ended:
    """Run a command in a group of its own; the whole group ends with it, or with the time."""
    process = await asyncio.create_subprocess_exec(
        executable,
        *arguments,
        cwd=folder,
        env=reduced_environment(os.environ),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None and process.stderr is not None
    reading = asyncio.gather(_read(process.stdout), _read(process.stderr))
    try:
        async with asyncio.timeout(seconds):
            output, errors = await reading
            code = await process.wait()
    except TimeoutError:
        return Ended(problem=f"Claude Code was ended after {seconds:.0f} seconds")
    finally:
        await _end_group(process)
    if len(output) > _MOST_BYTES:
        return Ended(problem="Claude Code wrote too much")
    said = " ".join(errors.decode("utf-8", "replace").split())[:_ERROR_SHOWN]
    problem = f"Claude Code ended with {code}: {said}" if code and not output.strip() else ""
    return Ended(output, problem)


async def _read(stream: asyncio.StreamReader) -> bytes:
    """All that comes, kept up to a limit and one byte more."""
    kept = bytearray()
    while piece := await stream.read(65536):
        kept += piece[: _MOST_BYTES + 1 - len(kept)]
    return bytes(kept)


async def _end_group(process: asyncio.subprocess.Process) -> None:
    """End what is left of the command's group: asked first, then by force."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), _ENDING)
        os.killpg(process.pid, signal.SIGKILL)
    await process.wait()


@dataclass(frozen=True, slots=True)
class Report:
    """What the command says of itself; `problem` when it gave no answer."""

    text: str = ""
    turns: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    dollars: float | None = None
    problem: str = ""


def read_report(ended: Ended) -> Report:
    """The result that `--output-format json` prints: one object, or the last of a list."""
    if ended.problem:
        return Report(problem=ended.problem)
    try:
        printed = json.loads(ended.output)
    except (ValueError, RecursionError):
        return Report(problem="Claude Code printed no JSON")
    results = printed if isinstance(printed, list) else [printed]
    result = next(
        (r for r in reversed(results) if isinstance(r, dict) and r.get("type") == "result"), None
    )
    if result is None:
        return Report(problem="Claude Code printed no result")
    text = result.get("result")
    kind = str(result.get("subtype", ""))[:80]
    problem = ""
    if result.get("is_error") or kind != "success" or not isinstance(text, str):
        said = " ".join(str(text or "").split())[:_ERROR_SHOWN]
        problem = f"Claude Code gave no answer ({kind}) {said}".strip()
    usage = result.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    return Report(
        text if isinstance(text, str) else "",
        _count(result, "num_turns"),
        _count(usage, "input_tokens")
        + _count(usage, "cache_creation_input_tokens")
        + _count(usage, "cache_read_input_tokens"),
        _count(usage, "output_tokens"),
        _dollars(result.get("total_cost_usd")),
        problem,
    )


def _count(values: Json, name: str) -> int:
    value = values.get(name)
    return value if isinstance(value, int) and value >= 0 else 0


def _dollars(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and 0 <= value <= _MOST_DOLLARS else None
