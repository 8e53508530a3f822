"""Trials over plain HTTP, for clients without a websocket.

`GET /trials` and `GET /trials/{id}` say what anybody may know; `POST /trials` is `reset`;
`POST /trials/{id}/seats/{seat}/act` and `.../look` answer with everything the seat sees, since
between two requests nobody remembers what it was told.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse

from voirdire.courtroom.serving.docket import Docket
from voirdire.courtroom.serving.session import Session, public_state
from voirdire.courtroom.serving.wire import (
    ActRequest,
    CourtroomState,
    ErrorReply,
    JoinRequest,
    LookRequest,
    error_reply,
)
from voirdire.courtroom.types import seat_named
from voirdire.errors import VoirdireError

_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Voirdire: the courtroom</title>
<h1>The courtroom</h1>
<p>An OpenEnv environment: a case tried before agents or people. Clients connect to
<code>/ws</code>. What goes over the wire: <a href="schema">schema</a>. Trials under way:
<a href="trials">trials</a>. Everything else: <a href="docs">docs</a>.</p>
</html>
"""


def add_routes(app: FastAPI, docket: Docket) -> None:
    """Add the routes and the form of their errors to an app."""
    router = APIRouter(tags=["Trials"])

    @router.get("/", response_class=HTMLResponse, include_in_schema=False)
    def index() -> str:
        return _PAGE

    @router.get("/trials")
    def trials() -> list[str]:
        """Ids of the latest trials."""
        return docket.trials()

    @router.post("/trials")
    def join(request: JoinRequest) -> dict[str, Any]:
        """Join a trial or begin one."""
        session = Session.join(docket, request.model_dump(exclude_none=True))
        try:
            return session.look(joined=True).model_dump()
        finally:
            session.close()

    @router.get("/trials/{trial}")
    def trial(trial: str) -> CourtroomState:
        """What anybody may know of a trial."""
        with docket.using(trial) as ledger:
            return public_state(ledger)

    @router.post("/trials/{trial}/seats/{seat}/act")
    def act(trial: str, seat: str, request: ActRequest) -> dict[str, Any]:
        """Act in a seat."""
        if request.action.kind == "look":
            return look(trial, seat, LookRequest(token=request.token))
        with _seated(docket, trial, seat, request.token) as session:
            return session.act(request.action).model_dump()

    @router.post("/trials/{trial}/seats/{seat}/look")
    def look(trial: str, seat: str, request: LookRequest) -> dict[str, Any]:
        """See what a seat sees."""
        with _seated(docket, trial, seat, request.token) as session:
            return session.look(full=True).model_dump()

    app.include_router(router)
    app.add_exception_handler(VoirdireError, _answer)
    app.add_exception_handler(RequestValidationError, _answer_malformed)


@contextmanager
def _seated(docket: Docket, trial: str, seat: str, token: str) -> Iterator[Session]:
    session = Session(docket, trial, seat_named(seat), token)
    try:
        yield session
    finally:
        session.close()


async def _answer(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, VoirdireError)
    reply, status = error_reply(error)
    headers = {}
    if "retry_after_s" in reply:
        headers["Retry-After"] = str(int(reply["retry_after_s"] + 0.999))
    return JSONResponse({"error": reply}, status, headers)


async def _answer_malformed(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    message = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    return JSONResponse({"error": ErrorReply(code="malformed_action", message=message)}, 422)
