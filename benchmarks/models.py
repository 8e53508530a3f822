"""What the ledger, the pool and the retries cost: 600 calls of 50 ms, and a call's own price.

usage: python -m benchmarks.models

The models answer after 50 ms: in this process, and as servers on loopback in another, which
speak Anthropic's and OpenAI's formats and are asked through the SDKs. The second has no
bound: what it measures is mostly the SDKs. No data is needed.
"""

import asyncio
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.usage import RequestUsage

from voirdire.llm.budget import Budget
from voirdire.llm.chat import Chat
from voirdire.llm.ledger import Call, Ledger
from voirdire.llm.ledgered import Account, LedgeredModel, Terms
from voirdire.llm.names import OpenedModel
from voirdire.llm.pool import Pool

_CALLS = 600
_CAP = 3
_PROVIDERS = 2
_LATENCY = 0.05
_IDEAL = _CALLS / (_PROVIDERS * _CAP) * _LATENCY
_BOUND = 1.15
_ROUNDS = 3
_COST_BOUND = 2.0
_ROWS = 100_000
# About a page of a brief in each request, a paragraph in each reply.
_QUESTION = "Does the passage support the proposition? " + "It is so ordered by the court. " * 60
_REPLY = "The passage supports it, because the court says so in terms. " * 8


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure with the bound that the project sets itself, "" for none."""

    what: str
    figure: str
    bound: str = ""
    is_met: bool = True


def run(_: Path) -> str:
    """The section of docs/results.md."""
    figures = measure()
    lines = [
        "## Models and ledger",
        "",
        f"{_CALLS} calls to two providers that answer after {_LATENCY * 1000:.0f} ms, at most "
        f"{_CAP} at once each; the ideal is {_IDEAL:.1f} seconds. `python -m benchmarks.models`",
        "",
        "| measure | figure | bound | met |",
        "|---|---|---|---|",
    ]
    for each in figures:
        met = "" if not each.bound else "yes" if each.is_met else "no"
        lines.append(f"| {each.what} | {each.figure} | {each.bound} | {met} |")
    return "\n".join(lines) + "\n"


def measure() -> list[Figure]:
    """Every figure, measured now."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        rounds = [place / f"inside {number}.sqlite" for number in range(_ROUNDS)]
        # In turn: what else the machine does then falls on both.
        pairs = [
            (_wall(_bare), _wall(lambda path=path: _in_process(path, _LATENCY))) for path in rounds
        ]
        bare, inside = (min(times) for times in zip(*pairs, strict=True))
        with _servers() as url:
            cpu = time.process_time()
            outside = _wall(lambda: _over_loopback(place / "outside.sqlite", url))
            cpu = (time.process_time() - cpu) / _CALLS * 1000
        cost = _cost_of_a_call(place)
        wall, write_cpu = _cost_of_a_write(place / "writes.sqlite")
        query = _cost_of_a_sum(place / "sums.sqlite")
    bound = f"{_COST_BOUND:.0f} ms"
    return [
        Figure(
            f"{_CALLS} calls, models in this process, the best of {_ROUNDS}",
            f"{inside:.2f} s, {inside / _IDEAL:.2f} of the ideal",
            f"{_BOUND}",
            inside / _IDEAL <= _BOUND,
        ),
        Figure(
            "the same calls and caps with neither pool nor ledger: what the machine gives",
            f"{bare:.2f} s, {bare / _IDEAL:.2f} of the ideal",
        ),
        Figure(
            f"{_CALLS} calls, servers on loopback through the SDKs",
            f"{outside:.2f} s, {outside / _IDEAL:.2f} of the ideal, {cpu:.1f} ms of CPU a call",
        ),
        Figure(
            "a call with the ledger, less the same without", f"{cost:.2f} ms of CPU", bound,
            cost < _COST_BOUND,
        ),
        Figure(
            "the write path alone", f"{wall:.2f} ms, {write_cpu:.2f} ms of CPU", bound,
            wall < _COST_BOUND,
        ),
        Figure(f"the sums of one run of 1,000 among {_ROWS:,} calls", f"{query:.1f} ms"),
    ]  # fmt: skip


