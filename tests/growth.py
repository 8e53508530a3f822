"""Whether work grows in proportion to its input: one size against a multiple of it.

CPU time of this thread alone, so that neither other programs nor servers of other tests are
counted; the least of three runs; and as a busy machine still disturbs a measurement now and then,
while work that grows with the square fails every one of them, the best of five.
"""

import gc
import time
from collections.abc import Callable

_RUNS = 3
_ROUNDS = 5
# Below this, in seconds, the clock tells nothing.
_FLOOR = 0.004


def assert_growth(
    work: Callable[[int], Callable[[], object]],
    size: int,
    *,
    factor: int = 4,
    most: float = 9.0,
) -> None:
    """That `work` of `factor` times `size` takes no more than `most` times as long.

    `work(n)` prepares, which is not measured, and returns what is. Four times the input may take
    nine times the time: four, and much room; work that grows with the square takes sixteen.
    """
    small, large = work(size), work(size * factor)
    ratios = []
    for _ in range(_ROUNDS):
        ratios.append(_seconds(large) / max(_seconds(small), _FLOOR))
        if ratios[-1] <= most:
            return
    raise AssertionError(f"{factor} times the size took {min(ratios):.1f} times as long or longer")


def _seconds(work: Callable[[], object]) -> float:
    """The least time of some runs, without collecting what other tests left in memory."""
    gc.collect()
    gc.freeze()
    taken = []
    for _ in range(_RUNS):
        start = time.thread_time()
        work()
        taken.append(time.thread_time() - start)
    gc.unfreeze()
    return min(taken)
