"""A model whose replies are written in a file: deterministic, offline, for tests and docs.

Input: JSON lines, one rule each, tried in order on a request. Output: a model of pydantic-ai
that answers with the first rule that fits; none is an error that shows the request's end.

    {"when": {"purpose": "holding", "pattern": "Roe v\\. (?P<other>\\w+)"},
     "reply": "about {other}" or {"supported": true},
     "calls": [{"tool": "search", "arguments": {"query": "{other}"}}],
     "usage": {"input_tokens": 10, "output_tokens": 2, "cache_read_tokens": 4, "dollars": 0.01},
     "error": {"status": 429, "retry_after": 1} or {"status": "cut"},
     "times": 2}

`pattern` is searched in the text of the request: instructions and every message, a line
each. `{name}` in strings is filled from its named groups. An object as reply is given in
the form that the request asks for, as the call of its output tool or as JSON. A rule that
was used `times` times is passed over. Dollars are 0 unless said; null means not known.
"""

import hashlib
import json
import re
from contextvars import ContextVar
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.messages import (
    BaseToolReturnPart,
    FinishReason,
    ModelMessage,
    ModelResponse,
    ModelResponsePart,
    SystemPromptPart,
    TextPart,
    ToolCallPart,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.settings import ModelSettings
from pydantic_ai.usage import RequestUsage

from voirdire.errors import VoirdireError
from voirdire.llm.retry import CutReplyError

PURPOSE: ContextVar[str] = ContextVar("PURPOSE", default="")
"""What the request being made is for; whoever asks sets it."""

_GROUP = re.compile(r"\{([A-Za-z_]\w*)\}")
# Characters of a request that an error shows.
_SHOWN = 80


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class When(_Part):
    """What a request must be for a rule; an empty one takes any."""

    purpose: str | None = None
    pattern: re.Pattern[str] | None = None


class ScriptedCall(_Part):
    """A call of a tool."""

    tool: str
    arguments: dict[str, Any] = {}


class ScriptedUsage(_Part):
    """Tokens and dollars of a reply; `input_tokens` includes the cached ones."""

    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    dollars: Decimal | None = Decimal(0)


class ScriptedError(_Part):
    """An HTTP status instead of a reply, or a reply that is cut off."""

    status: int | Literal["cut"]
    retry_after: float | None = None


class Rule(_Part):
    """One line of a script."""

    when: When = When()
    reply: str | dict[str, Any] | list[Any] | None = None
    calls: list[ScriptedCall] = []
    usage: ScriptedUsage | None = None
    error: ScriptedError | None = None
    finish: FinishReason | None = None
    times: int | None = Field(default=None, ge=1)


class ScriptError(VoirdireError):
    """A script cannot be read, or has no rule for a request."""


def open_scripted_model(path: Path) -> "tuple[ScriptedModel, str]":
    """The model of a script, and the SHA-256 of its rules.

    Raises:
        ScriptError: the file cannot be read, or a line is no rule.
    """
    try:
        script = path.read_bytes()
        # Only a line feed ends a line: other separators may stand inside the text of a rule.
        lines = script.decode("utf-8").split("\n")
    except OSError as error:
        raise ScriptError(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise ScriptError(f"{path}: not UTF-8") from error
    rules = [_read_rule(path, number, line) for number, line in enumerate(lines, 1) if line.strip()]
    return ScriptedModel(str(path), rules), hashlib.sha256(script).hexdigest()


def _read_rule(path: Path, number: int, line: str) -> Rule:
    try:
        return Rule.model_validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(each) for each in first["loc"]) or "the line"
        raise ScriptError(f"{path}, line {number}: {where}: {first['msg']}") from error


class ScriptedModel(Model[None]):
    """Answers by rules; each instance counts `times` for itself."""

    def __init__(self, path: str, rules: list[Rule]) -> None:
        super().__init__()
        self._path = path
        self._rules = rules
        self._used = [0] * len(rules)

    @property
    def model_name(self) -> str:
        """The path of the script."""
        return self._path

    @property
    def system(self) -> str:
        """The provider's name."""
        return "scripted"

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        """The reply of the first rule that fits.

        Raises:
            ScriptError: no rule fits.
            ModelHTTPError, CutReplyError: the rule says so.
        """
        _, parameters = self.prepare_request(model_settings, model_request_parameters)
        text = request_text(messages, parameters)
        rule, groups = self._find(text)
        if rule.error is not None:
            if rule.error.status == "cut":
                raise CutReplyError("the script cuts this reply off")
            body = {"error": {"message": "the script says so"}}
            wait = rule.error.retry_after
            raise ModelHTTPError(rule.error.status, self._path, body, retry_after=wait)
        said = sum(isinstance(p, ToolCallPart) for m in messages for p in m.parts)
        parts = _reply_parts(rule, groups, parameters, said)
        return ModelResponse(
            parts,
            usage=_usage(rule.usage, text, parts),
            model_name=self._path,
            provider_name="scripted",
            finish_reason=rule.finish or "stop",
        )

    def _find(self, text: str) -> tuple[Rule, dict[str, str]]:
        purpose = PURPOSE.get()
        for number, rule in enumerate(self._rules):
            if rule.times is not None and self._used[number] >= rule.times:
                continue
            if rule.when.purpose not in (None, purpose):
                continue
            match = rule.when.pattern.search(text) if rule.when.pattern else None
            if rule.when.pattern and not match:
                continue
            self._used[number] += 1
            groups = match.groupdict(default="") if match else {}
            return rule, groups
        shown = " ".join(text[-_SHOWN:].split())
        raise ScriptError(f"{self._path}: no rule fits the {purpose!r} request that ends {shown!r}")


def request_text(messages: list[ModelMessage], parameters: ModelRequestParameters) -> str:
    """All that a request says to a model, in order, a line each."""
    lines = [part.content for part in parameters.instruction_parts or []]
    for message in messages:
        for part in message.parts:
            match part:
                case SystemPromptPart() | TextPart():
                    lines.append(part.content)
                case UserPromptPart():
                    content = part.content
                    said = [content] if isinstance(content, str) else content
                    lines += [each for each in said if isinstance(each, str)]
                case BaseToolReturnPart():
                    lines.append(part.model_response_str())
                case ToolCallPart():
                    lines.append(f"{part.tool_name} {part.args_as_json_str()}")
                case _:
                    pass
    return "\n".join(lines)


def _reply_parts(
    rule: Rule, groups: dict[str, str], parameters: ModelRequestParameters, said: int
) -> list[ModelResponsePart]:
    """The parts of a reply; `said` calls were made before, and the next have other ids."""
    parts: list[ModelResponsePart] = []
    reply = _filled(rule.reply, groups)
    if isinstance(reply, str):
        parts.append(TextPart(reply))
    elif isinstance(reply, dict) and parameters.output_tools and not rule.calls:
        tool = parameters.output_tools[0].name
        parts.append(ToolCallPart(tool, reply, tool_call_id=f"scripted-{said}"))
    elif reply is not None:
        parts.append(TextPart(json.dumps(reply, ensure_ascii=False)))
    for number, call in enumerate(rule.calls, said):
        arguments = _filled(call.arguments, groups)
        parts.append(ToolCallPart(call.tool, arguments, tool_call_id=f"scripted-{number}"))
    return parts


def _filled(value: Any, groups: dict[str, str]) -> Any:
    if isinstance(value, str):
        return _GROUP.sub(lambda name: groups.get(name[1], name[0]), value)
    if isinstance(value, dict):
        return {key: _filled(each, groups) for key, each in value.items()}
    if isinstance(value, list):
        return [_filled(each, groups) for each in value]
    return value


def _usage(stated: ScriptedUsage | None, text: str, parts: list[ModelResponsePart]) -> RequestUsage:
    """The tokens that a rule states, else about one for four characters; no dollars."""
    if stated is None:
        written = "".join(p.content for p in parts if isinstance(p, TextPart))
        written += "".join(p.args_as_json_str() for p in parts if isinstance(p, ToolCallPart))
        return RequestUsage(
            input_tokens=len(text) // 4 + 1, output_tokens=len(written) // 4 + 1, cost=Decimal(0)
        )
    return RequestUsage(
        input_tokens=stated.input_tokens,
        output_tokens=stated.output_tokens,
        cache_read_tokens=stated.cache_read_tokens,
        cost=stated.dollars,
    )
