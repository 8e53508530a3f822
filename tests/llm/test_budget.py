"""Budgets: exact in calls however many ask at once, and of a run as a whole."""

import asyncio
import json

import pytest
from pydantic_ai.messages import ModelResponse, TextPart
from pydantic_ai.models.function import FunctionModel
from pydantic_ai.usage import RequestUsage

from llm.asking import Count, point_at, quick, run, say
from llm.model_server import Fault, Said, serve
from voirdire.errors import VoirdireError
from voirdire.llm.budget import Budget, BudgetSpentError
from voirdire.llm.chat import Chat
from voirdire.llm.ledger import Ledger
from voirdire.llm.ledgered import Account, LedgeredModel, Terms
from voirdire.llm.names import OpenedModel
from voirdire.llm.retry import ModelError


@pytest.fixture
def ledger(tmp_path):
    opened = Ledger.open(tmp_path / "ledger.sqlite")
    yield opened
    opened.close()


async def ask_all(chats, count):
    """(answers, errors of spent budgets) of numbered questions, all at once."""
    asked = [say(chats[n % len(chats)].model("test"), f"question {n}") for n in range(count)]
    done = await asyncio.gather(*asked, return_exceptions=True)
    spent = [each for each in done if isinstance(each, BudgetSpentError)]
    answers = [each for each in done if not isinstance(each, Exception)]
    assert len(spent) + len(answers) == count, done
    return answers, spent


@pytest.mark.parametrize("limit", [0, 1, 7])
def test_concurrent_calls_never_pass_the_budget(limit, ledger, monkeypatch):
    with serve(lambda _: Said("yes")) as server:
        server.latency = 0.01
        names = point_at(server, monkeypatch)

        def ask(budget):
            pool = quick(workers=12, per_provider=6)
            kinds = ("anthropic", "openai")
            return run(ask_all([Chat(names[k], ledger, "run", budget, pool) for k in kinds], 20))

        answers, spent = ask(Budget(calls=limit))
        assert (len(answers), len(spent)) == (limit, 20 - limit)
        assert len(server.requests) == limit
        assert "\n" not in str(spent[0])
        assert spent[0].exit_code == 3
        # The same budget again allows no more; a larger one goes on where it ended.
        answers, spent = ask(Budget(calls=limit))
        assert len(server.requests) == limit
        answers, spent = ask(Budget(calls=20))
        assert (len(answers), len(spent)) == (20, 0)
        assert len(server.requests) == 20


def test_what_is_recalled_needs_no_budget(ledger, monkeypatch):
    with serve(lambda _: Said("yes")) as server:
        name = point_at(server, monkeypatch)["openai"]
        run(say(Chat(name, ledger, "run", pool=quick()).model("test"), "a question"))
        spent = Chat(name, ledger, "run", Budget(calls=0), quick())
        assert run(say(spent.model("other purpose"), "a question")).text == "yes"


def test_a_call_that_was_turned_away_gives_its_place_back(ledger, monkeypatch):
    with serve(lambda _: Said("yes")) as server:
        server.faults += [Fault(429, body={})] * 3
        name = point_at(server, monkeypatch)["openai"]
        chat = Chat(name, ledger, "run", Budget(calls=5), quick(per_provider=5))
        answers, _ = run(ask_all([chat], 9))
        assert len(answers) == 5
        assert len(server.requests) == 8


def test_a_reply_that_was_cut_off_may_have_been_charged_and_counts(ledger, monkeypatch):
    with serve(lambda _: Said("yes")) as server:
        server.faults.append(Fault(cut="closed"))
        name = point_at(server, monkeypatch)["openai"]
        chat = Chat(name, ledger, "run", Budget(calls=3), quick(per_provider=1))
        answers, _ = run(ask_all([chat], 5))
        assert (len(answers), len(server.requests)) == (2, 3)


