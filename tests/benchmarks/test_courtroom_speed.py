"""What the speed of the courtroom is measured on: as many steps on both sides, none refused."""

import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from benchmarks import courtroom_speed
from voirdire.courtroom.cases.load import written_case
from voirdire.courtroom.pettingzoo import raw_env


def test_the_script_is_a_trial_of_250_steps_in_order_up_to_its_rebuttal():
    script = courtroom_speed._script(courtroom_speed._OPTIONS, seed=1)
    assert len(script) == 250
    court = raw_env(file=written_case("theft_011"), options=courtroom_speed._OPTIONS)
    court.reset(seed=9)
    for number in script:
        court.step(number)
    entries = court.trial.entries()
    assert {each.code for each in entries} == {"accepted"}
    assert {each.phase for each in entries} == {"opening", "evidence", "rebuttal"}
    assert {"object", "rule_on_objection", "submit_evidence", "present_argument"} <= {
        each.action.kind for each in entries
    }


def test_the_empty_environment_takes_as_many_steps_and_ends():
    empty = OrderEnforcingWrapper(courtroom_speed._Empty())
    taken = []
    empty.reset(seed=1)
    for seat in empty.agent_iter():
        _, _, terminated, truncated, _ = empty.last()
        taken.append(seat if not truncated else None)
        empty.step(None if terminated or truncated else 0)
    assert len(taken) == 253
    assert taken[-3:] == [None, None, None]
    assert taken[:4] == ["prosecution", "defence", "judge", "prosecution"]
