"""Agreement beyond chance, computed by hand."""

import pytest

from voirdire.scoring.agreement import cohen_kappa


@pytest.mark.parametrize(
    ("first", "second", "kappa"),
    [
        ("aabb", "aabb", 1),
        # Observed 1/2, chance 1/2.
        ("aabb", "abab", 0),
        ("ab", "ba", -1),
        # Observed 35/50, chance (25 x 30 + 25 x 20) / 2500 = 1/2.
        ("a" * 20 + "a" * 5 + "b" * 10 + "b" * 15, "a" * 20 + "b" * 5 + "a" * 10 + "b" * 15, 0.4),
        # One label throughout, or none: nothing to agree on.
        ("aaa", "aaa", None),
        ("", "", None),
    ],
)
def test_kappa(first, second, kappa):
    assert cohen_kappa(first, second) == (kappa if kappa is None else pytest.approx(kappa))


def test_kappa_of_unequal_numbers():
    with pytest.raises(ValueError):
        cohen_kappa("ab", "a")
