"""Files of every format load; what cannot be read is refused in one clear line."""

import io
import re
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voirdire.documents.fold import fold
from voirdire.documents.load import load_bytes, load_document
from voirdire.errors import DocumentError

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def docx(body: str, **parts: str) -> bytes:
    """A DOCX of the given body; `parts` are more files of its `word` folder."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("[Content_Types].xml", "<Types/>")
        file.writestr(
            "word/document.xml",
            f'<w:document xmlns:w="{W}" xmlns:mc="mc"><w:body>{body}</w:body></w:document>',
        )
        for name, text in parts.items():
            file.writestr(f"word/{name}.xml", text)
    return data.getvalue()


def pdf(*pages: str, encrypt: bool = False) -> bytes:
    """A PDF with the lines of each page."""
    from reportlab.lib.pdfencrypt import StandardEncryption
    from reportlab.pdfgen.canvas import Canvas

    data = io.BytesIO()
    canvas = Canvas(data, encrypt=StandardEncryption("secret") if encrypt else None)
    for page in pages:
        for number, line in enumerate(page.split("\n")):
            canvas.drawString(72, 720 - 14 * number, line)
        canvas.showPage()
    canvas.save()
    return data.getvalue()


WORDS = "See Hill v. Ito, 12 F.3d 345 (1999)."


@pytest.mark.parametrize(
    ("data", "text"),
    [
        # UTF-8
        ("§ 5 “a”".encode(), "§ 5 “a”"),
        # UTF-8 with a byte order mark
        (b"\xef\xbb\xbf" + "§ 5".encode(), "§ 5"),
        # UTF-16 with a mark, both orders
        (b"\xff\xfe" + "§ 5 “a”".encode("utf-16-le"), "§ 5 “a”"),
        (b"\xfe\xff" + "§ 5 “a”".encode("utf-16-be"), "§ 5 “a”"),
        # UTF-16 without one
        (WORDS.encode("utf-16-le"), WORDS),
        # Windows-1252
        ("§ 5 “a” – b".encode("cp1252"), "§ 5 “a” – b"),
        # line ends stay as they are
        (b"a\r\nb\rc\n", "a\r\nb\rc\n"),
        # a lone surrogate is replaced
        (b"a\xed\xa0\x80b c d", "a\ufffdb c d"),
        # NULs stay
        (b"one\x00two", "one\x00two"),
    ],
)
def test_text_is_decoded_and_not_touched(data: bytes, text: str) -> None:
    document = load_bytes("a.txt", data)
    assert document.text == text
    assert document.format == "text"
    fold(document)


@pytest.mark.parametrize(
    ("name", "data", "format_"),
    [
        ("a.md", b"# Title\n\n*a*", "markdown"),
        ("-", b"plain words", "text"),
        # content decides before the extension does
        ("a.txt", pdf(WORDS), "pdf"),
        ("a.pdf", docx(f"<w:p><w:r><w:t>{WORDS}</w:t></w:r></w:p>"), "docx"),
        ("a.docx", b"<!DOCTYPE html><p>words", "html"),
        ("a.txt", b"<html><body>words</body></html>", "html"),
        ("a.htm", b"<p>words</p>", "html"),
        # no markup in it: a text whatever it is called
        ("a.html", b"words without a tag", "text"),
        ("a.txt", b"the <p> element in a sentence", "text"),
    ],
)
def test_content_decides_the_format(name: str, data: bytes, format_: str) -> None:
    assert load_bytes(name, data).format == format_


def bomb() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("word/document.xml", b"<w>" + b" " * 60_000_000 + b"</w>")
    return data.getvalue()


def other_zip() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        file.writestr("xl/workbook.xml", "<workbook/>")
    return data.getvalue()


LAUGHS = (
    '<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    f'<w:document xmlns:w="{W}"><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>'
)


def laughs() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        file.writestr("word/document.xml", LAUGHS)
    return data.getvalue()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b" \n\t\n", "empty"),
        (bytes(range(256)) * 20, "not a text"),
        (b"\x89PNG\r\n\x1a\n" + b"x" * 50, "OCR"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"x" * 50, "save it as DOCX"),
        (b"{\\rtf1 words}", "RTF"),
        (b"\x1f\x8b\x08" + b"x" * 50, "unpack"),
        (b"%PDF-1.7\nnothing", "broken or truncated"),
        (pdf(WORDS)[:400], "broken or truncated"),
        (pdf(WORDS, encrypt=True), "password"),
        (pdf(""), "OCR"),
        (docx("<w:p/>"), "no text"),
        (docx("<w:p><w:r><w:t>a</w:t></w:r></w:p>")[:200], "zip is damaged"),
        (docx("<w:p>"), "not well formed"),
        (b"PK\x03\x04" + b"x" * 100, "zip is damaged"),
        (other_zip(), "not a DOCX"),
        (bomb(), "bomb"),
        (laughs(), "entities"),
        (b"<html><body><script>x</script></body></html>", "empty"),
        (b"<html>" + b"<div>" * 5000 + b"x", "nested too deeply"),
    ],
)
def test_refusals_say_how_to_mend(data: bytes, words: str) -> None:
    with pytest.raises(DocumentError) as caught:
        load_bytes("brief.x", data)
    message = str(caught.value)
    assert words in message
    assert message.startswith("brief.x: ")
    assert "\n" not in message


def test_paths_that_cannot_be_read(tmp_path: Path) -> None:
    for path, words in (
        (tmp_path, "directory"),
        (tmp_path / "none.txt", "no such file"),
        (tmp_path / "a\x00b", "cannot be read"),
    ):
        with pytest.raises(DocumentError, match=words):
            load_document(path)


def test_a_path_loads_with_its_hash(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"abc")
    document = load_document(path)
    # SHA-256 of "abc", FIPS 180-2, appendix B.1
    assert document.sha256 == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert document.name == str(path)


def test_form_feeds_part_pages() -> None:
    document = load_bytes("a.txt", b"one\ftwo\f")
    assert [(p.number, document.text[p.span.start : p.span.end]) for p in document.pages] == [
        (1, "one"),
        (2, "two"),
    ]
    page = document.page_at(5)
    assert page is not None and page.number == 2


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        # inline markup adds nothing
        ("<p>See <em>Fray v. Gill, 288 U. S.</em> 344.</p>", "See Fray v. Gill, 288 U. S. 344."),
        ("<p><b>Fr</b>ay<i> v. </i>Gill</p>", "Fray v. Gill"),
        # blocks are paragraphs, a break is a space, white space is one
        ("<p>one<p>two <div>three</div>", "one\ntwo\nthree"),
        ("<p>one<br>two   \n three", "one two three"),
        # scripts, styles, comments and what is hidden are not shown
        ("<p>a<script>b</script><style>c</style><!-- d --><span hidden>e</span>f", "af"),
        ('<p>a<span style="display: none">b</span>c', "ac"),
        # entities
        ("<p>Gill &amp; Co., &sect;&nbsp;5 &ldquo;x&rdquo;", 'Gill & Co., § 5 "x"'),
        # the linked call of a footnote leaves, a square stays
        ('<p>rule.<sup><a href="#n1">1</a></sup> Then x<sup>2</sup>', "rule. Then x2"),
        ('<p>rule.<a href="#n1"><sup>1</sup></a> Then', "rule. Then"),
        # table cells are apart
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b c"),
        # preformatted text keeps its lines
        ("<pre>one\n\ntwo</pre>", "one\ntwo"),
    ],
)
def test_html(markup: str, expected: str) -> None:
    text = fold(load_bytes("a.html", f"<html><body>{markup}</body></html>".encode())).text
    assert text == expected


def test_html_declares_its_encoding() -> None:
    data = b'<html><head><meta charset="iso-8859-1"></head><body>\xa7 5</body></html>'
    assert load_bytes("a.html", data).text == "§ 5"


SHOWN = '<w:vanish w:val="0"/>'


def run(text: str, properties: str = "") -> str:
    return f"<w:r><w:rPr>{properties}</w:rPr><w:t xml:space='preserve'>{text}</w:t></w:r>"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # paragraphs
        (f"<w:p>{run('one')}</w:p><w:p>{run('two')}</w:p>", "one\ntwo"),
        # runs join without a space, tabs and breaks are spaces
        (
            f"<w:p>{run('Hi')}{run('ll')}<w:r><w:tab/><w:t>a</w:t><w:br/><w:t>b</w:t></w:r></w:p>",
            "Hill a b",
        ),
        # tracked: insertions count, deletions do not, moved text stands once
        (
            f"<w:p>{run('a')}<w:ins>{run('b')}</w:ins>"
            "<w:del><w:r><w:delText>c</w:delText></w:r></w:del></w:p>",
            "ab",
        ),
        (
            f"<w:p><w:moveFrom>{run('a')}</w:moveFrom>{run('b')}"
            f"<w:moveTo>{run('a')}</w:moveTo></w:p>",
            "ba",
        ),
        # a deleted paragraph mark joins two paragraphs
        (
            f"<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>{run('one ')}</w:p>"
            f"<w:p>{run('two')}</w:p>",
            "one two",
        ),
        # hidden text is not printed; w:vanish may be switched off
        (f"<w:p>{run('a')}{run('b', '<w:vanish/>')}{run('c')}</w:p>", "ac"),
        (f"<w:p>{run('a', SHOWN)}</w:p>", "a"),
        # a text box stands once, after the paragraph it hangs on
        (
            f"<w:p>{run('a ')}<w:r><mc:AlternateContent><mc:Choice><w:txbxContent><w:p>{run('box')}"
            f"</w:p></w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent><w:p>{run('box')}</w:p>"
            f"</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r>{run('b')}</w:p>",
            "a b\nbox",
        ),
        # the code of a field is not printed, its result is
        (
            "<w:p><w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText>TA x</w:instrText>"
            f"</w:r>{run('code')}<w:r><w:fldChar w:fldCharType='separate'/></w:r>{run('shown')}"
            "<w:r><w:fldChar w:fldCharType='end'/></w:r></w:p>",
            "shown",
        ),
        # hyphens of its own
        (
            "<w:p><w:r><w:t>non</w:t><w:noBreakHyphen/><w:t>par</w:t><w:softHyphen/><w:t>ty</w:t>"
            "</w:r></w:p>",
            "non-party",
        ),
        # a table
        (
            f"<w:tbl><w:tr><w:tc><w:p>{run('a')}</w:p></w:tc>"
            f"<w:tc><w:p>{run('b')}</w:p></w:tc></w:tr></w:tbl>",
            "a\nb",
        ),
        # hyperlinks and content controls are text
        (
            f"<w:p><w:hyperlink>{run('a')}</w:hyperlink>"
            f"<w:sdt><w:sdtContent>{run('b')}</w:sdtContent></w:sdt></w:p>",
            "ab",
        ),
    ],
)
def test_docx_is_read_as_printed(body: str, expected: str) -> None:
    assert fold(load_bytes("a.docx", docx(body))).text == expected


def test_docx_notes_follow_the_body() -> None:
    def note(kind: str, identity: int, text: str) -> str:
        mark = f"<w:r><w:{kind}Ref/></w:r>"
        return f"<w:{kind} w:id='{identity}'><w:p>{mark}{run(text)}</w:p></w:{kind}>"

    body = (
        f"<w:p>{run('The rule.')}<w:r><w:footnoteReference w:id='7'/></w:r>{run(' It holds')}"
        f"<w:r><w:endnoteReference w:id='3'/></w:r>{run(' here.')}"
        f"<w:r><w:footnoteReference w:id='4'/></w:r></w:p>"
    )
    separator = (
        "<w:footnote w:id='0' w:type='separator'><w:p><w:r><w:t>x</w:t></w:r></w:p></w:footnote>"
    )
    footnotes = (
        f"<w:footnotes xmlns:w='{W}'>{separator}{note('footnote', 4, 'Second.')}"
        f"{note('footnote', 7, 'First.')}</w:footnotes>"
    )
    endnotes = f"<w:endnotes xmlns:w='{W}'>{note('endnote', 3, 'Last.')}</w:endnotes>"
    document = load_bytes("a.docx", docx(body, footnotes=footnotes, endnotes=endnotes))
    assert [(n.label, document.text[n.span.start : n.span.end]) for n in document.notes] == [
        ("1", "First."),
        ("2", "Second."),
        ("i", "Last."),
    ]
    result = fold(document)
    assert result.text == "The rule. It holds here.\nFirst.\nSecond.\nLast."
    assert [n.label for n in result.notes] == ["1", "2", "i"]


@settings(max_examples=120, deadline=None)
@given(
    st.binary(max_size=300), st.sampled_from(["a.pdf", "a.docx", "a.html", "a.md", "a.txt", "-"])
)
def test_any_bytes_load_or_are_refused(data: bytes, name: str) -> None:
    for head in (b"", b"%PDF-1.4\n", b"PK\x03\x04", b"<html>", b"\xff\xfe"):
        try:
            fold(load_bytes(name, head + data))
        except DocumentError as error:
            assert "\n" not in str(error)


_VALID = (
    docx(f"<w:p>{run(WORDS)}</w:p>" * 20),
    pdf(WORDS, "\n".join([WORDS] * 20)),
    f"<html><body><p>{WORDS}</p></body></html>".encode(),
)


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(_VALID), st.data())
def test_mutated_files_load_or_are_refused(valid: bytes, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(valid)))
    changed = bytearray(valid[:cut] if data.draw(st.booleans()) else valid)
    for _ in range(data.draw(st.integers(0, 4))):
        if changed:
            changed[data.draw(st.integers(0, len(changed) - 1))] = data.draw(st.integers(0, 255))
    try:
        document = load_bytes("x", bytes(changed))
    except DocumentError as error:
        assert re.fullmatch(r"x: [^\n]+", str(error))
        return
    fold(document)
