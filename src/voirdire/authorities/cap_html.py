"""Turn the HTML of one Caselaw Access Project case into words, page marks, notes and parts.

Input: a file `html/NNNN-NN.html`: `section.casebody` with a `section.head-matter` and one
`article.opinion` per opinion. Page marks (`a.page-label`) stand inside the running text,
often inside a word, and belong to one of several reporters (`data-citation-index`);
footnotes are `aside.footnote` at the end of their article.
Output: `Casebody`: body, then every note, in one string, with everything else as offsets.

The text is read as a stream of tags: no tree, so depth and size cost nothing extra.
"""

import re
from dataclasses import dataclass, field

from voirdire.authorities.opinion_parts import find_parts, parts_of_notes
from voirdire.authorities.types import OpinionNote, OpinionPart, PageMark, PartType
from voirdire.findings import Span

_BLOCKS = frozenset(
    "p div section article aside blockquote h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table tr pre"
    " hr center figure header footer".split()
)
_SPACES = frozenset(("td", "th", "img"))
_SILENT = frozenset(("script", "style", "title", "template", "noscript"))
_WHITE = re.compile(r"\s+")
_PIECE = 1 << 16


@dataclass(frozen=True, slots=True)
class Casebody:
    """The words of a case. `marks` are the page marks by citation index, which counts from 1."""

    text: str
    marks: dict[int, tuple[PageMark, ...]]
    notes: tuple[OpinionNote, ...]
    parts: tuple[OpinionPart, ...]


def parse_casebody(html: bytes) -> Casebody:
    """Read one case. Broken HTML gives what can be read of it, never an exception."""
    from lxml import etree

    reader = _Reader()
    parser = etree.HTMLParser(target=reader, encoding="utf-8", huge_tree=True)
    try:
        for start in range(0, len(html), _PIECE):
            parser.feed(html[start : start + _PIECE])
        parser.close()
    except etree.LxmlError:
        # Past its limits the parser stops; what it gave so far stands.
        return reader.casebody()
    return reader.casebody()


@dataclass(slots=True)
class _Stretch:
    """Text that is being written: white space folded, lines and paragraphs on lines of their own.

    `gap` is what comes before the next word; `waiting` are page marks that it takes with it.
    """

    pieces: list[str] = field(default_factory=list)
    length: int = 0
    gap: str = ""
    marks: list[tuple[int, PageMark]] = field(default_factory=list)
    waiting: list[tuple[int, str]] = field(default_factory=list)

    def write(self, data: str) -> None:
        words = _WHITE.sub(" ", data)
        if words.startswith(" "):
            self.gap = self.gap or " "
            words = words[1:]
        if not words:
            return
        trailing = words.endswith(" ")
        words = words.rstrip(" ")
        if self.gap and self.length:
            self.pieces.append(self.gap)
            self.length += len(self.gap)
        # A page begins with its first letter, so a mark waits for it.
        for index, label in self.waiting:
            self.marks.append((index, PageMark(self.length, label)))
        self.waiting.clear()
        self.pieces.append(words)
        self.length += len(words)
        self.gap = " " if trailing else ""

    def end_line(self) -> None:
        self.gap = self.gap.strip(" ") or "\n"

    def end_block(self) -> None:
        self.gap = "\n\n"

    def text(self) -> str:
        return "".join(self.pieces)


@dataclass(frozen=True, slots=True)
class _Call:
    """Where a note is called; `offset` is None when no mark calls it."""

    page: str | None
    offset: int | None


@dataclass(slots=True)
class _Note:
    label: str
    type: PartType | None
    call: _Call
    body: _Stretch = field(default_factory=_Stretch)


