"""A policy of a few hundred weights learns to plead a written case.

usage: python examples/learn_courtroom.py [--case theft_001] [--episodes 900] [--seeds 5]

It plays the prosecution against agents that go by rules, and sees what any player sees: the
menu of public texts, the vector and the mask. What it learns, it learns from the reward alone:
to open and to close, to bring an exhibit before it is quoted, which passages bear on which
issue, and when an objection is worth its turn. The worth of a number is linear in its features,
and numbers are chosen by it; the weights follow expected SARSA on shaped rewards.

One line a seed: the mean reward of the first and the last 50 episodes. Rewards run from -1 to 1.
"""

import argparse

import numpy as np

from voirdire.courtroom.cases.load import written_case
from voirdire.courtroom.gymnasium import CourtroomSeatEnv
from voirdire.courtroom.menu import Menu
from voirdire.courtroom.rewards import rewards_for
from voirdire.courtroom.types import KINDS, PHASES, Options

WINDOW = 50
RANGE = 2.0
OPTIONS = Options(evidence_turns=5, rebuttal_turns=2)
RATE, DISCOUNT = 0.1, 0.6
# How evenly it chooses among values, in the first episode and in the last.
WARM, COLD = 0.1, 0.005


class Policy:
    """The worth of each number of a menu, linear in what can be seen, and a choice by it.

    A number is worth the weight of its kind in this phase, and weights that hold in all
    phases: of its exhibit, its exhibit and issue, its passage, whether what it quotes is
    admitted, and whether it was put before. Choices are drawn evenly at first, and more and
    more by worth; the weights follow the temporal difference (expected SARSA).
    """

    def __init__(self, menu: Menu, seed: int) -> None:
        self._menu = menu
        self._draw = np.random.default_rng(seed)
        self._fixed = _fixed_features(menu)
        self._kinds = np.array([KINDS.index(each.kind) for each in menu.choices])
        self._quoting = np.array([bool(each.claims) for each in menu.choices])
        quoted = [each.claims[0].exhibit if each.claims else None for each in menu.choices]
        places = np.array([menu.exhibits[each] if each else 0 for each in quoted])
        # Where the vector says that the exhibit of an argument is admitted.
        self._admitted = menu.layout.statuses + 3 * places + 1
        self._weights = np.zeros(self._fixed.shape[1] + 2 + len(PHASES) * len(KINDS))

    def choose(self, seen: dict[str, np.ndarray], warmth: float) -> tuple[int, np.ndarray, float]:
        """A number, its features, and what may be expected from here."""
        legal = np.flatnonzero(seen["action_mask"])
        features = self._features(seen["observation"], legal)
        worth = features @ self._weights
        chances = np.exp((worth - worth.max()) / warmth)
        chances /= chances.sum()
        chosen = int(self._draw.choice(len(legal), p=chances))
        return int(legal[chosen]), features[chosen], float(chances @ worth)

    def learn(self, features: np.ndarray, reward: float, expected: float) -> None:
        """Move the worth of a choice to what it earned and may be expected after it."""
        surprise = reward + DISCOUNT * expected - float(features @ self._weights)
        self._weights += RATE * surprise * features

    def _features(self, vector: np.ndarray, legal: np.ndarray) -> np.ndarray:
        layout = self._menu.layout
        phase = int(vector[layout.phase : layout.phase + len(PHASES)].argmax())
        said = np.zeros(len(self._menu), bool)
        said[self._quoting] = vector[layout.claims :][: self._quoting.sum()] > 0
        admitted = self._quoting & (vector[self._admitted] > 0)
        kinds = np.zeros((len(legal), len(PHASES) * len(KINDS)))
        kinds[np.arange(len(legal)), phase * len(KINDS) + self._kinds[legal]] = 1
        return np.column_stack([self._fixed[legal], admitted[legal], said[legal], kinds])


def _fixed_features(menu: Menu) -> np.ndarray:
    """Of each number: itself, its exhibit, its exhibit and issue."""
    names: dict[object, int] = {}
    rows = []
    for number, action in enumerate(menu.choices):
        keys: list[object] = [number, (action.kind, action.exhibit)]
        for claim in action.claims:
            keys += [("quoted", claim.exhibit), (claim.exhibit, claim.issue)]
        rows.append([names.setdefault(key, len(names)) for key in keys])
    features = np.zeros((len(rows), len(names)))
    for row, places in enumerate(rows):
        features[row, places] = 1
    return features


def train(case_id: str, seed: int, episodes: int) -> list[float]:
    """The reward of every episode."""
    file = written_case(case_id)
    rewards = rewards_for(file, OPTIONS, shaped=True)
    environment = CourtroomSeatEnv("prosecution", file=file, options=OPTIONS, rewards=rewards)
    policy = Policy(environment.menu, seed)
    totals = []
    for episode in range(episodes):
        warmth = WARM * (COLD / WARM) ** (episode / episodes)
        seen, _ = environment.reset(seed=seed * 100_000 + episode)
        number, features, _ = policy.choose(seen, warmth)
        total, over = 0.0, False
        while not over:
            seen, reward, terminated, truncated, _ = environment.step(number)
            total += reward
            over = terminated or truncated
            before, expected = features, 0.0
            if not over:
                number, features, expected = policy.choose(seen, warmth)
            policy.learn(before, reward, expected)
        totals.append(total)
    return totals


def main() -> None:
    """Train once a seed and print what was learnt."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--case", default="theft_001")
    parser.add_argument("--episodes", type=int, default=900)
    parser.add_argument("--seeds", type=int, default=5)
    given = parser.parse_args()
    for seed in range(1, given.seeds + 1):
        totals = train(given.case, seed, given.episodes)
        first, last = (float(np.mean(each)) for each in (totals[:WINDOW], totals[-WINDOW:]))
        print(  # noqa: T201
            f"seed {seed}: first {WINDOW} episodes {first:+.2f}, last {WINDOW} {last:+.2f}, "
            f"gain {(last - first) / RANGE:.2f} of the range"
        )


if __name__ == "__main__":
    main()
