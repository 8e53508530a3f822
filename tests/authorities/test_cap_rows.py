"""A folder of static case files as rows of a library."""

from dataclasses import replace
from pathlib import Path

import pytest
from cap_tree import write_tree
from fictional_cases import ROWS, row

from voirdire.authorities.cap import CapSource
from voirdire.authorities.cap_rows import is_case_tree, tree_rows
from voirdire.authorities.library import Library
from voirdire.authorities.library_add import add_to_library
from voirdire.authorities.library_rows import CaseRow, ReporterRow, RowProblem
from voirdire.authorities.types import CaseReference


def cases(root: Path, problems: list[RowProblem] | None = None) -> list[CaseRow]:
    rows = tree_rows(root, [] if problems is None else problems)
    return [found[2] for found in rows if not isinstance(found, ReporterRow)]


def test_a_tree_is_known_by_its_list_of_reporters(tree: Path) -> None:
    assert is_case_tree(tree)
    assert not is_case_tree(tree / "f3d")


def test_every_listed_case_is_a_row(tree: Path) -> None:
    found = cases(tree)
    # The first case is listed in the volumes of both its reporters.
    assert [case.id for case in found] == [f"cap:{n}" for n in (1, 2, 3, 4, 5, "1-2", 6)]
    lantern = found[0]
    assert lantern.names == ("Lantern Works, Inc. v. Marsh",)
    assert (lantern.court, lantern.date, lantern.source) == (
        "ca9",
        "1995-03-02",
        "static.case.law",
    )
    assert lantern.url == "https://static.case.law/f3d/41/html/0100-01.html"
    own, other = lantern.citations
    assert (own.volume, own.editions, own.page, own.surely_until) == ("41", ("F.3d",), "100", 103)
    assert (other.editions, other.surely_until) == (("Ohio App. 3d",), None)
    assert lantern.words is not None and lantern.words.text.startswith("PELL, Judge.")


def test_whole_volumes_are_told(tmp_path: Path) -> None:
    regional = [
        row("21", "30 A.2d 100", "Ash v. Birch", first_page="100", last_page="110"),
        row("22", "31 A.2d 1", "Cedar v. Dogwood", first_page="1", last_page="900"),
        row("23", "60 F.3d 1", "Elm v. Fir", first_page="1", last_page="9"),
    ]
    tree = write_tree([*ROWS, *regional], tmp_path / "tree", redacted=["60 F.3d"])
    told = [found for found in tree_rows(tree, []) if isinstance(found, ReporterRow)]
    assert {found.reporter.abbreviation: found.whole_volumes for found in told} == {
        "A.2d": ("31",),
        "F.3d": ("41",),
        "Ohio App. 3d": ("12",),
        "U.S.": ("5",),
    }


def test_of_two_volumes_with_one_number_no_page_is_sure(tmp_path: Path) -> None:
    rows = [
        row("1", "60 F.3d 1", "Ash v. Birch", first_page="1", last_page="90"),
        row("2", "60 F.3d 50", "Cedar v. Dogwood", first_page="50", last_page="54"),
    ]
    tree = write_tree(rows, tmp_path / "tree", folders={"2": "60-2"})
    assert [case.citations[0].surely_until for case in cases(tree)] == [90, None]


@pytest.mark.parametrize(
    ("path", "left"),
    [
        # a list that breaks off: its volume is left out, the rest stays
        ("f3d/41/CasesMetadata.json", 2),
        # the list of volumes: the reporter is left out
        ("f3d/VolumesMetadata.json", 2),
        # the words of one case: it stays without them
        ("f3d/41/html/0100-01.html", 7),
        # the list of reporters: nothing can be read
        ("ReportersMetadata.json", 0),
    ],
)
def test_a_damaged_file_is_reported(tree: Path, path: str, left: int) -> None:
    whole = (tree / path).read_bytes()
    (tree / path).write_bytes(whole[: len(whole) // 2])
    problems: list[RowProblem] = []
    assert len(cases(tree, problems)) == left
    (problem,) = problems
    assert problem.place.path == tree / path


def test_a_library_made_of_a_tree_answers_as_the_tree_does(tree: Path, tmp_path: Path) -> None:
    report = add_to_library(tmp_path / "library", [tree])
    assert (report.problems, report.uncited) == ([], [])
    cap = CapSource(tree, tmp_path / "unused")
    with Library.open(tmp_path / "library") as library:
        for page in range(98, 114):
            reference = CaseReference("41", "F.3d", str(page))
            here, there = library.find(reference), cap.find(reference)
            assert (here.coverage, here.next_page, here.years) == (
                there.coverage,
                there.next_page,
                there.years,
            )
            for mine, its in (
                (here.starting, there.starting),
                (here.enclosing, there.enclosing),
                (here.bordering, there.bordering),
            ):
                assert [case.names for case in mine] == [case.names for case in its]
            for mine, its in zip(here.starting, there.starting, strict=True):
                one, other = library.opinion(mine), cap.opinion(its)
                assert one is not None and other is not None
                assert replace(one, case=its) == other
        assert library.find(CaseReference("41", "F.3d", "107")).coverage == "whole"


def test_adding_a_tree_twice_changes_nothing(tree: Path, tmp_path: Path) -> None:
    first = add_to_library(tmp_path / "library", [tree])
    assert first.added + first.merged == 7
    again = add_to_library(tmp_path / "library", [tree])
    assert (again.added, again.merged, again.replaced, again.reporters) == (0, 0, 0, 0)
    # seven listings and the whole volumes of three reporters
    assert again.held == 7 + 3
