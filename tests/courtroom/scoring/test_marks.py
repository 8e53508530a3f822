"""Claims held against exhibits: tables of claims and what becomes of them."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from courtroom.scoring.mare import (
    DECLINE,
    FALSE,
    IN_EVIDENCE,
    LAME,
    MARE,
    OLDER,
    PAID,
    RECEIPT,
    RODE,
    SWOLLEN,
    TRUE_BUT_IDLE,
    UNMAPPED,
    VET,
    hear,
    says,
    submit,
    typed,
)
from growth import assert_growth
from voirdire.courtroom.scoring.marks import REASONS, mark_claims
from voirdire.courtroom.types import Action, Bearing, Case, Claim, Options, TypedValue
from voirdire.errors import CaseError

MANY_TURNS = Options(evidence_turns=400, max_steps=2000)


def mark(claim, file=MARE, before=IN_EVIDENCE):
    return mark_claims(file, hear(*before, says(claim), file=file))[-1]


@pytest.mark.parametrize(
    ("claim", "reason", "shown"),
    [
        # Word for word, whatever the marks, spaces and capitals.
        (SWOLLEN, "quoted", "The off hind leg was swollen and she could not trot"),
        (Claim("sound", "V", "  THE OFF hind\nleg was swollen. "), "quoted", None),
        (
            Claim("warranty", "R", "'and \"kind to ride\" I warrant her so'"),
            "quoted",
            "and \u2018kind to ride\u2019 I warrant her so",
        ),
        # The whole passage again, but no half of the quotation: four words of nine.
        (
            Claim("warranty", "R", "'wrote, and \"kind to ride\" I warrant her so'"),
            "not_on_issue",
            "wrote, \u201cand \u2018kind to ride\u2019 I warrant her so",
        ),
        # It bears on the issue by five shared words, or by holding the whole passage.
        (Claim("sound", "V", "she could not trot. I think the swelling was"), "quoted", None),
        (Claim("warranty", "R", "ride\u2019 I warrant her so"), "quoted", None),
        # One word altered, an antonym, a negation dropped, roles swapped with the same words.
        (FALSE, "quotation_absent", None),
        (
            Claim("sound", "V", "The off hind leg was sound and she could not trot"),
            "quotation_absent",
            None,
        ),
        (
            Claim("sound", "V", "The off hind leg was swollen and she could trot"),
            "quotation_absent",
            None,
        ),
        (
            Claim("warranty", "R", "Karl Dunn paid Anna Brook 12l. 10s. for the grey mare"),
            "quotation_absent",
            None,
        ),
        (
            Claim("warranty", "R", "Anna Brook paid Karl Dunn 12l. 11s. for the grey mare"),
            "quotation_absent",
            None,
        ),
        # True words of another exhibit.
        (Claim("sound", "R", "The off hind leg was swollen"), "other_exhibit", None),
        # The map ties it to no issue, or to another.
        (TRUE_BUT_IDLE, "not_on_issue", "I am a member of the Royal College"),
        (replace(SWOLLEN, issue="warranty"), "not_on_issue", None),
        # Four shared words do not tie it.
        (Claim("sound", "V", "older than a week. I am a member"), "not_on_issue", None),
        (replace(SWOLLEN, issue="colour"), "unknown_issue", None),
        # Too short, too long, and far too long to be looked at.
        (Claim("sound", "V", "The off hind leg"), "too_short", None),
        (Claim("sound", "V", f"{VET} {VET}"), "too_long", None),
        (Claim("sound", "V", "a" * 20_000), "too_long", None),
        (Claim("sound", "V", ""), "too_short", None),
        # Other stops; other words of the same letters; words cut.
        (Claim("warranty", "R", "On 3 May 1904, Anna Brook paid"), "punctuation_differs", None),
        (Claim("sound", "V", "I think the swell ing was older"), "spacing_differs", None),
        (Claim("warranty", "R", "a week of the sale. Mr. Dunn can"), "cut_short", None),
        # It says itself that it leaves out; what it gives must be there.
        (
            Claim("sound", "V", "I saw the mare on the 9th ... The off hind leg was swollen"),
            "own_change",
            None,
        ),
        (Claim("sound", "V", "[The surgeon:] The off hind leg was swollen"), "own_change", None),
        # What it puts in is no part of the exhibit, however it is marked.
        (Claim("sound", "V", "The off hind leg was [not] swollen and she"), "own_words", None),
        (Claim("sound", "V", "The off hind leg [ne ... pas] was swollen"), "own_words", None),
        (Claim("sound", "V", "The off hind leg [wasn\u2019t] was swollen"), "own_words", None),
        (Claim("sound", "V", "The off hind leg was [n\u200bot] swollen and"), "own_words", None),
        (
            Claim("sound", "V", "The off hind leg was [\uff2e\uff2f\uff34] swollen"),
            "own_words",
            None,
        ),
        (Claim("sound", "V", "The off hind leg [ninguna] was swollen and"), "own_words", None),
        (Claim("sound", "V", "The off hind leg [n'est] was swollen and"), "own_words", None),
        (Claim("sound", "V", "The off hind leg [नहीं] was swollen and"), "own_words", None),
        (Claim("sound", "V", "The [mare's] off hind leg was swollen"), "own_change", None),
        (
            Claim("sound", "V", "[the seller knew of it and] the off hind leg was swollen"),
            "own_words",
            None,
        ),
        (
            Claim("sound", "V", "I saw [with care] the mare on a day ... The off hind leg"),
            "quotation_absent",
            None,
        ),
        (
            Claim("sound", "V", "The off hind leg was swollen ... I saw the mare"),
            "quotation_absent",
            None,
        ),
        (
            Claim("sound", "V", "I saw the mare on the 8th ... The off hind leg was swollen"),
            "quotation_absent",
            None,
        ),
        # Exhibits that cannot be cited.
        (Claim("sound", "X", "The off hind leg was swollen"), "unknown_exhibit", None),
        (Claim("sound", "H", "Dunn had sold a lame horse before"), "not_admitted", None),
    ],
)
def test_quotations(claim, reason, shown):
    found = mark(claim)
    assert (found.reason, found.mark) == (reason, REASONS[reason][0])
    if shown:
        content = {e.id: e.content for e in MARE.case.exhibits}[claim.exhibit]
        assert content[slice(*found.span)] == shown


def test_a_supported_claim_says_for_whom():
    found = mark(RODE)
    assert (found.mark, found.bears, found.favours) == ("supported", True, "defence")
    assert (mark(TRUE_BUT_IDLE).bears, mark(TRUE_BUT_IDLE).favours) == (False, None)


# An exhibit of 120 words, "word1" to "word120", and passages of it by their first and last.
NUMBERED = tuple(f"word{number}" for number in range(1, 121))


def numbered(first, last):
    return " ".join(NUMBERED[first - 1 : last])


def of_numbers(*passages):
    """The case with these words for the surgeon's, and these passages on whether she was sound."""
    exhibits = tuple(
        replace(e, content=numbered(1, 120)) if e.id == "V" else e for e in MARE.case.exhibits
    )
    bearings = tuple(Bearing("V", "sound", side, numbered(*place)) for side, place in passages)
    return replace(
        MARE,
        case=replace(MARE.case, exhibits=exhibits),
        key=replace(MARE.key, bearings=bearings),
    )


