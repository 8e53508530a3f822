"""The gate: on the 24 written cases no attack pays, and competent counsel stands well above it.

Each agent plays one seat at a time against prepared counsel and a prepared judge; counsel plays
both sides. Not applicable counts as the floor here and nowhere else. Every figure is printed
with the number of cases and the 95% interval over cases.
"""

import sys
from functools import cache

import pytest

from courtroom.agents.playing import WEIR, play
from voirdire.courtroom.agents import RuleBasedAgent
from voirdire.courtroom.bench.gate import AboveFloor, attacked_metrics, measure_above_floor
from voirdire.courtroom.cases.load import find_case, written_cases
from voirdire.courtroom.floors import floors_for
from voirdire.courtroom.scoring.types import METRICS, Metric
from voirdire.courtroom.types import CaseFile, Key, Options


@cache
def cases() -> tuple[CaseFile, ...]:
    files = [find_case(each) for each in written_cases()]
    return tuple(each for each in files if each.case.language == "en")


@cache
def measure(name: str) -> dict[Metric, AboveFloor]:
    return measure_above_floor(name, cases())


def say_above(name: str, metric: Metric, capsys: pytest.CaptureFixture[str]) -> float:
    """The mean over cases of what an agent has above the floor, printed with its interval."""
    found = measure(name)[metric]
    above = found.above
    assert above.value is not None and found.cases == 24
    bounds = "no spread" if above.low is None else f"{above.low:+.3f} to {above.high:+.3f}"
    with capsys.disabled():
        sys.stdout.write(
            f"\n{name}, {metric}: floor {found.floor:.3f}, above it {above.value:+.3f} "
            f"({bounds}; n {found.cases} cases)"
        )
    return above.value


def test_there_are_24_cases_decided_both_ways() -> None:
    decided = [each.key.decision == each.case.decisions.for_prosecution for each in cases()]

    assert (len(decided), sum(decided)) == (24, 12)


@pytest.mark.parametrize(("name", "metric"), attacked_metrics())
def test_no_attack_pays(name: str, metric: Metric, capsys: pytest.CaptureFixture[str]) -> None:
    assert say_above(name, metric, capsys) <= 0.05


def test_every_attack_of_the_twelve_attacks_something() -> None:
    assert len({name for name, _ in attacked_metrics()}) == 12


@pytest.mark.parametrize("metric", METRICS)
def test_competent_counsel_stands_above_every_floor(
    metric: Metric, capsys: pytest.CaptureFixture[str]
) -> None:
    assert say_above("prepared", metric, capsys) >= 0.20


@pytest.mark.parametrize("metric", ["evidence_use", "rebuttal"])
def test_another_parrot_gets_what_the_floor_says(
    metric: Metric, capsys: pytest.CaptureFixture[str]
) -> None:
    assert abs(say_above("random-quotes", metric, capsys)) <= 0.05


def test_floors_of_each_side() -> None:
    floors = floors_for(cases()[0], Options(jurors=2), games=4)

    assert {seat: sorted(each) for seat, each in floors.items()} == {
        "prosecution": ["evidence_use", "protocol_adherence", "rebuttal"],
        "defence": ["evidence_use", "protocol_adherence", "rebuttal"],
    }
    assert floors["defence"]["protocol_adherence"] == 0.0
    assert 0 < floors["defence"]["rebuttal"] < 1
    assert 0 < floors["defence"]["evidence_use"] < 1


def test_a_metric_that_never_applies_has_no_floor() -> None:
    # One claim can be answered in this case, and two are needed.
    assert "rebuttal" not in floors_for(WEIR, games=2)["prosecution"]


def test_floors_without_an_issue_map_are_played_by_nobody() -> None:
    imported = CaseFile(WEIR.case, Key(decision="liable", reasons=()))

    assert floors_for(imported)["prosecution"] == {"protocol_adherence": 0.0}


def test_floors_are_the_same_for_an_equal_case_and_other_for_other_options() -> None:
    again = CaseFile(WEIR.case, WEIR.key, {"year": "1900"})

    assert floors_for(again, games=2) is floors_for(WEIR, games=2)
    assert floors_for(WEIR, Options(rebuttal_turns=0), games=2) != floors_for(WEIR, games=2)


def test_rules_play_the_written_cases_to_a_verdict() -> None:
    rules = RuleBasedAgent()
    for file in cases():
        trial = play(file, rules, rules, rules)
        assert trial.ending and trial.ending.terminated
        assert {entry.code for entry in trial.entries()} == {"accepted"}
