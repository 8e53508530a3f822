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
from voirdire.courtroom.imports.states import STATES, find_states
from voirdire.courtroom.imports.striking import (
    strike_applications,
    strike_states,
    strike_year,
)

FILES = list(read_trials(ROWS / "ecthr.jsonl"))


def test_one_case_an_article_in_order_of_articles() -> None:
    assert [(each.metadata["article"], each.key.decision) for each in FILES] == [
        ("6", "violation"),
        ("8", "violation"),
        ("10", "no_violation"),
        ("P1-1", "no_violation"),
        ("10", "violation"),
    ]
    assert [bool(each.key.reasons) for each in FILES] == [True, False, False, False, False]
    assert len({each.case.id for each in FILES}) == 5


def _row() -> EcthrRow:
    _, row = next(iter(read_rows(ROWS / "ecthr.jsonl")))
    assert isinstance(row, EcthrRow)
    return row


def test_an_article_in_both_lists_is_left_out() -> None:
    both = _row().model_copy(update={"not_violated_articles": ["8", "10"]})
    assert [each.metadata["article"] for each in import_ecthr(both)] == ["6", "10"]


def test_what_is_composed() -> None:
    case = FILES[3].case
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
    named = _row().model_copy(update={"name": "ORLAN (SLOVENIA) LIMITED v. SLOVENIA"})
    file, *_ = import_ecthr(named)
    assert file.case.title == "ORLAN ([State]) LIMITED v. the respondent State"


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
        # With a numeral or a letter, in any case of letters, with more words of a heading.
        ("B. Proceedings before the Commission", True),
        ("3. PROCEEDINGS BEFORE THE COMMISSION", True),
        ("II. THE PROCEEDINGS BEFORE THE COMMISSION", True),
        ("AS TO THE PROCEEDINGS BEFORE THE COMMISSION", True),
        ("C. FINAL SUBMISSIONS TO THE COURT", True),
        ("(b) Proceedings before the former European Commission of Human Rights", True),
        ("IV – The proceedings before the Commission and its report", True),
        ("THE PARTIES’ FINAL SUBMISSIONS", True),
        ("Opinion of the Commission", True),
        ("PROCEEDINGS\xa0BEFORE THE COMMISSION.", True),
        # Sentences, other commissions, other submissions.
        ("12. Proceedings before the Commission began on 3 May.", False),
        ("Proceedings before the Commission were stayed.", False),
        ("Final submissions were made by the prosecutor.", False),
        ("C. Proceedings before the Commission of Inquiry", False),
        ("C. Proceedings before the Commission for Racial Equality", False),
        ("He wrote of the proceedings before the Commission", False),
    ],
)
def test_what_ends_the_facts(line: str, ends: bool) -> None:
    assert ("behind it" in cut_facts(f"7. The facts.\n{line}\nbehind it")) is not ends


def test_a_line_of_a_wrapped_sentence_is_no_heading() -> None:
    text = "7. He asked for a copy of the\nproceedings before the Commission\nand had none."
    assert cut_facts(text) == text


# A sentence that stands among the facts without a heading, and whether it goes.
@pytest.mark.parametrize(
    ("sentence", "goes"),
    [
        ("In its report of 2 May 1995 the Commission expressed the opinion that there had been "
         "a violation of Article 8.", True),
        ("In its report\nof 2 May 1995 (Article 31) it expressed by ten votes to two\nthe opinion "
         "that there had been no violation.", True),
        ("The Commission found, unanimously, no breach of Article 6.", True),
        ("There had been, in the Commission's opinion, a violation of Article 8.", True),
        ("On 2 May 2012 a Chamber of the Second Section held that there had been no violation of "
         "Article 8 of the Convention.", True),
        ("By a judgment of that year the Grand Chamber found a violation.", True),
        # What was asked of it, and other bodies.
        ("The applicant asked the Commission to find a violation of Article 8.", False),
        ("The applicant complained to the Commission, which considered it, of a breach of "
         "Article 8.", False),
        ("In its report the Commission gave the following account of what he said:", False),
        ("The Electoral Commission found a violation of Article 3 of the Act.", False),
        ("The Commission on Human Rights found gross violations.", False),
        ("The Commission found a breach of section 2 of the Code.", False),
        ("The Grand Chamber of the Supreme Court found a violation of Article 8.", False),
        ("The Civil Chamber found no violation of Article 8.", False),
        ("A special commission found that Article 29 had been violated.", False),
    ],
)  # fmt: skip
def test_what_the_commission_or_a_chamber_found(sentence: str, goes: bool) -> None:
    kept = cut_facts(f"7. The mill was closed.\n8. He wrote. {sentence} He went.\n9. It was so.")
    left = kept.removeprefix("7. The mill was closed.\n8. He wrote. ")
    assert left == ("" if goes else f"{sentence} ") + "He went.\n9. It was so."


