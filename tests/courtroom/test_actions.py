"""What is read as an action, under which names, and what is refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voirdire.courtroom.actions import action_record, parse_action
from voirdire.courtroom.types import GROUNDS, KINDS, Action, Claim, TypedValue
from voirdire.errors import MalformedActionError

QUOTED = {"issue": "I1", "exhibit": "E1", "quotation": "five words of the log"}


@pytest.mark.parametrize(
    ("given", "action"),
    [
        ({"kind": "decline"}, Action("decline")),
        # Names as the paper has them.
        ({"action": "present_argument", "text": "a"}, Action("present_argument", "a")),
        ({"action": "submit_evidence", "id": "E1"}, Action("submit_evidence", exhibit="E1")),
        ({"action": "cross_examine", "question": "Why?"}, Action("cross_examine", "Why?")),
        ({"action": "object", "reason": "It argues."}, Action("object", "It argues.")),
        # An objection of the paper has a reason only: it names a ground, or none, or too many.
        (
            {"action": "object", "reason": "Hearsay, your honour."},
            Action("object", "Hearsay, your honour.", ground="hearsay"),
        ),
        (
            {"action": "object", "reason": "The question is irrelevant."},
            Action("object", "The question is irrelevant.", ground="relevance"),
        ),
        (
            {"action": "object", "reason": "Speculation and hearsay."},
            Action("object", "Speculation and hearsay."),
        ),
        (
            {"action": "object", "reason": "It is hearsay.", "ground": "leading"},
            Action("object", "It is hearsay.", ground="leading"),
        ),
        ({"kind": "present_argument", "text": "hearsay"}, Action("present_argument", "hearsay")),
        # What is said beside is no reason: an entry that was written so is read so again.
        ({"kind": "object", "text": "Hearsay."}, Action("object", "Hearsay.")),
        (
            {"action": "object", "reason": "It is unauthenticated."},
            Action("object", "It is unauthenticated.", ground="foundation"),
        ),
        ({"kind": "object", "ground": "Hearsay"}, Action("object", ground="hearsay")),
        (
            {"kind": "RULE_ON_OBJECTION", "ruling": "Sustained"},
            Action("rule_on_objection", ruling="sustained"),
        ),
        (
            {"action_type": "submit_evidence", "evidence_id": "E1", "role": "Prosecutor"},
            Action("submit_evidence", seat="prosecution", exhibit="E1"),
        ),
        ({"kind": "respond_objection", "text": "No."}, Action("respond_to_objection", "No.")),
        (
            {"action": "deliver_verdict", "decision": "guilty", "reasoning": "So."},
            Action("deliver_verdict", "So.", decision="guilty"),
        ),
        ({"kind": "decline", "seat": "prosecutor"}, Action("decline", seat="prosecution")),
        ({"kind": "decline", "seat": "plaintiff"}, Action("decline", seat="prosecution")),
        ({"kind": "decline", "seat": "defense"}, Action("decline", seat="defence")),
        ({"kind": "decline", "seat": "juror_2"}, Action("decline", seat="juror_2")),
        # A number that is whole is a probability too.
        (
            {"kind": "ballot", "decision": "guilty", "probability": 1},
            Action("ballot", decision="guilty", probability=1.0),
        ),
        (
            {"kind": "summarize_case", "claims": [QUOTED]},
            Action("summarize_case", claims=(Claim("I1", "E1", "five words of the log"),)),
        ),
        (
            {
                "kind": "cross_examine",
                "claims": [
                    {
                        "issue": "I1",
                        "exhibit": "E1",
                        "value": {"kind": "amount", "value": "240.00 USD"},
                        "target": "7.2",
                    }
                ],
            },
            Action(
                "cross_examine",
                claims=(Claim("I1", "E1", value=TypedValue("amount", "240.00 USD"), target="7.2"),),
            ),
        ),
        # Text is text: line ends, separators, signs beyond the basic plane.
        (
            {"kind": "present_argument", "text": "a\r\nb\u2028\u2029\U0001f980"},
            Action("present_argument", "a\r\nb\u2028\u2029\U0001f980"),
        ),
        ({"kind": "decline", "text": "x" * 20_000}, Action("decline", "x" * 20_000)),
        (
            {"kind": "present_argument", "claims": [QUOTED] * 50},
            Action("present_argument", claims=(Claim("I1", "E1", "five words of the log"),) * 50),
        ),
    ],
)  # fmt: skip
def test_an_action_is_read_from_each_form(given, action):
    assert parse_action(given) == action
    assert parse_action(json.dumps(given)) == action
    assert parse_action(json.dumps(given, ensure_ascii=False).encode()) == action
    assert parse_action(action) == action
    assert parse_action(action_record(action)) == action


@given(
    st.builds(
        Action,
        st.sampled_from(KINDS),
        st.sampled_from(["", "hearsay", "It is irrelevant.", "a\u2028b"]),
        seat=st.sampled_from([None, "prosecution", "defence", "juror_3"]),
        exhibit=st.sampled_from([None, "", "E1", "defense"]),
        target=st.none() | st.integers(0, 9),
        ground=st.none() | st.sampled_from(GROUNDS),
        ruling=st.sampled_from([None, "sustained"]),
        decision=st.sampled_from([None, "", "Guilty"]),
        probability=st.none() | st.floats(0, 1),
    )
)
def test_what_is_recorded_is_read_again_as_it_was(action):
    assert parse_action(action_record(action)) == action


@given(
    st.builds(
        Claim,
        st.sampled_from(["", "I1"]),
        st.sampled_from(["", "E1"]),
        st.sampled_from(["", "five words of the log"]),
        target=st.sampled_from([None, "", "7.2"]),
    )
    | st.builds(
        Claim,
        st.sampled_from(["", "I1"]),
        st.just("E1"),
        value=st.builds(
            TypedValue,
            st.sampled_from(["amount", "name"]),
            st.sampled_from(["", "2 GBP"]),
            st.sampled_from(["", "price"]),
        ),
    )
)
def test_a_claim_is_read_again_as_it_was(claim):
    action = Action("present_argument", claims=(claim,))
    assert parse_action(action_record(action)) == action
    assert parse_action(json.dumps(action_record(action))) == action


def test_a_mapping_that_is_given_is_left_as_it_was():
    given = {"action": "cross_examine", "question": "Why?", "seat": "defense"}
    parse_action(given)
    assert given == {"action": "cross_examine", "question": "Why?", "seat": "defense"}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("", "not an action in JSON"),
        ("{", "not an action in JSON"),
        ("null", "an action is an object"),
        ("[1]", "an action is an object"),
        ('"decline"', "an action is an object"),
        (b"\xff\xfe", "not an action in JSON"),
        ("[" * 100_000, "not an action in JSON"),
        ({}, "kind"),
        ({"kind": "shout"}, "kind"),
        ({"kind": None}, "kind"),
        ({"kind": "decline", "why": ""}, "why"),
        ({"kind": "decline", "text": 1}, "text"),
        ({"kind": "decline", "text": "a", "reason": "b"}, "reason"),
        ({"kind": "object", "target": "1"}, "target"),
        ({"kind": "object", "target": True}, "target"),
        ({"kind": "object", "ground": "boredom"}, "ground"),
        ({"kind": "rule_on_objection", "ruling": "maybe"}, "ruling"),
        ({"kind": "ballot", "probability": "0.5"}, "probability"),
        ({"kind": "ballot", "probability": 1.01}, "not between 0 and 1"),
        ({"kind": "ballot", "probability": -0.01}, "not between 0 and 1"),
        ({"kind": "ballot", "probability": float("nan")}, "not an action in JSON"),
        ('{"kind": "ballot", "probability": NaN}', "not an action in JSON"),
        ({"kind": "decline", "text": "\0"}, "NUL"),
        ({"kind": "submit_evidence", "exhibit": "E1\0"}, "NUL"),
        ({"kind": "present_argument", "text": "x" * 20_001}, "more than 20000 characters"),
        ('{"kind": "decline", "text": "\\ud800"}', "surrogate|hex escape"),
        ({"kind": "decline", "claims": [QUOTED]}, "decline carries none"),
        ({"kind": "present_argument", "claims": [QUOTED] * 51}, "more than 50"),
        ({"kind": "present_argument", "claims": [{"issue": "I1"}]}, "claims.0"),
        (
            {"kind": "present_argument", "claims": [{"issue": "I1", "exhibit": "E1"}]},
            "a quotation or a value",
        ),
        (
            {
                "kind": "present_argument",
                "claims": [{**QUOTED, "value": {"kind": "date", "value": "2021-03-09"}}],
            },
            "a quotation or a value",
        ),
        ({"kind": "present_argument", "claims": [{**QUOTED, "quotation": "a\0b"}]}, "NUL"),
        (
            {
                "kind": "present_argument",
                "claims": [
                    {
                        "issue": "I1",
                        "exhibit": "E1",
                        "value": {"kind": "name", "value": "A", "role": "\0"},
                    }
                ],
            },
            "NUL",
        ),
        # A dataclass looks at no types of its own.
        (Action("shout"), "kind"),
        (Action("decline", text=None), "text"),
        (Action("object", target="1"), "target"),
        (Action("ballot", probability=float("nan")), "not between 0 and 1"),
        (Action("present_argument", text="\ud800"), "not an action in JSON|text"),
        (Action("present_argument", claims=("a",)), "claims.0"),
        (Action("present_argument", claims=(Claim("I1", "E1", "\0"),)), "NUL"),
        (Action("present_argument", text=object()), "not an action in JSON|text"),
        (None, "not an action in JSON"),
        (7, "not an action in JSON"),
    ],
)
def test_what_is_no_action_is_refused(given, said):
    with pytest.raises(MalformedActionError, match=said):
        parse_action(given)
