"""Verdicts of a trial and of a run, computed by hand."""

from dataclasses import replace

import pytest

from courtroom.scoring.mare import DECLINE, MARE, OPENING, hear, says
from voirdire.courtroom.scoring.trial import score_trial
from voirdire.courtroom.scoring.verdicts import (
    Prediction,
    predict,
    score_verdicts,
    summarise_verdicts,
)
from voirdire.courtroom.types import Action, Key, Options

CLOSED = (*OPENING, *[DECLINE] * 4, *[says(text="So.", kind="summarize_case")] * 2)


def verdict(decision, probability=None):
    return Action("deliver_verdict", decision=decision, probability=probability)


def ballot(decision, probability=None):
    return Action("ballot", decision=decision, probability=probability)


@pytest.mark.parametrize(
    ("decision", "probability", "value", "brier"),
    [
        # The key says liable: the prosecution should win.
        ("liable", 0.8, 1, 0.04),
        ("not liable", 0.3, 0, 0.49),
        ("hung", 0.5, 0, 0.25),
        ("liable", None, 1, None),
    ],
)
def test_the_judge(decision, probability, value, brier):
    trial = hear(*CLOSED, verdict(decision, probability))
    assert score_trial(MARE, trial)["judge"]["verdict_accuracy"].value == value
    found = score_verdicts(MARE, trial)["judge"]
    assert (found.decision, found.is_right) == (decision, bool(value))
    assert found.brier == (brier and pytest.approx(brier))


def test_an_undecided_verdict_is_never_right():
    file = replace(MARE, key=Key("hung"))
    found = score_verdicts(file, hear(*CLOSED, verdict("hung", 0.5)))["judge"]
    assert (found.is_right, found.brier) == (False, None)


def test_a_jury():
    """The jury's decision is the judge's; each juror stands by the last ballot of its own."""
    jury = Options(jurors=3, jury_rule="majority", deliberation_rounds=2)
    first = (ballot("liable"), ballot("not liable"), DECLINE)
    second = (ballot("not liable", 0.4), ballot("not liable", 0.2), DECLINE)
    trial = hear(*CLOSED, *first, *second, verdict("not liable", 0.9), options=jury)
    found = score_verdicts(MARE, trial)
    assert {seat: v.decision for seat, v in found.items()} == {
        "judge": "not liable",
        "juror_1": "not liable",
        "juror_2": "not liable",
        "juror_3": None,
    }
    # The mean of the jurors' 0.4 and 0.2.
    assert found["judge"].brier == pytest.approx(0.49)
    assert found["juror_1"].brier == pytest.approx(0.36)
    scores = score_trial(MARE, trial)
    assert [scores[seat]["verdict_accuracy"].value for seat in found] == [0, 0, 0, 0]


def test_no_verdict_is_no_score():
    trial = hear(*CLOSED, options=Options(max_steps=len(CLOSED)))
    assert score_verdicts(MARE, trial) == {}
    assert predict(MARE, trial) is None
    cut = score_trial(MARE, trial)["judge"]["verdict_accuracy"]
    assert (cut.value, cut.detail) == (None, "no verdict: step_limit")
    going = score_trial(MARE, hear(*OPENING))["judge"]["verdict_accuracy"]
    assert (going.value, going.detail) == (None, "no verdict: the trial goes on")


def test_a_prediction():
    trial = hear(*CLOSED, verdict("not liable", 0.3))
    assert predict(MARE, trial) == Prediction("mare", True, False, 0.3, "mare")
    hung = predict(MARE, hear(*CLOSED, verdict("hung")), group="fair")
    assert hung == Prediction("mare", True, None, None, "fair")


def item(case, truth, decided, probability=None, group=""):
    return Prediction(case, truth, decided, probability, group or case)


RUN = [
    item("a", True, True, 0.9),
    item("b", True, False, 0.2),
    item("c", True, True),
    item("d", True, True),
    item("e", False, False, 0.3),
    item("f", False, None),
]


def test_a_run():
    found = summarise_verdicts(RUN)
    # 3 of 4 and 1 of 2.
    assert found.balanced_accuracy.value == pytest.approx(0.625)
    assert found.recalls["prosecution"][:2] == (3, 4)
    assert found.recalls["defence"][:2] == (1, 2)
    # Wilson's interval of 1 in 2.
    assert found.recalls["defence"][2] == pytest.approx((0.0945, 0.9055), abs=1e-4)
    # (0.01 + 0.64 + 0.09) / 3
    assert found.brier.value == pytest.approx(0.74 / 3)
    assert (found.n, found.n_brier, found.undecided) == (6, 3, 1)
    assert found.best_baseline is None
    low, high = found.balanced_accuracy.low, found.balanced_accuracy.high
    assert low is None or 0 <= low <= 0.625 <= high <= 1


def test_one_answer_to_every_case_is_worth_a_half():
    always = [replace(each, decided=True) for each in RUN]
    assert summarise_verdicts(always).balanced_accuracy.value == 0.5


def test_skill_is_the_difference_to_the_best_baseline():
    always = [replace(each, decided=True) for each in RUN]
    # 2 of 4 and 2 of 2.
    better = [replace(each, decided=each.case in "ab") for each in RUN]
    found = summarise_verdicts(RUN, {"always": always, "better": better})
    assert found.best_baseline == "better"
    assert found.skill["always"].difference.value == pytest.approx(0.125)
    assert found.skill["better"].difference.value == pytest.approx(-0.125)
    assert found.skill["better"].clusters == 6


def test_a_baseline_is_compared_on_the_cases_both_decided():
    always = [replace(each, decided=True) for each in RUN if each.case in "ae"]
    found = summarise_verdicts(RUN, {"always": always})
    # On a and e: both right, against one of two.
    assert found.skill["always"].first == 1
    assert found.skill["always"].second == 0.5


def test_cases_of_one_judgment_are_drawn_together():
    grouped = [replace(each, group="one") for each in RUN]
    assert summarise_verdicts(grouped).balanced_accuracy.low is None


def test_an_empty_run_and_one_of_one_outcome():
    empty = summarise_verdicts([])
    assert (empty.n, empty.balanced_accuracy.value, empty.brier.value) == (0, None, None)
    assert summarise_verdicts(RUN[:4]).balanced_accuracy.value is None
