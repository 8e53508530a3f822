"""`voirdire check` as a user runs it: output forms, exit codes, bad input, no network."""

import csv
import io
import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

SAMPLES = Path(str(files("voirdire") / "samples"))
GOOD = b"The well is the village's. In re Sallow Point Ferry Co., 12 Marlow Rep. 6, 8 (1981).\n"
BAD = b"The well is mine. Everhart v. Sable Trust Co., 12 Marlow Rep. 388, 390 (1982).\n"
UNHELD = b"See Ames v. Boyd, 540 U.S. 93, 101 (2003).\n"


def run(*arguments, stdin=b"", **environment):
    """Run the command line in a process of its own; at most 60 s."""
    return subprocess.run(
        [sys.executable, "-c", "from voirdire.cli import main; main()", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        timeout=60,
        env={**os.environ, **environment},
        check=False,
    )


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("law")
    done = run("library", "add", SAMPLES / "opinions.jsonl", "--library", folder)
    assert done.returncode == 0, done.stderr
    return folder


def brief(tmp_path, words, name="brief.txt"):
    path = tmp_path / name
    path.write_bytes(words)
    return path


@pytest.mark.parametrize(
    ("words", "options", "code"),
    [
        (GOOD, (), 0),
        (BAD, (), 1),
        (BAD, ("--fail-on", "never"), 0),
        (UNHELD, (), 0),
        (UNHELD, ("--fail-on", "unchecked"), 1),
        # A holding and a statute are left open by every source.
        (GOOD + b"See 42 U.S.C. 1983.\n", ("--fail-on", "unchecked"), 0),
        (b"No authority is cited here.\n", (), 0),
    ],
)
def test_exit_code(tmp_path, library, words, options, code):
    done = run("check", brief(tmp_path, words), "--library", library, "--offline", *options)
    assert done.returncode == code, done.stderr


def test_library_comes_from_the_environment(tmp_path, library):
    done = run("check", brief(tmp_path, BAD), "--offline", VOIRDIRE_LIBRARY=str(library))
    assert done.returncode == 1


def test_json_is_one_object_a_line(tmp_path, library):
    paths = [brief(tmp_path, GOOD, "a.txt"), brief(tmp_path, BAD, "b.txt")]
    done = run("check", *paths, "--library", library, "--offline", "--format", "json")
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    assert [Path(report["document"]).name for report in reports] == ["a.txt", "b.txt"]
    assert reports[0]["flagged"] == []
    assert reports[1]["flagged"] == ["Everhart v. Sable Trust Co., 12 Marlow Rep. 388, 390 (1982)"]
    citation = reports[1]["citations"][0]
    start, end = citation["span"]
    assert BAD.decode()[start:end] == citation["text"]
    assert (citation["year"], citation["pin_pages"]) == (1982, [390])


def test_several_jobs_give_what_one_gives(tmp_path, library):
    paths = [brief(tmp_path, GOOD, "a.txt"), brief(tmp_path, BAD, "b.txt")]
    arguments = ("check", *paths, "--library", library, "--offline", "--format", "json")
    assert run(*arguments, "--jobs", "2").stdout == run(*arguments).stdout


def test_pages_of_several_files_need_a_folder(tmp_path, library):
    paths = [brief(tmp_path, GOOD, "a.txt"), brief(tmp_path, BAD, "b.txt")]
    done = run("check", *paths, "--library", library, "--offline", "--format", "html")
    assert done.returncode == 2
    assert b"--out" in done.stderr


def test_standard_input(library):
    done = run("check", "-", "--library", library, "--offline", "--format", "json", stdin=BAD)
    assert json.loads(done.stdout)["document"] == "-"
    assert done.returncode == 1


def test_csv_has_a_row_a_finding_and_no_formula(tmp_path, library):
    words = b'=HYPERLINK("x") v. Doe, 12 Marlow Rep. 388 (1982).\n'
    done = run(
        "check", brief(tmp_path, words), "--library", library, "--offline", "--format", "csv"
    )
    rows = list(csv.DictReader(io.StringIO(done.stdout.decode())))
    assert {row["reason"] for row in rows} >= {"absent_from_complete_volume"}
    assert not any(value.startswith("=") for row in rows for value in row.values())


def test_sarif_names_rules_and_places(tmp_path, library):
    path = brief(tmp_path, BAD)
    done = run("check", path, "--library", library, "--offline", "--format", "sarif")
    log = json.loads(done.stdout)
    failed = [r for r in log["runs"][0]["results"] if r["kind"] == "fail"]
    assert [r["ruleId"] for r in failed] == ["existence/absent_from_complete_volume"]
    region = failed[0]["locations"][0]["physicalLocation"]["region"]
    assert region["snippet"]["text"] == "12 Marlow Rep. 388"
    assert BAD.decode()[region["charOffset"] :].startswith("12 Marlow Rep. 388")


def test_html_stands_alone_and_shows_text_as_text(tmp_path, library):
    words = b"<script>alert(1)</script> Everhart v. Sable Trust Co., 12 Marlow Rep. 388 (1982).\n"
    out = tmp_path / "page.html"
    done = run(
        "check", brief(tmp_path, words), "--library", library, "--offline", "--format", "html",
        "--out", out,
    )  # fmt: skip
    assert done.returncode == 1
    page = out.read_text("utf-8")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "absent from complete volume" in page
    assert "src=" not in page


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.pdf", b""),
        ("broken.pdf", b"%PDF-1.7\n1 0 obj\n<</Type"),
        ("binary.txt", bytes(range(256)) * 20),
        ("broken.docx", b"PK\x03\x04 not a zip"),
        ("picture.pdf", b"\x89PNG\r\n\x1a\n" + b"\0" * 50),
    ],
)
def test_a_file_that_cannot_be_used_gets_one_line(tmp_path, library, name, content):
    done = run("check", brief(tmp_path, content, name), "--library", library, "--offline")
    assert done.returncode == 2
    lines = done.stderr.decode().splitlines()
    assert len(lines) == 1
    assert name in lines[0]
    assert b"Traceback" not in done.stderr


