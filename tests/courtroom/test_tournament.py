"""Which trials a tournament has, and what they come to: means over cases, breaches apart."""

import io
import re
from dataclasses import replace

import pytest

from courtroom.lantern import LANTERN
from voirdire.cli.trial_text import write_summary
from voirdire.courtroom.agents import RuleBasedAgent
from voirdire.courtroom.agents.failures import Failure, Missed, failures_of
from voirdire.courtroom.agents.model import safest_action
from voirdire.courtroom.agents.orderly import Verdict
from voirdire.courtroom.bench.report import report_markdown, report_tournament
from voirdire.courtroom.bench.standings import Rated, judged_verdict, rank_agents, rate_trial
from voirdire.courtroom.bench.tournament import Match, plan_matches, play_matches
from voirdire.courtroom.cases.load import find_case
from voirdire.courtroom.scoring.types import MetricScore
from voirdire.courtroom.tried import try_case
from voirdire.courtroom.types import Action, Options


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
        Rated("a", "counsel", "k1", "g1", scored(0.2)),
        Rated("a", "counsel", "k1", "g1", scored(0.4)),
        Rated("a", "counsel", "k2", "g2", scored(0.9, 0.5)),
        Rated("a", "counsel", "k3", "g3", scored(None)),
        Rated("b", "counsel", "k1", "g1", scored(None)),
    ]
    first, second = rank_agents(rated)
    assert (first.agent, first.n, first.cases, first.left_out) == ("a", 3, 2, 1)
    # (0.2 + 0.4 + 0.9) / 3, and the floors of the same trials: (0.2 + 0.2 + 0.5) / 3.
    assert (first.mean.value, first.floor) == (pytest.approx(0.5), pytest.approx(0.3))
    assert first.mean.low <= 0.5 <= first.mean.high
    assert (second.mean.value, second.floor, second.n, second.left_out) == (None, None, 0, 1)


def test_what_an_agent_does_as_a_judge_is_not_averaged_into_what_it_does_as_counsel():
    def kept(value):
        score = MetricScore("protocol_adherence", value, 0.0, 1, "")
        return {"protocol_adherence": score}

    rated = [
        Rated("a", "counsel", "k1", "k1", kept(0.2)),
        Rated("a", "judge", "k1", "k1", kept(1.0)),
        Rated("a", "counsel", "k1", "k1", kept(0.4)),
    ]
    counsel, judge = rank_agents(rated)
    assert (counsel.part, counsel.n, counsel.mean.value) == ("counsel", 2, pytest.approx(0.3))
    assert (judge.part, judge.n, judge.mean.value) == ("judge", 1, 1.0)


def test_a_translation_is_drawn_with_its_original():
    # Two cases of one group are one observation: there is no interval over it.
    one = [Rated("a", "counsel", case, "g", scored(v)) for case, v in (("k", 0.2), ("k-es", 0.8))]
    [standing] = rank_agents(one)
    assert (standing.n, standing.cases, standing.groups) == (2, 2, 1)
    assert (standing.mean.value, standing.mean.low) == (pytest.approx(0.5), None)
    apart = [replace(each, group=each.case_id) for each in one]
    assert rank_agents(apart)[0].groups == 2
    rules = dict.fromkeys(("prosecution", "defence", "judge"), RuleBasedAgent())
    groups = {
        rate_trial(try_case(find_case(name), rules), {"judge": "rules"}, ("judge",))[0].group
        for name in ("theft_011", "theft_011-es")
    }
    assert len(groups) == 1


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
    rated = {(each.agent, each.part, each.metric): each for each in report.standings}
    # All that is left of the other are its two trials as the judge.
    other = rated["rules", "judge", "protocol_adherence"]
    assert (other.n, other.left_out, other.mean.value) == (2, 0, 1.0)
    assert not [each for each in rated if each[:2] == ("rules", "counsel")]
    # Four times nothing as counsel; two trials as the judge without a fault.
    unruly = rated["unruly", "counsel", "protocol_adherence"]
    assert (unruly.n, unruly.left_out, unruly.mean.value) == (4, 0, 0.0)
    judging = rated["unruly", "judge", "protocol_adherence"]
    assert (judging.n, judging.left_out, judging.mean.value) == (2, 0, 1.0)
    # It proved nothing of the two passages of its side: 0, where it may not hide.
    proved = rated["unruly", "counsel", "evidence_use"]
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
    # Its floor is one of balanced accuracy, and has no place beside a share of right ones.
    assert (accuracy.n, accuracy.left_out, accuracy.floor) == (4, 0, None)
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
    assert rows["judge", "verdict accuracy"][3:] == ["", "2", "0"]
    assert rows["prosecution", "protocol adherence"][4:] == ["1", "0"]


