"""The measure of growth fails where it should."""

import pytest

from growth import assert_growth


def work_of(steps):
    return lambda size: lambda: sum(range(steps(size)))


def test_work_that_grows_with_its_input_passes():
    assert_growth(work_of(lambda size: size * 1_000), 1_000)


def test_work_that_grows_with_the_square_fails():
    with pytest.raises(AssertionError, match="4 times the size took 1"):
        assert_growth(work_of(lambda size: size * size), 1_000)
