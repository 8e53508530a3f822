"""The form of a small model's answers: what it must say, what it may choose, what is refused."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from courtroom.agents.playing import WEIR
from voirdire.courtroom.agents.answers import action_of
from voirdire.courtroom.agents.small_answers import SmallPlan, small_form_for
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.observation import Observation
from voirdire.courtroom.types import Action, Claim, Options

OPEN_GATE = "At eleven he wrote that the gate stood open"
QUIET = (Action("decline"), Action("decline"))
CLAIM = {"issue": "I2", "exhibit": "E1", "quotation": OPEN_GATE}


def after(*actions: Action, options: Options | None = None) -> Observation:
    return Trial.replay(WEIR.case, actions, options=options).observe()


def forms(observation: Observation) -> dict[str, Any]:
    """The properties of each form, by its action."""
    schema = small_form_for(observation).model_json_schema()
    return {
        form["properties"]["action"]["const"]: form["properties"]
        for form in schema.get("$defs", {"": schema}).values()
        if "action" in form.get("properties", {})
    }


def acted(observation: Observation, **answer: Any) -> Action:
    given = small_form_for(observation).model_validate_json(json.dumps(answer))
    return action_of(given.root, observation.seat)


def test_an_opening_is_speech_or_nothing():
    opening = forms(after())
    assert {kind: sorted(form) for kind, form in opening.items()} == {
        "present_argument": ["action", "text"],
        "decline": ["action"],
    }
    assert acted(after(), action="present_argument", text="So.") == Action(
        "present_argument", "So.", "prosecution"
    )


def test_each_action_has_what_it_takes_and_no_more():
    observation = after(*QUIET, Action("submit_evidence", exhibit="E1"))
    found = forms(observation)
    assert {kind: sorted(form) for kind, form in found.items()} == {
        "present_argument": ["action", "claims"],
        "cross_examine": ["action", "claims"],
        "submit_evidence": ["action", "exhibit"],
        "object": ["action", "ground", "target"],
        "decline": ["action"],
    }
    assert acted(observation, action="object", target=3, ground="hearsay") == Action(
        "object", seat="defence", target=3, ground="hearsay"
    )
    assert acted(observation, action="submit_evidence", exhibit="E3").exhibit == "E3"
    assert acted(observation, action="present_argument", claims=[CLAIM]).claims == (
        Claim("I2", "E1", OPEN_GATE),
    )


@pytest.mark.parametrize(
    "answer",
    [
        {"action": "deliver_verdict", "decision": "liable", "probability": 0.5},
        {"action": "submit_evidence"},
        {"action": "submit_evidence", "exhibit": "E2"},
        {"action": "object", "target": 3},
        {"action": "present_argument", "text": "Words."},
        {"action": "present_argument", "claims": []},
        {"action": "present_argument", "claims": [CLAIM, CLAIM]},
        # No such issue; not admitted; too short to be five words.
        {"action": "present_argument", "claims": [CLAIM | {"issue": "I9"}]},
        {"action": "present_argument", "claims": [CLAIM | {"exhibit": "E3"}]},
        {"action": "present_argument", "claims": [CLAIM | {"quotation": "the gate"}]},
    ],
)
def test_what_cannot_be_said_here_is_refused(answer):
    observation = after(*QUIET, Action("submit_evidence", exhibit="E1"))
    with pytest.raises(ValidationError):
        acted(observation, **answer)


def test_a_claim_answers_one_of_the_other_side_or_none():
    said = Action("present_argument", claims=(Claim("I1", "E1", OPEN_GATE),))
    observation = after(*QUIET, Action("submit_evidence", exhibit="E1"), Action("decline"), said)
    answer = CLAIM | {"target": "5.1"}
    assert acted(observation, action="cross_examine", claims=[answer]).claims[0].target == "5.1"
    free = CLAIM | {"target": None}
    assert acted(observation, action="cross_examine", claims=[free]).claims[0].target is None
    with pytest.raises(ValidationError):
        acted(observation, action="cross_examine", claims=[CLAIM | {"target": "3.1"}])


def test_a_verdict_is_one_of_the_decisions_with_a_probability_in_tenths():
    turns = Options(evidence_turns=0, rebuttal_turns=0)
    observation = after(*QUIET, Action("summarize_case"), Action("summarize_case"), options=turns)
    assert observation.legal_actions == ("deliver_verdict",)
    verdict = {"action": "deliver_verdict", "decision": "not liable", "probability": 0.3}
    assert acted(observation, **verdict) == Action(
        "deliver_verdict", seat="judge", decision="not liable", probability=0.3
    )
    for wrong in ({"probability": 1.1}, {"decision": "guilty"}):
        with pytest.raises(ValidationError):
            acted(observation, **verdict | wrong)


def test_a_plan_has_three_short_points_at_most():
    assert SmallPlan(points=["Use the log."]).points == ["Use the log."]
    for points in ([], ["a"] * 4, ["a" * 121]):
        with pytest.raises(ValidationError):
            SmallPlan(points=points)
