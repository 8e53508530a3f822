"""The gate: on the 24 written cases no attack pays, and competent counsel stands well above it.

Each agent plays one seat at a time against prepared counsel and a prepared judge; counsel plays
both sides. Not applicable counts as the floor here and nowhere else. Every figure is printed
with the number of cases and the 95% interval over cases.
"""

import sys
from functools import cache
from statistics import fmean

import pytest

from courtroom.agents.playing import WEIR, play
from voirdire.courtroom.agents import PreparedAgent, RuleBasedAgent, open_agent
from voirdire.courtroom.agents.attacks import ATTACKS
from voirdire.courtroom.cases.load import find_case, written_cases
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.floors import floors_for
from voirdire.courtroom.run import run_trial
from voirdire.courtroom.scoring.trial import score_trial
from voirdire.courtroom.scoring.types import METRICS, METRICS_OF, Metric
from voirdire.courtroom.types import CaseFile, Key, Options
from voirdire.scoring.bootstrap import percentile_interval, resample_clusters

SIDES = ("prosecution", "defence")
MOST_OF_AN_ATTACK = 0.05
LEAST_OF_COUNSEL = 0.20
# Where the floor is not applicable, a number is needed here.
NOT_APPLICABLE = 0.0


@cache
def cases() -> tuple[CaseFile, ...]:
    files = [find_case(each) for each in written_cases()]
    return tuple(each for each in files if each.case.language == "en")


@cache
def play_all(name: str, seats: tuple[str, ...]) -> list[dict[tuple[str, Metric], float]]:
    """By case, what an agent scored above the floor in each seat and metric."""
    prepared = PreparedAgent(cases())
    agent = open_agent(name, seed=5, case_files=cases())
    found = []
    for file in cases():
        floors = floors_for(file)
        above: dict[tuple[str, Metric], float] = {}
        for seat in seats:
            trial = Trial(file.case, seed=11)
            agents = dict.fromkeys((*SIDES, "judge"), prepared) | {seat: agent}
            run_trial(trial, agents)
            scores = score_trial(file, trial, floors)[seat]
            for metric in METRICS_OF[trial.roles[seat]]:
                value = scores[metric].value
                floor = floors[seat].get(metric, NOT_APPLICABLE)
                above[seat, metric] = 0.0 if value is None else value - floor
        found.append(above)
    return found


def say_above(
    name: str, seats: tuple[str, ...], metric: Metric, capsys: pytest.CaptureFixture[str]
) -> float:
    """The mean over cases of what an agent has above the floor, printed with its interval."""
    clusters = [
        (sum(above[seat, metric] for seat in seats), len(seats)) for above in play_all(name, seats)
    ]
    interval = percentile_interval(resample_clusters(clusters), lambda c: c[0] / c[1])
    assert interval.value is not None
    floors = [floors_for(each)[s].get(metric, NOT_APPLICABLE) for each in cases() for s in seats]
    bounds = "no spread" if interval.low is None else f"{interval.low:+.3f} to {interval.high:+.3f}"
    with capsys.disabled():
        sys.stdout.write(
            f"\n{name}, {metric}: floor {fmean(floors):.3f}, above it {interval.value:+.3f} "
            f"({bounds}; n {len(clusters)} cases)"
        )
    return interval.value


def test_there_are_24_cases_decided_both_ways() -> None:
    decided = [each.key.decision == each.case.decisions.for_prosecution for each in cases()]

    assert (len(decided), sum(decided)) == (24, 12)


@pytest.mark.parametrize(
    ("name", "metric"), [(name, metric) for name, a in ATTACKS.items() for metric in a.metrics]
)
def test_no_attack_pays(name: str, metric: Metric, capsys: pytest.CaptureFixture[str]) -> None:
    above = say_above(name, ATTACKS[name].seats, metric, capsys)

    assert above <= MOST_OF_AN_ATTACK


@pytest.mark.parametrize("metric", METRICS)
def test_competent_counsel_stands_above_every_floor(
    metric: Metric, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = ("judge",) if metric == "verdict_accuracy" else SIDES

    assert say_above("prepared", seats, metric, capsys) >= LEAST_OF_COUNSEL


@pytest.mark.parametrize("metric", ["evidence_use", "rebuttal"])
def test_another_parrot_gets_what_the_floor_says(
    metric: Metric, capsys: pytest.CaptureFixture[str]
) -> None:
    assert abs(say_above("random-quotes", SIDES, metric, capsys)) <= MOST_OF_AN_ATTACK


def test_floors_of_every_seat() -> None:
    floors = floors_for(cases()[0], Options(jurors=2), games=4)

    assert {seat: sorted(each) for seat, each in floors.items()} == {
        "prosecution": ["evidence_use", "protocol_adherence", "rebuttal"],
        "defence": ["evidence_use", "protocol_adherence", "rebuttal"],
        "judge": ["verdict_accuracy"],
        "juror_1": ["verdict_accuracy"],
        "juror_2": ["verdict_accuracy"],
    }
    assert floors["juror_2"] == {"verdict_accuracy": 0.5}
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
