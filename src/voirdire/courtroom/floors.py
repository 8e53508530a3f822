"""A case to the score that nobody earns: what each side gets for playing without a thought.

Input: a case with its key and the options of a trial. Output: by side and metric, a number that
a score is read against. Evidence use and rebuttal: the mean of trials in which that side quotes
at random within the budget. Protocol adherence: counsel that is silent. The floors that need not
be played for stand in `scoring.trial.FLOORS`.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from statistics import fmean
from types import MappingProxyType

from voirdire.courtroom.agents.attacks import SilentCounsel
from voirdire.courtroom.agents.prepared import PreparedAgent
from voirdire.courtroom.agents.random_agents import RandomQuoteAgent
from voirdire.courtroom.agents.rule_based import RuleBasedAgent
from voirdire.courtroom.agents.types import Agent
from voirdire.courtroom.engine import OTHER, Trial
from voirdire.courtroom.run import run_trial
from voirdire.courtroom.scoring.trial import Floors, score_trial
from voirdire.courtroom.scoring.types import Metric, SeatScores
from voirdire.courtroom.types import SIDES, Case, CaseFile, Key, Options, Side

GAMES = 20
_BY_QUOTING: tuple[Metric, ...] = ("evidence_use", "rebuttal")


def floors_for(file: CaseFile, options: Options | None = None, games: int = GAMES) -> Floors:
    """The floor of each side and metric; a metric without one is left out.

    The same case, key and options are played once. `games`: trials with quotations at random,
    for each side; of a case without an issue map there are none, and the other side then
    argues by rules.
    """
    # Jurors change nothing of what counsel is scored on.
    return _floors(file.case, file.key, replace(options or Options(), jurors=0), games)


@lru_cache(maxsize=64)
def _floors(case: Case, key: Key, options: Options, games: int) -> Floors:
    file = CaseFile(case, key)
    has_map = key.bearings is not None
    other: Agent = PreparedAgent([file]) if has_map else RuleBasedAgent()
    floors: dict[str, Mapping[Metric, float]] = {}
    for side in SIDES:
        silent = _play(file, options, side, SilentCounsel(), other, seed=0)
        found = _mean([silent], ("protocol_adherence",))
        if has_map:
            scores = [
                _play(file, options, side, RandomQuoteAgent(seed), other, seed)
                for seed in range(games)
            ]
            found |= _mean(scores, _BY_QUOTING)
        floors[side] = MappingProxyType(found)
    return MappingProxyType(floors)


def _play(
    file: CaseFile, options: Options, side: Side, agent: Agent, other: Agent, seed: int
) -> SeatScores:
    trial = Trial(file.case, seed=seed, options=options)
    run_trial(trial, {"judge": other, OTHER[side]: other, side: agent})
    return score_trial(file, trial)[side]


def _mean(scores: list[SeatScores], metrics: tuple[Metric, ...]) -> dict[Metric, float]:
    """Means over the trials that have a value."""
    found: dict[Metric, float] = {}
    for metric in metrics:
        values = [v for each in scores if (v := each[metric].value) is not None]
        if values:
            found[metric] = fmean(values)
    return found
