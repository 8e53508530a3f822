"""What an agent is: an observation in, an action out, whichever seat it names."""

from typing import Protocol

from voirdire.courtroom.observation import Observation
from voirdire.courtroom.types import Action


class Agent(Protocol):
    """Plays any seat. What it draws comes from a generator of its own, never the global one.

    `name` stands in reports; two agents of one name and seed act alike.
    """

    name: str

    def act(self, observation: Observation) -> Action:
        """The action of the seat that the observation is of, which is on turn."""
        ...
