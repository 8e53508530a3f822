"""A client of a trial server: sits in a seat, acts once whatever the network does, keeps the view.

Every action goes out under a key. When the connection is cut, the client connects again, comes
back to its seat by the token and sends the same action under the same key: the server finds the
entry if it had been made. `view` is what the seat sees, put together from what came as new, in
the shape that agents in one process get.
"""

import asyncio
import uuid
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, TypeVar

from openenv.core.client_types import StepResult
from openenv.core.env_client import EnvClient
from pydantic import ValidationError
from websockets.exceptions import ConnectionClosed

from voirdire.courtroom.actions import action_record
from voirdire.courtroom.serving.wire import (
    Code,
    CourtroomAction,
    CourtroomObservation,
    CourtroomState,
    ErrorReply,
)
from voirdire.courtroom.types import Action
from voirdire.errors import VoirdireError

Result = StepResult[CourtroomObservation]
_Kept = TypeVar("_Kept")
_CUT = (ConnectionClosed, ConnectionError, TimeoutError, OSError)


class TrialReplyError(VoirdireError):
    """The server refused; nothing was done. `code` is one of `wire.Code`."""

    def __init__(self, code: Code, message: str, retry_after_s: float | None = None) -> None:
        self.code = code
        self.message = message
        self.retry_after_s = retry_after_s
        super().__init__(code, message, retry_after_s)

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class CourtroomClient(EnvClient[CourtroomAction, CourtroomObservation, CourtroomState]):
    """One seat, or all of them, at a trial server.

    `reset` takes the fields of `JoinRequest`; `step` an action of the wire, of the engine, or
    the fields of one. Both, and `look`, raise `TrialReplyError` when the server refuses, and when
    the fields are no action. As with every client of OpenEnv the calls are awaited, or plain
    after `.sync()`.

    Args:
        base_url: Where the server is.
        retries: How often a cut connection is taken up again for one call, with a pause that
            grows to `pause_s`.
        pause_s: The longest pause, in seconds.
        given: Whatever else `EnvClient` takes.
    """

    def __init__(
        self, base_url: str, *, retries: int = 20, pause_s: float = 2.0, **given: Any
    ) -> None:
        super().__init__(base_url=base_url, **given)
        self.trial_id: str | None = None
        self.seat: str | None = None
        self.token: str | None = None
        # By seat: a session that plays all of them has a view of each.
        self.views: dict[str, dict[str, Any]] = {}
        self._retries = retries
        self._pause_s = pause_s
        self._joined: Any = None

    @property
    def view(self) -> dict[str, Any]:
        """What the seat of the last observation sees; the caller's to keep unchanged."""
        return self.views[self._last_seat]

    async def look(self, *, full: bool = False) -> Result:
        """See what is new, or everything, without acting."""
        return await self._step_async(CourtroomAction(kind="look", full=full))

    async def wait_for_turn(self, *, poll_s: float = 0.2) -> Result:
        """Look until the seat is on turn or the trial is over."""
        while True:
            result = await self.look()
            seen = result.observation
            if result.done or seen.on_turn == seen.seat:
                return result
            await asyncio.sleep(poll_s)

    async def _reset_async(self, **kwargs: Any) -> Result:
        await self._kept(self._ensure_connected)
        # Asked once: a seat taken by a call whose reply was lost cannot be taken again.
        result = await self._join(kwargs)
        seen = result.observation
        self.trial_id, self.token = seen.trial_id, seen.token
        self.seat = seen.seat if kwargs.get("seat") else None
        self._joined = self._ws
        return result

    async def _step_async(
        self, action: CourtroomAction | Action | Mapping[str, Any], **kwargs: Any
    ) -> Result:
        given = _wire_action(action)
        if given.key is None and given.kind != "look":
            given = given.model_copy(update={"key": uuid.uuid4().hex})
        message = {"type": "step", "data": self._step_payload(given)}
        return await self._kept(lambda: self._ask_seated(message))

    async def _kept(self, call: Callable[[], Awaitable[_Kept]]) -> _Kept:
        """The result of a call, made again when it could not be answered just then."""
        for attempt in range(self._retries + 1):
            try:
                return await call()
            except _CUT:
                if attempt == self._retries:
                    raise
                self._ws = None
                await asyncio.sleep(min(0.05 * 2**attempt, self._pause_s))
            except TrialReplyError as error:
                if attempt == self._retries or self.token is None:
                    raise
                if error.code not in ("capacity_reached", "not_seated"):
                    raise
                # The session was ended for idleness, or the one before is not gone yet.
                self._joined = None
                await asyncio.sleep(error.retry_after_s or 0.0)
        raise AssertionError("the last attempt returns or raises")

    async def _ask_seated(self, message: dict[str, Any]) -> Result:
        if self.token is not None and not self._is_seated():
            await self._ensure_connected()
            await self._rejoin()
        return await self._ask(message)

    def _is_seated(self) -> bool:
        return self._ws is not None and self._ws is self._joined

    async def _rejoin(self) -> None:
        seat = {"seat": self.seat} if self.seat else {}
        await self._join({"trial_id": self.trial_id, "token": self.token, **seat})
        self._joined = self._ws

    async def _join(self, given: Mapping[str, Any]) -> Result:
        return await self._ask({"type": "reset", "data": dict(given)})

    async def _ask(self, message: dict[str, Any]) -> Result:
        response = await self._send_and_receive(message)
        result = self._parse_result(response["data"])
        error = result.observation.error
        if error:
            raise _raised(error)
        self._take_in(response["data"]["observation"])
        return result

    async def _send_and_receive(self, message: dict[str, Any]) -> dict[str, Any]:
        # A server that is full says so and closes before anything is asked.
        with suppress(ConnectionClosed):
            await self._send(message)
        response = await self._receive()
        if response.get("type") == "error":
            raise _raised(response["data"]["error"])
        return response

    def _step_payload(self, action: CourtroomAction) -> dict[str, Any]:
        return action.model_dump(exclude_defaults=True)

    def _parse_result(self, payload: dict[str, Any]) -> Result:
        seen = CourtroomObservation(
            **payload["observation"], done=payload["done"], reward=payload["reward"]
        )
        return StepResult(seen, payload["reward"], payload["done"])

    def _parse_state(self, payload: dict[str, Any]) -> CourtroomState:
        return CourtroomState(**payload)

    def _take_in(self, seen: Mapping[str, Any]) -> None:
        self._last_seat = seen["seat"]
        if seen["full"]:
            self.views[seen["seat"]] = {
                **seen["case"],
                "evidence": seen["evidence"],
                "argument_history": seen["argument_history"],
                "objections": seen["objections"],
            }
        view = self.views[seen["seat"]]
        if not seen["full"]:
            _add_news(view, seen)
        view |= {
            name: seen[name]
            for name in ("seat", "role", "turn", "phase", "on_turn", "pending_objection",
                         "objectionable", "legal_actions", "jury_decision")
        }  # fmt: skip
        view["ended"] = None
        if seen["terminated"] or seen["truncated"]:
            view["ended"] = {
                "decision": seen["verdict"],
                "seat": seen["ended_by"],
                **{
                    name: seen[name]
                    for name in ("terminated", "truncated", "reason", "probability")
                },
            }


