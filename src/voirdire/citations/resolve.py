"""Resolve short form, id., supra and named references to the citation they refer to.

Input: citations in document order, as `find_citations` returns them.
Output: the same citations, each with `group` and `resolves_to`; nothing is dropped. What
`resolves_to` names is never itself an id., a supra, a short form or a reference.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from voirdire.citations.names import short_name_matches
from voirdire.citations.parties import Word, parse_caption
from voirdire.citations.runs import CASE_KINDS, find_main, find_string, find_tables, group_parallel
from voirdire.citations.types import Citation, Kind
from voirdire.documents.types import FoldedText

_REFERRING: frozenset[Kind] = frozenset({"short", "supra", "id", "reference"})
_SECTIONED: frozenset[Kind] = frozenset({"statute", "regulation", "journal", "record"})
_LONGEST_OPINION = 300
_LOOK_BACK = 400
"""Bounds the time that one reference may take in a hostile text."""

_NOTE = re.compile(r"\bnn?\. ?(\d+)|\bnotes? (\d+)", re.IGNORECASE)


def _name_keys(words: Iterable[Word]) -> set[str]:
    keys: set[str] = set()
    for word in words:
        keys.add(word.stem)
        keys.update(f"#{group}" for group in word.groups)
    return keys


def _words_of(name: str) -> list[Word]:
    caption = parse_caption(name)
    sides = [side for pair in caption.pairs for side in pair] + list(caption.also)
    if caption.single:
        sides.append(caption.single)
    return [word for side in sides for party in side.parties for word in party]


def _first_page(citation: Citation) -> int | None:
    return int(citation.page) if citation.page and citation.page.isdigit() else None


def _first_pin(citation: Citation) -> int | None:
    return next((page for page in citation.pin_pages if isinstance(page, int)), None)


def _pin_fits(citation: Citation, pin: int | None) -> bool:
    """Whether a page may lie in the case, as far as its first page tells."""
    page = _first_page(citation)
    return page is None or pin is None or page <= pin <= page + _LONGEST_OPINION


class _Antecedents:
    """What has been cited so far, in the orders in which later citations look for it."""

    def __init__(self, citations: Sequence[Citation], folded: FoldedText | None) -> None:
        self.citations = citations
        self.folded = folded
        self.groups = group_parallel(citations, folded)
        self.tables = find_tables(folded)
        self.roots: list[int | None] = []
        self.by_volume: dict[tuple[str | None, str], dict[str | None, int]] = {}
        self.by_name: dict[str, list[int]] = {}
        self.streams: dict[str | None, list[int]] = {}

    def name_of(self, index: int) -> str | None:
        """The case name, which stands before the first of parallel citations only."""
        own = self.citations[index].case_name
        return own or self.citations[self.groups[index]].case_name

    def in_table(self, citation: Citation) -> bool:
        return any(table.contains(citation.core_span) for table in self.tables)

    def add(self, index: int) -> None:
        """Take the citation in, after it has been resolved itself."""
        citation = self.citations[index]
        if citation.kind not in _REFERRING:
            for reporter in dict.fromkeys((citation.reporter or "", *citation.reporters)):
                if citation.volume and reporter:
                    pages = self.by_volume.setdefault((citation.volume, reporter), {})
                    if citation.page not in pages or not self.in_table(citation):
                        pages[citation.page] = index
            name = self.name_of(index) or (
                citation.text if citation.kind in ("journal", "record") else None
            )
            if name and self.groups[index] == index:
                for key in _name_keys(_words_of(name)):
                    self.by_name.setdefault(key, []).append(index)
        if citation.kind != "reference" and not self.in_table(citation):
            self.streams.setdefault(citation.note, []).append(index)

    def find_short(self, citation: Citation) -> int | None:
        """Same volume and reporter; by name where one is given; by the page otherwise."""
        reporters = dict.fromkeys((citation.reporter or "", *citation.reporters))
        found = sorted(
            {
                index
                for reporter in reporters
                for index in self.by_volume.get((citation.volume, reporter), {}).values()
            }
        )
        pin = _first_pin(citation)
        fitting = [i for i in found if _pin_fits(self.citations[i], pin)]
        if citation.case_name:
            named = [
                i for i in found if short_name_matches(citation.case_name, self.name_of(i) or "")
            ]
            fitting = [i for i in named if i in fitting] or named or fitting
        if not fitting:
            return None
        return max(fitting, key=self._nearness)

    def _nearness(self, index: int) -> tuple[int, bool, int]:
        """The nearest first page below the pin, outside a table, the latest."""
        citation = self.citations[index]
        return _first_page(citation) or 0, not self.in_table(citation), index

    def find_named(self, name: str | None, note: str | None) -> int | None:
        """The nearest earlier authority of that name, in footnote `note` if one is given."""
        if not name:
            return None
        words = [w for w in _words_of(name) if not w.is_generic] or _words_of(name)
        rows = [
            sorted({i for key in _name_keys([word]) for i in self.by_name.get(key, ())})
            for word in words
        ]
        if not rows:
            return None
        found = min(rows, key=len)[-_LOOK_BACK:]
        if note is not None:
            found = [i for i in found if self.citations[i].note == note] or found
        outside = [i for i in found if not self.in_table(self.citations[i])]
        for index in [*reversed(outside), *reversed(found)]:
            citation = self.citations[index]
            if short_name_matches(name, self.name_of(index) or citation.text):
                return index
        return None

    def find_id(self, citation: Citation) -> int | None:
        """The authority cited immediately before, in the same stream and parenthesis."""
        stream = self.streams.get(citation.note, [])
        if not stream and citation.note is not None:
            return self._find_in_note_before(citation.note)
        for index in reversed(stream[-_LOOK_BACK:]):
            before = self.citations[index]
            if before.within is not None and before.within != citation.within:
                continue
            if index == citation.within:
                continue
            return self._choose_of_string(index, citation)
        return None

    def _find_in_note_before(self, note: str) -> int | None:
        # R. 4.1: the footnote before, and only when it cites a single source.
        if not note.isdigit():
            return None
        stream = self.streams.get(str(int(note) - 1), [])
        roots = {self.roots[i] for i in stream if self.citations[i].within is None}
        return roots.pop() if len(roots) == 1 else None

    def _choose_of_string(self, index: int, citation: Citation) -> int | None:
        pin = citation.pin_cite or ""
        main = find_main(self.citations, self.groups, index)
        if "§" in pin and self.citations[main].kind in CASE_KINDS:
            return None
        run = find_string(self.citations, self.groups, main, self.folded)
        roots = dict.fromkeys(self.roots[i] for i in run)
        if len(roots) == 1:
            return self.roots[main]
        page = _first_pin(citation)
        fitting = [r for r in roots if r is not None and _pin_fits(self.citations[r], page)]
        return fitting[0] if page is not None and len(fitting) == 1 else None


def _find_target(citation: Citation, antecedents: _Antecedents) -> int | None:
    match citation.kind:
        case "short":
            return antecedents.find_short(citation)
        case "supra":
            note = _NOTE.search(citation.text)
            label = (note[1] or note[2]) if note else None
            return antecedents.find_named(citation.case_name, label)
        case "reference":
            return antecedents.find_named(citation.case_name, None)
        case "id":
            return antecedents.find_id(citation)
        case _:
            return None


def resolve_citations(
    citations: Sequence[Citation], folded: FoldedText | None = None
) -> tuple[Citation, ...]:
    """Set `group` and `resolves_to` of every citation.

    Args:
        citations: In document order, body before notes.
        folded: The text they stand in; parallel, string and table runs are surer with it.

    Returns:
        The same citations in the same order. A reference whose authority is not certain
        keeps `resolves_to` None.
    """
    antecedents = _Antecedents(citations, folded)
    resolved: list[Citation] = []
    for index, citation in enumerate(citations):
        target = _find_target(citation, antecedents)
        if citation.kind in _REFERRING:
            antecedents.roots.append(target)
        else:
            antecedents.roots.append(antecedents.groups[index])
        antecedents.add(index)
        resolved.append(replace(citation, group=antecedents.groups[index], resolves_to=target))
    return tuple(resolved)
