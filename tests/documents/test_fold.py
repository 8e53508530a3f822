"""The folded view: one form of spaces, dashes and quotation marks, and the way back."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from growth import assert_growth
from voirdire.documents.fold import fold
from voirdire.documents.load import load_bytes
from voirdire.documents.types import Document, FoldedText
from voirdire.findings import Span


def folded(text: str, name: str = "brief.txt") -> FoldedText:
    return fold(load_bytes(name, text.encode()))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # white space of every kind is one space
        ("See  Hill v.\u00a0Ito,\t12 F.3d\u20091, 3", "See Hill v. Ito, 12 F.3d 1, 3"),
        # a zero-width space and a soft hyphen are nothing
        ("co\u00adoper\u200bate", "cooperate"),
        # dashes between digits are hyphens, the em dash stays
        (
            "14\u201315, 14\u201216, 2\u22123, non\u2011party\u2014so",
            "14-15, 14-16, 2-3, non-party—so",
        ),
        # curly, low and angle quotation marks are straight
        ("\u201cA\u201d \u2018b\u2019 \u201ec\u201f \u00abd\u00bb", '"A" \'b\' "c" "d"'),
        # TeX quotation marks
        ("``the rule''", '"the rule"'),
        # ligatures are spelt out
        (
            "of\ufb01ce, \ufb02ag, a\ufb00ect, e\ufb03cient, wa\ufb04e",
            "office, flag, affect, efficient, waffle",
        ),
        # decomposed accents are composed
        ("e\u0301tat de Be\u0301arn", "\u00e9tat de B\u00e9arn"),
        # entities left in a text are read
        ("Johnson &amp; Johnson, &#167; 5", "Johnson & Johnson, \u00a7 5"),
        # an ampersand is no entity
        ("Gill & Co. v. Fray&Son", "Gill & Co. v. Fray&Son"),
        # Markdown emphasis leaves
        ("*Hill v. Ito*, 1 F.2d 3", "Hill v. Ito, 1 F.2d 3"),
        ("_Joy v. Kay_, 1 F.2d 3", "Joy v. Kay, 1 F.2d 3"),
        ("**bold words** and ***both***", "bold words and both"),
        # a star page stays
        ("135 *355 Mass. 147", "135 *355 Mass. 147"),
        ("2017 WL 34610, at *3; at *12", "2017 WL 34610, at *3; at *12"),
        # an ellipsis of stars and a blank to fill in stay
        ("the goods * * * were sold", "the goods * * * were sold"),
        ("599 U.S. ___ (2023)", "599 U.S. ___ (2023)"),
        # an identifier's underscores stay
        ("file_name_here", "file_name_here"),
        # marks of the data: the call of a note, a page of another reporter
        ("the motion.[fn3] It was [**180] denied", "the motion. It was denied"),
        # a line end within a sentence is a space
        ("the court held that the claim\nwas barred", "the court held that the claim was barred"),
        # Windows line ends
        ("the court held that the claim\r\nwas barred", "the court held that the claim was barred"),
        # a blank line is a paragraph break
        ("It is so ordered.\n\nThe appeal fails.", "It is so ordered.\nThe appeal fails."),
        # a word parted at the line end is joined
        ("the defend-\nant and the defendant", "the defendant and the defendant"),
        # a compound keeps its hyphen: it is written so elsewhere
        ("a third-\nparty claim, a third-party claim", "a third-party claim, a third-party claim"),
        # a name of two parts keeps it
        ("Bristol-\nMyers Squibb", "Bristol-Myers Squibb"),
        # a range of pages keeps it
        ("12 F.3d 1, 14-\n15", "12 F.3d 1, 14-15"),
        # a dash before a line end keeps its space
        ("the rule -\nas stated", "the rule - as stated"),
        # a name and its citation are not parted by a line end
        ("See Hill v. Ito Corp.\n12 F.3d 345 (1999)", "See Hill v. Ito Corp. 12 F.3d 345 (1999)"),
        # the text's own NUL is white space
        ("a\x00b", "a b"),
    ],
)
def test_one_form(text: str, expected: str) -> None:
    assert folded(text).text == expected


def test_double_spaced_lines_are_not_paragraphs() -> None:
    lines = [
        "The court of the first instance held that the owner had no notice of",
        "the sale, that the notice was not posted at the pier as the statute",
        "commands, and that the purchaser knew of the want of notice when he",
        "paid the price; the court of appeals agreed, and so do we, for the",
        "reasons that follow and that the parties have argued at length in",
        "their briefs, which were filed late and which say less than they",
        "should about the one thing that matters in this case, the notice.",
        "    A new paragraph is set in, and goes on for more than a line of",
        "the page, so that it can be told from the one that stands before",
        "it and from the one that may stand after it on the next page too.",
    ]
    text = folded("\n\n".join(lines)).text
    assert text.count("\n") == 1
    assert "the notice.\nA new paragraph" in text


def test_single_spaced_paragraphs_end_with_a_short_line() -> None:
    text = folded(
        "The court of the first instance held that the owner had no notice\n"
        "of the sale and that the purchaser knew it.\n"
        "The court of appeals agreed with that and affirmed the judgment on\n"
        "the ground that the statute commands the posting of a notice.\n"
    ).text
    assert text.count("\n") == 1
    assert "knew it.\nThe court of appeals" in text


def test_marked_notes_follow_the_body() -> None:
    result = folded(
        "The placard[fn1] was seen.\n\nNOTES\n\n[fn1] It hung on a pier.\n\nSo ordered."
    )
    assert [(n.label, result.text[n.span.start : n.span.end]) for n in result.notes] == [
        ("1", "It hung on a pier.")
    ]
    assert result.text.startswith("The placard was seen.")
    assert result.text.endswith("It hung on a pier.")
    assert result.note_at(len(result.text) - 1) == result.notes[0]
    assert result.note_at(3) is None


def test_the_way_back_skips_what_left() -> None:
    document = load_bytes("a.txt", "the \u201cco\u00adoper-\nation\u201d of\ufb01ce".encode())
    result = fold(document)
    start = result.text.index("cooper")
    span = result.original(Span(start, start + len("cooperation")))
    assert document.text[span.start : span.end] == "co\u00adoper-\nation"
    start = result.text.index("office")
    span = result.original(Span(start, start + 6))
    assert document.text[span.start : span.end] == "of\ufb01ce"
    quote = result.original(Span(4, 5))
    assert document.text[quote.start : quote.end] == "\u201c"


_PIECES = st.sampled_from(
    [
        "word", "Roe v. Doe, 12 F.3d 345", " ", "  ", "\n", "\n\n", " \n", "-\n", ". ", "\u201c",
        "\u201d", "*", "_", "\u00ad", "\ufb01", "e\u0301", "\x00", "\x01", "\f", "12", "\n12\n",
        "[fn1]", "\n[fn1] ", "``", "''", "&amp;", "\u2014", "\u200b", "Page 3 of 9", "\t", "\r\n",
        "(", ")", ".....", "\n1 See", "a1", "Case 1:24-cv-1 Document 2 Filed 01/02/24 Page 3 of 9",
    ]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(_PIECES, max_size=60).map("".join), st.sampled_from(["a.txt", "a.md", "a.html"]))
def test_pieces_map_one_to_one_or_spell_out(text: str, name: str) -> None:
    kind = {"a.txt": "text", "a.md": "markdown", "a.html": "html"}[name]
    document = Document(name, kind, "", text)  # type: ignore[arg-type]
    result = fold(document)
    assert len(result.starts) == len(result.originals) == len(result.ends)
    assert list(result.starts) == sorted(set(result.starts))
    bounds = [*result.starts, len(result.text)]
    for i, (start, end) in enumerate(pairwise(bounds)):
        piece = result.text[start:end]
        source = text[result.originals[i] : result.ends[i]]
        if len(piece) == len(source):
            for here, there in zip(piece, source, strict=True):
                assert here.isalnum() == there.isalnum()
                assert not here.isalnum() or here == there
    for at in range(0, len(result.text), 7):
        span = result.original(Span(at, at + 1))
        assert 0 <= span.start <= span.end <= len(text)
        if result.text[at].isalnum() and span.end - span.start == 1:
            assert text[span.start] in (result.text[at], "\ufb01")
    assert "\x00" not in result.text and "\x01" not in result.text
    assert "  " not in result.text.replace("\n", "x") or "&" in text


@settings(max_examples=80, deadline=None)
@given(st.text(max_size=400))
def test_any_text_folds(text: str) -> None:
    result = fold(Document("a.txt", "text", "", text))
    assert result.original(Span(0, len(result.text))).end <= len(text)


@pytest.mark.parametrize(
    ("piece", "length"),
    [
        ("a", 1_000_000),  # one word
        (" ", 1_000_000),
        ("1\n", 80_000),  # a column of numbers
        ("\u200b", 500_000),  # nothing at all
        ("*a ", 600_000),  # emphasis that never closes
        ("_a ", 600_000),
        ("Case 1:24-", 800_000),  # stamps that never end
        ("word (", 900_000),  # brackets that never close
        ("x-\n", 60_000),  # hyphens at every line end
        ("[fn1]\n", 60_000),
        ("&amp", 800_000),
        ("12 F.3d 345 (2d Cir. 1999); ", 1_100_000),  # one long line of citations
        ("ix \n", 80_000),  # roman numerals
        ("word.1 \n1 Word\n\x0c", 50_000),  # notes on every page
    ],
)
def test_hostile_text_takes_linear_time(piece: str, length: int) -> None:
    def work(length: int) -> Callable[[], object]:
        document = load_bytes("a.txt", (piece * (length // len(piece)) + "x\n").encode())
        return lambda: fold(document)

    assert_growth(work, length // 4)
