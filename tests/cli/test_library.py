"""`voirdire library`, as a user runs it: output, exit codes, one line for what goes wrong."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

CASE: dict[str, object] = {
    "id": "op-1",
    "name": "Alder v. Birch",
    "citations": ["12 F.3d 100"],
    "court": "ca9",
    "date": "1994-03-01",
    "page_system": "reporter",
    "page_citation": "12 F.3d 100",
    "first_page": "100",
    "last_page": "103",
    "pages": [{"page": str(page), "text": f"Words of page {page}."} for page in range(100, 104)],
}


def run(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `voirdire library` in a process of its own."""
    script = "from voirdire.cli.app import main; main()"
    return subprocess.run(
        [sys.executable, "-c", script, "library", *map(str, arguments)],
        capture_output=True,
        text=True,
        env={"PATH": "", **environment},
        timeout=120,
        check=False,
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of one case."""
    directory = tmp_path_factory.mktemp("library")
    rows = directory / "rows.jsonl"
    rows.write_text(json.dumps(CASE) + "\n{broken\n")
    result = run("add", rows, "--library", directory / "lib")
    assert result.returncode == 0
    assert "1 case added" in result.stdout
    assert f"{rows}:2: not JSON" in result.stderr
    return directory / "lib"


def test_add_again_says_what_is_held(built: Path) -> None:
    result = run(
        "add", built.parent / "rows.jsonl", "--format", "json", VOIRDIRE_LIBRARY=str(built)
    )
    assert result.returncode == 0
    report = json.loads(result.stdout)
    assert (report["added"], report["already_held"]) == (0, 1)
    assert report["problems"][0]["line"] == 2


@pytest.mark.parametrize(
    ("citation", "says"),
    [
        ("12 F.3d 100", "begins here: Alder v. Birch, 12 F.3d 100 (ca9 1994-03-01)"),  # first page
        ("12 F. 3d 101", "this page lies inside: Alder v. Birch"),  # another way to write it
        ("12 F.3d 103", "ends on this page: Alder v. Birch"),  # the last page
        ("12 F.3d 900", "no case is held at this page"),  # elsewhere in the volume
        ("13 F.3d 100", "coverage of the volume: none"),  # another volume
    ],
)
def test_find(built: Path, citation: str, says: str) -> None:
    result = run("find", citation, "--library", built)
    assert result.returncode == 0
    assert says in result.stdout


def test_find_as_json(built: Path) -> None:
    result = run("find", "12 F.3d 102", "--library", built, "--format", "json")
    holding = json.loads(result.stdout)
    assert holding["citation"] == "12 F.3d 102"
    assert holding["coverage"] == "partial"
    assert [case["id"] for case in holding["enclosing"]] == ["op-1"]


def test_find_needs_a_citation(built: Path) -> None:
    result = run("find", "the heron case", "--library", built)
    assert result.returncode == 2
    assert "Traceback" not in result.stderr
    assert "370 F.3d 1223" in result.stderr


def test_list_and_coverage(built: Path) -> None:
    listed = run("list", "--library", built)
    assert "12 F.3d 100" in listed.stdout
    assert "Alder v. Birch" in listed.stdout
    case = json.loads(run("list", "--library", built, "--format", "json").stdout)
    assert case["citations"] == [{"citation": "12 F.3d 100", "last_page": "103"}]
    assert run("coverage", "--library", built).stdout.splitlines()[1].split() == [
        *("F.3d", "12", "partial", "1", "1", "1994"),
    ]
    volume = json.loads(run("coverage", "--library", built, "--format", "json").stdout)
    assert volume["coverage"] == "partial"


@pytest.mark.parametrize("command", [["list"], ["coverage"], ["find", "12 F.3d 100"]])
def test_a_library_that_is_not_there(tmp_path: Path, command: list[str]) -> None:
    result = run(*command, "--library", tmp_path / "absent")
    assert result.returncode == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert "voirdire library add" in result.stderr


def test_nothing_readable(tmp_path: Path) -> None:
    (tmp_path / "photo.png").write_bytes(b"\x89PNG")
    result = run(
        "add", tmp_path / "photo.png", tmp_path / "absent.jsonl", "--library", tmp_path / "lib"
    )
    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 2
