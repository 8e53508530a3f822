"""The protocol as the code has it against the protocol as it was written down by hand."""

import re
from pathlib import Path

from voirdire.courtroom.rules import RESULT_OF

CODES = {
    "ok": "accepted",
    "na": "no_authority",
    "wp": "wrong_phase",
    "no": "no_objection",
    "op": "objection_pending",
    "ou": "objection_unanswered",
    "ot": "out_of_turn",
}
COLUMNS = {
    "argue": "present_argument",
    "submit": "submit_evidence",
    "cross": "cross_examine",
    "object": "object",
    "respond": "respond_to_objection",
    "summarize": "summarize_case",
    "verdict": "deliver_verdict",
    "rule": "rule_on_objection",
    "decline": "decline",
    "ballot": "ballot",
}

Cell = tuple[str, str, str, bool, str]


def read_table() -> list[tuple[Cell, str]]:
    """Every cell of the table with its code, in the order of the file."""
    text = (Path(__file__).parent / "protocol_table.txt").read_text(encoding="utf-8")
    cells = []
    for block in text.split("\n\n"):
        head = re.match(r"\[(\w+), (\w+)\] +(.+)", block)
        if head is None:
            continue
        phase, pending, columns = head.groups()
        for row in block.splitlines()[1:]:
            role, turn, *codes = row.split()
            assert turn in ("on", "off"), row
            cells += [
                ((phase, pending, role, turn == "on", COLUMNS[column]), CODES[code])
                for column, code in zip(columns.split(), codes, strict=True)
            ]
    return cells


def test_the_table_holds_each_of_the_1440_situations_once() -> None:
    cells = [cell for cell, _ in read_table()]
    assert len(cells) == 1440
    assert len(set(cells)) == 1440


def test_the_rules_give_what_the_table_says() -> None:
    assert dict(read_table()) == RESULT_OF
