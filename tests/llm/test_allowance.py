"""Turns and calls are counted exactly; the same call is free, whatever is left."""

import pytest

from voirdire.llm.allowance import Allowance


def test_the_limits_are_25_turns_and_30_calls() -> None:
    allowance = Allowance()
    assert [allowance.begin_turn() for _ in range(27)] == [True] * 25 + [False] * 2
    admitted = [allowance.admit("look_up", {"page": page}) for page in range(32)]
    assert admitted == ["run"] * 30 + ["denied"] * 2
    assert (allowance.turns_used, allowance.calls_used, allowance.denied) == (25, 30, 2)


@pytest.mark.parametrize(
    ("first", "second", "becomes"),
    [
        ({"a": "1", "b": "2"}, {"b": "2", "a": "1"}, "duplicate"),  # order
        ({"a": " 370  F.3d\n1223 "}, {"a": "370 F.3d 1223"}, "duplicate"),  # white space
        ({"a": ["x  y"]}, {"a": ["x y"]}, "duplicate"),  # inside a list
        ({"a": "370 F.3d 1223"}, {"a": "370 f.3d 1223"}, "run"),  # capitals count
        ({"a": 1}, {"a": "1"}, "run"),  # types count
        ({"a": "1"}, {"a": "1", "b": None}, "run"),
    ],
)
def test_a_call_is_the_same_by_its_arguments(
    first: dict[str, object], second: dict[str, object], becomes: str
) -> None:
    allowance = Allowance()
    allowance.admit("look_up", first)
    assert allowance.admit("look_up", second) == becomes


def test_another_tool_with_the_same_arguments_is_another_call() -> None:
    allowance = Allowance()
    allowance.admit("one", {"a": "1"})
    assert allowance.admit("two", {"a": "1"}) == "run"


def test_a_duplicate_is_free_and_answered_when_no_call_is_left() -> None:
    allowance = Allowance(calls=1)
    allowance.admit("look_up", {"a": "1"})
    allowance.remember("look_up", {"a": "1"}, "found")
    assert allowance.admit("look_up", {"a": "2"}) == "denied"
    assert allowance.admit("look_up", {"a": "1"}) == "duplicate"
    assert allowance.recall("look_up", {"a": " 1"}) == "found"
    assert (allowance.calls_used, allowance.duplicates, allowance.denied) == (1, 1, 1)


def test_a_call_that_failed_runs_and_counts_again() -> None:
    allowance = Allowance()
    allowance.admit("fetch", {"id": "x"})
    allowance.forget("fetch", {"id": "x"})
    assert allowance.admit("fetch", {"id": "x"}) == "run"
    assert allowance.calls_used == 2
