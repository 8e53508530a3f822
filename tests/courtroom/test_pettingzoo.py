"""The AEC environment: PettingZoo's own tests, ends, dead steps, copies, nothing of the key."""

import json
from random import Random

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test  # noqa: E402

from courtroom.lantern import LANTERN, score_by_length  # noqa: E402
from voirdire.courtroom.agents.rule_based import RuleBasedAgent  # noqa: E402
from voirdire.courtroom.menu import MenuView  # noqa: E402
from voirdire.courtroom.pettingzoo import env, raw_env  # noqa: E402
from voirdire.courtroom.rewards import Rewards  # noqa: E402
from voirdire.courtroom.types import Action, Claim, Options  # noqa: E402
from voirdire.errors import MalformedActionError  # noqa: E402

JURY = Options(jurors=3, jury_rule="majority", deliberation_rounds=2)
OPTIONS = {
    "bench": Options(),
    "jury": JURY,
    "asymmetric": Options(mode="asymmetric", evidence_turns=6),
    "step limit": Options(max_steps=9),
}
# PettingZoo advises arrays and names like "player_0"; a seat of a trial has a name of its own,
# and a seat that is not on turn has nothing to choose.
ADVICE = [
    "ignore:Observation space for each agent probably",
    "ignore:We recommend agents to be named",
    "ignore:Action mask numpy array is all zeros",
    "ignore:Observation is not a NumPy array",
    "ignore:Observation numpy array is all zeros",
]
advised = [pytest.mark.filterwarnings(each) for each in ADVICE]


def with_advice(test):
    for mark in advised:
        test = mark(test)
    return test


def number_of(environment, action):
    return environment.unwrapped.menu.choices.index(action)


def play(environment, draw, masked=True):
    """Every seat draws from what is legal; the numbers that it drew."""
    drawn = []
    for seat in environment.agent_iter():
        observation, _, terminated, truncated, _ = environment.last()
        if terminated or truncated:
            environment.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        number = (
            int(draw.choice(legal)) if masked else draw.randrange(len(environment.unwrapped.menu))
        )
        drawn.append((seat, number))
        environment.step(number)
    return drawn


@with_advice
@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_pettingzoos_own_test_of_the_interface(options):
    api_test(env(file=LANTERN, options=options), num_cycles=200)


@with_advice
@pytest.mark.parametrize("shaped", [False, True])
def test_the_interface_with_rewards(shaped):
    rewards = Rewards(score_by_length, shaped=shaped)
    api_test(env(file=LANTERN, rewards=rewards, render_mode="ansi"), num_cycles=200)


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_pettingzoos_own_test_of_seeds(options):
    seed_test(lambda: env(file=LANTERN, options=options), num_cycles=100)


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_the_mask_is_what_the_engine_accepts(options):
    environment = raw_env(file=LANTERN, options=options)
    draw = Random(3)
    for seed in range(6):
        environment.reset(seed=seed)
        while environment.trial.ending is None:
            seat = environment.agent_selection
            mask = environment.observe(seat)["action_mask"]
            actions = [entry.action for entry in environment.trial.entries()]
            for number in draw.sample(range(len(environment.menu)), 12):
                again = type(environment.trial).replay(
                    LANTERN.case, actions, seed=seed, options=options
                )
                action = MenuView(environment.menu, again).action(number, seat)
                assert (again.apply(action).code == "accepted") == mask[number]
            for other in environment.agents:
                assert other == seat or not environment.observe(other)["action_mask"].any()
            environment.step(int(draw.choice(np.flatnonzero(mask))))


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_what_was_followed_is_what_a_new_view_sees(options):
    environment = raw_env(file=LANTERN, options=options)
    draw = Random(4)
    for seed in range(10):
        environment.reset(seed=seed)
        for number in range(200):
            if environment.trial.ending:
                break
            mask = environment.observe(environment.agent_selection)["action_mask"]
            environment.step(int(draw.choice(np.flatnonzero(mask))))
            new = MenuView(environment.menu, environment.trial)
            for seat in environment.trial.seats:
                seen = environment.observe(seat)
                assert (seen["observation"] == new.vector(seat)).all(), number
                assert (seen["action_mask"] == new.mask(seat)).all()


