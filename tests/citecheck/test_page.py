"""The page of a checked brief: what is marked in the brief's own words."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from voirdire.authorities.library import Library
from voirdire.citecheck.brief import check_brief
from voirdire.citecheck.page import render_page
from voirdire.documents.load import load_bytes


@pytest.fixture(scope="module")
def marlow(tmp_path_factory):
    library = Library.create(tmp_path_factory.mktemp("law") / "library")
    library.add([Path(str(files("voirdire") / "samples" / "opinions.jsonl"))])
    return library


def test_a_refuted_holding_is_marked_beside_its_citation(marlow):
    text = (
        "It is settled. The burden of proving consent rests upon the accused. "
        "State v. Pellow, 12 Marlow Rep. 10, 12 (1981). And so it must be affirmed."
    )
    page = render_page(check_brief(load_bytes("brief.txt", text.encode()), marlow))
    assert re.findall(r'<a class="cite refuted[^>]*>(.*?)</a>', page) == [
        "The burden of proving consent rests upon the accused.",
        "12 Marlow Rep. 10",
    ]
    # The sentence that decides, and not the passages around it once more.
    assert page.count("He did. The officers had drawn their boat") == 1
