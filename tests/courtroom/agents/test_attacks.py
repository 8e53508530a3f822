"""What each attack does; that none of it pays is for `test_floors`."""

from dataclasses import replace

import pytest

from courtroom.agents.playing import WEIR, play
from voirdire.courtroom.agents.attacks import (
    ATTACKS,
    BaseRateJudge,
    EchoRebuttal,
    ExhibitParrot,
    StrawMan,
    YearJudge,
)
from voirdire.courtroom.agents.prepared import PreparedAgent
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.quoting import find_quotation
from voirdire.courtroom.types import Action, CaseFile, Entry

PREPARED = PreparedAgent([WEIR])


def of_the_farmer(name: str) -> list[Entry]:
    attack = ATTACKS[name].open([WEIR])
    trial = play(WEIR, attack, PREPARED, PREPARED)
    return [entry for entry in trial.entries() if entry.seat == "prosecution"]


def test_the_parrot_reads_every_admitted_exhibit_out() -> None:
    parrot = ExhibitParrot()
    trial = play(WEIR, parrot, parrot, PREPARED)
    quoted = {
        exhibit.id
        for exhibit in WEIR.case.exhibits
        for entry in trial.entries()
        for claim in entry.action.claims
        if claim.quotation and find_quotation(claim.quotation, exhibit.content)
    }

    assert quoted == {"E1", "E2", "E3"}


def test_the_echo_answers_a_claim_with_itself() -> None:
    trial = play(WEIR, EchoRebuttal(), PREPARED, PREPARED)
    said = {
        f"{entry.number}.{place}": (entry.seat, claim)
        for entry in trial.entries()
        for place, claim in enumerate(entry.action.claims, 1)
    }
    # In closing it says them once more, as answers to nothing.
    echoes = [c for seat, c in said.values() if seat == "prosecution" and c.target]

    assert {each.quotation for each in echoes} == {
        "No gate on this river would have held so much water",
        "The gauge on the hill filled twice",
    }
    for echo in echoes:
        seat, heard = said[str(echo.target)]
        assert (seat, replace(heard, target=echo.target)) == ("defence", echo)


def test_the_straw_man_answers_no_claim_on_its_issue() -> None:
    trial = play(WEIR, StrawMan(), PREPARED, PREPARED)
    issues = {
        f"{entry.number}.{place}": claim.issue
        for entry in trial.entries()
        for place, claim in enumerate(entry.action.claims, 1)
    }
    made = [c for e in trial.entries() if e.seat == "prosecution" for c in e.action.claims]

    assert made
    assert all(issues.get(each.target or "") != each.issue for each in made)


def test_silent_counsel_does_nothing() -> None:
    assert {entry.action.kind for entry in of_the_farmer("silent")} == {"decline"}


def test_the_padder_speaks_at_every_turn_and_claims_nothing() -> None:
    said = of_the_farmer("padder")

    assert {e.action.kind for e in said} <= {
        "present_argument",
        "summarize_case",
        "respond_to_objection",
    }
    assert not any(entry.action.claims for entry in said)


def test_the_frivolous_objector_objects_to_all_that_it_may() -> None:
    trial = play(WEIR, ATTACKS["frivolous-objector"].open([]), PREPARED, PREPARED)
    theirs = [e.number for e in trial.entries() if e.seat == "defence" and e.phase == "rebuttal"]

    assert {each.target for each in trial.objections} >= {
        number for number in theirs if trial.entries()[number - 1].action.claims
    }


def verdict(judge: object) -> Action:
    trial = play(WEIR, PREPARED, PREPARED, judge)  # type: ignore[arg-type]
    return trial.entries()[-1].action


def case(number: int, decision: str, year: int) -> CaseFile:
    return CaseFile(
        replace(WEIR.case, id=f"case-{number}"),
        replace(WEIR.key, decision=decision),
        {"year": str(year)},
    )


def test_always_guilty_is_sure() -> None:
    action = verdict(ATTACKS["always-guilty"].open([]))

    assert (action.decision, action.probability) == ("liable", 1.0)


@pytest.mark.parametrize(
    ("decisions", "decision", "probability"),
    [
        (["liable", "not liable", "not liable"], "not liable", 0.4),
        (["liable", "liable"], "liable", 0.75),
        ([], "liable", 0.5),
    ],
)
def test_the_base_rate_leaves_the_case_itself_out(
    decisions: list[str], decision: str, probability: float
) -> None:
    past = [case(number, each, 1900) for number, each in enumerate(decisions)]
    action = verdict(BaseRateJudge([WEIR, *past]))

    assert (action.decision, action.probability) == (decision, probability)


def test_the_year_alone_decides() -> None:
    own = CaseFile(WEIR.case, WEIR.key, {"year": "1900"})
    near = [case(number, "liable", 1895 + number) for number in range(5)]
    far = [case(10 + number, "not liable", 1700) for number in range(9)]
    action = verdict(YearJudge([own, *near, *far]))

    assert (action.decision, action.probability) == ("liable", 0.857)


def test_an_attack_judge_still_rules() -> None:
    trial = Trial.replay(
        WEIR.case,
        [
            Action("decline"),
            Action("decline"),
            Action("submit_evidence", exhibit="E2"),
            Action("object", ground="hearsay"),
            Action("decline"),
        ],
    )

    assert YearJudge().act(trial.observe()).ruling == "sustained"
