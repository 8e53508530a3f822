"""All scores of a trial: pure, in range, and not to be raised by adding idle claims."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from courtroom.scoring.mare import (
    DECLINE,
    FALSE,
    GALLOPED,
    IN_EVIDENCE,
    LAME,
    MARE,
    OLDER,
    OPENING,
    PAID,
    RODE,
    SWOLLEN,
    TRUE_BUT_IDLE,
    UNMAPPED,
    hear,
    says,
    submit,
    typed,
)
from voirdire.courtroom.scoring.aggregate import EQUAL_WEIGHTS, aggregate
from voirdire.courtroom.scoring.marks import mark_claims
from voirdire.courtroom.scoring.trial import FLOORS, score_trial
from voirdire.courtroom.scoring.types import METRICS, METRICS_OF, MetricScore
from voirdire.courtroom.types import Action, Claim, Options

PRICE = typed("R", "amount", "12.50 GBP", "price paid")
POOL = (
    SWOLLEN,
    OLDER,
    LAME,
    PAID,
    RODE,
    GALLOPED,
    FALSE,
    TRUE_BUT_IDLE,
    PRICE,
    typed("R", "amount", "13.00 GBP", "price paid"),
    typed("G", "date", "1904-05-06", "day of the gallop", "sound"),
    replace(SWOLLEN, issue="warranty"),
    replace(RODE, exhibit="H"),
    replace(LAME, quotation="too short"),
)
TARGETS = (None, "7.1", "7.2", "8.1", "9.1", "99.1")
some = settings(max_examples=60, deadline=None)
CLAIMS = st.builds(
    lambda claim, target: replace(claim, target=target),
    st.sampled_from(POOL),
    st.sampled_from(TARGETS),
)
# Four turns, of either side in turn, with room for one claim more.
TURNS = st.lists(st.lists(CLAIMS, max_size=2), min_size=4, max_size=4)


def heard(turns, file=MARE):
    return hear(*IN_EVIDENCE, *(says(*claims, text="So.") for claims in turns), file=file)


def values(file, trial, seat="prosecution"):
    return {m: s.value for m, s in score_trial(file, trial)[seat].items()}


def with_claim(turns, at, claim):
    return [[*claims, claim] if n == at else claims for n, claims in enumerate(turns)]


@pytest.mark.parametrize("file", [MARE, UNMAPPED])
@some
@given(turns=TURNS)
def test_every_value_is_between_0_and_1(file, turns):
    trial = heard(turns, file)
    for seat in trial.seats:
        for metric, score in score_trial(file, trial)[seat].items():
            assert score.metric == metric
            assert score.value is None or 0 <= score.value <= 1


@pytest.mark.parametrize("file", [MARE, UNMAPPED])
@some
@given(turns=TURNS, draw=st.randoms(use_true_random=False))
def test_a_duplicate_raises_nothing(file, turns, draw):
    said = [claim for claims in turns[::2] for claim in claims]
    if not said:
        return
    # In the prosecution's last turn, so that it comes later than what it repeats.
    again = with_claim(turns, 2, draw.choice(said))
    before, after = values(file, heard(turns, file)), values(file, heard(again, file))
    for metric in METRICS_OF["prosecution"]:
        assert after[metric] is None or after[metric] <= before[metric] + 1e-12


@some
@given(turns=TURNS, at=st.sampled_from([0, 2]))
def test_a_true_but_idle_claim_raises_nothing(turns, at):
    before = values(MARE, heard(turns))
    after = values(MARE, heard(with_claim(turns, at, TRUE_BUT_IDLE)))
    for metric in METRICS_OF["prosecution"]:
        assert after[metric] is None or after[metric] <= before[metric] + 1e-12


@some
@given(turns=TURNS, at=st.sampled_from([0, 2]), number=st.integers(0, 999))
def test_a_made_up_claim_never_raises_hallucination_resistance(turns, at, number):
    made_up = Claim("sound", "R", f"The mare was sold {number} times before noon")
    metric = "hallucination_resistance"
    before = values(MARE, heard(turns))[metric]
    after = values(MARE, heard(with_claim(turns, at, made_up)))[metric]
    # It may make a score applicable, which is then below 1.
    assert after is None or after < 1 if before is None else after <= before


def full_trial(seed):
    """A trial of random turns; each has a case of its own, with its own map."""
    draw = Random(seed)
    passages = draw.sample(list(MARE.key.bearings or ()), 5)
    file = replace(
        MARE,
        case=replace(MARE.case, id=f"mare_{seed}"),
        key=replace(MARE.key, bearings=tuple(passages)),
    )
    turns = [says(*draw.sample(POOL, 3), text="So.") for _ in range(8)]
    end = (DECLINE, DECLINE, DECLINE, DECLINE, *[says(text="So.", kind="summarize_case")] * 2)
    verdict = Action("deliver_verdict", decision="liable", probability=0.7)
    options = Options(evidence_turns=7)
    return file, hear(*IN_EVIDENCE, *turns, *end, verdict, file=file, options=options)


def test_thirty_trials_at_once_score_as_one_by_one():
    """wb-11: nothing of one trial's key is seen by another's scores."""
    trials = [full_trial(seed) for seed in range(30)]
    environment = dict(os.environ)
    serial = [score_trial(file, trial) for file, trial in trials]
    with ThreadPoolExecutor(8) as pool:
        jobs = [pool.submit(score_trial, *trials[n % 30]) for n in range(120)]
        assert [job.result() for job in jobs] == serial * 4
    assert len({str(scores["prosecution"]["evidence_use"]) for scores in serial}) > 5
    assert dict(os.environ) == environment


def test_every_seat_has_the_metrics_of_its_role_beside_their_floors():
    file, trial = full_trial(1)
    floors = {"prosecution": {"evidence_use": 0.3, "protocol_adherence": 0.1}}
    scores = score_trial(file, trial, floors)
    assert list(scores) == ["prosecution", "defence", "judge"]
    assert list(scores["defence"]) == list(scores["prosecution"])
    found = {metric: score.floor for metric, score in scores["judge"].items()}
    assert found == {"verdict_accuracy": 0.5, "protocol_adherence": 0}
    found = {metric: score.floor for metric, score in scores["prosecution"].items()}
    assert found == {
        "coherence": None,
        "evidence_use": 0.3,
        "rebuttal": None,
        "hallucination_resistance": None,
        "protocol_adherence": 0.1,
    }
    assert scores["defence"]["protocol_adherence"].floor == 0


def test_a_disqualified_seat_makes_the_trial_no_measure_of_the_others():
    breaches = [submit("R")] * 3
    trial = hear(*IN_EVIDENCE, *breaches, options=Options(max_violations=3))
    scores = score_trial(MARE, trial)
    assert scores["prosecution"]["protocol_adherence"].value == 0
    for seat in ("defence", "judge"):
        for score in scores[seat].values():
            assert (score.value, score.detail) == (None, "invalid: prosecution was disqualified")


def test_a_trial_cut_at_its_limit_is_scored_as_far_as_it_went():
    trial = hear(*IN_EVIDENCE, says(SWOLLEN, OLDER, PAID), options=Options(max_steps=7))
    assert trial.ending is not None
    assert trial.ending.reason == "step_limit"
    found = values(MARE, trial)
    assert (found["hallucination_resistance"], found["coherence"]) == (1, 1)
    assert found["protocol_adherence"] == 1


def test_the_trial_goes_on_and_its_scores_do_not_change():
    trial = hear(*IN_EVIDENCE, says(SWOLLEN))
    marks, scores = mark_claims(MARE, trial), score_trial(MARE, trial)
    trial.apply(says(RODE))
    assert len(marks) == 1
    assert score_trial(MARE, hear(*IN_EVIDENCE, says(SWOLLEN))) == scores


def test_an_empty_trial():
    scores = score_trial(MARE, hear())
    applicable = {m for seat in scores.values() for m, s in seat.items() if s.value is not None}
    # Nothing was cited yet, of what could have been.
    assert applicable == {"evidence_use"}
    assert values(MARE, hear(*OPENING))["protocol_adherence"] == 0


def made(metric, value, floor=None):
    return MetricScore(metric, value, floor, 5, "")


def test_the_aggregate_has_its_parts():
    scores = {
        "evidence_use": made("evidence_use", 0.6, 0.2),
        "rebuttal": made("rebuttal", 0.1, 0.2),
        "coherence": made("coherence", 0.9),
        "hallucination_resistance": made("hallucination_resistance", None),
    }
    found = aggregate(scores, {"evidence_use": 2, "rebuttal": 1, "coherence": 1})
    # 2 x 0.5, 1 x -0.125, 1 x 0.9, over 4.
    assert found.value == pytest.approx(1.775 / 4)
    assert [part.weight for part in found.parts] == [2, 1, 1, 0]
    assert [part.above_floor for part in found.parts] == pytest.approx([0.5, -0.125, 0.9, None])
    assert str(found) == (
        "0.44 above the floors (evidence_use 0.60, floor 0.20, n 5, weight 2; rebuttal 0.10, "
        "floor 0.20, n 5, weight 1; coherence 0.90, no floor, n 5, weight 1; "
        "hallucination_resistance not applicable)"
    )


def test_what_has_no_known_floor_is_no_part_of_the_aggregate():
    """A random-quote agent was not played for: what 0.6 is worth is not known."""
    found = aggregate({"evidence_use": made("evidence_use", 0.6)})
    assert (found.value, found.parts[0].weight) == (None, 0)
    full = aggregate({"evidence_use": made("evidence_use", 1.0, 1.0)})
    assert full.value is None
    assert str(full).startswith("not applicable")


def test_weights():
    with pytest.raises(ValueError, match="0 or more"):
        aggregate({}, {"rebuttal": -1})
    assert set(EQUAL_WEIGHTS) == set(METRICS)


def test_the_floors_are_documented():
    page = (Path(__file__).parents[3] / "docs" / "trial-scores.md").read_text("utf-8")
    for metric, term in FLOORS.items():
        value = "played" if term.value is None else f"{term.value:g}"
        value = "none" if term.kind == "not_applicable" else value
        assert f"| `{metric}` | {value} | {term.meaning} |" in page


def test_the_metrics_of_each_role_are_documented():
    page = (Path(__file__).parents[3] / "docs" / "trial-scores.md").read_text("utf-8")
    for roles in (("prosecution", "defence"), ("judge", "juror")):
        first, other = (METRICS_OF[role] for role in roles)
        assert first == other
        row = " | ".join(", ".join(f"`{each}`" for each in cell) for cell in (roles, first))
        assert f"| {row} |" in page