def test_the_markdown_has_a_row_an_agent_and_says_who_broke_the_rules(played):
    text = report_markdown(report_tournament(played, {}))
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert [row.split(" | ")[0] for row in rows] == [
        "| agent", "| unruly", "| judge, or baseline without a trial", "| rules", "| unruly",
    ]  # fmt: skip
    # Of counsel four trials and of the judge two, each in its own table.
    assert rows[1].endswith("| 0.00, floor 0.00, n 4 |")
    assert rows[2].endswith("| protocol adherence |")
    assert rows[4].endswith("| 1.00, floor 0.00, n 2 |")
    assert (
        "unruly: 4 trials cut short for a breach of its own, left out for the other seats." in text
    )


def test_who_only_judges_has_no_row_among_the_advocates():
    agents = {name: Named(name) for name in ("always-guilty", "rules", "mine")}
    matches = plan_matches(list(agents), ["lantern"], counsel="rules", judge="rules")
    trials = play_matches(matches, {"lantern": LANTERN}, agents)
    rows = [line for line in report_markdown(report_tournament(trials, {})).splitlines() if line]
    assert [row.split(" | ")[0] for row in rows if row.startswith("| ")] == [
        "| agent", "| rules", "| mine", "| judge, or baseline without a trial",
        "| always-guilty", "| rules", "| mine",
    ]  # fmt: skip


class Mute(Named):
    """A model without an answer in some cases: the safest action stands in, right by chance."""

    def __init__(self, name, mute):
        super().__init__(name)
        self.failures, self.mute = [], mute

    def act(self, observation):
        if observation.case_id not in self.mute:
            return super().act(observation)
        at = (observation.case_id, observation.seat, observation.turn)
        action = safest_action(observation)
        self.failures.append(Failure(*at, action.kind, "no answer"))
        return action


def test_a_verdict_that_stands_in_for_an_answer_is_undecided_and_the_turns_are_counted():
    case_ids = ["lantern", "lantern_2", "lantern_3"]
    files = {each: replace(LANTERN, case=replace(LANTERN.case, id=each)) for each in case_ids}
    agents = {"mute": Mute("mute", case_ids[1:]), "rules": Named("rules")}
    matches = [
        Match(each, {"prosecution": "rules", "defence": "rules", "judge": "mute"}, ("judge",))
        for each in case_ids
    ]
    tried = list(play_matches(matches, files, agents))
    # The stand-in finds for the defence, as the key does: it would pass for a right verdict.
    assert [one.trial.ending.decision for _, one in tried][1:] == ["not guilty"] * 2
    report = report_tournament(tried, {})
    verdicts = report.verdicts["mute"]
    assert (verdicts.n, verdicts.undecided, verdicts.n_brier) == (3, 2, 1)
    # By rules it finds for the defence in the first, rightly; the letter outweighs the log.
    assert verdicts.recalls["defence"][:2] == (1, 3)
    accuracy = next(each for each in report.standings if each.metric == "verdict_accuracy")
    assert (accuracy.n, accuracy.mean.value) == (3, pytest.approx(1 / 3))
    # A ruling on the gossip and a verdict, in each of three trials.
    assert report.missed == {"mute": {"judge": Missed(turns=6, missed=4)}}
    said = "mute: 4 of 6 turns as judge had no usable answer; the safest action stands in their"
    assert f"{said} place." in report_markdown(report)


class Sure(Named):
    def decide(self, observation):
        return Verdict("not guilty", 0.1, "")


class Wordy(Named):
    """Speaks where it is to vote."""

    def act(self, observation):
        return Action("present_argument", "Let me explain.")


