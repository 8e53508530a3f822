"""The courtroom as an OpenEnv environment: one instance a session, trials on the docket."""

from collections.abc import Mapping
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import EnvironmentMetadata

from voirdire.courtroom.rules import ENGINE_VERSION
from voirdire.courtroom.serving.case_set import CaseTask
from voirdire.courtroom.serving.docket import Docket
from voirdire.courtroom.serving.session import Session
from voirdire.courtroom.serving.wire import (
    CourtroomAction,
    CourtroomObservation,
    CourtroomState,
    error_reply,
)
from voirdire.errors import MalformedActionError, NotSeatedError, VoirdireError


class CourtroomEnvironment(Environment[CourtroomAction, CourtroomObservation, CourtroomState]):
    """One client's way into the trials of a docket.

    An error is an observation with `error` set: nothing was done, and the session goes on.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, docket: Docket) -> None:
        super().__init__()
        self._docket = docket
        self._session: Session | None = None

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> CourtroomObservation:
        """Join a trial or begin one, as `JoinRequest` says; a trial is never begun anew."""
        given = {"seed": seed, "episode_id": episode_id, **kwargs}
        try:
            session = Session.join(self._docket, given)
        except VoirdireError as error:
            return _refused(error)
        self.close()
        self._session = session
        return session.look(joined=True)

    def step(
        self, action: CourtroomAction, timeout_s: float | None = None, **kwargs: Any
    ) -> CourtroomObservation:
        """Take an action of the session's seat, or look."""
        session = self._session
        if session is None:
            return _refused(NotSeatedError())
        try:
            if action.kind == "look":
                return session.look(full=action.full)
            return session.act(action)
        except VoirdireError as error:
            return _refused(error, session.refusal())

    @property
    def state(self) -> CourtroomState:
        """The public view of the trial that the session is in."""
        return self._session.state() if self._session else CourtroomState()

    def close(self) -> None:
        """End the session. The trial goes on, and its seat waits for its token."""
        session, self._session = self._session, None
        if session:
            session.close()

    def get_metadata(self) -> EnvironmentMetadata:
        """What the environment is."""
        return EnvironmentMetadata(
            name="courtroom",
            description="A case tried before agents or people: prosecution, defence, judge and "
            "jury, turn by turn, with objections, claims held against the exhibits, and scores.",
            version=ENGINE_VERSION,
        )

    def list_splits(self) -> list[dict[str, str]]:
        """The splits of the case set."""
        return [{"name": name, "type": "test"} for name in self._docket.cases.splits]

    def num_tasks(self, split: str) -> int:
        """How many cases a split has."""
        return len(self.list_tasks(split))

    def list_tasks(self, split: str) -> list[CaseTask]:
        """The cases of a split."""
        try:
            return self._docket.cases.tasks(split)
        except MalformedActionError as error:
            # What OpenEnv answers with status 400.
            raise IndexError(str(error)) from error

    def get_task(self, split: str, index: int) -> CaseTask:
        """The case at a place of a split."""
        tasks = self.list_tasks(split)
        if not 0 <= index < len(tasks):
            raise IndexError(index)
        return tasks[index]

    def get_task_range(
        self, split: str, start: int | None = None, stop: int | None = None
    ) -> list[CaseTask]:
        """The cases at places `start` to `stop`, as a slice takes them."""
        return self.list_tasks(split)[start:stop]


def _refused(error: VoirdireError, fields: Mapping[str, Any] | None = None) -> CourtroomObservation:
    reply, _ = error_reply(error)
    return CourtroomObservation(**(fields or {}), error=reply)
