"""Turn a request to a model into what a small local one understands, and its reply back.

Input: pydantic-ai's messages and request parameters. Output: turns of chat text, the JSON
schema that the reply is held to (None: plain text), and the reply read as response parts.

A small model has no tools of its own: it is told of them in words, and the grammar lets it
write nothing but a call of one of them, or, where text is allowed, {"text": ...}.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    ModelResponsePart,
    RetryFeedbackPart,
    SystemPromptPart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.tools import ToolDefinition

from voirdire.errors import VoirdireError

Schema = dict[str, Any]
Role = Literal["system", "user", "assistant"]

# What a small model may write into one string or list: without an end it goes on for ever.
_LONGEST_STRING = 300
_LONGEST_LIST = 4
# Tokens that a chat template adds to a turn, and those of the mark of a cut.
_TURN_MARKS = 8
_CUT_MARK = 32
_OUTSIDE = re.compile(
    r"<outside-text (?P<nonce>\w+)>\n(?P<text>.*?)(?=\n</outside-text (?P=nonce)>)", re.DOTALL
)


class LocalModelError(VoirdireError):
    """The local model is not installed, or cannot take a request."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a chat."""

    role: Role
    text: str


def chat_turns(
    messages: Sequence[ModelMessage], parameters: ModelRequestParameters
) -> tuple[Turn, ...]:
    """The messages as turns, what is said on tools and form in the first.

    Raises:
        LocalModelError: a message holds something other than text.
    """
    system = [part.content for part in parameters.instruction_parts or ()]
    if parameters.instruction_parts is None:
        said = (m.instructions for m in reversed(messages) if isinstance(m, ModelRequest))
        system += [text for text in said if text][:1]
    turns: list[Turn] = []
    for message in messages:
        if isinstance(message, ModelResponse):
            turns.append(Turn("assistant", _written(message)))
            continue
        for part in message.parts:
            if isinstance(part, SystemPromptPart):
                system.append(part.content)
            else:
                turns.append(Turn("user", _told(part)))
    system += _said_of_form(parameters)
    if system:
        turns.insert(0, Turn("system", "\n\n".join(system)))
    return tuple(_merged(turns))


def _written(response: ModelResponse) -> str:
    """What the model wrote earlier, in the form that it is held to."""
    said = []
    for part in response.parts:
        if isinstance(part, TextPart):
            said.append(part.content)
        elif isinstance(part, ToolCallPart):
            call = {"tool": part.tool_name, "arguments": part.args_as_dict()}
            said.append(json.dumps(call, ensure_ascii=False))
    return "\n".join(said)


def _told(part: object) -> str:
    if isinstance(part, ToolReturnPart):
        return f"{part.tool_name} answered: {part.model_response_str()}"
    if isinstance(part, RetryFeedbackPart):
        return part.model_response()
    if isinstance(part, UserPromptPart):
        if isinstance(part.content, str):
            return part.content
        if all(isinstance(item, str) for item in part.content):
            return "\n".join(str(item) for item in part.content)
    raise LocalModelError("a local model reads text only: leave pictures and files out")


def _merged(turns: Sequence[Turn]) -> Iterator[Turn]:
    """Turns of one side that follow each other as one, as chat templates want them."""
    held: Turn | None = None
    for turn in turns:
        if held is not None and held.role == turn.role:
            held = replace(held, text=f"{held.text}\n\n{turn.text}")
            continue
        if held is not None:
            yield held
        held = turn
    if held is not None:
        yield held


def fit_turns(
    turns: Sequence[Turn],
    room: int,
    tokenize: Callable[[str], list[int]],
    join: Callable[[Sequence[int]], str],
) -> tuple[Turn, ...]:
    """The turns in at most `room` tokens: the longest texts lose their middle, with a mark.

    The system turn is never cut, nor what stands around outside text and its delimiters.

    Raises:
        LocalModelError: that leaves no room for the rest.
    """
    pieces = [list(_pieces(turn)) for turn in turns]
    lengths = [len(tokenize(text)) for cut in pieces for text, is_cut in cut if is_cut]
    fixed = sum(len(tokenize(text)) for cut in pieces for text, is_cut in cut if not is_cut)
    left = room - fixed - _TURN_MARKS * len(turns)
    most = _longest_that_fits(lengths, left)
    if most is None:
        return tuple(turns)
    if most <= 2 * _CUT_MARK:
        raise LocalModelError(
            f"the request leaves {max(left, 0)} of the {room} tokens that the local model can "
            "read to the text itself: ask a larger model"
        )
    return tuple(
        replace(
            turn,
            text="".join(
                _without_middle(text, most, tokenize, join) if is_cut else text
                for text, is_cut in cut
            ),
        )
        for turn, cut in zip(turns, pieces, strict=True)
    )


def _pieces(turn: Turn) -> Iterator[tuple[str, bool]]:
    """The text of a turn in pieces, each with whether it may be cut."""
    if turn.role == "system":
        yield turn.text, False
        return
    done = 0
    for match in _OUTSIDE.finditer(turn.text):
        yield turn.text[done : match.start("text")], False
        yield match["text"], True
        done = match.end("text")
    yield turn.text[done:], done == 0


