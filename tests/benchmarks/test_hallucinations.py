"""Where an error of a labelled set is put into a brief, and what of the check counts for it."""

from collections import Counter
from pathlib import Path

import pytest
from benchmarks.hallucinations import judge_injection, place_of

from voirdire.authorities.library import Library
from voirdire.citecheck.bench.court_rows import InjectedError

SAMPLES = Path(__file__).parents[2] / "src" / "voirdire" / "samples"
CITATION = "Roe v. Doe’s Ferry Co., 12 F.3d 100, 104 (2d Cir. 1990)"


@pytest.fixture(scope="module")
def samples_library(tmp_path_factory):
    library = Library.create(tmp_path_factory.mktemp("library"))
    library.add([SAMPLES / "opinions.jsonl"])
    return library


def error(original, replacement="x", citation=CITATION, error_type="wrong_citation"):
    return InjectedError("e", "b", error_type, citation, original, replacement)


@pytest.mark.parametrize(
    ("original", "brief", "words"),
    [
        ("a placard is enough", "Here a placard\nis  enough.", "a placard\nis  enough"),
        # Quotation marks of another shape.
        ("“enough” it’s", 'it is "enough" it\'s said', '"enough" it\'s'),
        # The citation itself stands there with other numbers.
        (
            CITATION,
            "See Roe v. Doe's Ferry Co., 13 F.3d 100 (2d Cir. 1990). No more (2001).",
            "Roe v. Doe's Ferry Co., 13 F.3d 100 (2d Cir. 1990)",
        ),
        (CITATION, "See Poe v. Doe's Ferry Co., 13 F.3d 100 (2d Cir. 1990).", None),
        # Words are never guessed at.
        ("a placard is enough", "Here a placard was enough.", None),
    ],
)
def test_place(original, brief, words):
    span = place_of(error(original), brief)
    assert (brief[span[0] : span[1]] if span else None) == words


@pytest.mark.parametrize(
    ("replacement", "outcome"),
    [
        # Volume 12 of the samples is whole and ends long before page 900.
        ("12 Marlow Rep. 900", "refuted"),
        # Nothing of volume 99 is held.
        ("99 Marlow Rep. 1", "unchecked"),
        # No error at all: everything about the place is verified.
        ("12 Marlow Rep. 1", "verified"),
    ],
)
def test_verdict(samples_library, replacement, outcome):
    name = "Harbor Commission of Port Ansel v. Tolliver"
    brief = f"Notice is owed. {name}, 12 Marlow Rep. 1 (1981). So says {name} also."
    wrong = error(f"{name}, 12 Marlow Rep. 1", f"{name}, {replacement}")
    verdict = judge_injection(wrong, brief, Counter(), samples_library)
    assert verdict.outcome == outcome


def test_fault_of_the_brief_itself_does_not_count(samples_library):
    brief = "Notice is owed. Alden v. Birch, 12 Marlow Rep. 900 (1981)."
    wrong = error("(1981)", "(1982)")
    before = Counter({("existence", "absent_from_complete_volume", "12 Marlow Rep. 900"): 1})
    verdict = judge_injection(wrong, brief, before, samples_library)
    assert verdict.outcome == "unchecked"
