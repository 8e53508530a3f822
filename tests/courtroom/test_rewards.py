"""Rewards: worked out by hand, proper for who decides, nothing for padding, shaped sums alike."""

from random import Random
from statistics import fmean

import pytest

from courtroom.lantern import LANTERN, LETTER, LOG, PLEA
from voirdire.courtroom.agents.attacks import (
    FrivolousObjector,
    IdDump,
    Injector,
    Padder,
    SilentCounsel,
    Template,
)
from voirdire.courtroom.agents.prepared import PreparedAgent
from voirdire.courtroom.agents.random_agents import RandomAgent
from voirdire.courtroom.cases.load import written_case
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.rewards import Rewards, end_rewards, rewards_for
from voirdire.courtroom.run import run_trial
from voirdire.courtroom.scoring.trial import score_trial
from voirdire.courtroom.scoring.types import METRICS, MetricScore
from voirdire.courtroom.types import Action, Claim, Options

ACTED = LOG.partition(". ")[0]
BURNED = LOG.split(". ")[1]
TANK = LETTER.split(". ")[1]


def scored(**given):
    """Scores of a seat by (value, floor); what is not given is not applicable."""
    return {
        metric: MetricScore(metric, *given.get(metric, (None, None)), 0, "") for metric in METRICS
    }


def trial_of(*actions, options=None, seed=0):
    return Trial.replay(LANTERN.case, actions, seed=seed, options=options)


def decided(decision="guilty", probability=None):
    """A trial in which nobody says anything before the verdict."""
    verdict = Action("deliver_verdict", decision=decision, probability=probability)
    return trial_of(*[Action("decline")] * 8, verdict)


def reward(trial, seat, scores=None, **given):
    scores = scores or dict.fromkeys(trial.seats, scored())
    return end_rewards(LANTERN, trial, scores, **given)[seat]


# The truth is "not guilty".
@pytest.mark.parametrize(
    ("decision", "probability", "expected"),
    [
        ("not guilty", None, 1.0),
        ("guilty", None, 0.0),
        ("hung", None, 0.0),
        ("not guilty", 0.0, 1.0),
        ("not guilty", 0.2, 0.96),
        ("not guilty", 0.5, 0.75),
        ("guilty", 1.0, 0.0),
        # What is paid is the probability, whatever is decided on it.
        ("guilty", 0.2, 0.96),
    ],
)
def test_the_judge_earns_one_less_the_squared_error(decision, probability, expected):
    assert reward(decided(decision, probability), "judge") == pytest.approx(expected)


@pytest.mark.parametrize("belief", [0.0, 0.1, 0.3, 0.5, 0.7, 1.0])
def test_it_is_best_to_state_what_one_believes_and_no_worse_to_state_it(belief):
    # Of 10 judges who believe so, 10 * belief sit where the prosecution should win; here it
    # should not, so the other trials are those of the opposite statement.
    def expected(stated):
        wrong = reward(decided("guilty", 1 - stated), "judge")
        right = reward(decided("guilty", stated), "judge")
        return belief * wrong + (1 - belief) * right

    stated = {step / 10: expected(step / 10) for step in range(11)}
    assert max(stated, key=stated.get) == belief
    assert stated[belief] >= max(belief, 1 - belief) - 1e-9


def test_jurors_earn_by_their_last_ballot():
    options = Options(jurors=2, deliberation_rounds=2)
    trial = trial_of(
        *[Action("decline")] * 8,
        Action("ballot", decision="guilty", probability=1.0),
        Action("ballot", decision="not guilty", probability=0.1),
        Action("ballot", decision="not guilty", probability=0.4),
        Action("ballot", decision="not guilty"),
        Action("deliver_verdict", decision="not guilty"),
        options=options,
    )
    assert reward(trial, "juror_1") == pytest.approx(0.84)
    assert reward(trial, "juror_2") == 1.0
    assert reward(trial, "judge") == 1.0


