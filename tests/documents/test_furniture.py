"""Page furniture and footnotes leave the folded text; numbers of the text stay in it."""

import random

import pytest

from voirdire.documents.fold import fold
from voirdire.documents.load import load_bytes
from voirdire.documents.types import FoldedText

WORDS = (
    "court clerk owner notice sale pier statute claim motion order judge appeal rule street house"
    " letter vessel harbor duty price bid cause remedy trial record answer wrote held found said"
    " mailed opened barred moved denied granted argued stated read the a his her its no every some"
    " late early plain due final prior of in to for with from under upon after before and but"
).split()


def prose(page: int) -> list[str]:
    """Lines of one page, other words on every page; the last line breaks off in a sentence."""
    choose = random.Random(page).choice
    lines: list[str] = []
    for number in range(24):
        line = " ".join(choose(WORDS) for _ in range(11))
        lines.append(line + "." if number in (6, 13) else line)
    lines[7], lines[14] = lines[7].capitalize(), lines[14].capitalize()
    return lines


def folded(text: str) -> FoldedText:
    return fold(load_bytes("brief.txt", text.encode()))


def words(pages: range) -> list[str]:
    return [word for page in pages for line in prose(page) for word in line.split()]


@pytest.mark.parametrize(
    ("head", "foot"),
    [
        # a number alone on the last line
        ("", "\n{n}\n"),
        # a number alone on the first line
        ("{n}\n", "\n"),
        # dashes around it
        ("", "\n- {n} -\n"),
        ("", "\n-{n}-\n\f"),
        # "Page 3 of 9"
        ("", "\nPage {n} of 12\n"),
        # a number that the joining of pages glued to the last line
        (" {n} \n", ""),
        # a federal stamp, its page number below
        (
            "",
            "\n{n}\nCase 2:25-cv-00041-M-RN     Document 86     Filed 12/23/25     Page {n} of 12 ",
        ),
        # a stamp with a PageID on the next line, the next page following it directly
        (
            "",
            "\nCase 1:24-cv-01063-JE-JPM   Document 49-1   Filed 02/04/26   Page {n} of 12 PageID"
            " #:\n133{n} ",
        ),
        # an appellate stamp
        (
            "",
            "\n\n      {n} Case: 25-20086      Document: 44      Page: {n}    Date Filed:"
            " 09/02/2025\n\n",
        ),
        # a New York stamp
        (
            "{n} \n",
            "\nFILED: NEW YORK COUNTY CLERK 04/12/2024 12:37 PM\nINDEX NO. 651937/2024\nNYSCEF DOC."
            " NO. 23\nRECEIVED NYSCEF: 04/12/2024\n{n} of 12 ",
        ),
        # a running header and a footer with a document number
        ("BRIEF FOR THE APPELLEE\nNo. 26-207\n", "\n{n}\nDOCS/174061944.1\n\f"),
    ],
)
def test_furniture_leaves_and_sentences_run_on(head: str, foot: str) -> None:
    text = "".join(
        head.format(n=page) + "\n".join(prose(page)) + foot.format(n=page) for page in range(1, 13)
    )
    result = folded(text)
    assert result.text.split() == words(range(1, 13))


def test_running_heads_with_long_page_numbers() -> None:
    # left and right pages, the number at the outer edge, as slip opinions print them
    text = "".join(
        (f"{page} ROE v. DOE MILLS CORP.\n" if page % 2 else f"ROE v. DOE MILLS CORP. {page}\n")
        + "\n".join(prose(page))
        + "\n"
        for page in range(17701, 17713)
    )
    assert folded("A first line.\n" + text).text.split()[3:] == words(range(17701, 17713))


def test_line_numbers_of_pleading_paper() -> None:
    column = "".join(f"{n}\n" for n in range(1, 29))
    beside = "".join(
        f"{column}\n" + "\n".join(prose(page)) + f"\nMOTION TO DISMISS - {page}\n"
        for page in range(1, 13)
    )
    assert folded(beside).text.split() == words(range(1, 13))
    before = ""
    for page in range(1, 13):
        lines = (prose(page) * 2)[:28]
        before += "".join(f"{n:>2}  {line}\n" for n, line in enumerate(lines, 1)) + "\n"
    plain = [w for page in range(1, 13) for line in (prose(page) * 2)[:28] for w in line.split()]
    assert folded(before).text.split() == plain


@pytest.mark.parametrize(
    "text",
    [
        # a volume, a year and a page at line ends
        "The rule was stated in Hill v. Ito, 12\nF.3d 345, 347 (1999), and again in\n2004, at"
        " page 5\nof the opinion.",
        # headings that count up
        "\n".join(f"{n}\n\n" + " ".join(prose(n)) + "." for n in range(1, 7)),
        # numbered paragraphs
        "\n".join(f"{n}. " + " ".join(prose(n)[:3]) + "." for n in range(1, 30)),
        # a table of contents
        "\n".join(
            f"Roe {name} v. Doe, 12 F.3d {n} (1999)\t{n}" for n, name in enumerate("abcdefghij", 1)
        ),
        # a short statement of ages
        "Her sons were 1\n2\n3\nand 4 years old.",
    ],
)
def test_numbers_of_the_text_stay(text: str) -> None:
    assert folded(text).text.split() == text.split()


def test_footnotes_move_to_the_end() -> None:
    pages, expected = [], []
    for page in range(1, 13):
        lines = prose(page)
        lines[6] += str(page)
        note = [prose(page + 50)[0].capitalize(), prose(page + 60)[1] + "."]
        lines += ["", f"{page} {note[0]}", note[1]]
        expected.append(" ".join(note))
        pages.append("\n".join(lines) + f"\n\n-{page}-\n")
    result = folded("\f".join(pages))
    notes = [result.text[n.span.start : n.span.end] for n in result.notes]
    assert [n.label for n in result.notes] == [str(n) for n in range(1, 13)]
    assert notes == expected
    body = result.text[: result.notes[0].span.start]
    assert body.split() == words(range(1, 13))


def test_a_block_that_nothing_calls_is_no_footnote() -> None:
    pages = ["\n".join([*prose(page), "", f"{page} Roe shall pay."]) for page in range(1, 5)]
    assert folded("\f".join(pages)).notes == ()