FOR, AGAINST = "prosecution", "defence"
TEN_WORDS = ((FOR, (31, 40)),)
SIX_AND_FOUR = ((FOR, (61, 66)), (FOR, (71, 74)))
BOTH = ((AGAINST, (81, 86)), (FOR, (87, 96)))
ONE_WITHIN = ((AGAINST, (81, 90)), (FOR, (85, 98)))


@pytest.mark.parametrize(
    ("passages", "first", "last", "favours"),
    [
        # A window of thirty words that holds ten that bear; of twenty; of one more.
        (TEN_WORDS, 16, 45, None),
        (TEN_WORDS, 31, 50, FOR),
        (TEN_WORDS, 26, 45, FOR),
        (TEN_WORDS, 31, 51, None),
        # Five words of the passage in ten, and in eleven; four of six are too few in any case.
        (TEN_WORDS, 36, 45, FOR),
        (TEN_WORDS, 36, 46, None),
        (TEN_WORDS, 37, 42, None),
        # Two passages of one side make the half together, ten words of twenty, not of 21.
        (SIX_AND_FOUR, 61, 74, FOR),
        (SIX_AND_FOUR, 57, 76, FOR),
        (SIX_AND_FOUR, 56, 76, None),
        # Of both sides: ten words of sixteen against six; six of ten against four; and of
        # twenty-two neither has its half, though both together would.
        (BOTH, 81, 96, FOR),
        (BOTH, 81, 90, AGAINST),
        (BOTH, 79, 100, None),
        # Both have their half of the same words: ten against six, and six against ten.
        (ONE_WITHIN, 81, 90, AGAINST),
        (ONE_WITHIN, 85, 94, FOR),
    ],
)
def test_half_of_a_quotation_bears_on_the_issue_for_one_side(passages, first, last, favours):
    found = mark(Claim("sound", "V", numbered(first, last)), of_numbers(*passages))
    assert found.favours == favours
    assert found.reason == ("quoted" if favours else "not_on_issue")
    assert found.mark == ("supported" if favours else "unchecked")


