"""What stands before the server: who may come in, and what is not even JSON of ours.

An ASGI middleware. It lets no other web page and no stranger in (Host, Origin, token), bounds what
a request may weigh, and answers what is no JSON object, is nested beyond reason or holds half of a
surrogate pair, so that a session survives it. Error frames of the server behind it get our codes.
"""

import json
import re
import secrets
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from voirdire.courtroom.serving.wire import Code, ErrorReply

MAX_BYTES = 1_000_000
RETRY_SECONDS = 5.0
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
# A check of health needs no token: who asks is a container's own.
_OPEN = frozenset({"/health"})
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_ERROR_FRAME = '{"type":"error"'
_CODES: dict[str, Code] = {
    "CAPACITY_REACHED": "capacity_reached",
    "INVALID_JSON": "malformed_action",
    "VALIDATION_ERROR": "malformed_action",
    "UNKNOWN_TYPE": "malformed_action",
}


class Gate:
    """The middleware.

    Args:
        app: What stands behind it.
        token: What clients show as `Authorization: Bearer` or `X-Voirdire-Token`. None: only
            this machine is served, under its own names.
        origins: Web pages that may connect beside the server's own ("https://example.org").
    """

    def __init__(self, app: ASGIApp, *, token: str | None, origins: Iterable[str] = ()) -> None:
        self._app = app
        self._token = token
        self._origins = frozenset(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        refused = self._refusal(scope["path"], headers)
        if refused and scope["type"] == "http":
            await _reply(send, *refused)
        elif refused:
            await send({"type": "websocket.close", "code": 1008})
        elif scope["type"] == "websocket":
            await self._app(scope, _checked(receive, send), _coded(send))
        elif scope["method"] == "POST":
            await self._post(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _refusal(self, path: str, headers: dict[str, str]) -> tuple[int, str] | None:
        host = urlsplit(f"//{headers.get('host', '')}").hostname or ""
        origin = headers.get("origin")
        if self._token is None and host not in _LOOPBACK:
            # Another name for this machine is how a web page would reach it.
            return 403, "without a token this server answers to localhost only"
        if origin is not None and origin not in self._origins:
            place = urlsplit(origin)
            own = place.netloc.lower() == headers.get("host", "").lower()
            if not own and not (self._token is None and place.hostname in _LOOPBACK):
                return 403, "this origin may not connect"
        if self._token is not None and path not in _OPEN:
            scheme, _, bearer = headers.get("authorization", "").partition(" ")
            shown = headers.get("x-voirdire-token") or (bearer if scheme == "Bearer" else "")
            if not secrets.compare_digest(shown.encode(), self._token.encode()):
                return 401, "this server needs its token, as Authorization: Bearer"
        return None

    async def _post(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = b""
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return
            body += message.get("body", b"")
            if len(body) > MAX_BYTES:
                await _reply(send, 413, f"a request has at most {MAX_BYTES:,} bytes")
                return
            if not message.get("more_body"):
                break
        # What is no JSON at all the MCP route answers in its own form.
        problem = _problem(body) if body else None
        if problem and not (scope["path"] == "/mcp" and problem == _NOT_JSON):
            await _reply(send, 422, problem)
            return
        given = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def replay() -> Message:
            return next(given, None) or await receive()

        await self._app(scope, replay, send)


_NOT_JSON = "not a JSON object"


def _problem(text: str | bytes) -> str | None:
    """What is wrong with a request before anybody asks what it says."""
    try:
        given = json.loads(text)
        if not isinstance(given, dict):
            return _NOT_JSON
        escaped = text if isinstance(text, str) else text.decode()
        if _SURROGATE.search(escaped):
            json.dumps(given, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return "holds half of a surrogate pair"
    except RecursionError:
        return "nested too deep"
    except ValueError:
        return _NOT_JSON
    return None


def _checked(receive: Receive, send: Send) -> Receive:
    """Frames that are JSON objects; the others are answered here and go no further."""

    async def checked() -> Message:
        while True:
            message = await receive()
            if message["type"] != "websocket.receive":
                return message
            text = message.get("text")
            problem = "frames are text" if text is None else _problem(text)
            if problem is None:
                return message
            error = ErrorReply(code="malformed_action", message=problem)
            data = {"message": problem, "code": "INVALID_JSON", "error": error}
            await send(
                {"type": "websocket.send", "text": json.dumps({"type": "error", "data": data})}
            )

    return checked


def _coded(send: Send) -> Send:
    """Error frames with our code beside that of OpenEnv."""

    async def coded(message: Message) -> None:
        text = message.get("text")
        if text and text.startswith(_ERROR_FRAME):
            frame = json.loads(text)
            data = frame["data"]
            code = _CODES.get(data.get("code"), "server_error")
            error = ErrorReply(code=code, message=_sentence(data))
            if code == "capacity_reached":
                error["retry_after_s"] = RETRY_SECONDS
            data["error"] = error
            message = {**message, "text": json.dumps(frame)}
        await send(message)

    return coded


def _sentence(data: dict[str, Any]) -> str:
    for each in data.get("errors", ()):
        return f"{'.'.join(map(str, each['loc']))}: {each['msg']}"
    return str(data.get("message"))


async def _reply(send: Send, status: int, message: str) -> None:
    code: Code = "malformed_action" if status in (413, 422) else "bad_token"
    body = json.dumps({"error": ErrorReply(code=code, message=message)}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
