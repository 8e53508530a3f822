"""Rewards: worked out by hand, proper for who decides, nothing for padding, shaped sums alike."""

import sys
from dataclasses import replace
from functools import cache
from statistics import fmean

import pytest

from courtroom.lantern import LANTERN, LETTER, LOG, PLEA
from voirdire.courtroom.agents.prepared import PreparedAgent
from voirdire.courtroom.agents.random_agents import RandomAgent
from voirdire.courtroom.agents.reading import standing_claims
from voirdire.courtroom.agents.registry import open_agent
from voirdire.courtroom.cases.load import written_case
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.rewards import Rewards, end_rewards, rewards_for
from voirdire.courtroom.run import run_trial
from voirdire.courtroom.scoring.trial import score_trial
from voirdire.courtroom.scoring.types import METRICS, MetricScore
from voirdire.courtroom.types import Action, Bearing, Claim, Options

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


NO_MAP = replace(LANTERN, key=replace(LANTERN.key, bearings=None, planted=None))
# Nothing is lacking: what is paid is left whole.
WHOLE = {
    "coherence": (1.0, None),
    "hallucination_resistance": (1.0, None),
    "protocol_adherence": (1.0, 0.0),
}


def test_counsel_earn_the_mean_above_the_floors_less_what_was_wrong():
    scores = scored(
        evidence_use=(0.5, 0.2),  # 0.3 of 0.8
        rebuttal=(0.2, 0.6),  # 0.4 under, of 0.4
        protocol_adherence=(0.9, 0.6),  # 0.1 lacks, of which half counts
        coherence=(0.8, None),  # 0.2 lacks
        hallucination_resistance=(0.7, None),  # 0.3 lacks
        verdict_accuracy=(1.0, 0.5),  # not counsel's
    )
    by_seat = {"prosecution": scores, "defence": scored(), "judge": scored()}
    assert reward(decided(), "prosecution", by_seat) == pytest.approx(-0.245)  # -0.6125 of 2.5
    assert reward(decided(), "defence", by_seat) == 0.0


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({**WHOLE, "evidence_use": (0.6, 0.2), "rebuttal": (1.0, 0.0)}, 0.75),
        # Nothing to answer: evidence use is all there is.
        ({**WHOLE, "evidence_use": (0.6, 0.2)}, 0.5),
        # No room above the floor: no part of the mean.
        ({**WHOLE, "evidence_use": (1.0, 1.0), "rebuttal": (0.3, 0.0)}, 0.3),
        # Order is not paid.
        ({**WHOLE, "evidence_use": (0.2, 0.2)}, 0.0),
        # Too little proved for coherence: it lacks all, and so does what goes with it, though a
        # false claim made up the three. 0.9 - 0.5 - 0.5, of 2.5.
        ({"protocol_adherence": (1.0, 0.0), "evidence_use": (0.9, 0.0)}, -0.04),
        ({**WHOLE, "evidence_use": (0.9, 0.0), "coherence": (None, None)}, -0.04),
        # Nothing that the side could bring speaks for it: then it lacks nothing.
        ({"protocol_adherence": (0.8, 0.0)}, -0.04),
        # Nothing to do yet is nothing undone.
        ({**WHOLE, "evidence_use": (0.9, 0.0), "protocol_adherence": (None, None)}, 0.9),
        ({**WHOLE, "evidence_use": (0.9, 0.0), "protocol_adherence": (0.0, 0.0)}, 0.4),
        # Far under a floor, and all of it false: no less than the least.
        ({"evidence_use": (0.0, 0.9), "protocol_adherence": (0.0, 0.0)}, -1.0),
        ({"evidence_use": (0.0, 0.9), "hallucination_resistance": (0.0, None)}, -0.8),
        ({"evidence_use": (0.0, 0.0), "protocol_adherence": (0.0, 0.0)}, -0.6),
    ],
)
def test_what_counsel_earns_at_the_edges(given, expected):
    trial = decided()
    scores = dict.fromkeys(trial.seats, scored(**given))
    assert reward(trial, "defence", scores) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        # Nothing proved: half is taken off for it.
        ({"protocol_adherence": (1.0, 0.0)}, 0.5),
        ({"protocol_adherence": (1.0, 0.0), "hallucination_resistance": (0.5, None)}, 0.75),
        ({**WHOLE, "coherence": (0.6, None)}, 0.8),
        ({"protocol_adherence": (0.0, 0.0), "hallucination_resistance": (0.0, None)}, -0.2),
        ({"hallucination_resistance": (1.0, None)}, 0.0),
    ],
)
def test_without_an_issue_map_counsel_earn_by_order_less_what_was_wrong(given, expected):
    trial = decided()
    scores = dict.fromkeys(trial.seats, scored(**given))
    assert end_rewards(NO_MAP, trial, scores)["defence"] == pytest.approx(expected)


