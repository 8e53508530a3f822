"""The form in which a model names false segments, and the way back to the excerpt.

Input: segments as a model wrote them. Output: `Prediction`s whose text is an exact substring
of the excerpt, and those that stand nowhere in it.
"""

from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict, Field

from voirdire.citecheck.excerpts import FaultType, Prediction
from voirdire.citecheck.letters import letters_of, view_letters

_MOST_SEGMENTS = 80
_FEWEST_LETTERS = 4
_CLOSING = ").,;:]\"'\u201d\u2019?!"


class FalseSegment(BaseModel):
    """One segment that the model calls false."""

    model_config = ConfigDict(extra="ignore")

    text: str = Field(
        min_length=1, max_length=4000, description="The segment, copied from the passage."
    )
    type: FaultType | None = Field(default=None, description="The kind of fault.")
    why: str = Field(default="", max_length=2000, description="What shows it, in a sentence.")


class FalseSegments(BaseModel):
    """The final answer: every false segment, none when nothing is false."""

    model_config = ConfigDict(extra="forbid")

    false_segments: list[FalseSegment] = Field(max_length=_MOST_SEGMENTS)


def find_segment(text: str, segment: str) -> str | None:
    """The exact substring of a text that a segment means; None when it stands nowhere.

    Words that stand there but for spaces, marks and capitals are found by their letters.
    """
    wanted = segment.strip()
    if wanted and wanted in text:
        return wanted
    letters = letters_of(wanted)
    if len(letters) < _FEWEST_LETTERS:
        return None
    view = view_letters(text)
    position = view.letters.find(letters)
    while position >= 0:
        end = position + len(letters)
        if view.is_word_start(position) and view.is_word_end(end):
            span = view.span(position, end)
            return text[span.start : span.end + _closing(text, span.end, wanted)]
        position = view.letters.find(letters, position + 1)
    return None


def _closing(text: str, end: int, segment: str) -> int:
    """How many marks behind the last letter belong to the segment: ")", ".", a quotation mark."""
    marks = len(segment) - len(segment.rstrip(_CLOSING))
    behind = text[end : end + marks]
    return len(behind) - len(behind.lstrip(_CLOSING))


def predictions_in(
    text: str, segments: Iterable[FalseSegment]
) -> tuple[tuple[Prediction, ...], tuple[str, ...]]:
    """Predictions in the words of the excerpt, each once, and the segments that it lacks."""
    found: dict[str, Prediction] = {}
    dropped = []
    for segment in segments:
        exact = find_segment(text, segment.text)
        if exact is None:
            dropped.append(segment.text)
        else:
            found.setdefault(exact, Prediction(exact, segment.type, segment.why))
    return tuple(found.values()), tuple(dropped)