def test_a_list_of_what_the_commission_found() -> None:
    text = (
        "8. He wrote. The Commission concluded:\n(a) by ten votes to two that there had been a "
        "violation of Article 8;\n(b) unanimously that there had been no breach of Article 10.\n"
        "9. The mill was sold, which was a breach of the lease.\n"
    )
    assert cut_facts(text) == (
        "8. He wrote. The Commission concluded:\n"
        "9. The mill was sold, which was a breach of the lease."
    )


# A text of a judgment against a State, and what is left of it.
STRUCK = [
    ("AUSTRIA", "He lives in Austria. AUSTRIA’s courts", "He lives in [State]. [State]’s courts"),
    ("AUSTRIA", "an Austrian national; An Austrian law", "a [State] national; A [State] law"),
    ("AUSTRIA", "Two Austrians and the Republic of Austria",
     "Two [State nationals] and [State]"),
    ("AUSTRIA", "in Germany, for a German; see Roe v. Austria",
     "in Germany, for a German; see Roe v. [State]"),
    ("THE UNITED KINGDOM",
     "The United Kingdom said; the United Kingdom Government, the British courts, English law, "
     "England and Wales, Northern Ireland, the UK. The Irish courts and New South Wales said.",
     "[State] said; the [State] Government, the [State] courts, [State] law, "
     "[State], [State], [State]. The Irish courts and New South Wales said."),
    ("THE UNITED KINGDOM", "Mr English of Great Britain and Northern Ireland",
     "Mr English of [State] and [State]"),
    ("IRELAND", "Ireland and Northern Ireland; the Irishman", "[State] and Northern Ireland; "
     "the [State national]"),
    ("THE NETHERLANDS", "in the Netherlands. The Netherlands authorities and the Dutch, the "
     "Kingdom of the\nNetherlands", "in [State]. The [State] authorities and the [State], [State]"),
    ("THE CZECH REPUBLIC", "the Czech Republic; Czechs; the Czech courts; Czechoslovak",
     "[State]; [State nationals]; the [State] courts; Czechoslovak"),
    ("RUSSIA", "the Russian Federation of 1994; the Criminal Code of the Russian Federation",
     "[State] of 1994; the Criminal Code of [State]"),
    ("TURKEY", "the “Turkish Republic of Northern Cyprus”; Turks; Turkish-Cypriot",
     "the “[State] Republic of Northern Cyprus”; [State nationals]; [State]-Cypriot"),
    ("ROMANIA AND BULGARIA", "Romania wrote to the Bulgarian court; two Bulgarians",
     "[State 1] wrote to the [State 2] court; two [State 2 nationals]"),
    ("THE REPUBLIC OF MOLDOVA", "the Republic of Moldova, polish", "[State], polish"),
    ("POLAND", "He would polish it in Polish, like a Pole", "He would polish it in [State], like a "
     "[State national]"),
    ("THE UNITED KINGDOM", "a Scot, a Scotsman and two Scotsmen; Scots law and the Scots",
     "a [State national], a [State national] and two [State nationals]; [State] law and the "
     "[State]"),
    ("THE UNITED KINGDOM", "British Columbia, BRITISH  COLUMBIA, New-England; British land",
     "British Columbia, BRITISH  COLUMBIA, New-England; [State] land"),
    ("GEORGIA", "South Georgia and southern Georgia", "South Georgia and southern [State]"),
    ("THE NETHERLANDS", "Netherlanders in the Dutch East Indies and New Holland",
     "[State nationals] in the Dutch East Indies and New Holland"),
    ("ROMANIA", "Rumania and the Rumanian courts; Roumania", "[State] and the [State] courts; "
     "[State]"),
    ("MONACO", "the Monégasque courts, MONÉGASQUE law", "the [State] courts, [State] law"),
    ("TURKEY", "Türkiye, TÜRKİYE, TÜRKIYE and Turkiye", "[State], [State], [State] and [State]"),
    # Only there is the North another's.
    ("ITALY", "Northern Italy and the New Italian Code", "Northern [State] and the New [State] "
     "Code"),
    # No member of the Council, and a name that tells nothing: the State named most often.
    ("RURITANIA", "in Ruritania", "in [State]"),
    (None, "the Dutch police, the Netherlands, Dutch law, Turkey",
     "the [State] police, [State], [State] law, Turkey"),
    (None, "No State at all.", "No State at all."),
]  # fmt: skip


@pytest.mark.parametrize(("state", "text", "left"), STRUCK)
def test_the_respondent_state_is_struck(state: str | None, text: str, left: str) -> None:
    states = find_states(f"V. V. v. {state} (No. 2)" if state else "V. V.", text)
    assert strike_states(text, states) == left


