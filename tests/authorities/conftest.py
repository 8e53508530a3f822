"""Fixtures for sources: a tree of static files, a server for it, a guard against sockets."""

import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

# These modules serve the tests of other folders too, which put this folder on their path.
sys.path.insert(0, str(Path(__file__).parent))

from cap_server import StaticServer, serve
from cap_tree import write_tree
from fictional_cases import ROWS


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The fictional cases as static files."""
    return write_tree(ROWS, tmp_path / "tree")


@pytest.fixture
def server(tree: Path) -> Iterator[StaticServer]:
    """The fictional cases served on 127.0.0.1."""
    with serve(tree) as running:
        yield running


@pytest.fixture
def no_sockets(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Makes every new socket an error; the function tells how many were tried."""
    tried: list[int] = []

    class Refused(socket.socket):
        def __init__(self, *args: object, **kwargs: object) -> None:
            tried.append(1)
            raise AssertionError("a socket was opened")

    def refused(*args: object, **kwargs: object) -> None:
        tried.append(1)
        raise AssertionError("a connection was asked for")

    monkeypatch.setattr(socket, "socket", Refused)
    monkeypatch.setattr(socket, "create_connection", refused)
    monkeypatch.setattr(socket, "getaddrinfo", refused)
    return lambda: len(tried)
