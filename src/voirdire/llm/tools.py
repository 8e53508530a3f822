"""A tool as a model may call it: from a name and arguments to an observation.

Input: the tools of an episode, a name and arguments as a model wrote them. Output: an
`Observation`; what a model writes wrongly is answered with a message, never raised.
"""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from voirdire.llm.forms import say_problems

Json = dict[str, Any]

_LONGEST_NAME = 80
# No tool takes more; what is nested in thousands cannot be compared, kept or shown.
_DEEPEST = 20
_TOO_DEEP = "the arguments are nested too deeply."


@dataclass(frozen=True, slots=True)
class Observation:
    """What a call showed, as JSON. `is_error`: it could not run; `data` has a "message"."""

    data: Json
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class Tool:
    """What a model may call.

    `run` gets an instance of `parameters`. `has_effect`: the call changes something, so that
    an identical call runs again instead of being answered from memory; it stays free.
    """

    name: str
    description: str
    parameters: type[BaseModel]
    run: Callable[[Any], Awaitable[Observation]]
    has_effect: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """A call with its arguments read: `arguments` in full, or `problem` in one line."""

    tool: Tool | None
    arguments: Json
    values: BaseModel | None = None
    problem: str = ""


def read_call(tools: Sequence[Tool], name: str, arguments: str | Mapping[str, Any] | None) -> Call:
    """Find the tool of a call and read its arguments, defaults filled in."""
    raw, problem = _as_mapping(arguments)
    tool = next((tool for tool in tools if tool.name == name), None)
    if tool is None:
        known = ", ".join(tool.name for tool in tools)
        problem = f"There is no tool {name[:_LONGEST_NAME]!r}. The tools are: {known}."
        return Call(None, raw, problem=problem)
    if problem:
        return Call(tool, raw, problem=f"{tool.name}: {problem}")
    try:
        values = tool.parameters.model_validate(raw)
    except ValidationError as error:
        return Call(tool, raw, problem=f"{tool.name}: {say_problems(error)}")
    return Call(tool, values.model_dump(mode="json"), values)


async def run_call(call: Call) -> Observation:
    """Run a call that was read; one with a problem is answered with it."""
    if call.tool is None or call.values is None:
        return Observation({"message": call.problem}, is_error=True)
    return await call.tool.run(call.values)


def _as_mapping(arguments: str | Mapping[str, Any] | None) -> tuple[Json, str]:
    if arguments is None or arguments == "":
        return {}, ""
    if isinstance(arguments, str):
        try:
            read = json.loads(arguments)
        except RecursionError:
            return {"unreadable": arguments}, _TOO_DEEP
        except ValueError:
            return {"unreadable": arguments}, "the arguments are not JSON."
        if not isinstance(read, dict):
            return {"unreadable": arguments}, "the arguments are not a JSON object."
        return (read, "") if _is_shallow(read) else ({"unreadable": arguments}, _TOO_DEEP)
    if not _is_shallow(arguments):
        return {"unreadable": ""}, _TOO_DEEP
    return dict(arguments), ""


def _is_shallow(value: object, levels: int = _DEEPEST) -> bool:
    if isinstance(value, Mapping):
        value = list(value.values())
    if not isinstance(value, list):
        return True
    return levels > 0 and all(_is_shallow(each, levels - 1) for each in value)
