"""Other names for the names of a case: one for one, the same everywhere, and back again."""

import re
from dataclasses import asdict, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtroom.imports.published import ROWS, SETS, published
from shared_data import needs_shared
from voirdire.courtroom.cases.validate import validate_case
from voirdire.courtroom.imports.masking import Masking, find_masking, mask_case
from voirdire.courtroom.imports.read import read_trials
from voirdire.courtroom.types import (
    Bearing,
    Case,
    CaseFile,
    Decisions,
    Exhibit,
    Fact,
    Issue,
    Key,
    Planted,
)
from voirdire.errors import CaseError


def _file(*contents: str, title: str = "Grant v. Hollis", **case: Any) -> CaseFile:
    exhibits = tuple(
        Exhibit(f"E{number}", "testimony", f"Exhibit {number}", content)
        for number, content in enumerate(contents, 1)
    )
    return CaseFile(
        Case(
            **{
                "id": "fiction-1",
                "title": title,
                "background": "A quarrel over a mill.",
                "charge": "trespass",
                "sides": ("plaintiff", "defendant"),
                "issues": (Issue("I1", "Was it his?"),),
                "exhibits": exhibits,
                "decisions": Decisions("liable", "not_liable"),
                "standard": "more likely than not",
                "domain": "property",
                "difficulty": "easy",
                **case,
            }
        ),
        Key("liable"),
    )


def _masked(text: str, **case: Any) -> tuple[str, Masking]:
    file = _file(text, **case)
    return mask_case(file, 1).case.exhibits[0].content, find_masking(file, 1)


# A text, and with « » around what is masked in it. Nothing else may change.
TEXTS = [
    # Titles and initials stay, a name keeps its capitals and its possessive.
    "Mr. «Orrin» saw Dr «Vance»'s cart. MR. «ORRIN» paid.",
    "Mr. J. W. «Orrin» and Mrs. «Orrin»'s son met the «Orrin»s.",
    "«JOHN» «QUELL». I am a baker. «Quell» is my name; they call me «Jack» «Quell».",
    "Messrs. «Hallow», «Stane» and «Quell» were bankers; «Stane» went.",
    "Mr. Justice «Heathcote» and Police Constable «Rusk» came.",
    "«Mary» «Ann» «O'Malley» knew «Patrick» «M'Donnell».",
    "Ms «Bethune»-«Hillier» wrote to Professor «Dürrmann».",
    # A party of the caption, beside a title and alone.
    "«Hollis» wrote. «HOLLIS» and Mr. «Grant» met.",
    # Words that are names too: only beside a title or another name.
    "Mr. «May» came in May. May I ask? I will grant that Mark it was.",
    "Mr. «Mark» «Will» may mark what he will. Will you? Mark that.",
    "Mrs. «Green» had a green door; Green was the colour. «Mary» «Green» came.",
    "Mr. «Baker» is a baker. Baker and cook are trades; the Baker says so.",
    # Places, offices and months are not names of people.
    "He went to London on Monday, 3 March, to the Court of Appeal in Bow Street.",
    "The Government of the United States and the Supreme Court agreed.",
    "St. James's Park and Saint Mary's Church lie in Charlotte Street.",
]


@pytest.mark.parametrize("marked", TEXTS)
def test_names_are_masked_and_words_are_not(marked: str) -> None:
    text = marked.replace("«", "").replace("»", "")
    masked, masking = _masked(text)
    own = iter(re.findall(r"«([^»]*)»", marked))
    expected = re.sub(r"«[^»]*»", lambda _: masking.words[next(own)], marked)
    assert masked == expected
    assert masking.unmask(masked) == text


def test_a_name_is_the_same_everywhere() -> None:
    file = _file("Mr. Orrin came. ORRIN. I came.", "I saw Orrin; not Quell.", "Mrs. Quell did.")
    first, second, third = (each.content for each in mask_case(file, 1).case.exhibits)
    orrin = first.split()[1]
    quell = third.split()[1]
    assert first == f"Mr. {orrin} came. {orrin.upper()}. I came."
    assert second == f"I saw {orrin}; not {quell}."
    assert orrin != quell


def test_the_caption_and_the_issues_are_masked_too() -> None:
    issues = (Issue("I1", "Did Mr. Hollis own it?"),)
    case = mask_case(_file("Hollis came.", issues=issues), 1).case
    name = case.exhibits[0].content.split()[0]
    assert case.issues[0].question == f"Did Mr. {name} own it?"
    assert case.title.endswith(f" v. {name}")
    assert "Grant" not in case.title


def test_the_respondent_state_is_masked() -> None:
    file = replace(
        _file("The Turkish courts of Turkey heard two Turks. The Greek court did not."),
        metadata={"state": "Turkey"},
    )
    content = mask_case(file, 1).case.exhibits[0].content
    assert "Turk" not in content
    assert content.endswith("The Greek court did not.")


def test_two_respondent_states_are_masked() -> None:
    text = "Romania and Bulgaria; the Romanian and the Bulgarian courts."
    file = replace(_file(text), metadata={"state": "Romania and Bulgaria"})
    masking = find_masking(file, 1)
    assert not re.search("Romania|Bulgaria", masking.mask(text))
    assert masking.unmask(masking.mask(text)) == text


