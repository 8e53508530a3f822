"""The rule checker in several processes: a `System` whose checks run beside each other.

It asks no model and waits for nothing, so that one process has work for one processor.
"""

import asyncio
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from types import TracebackType

from voirdire.authorities.types import Source
from voirdire.citecheck.bench.systems import System, open_system
from voirdire.citecheck.excerpts import Answer


class RuleProcesses:
    """The system "rules" in `jobs` processes; each opens its own source.

    `open_source` is sent to the processes, and so must be picklable.
    """

    name = "rules"

    def __init__(self, open_source: Callable[[], Source], jobs: int) -> None:
        self._pool = ProcessPoolExecutor(jobs, initializer=_start, initargs=(open_source,))

    def __enter__(self) -> "RuleProcesses":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def check(self, excerpt_id: str, text: str) -> Answer:
        """What the rules say of one excerpt."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, _check, excerpt_id, text)


_rules: System | None = None


def _start(open_source: Callable[[], Source]) -> None:
    global _rules
    # The keyboard stops the process that waits for this one; that one stops this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _rules = open_system("rules", open_source())


def _check(excerpt_id: str, text: str) -> Answer:
    assert _rules is not None
    return asyncio.run(_rules.check(excerpt_id, text))
