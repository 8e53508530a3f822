"""Evidence use, hallucination resistance, coherence and rebuttal, computed by hand."""

from dataclasses import replace

import pytest

from courtroom.scoring.mare import (
    DECLINE,
    FALSE,
    GALLOPED,
    IN_EVIDENCE,
    LAME,
    MARE,
    OLDER,
    PAID,
    RODE,
    SWOLLEN,
    TRUE_BUT_IDLE,
    UNMAPPED,
    hear,
    says,
    submit,
    typed,
)
from voirdire.courtroom.scoring.trial import score_trial
from voirdire.courtroom.types import Claim, Key

PIECES = ("I rode the mare every day", "in April and she never went lame")
PRICE = typed("R", "amount", "12.50 GBP", "price paid")


def score(metric, *turns, seat="prosecution", file=MARE):
    """The metric of a seat after turns that the prosecution begins."""
    return score_trial(file, hear(*IN_EVIDENCE, *turns, file=file))[seat][metric]


def to(claim, target):
    return replace(claim, target=target)


@pytest.mark.parametrize(
    ("claims", "value"),
    [
        # Material to the prosecution: (R, warranty), (R, sound), (V, sound); H is objectionable.
        ([], 0),
        ([SWOLLEN, PAID, LAME], 1),
        # Recall 1/3, precision 1.
        ([SWOLLEN], 1 / 2),
        # The same pair twice, and the same claim twice, are one pair.
        ([SWOLLEN, OLDER, SWOLLEN], 1 / 2),
        # Recall 2/3; of three pairs one favours the other side: precision 2/3.
        ([SWOLLEN, PAID, RODE], 2 / 3),
        # Recall 1/3; half of what is cited of the only pair bears: precision 1/2.
        ([SWOLLEN, TRUE_BUT_IDLE], 2 / 5),
        # Recall 1/3; a refuted claim on another pair: precision 1/2.
        ([SWOLLEN, FALSE], 2 / 5),
        # Named with nothing of it quoted.
        ([replace(SWOLLEN, quotation="Exhibit V proves it all")], 0),
    ],
)
def test_evidence_use(claims, value):
    found = score("evidence_use", says(*claims))
    assert found.value == pytest.approx(value)
    assert found.n == 3


def test_evidence_use_shows_where_its_credit_comes_from():
    found = score("evidence_use", says(SWOLLEN, RODE))
    assert [(s.entry, s.claim, s.exhibit, s.credit, s.note) for s in found.spans] == [
        (7, "7.1", "V", 1.0, "quoted"),
        (7, "7.2", "G", 0.0, "favours the other side"),
    ]
    assert found.spans[0].span == (34, 85)
    assert found.detail == "recall 1 of 3 material pairs; precision 0.50 over 2 cited pairs"


def test_what_a_side_cannot_bring_is_not_material():
    """Before G is in evidence the prosecution could not cite it, whatever it says."""
    favouring = replace(
        MARE,
        key=replace(
            MARE.key,
            bearings=tuple(replace(b, favours="prosecution") for b in MARE.key.bearings or ()),
        ),
    )
    begun = hear(says(text="So."), says(text="No."), submit("R"))
    assert score_trial(favouring, begun)["prosecution"]["evidence_use"].n == 3
    assert score_trial(favouring, hear(*IN_EVIDENCE))["prosecution"]["evidence_use"].n == 4
    assert score_trial(favouring, begun)["defence"]["evidence_use"].value is None


@pytest.mark.parametrize(
    ("turns", "value", "n"),
    [
        ([says(SWOLLEN, OLDER, PAID)], 1, 3),
        ([says(SWOLLEN, OLDER, FALSE)], 2 / 3, 3),
        # True but idle, and repeated, are not counted; nor is what is unchecked.
        ([says(SWOLLEN, OLDER, FALSE), DECLINE, says(TRUE_BUT_IDLE, SWOLLEN, FALSE)], 2 / 3, 3),
        # What was not in evidence is made up, however true.
        (
            [says(SWOLLEN, OLDER, Claim("sound", "H", "Dunn had sold a lame horse before this"))],
            2 / 3,
            3,
        ),
        # A typed value counts like a quotation.
        ([says(SWOLLEN, PRICE, typed("R", "amount", "13.00 GBP", "price paid"))], 2 / 3, 3),
        # Fewer than three, or on one exhibit, say nothing.
        ([says(SWOLLEN, FALSE)], None, 2),
        ([says(SWOLLEN, OLDER, replace(FALSE, exhibit="V"))], None, 3),
        ([], None, 0),
        # A void turn does not count.
        ([says(SWOLLEN, OLDER, PAID, LAME)], None, 0),
    ],
)
def test_hallucination_resistance(turns, value, n):
    found = score("hallucination_resistance", *turns)
    assert (found.value, found.n) == (value and pytest.approx(value), n)


@pytest.mark.parametrize(
    ("turns", "value"),
    [
        ([says(SWOLLEN, OLDER, LAME)], 1),
        # On one issue for both sides: three contradict each other, the fourth stands.
        ([says(SWOLLEN, OLDER, PAID), DECLINE, says(RODE)], 1 / 4),
        # What favours the other side contradicts one's own case: the third stands alone.
        ([says(RODE, GALLOPED, PAID)], 1 / 3),
        # Another value in the same role contradicts, though the record refutes it.
        (
            [
                says(PRICE, SWOLLEN, LAME),
                DECLINE,
                says(typed("R", "amount", "13.00 GBP", "price paid")),
            ],
            2 / 3,
        ),
        # Repeating adds nothing; three distinct ones are needed, on two exhibits.
        ([says(SWOLLEN, LAME), DECLINE, says(SWOLLEN, LAME)], None),
        ([says(PRICE, LAME), DECLINE, says(typed("R", "name", "Karl Dunn", "seller"))], None),
        # A template proves nothing and has no score.
        ([says(text="First. Moreover, therefore. In conclusion, it follows.")], None),
    ],
)
def test_coherence(turns, value):
    found = score("coherence", *turns)
    assert found.value == (value and pytest.approx(value))


