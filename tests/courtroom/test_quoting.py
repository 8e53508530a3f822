import pytest

from voirdire.courtroom.quoting import count_words, find_places, find_quotation, find_words

SAID = "He said, “I never saw the ring—it’s gone.”  On 3 May I paid £40 10s. for it."


@pytest.mark.parametrize(
    ("quotation", "found"),
    [
        # As it stands, and with other glyphs, case, spaces and ends.
        ("I never saw the ring—it’s gone", "I never saw the ring—it’s gone"),
        ("i never saw the ring - it's gone...", "I never saw the ring—it’s gone"),
        ("He said, 'I never saw the ring", "He said, “I never saw the ring"),
        ("gone. On 3 May I", "gone.”  On 3 May I"),
        ("paid £40 10s. for it", "paid £40 10s. for it"),
        # A word that a printer parted.
        ("He said, I ne ver saw", "He said, “I never saw"),
        # Another word, a lost one, an inner stop, half a word, an apostrophe.
        ("I never had the ring", None),
        ("I saw the ring", None),
        ("He said. I never saw", None),
        ("e said, I never saw the ri", None),
        ("ring - its gone", None),
        # Digits do not run together.
        ("paid £4010s. for it", None),
        ("", None),
        ("...", None),
    ],
)
def test_a_quotation_is_found_as_it_stands(quotation: str, found: str | None) -> None:
    span = find_quotation(quotation, SAID)

    assert (span and SAID[slice(*span)]) == found


def test_every_place_is_found() -> None:
    assert list(find_places("the ring", "The ring, the ring and the rings")) == [(0, 8), (10, 18)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("He didn't pay £40 — not once.", 6),
        ("वह कल दुकान पर नहीं थी।", 6),
        ("L'acheteur n'a pas payé.", 4),
        ("¿Dónde está?", 2),
        (" — ", 0),
    ],
)
def test_words_of_any_language_are_counted(text: str, words: int) -> None:
    assert count_words(text) == words


def test_words_have_their_places() -> None:
    assert find_words("On 3 May.") == ((0, 2), (3, 4), (5, 8))


def test_accents_and_invisible_signs_fold() -> None:
    assert find_quotation("le prix paye\u0301 hier", "Le prix pay\xe9 hi\xader, dit-il") == (0, 18)
