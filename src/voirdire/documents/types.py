"""A document as text with pages, and its folded view with the way back.

Two coordinate systems, never mixed: `Document.text` (original) and `FoldedText.text`
(folded). Everything between loading and rendering works in folded characters;
rendering goes back through `FoldedText.original`.
"""

from bisect import bisect_right
from dataclasses import dataclass
from typing import Literal

from voirdire.findings import Span

Format = Literal["pdf", "docx", "html", "markdown", "text"]


@dataclass(frozen=True, slots=True)
class Page:
    """One page. `number` counts from 1; `label` is the printed one; `span` is original."""

    number: int
    label: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote or endnote. `span` is its text without the mark."""

    label: str
    span: Span


@dataclass(frozen=True, slots=True)
class Document:
    """A loaded file. All spans are original: characters of `text`.

    `notes` and `furniture` are what the loader knows from the file itself (DOCX notes,
    PDF geometry); the fold adds what it recognises from the text alone. `warnings` are
    sentences for a person on what could not be read ("page 3 has no text layer").
    """

    name: str
    format: Format
    sha256: str
    text: str
    pages: tuple[Page, ...] = ()
    notes: tuple[Note, ...] = ()
    furniture: tuple[Span, ...] = ()
    warnings: tuple[str, ...] = ()

    def page_at(self, offset: int) -> Page | None:
        """The page that holds an original offset; None where the format has no pages."""
        index = bisect_right(self.pages, offset, key=lambda page: page.span.start) - 1
        return self.pages[index] if index >= 0 else None


@dataclass(frozen=True, slots=True)
class FoldedText:
    """Running text only, in one form of white space, dashes and quotation marks.

    Body first, then every note, then running heads that cite; a paragraph break is one
    newline, any other white space one space. Piece i holds folded characters
    [starts[i], starts[i + 1]) and stands for original characters [originals[i], ends[i]).
    Inside a piece whose two lengths agree, characters correspond one to one.

    `notes` are folded spans. Page furniture is not in `text`.
    """

    text: str
    starts: tuple[int, ...]
    originals: tuple[int, ...]
    ends: tuple[int, ...]
    notes: tuple[Note, ...] = ()

    def _piece(self, offset: int) -> tuple[int, bool, int]:
        index = max(bisect_right(self.starts, offset) - 1, 0)
        start = self.starts[index]
        after = self.starts[index + 1] if index + 1 < len(self.starts) else len(self.text)
        return index, after - start == self.ends[index] - self.originals[index], offset - start

    def original(self, span: Span) -> Span:
        """The original range that a folded range stands for, furniture inside included."""
        if not self.starts:
            return Span(0, 0)
        index, exact, within = self._piece(span.start)
        start = self.originals[index] + (within if exact else 0)
        if span.end <= span.start:
            return Span(start, start)
        index, exact, within = self._piece(span.end - 1)
        end = self.originals[index] + within + 1 if exact else self.ends[index]
        return Span(start, max(start, end))

    def note_at(self, offset: int) -> Note | None:
        """The note that holds a folded offset; None in the body."""
        index = bisect_right(self.notes, offset, key=lambda note: note.span.start) - 1
        if index >= 0 and offset < self.notes[index].span.end:
            return self.notes[index]
        return None


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words between quotation marks, or a block quotation. Spans are folded.

    `span` is the quoted words without the outer marks; `outer` takes the marks in.
    `parent` is the index of the quotation that this one is nested in.
    """

    span: Span
    outer: Span
    kind: Literal["inline", "block"]
    parent: int | None = None
