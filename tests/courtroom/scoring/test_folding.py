"""Texts to one form: what is the same to a reader is equal, and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voirdire.courtroom.scoring.folding import (
    find_exact,
    find_loosely,
    fold,
    fold_once,
    fold_quotation,
    is_cut,
)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        # Capitals, kinds of space, quotation marks.
        ("The\u00a0Mare,\n he  said", "the mare, he said"),
        ("\u201cShe is \u2018sound\u2019,\u201d he wrote", "she is sound, he wrote"),
        ("``Yes,'' said he", "yes, said he"),
        # Apostrophes stay, whichever glyph; a mark after the last letter is one of quotation.
        ("Dunn\u2019s mare can`t trot", "dunn's mare can't trot"),
        ("the grooms' yard", "the grooms yard"),
        # Every dash between words is the same; a hyphen in a word is kept.
        ("lame\u2014very lame -- so \u2013 lame", "lame - very lame - so - lame"),
        ("Fetter\u2011lane", "fetter-lane"),
        # Words parted at a line end.
        ("was dis-\n charged", "was dis\x01charged"),
        ("was dis\u00ad\ncharged", "was dis\x01charged"),
        ("dis\u00adcharged", "discharged"),
        # A dash at a line end with no letter behind it parts nothing.
        ("paid 12-\n14 pounds", "paid 12 - 14 pounds"),
        ("\ufb01rst o\ufb00er\u2026", "first offer..."),
        ("cafe\u0301", "caf\u00e9"),
        ("\u0130stanbul", "i\u0307stanbul"),
    ],
)
def test_fold(text, folded):
    assert fold_once(text).text == folded


def places(content, quotation):
    folded = fold(content)
    found = find_exact(folded, fold_quotation(quotation))
    return [content[slice(*folded.original(place))] for place in found]


@pytest.mark.parametrize(
    ("content", "quotation", "expected"),
    [
        (
            "He said \u201cI \u2018warrant\u2019 her\u201d twice.",
            "I warrant her",
            ["I \u2018warrant\u2019 her"],
        ),
        ("The dog. The dog.", "the dog", ["The dog", "The dog"]),
        # Whole words and whole numbers only.
        ("We can't go", "we can", []),
        ("It cost 12.50 in all", "it cost 12", []),
        ("He has 12,000 marks", "000 marks", []),
        ("the co-operative shop", "operative shop", []),
        ("this a thief", "is a thief", []),
        ("It cost 12. He paid", "it cost 12", ["It cost 12"]),
        ("the \ufb01rst offer", "the first offer", ["the \ufb01rst offer"]),
        ("", "anything", []),
        ("anything", "...", []),
    ],
)
def test_exact_places(content, quotation, expected):
    assert places(content, quotation) == expected


@pytest.mark.parametrize(
    ("content", "quotation", "difference"),
    [
        # A word parted at a line end is the word, with its hyphen or without.
        ("money was dis-\ncharged at noon", "money was discharged at noon", None),
        ("the house in Fetter-\nlane stood", "the house in Fetter-lane stood", None),
        ("money was discharged at noon", "money was dis- charged at noon", "spacing_differs"),
        ("he was nowhere seen", "he was now here seen", "spacing_differs"),
        ("No, he did not", "No he did not", "punctuation_differs"),
        ("it is their's now", "it is theirs now", "spacing_differs"),
    ],
)
def test_loose_places(content, quotation, difference):
    found = find_loosely(fold(content), fold_quotation(quotation))
    assert found is not None
    assert found[1] == difference


@pytest.mark.parametrize(
    ("content", "quotation"),
    [
        ("it cost 12.00 in all", "it cost 1,200 in all"),
        ("it cost \u00a35 in all", "it cost $5 in all"),
        ("it grew by 5% a year", "it grew by 5 a year"),
        ("the mare was lame", "the mare was blind"),
        ("the therapist came", "rapist came"),
    ],
)
def test_other_words_stand_nowhere(content, quotation):
    assert find_loosely(fold(content), fold_quotation(quotation)) is None
    assert find_exact(fold(content), fold_quotation(quotation)) == ()


@pytest.mark.parametrize(
    ("quotation", "cut"),
    [("we can", True), ("at 20", True), ("operate with them", True), ("e can", False)],
)
def test_cut_words(quotation, cut):
    content = "We can't come at 20:04 to co-operate with them."
    assert is_cut(fold(content), fold_quotation(quotation)) is cut


@given(
    st.text(alphabet="aB \n\t-\u2014\"'\u2019.,\u00ad\ufb01\u0301\u0130\u0915\u093f12", max_size=60)
)
def test_the_way_back_is_in_order_and_inside(text):
    folded = fold_once(text)
    origin = list(folded.origin)
    assert len(origin) == len(folded.text)
    assert origin == sorted(origin)
    assert all(0 <= at < len(text) for at in origin)


@given(
    st.lists(
        st.sampled_from("the mare was lame, \u2014 'not' \u201csound\u201d on 3.5 May".split()),
        min_size=1,
    )
)
def test_a_text_is_found_in_itself(words):
    text = " ".join(words)
    quotation = fold_quotation(text)
    assert not quotation or find_exact(fold_once(text), quotation)
