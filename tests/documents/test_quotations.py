"""Quotations in documents: marks of every kind, nesting, paragraphs, blocks, strays."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from growth import assert_growth
from voirdire.documents.fold import fold
from voirdire.documents.load import load_bytes
from voirdire.documents.quotations import find_quotations
from voirdire.documents.types import Quotation


def found(text: str) -> list[tuple[str, Quotation]]:
    document = load_bytes("brief.txt", text.encode())
    folded = fold(document)
    return [
        (folded.text[quotation.span.start : quotation.span.end], quotation)
        for quotation in find_quotations(folded, document)
    ]


def words(text: str) -> list[str]:
    return [quoted for quoted, _ in found(text)]


INLINE = [
    # straight marks
    ('He wrote that "the well is dry" twice.', ["the well is dry"]),
    # curly marks
    ("He wrote that “the well is dry” twice.", ["the well is dry"]),
    # the stop inside
    ('He wrote: "The well is dry." It was.', ["The well is dry."]),
    # brackets at the edge
    ('"[T]he well is dry[.]" Ames said so.', ["[T]he well is dry[.]"]),
    # an ellipsis at either end
    ('It was ". . . dry . . . ." Ames said so.', [". . . dry . . . ."]),
    # nested single marks
    (
        "He wrote that \"the 'well' is dry\" twice.",
        ["the 'well' is dry", "well"],
    ),
    # nested curly marks, apostrophes inside
    (
        "“The miller’s ‘own well’ isn’t dry,” he wrote.",
        ["The miller's 'own well' isn't dry,", "own well"],
    ),
    # nested marks that touch, with a thin space as printers set it
    ("“ ‘The well is dry.’ ” Ames said so.", ["'The well is dry.'", "The well is dry."]),
    # a plural possessive does not close
    (
        "\"He called 'the millers' well' dry,\" she wrote.",
        ["He called 'the millers' well' dry,", "the millers' well"],
    ),
    # apostrophes outside are nothing
    ("The plaintiffs' claim wasn't about the '90s or rock 'n' roll.", []),
    # two quotations in a sentence
    ('Both "the well" and "the mill" stand.', ["the well", "the mill"]),
    # two that touch
    ('"The well is dry." "The mill stands."', ["The well is dry.", "The mill stands."]),
    # behind a dash
    ('The rule—"no well, no rent"—is old.', ["no well, no rent"]),
    # inside brackets
    ('(holding that "no well, no rent")', ["no well, no rent"]),
    # doubled apostrophes and backticks
    ("He wrote ``the well is dry'' twice.", ["the well is dry"]),
    # a quotation inside a quotation by the same marks
    (
        "“The court held that “the well is dry” and left,” he wrote.",
        ['The court held that "the well is dry" and left,', "the well is dry"],
    ),
    # a footnote call behind the mark
    ('He wrote "the well is dry."12 It was.', ["the well is dry."]),
    # inches
    ('The pipe was 12" wide and the lid 14" long.', []),
    # a closing mark alone
    ('The well is dry" and more.', []),
    # an opening mark alone does not swallow the next paragraph
    ('He wrote "the well is dry.\n\nThen came "the mill" and left.', ["the mill"]),
    # nor the quotation behind it in the same paragraph
    ('He wrote "the well. Then came "the mill" and left.', ["the mill"]),
]


@pytest.mark.parametrize(("text", "expected"), INLINE)
def test_inline_quotations(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_nested_quotation_knows_its_parent() -> None:
    (_, outer), (_, inner) = found("“The miller’s ‘own well’ is dry,” he wrote.")
    assert (outer.parent, inner.parent) == (None, 0)
    assert outer.span.contains(inner.outer)
    assert outer.kind == inner.kind == "inline"


def test_repeated_opening_marks_give_a_piece_a_paragraph() -> None:
    text = "He wrote:\n\n“The well is dry.\n\n“The mill stands.\n\n“The rent is due.” So he left."
    assert words(text) == ["The well is dry.", "The mill stands.", "The rent is due."]


def test_a_page_break_inside_a_sentence_does_not_end_a_quotation() -> None:
    text = "He wrote that “the well of the old\n\nmill is dry” and left."
    assert [quoted.split() for quoted in words(text)] == ["the well of the old mill is dry".split()]


def test_marks_too_far_apart_are_two_strays() -> None:
    text = 'He wrote "the well. ' + "The mill stands by the water. " * 80 + 'The rent" was due.'
    assert words(text) == []


BLOCK = "The well belongs to the village, and no tenant may close it while the rent is paid."

BLOCKS = [
    # a colon before, a citation behind
    (f"The court said:\n\n{BLOCK}\n\nAmes v. Boyd, 1 F.3d 2, 3 (2d Cir. 1990).", [BLOCK]),
    # the same before id.
    (f"The court said:\n\n{BLOCK}\n\nId. at 5. We agree.", [BLOCK]),
    # the same before a short form
    (f"The court said:\n\n{BLOCK}\n\nAmes, 799 F. Supp. at 4. We agree.", [BLOCK]),
    # indented, a colon before, no citation behind
    (
        "The court in Ames said the following of wells:\n\n"
        "      The well belongs to the village, and no tenant\n"
        "      may close it while the rent is paid.\n\n"
        "The tenant had paid no rent at all for the whole\nof that year.",
        [BLOCK],
    ),
    # no colon, no indent: prose before a citation
    (f"The court said this.\n\n{BLOCK}\n\nAmes v. Boyd, 1 F.3d 2, 3 (2d Cir. 1990).", []),
    # a colon before, but nothing behind and no indent
    (f"The court said:\n\n{BLOCK}\n\nThe tenant had paid.", []),
    # a list is no quotation
    (f"It follows:\n\n1. {BLOCK}\n\nId. at 5. We agree.", []),
    # a table of authorities
    ("Cases:\n\nAmes v. Boyd, 1 F.3d 2 (2d Cir. 1990)..... 5\n\nCole v. Doe, 3 F.3d 4..... 6", []),
]


@pytest.mark.parametrize(("text", "expected"), BLOCKS)
def test_block_quotations(text: str, expected: list[str]) -> None:
    blocks = [quoted for quoted, quotation in found(text) if quotation.kind == "block"]
    assert blocks == expected


@given(st.text(alphabet="ab “”\"'‘’.,[]()\n—1`:", max_size=200))
@settings(max_examples=300)
def test_spans_are_sound_in_any_text(text: str) -> None:
    document = load_bytes("brief.txt", ("words " + text).encode())
    folded = fold(document)
    quotations = find_quotations(folded, document)
    assert list(quotations) == sorted(
        quotations, key=lambda quotation: (quotation.outer.start, -quotation.outer.end)
    )
    for quotation in quotations:
        assert quotation.outer.contains(quotation.span)
        assert quotation.span.start < quotation.span.end <= len(folded.text)
        if quotation.parent is not None:
            assert quotations[quotation.parent].outer.contains(quotation.outer)


@pytest.mark.parametrize("piece", ['"', ' "a', 'a" ', "' \"", '"a" ', "'a ", '\n\n"a', "\"'a' "])
def test_time_is_linear_in_hostile_text(piece: str) -> None:
    def work(length: int) -> Callable[[], object]:
        text = "words " + piece * (length // len(piece))
        document = load_bytes("brief.txt", text.encode())
        folded = fold(document)
        return lambda: find_quotations(folded, document)

    assert_growth(work, 75_000)
