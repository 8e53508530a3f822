"""One library of two fictional cases, and the command line in a process of its own."""

import json
import os
import subprocess
import sys

import pytest

from voirdire.authorities.library import Library
from voirdire.authorities.library_add import add_to_library

RIVER = {
    "id": "river",
    "name": "Aldous v. Millrace Co.",
    "citations": ["540 U.S. 93"],
    "page_citation": "540 U.S. 93",
    "first_page": "93",
    "last_page": "94",
    "date": "2003-12-10",
    "pages": [
        {"page": "93", "text": "The river belongs to the town and not to the mill beside it."},
        {"page": "94", "text": "Whoever dams it without leave shall open the dam again."},
    ],
}


def write_rows(path, *rows):
    """Rows as JSON Lines; a row may be a line already."""
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def library_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("river")
    add_to_library(folder, [write_rows(folder / "rows.jsonl", RIVER)])
    return folder


@pytest.fixture(scope="session")
def library(library_folder):
    with Library.open(library_folder) as held:
        yield held


@pytest.fixture(scope="session")
def voirdire():
    """Run the command line; at most 60 s."""

    def run(*arguments, stdin=b"", stdout=subprocess.PIPE, **options):
        return subprocess.run(
            [sys.executable, "-c", "from voirdire.cli import main; main()", *map(str, arguments)],
            input=stdin,
            stdout=stdout,
            stderr=subprocess.PIPE,
            timeout=60,
            env=os.environ,
            check=False,
            **options,
        )

    return run


@pytest.fixture(scope="session")
def river():
    return RIVER
