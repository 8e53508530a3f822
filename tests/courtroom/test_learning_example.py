"""The worked example learns, on every seed, within its time."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("gymnasium")

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn_courtroom.py"
LINE = re.compile(
    r"seed (\d): first 50 episodes ([+-]\d\.\d\d), last 50 ([+-]\d\.\d\d), gain (\d\.\d\d) of"
)


@pytest.mark.timeout(590)
def test_five_of_five_seeds_gain_a_fifth_of_the_range():
    done = subprocess.run(
        [sys.executable, str(EXAMPLE)], capture_output=True, text=True, timeout=580, check=False
    )
    assert done.returncode == 0, done.stderr
    found = [LINE.match(line) for line in done.stdout.splitlines()]
    assert all(found), done.stdout
    assert [line[1] for line in found] == ["1", "2", "3", "4", "5"]
    for line in found:
        # Rewards run from -1 to 1: a fifth of the range is 0.4.
        assert float(line[3]) - float(line[2]) >= 0.4, done.stdout


def test_what_it_learns_from_holds_nothing_of_the_key():
    source = EXAMPLE.read_text("utf-8")
    assert not re.search(r"\.key\b|bearings|planted|PreparedAgent", source)
