"""Speed of the courtroom under PettingZoo against an environment that does nothing.

usage: python -m benchmarks.courtroom_speed

The same loop (`agent_iter`, `last`, `step`) over the same number of steps, both under the
wrapper that enforces the order of calls, in turn in one process; the figure is the median of
the rounds' ratios. The seats play from a script, nothing is scored, trials have 250 steps.
"""

import argparse
import gc
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from voirdire.courtroom.cases.load import written_case
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.pettingzoo import CourtroomAEC, raw_env
from voirdire.courtroom.types import Options

_CASE = "theft_011"
_STEPS = 250
_TRIALS = 40
_ROUNDS = 15
_WANTED = 0.33
# As many turns as make a trial of 250 steps, half of them in rebuttal.
_OPTIONS = Options(max_steps=_STEPS, evidence_turns=35, rebuttal_turns=200)
_MANY = 10_000
_SHORT = Options(evidence_turns=8)
_WARM = 1_000
_FLAT_MB = 5


class _Empty(AECEnv):
    """Three seats in turn, an observation that never changes, an end after so many steps."""

    metadata = {"name": "empty"}  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__()
        self.possible_agents = ["prosecution", "defence", "judge"]
        self._seen = {"observation": np.zeros(1, np.int8), "action_mask": np.ones(2, np.int8)}
        self._spaces = dict.fromkeys(self.possible_agents, spaces.Discrete(2))

    def observation_space(self, agent: str) -> spaces.Discrete:
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {seat: {} for seat in self.agents}
        self.agent_selection = self.agents[0]
        self._taken = 0

    def observe(self, agent: str) -> dict[str, Any]:
        return self._seen

    def step(self, action: int | None) -> None:
        seat = self.agent_selection
        if self.terminations[seat] or self.truncations[seat]:
            self._was_dead_step(action)
            return
        self._taken += 1
        self.agent_selection = self.possible_agents[self._taken % 3]
        if self._taken >= _STEPS:
            self.truncations = dict.fromkeys(self.agents, True)
            self._deads_step_first()


def _script(options: Options, seed: int) -> list[int]:
    """The numbers of a trial in which every seat draws evenly from the kinds that are legal.

    Nobody declines its turn, so the trial goes on to its last step.
    """
    environment: CourtroomAEC = raw_env(file=written_case(_CASE), options=options)
    environment.reset(seed=seed)
    draw = Random(seed)
    numbers = []
    while environment.trial.ending is None:
        mask = environment.observe(environment.agent_selection)["action_mask"]
        legal = [
            fitting
            for kind, listed in environment.menu.ranges.items()
            if (fitting := [n for n in listed if mask[n]])
            and (kind != "decline" or environment.trial.pending == "raised")
        ]
        numbers.append(draw.choice(draw.choice(legal)) if legal else 0)
        environment.step(numbers[-1])
    return numbers


def _play(environment: AECEnv, script: Sequence[int], trials: int) -> None:
    for seed in range(trials):
        environment.reset(seed=seed)
        numbers = iter(script)
        for _ in environment.agent_iter():
            _, _, terminated, truncated, _ = environment.last()
            environment.step(None if terminated or truncated else next(numbers))


def _play_engine(script: Sequence[int], trials: int) -> Callable[[], None]:
    """The same trials without PettingZoo: an action, and a look by the seat on turn."""
    environment = raw_env(file=written_case(_CASE), options=_OPTIONS)
    environment.reset(seed=0)
    for number in script:
        environment.step(number)
    actions = [entry.action for entry in environment.trial.entries()]
    case = environment.trial.case

    def play() -> None:
        for seed in range(trials):
            trial = Trial(case, seed=seed, options=_OPTIONS)
            for action in actions:
                trial.observe()
                trial.apply(action)

    return play


def _seconds(work: Callable[[], object]) -> float:
    gc.collect()
    start = time.process_time()
    work()
    return time.process_time() - start


def _resident_mb() -> float:
    status = Path("/proc/self/status").read_text("ascii")
    found = re.search(r"VmRSS:\s+(\d+)", status)
    assert found
    return int(found[1]) / 1024


def measure_steps() -> tuple[float, float, float, float]:
    """(ratio, steps a second of the empty one, of the court, of the engine alone)."""
    script = _script(_OPTIONS, seed=1)
    assert len(script) == _STEPS
    empty = OrderEnforcingWrapper(_Empty())
    court = OrderEnforcingWrapper(raw_env(file=written_case(_CASE), options=_OPTIONS))
    nothing = [0] * _STEPS
    engine = _play_engine(script, _TRIALS)
    _play(empty, nothing, 2)
    _play(court, script, 2)
    taken = [
        (
            _seconds(lambda: _play(empty, nothing, _TRIALS)),
            _seconds(lambda: _play(court, script, _TRIALS)),
            _seconds(engine),
        )
        for _ in range(_ROUNDS)
    ]
    ratio = median(empty_s / court_s for empty_s, court_s, _ in taken)
    steps = _STEPS * _TRIALS
    empty_s, court_s, engine_s = (median(each[n] for each in taken) for n in range(3))
    return ratio, steps / empty_s, steps / court_s, steps / engine_s


def measure_memory() -> tuple[float, float]:
    """Resident memory in MB after 1,000 and after 10,000 trials in this process."""
    script = _script(_SHORT, seed=2)
    environment = OrderEnforcingWrapper(raw_env(file=written_case(_CASE), options=_SHORT))
    _play(environment, script, _WARM)
    gc.collect()
    before = _resident_mb()
    _play(environment, script, _MANY - _WARM)
    gc.collect()
    return before, _resident_mb()


def run(data: Path) -> str:
    """The section of docs/results.md; the shared data is not needed."""
    del data
    before, after = measure_memory()
    ratio, empty, court, engine = measure_steps()
    rows = [
        (
            f"steps a second in trials of {_STEPS} steps, against an empty environment",
            f"{ratio:.2f} times ({court:,.0f} against {empty:,.0f})",
            f"at least {_WANTED}",
            ratio >= _WANTED,
        ),
        ("the engine alone, a look before every action", f"{engine:,.0f} steps a second", "", None),
        (
            f"resident memory after {_WARM:,} and after {_MANY:,} trials",
            f"{before:.0f} MB and {after:.0f} MB",
            f"no more than {_FLAT_MB} MB apart",
            after - before <= _FLAT_MB,
        ),
    ]
    said = {True: "yes", False: "no", None: ""}
    table = "\n".join(f"| {a} | {b} | {c} | {said[met]} |" for a, b, c, met in rows)
    return (
        "## Speed of the courtroom\n\n"
        "`python -m benchmarks.courtroom_speed`: CPU seconds in one process, both environments "
        f"under PettingZoo's order-enforcing wrapper in turn, median of {_ROUNDS} rounds of "
        f"{_TRIALS} trials; scripted seats, scoring off.\n\n"
        "| what | measured | bound | met |\n|---|---|---|---|\n" + table + "\n"
    )


def main() -> None:
    """Print the section."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    print(run(Path()))


if __name__ == "__main__":
    main()
