"""Cases, opinions and what a source holds of a reporter volume."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from voirdire.citations.types import DeclaredReporter
from voirdire.findings import Span

Coverage = Literal["whole", "partial", "none"]
"""`whole`: every case of the volume is listed, so absence is proof."""

PartType = Literal["syllabus", "majority", "concurrence", "dissent"]


@dataclass(frozen=True, slots=True)
class CaseReference:
    """A look-up: volume, canonical reporter edition ("F.3d") and page, as labels."""

    volume: str
    reporter: str
    page: str


@dataclass(frozen=True, slots=True)
class CaseCitation:
    """One place where a case is printed; `last_page` is None when it is not known."""

    volume: str
    reporter: str
    first_page: str
    last_page: str | None = None

    def __str__(self) -> str:
        return f"{self.volume} {self.reporter} {self.first_page}"


@dataclass(frozen=True, slots=True)
class Case:
    """A decided case. `names` are every caption the source gives, the best first.

    `court` is a courts-db id or None; `year` the year of decision or None; `citations` are
    all parallel citations. `has_text` says whether `Source.opinion` can return words.
    """

    id: str
    names: tuple[str, ...]
    citations: tuple[CaseCitation, ...]
    court: str | None = None
    date: str | None = None
    year: int | None = None
    docket_number: str | None = None
    has_text: bool = False
    source: str = ""
    url: str | None = None


@dataclass(frozen=True, slots=True)
class PageMark:
    """A printed page begins at `offset` of `Opinion.text`."""

    offset: int
    label: str


@dataclass(frozen=True, slots=True)
class PageSeries:
    """The page marks of one reporter. `volume` and `reporter` are None when not known."""

    volume: str | None
    reporter: str | None
    marks: tuple[PageMark, ...]


@dataclass(frozen=True, slots=True)
class OpinionNote:
    """A footnote of an opinion: its text is `span` of `Opinion.text`, called on `page`."""

    label: str
    page: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class OpinionPart:
    """A stretch of an opinion's text: the syllabus, the majority, a separate opinion."""

    type: PartType
    span: Span


@dataclass(frozen=True, slots=True)
class Opinion:
    """The words of a case: body, then each footnote, in one string.

    `text` has no page or footnote marks in it; `series` and `notes` carry them as offsets.
    The first series is that of the case's main reporter. Words before a series' first mark
    stand on the case's first page in that reporter, as far as it is known.
    """

    case: Case
    text: str
    series: tuple[PageSeries, ...] = ()
    notes: tuple[OpinionNote, ...] = ()
    parts: tuple[OpinionPart, ...] = ()


@dataclass(frozen=True, slots=True)
class Holding:
    """What a source holds at a reference.

    `starting`: cases whose first page it is. `enclosing`: cases with first < page < last in
    that reporter. `bordering`: cases that end on that page. `coverage` is of the volume.
    `next_page` is the first page of the next case held after `starting` in a whole volume.
    `years` are the first and last year of decision in the volume, given only where the
    listing is large enough to tell.
    """

    coverage: Coverage
    starting: tuple[Case, ...] = ()
    enclosing: tuple[Case, ...] = ()
    bordering: tuple[Case, ...] = ()
    next_page: str | None = None
    years: tuple[int, int] | None = None


class Source(Protocol):
    """Where opinions come from: a library file, the static case files, or a chain of both."""

    def prepare(self, references: Sequence[CaseReference]) -> None:
        """Get ready to be asked for all of these; a remote source fetches them in parallel."""
        ...

    def find(self, reference: CaseReference) -> Holding:
        """What is held at `reference`. Raises `SourceError` when the source fails."""
        ...

    def declared_reporters(self) -> tuple[DeclaredReporter, ...]:
        """Reporters that the source itself declares and reporters-db may not know."""
        ...

    def opinion(self, case: Case) -> Opinion | None:
        """The words of a case; None when only its metadata is held."""
        ...

    def search_cases(self, words: str, limit: int) -> tuple[Case, ...]:
        """Cases with these words in a name, the best first; empty where names are not indexed."""
        ...

    def document_frequency(self, word: str) -> int | None:
        """In how many held opinions a lower-case word stands; None when not counted."""
        ...
