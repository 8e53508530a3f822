import pytest

from voirdire.citecheck.bench.scorer import (
    Tally,
    f1,
    paper_f1,
    paper_recall,
    precision,
    recall,
    score_excerpt,
    tally,
)
from voirdire.citecheck.excerpts import Answer, Excerpt, Label, Prediction

TEXT = (
    "The standard is settled. Doe v. Roe, 10 Fict. 20, 25 (1990), held that “notice must be\n"
    "given in due time.” Accord Poe v. Coe, 2019 WL 7 (2019). The burden rests on the buyer. "
    "Low v. Moe, 30 Fict. 40 (1991)."
)
CITED = "Doe v. Roe, 10 Fict. 20, 25 (1990)"
QUOTED = "“notice must be\ngiven in due time.”"
HOLDING = "The burden rests on the buyer."
LABELS = (
    Label(CITED, "nonexistent_citation"),
    Label(QUOTED, "verbatim_misquote"),
    Label(HOLDING, "content_misrepresentation"),
)


def scored(predictions, labels=LABELS, unheld=(), text=TEXT):
    """One excerpt scored; a prediction is its text or (text, type)."""
    made = [p if isinstance(p, tuple) else (p, None) for p in predictions]
    answer = Answer("e1", "hand", tuple(Prediction(text, type_) for text, type_ in made))
    return score_excerpt(Excerpt("e1", "b1", text, labels, unheld=unheld), answer)


@pytest.mark.parametrize(
    ("prediction", "relaxed", "strict"),
    [
        (CITED, True, True),  # the segment itself
        ("Doe v. Roe, 10 Fict. 20", True, True),  # less of it
        ("“notice must be given in due time.”", True, True),  # another line end
        ("held that “notice must be given in due time.” Accord", True, True),  # a little more
        (TEXT, True, False),  # the whole excerpt: longer than twice the gold
        ("Doe v. Roe, 11 Fict. 20", False, False),  # not what stands there
        ("Low v. Moe, 30 Fict. 40 (1991)", False, False),  # not a gold
        ("D", True, False),  # one character
        ("", False, False),  # nothing is no segment, though a substring of all
        (" \n", False, False),  # nor is white space
    ],
)
def test_one_prediction(prediction, relaxed, strict):
    (result,) = scored([prediction]).predictions
    assert (result.relaxed, result.strict) == (relaxed, strict)


def test_the_longest_prediction_that_is_matched_strictly():
    text = "aaaa bbbb cccc dddd"
    labels = (Label("bbbb", None),)
    for prediction, strict in (("bbbb ccc", True), ("bbbb cccc", False)):  # 8 and 9 to 4
        (result,) = scored([prediction], labels, text=text).predictions
        assert result.strict is strict


@pytest.mark.parametrize(
    ("predictions", "relaxed", "strict"),
    [
        # (predictions, true, golds, found) typed by hand
        ([], Tally(0, 0, 3, 0), Tally(0, 0, 3, 0)),
        ([CITED, QUOTED, HOLDING], Tally(3, 3, 3, 3), Tally(3, 3, 3, 3)),
        # Three pieces of one gold: the paper counts three, one is found.
        (["Doe v. Roe", "10 Fict. 20", "(1990)"], Tally(3, 3, 3, 1), Tally(3, 1, 3, 1)),
        # The whole excerpt matches every gold, strictly none.
        ([TEXT], Tally(1, 1, 3, 3), Tally(1, 0, 3, 0)),
        # One segment said a hundred times is one segment.
        ([CITED] * 100, Tally(1, 1, 3, 1), Tally(1, 1, 3, 1)),
        # A prediction over two golds finds both, strictly neither or one.
        ([CITED + ", held that " + QUOTED], Tally(1, 1, 3, 2), Tally(1, 0, 3, 0)),
    ],
)
def test_tallies(predictions, relaxed, strict):
    result = [scored(predictions)]
    assert tally(result, "relaxed") == relaxed
    assert tally(result, "strict") == strict


def test_more_predictions_than_golds_take_the_papers_recall_over_one():
    counts = tally([scored(["Doe v.", "v. Roe", "10 Fict.", "20, 25", "(1990)"])], "relaxed")
    assert paper_recall(counts) == pytest.approx(5 / 3)
    assert recall(counts) == pytest.approx(1 / 3)


HONEST = [CITED, QUOTED, "Low v. Moe, 30 Fict. 40 (1991)"]
WORDS = TEXT.split()


@pytest.mark.parametrize(
    ("attack", "relaxed_f1"),
    [
        ([TEXT], 1.0),  # under the relaxed match the whole excerpt is a perfect answer
        (WORDS, 0.69),  # and each word is better than an honest answer with one error (0.67)
        ([TEXT] * 100, 1.0),
        ([TEXT[:-1], TEXT[1:], TEXT[1:-1]], 1.0),
    ],
)
def test_attacks_gain_nothing_strictly(attack, relaxed_f1):
    honest, attacked = [scored(HONEST)], [scored(attack)]
    assert f1(tally(honest, "strict")) == pytest.approx(2 / 3)
    assert f1(tally(attacked, "relaxed")) == pytest.approx(relaxed_f1, abs=0.005)
    assert f1(tally(attacked, "strict")) < 0.2


def test_what_each_word_gets():
    # 38 different words; 7 + 7 + 6 of them are inside a gold, strictly one word a gold is.
    relaxed, strict = (tally([scored(WORDS)], mode) for mode in ("relaxed", "strict"))
    assert relaxed == Tally(38, 20, 3, 3)
    assert strict == Tally(38, 3, 3, 3)
    assert paper_recall(relaxed) == pytest.approx(20 / 3)
    assert paper_f1(relaxed) == pytest.approx(0.976, abs=0.0005)


