"""An attack beyond the twelve: thirty words laid beside what the other side quoted.

Where one side's passages lie near the other's, a wide window would hold some of its own by
chance, on the right issue and as an answer, with no idea of what it says.
"""

import sys
from functools import cache
from statistics import fmean

import pytest

from voirdire.courtroom.agents.attacks import Attacker
from voirdire.courtroom.agents.prepared import PreparedAgent
from voirdire.courtroom.agents.reading import (
    admitted_exhibits,
    standing_claims,
    unanswered_claims,
)
from voirdire.courtroom.cases.load import find_case, written_cases
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.floors import floors_for
from voirdire.courtroom.observation import Observation
from voirdire.courtroom.quoting import FEWEST_WORDS, MOST_WORDS, find_quotation, find_words
from voirdire.courtroom.run import run_trial
from voirdire.courtroom.scoring.trial import score_trial
from voirdire.courtroom.scoring.types import Metric
from voirdire.courtroom.types import CLAIMS_A_TURN, SIDES, Claim

METRICS: tuple[Metric, ...] = ("evidence_use", "rebuttal")


class NeighbourParrot(Attacker):
    """Answers a quotation with the thirty words after it, or before it, on the same issue."""

    name = "neighbour-parrot"

    def __init__(self, where: str) -> None:
        super().__init__()
        self._where = where

    def claim(self, observation: Observation) -> tuple[Claim, ...]:
        """The neighbours of the other side's unanswered quotations."""
        exhibits = admitted_exhibits(observation)
        made = []
        for heard in unanswered_claims(observation, standing_claims(observation)):
            exhibit, quotation = exhibits.get(heard.claim.exhibit), heard.claim.quotation
            span = find_quotation(quotation, exhibit.content) if exhibit and quotation else None
            if not exhibit or not span:
                continue
            words = find_words(exhibit.content)
            if self._where == "after":
                window = [each for each in words if each[0] >= span[1]][:MOST_WORDS]
            else:
                window = [each for each in words if each[1] <= span[0]][-MOST_WORDS:]
            if len(window) >= FEWEST_WORDS:
                said = exhibit.content[window[0][0] : window[-1][1]]
                made.append(Claim(heard.claim.issue, exhibit.id, said, target=heard.id))
        return tuple(made[:CLAIMS_A_TURN])


@cache
def above_floor(where: str) -> dict[Metric, tuple[float, float, int]]:
    """By metric: the mean floor, the mean above it, how many claims it made."""
    files = [each for each in map(find_case, written_cases()) if each.case.language == "en"]
    prepared = PreparedAgent(files)
    floors: dict[Metric, list[float]] = {metric: [] for metric in METRICS}
    above: dict[Metric, list[float]] = {metric: [] for metric in METRICS}
    claims = 0
    for file in files:
        held = floors_for(file)
        for side in SIDES:
            trial = Trial(file.case, seed=101)
            seats = dict.fromkeys((*SIDES, "judge"), prepared)
            run_trial(trial, {**seats, side: NeighbourParrot(where)})
            claims += sum(len(e.action.claims) for e in trial.entries() if e.seat == side)
            for metric in METRICS:
                score = score_trial(file, trial, held)[side][metric]
                floor = score.floor or 0.0
                floors[metric].append(floor)
                above[metric].append(0.0 if score.value is None else score.value - floor)
    assert len(files) == 24
    return {each: (fmean(floors[each]), fmean(above[each]), claims) for each in METRICS}


@pytest.mark.parametrize("where", ["after", "before"])
@pytest.mark.parametrize("metric", METRICS)
def test_the_words_beside_a_quotation_do_not_pay(
    where: str, metric: Metric, capsys: pytest.CaptureFixture[str]
) -> None:
    floor, above, claims = above_floor(where)[metric]
    with capsys.disabled():
        sys.stdout.write(
            f"\nneighbour-parrot, {where}, {metric}: floor {floor:.3f}, above it {above:+.3f} "
            f"({claims} claims, 24 cases)"
        )
    # It did quote: some three claims a trial at least.
    assert claims > 150
    assert above <= 0.10
