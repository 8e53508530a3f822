"""What makes a request the same, and what makes it another."""

import datetime
import subprocess
import sys

import pytest
from pydantic_ai.messages import (
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
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition
from pydantic_ai.usage import RequestUsage

from voirdire.llm.requests import prepare_request, sendable

LATER = datetime.datetime(2031, 1, 1, tzinfo=datetime.UTC)


def conversation(*, ids=("x1", "x2"), text="Find it.", result="found", at=None, **reply):
    when = {} if at is None else {"timestamp": at}
    return [
        ModelRequest([SystemPromptPart("Be brief.", **when), UserPromptPart(text, **when)]),
        ModelResponse(
            [
                ToolCallPart("find", {"name": "Roe"}, tool_call_id=ids[0]),
                ToolCallPart("find", {"name": "Doe"}, tool_call_id=ids[1]),
            ],
            **when,
            **reply,
        ),
        ModelRequest(
            [
                ToolReturnPart("find", result, tool_call_id=ids[0], **when),
                ToolReturnPart("find", "nothing", tool_call_id=ids[1], **when),
            ],
        ),
    ]


def parameters(**fields):
    tool = ToolDefinition(name="find", parameters_json_schema={"type": "object"})
    return ModelRequestParameters(function_tools=[tool], **fields)


def hashed(messages=None, *, model="openai:m", settings=None, using=None):
    messages = conversation() if messages is None else messages
    return prepare_request(model, messages, settings, using or parameters()).hash


SAME = {
    "the same again": {},
    "other times": {"messages": conversation(at=LATER)},
    "other ids of calls": {"messages": conversation(ids=("call_9", "call_3"))},
    "another run's reply": {
        "messages": conversation(
            usage=RequestUsage(input_tokens=9),
            provider_response_id="msg_1",
            run_id="run",
            conversation_id="conversation",
            model_name="m-2026",
        )
    },
    "another patience": {"settings": ModelSettings(timeout=5.0)},
}
OTHER = {
    "another model": {"model": "openai:n"},
    "another text": {"messages": conversation(text="Find it!")},
    "another result": {"messages": conversation(result="not found")},
    "ids that cross": {
        "messages": [*conversation()[:2], conversation(ids=("x2", "x1"))[2]],
    },
    "a temperature": {"settings": ModelSettings(temperature=0.0)},
    "another temperature": {"settings": ModelSettings(temperature=0.5)},
    "a bound": {"settings": ModelSettings(max_tokens=5)},
    "no tools": {"using": ModelRequestParameters()},
    "an output": {
        "using": parameters(output_mode="native", output_object=OutputObjectDefinition({"a": 1}))
    },
    "another output": {
        "using": parameters(output_mode="native", output_object=OutputObjectDefinition({"a": 2}))
    },
    "one message more": {"messages": [*conversation(), ModelResponse([TextPart("Done.")])]},
}


@pytest.mark.parametrize("change", SAME.values(), ids=SAME)
def test_the_same_request(change):
    assert hashed(**change) == hashed()


@pytest.mark.parametrize("change", OTHER.values(), ids=OTHER)
def test_another_request(change):
    assert hashed(**change) != hashed()


def test_all_others_differ_from_each_other():
    assert len({hashed(**change) for change in OTHER.values()}) == len(OTHER)


def test_a_result_that_speaks_of_times_is_whole():
    """Names that are left out of messages count inside of what tools say."""
    one, two = ({"timestamp": "1990", "id": "1"}, {"timestamp": "1991", "id": "1"})
    assert hashed(conversation(result=one)) != hashed(conversation(result=two))


def test_sets_have_no_order():
    """Hash randomisation orders them otherwise in each process."""
    code = (
        "from pydantic_ai.models import ModelRequestParameters as P\n"
        "from voirdire.llm.requests import prepare_request\n"
        "p = P(revealed_tool_names={f'tool {n}' for n in range(50)})\n"
        "print(prepare_request('m', [], None, p).hash)"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("half of a pair \ud83d here", "half of a pair ��� here"),
        ("a NUL \0 here", "a NUL � here"),
        ("whole \U0001f600, \x1b[31m, \x07 and \u202e stay", None),
        # The escape written out is text like any other.
        ("as \\u0000 in a paper", None),
    ],
)
def test_text_that_no_request_can_carry(text, sent):
    prepared = prepare_request("m", [ModelRequest([UserPromptPart(text)])], None, parameters())
    [part] = prepared.messages[0].parts
    assert part.content == (text if sent is None else sent)
    part.content.encode("utf-8")


def test_sendable_reaches_all_strings():
    value = {"a\0": ["b\0", ("c\0", 1)], "d": None}
    assert sendable(value) == {"a�": ["b�", ("c�", 1)], "d": None}