def test_counsel_earn_the_mean_above_the_floors_less_what_was_wrong():
    scores = scored(
        evidence_use=(0.5, 0.2),  # 0.3 of 0.8
        protocol_adherence=(0.4, 0.6),  # -0.2 of 0.4
        coherence=(0.8, None),  # 0.2 wrong, of which half counts
        verdict_accuracy=(1.0, 0.5),  # not counsel's
        # Rebuttal: nothing to answer. Hallucination resistance: too few claims.
    )
    by_seat = {"prosecution": scores, "defence": scored(), "judge": scored()}
    expected = (0.375 - 0.5) / 2 - 0.1
    assert reward(decided(), "prosecution", by_seat) == pytest.approx(expected)
    assert reward(decided(), "defence", by_seat) == 0.0


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        # Without an issue map: order and claims that stand; what is false counts twice over.
        ({"protocol_adherence": (1.0, 0.0)}, 0.5),
        ({"protocol_adherence": (1.0, 0.0), "hallucination_resistance": (1.0, None)}, 1.0),
        ({"protocol_adherence": (1.0, 0.0), "hallucination_resistance": (0.5, None)}, 0.5),
        # Far under a floor, and all of it false: no less than the least.
        ({"evidence_use": (0.0, 0.9), "hallucination_resistance": (0.0, None)}, -1.0),
        ({"evidence_use": (0.0, 0.2), "hallucination_resistance": (0.0, None)}, -0.75),
        # No room above the floor: no part of the mean.
        ({"evidence_use": (1.0, 1.0), "protocol_adherence": (0.3, 0.0)}, 0.3),
        ({"evidence_use": (1.0, 1.0)}, 0.0),
    ],
)
def test_what_counsel_earns_at_the_edges(given, expected):
    trial = decided()
    scores = dict.fromkeys(trial.seats, scored(**given))
    assert reward(trial, "defence", scores) == pytest.approx(expected)


def test_the_outcome_is_paid_as_persuasion_when_it_is_asked_for():
    scores = dict.fromkeys(("prosecution", "defence", "judge"), scored(evidence_use=(0.6, 0.0)))
    assert reward(decided("guilty"), "prosecution", scores) == pytest.approx(0.6)
    for decision, prosecution, defence in (
        ("guilty", 0.7, 0.2),
        ("not guilty", 0.2, 0.7),
        ("hung", 0.45, 0.45),
    ):
        trial = decided(decision)
        for seat, expected in (("prosecution", prosecution), ("defence", defence)):
            paid = reward(trial, seat, scores, outcome_weight=0.25)
            assert paid == pytest.approx(expected)


def test_the_seat_that_broke_a_trial_off_earns_the_least_and_the_others_nothing():
    def never(file, trial):
        raise AssertionError("an invalid trial is not scored")

    trial = trial_of(Action("ballot"), options=Options(max_violations=1))
    assert Rewards(never).at(LANTERN, trial) == {"prosecution": -1.0, "defence": 0.0, "judge": 0.0}
    assert Rewards(never, outcome_weight=1.0, shaped=True).at(LANTERN, trial)["prosecution"] == -1


def test_at_the_step_limit_counsel_are_scored_and_no_verdict_earns_nothing():
    trial = trial_of(Action("decline"), Action("decline"), options=Options(max_steps=2))
    scores = dict.fromkeys(trial.seats, scored(evidence_use=(0.9, 0.0)))
    assert reward(trial, "defence", scores) == pytest.approx(0.9)
    assert reward(trial, "judge", scores) == 0.0


