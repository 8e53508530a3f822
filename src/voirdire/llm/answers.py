"""Structured answers: ask, validate, and say what was wrong, twice at most.

Input: texts and a pydantic model. Output: an instance of it. The answer comes as the call
of an output tool, as JSON by schema or as JSON in text, whichever the model is known to
do; each is validated, and that JSON is valid never counts as an answer.
"""

from typing import ClassVar, Literal, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    SystemPromptPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.tools import ToolDefinition

from voirdire.errors import VoirdireError
from voirdire.llm.forms import objects_in, say_problems
from voirdire.llm.ledgered import LedgeredModel, Terms
from voirdire.llm.retry import ModelError

T = TypeVar("T", bound=BaseModel)
Mode = Literal["auto", "native", "prompted"]

REPAIRS = 2
CUT_OFF = "The reply was cut off at its limit of tokens. Answer in fewer words."
_TOOL = "answer"
# How servers say that they know no JSON schema; 500 is one's that knows only JSON objects.
_NO_SCHEMA = frozenset({"400", "404", "415", "422", "500", "501"})
# Servers found to know no schema, by the identity of their models.
_WITHOUT_SCHEMA: set[str] = set()


class ModelAnswerError(VoirdireError):
    """A model gave no answer of the form that was asked for."""

    exit_code: ClassVar[int] = 3

    def __init__(self, model: str, problem: str) -> None:
        self.model = model
        self.problem = problem
        super().__init__(model, problem)

    def __str__(self) -> str:
        return f"{self.model}: {self.problem}"


def no_answer(model: str, output: type[BaseModel], problem: str) -> ModelAnswerError:
    """The error of a model whose last answer had this problem."""
    said = f"no valid {output.__name__} after {REPAIRS} repairs: {' '.join(problem.split())}"
    return ModelAnswerError(model, said)


def ask_again(problem: str) -> str:
    """What a model is told of an answer that is not of the form."""
    return f"This is not a valid answer. {problem}\nAnswer again in the form asked for."


async def ask_for(
    terms: Terms, system: str, user: str, output: type[T], purpose: str, sample: int
) -> T:
    """See `Chat.ask`."""
    asked = ModelRequest([SystemPromptPart(system)] if system else [])
    asked.parts = [*asked.parts, UserPromptPart(user)]
    messages: list[ModelMessage] = [asked]
    model = LedgeredModel(terms, purpose, sample)
    mode, reply = await _first_reply(terms, model, messages, output)
    repairs = 0
    while True:
        answer = _read_answer(reply, output)
        if not isinstance(answer, str):
            return answer
        if reply.finish_reason == "content_filter":
            raise ModelAnswerError(terms.opened.name, "the provider's filter kept the answer back")
        if repairs == REPAIRS:
            raise no_answer(terms.opened.name, output, answer)
        repairs += 1
        messages += [reply, _objection(reply, answer)]
        reply = await model.request(messages, None, _parameters(output, mode))


async def _first_reply(
    terms: Terms, model: LedgeredModel, messages: list[ModelMessage], output: type[BaseModel]
) -> tuple[Mode, ModelResponse]:
    """The first reply, and the form of output that brought it."""
    if not terms.opened.may_lack_schemas:
        return "auto", await model.request(messages, None, _parameters(output, "auto"))
    prompted = _parameters(output, "prompted")
    identity = terms.opened.identity
    # What was answered in text before must be recalled, not be asked in the other form.
    if identity not in _WITHOUT_SCHEMA and not model.has_answer(messages, prompted):
        try:
            native = _parameters(output, "native")
            return "native", await model.giving_up_on(_NO_SCHEMA).request(messages, None, native)
        except ModelError as error:
            if error.code not in _NO_SCHEMA:
                raise
    reply = await model.request(messages, None, prompted)
    _WITHOUT_SCHEMA.add(identity)
    return "prompted", reply


def _parameters(output: type[BaseModel], mode: Mode) -> ModelRequestParameters:
    schema = output.model_json_schema()
    description = schema.pop("description", None)
    if mode == "auto":
        tool = ToolDefinition(
            name=_TOOL,
            parameters_json_schema=schema,
            description=description or "Give the answer.",
            kind="output",
        )
        tools, allow_text = [tool], False
    else:
        tools, allow_text = [], True
    return ModelRequestParameters(
        output_mode=mode,
        output_tools=tools,
        output_object=OutputObjectDefinition(schema, name=_TOOL, description=description),
        allow_text_output=allow_text,
    )


def _read_answer(reply: ModelResponse, output: type[T]) -> T | str:
    """The answer in a reply, or what is wrong with it."""
    if reply.finish_reason == "length":
        # What is cut can be valid by chance, as a list that ends early.
        return CUT_OFF
    calls = [part for part in reply.parts if isinstance(part, ToolCallPart)]
    try:
        if not calls:
            return read_answer(reply.text or "", output)
        if len(calls) > 1 or calls[0].tool_name != _TOOL:
            return f"Call the tool {_TOOL} once, and no other."
        return output.model_validate_json(calls[0].args_as_json_str())
    except ValidationError as error:
        return say_problems(error)


def read_answer(text: str, output: type[T]) -> T | str:
    """The one answer in a text, whether JSON is all of it or stands in it; or what is wrong."""
    try:
        return output.model_validate_json(text)
    except ValidationError as error:
        problems = say_problems(error)
    found: list[T] = []
    for candidate in objects_in(text):
        try:
            answer = output.model_validate(candidate)
        except ValidationError as error:
            problems = say_problems(error)
            continue
        if answer not in found:
            found.append(answer)
    if len(found) > 1:
        return "The reply has several answers. Give one JSON object and nothing else."
    return found[0] if found else problems


def _objection(reply: ModelResponse, problem: str) -> ModelRequest:
    """What is wrong, as the result of each call that the reply made, or as a message."""
    said = ask_again(problem)
    calls = [part for part in reply.parts if isinstance(part, ToolCallPart)]
    if not calls:
        return ModelRequest([UserPromptPart(said)])
    return ModelRequest([ToolReturnPart(c.tool_name, said, c.tool_call_id) for c in calls])