def test_words_parted_at_a_line_end_are_the_word():
    claim = Claim("warranty", "R", "the money was discharged at Fetter-lane - all of it")
    found = mark(claim, UNMAPPED)
    assert found.reason == "quoted"
    assert RECEIPT[slice(*found.span)].startswith("the money was dis-\ncharged at")


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        # Equal to a fact in its role, in any writing.
        (typed("R", "amount", "12.50 GBP", "price paid"), "value_equal"),
        (typed("R", "amount", "12l. 10s.", "the Price paid"), "value_equal"),
        (typed("R", "date", "1904-05-03", "day of the sale"), "value_equal"),
        (typed("R", "name", "Mrs Anna Brook", "buyer"), "value_equal"),
        (typed("G", "date", "1904-05-06", "day of the gallop", "sound"), "value_equal"),
        # The same fact bears on another issue only.
        (typed("R", "name", "Anna Brook", "buyer", "sound"), "not_on_issue"),
        (typed("R", "name", "Anna Brook", "buyer", "colour"), "unknown_issue"),
        # The seller is no buyer, the saddle's price is not the mare's.
        (typed("R", "name", "Karl Dunn", "buyer"), "role_differs"),
        (typed("R", "amount", "2.00 GBP", "price paid"), "role_differs"),
        # Nobody wrote down what it is.
        (typed("R", "name", "Anna Brook", "wife"), "role_not_known"),
        (typed("R", "amount", "12.50 GBP"), "role_not_known"),
        (typed("V", "name", "Royal College", "employer"), "role_not_known"),
        # A day without its year; a sum that is a number only.
        (typed("V", "date", "1904-05-09", "day of the visit"), "partly_stated"),
        (typed("G", "amount", "11.00 USD", "wages"), "partly_stated"),
        # Nowhere in the exhibit: refuted, unless the case has it elsewhere.
        (typed("R", "amount", "13.00 GBP", "price paid"), "value_absent"),
        (typed("R", "date", "1904-05-04", "day of the sale"), "value_absent"),
        (typed("R", "name", "Silas Crane", "buyer"), "value_absent"),
        (typed("R", "date", "1904-05-06", "day of the sale"), "elsewhere_in_record"),
        (typed("V", "amount", "12.50 GBP", "price paid"), "elsewhere_in_record"),
        # No such form.
        (typed("R", "amount", "a fair sum", "price paid"), "value_not_read"),
        (typed("R", "date", "03/05/1904", "day of the sale"), "value_not_read"),
        (typed("X", "amount", "12.50 GBP", "price paid"), "unknown_exhibit"),
        (typed("H", "name", "Dunn", "seller"), "not_admitted"),
    ],
)
def test_typed_values(claim, reason):
    assert mark(claim).reason == reason


