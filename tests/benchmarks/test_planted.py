"""Faults planted in the sample brief: where they go, what is altered, and that they are found."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks.intervals import show_share
from benchmarks.planted import Copy, measure, pack, planted_rows, stock_of
from benchmarks.planted_faults import KINDS, Plant, plants_of
from benchmarks.planted_places import opinion_of, place_of
from benchmarks.planted_volume import closed_rows
from benchmarks.planted_words import FALLBACKS, SYNONYMS, stand_ins

import voirdire.samples
from voirdire.authorities.library import Library

SAMPLES = Path(voirdire.samples.__path__[0])
TEXT = (SAMPLES / "brief.txt").read_text("utf-8")
ROWS = [json.loads(line) for line in (SAMPLES / "opinions.jsonl").read_text("utf-8").splitlines()]
OPINIONS = {row["id"]: opinion_of(row, {}) for row in ROWS if "pages" in row}


def label(form, name, core, before, page=None, quote=None):
    """A row in the form of the data's labels, its citation found behind `before`."""
    first = core if form == "FullCaseCitation" else "13 Marlow Rep. 18"
    cited = next(o for o in OPINIONS.values() if o.place == first)
    return {
        "citing": "brief",
        "form": form,
        "start": TEXT.index(core, TEXT.index(before)),
        "cite": core,
        "cited": cited.id,
        "cited_citation": cited.place,
        "case_name_as_cited": name,
        "year": str(cited.year),
        "pincite_page": page,
        "in_range": page is not None,
        "page_present": page is not None,
        "quote": quote,
        "quote_on_page": quote is not None,
    }


NOTICE = (
    "An agency that can find a citizen to send a bill can find the same citizen to send a warning."
)
FULL, SHORT = "FullCaseCitation", "ShortCaseCitation"
GANNET = "Gannet Line S.S. Co. v. Comm’r of Revenue"
LABELS = [
    label(FULL, "Ostrander v. Mun. Wharf Auth.", "13 Marlow Rep. 1", "It recalled that", 2),
    label(SHORT, "Gannet Line", "13 Marlow Rep. at 21", NOTICE, 21, NOTICE),
    label(FULL, GANNET, "13 Marlow Rep. 18", "A tax collector", 20),
    label(FULL, "Marrable v. Marrable", "13 Marlow Rep. 14", "A husband who", 15),
]
PLACES = [place_of(row, TEXT, OPINIONS) for row in LABELS]


def written(span):
    return None if span is None else TEXT[span[0] : span[1]]


def test_a_share_shows_its_interval():
    assert show_share(95, 100) == "95.0% (88.8-97.8)"
    assert show_share(0, 0) == "-"


def test_places_are_where_the_label_says():
    full, short, gannet, marrable = PLACES
    assert written(full.core) == "13 Marlow Rep. 1"
    assert [written(p) for p in full.parties] == ["Ostrander", "Mun. Wharf Auth."]
    assert (written(full.pin), written(full.year), full.circuit) == ("2", "1983", None)
    assert (written(short.pin), written(short.quotation)) == ("21", NOTICE)
    assert written(gannet.pin) == "20"
    assert written(marrable.pin) == "15–16"  # the range goes as one


def test_the_word_lists_hold_enough_and_no_word_stands_for_itself():
    pairs = {frozenset((a, b)) for a, others in SYNONYMS.items() for b in others}
    assert len(pairs) >= 150
    assert all(w not in others for w, others in (SYNONYMS | FALLBACKS).items())
    assert stand_ins("Require") == ("Demand",)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_plants_alter_one_place_and_come_again_with_the_same_seed(kind):
    texts = {"brief": TEXT}
    stock = stock_of(PLACES, texts, OPINIONS.values())
    plants = plants_of(kind, PLACES, texts, stock, 20, 7)
    assert plants == plants_of(kind, PLACES, texts, stock, 20, 7)
    assert len(set(plants)) == len(plants)
    for plant in plants:
        copy = Copy("brief", [plant])
        assert TEXT[slice(*plant.where)] != plant.new
        assert copy.text(TEXT)[: plant.where[0]] == TEXT[: plant.where[0]]
        assert copy.text(TEXT).endswith(plant.new + TEXT[plant.where[1] :])


def test_offsets_go_to_the_copy_and_back():
    first, last = PLACES[0], replace(PLACES[3], cited="another")
    copy = Copy(
        "brief", [Plant("year", first, first.year, "19"), Plant("year", last, last.year, "x")]
    )
    text = copy.text(TEXT)
    for at in (0, first.year[1] + 5, last.year[1] + 5):
        assert text[copy.moved(at)] == TEXT[at]
        assert copy.moved(copy.moved(at), back=True) == at


def test_faults_near_each_other_or_in_one_case_go_into_separate_copies():
    full, short, gannet, _ = PLACES
    far = replace(gannet, core=(9000, 9010), end=9020)
    apart = [Plant("caption", full, full.core, "a"), Plant("year", far, (9000, 9010), "b")]
    assert len(pack(apart)) == 1
    near = [
        Plant("year", gannet, gannet.year, "1"),
        Plant("pin_outside_short", short, short.pin, "9"),
    ]
    assert len(pack(near)) == 2
    same = replace(far, cited=full.cited)
    assert len(pack([apart[0], Plant("year", same, (9000, 9010), "b")])) == 2


def test_faults_in_the_sample_brief_are_found(tmp_path):
    library = Library.create(tmp_path / "library")
    library.add([SAMPLES / "opinions.jsonl"])
    measured = measure({"brief": TEXT}, PLACES, OPINIONS.values(), library, 3, 0)
    missed = [r for r in measured.results if not r.found and r.plant.kind != "pin_moved"]
    assert [(r.plant.kind, r.after) for r in missed] == []
    assert {r.plant.kind for r in measured.results} >= {"inside_own", "caption", "synonym", "year"}
    assert len(planted_rows(measured)) == len({r.plant.kind for r in measured.results})


def test_absence_is_proof_in_whole_volumes_and_closed_series_only(tmp_path):
    rows = list(closed_rows(tmp_path, 20, 3))
    assert {row.wanted for row in rows} == {"100%", "0%"}
    assert [row.wrong for row in rows if row.wanted == "0%"] == [()] * 8
    assert all(row.n == 20 for row in rows)
