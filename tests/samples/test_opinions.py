"""The sample opinions: their form, and that the law in them hangs together."""

import json
import re
from pathlib import Path

import pytest

SAMPLES = Path(__file__).parents[2] / "src" / "voirdire" / "samples"
ROWS = [json.loads(line) for line in (SAMPLES / "opinions.jsonl").read_text("utf-8").splitlines()]
OPINIONS = {row["citations"][0]: row for row in ROWS[1:]}

# Typed by hand: every case of the two whole volumes, first page and last.
WHOLE = {
    "12": [(1, 6), (6, 9), (10, 14), (15, 19), (20, 24), (25, 28), (29, 32)],
    "13": [(1, 5), (6, 10), (10, 13), (14, 17), (18, 22), (23, 26), (27, 30)],
}
FIELDS = {
    "id", "name", "name_abbreviation", "citations", "court", "date", "docket_number",
    "first_page", "last_page", "page_system", "page_citation", "pages", "footnotes", "parts",
    "source", "licence",
}  # fmt: skip


def test_first_row_declares_the_reporters() -> None:
    declared = {row["abbreviation"]: row for row in ROWS[0]["reporters"]}
    assert declared["Marlow Rep."]["whole_volumes"] == ["12", "13"]
    assert declared["Thorpe 2d"]["whole_volumes"] == []
    assert declared["Thorpe"]["last_volume"] == 200


@pytest.mark.parametrize("citation", OPINIONS)
def test_form_of_a_row(citation: str) -> None:
    row = OPINIONS[citation]
    assert set(row) == FIELDS
    assert row["page_system"] == "reporter"
    assert row["page_citation"] == citation
    assert row["source"] == "Fiction: written as a sample for Voirdire"
    assert row["licence"] == "CC0, fiction"
    assert "[Fiction: written as a sample for Voirdire.]" in row["pages"][0]["text"]
    assert {part["type"] for part in row["parts"]} <= {
        "syllabus", "majority", "concurrence", "dissent",
    }  # fmt: skip
    numbers = [int(page["page"]) for page in row["pages"]]
    assert numbers == list(range(int(row["first_page"]), int(row["last_page"]) + 1))
    assert numbers[0] == int(citation.split()[-1])


@pytest.mark.parametrize("citation", OPINIONS)
def test_length_of_an_opinion(citation: str) -> None:
    words = sum(len(page["text"].split()) for page in OPINIONS[citation]["pages"])
    assert 400 <= words <= 1500


@pytest.mark.parametrize("volume", WHOLE)
def test_whole_volumes_are_whole(volume: str) -> None:
    pages = [
        (int(row["first_page"]), int(row["last_page"]))
        for citation, row in OPINIONS.items()
        if citation.startswith(f"{volume} Marlow Rep. ")
    ]
    assert sorted(pages) == WHOLE[volume]
    for (_, last), (first, _) in zip(WHOLE[volume], WHOLE[volume][1:], strict=False):
        assert first in (last, last + 1)


def test_two_pages_are_shared() -> None:
    assert OPINIONS["12 Marlow Rep. 1"]["last_page"] == OPINIONS["12 Marlow Rep. 6"]["first_page"]
    assert OPINIONS["13 Marlow Rep. 6"]["last_page"] == OPINIONS["13 Marlow Rep. 10"]["first_page"]


def test_joined_pages_end_and_begin_inside_a_word() -> None:
    joined = []
    for citation, row in OPINIONS.items():
        for before, page in zip(row["pages"], row["pages"][1:], strict=False):
            if page.get("joined"):
                joined.append((citation, page["page"]))
                assert before["text"][-1].isalpha() and page["text"][0].islower()
    # own|ers, ra|ther, Com|mission
    assert joined == [
        ("12 Marlow Rep. 1", "4"), ("13 Marlow Rep. 1", "3"), ("13 Marlow Rep. 23", "24"),
    ]  # fmt: skip


def test_footnotes_are_called_on_their_page() -> None:
    count = 0
    for row in OPINIONS.values():
        texts = {page["page"]: page["text"] for page in row["pages"]}
        called = re.findall(r"\[fn(\d+)\]", " ".join(texts.values()))
        assert called == [note["label"] for note in row["footnotes"]]
        for note in row["footnotes"]:
            count += 1
            assert f"[fn{note['label']}]" in texts[note["page"]]
    assert count == 7


