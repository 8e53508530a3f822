"""When an attempt is made again: the waits, without waiting."""

import pytest

from llm.asking import point_at, run, say
from llm.model_server import Fault, Said, serve
from voirdire.llm.chat import Chat
from voirdire.llm.ledger import Ledger
from voirdire.llm.pool import Pool
from voirdire.llm.retry import ModelError, Retry


@pytest.mark.parametrize(
    ("attempt", "shortest", "longest"),
    # Doubled from 1 second, and drawn from the upper half; never over a minute.
    [(1, 0.5, 1.0), (2, 1.0, 2.0), (3, 2.0, 4.0), (4, 4.0, 8.0), (9, 30.0, 60.0)],
)
def test_waits_double(attempt, shortest, longest):
    waits = {Retry(attempts=10).delay(f"request {n}", attempt, None) for n in range(50)}
    assert all(shortest <= wait <= longest for wait in waits)
    # Drawn apart, so that many do not come back at once.
    assert len(waits) == 50


def test_waits_are_the_same_for_the_same_seed():
    assert Retry(seed=3).delay("a", 1, None) == Retry(seed=3).delay("a", 1, None)
    assert Retry(seed=3).delay("a", 1, None) != Retry(seed=4).delay("a", 1, None)


def test_the_provider_is_waited_for_within_patience():
    retry = Retry(attempts=3, patience=100.0)
    assert retry.delay("a", 1, 30.0) == 30.0
    assert retry.delay("a", 1, 0.0) > 0
    assert retry.delay("a", 1, 101.0) is None
    assert retry.delay("a", 3, None) is None


@pytest.mark.parametrize("kind", ["anthropic", "openai"])
@pytest.mark.parametrize(
    ("headers", "waits"),
    [
        ({"Retry-After": "7"}, [7.0]),
        ({"retry-after-ms": "2500"}, [2.5]),
        ({}, [pytest.approx(0.75, abs=0.25)]),
    ],
)
def test_retry_after_is_read_from_the_reply(kind, headers, waits, tmp_path, monkeypatch):
    slept = []

    async def sleep(seconds):
        slept.append(seconds)

    ledger = Ledger.open(tmp_path / "ledger.sqlite")
    with serve(lambda _: Said("yes")) as server:
        server.faults.append(Fault(429, headers, body={}))
        name = point_at(server, monkeypatch)[kind]
        chat = Chat(name, ledger, "run", pool=Pool(retry=Retry(sleep=sleep)))
        assert run(say(chat.model("test"), "Hello")).text == "yes"
        assert slept == waits
        # Longer than anyone waits: given up at once, with what was asked for.
        server.faults.append(Fault(429, {"Retry-After": "4000"}, body={}))
        with pytest.raises(ModelError, match="wait 4000 seconds"):
            run(say(chat.model("test"), "Hello again"))
        assert slept == waits
    ledger.close()
