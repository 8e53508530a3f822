"""Quotations: what is the same to a reader is equal, and nothing else; words are counted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voirdire.courtroom.quoting import (
    count_words,
    find_exact,
    find_loosely,
    find_places,
    find_quotation,
    find_words,
    fold,
    fold_once,
    fold_quotation,
    is_cut,
)

SAID = "He said, “I never saw the ring—it’s gone.”  On 3 May I paid £40 10s. for it."


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


@pytest.mark.parametrize(
    ("quotation", "found"),
    [
        # As it stands, and with other glyphs, case, spaces and ends.
        ("I never saw the ring—it’s gone", "I never saw the ring—it’s gone"),
        ("i never saw the ring - it's gone...", "I never saw the ring—it’s gone"),
        ("He said, 'I never saw the ring", "He said, “I never saw the ring"),
        ("gone. On 3 May I", "gone.”  On 3 May I"),
        ("paid £40 10s. for it", "paid £40 10s. for it"),
        ("*_¡I never saw the ring_*", "I never saw the ring"),
        # The same letters parted into other words, another word, a lost one, an inner stop,
        # half a word, an apostrophe.
        ("He said, I ne ver saw", None),
        ("I never had the ring", None),
        ("I saw the ring", None),
        ("He said. I never saw", None),
        ("e said, I never saw the ri", None),
        ("ring - its gone", None),
        # Digits do not run together.
        ("paid £4010s. for it", None),
        ("", None),
        ("...", None),
    ],
)
def test_a_quotation_is_found_as_it_stands(quotation, found):
    span = find_quotation(quotation, SAID)
    assert (span and SAID[slice(*span)]) == found


@pytest.mark.parametrize(
    ("quotation", "content", "span"),
    [
        ("le prix paye\u0301 hier", "Le prix pay\xe9 hi\xader, dit-il", (0, 18)),
        ("wide \uff02mark\uff02", "a \u200ewide mark", (3, 12)),
        ("क़लम थी", "वह \u0958लम थी।", (3, 9)),
        # A printer parted the word, in the exhibit or in the quotation.
        ("money was discharged", "The money was dis-\ncharged.", (4, 26)),
        ("money was dis-\ncharged", "The money was discharged.", (4, 24)),
    ],
)
def test_accents_invisible_signs_and_line_ends_fold(quotation, content, span):
    assert find_quotation(quotation, content) == span


def places(content, quotation):
    return [content[slice(*place)] for place in find_places(quotation, content)]


@pytest.mark.parametrize(
    ("content", "quotation", "expected"),
    [
        (
            "He said \u201cI \u2018warrant\u2019 her\u201d twice.",
            "I warrant her",
            ["I \u2018warrant\u2019 her"],
        ),
        ("The dog. The dog.", "the dog", ["The dog", "The dog"]),
        ("The ring, the ring and the rings", "the ring", ["The ring", "the ring"]),
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


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("He didn't pay £40 — not once.", ["He", "didn't", "pay", "40", "not", "once"]),
        ("वह कल दुकान पर नहीं थी।", ["वह", "कल", "दुकान", "पर", "नहीं", "थी"]),
        ("L'acheteur n'a pas payé.", ["L'acheteur", "n'a", "pas", "payé"]),
        ("¿Dónde está?", ["Dónde", "está"]),
        ("On 3 May.", ["On", "3", "May"]),
        (" — ", []),
        # A hyphen, the inner stop of a number and the end of a line part no word.
        ("a co-operative shop", ["a", "co-operative", "shop"]),
        ("12.50, 1,200 at 20:04 on 3/5", ["12.50", "1,200", "at", "20:04", "on", "3/5"]),
        ("was dis-\n charged", ["was", "dis-\n charged"]),
        ("dis\xad\ncharged", ["dis\xad\ncharged"]),
        # A dash does, and so does a stop that is in no number.
        ("lame—very lame -- so", ["lame", "very", "lame", "so"]),
        ("paid 12-\n14 pounds", ["paid", "12", "14", "pounds"]),
        ("it was.He said", ["it", "was", "He", "said"]),
    ],
)
def test_words_of_any_language(text, words):
    assert [text[start:end] for start, end in find_words(text)] == words
    assert count_words(text) == len(words)


PIECES = (
    "the mare's — -- dis-\ncharged co-operative 12.50 1,200. 20:04 “sound”, payé (थी। n'a 3/5 ft.-"
).split(" ")


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=12), st.data())
def test_a_run_of_whole_words_is_found_where_it_stands(pieces, data):
    text = " ".join(pieces)
    words = find_words(text)
    if not words:
        return
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))
    span = words[first][0], words[last][1]
    assert span in find_places(text[slice(*span)], text)