def test_repeating_pieces_of_one_gold_loses_precision():
    pieces = [CITED[start:] for start in range(8)]
    assert tally([scored(pieces)], "strict") == Tally(6, 1, 3, 1)  # two begin with a space
    assert tally([scored(pieces)], "relaxed") == Tally(6, 6, 3, 1)


def test_the_largest_matching_is_found():
    # "aa bb" fits both golds, "aa" only the first: the first gold must give way.
    labels = (Label("aa bb", None), Label("bb cc", None))
    result = scored(["bb", "aa bb"], labels, text="aa bb cc")
    assert tally([result], "strict") == Tally(2, 2, 2, 2)


def test_an_optional_gold_is_right_when_predicted_and_no_miss():
    labels = (Label(CITED, "nonexistent_citation"), Label(HOLDING, None, optional=True))
    for predictions, expected in (
        ([CITED], Tally(1, 1, 1, 1)),
        ([CITED, HOLDING], Tally(2, 2, 1, 1)),
        ([HOLDING], Tally(1, 1, 1, 0)),
    ):
        assert tally([scored(predictions, labels)], "strict") == expected
        assert tally([scored(predictions, labels)], "relaxed") == expected


def test_golds_that_must_be_found_come_before_optional_ones():
    labels = (Label("aa bb", None, optional=True), Label("bb cc", None))
    assert tally([scored(["bb"], labels, text="aa bb cc")], "strict") == Tally(1, 1, 1, 1)


def test_the_same_text_twice_is_one_gold():
    labels = (
        Label("Doe", "case_name_mismatch", start=0),
        Label("Doe", "case_name_mismatch", start=8),
    )
    assert tally([scored(["Doe"], labels, text="Doe and Doe")], "strict") == Tally(1, 1, 1, 1)


@pytest.mark.parametrize(
    ("predictions", "fault_type", "expected"),
    [
        # The right type.
        ([(QUOTED, "verbatim_misquote")], "verbatim_misquote", Tally(1, 1, 1, 1)),
        # Found under another type: the gold is found, the type is not right.
        ([(QUOTED, "content_misrepresentation")], "verbatim_misquote", Tally(0, 0, 1, 1)),
        ([(QUOTED, "content_misrepresentation")], "content_misrepresentation", Tally(1, 0, 1, 0)),
        # A prediction without a type counts for no type's precision.
        ([QUOTED], "verbatim_misquote", Tally(0, 0, 1, 1)),
        # Two types of one segment: each is judged.
        (
            [(CITED, "nonexistent_citation"), (CITED, "incorrect_pincite")],
            "incorrect_pincite",
            Tally(1, 0, 0, 0),
        ),
    ],
)
def test_by_type(predictions, fault_type, expected):
    assert tally([scored(predictions)], "strict", fault_type) == expected
    assert tally([scored(predictions)], "relaxed", fault_type) == expected


def test_a_gold_of_unknown_type_is_right_under_any():
    result = scored([(CITED, "incorrect_pincite")], (Label(CITED, None),))
    assert tally([result], "strict", "incorrect_pincite") == Tally(1, 1, 0, 0)


UNHELD = ("Poe v. Coe, 2019 WL 7 (2019)",)


@pytest.mark.parametrize(
    ("predictions", "touched"),
    [
        ([], ()),
        ([CITED, QUOTED, HOLDING], ()),
        (UNHELD, UNHELD),
        (["2019 WL 7"], UNHELD),  # less
        (["Accord Poe v. Coe, 2019 WL"], UNHELD),  # across its beginning
        ([TEXT], UNHELD),  # the whole excerpt matches golds, but strictly none
        (["held that " + QUOTED + " Accord Poe"], ()),  # right, and only runs over
        (["Poe v. Coe, 2020 WL 7"], ()),  # not in the text
    ],
)
def test_unheld_citations_touched(predictions, touched):
    result = scored(predictions, unheld=UNHELD)
    assert result.unheld == UNHELD
    assert result.touched == touched


def test_an_unheld_citation_that_was_altered_is_no_trap():
    result = scored([UNHELD[0]], (Label(UNHELD[0], "nonexistent_citation"),), UNHELD)
    assert result.unheld == ()


@pytest.mark.parametrize(
    ("labels", "predictions", "is_unchanged", "is_flagged"),
    [
        ((), [], True, False),
        ((), [CITED], True, True),
        ((Label(CITED, None, optional=True),), [CITED], True, False),
        ((Label(CITED, None),), [CITED], False, False),
        ((Label(CITED, None),), [CITED, HOLDING], False, True),
    ],
)
def test_unchanged_excerpts(labels, predictions, is_unchanged, is_flagged):
    result = scored(predictions, labels)
    assert (result.is_unchanged, result.is_flagged) == (is_unchanged, is_flagged)


def test_no_answer_is_not_scored():
    excerpt = Excerpt("e1", "b1", TEXT, LABELS)
    assert score_excerpt(excerpt, Answer("e1", "hand", error="rate limit")) is None
    with pytest.raises(ValueError, match="e2"):
        score_excerpt(excerpt, Answer("e2", "hand"))


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        # precision, recall, f1, the paper's recall, the paper's f1
        (Tally(0, 0, 0, 0), (None, None, None, None, None)),
        (Tally(0, 0, 4, 0), (None, 0.0, 0.0, 0.0, 0.0)),
        (Tally(2, 0, 0, 0), (0.0, None, None, None, None)),
        (Tally(4, 3, 6, 2), (0.75, 1 / 3, 6 / 13, 0.5, 0.6)),
    ],
)
def test_figures(counts, expected):
    figures = tuple(figure(counts) for figure in (precision, recall, f1, paper_recall, paper_f1))
    assert figures == tuple(pytest.approx(value) for value in expected)
