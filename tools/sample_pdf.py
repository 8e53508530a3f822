"""The sample brief to a PDF.

Input: the brief's blocks and notes.
Output: the bytes of the PDF, and for every key of a table row the pages it stands on. Body
text is justified and hyphenated at line ends, set with ligatures; notes stand at the foot of
the page that calls them, in smaller type; a running header, a footer with the page number,
roman before the body.
"""

import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas
from sample_brief import Block, Brief, Run

WIDTH, HEIGHT, MARGIN = 612.0, 792.0, 84.0
TOP, BOTTOM = HEIGHT - 92.0, 84.0
# Where a long word may be parted at a line end.
PARTS = """
Com-mis-sion Com-mis-sion's no-tice reg-is-ter pre-sump-tion pub-lic cer-tif-i-cate mail-ing
stat-ute leg-is-la-ture ques-tion def-er-ence plac-ard mes-sage ves-sel own-er ap-pel-lant
re-turned an-swered cred-i-tor po-si-tion sec-ond judg-ment com-mon or-di-nary Har-bor
pro-ceed-ings in-fir-mary val-ued en-ve-lope wrong with-out ar-rived wit-ness yields
reg-u-lar-i-ty ac-tion cir-cum-stances in-ter-est-ed ap-prise cal-cu-lat-ed rea-son-a-bly
pen-den-cy di-rec-tions col-lec-tor col-lec-tor's re-but fol-low good-ness pur-chas-er
hon-est-ly au-thor-i-ty op-por-tu-ni-ty cour-te-sy con-clu-sive mat-ter stand-ing for-fei-ture
thrown com-plaint de-stroys dis-pute pro-tract-ed pro-test-ed cit-i-zen dif-fer-ence
re-cov-er un-opened un-sent pil-ing writ-ing col-umn wharf-age wharf-in-ger tri-bu-nal
ap-pli-cants pre-ferred a-mend-ed re-stores au-thor-i-ties hear-ing per-sua-sive
""".split()
HYPHENS = {part.replace("-", ""): part.split("-") for part in PARTS}
FACES = {
    (False, False): ("Sample-Roman", "Times-Roman"),
    (True, False): ("Sample-Italic", "Times-Italic"),
    (False, True): ("Sample-Bold", "Times-Bold"),
    (True, True): ("Sample-BoldItalic", "Times-BoldItalic"),
}


@dataclass(frozen=True, slots=True)
class Style:
    """How a kind of block is set. `left` and `right` are added to the margins."""

    size: float = 12
    leading: float = 17
    before: float = 0
    after: float = 8
    left: float = 0
    right: float = 0
    first: float = 0
    bold: bool = False
    align: str = "justify"


STYLES = {
    "cover": Style(size=14, leading=30, after=26, align="center"),
    "heading1": Style(before=8, bold=True, align="center"),
    "heading2": Style(before=4, bold=True, align="left", left=18),
    "heading3": Style(before=2, bold=True, align="left", left=36),
    "row": Style(leading=15, after=3, align="left", left=18, first=-18, right=70),
    "quote": Style(leading=15, left=40, right=40),
    "paragraph": Style(first=30),
    "note": Style(size=9.5, leading=12, after=3, first=14),
}

# A piece of one look; a word is pieces with no space between them.
Piece = tuple[str, bool, str]
Word = list[Piece]


@dataclass(slots=True)
class Line:
    """A set line: its words, where it begins, how much is left over, the notes it calls."""

    words: list[Word]
    x: float
    slack: float
    style: Style
    before: float = 0
    after: float = 0
    stretch: bool = False
    tail: str = ""
    notes: list[str] = field(default_factory=list)


@dataclass(slots=True)
class PageOf:
    """Lines of one page, with its notes' lines."""

    lines: list[Line] = field(default_factory=list)
    notes: list[Line] = field(default_factory=list)
    height: float = 0
    front: bool = True


def brief_pdf(brief: Brief, fiction: str) -> tuple[bytes, dict[str, str]]:
    """Set the brief twice: the pages of the tables are known after the first time."""
    for face, base in FACES.values():
        pdfmetrics.registerFont(pdfmetrics.Font(face, base, "MacRomanEncoding"))
    keys = {block.key for block in brief.blocks if block.key}
    pages = _set_pages(brief, dict.fromkeys(keys, "0"))
    numbers = _pages_of_keys(pages, keys)
    return _draw(_set_pages(brief, numbers), fiction), numbers


