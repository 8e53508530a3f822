"""Protocol adherence by opportunity, computed by hand."""

import pytest

from courtroom.scoring.mare import (
    DECLINE,
    LAME,
    MARE,
    OPENING,
    RODE,
    SWOLLEN,
    UNMAPPED,
    hear,
    says,
    submit,
)
from voirdire.courtroom.scoring.trial import score_trial
from voirdire.courtroom.types import Action, Options

OBJECT = Action("object", ground="hearsay")
ANSWER = Action("respond_to_objection", "It is in order.")
SUSTAIN = Action("rule_on_objection", ruling="sustained")
OVERRULE = Action("rule_on_objection", ruling="overruled")
VERDICT = Action("deliver_verdict", decision="liable")
# After the defence's turn: both prove something, decline rebuttal, close, and are judged.
PROVE = (says(LAME), says(RODE), DECLINE, DECLINE)
REBUTTAL = (DECLINE, DECLINE)
CLOSE = (
    says(text="We have shown it.", kind="summarize_case"),
    says(text="They have not.", kind="summarize_case"),
)
END = (*PROVE, *REBUTTAL, *CLOSE, VERDICT)
BEGIN = (*OPENING, submit("R"), submit("G"))
HEARSAY = (*BEGIN, submit("H"))


def scores(*actions, file=MARE, options=None):
    trial = hear(*actions, file=file, options=options)
    found = score_trial(file, trial)
    return {seat: found[seat]["protocol_adherence"].value for seat in trial.seats}


def test_a_trial_in_order():
    found = scores(*HEARSAY, OBJECT, ANSWER, SUSTAIN, DECLINE, *END)
    assert found == {"prosecution": 1, "defence": 1, "judge": 1}


@pytest.mark.parametrize(
    ("objection", "prosecution", "defence", "judge"),
    [
        # Missed: two of three opportunities.
        ((), 1, 2 / 3, 1),
        # The wrong ground: missed, and not warranted besides. To sustain it is wrong.
        ((Action("object", ground="relevance"), ANSWER, SUSTAIN), 1, 1 / 3, 1 / 2),
        ((Action("object", ground="relevance"), ANSWER, OVERRULE), 1, 1 / 3, 1),
        # Overruled, the right objection was right; the ruling is not.
        ((OBJECT, ANSWER, OVERRULE), 1, 1, 1 / 2),
        # An objection is to be answered.
        ((OBJECT, DECLINE, SUSTAIN), 2 / 3, 1, 1),
        # To another entry, in which nothing is objectionable: R was two turns before.
        ((OBJECT, ANSWER, SUSTAIN, Action("object", ground="leading", target=3)), 1, 2 / 3, 1),
    ],
)
def test_objections(objection, prosecution, defence, judge):
    found = scores(*HEARSAY, *objection, DECLINE, *END)
    expected = {"prosecution": prosecution, "defence": defence, "judge": judge}
    assert found == {seat: pytest.approx(value) for seat, value in expected.items()}


def test_speeches_of_a_side_that_proves_the_other_sides_case_count_for_nothing():
    found = scores(*BEGIN, says(RODE), says(RODE), DECLINE, DECLINE, *REBUTTAL, *CLOSE, VERDICT)
    assert found == {"prosecution": 0, "defence": 1, "judge": 1}
    # Where nobody wrote a map, whom it speaks for is not known.
    found = scores(
        *BEGIN, says(RODE), says(RODE), DECLINE, DECLINE, *REBUTTAL, *CLOSE, VERDICT, file=UNMAPPED
    )
    assert found["prosecution"] == 1


def test_where_nobody_planted_objections_they_are_left_out():
    for ruling in (SUSTAIN, OVERRULE):
        found = scores(*HEARSAY, OBJECT, ANSWER, ruling, DECLINE, *END, file=UNMAPPED)
        assert found == {"prosecution": 1, "defence": 1, "judge": 1}


def test_an_argument_outside_the_record():
    """The opening cites what is not in evidence yet."""
    early = (says(SWOLLEN, text="The surgeon will say so."), OPENING[1], submit("R"), submit("G"))
    assert scores(*early, *END)["defence"] == pytest.approx(2 / 3)
    outside = Action("object", ground="outside_record")
    raised = (early[0], outside, ANSWER, SUSTAIN, *early[1:])
    assert scores(*raised, *END)["defence"] == 1
    # In the last closing there is no turn left to object in.
    late = says(SWOLLEN, text="The surgeon says so.", kind="summarize_case")
    found = scores(*BEGIN, *PROVE, *REBUTTAL, CLOSE[0], late, VERDICT)
    assert found["prosecution"] == 1


