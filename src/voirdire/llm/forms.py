"""What a model wrote, held against a form: the JSON in a text, and what is wrong with it."""

import json
from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

_MOST_PROBLEMS = 8
# Each opening brace that begins no object costs a look at all of the text.
_MOST_STARTS = 200


def objects_in(text: str) -> Iterator[dict[str, Any]]:
    """JSON objects in a text that are not part of another, from its first 200 starts."""
    decoder = json.JSONDecoder()
    start = text.find("{")
    for _ in range(_MOST_STARTS):
        if start < 0:
            return
        try:
            value, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            end = start + 1
        else:
            yield value
        start = text.find("{", end)


def say_problems(error: ValidationError) -> str:
    """What is wrong with arguments or an answer, in one line without their contents."""
    problems = error.errors(include_url=False, include_context=False, include_input=False)
    said = [
        f"{'.'.join(str(part) for part in problem['loc']) or 'the whole'}: {problem['msg']}"
        for problem in problems[:_MOST_PROBLEMS]
    ]
    more = len(problems) - len(said)
    return "; ".join(said) + (f"; and {more} more" if more else "") + "."
