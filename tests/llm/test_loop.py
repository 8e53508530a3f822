"""The loop holds its limits, answers duplicates from memory, and records every step."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.models.function import AgentInfo, FunctionModel

from voirdire.llm.allowance import Allowance
from voirdire.llm.chat import Chat
from voirdire.llm.ledger import Ledger, Step
from voirdire.llm.loop import LoopResult, run_loop
from voirdire.llm.recorder import Recorder
from voirdire.llm.tools import Observation, Tool

Reply = list[ToolCallPart] | str


class Found(BaseModel):
    """The answer that the loops here ask for."""

    model_config = ConfigDict(extra="forbid")

    words: list[str]


class Look(BaseModel):
    """Arguments of the one tool."""

    model_config = ConfigDict(extra="forbid")

    page: int
    side: str = "left"


class Desk:
    """A tool that keeps what ran, over a model that a function plays."""

    def __init__(self, tmp_path: Path, play: Callable[[int, AgentInfo], Reply]) -> None:
        self.ran: list[tuple[int, str]] = []
        self.requests: list[tuple[list[ModelMessage], AgentInfo]] = []
        self.ledger = Ledger.open(tmp_path / "ledger.sqlite")
        script = tmp_path / "none.jsonl"
        script.write_text("")
        self._chat = Chat(f"scripted:{script}", self.ledger, "run")
        self._play = play

    def model(self, purpose: str, sample: int = 0) -> FunctionModel:
        def reply(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
            self.requests.append((list(messages), info))
            said = self._play(len(self.requests), info)
            return ModelResponse([TextPart(said)] if isinstance(said, str) else said)

        return FunctionModel(reply)

    def quote(self, text: str) -> str:
        return self._chat.quote(text)

    async def look(self, asked: Look) -> Observation:
        self.ran.append((asked.page, asked.side))
        if asked.page < 0:
            return Observation({"message": "no such page"}, is_error=True)
        return Observation({"on_page": asked.page})

    def run(self, allowance: Allowance, **changes: Any) -> LoopResult[Found]:
        tool = Tool("look", "Look at a page.", Look, self.look, **changes)
        recorder = Recorder(self.ledger, "run", "e1")
        return asyncio.run(
            run_loop(self, "the task", "the text", (tool,), allowance, recorder, Found, "test")  # type: ignore[arg-type]
        )

    def steps(self, kind: str) -> list[Step]:
        return [step for step in self.ledger.steps("run", "e1") if step.kind == kind]

    def statuses(self) -> list[str]:
        return [step.body["status"] for step in self.steps("call")]  # type: ignore[index,call-overload]

    def told(self, request: int) -> list[str]:
        """The contents of the last message of a request, counted from 1."""
        message = self.requests[request - 1][0][-1]
        return [str(part.content) for part in message.parts if hasattr(part, "content")]


def look(*pages: int, tool: str = "look", **more: object) -> list[ToolCallPart]:
    return [ToolCallPart(tool, {"page": page, **more}, f"c{page}") for page in pages]


def final(*words: str) -> list[ToolCallPart]:
    return [ToolCallPart("final_answer", {"words": list(words)}, "f")]


def test_25_turns_of_which_the_last_has_no_tools_and_brings_the_answer(tmp_path: Path) -> None:
    desk = Desk(tmp_path, lambda turn, _: look(turn) if turn < 25 else final("done"))
    result = desk.run(Allowance())
    assert result.output == Found(words=["done"])
    assert len(desk.requests) == 25
    offered = [[tool.name for tool in info.function_tools] for _, info in desk.requests]
    assert offered == [["look"]] * 24 + [[]]
    assert [tool.name for tool in desk.requests[-1][1].output_tools] == ["final_answer"]
    assert "last turn" in desk.told(25)[-1]


def test_of_40_parallel_calls_30_run_and_the_rest_are_denied_and_the_run_goes_on(
    tmp_path: Path,
) -> None:
    plays: dict[int, Reply] = {1: look(*range(20)), 2: look(*range(20, 40)), 3: final("after")}
    desk = Desk(tmp_path, lambda turn, _: plays[turn])
    allowance = Allowance()
    result = desk.run(allowance)
    assert result.output == Found(words=["after"])
    assert [page for page, _ in desk.ran] == list(range(30))
    assert desk.statuses() == ["run"] * 30 + ["denied"] * 10
    assert (allowance.turns_used, allowance.calls_used, allowance.denied) == (3, 30, 10)
    told = desk.told(3)
    assert "on_page" in told[9]
    assert told[10].startswith("Denied: all 30 tool calls are used.")
    assert len(told) == 21


def test_identical_calls_are_answered_from_memory_and_cost_nothing(tmp_path: Path) -> None:
    # The second names a default, the third comes in the same reply, the fourth when none is left.
    plays: dict[int, Reply] = {
        1: look(1) + look(1, side="left") + look(1),
        2: look(2) + look(3) + look(1),
        3: final(),
    }
    desk = Desk(tmp_path, lambda turn, _: plays[turn])
    allowance = Allowance(calls=2)
    desk.run(allowance)
    assert desk.ran == [(1, "left"), (2, "left")]
    assert desk.statuses() == ["run", "duplicate", "duplicate", "run", "denied", "duplicate"]
    assert (allowance.calls_used, allowance.duplicates, allowance.denied) == (2, 3, 1)
    assert '{"on_page": 1}' in desk.told(3)[2]


def test_a_call_with_an_effect_runs_again_and_stays_free(tmp_path: Path) -> None:
    plays: dict[int, Reply] = {1: look(1), 2: look(1), 3: final()}
    desk = Desk(tmp_path, lambda turn, _: plays[turn])
    allowance = Allowance()
    desk.run(allowance, has_effect=True)
    assert desk.ran == [(1, "left"), (1, "left")]
    assert (allowance.calls_used, allowance.duplicates) == (1, 1)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (ToolCallPart("leap", {"page": 1}, "x"), "There is no tool 'leap'. The tools are: look."),
        (ToolCallPart("look", {"page": "one"}, "x"), "look: page: Input should be a valid integer"),
        (ToolCallPart("look", {"page": 1, "to": 2}, "x"), "look: to: Extra inputs are not"),
        (ToolCallPart("look", "{page: 1", "x"), "look: the arguments are not JSON."),
        (ToolCallPart("look", "[1]", "x"), "look: the arguments are not a JSON object."),
        (ToolCallPart("look", "[" * 100_000, "x"), "look: the arguments are nested too deeply."),
        (ToolCallPart("look", '{"page":' + "[" * 600 + "]" * 600 + "}", "x"), "look: the argument"),
        (
            ToolCallPart("leap", {"a": [[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]}, "x"),
            "There is no",
        ),
        (ToolCallPart("look", None, "x"), "look: page: Field required."),
        (ToolCallPart("look", {"page": -1}, "x"), "no such page"),  # the tool says so itself
    ],
)
def test_a_wrong_call_is_answered_with_a_message_and_counts(
    tmp_path: Path, call: ToolCallPart, says: str
) -> None:
    plays: dict[int, Reply] = {1: [call], 2: [call], 3: final("x")}
    desk = Desk(tmp_path, lambda turn, _: plays[turn])
    allowance = Allowance()
    assert desk.run(allowance).output == Found(words=["x"])
    assert desk.told(2)[0].startswith(says)
    assert (allowance.calls_used, allowance.duplicates) == (2, 0)
    assert desk.statuses() == ["error", "error"]


@pytest.mark.parametrize(
    "text",
    [
        '{"words": ["a"]}',
        'I am done.\n```json\n{"words": ["a"]}\n```',
        'A set {a, b} and {"other": 1}, then {"words": ["a"]}.',
    ],
)
def test_an_answer_may_come_as_json_in_text(tmp_path: Path, text: str) -> None:
    desk = Desk(tmp_path, lambda *_: text)
    assert desk.run(Allowance()).output == Found(words=["a"])


def test_a_wrong_answer_is_sent_back_twice_and_then_is_an_error(tmp_path: Path) -> None:
    wrong = [ToolCallPart("final_answer", {"words": "a"}, "f")]
    desk = Desk(tmp_path, lambda *_: wrong)
    result = desk.run(Allowance())
    assert result.output is None
    assert result.error == ("the final answer was wrong: words: Input should be a valid list.")
    assert len(desk.requests) == 3
    assert desk.told(2)[0].startswith("The answer was not taken: words: Input should be a valid")


def test_a_right_answer_after_a_wrong_one_is_taken(tmp_path: Path) -> None:
    plays: dict[int, Reply] = {1: '{"word": []}', 2: final("b")}
    desk = Desk(tmp_path, lambda turn, _: plays[turn])
    assert desk.run(Allowance()).output == Found(words=["b"])


@pytest.mark.parametrize("said", ["I would rather not say.", ""])
def test_a_model_that_never_answers_ends_with_an_error(tmp_path: Path, said: str) -> None:
    desk = Desk(tmp_path, lambda *_: said)
    allowance = Allowance(turns=4)
    result = desk.run(allowance)
    assert result.output is None
    assert result.error
    assert len(desk.requests) == 4
    assert [step.kind for step in desk.ledger.steps("run", "e1")][-1] == "error"


def test_calls_made_up_on_the_last_turn_do_not_run(tmp_path: Path) -> None:
    desk = Desk(tmp_path, lambda turn, _: look(turn))
    allowance = Allowance(turns=3)
    result = desk.run(allowance)
    assert result.error == "the turns ended without a final answer"
    assert [page for page, _ in desk.ran] == [1, 2]
    assert (allowance.calls_used, allowance.denied) == (2, 1)


def test_calls_beside_the_final_answer_do_not_run(tmp_path: Path) -> None:
    desk = Desk(tmp_path, lambda *_: look(7) + final("x"))
    allowance = Allowance()
    assert desk.run(allowance).output == Found(words=["x"])
    assert desk.ran == []
    assert allowance.calls_used == 0
    assert desk.statuses() == ["skipped"]


def test_two_loops_share_one_allowance(tmp_path: Path) -> None:
    plays: dict[int, Reply] = {1: look(1), 2: final("x"), 3: look(1) + look(2), 4: final("y")}
    desk = Desk(tmp_path, lambda turn, _: plays[turn])
    allowance = Allowance(turns=4, calls=1)
    desk.run(allowance)
    assert desk.run(allowance).output == Found(words=["y"])
    assert desk.ran == [(1, "left")]
    assert (allowance.turns_used, allowance.duplicates, allowance.denied) == (4, 1, 1)


def test_every_step_is_recorded_in_order(tmp_path: Path) -> None:
    plays: dict[int, Reply] = {1: look(1) + look(1), 2: final("x")}
    desk = Desk(tmp_path, lambda turn, _: plays[turn])
    desk.run(Allowance())
    steps = list(desk.ledger.steps("run", "e1"))
    assert [(step.number, step.kind) for step in steps] == [
        (0, "begin"),
        (1, "reply"),
        (2, "call"),
        (3, "call"),
        (4, "reply"),
        (5, "final"),
    ]
    bodies = [step.body for step in steps]
    assert bodies[0]["system"] == "the task"  # type: ignore[index,call-overload]
    assert bodies[2] == {
        "tool": "look",
        "arguments": {"page": 1, "side": "left"},
        "status": "run",
        "observation": {"on_page": 1},
    }
    assert bodies[5] == {"output": {"words": ["x"]}}


def test_what_a_tool_shows_reaches_the_model_between_marks(tmp_path: Path) -> None:
    plays: dict[int, Reply] = {1: look(1), 2: final()}
    desk = Desk(tmp_path, lambda turn, _: plays[turn])
    desk.run(Allowance())
    assert desk.told(2)[0] == desk.quote(json.dumps({"on_page": 1}))
    assert desk.told(2)[0].startswith("<outside-text ")


def test_requests_are_the_same_in_every_run(tmp_path: Path) -> None:
    from voirdire.llm.requests import prepare_request

    plays: dict[int, Reply] = {1: look(1), 2: look(-1), 3: final()}
    hashes: list[list[str]] = []
    for _ in range(2):
        desk = Desk(tmp_path, lambda turn, _: plays[turn])
        desk.run(Allowance())
        hashes.append(
            [
                prepare_request("m", messages, None, ModelRequestParameters()).hash
                for messages, _ in desk.requests
            ]
        )
    assert hashes[0] == hashes[1]
    assert len(set(hashes[0])) == 3
