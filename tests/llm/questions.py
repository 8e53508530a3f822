"""Ask a model numbered questions at once, for a process that a test can kill."""

import asyncio
import json
from pathlib import Path

# What is imported when the model is opened: before the processes are forked, not in each.
import pydantic_ai.models.openai
import pydantic_ai.providers.openai  # noqa: F401
from pydantic_ai.messages import ModelRequest
from pydantic_ai.models import ModelRequestParameters

from voirdire.llm.chat import Chat
from voirdire.llm.ledger import Ledger
from voirdire.llm.pool import Pool


async def ask_all(ledger: str, name: str, run: str, count: int) -> list[str]:
    """The replies in the order of the questions."""
    chat = Chat(name, Ledger.open(ledger), run, pool=Pool(workers=4, per_provider=4))

    async def ask(number: int) -> str:
        # The purpose names the question, so that the ledger's rows can be told apart.
        model = chat.model(f"question {number}")
        messages = [ModelRequest.user_text_prompt(f"question {number}.")]
        reply = await model.request(messages, None, ModelRequestParameters())
        return reply.text or ""

    return await asyncio.gather(*(ask(number) for number in range(count)))


def write_replies(ledger: str, name: str, run: str, count: int, out: Path) -> None:
    """Ask, and write the replies as one JSON list when all are there."""
    out.write_text(json.dumps(asyncio.run(ask_all(ledger, name, run, count))))
