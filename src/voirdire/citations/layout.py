"""Lay a document out for attribution: sentences, citations as units, what stands inside what.

Input: folded text, its citations and quotations in order.
Output: a `Layout`. A unit is one authority as it stands in the text: parallel citations
together, with the signal before and the parentheticals behind. A container is a parenthetical
or a quotation; what stands in it belongs to another level than the running text.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from voirdire.citations.types import Citation, Kind
from voirdire.documents.sentences import split_sentences
from voirdire.documents.types import FoldedText, Quotation
from voirdire.findings import Span

CASE_KINDS: frozenset[Kind] = frozenset(
    {"full", "short", "supra", "id", "reference", "docket", "database", "unknown"}
)
_PARALLEL_KINDS: frozenset[Kind] = frozenset({"full", "short", "database", "unknown", "docket"})
_PARALLEL_GAP = re.compile(r"[\s,;(\[]{0,3}\Z")
_SIGNAL = re.compile(
    r"""(?:\b(?:[Bb]ut\ )?(?:[Ss]ee(?:\ generally|\ also|\ especially)?|[Cc]f\.|[Cc]ompare|[Aa]ccord
    |[Cc]ontra|[Ee]\.\ ?g\.|[Ii]n\ accord|[Aa]nd|[Qq]uoting|[Cc]iting|[Vv]iz\.|[Ww]ith)
    (?:,?\ [Ee]\.\ ?g\.)?,?\ ?)+\Z""",
    re.VERBOSE,
)
# Court and year beyond a line end, which are not taken for part of the citation.
_YEAR_BEHIND = re.compile(r"\n\((?:[A-Z0-9][^()\n]{0,40}\s)?\d{4}\)")
# "Cite as: 602 U.S. 175 (2024)" tells how to cite the document itself.
_RUNNING_HEAD = "Cite as: "


@dataclass(frozen=True, slots=True)
class Unit:
    """One authority where it is cited.

    `members` are indices of citations. `start` takes the signal in, `head` does not; `end`
    is behind the last parenthetical.
    """

    members: tuple[int, ...]
    start: int
    head: int
    end: int
    signal: str
    is_case: bool


@dataclass(frozen=True, slots=True)
class Container:
    """A parenthetical of the citation `citation`, or the quotation `quotation`."""

    span: Span
    citation: int | None = None
    quotation: int | None = None
    parenthetical: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything stands.

    `units` and `sentences` are of the running text alone, in order. `inner` holds the units
    inside a container by the container's index. `quotation_container` is the index of the
    innermost container of each quotation, None in the running text.
    """

    sentences: tuple[Span, ...]
    units: tuple[Unit, ...]
    containers: tuple[Container, ...]
    inner: dict[int, list[Unit]]
    quotation_container: tuple[int | None, ...]

    def sentence_at(self, offset: int) -> int:
        """Index of the sentence that holds an offset, or of the one before it."""
        return max(bisect_right(self.sentences, offset, key=lambda span: span.start) - 1, 0)

    def units_from(self, offset: int) -> int:
        """Index of the first unit that starts at `offset` or later."""
        return bisect_left(self.units, offset, key=lambda unit: unit.start)

    def units_in(self, span: Span) -> tuple[Unit, ...]:
        """The units that start inside a span."""
        return self.units[self.units_from(span.start) : self.units_from(span.end)]


def lay_out(
    folded: FoldedText, citations: Sequence[Citation], quotations: Sequence[Quotation]
) -> Layout:
    """Lay out sentences, units and containers of a document."""
    containers = _containers(citations, quotations)
    units: list[Unit] = []
    inner: dict[int, list[Unit]] = {}
    for unit in _units(folded.text, citations):
        index = containers.innermost(citations[unit.members[0]].core_span, None)
        if index is None:
            units.append(unit)
        else:
            inner.setdefault(index, []).append(unit)
    quotation_container = tuple(
        containers.innermost(quotation.outer, index) for index, quotation in enumerate(quotations)
    )
    whole = [Span(unit.start, unit.end) for unit in units]
    whole += [
        quotation.outer
        for quotation, container in zip(quotations, quotation_container, strict=True)
        if container is None
    ]
    return Layout(
        sentences=tuple(_unbroken(split_sentences(folded), sorted(whole))),
        units=tuple(units),
        containers=containers.all,
        inner=inner,
        quotation_container=quotation_container,
    )


