"""Name a request by what decides its answer, and keep text that no request can carry out of it.

Input: pydantic-ai's messages, settings and parameters. Output: a SHA-256 that is the same in
every run and process, so that the ledger knows the request again.

In the hash: the model, every part of every message, tools, output schema, instructions and
the settings that reach the provider. Not in it: times, ids of runs, conversations and
replies, usage, and how long or how often to try. Ids of tool calls are random with some
providers and become numbers in order of appearance.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import TypeAdapter
from pydantic_ai.messages import ModelMessage, ModelMessagesTypeAdapter
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.settings import ModelSettings

from voirdire.errors import VoirdireError

# Of messages and of their parts: what is kept for the program and not sent.
_NOT_SENT = {
    "timestamp", "run_id", "conversation_id", "usage", "model_name", "provider_name",
    "provider_url", "provider_details", "provider_response_id", "finish_reason", "metadata",
    "workspace_ref", "history_digest", "failed_attempts", "state", "id",
}  # fmt: skip
_SETTINGS_NOT_SENT = {"timeout", "request_timeout", "max_retries"}
_TOOL_NOT_SENT = {"metadata", "timeout", "sequential"}


@dataclass(frozen=True, slots=True)
class PreparedRequest:
    """`messages` as they may be sent, `hash` in hexadecimal, `size` in bytes of UTF-8."""

    messages: list[ModelMessage]
    hash: str
    size: int


def prepare_request(
    identity: str,
    messages: list[ModelMessage],
    settings: ModelSettings | None,
    parameters: ModelRequestParameters,
) -> PreparedRequest:
    """Hash a request; NULs and lone surrogates in its messages are replaced first.

    Raises:
        VoirdireError: a setting that cannot be written as JSON.
    """
    dumped = ModelMessagesTypeAdapter.dump_python(messages)
    head = {
        "model": identity,
        "settings": {k: v for k, v in (settings or {}).items() if k not in _SETTINGS_NOT_SENT},
        "parameters": _parameters(parameters),
    }
    try:
        body = _encoded(head | {"messages": _canonical(dumped)})
    except UnicodeEncodeError:
        messages = ModelMessagesTypeAdapter.validate_python(sendable(dumped))
        return prepare_request(identity, messages, settings, parameters)
    if b"\\u0000" in body and (clean := sendable(dumped)) != dumped:
        messages = ModelMessagesTypeAdapter.validate_python(clean)
        return prepare_request(identity, messages, settings, parameters)
    return PreparedRequest(messages, hashlib.sha256(body).hexdigest(), len(body))


def sendable(value: Any) -> Any:
    """The value with the characters replaced that no request or database can carry."""
    if isinstance(value, str):
        return value.encode("utf-8", "surrogatepass").decode("utf-8", "replace").replace("\0", "�")
    if isinstance(value, Mapping):
        return {sendable(key): sendable(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(sendable(each) for each in value)
    return value


def _encoded(request: dict[str, Any]) -> bytes:
    text = json.dumps(
        request, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=_plain
    )
    return text.encode("utf-8")


def _plain(value: object) -> Any:
    if isinstance(value, set | frozenset):
        return sorted(value)
    if isinstance(value, bytes):
        return value.hex()
    raise VoirdireError(f"a request with a {type(value).__name__} in it cannot be recorded")


@cache
def _parameters_adapter() -> TypeAdapter[ModelRequestParameters]:
    return TypeAdapter(ModelRequestParameters)


def _parameters(parameters: ModelRequestParameters) -> dict[str, Any]:
    dumped: dict[str, Any] = _parameters_adapter().dump_python(parameters)
    for tools in ("function_tools", "output_tools"):
        dumped[tools] = [
            {key: value for key, value in tool.items() if key not in _TOOL_NOT_SENT}
            for tool in dumped[tools]
        ]
    return dumped


def _canonical(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    numbers: dict[str, str] = {}

    def part(dumped: dict[str, Any]) -> dict[str, Any]:
        kept = {key: value for key, value in dumped.items() if key not in _NOT_SENT}
        if kept.get("tool_call_id") is not None:
            kept["tool_call_id"] = numbers.setdefault(kept["tool_call_id"], f"call {len(numbers)}")
        return kept

    return [
        {key: value for key, value in message.items() if key not in _NOT_SENT and key != "parts"}
        | {"parts": [part(each) for each in message["parts"]]}
        for message in messages
    ]