def test_pages_of_the_second_reporter_run_on_from_its_first_page() -> None:
    with_second = 0
    for row in OPINIONS.values():
        text = " ".join(page["text"] for page in row["pages"])
        marks = [int(mark) for mark in re.findall(r"\[\*\*(\d+)\]", text)]
        if marks:
            with_second += 1
            first = int(row["citations"][1].split()[-1])
            assert marks == list(range(first + 1, first + 1 + len(marks)))
    assert with_second == 3


def test_parts_begin_at_their_author() -> None:
    begins = {
        ("12 Marlow Rep. 1", "dissent"): "ROE, J., dissenting.",
        ("13 Marlow Rep. 14", "dissent"): "ROE, J., dissenting.",
        ("12 Marlow Rep. 25", "concurrence"): "LINDQVIST, J., concurring.",
    }
    found = {}
    for citation, row in OPINIONS.items():
        for part in row["parts"]:
            page = next(page for page in row["pages"] if page["page"] == part["page"])
            if part["type"] in ("dissent", "concurrence"):
                found[citation, part["type"]] = page["text"][part["offset"] :].split("\n")[0]
    assert found == begins
    assert sum(part["type"] == "syllabus" for row in ROWS[1:] for part in row["parts"]) == 3


# An opinion that cites another of them: the words that it quotes, and the page that it names.
QUOTED_BY_ANOTHER = [
    ("must be sent where it can be received", "12 Marlow Rep. 1", "2"),  # Sallow Point, Dunmore
    ("otice is not a ceremony performed for the comfort of the sender; it is a message, and a"
     " message must be sent where it can be received", "12 Marlow Rep. 1", "2"),  # Ostrander
    ("whenever it is raised, because the time for questioning it never began to run",
     "12 Marlow Rep. 6", "8"),  # Marrable
    ("A sender who learns that the letter has failed, and who has both the time and the means to"
     " send another, is in the same position as one who has sent nothing.",
     "13 Marlow Rep. 1", "2"),  # Gannet
    ("presumption that a letter", "12 Marlow Rep. 1", "3"),  # Fenn, Gannet
]  # fmt: skip


@pytest.mark.parametrize(("words", "citation", "page"), QUOTED_BY_ANOTHER)
def test_opinions_quote_one_another_truly(words: str, citation: str, page: str) -> None:
    texts = {each["page"]: each["text"] for each in OPINIONS[citation]["pages"]}
    assert words in texts[page]


def test_every_citation_between_opinions_leads_to_a_case_of_its_year() -> None:
    cited = 0
    for row in OPINIONS.values():
        text = " ".join(page["text"] for page in row["pages"])
        text += " ".join(note["text"] for note in row["footnotes"])
        for match in re.finditer(r"(1[23] Marlow Rep\. \d+)(?:, (\d+))? \((\d{4})\)", text):
            cited += 1
            other = OPINIONS[match[1]]
            assert other["date"][:4] == match[3]
            assert other["date"] < row["date"]
            if match[2]:
                assert int(other["first_page"]) <= int(match[2]) <= int(other["last_page"])
    assert cited >= 14


def test_the_misread_word_is_rare_and_the_right_one_is_not() -> None:
    texts = {c: " ".join(page["text"] for page in row["pages"]) for c, row in OPINIONS.items()}
    assert [c for c, text in texts.items() if "presurnption" in text] == ["13 Marlow Rep. 10"]
    assert "presumption" not in texts["13 Marlow Rep. 10"]
    assert sum("presumption" in text for text in texts.values()) >= 4


def test_declared_reporters_are_two_edits_from_every_real_one() -> None:
    from reporters_db import REPORTERS

    real = set()
    for series in REPORTERS.values():
        for reporter in series:
            real |= set(reporter["editions"]) | set(reporter["variations"])
    plain = {re.sub(r"[^a-z0-9]", "", name.lower()) for name in real}
    for name in ("marlowrep", "marlowreports", "thorpe2d", "thorpe", "wexcomberep"):
        assert not _within_one_edit(name) & plain


def _within_one_edit(word: str) -> set[str]:
    letters = "abcdefghijklmnopqrstuvwxyz0123456789"
    near = {word}
    for at in range(len(word) + 1):
        near |= {word[:at] + letter + word[at:] for letter in letters}
        near |= {word[:at] + letter + word[at + 1 :] for letter in letters}
        near.add(word[:at] + word[at + 1 :])
    return near
