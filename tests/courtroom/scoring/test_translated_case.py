"""A case in French: values are held against its facts alone, quotations as in any language."""

import pytest

from courtroom.scoring.mare import DECLINE, OPENING, hear, says, submit, typed
from voirdire.courtroom.cases.load import written_case
from voirdire.courtroom.scoring.marks import mark_claims
from voirdire.courtroom.scoring.trial import score_trial
from voirdire.courtroom.types import Claim

STAIRS = written_case("contract_011-fr")
# Entries 1 to 4: both open, E2 and E7 are in evidence, and the prosecution is on turn.
HEARD = (*OPENING, submit("E2"), submit("E7"))
PRICE = "prix demandé pour le palier"


def mark(claim):
    (found,) = mark_claims(STAIRS, hear(*HEARD, says(claim), file=STAIRS))
    span = found.span and next(
        each.content[slice(*found.span)]
        for each in STAIRS.case.exhibits
        if each.id == found.claim.exhibit
    )
    return found.mark, found.reason, found.favours, span


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        # Equal to a fact, in the form of facts or as French writes dates.
        (
            typed("E2", "amount", "3150.00 GBP", PRICE, "order"),
            (
                "supported",
                "value_equal",
                "prosecution",
                "elle a accepté la sculpture à 3 150,00 GBP",
            ),
        ),
        (
            typed("E7", "date", "2021-08-06", "jour du retour", "order"),
            ("supported", "value_equal", "defence", "6 août 2021"),
        ),
        (
            typed("E7", "date", "le 6 août 2021", "Jour du retour", "order"),
            ("supported", "value_equal", "defence", "6 août 2021"),
        ),
        (
            typed("E7", "name", "Odile FARRANCE", "passagère de la réservation", "order"),
            ("unchecked", "not_on_issue", None, "Odile Farrance"),
        ),
        # Of no fact, right or wrong: what the French text says of it is not read.
        (
            typed("E2", "amount", "3200.00 GBP", PRICE, "order"),
            ("unchecked", "language", None, None),
        ),
        (typed("E7", "amount", "64.00 GBP", "", "order"), ("unchecked", "language", None, None)),
        (typed("E7", "date", "2021-07-31", "", "order"), ("unchecked", "language", None, None)),
        # Three thousand or three: English cannot tell.
        (
            typed("E2", "amount", "3 150,00 GBP", PRICE, "order"),
            ("unchecked", "value_not_read", None, None),
        ),
        (
            typed("E2", "amount", "150,00 GBP", PRICE, "order"),
            ("unchecked", "value_not_read", None, None),
        ),
        # Another role than the fact's.
        (
            typed("E2", "amount", "3150.00 GBP", "acompte", "order"),
            ("unchecked", "role_not_known", None, None),
        ),
        # Quotations.
        (
            Claim("order", "E2", "MME FARRANCE se tenait avec moi dans le vestibule"),
            (
                "supported",
                "quoted",
                "prosecution",
                "Mme Farrance se tenait avec moi dans le vestibule",
            ),
        ),
        (
            Claim("order", "E2", "Mme Farrance ne se tenait pas dans le vestibule"),
            ("refuted", "quotation_absent", None, None),
        ),
    ],
)
def test_a_claim_in_french(claim, expected):
    assert mark(claim) == expected


def test_values_that_cannot_be_read_leave_the_scores_not_applicable():
    unread = (
        typed("E2", "amount", "3200.00 GBP", PRICE, "order"),
        typed("E7", "date", "2021-07-31", "", "order"),
        typed("E7", "amount", "64.00 GBP", "", "order"),
    )
    scores = score_trial(STAIRS, hear(*HEARD, says(*unread), file=STAIRS))["prosecution"]
    resistance = scores["hallucination_resistance"]
    assert (resistance.value, resistance.n) == (None, 0)
    assert resistance.detail == ("0 checkable claims on 0 exhibits; at least 3 on 2 are needed")
    assert (scores["coherence"].value, scores["coherence"].n) == (None, 0)
    # With what can be read, they apply, and what cannot is left out.
    read = (
        typed("E2", "amount", "3150.00 GBP", PRICE, "order"),
        Claim("order", "E2", "Mme Farrance se tenait avec moi dans le vestibule"),
        Claim("order", "E7", "La barrière ne lit que le billet"),
    )
    trial = hear(*HEARD, says(*unread), DECLINE, says(*read), file=STAIRS)
    scores = score_trial(STAIRS, trial)["prosecution"]
    resistance = scores["hallucination_resistance"]
    assert (resistance.value, resistance.n) == (1, 3)
    assert resistance.detail == "3 supported, 0 refuted; 3 unchecked"
    assert (scores["coherence"].value, scores["coherence"].n) == (1, 3)