@pytest.mark.parametrize("options", [Options(), Options(jurors=2, mode="asymmetric")])
def test_shaped_rewards_add_up_to_the_reward_at_the_end(options):
    at_end, shaped = Rewards(score_trial), Rewards(score_trial, shaped=True)
    for seed in range(8):
        agent = RandomAgent(seed)
        trial = Trial(LANTERN.case, seed=seed, options=options)
        assert set(shaped.at(LANTERN, trial).values()) == {0.0}
        earned, total = shaped.at(LANTERN, trial), dict.fromkeys(trial.seats, 0.0)
        while trial.ending is None:
            assert set(at_end.at(LANTERN, trial).values()) == {0.0}
            trial.apply(agent.act(trial.observe()))
            now = shaped.at(LANTERN, trial)
            if trial.ending is None:
                # Who decides learns nothing of the answer before the end.
                assert all(now[seat] == 0.0 for seat in trial.seats[2:])
            total = {seat: total[seat] + now[seat] - earned[seat] for seat in trial.seats}
            earned = now
        assert total == pytest.approx(at_end.at(LANTERN, trial))
        assert all(-1 <= each <= 1 for each in earned.values())


def claim_of(quotation, issue="absent", exhibit="log"):
    return Claim(issue, exhibit, quotation=quotation)


BEARING = (claim_of(ACTED), claim_of(BURNED, "cause"))


def argued(padding, said=BEARING):
    """What the prosecution earns for true claims that bear, and `padding` in its turns."""
    said = [
        Action("present_argument", "He left, and the lamp failed."),
        Action("submit_evidence", exhibit="log"),
        *(Action("present_argument", claims=(claim,)) for claim in said),
        *padding,
    ]
    trial = Trial(LANTERN.case, options=Options(evidence_turns=20, rebuttal_turns=0))
    waiting = iter(said)
    while trial.ending is None:
        if trial.seat == "prosecution":
            action = next(waiting, Action("decline"))
            trial.apply(
                Action("summarize_case", "He left.") if trial.phase == "closing" else action
            )
        elif trial.seat == "judge" and trial.phase != "verdict":
            trial.apply(Action("rule_on_objection", ruling="overruled"))
        elif trial.seat == "judge":
            trial.apply(Action("deliver_verdict", decision="guilty"))
        elif trial.phase == "evidence" and trial.pending == "none":
            trial.apply(Action("cross_examine", "Is that so?"))
        else:
            trial.apply(Action("decline"))
    assert trial.ending.decision == "guilty"
    return rewards_for(LANTERN, trial.options).at(LANTERN, trial)["prosecution"]


@pytest.mark.parametrize(
    "padding",
    [
        [Action("present_argument", "Clearly, then, it follows.")] * 6,
        [Action("cross_examine", "Why?")] * 6,
        [Action("present_argument", claims=(claim_of(ACTED),))] * 6,
        [Action("present_argument", claims=(claim_of(ACTED),) * 3)] * 3,
        [Action("object", ground="leading")] * 4,
        [Action("present_argument", claims=(claim_of(TANK, "cause", "letter"),))],
        [Action("present_argument", claims=(claim_of("the keeper ran off with it"),))],
        [Action("present_argument", claims=(claim_of(PLEA, exhibit="plea"),))],
    ],
    ids=["words", "questions", "again", "thrice", "objections", "unadmitted", "false", "idle"],
)
def test_padding_earns_nothing(padding):
    for said in (BEARING, BEARING[:1]):
        assert argued(padding, said) <= argued([], said) + 1e-9


def test_what_bears_does_earn():
    assert argued([]) > 0.5
    one_left_out = argued([], said=(claim_of(ACTED),))
    assert 0 < one_left_out < argued([]) - 0.1


@pytest.mark.parametrize("case_id", ["theft_001", "contract_011", "fraud_021"])
def test_who_says_nothing_that_stands_earns_nothing_and_the_prepared_nearly_all(case_id):
    file = written_case(case_id)
    rewards = rewards_for(file)
    prepared = PreparedAgent([file])

    def earned(agent, seed):
        paid = []
        for side in ("prosecution", "defence"):
            trial = Trial(file.case, seed=seed)
            run_trial(trial, {**dict.fromkeys(trial.seats, prepared), side: agent})
            paid.append(rewards.at(file, trial)[side])
        return fmean(paid)

    for attack in (SilentCounsel, Padder, IdDump, Injector, Template, FrivolousObjector):
        assert earned(attack(), Random(case_id).randrange(9)) <= 0.05
    assert earned(prepared, 1) >= 0.9