def test_what_is_struck_stays_struck_and_institutions_are_masked() -> None:
    text = (
        "[State] and [State nationals]; the Hrvatska banka, HRVATSKA. Mr Croatian came. The Greek"
    )
    file = replace(_file(text), metadata={"state": "Croatia"})
    masking = find_masking(file, 1)
    masked = masking.mask(text)
    assert masked.startswith("[State] and [State nationals]; the ")
    assert masked.endswith("came. The Greek")
    assert not re.search("Hrvatska|Croatian", masked, re.IGNORECASE)
    assert masking.unmask(masked) == text


def test_no_state_is_guessed() -> None:
    text = "The Greek court of Greece heard it."
    for state in ("unknown", "Ruritania"):
        file = replace(_file(text), metadata={"state": state})
        assert mask_case(file, 1).case.exhibits[0].content == text


def test_the_key_stays_true_of_the_masked_case() -> None:
    text = (
        "I am a baker. Mr. Baker and Grant Hollis signed the deed on 3 May. "
        "The price of 40 was paid to P. Baker on the day."
    )
    key = Key(
        "liable",
        reasons=("Mr. Baker signed.",),
        # Cut so that a name loses the title before it.
        bearings=(
            Bearing("E1", "I1", "prosecution", "Baker and Grant Hollis signed the deed"),
            Bearing("E1", "I1", "defence", "paid to P. Baker on the"),
        ),
        facts=(
            Fact("E1", "name", "P. Baker", "payee of Mr. Baker", "paid to P. Baker on the day"),
        ),
        planted=(Planted("E1", "hearsay", "Mr. Baker was not there."),),
    )
    masked = mask_case(replace(_file(text), key=key), 7)
    content = masked.case.exhibits[0].content
    assert "Baker" not in content
    assert "I am a baker" in content
    for bearing in masked.key.bearings or ():
        assert bearing.passage in content
    (fact,) = masked.key.facts
    assert fact.value in fact.passage
    assert fact.passage in content
    said = str(asdict(masked.key))
    assert "Baker" not in said
    assert "Hollis" not in said


def test_a_seed_gives_the_same_names_and_another_gives_others() -> None:
    file = _file("Mr. Orrin and Mr. Quell came.")
    assert mask_case(file, 3) == mask_case(file, 3)
    assert mask_case(file, 3) != mask_case(file, 4)
    assert mask_case(file, 3).key == file.key
    assert mask_case(file, 3).metadata == file.metadata


def test_only_english_is_masked() -> None:
    with pytest.raises(CaseError, match="English only, not in 'fr'"):
        mask_case(_file("M. Orrin est venu.", language="fr"), 1)


_WORDS = st.lists(
    st.sampled_from(
        """Mr. Mrs. John Mary ORRIN Orrin Orrins Quell's QUELL McDonald Mcdonald MCDONALD O'Brien
        O'BRIEN Green green Will will J. Messrs. and , . — \n Dr Straße ÖZTÜRK Öztürk İhsan İHSAN
        Hollis HOLLIS Grant the a saw St. Court v. Elmore Asmere ELMORE I""".split(" ")
    ),
    max_size=40,
)


@given(_WORDS, st.integers(0, 5))
def test_masking_is_one_for_one_and_can_be_undone(words: list[str], seed: int) -> None:
    text = " ".join(words) or "nothing"
    file = _file(text, title="Orrin v. Öztürk")
    masking = find_masking(file, seed)
    own = {word.casefold() for word in re.findall(r"\w+", text)}
    assert len(set(masking.words.values())) == len(masking.words)
    assert not own & {word.casefold() for word in masking.words.values()}
    assert masking.unmask(masking.mask(text)) == text


@needs_shared
@pytest.mark.parametrize("name", SETS)
def test_published_trials_are_sound_and_whole_when_masked(name: str) -> None:
    for file in list(read_trials(published(name)))[::25]:
        masking = find_masking(file, 1)
        masked = mask_case(file, 1)
        assert validate_case(masked) == []
        assert len(set(masking.words.values())) == len(masking.words)
        for before, after in zip(file.case.exhibits, masked.case.exhibits, strict=True):
            assert masking.unmask(after.content) == before.content, file.source
            assert len(after.content.split()) == len(before.content.split())
        initials = re.match(r"(?:[A-Z]{1,2}\.)+ ", file.case.title)
        assert initials or masked.case.title != file.case.title


@pytest.mark.parametrize("name", SETS)
def test_no_party_is_named_in_a_masked_fictional_trial(name: str) -> None:
    parties = {
        "old_bailey": "Quilling|Threadgold|O'Mallen|M'Kerrow|Tarbuck|Fenwick",
        "scotus": "Marrick|Oldane|Asher|Wray|Pardoe|Ostrany|Harbottle",
        "ecthr": "Vasko|Orlan|Sloveni|Netherlands|Dutch",
    }[name]
    for file in read_trials(ROWS / f"{name}.jsonl"):
        public = str(asdict(mask_case(file, 1).case))
        assert not re.search(parties, public, re.IGNORECASE)