@pytest.mark.parametrize(
    ("budget", "most"),
    [
        # 110 tokens a call: two leave something of 300, the third passes it.
        (Budget(tokens=300), 3),
        (Budget(tokens=330), 3),
        (Budget(tokens=331), 4),
        # 0.00035 dollars a call (100 x 2.5 + 10 x 10 millionths).
        (Budget(dollars=0.0007), 2),
        (Budget(dollars=0.0008), 3),
    ],
)
def test_tokens_and_dollars_are_passed_by_one_call_at_most(budget, most, ledger, monkeypatch):
    with serve(lambda _: Said("yes", input_tokens=100, output_tokens=10)) as server:
        server.latency = 0.005
        name = point_at(server, monkeypatch)["openai"]
        chat = Chat(name, ledger, "run", budget, quick(workers=12, per_provider=6))
        answers, _ = run(ask_all([chat], 10))
        assert len(answers) == most
        assert len(server.requests) == most


def test_a_charge_that_nobody_knows_counts_as_estimated(ledger, monkeypatch):
    with serve(lambda _: Said("yes", usage=False)) as server:
        name = point_at(server, monkeypatch)["openai"]
        # An estimate is over 16,384 tokens: room for two, and the third passes the limit.
        chat = Chat(name, ledger, "run", Budget(tokens=40_000), quick())
        answers, _ = run(ask_all([chat], 6))
        assert len(answers) == 3


def test_dollars_for_a_model_without_a_price_are_refused_at_once(ledger, monkeypatch):
    with serve(lambda _: Said("yes")) as server:
        name = point_at(server, monkeypatch)["openai-compatible"]
        with pytest.raises(VoirdireError, match="price") as caught:
            Chat(name, ledger, "run", Budget(dollars=5.0))
        assert "\n" not in str(caught.value)
        with pytest.raises(VoirdireError, match="price"):
            Chat("openai:a-model-nobody-sells", ledger, "run", Budget(dollars=5.0))
        assert server.requests == []


def test_a_budget_below_zero_is_refused():
    with pytest.raises(VoirdireError, match="below zero"):
        Budget(calls=-1)


@pytest.mark.parametrize("dollars", [float("inf"), float("nan"), 1e300])
def test_a_budget_that_cannot_be_counted_is_refused(dollars):
    with pytest.raises(VoirdireError, match="can be counted"):
        Budget(dollars=dollars)


def test_one_budget_holds_for_repairs_too(tmp_path, ledger):
    script = tmp_path / "script.jsonl"
    script.write_text(json.dumps({"reply": {"m": 1}}))
    chat = Chat(f"scripted:{script}", ledger, "run", Budget(calls=2), quick())
    with pytest.raises(BudgetSpentError):
        run(chat.ask("", "How many?", Count, "test"))
    assert chat.spent.calls == 2


def test_a_cancelled_call_is_recorded_and_frees_its_place(ledger, monkeypatch):
    async def ask(chat):
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(say(chat.model("test"), "slow"), 0.2)
        return await say(chat.model("test"), "quick")

    with serve(lambda _: Said("yes")) as server:
        server.latency = 1.0
        name = point_at(server, monkeypatch)["openai"]
        chat = Chat(name, ledger, "run", Budget(calls=2), quick(workers=1, per_provider=1))
        assert run(ask(chat)).text == "yes"
    [row] = ledger.spend("run")
    # Whether the first was charged, nobody knows.
    assert (row.paid, row.failed, row.unpriced) == (1, 1, 1)


def test_identical_requests_at_once_are_made_once(ledger, monkeypatch):
    async def ask(chat, other):
        models = [chat.model("one"), other.model("two")] * 5
        return await asyncio.gather(*(say(model, "the same") for model in models))

    with serve(lambda _: Said("yes")) as server:
        server.latency = 0.05
        name = point_at(server, monkeypatch)["openai"]
        chats = [Chat(name, ledger, "run", pool=quick()) for _ in range(2)]
        assert {reply.text for reply in run(ask(*chats))} == {"yes"}
        assert len(server.requests) == 1
    assert sum(chat.spent.calls for chat in chats) == 1
    assert sum(chat.spent.recalled.calls for chat in chats) == 9


