"""What a model in a seat could not do, turn by turn: kept beside the entries, never in them."""

from dataclasses import dataclass

from voirdire.courtroom.agents.types import Agent

NO_PLAN = "no plan"


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


def failures_of(agent: Agent) -> tuple[Failure, ...]:
    """What an agent says it could not do; one that asks no model has nothing to say."""
    said = getattr(agent, "failures", ())
    if not isinstance(said, tuple | list):
        return ()
    return tuple(each for each in said if isinstance(each, Failure))
