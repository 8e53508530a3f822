"""HTML to a `Document`.

Input: the bytes of an HTML file.
Output: the text a reader sees: blocks as paragraphs, `br` as a line end, inline markup
without a trace. Linked superscript numbers (calls of footnotes) are listed as furniture.
"""

import codecs
import re
from typing import TYPE_CHECKING

from voirdire.documents.text import decode_text
from voirdire.documents.types import Document
from voirdire.errors import DocumentError
from voirdire.findings import Span

if TYPE_CHECKING:
    from lxml.etree import _Element

_CHARSET = re.compile(
    rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{2,40})", re.IGNORECASE
)
# Python's names of the encodings of the WHATWG Encoding standard. UTF-16 is not among them:
# a declaration that can be read byte by byte is not in it.
_WEB_ENCODINGS = frozenset(
    "utf-8 utf-8-sig cp866 koi8-r koi8-u mac-roman mac-cyrillic cp874 cp1250 cp1251 cp1252 cp1253"
    " cp1254 cp1255 cp1256 cp1257 cp1258 iso8859-2 iso8859-3 iso8859-4 iso8859-5 iso8859-6"
    " iso8859-7 iso8859-8 iso8859-9 iso8859-10 iso8859-11 iso8859-13 iso8859-14 iso8859-15"
    " iso8859-16 gb2312 gbk gb18030 big5 big5hkscs euc_jp iso2022_jp shift_jis cp932 euc_kr"
    " cp949".split()
)
_SPACE = re.compile(r"[ \t\r\n\f]+")
_UNSEEN = frozenset(
    "script style template head title noscript iframe object svg math textarea select".split()
)
_BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset"
    " figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav"
    " ol p pre section summary table tbody tfoot thead tr ul".split()
)
_CELLS = frozenset({"td", "th"})
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_NUMBER = re.compile(r"\[?(?:\d{1,3}|[*†‡])\]?")


def read_html(name: str, data: bytes, sha256: str) -> Document:
    """Read an HTML file.

    Raises:
        DocumentError: it has no text.
    """
    from lxml import etree

    text = _markup(name, data).replace("\x00", "\ufffd")
    # With huge_tree off the parser gives up below 256 levels and would lose text unseen.
    parser = etree.HTMLParser(
        encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True, huge_tree=False
    )
    try:
        root = etree.fromstring(text.encode("utf-8"), parser)
    except etree.XMLSyntaxError as error:
        raise DocumentError(name, "broken HTML: save the page again") from error
    if root is None:
        raise DocumentError(name, "empty: there is no text in it")
    if any("Excessive depth" in entry.message for entry in parser.error_log):
        raise DocumentError(name, "HTML nested too deeply: save the page as PDF or text")
    writer = _Writer()
    writer.write(root)
    if not writer.text().strip():
        raise DocumentError(name, "empty: there is no text in it")
    return Document(name, "html", sha256, writer.text(), furniture=tuple(writer.calls))


def _markup(name: str, data: bytes) -> str:
    declared = _CHARSET.search(data[:4096])
    if declared and not data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        encoding = _encoding(declared[1].decode("ascii"))
        if encoding is not None:
            return data.decode(encoding, errors="replace")
    return decode_text(name, data)


def _encoding(label: str) -> str | None:
    """The codec of a declared charset; None when no web page is written in it.

    Other codecs of Python make lone surrogates, know no replacement or take time that
    grows with the square of the text.
    """
    try:
        encoding = codecs.lookup(label).name
    except LookupError:
        return None
    # As browsers do (WHATWG Encoding): the curly quotation marks are where Windows has them.
    if encoding in ("ascii", "iso8859-1"):
        return "cp1252"
    return encoding if encoding in _WEB_ENCODINGS else None


class _Writer:
    """Collects text in document order with white space as a browser shows it."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.length = 0
        self.gap = ""
        self.calls: list[Span] = []

    def text(self) -> str:
        return "".join(self.parts)

    def put(self, text: str) -> None:
        if self.gap and self.length:
            self.parts.append(self.gap)
            self.length += len(self.gap)
        self.gap = ""
        self.parts.append(text)
        self.length += len(text)

    def separate(self, gap: str) -> None:
        """Ask for a gap before the next text; the widest one asked for is written."""
        order = ("", " ", "\t", "\n", "\n\n")
        if order.index(gap) > order.index(self.gap):
            self.gap = gap

    def inline(self, text: str) -> None:
        folded = _SPACE.sub(" ", text)
        if folded.startswith(" "):
            self.separate(" ")
        core = folded.strip(" ")
        if core:
            self.put(core)
            if folded.endswith(" "):
                self.separate(" ")

    def write(self, root: "_Element") -> None:
        from lxml import etree

        preformatted = 0
        walk = etree.iterwalk(root, events=("start", "end"))
        for event, element in walk:
            tag = element.tag
            if not isinstance(tag, str):
                if event == "end" and element.tail:
                    self.inline(element.tail)
                continue
            if event == "start":
                if tag in _UNSEEN or _is_hidden(element):
                    walk.skip_subtree()
                    continue
                if tag in _BLOCKS:
                    self.separate("\n" if tag in ("li", "tr", "dt", "dd") else "\n\n")
                elif tag in _CELLS:
                    self.separate("\t")
                elif tag == "br":
                    self.separate("\n\n" if self.gap == "\n" else "\n")
                preformatted += tag == "pre"
                if element.text:
                    self._take(element, element.text, preformatted)
                continue
            if tag in _BLOCKS and tag not in _UNSEEN:
                self.separate("\n" if tag in ("li", "tr", "dt", "dd") else "\n\n")
            preformatted -= tag == "pre" and not _is_hidden(element)
            if element.tail:
                self._take(element, element.tail, preformatted, tail=True)

    def _take(
        self, element: "_Element", text: str, preformatted: int, *, tail: bool = False
    ) -> None:
        if preformatted:
            self.put(text)
            return
        self.inline(text)
        if not tail and _is_note_call(element, text):
            length = len(text.strip())
            self.calls.append(Span(self.length - length, self.length))


def _is_hidden(element: "_Element") -> bool:
    if element.get("hidden") is not None:
        return True
    style = element.get("style")
    return style is not None and _HIDDEN_STYLE.search(style) is not None


def _is_note_call(element: "_Element", text: str) -> bool:
    """A number that is superscript and a link; a bare `<sup>2</sup>` may be a square."""
    if not _NUMBER.fullmatch(text.strip()):
        return False
    lineage = [element, *element.iterancestors()][:3]
    tags = {each.tag for each in lineage}
    return "sup" in tags and "a" in tags
