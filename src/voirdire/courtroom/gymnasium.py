"""One seat of a trial as a Gymnasium environment; agents play the others.

Actions and observations are those of `courtroom.menu`, as in the PettingZoo environment. The
other seats are played anew in each episode, by an agent made from the episode's seed, so
`reset(seed=)` fixes all that follows but the learner's own actions.
"""

from collections.abc import Callable
from typing import Any

import gymnasium
from gymnasium import spaces

from voirdire.courtroom.actions import with_seat
from voirdire.courtroom.agents.rule_based import RuleBasedAgent
from voirdire.courtroom.agents.types import Agent
from voirdire.courtroom.cases.load import choose_case, find_case
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.menu import Given, Menu, MenuView, Numbers, observation_space
from voirdire.courtroom.rewards import Rewards
from voirdire.courtroom.transcript import transcript
from voirdire.courtroom.types import CaseFile, Difficulty, Options, seat_named
from voirdire.errors import EpisodeOverError

SEEDS = 2**31


class CourtroomSeatEnv(gymnasium.Env[dict[str, Numbers], Given]):
    """A seat in a trial of one case. `trial` is the trial under way, `menu` its menu.

    `info` has the `result` code of the last action, and at the end the `verdict`, the `reason`
    why a trial was cut short, and `invalid` when another seat broke it off: such an episode
    says nothing of this one.

    Args:
        seat: The seat to learn: "prosecution", "defence", "judge", "juror_1" ...
        case_id: A written case, or the path of a case file.
        difficulty: Without an id, the first written case of that difficulty.
        file: A case in hand.
        others: Makes the agent of the other seats, from a seed.
        options: How the trial is run.
        rewards: How the seat is paid; every reward is 0 without.
        render_mode: "ansi" for the transcript, or None.

    Raises:
        CaseError: there is no such case.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        seat: str = "prosecution",
        *,
        case_id: str | None = None,
        difficulty: Difficulty | None = None,
        file: CaseFile | None = None,
        others: Callable[[int], Agent] = RuleBasedAgent,
        options: Options | None = None,
        rewards: Rewards | None = None,
        render_mode: str | None = None,
    ) -> None:
        if file is None:
            file = find_case(case_id) if case_id is not None else choose_case(difficulty, 0)
        self.file = file
        self.seat = seat_named(seat)
        self.render_mode = render_mode
        self.menu = Menu(file.case)
        self.trial = Trial(file.case, options=options)
        if self.seat not in self.trial.seats:
            raise ValueError(f"no seat {seat!r}; there are {', '.join(self.trial.seats)}")
        self.observation_space = observation_space(self.menu)
        self.action_space = spaces.Discrete(len(self.menu))
        self._others = others
        self._rewards = rewards

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Numbers], dict[str, Any]]:
        """Begin a trial and play it up to the seat's first turn.

        A trial that ends before that is told by the first step, whose action it cannot take.
        """
        super().reset(seed=seed)
        episode = int(self.np_random.integers(SEEDS))
        self.trial = Trial(self.file.case, seed=episode, options=self.trial.options)
        self._view = MenuView(self.menu, self.trial)
        self._agent = self._others(episode)
        self._earned = 0.0
        self._is_told = False
        self._play_others()
        return self._seen(), {}

    def step(self, action: Given) -> tuple[dict[str, Numbers], float, bool, bool, dict[str, Any]]:
        """Take the seat's action, and the others' up to its next turn or the end.

        One who speaks in words gives an `Action` in place of a number, and reads
        `trial.observe(seat)`.

        Raises:
            EpisodeOverError: the trial is over, and the last step said so.
            MalformedActionError: the number is not on the menu.
        """
        if self._is_told:
            raise EpisodeOverError(self.file.case.id)
        info: dict[str, Any] = {}
        if self.trial.ending is None:
            entry = self.trial.apply(self._view.action(action, self.seat))
            self._view.follow(entry)
            info["result"] = entry.code
            self._play_others()
        earned = self._rewards.at(self.file, self.trial)[self.seat] if self._rewards else 0.0
        reward, self._earned = earned - self._earned, earned
        ending = self.trial.ending
        if ending is None:
            return self._seen(), reward, False, False, info
        self._is_told = True
        info |= {
            "verdict": ending.decision,
            "reason": ending.reason,
            "invalid": self.trial.is_invalid and ending.seat != self.seat,
        }
        return self._seen(), reward, ending.terminated, ending.truncated, info

    def render(self) -> str | None:
        """The transcript so far, in the mode "ansi"."""
        return transcript(self.trial) if self.render_mode == "ansi" else None

    def _play_others(self) -> None:
        trial = self.trial
        while trial.ending is None and trial.seat != self.seat:
            given = self._agent.act(trial.observe(trial.seat))
            self._view.follow(trial.apply(with_seat(given, trial.seat)))

    def _seen(self) -> dict[str, Numbers]:
        return {
            "observation": self._view.vector(self.seat),
            "action_mask": self._view.mask(self.seat),
        }


gymnasium.register("voirdire/Courtroom-v1", entry_point=f"{__name__}:CourtroomSeatEnv")
