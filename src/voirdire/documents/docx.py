"""DOCX to a `Document`, from the XML parts themselves.

Input: the bytes of a DOCX.
Output: the text as printed: body, tables and text boxes (after the paragraph they hang
on), tracked insertions and moved text at its new place; not deletions, hidden text, field
codes, headers and footers. Paragraphs are parted by a blank line. Footnotes, then
endnotes, follow the body and are listed in `notes`; their calls stand in the text and are
listed as furniture. Automatic list numbers are not in the text.
"""

import io
import posixpath
import zipfile
import zlib
from typing import TYPE_CHECKING

from voirdire.documents.types import Document, Note
from voirdire.errors import DocumentError
from voirdire.findings import Span

if TYPE_CHECKING:
    from lxml.etree import _Element

_MAX_PART = 250_000_000
_MAX_RATIO = 400
_RATIO_COUNTS_FROM = 5_000_000
_MAX_ENTRIES = 20_000
_ENTITIES = "a DOCX that declares entities: not read for safety"
_BROKEN = "a broken DOCX: open it in a word processor and save it again"

# What is not printed, or is no text.
_SKIPPED = frozenset(
    "del moveFrom delText instrText delInstrText pPr rPr sdtPr sdtEndPr tblPr tblGrid trPr tcPr"
    " sectPr footnoteRef endnoteRef annotationRef rt fallback numPr binData".split()
)
_LETTERS: dict[str, str] = {
    "tab": "\t",
    "ptab": "\t",
    "br": "\n",
    "cr": "\n",
    "noBreakHyphen": "\u2011",
    "softHyphen": "\u00ad",
}
_OFF = frozenset({"0", "false", "off"})


def read_docx(name: str, data: bytes, sha256: str) -> Document:
    """Read a DOCX.

    Raises:
        DocumentError: it is broken, encrypted, a bomb, no DOCX, or has no text.
    """
    package = _Package(name, data)
    body = _Body()
    body.walk(package.main)
    body.break_paragraph()
    notes = _write_notes(package, body)
    text = body.text()
    if not text.strip():
        raise DocumentError(name, "no text in it: if it holds pictures, run OCR and give a PDF")
    return Document(
        name, "docx", sha256, text, notes=tuple(notes), furniture=tuple(body.note_calls)
    )


def _write_notes(package: "_Package", body: "_Body") -> list[Note]:
    notes: list[Note] = []
    for kind in ("footnote", "endnote"):
        called = body.called[kind]
        if not called:
            continue
        by_id = package.notes(kind)
        # A note may call notes, itself among them: each is written once.
        for identity, label in called:
            element = by_id.pop(identity, None)
            if element is None:
                continue
            body.break_paragraph()
            start = body.next_offset()
            body.walk(element)
            body.break_paragraph()
            if body.length > start:
                notes.append(Note(label, Span(start, body.length)))
    return notes


class _Package:
    """The parts of a DOCX that hold text, read within limits."""

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
            raise DocumentError(name, f"{_BROKEN} (the zip is damaged)") from error
        entries = self._zip.infolist()
        if len(entries) > _MAX_ENTRIES:
            raise DocumentError(name, "a zip of too many parts: not read for safety")
        self._entries = {entry.filename: entry for entry in entries}
        self._main_path = self._find_main()
        self.main = self._parse(self._main_path)

    def _find_main(self) -> str:
        if "_rels/.rels" in self._entries:
            for relation in self._parse("_rels/.rels"):
                if str(relation.get("Type", "")).endswith("/officeDocument"):
                    path = str(relation.get("Target", "")).lstrip("/")
                    if path in self._entries and "word" in path.lower():
                        return path
        if "word/document.xml" in self._entries:
            return "word/document.xml"
        raise DocumentError(
            self.name, "a zip that is not a DOCX: give the document in it, or save it as DOCX"
        )

    def notes(self, kind: str) -> dict[str, "_Element"]:
        """Footnotes or endnotes by id, separators left out."""
        path = self._related(f"/{kind}s") or posixpath.join(
            posixpath.dirname(self._main_path), f"{kind}s.xml"
        )
        if path not in self._entries:
            return {}
        found: dict[str, _Element] = {}
        for element in self._parse(path):
            if _local(element) == kind and _attribute(element, "type") in (None, "normal"):
                found.setdefault(_attribute(element, "id") or "", element)
        return found

    def _related(self, ending: str) -> str | None:
        folder, file = posixpath.split(self._main_path)
        relations = posixpath.join(folder, "_rels", f"{file}.rels")
        if relations not in self._entries:
            return None
        for relation in self._parse(relations):
            if str(relation.get("Type", "")).endswith(ending):
                target = str(relation.get("Target", ""))
                if target.startswith("/"):
                    return target.lstrip("/")
                return posixpath.normpath(posixpath.join(folder, target))
        return None

    def _parse(self, path: str) -> "_Element":
        from lxml import etree

        data = self._read(path)
        if b"<!DOCTYPE" in data[:4096] or b"<!ENTITY" in data[:4096]:
            raise DocumentError(self.name, _ENTITIES)
        parser = etree.XMLParser(
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            huge_tree=False,
            remove_comments=True,
            remove_pis=True,
        )
        try:
            root = etree.fromstring(data, parser)
        except etree.XMLSyntaxError as error:
            raise DocumentError(self.name, f"{_BROKEN} ({path} is not well formed)") from error
        if root.getroottree().docinfo.internalDTD is not None:
            raise DocumentError(self.name, _ENTITIES)
        return root

    def _read(self, path: str) -> bytes:
        entry = self._entries[path]
        if entry.flag_bits & 1:
            raise DocumentError(self.name, "encrypted: remove the password and try again")
        try:
            with self._zip.open(entry) as part:
                # The sizes that the zip states may lie: what comes out is what is measured.
                data = part.read(_MAX_PART + 1)
        except (
            zipfile.BadZipFile,
            zipfile.LargeZipFile,
            zlib.error,
            EOFError,
            OSError,
            ValueError,
            NotImplementedError,
            RuntimeError,
        ) as error:
            raise DocumentError(self.name, f"{_BROKEN} ({path} is damaged)") from error
        ratio = len(data) / max(entry.compress_size, 1)
        if len(data) > _MAX_PART or (len(data) > _RATIO_COUNTS_FROM and ratio > _MAX_RATIO):
            raise DocumentError(self.name, "a zip bomb, or near to one: not read for safety")
        return data


