from collections.abc import Iterator
from itertools import pairwise

import pytest

from courtroom.agents.playing import LOG, NEIGHBOUR, WEIR, play
from voirdire.courtroom.agents.cues import find_ground
from voirdire.courtroom.agents.passages import split_passages
from voirdire.courtroom.agents.rule_based import RuleBasedAgent
from voirdire.courtroom.cases.load import find_case
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.types import Action, Claim, Entry, Exhibit, Ground

RULES = RuleBasedAgent()
OPEN_GATE = "At eleven he wrote that the gate stood open"
QUIET = (Action("decline"), Action("decline"))


def test_passages_are_sentences_of_5_to_30_words() -> None:
    said = [each.text for each in split_passages(LOG + " He slept. " + "far " * 40)]

    assert said == [
        "The keeper wrote at nine that the gate of the weir was shut and barred",
        "At eleven he wrote that the gate stood open and that the meadow was under water",
        "He drank tea. He slept",
        " ".join(["far"] * 30),
        " ".join(["far"] * 10),
    ]


def test_passages_of_a_language_with_its_own_stops() -> None:
    said = split_passages("वह कल सुबह दुकान पर थी। उसने पैसे गिने और चली गई।")

    assert [each.text for each in said] == [
        "वह कल सुबह दुकान पर थी",
        "उसने पैसे गिने और चली गई",
    ]


@pytest.mark.parametrize(
    ("content", "ground"),
    [
        (NEIGHBOUR, "hearsay"),
        ("I suppose she took it, for who else would have?", "speculation"),
        ("To my solicitor: between us, the sum was never paid.", "privilege"),
        ("A sheet without a name. It is unsigned and came by the post.", "foundation"),
        ("He was previously convicted of theft at the spring session.", "prejudice"),
        ("Mi vecina me dijo que el dinero estaba en la caja.", "hearsay"),
        ("Je suppose que la porte est restée ouverte.", "speculation"),
        ("मेरे भाई ने मुझे बताया कि दुकान बंद थी।", "hearsay"),
        (LOG, None),
    ],
)
def test_cues_of_grounds(content: str, ground: Ground | None) -> None:
    assert find_ground(Exhibit("E", "testimony", "A paper", content)) == ground


def test_a_pleading_gives_no_cause() -> None:
    assert find_ground(Exhibit("E", "pleading", "Claim", NEIGHBOUR)) is None


def test_it_quotes_its_own_exhibit_on_the_issue() -> None:
    submitted = Action("submit_evidence", exhibit="E1")
    trial = Trial.replay(WEIR.case, [*QUIET, submitted, Action("decline")])
    trial.apply(Action("submit_evidence", exhibit="E2"))
    trial.apply(Action("object", ground="hearsay"))
    trial.apply(Action("decline"))

    assert RULES.act(trial.observe()) == Action(
        "rule_on_objection", seat="judge", ruling="sustained"
    )
    trial.apply(Action("rule_on_objection", ruling="sustained"))
    trial.apply(Action("decline"))
    action = RULES.act(trial.observe("prosecution"))
    assert action.kind == "present_argument"
    assert [(each.issue, each.exhibit) for each in action.claims] == [("I1", "E1"), ("I2", "E1")]


def test_it_answers_a_claim_and_names_it() -> None:
    exhibits = [Action("submit_evidence", exhibit=each) for each in ("E1", "E3")]
    claim = Claim("I2", "E1", OPEN_GATE)
    trial = Trial.replay(
        WEIR.case, [*QUIET, *exhibits, Action("present_argument", claims=(claim,))]
    )

    action = RULES.act(trial.observe("defence"))

    assert action.kind == "present_argument"
    assert action.claims[0].target == "5.1"
    assert (action.claims[0].issue, action.claims[0].exhibit) == ("I2", "E3")


def test_it_objects_to_hearsay_and_to_what_is_not_in_evidence() -> None:
    submitted = Trial.replay(WEIR.case, [*QUIET, Action("submit_evidence", exhibit="E2")])
    argued = Trial.replay(
        WEIR.case, [*QUIET, Action("present_argument", claims=(Claim("I1", "E1", OPEN_GATE),))]
    )

    assert RULES.act(submitted.observe()) == Action(
        "object", seat="defence", target=3, ground="hearsay"
    )
    assert RULES.act(argued.observe()) == Action(
        "object", seat="defence", target=3, ground="outside_record"
    )


@pytest.mark.parametrize(
    ("ground", "ruling"),
    [("hearsay", "sustained"), ("privilege", "overruled"), ("relevance", "overruled")],
)
def test_the_judge_rules_by_its_own_reading(ground: Ground, ruling: str) -> None:
    trial = Trial.replay(
        WEIR.case,
        [
            *QUIET,
            Action("submit_evidence", exhibit="E2"),
            Action("object", ground=ground),
            Action("decline"),
        ],
    )

    assert RULES.act(trial.observe()).ruling == ruling


def argue_before_the_judge(claim: Claim) -> Trial:
    """A trial in which the farmer makes one claim at the end and the miller none."""
    actions = [
        *QUIET,
        Action("submit_evidence", exhibit="E1"),
        *(Action("decline") for _ in range(4)),
        Action("summarize_case", claims=(claim,)),
        Action("decline"),
    ]
    trial = Trial.replay(WEIR.case, actions)
    assert [each.seat for each in trial.entries() if each.action.claims] == ["prosecution"]
    return trial


@pytest.mark.parametrize(
    ("claim", "decision"),
    [
        (Claim("I1", "E1", OPEN_GATE), "liable"),
        # One word altered, an exhibit not in evidence, four words, no issue of the case.
        (Claim("I1", "E1", "At eleven he wrote that the gate stood shut"), "not liable"),
        (Claim("I1", "E3", "The gauge on the hill filled twice"), "not liable"),
        (Claim("I1", "E1", "the gate stood open"), "not liable"),
        (Claim("I9", "E1", OPEN_GATE), "not liable"),
    ],
)
def test_the_judge_counts_only_what_the_record_says(claim: Claim, decision: str) -> None:
    trial = argue_before_the_judge(claim)

    assert trial.phase == "verdict"
    assert RULES.act(trial.observe()).decision == decision


def ballots_of(trial: Trial) -> list[list[Entry]]:
    """The ballots of a trial, round by round."""
    cast = [entry for entry in trial.entries() if entry.action.kind == "ballot"]
    return [cast[at : at + 3] for at in range(0, len(cast), 3)]


def jury_trials() -> Iterator[Trial]:
    for case_id in ("theft_001", "arson_021", "policy_012"):
        for seed in range(8):
            jury = tuple(RuleBasedAgent(seed * 10 + n) for n in range(3))
            yield play(find_case(case_id), RULES, RULES, RULES, jury=jury)


def test_a_jury_agrees_at_once_or_later_or_not_at_all() -> None:
    ended = {(len(ballots_of(each)), each.jury_decision == "hung") for each in jury_trials()}

    assert ended >= {(1, False), (2, False), (3, True)}


def test_a_juror_is_moved_by_the_reasons_of_others_and_not_far() -> None:
    moved = set()
    for trial in jury_trials():
        for before, after in pairwise(ballots_of(trial)):
            for old, new in zip(before, after, strict=True):
                assert old.action.probability is not None
                assert new.action.probability is not None
                moved.add(round(abs(old.action.probability - new.action.probability), 3))

    assert max(moved) > 0.01
    assert max(moved) <= 0.1
