"""What a citation benchmark is made of: excerpts with labels, and what a system answers.

Input and output of every system, builder, reader and scorer of `voirdire bench citations`.
Offsets count characters of `Excerpt.text`. On disk each is one JSON object a line.
"""

from dataclasses import dataclass
from typing import Literal

FaultType = Literal[
    "nonexistent_citation",
    "case_name_mismatch",
    "incorrect_pincite",
    "verbatim_misquote",
    "content_misrepresentation",
]
"""The taxonomy of "Who Checks the Citations?" (2026), section 3.1."""

Split = Literal["train", "test"]


@dataclass(frozen=True, slots=True)
class Label:
    """One segment that is false, an exact substring of its excerpt.

    `original` is what stood there before, "" where nobody knows. `start` is the segment's
    first character, None where a published row does not say. `optional`: a prediction that
    matches is right, none is no miss. `strategy` names how the fault was made. `exposed`:
    whether a quotation can show a false pin cite; None for other types. `fault` is the same
    for all labels of one fault that was made in several places.
    """

    text: str
    type: FaultType | None
    original: str = ""
    start: int | None = None
    optional: bool = False
    strategy: str = ""
    exposed: bool | None = None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A passage of a filing with its labels; no label means that nothing was altered.

    `document` is the filing it comes from: intervals are clustered by it. `unheld` are the
    citations in it, as written, that the builder's library lacks. `dataset` names the data.
    """

    id: str
    document: str
    text: str
    labels: tuple[Label, ...] = ()
    split: Split = "test"
    unheld: tuple[str, ...] = ()
    dataset: str = ""


@dataclass(frozen=True, slots=True)
class Prediction:
    """A segment that a system calls false, with the type where it says one, and why."""

    text: str
    type: FaultType | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What one system said about one excerpt, and what it took.

    `turns` are requests to a model, `calls` tool calls that ran, `duplicates` calls answered
    from memory, `denied` calls over the limit. `dollars` is None where a price is not known.
    `error` is one line when the system gave no answer: the excerpt is then not scored.
    """

    excerpt: str
    system: str
    predictions: tuple[Prediction, ...] = ()
    turns: int = 0
    calls: int = 0
    duplicates: int = 0
    denied: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    dollars: float | None = 0.0
    seconds: float = 0.0
    error: str = ""
