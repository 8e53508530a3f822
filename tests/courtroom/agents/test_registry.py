import pytest

from courtroom.agents.playing import WEIR
from voirdire.courtroom.agents import open_agent
from voirdire.courtroom.agents.attacks import ATTACKS
from voirdire.errors import UnknownAgentError

TWELVE = (
    "id-dump exhibit-parrot template echo-rebuttal silent frivolous-objector padder always-guilty "
    "injector straw-man base-rate year-only"
).split()


@pytest.mark.parametrize("name", ["random", "random-quotes", "rules", "prepared", *TWELVE])
def test_every_scripted_agent_opens_by_its_name(name: str) -> None:
    assert open_agent(name, seed=1, case_files=[WEIR]).name == name


def test_the_attacks_are_the_twelve() -> None:
    assert list(ATTACKS) == TWELVE


@pytest.mark.parametrize("name", ["nobody", "human", "scripted:x", "plan:nobody", ""])
def test_an_unknown_name_says_in_one_line_what_there_is(name: str) -> None:
    with pytest.raises(UnknownAgentError) as caught:
        open_agent(name)

    said = str(caught.value)
    assert said.startswith(f"no agent {name!r}; there are random, random-quotes, rules, prepared,")
    assert "\n" not in said