def test_only_an_agent_that_keeps_failures_has_some():
    agent = Mute("mute", ["lantern"])
    assert (failures_of(agent), failures_of(Named("rules"))) == ((), ())
    kept = Failure("lantern", "judge", 1, "decline", "no answer")
    agent.failures.append(kept)
    assert failures_of(agent) == (kept,)


SEATED = {
    "s": lambda: Sure("sure"),
    "m": lambda: Mute("mute", ["lantern"]),
    "w": lambda: Wordy("wordy"),
}


@pytest.mark.parametrize(
    ("judge", "jury", "rated", "found"),
    [
        # The key says not guilty, and so does every action that stands in.
        ("s", "", {"judge": 1.0}, False),
        ("m", "", {"judge": 0.0}, None),
        # Two stand-ins of three: nobody decided what the judge pronounces; one juror did decide.
        ("s", "smm", {"judge": None, "juror_1": 1.0, "juror_2": 0.0, "juror_3": 0.0}, None),
        ("m", "smm", {"judge": 0.0, "juror_1": 1.0, "juror_2": 0.0, "juror_3": 0.0}, None),
        # One of three: two are enough.
        ("s", "ssm", {"judge": 1.0, "juror_1": 1.0, "juror_2": 1.0, "juror_3": 0.0}, False),
        # The jury decided, and the court has its verdict; this judge never spoke it.
        ("m", "sss", {"judge": 0.0, "juror_1": 1.0, "juror_2": 1.0, "juror_3": 1.0}, False),
        # Disqualified: that seat alone, and no verdict of a court.
        ("s", "sws", {"juror_2": 0.0}, "none"),
    ],
)
def test_what_a_seat_decided_is_its_own_answer(judge, jury, rated, found):
    seats = {"prosecution": Named("rules"), "defence": Named("rules"), "judge": SEATED[judge]()}
    seats |= {f"juror_{n}": SEATED[each]() for n, each in enumerate(jury, 1)}
    options = Options(jurors=len(jury), jury_rule="majority")
    one = try_case(LANTERN, seats, options=options)
    deciding = ["judge", *(seat for seat in seats if seat.startswith("juror"))]
    got = rate_trial(one, {seat: seat for seat in deciding}, deciding)
    values = {each.agent: each.scores["verdict_accuracy"].value for each in got}
    assert values == rated
    verdict = judged_verdict(one)
    assert (verdict.decided if verdict else "none") == found


def test_the_summary_has_balanced_accuracy_beside_its_floor_and_the_brier_score(monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")

    class Leaning(Named):
        def decide(self, observation):
            return Verdict("not guilty", 0.2, "")

    guilty = replace(
        LANTERN,
        case=replace(LANTERN.case, id="lantern_2"),
        key=replace(LANTERN.key, decision="guilty"),
    )
    third = replace(LANTERN, case=replace(LANTERN.case, id="lantern_3"))
    counsel = Named("rules")
    seats = {"prosecution": counsel, "defence": counsel, "judge": Leaning("leaning")}
    written = io.StringIO()
    write_summary(written, [try_case(file, seats) for file in (LANTERN, guilty, third)])
    last = written.getvalue().splitlines()[-1]
    # Two of three are right, but all of one kind and none of the other: (1 + 0) / 2.
    # (0.2 squared + 0.8 squared + 0.2 squared) / 3 = 0.24.
    assert re.fullmatch(
        r"3 verdicts: balanced accuracy 0\.50( \(.*\))?, floor 0\.50; Brier 0\.24 \(.*\) of 3", last
    )
    # Without cases of the other kind there is none.
    written = io.StringIO()
    mute = seats | {"judge": Mute("mute", ["lantern_3"])}
    write_summary(written, [try_case(file, mute) for file in (LANTERN, third)])
    verdicts, missed = written.getvalue().splitlines()[-2:]
    said = "2 verdicts, 1 undecided: balanced accuracy n/a (every case ends alike), floor 0.50; "
    assert verdicts.startswith(said)
    assert re.fullmatch(
        r"\d+ of \d+ turns of the judge had no usable answer; the safest action stands in their "
        "place", missed
    )  # fmt: skip
