"""Faults one by one: edits to text and labels, quotations, holdings."""

import random

import pytest

from voirdire.citecheck.bench.injection import Edit, Fault, fits_beside, inject, within
from voirdire.citecheck.bench.injection_citations import name_of
from voirdire.citecheck.bench.injection_holdings import altered_holdings, states_rule
from voirdire.citecheck.bench.injection_quotations import altered_quotations
from voirdire.citecheck.bench.opinion_look import stands
from voirdire.findings import Span

TEXT = "Before. Doe v. Roe, 10 Fict. 20, 12 Par. 3, 25 (1990). After Doe, 10 Fict. at 25. End."


def span(words, text=TEXT, nth=0):
    at = -1
    for _ in range(nth + 1):
        at = text.index(words, at + 1)
    return Span(at, at + len(words))


def moved():
    """The case moved to 7 F.6th 90, its parallel cut, its short form too."""
    edits = (
        Edit(span("10 Fict. 20"), "7 F.6th 90"),
        Edit(span(", 12 Par. 3"), ""),
        Edit(span("10 Fict. at 25"), "7 F.6th at 95"),
    )
    marks = (span("Doe v. Roe, 10 Fict. 20"), span("Doe, 10 Fict. at 25"))
    return Fault("nonexistent_citation", "invented_reporter", ("roe",), edits, marks)


def test_inject_moves_labels_with_the_text():
    text, labels = inject(TEXT, Span(8, len(TEXT)), [moved()], "x#")
    assert text == "Doe v. Roe, 7 F.6th 90, 25 (1990). After Doe, 7 F.6th at 95. End."
    assert [(label.text, label.start, label.original, label.fault) for label in labels] == [
        ("Doe v. Roe, 7 F.6th 90", 0, "Doe v. Roe, 10 Fict. 20", "x#f1"),
        ("Doe, 7 F.6th at 95", 41, "Doe, 10 Fict. at 25", "x#f1"),
    ]


def test_inserted_words_belong_to_what_they_end():
    fault = Fault(
        "content_misrepresentation", "scope", ("roe",),
        (Edit(Span(6, 6), ", but only in equity"),), (Span(0, 7),),
    )  # fmt: skip
    text, labels = inject("A must. B.", Span(0, 10), [fault])
    assert text == "A must, but only in equity. B."
    assert labels[0].text == "A must, but only in equity."


def test_within_keeps_what_the_segment_holds():
    here = within(span("After Doe, 10 Fict. at 25."), moved())
    assert here is not None
    assert here.edits == (Edit(span("10 Fict. at 25"), "7 F.6th at 95"),)
    assert here.marks == (span("Doe, 10 Fict. at 25"),)
    assert within(span("Before. "), moved()) is None
    # The border cuts the citation in two.
    assert within(Span(0, TEXT.index("Fict.")), moved()) is None


def test_one_fault_a_citation():
    other = Fault("verbatim_misquote", "one_synonym", ("poe",), (Edit(span("End"), "Stop"),), ())
    assert fits_beside(other, [moved()])
    same_case = Fault("verbatim_misquote", "x", ("roe",), (Edit(span("End"), "Stop"),), ())
    assert not fits_beside(same_case, [moved()])
    same_words = Fault("verbatim_misquote", "x", ("poe",), (Edit(span("20,"), "21,"),), ())
    assert not fits_beside(same_words, [moved()])


@pytest.mark.parametrize(
    ("written", "short"),
    [
        ("Ashcroft v. Iqbal", "Ashcroft"),
        ("United States v. Cronic", "Cronic"),  # a sovereign gives no short name
        ("Bell Atl. Corp. v. Twombly", "Bell Atl."),
        ("In re Winship", None),
        ("State v. People", None),
    ],
)
def test_name_of(written, short):
    name = name_of("x", written)
    assert (name.short if name else None) == short


@pytest.mark.parametrize(
    ("words", "letters", "expected"),
    [
        ("notice must be given in due time", "thatnoticemustbegivenindueti" + "meandplace", True),
        ("notice must . . . be given in due time", "noticemustinlawbegivenindueTime".lower(), True),
        ("[N]otice must be given in due time", "noticemustbegivenindueti" + "me", True),
        ("notice must be taken in due time", "noticemustbegivenindueti" + "me", False),
        ("be given in due time . . . notice must", "noticemustbegivenindueti" + "me", False),
        ("in due time", "noticemustbegivenindueti" + "me", False),  # too short to tell
    ],
)
def test_stands(words, letters, expected):
    assert stands(words, letters) is expected


QUOTED = (
    "the court must consider the [statutory] purpose of the requirement . . . provide "
    "an adequate remedy for the injury"
)


def misquotes(words=QUOTED, opinion=""):
    text = f'It held that "{words}." Doe.'
    where = Span(text.index(words), text.index(words) + len(words))
    for fault in altered_quotations(text, where, "doe", opinion, random.Random(1)):
        assert fault.marks == (where,)
        altered, labels = inject(text, Span(0, len(text)), [fault])
        assert altered.count('"') == 2
        yield labels[0]