class _Body:
    """Collects the printed text of a part in document order."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self.length = 0
        self._gap = ""
        self._fields: list[bool] = []
        self._boxes: list[_Element] = []
        self.note_calls: list[Span] = []
        self.called: dict[str, list[tuple[str, str]]] = {"footnote": [], "endnote": []}

    def text(self) -> str:
        return "".join(self._parts)

    def next_offset(self) -> int:
        """Where the next text will stand."""
        return self.length + (len(self._gap) if self.length else 0)

    def put(self, text: str) -> None:
        # True in the stack: inside the code of a field, not yet in its result.
        if not text or True in self._fields:
            return
        if self._gap and self.length:
            self._parts.append(self._gap)
            self.length += len(self._gap)
        self._gap = ""
        text = text.replace("\x00", "\ufffd")
        self._parts.append(text)
        self.length += len(text)

    def break_paragraph(self) -> None:
        self._gap = "\n\n"

    def walk(self, element: "_Element") -> None:
        """Write an element; libxml2 bounds the depth at 256."""
        for child in element:
            kind = _local(child)
            if kind in _SKIPPED:
                continue
            if kind == "p":
                self._paragraph(child)
            elif kind == "r":
                if not _is_hidden(child):
                    self.walk(child)
            elif kind == "t":
                self.put(child.text or "")
            elif kind in _LETTERS:
                self.put(_LETTERS[kind])
            elif kind == "fldChar":
                self._field(_attribute(child, "fldCharType"))
            elif kind in ("footnoteReference", "endnoteReference"):
                self._call(child, kind.removesuffix("Reference"))
            elif kind == "AlternateContent":
                # Choice and Fallback are the same text twice.
                chosen = next(
                    (each for each in child if _local(each) == "Choice"),
                    next((each for each in child if _local(each) == "Fallback"), None),
                )
                if chosen is not None:
                    self.walk(chosen)
            elif kind == "txbxContent":
                self._boxes.append(child)
            elif kind == "sym":
                self.put(_symbol(child))
            else:
                self.walk(child)

    def _paragraph(self, element: "_Element") -> None:
        outer = self._boxes
        self._boxes = []
        self.walk(element)
        boxes, self._boxes = self._boxes, outer
        if boxes or not _mark_is_deleted(element):
            self.break_paragraph()
        for box in boxes:
            self.walk(box)
            self.break_paragraph()

    def _field(self, kind: str | None) -> None:
        if kind == "begin":
            self._fields.append(True)
        elif kind == "separate" and self._fields:
            self._fields[-1] = False
        elif kind == "end" and self._fields:
            self._fields.pop()

    def _call(self, element: "_Element", kind: str) -> None:
        if True in self._fields:
            return
        called = self.called[kind]
        number = len(called) + 1
        label = str(number) if kind == "footnote" else _roman(number)
        called.append((_attribute(element, "id") or "", label))
        if _attribute(element, "customMarkFollows") in (None, *_OFF):
            self.put(label)
            self.note_calls.append(Span(self.length - len(label), self.length))


def _local(element: "_Element") -> str:
    # Transitional and strict files differ in the namespace only.
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def _attribute(element: "_Element", name: str) -> str | None:
    for key, value in element.attrib.items():
        if str(key).rpartition("}")[2] == name:
            return str(value)
    return None


def _child(element: "_Element", name: str) -> "_Element | None":
    return next((each for each in element if _local(each) == name), None)


def _is_hidden(run: "_Element") -> bool:
    properties = _child(run, "rPr")
    vanish = _child(properties, "vanish") if properties is not None else None
    return vanish is not None and _attribute(vanish, "val") not in _OFF


def _mark_is_deleted(paragraph: "_Element") -> bool:
    """A tracked deletion of the paragraph mark joins the paragraph to the next."""
    for name in ("pPr", "rPr"):
        inner = _child(paragraph, name)
        if inner is None:
            return False
        paragraph = inner
    return _child(paragraph, "del") is not None


def _symbol(element: "_Element") -> str:
    try:
        code = int(_attribute(element, "char") or "", 16)
    except ValueError:
        return "\ufffd"
    # F000-F0FF is a place in a symbol font, whose meaning is the font's own.
    return chr(code) if 0x20 <= code < 0xD800 else "\ufffd"


def _roman(number: int) -> str:
    letters = ""
    for value, sign in (
        (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
        (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ):  # fmt: skip
        count, number = divmod(number, value)
        letters += sign * count
    return letters
