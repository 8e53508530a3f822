"""A server on 127.0.0.1 that speaks Anthropic's Messages and OpenAI's Chat Completions.

The shapes are those of the two references: POST /v1/messages (JSON, or server-sent events
when "stream" is true) and POST /v1/chat/completions. What is answered comes from a function
of the request, or from faults laid in for the next requests: an HTTP error, or a reply that
breaks off in one of the ways that networks have.
"""

import json
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

MODEL = "claude-sonnet-5"


@dataclass(frozen=True)
class Said:
    """What the model says. `input_tokens` as the API counts them: OpenAI's include cached."""

    text: str = ""
    calls: tuple[tuple[str, dict[str, Any]], ...] = ()
    input_tokens: int = 100
    output_tokens: int = 10
    cached_tokens: int = 0
    written_tokens: int = 0
    finish: str = ""
    usage: bool = True


@dataclass(frozen=True)
class Fault:
    """Instead of a reply: an HTTP status with a body (JSON, or bytes), or the reply cut off.

    `cut` "body": fewer bytes than the length sent; "closed": no length, the connection ends
    inside; "events": the stream ends properly before its last events; "error": an error
    event inside the stream.
    """

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: Any = None
    cut: str = ""


class ModelServer:
    """What a test sees of the running server."""

    def __init__(self, answer: Callable[[dict[str, Any]], Said]) -> None:
        self.answer = answer
        self.url = ""
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.faults: deque[Fault] = deque()
        self.refuse: Callable[[dict[str, Any]], Fault | None] = lambda _: None
        self.latency = 0.0
        self.most_at_once = 0
        self.at_once = 0
        self.lock = threading.Lock()
        self.ids = 0


@contextmanager
def serve(answer: Callable[[dict[str, Any]], Said], port: int = 0) -> Iterator[ModelServer]:
    """Run a server for the length of a block, on any port or on this one."""
    state = ModelServer(answer)

    class Handler(_Handler):
        server_state = state

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
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