def test_a_verdict_ends_it_for_every_seat_in_that_step():
    environment = env(file=LANTERN)
    environment.reset(seed=1)
    decline = number_of(environment, Action("decline"))
    verdict = number_of(
        environment, Action("deliver_verdict", decision="not guilty", probability=0.2)
    )
    for _ in range(8):
        environment.step(decline)
    assert environment.agent_selection == "judge"
    environment.step(verdict)
    assert environment.terminations == {"prosecution": True, "defence": True, "judge": True}
    assert environment.truncations == {"prosecution": False, "defence": False, "judge": False}
    assert environment.infos["judge"] == {
        "result": "accepted",
        "verdict": "not guilty",
        "reason": None,
        "invalid": False,
    }
    with pytest.raises(ValueError, match="None"):
        environment.unwrapped.step(decline)
    dead = []
    for seat in environment.agent_iter():
        dead.append(seat)
        environment.step(None)
    assert dead == ["prosecution", "defence", "judge"]
    assert environment.agents == []


def test_the_step_limit_truncates_in_that_step():
    environment = raw_env(file=LANTERN, options=Options(max_steps=2))
    environment.reset(seed=1)
    environment.step(0)
    assert not any(environment.truncations.values())
    environment.step(0)
    assert environment.truncations == {"prosecution": True, "defence": True, "judge": True}
    assert environment.infos["defence"]["reason"] == "step_limit"
    assert not environment.infos["judge"]["invalid"]


def test_a_seat_out_of_order_is_recorded_and_at_last_disqualified():
    rewards = Rewards(score_by_length)
    environment = raw_env(file=LANTERN, options=Options(max_violations=2), rewards=rewards)
    environment.reset(seed=1)
    sustain = number_of(environment, Action("rule_on_objection", ruling="sustained"))
    environment.step(sustain)
    assert environment.agent_selection == "prosecution"
    assert environment.infos["prosecution"] == {"result": "no_authority"}
    environment.step(sustain)
    assert environment.truncations["judge"]
    assert environment.rewards == {"prosecution": -1.0, "defence": 0.0, "judge": 0.0}
    assert not environment.infos["prosecution"]["invalid"]
    assert environment.infos["defence"]["invalid"]


def test_none_and_a_number_off_the_menu_are_refused_and_change_nothing():
    environment = raw_env(file=LANTERN)
    environment.reset(seed=1)
    for number in (-1, len(environment.menu)):
        with pytest.raises(MalformedActionError, match="not on the menu"):
            environment.step(number)
    with pytest.raises(ValueError, match="None is for seats"):
        environment.step(None)
    assert len(environment.trial) == 0


def test_whoever_speaks_in_words_gives_an_action_in_place_of_a_number():
    environment = raw_env(file=LANTERN)
    environment.reset(seed=1)
    claim = {"issue": "cause", "exhibit": "letter", "quotation": "the tank was nearly empty"}
    environment.step({"kind": "present_argument", "text": "§ 4: “दीपक”", "claims": [claim]})
    environment.step(Action("decline", seat="judge"))
    first, second = environment.trial.entries()
    assert (first.action.text, first.seat, first.code) == ("§ 4: “दीपक”", "prosecution", "accepted")
    # It is the seat on turn that acts, whatever the action says.
    assert (second.seat, second.code) == ("defence", "accepted")
    for wrong in ({"kind": "shout"}, "not JSON", Action("decline", text="\0")):
        with pytest.raises(MalformedActionError):
            environment.step(wrong)
    assert len(environment.trial) == 2


def test_an_agent_of_the_package_plays_every_seat():
    environment = raw_env(file=LANTERN, options=JURY, rewards=Rewards(score_by_length))
    environment.reset(seed=4)
    agent = RuleBasedAgent()
    for seat in environment.agent_iter():
        _, reward, terminated, truncated, _ = environment.last(observe=False)
        if not (terminated or truncated):
            environment.step(agent.act(environment.trial.observe(seat)))
            continue
        assert -1 <= reward <= 1
        environment.step(None)
    assert environment.trial.ending.terminated


