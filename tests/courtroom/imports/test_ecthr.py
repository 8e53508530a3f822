"""A judgment of the European Court, cut into one case an article."""

import re

import pytest

from courtroom.imports.published import ROWS, published
from shared_data import needs_shared
from voirdire.courtroom.imports.ecthr import (
    cut_facts,
    import_ecthr,
    keep_argument,
    named_article,
)
from voirdire.courtroom.imports.read import read_trials
from voirdire.courtroom.imports.rows import EcthrRow, read_rows
from voirdire.courtroom.imports.striking import strike_applications, strike_year

FILES = list(read_trials(ROWS / "ecthr.jsonl"))


def test_one_case_an_article() -> None:
    assert [(each.metadata["article"], each.key.decision) for each in FILES] == [
        ("8", "violation"),
        ("6", "violation"),
        ("P1-1", "no_violation"),
        ("10", "no_violation"),
        ("10", "violation"),
    ]
    assert [bool(each.key.reasons) for each in FILES] == [False, True, False, False, False]
    assert len({each.case.id for each in FILES}) == 5


def test_an_article_in_both_lists_is_left_out() -> None:
    row = next(iter(read_rows(ROWS / "ecthr.jsonl")))
    assert isinstance(row, EcthrRow)
    both = row.model_copy(update={"not_violated_articles": ["8", "10"]})
    assert [each.metadata["article"] for each in import_ecthr(both)] == ["6", "10"]


def test_what_is_composed() -> None:
    case = FILES[2].case
    assert case.title == "VASKO AND OTHERS v. the respondent State"
    assert case.issues[0].question == "Has there been a violation of Article 1 of Protocol No. 1?"
    assert case.sides == ("applicant", "respondent State")
    assert [(each.title, each.holder) for each in case.exhibits] == [
        ("The facts", "joint"),
        ("The applicant's arguments", "prosecution"),
        ("The Government's arguments", "defence"),
    ]
    assert FILES[2].metadata["state"] == "Slovenia"
    assert FILES[4].metadata["state"] == "Netherlands"


def test_a_company_that_bears_the_name_of_the_state() -> None:
    row = next(iter(read_rows(ROWS / "ecthr.jsonl")))
    assert isinstance(row, EcthrRow)
    named = row.model_copy(update={"name": "ORLAN (SLOVENIA) LIMITED v. SLOVENIA"})
    file, *_ = import_ecthr(named)
    assert file.case.title == "ORLAN [State] LIMITED v. the respondent State"


def test_the_facts_end_before_the_commission() -> None:
    facts = FILES[0].case.exhibits[0].content
    assert facts.endswith("was heard on the order.")
    assert "(application no. [application] was lodged later)" in facts
    # A quoted law is numbered too; its numbers begin no paragraph and are not lost.
    assert "“1. A mill may be closed on a written order." in facts


# Headings that end the facts, and lines that do not.
@pytest.mark.parametrize(
    ("line", "ends"),
    [
        ("PROCEEDINGS BEFORE THE COMMISSION", True),
        ("proceedings before the commission", True),
        ("III.  PROCEEDINGS  BEFORE THE EUROPEAN COMMISSION OF HUMAN RIGHTS", True),
        ("FINAL SUBMISSIONS MADE TO THE COURT", True),
        ("Concluding submissions by the Government", True),
        ("E. Proceedings before the Court of Appeal", False),
        ("(b) Oral submissions and witness statements", False),
        ("The final submissions of the prosecutor were filed in May.", False),
    ],
)
def test_what_ends_the_facts(line: str, ends: bool) -> None:
    assert ("behind it" in cut_facts(f"7. The facts.\n{line}\nbehind it")) is not ends


# An annotated argument, and what of it is a party's.
ARGUMENTS = [
    ("The Government asked the Court to find no violation.",) * 2,
    ("The applicant argued that the Court had held otherwise in 1990.",) * 2,
    ("The Court notes that the applicant alleged a breach.",) * 2,
    (
        "They relied on Roe v. Austria, no. 1/90. The Court considers that it is founded.",
        "They relied on Roe v. Austria, no. 1/90.",
    ),
    ("He was not heard. The Court will examine this under Article 6.", "He was not heard."),
    ("The Court observes that it took nine years. It thus was long. He was ill.", "He was ill."),
    ("As to delay, the Court finds that there was none.", ""),
    ("The Court is, therefore, satisfied that the aim was lawful.", ""),
]


@pytest.mark.parametrize(("span", "kept"), ARGUMENTS)
def test_the_courts_own_words_are_dropped(span: str, kept: str) -> None:
    assert keep_argument(span) == kept


@pytest.mark.parametrize(
    ("article", "words"),
    [
        ("8", "Article 8 of the Convention"),
        ("P1-3", "Article 3 of Protocol No. 1"),
        ("P4-2", "Article 2 of Protocol No. 4"),
    ],
)
def test_articles_in_words(article: str, words: str) -> None:
    assert named_article(article) == words


@needs_shared
def test_the_published_facts_are_whole_up_to_the_cut() -> None:
    cut = 0
    for row in read_rows(published("ecthr")):
        assert isinstance(row, EcthrRow)
        first, *_ = import_ecthr(row)
        facts = "\n".join(each.content for each in first.case.exhibits if each.holder == "joint")
        kept = cut_facts(row.text)
        struck = strike_applications(strike_year(kept, row.year))
        assert "".join(facts.split()) == "".join(struck.split()), row.id
        cut += len(kept.split()) < len(row.text.split())
        assert not re.search(r"(?i)commission expressed", facts), row.id
    assert cut == 26


@needs_shared
def test_the_one_span_of_the_courts_reasoning_is_gone() -> None:
    files = [each for each in read_trials(published("ecthr")) if "001-140022" in each.source]
    told = " ".join(each.content for file in files for each in file.case.exhibits)
    assert len(files) == 2
    assert "Supreme Administrative Court for approximately" not in told
    assert "was excessive and failed to meet" not in told
    assert "could not be considered to be unreasonable" in told