def test_a_bad_file_among_good_ones_loses_nothing(tmp_path, library):
    paths = [tmp_path / "absent.txt", brief(tmp_path, BAD)]
    done = run("check", *paths, "--library", library, "--offline", "--format", "json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["flagged"]
    assert b"absent.txt" in done.stderr


@pytest.mark.parametrize("make", ["missing", "corrupt"])
def test_a_library_that_cannot_be_read(tmp_path, make):
    folder = tmp_path / "law"
    if make == "corrupt":
        folder.mkdir()
        (folder / "library.sqlite").write_bytes(b"this is no database" * 100)
    done = run("check", brief(tmp_path, GOOD), "--library", folder, "--offline")
    assert done.returncode == 2
    assert len(done.stderr.decode().splitlines()) == 1


def test_output_that_cannot_be_written(tmp_path, library):
    out = tmp_path / "no" / "such" / "folder.json"
    done = run(
        "check", brief(tmp_path, GOOD), "--library", library, "--offline", "--format", "json",
        "--out", out,
    )  # fmt: skip
    assert done.returncode == 2
    assert len(done.stderr.decode().splitlines()) == 1


GUARD = """
import socket, sys
def refuse(*arguments, **options):
    raise AssertionError("a socket was opened")
socket.socket = refuse
socket.create_connection = refuse
socket.getaddrinfo = refuse
from voirdire.cli import main
main()
"""


def test_offline_opens_no_socket(tmp_path, library):
    path = brief(tmp_path, UNHELD + BAD)
    done = subprocess.run(
        [sys.executable, "-c", GUARD, "check", path, "--library", library, "--offline"],
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert b"socket" not in done.stderr


def test_a_reporter_that_ended_is_refuted_without_asking_a_source(tmp_path):
    path = brief(tmp_path, b"Delacroix v. Pruitt, 1012 F.2d 44 (2d Cir. 1994).\n")
    done = subprocess.run(
        [sys.executable, "-c", GUARD, "check", path, "--format", "json"],
        capture_output=True,
        timeout=60,
        check=False,
        env={**os.environ, "VOIRDIRE_CACHE": str(tmp_path / "cache")},
    )
    assert done.returncode == 1, done.stderr
    [finding] = json.loads(done.stdout)["citations"][0]["checks"]
    assert finding["reason"] == "volume_out_of_range"


def test_demo_says_where_the_page_is(tmp_path):
    done = run("demo", "--out", tmp_path / "demo")
    assert done.returncode == 0, done.stderr
    page = tmp_path / "demo" / "brief.html"
    assert str(page).encode() in done.stdout.replace(b"\n", b"")
    assert page.stat().st_size > 50_000


def test_demo_into_a_file_is_one_line(tmp_path):
    (tmp_path / "taken").write_bytes(b"")
    done = run("demo", "--out", tmp_path / "taken")
    assert done.returncode == 2
    assert b"taken: cannot be written" in done.stderr
    assert done.stderr.count(b"\n") == 1


def test_a_long_table_ends_with_what_is_refuted(tmp_path, library):
    path = brief(tmp_path, BAD + UNHELD * 25)
    done = run("check", path, "--library", library, "--offline", COLUMNS="200")
    *_, last, total = done.stdout.decode().splitlines()
    assert last.startswith("✗ Everhart v. Sable Trust Co., 12 Marlow Rep. 388, 390 (1982): Every")
    assert "1 refuted" in total


def test_version_and_help():
    assert run("--version").stdout.startswith(b"voirdire ")
    assert b"check" in run("--help").stdout
