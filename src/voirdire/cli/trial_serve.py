"""`voirdire trial serve`: the courtroom as an OpenEnv server."""

from pathlib import Path
from typing import Annotated

import typer

from voirdire.errors import VoirdireError


def serve(
    host: Annotated[
        str,
        typer.Option(help="Where to listen; others than this machine need VOIRDIRE_TRIAL_TOKEN."),
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port.")] = 7860,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes; need --ledgers.")] = 1,
    ledgers: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Keep each trial in a file here, so that it goes on."),
    ] = None,
    cases: Annotated[
        list[str] | None,
        typer.Option("--cases", metavar="PATH", help="Case files or rows of trials beside ours."),
    ] = None,
    max_sessions: Annotated[int, typer.Option(min=1, help="Clients at once, a worker.")] = 1000,
    session_timeout: Annotated[
        float, typer.Option(min=1, metavar="SECONDS", help="A silent client's session ends then.")
    ] = 900.0,
    max_trials: Annotated[int, typer.Option(min=1, help="Trials at once.")] = 10_000,
    turn_timeout: Annotated[
        float,
        typer.Option(
            min=0,
            metavar="SECONDS",
            help="A seat that keeps the others waiting longer is out, and the trial is over and "
            "invalid. With 0 a seat that goes silent hangs its trial for ever.",
        ),
    ] = 3600.0,
    origins: Annotated[
        list[str] | None,
        typer.Option("--origin", metavar="URL", help="A web page that may connect, beside ours."),
    ] = None,
) -> None:
    """Serve trials to clients over WebSocket and HTTP, as OpenEnv has it."""
    try:
        from voirdire.courtroom.openenv import ServerSettings
        from voirdire.courtroom.openenv import serve as run_server
    except ModuleNotFoundError as error:
        raise VoirdireError(
            f"{error.name} is not installed: the server is in the extra env "
            "(pip install 'voirdire[env]')"
        ) from error
    settings = ServerSettings(
        ledgers=str(ledgers) if ledgers else None,
        cases=tuple(cases or ()),
        max_sessions=max_sessions,
        session_timeout_s=session_timeout,
        max_trials=max_trials,
        turn_timeout_s=turn_timeout or None,
        origins=tuple(origins or ()),
    )
    run_server(settings, host=host, port=port, workers=workers)
