import os
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from courtroom.agents.playing import WEIR, play
from voirdire.courtroom.actions import action_record
from voirdire.courtroom.agents import (
    Agent,
    PreparedAgent,
    RandomAgent,
    RandomQuoteAgent,
    RuleBasedAgent,
)
from voirdire.courtroom.agents.attacks import ATTACKS
from voirdire.courtroom.agents.orderly import within_bounds
from voirdire.courtroom.agents.registry import open_agent
from voirdire.courtroom.cases.load import dump_case, load_case
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.quoting import count_words, find_quotation
from voirdire.courtroom.types import (
    SIDES,
    Action,
    Bearing,
    CaseFile,
    Claim,
    Exhibit,
    Issue,
    Key,
    Options,
)

OPENERS: dict[str, Callable[[], Agent]] = {
    "random": lambda: RandomAgent(7),
    "random-quotes": lambda: RandomQuoteAgent(7),
    "rules": lambda: RuleBasedAgent(7),
    "prepared": lambda: PreparedAgent([WEIR], 7),
    **{name: lambda name=name: ATTACKS[name].open([WEIR]) for name in ATTACKS},
}


@pytest.fixture
def no_global_random(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> float:
        raise AssertionError("the global generator was drawn from")

    for name in ("random", "randint", "choice", "shuffle", "sample", "randrange", "uniform"):
        monkeypatch.setattr(random, name, refuse)


@pytest.mark.parametrize("name", OPENERS)
@pytest.mark.parametrize("jurors", [0, 3])
def test_one_object_plays_every_seat_in_order_and_twice_alike(
    name: str, jurors: int, no_global_random: None
) -> None:
    records = []
    for _ in range(2):
        agent = OPENERS[name]()
        trial = play(WEIR, agent, agent, agent, seed=3, jury=(agent,) * jurors)
        assert trial.ending and trial.ending.terminated
        assert {entry.code for entry in trial.entries()} == {"accepted"}
        records.append([action_record(entry.action) for entry in trial.entries()])

    assert records[0] == records[1]


@pytest.mark.parametrize("name", OPENERS)
def test_an_agent_remembers_nothing_of_other_trials(name: str) -> None:
    agent, fresh = OPENERS[name](), OPENERS[name]()
    play(WEIR, agent, agent, agent, seed=1)

    again = play(WEIR, agent, agent, agent, seed=2)

    assert again.entries() == play(WEIR, fresh, fresh, fresh, seed=2).entries()


@pytest.mark.parametrize("name", OPENERS)
def test_asymmetric_trials_are_played_in_order(name: str) -> None:
    agent = OPENERS[name]()

    trial = play(WEIR, agent, agent, agent, options=Options(mode="asymmetric"))

    assert {entry.code for entry in trial.entries()} == {"accepted"}


def test_random_agents_differ_by_seed() -> None:
    trials = [play(WEIR, *(RandomAgent(seed),) * 3, seed=0) for seed in (1, 2)]

    assert trials[0].entries() != trials[1].entries()


def test_random_quotations_are_true_and_within_bounds() -> None:
    contents = {each.id: each.content for each in WEIR.case.exhibits}
    seen = 0
    for seed in range(10):
        for entry in play(WEIR, *(RandomQuoteAgent(seed),) * 3, seed=seed).entries():
            for claim in entry.action.claims:
                seen += 1
                assert claim.quotation is not None
                assert 5 <= count_words(claim.quotation) <= 30
                assert find_quotation(claim.quotation, contents[claim.exhibit]) is not None

    assert seen > 100


def test_random_quotations_use_the_whole_budget() -> None:
    trial = play(WEIR, *(RandomQuoteAgent(1),) * 3)
    argued = [
        len(entry.action.claims)
        for entry in trial.entries()
        if entry.phase in ("rebuttal", "closing") and entry.seat != "judge"
    ]

    assert argued == [3] * 8


@pytest.mark.parametrize("name", OPENERS)
def test_who_is_not_on_turn_declines(name: str) -> None:
    trial = Trial(WEIR.case)

    assert OPENERS[name]().act(trial.observe("judge")).kind == "decline"


PLAYED = """
import hashlib
from voirdire.courtroom.agents import open_agent
from voirdire.courtroom.cases.load import find_case
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.run import run_trial
from voirdire.courtroom.types import Options

file, played = find_case("policy_011-hi"), hashlib.sha256()
for name in ("random", "random-quotes", "rules", "prepared", "exhibit-parrot", "straw-man"):
    agent = open_agent(name, seed=3, case_files=[file])
    trial = Trial(file.case, seed=1, options=Options(jurors=3))
    run_trial(trial, dict.fromkeys(trial.seats, agent))
    played.update(repr(trial.entries()).encode())
print(played.hexdigest())
"""


def test_other_processes_play_the_same_trials() -> None:
    played = {
        subprocess.run(
            [sys.executable, "-c", PLAYED],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        ).stdout
        for seed in ("1", "2", "3")
    }

    assert len(played) == 1
    assert len(played.pop().strip()) == 64


def immense() -> CaseFile:
    """As much as a case may hold in each of its parts, and words of a length that nobody writes.

    A quotation of thirty of the long words is longer than an action's text may be.
    """
    long_words = " ".join(f"{sign}{'x' * 1_900}" for sign in "abcdefghijklmnopqrstuvwxyzabcde")
    short = "The gate of the weir stood open in the morning and nobody had seen the miller there."
    exhibits = tuple(
        Exhibit(
            f"E{number}".ljust(100, "e"),
            "document",
            "Log of the weir " + "t" * (19_984 if number < 40 else 0),
            long_words if number < 20 else short,
            ("prosecution", "defence", "joint")[number % 3],
            admitted=number % 4 != 0,
        )
        for number in range(200)
    )
    issues = tuple(
        Issue(
            f"I{number}".ljust(100, "i"), f"Did the gate {number} stand open? ".ljust(20_000, "q")
        )
        for number in range(50)
    )
    bearings = tuple(
        Bearing(
            exhibits[n % 200].id, issues[n % 50].id, SIDES[n % 2], exhibits[n % 200].content[:90]
        )
        for n in range(500)
    )
    charge = "The miller opened the gate. ".ljust(20_000, "c")
    case = replace(WEIR.case, charge=charge, issues=issues, exhibits=exhibits)
    return CaseFile(case, Key("liable", bearings=bearings, planted=()))


IMMENSE = immense()


@pytest.mark.parametrize("name", OPENERS)
def test_an_agent_keeps_to_the_bounds_of_an_action_in_an_immense_case(
    name: str, tmp_path: Path
) -> None:
    path = tmp_path / "immense.json"
    path.write_text(dump_case(IMMENSE), "utf-8")
    file = load_case(path)
    agent = open_agent(name, seed=7, case_files=[file])
    options = Options(jurors=1, evidence_turns=6, rebuttal_turns=2, max_steps=60)
    # An action with a text that is too long would end it with an error.
    trial = play(file, agent, agent, agent, jury=(agent,), options=options)
    assert trial.ending is not None
    assert {entry.phase for entry in trial.entries()} >= {"opening", "evidence"}


def test_a_speech_is_cut_and_a_claim_that_is_too_long_left_out() -> None:
    short, long = Claim("I1", "E1", "q" * 20_000), Claim("I1", "E1", "q" * 20_001)
    kept = within_bounds(Action("present_argument", "t" * 20_001, claims=(long, short)))
    assert kept == Action("present_argument", "t" * 20_000, claims=(short,))
