"""PDF to a `Document`, by pypdfium2.

Input: the bytes of a PDF.
Output: the text of its pages in the order of the file, one line of the page a line, pages
parted by a form feed, with printed page labels where the file has them.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from voirdire.documents.pdf_layout import PageText, find_page_notes, read_page
from voirdire.documents.types import Document, Note, Page
from voirdire.errors import DocumentError
from voirdire.findings import Span

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

MAX_PAGES = 5_000
# A page of a scan may carry a stamp or a few characters of noise.
_FEWEST_CHARACTERS = 20
# A note that goes on at the foot of the next page; a page number may follow on its last line.
_UNFINISHED = re.compile(r"[a-z,;\u2014-]\s*(?:\n\s*\W?\d{1,4}\W?\s*)?\Z")


def read_pdf(name: str, data: bytes, sha256: str) -> Document:
    """Read a PDF.

    Raises:
        DocumentError: it is broken, encrypted, too long or has no text layer.
    """
    import pypdfium2

    try:
        pdf = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise DocumentError(name, _open_problem(str(error))) from error
    try:
        count = len(pdf)
        if count == 0:
            raise DocumentError(name, "a PDF without pages: export it again")
        if count > MAX_PAGES:
            raise DocumentError(
                name, f"{count} pages are over the limit of {MAX_PAGES}: split the file"
            )
        texts: list[PageText] = []
        labels: list[str | None] = []
        scanned: list[int] = []
        for index in range(count):
            try:
                page = pdf[index]
                textpage = page.get_textpage()
            except pypdfium2.PdfiumError as error:
                raise DocumentError(
                    name, f"page {index + 1} is broken: repair or export the PDF again"
                ) from error
            texts.append(read_page(textpage))
            textpage.close()
            if len(texts[-1].text.strip()) < _FEWEST_CHARACTERS and _has_picture(page):
                scanned.append(index + 1)
            page.close()
            labels.append(pdf.get_page_label(index) or None)
    finally:
        pdf.close()
    if all(len(text.text.strip()) < _FEWEST_CHARACTERS for text in texts):
        raise DocumentError(
            name, "a scan without a text layer: run OCR and give the searchable PDF"
        )
    return _document(name, sha256, texts, labels, _warnings(scanned))


def _document(
    name: str,
    sha256: str,
    texts: Sequence[PageText],
    labels: Sequence[str | None],
    warnings: tuple[str, ...],
) -> Document:
    """Put the pages one after another, form feeds between them."""
    heights: Counter[float] = Counter()
    for text in texts:
        for _, line in text.lines:
            heights[round(line.height, 1)] += len(line.text)
    body_height = heights.most_common(1)[0][0]
    pages: list[Page] = []
    notes: list[Note] = []
    furniture: list[Span] = []
    start = 0
    unfinished = False
    for index, text in enumerate(texts):
        pages.append(Page(index + 1, labels[index], Span(start, start + len(text.text))))
        furniture += (_moved(span, start) for span in text.raised)
        unfinished_before, unfinished = unfinished, False
        for note in find_page_notes(text, body_height, goes_on=unfinished_before):
            label = note.label if note.label is not None else notes[-1].label
            notes.append(Note(label, _moved(note.span, start)))
            if note.mark is not None:
                furniture.append(_moved(note.mark, start))
            words = text.text[note.span.start : note.span.end]
            unfinished = _UNFINISHED.search(words) is not None
        start += len(text.text) + 1
    return Document(
        name,
        "pdf",
        sha256,
        "\f".join(text.text for text in texts),
        pages=tuple(pages),
        notes=tuple(notes),
        furniture=tuple(sorted(set(furniture))),
        warnings=warnings,
    )


def _moved(span: Span, by: int) -> Span:
    return Span(span.start + by, span.end + by)


def _has_picture(page: "PdfPage") -> bool:
    """Whether a page without text is a scan, and not just blank."""
    from pypdfium2 import raw

    return any(True for _ in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=3))


def _warnings(scanned: list[int]) -> tuple[str, ...]:
    """What to say of pages without a text layer."""
    if not scanned:
        return ()
    if len(scanned) == 1:
        return (f"page {scanned[0]} has no text layer and was not read",)
    shown = ", ".join(map(str, scanned[:10])) + (", ..." if len(scanned) > 10 else "")
    return (f"{len(scanned)} pages ({shown}) have no text layer and were not read",)


def _open_problem(message: str) -> str:
    lowered = message.lower()
    if "password" in lowered:
        return "encrypted: remove the password and try again"
    if "security" in lowered:
        return "protected in a way that cannot be read: print it to a new PDF"
    return "a broken or truncated PDF: repair or export it again"
