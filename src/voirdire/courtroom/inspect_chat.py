"""Inspect's model as what a seat asks: the same prompts, forms and repairs as `llm.chat.Chat`.

Input: a system and a user text, and the pydantic model of the answer. Output: such an answer.
Retries, caches and limits of Inspect hold as for any of its models.
"""

import json
from secrets import token_bytes
from typing import TypeVar

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    Model,
    ModelOutput,
)
from pydantic import BaseModel

from voirdire.llm.answers import (
    CUT_OFF,
    REPAIRS,
    ModelAnswerError,
    ask_again,
    no_answer,
    read_answer,
)
from voirdire.llm.budget import BudgetSpentError
from voirdire.llm.quoting import quote

M = TypeVar("M", bound=BaseModel)

_FORM = "Answer with one JSON object and nothing else. Its schema:"


class InspectChat:
    """One model for one trial; `requests` and `tokens` say what it took.

    `most_tokens`: no request is made once so many, input and output, are used; the last one
    may pass the limit, and no second.
    """

    def __init__(self, model: Model, most_tokens: int | None = None) -> None:
        self.name = str(model)
        self.requests = 0
        self.tokens = 0
        self._model = model
        self._most_tokens = most_tokens
        # Of this trial alone: nobody who writes a case can know it.
        self._secret = token_bytes(16)

    async def ask(
        self, system: str, user: str, output: type[M], purpose: str, sample: int = 0
    ) -> M:
        """An answer of the given form; `purpose` and `sample` are for ledgers and unused here.

        Raises:
            ModelAnswerError: three answers in a row did not validate.
            BudgetSpentError: the tokens are used.
        """
        schema = json.dumps(output.model_json_schema())
        messages: list[ChatMessage] = [
            ChatMessageSystem(content=f"{system}\n\n{_FORM}\n{schema}"),
            ChatMessageUser(content=user),
        ]
        repairs = 0
        while True:
            reply = await self._generate(messages)
            if reply.stop_reason == "content_filter":
                raise ModelAnswerError(self.name, "the provider's filter kept the answer back")
            cut = reply.stop_reason in ("max_tokens", "model_length")
            # What is cut can be valid by chance, as a list that ends early.
            answer = CUT_OFF if cut else read_answer(reply.completion, output)
            if not isinstance(answer, str):
                return answer
            if repairs == REPAIRS:
                raise no_answer(self.name, output, answer)
            repairs += 1
            messages += [
                ChatMessageAssistant(content=reply.completion),
                ChatMessageUser(content=ask_again(answer)),
            ]

    def quote(self, text: str) -> str:
        """Outside text between marks that it cannot forge, for use in a prompt."""
        return quote(text, self._secret)

    async def _generate(self, messages: list[ChatMessage]) -> ModelOutput:
        if self._most_tokens is not None and self.tokens >= self._most_tokens:
            raise BudgetSpentError(f"{self.tokens} of {self._most_tokens} tokens are used")
        reply = await self._model.generate(messages)
        self.requests += 1
        self.tokens += reply.usage.total_tokens if reply.usage else 0
        return reply