class _Reader:
    """Receives the tags of a page from the parser, in order."""

    def __init__(self) -> None:
        self._body = _Stretch()
        self._notes: list[_Note] = []
        self._starts: list[tuple[int, PartType | None]] = []
        self._type: PartType | None = None
        self._note: _Note | None = None
        self._calls: dict[str, _Call] = {}
        self._articles: list[int] = []
        self._open: list[str] = []
        self._silent = 0
        self._page: str | None = None

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        role = self._role(tag, attributes)
        if tag in _BLOCKS:
            self._stretch().end_block()
        elif tag in _SPACES:
            self._stretch().write(" ")
        elif tag == "br":
            self._stretch().end_line()
        self._open.append(role)
        if role == "silent":
            self._silent += 1
        elif role == "part":
            self._begin_part(tag, attributes)
        elif role == "note" and self._note is None:
            self._note = _Note(
                attributes.get("data-label", ""),
                self._type,
                self._calls.get(attributes.get("id", "")) or _Call(self._page, None),
            )
            self._notes.append(self._note)

    def end(self, tag: str) -> None:
        # The parser closes what was left open, so the end tags come in pairs with the starts.
        role = self._open.pop() if self._open else ""
        if role == "silent":
            self._silent -= 1
        if tag in _BLOCKS:
            self._stretch().end_block()
        if role == "note":
            self._note = None
        elif role == "part":
            self._type = None

    def data(self, data: str) -> None:
        if not self._silent:
            self._stretch().write(data)

    def comment(self, data: str) -> None:
        """Comments are no words of the case."""

    def close(self) -> None:
        """The parser asks for a result here; `casebody` gives it."""

    def casebody(self) -> Casebody:
        text = [self._body.text()]
        length = self._body.length
        notes: list[OpinionNote] = []
        calls: list[int | None] = []
        starts = list(self._starts)
        for note in self._notes:
            words = note.body.text()
            if not words:
                continue
            text.append("\n\n" + words)
            start, length = length + 2, length + 2 + len(words)
            notes.append(OpinionNote(note.label, note.call.page, Span(start, length)))
            calls.append(note.call.offset)
            starts.append((start, note.type))
        marks: dict[int, list[PageMark]] = {}
        for index, mark in self._body.marks:
            marks.setdefault(index, []).append(mark)
        whole = "".join(text)
        return Casebody(
            whole,
            {index: tuple(found) for index, found in sorted(marks.items())},
            tuple(notes),
            self._separate(text[0], tuple(notes), tuple(calls)) or _parts(starts, whole),
        )

    def _separate(
        self, body: str, notes: tuple[OpinionNote, ...], calls: tuple[int | None, ...]
    ) -> tuple[OpinionPart, ...]:
        """The parts by the headings in the text, where one article holds all opinions."""
        if len(self._articles) != 1:
            return ()
        start = self._articles[0]
        found = tuple(
            OpinionPart(part.type, Span(part.span.start + start, part.span.end + start))
            for part in find_parts(body[start:])
        )
        if not found:
            return ()
        head = _parts([s for s in self._starts if s[0] < start], body[:start])
        return parts_of_notes((*head, *found), notes, calls)

    def _stretch(self) -> _Stretch:
        return self._note.body if self._note is not None else self._body

    def _role(self, tag: str, attributes: dict[str, str]) -> str:
        classes = attributes.get("class", "").split()
        if tag in _SILENT:
            return "silent"
        if "page-label" in classes:
            # A footnote that runs over a page end repeats the mark of the body.
            if self._note is None and not self._silent:
                self._mark(attributes)
            return "silent"
        if "footnotemark" in classes:
            ref = attributes.get("href", "").removeprefix("#")
            self._calls.setdefault(ref, _Call(self._page, self._body.length))
            return "silent"
        if "bracketnum" in classes:
            return "silent"
        if tag == "a" and attributes.get("href", "").startswith("#ref_"):
            return "silent"
        if tag == "aside":
            return "note"
        if tag == "section" and "corrections" in classes:
            return "silent"
        if tag == "article" or (tag == "section" and "head-matter" in classes):
            return "part"
        return ""

    def _mark(self, attributes: dict[str, str]) -> None:
        label = attributes.get("data-label", "").strip()
        index = attributes.get("data-citation-index", "1")
        if label and index.isdecimal():
            self._body.waiting.append((int(index), label))
            if index == "1":
                self._page = label

    def _begin_part(self, tag: str, attributes: dict[str, str]) -> None:
        self._type = "syllabus" if tag == "section" else part_type(attributes.get("data-type", ""))
        self._starts.append((self._body.length, self._type))
        if tag == "article":
            self._articles.append(self._body.length)


def part_type(name: str) -> PartType:
    """The kind of an opinion by its `data-type`.

    An opinion that concurs in part and dissents in part counts as a dissent: words in it
    are not surely the court's.
    """
    if "dissent" in name:
        return "dissent"
    if "concur" in name:
        return "concurrence"
    return "majority"


def _parts(starts: list[tuple[int, PartType | None]], text: str) -> tuple[OpinionPart, ...]:
    """Parts from where each begins, white space between them left out."""
    parts: list[OpinionPart] = []
    for index, (start, kind) in enumerate(starts):
        end = starts[index + 1][0] if index + 1 < len(starts) else len(text)
        words = text[start:end]
        begin = start + len(words) - len(words.lstrip())
        stop = start + len(words.rstrip())
        if kind is None or begin >= stop:
            continue
        last = parts[-1] if parts else None
        if last is not None and last.type == kind and begin - last.span.end <= 2:
            parts[-1] = OpinionPart(kind, Span(last.span.start, stop))
        else:
            parts.append(OpinionPart(kind, Span(begin, stop)))
    return tuple(parts)