def _set_pages(brief: Brief, numbers: Mapping[str, str]) -> list[PageOf]:
    pages = [PageOf()]
    capacity = TOP - BOTTOM
    for block in brief.blocks:
        if block.kind == "break":
            pages.append(PageOf())
            continue
        if block.kind == "heading1" and block.words.startswith("STATEMENT"):
            pages[-1].front = False
        lines = _lines_of(block, STYLES[block.kind], numbers.get(block.key, ""))
        heading = block.kind.startswith("heading")
        for index, line in enumerate(lines):
            notes = [
                each
                for label in line.notes
                for each in _lines_of(_labelled(label, brief.notes[label]), STYLES["note"], "")
            ]
            page = pages[-1]
            need = (
                _height(line) + sum(map(_height, notes)) + (14 if notes and not page.notes else 0)
            )
            # A heading stays with two lines of what it heads.
            spare = 3 * 17 if heading and index == 0 else 0
            if page.lines and page.height + need + spare > capacity:
                page = PageOf(front=page.front)
                pages.append(page)
            page.lines.append(line)
            page.notes += notes
            page.height += need
    return pages


def _labelled(label: str, note: Block) -> Block:
    return Block("paragraph", (Run("", note=label), Run(" "), *note.runs))


def _height(line: Line) -> float:
    return line.before + line.style.leading + line.after


def _lines_of(block: Block, style: Style, tail: str) -> list[Line]:
    words = list(_words_of(block))
    full = WIDTH - 2 * MARGIN - style.left - style.right
    lines: list[Line] = []
    current: list[Word] = []
    room = full - style.first
    space = pdfmetrics.stringWidth(" ", FACES[False, style.bold][0], style.size)
    used = 0.0
    while words:
        word = words.pop(0)
        width = _width(word, style)
        gap = space if current else 0
        if current and used + gap + width > room:
            parted = _parted(word, style, room - used - gap)
            if parted:
                current.append(parted[0])
                used += gap + _width(parted[0], style)
                word = parted[1]
            lines.append(_line(current, style, style.first if not lines else 0, room - used))
            room = full
            current, used = [word], _width(word, style)
        else:
            current.append(word)
            used += gap + width
    lines.append(_line(current, style, style.first if not lines else 0, room - used))
    for line in lines[:-1]:
        line.stretch = style.align == "justify"
    lines[0].before = style.before
    lines[-1].after = style.after
    lines[-1].tail = tail
    return lines


def _line(words: list[Word], style: Style, first: float, slack: float) -> Line:
    x = MARGIN + style.left + first + (slack / 2 if style.align == "center" else 0)
    notes = [note for word in words for _, _, note in word if note]
    return Line(words, x, slack, style, notes=notes)


def _words_of(block: Block) -> Iterator[Word]:
    word: Word = []
    for run in block.runs:
        if run.change == "deleted":
            continue
        if run.note:
            word.append(("", False, run.note))
            continue
        for part in re.split("( )", run.text):
            if part == " ":
                if word:
                    yield word
                word = []
            elif part:
                word.append((part, run.italic, ""))
    if word:
        yield word


def _width(word: Word, style: Style) -> float:
    return sum(_piece_width(piece, style) for piece in word)


def _piece_width(piece: Piece, style: Style) -> float:
    text, italic, note = piece
    face = FACES[italic, style.bold][0]
    if note:
        return float(pdfmetrics.stringWidth(note, face, style.size * 0.65))
    return float(pdfmetrics.stringWidth(_ligatures(text), face, style.size))


def _ligatures(text: str) -> str:
    return text.replace("fi", "ﬁ").replace("fl", "ﬂ")


def _parted(word: Word, style: Style, room: float) -> tuple[Word, Word] | None:
    """The two halves of a word whose first half and hyphen fit."""
    if len(word) != 1 or word[0][2] or style.align != "justify":
        return None
    text, italic, _ = word[0]
    found = re.match(r"(\W*)([\w’]+)(\W*)$", text)
    syllables = HYPHENS.get(found[2].replace("’", "'")) if found else None
    if found is None or syllables is None:
        return None
    for count in range(len(syllables) - 1, 0, -1):
        cut = len(found[1]) + sum(map(len, syllables[:count]))
        head: Word = [(text[:cut] + "-", italic, "")]
        if cut - len(found[1]) >= 2 and _width(head, style) <= room:
            return head, [(text[cut:], italic, "")]
    return None


