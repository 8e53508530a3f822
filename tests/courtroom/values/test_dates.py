"""Dates as people write them."""

import pytest

from voirdire.courtroom.values.dates import Day, find_dates, find_full_dates, parse_date


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1802-05-03", (1802, 5, 3)),
        ("2020/11/30", (2020, 11, 30)),
        ("3 May 1802", (1802, 5, 3)),
        ("3-May-1802", (1802, 5, 3)),
        ("May 3, 1802", (1802, 5, 3)),
        ("May 3d, 1802", (1802, 5, 3)),
        ("MAY 3, 1802", (1802, 5, 3)),
        ("the 3d of May 1802", (1802, 5, 3)),
        ("the 3d of May, 1802.", (1802, 5, 3)),
        ("on the 22nd of October, 1806", (1806, 10, 22)),
        ("3rd day of May, 1802", (1802, 5, 3)),
        ("the third of May 1802", (1802, 5, 3)),
        ("twenty-first day of June in the year of our Lord 1802", (1802, 6, 21)),
        ("the thirty-first of January 1999", (1999, 1, 31)),
        ("4 Sep 1999", (1999, 9, 4)),
        ("Sept. 4th, 1999", (1999, 9, 4)),
        # Only one reading is a date.
        ("30/11/2020", (2020, 11, 30)),
        ("11/30/2020", (2020, 11, 30)),
        ("4.4.2020", (2020, 4, 4)),
        # In part.
        ("May 1802", (1802, 5, None)),
        ("1802-05", (1802, 5, None)),
        ("1802", (1802, None, None)),
        ("the 3d of May", (None, 5, 3)),
        ("the 3d instant", (None, None, 3)),
        # Two readings, none, or more than a date.
        ("03/05/1802", None),
        ("1/2/20", None),
        ("30 February 2020", None),
        ("2020-02-30", None),
        ("2020-13", None),
        ("3d.", None),
        ("yesterday", None),
        ("paid on 3 May 1802", None),
        ("3 and 5 May 1802", None),
        ("", None),
    ],
)
def test_one_date(text, expected):
    assert parse_date(text) == (Day(*expected) if expected else None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Between the 2d and 3d of May 1802, not in 1803, he may 5 times march 6 miles.",
            [(1802, 5, 2), (1802, 5, 3), (1803, None, None)],
        ),
        ("3\u20135 May 1802", [(1802, 5, 3), (1802, 5, 5)]),
        # Pence are no days; the day of a month is one.
        ("3 d. and 6d. on the 21st", [(None, None, 21)]),
        ("03/05/1802", [(1802, 5, 3), (1802, 3, 5)]),
        ("On Tuesday the 22d of October, at noon", [(None, 10, 22)]),
    ],
)
def test_dates_of_a_text(text, expected):
    assert [day for m in find_dates(text) for day in m.possible] == [Day(*e) for e in expected]


@pytest.mark.parametrize(
    ("mention", "claim", "states"),
    [
        ((1802, 5, 3), (1802, 5, 3), True),
        ((1802, 5, 3), (1802, 5, 4), False),
        # The year, and with it the month, may go without saying; the day may not.
        ((None, 5, 3), (1802, 5, 3), True),
        ((None, None, 3), (1802, 5, 3), True),
        ((1802, 5, None), (1802, 5, 3), False),
        ((1802, None, None), (1802, 5, 3), False),
        # A claim of a month is stated by a day in it.
        ((1802, 5, 3), (1802, 5, None), True),
        ((1802, 6, 3), (1802, 5, None), False),
    ],
)
def test_what_a_mention_states(mention, claim, states):
    assert Day(*mention).states(Day(*claim)) is states


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("on 14 March 2021 and on March 3rd, 2020", ["2021-03-14", "2020-03-03"]),
        ("2021-02-28", ["2021-02-28"]),
        # No such day.
        ("2021-02-30, 31 June 2021", []),
        ("the 3rd of May 2021", ["2021-05-03"]),
        ("el 3 de mayo de 2021, el 1º de enero del 2022", ["2021-05-03", "2022-01-01"]),
        ("El 12 de Setiembre de 2021", ["2021-09-12"]),
        ("le 1er juin 2021, le 14 juillet 2021", ["2021-06-01", "2021-07-14"]),
        ("3 मार्च 2021 को, 12 दिसंबर 2021", ["2021-03-03", "2021-12-12"]),
        ("13/5/2021", ["2021-05-13"]),
        # A day or a year alone is no date, nor is what may be two.
        ("on 14 March, in 2021, in May 2021, on 3/5/2021", []),
    ],
)
def test_full_dates_in_four_languages(text, expected):
    assert [each.isoformat() for each in find_full_dates(text)] == expected
