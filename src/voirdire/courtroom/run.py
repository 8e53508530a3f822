"""Agents in their seats and a trial, to its end."""

from collections.abc import Callable, Mapping

from voirdire.courtroom.actions import parse_action, with_seat
from voirdire.courtroom.agents.types import Agent
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.types import Ending, Entry

Watch = Callable[[Trial, Entry], None]


def run_trial(trial: Trial, agents: Mapping[str, Agent], watch: Watch | None = None) -> Ending:
    """Play a trial, new or begun, to its end; `watch` is told of every entry.

    Raises:
        MalformedActionError: an agent gave what is no action; nothing of it was recorded.
    """
    while trial.ending is None:
        seat = trial.seat
        action = parse_action(agents[seat].act(trial.observe(seat)))
        entry = trial.apply(with_seat(action, seat))
        if watch:
            watch(trial, entry)
    return trial.ending
