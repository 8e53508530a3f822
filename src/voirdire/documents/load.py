"""Files to `Document`s.

Input: a path, or the bytes of a file with its name (`-` for standard input).
Output: a `Document` with text, pages, notes, furniture and SHA-256. The format is
decided by content first and by extension second. Whatever cannot be read is a
`DocumentError` of one line that says how to mend it.
"""

import hashlib
import os
import re
from pathlib import Path

from voirdire.documents.types import Document, Format, Page
from voirdire.errors import DocumentError
from voirdire.findings import Span

MAX_BYTES = 200_000_000

_HTML_START = re.compile(
    rb"\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--.{0,2000}?-->\s*)*<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)
_HTML_TAG = re.compile(
    rb"<(?:p|br|div|span|h[1-6]|em|i|b|a|table|ul|ol|blockquote|pre)\b", re.IGNORECASE
)
_MARKDOWN = frozenset({".md", ".markdown", ".mdown", ".mkd"})
_HTML = frozenset({".html", ".htm", ".xhtml"})
_WIDE_HTML = frozenset({b"\xff\xfe", b"\xfe\xff"})

# First bytes of what people do send, and what to do about it.
_OTHER_FORMATS: tuple[tuple[bytes, str], ...] = (
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Word or protected file: save it as DOCX or PDF"),
    (b"{\\rtf", "an RTF file: save it as DOCX or PDF"),
    (b"\xffWPC", "a WordPerfect file: save it as DOCX or PDF"),
    (b"%!PS", "a PostScript file: convert it to PDF"),
    (b"\x89PNG", "an image: run OCR and give the searchable PDF"),
    (b"\xff\xd8\xff", "an image: run OCR and give the searchable PDF"),
    (b"GIF8", "an image: run OCR and give the searchable PDF"),
    (b"II*\x00", "an image: run OCR and give the searchable PDF"),
    (b"MM\x00*", "an image: run OCR and give the searchable PDF"),
    (b"\x1f\x8b", "a gzip file: unpack it first"),
    (b"Rar!", "an archive: unpack it first"),
    (b"7z\xbc\xaf", "an archive: unpack it first"),
)


def load_document(path: Path) -> Document:
    """Read a file.

    Raises:
        DocumentError: the file is missing, unreadable, too large, broken, encrypted,
            without a text layer or of no known format.
    """
    name = str(path)
    try:
        if path.is_dir():
            raise DocumentError(name, "a directory: name the files in it")
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise _too_large(name, size)
        with os.fdopen(_open_at_once(path), "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise DocumentError(name, "no such file: check the path") from error
    except PermissionError as error:
        raise DocumentError(name, "no permission to read it: change the file's mode") from error
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise DocumentError(name, f"cannot be read ({reason}): check the path") from error
    return load_bytes(name, data)


def _open_at_once(path: Path) -> int:
    """Open without waiting: a named pipe that nobody writes to is empty, and no hang."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    os.set_blocking(descriptor, True)
    return descriptor


def load_bytes(name: str, data: bytes) -> Document:
    """Read the bytes of a file; `name` is what reports call it, its extension a hint.

    Raises:
        DocumentError: as `load_document`.
    """
    if len(data) > MAX_BYTES:
        raise _too_large(name, len(data))
    if not data.strip(b"\x00 \t\r\n\x0b\x0c"):
        raise DocumentError(name, "empty: there is no text in it")
    sha256 = hashlib.sha256(data).hexdigest()
    format_ = _format(name, data)
    if format_ == "pdf":
        from voirdire.documents.pdf import read_pdf

        return read_pdf(name, data, sha256)
    if format_ == "docx":
        from voirdire.documents.docx import read_docx

        return read_docx(name, data, sha256)
    from voirdire.documents.text import decode_text

    if format_ == "html":
        from voirdire.documents.html import read_html

        return read_html(name, data, sha256)
    text = decode_text(name, data)
    if not text.strip():
        raise DocumentError(name, "empty: there is no text in it")
    return Document(name, format_, sha256, text, pages=_pages(text))


def _format(name: str, data: bytes) -> Format:
    head = data[:4096]
    extension = Path(name).suffix.lower()
    if head.startswith(b"%PDF-") or (
        b"%PDF-" in head[:1024] and (extension == ".pdf" or b"startxref" in data[-2048:])
    ):
        return "pdf"
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")):
        return "docx"
    for magic, advice in _OTHER_FORMATS:
        if head.startswith(magic):
            raise DocumentError(name, advice)
    bare = head.removeprefix(b"\xef\xbb\xbf")
    if head[:2] in _WIDE_HTML:
        bare = head.replace(b"\x00", b"")[2:]
    if _HTML_START.match(bare) or (extension in _HTML and _HTML_TAG.search(data)):
        return "html"
    if extension == ".pdf":
        raise DocumentError(name, "not a PDF inside, or its beginning is lost: export it again")
    if extension == ".docx":
        raise DocumentError(name, "not a DOCX inside: save it again as DOCX or PDF")
    return "markdown" if extension in _MARKDOWN else "text"


def _pages(text: str) -> tuple[Page, ...]:
    """Form feeds of a plain text part its pages; a last one may end the last page."""
    if "\f" not in text:
        return ()
    pages: list[Page] = []
    start = 0
    for part in text.split("\f"):
        if part.strip() or start + len(part) < len(text):
            pages.append(Page(len(pages) + 1, None, Span(start, start + len(part))))
        start += len(part) + 1
    return tuple(pages)


def _too_large(name: str, size: int) -> DocumentError:
    return DocumentError(
        name,
        f"{size / 1e6:.0f} MB is over the limit of {MAX_BYTES // 1_000_000} MB: split it",
    )
