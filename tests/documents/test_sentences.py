"""Sentences of folded text: legal abbreviations, quotations, paragraphs, speed."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from growth import assert_growth
from voirdire.documents.sentences import split_sentences
from voirdire.documents.types import FoldedText


def folded(text: str) -> FoldedText:
    return FoldedText(text, (0,), (0,), (len(text),))


def sentences(text: str) -> list[str]:
    return [text[span.start : span.end] for span in split_sentences(folded(text))]


CASES = [
    # plain sentences
    ("The well is dry. The mill stands.", ["The well is dry.", "The mill stands."]),
    # a full citation is one sentence, its stops apart
    (
        "It is so. Ames v. Boyd, 12 F. Supp. 3d 4, 5 (S.D.N.Y. 2001). We agree.",
        ["It is so.", "Ames v. Boyd, 12 F. Supp. 3d 4, 5 (S.D.N.Y. 2001).", "We agree."],
    ),
    # companies inside a name
    (
        "Orchard Co. v. Mill Bros. Inc. held otherwise.",
        ["Orchard Co. v. Mill Bros. Inc. held otherwise."],
    ),
    # a company at the end of a sentence
    ("He sued Mill Inc. The court dismissed.", ["He sued Mill Inc.", "The court dismissed."]),
    # id. with a pin, then the next sentence
    ("It fails. Id. at 5. The rule is old.", ["It fails.", "Id. at 5.", "The rule is old."]),
    # id. alone
    ("It fails. Id. The rule is old.", ["It fails.", "Id.", "The rule is old."]),
    # titles and initials
    ("Mr. J. R. Roe spoke. Dr. Doe sat.", ["Mr. J. R. Roe spoke.", "Dr. Doe sat."]),
    # signals
    (
        "It is so. See, e.g., Ames, 1 F.3d at 2. Cf. Cole, 3 F.3d at 4.",
        ["It is so.", "See, e.g., Ames, 1 F.3d at 2.", "Cf. Cole, 3 F.3d at 4."],
    ),
    # subsequent history
    (
        "Ames v. Boyd, 1 F.3d 2 (2d Cir. 1999), cert. denied, 5 U.S. 6 (2000). It stands.",
        [
            "Ames v. Boyd, 1 F.3d 2 (2d Cir. 1999), cert. denied, 5 U.S. 6 (2000).",
            "It stands.",
        ],
    ),
    # statutes and sections
    (
        "It violates 42 U.S.C. § 1983. Section 5 of Pub. L. No. 12 applies.",
        ["It violates 42 U.S.C. § 1983.", "Section 5 of Pub. L. No. 12 applies."],
    ),
    # the stop inside the closing mark
    (
        'He said "the well is dry." The mill stood.',
        ['He said "the well is dry."', "The mill stood."],
    ),
    # nested closing marks
    ("\"He said 'no.'\" Ames agreed.", ["\"He said 'no.'\"", "Ames agreed."]),
    # a footnote call behind the stop
    ("The well is dry.12 The mill stands.", ["The well is dry.12", "The mill stands."]),
    # a footnote call behind the mark
    ('"The well is dry."3 Ames agreed.', ['"The well is dry."3', "Ames agreed."]),
    # an ellipsis of three stops goes on, of four ends
    ("The well . . . Here is dry.", ["The well . . . Here is dry."]),
    ("The well is dry. . . . The mill stands.", ["The well is dry. . . .", "The mill stands."]),
    # months and courts
    ("On Jan. 5 the 9th Cir. Clerk wrote.", ["On Jan. 5 the 9th Cir. Clerk wrote."]),
    # a paragraph break ends a sentence without a stop
    ("ARGUMENT\nThe well is dry", ["ARGUMENT", "The well is dry"]),
    # numbered paragraphs keep their number
    ("1. The well is dry.\n2. The mill stands.", ["1. The well is dry.", "2. The mill stands."]),
    # a year ends a sentence
    ("It closed in 1999. Smoke rose.", ["It closed in 1999.", "Smoke rose."]),
    # question and exclamation
    ("Is it so? It is! Good.", ["Is it so?", "It is!", "Good."]),
    # lower case goes on
    ("The U.S. government paid. no. 5 was sold.", ["The U.S. government paid. no. 5 was sold."]),
    # the country at the end of a sentence
    ("They left the U.S. They returned.", ["They left the U.S.", "They returned."]),
    # nothing
    ("", []),
    (" \n ", []),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_split_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@given(st.text(alphabet="Aav. .\"'()[]1\n§?Id", max_size=200))
@settings(max_examples=300)
def test_sentences_are_in_order_and_lose_nothing(text: str) -> None:
    spans = split_sentences(folded(text))
    position = 0
    for span in spans:
        assert not text[position : span.start].strip()
        assert span.start < span.end
        assert text[span.start : span.end].strip(" \n") == text[span.start : span.end]
        position = span.end
    assert not text[position:].strip()


@pytest.mark.parametrize("piece", [".", ". A", "v. ", '."', ". . . ", "A.", "[1]", "\n", "'"])
def test_time_is_linear_in_hostile_text(piece: str) -> None:
    def work(length: int) -> Callable[[], object]:
        view = folded(piece * (length // len(piece)))
        return lambda: split_sentences(view)

    assert_growth(work, 125_000)
