"""Citations as found in a document. Every span is folded: characters of `FoldedText.text`."""

from dataclasses import dataclass
from typing import Literal

from voirdire.documents.types import Quotation
from voirdire.findings import Span

Kind = Literal[
    "full",
    "short",
    "supra",
    "id",
    "reference",
    "statute",
    "regulation",
    "journal",
    "docket",
    "database",
    "record",
    "unknown",
]
"""`full` and `short` are case citations to a reporter that is known; `unknown` has the shape
of one to a reporter that no database knows; `database` is WL or LEXIS; `reference` is a case
named again without a number ("In Twombly, ..."); rules and constitutions are `statute`."""

ParentheticalKind = Literal[
    "quoting", "citing", "omitted", "emphasis", "en_banc", "plurality", "separate", "other"
]
"""`omitted`: citations, quotation marks, footnotes omitted, cleaned up; `emphasis`: added or in
original; `separate`: (Roe, J., dissenting), (per curiam), (mem.); `other`: "holding that ..."."""


@dataclass(frozen=True, slots=True)
class DeclaredReporter:
    """A reporter that a library declares beside those of reporters-db.

    `abbreviation` is the canonical edition, `variations` other ways to write it; `court` is
    the courts-db id that every case in it comes from, if one; `last_volume` is set when the
    reporter is closed; `start_year` and `end_year` are of decision.
    """

    abbreviation: str
    name: str = ""
    variations: tuple[str, ...] = ()
    court: str | None = None
    start_year: int | None = None
    end_year: int | None = None
    last_volume: int | None = None


@dataclass(frozen=True, slots=True)
class Parenthetical:
    """One parenthesis after a citation, court and year apart. `span` excludes the brackets."""

    kind: ParentheticalKind
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Citation:
    """One citation.

    `span` runs from the first party's name to the closing parenthesis of court and year,
    `core_span` from volume to page (for other kinds, the citation itself).
    `reporter` is the canonical edition ("F.3d"); `reporter_text` is as written;
    `reporters` are all editions the written form may stand for, `reporter` first.
    `page` is None for a blank page ("592 U.S. ___"). For a short form `page` is None too:
    its page is a pin cite.
    `pin_cite` is as written, `pin_pages` the range completed (ints, or labels such as "iv"),
    `pin_notes` footnote labels, `pin_span` the place of the pin cite.
    `court` is a courts-db id; `court_year_span` is the parenthesis, brackets included.
    `history` are the phrases of subsequent history that follow ("aff'd", "cert. denied").
    `depth` counts the parentheses this citation stands in; `within` is the index of the
    citation whose parenthetical holds it. `in_string` says it is part of a string cite.
    `note` is the label of the footnote it stands in.
    After `resolve_citations`: `group` is shared by parallel citations (the index of the
    first), `resolves_to` is the index of the citation that this one refers to.
    """

    kind: Kind
    text: str
    span: Span
    core_span: Span
    volume: str | None = None
    reporter: str | None = None
    reporter_text: str | None = None
    reporters: tuple[str, ...] = ()
    page: str | None = None
    case_name: str | None = None
    plaintiff: str | None = None
    defendant: str | None = None
    name_span: Span | None = None
    year: int | None = None
    court: str | None = None
    court_text: str | None = None
    court_year_span: Span | None = None
    pin_cite: str | None = None
    pin_pages: tuple[int | str, ...] = ()
    pin_notes: tuple[str, ...] = ()
    pin_span: Span | None = None
    parentheticals: tuple[Parenthetical, ...] = ()
    signal: str | None = None
    history: tuple[str, ...] = ()
    docket_number: str | None = None
    depth: int = 0
    within: int | None = None
    in_string: bool = False
    note: str | None = None
    group: int = -1
    resolves_to: int | None = None

    @property
    def parenthetical(self) -> str | None:
        """The first parenthetical that is not court and year, without its brackets."""
        return self.parentheticals[0].text if self.parentheticals else None


@dataclass(frozen=True, slots=True)
class AttributedQuotation:
    """A quotation and how surely it belongs to the citation.

    `sure`: by the citation form itself (quotation directly before the citation of its
    sentence, or "quoting X"). `likely`: the nearest candidate; it may verify, but a miss
    is not a refutation (`association_not_sure`).
    """

    quotation: Quotation
    certainty: Literal["sure", "likely"]


@dataclass(frozen=True, slots=True)
class Statement:
    """What the document says on the strength of one citation."""

    proposition: Span | None
    quotations: tuple[AttributedQuotation, ...] = ()
