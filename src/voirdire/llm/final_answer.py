"""Read the final answer of a model: a tool call or JSON in its text, in the form asked for.

Input: what the model wrote and the pydantic model of the answer. Output: the answer, or in
one line what is wrong with it. Text around the JSON is passed over.
"""

from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from voirdire.llm.forms import objects_in, say_problems

T = TypeVar("T", bound=BaseModel)

FINAL_ANSWER = "final_answer"
"""The name of the tool by which a model hands in its answer."""


class AnswerFormError(Exception):
    """An answer has not the form asked for. Stays inside the loop: the model is told."""


def read_arguments(arguments: str | dict[str, Any] | None, output: type[T]) -> T:
    """The answer in the arguments of a call to `final_answer`.

    Raises:
        AnswerFormError: it has not the form asked for.
    """
    try:
        if isinstance(arguments, str):
            return output.model_validate_json(arguments)
        return output.model_validate(arguments or {})
    except ValidationError as error:
        raise AnswerFormError(say_problems(error)) from error


def read_text(text: str, output: type[T]) -> T:
    """The answer in a text: its first JSON object of the form asked for.

    Raises:
        AnswerFormError: there is none.
    """
    problem = "There is no JSON object in the reply."
    for value in objects_in(text):
        try:
            return output.model_validate(value)
        except ValidationError as error:
            problem = say_problems(error)
    raise AnswerFormError(problem)
