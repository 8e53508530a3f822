"""One row of an input file, as the library takes it in.

Readers (opinions, dates, bulk data) turn what they read into `CaseRow` or
`ReporterRow`; the writer merges rows into cases and stores them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from voirdire.authorities.types import OpinionNote, OpinionPart, PageSeries
from voirdire.citations.types import DeclaredReporter

# A few cases, of which one may be misdated, do not tell the years of a volume.
CASES_THAT_TELL_YEARS = 12


@dataclass(frozen=True, slots=True)
class PrintedCitation:
    """Where a row says its case is printed.

    `editions` are all that the written reporter may stand for, the likeliest first.
    `last_page` is what the source gives. `surely_until` is the highest page that is surely
    still this case: other cases are refuted on it, so it stops where the page marks jump.
    """

    volume: str
    editions: tuple[str, ...]
    page: str
    last_page: str | None = None
    surely_until: int | None = None

    @property
    def is_sure(self) -> bool:
        """Whether the written reporter means one edition only."""
        return len(self.editions) == 1


@dataclass(frozen=True, slots=True)
class OpinionText:
    """The words of a row, marks taken out."""

    text: str
    series: tuple[PageSeries, ...] = ()
    notes: tuple[OpinionNote, ...] = ()
    parts: tuple[OpinionPart, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseRow:
    """A decision as one row tells it; `names` may be empty, `words` absent."""

    id: str
    names: tuple[str, ...]
    citations: tuple[PrintedCitation, ...]
    court: str | None = None
    date: str | None = None
    docket_number: str | None = None
    source: str = ""
    url: str | None = None
    words: OpinionText | None = None

    @property
    def year(self) -> int | None:
        """The year of `date`, which is ISO or a year alone."""
        return int(self.date[:4]) if self.date else None


@dataclass(frozen=True, slots=True)
class ReporterRow:
    """A declared reporter and its volumes of which every case is listed."""

    reporter: DeclaredReporter
    whole_volumes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A line of an input file; `line` counts from 1, 0 for the file itself."""

    path: Path
    line: int = 0

    def __str__(self) -> str:
        return f"{self.path}:{self.line}" if self.line else str(self.path)


@dataclass(frozen=True, slots=True)
class RowProblem:
    """A row that was left out, and why."""

    place: Place
    reason: str

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}"


class RowError(Exception):
    """A row cannot be used. Stays inside the readers: it becomes a `RowProblem`."""


class UncitedRowError(RowError):
    """A row names no place where its case is printed, so no citation can lead to it."""


Progress = Callable[[Path, int, int], None]
"""Told now and then: the file being read, its bytes read so far and its size."""