def test_the_outcome_is_paid_as_persuasion_when_it_is_asked_for():
    scores = dict.fromkeys(
        ("prosecution", "defence", "judge"), scored(**WHOLE, evidence_use=(0.6, 0.0))
    )
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
    scores = dict.fromkeys(trial.seats, scored(**WHOLE, evidence_use=(0.9, 0.0)))
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


# The plea bears too, so that the prosecution has two exhibits and three passages to bring.
UNTENDED = "leaving the light of Gull Point untended on 3 May"
PLEADED = replace(
    LANTERN,
    key=replace(
        LANTERN.key,
        bearings=(*LANTERN.key.bearings, Bearing("plea", "cause", "prosecution", UNTENDED)),
    ),
)
BEARING = (
    claim_of(ACTED),
    claim_of(BURNED, "cause"),
    claim_of(UNTENDED, "cause", "plea"),
)


def argued(padding, said=BEARING):
    """What the prosecution earns for true claims that bear, and `padding` in its turns."""
    said = [
        Action("present_argument", "He left, and the lamp failed."),
        Action("submit_evidence", exhibit="log"),
        *(Action("present_argument", claims=(claim,)) for claim in said),
        *padding,
    ]
    trial = Trial(PLEADED.case, options=Options(evidence_turns=20, rebuttal_turns=0))
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
    return rewards_for(PLEADED, trial.options).at(PLEADED, trial)["prosecution"]


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
    # With two claims and a false one there are three: that must not pay for what is not proved.
    for said in (BEARING, BEARING[:2], BEARING[:1]):
        assert argued(padding, said) <= argued([], said) + 1e-9


def test_what_bears_does_earn():
    assert argued([]) > 0.9
    one_left_out, two_left_out = argued([], BEARING[:2]), argued([], BEARING[:1])
    assert -1 < two_left_out < one_left_out - 0.05
    assert one_left_out < 0


class TwoOfOneExhibit(PreparedAgent):
    """Proves two claims by one exhibit and no more, so that the shares of claims do not apply."""

    def claim(self, observation):
        said = [each.claim for each in standing_claims(observation)]
        own = [each.claim for each in standing_claims(observation) if each.seat == observation.seat]
        able = [each for each in super().claim(observation) if each not in said]
        only = own[0].exhibit if own else able[0].exhibit if able else None
        return tuple(each for each in able if each.exhibit == only)[: 2 - len(own)]


@cache
def earned(name):
    """What an agent earns on six written cases, on both sides, against a prepared opponent."""
    paid = []
    for number, case_id in enumerate(SIX_CASES):
        file = written_case(case_id)
        prepared = PreparedAgent([file])
        opened = {
            "prepared": lambda: prepared,  # noqa: B023
            "two-of-one-exhibit": lambda: TwoOfOneExhibit([file]),  # noqa: B023
        }
        for side in ("prosecution", "defence"):
            trial = Trial(file.case, seed=number)
            agent = opened[name]() if name in opened else open_agent(name, seed=number)
            run_trial(trial, {**dict.fromkeys(trial.seats, prepared), side: agent})
            paid.append(rewards_for(file).at(file, trial)[side])
    return paid


SIX_CASES = ("arson_021", "contract_011", "fraud_001", "policy_011", "scam_001", "theft_001")
PROVE_NOTHING = ("silent", "padder", "id-dump", "injector", "template", "frivolous-objector")
PROVE_LITTLE = ("two-of-one-exhibit", "exhibit-parrot", "echo-rebuttal")
PROVE_SOMETHING = ("random-quotes", "straw-man", "rules")


@pytest.mark.parametrize("name", [*PROVE_NOTHING, *PROVE_LITTLE, *PROVE_SOMETHING, "prepared"])
def test_what_agents_earn_on_six_written_cases(name, capsys):
    paid = earned(name)
    with capsys.disabled():
        sys.stdout.write(
            f"\n{name}: mean {fmean(paid):+.2f}, {min(paid):+.2f} to {max(paid):+.2f} "
            f"({len(paid)} trials)"
        )
    if name == "prepared":
        assert min(paid) >= 0.9
    elif name in PROVE_NOTHING:
        assert max(paid) <= -0.5
    elif name in PROVE_LITTLE:
        assert max(paid) <= 0
    else:
        assert fmean(paid) < 0


def test_saying_little_does_not_pay_more_than_an_honest_attempt():
    assert fmean(earned("two-of-one-exhibit")) <= fmean(earned("rules")) + 0.05
