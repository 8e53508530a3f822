"""A varied case has other names, years, amounts and order, and the same truth."""

import re
from collections import Counter
from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from courtroom.cases.ladder import LADDER
from voirdire.courtroom.cases.load import dump_case, written_case, written_cases
from voirdire.courtroom.cases.names import find_names, spell_like
from voirdire.courtroom.cases.validate import validate_case
from voirdire.courtroom.cases.vary import scale, vary_case
from voirdire.courtroom.types import Exhibit

# The people and the parties of each case, none of which may be left.
NAMES = {
    "arson_021": "Piers Haldrow Lena Marsk Runa Sebold Ebba Loft Hanne",
    "arson_022": "Oda Verrick Sten Marrow Klara Jasper Hugo Penrose Coyle",
    "contract_001": "Wenna Corrow Stallbridge Ennis Marl Josse Hale Pellbury",
    "contract_002": "Dario Fennick Larkmoor Ottiline Brack Sefa Lundy Dunmarrow Sennet",
    "contract_011": "Brackwater Odile Farrance Benedikt Cosmo Hester Lorcan Skerrin",
    "contract_012": "Tolvane Casimir Brode Edda Garrick Ulf Maddern Nethermoor",
    "contract_021": "Tarnbeck Issel Amery Oakham Farrow Joost Lukas Hollis",
    "contract_022": "Halden Corrick Nunn Greta Imre Orla Sandor Mirrow",
    "fraud_001": "Oxmere Petra Lindhall Oskar Brede Hanne Stroll",
    "fraud_002": "Calder Ruben Tasker Lowell Crane Imre Castell Dunya Brigg",
    "fraud_021": "Medlar Joren Pask Brandreth Annis Osbert Wessel Ruddock",
    "fraud_042": "Lintel Cora Ashdene Renwick Gideon Humphrey Tessaly Orle",
    "policy_011": "Nerys Callow Aldermouth Ilse Brandt Fenner Sunniva Lattimer",
    "policy_012": "Bram Tessel Hollin Ada Brink Verity Orme Lavinia Gideon Lowick",
    "policy_021": "Ansel Torvik Fenrath Brask Dahl Corvane Signe Ivor Skelder",
    "policy_022": "Ilse Garran Morrow Rowe Pell Agda Clement Osyth Tove",
    "scam_001": "Marek Yolland Adela Quist Norrin Stoyan Thornby Hallow",
    "scam_002": "Elsbet Quarrie Horace Dellow Clemmie Dray Ivo Wray Sallow",
    "scam_011": "Ottoline Grebe Larkmoor Penhallow Rufus Tobias Hedley",
    "scam_012": "Ferris Doonan Ada Fenwick Piet Sorrel Garrow Halloran Leopold",
    "theft_001": "Ilka Brandoval Tovin Ardley Quillstead Hessel Bastian Oor Lisbet",
    "theft_002": "Perrin Solway Greta Umbrey Aldo Runa Telfer Aldersby",
    "theft_011": "Dorran Pell Joss Tarn Amory Carrow Quenby Tilda",
    "theft_012": "Halvard Kine Aske Maitland Jessamy Winifred Royce Ostler",
}
SEEDS = st.integers(-(2**40), 2**40)


def has_word(text, word):
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE)


def test_every_name_typed_here_stands_in_its_case():
    files = map(written_case, written_cases())
    assert {each.case.id for each in files if each.case.language == "en"} == set(NAMES)
    for case_id, names in NAMES.items():
        text = dump_case(written_case(case_id))
        assert [name for name in names.split() if not has_word(text, name)] == []


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(sorted(NAMES)), SEEDS)
def test_a_varied_case_is_sound_and_has_the_same_truth(case_id, seed):
    file = written_case(case_id)
    varied = vary_case(file, seed)
    assert validate_case(varied) == []
    assert varied.key.decision == file.key.decision
    assert [each.id for each in varied.case.issues] == [each.id for each in file.case.issues]
    # Where each old exhibit went is told by its bearings, facts and planted grounds together.
    assert structure(varied) == structure(file)
    assert [each.ground for each in varied.key.planted or ()] == [
        each.ground for each in file.key.planted or ()
    ]
    text = dump_case(varied)
    assert [name for name in NAMES[case_id].split() if has_word(text, name)] == []


