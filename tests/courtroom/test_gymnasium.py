"""One seat under Gymnasium's checks: seeds, ends, other seats that misbehave."""

from random import Random

import pytest

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from courtroom.lantern import LANTERN, score_by_length  # noqa: E402
from voirdire.courtroom.gymnasium import CourtroomSeatEnv  # noqa: E402
from voirdire.courtroom.rewards import Rewards  # noqa: E402
from voirdire.courtroom.types import Action, Claim, Options  # noqa: E402
from voirdire.errors import EpisodeOverError, MalformedActionError  # noqa: E402


class Drawing:
    """Declines, objects and decides as its generator has it; `told` are the seats it played."""

    name = "drawing"

    def __init__(self, seed):
        self.draw = Random(seed)
        self.told = []

    def act(self, observation):
        self.told.append(observation.seat)
        legal = observation.legal_actions
        if "ballot" in legal or "deliver_verdict" in legal:
            kind = "ballot" if "ballot" in legal else "deliver_verdict"
            decision = observation.jury_decision or self.draw.choice(["guilty", "not guilty"])
            return Action(kind, decision=decision, probability=self.draw.random())
        if "rule_on_objection" in legal:
            return Action("rule_on_objection", ruling="sustained")
        if "object" in legal and self.draw.random() < 0.5:
            return Action("object", ground="relevance")
        return Action("decline")


class Breaching(Drawing):
    """Does what no seat of counsel may."""

    def act(self, observation):
        return Action("deliver_verdict", decision="guilty")


def seat_env(seat="prosecution", **given):
    return CourtroomSeatEnv(seat, file=LANTERN, **{"others": Drawing, **given})


def play(environment, seed, draw):
    """(sum of rewards, last step) of an episode of legal actions."""
    seen, _ = environment.reset(seed=seed)
    total, last = 0.0, None
    while last is None or not (last[2] or last[3]):
        legal = np.flatnonzero(seen["action_mask"])
        last = environment.step(int(draw.choice(legal)) if len(legal) else 0)
        seen = last[0]
        total += last[1]
    return total, last


def test_a_seat_in_another_spelling():
    assert seat_env("defense").seat == "defence"
    with pytest.raises(ValueError, match="no seat 'jury'"):
        seat_env("jury")


@pytest.mark.parametrize("seat", ["prosecution", "defence", "judge"])
def test_gymnasiums_own_check(seat):
    check_env(seat_env(seat), skip_render_check=True)


def test_a_made_environment_passes_too():
    environment = gymnasium.make(
        "voirdire.courtroom.gymnasium:voirdire/Courtroom-v1",
        seat="juror_2",
        file=LANTERN,
        others=Drawing,
        options=Options(jurors=2),
        render_mode="ansi",
    )
    check_env(environment.unwrapped)


def test_a_seed_fixes_the_episode():
    first, second = (play(seat_env(), 11, Random(5))[1] for _ in range(2))
    assert (first[0]["observation"] == second[0]["observation"]).all()
    assert first[1:] == second[1:]
    one, other = seat_env(), seat_env()
    play(one, 3, Random(1))
    play(one, 11, Random(5))
    play(other, 11, Random(5))
    assert one.trial.entries() == other.trial.entries()
    assert one.trial.seed != 11


def test_each_seat_but_ones_own_is_played_by_the_others():
    made = []

    def others(seed):
        made.append(Drawing(seed))
        return made[-1]

    environment = seat_env("defence", others=others)
    play(environment, 1, Random(1))
    assert len(made) == 1
    assert {"prosecution", "judge"} == set(made[0].told)
    play(environment, 1, Random(1))
    assert len(made) == 2


def test_the_judge_is_asked_for_rulings_and_the_verdict_only():
    environment = seat_env("judge")
    seen, info = environment.reset(seed=0)
    ranges = environment.menu.ranges
    assert info == {}
    while environment.trial.phase != "verdict":
        legal = set(np.flatnonzero(seen["action_mask"]))
        assert legal == set(ranges["rule_on_objection"])
        seen, *_ = environment.step(ranges["rule_on_objection"].start)
    assert set(np.flatnonzero(seen["action_mask"])) == set(ranges["deliver_verdict"])


@pytest.mark.parametrize("shaped", [False, True])
def test_the_rewards_of_an_episode_add_up_to_its_end(shaped):
    environment = seat_env(rewards=Rewards(score_by_length, shaped=shaped))
    total, last = play(environment, 4, Random(4))
    # Paid for length, less half of what order lacks by it; below 0, in parts of 2.5.
    length = len(environment.trial) / 200
    assert total == pytest.approx((length - 0.5 * (1 - length)) / 2.5)
    assert total == pytest.approx(-0.119)
    assert (last[1] == pytest.approx(total)) is not shaped
    assert last[2:4] == (True, False)


def test_breaches_of_ones_own_are_coded_and_end_in_the_least_reward():
    rewards = Rewards(score_by_length)
    environment = seat_env(options=Options(max_violations=2), rewards=rewards)
    environment.reset(seed=1)
    verdict = environment.menu.ranges["deliver_verdict"].start
    _, reward, terminated, truncated, info = environment.step(verdict)
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert info == {"result": "no_authority"}
    _, reward, terminated, truncated, info = environment.step(np.int64(verdict))
    assert (reward, terminated, truncated) == (-1.0, False, True)
    assert info == {
        "result": "no_authority",
        "verdict": None,
        "reason": "disqualified",
        "invalid": False,
    }
    with pytest.raises(EpisodeOverError):
        environment.step(0)
    with pytest.raises(MalformedActionError, match="not on the menu"):
        seat = seat_env()
        seat.reset(seed=1)
        seat.step(len(seat.menu))


def test_a_trial_that_another_seat_breaks_off_is_invalid_and_costs_nothing():
    environment = seat_env("defence", others=Breaching, rewards=Rewards(score_by_length))
    seen, _ = environment.reset(seed=1)
    # Over before the seat's first turn.
    assert not seen["action_mask"].any()
    _, reward, terminated, truncated, info = environment.step(0)
    assert (reward, terminated, truncated) == (0.0, False, True)
    assert info == {"verdict": None, "reason": "disqualified", "invalid": True}


def test_a_stray_exhibit_or_quotation_of_the_others_is_nothing_to_stumble_over():
    class Stray(Drawing):
        def act(self, observation):
            if observation.phase == "opening":
                claim = Claim("nothing", "nowhere", quotation="these words are in no exhibit")
                return Action("present_argument", exhibit="nowhere", claims=(claim,) * 3)
            return super().act(observation)

    environment = seat_env("defence", others=Stray)
    seen, _ = environment.reset(seed=1)
    layout = environment.menu.layout
    assert seen["observation"][layout.target : layout.statuses].sum() == 1
    play(environment, 1, Random(0))


def test_unknown_seats_are_refused():
    with pytest.raises(ValueError, match="juror_1"):
        seat_env("juror_1")


def test_the_transcript_is_shown_in_the_mode_ansi():
    environment = seat_env(render_mode="ansi")
    environment.reset(seed=1)
    environment.step(0)
    shown = environment.render().splitlines()
    assert shown[0].startswith("1. prosecution")
    assert shown[1].startswith("2. defence")
