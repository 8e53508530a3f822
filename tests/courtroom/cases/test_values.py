"""Dates and amounts are read as they are written in four languages."""

from datetime import date
from decimal import Decimal

import pytest

from voirdire.courtroom.cases.values import (
    find_amounts,
    find_dates,
    read_number,
    states_amount,
    states_date,
)

DATES = [
    ("on 14 March 2021 and on March 3rd, 2020", ["2021-03-14", "2020-03-03"]),
    ("2021-02-28", ["2021-02-28"]),
    # No such day.
    ("2021-02-30, 31 June 2021", []),
    ("the 3rd of May 2021", ["2021-05-03"]),
    ("el 3 de mayo de 2021", ["2021-05-03"]),
    ("le 1er juin 2021", ["2021-06-01"]),
    ("3 मार्च 2021 को", ["2021-03-03"]),
    # A day or a year alone is no date.
    ("on 14 March, in 2021, in May 2021", []),
]


@pytest.mark.parametrize(("text", "expected"), DATES)
def test_full_dates_are_found(text, expected):
    found = list(find_dates(text))
    assert [each.value for each in found] == [date.fromisoformat(each) for each in expected]
    assert [text[each.year.start : each.year.end] for each in found] == [
        each[:4] for each in expected
    ]


AMOUNTS = [
    ("he paid $1,240.50 and 3,000 dollars", [("1,240.50", "USD"), ("3,000", "USD")]),
    ("USD 40 and 35 GBP", [("40", "USD"), ("35", "GBP")]),
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


def test_a_passage_states_a_date_or_an_amount_in_full_or_not():
    assert states_date("on 14 March 2021", date(2021, 3, 14))
    assert not states_date("on 14 March", date(2021, 3, 14))
    assert states_amount("for 240.00", Decimal("240.00"), "USD")
    assert states_amount("for $240", Decimal("240.00"), "USD")
    assert not states_amount("for £240", Decimal("240.00"), "USD")
    assert not states_amount("for $2400", Decimal("240.00"), "USD")