def structure(file):
    """For each exhibit, how it is held and what rests on it, in no order."""
    return Counter(
        (
            each.type,
            each.holder,
            each.disclosed,
            each.admitted,
            tuple((b.issue, b.favours) for b in file.key.bearings if b.exhibit == each.id),
            tuple(fact.kind for fact in file.key.facts if fact.exhibit == each.id),
            each.id in file.key.misleading,
        )
        for each in file.case.exhibits
    )


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(NAMES)), SEEDS)
def test_dates_and_amounts_keep_their_relations(case_id, seed):
    file = written_case(case_id)
    varied = vary_case(file, seed)
    moved, factors = set(), set()
    for old, new in zip(file.key.facts, varied.key.facts, strict=True):
        if old.kind == "date":
            moved.add(date.fromisoformat(new.value) - date.fromisoformat(old.value))
        elif old.kind == "amount":
            assert new.value[-3:] == old.value[-3:]
            factors.add(Fraction(new.value[:-4]) / Fraction(old.value[:-4]))
    assert len(moved) <= 1 and len(factors) <= 1
    assert all(each.days % 7 == 0 for each in moved)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(NAMES)), SEEDS, SEEDS)
def test_a_seed_gives_the_same_bytes_and_another_seed_others(case_id, one, two):
    file = written_case(case_id)
    first = dump_case(vary_case(file, one))
    assert dump_case(vary_case(file, one)) == first
    if one != two:
        other = replace(vary_case(file, two).case, id="")
        assert other != replace(vary_case(file, one).case, id="")


def test_a_varied_case_varies_again():
    twice = vary_case(vary_case(LADDER, 1), 2)
    assert twice.case.id == "ladder_001.v1.v2"
    assert validate_case(twice) == []


def test_the_small_case_is_changed_everywhere():
    varied = vary_case(LADDER, 4)
    assert varied.case.id == "ladder_001.v4"
    assert varied.source == "Written for the tests. Varied from ladder_001 with seed 4."
    assert varied.metadata["offence"] == "theft"
    year = int(varied.metadata["year"])
    assert year != 2021
    # 3 May 2021 was a Monday.
    assert date(year, 5, 3).weekday() == 0
    assert f"on 3 May {year}." in varied.case.background
    surname = varied.case.title.split()[-1]
    first = varied.case.title.split()[-2]
    assert varied.case.title == f"State v. {first} {surname}"
    assert first[0] == "A" and surname[0] == "M"
    name = next(each for each in varied.key.facts if each.kind == "name")
    assert name.value == f"A. {surname}"
    assert f"Did {first} {surname} take the ladder of the orchard?" == (
        varied.case.issues[0].question
    )
    assert varied.key.reasons == (
        f"{surname} had bought a ladder of that make the day before ({name.exhibit}).",
    )
    assert varied.case.exhibits[0].id == "E1" and varied.case.exhibits[1].id == "E2"


def test_exhibits_change_places_under_some_seeds():
    titles = {vary_case(LADDER, seed).case.exhibits[0].title for seed in range(12)}
    assert titles == {"Testimony of the keeper", "Receipt 88"}


def test_amounts_in_words_keep_all_amounts_as_they_are():
    witness, receipt = LADDER.case.exhibits
    text = f"{receipt.content} The shelf cost twenty dollars."
    file = replace(
        LADDER, case=replace(LADDER.case, exhibits=(witness, replace(receipt, content=text)))
    )
    for seed in range(12):
        assert vary_case(file, seed).key.facts[0].value == "45.50 USD"
    assert {vary_case(LADDER, seed).key.facts[0].value for seed in range(12)} != {"45.50 USD"}


