"""Turn an opinion's HTML or XML (CourtListener, Harvard) into marked text.

Input: markup whose page breaks are elements: `<span class="star-pagination" label="294">`,
`<page-number label="294">`, `<a class="page-label" data-label="294">`, or a bare "*294" in
such a span. Output: the text with those breaks as `PageBreak`s, `[fn3]` where footnote 3 is
called, and the footnotes apart: the forms that `opinion_rows` reads.
"""

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element

_PAGE_CLASSES = {"star-pagination", "page-number", "page-label"}
_CALL_TAGS = {"footnotemark", "footnote-reference"}
_CALL_CLASSES = {"footnote", "footnotemark", "footnote-reference"}
_BLOCKS = frozenset(
    "address article aside author blockquote center dd div dl dt footnote h1 h2 h3 h4 h5 h6 hr "
    "li ol opinion p parties pre section summary syllabus table td th tr ul".split()
)
_LABEL = re.compile(r"\*{0,2}\s*(?:Page\s+)?([0-9]{1,6}|[ivxlc]{1,8})\s*$", re.IGNORECASE)
_SPACE = re.compile(r"[ \t\r\n\f\v\u00a0]+")
_BREAKS = re.compile(r" *\n[ \n]*\n *")


@dataclass(frozen=True, slots=True)
class PageBreak:
    """A page of one reporter begins; `series` counts the reporters from 1."""

    label: str
    series: int


@dataclass(slots=True)
class MarkedText:
    """Text and page breaks in order, and the notes (label, text)."""

    pieces: list[str | PageBreak] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)


def read_markup(markup: str) -> MarkedText:
    """The marked text of a piece of HTML or XML, however broken."""
    from lxml import etree, html

    parser = html.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True
    )
    root = etree.fromstring(b"<div>" + markup.encode("utf-8", "replace") + b"</div>", parser)
    marked = MarkedText()
    if root is None:
        return marked
    reader = _Reader(marked)
    walker = etree.iterwalk(root, events=("start", "end"))
    for event, element in walker:
        if event == "start":
            if not reader.enter(element):
                walker.skip_subtree()
        else:
            reader.leave(element)
    reader.flush()
    return marked


class _Reader:
    """Collects text as elements begin and end."""

    def __init__(self, marked: MarkedText) -> None:
        self._marked = marked
        self._buffer: list[str] = []
        self._note: list[str] | None = None
        self._note_element: _Element | None = None
        self._note_label = ""
        self._preformatted = 0

    def enter(self, element: "_Element") -> bool:
        """Take in the start of an element; whether to go into it."""
        classes = set((element.get("class") or "").split())
        label = _page_label(element, classes)
        if label is not None:
            if self._note is None:
                self.flush()
                index = element.get("citation-index") or element.get("data-citation-index") or "1"
                series = int(index) if index.isdecimal() and len(index) < 3 else 1
                self._marked.pieces.append(PageBreak(label, series))
            return False
        if element.tag in ("script", "style", "head"):
            return False
        if _is_note(element, classes) and self._note is None:
            self._note = []
            self._note_element = element
            self._note_label = element.get("label") or element.get("data-label") or ""
        elif _is_call(element, classes):
            mark = "".join(element.itertext()).strip(" .[]()*\n") or "*"
            if self._note is None:
                self._add(f"[fn{mark}]")
            else:
                self._note_label = self._note_label or mark
            return False
        self._preformatted += element.tag == "pre"
        if element.tag in _BLOCKS:
            self._add("\n\n")
        if element.tag == "br":
            self._add("\n")
        self._add_text(element.text)
        return True

    def leave(self, element: "_Element") -> None:
        """Take in the end of an element and the text after it."""
        if element is self._note_element:
            text = _tidy("".join(self._note or ())).strip()
            self._marked.notes.append((self._note_label, text))
            self._note = self._note_element = None
        if element.tag in _BLOCKS:
            self._add("\n\n")
        self._preformatted -= element.tag == "pre"
        self._add_text(element.tail)

    def flush(self) -> None:
        """Close the piece of text that has been collected."""
        text = _tidy("".join(self._buffer))
        self._buffer.clear()
        if text:
            self._marked.pieces.append(text)

    def _add(self, text: str) -> None:
        (self._buffer if self._note is None else self._note).append(text)

    def _add_text(self, text: str | None) -> None:
        if text:
            self._add(text if self._preformatted > 0 else _SPACE.sub(" ", text))


def _page_label(element: "_Element", classes: set[str]) -> str | None:
    if element.tag != "page-number" and not classes & _PAGE_CLASSES:
        return None
    given: str | None = element.get("label") or element.get("data-label")
    if given:
        return str(given).strip("* ")
    match = _LABEL.match("".join(element.itertext()).strip())
    return match.group(1) if match else None


def _is_note(element: "_Element", classes: set[str]) -> bool:
    return element.tag == "footnote" or (
        element.tag in ("div", "aside", "li") and "footnote" in classes
    )


def _is_call(element: "_Element", classes: set[str]) -> bool:
    return element.tag in _CALL_TAGS or (
        element.tag in ("a", "sup", "span") and bool(classes & _CALL_CLASSES)
    )


def _tidy(text: str) -> str:
    return _BREAKS.sub("\n\n", text)