def test_a_typed_value_shows_its_own_words():
    claims = {
        "12l. 10s.": typed("R", "amount", "12.50 GBP", "price paid"),
        "3 May 1904": typed("R", "date", "1904-05-03", "day of the sale"),
        "Karl Dunn": typed("R", "name", "Karl Dunn", "seller"),
    }
    for shown, claim in claims.items():
        assert RECEIPT[slice(*mark(claim).span)] == shown


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        # Without a map no tie to the issue is asked for, but the issue must be one.
        (replace(SWOLLEN, issue="warranty"), "quoted"),
        (TRUE_BUT_IDLE, "quoted"),
        (replace(SWOLLEN, issue="colour"), "unknown_issue"),
        (FALSE, "quotation_absent"),
        (typed("R", "amount", "12.50 GBP"), "value_stated"),
        (typed("R", "date", "1904-05-03"), "value_stated"),
        # What it was paid for, and what a name is, nobody wrote down.
        (typed("R", "amount", "12.50 GBP", "price paid"), "role_not_known"),
        (typed("R", "name", "Anna Brook"), "role_not_known"),
        (typed("R", "amount", "13.00 GBP"), "value_absent"),
    ],
)
def test_without_an_issue_map(claim, reason):
    found = mark(claim, UNMAPPED)
    assert (found.reason, found.bears, found.favours) == (reason, None, None)


def in_language(file, language):
    return replace(file, case=replace(file.case, language=language))


def test_values_in_free_text_are_read_in_english_only():
    spanish = in_language(MARE, "es")
    absent = typed("R", "amount", "13.00 GBP", "price paid")
    assert mark(absent, spanish).reason == "language"
    # Facts and quotations do not depend on it.
    assert mark(typed("R", "amount", "12.50 GBP", "price paid"), spanish).reason == "value_equal"
    assert mark(typed("R", "name", "Karl Dunn", "buyer"), spanish).reason == "role_differs"
    assert mark(FALSE, spanish).reason == "quotation_absent"


def sustain(objection, *after):
    """An objection that the other side answers and the judge sustains."""
    answer = Action("respond_to_objection", "It is in order.")
    return (objection, answer, Action("rule_on_objection", ruling="sustained"), *after)


def test_an_exhibit_excluded_before_and_after_it_was_cited():
    gossip = Claim("sound", "H", "Dunn had sold a lame horse before this one")
    trial = hear(
        *IN_EVIDENCE,
        submit("H"),
        *sustain(Action("object", ground="hearsay"), DECLINE),
        says(gossip),
        DECLINE,
        says(gossip),
    )
    assert [(m.reason, m.counted) for m in mark_claims(MARE, trial)] == [
        ("excluded", True),
        ("excluded", False),
    ]


def test_an_exhibit_excluded_after_it_was_cited():
    """The answer to the objection cites the exhibit that the ruling excludes."""
    gossip = Claim("sound", "H", "Dunn had sold a lame horse before this one")
    answered = says(gossip, kind="respond_to_objection")
    trial = hear(
        *IN_EVIDENCE,
        submit("H"),
        Action("object", ground="hearsay"),
        answered,
        Action("rule_on_objection", ruling="sustained"),
    )
    assert [(m.reason, m.mark, m.counted) for m in mark_claims(MARE, trial)] == [
        ("excluded_later", "unchecked", False)
    ]


def test_struck_and_void_entries_are_not_counted():
    trial = hear(*IN_EVIDENCE, says(SWOLLEN), *sustain(Action("object", ground="argumentative")))
    (struck,) = mark_claims(MARE, trial)
    assert (struck.mark, struck.counted) == ("supported", False)
    trial = hear(*IN_EVIDENCE, says(SWOLLEN, OLDER, LAME, PAID))
    assert {(m.reason, m.counted) for m in mark_claims(MARE, trial)} == {("void", False)}
    # Out of phase: refused, and void.
    trial = hear(*IN_EVIDENCE, says(SWOLLEN, kind="summarize_case"))
    assert [(m.reason, m.counted) for m in mark_claims(MARE, trial)] == [("void", False)]


