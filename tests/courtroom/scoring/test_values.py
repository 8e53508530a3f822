"""Typed values: what is equal, and what a text states."""

import pytest

from voirdire.courtroom.scoring.values import find_value, fold_role, read_value


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        ("amount", "12.50 GBP", "12l. 10s."),
        ("amount", "2300000.00 USD", "$2.3M"),
        # A penny, the 240th part, to four figures or exactly.
        ("amount", "0.0042 GBP", "1d."),
        ("date", "1904-05-03", "the 3d of May 1904"),
        ("name", "Anna Brook", "Mrs. ANNA  BROOK"),
        ("name", "Weir Holdings", "Weir Holdings Ltd."),
    ],
)
def test_two_writings_of_one_value(kind, one, other):
    assert read_value(kind, one) == read_value(kind, other) is not None


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        ("amount", "12.50 GBP", "12.50 USD"),
        ("amount", "12.50 GBP", "12.51 GBP"),
        ("date", "1904-05-03", "1904-03-05"),
        ("name", "Anna Brook", "Brook Anna"),
        # The marks of Devanagari are vowels: Kamal and Kamaal.
        ("name", "कमल", "कमाल"),
    ],
)
def test_two_values(kind, one, other):
    assert read_value(kind, one) != read_value(kind, other)


@pytest.mark.parametrize(
    ("kind", "written"),
    [("amount", "much"), ("date", "soon"), ("name", "Mr."), ("name", "x" * 300)],
)
def test_no_value(kind, written):
    assert read_value(kind, written) is None


def test_roles_are_compared_by_their_words():
    assert fold_role("The Price  of the Saddle") == fold_role("price of saddle") == "price saddle"
    assert fold_role("buyer") != fold_role("seller")
    assert fold_role("दिन") != fold_role("दान")


@pytest.mark.parametrize(
    ("kind", "written", "stated"),
    [
        ("amount", "40.00 GBP", "stated"),
        # One sum of three parts, or two sums.
        ("amount", "12.5625 GBP", "stated"),
        ("amount", "12.50 GBP", "maybe"),
        ("amount", "12.51 GBP", "no"),
        # In the text without a currency, or in one that may be another.
        ("amount", "36.00 USD", "maybe"),
        ("amount", "0.15 GBP", "maybe"),
        ("date", "1806-10-22", "maybe"),
        ("date", "1806-10-23", "no"),
        ("date", "1802-05-03", "stated"),
        ("date", "1802-05", "maybe"),
        ("name", "Joseph Mayor", "maybe"),
        # The surname is nowhere; the first name alone makes nobody known.
        ("name", "Joseph Blackwood", "no"),
    ],
)
def test_what_a_text_states(kind, written, stated):
    text = (
        "Joseph Mayor's thirty-six skins, value 12l. 10s., and fifteen pence, or 40l., were taken "
        "on the 22d of October; he bought them on 3 May 1802."
    )
    assert find_value(kind, written, text)[0] == stated


def test_where_a_value_stands():
    text = "He paid 12l. 10s. on the 3d of May 1802."
    (_, amount), (_, date) = (
        find_value("amount", "12.50 GBP", text),
        find_value("date", "1802-05-03", text),
    )
    assert (text[slice(*amount)], text[slice(*date)]) == ("12l. 10s.", "3d of May 1802")
