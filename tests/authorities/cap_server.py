"""A server on 127.0.0.1 that serves a folder of static files and can be made to fail.

It counts what is asked of it, knows ETag and Last-Modified, and answers a path first with
the faults that a test has laid in for it: "429", "503", "timeout" and the like.
"""

import hashlib
import threading
import time
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar


@dataclass(frozen=True)
class Fault:
    """What to answer instead of the file, once.

    `status` and `headers` are sent with an empty body. `silent` seconds pass before
    anything is sent. `cut` sends so many bytes of the file and breaks off; with `lie` the
    length sent is that of the part. `body` is sent in the place of the file.
    """

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    silent: float = 0.0
    cut: int | None = None
    lie: bool = False
    body: bytes | None = None


class StaticServer:
    """What a test sees of the running server."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.url = ""
        self.hits: Counter[str] = Counter()
        self.statuses: list[tuple[str, int]] = []
        self.times: list[float] = []
        self.headers: list[dict[str, str]] = []
        self.faults: dict[str, deque[Fault]] = defaultdict(deque)
        self.always: dict[str, Fault] = {}
        self.slow = 0.0
        self.most_at_once = 0
        self._at_once = 0
        self._lock = threading.Lock()

    def fail(self, path: str, *faults: Fault) -> None:
        """Answer the next requests for `path` with these, one each."""
        self.faults[path].extend(faults)

    def count(self, ending: str) -> int:
        """How often paths with this ending were asked for."""
        return sum(n for path, n in self.hits.items() if path.endswith(ending))

    def enter(self, path: str, headers: dict[str, str]) -> Fault | None:
        with self._lock:
            self.hits[path] += 1
            self.times.append(time.monotonic())
            self.headers.append(headers)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            if self.faults[path]:
                return self.faults[path].popleft()
            return self.always.get(path) or self.always.get("*")

    def leave(self, path: str, status: int) -> None:
        with self._lock:
            self._at_once -= 1
            self.statuses.append((path, status))


class _Answer(BaseHTTPRequestHandler):
    server_state: ClassVar[StaticServer]
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        state = self.server_state
        path = self.path.removeprefix("/")
        fault = state.enter(path, dict(self.headers))
        status = 0
        try:
            time.sleep(state.slow)
            status = self._send_fault(path, fault) if fault else self._send_file(path)
        except (BrokenPipeError, ConnectionResetError):
            pass
        finally:
            state.leave(path, status)

    def _send_fault(self, path: str, fault: Fault) -> int:
        time.sleep(fault.silent)
        file = self.server_state.root / path
        whole = fault.body
        if whole is None:
            whole = file.read_bytes() if fault.status == 200 and file.is_file() else b""
        body = whole if fault.cut is None else whole[: fault.cut]
        self.send_response(fault.status)
        for name, value in fault.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body) if fault.lie else len(whole)))
        self.end_headers()
        self.wfile.write(body)
        if len(body) < len(whole):
            self.close_connection = True
        return fault.status

    def _send_file(self, path: str) -> int:
        file = self.server_state.root / path
        if not file.is_file():
            page = b"<!doctype html><title>Not found</title>" + b" " * 1000
            self.send_response(404)
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)
            return 404
        body = file.read_bytes()
        etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        unchanged = self.headers.get("If-None-Match") == etag
        self.send_response(304 if unchanged else 200)
        self.send_header("ETag", etag)
        self.send_header("Last-Modified", formatdate(file.stat().st_mtime, usegmt=True))
        if not unchanged:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if not unchanged:
            self.wfile.write(body)
        return 304 if unchanged else 200

    def log_message(self, format: str, *args: object) -> None:
        """Nothing on stderr."""


@contextmanager
def serve(root: Path) -> Iterator[StaticServer]:
    """Serve a folder until the block ends."""
    state = StaticServer(root)
    handler = type("Answer", (_Answer,), {"server_state": state})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    state.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
