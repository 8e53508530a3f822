import pytest

from courtroom.agents.playing import RAIN, WEIR, play
from voirdire.courtroom.agents.attacks import SilentCounsel
from voirdire.courtroom.agents.prepared import PreparedAgent, excerpt
from voirdire.courtroom.agents.rule_based import RuleBasedAgent
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.types import Action, CaseFile, Claim, Key, Ruling
from voirdire.errors import CaseError

PREPARED = PreparedAgent([WEIR])
QUIET = (Action("decline"), Action("decline"))


def test_counsel_says_what_the_map_has_for_it_and_nothing_else() -> None:
    trial = play(WEIR, PREPARED, PREPARED, PREPARED)
    said = {
        (entry.seat, claim.issue, claim.exhibit, claim.quotation)
        for entry in trial.entries()
        for claim in entry.action.claims
    }

    assert said == {
        ("prosecution", "I1", "E1", "he wrote that the gate stood open"),
        ("prosecution", "I2", "E1", "the meadow was under water"),
        ("defence", "I2", "E3", "No gate on this river would have held so much water"),
        ("defence", "I2", "E3", "The gauge on the hill filled twice"),
    }


def test_it_submits_what_helps_it_and_no_planted_exhibit() -> None:
    trial = play(WEIR, PREPARED, PREPARED, PREPARED)
    submitted = [each.action.exhibit for each in trial.entries() if each.action.exhibit]

    assert submitted == ["E1", "E3"]


def test_it_objects_to_the_planted_exhibit_on_the_right_ground() -> None:
    trial = play(WEIR, RuleBasedAgent(), PREPARED, PREPARED)

    assert [(each.ground, each.status) for each in trial.objections] == [("hearsay", "sustained")]
    assert trial.statuses["E2"] == "excluded"


@pytest.mark.parametrize(
    ("ground", "ruling"), [("hearsay", "sustained"), ("speculation", "overruled")]
)
def test_the_judge_knows_the_right_ground(ground: str, ruling: Ruling) -> None:
    submitted = Action("submit_evidence", exhibit="E2")
    objection = Action("object", ground=ground)  # type: ignore[arg-type]
    trial = Trial.replay(WEIR.case, [*QUIET, submitted, objection, Action("decline")])

    assert PREPARED.act(trial.observe()).ruling == ruling


def test_it_answers_a_claim_on_the_same_issue() -> None:
    exhibits = [Action("submit_evidence", exhibit=each) for each in ("E1", "E3")]
    claim = Claim("I2", "E1", "the meadow was under water. He drank tea")
    trial = Trial.replay(
        WEIR.case, [*QUIET, *exhibits, Action("present_argument", claims=(claim,))]
    )

    action = PREPARED.act(trial.observe())

    assert action.claims[0] == Claim(
        "I2", "E3", "No gate on this river would have held so much water", target="5.1"
    )


def test_the_judge_does_not_read_the_decision() -> None:
    turned = CaseFile(WEIR.case, Key("liable", (), WEIR.key.bearings, (), WEIR.key.planted))
    decisions = {
        play(file, SilentCounsel(), PREPARED, PreparedAgent([file])).ending.decision  # type: ignore[union-attr]
        for file in (WEIR, turned)
    }

    assert decisions == {"not liable"}


def test_a_case_without_a_map_cannot_be_prepared() -> None:
    with pytest.raises(CaseError, match="nobody wrote its issue map"):
        PreparedAgent([CaseFile(WEIR.case, Key("liable", ()))])


def test_a_case_that_was_not_prepared_is_refused() -> None:
    with pytest.raises(CaseError, match="not among the cases"):
        PreparedAgent([]).act(Trial(WEIR.case).observe())


@pytest.mark.parametrize(
    ("passage", "taken"),
    [
        ("The gauge on the hill filled twice", "The gauge on the hill filled twice"),
        # Under five words: what follows is taken in, at the end what comes before.
        ("filled twice", "filled twice between nine and"),
        ("for thirty years", "the gauge for thirty years"),
        # Over thirty: the first thirty.
        (
            RAIN,
            "The gauge on the hill filled twice between nine and eleven. No gate on this river "
            "would have held so much water back. The observer has kept the gauge for",
        ),
        ("not in it", None),
    ],
)
def test_excerpts_have_5_to_30_words(passage: str, taken: str | None) -> None:
    assert excerpt(passage, RAIN) == taken