@pytest.mark.parametrize(
    ("breach", "then", "value"),
    [
        # Opening and closing, less 3, 2 or 1.
        (VERDICT, (says(LAME), says(RODE)), 0),
        (CLOSE[0], (says(LAME), says(RODE)), 0),
        (submit("R"), (says(LAME), says(RODE)), 1 / 2),
        # Over budget the turn is used up.
        (says(LAME, LAME, LAME, LAME), (says(RODE), says(LAME)), 1 / 2),
    ],
)
def test_a_violation_costs_by_its_weight(breach, then, value):
    actions = (*BEGIN, breach, *then, DECLINE, DECLINE, *REBUTTAL, *CLOSE)
    assert scores(*actions)["prosecution"] == value


def test_silence_is_the_floor():
    silent = (DECLINE, DECLINE, DECLINE, DECLINE, *REBUTTAL, DECLINE, DECLINE, VERDICT)
    assert scores(*silent) == {"prosecution": 0, "defence": 0, "judge": 1}


def test_filling_earns_nothing():
    """Speeches of a side that proves nothing count for no more than silence."""
    fill = says(text="May it please the court.")
    filled = (fill, fill, *[fill] * 8, DECLINE, DECLINE, *REBUTTAL, *CLOSE, VERDICT)
    assert scores(*filled)["prosecution"] == 0


def test_safe_turns_do_not_make_up_for_violations():
    """Three slips outweigh all that must be done, whatever comes after."""
    slips = [submit("R")] * 3
    safe = [says(LAME, text="As I said."), says(RODE, text="As I said.")] * 4
    actions = (*BEGIN, *slips, *safe, DECLINE, DECLINE, *REBUTTAL, *CLOSE, VERDICT)
    assert scores(*actions)["prosecution"] == 0


def test_a_frivolous_objector_is_at_the_floor():
    """It speaks, proves and answers, and objects to whatever it can on grounds in turn."""
    actions = [OPENING[0]]
    for ground, turn in [
        ("leading", (OPENING[1], submit("R"))),
        ("privilege", (submit("G"), says(LAME))),
        ("foundation", (says(RODE), DECLINE)),
    ]:
        actions += [Action("object", ground=ground), ANSWER, OVERRULE, *turn]
    actions += [DECLINE, *REBUTTAL, *CLOSE, VERDICT]
    assert scores(*actions)["defence"] == 0


def test_ballots_of_jurors():
    jury = Options(jurors=2, deliberation_rounds=2)
    liable, not_liable = (Action("ballot", decision=d) for d in ("liable", "not liable"))
    ballots = (liable, not_liable, DECLINE, not_liable)
    hung = Action("deliver_verdict", decision="hung")
    found = scores(*BEGIN, *END[:-1], *ballots, hung, options=jury)
    assert (found["juror_1"], found["juror_2"], found["judge"]) == (1 / 2, 1, 1)
    cut = scores(*OPENING, options=Options(jurors=2))
    assert (cut["juror_1"], cut["judge"]) == (None, None)


@pytest.mark.parametrize("breaches", [(VERDICT,), (submit("R"), submit("G"), VERDICT)])
def test_violations_before_there_was_anything_to_do_are_nothing_done(breaches):
    """Out of order in the opening: refused, and the turn to open is still to come."""
    found = score_trial(MARE, hear(*breaches))["prosecution"]["protocol_adherence"]
    assert (found.value, found.n) == (0, len(breaches))
    assert "0 of 0 opportunities" in found.detail
    # Once it has opened, and proved something, they weigh as ever.
    assert scores(*breaches, *BEGIN, says(LAME))["prosecution"] == 0


def test_what_is_still_to_come_is_no_opportunity():
    assert scores(OPENING[0])["defence"] is None
    assert scores(*BEGIN, says(LAME))["prosecution"] == 1
    # An objection that nobody has ruled on is not yet unanswered.
    assert scores(*HEARSAY, OBJECT)["prosecution"] == 0