class _Containers:
    """Containers in order of start, each with the one around it."""

    def __init__(self, containers: Iterable[Container]) -> None:
        self.all = tuple(sorted(containers, key=lambda item: (item.span.start, -item.span.end)))
        self._starts = [container.span.start for container in self.all]
        self._around: list[int] = []
        open_ones: list[int] = []
        for index, container in enumerate(self.all):
            while open_ones and self.all[open_ones[-1]].span.end < container.span.end:
                open_ones.pop()
            self._around.append(open_ones[-1] if open_ones else -1)
            open_ones.append(index)

    def innermost(self, span: Span, quotation: int | None) -> int | None:
        """Index of the smallest container around `span`, other than `quotation` itself."""
        index = bisect_right(self._starts, span.start) - 1
        while index >= 0:
            container = self.all[index]
            if container.span.contains(span) and (
                quotation is None or container.quotation != quotation
            ):
                return index
            index = self._around[index]
        return None


def _containers(citations: Sequence[Citation], quotations: Sequence[Quotation]) -> _Containers:
    def found() -> Iterator[Container]:
        for index, citation in enumerate(citations):
            for number, parenthetical in enumerate(citation.parentheticals):
                yield Container(parenthetical.span, citation=index, parenthetical=number)
        for index, quotation in enumerate(quotations):
            yield Container(quotation.outer, quotation=index)

    return _Containers(found())


def _units(text: str, citations: Sequence[Citation]) -> list[Unit]:
    groups: list[list[int]] = []
    end = -1
    for index, citation in enumerate(citations):
        if text.startswith(_RUNNING_HEAD, max(citation.span.start - len(_RUNNING_HEAD), 0)):
            continue
        if groups and _is_parallel(text, citations[groups[-1][0]], end, citation):
            groups[-1].append(index)
            end = max(end, _end(citation))
        else:
            groups.append([index])
            end = _end(citation)
    return [_unit(text, citations, members) for members in groups]


def _end(citation: Citation) -> int:
    ends = [citation.span.end, citation.core_span.end]
    ends += [span.end for span in (citation.pin_span, citation.court_year_span) if span]
    ends += [parenthetical.span.end + 1 for parenthetical in citation.parentheticals]
    return max(ends)


def _is_parallel(text: str, first: Citation, end: int, citation: Citation) -> bool:
    """Whether `citation` is the same case in another reporter, right behind `first`."""
    if first.within != citation.within or citation.kind not in _PARALLEL_KINDS:
        return False
    if first.kind not in _PARALLEL_KINDS:
        return False
    if citation.name_span is not None and citation.name_span != first.name_span:
        return False
    if citation.core_span.start < end:
        return True
    gap = text[end : citation.core_span.start]
    return citation.signal is None and len(gap) <= 3 and not gap.strip(" ,([")


def _unit(text: str, citations: Sequence[Citation], members: list[int]) -> Unit:
    first = citations[members[0]]
    head = first.span.start
    end = max(_end(citations[index]) for index in members)
    signal = _SIGNAL.search(text, max(head - 40, 0), head)
    start = signal.start() if signal else head
    return Unit(
        members=tuple(members),
        start=start,
        head=head,
        end=year.end() if (year := _YEAR_BEHIND.match(text, end)) else end,
        signal=_plain(signal.group()) if signal else "",
        is_case=is_case(citations, members[0]),
    )


def _plain(signal: str) -> str:
    return re.sub(r"[^a-z]+", " ", signal.lower()).strip()


def is_case(citations: Sequence[Citation], index: int) -> bool:
    """Whether a citation is of a case, as far as it is resolved."""
    citation = citations[index]
    if citation.kind not in CASE_KINDS or (citation.kind == "id" and "§" in citation.text):
        return False
    target = citation.resolves_to
    return target is None or citations[target].kind in CASE_KINDS


def _unbroken(sentences: Sequence[Span], whole: Sequence[Span]) -> Iterator[Span]:
    """Sentences, joined where an end falls inside something that is one piece."""
    start = -1
    position = 0
    furthest = -1
    for sentence in sentences:
        if start < 0:
            start = sentence.start
        while position < len(whole) and whole[position].start < sentence.end:
            furthest = max(furthest, whole[position].end)
            position += 1
        if furthest <= sentence.end:
            yield Span(start, sentence.end)
            start = -1
    if start >= 0:
        yield Span(start, sentences[-1].end)