def _add_news(view: dict[str, Any], seen: Mapping[str, Any]) -> None:
    statuses = {each["id"]: each["status"] for each in seen["status_changes"]}
    for exhibit in view["evidence"]:
        exhibit["status"] = statuses.get(exhibit["id"], exhibit["status"])
    view["evidence"] = [*view["evidence"], *seen["evidence"]]
    # A ballot that was hidden stands before entries that were not.
    history = [*view["argument_history"], *seen["argument_history"]]
    view["argument_history"] = sorted(history, key=lambda entry: entry["turn"])
    objections = {each["turn"]: each for each in (*view["objections"], *seen["objections"])}
    view["objections"] = [objections[turn] for turn in sorted(objections)]
    struck = {each["target"] for each in view["objections"] if each["status"] == "sustained"}
    for entry in view["argument_history"]:
        entry["struck"] = entry["turn"] in struck


def _wire_action(action: CourtroomAction | Action | Mapping[str, Any]) -> CourtroomAction:
    if isinstance(action, CourtroomAction):
        return action
    fields = action_record(action) if isinstance(action, Action) else dict(action)
    try:
        return CourtroomAction(**fields)
    except ValidationError as error:
        # The server would say the same; what a model wrote must not end the client's loop.
        first = error.errors()[0]
        field = first["loc"][0] if first["loc"] else "action"
        raise TrialReplyError("malformed_action", f"{field}: {first['msg']}") from error


def _raised(error: ErrorReply) -> TrialReplyError:
    return TrialReplyError(error["code"], error["message"], error.get("retry_after_s"))
