"""Model names into models of pydantic-ai, opened with their keys and without SDK retries.

anthropic:M                   key in ANTHROPIC_API_KEY
openai:M                      key in OPENAI_API_KEY; chat completions
openai-compatible:URL#M       vLLM, Ollama, llama.cpp; VOIRDIRE_OPENAI_COMPATIBLE_KEY if any
local:smollm2                 in process, extra `local`
scripted:PATH                 replies from a file of rules
"""

import os
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

from voirdire.errors import VoirdireError

if TYPE_CHECKING:
    from httpx2 import AsyncClient
    from pydantic_ai.models import Model

FORMS = "anthropic:M, openai:M, openai-compatible:URL#M, local:smollm2, scripted:PATH"
# Tokens of a reply where nobody bounds them.
LONGEST_REPLY = 16_384
_URL_FORM = "use openai-compatible:URL#M, as openai-compatible:http://127.0.0.1:8000/v1#M"
_COMPATIBLE_KEY = "VOIRDIRE_OPENAI_COMPATIBLE_KEY"
# Seconds without a byte; a long reply that is not streamed comes in one piece at its end.
_SILENCE = 600.0
_CONNECT = 15.0


class ModelNameError(VoirdireError):
    """A model name that cannot be opened."""

    def __init__(self, name: str, problem: str) -> None:
        self.name = name
        self.problem = problem
        super().__init__(name, problem)

    def __str__(self) -> str:
        return f"model {self.name!r}: {self.problem}"


@dataclass(frozen=True, slots=True)
class OpenedModel:
    """A model and what the ledger must know of it.

    `identity` goes into the hash of each request; `provider` is what a pool caps. `streams`:
    replies are read as streams. `price` says where prices come from: "listed" by `address`
    and `price_provider`, "free" when nobody can charge, "stated" in each reply. `may_lack_schemas`:
    whether it takes JSON schemas is found out by trying. `reads_purpose`: what a request is
    for changes its reply. `secrets` must appear in no message.
    """

    name: str
    model: "Model"
    identity: str
    provider: str
    streams: bool = False
    address: str | None = None
    price_provider: str | None = None
    price: Literal["listed", "free", "stated"] = "listed"
    may_lack_schemas: bool = False
    reads_purpose: bool = False
    secrets: tuple[str, ...] = field(default=(), repr=False)


def open_model(name: str) -> OpenedModel:
    """Open a model by its name.

    Raises:
        ModelNameError: the name has none of the forms, or its key is missing.
    """
    kind, _, rest = name.partition(":")
    openers = {
        "anthropic": _open_anthropic,
        "openai": _open_openai,
        "openai-compatible": _open_compatible,
        "local": _open_local,
        "scripted": _open_scripted,
    }
    if kind not in openers or not rest:
        raise ModelNameError(name, f"use one of {FORMS}")
    return openers[kind](name, rest)


def _open_anthropic(name: str, model: str) -> OpenedModel:
    key = _key(name, "ANTHROPIC_API_KEY")
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider
    from pydantic_ai.settings import ModelSettings

    client = AsyncAnthropic(api_key=key, max_retries=0, http_client=_client())
    provider = AnthropicProvider(anthropic_client=client)
    profile = AnthropicProvider.model_profile(model) or {}
    longest = profile.get("anthropic_max_output_tokens")
    # Unless a caller says otherwise; a budget then knows the most that a reply can cost.
    settings = None
    if isinstance(longest, int):
        settings = ModelSettings(max_tokens=min(LONGEST_REPLY, longest))
    return OpenedModel(
        name,
        AnthropicModel(model, provider=provider, settings=settings),
        f"{name} {provider.base_url}",
        "anthropic",
        # The API asks for streams where a reply may be long, and the default is the longest.
        streams=True,
        address=provider.base_url,
        price_provider="anthropic",
        secrets=(key,),
    )


