"""The actions of the agents as an MCP server on standard input and output, for one episode.

usage: python -m voirdire.citecheck.agents.mcp_server [--library DIR] [--offline]
    [--record FILE] [--calls N]

Input: calls of tools by an agent that is not ours. Output: the same observations that our
agents get, outside text between delimiters. Calls are counted as theirs are: an identical
call is free, one over the allowance is denied with a message. Each is appended to the
record as one JSON line when it is done; a server started again on the same record goes on
counting from there.
"""

import argparse
import asyncio
import json
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from voirdire.authorities.library import Library
from voirdire.authorities.sources import open_sources
from voirdire.citecheck.agents.actions import Actions
from voirdire.citecheck.agents.web import open_web_search
from voirdire.errors import VoirdireError
from voirdire.llm.allowance import Allowance
from voirdire.llm.quoting import quote
from voirdire.llm.tools import Json, read_call, run_call

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server

NAME = "voirdire"
_SAID_BEFORE = "You made this call before; its answer, again:"


class CountedActions:
    """The actions of one episode under an allowance, each call recorded."""

    def __init__(self, actions: Actions, allowance: Allowance, record: Path | None) -> None:
        self._actions = actions
        self._allowance = allowance
        self._record = record
        # Marks that nobody outside this process can know.
        self._secret = secrets.token_bytes(32)
        self._one_at_a_time = asyncio.Lock()
        self.tools = actions.tools

    async def go_on(self) -> None:
        """Count what the record holds, and show the opinions that it showed."""
        if self._record is None or not self._record.exists():
            return
        for step in read_record(self._record):
            arguments = step["arguments"]
            if step["status"] not in ("run", "error"):
                continue
            self._allowance.admit(step["tool"], arguments)
            if step["status"] == "error":
                self._allowance.forget(step["tool"], arguments)
                continue
            observation = await self._actions.act(step["tool"], arguments)
            self._remember(step["tool"], arguments, observation.data)

    async def call(self, name: str, arguments: Json) -> tuple[str, bool]:
        """What an agent gets to read for a call, and whether it is an error."""
        async with self._one_at_a_time:
            call = read_call(self.tools, name, arguments)
            status = self._allowance.admit(name, call.arguments)
            step: Json = {"tool": name, "arguments": call.arguments, "status": status}
            known = self._allowance.recall(name, call.arguments)
            if status == "denied":
                said = f"Denied: all {self._allowance.calls} tool calls are used. Answer now."
            elif known is not None and not (call.tool is not None and call.tool.has_effect):
                said = f"{_SAID_BEFORE}\n{known}"
            else:
                observation = await run_call(call)
                step["observation"] = observation.data
                if observation.is_error:
                    step["status"] = "error"
                    self._allowance.forget(name, call.arguments)
                    said = str(observation.data.get("message", ""))
                else:
                    said = self._remember(name, call.arguments, observation.data)
            self._keep(step)
            left = f"\nLeft: {self._allowance.calls_left} tool calls."
            return said + left, step["status"] in ("denied", "error")

    def _remember(self, name: str, arguments: Json, data: Json) -> str:
        said = quote(json.dumps(data, ensure_ascii=False), self._secret)
        self._allowance.remember(name, arguments, said)
        return said

    def _keep(self, step: Json) -> None:
        if self._record is not None:
            with self._record.open("a", encoding="utf-8") as file:
                file.write(json.dumps(step) + "\n")


def read_record(path: Path) -> list[Json]:
    """The steps of a record, in order; a last line that was cut off is left out."""
    whole = path.read_bytes().rpartition(b"\n")[0]
    return [json.loads(line) for line in whole.splitlines()]


def build_server(actions: CountedActions) -> "Server[None]":
    """An MCP server with the actions as its tools.

    Raises:
        VoirdireError: the extra `eval` is not installed.
    """
    try:
        from mcp import types
        from mcp.server.lowlevel import Server
    except ImportError as error:
        raise VoirdireError("the MCP server needs more: pip install 'voirdire[eval]'") from error
    server: Server[None] = Server(NAME)

    async def list_tools(_: types.ListToolsRequest) -> types.ServerResult:
        tools = [
            types.Tool(
                name=tool.name,
                description=tool.description,
                inputSchema=tool.parameters.model_json_schema(),
            )
            for tool in actions.tools
        ]
        return types.ServerResult(types.ListToolsResult(tools=tools))

    async def call_tool(request: types.CallToolRequest) -> types.ServerResult:
        said, is_error = await actions.call(request.params.name, request.params.arguments or {})
        content: list[types.ContentBlock] = [types.TextContent(type="text", text=said)]
        return types.ServerResult(types.CallToolResult(content=content, isError=is_error))

    server.request_handlers[types.ListToolsRequest] = list_tools
    server.request_handlers[types.CallToolRequest] = call_tool
    return server


async def _serve(actions: CountedActions) -> None:
    server = build_server(actions)
    from mcp.server.stdio import stdio_server

    await actions.go_on()
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until the other side closes the input; the exit code."""
    parser = argparse.ArgumentParser(prog="voirdire-mcp", description="Check citations by tools.")
    parser.add_argument("--library", type=Path)
    parser.add_argument("--offline", action="store_true")
    parser.add_argument("--record", type=Path)
    parser.add_argument("--calls", type=int, default=30)
    asked = parser.parse_args(arguments)
    try:
        library = Library.open(asked.library) if asked.library is not None else None
        source = open_sources(library, offline=asked.offline)
        actions = Actions(source, open_web_search())
        asyncio.run(_serve(CountedActions(actions, Allowance(calls=asked.calls), asked.record)))
    except VoirdireError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
