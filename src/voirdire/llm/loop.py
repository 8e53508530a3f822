"""Let a model work with tools under an allowance, to a final answer.

Input: a chat, a prompt, tools, an allowance and the form of the final answer.
Output: a `LoopResult`; every step on the way goes to a recorder, for replay.

A call over the allowance is denied with a message and the episode goes on. An identical
call is answered from memory and costs nothing. The last turn is asked without tools and
must bring the final answer. Nothing in a prompt depends on time or chance, so an episode
that was killed goes on from the ledger.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from pydantic import BaseModel
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelRequestPart,
    ModelResponse,
    SystemPromptPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.tools import ToolDefinition

from voirdire.llm.allowance import Allowance
from voirdire.llm.final_answer import (
    FINAL_ANSWER,
    AnswerFormError,
    read_arguments,
    read_text,
)
from voirdire.llm.recorder import Recorder
from voirdire.llm.tools import Json, Observation, Tool, read_call, run_call

if TYPE_CHECKING:
    from voirdire.llm.chat import Chat

T = TypeVar("T", bound=BaseModel)

_MOST_REPAIRS = 2
_LAST_TURN = (
    f"This is your last turn and no tool is left. Hand in your answer by {FINAL_ANSWER} now, "
    "with what you know."
)
_SKIPPED = "Not run: the final answer came in the same reply."
_KNOWN = "You made this call before; its answer, again:"


@dataclass(frozen=True, slots=True)
class LoopResult(Generic[T]):
    """How an episode ended: with an answer, or with one line that says why there is none.

    `calls` are the tool calls with what became of each, as they were recorded.
    """

    output: T | None
    error: str = ""
    calls: tuple[Json, ...] = ()


async def run_loop(
    chat: "Chat",
    system: str,
    user: str,
    tools: Sequence[Tool],
    allowance: Allowance,
    recorder: Recorder,
    output: type[T],
    purpose: str,
) -> LoopResult[T]:
    """Run one episode.

    Args:
        chat: Where the model is asked and outside text is quoted.
        system: What the model is told to do; none of it from outside.
        user: The task, outside text in it quoted.
        tools: What it may call beside the final answer.
        allowance: What is left of turns and calls; several loops may share one.
        recorder: Is told every step.
        output: The form of the final answer.
        purpose: Under which the ledger counts the requests.

    Returns:
        The answer, or an error when the turns end, or three answers in a row are wrong.

    Raises:
        VoirdireError: the model cannot be asked, or the budget is spent.
    """
    recorder.add(
        "begin",
        {"purpose": purpose, "system": system, "user": user, "tools": [t.name for t in tools]},
    )
    episode = _Episode(chat, tools, allowance, recorder, output)
    result = await episode.run(chat.model(purpose), system, user)
    if result.output is None:
        recorder.add("error", {"message": result.error})
    else:
        recorder.add("final", {"output": result.output.model_dump(mode="json")})
    return result


class _Episode(Generic[T]):
    """One run of the loop: its messages and what they took."""

    def __init__(
        self,
        chat: "Chat",
        tools: Sequence[Tool],
        allowance: Allowance,
        recorder: Recorder,
        output: type[T],
    ) -> None:
        self._chat = chat
        self._tools = tools
        self._allowance = allowance
        self._recorder = recorder
        self._output = output
        self._calls: list[Json] = []
        self._wrong_answers = 0

    async def run(self, model: Model, system: str, user: str) -> LoopResult[T]:
        """Turn by turn to the answer."""
        messages: list[ModelMessage] = []
        parts: list[ModelRequestPart] = [SystemPromptPart(system), UserPromptPart(user)]
        problem = "no turn was left"
        while self._allowance.begin_turn():
            is_last = self._allowance.turns_left == 0
            said = _LAST_TURN if is_last else self._allowance.say_left()
            messages.append(ModelRequest([*parts, UserPromptPart(said)]))
            response = await model.request(messages, None, self._parameters(is_last))
            self._record_reply(response, is_last)
            messages.append(response)
            try:
                answer = self._answer(response, is_last)
            except AnswerFormError as error:
                problem = f"the final answer was wrong: {error}"
                self._wrong_answers += 1
                if self._wrong_answers > _MOST_REPAIRS:
                    return self._result(None, problem)
                parts = self._refused(response, str(error))
                continue
            if answer is not None:
                return self._result(answer)
            problem = "the turns ended without a final answer"
            parts = [await self._called(call, is_last) for call in response.tool_calls]
            parts = parts or [UserPromptPart(f"Call a tool, or answer by {FINAL_ANSWER}.")]
        return self._result(None, problem)

    def _parameters(self, is_last: bool) -> ModelRequestParameters:
        final = _definition(FINAL_ANSWER, "Hand in the final answer and end.", self._output)
        return ModelRequestParameters(
            function_tools=[]
            if is_last
            else [
                _definition(tool.name, tool.description, tool.parameters) for tool in self._tools
            ],
            output_mode="tool",
            output_tools=[final],
            allow_text_output=not is_last,
        )

    def _answer(self, response: ModelResponse, is_last: bool) -> T | None:
        """The final answer in a reply; None when it goes on."""
        final = next((c for c in response.tool_calls if c.tool_name == FINAL_ANSWER), None)
        if final is not None:
            answer = read_arguments(final.args, self._output)
            self._record_skipped([call for call in response.tool_calls if call is not final])
            return answer
        if response.tool_calls:
            return None
        text = response.text or ""
        if is_last or "{" in text:
            return read_text(text, self._output)
        return None

    def _refused(self, response: ModelResponse, problem: str) -> list[ModelRequestPart]:
        """What the model is told of a wrong answer; no call beside it runs."""
        message = f"The answer was not taken: {problem} Hand it in again by {FINAL_ANSWER}."
        self._record_skipped([c for c in response.tool_calls if c.tool_name != FINAL_ANSWER])
        self._recorder.add("refused", {"message": message})
        told: list[ModelRequestPart] = [
            _returned(call, message if call.tool_name == FINAL_ANSWER else _SKIPPED)
            for call in response.tool_calls
        ]
        return told or [UserPromptPart(message)]

    async def _called(self, part: ToolCallPart, is_last: bool) -> ModelRequestPart:
        """Run, recall or deny one call, and record what became of it."""
        call = read_call(self._tools, part.tool_name, part.args)
        name = part.tool_name
        # On a turn without tools nothing may run, whatever the model makes up.
        if is_last:
            admission = self._allowance.deny()
        else:
            admission = self._allowance.admit(name, call.arguments)
        step: Json = {"tool": name, "arguments": call.arguments, "status": admission}
        if admission == "denied":
            content = self._denial()
            step["message"] = content
        elif admission == "duplicate" and not (call.tool and call.tool.has_effect):
            answer = self._allowance.recall(name, call.arguments) or ""
            content = f"{_KNOWN}\n{answer}"
            step["answer"] = answer
        else:
            observation = await run_call(call)
            content = self._say(observation)
            step["observation"] = observation.data
            if observation.is_error:
                step["status"] = "error"
                self._allowance.forget(name, call.arguments)
            else:
                self._allowance.remember(name, call.arguments, content)
        self._recorder.add("call", step)
        self._calls.append(step)
        return _returned(part, content)

    def _say(self, observation: Observation) -> str:
        """An observation as the model gets it: what stands in it is outside text."""
        if observation.is_error:
            return str(observation.data.get("message", ""))
        return self._chat.quote(json.dumps(observation.data, ensure_ascii=False))

    def _denial(self) -> str:
        return (
            f"Denied: all {self._allowance.calls} tool calls are used. Calls that you made before "
            f"are still answered. Hand in your answer by {FINAL_ANSWER}."
        )

    def _record_reply(self, response: ModelResponse, is_last: bool) -> None:
        body: Json = {
            "turn": self._allowance.turns_used,
            "text": response.text or "",
            "thinking": response.thinking or "",
            "calls": [{"tool": c.tool_name, "arguments": c.args} for c in response.tool_calls],
            "input_tokens": response.usage.input_tokens,
            "output_tokens": response.usage.output_tokens,
        }
        if is_last:
            body["is_last"] = True
        self._recorder.add("reply", body)

    def _record_skipped(self, calls: Sequence[ToolCallPart]) -> None:
        for part in calls:
            call = read_call(self._tools, part.tool_name, part.args)
            self._recorder.add(
                "call", {"tool": part.tool_name, "arguments": call.arguments, "status": "skipped"}
            )

    def _result(self, output: T | None, error: str = "") -> LoopResult[T]:
        return LoopResult(output, error, tuple(self._calls))


def _definition(name: str, description: str, parameters: type[BaseModel]) -> ToolDefinition:
    return ToolDefinition(
        name=name,
        description=description,
        parameters_json_schema=parameters.model_json_schema(),
    )


def _returned(call: ToolCallPart, content: str) -> ToolReturnPart:
    return ToolReturnPart(call.tool_name, content, call.tool_call_id)