def _wall(work: Callable[[], None]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _in_process(ledger: Path, latency: float) -> None:
    held = Ledger.open(ledger)
    pool = Pool(per_provider=_CAP)
    models = [_ledgered(held, pool, f"provider {n}", latency) for n in range(_PROVIDERS)]
    asyncio.run(_ask_all(models))
    held.close()


def _bare() -> None:
    async def ask_all() -> None:
        caps = [asyncio.Semaphore(_CAP) for _ in range(_PROVIDERS)]
        models = [_mock(_LATENCY) for _ in range(_PROVIDERS)]

        async def ask(number: int) -> None:
            async with caps[number % _PROVIDERS]:
                await _ask(models[number % _PROVIDERS], number)

        await asyncio.gather(*(ask(number) for number in range(_CALLS)))

    asyncio.run(ask_all())


def _ledgered(ledger: Ledger, pool: Pool, provider: str, latency: float) -> LedgeredModel:
    name = f"mock:{provider}"
    opened = OpenedModel(name, _mock(latency), name, provider, price="free")
    return LedgeredModel(Terms(opened, ledger, "run", Budget(), pool, Account()), "benchmark")


def _mock(latency: float) -> Model:
    async def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        await asyncio.sleep(latency)
        usage = RequestUsage(input_tokens=500, output_tokens=100)
        return ModelResponse([TextPart(_REPLY)], usage=usage)

    return FunctionModel(answer)


async def _ask_all(models: list[Model]) -> None:
    await asyncio.gather(*(_ask(models[number % len(models)], number) for number in range(_CALLS)))


async def _ask(model: Model, number: int) -> None:
    messages: list[ModelMessage] = [ModelRequest.user_text_prompt(f"{number}. {_QUESTION}")]
    await model.request(messages, None, ModelRequestParameters())


def _over_loopback(ledger: Path, url: str) -> None:
    os.environ |= {
        "ANTHROPIC_API_KEY": "nobody's",
        "ANTHROPIC_BASE_URL": url,
        "OPENAI_API_KEY": "nobody's",
        "OPENAI_BASE_URL": f"{url}/v1",
    }
    held = Ledger.open(ledger)
    pool = Pool(per_provider=_CAP)
    names = ("anthropic:claude-sonnet-5", "openai:gpt-4o")
    models: list[Model] = [Chat(name, held, "run", pool=pool).model("benchmark") for name in names]
    asyncio.run(_ask_all(models))
    held.close()


@contextmanager
def _servers() -> Iterator[str]:
    """The address of a server in a process of its own, which answers as both providers."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_serve, args=(there,))
    process.start()
    try:
        yield here.recv()
    finally:
        here.send("end")
        process.join()


def _serve(pipe: Connection) -> None:
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from llm.model_server import Said, serve

    with serve(lambda _: Said(_REPLY)) as server:
        server.latency = _LATENCY
        pipe.send(server.url)
        pipe.recv()


def _cost_of_a_call(place: Path) -> float:
    """Milliseconds of CPU: this process waits for the disk too, but others' load is not ours."""

    def cpu(models: list[Model]) -> float:
        start = time.process_time()
        asyncio.run(_ask_all(models))
        return (time.process_time() - start) / _CALLS * 1000

    bare = min(cpu([_mock(0.0)]) for _ in range(3))
    whole = []
    for round_ in range(3):
        held = Ledger.open(place / f"calls {round_}.sqlite")
        whole.append(cpu([_ledgered(held, Pool(per_provider=_CAP), "provider", 0.0)]))
        held.close()
    return min(whole) - bare


def _cost_of_a_write(path: Path) -> tuple[float, float]:
    """Milliseconds of one committed call, wall and CPU."""
    held = Ledger.open(path)
    held.commit(_call(0, "run"), _REPLY)
    start, cpu = time.perf_counter(), time.process_time()
    for number in range(1, 2_001):
        held.commit(_call(number, "run"), _REPLY)
    wall, cpu = time.perf_counter() - start, time.process_time() - cpu
    held.close()
    return wall / 2, cpu / 2


def _call(number: int, run_name: str) -> Call:
    return Call(
        request=f"{number:064}",
        sample=0,
        run=run_name,
        purpose="benchmark",
        model="mock:m",
        provider="mock",
        attempt=1,
        status="answered",
        seconds=0.05,
        input_tokens=500,
        output_tokens=100,
        cached_tokens=0,
        picodollars=0,
    )


def _cost_of_a_sum(path: Path) -> float:
    """Milliseconds of the sums of one run in a hundred."""
    import sqlite3
    from contextlib import closing
    from dataclasses import asdict

    Ledger.open(path).close()
    rows = (
        {**asdict(_call(n, f"run {n % 100}")), "at": "2026-01-01T00:00:00.000+00:00"}
        for n in range(_ROWS)
    )
    names = [*Call.__dataclass_fields__, "at"]
    with closing(sqlite3.connect(path)) as connection:
        connection.executemany(
            f"INSERT INTO ledger_calls ({', '.join(names)}) "
            f"VALUES ({', '.join(f':{name}' for name in names)})",
            rows,
        )
        connection.commit()
    held = Ledger.open(path)
    took = min(_wall(lambda: held.spend("purpose", "run 7")) for _ in range(5))
    [row] = held.spend("purpose", "run 7")
    if row.paid != _ROWS // 100:
        raise SystemExit("the sums are wrong")
    held.close()
    return took * 1000


if __name__ == "__main__":
    sys.stdout.write(run(Path()))
