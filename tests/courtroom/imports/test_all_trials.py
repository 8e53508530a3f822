"""Every imported trial is played to a verdict and scored."""

from collections import Counter

import pytest

from courtroom.imports.published import ROWS, SETS, published
from shared_data import needs_shared
from voirdire.courtroom.agents.rule_based import RuleBasedAgent
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.imports.masking import mask_case
from voirdire.courtroom.imports.read import read_trials
from voirdire.courtroom.run import run_trial
from voirdire.courtroom.scoring.trial import score_trial
from voirdire.courtroom.scoring.types import METRICS_OF
from voirdire.courtroom.types import CaseFile, Options

# Nobody wrote an issue map for these cases, so what rests on one is not applicable.
WITHOUT_MAP = ("evidence_use", "rebuttal")


# Not one turn an exhibit: 913 whole trials in a minute.
SHORT = Options(evidence_turns=4, rebuttal_turns=2)


def _play(file: CaseFile) -> str:
    """The decision; asserts that the trial ended with one and that its scores are in range."""
    trial = Trial(file.case, seed=1, options=SHORT)
    ending = run_trial(trial, dict.fromkeys(trial.seats, RuleBasedAgent(1)))
    assert ending.terminated, file.source
    assert ending.decision in file.case.decisions.all
    scores = score_trial(file, trial)
    assert set(scores) == set(trial.seats)
    for seat, by_metric in scores.items():
        assert set(by_metric) == set(METRICS_OF[trial.roles[seat]])
        for metric, score in by_metric.items():
            assert score.value is None or 0 <= score.value <= 1, (file.source, seat, metric)
        without = [by_metric[metric] for metric in WITHOUT_MAP if metric in by_metric]
        assert all(each.value is None for each in without), (file.source, seat)
    right = scores["judge"]["verdict_accuracy"].value
    assert right == (ending.decision == file.key.decision), file.source
    return str(ending.decision)


@needs_shared
@pytest.mark.parametrize(("name", "trials"), [("old_bailey", 354), ("scotus", 169), ("ecthr", 390)])
def test_every_published_trial_ends_with_a_verdict_and_scores(name: str, trials: int) -> None:
    decisions = Counter(_play(file) for file in read_trials(published(name)))
    assert sum(decisions.values()) == trials


@pytest.mark.parametrize("name", SETS)
def test_fictional_trials_end_with_a_verdict_masked_and_before_a_jury(name: str) -> None:
    jury = Options(mode="asymmetric", jurors=3, jury_rule="majority")
    for file in read_trials(ROWS / f"{name}.jsonl"):
        for each in (file, mask_case(file, 1)):
            trial = Trial(each.case, seed=2, options=jury)
            ending = run_trial(trial, dict.fromkeys(trial.seats, RuleBasedAgent(2)))
            assert ending.terminated
            assert ending.decision in each.case.decisions.all