def _open_openai(name: str, model: str) -> OpenedModel:
    key = _key(name, "OPENAI_API_KEY")
    from openai import AsyncOpenAI
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    # Not streamed: a whole body is read or it is an error, its usage is always in it, and
    # nothing limits its length but the silence that a client bears.
    client = AsyncOpenAI(api_key=key, max_retries=0, http_client=_client(), timeout=_timeout())
    provider = OpenAIProvider(openai_client=client)
    return OpenedModel(
        name,
        OpenAIChatModel(model, provider=provider),
        f"{name} {provider.base_url}",
        "openai",
        address=provider.base_url,
        price_provider="openai",
        secrets=(key,),
    )


def _open_compatible(name: str, rest: str) -> OpenedModel:
    url, _, model = rest.partition("#")
    if not model:
        raise ModelNameError(name.partition("//")[0], _URL_FORM)
    provider = _server(url)
    key = os.environ.get(_COMPATIBLE_KEY)
    from openai import AsyncOpenAI
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.profiles import ModelProfile, merge_profile
    from pydantic_ai.providers.openai import OpenAIProvider

    # Not streamed: such servers often lack usage or tools in streams.
    client = AsyncOpenAI(
        api_key=key or "none",
        base_url=url,
        max_retries=0,
        http_client=_client(),
        timeout=_timeout(),
    )
    # A server that ignores the schema of a request must find it in the text; one that
    # refuses it may refuse every other form but text.
    said = ModelProfile(
        native_output_requires_schema_in_instructions=True, supports_json_object_output=False
    )
    profile = merge_profile(OpenAIProvider.model_profile(model), said)
    return OpenedModel(
        name,
        OpenAIChatModel(model, provider=OpenAIProvider(openai_client=client), profile=profile),
        name,
        provider,
        address=url,
        may_lack_schemas=True,
        secrets=(key,) if key else (),
    )


def _server(url: str) -> str:
    """Host and port of an address, which the pool caps.

    Raises:
        ModelNameError: it is no address, or has a key in it; the key is not said.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ModelNameError("openai-compatible", _URL_FORM) from error
    if parts.scheme not in ("http", "https") or not parts.hostname or not url.isprintable():
        raise ModelNameError("openai-compatible", _URL_FORM)
    if parts.username or parts.password or parts.query:
        # The name stands in the ledger and in reports.
        shown = f"openai-compatible:{parts.scheme}://{parts.hostname}"
        raise ModelNameError(shown, f"no keys in the URL: set {_COMPATIBLE_KEY}")
    return f"{parts.hostname}:{port or parts.scheme}"


def _open_local(name: str, model: str) -> OpenedModel:
    if model != "smollm2":
        raise ModelNameError(name, "the only local model is local:smollm2")
    from voirdire.llm.local import open_local_model

    return OpenedModel(name, open_local_model(), name, "local", price="free")


def _open_scripted(name: str, path: str) -> OpenedModel:
    from voirdire.llm.scripted import open_scripted_model

    model, digest = open_scripted_model(Path(path))
    # By its rules and not its path: a script that was changed must be asked again.
    identity = f"scripted:{digest}"
    return OpenedModel(name, model, identity, "scripted", price="stated", reads_purpose=True)


def _key(name: str, variable: str) -> str:
    key = os.environ.get(variable, "").strip()
    if not key:
        raise ModelNameError(name, f"set the environment variable {variable} to your key")
    return key


def _timeout() -> Any:
    from httpx2 import Timeout

    return Timeout(_SILENCE, connect=_CONNECT)


@cache
def _client() -> "AsyncClient":
    """One client for all models of the process; it keeps no connection.

    A request to a model takes seconds, a new connection a small part of one. A kept one
    belongs to an event loop that may have ended, or was closed by the other side.
    """
    from httpx2 import AsyncClient, Limits

    limits = Limits(max_connections=None, max_keepalive_connections=0)
    return AsyncClient(limits=limits, timeout=_timeout())