# What stands behind the "v." of a caption, and the States that it names.
CAPTIONS = [
    ("SLOVENIA [GC]", ["Slovenia"]),
    ("ROMANIA.", ["Romania"]),
    ("TÜRKİYE", ["Turkey"]),
    ("TÜRKIYE", ["Turkey"]),
    ("Tu\u0308rkiye", ["Turkey"]),
    ("ITALY - 1234", ["Italy"]),
    ("ITALY – 1234/05 – FRANCE", ["Italy"]),
    ("GERMANY (No. 2)", ["Germany"]),
    ("GERMANY No. 2", ["Germany"]),
    ("POLAND AND OTHERS", ["Poland"]),
    ("POLAND AND 2 OTHERS", ["Poland"]),
    ("SLOVENIA (just satisfaction)", ["Slovenia"]),
    ("SLOVENIA, just satisfaction", ["Slovenia"]),
    ("SLOVENIA (dec.)", ["Slovenia"]),
    ("THE U.K.", ["United Kingdom"]),
    ("THE GOVERNMENT OF CROATIA", ["Croatia"]),
    ("THE SWISS CONFEDERATION", ["Switzerland"]),
    ("THE SLOVAK REPUBLIC", ["Slovakia"]),
    ("BOSNIA AND HERZEGOVINA", ["Bosnia and Herzegovina"]),
    ("MOLDOVA AND RUSSIA [GC]", ["Moldova", "Russia"]),
    # No members: other places, and one that nobody knows.
    ("SOUTH GEORGIA", ["South Georgia"]),
    ("RURITANIA [GC]", ["Ruritania"]),
    ("THE KINGDOM OF RURITANIA.", ["Ruritania"]),
    ("RURITANIA AND OTHERS", ["Ruritania"]),
    ("RURITANIA, No. 2", ["Ruritania"]),
    ("RURITANIA - 1234", ["Ruritania"]),
]


@pytest.mark.parametrize(("behind", "states"), CAPTIONS)
def test_the_state_of_a_caption(behind: str, states: list[str]) -> None:
    found = find_states(f"ORLAN v. {behind}", "in Austria")
    assert [each.name for each in found] == states


def test_no_seat_is_told_the_respondent_state() -> None:
    for file in FILES:
        assert not re.search("Sloven|Netherlands|Dutch", str(file.case), re.IGNORECASE)
    assert "is a [State] national who was born in 1950" in FILES[0].case.exhibits[0].content
    assert FILES[4].case.exhibits[0].content.endswith("of letters and photographs.")
    assert "the [State] police searched" in FILES[4].case.exhibits[0].content


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
    # Only behind a party's word is the Court of it, and only in one sentence.
    ("They said so. and the Court finds that they had, they argued, been late.",) * 2,
    ("He argued so.\nthe Court finds that it was so.", ""),
    (
        "They agreed with the Chamber’s finding of no violation. It had been lawful.",
        "It had been lawful.",
    ),
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


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("on 3.5.2010, 12.10.2010 and in 2010.", "on 3.5.[year], 12.10.[year] and in [year]."),
        # Other numbers, and other years, stay.
        ("1.2010 kg, 2,010 and 22010; 2009", "1.2010 kg, 2,010 and 22010; 2009"),
    ],
)
def test_the_year_is_struck_where_it_stands_alone(text: str, left: str) -> None:
    assert strike_year(text, 2010) == left


@needs_shared
def test_the_published_facts_are_whole_up_to_the_cut() -> None:
    cut = 0
    for _, row in read_rows(published("ecthr")):
        assert isinstance(row, EcthrRow)
        first, *_ = import_ecthr(row)
        facts = "\n".join(each.content for each in first.case.exhibits if each.holder == "joint")
        kept = cut_facts(row.text)
        struck = strike_states(
            strike_applications(strike_year(kept, row.year)), find_states(row.name, row.text)
        )
        assert "".join(facts.split()) == "".join(struck.split()), row.id
        cut += len(kept.split()) < len(row.text.split())
        assert not re.search(r"(?i)commission expressed", facts), row.id
    # 26 end at a heading; one quotes the Commission on another case.
    assert cut == 27


@needs_shared
def test_the_respondent_state_is_named_in_no_published_text() -> None:
    left = []
    for file in read_trials(published("ecthr")):
        names = [each.name for each in STATES if each.name in file.metadata["state"]]
        assert names, file.source
        words = [
            word
            for each in STATES
            if each.name in names
            for word in (*each.names, *each.adjectives, *each.people)
        ]
        pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})s?(?!\w)"
        told = "\n".join([file.case.title, *(each.content for each in file.case.exhibits)])
        left += [
            told[max(0, match.start() - 9) : match.end()] for match in re.finditer(pattern, told)
        ]
    # Another place, in the one judgment against Ireland.
    assert left == ["Northern Ireland"]


@needs_shared
def test_the_one_span_of_the_courts_reasoning_is_gone() -> None:
    files = [each for each in read_trials(published("ecthr")) if "001-140022" in each.source]
    told = " ".join(each.content for file in files for each in file.case.exhibits)
    assert len(files) == 2
    assert "Supreme Administrative Court for approximately" not in told
    assert "was excessive and failed to meet" not in told
    assert "could not be considered to be unreasonable" in told
