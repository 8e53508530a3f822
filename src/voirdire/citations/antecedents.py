"""What has been cited so far, in the orders in which later citations look for it.

Input: citations in document order, each added after those before it are resolved.
Output: the index of the authority that a short form, a supra, a named reference or an id.
refers to; None when it is not certain.
"""

import re
from collections.abc import Hashable, Iterable, Sequence

from voirdire.citations.names import short_name_matches
from voirdire.citations.parties import Word, parse_caption
from voirdire.citations.runs import (
    CASE_KINDS,
    end_of,
    find_main,
    find_string,
    find_tables,
    group_parallel,
    repeats_volume,
)
from voirdire.citations.types import Citation, Kind
from voirdire.documents.types import FoldedText

REFERRING: frozenset[Kind] = frozenset({"short", "supra", "id", "reference"})

_LONGEST_OPINION = 300
_LOOK_BACK = 400
"""Bounds the time that one reference may take in a hostile text."""

_QUOTED = re.compile(r"\([^()]*\b(?:quoting|citing|quoted in|cited in|accord|following)\b", re.I)
_RUNNING_HEAD = re.compile(r"\bCite as:?\s*$", re.IGNORECASE)
_SECTION = re.compile(r"[\s,]*(?:at )?§")
_PART = re.compile(
    r"[\s,]*(?:at )?"
    r"(?:¶|\[|(?:para|exhibit|exh|ex|comment|cmt|doc|ecf|dkt|j\.? ?a|tab|app|note)\b)",
    re.IGNORECASE,
)
_SUBSECTION = re.compile(r"§|\d\(")
_YEAR_VOLUME = re.compile(r"(?:19|20)\d\d")
_SOURCE_BETWEEN = re.compile(
    r"\b(?:at|pp?\.|nos?\.|exh?\.|br\.|tr\.|doc\.)\s?\*?\d|¶"
    r"|\b(?:supra|slip op|transcript|ante|post)\b",
    re.IGNORECASE,
)
_ANTE = re.compile(r"\b(?:[Aa]nte|[Pp]ost|[Ii]nfra),? at \d")
_FAR = 1500
_APPENDIX_PAGE = re.compile(r"\d+[a-z]")
_BARE_SECTION = re.compile(r"(?:§|sections?\b|sec\.|rules?\b)", re.IGNORECASE)


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


def _distance(citation: Citation, pin: int | None) -> int | None:
    """How far into the case a page lies, as far as its first page tells; None when outside."""
    page = _first_page(citation)
    if page is None or pin is None:
        return 0
    return pin - page if page <= pin <= page + _LONGEST_OPINION else None