def test_observations_are_copies_and_spaces_are_not():
    environment = raw_env(file=LANTERN)
    environment.reset(seed=1)
    seen = environment.observe("prosecution")
    seen["observation"][:] = 9
    seen["action_mask"][:] = 9
    again = environment.observe("prosecution")
    assert again["observation"].max() == 1
    assert again["action_mask"].max() == 1
    for seat in environment.possible_agents:
        assert environment.observation_space(seat) is environment.observation_space(seat)
        assert environment.action_space(seat) is environment.action_space(seat)
    assert environment.observation_space("judge") is not environment.observation_space("defence")


def test_reset_is_equal_to_a_new_environment():
    used = env(file=LANTERN, options=JURY)
    used.reset(seed=5)
    play(used, Random(1), masked=False)
    used.reset(seed=6)
    new = env(file=LANTERN, options=JURY)
    new.reset(seed=6)
    assert play(used, Random(2)) == play(new, Random(2))
    assert used.unwrapped.trial.entries() == new.unwrapped.trial.entries()


def test_the_menu_reads_nothing_of_the_key_and_is_the_same_for_every_seed():
    one, other = raw_env(file=LANTERN), raw_env(file=LANTERN)
    other.reset(seed=77)
    assert one.menu.choices == other.menu.choices
    infos = []
    play_through = env(file=LANTERN)
    play_through.reset(seed=3)
    draw = Random(3)
    while play_through.unwrapped.trial.ending is None:
        observation, _, _, _, info = play_through.last()
        infos.append(info)
        play_through.step(int(draw.choice(np.flatnonzero(observation["action_mask"]))))
    assert all(info.keys() <= {"result"} for info in infos)
    assert "tank was empty" not in json.dumps(infos)


def test_a_hidden_exhibit_is_neither_seen_nor_quoted():
    options = Options(mode="asymmetric")
    environment = raw_env(file=LANTERN, options=options)
    environment.reset(seed=2)
    menu, layout = environment.menu, environment.menu.layout
    quote = next(
        number
        for number in menu.ranges["present_argument"]
        if menu.choices[number].claims[0].exhibit == "letter"
    )
    seen = environment.observe("prosecution")
    # The letter, the second exhibit, is the defence's and not disclosed.
    letter = slice(layout.statuses + 3, layout.statuses + 6)
    assert seen["observation"][letter].tolist() == [0, 0, 0]
    assert environment.observe("defence")["observation"][letter].tolist() == [1, 0, 0]
    assert not seen["action_mask"][quote]
    environment.step(quote)
    recorded = environment.trial.entries()[-1]
    assert recorded.code == "wrong_phase"
    assert "Ortiz" not in str(recorded)


def test_in_rebuttal_a_claim_answers_the_oldest_open_one_on_its_issue():
    environment = raw_env(file=LANTERN)
    environment.reset(seed=2)
    log, letter = (
        next(
            number
            for number, action in enumerate(environment.menu.choices)
            if action.claims and action.claims[0] == Claim("cause", exhibit, quotation)
        )
        for exhibit, quotation in (
            ("log", "The lamp burned low and was out before midnight"),
            ("letter", "Señor Ortiz wrote twice that the tank was nearly empty"),
        )
    )
    environment.step(log)
    for _ in range(3):
        environment.step(0)
    assert environment.trial.phase == "rebuttal"
    for _ in range(2):
        environment.step(letter)
        environment.step(0)
    targets = [
        each.action.claims[0].target for each in environment.trial.entries() if each.action.claims
    ]
    assert targets == [None, "1.1", None]


def test_the_transcript_is_shown_in_the_mode_ansi():
    environment = env(file=LANTERN, render_mode="ansi")
    environment.reset(seed=1)
    environment.step(0)
    environment.step(number_of(environment, Action("submit_evidence", exhibit="plea")))
    first, second, *_ = environment.render().splitlines()
    assert first.startswith("1. prosecution")
    assert second.startswith("2. defence")
    assert second.endswith("plea")
    assert raw_env(file=LANTERN).render() is None
