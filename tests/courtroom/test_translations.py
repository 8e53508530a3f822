"""Cases in a second language: their own words, the truth of the case they are versions of."""

import re

import pytest

from voirdire.courtroom.cases.load import dump_case, written_case, written_cases
from voirdire.courtroom.cases.validate import validate_case
from voirdire.courtroom.languages import interface_words
from voirdire.courtroom.types import CaseFile

TRANSLATED = {
    "contract_011-fr": ("contract_011", "fr"),
    "policy_011-hi": ("policy_011", "hi"),
    "scam_011-es": ("scam_011", "es"),
    "theft_011-es": ("theft_011", "es"),
}
PAIRS = [(each, *TRANSLATED[each]) for each in TRANSLATED]


def _winner(file: CaseFile) -> str:
    won = file.key.decision == file.case.decisions.for_prosecution
    return "prosecution" if won else "defence"


def test_these_are_the_translations() -> None:
    languages = {each: written_case(each).case.language for each in written_cases()}
    translated = {each for each, language in languages.items() if language != "en"}
    assert translated == set(TRANSLATED)
    assert len(languages) - len(translated) == 24


@pytest.mark.parametrize(("case_id", "original_id", "language"), PAIRS)
def test_a_translation_is_sound(case_id: str, original_id: str, language: str) -> None:
    file = written_case(case_id)
    assert validate_case(file) == []
    assert (file.case.id, file.case.language) == (case_id, language)
    assert interface_words(file.case.language).language == language


@pytest.mark.parametrize(("case_id", "original_id", "language"), PAIRS)
def test_a_translation_has_the_truth_of_its_original(
    case_id: str, original_id: str, language: str
) -> None:
    file, original = written_case(case_id), written_case(original_id)
    assert _winner(file) == _winner(original)
    assert file.metadata == original.metadata
    assert file.key.misleading == original.key.misleading
    for name in ("bearings", "facts", "planted"):
        mapped, first = getattr(file.key, name), getattr(original.key, name)
        fixed = {
            "bearings": ("exhibit", "issue", "favours"),
            "facts": ("exhibit", "kind", "value"),
            "planted": ("exhibit", "ground"),
        }[name]
        assert [[getattr(each, field) for field in fixed] for each in mapped] == [
            [getattr(each, field) for field in fixed] for each in first
        ]
    frame = [(each.id, each.type, each.holder, each.disclosed) for each in file.case.exhibits]
    assert frame == [
        (each.id, each.type, each.holder, each.disclosed) for each in original.case.exhibits
    ]


@pytest.mark.parametrize(("case_id", "original_id", "language"), PAIRS)
def test_no_sentence_is_left_in_english(case_id: str, original_id: str, language: str) -> None:
    original = {each.id: each.content for each in written_case(original_id).case.exhibits}
    english = set(re.findall(r"[a-z]{4,}", " ".join(original.values())))
    for exhibit in written_case(case_id).case.exhibits:
        found = re.findall(r"[a-z]{4,}", exhibit.content)
        # Some words are spelt alike in two languages ("note", "central"); a sentence is not.
        assert sum(each in english for each in found) <= len(exhibit.content.split()) / 10


def test_accents_and_devanagari_survive_a_round_trip() -> None:
    for case_id in TRANSLATED:
        file = written_case(case_id)
        text = dump_case(file)
        assert file.case.title in text
        assert file.case.exhibits[0].content.split("\n")[0].replace('"', '\\"') in text
    assert "बरकरार" in dump_case(written_case("policy_011-hi"))
    assert "défenderesse" in dump_case(written_case("contract_011-fr"))
    assert "acusación" in dump_case(written_case("theft_011-es"))