def _without_middle(
    text: str,
    most: int,
    tokenize: Callable[[str], list[int]],
    join: Callable[[Sequence[int]], str],
) -> str:
    tokens = tokenize(text)
    if len(tokens) <= most:
        return text
    half = (most - _CUT_MARK) // 2
    mark = f"\n[... {len(tokens) - 2 * half} tokens left out to fit the model ...]\n"
    return join(tokens[:half]) + mark + join(tokens[-half:])


def _longest_that_fits(lengths: Sequence[int], room: int) -> int | None:
    """The length that the longer ones are cut to so that all fit; None when they do."""
    for i, length in enumerate(sorted(lengths)):
        share = max(room, 0) // (len(lengths) - i)
        if length > share:
            return share
        room -= length
    return None if room >= 0 else 0


def _tools(parameters: ModelRequestParameters) -> list[ToolDefinition]:
    return [*parameters.declared_function_tools, *parameters.output_tools]


def _said_of_form(parameters: ModelRequestParameters) -> list[str]:
    tools = _tools(parameters)
    if tools:
        lines = [
            f"- {tool.name}: {tool.description or ''} Arguments: "
            f"{', '.join(tool.parameters_json_schema.get('properties', {})) or 'none'}."
            for tool in tools
        ]
        form = 'Call one tool by answering {"tool": its name, "arguments": {...}} and nothing else.'
        if parameters.allow_text_output:
            form += ' When you are done with tools, answer {"text": your answer}.'
        return ["\n".join(["Tools:", *lines, form])]
    if parameters.output_object is not None:
        schema = parameters.output_object.json_schema
        if "anyOf" in schema:
            forms = "\n".join(_shown(each) for each in schema["anyOf"])
            return [f"Answer with one JSON object of one of these forms and no more:\n{forms}"]
        fields = schema.get("properties", {})
        return [f"Answer with one JSON object and nothing else. Its fields: {', '.join(fields)}."]
    return []


def _shown(schema: Schema) -> str:
    """The form of a schema in short: JSON with what may be chosen and what is to be written."""
    if "properties" in schema:
        inner = (f'"{name}": {_shown(each)}' for name, each in schema["properties"].items())
        return f"{{{', '.join(inner)}}}"
    if "anyOf" in schema:
        return " or ".join(_shown(each) for each in schema["anyOf"])
    if schema.get("type") == "array":
        return f"[{_shown(schema.get('items', {}))}]"
    if schema.get("type") == "null":
        return "null"
    chosen = [schema["const"]] if "const" in schema else schema.get("enum", ["..."])
    return " or ".join(json.dumps(each, ensure_ascii=False) for each in chosen)


def reply_schema(parameters: ModelRequestParameters) -> Schema | None:
    """The JSON schema that the reply must have; None for plain text."""
    tools = _tools(parameters)
    if tools:
        choices = [
            _object({"tool": {"const": tool.name}, "arguments": tool.parameters_json_schema})
            for tool in tools
        ]
        if parameters.allow_text_output:
            choices.append(_object({"text": {"type": "string"}}))
        bounded = [_bounded(choice) for choice in choices]
        return bounded[0] if len(bounded) == 1 else {"anyOf": bounded}
    if parameters.output_object is not None:
        return _bounded(parameters.output_object.json_schema)
    return None


def _object(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _bounded(schema: Schema) -> Schema:
    """A schema whose strings and lists come to an end, and whose objects have no extras."""
    bounded: Schema = {}
    for key, value in schema.items():
        if key in ("properties", "$defs"):
            bounded[key] = {name: _bounded(inner) for name, inner in value.items()}
        elif key in ("anyOf", "oneOf", "allOf", "prefixItems"):
            bounded[key] = [_bounded(inner) for inner in value]
        elif key == "items":
            bounded[key] = _bounded(value)
        elif key not in ("description", "title", "default"):
            bounded[key] = value
    kind = bounded.get("type")
    if kind == "string" and not bounded.keys() & {"enum", "const", "pattern", "format"}:
        bounded["maxLength"] = min(bounded.get("maxLength", _LONGEST_STRING), _LONGEST_STRING)
    elif kind == "array":
        most = min(bounded.get("maxItems", _LONGEST_LIST), _LONGEST_LIST)
        bounded["maxItems"] = max(most, bounded.get("minItems", 0))
    elif kind == "object" and "properties" in bounded:
        bounded.setdefault("additionalProperties", False)
    return bounded


def read_reply(text: str, parameters: ModelRequestParameters) -> list[ModelResponsePart]:
    """What the model wrote, as the parts of a response.

    The grammar lets line ends stand in strings, which JSON does not. What was cut off is
    handed on as it is, for the caller to refuse.
    """
    if reply_schema(parameters) is None:
        return [TextPart(text)]
    try:
        written = json.loads(text, strict=False)
    except ValueError:
        return [TextPart(text)]
    if not _tools(parameters):
        return [TextPart(json.dumps(written, ensure_ascii=False))]
    if "text" in written:
        return [TextPart(str(written["text"]))]
    return [ToolCallPart(str(written["tool"]), written["arguments"])]
