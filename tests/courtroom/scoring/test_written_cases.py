"""The written cases under the rules of scoring: what their keys say, scoring can find."""

from dataclasses import replace

import pytest

from voirdire.courtroom.cases.load import written_case, written_cases
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.quoting import find_words
from voirdire.courtroom.scoring.marks import MOST_WORDS, mark_claims
from voirdire.courtroom.types import Action, Claim, Exhibit, Options, TypedValue


def all_admitted(file):
    exhibits: tuple[Exhibit, ...] = tuple(replace(e, admitted=True) for e in file.case.exhibits)
    return replace(file, case=replace(file.case, exhibits=exhibits))


def marks_of(file, claims):
    """The marks of claims made three a turn, by one side."""
    trial = Trial(file.case, options=Options(evidence_turns=500))
    trial.apply(Action("decline"))
    trial.apply(Action("decline"))
    for at in range(0, len(claims), 3):
        trial.apply(Action("present_argument", claims=tuple(claims[at : at + 3])))
        trial.apply(Action("present_argument", "So you say."))
    return mark_claims(file, trial)


def first_words(passage):
    return passage[: find_words(passage)[:MOST_WORDS][-1][1]]


@pytest.mark.parametrize("case_id", written_cases())
def test_every_passage_supports_its_issue(case_id):
    file = all_admitted(written_case(case_id))
    bearings = file.key.bearings or ()
    claims = [Claim(b.issue, b.exhibit, first_words(b.passage)) for b in bearings]
    found = [(m.reason, m.bears, m.favours) for m in marks_of(file, claims)]
    assert found == [("quoted", True, bearing.favours) for bearing in bearings]


@pytest.mark.parametrize("case_id", written_cases())
def test_every_fact_is_equal_to_itself(case_id):
    """In whatever language; the values of other facts are not."""
    file = all_admitted(written_case(case_id))
    issue = file.case.issues[0].id
    claims = [
        Claim(issue, fact.exhibit, value=TypedValue(fact.kind, fact.value, fact.role))
        for fact in file.key.facts
    ]
    for mark in marks_of(file, claims):
        assert mark.reason in ("value_equal", "not_on_issue"), mark
        assert mark.span is not None
    wrong = {"amount": "987654.00 CHF", "date": "1777-01-01", "name": "Zebulon Quixwick"}
    claims = [
        Claim(issue, fact.exhibit, value=TypedValue(fact.kind, wrong[fact.kind], fact.role))
        for fact in file.key.facts
    ]
    reasons = {mark.reason for mark in marks_of(file, claims)}
    assert reasons <= ({"value_absent"} if file.case.language == "en" else {"language"})
