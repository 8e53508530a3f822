"""Cases by words of their names: ranking, folding, old libraries, and that it is quick."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from growth import assert_growth
from voirdire.authorities.library import Library
from voirdire.errors import LibraryError

NAMES = [
    "United States v. Ostrow",
    "United States v. Quillon",
    "In re Quillon",
    "Quillon's Ferry v. O’Dell",
    "Quillon Mills, Inc. v. Board of Education",
    "Ostrow v. Quillon",
]


def library_of(folder: Path, names: list[str]) -> Library:
    folder.mkdir(exist_ok=True)
    rows = folder / "rows.jsonl"
    rows.write_text(
        "\n".join(
            json.dumps(
                {
                    "id": str(number),
                    "name": name,
                    "name_abbreviation": name,
                    "citations": [f"{1 + number // 900} F.3d {1 + number % 900}"],
                    "date": "1995-03-02",
                    "text": "Words.",
                }
            )
            for number, name in enumerate(names)
        )
    )
    library = Library.create(folder / "library")
    library.add([rows])
    return library


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("Ostrow", ["5", "0"]),  # of equals the shorter name leads
        ("united states v. quillon", ["1", "0", "2", "5", "4"]),  # the rarer word counts more
        ("QUILLON", ["2", "5", "1", "4"]),
        ("O'Dell", ["3"]),
        ("O’Dell", ["3"]),
        ("board education", ["4"]),
        ("v. the of In re", []),  # words that tell nothing
        ("nobody", []),
        ("", []),
        ("%' OR 1=1 --", []),
    ],
)
def test_cases_are_found_by_the_words_of_their_names(
    tmp_path: Path, words: str, ids: list[str]
) -> None:
    with library_of(tmp_path, NAMES) as library:
        found = [case.id for case in library.search_cases(words, 8)]
    assert found == ids


def test_no_more_than_asked_for(tmp_path: Path) -> None:
    with library_of(tmp_path, NAMES) as library:
        assert len(library.search_cases("Quillon", 2)) == 2


def test_a_row_that_is_replaced_is_found_by_its_new_name_only(tmp_path: Path) -> None:
    library_of(tmp_path, ["Alder v. Birch"]).close()
    with library_of(tmp_path, ["Alder v. Cedar"]) as library:
        assert library.search_cases("Birch", 8) == ()
        assert [case.names for case in library.search_cases("Cedar", 8)] == [("Alder v. Cedar",)]


def test_a_library_without_the_index_says_so_and_gets_it_when_something_is_added(
    tmp_path: Path,
) -> None:
    library_of(tmp_path, NAMES).close()
    connection = sqlite3.connect(tmp_path / "library" / "library.sqlite")
    connection.execute("DROP TABLE name_words")
    connection.commit()
    connection.close()
    with Library.open(tmp_path / "library") as library:
        with pytest.raises(LibraryError, match="has no index of names yet"):
            library.search_cases("Quillon", 8)
        more = tmp_path / "more.jsonl"
        more.write_text(
            json.dumps({"id": "x", "name": "Dahl v. Quillon", "citations": ["9 F.3d 1"]})
        )
        library.add([more])
        found = {case.id for case in library.search_cases("Quillon", 8)}
    assert found == {"1", "2", "4", "5", "x"}


def test_a_search_does_not_look_at_every_case(tmp_path: Path) -> None:
    def work(count: int) -> Callable[[], object]:
        names = [f"United States v. Party{number}" for number in range(count)]
        library = opened.enter_context(library_of(tmp_path / str(count), names))

        def search() -> None:
            for number in range(0, count, count // 20):
                found = library.search_cases(f"United States v. Party{number}", 8)
                assert found[0].names == (f"United States v. Party{number}",)

        return search

    with ExitStack() as opened:
        assert_growth(work, 2_000, factor=10, most=4)


def test_a_rare_word_is_not_crowded_out_by_common_ones(tmp_path: Path) -> None:
    # 3,000 names with each of two words, all before the one case with the rare word.
    names = [f"{word} {number} v. Crown" for word in ("Alpha", "Beta") for number in range(3000)]
    with library_of(tmp_path, [*names, "Beta Zeta v. Crown"]) as library:
        found = library.search_cases("Alpha Beta Zeta", 2)
    assert found[0].names == ("Beta Zeta v. Crown",)
