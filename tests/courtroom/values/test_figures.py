"""Numbers that are money are found as they are written in four languages."""

from decimal import Decimal

import pytest

from voirdire.courtroom.values.figures import find_amounts, read_number, states_amount

AMOUNTS = [
    ("he paid $1,240.50 and 3,000 dollars", [("1,240.50", "USD"), ("3,000", "USD")]),
    ("USD 40 and 35 GBP", [("40", "USD"), ("35", "GBP")]),
    ("C$15, 40 CHF, CHF 12.50", [("15", "CAD"), ("40", "CHF"), ("12.50", "CHF")]),
    # A code is written in capitals.
    ("he had 3 try 4 doors", []),
    ("pagó 1.200,50 euros", [("1.200,50", "EUR")]),
    ("12 000 €", [("12 000", "EUR")]),
    ("₹1,20,000 दिए; 500 रुपये", [("1,20,000", "INR"), ("500", "INR")]),
    # Two decimals are money in a ledger.
    ("sales 4,310.00; 14 doors", [("4,310.00", None)]),
    # A time, a length, a share, and a number that only stands near a currency are not.
    ("at 9.30 the wall was 4.10 metres, 20% of the plan", []),
    ("in 2021 40 dollars", [("40", "USD")]),
]


@pytest.mark.parametrize(("text", "expected"), AMOUNTS)
def test_amounts_are_found(text, expected):
    assert [
        (text[each.span.start : each.span.end], each.currency) for each in find_amounts(text)
    ] == expected


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("1,240.50", "1240.50"),
        ("1.200,5", "1200.5"),
        ("1,20,000", "120000"),
        ("12 000", "12000"),
        ("3.05", "3.05"),
        ("40", "40"),
    ],
)
def test_numbers_are_read_with_their_separators(written, value):
    assert read_number(written) == Decimal(value)


def test_a_passage_states_an_amount_or_not():
    assert states_amount("for 240.00", Decimal("240.00"), "USD")
    assert states_amount("for $240", Decimal("240.00"), "USD")
    assert not states_amount("for £240", Decimal("240.00"), "USD")
    assert not states_amount("for $2400", Decimal("240.00"), "USD")
