"""The courtroom as an OpenEnv server: many trials, many clients, one process or several.

Input: where the cases and the trials' files are, and who may connect. Output: the ASGI app, or a
server that runs it. What goes over the wire stands in `serving.wire`; the client for Python is
`serving.client.CourtroomClient`.
"""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI
from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.types import ConcurrencyConfig

from voirdire.courtroom.engine import Trial
from voirdire.courtroom.floors import floors_for
from voirdire.courtroom.scoring.trial import score_trial
from voirdire.courtroom.scoring.types import TrialScores
from voirdire.courtroom.serving.case_set import load_case_set
from voirdire.courtroom.serving.docket import Docket
from voirdire.courtroom.serving.environment import CourtroomEnvironment
from voirdire.courtroom.serving.gate import MAX_BYTES, Gate
from voirdire.courtroom.serving.routes import add_routes
from voirdire.courtroom.serving.wire import CourtroomAction, CourtroomObservation, CourtroomState
from voirdire.courtroom.types import CaseFile
from voirdire.errors import VoirdireError

LOOPBACK = ("127.0.0.1", "localhost", "::1")
TOKEN = "VOIRDIRE_TRIAL_TOKEN"
_SETTINGS = "VOIRDIRE_TRIAL_SERVER"


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How a server is run; each of its workers reads them.

    Args:
        ledgers: The folder of the trials' files; None keeps trials in memory, which only a
            single worker can.
        cases: Case files, folders of them, and files of trials to import.
        max_sessions: Clients at once, for each worker.
        session_timeout_s: How long a client may be silent before its session ends.
        max_trials: Trials at once.
        turn_timeout_s: How long a seat may keep the others waiting before the trial is cut
            short for it; None for ever.
        origins: Web pages that may connect, beside the server's own.
        score: Whether a trial that is over is scored.
    """

    ledgers: str | None = None
    cases: tuple[str, ...] = ()
    max_sessions: int = 1000
    session_timeout_s: float = 900.0
    max_trials: int = 10_000
    turn_timeout_s: float | None = 3600.0
    origins: tuple[str, ...] = ()
    score: bool = True


def make_app(
    docket: Docket,
    *,
    max_sessions: int = 1000,
    session_timeout_s: float = 900.0,
    token: str | None = None,
    origins: Sequence[str] = (),
) -> FastAPI:
    """The ASGI app over a docket of trials.

    Args:
        docket: Cases and trials; closed when the app is shut down.
        max_sessions: Clients at once.
        session_timeout_s: How long a client may be silent before its session ends; its trial
            does not.
        token: What every client must show; None serves this machine only.
        origins: Web pages that may connect, beside the server's own.
    """
    app: FastAPI = create_fastapi_app(
        partial(CourtroomEnvironment, docket),
        CourtroomAction,
        CourtroomObservation,
        concurrency_config=ConcurrencyConfig(
            max_concurrent_envs=max_sessions, session_timeout=session_timeout_s
        ),
        env_name="courtroom",
        state_cls=CourtroomState,
        mode="simulation",
    )
    add_routes(app, docket)
    app.router.on_shutdown.append(docket.close)
    app.add_middleware(Gate, token=token, origins=origins)
    return app


def serve(
    settings: ServerSettings,
    *,
    host: str = "127.0.0.1",
    port: int = 7860,
    workers: int = 1,
    log_level: str = "info",
) -> None:
    """Run a server until it is told to stop.

    Raises:
        VoirdireError: `host` is not this machine and no token is set, or there are several
            workers and no folder that they could share.
        CaseError: the cases cannot be read.
    """
    if host not in LOOPBACK and not os.environ.get(TOKEN):
        raise VoirdireError(f"{host}: set {TOKEN} to serve others than this machine")
    if workers > 1 and settings.ledgers is None:
        raise VoirdireError("several workers share trials in a folder: name one for the ledgers")
    if workers > 1:
        # What a worker cannot read it would be started for again and again.
        load_case_set(map(Path, settings.cases))
    # Workers are processes of their own and find their settings here.
    os.environ[_SETTINGS] = json.dumps(asdict(settings))
    uvicorn.run(
        "voirdire.courtroom.openenv:app_of_settings",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        log_level=log_level,
        ws_max_size=MAX_BYTES,
        server_header=False,
    )


def app_of_settings() -> FastAPI:
    """The app of one worker, after the settings and the token in its environment."""
    given: dict[str, Any] = json.loads(os.environ.get(_SETTINGS, "{}"))
    settings = ServerSettings(**given)
    docket = Docket(
        load_case_set(map(Path, settings.cases)),
        Path(settings.ledgers) if settings.ledgers else None,
        score=score_with_floors if settings.score else None,
        max_trials=settings.max_trials,
        turn_timeout_s=settings.turn_timeout_s,
    )
    return make_app(
        docket,
        max_sessions=settings.max_sessions,
        session_timeout_s=settings.session_timeout_s,
        token=os.environ.get(TOKEN) or None,
        origins=tuple(settings.origins),
    )


def score_with_floors(file: CaseFile, trial: Trial) -> TrialScores:
    """The scores of a trial beside the floors of its case and options."""
    return score_trial(file, trial, floors_for(file, trial.options))
