"""What a filing says of each case it cites: name, pin cite, quotations and proposition.

Input: a `Filing` and a library. Output: an `Extraction` whose spans are original: characters
of the filing's text, so that everything is an exact substring of it. Only citations whose
case the library holds become `Mention`s: the case that starts at volume, reporter and page,
confirmed by a word of its name or by its year. The comparison is plain and is not that of
the checker, which the benchmark is to measure.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from voirdire.authorities.library import Library
from voirdire.authorities.types import Case, CaseReference, Holding
from voirdire.citations.find import find_citations
from voirdire.citations.layout import Layout, lay_out
from voirdire.citations.propositions import attribute_statements
from voirdire.citations.resolve import resolve_citations
from voirdire.citations.types import Citation, Statement
from voirdire.citecheck.bench.filings import Filing
from voirdire.citecheck.bench.segments import find_segments
from voirdire.documents.fold import fold
from voirdire.documents.quotations import find_quotations
from voirdire.documents.types import FoldedText
from voirdire.findings import Span

_BACK = ("short", "supra", "id", "reference")
_UNHELD_KINDS = ("full", "short", "database")
# How far behind the one before a parallel citation begins.
_FARTHEST = 40
# A page's number and blank lines may stand inside a citation, but not more.
_MOST_BETWEEN = 25
_WORD = re.compile(r"[a-z]{4,}")
# What stands between a name and its numbers: a comma, or the year as Ohio writes it.
_NAME_ADJOINS = re.compile(r"[ ,\n]{0,3}|,? ?[(\[]\d{4}[)\]],? ?")
# Words of many captions: they confirm nothing.
_COMMON_WORDS = frozenset(
    """united states state people county city town board department commission commissioner
    company corporation corp incorporated limited association bank national american estate
    matter parte doing business secretary director warden school district university""".split()
)
# Behind these a filing does not say what the case holds.
_CONTRARY_SIGNALS = ("but", "contra", "cf", "compare")


@dataclass(frozen=True, slots=True)
class Quoted:
    """Words quoted from the case that a citation names; `span` is without the marks."""

    span: Span
    is_sure: bool


@dataclass(frozen=True, slots=True)
class Mention:
    """One place where a held case is cited.

    `name` is given where it stands directly before the numbers, or alone. `pin` covers all
    pin pages; `parallels` runs from behind the first of parallel citations to the end of the
    last, None when there are none, and `is_first` is False for those. `is_parted`: something
    else stands in it, so that it cannot be altered as one. `sentence` holds the
    proposition: the whole sentence, or the clause when the citation stands in it too.
    `is_found`: a look-up of these numbers, or of the page that a short form gives, finds it.
    """

    kind: str
    case: str
    core: Span
    volume: str
    reporter: str
    page: str
    name: Span | None = None
    case_name: str = ""
    pin: Span | None = None
    pin_pages: tuple[int | str, ...] = ()
    has_notes: bool = False
    parallels: Span | None = None
    is_first: bool = True
    is_parted: bool = False
    is_found: bool = False
    sentence: Span | None = None
    quotations: tuple[Quoted, ...] = ()

    @property
    def cited(self) -> Span:
        """From the name, where there is one, to the end of the numbers."""
        return Span(self.name.start if self.name else self.core.start, self.core.end)


@dataclass(frozen=True, slots=True)
class Extraction:
    """A filing taken apart; every span is original.

    `cases` are the held cases cited, by id; `at` other cases that start at the same places.
    `quoted` are all quotations with their marks.
    """

    filing: Filing
    segments: tuple[Span, ...]
    mentions: tuple[Mention, ...]
    unheld: tuple[Span, ...]
    quoted: tuple[Span, ...]
    cases: dict[str, Case]


def extract(filing: Filing, library: Library) -> Extraction:
    """Take a filing apart.

    Raises:
        LibraryError: the library cannot be read.
    """
    folded = fold(filing.document)
    citations = resolve_citations(find_citations(folded, library.declared_reporters()), folded)
    quotations = find_quotations(folded, filing.document)
    layout = lay_out(folded, citations, quotations)
    statements = attribute_statements(folded, citations, quotations)
    held, lacking = _look_up(citations, library)
    reader = _Reader(folded, citations, statements, layout, held, library)
    return Extraction(
        filing,
        tuple(
            folded.original(span) for span in find_segments(folded, citations, quotations, layout)
        ),
        tuple(reader.mentions()),
        tuple(folded.original(span) for span in _unheld(citations, lacking)),
        tuple(sorted(folded.original(quotation.outer) for quotation in quotations)),
        {case.id: case for case in held.values()},
    )


def _look_up(citations: Sequence[Citation], library: Library) -> tuple[dict[int, Case], set[int]]:
    """The held case of each group of parallel citations; the groups of which nothing is held."""
    held: dict[int, Case] = {}
    found: set[int] = set()
    groups: set[int] = set()
    for citation in citations:
        if citation.kind == "database":
            groups.add(citation.group)
        if citation.kind != "full" or not (citation.volume and citation.reporter and citation.page):
            continue
        groups.add(citation.group)
        reference = CaseReference(citation.volume, citation.reporter, citation.page)
        holding = library.find(reference)
        if holding.starting or holding.enclosing or holding.bordering:
            found.add(citation.group)
        case = _confirmed(citation, holding)
        if case is not None:
            held.setdefault(citation.group, case)
    return held, groups - found


def _confirmed(citation: Citation, holding: Holding) -> Case | None:
    """The one case starting there that has the name, or the year, that the filing gives."""
    named = [case for case in holding.starting if _shares_word(citation.case_name or "", case)]
    if not named:
        named = [
            case
            for case in holding.starting
            if citation.year is not None and case.year == citation.year and not citation.case_name
        ]
    return named[0] if len(named) == 1 else None


def significant_words(name: str) -> set[str]:
    """The words of a caption that tell it from others, in lower case."""
    return set(_WORD.findall(name.lower())) - _COMMON_WORDS


def _shares_word(written: str, case: Case) -> bool:
    return bool(significant_words(written) & significant_words(" ".join(case.names)))


def _unheld(citations: Sequence[Citation], lacking: set[int]) -> Iterator[Span]:
    for citation in citations:
        if citation.kind not in _UNHELD_KINDS:
            continue
        group = citation.group
        if citation.kind == "short":
            if citation.resolves_to is None:
                continue
            group = citations[citation.resolves_to].group
        if group in lacking:
            name = citation.name_span
            adjoins = name is not None and 0 <= citation.core_span.start - name.end <= 3
            start = name.start if name is not None and adjoins else citation.core_span.start
            yield Span(start, citation.core_span.end)


class _Reader:
    """Reads mentions out of one resolved document."""

    def __init__(
        self,
        folded: FoldedText,
        citations: Sequence[Citation],
        statements: Sequence[Statement],
        layout: Layout,
        held: dict[int, Case],
        library: Library,
    ) -> None:
        self.folded = folded
        self.library = library
        self.citations = citations
        self.statements = statements
        self.layout = layout
        self.held = held

    def mentions(self) -> Iterator[Mention]:
        """Every citation of a held case, in order."""
        # The chain of parallel citations is followed from one to the next.
        last = -1
        for index, citation in enumerate(self.citations):
            case = self._case_of(citation)
            if case is None:
                continue
            is_first = last < 0 or not self._is_parallel_to(last, index)
            last = index
            yield self._mention(index, citation, case, is_first=is_first)

    def _case_of(self, citation: Citation) -> Case | None:
        root = citation
        if citation.kind in _BACK:
            if citation.resolves_to is None:
                return None
            root = self.citations[citation.resolves_to]
        return self.held.get(root.group) if root.kind == "full" else None

    def _is_parallel_to(self, before: int, index: int) -> bool:
        """Whether a citation goes on a chain: the same case in one more reporter."""
        one, other = self.citations[before], self.citations[index]
        return (
            one.kind in ("full", "short")
            and self._goes_on(one, other)
            and other.core_span.start - _behind(one) < _FARTHEST
            and not self.folded.text[_behind(one) : other.core_span.start].strip(" ,;")
        )

    def _goes_on(self, one: Citation, other: Citation) -> bool:
        """Whether two citations by numbers are of one case, and the second without a name."""
        if other.kind not in ("full", "short") or (one.kind, other.kind) == ("full", "short"):
            return False
        if other.name_span is not None and other.name_span != one.name_span:
            return False
        return self._group_of(one) == self._group_of(other) or (
            self._case_of(one) is not None and self._case_of(one) is self._case_of(other)
        )

    def _group_of(self, citation: Citation) -> int:
        if citation.kind == "short" and citation.resolves_to is not None:
            return self.citations[citation.resolves_to].group
        return citation.group

    def _mention(self, index: int, citation: Citation, case: Case, *, is_first: bool) -> Mention:
        name = citation.name_span
        if name is not None and citation.kind in ("full", "short"):
            gap = self.folded.text[name.end : citation.core_span.start]
            name = name if _NAME_ADJOINS.fullmatch(gap) else None
        parallels, parted = self._parallels(index)
        original = self.folded.original
        statement = self.statements[index]
        return Mention(
            kind=citation.kind,
            case=case.id,
            core=original(citation.core_span),
            volume=citation.volume or "",
            reporter=citation.reporter or "",
            page=citation.page or "",
            name=original(name) if name else None,
            case_name=citation.case_name or "",
            pin=original(citation.pin_span) if citation.pin_span else None,
            pin_pages=citation.pin_pages,
            has_notes=bool(citation.pin_notes),
            parallels=original(parallels) if parallels else None,
            is_first=is_first,
            is_parted=parted or self._is_torn(index),
            is_found=self._is_found(citation, case),
            sentence=self._sentence(citation, statement),
            quotations=tuple(
                Quoted(original(each.quotation.span), each.certainty == "sure")
                for each in statement.quotations
                if each.quotation.kind == "inline" and not self._holds_more(each.quotation.span)
            ),
        )

    def _is_found(self, citation: Citation, case: Case) -> bool:
        """Whether the library finds a case by what one citation says, and nothing else."""
        if citation.kind not in ("full", "short") or not citation.reporter:
            return False
        page = citation.page or next(map(str, citation.pin_pages), "")
        holding = self.library.find(CaseReference(citation.volume or "", citation.reporter, page))
        there = holding.starting if citation.page else holding.enclosing + holding.starting
        return any(found.id == case.id for found in there)

    def _is_torn(self, index: int) -> bool:
        """Whether a footnote or a page's head stands inside the citation as it is written."""
        citation = self.citations[index]
        name = citation.name_span
        near = name is not None and 0 <= citation.core_span.start - name.end <= 3
        start = name.start if name is not None and near else citation.core_span.start
        return self._holds_more(Span(start, _behind(citation)))

    def _holds_more(self, span: Span) -> bool:
        """Whether the original text has much more in a range than the running text."""
        original = self.folded.original(span)
        more = (original.end - original.start) - (span.end - span.start)
        return more > _MOST_BETWEEN

    def _parallels(self, index: int) -> tuple[Span | None, bool]:
        """What stands between this citation and the end of its parallels; whether more does."""
        citation = self.citations[index]
        if citation.kind not in ("full", "short"):
            return None, False
        end = start = _behind(citation)
        for other in self.citations[index + 1 : index + 6]:
            near = other.core_span.start - end <= _FARTHEST
            if not near or not self._goes_on(citation, other):
                break
            if self.folded.text[end : other.core_span.start].strip(" ,;\n"):
                return (Span(start, end) if end > start else None), True
            end = _behind(other)
        return (Span(start, end) if end > start else None), False

    def _sentence(self, citation: Citation, statement: Statement) -> Span | None:
        """The sentence of the proposition; the clause when a citation stands in the sentence."""
        proposition = statement.proposition
        signal = (citation.signal or "").lower()
        if proposition is None or citation.depth or signal.startswith(_CONTRARY_SIGNALS):
            return None
        sentence = self.layout.sentences[self.layout.sentence_at(proposition.start)]
        if proposition.end > sentence.end:
            return None
        if self.layout.units_in(sentence):
            sentence = proposition
        start = sentence.start
        while start < sentence.end and self.folded.text[start] in ". \n,;:)]":
            start += 1
        return self.folded.original(Span(start, sentence.end))


def _behind(citation: Citation) -> int:
    """The end of the numbers with their pin cite."""
    pin = citation.pin_span
    return max(citation.core_span.end, pin.end if pin else 0)