def test_names_may_be_given():
    varied = vary_case(LADDER, 1, names=["Nolde Hill"])
    assert varied.case.title == "State v. Ansa Merrow"
    text = dump_case(varied)
    assert "Nolde" not in text and "Hill" not in text


def test_a_name_in_an_address_and_in_capitals_is_changed_too():
    note = (
        "Write to ansa.merrow@merrow.example or to MERROW at once. "
        "A merrow is also a sea maid. She likes the carts of Quennel, said Ansa Merrow."
    )
    file = replace(
        LADDER,
        case=replace(LADDER.case, exhibits=(Exhibit("E1", "document", "Note", note),)),
        key=replace(LADDER.key, bearings=(), facts=(), planted=(), misleading=()),
    )
    # "merrow" is a word of this text as well: it stays, and what is no word goes.
    content = vary_case(file, 1).case.exhibits[0].content
    assert "A merrow is also a sea maid." in content and "MERROW" in content
    assert "Ansa" not in content and "ansa" not in content and "Quennel" not in content
    given_names = vary_case(file, 1, names=["Merrow"]).case.exhibits[0].content
    surname = re.search(r"said Ansa (\w+)", given_names)[1]
    assert f"ansa.{surname.lower()}@{surname.lower()}.example" in given_names
    assert f"to {surname.upper()} at once" in given_names
    assert "A merrow is also a sea maid." in given_names


SCALED = [
    ("990.00", "3/2", ",", "1,485.00"),
    ("1,200", "1/2", ",", "600"),
    ("1.200,50", "2", ".", "2.401,00"),
    ("12 000", "5/4", " ", "15 000"),
    ("1,20,000", "5/2", "lakh", "3,00,000"),
    ("80,000", "3", "lakh", "2,40,000"),
    ("990", "3", "", "2970"),
]


@pytest.mark.parametrize(("number", "factor", "grouping", "expected"), SCALED)
def test_an_amount_is_written_as_it_was(number, factor, grouping, expected):
    decimals = re.search(r"[.,]\d\d?$", number)
    plain = re.sub(r"[., ]", "", number)
    value = Decimal(plain) / (100 if decimals else 1)
    assert scale(number, value, Fraction(factor), grouping) == expected


def test_names_are_found_by_their_capitals():
    texts = [
        "Verity Orme was here. On Monday the clerk saw O. Dahl on Cable Street with Ms Orme.",
        'She said: "Rain again." A cable lay in the street. The State says so, in March.',
    ]
    assert find_names(texts) == {"verity", "orme", "dahl"}
    assert find_names(["Late in May."], ["Late Quorn"]) == {"late", "quorn"}


def test_a_script_without_capitals_keeps_its_names_unless_they_are_given():
    file = written_case("policy_011-hi")
    varied = vary_case(file, 3)
    assert "नेरिस कैलो" in varied.case.title
    assert validate_case(varied) == []
    named = vary_case(file, 3, names=["नेरिस", "कैलो"])
    assert "नेरिस" not in dump_case(named) and "कैलो" not in dump_case(named)
    assert validate_case(named) == []


@pytest.mark.parametrize("case_id", ["contract_011-fr", "scam_011-es", "theft_011-es"])
def test_translations_vary_too(case_id):
    file = written_case(case_id)
    for seed in range(10):
        varied = vary_case(file, seed)
        assert validate_case(varied) == []
        assert structure(varied) == structure(file)
        english = case_id.partition("-")[0]
        assert [name for name in NAMES[english].split() if has_word(dump_case(varied), name)] == []


def test_a_new_name_takes_the_case_of_the_old():
    assert [spell_like("corveth", old) for old in ("Candle", "CANDLE", "candle")] == [
        *("Corveth", "CORVETH", "corveth")
    ]
