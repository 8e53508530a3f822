"""Sums of money as people write them."""

import pytest

from voirdire.courtroom.values.sums import Amount, find_amounts, parse_amount


@pytest.mark.parametrize(
    ("text", "currency", "thousandths"),
    [
        # The form of facts.
        ("1200.00 USD", "USD", 1_200_000),
        ("12.5 GBP", "GBP", 12_500),
        # A currency that only a written case knows.
        ("500 XRD", "XRD", 500_000),
        # Signs, codes, separators.
        ("\u00a340", "GBP", 40_000),
        ("$ 40", "USD", 40_000),
        ("1,200.50 GBP", "GBP", 1_200_500),
        ("EUR 5,688.18", "EUR", 5_688_180),
        ("\u20ac2,900", "EUR", 2_900_000),
        ("$1,200 CAD", "CAD", 1_200_000),
        ("C$15", "CAD", 15_000),
        ("US$15", "USD", 15_000),
        # Thousands and millions.
        ("$2.3M", "USD", 2_300_000_000),
        ("\u00a35k", "GBP", 5_000_000),
        ("USD 1.2 million", "USD", 1_200_000_000),
        ("2.3 million dollars", "USD", 2_300_000_000),
        ("3bn euros", "EUR", 3_000_000_000_000),
        # Rupees.
        ("Rs. 500/-", "INR", 500_000),
        ("Rs 5 lakh", "INR", 500_000_000),
        ("\u20b91,00,000", "INR", 100_000_000),
        ("five rupees", "INR", 5_000),
        ("2 crore rupees", "INR", 20_000_000_000),
        # Pounds, shillings and pence: 20 shillings of 12 pence; 6d. is 0.025.
        ("12l. 10s.", "GBP", 12_500),
        ("12 l. 10 s. 6 d.", "GBP", 12_525),
        ("\u00a312 10s. 6d.", "GBP", 12_525),
        ("12l", "GBP", 12_000),
        ("40s.", "GBP", 2_000),
        ("40 shillings", "GBP", 2_000),
        ("12 pounds, 10 shillings", "GBP", 12_500),
        ("two pounds ten shillings and sixpence", "GBP", 2_525),
        ("a guinea", "GBP", 1_050),
        ("five guineas", "GBP", 5_250),
        ("half a crown", "GBP", 125),
        ("half-a-guinea", "GBP", 525),
        ("50p", "GBP", 500),
        ("2\u00bd pounds", "GBP", 2_500),
        # Numbers in words.
        ("forty shillings", "GBP", 2_000),
        ("five and twenty shillings", "GBP", 1_250),
        ("twelve hundred dollars", "USD", 1_200_000),
        ("a thousand pounds", "GBP", 1_000_000),
        ("one hundred and twenty-five dollars and fifty cents", "USD", 125_500),
        ("two hundred and five thousand and six euros", "EUR", 205_006_000),
        ("Swiss francs", None, 0),
        ("70 Swiss francs", "CHF", 70_000),
        # What is no sum, or may be two.
        ("ten pounds of butter", None, 0),
        ("six pence", None, 0),
        ("1200", None, 0),
        ("\u00a340 and \u00a350", None, 0),
        ("about \u00a340", None, 0),
        # As Paris writes it; nobody writes twenty thousand so.
        ("200,00 euros", None, 0),
        ("9" * 400 + " dollars", None, 0),
        ("", None, 0),
    ],
)
def test_one_sum(text, currency, thousandths):
    assert parse_amount(text) == (Amount(currency, thousandths) if currency else None)


def test_sums_of_a_text_and_where_they_stand():
    text = (
        "thirty-six skins, value 12 l. one muff, value 1 l. 2 s. and 3 d. in bad halfpence; "
        "he gave me $5.50, 10 shillings and \u00a37."
    )
    found = {text[m.start : m.end]: m.possible for m in find_amounts(text)}
    assert found == {
        "thirty-six": {Amount("", 36_000)},
        "12 l.": {Amount("GBP", 12_000)},
        "one": {Amount("", 1_000)},
        "1 l. 2 s. and 3 d.": {Amount("GBP", 1_112)},
        "$5.50": {Amount("USD", 5_500)},
        "10 shillings": {Amount("GBP", 500)},
        "\u00a37": {Amount("GBP", 7_000)},
    }


def test_pence_may_be_old_or_new():
    (mention,) = find_amounts("fifteen pence")
    assert mention.possible == {Amount("GBP", 62), Amount("GBP", 150)}
