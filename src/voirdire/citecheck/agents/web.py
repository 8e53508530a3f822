"""Search the open web: a question to titles, addresses and excerpts.

Input: the address of a server that answers as SearXNG does (`/search?q=...&format=json`).
Output: the first results, cut to length. What a page says is outside text.
"""

import os
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Protocol

from voirdire.errors import VoirdireError

if TYPE_CHECKING:
    from voirdire.llm.ledger import Ledger

ADDRESS_VARIABLE = "VOIRDIRE_WEB_SEARCH"
_MOST_RESULTS = 6
_LONGEST_EXCERPT = 400
_LONGEST_TITLE = 200
_LONGEST_ADDRESS = 300
_MOST_BYTES = 2_000_000
_SECONDS = 20.0


class WebSearchError(VoirdireError):
    """The web search failed or gave no list of results."""


@dataclass(frozen=True, slots=True)
class WebResult:
    """One page that a search found."""

    title: str
    address: str
    excerpt: str


class WebSearch(Protocol):
    """Where pages are searched."""

    async def search(self, query: str) -> tuple[WebResult, ...]:
        """The first results, the best first. Raises `WebSearchError`."""
        ...


def open_web_search(address: str | None = None) -> "WebSearch | None":
    """The search at `address` or $VOIRDIRE_WEB_SEARCH; None where neither is set."""
    named = address or os.environ.get(ADDRESS_VARIABLE)
    return SearxngSearch(named) if named else None


class SearxngSearch:
    """A SearXNG server, or what answers as one."""

    def __init__(self, address: str) -> None:
        bare = address.rstrip("/")
        self._address = bare if bare.endswith("/search") else f"{bare}/search"

    async def search(self, query: str) -> tuple[WebResult, ...]:
        """See `WebSearch`."""
        import json

        import httpx

        body = bytearray()
        try:
            async with (
                httpx.AsyncClient(timeout=_SECONDS) as client,
                client.stream(
                    "GET", self._address, params={"q": query, "format": "json"}
                ) as answer,
            ):
                answer.raise_for_status()
                async for piece in answer.aiter_bytes():
                    body += piece
                    if len(body) > _MOST_BYTES:
                        raise WebSearchError("the web search sent too much")
            results = json.loads(bytes(body))["results"]
            return tuple(_result(row) for row in results[:_MOST_RESULTS])
        except httpx.HTTPStatusError as error:
            status = error.response.status_code
            raise WebSearchError(f"the web search answered with status {status}") from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise WebSearchError(f"the web search failed ({type(error).__name__})") from error
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise WebSearchError("the web search gave no list of results") from error


class RememberedSearch:
    """A search whose results a ledger keeps, so that a run that goes on sees the same web."""

    def __init__(self, search: WebSearch, ledger: "Ledger", run: str) -> None:
        self._search = search
        self._ledger = ledger
        self._run = run

    async def search(self, query: str) -> tuple[WebResult, ...]:
        """See `WebSearch`; failures are not kept."""
        episode = f"web/{sha256(query.encode()).hexdigest()[:24]}"
        for step in self._ledger.steps(self._run, episode):
            kept = step.body["results"] if isinstance(step.body, dict) else []
            return tuple(WebResult(**row) for row in kept)
        results = await self._search.search(query)
        body = {"query": query, "results": [asdict(result) for result in results]}
        self._ledger.add_step(self._run, episode, 0, "web_search", body)
        return results


def _result(row: dict[str, object]) -> WebResult:
    def cut(name: str, length: int) -> str:
        value = row.get(name)
        return " ".join(value.split())[:length] if isinstance(value, str) else ""

    return WebResult(
        cut("title", _LONGEST_TITLE), cut("url", _LONGEST_ADDRESS), cut("content", _LONGEST_EXCERPT)
    )
