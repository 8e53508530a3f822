import pytest

from voirdire.scoring.proportions import mcnemar_p, wilson


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),  # none of ten
        (95, 100, 0.8882, 0.9785),  # most of a hundred
        (0, 0, 0.0, 1.0),  # nothing counted
    ],
)
def test_wilson(hits, n, low, high):
    assert wilson(hits, n) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("only_a", "only_b", "p"),
    [
        (0, 0, 1.0),  # no item tells them apart
        (5, 5, 1.0),  # as many either way
        (1, 8, 20 / 512),  # 2 * (1 + 9) / 2**9
        (8, 1, 20 / 512),  # the same from the other side
        (0, 6, 2 / 64),  # all one way
    ],
)
def test_mcnemar(only_a, only_b, p):
    assert mcnemar_p(only_a, only_b) == pytest.approx(p)


def test_mcnemar_of_thousands():
    assert mcnemar_p(0, 3000) == 0.0
    assert mcnemar_p(1500, 1500) == 1.0
