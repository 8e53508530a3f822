"""Errors that courts confirmed or lawyers labelled, as typed rows.

Four small data sets: errors to inject into one brief, citations that a court called fabricated,
citations labelled fake or real, and whether a case supports a proposition.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast, get_args

from voirdire.citecheck.bench.rows import Row, read_rows

Support = Literal["green", "yellow", "red"]
"""Supports, supports in part or with doubt, does not support."""


@dataclass(frozen=True, slots=True)
class InjectedError:
    """An error to put into `brief`: `original` gives way to `replacement`, once.

    `citation` is the citation as the brief has it, whose statement or self is altered.
    """

    id: str
    brief: str
    error_type: str
    citation: str
    original: str
    replacement: str


@dataclass(frozen=True, slots=True)
class LabelledCitation:
    """A citation string that people found `fake` or real. `why` are their words."""

    citation: str
    fake: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class SupportClaim:
    """A proposition and the case cited for it. `scale` says whose label it is."""

    id: str
    proposition: str
    citation: str
    label: Support
    scale: str
    notes: str = ""


def read_injected_errors(path: Path) -> list[InjectedError]:
    """Errors to inject: of the citation where the row gives one, else of the words.

    Raises:
        DatasetError: a row lacks what is to be replaced, or its replacement.
    """
    return [_injected(row) for row in read_rows(path)]


def _injected(row: Row) -> InjectedError:
    citation = row.text("original")
    words = row.value("replacement_text") is not None
    original = row.text("original_text") if words else citation
    replacement = row.text("replacement_text" if words else "replacement_citation")
    return InjectedError(
        row.text("id"), row.text("brief"), row.text("error_type"), citation, original, replacement
    )


def read_confirmed_fakes(path: Path) -> list[LabelledCitation]:
    """Citations that a court called fabricated; one labelled `..real_case..` is real.

    Raises:
        DatasetError: a row lacks its citation or label.
    """
    return [
        LabelledCitation(
            row.text("citation"), "_fake" in row.text("label"), row.text_or_empty("item_text")
        )
        for row in read_rows(path)
    ]


def read_labelled_citations(path: Path) -> list[LabelledCitation]:
    """Citations labelled `fake` or `real`.

    Raises:
        DatasetError: a label is neither.
    """
    return [_labelled(row) for row in read_rows(path)]


def _labelled(row: Row) -> LabelledCitation:
    label = row.text("label")
    if label not in ("fake", "real"):
        raise row.error(f"label is {label!r}, not fake or real")
    return LabelledCitation(row.text("citation"), label == "fake")


def read_support_claims(path: Path) -> list[SupportClaim]:
    """Propositions with the case cited for them and what a lawyer said of it.

    Raises:
        DatasetError: a label is not green, yellow or red.
    """
    return [_claim(row) for row in read_rows(path)]


def _claim(row: Row) -> SupportClaim:
    label = row.text("label").casefold()
    if label not in get_args(Support):
        raise row.error(f"label is {label!r}, not green, yellow or red")
    return SupportClaim(
        row.text("claim_id"),
        row.text("proposition"),
        row.text("cited_case"),
        cast(Support, label),
        row.text("label_scale"),
        row.text_or_empty("notes"),
    )
