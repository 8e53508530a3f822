"""What a model in a seat could not do, turn by turn: kept beside the entries, never in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from voirdire.courtroom.agents.types import Agent

NO_PLAN = "no plan"
# How missed turns are told, after how many they are and whose.
NO_ANSWER = "had no usable answer; the safest action stands in their place"


@dataclass(frozen=True, slots=True)
class Failure:
    """A turn at which the model gave no action; `instead` is the kind that was taken.

    Or `NO_PLAN`: there was no plan, and the model was asked for its action without. `turn` is
    the number of the entry that came of it.
    """

    case_id: str
    seat: str
    turn: int
    instead: str
    problem: str

    @property
    def is_missed_turn(self) -> bool:
        """Whether the entry is the safest action and not the model's."""
        return self.instead != NO_PLAN


@dataclass(frozen=True, slots=True)
class Missed:
    """Of some turns, of a seat or of an agent in one part: how many had no usable answer."""

    turns: int
    missed: int

    @property
    def is_all(self) -> bool:
        """Whether there was no usable answer at all."""
        return self.missed == self.turns


@runtime_checkable
class CountsFailures(Protocol):
    """An agent that can miss turns, and keeps which: those of every trial it plays, in order."""

    @property
    def failures(self) -> Sequence[Failure]:
        """What it could not do until now."""
        ...


def failures_of(agent: Agent) -> tuple[Failure, ...]:
    """What an agent says it could not do; one that keeps no failures misses no turn."""
    return tuple(agent.failures) if isinstance(agent, CountsFailures) else ()
