"""Scored excerpts to the list of what went wrong: what was missed, what was said falsely.

Matching is strict. The kind of a miss is the type of its label, that of a false prediction
the type that the system says.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from voirdire.citecheck.bench.scorer import ScoredExcerpt

_AROUND = 240
"""Characters of the excerpt shown on either side of the segment."""


@dataclass(frozen=True, slots=True)
class ScoringError:
    """One segment missed or falsely predicted, with the words around it.

    `expected` is what stood there before a fault was planted; `strategy` how it was; `why`
    what the system says; `nearly`: relaxed, it would be matched.
    """

    what: Literal["missed", "false"]
    kind: str
    excerpt: str
    document: str
    segment: str
    expected: str
    strategy: str
    why: str
    nearly: bool
    before: str
    after: str


def list_errors(scored: Iterable[ScoredExcerpt]) -> Iterator[ScoringError]:
    """Every miss and every false prediction, in the order of the excerpts."""
    for one in scored:
        excerpt = one.excerpt
        for gold in one.golds:
            if gold.strict or gold.label.optional:
                continue
            label = gold.label
            start = label.start if label.start is not None else excerpt.text.find(label.text)
            strategy = (
                label.strategy
                + {None: "", True: ", exposed", False: ", not exposed"}[label.exposed]
            )
            yield ScoringError(
                "missed",
                label.type or "no type",
                excerpt.id,
                excerpt.document,
                label.text,
                label.original,
                strategy,
                "",
                gold.relaxed,
                *_around(excerpt.text, start, len(label.text)),
            )
        for said in one.predictions:
            if not said.strict:
                text = said.prediction.text
                yield ScoringError(
                    "false",
                    ", ".join(sorted(said.types)) or "no type",
                    excerpt.id,
                    excerpt.document,
                    text,
                    "",
                    "",
                    said.prediction.why,
                    said.relaxed,
                    *_around(excerpt.text, excerpt.text.find(text), len(text)),
                )


def _around(text: str, start: int, length: int) -> tuple[str, str]:
    if start < 0:
        return "", ""
    end = start + length
    return text[max(0, start - _AROUND) : start], text[end : end + _AROUND]
