"""The web search against a server on the loopback, as SearXNG answers and as it fails."""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from voirdire.citecheck.agents.web import (
    RememberedSearch,
    SearxngSearch,
    WebResult,
    WebSearchError,
    open_web_search,
)
from voirdire.llm.ledger import Ledger

FOUND = {
    "query": "roe harbour",
    "results": [
        {"title": "Roe v.\n Harbour", "url": "https://example.org/roe", "content": "c" * 900},
        {"title": "No excerpt", "url": "https://example.org/2", "content": None},
    ]
    + [{"title": str(number), "url": "https://example.org", "content": ""} for number in range(9)],
}


@contextmanager
def served(status: int, body: bytes) -> Iterator[tuple[str, list[str]]]:
    """A server that answers every request so; gives its address and the paths asked for."""
    asked: list[str] = []

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_results_are_read_and_cut() -> None:
    with served(200, json.dumps(FOUND).encode()) as (address, asked):
        results = asyncio.run(SearxngSearch(address).search("roe harbour"))
    assert asked == ["/search?q=roe+harbour&format=json"]
    assert len(results) == 6
    assert results[0] == WebResult("Roe v. Harbour", "https://example.org/roe", "c" * 400)
    assert results[1].excerpt == ""


@pytest.mark.parametrize(
    ("status", "body", "says"),
    [
        (429, b"", "the web search answered with status 429"),
        (200, b"<html>", "the web search gave no list of results"),
        (200, b"[]", "the web search gave no list of results"),
        (200, b'{"results": 3}', "the web search gave no list of results"),
        (200, b'{"results": [3]}', "the web search gave no list of results"),
        (200, b"x" * 2_000_001, "the web search sent too much"),
    ],
)
def test_what_is_no_list_of_results_is_an_error(status: int, body: bytes, says: str) -> None:
    with (
        served(status, body) as (address, _),
        pytest.raises(WebSearchError, match=f"^{says}$"),
    ):
        asyncio.run(SearxngSearch(f"{address}/search").search("roe"))


def test_a_server_that_is_not_there_is_an_error() -> None:
    with served(200, b"") as (address, _):
        pass
    with pytest.raises(WebSearchError, match=r"^the web search failed \(ConnectError\)$"):
        asyncio.run(SearxngSearch(address).search("roe"))


def test_the_address_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VOIRDIRE_WEB_SEARCH", raising=False)
    assert open_web_search() is None
    monkeypatch.setenv("VOIRDIRE_WEB_SEARCH", "http://127.0.0.1:9")
    assert isinstance(open_web_search(), SearxngSearch)


def test_a_run_that_goes_on_sees_the_same_web(tmp_path: Path) -> None:
    ledger = Ledger.open(tmp_path / "ledger.sqlite")
    with served(200, json.dumps(FOUND).encode()) as (address, asked):
        search = RememberedSearch(SearxngSearch(address), ledger, "r1")
        first = asyncio.run(search.search("roe"))
    # The server is gone: what it said is in the ledger, for this run and no other.
    assert asyncio.run(search.search("roe")) == first
    assert len(asked) == 1
    other = RememberedSearch(SearxngSearch(address), ledger, "r2")
    with pytest.raises(WebSearchError):
        asyncio.run(other.search("roe"))
