"""A stand-in for the command `claude`: its documented options and result, and a real MCP client.

What it does is said by --model: "check" looks a citation up by the server it was given, and
answers; the others misbehave.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import time
from pathlib import Path

parser = argparse.ArgumentParser()
parser.add_argument("-p", "--print", dest="prompt", required=True)
parser.add_argument("--output-format", choices=["json"], required=True)
parser.add_argument("--mcp-config", type=Path, required=True)
parser.add_argument("--strict-mcp-config", action="store_true")
parser.add_argument("--max-turns", type=int, required=True)
parser.add_argument("--allowedTools", required=True)
parser.add_argument("--tools", required=True)
parser.add_argument("--model", default="check")
asked = parser.parse_args()
out = Path(__file__).with_suffix(".json")
EVERHART = "Everhart v. Sable Trust Co., 12 Marlow Rep. 388, 390 (1982)"


async def call_all(calls):
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    config = json.loads(asked.mcp_config.read_text("utf-8"))["mcpServers"]["voirdire"]
    parameters = StdioServerParameters(
        command=config["command"], args=config["args"], env=dict(os.environ)
    )
    said = []
    async with (
        stdio_client(parameters) as (reading, writing),
        ClientSession(reading, writing) as session,
    ):
        await session.initialize()
        tools = [tool.name for tool in (await session.list_tools()).tools]
        for name, arguments in calls:
            result = await session.call_tool(name, arguments)
            said.append([result.isError, result.content[0].text])
    return tools, said


def result(text, **more):
    return {
        "type": "result",
        "subtype": "success",
        "is_error": False,
        "duration_ms": 10,
        "duration_api_ms": 5,
        "num_turns": 3,
        "result": text,
        "session_id": "00000000-0000-0000-0000-000000000000",
        "total_cost_usd": 0.0125,
        "usage": {
            "input_tokens": 10,
            "cache_creation_input_tokens": 200,
            "cache_read_input_tokens": 3000,
            "output_tokens": 45,
        },
        **more,
    }


def check(times):
    look_up = ("look_up_citation", {"citation": "12 Marlow Rep. 388"})
    others = [("look_up_citation", {"citation": f"12 Marlow Rep. {n}"}) for n in range(1, times)]
    tools, said = asyncio.run(call_all([look_up, look_up, *others, ("rm", {"path": "/"})]))
    seen = {
        "tools": tools,
        "said": said,
        "folder": [path.name for path in Path().iterdir()],
        "variables": sorted(os.environ),
        "arguments": sys.argv[1:],
    }
    out.write_text(json.dumps(seen), encoding="utf-8")
    answer = [{"text": EVERHART, "type": "nonexistent_citation", "why": "absent"}]
    answer.append({"text": "words that stand nowhere", "type": None, "why": ""})
    return result("Here it is:\n```json\n" + json.dumps({"false_segments": answer}) + "\n```")


if asked.model == "check":
    sys.stdout.write(json.dumps(check(2)))
elif asked.model == "greedy":
    # With --verbose the result is the last of a list.
    sys.stdout.write(json.dumps([{"type": "system", "subtype": "init"}, check(6)]))
elif asked.model == "turns":
    spent = result("", subtype="error_max_turns", is_error=True, num_turns=25)
    del spent["result"]
    sys.stdout.write(json.dumps(spent))
    sys.exit(1)
elif asked.model == "prose":
    sys.stdout.write(json.dumps(result("I find nothing to object to.")))
elif asked.model == "broken":
    sys.stdout.write("Segmentation fault")
elif asked.model == "login":
    sys.stderr.write("Invalid API key\nPlease run /login\n")
    sys.exit(1)
elif asked.model == "flood":
    piece = "x" * 1_000_000
    for _ in range(60):
        sys.stdout.write(piece)
elif asked.model == "hang":
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    out.write_text(json.dumps({"child": child.pid}), encoding="utf-8")
    time.sleep(600)