def _pages_of_keys(pages: list[PageOf], keys: set[str]) -> dict[str, str]:
    body = [page for page in pages if not page.front]
    texts = [
        re.sub(r"-\n", "", "\n".join(" ".join(_plain(w) for w in line.words)
        for line in [*page.lines, *page.notes])).replace("\n", " ")
        for page in body
    ]  # fmt: skip
    found: dict[str, str] = {}
    for key in keys:
        words = key.removeprefix("§ ")
        numbers = [str(number) for number, text in enumerate(texts, 1) if words in text]
        found[key] = (
            key if key == "passim" else ", ".join(numbers[:1] if key[0] == "§" else numbers)
        )
        if not found[key]:
            raise ValueError(f"the key {key!r} of a table row stands on no page")
    return found


def _plain(word: Word) -> str:
    return "".join(text for text, _, _ in word)


def _draw(pages: list[PageOf], fiction: str) -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(WIDTH, HEIGHT), invariant=1, pageCompression=0)
    canvas.setTitle("Brief for the Appellant (fiction)")
    canvas.setAuthor(fiction)
    front = sum(page.front for page in pages)
    canvas.addPageLabel(0, style="ROMAN_LOWER", start=1)
    canvas.addPageLabel(front, style="ARABIC", start=1)
    for index, page in enumerate(pages):
        number = ("i", "ii", "iii", "iv", "v")[index] if page.front else str(index - front + 1)
        canvas.setFont("Sample-Roman", 9)
        canvas.drawString(MARGIN, HEIGHT - 54, "Brief for the Appellant")
        canvas.drawRightString(WIDTH - MARGIN, HEIGHT - 54, _ligatures(fiction))
        y = TOP if index else TOP - 90
        for line in page.lines:
            y = _draw_line(canvas, line, y)
        if page.notes:
            y = BOTTOM + sum(map(_height, page.notes))
            canvas.line(MARGIN, y + 2, MARGIN + 144, y + 2)
            for line in page.notes:
                y = _draw_line(canvas, line, y)
        canvas.setFont("Sample-Roman", 10)
        canvas.drawCentredString(WIDTH / 2, 50, number)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _draw_line(canvas: Canvas, line: Line, y: float) -> float:
    style = line.style
    y -= line.before + style.leading
    stretch = line.slack / (len(line.words) - 1) if line.stretch and len(line.words) > 1 else 0
    text = canvas.beginText(line.x, y)
    text.setWordSpace(stretch)
    for piece, italic, note in _merged(line.words):
        face = FACES[italic, style.bold][0]
        text.setFont(face, style.size * 0.65 if note else style.size)
        if note:
            text.setRise(style.size * 0.35)
        text.textOut(note or _ligatures(piece))
        if note:
            text.setRise(0)
    if line.tail:
        face = FACES[False, style.bold][0]
        text.setFont(face, style.size)
        end = WIDTH - MARGIN - pdfmetrics.stringWidth(line.tail, face, style.size)
        used = line.x + sum(_width(word, style) for word in line.words)
        used += pdfmetrics.stringWidth(" ", face, style.size) * (len(line.words) - 1)
        dots = int((end - used) / pdfmetrics.stringWidth(".", face, style.size)) - 3
        text.textOut(f" {'.' * max(dots, 3)} {line.tail}")
    canvas.drawText(text)
    return y - line.after


def _merged(words: list[Word]) -> list[Piece]:
    """The pieces of a line, spaces between the words, neighbours of one look as one."""
    merged: list[Piece] = []
    for index, word in enumerate(words):
        for number, (text, italic, note) in enumerate(word):
            spaced = " " + text if index and not number else text
            if index and not number and note:
                merged.append((" ", False, ""))
                spaced = text
            if merged and not note and not merged[-1][2] and merged[-1][1] == italic:
                merged[-1] = (merged[-1][0] + spaced, italic, "")
            else:
                merged.append((spaced, italic, note))
    return merged
