"""Which trials a tournament has, and what they come to: means over cases, breaches apart."""

import io
from dataclasses import replace

import pytest

from courtroom.lantern import LANTERN
from voirdire.cli.trial_text import write_summary
from voirdire.courtroom.agents import RuleBasedAgent
from voirdire.courtroom.agents.orderly import Verdict
from voirdire.courtroom.bench.report import report_markdown, report_tournament
from voirdire.courtroom.bench.standings import Rated, rank_agents
from voirdire.courtroom.bench.tournament import Match, plan_matches, play_matches
from voirdire.courtroom.scoring.types import MetricScore
from voirdire.courtroom.tried import try_case
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


def test_a_trial_cut_short_for_a_breach_rates_who_broke_the_rules_alone(played):
    report = report_tournament(played, {})
    assert (report.trials, dict(report.invalid)) == (8, {"unruly": 4})
    rated = {(each.agent, each.metric): each for each in report.standings}
    # All that is left of the other are its two trials as the judge.
    other = rated["rules", "protocol_adherence"]
    assert (other.n, other.left_out, other.mean.value) == (2, 0, 1.0)
    assert ("rules", "evidence_use") not in rated
    # Four times nothing as counsel, and two trials as the judge without a fault.
    unruly = rated["unruly", "protocol_adherence"]
    assert (unruly.n, unruly.left_out, unruly.mean.value) == (6, 0, pytest.approx(2 / 6))
    # It proved nothing of the two passages of its side: 0, where it may not hide.
    proved = rated["unruly", "evidence_use"]
    assert (proved.n, proved.left_out, proved.mean.value) == (4, 0, 0.0)
    assert sorted(report.verdicts) == ["rules", "unruly"]


class Evasive(Named):
    """Judges the one case that it knows, rightly, and breaks off every other."""

    def act(self, observation):
        if observation.case_id == "lantern":
            return super().act(observation)
        return Action("present_argument", "I do not know.")

    def decide(self, observation):
        return Verdict("not guilty", 0.0, "")


def test_a_judge_that_breaks_off_the_cases_it_does_not_know_is_wrong_in_them():
    case_ids = ["lantern", "lantern_2", "lantern_3", "lantern_4"]
    files = {each: replace(LANTERN, case=replace(LANTERN.case, id=each)) for each in case_ids}
    agents = {"evasive": Evasive("evasive"), "rules": Named("rules")}
    matches = [
        Match(each, {"prosecution": "rules", "defence": "rules", "judge": "evasive"}, ("judge",))
        for each in case_ids
    ]
    report = report_tournament(play_matches(matches, files, agents), {})
    assert dict(report.invalid) == {"evasive": 3}
    rated = {each.metric: each for each in report.standings}
    accuracy = rated["verdict_accuracy"]
    assert (accuracy.n, accuracy.left_out, accuracy.floor) == (4, 0, 0.5)
    assert accuracy.mean.value == pytest.approx(0.25)
    verdicts = report.verdicts["evasive"]
    assert (verdicts.n, verdicts.undecided) == (4, 3)
    assert verdicts.recalls["defence"][:2] == (1, 4)


def test_a_judge_of_others_that_breaks_off_rates_nobody():
    agents = {"evasive": Evasive("evasive"), "rules": Named("rules")}
    file = replace(LANTERN, case=replace(LANTERN.case, id="lantern_2"))
    match = Match(
        "lantern_2",
        {"prosecution": "rules", "defence": "rules", "judge": "evasive"},
        ("prosecution", "defence"),
    )
    report = report_tournament(play_matches([match], {"lantern_2": file}, agents), {})
    assert (report.trials, report.standings, dict(report.invalid)) == (1, (), {"evasive": 1})


def test_the_summary_of_a_run_rates_who_broke_the_rules_alone(monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    judge, counsel = Evasive("evasive"), Named("rules")
    seats = {"prosecution": counsel, "defence": counsel, "judge": judge}
    other = replace(LANTERN, case=replace(LANTERN.case, id="lantern_2"))
    written = io.StringIO()
    write_summary(written, [try_case(file, seats) for file in (LANTERN, other)])
    lines = written.getvalue().splitlines()
    assert lines[0] == "2 trials, 1 cut short for a breach and left out for the other seats"
    cells = [[cell.strip() for cell in line.split("│")[1:-1]] for line in lines if "│" in line]
    rows = {(row[0], row[1]): row for row in cells}
    # Right and broken off: half, of two trials; counsel have the one that was whole.
    assert rows["judge", "verdict accuracy"][2][:4] == "0.50"
    assert rows["judge", "verdict accuracy"][4:] == ["2", "0"]
    assert rows["prosecution", "protocol adherence"][4:] == ["1", "0"]


def test_the_markdown_has_a_row_an_agent_and_says_who_broke_the_rules(played):
    text = report_markdown(report_tournament(played, {}))
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert [row.split(" | ")[0] for row in rows] == [
        "| agent", "| unruly", "| rules", "| judge, or baseline without a trial",
        "| rules", "| unruly",
    ]  # fmt: skip
    assert (
        "unruly: 4 trials cut short for a breach of its own, left out for the other seats." in text
    )


def test_who_only_judges_has_no_row_among_the_advocates():
    agents = {name: Named(name) for name in ("always-guilty", "rules")}
    matches = plan_matches(list(agents), ["lantern"], counsel="rules", judge="rules")
    trials = play_matches(matches, {"lantern": LANTERN}, agents)
    rows = [line for line in report_markdown(report_tournament(trials, {})).splitlines() if line]
    assert [row.split(" | ")[0] for row in rows if row.startswith("| ")] == [
        "| agent", "| rules", "| judge, or baseline without a trial",
        "| always-guilty", "| rules",
    ]  # fmt: skip