def test_who_waits_for_another_takes_over_when_that_one_is_stopped(ledger, monkeypatch):
    async def ask(first, second):
        leader = asyncio.create_task(say(first.model("test"), "the same"))
        await asyncio.sleep(0.1)
        follower = asyncio.create_task(say(second.model("test"), "the same"))
        await asyncio.sleep(0.1)
        leader.cancel()
        return await follower

    with serve(lambda _: Said("yes")) as server:
        server.latency = 0.4
        name = point_at(server, monkeypatch)["openai"]
        chats = [Chat(name, ledger, "run", pool=quick()) for _ in range(2)]
        assert run(ask(*chats)).text == "yes"
        assert len(server.requests) == 2


def test_who_waits_for_another_hears_of_its_failure(ledger, monkeypatch):
    async def ask(chat):
        both = [say(chat.model("test"), "the same") for _ in range(4)]
        return await asyncio.gather(*both, return_exceptions=True)

    with serve(lambda _: Said("yes")) as server:
        server.latency = 0.05
        server.faults += [Fault(400, body={"error": {"message": "no"}})] * 9
        name = point_at(server, monkeypatch)["openai"]
        errors = run(ask(Chat(name, ledger, "run", pool=quick())))
        assert [type(error) for error in errors] == [ModelError] * 4
        assert len(server.requests) == 1


def test_the_pool_caps_each_provider_and_all(ledger, monkeypatch):
    with serve(lambda _: Said("yes")) as one, serve(lambda _: Said("yes")) as two:
        one.latency = two.latency = 0.02
        names = [
            point_at(one, monkeypatch)["openai"],
            f"openai-compatible:{two.url}/v1#some-model",
        ]
        pool = quick(workers=4, per_provider=3)
        chats = [Chat(name, ledger, "run", pool=pool) for name in names]
        answers, _ = run(ask_all(chats, 24))
        assert len(answers) == 24
        assert one.most_at_once <= 3
        assert two.most_at_once <= 3
        # Neither provider keeps the other from working.
        assert one.most_at_once + two.most_at_once >= 4


class BrokenModel(FunctionModel):
    """Reads a reply with a fault of its own, after it was sent."""

    async def request(self, *_):
        raise KeyError("a fault")


def test_a_fault_after_sending_is_recorded_as_perhaps_charged(ledger):
    name = "mock:m"
    opened = OpenedModel(name, BrokenModel(lambda *_: None), name, "mock", address="http://mock")
    terms = Terms(opened, ledger, "run", Budget(calls=1), quick(), Account())
    with pytest.raises(KeyError):
        run(say(LedgeredModel(terms, "test"), "Hello"))
    [row] = ledger.spend("run")
    assert (row.paid, row.failed, row.unpriced, row.dollars) == (0, 1, 1, None)
    # It holds its place in the budget, also after a restart.
    with pytest.raises(BudgetSpentError):
        run(say(LedgeredModel(terms, "test"), "Hello"))
    assert ledger.paid("run").calls == 1


def test_a_reply_that_has_arrived_is_committed_even_when_its_caller_is_stopped(ledger):
    async def answer(messages, info):
        # Delivered where the caller next waits, which is after the reply was read.
        asyncio.current_task().cancel()
        return ModelResponse([TextPart("yes")], usage=RequestUsage(input_tokens=1))

    async def ask():
        model = LedgeredModel(terms, "test")
        with pytest.raises(asyncio.CancelledError):
            await asyncio.create_task(say(model, "Hello"))
        return await say(model, "Hello")

    class Direct(FunctionModel):
        async def request(self, messages, *_):
            return await answer(messages, None)

    opened = OpenedModel("mock:m", Direct(answer), "mock:m", "mock", price="free")
    terms = Terms(opened, ledger, "run", Budget(), quick(), Account())
    assert run(ask()).text == "yes"
    assert (terms.account.paid.calls, terms.account.recalled.calls) == (1, 1)
