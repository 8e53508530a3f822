"""The words of the interface: whole in every language, and each in its own."""

import json
import re
from dataclasses import fields
from string import Formatter
from typing import get_args
from unicodedata import normalize

import pytest

from voirdire.courtroom.languages import LANGUAGES, Heading, Prompt, Words, interface_words
from voirdire.courtroom.rules import RESULTS
from voirdire.courtroom.scoring.types import METRICS
from voirdire.courtroom.types import (
    GROUNDS,
    KINDS,
    PHASES,
    ROLES,
    Holder,
    Reason,
    Ruling,
    Status,
    ValueKind,
)

KEYS = {
    "roles": ROLES,
    "phases": PHASES,
    "actions": KINDS,
    "grounds": GROUNDS,
    "rulings": get_args(Ruling),
    "statuses": get_args(Status),
    "holders": get_args(Holder),
    "reasons": get_args(Reason),
    "results": tuple(RESULTS),
    "metrics": METRICS,
    "value_kinds": get_args(ValueKind),
    "prompts": get_args(Prompt),
    "headings": get_args(Heading),
}
PLACES = {
    "your_turn": {"role", "phase"},
    "choose_number": {"most"},
    "left_kept": {"file"},
}
DEVANAGARI = re.compile("[\u0900-\u097f]")
LATIN = re.compile("[A-Za-z\u00c0-\u024f]")


def test_there_are_four_languages() -> None:
    assert LANGUAGES == ("en", "hi", "es", "fr")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_has_a_text_in_every_language(language: str) -> None:
    table = interface_words(language)
    assert {each.name for each in fields(Words)} == {"language", *KEYS}
    assert table.language == language
    for name, keys in KEYS.items():
        mapping = getattr(table, name)
        assert set(mapping) == set(keys), name
        assert all(text == text.strip() and text for text in mapping.values()), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_choices_of_one_menu_are_told_apart(language: str) -> None:
    # One text for two actions, or two grounds, would leave a person guessing.
    table = interface_words(language)
    menus = ("actions", "grounds", "rulings", "value_kinds")
    for name in ("roles", "phases", "statuses", "results", *menus):
        texts = [text.casefold() for text in getattr(table, name).values()]
        assert len(set(texts)) == len(texts), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_prompts_have_the_places_that_are_promised(language: str) -> None:
    for prompt, text in interface_words(language).prompts.items():
        found = {place for _, place, _, _ in Formatter().parse(text) if place is not None}
        assert found == PLACES.get(prompt, set()), prompt


def _texts(language: str) -> list[str]:
    table = interface_words(language)
    texts = [text for name in KEYS for text in getattr(table, name).values()]
    return [re.sub(r"\{\w+\}", "", text) for text in texts]


def test_no_language_is_mixed_with_another() -> None:
    for text in _texts("hi"):
        assert DEVANAGARI.search(text) and not LATIN.search(text), text
    for language in ("en", "es", "fr"):
        for text in _texts(language):
            assert LATIN.search(text) and not DEVANAGARI.search(text), text
    assert all(text.isascii() for text in _texts("en"))


# Words that two of the languages write alike; any other would be left untranslated.
ALIKE = {
    ("en", "es"): {"no"},
    ("en", "fr"): {"verdict", "objections", "date"},
    ("es", "fr"): set[str](),
}


@pytest.mark.parametrize(("first", "second"), ALIKE)
def test_each_language_has_words_of_its_own(first: str, second: str) -> None:
    alike = set()
    for name, keys in KEYS.items():
        one, other = getattr(interface_words(first), name), getattr(interface_words(second), name)
        alike |= {
            one[key].casefold() for key in keys if one[key].casefold() == other[key].casefold()
        }
    assert alike <= ALIKE[first, second]


@pytest.mark.parametrize(
    ("language", "section", "key", "expected"),
    [
        ("en", "results", "accepted", "The action takes effect."),
        ("en", "actions", "cross_examine", "cross-examine"),
        ("hi", "roles", "judge", "न्यायाधीश"),
        ("hi", "prompts", "yes", "हाँ"),
        ("es", "rulings", "sustained", "ha lugar"),
        ("es", "prompts", "which_exhibit", "¿Qué prueba?"),
        ("fr", "headings", "exhibits", "Pièces"),
        ("fr", "grounds", "hearsay", "ouï-dire"),
        ("hi", "value_kinds", "amount", "राशि"),
        ("es", "value_kinds", "date", "fecha"),
        ("fr", "value_kinds", "name", "nom"),
    ],
)
def test_words(language: str, section: str, key: str, expected: str) -> None:
    assert getattr(interface_words(language), section)[key] == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_survive_a_round_trip(language: str) -> None:
    for text in _texts(language):
        assert text.encode("utf-8").decode("utf-8") == text
        assert json.loads(json.dumps(text)) == text
        # One form of every accent, or two equal words would compare unequal.
        assert normalize("NFC", text) == text


def test_the_tables_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        interface_words("fr").roles["judge"] = "juge de paix"  # type: ignore[index]


@pytest.mark.parametrize("language", ["", "de", "EN", "en-GB"])
def test_an_unknown_language_is_told_in_english(language: str) -> None:
    assert interface_words(language).roles["judge"] == "judge"
