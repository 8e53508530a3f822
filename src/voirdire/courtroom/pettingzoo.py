"""A trial as a PettingZoo AEC environment: each seat acts when the trial says so.

Actions are numbers of the case's menu, observations a vector and a mask of what would be
accepted (`courtroom.menu`); one environment is one case, since a menu is a case's. The engine
is the only source of rules: a number outside the mask is recorded and coded like any breach.
"""

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils.wrappers import (  # type: ignore[import-untyped]
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
)

from voirdire.courtroom.cases.load import choose_case, find_case
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.menu import Given, Menu, MenuView, Numbers, observation_space
from voirdire.courtroom.rewards import Rewards
from voirdire.courtroom.rules import ENGINE_VERSION
from voirdire.courtroom.transcript import transcript
from voirdire.courtroom.types import CaseFile, Difficulty, Options

SeatView = dict[str, Numbers]


class CourtroomAEC(AECEnv[str, SeatView, int]):  # type: ignore[misc]
    """The environment without wrappers. `trial` is the trial under way, `menu` its menu.

    `infos` hold the `result` code of the seat's last action, and at the end the `verdict`, the
    `reason` why a trial was cut short, and `invalid` for the seats of which it says nothing.

    Args:
        file: The case and its key; only the rewards look at the key.
        options: How the trial is run.
        rewards: How seats are paid; every reward is 0 without.
        render_mode: "ansi" for the transcript, or None.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": ENGINE_VERSION,
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        file: CaseFile,
        *,
        options: Options | None = None,
        rewards: Rewards | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.file = file
        self.render_mode = render_mode
        self.menu = Menu(file.case)
        self.trial = Trial(file.case, options=options)
        self.possible_agents = list(self.trial.seats)
        self.observation_spaces = {
            seat: observation_space(self.menu) for seat in self.possible_agents
        }
        self.action_spaces = {
            seat: spaces.Discrete(len(self.menu)) for seat in self.possible_agents
        }
        self._rewards = rewards
        self._seed = -1
        self._begin()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of a seat's observations; always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of a seat's actions; always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a trial; without a seed the one after the last (0 at first)."""
        self._seed = self._seed + 1 if seed is None else seed
        self.trial = Trial(self.file.case, seed=self._seed, options=self.trial.options)
        self._begin()

    def _begin(self) -> None:
        self._view = MenuView(self.menu, self.trial)
        self.agents = self.possible_agents.copy()
        self.agent_selection = self.trial.seat
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._earned = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {seat: {} for seat in self.agents}
        self._skip_agent_selection = None

    def observe(self, agent: str) -> SeatView:
        """What a seat sees now: arrays of its own."""
        return {"observation": self._view.vector(agent), "action_mask": self._view.mask(agent)}

    def step(self, action: Given | None) -> None:
        """Take the action of the seat on turn; None only for a seat whose trial is over.

        One who speaks in words gives an `Action` in place of a number, and reads
        `trial.observe(seat)`; the wrappers of `env` let numbers alone through.

        Raises:
            ValueError: None from a live seat, or a number from a dead one.
            MalformedActionError: the number is not on the menu, or what was given no action.
        """
        seat = self.agent_selection
        if self.terminations[seat] or self.truncations[seat]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{seat} is on turn; None is for seats whose trial is over")
        trial, view = self.trial, self._view
        entry = trial.apply(view.action(action, seat))
        view.follow(entry)
        self._cumulative_rewards[seat] = 0.0
        self.infos[seat] = {"result": entry.code}
        if self._rewards and (trial.ending or self._rewards.shaped):
            self._pay(self._rewards)
        if trial.ending is None:
            self.agent_selection = trial.seat
            return
        self._end()

    def _pay(self, rewards: Rewards) -> None:
        earned = rewards.at(self.file, self.trial)
        self.rewards = {seat: earned[seat] - self._earned[seat] for seat in self.agents}
        self._earned = earned
        self._accumulate_rewards()

    def _end(self) -> None:
        ending = self.trial.ending
        assert ending
        self.terminations = dict.fromkeys(self.agents, ending.terminated)
        self.truncations = dict.fromkeys(self.agents, ending.truncated)
        invalid = self.trial.is_invalid
        for seat in self.agents:
            self.infos[seat] = {
                **self.infos[seat],
                "verdict": ending.decision,
                "reason": ending.reason,
                "invalid": invalid and seat != ending.seat,
            }
        self._deads_step_first()

    def render(self) -> str | None:
        """The transcript so far, in the mode "ansi"."""
        return transcript(self.trial) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""


def raw_env(
    *,
    case_id: str | None = None,
    difficulty: Difficulty | None = None,
    file: CaseFile | None = None,
    options: Options | None = None,
    rewards: Rewards | None = None,
    render_mode: str | None = None,
) -> CourtroomAEC:
    """The environment of one case, by its id or path, in hand, or the first of a difficulty.

    Raises:
        CaseError: there is no such case.
    """
    if file is None:
        file = find_case(case_id) if case_id is not None else choose_case(difficulty, 0)
    return CourtroomAEC(file, options=options, rewards=rewards, render_mode=render_mode)


def env(
    *,
    case_id: str | None = None,
    difficulty: Difficulty | None = None,
    file: CaseFile | None = None,
    options: Options | None = None,
    rewards: Rewards | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, SeatView, int]:
    """`raw_env` under PettingZoo's wrappers, which guard the order of calls and the spaces."""
    return OrderEnforcingWrapper(
        AssertOutOfBoundsWrapper(
            raw_env(
                case_id=case_id,
                difficulty=difficulty,
                file=file,
                options=options,
                rewards=rewards,
                render_mode=render_mode,
            )
        )
    )
