"""Agents and cases to matches, and matches to tried cases.

Every pair of agents meets on every case twice, with the sides swapped, before one and the same
judge; and every agent judges every case once, before one and the same counsel. An attack on the
scores of counsel does not judge, and one on those of a judge does not plead. Each trial is a file
of its own, so a tournament that was cut short goes on where it stopped.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

from voirdire.courtroom.agents.registry import seats_for
from voirdire.courtroom.agents.types import Agent
from voirdire.courtroom.record import file_name
from voirdire.courtroom.tried import TriedCase, try_case
from voirdire.courtroom.types import SIDES, CaseFile, Options

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Match:
    """A case and the names of the agents of its seats; `rated` are the seats it is played for."""

    case_id: str
    agents: Mapping[str, str]
    rated: tuple[str, ...]

    @property
    def path(self) -> str:
        """The name of its file in the folder of a tournament."""
        return file_name(f"{self.case_id}__{'_'.join(self.agents.values())}")


def plan_matches(
    agents: Sequence[str], case_ids: Sequence[str], *, counsel: str, judge: str
) -> tuple[Match, ...]:
    """The matches of a tournament.

    Args:
        agents: Names of the agents that are measured, each in the seats that it is for.
        case_ids: The cases, by their ids.
        counsel: Who plays both sides where an agent is measured as a judge.
        judge: Who judges where agents are measured as counsel.
    """
    advocates = [name for name in agents if "prosecution" in seats_for(name)]
    judges = [name for name in agents if "judge" in seats_for(name)]
    matches = []
    for case_id in case_ids:
        for first, second in permutations(advocates, 2):
            seats = {"prosecution": first, "defence": second, "judge": judge}
            matches.append(Match(case_id, seats, SIDES))
        for agent in judges:
            seats = {"prosecution": counsel, "defence": counsel, "judge": agent}
            matches.append(Match(case_id, seats, ("judge",)))
    return tuple(matches)


def play_matches(
    matches: Sequence[Match],
    files: Mapping[str, CaseFile],
    agents: Mapping[str, Agent],
    *,
    seed: int = 0,
    options: Options | None = None,
    folder: Path | None = None,
    progress: Progress | None = None,
) -> Iterator[tuple[Match, TriedCase]]:
    """Play the matches in order; each is given when it is over.

    Raises:
        VoirdireError: an agent failed, or the folder cannot be used; what is done is kept.
    """
    for place, match in enumerate(matches, 1):
        seats = {seat: agents[name] for seat, name in match.agents.items()}
        path = folder / match.path if folder else None
        yield (
            match,
            try_case(files[match.case_id], seats, seed=seed, options=options, path=path),
        )
        if progress:
            progress(place, len(matches))
