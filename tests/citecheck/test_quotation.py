"""Quotations against small opinions written for these tests."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voirdire.authorities.types import (
    Case,
    CaseCitation,
    Opinion,
    OpinionNote,
    OpinionPart,
    PageMark,
    PageSeries,
)
from voirdire.citations.types import AttributedQuotation, Citation, Parenthetical
from voirdire.citecheck.quotation import check_quotation, stands_in
from voirdire.citecheck.quotation_match import OpinionIndex
from voirdire.documents.types import FoldedText, Quotation
from voirdire.findings import Finding, Span

BODY = (
    "The miller may draw water from the upper pond, but he shall not lower it below the sill.",
    "In sum, the landlord is not permitted to end the lease while rent is paid. The rule, "
    "though not an old one, binds every town. The council wrote that “a well is a common "
    "good, and no family may close it.” See Roe v. Doe, 12 U.S. 40, 44 (1814). The bailiff "
    "must give notice in writing.",
    "Each tenant keeps the key of his own gate. The [sic] charter grants the tolls of the "
    "bridge to the ferry-\nman and his heirs, and the sheriff collects them on the 3d of May.",
)
NOTE = "The ferry was sold twice before the charter, and neither deed mentions the tolls."
DISSENT = "I would hold that every tenant owns the well in common with the village."


def opinion(*, last_page: str = "304", reporter: str = "F.3d") -> Opinion:
    """Pages 300 to 302 of a body, a dissent on page 303, a note called on page 301."""
    texts = [*BODY, DISSENT]
    offsets, text = [], ""
    for page in texts:
        offsets.append(len(text))
        text += page + " "
    end_of_body = len(text)
    text += "\n\n" + NOTE
    case = Case("c1", ("Ames v. Boyd",), (CaseCitation("12", "F.3d", "300", last_page),))
    marks = tuple(PageMark(o, str(300 + i)) for i, o in enumerate(offsets))
    return Opinion(
        case,
        text,
        (PageSeries("12", reporter, marks),),
        (OpinionNote("4", "301", Span(end_of_body + 2, len(text))),),
        (
            OpinionPart("majority", Span(0, offsets[3])),
            OpinionPart("dissent", Span(offsets[3], end_of_body)),
        ),
    )


FREQUENT = 50
RARE_WORDS = {"hag": 1, "tbe": 2, "clearanee": 0, "llth": 2, "post": 9}


def check(
    words: str,
    *pins: int | str,
    source: Opinion | None = None,
    certainty: str = "sure",
    notes: tuple[str, ...] = (),
    parentheticals: tuple[Parenthetical, ...] = (),
) -> Finding:
    """The finding on words that a document quotes from the opinion at those pages."""
    text = f'It was said that "{words}" there.'
    span = Span(18, 18 + len(words))
    citation = Citation(
        "full",
        "12 F.3d 300",
        Span(0, 1),
        Span(0, 1),
        volume="12",
        reporter="F.3d",
        reporters=("F.3d",),
        page="300",
        pin_pages=pins,
        pin_notes=notes,
        parentheticals=parentheticals,
    )
    quotation = AttributedQuotation(
        Quotation(span, Span(span.start - 1, span.end + 1), "inline"),
        "sure" if certainty == "sure" else "likely",
    )
    folded = FoldedText(text, (0,), (0,), (len(text),))
    return check_quotation(
        quotation,
        citation,
        folded,
        OpinionIndex(source or opinion()),
        lambda word: RARE_WORDS.get(word, FREQUENT),
    )


VERIFIED = [
    # plain words, on the pinned page
    ("the miller may draw water from the upper pond", 300, "exact"),
    # capital letter in brackets
    ("[t]he miller may draw water", 300, "exact"),
    # a comma within the closing mark, other marks and spaces inside
    ("The miller may draw  water from the upper pond,", 300, "exact"),
    # the word that a line end has cut in the opinion
    ("the tolls of the bridge to the ferryman and his heirs", 302, "exact"),
    # runs from one page to the next: either pin will do
    ("must give notice in writing. Each tenant keeps", 301, "exact"),
    ("must give notice in writing. Each tenant keeps", 302, "exact"),
    # an honest omission
    ("The miller may draw water . . . but he shall not lower it", 300, "exact_with_omission"),
    # an omission over a page end, written with stars
    ("the landlord is not permitted * * * Each tenant keeps", 301, "exact_with_omission"),
    # a phrase set off by commas takes its own "not" along
    ("The rule ... binds every town", 301, "exact_with_omission"),
    # brackets for other words, for none, and an empty one
    ("the [owner] is not permitted to end the lease", 301, "exact"),
    ("the miller may [always] draw water from", 300, "exact"),
    ("the miller may draw water[] from the upper pond", 300, "exact"),
    # the end of a word changed in brackets
    ("Each tenant keep[ing] the key of his own gate", 302, "exact"),
    # a slip of the source, marked or copied or passed over
    ("The [sic] charter grants the tolls of the bridge", 302, "exact"),
    ("The charter grants the tolls of the bridge", 302, "exact_with_omission"),
    # marked by the writer alone
    ("collects them on the 3d [sic] of May", 302, "exact"),
    # a citation passed over without a mark
    (
        "no family may close it. The bailiff must give notice in writing",
        301,
        "exact_with_omission",
    ),
    # an ellipsis in brackets; emphasis said inside
    ("the sheriff [ . . . ] on the 3d of May (emphasis added)", 302, "exact_with_omission"),
    # words that the opinion itself quotes
    ("a well is a common good, and no family may close it", 301, "nested_quotation"),
    # inner marks of another kind than the source's
    ("The council wrote that 'a well is a common good,'", 301, "exact"),
    # in a footnote called on the page, and on the next page, where it may run on
    ("neither deed mentions the tolls", 301, "in_footnote"),
    ("neither deed mentions the tolls", 302, "in_footnote"),
    # in a dissent
    ("every tenant owns the well in common with the village", 303, "in_dissent"),
    # no pin: anywhere
    ("Each tenant keeps the key of his own gate", None, "exact"),
    # a page number of the document that got between the words
    ("Each tenant keeps the 17 key of his own gate", 302, "exact_with_omission"),
    # under five words: found is found
    ("his own gate", 302, "exact"),
]


@pytest.mark.parametrize(("words", "pin", "reason"), VERIFIED)
def test_words_that_stand_there(words: str, pin: int | None, reason: str) -> None:
    finding = check(words) if pin is None else check(words, pin)
    assert (finding.outcome, finding.reason) == ("verified", reason)
    (evidence,) = finding.evidence
    source = opinion().text
    assert evidence.span is not None
    assert " ".join(source[evidence.span.start : evidence.span.end].split()) == evidence.quote


REFUTED = [
    # a synonym
    ("the miller may take water from the upper pond", 300, "quotation_altered", ("take", "draw")),
    # a small word more, a small word less
    ("Each tenant keeps the key of own gate", 302, "quotation_altered", ("", "his")),
    ("Each tenant keeps the key of his very own gate", 302, "quotation_altered", ("very", "")),
    # "not" dropped, "not" added
    ("the landlord is permitted to end the lease", 301, "quotation_altered", ("", "not")),
    ("the bailiff must not give notice in writing", 301, "quotation_altered", ("not", "")),
    # a number
    ("the sheriff collects them on the 4th of May", 302, "quotation_altered", ("4th", "3d")),
    # the last word
    ("the landlord is not permitted to end the term", 301, "quotation_altered", ("term", "lease")),
    # part of a word is not the word: "permitted" in "unpermitted" and the like
    ("he may draw water from the up", 300, "quotation_altered", ("up", "upper")),
    # an ellipsis over "not", with and without words around it
    ("the landlord is . . . permitted to end the lease", 301, "omission_drops_negation", None),
    ("he shall … lower it below the sill", 300, "omission_drops_negation", None),
    ("the landlord ... to end the lease while rent", 301, "omission_drops_negation", None),
    # an empty bracket over "not"
    ("the landlord is [] permitted to end the lease", 301, "omission_drops_negation", None),
    # brackets that put a negation in, hide one, turn a word
    ("the miller may [not] draw water from", 300, "quotation_altered", None),
    ("the landlord is [always] permitted to end the lease", 301, "quotation_altered", None),
    ("the landlord is not [un]permitted to end the lease", 301, "quotation_altered", None),
    # the words stand there, on another page than the one pinned
    ("Each tenant keeps the key of his own gate", 300, "quotation_on_other_page", None),
    # no such words
    ("a promise to marry binds the heirs of the promisor", 301, "quotation_absent", None),
]


@pytest.mark.parametrize(("words", "pin", "reason", "change"), REFUTED)
def test_words_that_differ(
    words: str, pin: int, reason: str, change: tuple[str, str] | None
) -> None:
    finding = check(words, pin)
    assert (finding.outcome, finding.reason) == ("refuted", reason)
    if change is not None:
        assert change in [(c.written, c.source) for c in finding.changes]
    if reason != "quotation_absent":
        assert finding.evidence


def test_other_page_is_named() -> None:
    finding = check("Each tenant keeps the key of his own gate", 300)
    assert finding.evidence[0].page == "302"
    assert "page 302" in finding.detail


UNCHECKED = [
    # under five words never refutes
    ("his own door", (302,), "sure", "too_short"),
    ("his own gate", (300,), "sure", "too_short"),
    ("not [really] a quotation at", (300,), "sure", "too_short"),
    # only likely that citation's
    ("a promise to marry binds the heirs", (301,), "likely", "association_not_sure"),
    ("Each tenant keeps the key of his own gate", (300,), "likely", "association_not_sure"),
    # the pinned page is not held
    ("a promise to marry binds the heirs", (399,), "sure", "no_text"),
]


@pytest.mark.parametrize(("words", "pins", "certainty", "reason"), UNCHECKED)
def test_what_cannot_be_told(
    words: str, pins: tuple[int, ...], certainty: str, reason: str
) -> None:
    finding = check(words, *pins, certainty=certainty)
    assert (finding.outcome, finding.reason) == ("unchecked", reason)


def plain(text: str, marks: tuple[tuple[int, str], ...] = ((0, "300"),)) -> Opinion:
    """An opinion of the one text."""
    case = Case("c2", ("Ames v. Boyd",), (CaseCitation("12", "F.3d", "300", "310"),))
    return Opinion(
        case, text, (PageSeries("12", "F.3d", tuple(PageMark(o, label) for o, label in marks)),)
    )


MISREAD = [
    # the opinion's word is known nowhere, the brief's everywhere
    ("The court hag yet to speak to it.", "the court has yet to speak to it", "ocr_text"),
    # the brief's own text misread
    ("The court has yet to speak to it.", "the court hag yet to speak to it", "ocr_text"),
    # a word broken at a line end and misread
    ("It is the clear- anee of the yard.", "it is the clearance of the yard", "ocr_text"),
    # the number of a list
    (
        "He must (1) ask, (2) wait and (8) pay the toll.",
        "(2) wait and (3) pay the toll",
        "ocr_text",
    ),
    # digits read as letters
    ("It was the llth of May when he came.", "it was the 11th of May", "ocr_text"),
    # the same behind a hyphen with a space
    ("It was the post-Easter-llth feast of May.", "the post-Easter- 11th feast of May", "ocr_text"),
    # both words are known: a change
    ("The court had yet to speak to it.", "the court has yet to speak to it", "quotation_altered"),
    # far from the word, however rare
    ("The court tbe yet to speak to it.", "the court has yet to speak to it", "quotation_altered"),
    # one misread, one changed
    ("Hence hag he to speak to the town.", "hence has he to talk to the town", "quotation_altered"),
]


@pytest.mark.parametrize(("source", "words", "reason"), MISREAD)
def test_misread_words(source: str, words: str, reason: str) -> None:
    assert check(words, 300, source=plain(source)).reason == reason


def test_without_counts_only_a_word_that_does_not_recur_is_misread() -> None:
    source = plain("The court had yet to speak. It had no cause, and had no wish, to do so.")
    text = '"the court has yet to speak"'
    quotation = AttributedQuotation(Quotation(Span(1, 27), Span(0, 28), "inline"), "sure")
    citation = Citation(
        "full", "12 F.3d 300", Span(0, 1), Span(0, 1),
        volume="12", reporter="F.3d", reporters=("F.3d",), pin_pages=(300,),
    )  # fmt: skip
    folded = FoldedText(text, (0,), (0,), (len(text),))
    finding = check_quotation(quotation, citation, folded, OpinionIndex(source), lambda _: None)
    assert finding.reason == "quotation_altered"


PAGES = [
    # marks for 300 and 304 only: the words may stand on 301, 302 or 303
    (((0, "300"), (30, "304")), "gates are shut at nine", 302, "verified"),
    (((0, "300"), (30, "304")), "gates are shut at nine", 305, "refuted"),
    # words before the first mark stand on the case's first page
    (((30, "301"),), "gates are shut at nine", 300, "verified"),
    (((30, "301"),), "gates are shut at nine", 301, "refuted"),
    # after the last mark the pages go on to the case's last
    (((0, "300"), (1, "304")), "gates are shut at nine", 309, "verified"),
]


@pytest.mark.parametrize(("marks", "words", "pin", "outcome"), PAGES)
def test_pages_between_marks(
    marks: tuple[tuple[int, str], ...], words: str, pin: int, outcome: str
) -> None:
    source = plain("The gates are shut at nine....The bell is rung at ten by the warden.", marks)
    assert check(words, pin, source=source).outcome == outcome


def test_marks_of_another_reporter_do_not_judge_the_page() -> None:
    finding = check(
        "Each tenant keeps the key of his own gate", 77, source=opinion(reporter="F.2d")
    )
    assert finding.outcome == "verified"
    assert "not the cited reporter's" in finding.detail


def test_star_pages_do_not_judge_the_page() -> None:
    assert check("Each tenant keeps the key of his own gate", "*3").outcome == "verified"


def test_pinned_note_holds_the_words() -> None:
    finding = check("neither deed mentions the tolls", 303, notes=("4",))
    assert (finding.outcome, finding.reason) == ("verified", "in_footnote")
    # The note's number is right, its page is far off.
    finding = check("neither deed mentions the tolls", 309, notes=("4",))
    assert (finding.outcome, finding.reason) == ("refuted", "quotation_on_other_page")


def test_of_several_places_the_pinned_one_counts() -> None:
    text = "The gates are shut at nine. Then the gates are shut at nine."
    source = plain(text, ((0, "300"), (28, "301"), (len(text), "302")))
    assert check("gates are shut at nine", 301, source=source).evidence[0].page == "301"


OWN_MARKS = [
    # a bracket that ends the word otherwise than the source, beside a true change
    ("He rests his plea upon the deed.", "he rest[ed] his plea on the deed", ("on", "upon")),
    # a bracket that keeps the negation of the word it is part of
    ("He cannot fairly be read to deny it.", "he c[ould not] fairly be read to deny", None),
    # and one that loses it
    ("He cannot fairly be read to deny it.", "he c[ould] fairly be read to deny", ("", "")),
    # a reference within the opinion passed over
    ("It is common, post, at 573, to rest on it.", "it is common to rest on it", None),
    # a treatise cited within
    (
        "It is common to rest a plea on such a deed, 9 Marlowe on Deeds (3d ed. 1940) p. 7, "
        "and the owner of the mill may then ask for the toll.",
        "common to rest a plea on such a deed and the owner of the mill may then ask for the toll",
        None,
    ),
    # a number of the source left out is a change
    ("He holds it for 30 days at most.", "he holds it for days at most", ("", "30")),
    # the source's own bracket
    ("He ha[d] entered into the deed of sale.", "he had entered into the deed", None),
]


@pytest.mark.parametrize(("source", "words", "change"), OWN_MARKS)
def test_brackets_and_references_inside(
    source: str, words: str, change: tuple[str, str] | None
) -> None:
    finding = check(words, 300, source=plain(source))
    assert finding.outcome == ("verified" if change is None else "refuted")
    if change and any(change):
        assert [(c.written, c.source) for c in finding.changes] == [change]


def test_words_of_a_string_citation_may_be_those_of_another() -> None:
    text = '"a promise to marry binds the heirs"'
    quotation = AttributedQuotation(
        Quotation(Span(1, len(text) - 1), Span(0, len(text)), "inline"), "sure"
    )
    citation = Citation(
        "full", "12 F.3d 300", Span(0, 1), Span(0, 1),
        volume="12", reporter="F.3d", reporters=("F.3d",), pin_pages=(300,), in_string=True,
    )  # fmt: skip
    folded = FoldedText(text, (0,), (0,), (len(text),))
    finding = check_quotation(quotation, citation, folded, OpinionIndex(opinion()), lambda _: None)
    assert finding.reason == "association_not_sure"


def test_page_of_an_id_in_a_parallel_reporter_is_not_judged() -> None:
    text = '"each tenant keeps the key of his own gate"'
    quotation = AttributedQuotation(
        Quotation(Span(1, len(text) - 1), Span(0, len(text)), "inline"), "sure"
    )
    citation = Citation(
        "id", "Id. at 1952", Span(0, 1), Span(0, 1),
        volume="12", reporter="F.3d", reporters=("F.3d",), pin_pages=(1952,),
    )  # fmt: skip
    folded = FoldedText(text, (0,), (0,), (len(text),))
    finding = check_quotation(quotation, citation, folded, OpinionIndex(opinion()), lambda _: None)
    assert finding.outcome == "verified"
    assert stands_in(quotation, folded, OpinionIndex(opinion()))
    assert not stands_in(quotation, folded, OpinionIndex(plain("The bell is rung at ten.")))


def test_separate_opinion_that_is_not_held_cannot_refute() -> None:
    parenthetical = Parenthetical("separate", "Roe, J., dissenting", Span(0, 1))
    finding = check(
        "a promise to marry binds the heirs",
        300,
        source=plain("The gates are shut at nine."),
        parentheticals=(parenthetical,),
    )
    assert finding.reason == "no_text"


def test_nearer_passage_counts_before_pieces_far_apart() -> None:
    filler = "The weather was fair and the market was full. " * 12
    text = f"The tenant keeps the keys. {filler}The tenant shall not keep the keys of the hall."
    finding = check("The tenant . . . keep the keys of the hall", 300, source=plain(text))
    assert finding.reason == "omission_drops_negation"


def test_letters_with_marks_and_ligatures_fold() -> None:
    source = plain("The ﬁnal coördination of façade and cœur was prejüdiced by the delay.")
    assert (
        check("final coordination of facade and coeur was prejudiced", 300, source=source).reason
        == "exact"
    )


ALPHABET = "ab .,[]()*'\"…-\n1é“”"


@settings(max_examples=150, deadline=None)
@given(st.text(ALPHABET, max_size=60), st.text(ALPHABET, max_size=120))
def test_any_text_gets_a_finding(words: str, source: str) -> None:
    finding = check(words, 300, source=plain(source))
    for evidence in finding.evidence:
        if evidence.span is None:
            # Nothing near the words: the case searched is named.
            assert finding.reason == "quotation_absent"
            continue
        assert 0 <= evidence.span.start < evidence.span.end <= len(source)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_any_run_of_whole_words_is_verified(data: st.DataObject) -> None:
    words = "".join(part + " " for part in BODY).split(" ")
    first = data.draw(st.integers(0, len(words) - 7))
    count = data.draw(st.integers(6, 20))
    finding = check(" ".join(words[first : first + count]).replace("\n", " "))
    assert finding.outcome == "verified"
