"""PDFs: lines, paragraphs, pages, footnotes and what is said of pages without text."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from voirdire.documents.fold import fold
from voirdire.documents.load import load_bytes, load_document
from voirdire.errors import DocumentError

canvas = pytest.importorskip("reportlab.pdfgen.canvas")


def pdf(*draw: Callable[[object], None]) -> bytes:
    data = io.BytesIO()
    sheet = canvas.Canvas(data)
    for page in draw:
        page(sheet)
        sheet.showPage()
    sheet.save()
    return data.getvalue()


def lines(*rows: tuple[float, float, float, str]) -> Callable[[object], None]:
    """A page of (left, base, size, text) rows."""

    def draw(sheet: object) -> None:
        for left, base, size, text in rows:
            sheet.setFont("Times-Roman", size)  # type: ignore[attr-defined]
            sheet.drawString(left, base, text)  # type: ignore[attr-defined]

    return draw


LONG = "the court below held that the owner had no notice of the sale and that the"


def test_lines_join_and_paragraphs_part_where_a_line_is_set_in() -> None:
    page = lines(
        (108, 700, 12, "One " + LONG),
        (72, 686, 12, "purchaser of the vessel knew as much before he paid the price of it, and"),
        (72, 672, 12, "that the clerk who took the money from his hand knew it just as well."),
        (108, 658, 12, "Two " + LONG),
        (72, 644, 12, "purchaser of the vessel knew as much before he ever paid for it there."),
    )
    paragraphs = fold(load_bytes("a.pdf", pdf(page))).text.split("\n")
    assert [paragraph[:7] for paragraph in paragraphs] == ["One the", "Two the"]


def test_a_hyphen_at_a_line_end_is_joined() -> None:
    page = lines(
        (72, 700, 12, LONG + " defend-"), (72, 686, 12, "ant knew of it. The defendant paid.")
    )
    assert "that the defendant knew" in fold(load_bytes("a.pdf", pdf(page))).text


def test_footnotes_and_their_calls_are_told_by_size_and_height() -> None:
    width = 72 + 6 * 12
    page = lines(
        (72, 700, 12, LONG + " rule."),
        (72, 686, 12, "The motion"),
        (72 + 54, 691, 7, "1"),
        (width, 686, 12, "was denied, and the appeal from it followed within the term of"),
        (72, 672, 12, "thirty days that the statute sets for it, as it had to do here."),
        (72, 120, 6, "1"),
        (76, 116, 9, "See Hill v. Ito, 12 F.3d 345 (1999), which says so at some length"),
        (72, 106, 9, "and in plain words."),
        (300, 40, 12, "7"),
    )
    result = fold(load_bytes("a.pdf", pdf(page)))
    assert "The motion was denied, and" in result.text
    (note,) = result.notes
    text = result.text[note.span.start : note.span.end]
    assert note.label == "1"
    assert text.startswith(
        "See Hill v. Ito, 12 F.3d 345 (1999), which says so at some length and in"
    )


def test_pages_are_counted_and_parted() -> None:
    document = load_bytes("a.pdf", pdf(lines((72, 700, 12, LONG)), lines((72, 700, 12, LONG))))
    assert [page.number for page in document.pages] == [1, 2]
    assert [document.text[p.span.start : p.span.end] for p in document.pages] == [LONG, LONG]


def test_a_page_that_is_only_a_picture_is_warned_of() -> None:
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    dot = Image.new("RGB", (4, 4))

    def picture(sheet: object) -> None:
        sheet.drawImage(ImageReader(dot), 72, 72, 200, 200)  # type: ignore[attr-defined]

    words = lines((72, 700, 12, LONG))
    mixed = load_bytes("a.pdf", pdf(words, picture, lines()))
    # the third page is blank, and nothing is lost with it
    assert mixed.warnings == ("page 2 has no text layer and was not read",)
    with pytest.raises(DocumentError, match="OCR"):
        load_bytes("a.pdf", pdf(picture))


def test_many_pages_of_the_same_words_load() -> None:
    rows = [(72.0, 720.0 - 14 * n, 12.0, LONG) for n in range(45)]
    data = pdf(*[lines(*rows)] * 100)
    document = load_bytes("a.pdf", data)
    assert fold(document).text
    assert len(document.pages) == 100


def test_the_three_forms_of_the_sample_fold_to_one_text() -> None:
    samples = Path(__file__).parents[2] / "src" / "voirdire" / "samples"
    bodies, notes = [], []
    for ending in ("txt", "docx", "pdf"):
        result = fold(load_document(samples / f"brief.{ending}"))
        start = result.text.index("STATEMENT OF THE CASE")
        end = result.text.index("Counsel for the Appellant", start)
        bodies.append(result.text[start:end])
        notes.append([result.text[n.span.start : n.span.end] for n in result.notes])
    assert bodies[0] == bodies[1] == bodies[2]
    assert notes[0] == notes[1] == notes[2]
