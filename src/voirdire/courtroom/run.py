"""Agents in their seats and a trial, to its end."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from voirdire.courtroom.actions import parse_action, with_seat
from voirdire.courtroom.agents.types import Agent
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.types import Ending, Entry, seat_named
from voirdire.errors import CaseError

T = TypeVar("T")
Watch = Callable[[Trial, Entry], None]


def by_seat(agents: Mapping[str, T]) -> dict[str, T]:
    """Who sits where, by the names that seats have here, in whatever spelling they came.

    Raises:
        CaseError: two agents are for one seat.
    """
    seated = {seat_named(seat): agent for seat, agent in agents.items()}
    if len(seated) < len(agents):
        raise CaseError("agents", f"two for one seat among {', '.join(agents)}")
    return seated


def run_trial(trial: Trial, agents: Mapping[str, Agent], watch: Watch | None = None) -> Ending:
    """Play a trial, new or begun, to its end; `watch` is told of every entry.

    Raises:
        MalformedActionError: an agent gave what is no action; nothing of it was recorded.
    """
    seated = by_seat(agents)
    while trial.ending is None:
        seat = trial.seat
        action = parse_action(seated[seat].act(trial.observe(seat)))
        entry = trial.apply(with_seat(action, seat))
        if watch:
            watch(trial, entry)
    return trial.ending
