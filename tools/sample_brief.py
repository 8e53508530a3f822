"""The master text of the sample brief to blocks, and to plain text.

Input: `samples/brief.master.txt`. A line is a block: `= ` a line of the cover, `# `, `## `
and `### ` headings, `@ words || key` a row of a table (its page is looked up by the key),
`> ` a block quotation, `% break` a new page, `[^1]: ` the text of note 1, anything else a
paragraph. Inside: `_italics_`, `^[1]` calls note 1, `{+tracked insertion+}`,
`{-tracked deletion-}`.
Output: `Block`s with typographic quotation marks, which every form of the brief is set from.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Kind = Literal["cover", "heading1", "heading2", "heading3", "row", "quote", "paragraph", "break"]
Change = Literal["", "inserted", "deleted"]

_STARTS: dict[str, Kind] = {
    "= ": "cover",
    "# ": "heading1",
    "## ": "heading2",
    "### ": "heading3",
    "@ ": "row",
    "> ": "quote",
}
_TOKEN = re.compile(r"_|\^\[(\d+)\]|\{\+|\+\}|\{-|-\}")
_OPENS_QUOTE = re.compile(r"(?:^|(?<=[\s(\[—“]))\"|(?<=‘)\"")
_OPENS_SINGLE = re.compile(r"(?:^|(?<=[\s(\[—“]))'")


@dataclass(frozen=True, slots=True)
class Run:
    """Text of one look. `note` is the label of a note called here, and then no text."""

    text: str
    italic: bool = False
    change: Change = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """One block. `key` is what the page of a row is looked up by."""

    kind: Kind
    runs: tuple[Run, ...] = ()
    key: str = ""

    @property
    def words(self) -> str:
        """The text as it counts: insertions in, deletions and calls out."""
        return "".join(run.text for run in self.runs if run.change != "deleted")


@dataclass(frozen=True, slots=True)
class Brief:
    """Blocks in order, and the notes by label."""

    blocks: tuple[Block, ...]
    notes: Mapping[str, Block]


def curl(text: str) -> str:
    """Straight quotation marks to typographic ones, character for character."""
    text = _OPENS_QUOTE.sub("“", text).replace('"', "”")
    return _OPENS_SINGLE.sub("‘", text).replace("'", "’")


def read_brief(path: Path) -> Brief:
    """Read the master text."""
    blocks: list[Block] = []
    notes: dict[str, Block] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line:
            continue
        if line == "% break":
            blocks.append(Block("break"))
        elif note := re.match(r"\[\^(\d+)\]: ", line):
            notes[note[1]] = Block("paragraph", _runs(line[note.end() :]))
        else:
            kind = next((kind for start, kind in _STARTS.items() if line.startswith(start)), None)
            text, _, key = line.partition(" || ")
            text = text if kind is None else text.split(" ", 1)[1]
            blocks.append(Block(kind or "paragraph", _runs(text), key))
    return Brief(tuple(blocks), notes)


def _runs(text: str) -> tuple[Run, ...]:
    # Marks are taken out first: a quotation mark is told by the letters beside it.
    runs: list[tuple[str, bool, Change, str]] = []
    italic = False
    change: Change = ""
    position = 0
    for token in _TOKEN.finditer(text):
        runs.append((text[position : token.start()], italic, change, ""))
        position = token.end()
        if token[1]:
            runs.append(("", False, change, token[1]))
        elif token[0] == "_":
            italic = not italic
        else:
            change = "inserted" if token[0] == "{+" else "deleted" if token[0] == "{-" else ""
    runs.append((text[position:], italic, change, ""))
    curled = curl("".join(run[0] for run in runs))
    done: list[Run] = []
    at = 0
    for words, slanted, changed, note in runs:
        if words or note:
            done.append(Run(curled[at : at + len(words)], slanted, changed, note))
        at += len(words)
    return tuple(done)


def brief_txt(brief: Brief, pages: Mapping[str, str], fiction: str) -> str:
    """The brief as plain text, a paragraph a line, notes last."""
    lines = [fiction]
    for block in brief.blocks:
        words = _with_calls(block)
        if block.kind == "row":
            dots = "." * max(4, 96 - len(words) - len(pages[block.key]))
            words = f"{words} {dots} {pages[block.key]}"
        elif block.kind == "quote":
            words = "    " + words
        if block.kind != "break":
            lines.append(words)
    lines.append("NOTES")
    lines += [f"[fn{label}] {note.words}" for label, note in brief.notes.items()]
    lines.append(fiction)
    return "\n\n".join(lines) + "\n"


def _with_calls(block: Block) -> str:
    return "".join(
        f"[fn{run.note}]" if run.note else run.text for run in block.runs if run.change != "deleted"
    )
