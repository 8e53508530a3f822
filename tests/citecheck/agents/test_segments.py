"""What a model names is brought back to the exact words of the excerpt."""

import pytest

from voirdire.citecheck.agents.segments import FalseSegment, find_segment, predictions_in
from voirdire.citecheck.excerpts import Prediction

TEXT = (
    "Notice must be “sent where it can\nbe received.” Roe v. Harbour Comm’n, 12 Marlow Rep. 1, 2\n"
    "(1981). The clerk’s books bind the clerk. See id. at 3."
)


@pytest.mark.parametrize(
    ("named", "stands"),
    [
        ("The clerk’s books bind the clerk.", "The clerk’s books bind the clerk."),
        ("  See id. at 3. ", "See id. at 3."),
        # Quotation marks, line ends and spaces.
        ("The clerk's books  bind the clerk.", "The clerk’s books bind the clerk."),
        ("sent where it can be received.", "sent where it can\nbe received."),
        (
            "Roe v. Harbour Comm'n, 12 Marlow Rep. 1, 2 (1981)",
            "Roe v. Harbour Comm’n, 12 Marlow Rep. 1, 2\n(1981)",
        ),
        ("roe v. harbour commn 12 marlow rep 1", "Roe v. Harbour Comm’n, 12 Marlow Rep. 1"),
        ("erk’s books bind the cl", "erk’s books bind the cl"),  # exact, if odd
        ("erk's books bind the cl", None),  # by letters only whole words
        ("The clerk's books bind the court.", None),
        ("12.", None),
        ("", None),
        ("   ", None),
    ],
)
def test_a_segment_is_found_or_is_not(named: str, stands: str | None) -> None:
    assert find_segment(TEXT, named) == stands


def test_what_stands_nowhere_is_dropped_and_each_segment_comes_once() -> None:
    named = [
        FalseSegment(text="See id. at 3.", type="incorrect_pincite", why="page 4"),
        FalseSegment(text="See id at 3."),
        FalseSegment(text="made up by the model"),
    ]
    predictions, dropped = predictions_in(TEXT, named)
    assert predictions == (Prediction("See id. at 3.", "incorrect_pincite", "page 4"),)
    assert dropped == ("made up by the model",)