def test_duplicates_count_once():
    part = Claim("sound", "V", "swollen and she could not trot")
    price = typed("R", "amount", "12.50 GBP", "price paid")
    trial = hear(
        *IN_EVIDENCE,
        says(SWOLLEN, part, OLDER),
        says(SWOLLEN),
        says(SWOLLEN, FALSE, replace(FALSE, quotation="the MARE was blind within a week!")),
        DECLINE,
        says(price, replace(price, value=TypedValue("amount", "12l. 10s.", "price paid")), PAID),
    )
    counted = [mark.counted for mark in mark_claims(MARE, trial)]
    assert counted == [
        *(True, False, True),
        # The other side's claim is its own.
        True,
        *(False, True, False),
        # The sale's words hold the price's.
        *(True, False, False),
    ]


def test_a_sentence_cut_into_pieces_counts_once():
    words = ("The off hind leg was", "swollen and she could not trot")
    pieces = [Claim("sound", "V", each) for each in words]
    marks = mark_claims(MARE, hear(*IN_EVIDENCE, says(*pieces)))
    assert [mark.mark for mark in marks] == ["supported", "supported"]
    assert [mark.counted for mark in marks] == [True, False]
    # So it does where nobody wrote a map.
    bare = mark_claims(UNMAPPED, hear(*IN_EVIDENCE, says(*pieces), file=UNMAPPED))
    assert [mark.counted for mark in bare] == [True, False]


def test_what_is_not_counted_takes_no_words_from_what_follows():
    """The second has the end of the first's sentence; the third the sentence after."""
    first = Claim("sound", "V", "The off hind leg was swollen")
    second = Claim("sound", "V", "and she could not trot. I think the")
    third = Claim("sound", "V", "I think the swelling was older")
    marks = mark_claims(MARE, hear(*IN_EVIDENCE, says(first, second, third)))
    assert [mark.counted for mark in marks] == [True, False, True]


def test_one_passage_on_two_issues():
    both = (replace(SWOLLEN, issue="warranty"), SWOLLEN)
    assert [m.counted for m in mark_claims(MARE, hear(*IN_EVIDENCE, says(*both)))] == [True, True]
    # Without a map the issue says nothing, and the passage counts once.
    trial = hear(*IN_EVIDENCE, says(*both), file=UNMAPPED)
    assert [m.counted for m in mark_claims(UNMAPPED, trial)] == [True, False]


def test_what_was_not_yet_in_evidence_may_be_cited_again():
    early = hear(says(SWOLLEN), says(), submit("V"), DECLINE, says(SWOLLEN))
    assert [(m.reason, m.counted) for m in mark_claims(MARE, early)] == [
        ("not_admitted", True),
        ("quoted", True),
    ]


def test_the_trial_of_another_case():
    other = replace(MARE, case=replace(MARE.case, id="other"))
    with pytest.raises(CaseError, match="another case, mare"):
        mark_claims(other, hear())


def test_claims_that_want_to_be_slow():
    """Long quotations and many claims: bounded, and the exhibits are folded once."""
    periodic = "the said the said " * 6000
    case: Case = replace(
        MARE.case,
        exhibits=tuple(
            replace(e, content=periodic + e.content) if e.id == "V" else e
            for e in MARE.case.exhibits
        ),
    )
    file = replace(MARE, case=case)
    long = Claim("sound", "V", ("the said " * 3000)[:20_000])
    repeated = Claim("sound", "V", "the said the said the said the said said")
    stops = Claim("sound", "V", ". " * 1900)

    def work(count: int) -> Callable[[], object]:
        turns = [says(long, repeated, stops) for _ in range(count)]
        trial = hear(*IN_EVIDENCE, *turns, file=file, options=MANY_TURNS)
        return lambda: mark_claims(file, trial)

    marks = work(300)()
    assert len(marks) == 900
    assert {m.mark for m in marks} == {"unchecked", "refuted"}
    assert_growth(work, 75)


def test_every_reason_is_documented():
    page = (Path(__file__).parents[3] / "docs" / "trial-scores.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| (supported|refuted|unchecked) \|", page, re.MULTILINE))
    assert rows == {code: outcome for code, (outcome, _) in REASONS.items()}