class Antecedents:
    """Every citation so far, by volume, by name and by stream (the body, each note)."""

    def __init__(self, citations: Sequence[Citation], folded: FoldedText | None) -> None:
        self.citations = citations
        self.folded = folded
        self.groups = group_parallel(citations, folded)
        self._tables = find_tables(folded)
        self._roots: list[int | None] = []
        self._by_volume: dict[tuple[str | None, str], dict[str | None, int]] = {}
        self._by_name: dict[str, list[int]] = {}
        self._streams: dict[Hashable, list[int]] = {}
        self._references: dict[Hashable, int] = {}
        self._repeated: set[int] = set()
        # Notes come after the body whatever page they stand on, so the body may refer to them.
        self._in_notes = [
            index
            for index, citation in enumerate(citations)
            if citation.note is not None and citation.kind not in REFERRING
        ][:_LOOK_BACK]

    def add(self, index: int, target: int | None) -> None:
        """Take in the next citation; `target` is what it refers to, if it refers."""
        citation = self.citations[index]
        referring = citation.kind in REFERRING
        self._roots.append(target if referring else self._find_root(index))
        if not referring:
            self._add_authority(index)
        if citation.kind == "reference":
            self._references[self._stream_of(citation)] = index
        elif self._repeats(index):
            self._repeated.add(index)
        elif not self._in_table(citation) and not self._is_running_head(citation):
            self._streams.setdefault(self._stream_of(citation), []).append(index)

    def _find_root(self, index: int) -> int:
        """The first of parallel citations; for a bare "115 S. Ct. 2510" the case that was cited
        with it before."""
        citation = self.citations[index]
        if citation.court_year_span is None and self._name_of(index) is None:
            earlier = self._by_volume.get((citation.volume, citation.reporter or ""), {})
            before = earlier.get(citation.page) if citation.page else None
            root = self._roots[before] if before is not None else None
            if root is not None:
                return root
        return self.groups[index]

    def _repeats(self, index: int) -> bool:
        """Whether the citation only adds a parallel volume to the reference before it."""
        before = index - 1
        if before < 0:
            return False
        referring = self.citations[before].kind in ("short", "supra", "id")
        return (referring or before in self._repeated) and repeats_volume(
            self.citations[before], self.citations[index], self.folded
        )

    def _add_authority(self, index: int) -> None:
        citation = self.citations[index]
        for reporter in dict.fromkeys((citation.reporter or "", *citation.reporters)):
            if citation.volume and reporter:
                pages = self._by_volume.setdefault((citation.volume, reporter), {})
                if citation.page not in pages or not self._in_table(citation):
                    pages[citation.page] = index
        name = self._name_of(index)
        if name and self.groups[index] == index:
            for key in _name_keys(_words_of(name)):
                self._by_name.setdefault(key, []).append(index)

    def _name_of(self, index: int) -> str | None:
        """The case name, which stands before the first of parallel citations only; for a book
        or an article what the citation begins with."""
        citation = self.citations[index]
        if citation.kind == "journal":
            return citation.case_name or citation.text
        return citation.case_name or self.citations[self.groups[index]].case_name

    def _in_table(self, citation: Citation) -> bool:
        return any(table.contains(citation.core_span) for table in self._tables)

    def _is_running_head(self, citation: Citation) -> bool:
        if self.folded is None or citation.kind != "full":
            return False
        text, span = self.folded.text, citation.span
        if text[span.start - 1 : span.start] == "[" and text[span.end : span.end + 1] == "]":
            return True
        return _RUNNING_HEAD.search(text, max(0, span.start - 12), span.start) is not None

    def _stream_of(self, citation: Citation) -> Hashable:
        """The body or one note; labels may start again in a separate opinion."""
        if self.folded is None or citation.note is None:
            return citation.note
        note = self.folded.note_at(citation.core_span.start)
        return note.span.start if note else citation.note

    def find_short(self, citation: Citation) -> int | None:
        """Same volume and reporter; by name where one is given; by the page otherwise."""
        found: set[int] = set()
        for reporter in dict.fromkeys((citation.reporter or "", *citation.reporters)):
            found.update(self._by_volume.get((citation.volume, reporter), {}).values())
        pin = _first_pin(citation)
        fitting = [i for i in found if _distance(self.citations[i], pin) is not None]
        if citation.case_name:
            named = [
                i for i in found if short_name_matches(citation.case_name, self._name_of(i) or "")
            ]
            fitting = [i for i in named if i in fitting] or named or fitting
        if fitting:
            return max(fitting, key=self._nearness)
        if citation.note is None and citation.case_name:
            return self._find_in_notes(citation.case_name, citation)
        # The page fits none of them: where only one is cited, its page is the writer's slip.
        if not citation.case_name and len({self.citations[i].page for i in found}) == 1:
            return max(found, key=self._nearness)
        return None

    def _find_in_notes(self, name: str, citation: Citation) -> int | None:
        """An authority of that name that a note cites in full, of the same volume if one is
        given."""
        for index in self._in_notes:
            other = self.citations[index]
            same_volume = other.volume == citation.volume and citation.reporter in other.reporters
            if citation.volume is None or same_volume:
                own = self._name_of(index)
                if own and short_name_matches(name, own):
                    return index
        return None

    def _nearness(self, index: int) -> tuple[int, bool, int]:
        """The nearest first page below the pin, outside a table, the latest."""
        citation = self.citations[index]
        return _first_page(citation) or 0, not self._in_table(citation), index

    def find_named(self, citation: Citation, note: str | None = None) -> int | None:
        """The nearest earlier authority of that name, in footnote `note` if one is given."""
        name = citation.case_name
        if not name:
            return None
        words = [word for word in _words_of(name) if not word.is_generic] or _words_of(name)
        rows = [
            sorted({i for key in _name_keys([word]) for i in self._by_name.get(key, ())})
            for word in words
        ]
        found = min(rows, key=len, default=[])[-_LOOK_BACK:]
        if note is not None:
            found = [i for i in found if self.citations[i].note == note] or found
        outside = [i for i in found if not self._in_table(self.citations[i])]
        for index in [*reversed(outside), *reversed(found)]:
            if short_name_matches(name, self._name_of(index) or ""):
                return index
        return self._find_in_notes(name, citation) if citation.note is None else None

    def find_id(self, citation: Citation) -> int | None:
        """The authority cited immediately before, in the same stream and parenthesis."""
        stream = self._streams.get(self._stream_of(citation), [])
        if not stream:
            return self._find_in_note_before(citation)
        for index in reversed(stream[-_LOOK_BACK:]):
            if self._is_aside(index, citation):
                continue
            root = self._roots[index]
            kind = self.citations[root].kind if root is not None else None
            if kind == "statute" and self._passes_over(index, citation):
                continue
            if kind in CASE_KINDS and (
                self._points_elsewhere(citation, index) or self._is_behind_ante(index, citation)
            ):
                return None
            named = self._find_named_since(index, citation)
            chosen = self._choose(index, citation) if named is None else named
            return None if self._is_doubtful(index, chosen, citation) else chosen
        return None

    def _is_doubtful(self, index: int, chosen: int | None, citation: Citation) -> bool:
        """Whether the page is none of the case's and the words between name another source,
        one that was not recognised: a transcript, a slip opinion."""
        pin = _first_pin(citation)
        if chosen is None or self.folded is None:
            return False
        if pin is None or self._distance(chosen, pin) is not None:
            return False
        start, end = end_of(self.citations[index]), citation.span.start
        return (
            end - start > _FAR or _SOURCE_BETWEEN.search(self.folded.text, start, end) is not None
        )

    def _is_behind_ante(self, index: int, citation: Citation) -> bool:
        """Whether a page of the document itself ("Ante, at 677") was cited since."""
        if self.folded is None:
            return False
        end = citation.span.start
        start = max(end_of(self.citations[index]), end - _FAR)
        return _ANTE.search(self.folded.text, start, end) is not None

    def _distance(self, root: int, pin: int) -> int | None:
        """How far into the case a page lies, by the nearest of its parallel citations."""
        group = self.groups[root]
        members = range(group, min(group + 6, len(self.groups)))
        found = [_distance(self.citations[i], pin) for i in members if self.groups[i] == group]
        return min((far for far in found if far is not None), default=None)

    def _is_aside(self, index: int, citation: Citation) -> bool:
        """Whether a citation stands in a parenthetical that the id. is not in."""
        before = self.citations[index]
        if before.within is not None or index == citation.within:
            return before.within != citation.within
        if before.depth <= citation.depth or self.folded is None:
            return False
        start = before.span.start
        return _QUOTED.search(self.folded.text, max(0, start - 60), start) is not None

    def _passes_over(self, index: int, citation: Citation) -> bool:
        """Whether an id. cannot mean a statute: it names a page, or the words only speak of
        "the Rule 8 standard"."""
        if _first_pin(citation) is not None and not _SUBSECTION.search(citation.pin_cite or ""):
            return True
        before = self.citations[index]
        if self.folded is None or not _BARE_SECTION.match(before.text):
            return False
        return self.folded.text[before.span.end : before.span.end + 1] not in (".", ";", ")")

    def _points_elsewhere(self, citation: Citation, index: int) -> bool:
        """Whether the id. names a section, a paragraph, an exhibit: no page of a reporter."""
        pin = citation.pin_cite or ""
        after = ""
        if self.folded is not None:
            after = self.folded.text[citation.core_span.start : end_of(citation) + 16]
            after = after.partition(".")[2]
        if "§" in pin or _SECTION.match(after):
            return True
        root = self._roots[index]
        if pin.startswith("*") and root is not None and self.citations[root].kind == "full":
            return not self._is_neutral(index)
        labels = [page for page in citation.pin_pages if isinstance(page, str)]
        if any(_APPENDIX_PAGE.fullmatch(label) for label in labels):
            return True
        if "¶" in self.citations[index].text or self._is_neutral(index):
            return False
        return _PART.match(after) is not None

    def _is_neutral(self, index: int) -> bool:
        """Whether the case has a citation by year and number, and so paragraphs."""
        root = self._roots[index]
        return root is not None and any(
            group == self.groups[root] and _YEAR_VOLUME.fullmatch(self.citations[i].volume or "")
            for i, group in enumerate(self.groups[root : root + 6], root)
        )

    def _find_named_since(self, index: int, citation: Citation) -> int | None:
        """A case named since ("In Roe, the panel ... Id. at 744") whose pages fit better."""
        reference = self._references.get(self._stream_of(citation))
        pin = _first_pin(citation)
        if reference is None or reference < index or pin is None:
            return None
        named, before = self._roots[reference], self._roots[index]
        if named is None or before is None or named == before:
            return None
        near, far = self._distance(named, pin), self._distance(before, pin)
        return named if near is not None and (far is None or near < far) else None

    def _find_in_note_before(self, citation: Citation) -> int | None:
        # R. 4.1: the footnote before, and only when it cites a single source.
        label = citation.note
        if label is None or not label.isdigit() or self.folded is None:
            return None
        note = self.folded.note_at(citation.core_span.start)
        before = self.folded.note_at(note.span.start - 2) if note else None
        if before is None or before.label != str(int(label) - 1):
            return None
        stream = self._streams.get(before.span.start, [])
        roots = {self._roots[i] for i in stream if self.citations[i].within is None}
        return roots.pop() if len(roots) == 1 else None

    def _choose(self, index: int, citation: Citation) -> int | None:
        """The case itself rather than its later history; one of a string only by its pages."""
        main = find_main(self.citations, self.groups, index)
        run = find_string(self.citations, self.groups, main, self.folded)
        roots = list(dict.fromkeys(self._roots[i] for i in run))
        if len(roots) == 1:
            return roots[0]
        pin = _first_pin(citation)
        if pin is None:
            return None
        fitting = [
            root
            for root in roots
            if root is not None
            and self.citations[root].kind != "statute"
            and self._distance(root, pin) is not None
        ]
        return fitting[0] if len(fitting) == 1 else None
