"""Which trials a tournament has, and what they come to: means over cases, breaches apart."""

from dataclasses import replace

import pytest

from courtroom.lantern import LANTERN
from voirdire.courtroom.agents import RuleBasedAgent
from voirdire.courtroom.bench.report import report_markdown, report_tournament
from voirdire.courtroom.bench.standings import Rated, rank_agents
from voirdire.courtroom.bench.tournament import plan_matches, play_matches
from voirdire.courtroom.scoring.types import MetricScore
from voirdire.courtroom.types import Action


class Named(RuleBasedAgent):
    def __init__(self, name):
        super().__init__()
        self.name = name


class Unruly(Named):
    """Breaks the rules whenever it is to speak."""

    def act(self, observation):
        if observation.role == "judge":
            return super().act(observation)
        return Action("deliver_verdict", decision="guilty")


def test_every_pair_meets_twice_on_every_case_and_everybody_judges():
    matches = plan_matches(["a", "b", "c"], ["k1", "k2"], counsel="p", judge="j")
    seats = [tuple(each.agents.values()) for each in matches if each.case_id == "k1"]
    assert seats == [
        ("a", "b", "j"), ("a", "c", "j"), ("b", "a", "j"),
        ("b", "c", "j"), ("c", "a", "j"), ("c", "b", "j"),
        ("p", "p", "a"), ("p", "p", "b"), ("p", "p", "c"),
    ]  # fmt: skip
    assert len(matches) == 18
    assert [each.rated for each in matches[:9]] == [("prosecution", "defence")] * 6 + [
        ("judge",)
    ] * 3
    assert len({each.path for each in matches}) == 18


def test_an_attack_sits_only_where_its_metrics_are():
    names = ["rules", "echo-rebuttal", "always-guilty", "x:model"]
    seats = [
        tuple(each.agents.values()) for each in plan_matches(names, ["k"], counsel="p", judge="j")
    ]
    assert seats == [
        ("rules", "echo-rebuttal", "j"), ("rules", "x:model", "j"),
        ("echo-rebuttal", "rules", "j"), ("echo-rebuttal", "x:model", "j"),
        ("x:model", "rules", "j"), ("x:model", "echo-rebuttal", "j"),
        ("p", "p", "rules"), ("p", "p", "always-guilty"), ("p", "p", "x:model"),
    ]  # fmt: skip


def test_names_with_signs_of_paths_stay_in_the_folder():
    matches = plan_matches(["x:a/b", "x:a:b"], ["k"], counsel="../p", judge="j")
    paths = [each.path for each in matches]
    assert not any("/" in path or ":" in path for path in paths)
    assert len(set(paths)) == 4


def scored(value, floor=0.2):
    return {"rebuttal": MetricScore("rebuttal", value, floor, 1, "")}


def test_a_mean_is_over_the_trials_in_which_the_metric_applies():
    rated = [
        Rated("a", "k1", scored(0.2)),
        Rated("a", "k1", scored(0.4)),
        Rated("a", "k2", scored(0.9, 0.5)),
        Rated("a", "k3", scored(None)),
        Rated("b", "k1", scored(None)),
    ]
    first, second = rank_agents(rated)
    assert (first.agent, first.n, first.cases, first.left_out) == ("a", 3, 2, 1)
    # (0.2 + 0.4 + 0.9) / 3, and the floors of the same trials: (0.2 + 0.2 + 0.5) / 3.
    assert (first.mean.value, first.floor) == (pytest.approx(0.5), pytest.approx(0.3))
    assert first.mean.low <= 0.5 <= first.mean.high
    assert (second.mean.value, second.floor, second.n, second.left_out) == (None, None, 0, 1)


@pytest.fixture(scope="module")
def played():
    other = replace(LANTERN, case=replace(LANTERN.case, id="lantern_2"))
    files = {"lantern": LANTERN, "lantern_2": other}
    agents = {"rules": Named("rules"), "unruly": Unruly("unruly")}
    matches = plan_matches(list(agents), list(files), counsel="rules", judge="rules")
    told = []
    trials = list(play_matches(matches, files, agents, progress=lambda *each: told.append(each)))
    assert told == [(number, 8) for number in range(1, 9)]
    return trials


def test_a_trial_cut_short_for_a_breach_rates_nobody(played):
    report = report_tournament(played, {})
    assert (report.trials, dict(report.invalid)) == (8, {"unruly": 4})
    rated = {each.agent: each for each in report.standings if each.metric == "protocol_adherence"}
    # All that is left of either agent are its two trials as the judge.
    assert (rated["rules"].n, rated["unruly"].n) == (2, 2)
    assert not any(each.metric == "evidence_use" for each in report.standings)
    assert sorted(report.verdicts) == ["rules", "unruly"]


def test_the_markdown_has_a_row_an_agent_and_says_who_broke_the_rules(played):
    text = report_markdown(report_tournament(played, {}))
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert [row.split(" | ")[0] for row in rows] == [
        "| agent", "| rules", "| unruly", "| judge, or baseline without a trial",
        "| rules", "| unruly",
    ]  # fmt: skip
    assert "unruly: 4 trials cut short for a breach of its own, left out." in text


def test_who_only_judges_has_no_row_among_the_advocates():
    agents = {name: Named(name) for name in ("always-guilty", "rules")}
    matches = plan_matches(list(agents), ["lantern"], counsel="rules", judge="rules")
    trials = play_matches(matches, {"lantern": LANTERN}, agents)
    rows = [line for line in report_markdown(report_tournament(trials, {})).splitlines() if line]
    assert [row.split(" | ")[0] for row in rows if row.startswith("| ")] == [
        "| agent", "| rules", "| judge, or baseline without a trial",
        "| always-guilty", "| rules",
    ]  # fmt: skip
