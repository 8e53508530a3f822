"""What the tests of models share: a form of answer, keys that belong to nobody, quick retries."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import pytest
from pydantic import BaseModel
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse
from pydantic_ai.models import Model, ModelRequestParameters

from llm.model_server import MODEL, ModelServer
from voirdire.llm.pool import Pool
from voirdire.llm.retry import Retry

T = TypeVar("T")

ANTHROPIC_KEY = "sk-ant-of-nobody-0123456789"
OPENAI_KEY = "sk-of-nobody-9876543210"
COMPATIBLE_KEY = "key-of-nobody-5555"


class Count(BaseModel):
    """A number."""

    n: int


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run to the end, or to an error after a minute."""
    return asyncio.run(asyncio.wait_for(work, 60))


def quick(attempts: int = 6, **pool: int) -> Pool:
    """A pool whose retries do not wait."""
    return Pool(retry=Retry(attempts=attempts, first=0.001, longest=0.002), **pool)


async def say(model: Model, text: str) -> ModelResponse:
    """One request in plain text."""
    messages: list[ModelMessage] = [ModelRequest.user_text_prompt(text)]
    return await model.request(messages, None, ModelRequestParameters())


def point_at(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Names of models at a server, by the form of the name; the keys are set."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", ANTHROPIC_KEY)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
    monkeypatch.setenv("OPENAI_API_KEY", OPENAI_KEY)
    monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
    monkeypatch.setenv("VOIRDIRE_OPENAI_COMPATIBLE_KEY", COMPATIBLE_KEY)
    return {
        "anthropic": f"anthropic:{MODEL}",
        "openai": "openai:gpt-4o",
        "openai-compatible": f"openai-compatible:{server.url}/v1#some-model",
    }
