"""The sample brief to a DOCX, part by part.

Input: the brief's blocks and notes, and the pages of the tables' rows.
Output: the bytes of a DOCX with real footnotes, a header, a footer with the page number,
tracked insertions and deletions. Nothing in it depends on the day it is made.
"""

import io
import zipfile
from collections.abc import Mapping
from xml.sax.saxutils import escape

from sample_brief import Block, Brief, Run

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TRACKED = 'w:author="Second reader" w:date="2026-03-02T09:00:00Z"'
_PARTS = ("styles", "footnotes", "header", "footer")

_LOOKS = {
    "cover": '<w:jc w:val="center"/>',
    "heading1": '<w:pStyle w:val="Heading1"/>',
    "heading2": '<w:pStyle w:val="Heading2"/>',
    "heading3": '<w:pStyle w:val="Heading3"/>',
    "row": '<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="9000"/></w:tabs>'
    '<w:ind w:left="360" w:hanging="360" w:right="900"/>',
    "quote": '<w:pStyle w:val="Quote"/>',
    "paragraph": '<w:ind w:firstLine="600"/><w:jc w:val="both"/>',
}


def brief_docx(brief: Brief, pages: Mapping[str, str], fiction: str) -> bytes:
    """Write the brief as a DOCX."""
    parts = {
        "[Content_Types].xml": _content_types(),
        "_rels/.rels": _relations({"rId1": ("officeDocument", "word/document.xml")}),
        "word/_rels/document.xml.rels": _relations(
            {f"rId{n}": (kind, f"{kind}.xml") for n, kind in enumerate(_PARTS, 1)}
        ),
        "word/document.xml": _document(brief, pages),
        "word/footnotes.xml": _footnotes(brief),
        "word/styles.xml": _styles(),
        "word/header.xml": _wrapped(
            "hdr", _paragraph("", _text(f"Brief for the Appellant\t{fiction}"))
        ),
        "word/footer.xml": _wrapped("ftr", _paragraph('<w:jc w:val="center"/>', _PAGE_NUMBER)),
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as package:
        for name, xml in parts.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            package.writestr(entry, _HEAD + xml)
    return out.getvalue()


_PAGE_NUMBER = (
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
    '<w:r><w:instrText xml:space="preserve"> PAGE </w:instrText></w:r>'
    '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
    "<w:r><w:t>1</w:t></w:r>"
    '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
)


def _document(brief: Brief, pages: Mapping[str, str]) -> str:
    body: list[str] = []
    break_next = False
    for block in brief.blocks:
        if block.kind == "break":
            break_next = True
            continue
        look = _LOOKS[block.kind]
        if break_next:
            # Style, then the page break: the order that the schema asks for.
            style, end, rest = look.partition("/>") if "pStyle" in look else ("", "", look)
            look = f"{style}{end}<w:pageBreakBefore/>{rest}"
            break_next = False
        runs = _runs(block)
        if block.kind == "row":
            runs += f"<w:r><w:tab/></w:r>{_text(pages[block.key])}"
        body.append(_paragraph(look, runs))
    section = (
        '<w:sectPr><w:headerReference w:type="default" r:id="rId3"/>'
        '<w:footerReference w:type="default" r:id="rId4"/>'
        '<w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440"'
        ' w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr>'
    )
    return f"<w:document {_W} {_R}><w:body>{''.join(body)}{section}</w:body></w:document>"


def _footnotes(brief: Brief) -> str:
    rules = "".join(
        f'<w:footnote w:type="{kind}" w:id="{identity}"><w:p><w:r><w:{tag}/></w:r></w:p>'
        "</w:footnote>"
        for identity, (kind, tag) in enumerate(
            [("separator", "separator"), ("continuationSeparator", "continuationSeparator")], -1
        )
    )
    mark = '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteRef/></w:r>'
    notes = "".join(
        f'<w:footnote w:id="{label}">'
        + _paragraph('<w:pStyle w:val="FootnoteText"/>', mark + _text(" ") + _runs(note))
        + "</w:footnote>"
        for label, note in brief.notes.items()
    )
    return _wrapped("footnotes", rules + notes)


def _wrapped(tag: str, inner: str) -> str:
    return f"<w:{tag} {_W} {_R}>{inner}</w:{tag}>"


def _paragraph(look: str, runs: str) -> str:
    return f"<w:p>{f'<w:pPr>{look}</w:pPr>' if look else ''}{runs}</w:p>"


def _runs(block: Block) -> str:
    return "".join(_run(run, number) for number, run in enumerate(block.runs, 1))


def _run(run: Run, number: int) -> str:
    if run.note:
        return (
            '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr>'
            f'<w:footnoteReference w:id="{run.note}"/></w:r>'
        )
    if run.change == "inserted":
        return f'<w:ins w:id="{100 + number}" {_TRACKED}>{_text(run.text, run.italic)}</w:ins>'
    if run.change == "deleted":
        gone = (
            _text(run.text, run.italic)
            .replace("w:t>", "w:delText>")
            .replace("<w:t ", "<w:delText ")
        )
        return f'<w:del w:id="{200 + number}" {_TRACKED}>{gone}</w:del>'
    return _text(run.text, run.italic)


def _text(text: str, italic: bool = False) -> str:
    look = "<w:rPr><w:i/></w:rPr>" if italic else ""
    tab = "</w:t><w:tab/>" + '<w:t xml:space="preserve">'
    words = escape(text).replace("\t", tab)
    return f'<w:r>{look}<w:t xml:space="preserve">{words}</w:t></w:r>'


def _styles() -> str:
    font = '<w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:cs="Times New Roman"/>'
    defaults = (
        f'<w:docDefaults><w:rPrDefault><w:rPr>{font}<w:sz w:val="24"/></w:rPr></w:rPrDefault>'
        '<w:pPrDefault><w:pPr><w:spacing w:after="160"/></w:pPr></w:pPrDefault></w:docDefaults>'
    )
    named = [
        ("Normal", "Normal", "", ""),
        ("Heading1", "heading 1", '<w:keepNext/><w:jc w:val="center"/>', "<w:b/>"),
        ("Heading2", "heading 2", '<w:keepNext/><w:ind w:left="360"/>', "<w:b/>"),
        ("Heading3", "heading 3", '<w:keepNext/><w:ind w:left="720"/>', "<w:b/>"),
        ("Quote", "Quote", '<w:ind w:left="800" w:right="800"/><w:jc w:val="both"/>', ""),
        ("FootnoteText", "footnote text", '<w:spacing w:after="60"/>', '<w:sz w:val="19"/>'),
    ]
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="{identity}"'
        f"{' w:default=' + chr(34) + '1' + chr(34) if identity == 'Normal' else ''}>"
        f'<w:name w:val="{name}"/><w:pPr>{paragraph}</w:pPr><w:rPr>{run}</w:rPr></w:style>'
        for identity, name, paragraph, run in named
    )
    return f"<w:styles {_W}>{defaults}{styles}</w:styles>"


def _relations(targets: Mapping[str, tuple[str, str]]) -> str:
    rows = "".join(
        f'<Relationship Id="{identity}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for identity, (kind, target) in targets.items()
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{rows}</Relationships>'


def _content_types() -> str:
    types = {"document": f"{_WORD}.document.main+xml"}
    types |= {part: f"{_WORD}.{part}+xml" for part in _PARTS}
    rows = "".join(
        f'<Override PartName="/word/{part}.xml" ContentType="{kind}"/>'
        for part, kind in types.items()
    )
    return (
        f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels"'
        ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{rows}</Types>'
    )
