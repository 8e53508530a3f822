"""PDF to a `Document`, by pypdfium2.

Input: the bytes of a PDF.
Output: the text of its pages in the order of the file, one line of the page a line, pages
parted by a form feed, with printed page labels where the file has them.
"""

from voirdire.documents.types import Document, Page
from voirdire.errors import DocumentError
from voirdire.findings import Span

MAX_PAGES = 5_000
# A page of a scan may carry a stamp or a few characters of noise.
_FEWEST_CHARACTERS = 20


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
        texts: list[str] = []
        labels: list[str | None] = []
        for index in range(count):
            try:
                page = pdf[index]
            except pypdfium2.PdfiumError as error:
                raise DocumentError(
                    name, f"page {index + 1} is broken: repair or export the PDF again"
                ) from error
            textpage = page.get_textpage()
            texts.append(_clean(textpage.get_text_range()))
            textpage.close()
            page.close()
            labels.append(pdf.get_page_label(index) or None)
    finally:
        pdf.close()
    empty = [
        index + 1 for index, text in enumerate(texts) if len(text.strip()) < _FEWEST_CHARACTERS
    ]
    if len(empty) == count:
        raise DocumentError(
            name, "a scan without a text layer: run OCR and give the searchable PDF"
        )
    pages: list[Page] = []
    start = 0
    for index, text in enumerate(texts):
        pages.append(Page(index + 1, labels[index], Span(start, start + len(text))))
        start += len(text) + 1
    return Document(
        name, "pdf", sha256, "\f".join(texts), pages=tuple(pages), warnings=_warnings(empty)
    )


def _warnings(empty: list[int]) -> tuple[str, ...]:
    """What to say of pages without a text layer."""
    if not empty:
        return ()
    if len(empty) == 1:
        return (f"page {empty[0]} has no text layer and was not read",)
    shown = ", ".join(map(str, empty[:10])) + (", ..." if len(empty) > 10 else "")
    return (f"{len(empty)} pages ({shown}) have no text layer and were not read",)


def _open_problem(message: str) -> str:
    lowered = message.lower()
    if "password" in lowered:
        return "encrypted: remove the password and try again"
    if "security" in lowered:
        return "protected in a way that cannot be read: print it to a new PDF"
    return "a broken or truncated PDF: repair or export it again"


def _clean(text: str) -> str:
    """One kind of line end; a hyphen that ends a line stands as one."""
    return (
        text.replace("\r\n", "\n")
        .replace("\r", "\n")
        .replace("\ufffe", "-\n")
        .replace("\x02", "-\n")
        .replace("\f", "\n")
        .replace("\x00", "\ufffd")
    )