def test_who_argues_the_other_sides_case_throughout_is_not_coherent():
    found = score("coherence", DECLINE, says(SWOLLEN, OLDER, PAID), seat="defence")
    assert (found.value, found.n) == (0, 3)
    assert {span.note for span in found.spans} == {"favours the other side"}
    assert found.detail == "3 of 3 supported claims contradicted"


def test_coherence_without_a_map_compares_values_alone():
    facts = replace(MARE, key=Key("liable", facts=MARE.key.facts))
    sale = typed("R", "date", "1904-05-03", "day of the sale")
    gallop = typed("G", "date", "1904-05-06", "day of the gallop")
    other = typed("R", "amount", "13.00 GBP", "price paid")
    assert score("coherence", says(PRICE, sale, gallop), file=facts).value == 1
    found = score("coherence", says(PRICE, sale, gallop), DECLINE, says(other), file=facts)
    assert found.value == pytest.approx(2 / 3)
    # Quotations are no values.
    assert score("coherence", says(SWOLLEN, LAME, RODE), file=UNMAPPED).value is None


# Three claims of the prosecution on one issue, 7.1 to 7.3; the map gives the defence two
# passages there, so that two can be answered.
CLAIMED = says(SWOLLEN, OLDER, LAME)


@pytest.mark.parametrize(
    ("answers", "value"),
    [
        ([to(RODE, "7.1"), to(GALLOPED, "7.3")], 1),
        # Recall 1/2, precision 1.
        ([to(RODE, "7.1")], 2 / 3),
        # Nothing is answered without a target.
        ([RODE, GALLOPED], 0),
        ([], 0),
        # Recall 1/2, precision 1/2: the second target is no claim, on no ground, or spent.
        ([to(RODE, "7.1"), to(GALLOPED, "9.9")], 1 / 2),
        ([to(RODE, "7.1"), to(GALLOPED, "8.1")], 1 / 2),
        ([to(RODE, "7.1"), to(replace(GALLOPED, issue="warranty"), "7.2")], 1 / 2),
        ([to(RODE, "7.1"), to(OLDER, "7.2")], 1 / 2),
        ([to(RODE, "7.1"), to(FALSE, "7.2")], 1 / 2),
        ([to(RODE, "7.1"), to(RODE, "7.2")], 1 / 2),
        # The same answer again is nothing new.
        ([to(RODE, "7.1"), to(RODE, "7.1")], 2 / 3),
    ],
)
def test_rebuttal(answers, value):
    found = score("rebuttal", CLAIMED, says(*answers), seat="defence")
    assert (found.value, found.n) == (pytest.approx(value), 2)


def test_what_was_cited_before_may_answer_once():
    cited = (*IN_EVIDENCE[:-1], says(RODE, GALLOPED))
    trial = hear(*cited, CLAIMED, says(to(RODE, "7.1"), to(GALLOPED, "7.2")))
    assert score_trial(MARE, trial)["defence"]["rebuttal"].value == 1


def test_pieces_of_one_sentence_answer_one_claim():
    pieces = [replace(RODE, quotation=words) for words in PIECES]
    trial = hear(*IN_EVIDENCE, CLAIMED, says(to(pieces[0], "7.1"), to(pieces[1], "7.2")))
    found = score_trial(MARE, trial)["defence"]["rebuttal"]
    # Recall 1/2, precision 1/2.
    assert found.value == pytest.approx(1 / 2)


def test_an_answer_to_a_repetition_answers_the_claim():
    found = score("rebuttal", CLAIMED, DECLINE, CLAIMED, says(to(RODE, "9.1")), seat="defence")
    assert found.value == pytest.approx(2 / 3)
    assert [span.note for span in found.spans] == ["answers 7.1"]


def test_a_proper_answer_to_a_claim_that_proves_nothing_neither_earns_nor_costs():
    found = score(
        "rebuttal",
        says(SWOLLEN, OLDER, FALSE),
        says(to(RODE, "7.1"), to(GALLOPED, "7.3")),
        seat="defence",
    )
    # Recall 1/2, precision 1.
    assert found.value == pytest.approx(2 / 3)


def test_rebuttal_needs_two_answerable_claims():
    assert score("rebuttal", says(SWOLLEN), seat="defence").n == 1
    assert score("rebuttal", says(SWOLLEN), seat="defence").value is None
    # The map has nothing for the defence on the warranty.
    found = score("rebuttal", says(PAID, PRICE), seat="defence")
    assert (found.value, found.n) == (None, 0)


def test_rebuttal_of_what_was_said_later_is_a_straw_man():
    """The target's number is that of an entry still to come."""
    found = score("rebuttal", DECLINE, says(to(RODE, "9.1")), CLAIMED, seat="defence")
    assert found.value == 0
    assert found.spans[0].note == "no such claim was made"


@pytest.mark.parametrize("metric", ["evidence_use", "rebuttal"])
def test_not_applicable_without_a_map(metric):
    found = score(metric, CLAIMED, says(to(RODE, "7.1")), file=UNMAPPED)
    assert (found.value, found.detail) == (None, "the case has no issue map")
