"""Eight paragraphs of the sample brief with a scripted policy: budgets, answer, kill and resume."""

from pathlib import Path

import pytest
from benchmarks.boed import measure_kills, measure_run, write_excerpts
from benchmarks.boed_policy import serve_policy

import voirdire
from voirdire.authorities.library import Library
from voirdire.citecheck.excerpts import Excerpt

SAMPLES = Path(voirdire.__file__).parent / "samples"


@pytest.fixture(scope="module")
def work(tmp_path_factory):
    folder = tmp_path_factory.mktemp("boed")
    Library.create(folder / "library").add([SAMPLES / "opinions.jsonl"])
    brief = (SAMPLES / "brief.txt").read_text("utf-8")
    citing = [p for p in brief.split("\n\n") if "Marlow Rep." in p and len(p) > 500]
    write_excerpts(
        folder / "excerpts.jsonl",
        [Excerpt(f"p{number}", "brief", text) for number, text in enumerate(citing[:8])],
    )
    return folder


@pytest.fixture(scope="module")
def whole(work):
    from benchmarks.boed import read_excerpts

    with serve_policy() as server:
        return measure_run(work, work / "whole", server, read_excerpts(work / "excerpts.jsonl"))


def test_budgets_are_exact_and_the_answer_is_the_belief(whole):
    assert len(whole.answers) == 8
    assert [answer.error for answer in whole.answers] == [""] * 8
    # The policy plays some of them greedily: those spend every call, and are denied the rest.
    assert {answer.calls for answer in whole.answers if answer.denied} == {30}
    assert whole.manners["greedy"] >= 2
    assert whole.calls_spent == whole.manners["greedy"]
    assert sum(answer.duplicates for answer in whole.answers) > 0
    assert (whole.over_budget, whole.miscounted, whole.paid_duplicates) == (0, 0, 0)
    assert (whole.unlike_belief, whole.late_look_ups) == (0, 0)
    assert whole.planned_look_ups > 0
    assert whole.refused_updates > 0


def test_only_planted_faults_are_flagged(whole):
    """Each is planted in the sample brief, as its key says."""
    citations = {
        prediction.text
        for answer in whole.answers
        for prediction in answer.predictions
        if prediction.type in ("nonexistent_citation", "case_name_mismatch")
    }
    assert citations == {
        "Crane v. Holloway, 13 Marlow Rep. 3, 4 (1983)",
        "Bramble v. Vance Bros. Mill Co., 13 Marlow Rep. 6, 9 (1983)",
        "Ferrand v. Winslow, 12 Marlow Rep. 29, 31 (Marlow Ct. App. 1982)",
        "Drummond v. Tolliver, 13 Marlow Rep. 23, 24 (1984)",
        "Delacroix v. Pruitt, 1012 F.2d 44, 46 (2d Cir. 1994)",
        "State v. Pellow, 12 Marlow Rep. 12 (1981)",
    }


def test_a_run_killed_at_any_point_ends_the_same_and_asks_nothing_twice(work, whole):
    with serve_policy(latency=0.02) as server:
        killed = measure_kills(work, work / "killed", server, kills=3, seed=1)
    assert killed.kills == 3
    assert killed.answers == 8
    assert killed.different == 0
    assert killed.asked_again == 0