class _Handler(BaseHTTPRequestHandler):
    server_state: ModelServer
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        pass

    def do_POST(self) -> None:
        state = self.server_state
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        with state.lock:
            state.requests.append(request)
            state.headers.append({name.lower(): value for name, value in self.headers.items()})
            state.at_once += 1
            state.most_at_once = max(state.most_at_once, state.at_once)
            state.ids += 1
            number = state.ids
            fault = state.faults.popleft() if state.faults else None
        try:
            time.sleep(state.latency)
            self.reply(request, fault or state.refuse(request) or Fault(), number)
        finally:
            with state.lock:
                state.at_once -= 1

    def reply(self, request: dict[str, Any], fault: Fault, number: int) -> None:
        if fault.status != 200:
            self.send_json(fault.status, fault.body or {}, fault.headers)
            return
        said = self.server_state.answer(request)
        if self.path.startswith("/v1/messages"):
            if request.get("stream"):
                self.send_events(anthropic_events(said, number), fault)
            else:
                self.send_json(200, anthropic_message(said, number), {}, fault.cut)
        elif self.path == "/v1/chat/completions":
            self.send_json(200, chat_completion(said, number, request["model"]), {}, fault.cut)
        else:
            self.send_json(404, {"error": {"message": "no such path"}}, {})

    def send_json(self, status: int, body: Any, headers: dict[str, str], cut: str = "") -> None:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        for name, value in headers.items():
            self.send_header(name, value)
        if cut != "closed":
            self.send_header("Content-Length", str(len(data)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(data[: len(data) // 2] if cut else data)
        self.close_connection = True

    def send_events(self, events: list[dict[str, Any]], fault: Fault) -> None:
        if fault.cut:
            events = events[: len(events) - 2]
        if fault.cut == "error":
            events.append(
                {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
            )
        lines = [f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events]
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        chunked = fault.cut != "closed"
        if chunked:
            self.send_header("Transfer-Encoding", "chunked")
        self.send_header("Connection", "close")
        self.end_headers()
        for line in lines:
            data = line.encode()
            self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data) if chunked else data)
        # A chunked body without its last chunk is one that broke off.
        if chunked and fault.cut != "body":
            self.wfile.write(b"0\r\n\r\n")
        self.close_connection = True


def anthropic_message(said: Said, number: int) -> dict[str, Any]:
    """A Message; `input_tokens` leaves out what was read from or written to the cache."""
    content: list[dict[str, Any]] = []
    if said.text:
        content.append({"type": "text", "text": said.text})
    for index, (name, arguments) in enumerate(said.calls):
        call = f"toolu_{number:04}{index}"
        content.append({"type": "tool_use", "id": call, "name": name, "input": arguments})
    return {
        "id": f"msg_{number:04}",
        "type": "message",
        "role": "assistant",
        "model": MODEL,
        "content": content,
        "stop_reason": said.finish or ("tool_use" if said.calls else "end_turn"),
        "stop_sequence": None,
        "usage": {
            "input_tokens": said.input_tokens,
            "cache_creation_input_tokens": said.written_tokens,
            "cache_read_input_tokens": said.cached_tokens,
            "output_tokens": said.output_tokens,
        },
    }


def anthropic_events(said: Said, number: int) -> list[dict[str, Any]]:
    """The same message as server-sent events."""
    message = anthropic_message(said, number)
    content, stop = message["content"], message["stop_reason"]
    start = {**message, "content": [], "stop_reason": None}
    start["usage"] = {**message["usage"], "output_tokens": 1}
    events: list[dict[str, Any]] = [{"type": "message_start", "message": start}]
    for index, block in enumerate(content):
        if block["type"] == "text":
            opening = {"type": "text", "text": ""}
            deltas = [
                {"type": "text_delta", "text": block["text"][:5]},
                {"type": "text_delta", "text": block["text"][5:]},
            ]
        else:
            opening = {**block, "input": {}}
            written = json.dumps(block["input"])
            deltas = [
                {"type": "input_json_delta", "partial_json": written[:7]},
                {"type": "input_json_delta", "partial_json": written[7:]},
            ]
        events.append({"type": "content_block_start", "index": index, "content_block": opening})
        events += [{"type": "content_block_delta", "index": index, "delta": d} for d in deltas]
        events.append({"type": "content_block_stop", "index": index})
    delta = {"stop_reason": stop, "stop_sequence": None}
    usage = {"output_tokens": said.output_tokens}
    events.append({"type": "message_delta", "delta": delta, "usage": usage})
    events.append({"type": "message_stop"})
    return events


def chat_completion(said: Said, number: int, model: str) -> dict[str, Any]:
    """A chat completion; `prompt_tokens` includes the cached ones."""
    message: dict[str, Any] = {"role": "assistant", "content": said.text or None, "refusal": None}
    if said.calls:
        message["tool_calls"] = [
            {
                "id": f"call_{number:04}{index}",
                "type": "function",
                "function": {"name": name, "arguments": json.dumps(arguments)},
            }
            for index, (name, arguments) in enumerate(said.calls)
        ]
    completion: dict[str, Any] = {
        "id": f"chatcmpl-{number:04}",
        "object": "chat.completion",
        "created": 1_760_000_000,
        "model": model,
        "choices": [
            {
                "index": 0,
                "message": message,
                "logprobs": None,
                "finish_reason": said.finish or ("tool_calls" if said.calls else "stop"),
            }
        ],
    }
    if said.usage:
        completion["usage"] = {
            "prompt_tokens": said.input_tokens,
            "completion_tokens": said.output_tokens,
            "total_tokens": said.input_tokens + said.output_tokens,
            "prompt_tokens_details": {"cached_tokens": said.cached_tokens, "audio_tokens": 0},
            "completion_tokens_details": {"reasoning_tokens": 0, "audio_tokens": 0},
        }
    return completion