def test_misquotes_change_one_or_two_words():
    made = list(misquotes())
    assert len(made) > 5
    assert {label.strategy for label in made} == {"one_synonym", "two_synonyms"}
    for label in made:
        old, new = label.original.split(), label.text.split()
        changed = [(a, b) for a, b in zip(old, new, strict=True) if a != b]
        assert len(changed) == (1 if label.strategy == "one_synonym" else 2)
        assert 0.7 <= len(label.text) / len(label.original) <= 1.3
        assert "[statutory]" in label.text
        # Words at an ellipsis may have been fitted in, so they stay.
        assert "requirement . . . provide" in label.text


def test_misquotes_keep_the_article_right():
    assert not [label for label in misquotes() if "an sufficient" in label.text]


def test_misquotes_are_not_what_the_opinion_says_elsewhere():
    elsewhere = "thecourtmustweighthestatutory"
    assert any("must weigh the" in label.text for label in misquotes())
    opinion = "thecourtmustconsiderthestatutorypurpose" + elsewhere + "purposeofthe"
    made = list(misquotes("the court must consider the statutory purpose of the rule", opinion))
    assert made
    assert not [label for label in made if "must weigh the" in label.text]


def holdings(sentence, quoted=(), opinion="x"):
    """Every altered form of a sentence, by strategy."""
    if not states_rule(sentence):
        return []
    faults = altered_holdings(
        sentence, Span(0, len(sentence)), quoted, ("doe",), opinion, random.Random(0)
    )
    return [
        (fault.strategy, inject(sentence, Span(0, len(sentence)), [fault])[0]) for fault in faults
    ]


@pytest.mark.parametrize(
    ("sentence", "strategy", "expected"),
    [
        (
            "We review the grant of summary judgment in such a case de novo.",
            "standard_of_review",
            "We review the grant of summary judgment in such a case for clear error.",
        ),
        (
            "The plaintiff bears the burden of proof on every element of the claim.",
            "party_side",
            "The defendant bears the burden of proof on every element of the claim.",
        ),
        (
            "The First Amendment protects the right of citizens to criticize officials.",
            "doctrine_or_provision",
            "The Fourth Amendment protects the right of citizens to criticize officials.",
        ),
        (
            "A court may dismiss the complaint when no amendment can cure it.",
            "mandatory_or_discretionary",
            "A court must dismiss the complaint when no amendment can cure it.",
        ),
        (
            "An officer must have probable cause before the vehicle is searched.",
            "threshold_or_test",
            "An officer must have reasonable suspicion before the vehicle is searched.",
        ),
        (
            "The sale must be set aside unless the owner had notice of it.",
            "scope",
            "The sale must be set aside, without exception.",
        ),
        (
            "The claim must be raised before trial or it cannot be raised.",
            "procedural_stage",
            "The claim must be raised after trial or it cannot be raised.",
        ),
        (
            "The statute does not require that the owner be named in the notice.",
            "negation",
            "The statute requires that the owner be named in the notice.",
        ),
        (  # the article follows the word
            "It is the rule that a reasonable probability of harm must be shown.",
            "threshold_or_test",
            "It is the rule that a mere possibility of harm must be shown.",
        ),
    ],
)
def test_strategies(sentence, strategy, expected):
    made = altered_holdings(sentence, Span(0, len(sentence)), (), ("doe",), "x", random.Random(0))
    texts = [
        inject(sentence, Span(0, len(sentence)), [fault])[0]
        for fault in made
        if fault.strategy == strategy
    ]
    assert expected in texts


@pytest.mark.parametrize(
    "sentence",
    [
        "The defendant was arrested on March 3 and was taken to the county jail.",
        "Appellant argues that the court must consider the whole of the record.",
        "Smith, however, has not shown that the rule applies to the sale here.",
        "The district court concluded that the statute must be read narrowly.",
        "Must the owner of the vessel be told of the sale before it is held?",
        "See Doe v. Roe, 10 Fict. 20, which must be read with the statute.",
        "The owner must be told.",  # too short
    ],
)
def test_no_rule_no_holding(sentence):
    assert not states_rule(sentence)


def test_true_sentences_are_not_made():
    # Probable cause suffices where reasonable suspicion does.
    condition = "A stop must be upheld as long as reasonable suspicion of a crime exists."
    assert not [text for _, text in holdings(condition) if "as long as probable cause" in text]
    # A question is asked either way.
    question = "The judge must decide whether the notice given to the owner is sufficient."
    assert not [text for _, text in holdings(question) if "insufficient" in text]
    # The opinion says so too.
    rule = "A court may dismiss the complaint when no amendment can cure it."
    opinion = "inanothercaseacourtmustdismissit"
    assert not [text for _, text in holdings(rule, opinion=opinion) if "must dismiss" in text]


def test_no_holding_is_altered_inside_quotation_marks():
    sentence = 'The court must not "dismiss the claim unless it is required to" in such a case.'
    marks = Span(sentence.index('"'), sentence.rindex('"') + 1)
    made = holdings(sentence, (marks,))
    assert made
    for _, text in made:
        assert '"dismiss the claim unless it is required to"' in text
