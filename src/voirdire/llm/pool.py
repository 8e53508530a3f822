"""How many requests run at once: in all, and at one provider."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from voirdire.errors import VoirdireError
from voirdire.llm.retry import Retry


@dataclass(slots=True)
class _Slots:
    workers: asyncio.Semaphore
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    providers: dict[str, asyncio.Semaphore] = field(default_factory=dict)


class Pool:
    """`workers` requests at once, `per_provider` of them at one provider.

    Shared by all chats of a process; counted for each event loop, of which a process
    normally has one. `retry` says how failed attempts are made again.
    """

    def __init__(self, workers: int = 12, per_provider: int = 3, retry: Retry | None = None):
        if workers < 1 or per_provider < 1:
            raise VoirdireError("a pool needs a worker, and one for each provider")
        self.workers = workers
        self.per_provider = per_provider
        self.retry = retry or Retry()
        self._slots: WeakKeyDictionary[asyncio.AbstractEventLoop, _Slots] = WeakKeyDictionary()

    @asynccontextmanager
    async def slot(self, provider: str) -> AsyncIterator[None]:
        """A place for one request, held through its retries."""
        slots = self._of_loop()
        own = slots.providers.setdefault(provider, asyncio.Semaphore(self.per_provider))
        # The provider first: whoever waits for one provider must keep no worker from another.
        async with own, slots.workers:
            yield

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Leave to work without waiting, one after another.

        Of many calls begun at once the first is sent before the last is looked up.
        """
        async with self._of_loop().turn:
            await asyncio.sleep(0)
            yield

    def _of_loop(self) -> _Slots:
        loop = asyncio.get_running_loop()
        return self._slots.setdefault(loop, _Slots(asyncio.Semaphore(self.workers)))


SHARED = Pool()
