"""A benchmark built from the sample brief and library, and from a little text of our own."""

import json
import random
import re
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest
from typer.testing import CliRunner

from voirdire.authorities.library import Library
from voirdire.citecheck.bench.build import BuildOptions, KnownFault, build_dataset
from voirdire.citecheck.bench.extraction import extract
from voirdire.citecheck.bench.files import read_dataset, write_dataset
from voirdire.citecheck.bench.filings import Filing, read_filings, row_text
from voirdire.citecheck.bench.injection_citations import wrong_pages
from voirdire.citecheck.bench.kin import find_kin
from voirdire.citecheck.bench.opinion_look import OpinionLook
from voirdire.citecheck.bench.sampling import TYPES, split_by_document
from voirdire.cli.app import app
from voirdire.documents.load import load_bytes
from voirdire.errors import VoirdireError

SAMPLES = Path(str(files("voirdire") / "samples"))
PER_TYPE = 6
PIN = re.compile(r"(\d+) [A-Z][\w. ]*?(\d+), (\d+)(?:-(\d+))?")


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    with Library.create(tmp_path_factory.mktemp("library")) as held:
        held.add([SAMPLES / "opinions.jsonl"])
        yield held


@pytest.fixture(scope="module")
def filings():
    """The sample brief, and the sample opinions, which cite one another."""
    rows = map(json.loads, (SAMPLES / "opinions.jsonl").read_text("utf-8").splitlines())
    texts = {row["id"]: row_text(row) for row in rows if "pages" in row}
    texts["one"] = (SAMPLES / "brief.txt").read_text("utf-8")
    return [Filing(name, load_bytes(f"{name}.txt", text.encode())) for name, text in texts.items()]


@pytest.fixture(scope="module")
def texts(filings):
    return {filing.id: filing.document.text for filing in filings}


@pytest.fixture(scope="module")
def dataset(library, filings):
    slip = KnownFault("one", "This is not in it")
    return build_dataset(filings, library, BuildOptions(per_type=PER_TYPE, known_faults=[slip]))


def letters(text):
    return re.sub(r"[\W_]+", "", text).lower()


@pytest.fixture(scope="module")
def opinions():
    """The letters of every sample opinion."""
    rows = map(json.loads, (SAMPLES / "opinions.jsonl").read_text("utf-8").splitlines())
    return [letters(row_text(row)) for row in rows if "pages" in row or "text" in row]


def labels_of(dataset, fault_type):
    found = [
        (excerpt, label)
        for excerpt in dataset.excerpts
        for label in excerpt.labels
        if label.type == fault_type
    ]
    assert found
    return found


def test_every_label_is_exact_and_differs_from_the_original(dataset, texts):
    for excerpt in dataset.excerpts:
        for label in excerpt.labels:
            assert excerpt.text[label.start : label.start + len(label.text)] == label.text
            assert label.text != label.original
            assert label.original in texts[excerpt.document]
            assert label.fault.startswith(excerpt.id)


def test_what_carries_no_label_is_the_filing(dataset, texts):
    clean = [excerpt for excerpt in dataset.excerpts if not excerpt.labels]
    assert 2 * len(clean) == len(dataset.excerpts)
    assert all(excerpt.text in texts[excerpt.document] for excerpt in clean)


def test_types_balance(dataset):
    assert dataset.manifest["faults"]["content_misrepresentation"] > 0
    for fault_type in TYPES:
        faults = {label.fault for _, label in labels_of(dataset, fault_type)}
        assert len(faults) == dataset.manifest["faults"][fault_type] <= PER_TYPE
    full = [t for t in TYPES if dataset.manifest["faults"][t] == PER_TYPE]
    assert len(full) >= 4


def test_labels_do_not_overlap(dataset):
    for excerpt in dataset.excerpts:
        ends = 0
        for label in excerpt.labels:
            assert label.start >= ends
            ends = label.start + len(label.text)


def test_nonexistent_and_mismatched_citations_leave_no_trace(dataset):
    for excerpt, label in (
        *labels_of(dataset, "nonexistent_citation"),
        *labels_of(dataset, "case_name_mismatch"),
    ):
        number = re.search(r"\d+ [A-Z][\w. ]*? (?:at )?\d+(?: n\.\d+)?\Z", label.original)
        assert re.findall(r"n\.\d+", label.text) == re.findall(r"n\.\d+", label.original)
        if label.strategy != "name_replaced":
            assert letters(number[0]) not in letters(excerpt.text)
        else:
            assert label.text.endswith(number[0])
            name = label.original.split(" v. ")[0].split(",")[0]
            assert name not in excerpt.text


def test_both_kinds_of_mismatch(dataset):
    kinds = {label.strategy for _, label in labels_of(dataset, "case_name_mismatch")}
    assert kinds == {"name_replaced", "citation_replaced"}


def test_false_pins_lie_between_the_first_page_and_the_true_one(dataset):
    full = 0
    for _, label in labels_of(dataset, "incorrect_pincite"):
        old, new = PIN.match(label.original), PIN.match(label.text)
        if old is None:  # a short form
            continue
        full += 1
        assert old[2] == new[2]
        assert int(old[2]) < int(new[3]) < int(old[3])
        # The false range ends before the true one begins.
        assert int(new[4] or new[3]) < int(old[3])
    assert full
    assert {label.exposed for _, label in labels_of(dataset, "incorrect_pincite")} <= {True, False}


@pytest.mark.parametrize(
    ("pin", "false"),
    [
        ("23\u201324", "21\u201322"),  # the dash is kept
        ("23-4", "21-2"),  # the digits left out too
        ("22", "21"),
    ],
)
def test_a_false_pin_is_written_like_the_true_one(library, pin, false):
    name = "Consolidated Tidewater Dredging & Salvage Co. v. Department of Natural Resources"
    text = f"A permit may not be revoked without notice. {name}, 12 Marlow Rep. 20, {pin} (1982)."
    extraction = extract(Filing("memo", load_bytes("memo.txt", text.encode())), library)
    [mention] = extraction.mentions
    look = OpinionLook(library, extraction.cases)
    [fault] = wrong_pages(extraction, mention, look, random.Random(0))
    assert [edit.new for edit in fault.edits] == [false]


def test_misquotes(dataset, opinions):
    for excerpt, label in labels_of(dataset, "verbatim_misquote"):
        assert 0.7 <= len(label.text) / len(label.original) <= 1.3
        before = excerpt.text[: label.start].rstrip()[-1:]
        after = excerpt.text[label.start + len(label.text) :].lstrip()[:1]
        assert (before, after) in (("“", "”"), ('"', '"'), ("‘", "’"))
        if not re.search(r"\[|\. \.|…", label.original):
            assert any(letters(label.original) in opinion for opinion in opinions)
            assert not any(letters(label.text) in opinion for opinion in opinions)


def test_unheld_citations_stand_in_their_excerpts_and_are_never_altered(dataset):
    assert any(excerpt.unheld for excerpt in dataset.excerpts)
    for excerpt in dataset.excerpts:
        assert all(citation in excerpt.text for citation in excerpt.unheld)


def test_no_document_is_in_both_splits(dataset):
    splits = {}
    for excerpt in dataset.excerpts:
        splits.setdefault(excerpt.document, set()).add(excerpt.split)
    assert all(len(found) == 1 for found in splits.values())
    assert {"train"} in splits.values() and {"test"} in splits.values()


def test_filings_that_repeat_one_another_are_in_one_split(library, filings):
    brief = next(filing for filing in filings if filing.id == "one")
    reprint = Filing("two", load_bytes("two.txt", brief.document.text[4000:].encode()))
    built = build_dataset([*filings, reprint], library, BuildOptions(per_type=PER_TYPE, split=0.5))
    splits = {excerpt.document: excerpt.split for excerpt in built.excerpts}
    assert splits["one"] == splits["two"]
    assert set(splits.values()) == {"train", "test"}


LONG = " ".join(f"word{number}" for number in range(600))
OTHER = " ".join(f"term{number}" for number in range(600))
KIN = [
    # (texts, the group of each)
    ({"a": LONG, "b": OTHER}, {"a": "a", "b": "b"}),
    ({"b": LONG, "a": f"{OTHER} {LONG[2000:]}"}, {"a": "a", "b": "a"}),  # a third is a good part
    ({"a": LONG, "b": f"{OTHER} {LONG[:300]}"}, {"a": "a", "b": "b"}),  # a passage is quoted
    ({"a": LONG, "b": f"{LONG} {OTHER}", "c": OTHER}, {"a": "a", "b": "a", "c": "a"}),  # a chain
    ({"a": "too short", "b": "too short"}, {"a": "a", "b": "b"}),
    ({}, {}),
]


@pytest.mark.parametrize(("written", "groups"), KIN)
def test_find_kin(written, groups):
    assert find_kin(written) == groups


def test_segments_are_whole(library, filings):
    brief = next(filing for filing in filings if filing.id == "one")
    extraction = extract(brief, library)
    text = brief.document.text
    assert len(extraction.segments) > 5
    for segment in extraction.segments:
        words = text[segment.start : segment.end]
        assert 40 <= len(words.split()) <= 400
        assert re.match(r"[\"“(\[]?[A-Z\d]", words)
        assert re.search(r"[.?!:;][\"”')\]]*\d{0,3}\Z", words), words[-40:]
        assert "....." not in words
        assert "Respectfully submitted" not in words


def test_the_same_bytes_again(dataset, library, filings, tmp_path):
    again = build_dataset(filings[::-1], library, BuildOptions(per_type=PER_TYPE))
    for name, each in (("a", dataset), ("b", again)):
        write_dataset(tmp_path / name, each.excerpts, each.manifest)
    for file in ("train.jsonl", "test.jsonl", "manifest.json"):
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()
    other = build_dataset(filings, library, BuildOptions(per_type=PER_TYPE, seed=1))
    assert other.excerpts != dataset.excerpts


def test_read_what_was_written(dataset, tmp_path):
    write_dataset(tmp_path, dataset.excerpts, dataset.manifest)
    assert sorted(read_dataset(tmp_path), key=lambda e: e.id) == sorted(
        dataset.excerpts, key=lambda e: e.id
    )
    assert {excerpt.split for excerpt in read_dataset(tmp_path, "test")} == {"test"}
    assert json.loads((tmp_path / "manifest.json").read_text("utf-8"))["seed"] == 0


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ('{"id": "a", "document": "d"}', "needs id, document and text"),
        ('{"id": "a", "document": "d", "text": "t", "split": "dev"}', "no split 'dev'"),
        ('{"id": "a", "document": "d", "text": "t", "more": 1}', "no field 'more'"),
        (
            '{"id": "a", "document": "d", "text": "t", '
            '"labels": [{"text": "x", "type": "verbatim_misquote", "start": 0}]}',
            "does not stand at 0",
        ),
        (
            '{"id": "a", "document": "d", "text": "t", "labels": [{"text": "t", "type": "lie"}]}',
            "no fault type 'lie'",
        ),
        ('{"id": 5, "document": "d", "text": "t"}', "id is no text"),
        ('{"id": "a", "document": null, "text": "t"}', "document is no text"),
        ('{"id": "a", "document": "d", "text": ["t"]}', "text is no text"),
        ('{"id": "a", "document": "d", "text": "t", "unheld": [1]}', "unheld is no text"),
        (
            '{"id": "a", "document": "d", "text": "t", '
            '"labels": [{"text": "t", "type": null, "start": -1}]}',
            "does not stand at -1",
        ),
        (
            '{"id": "a", "document": "d", "text": "t", '
            '"labels": [{"text": "t", "type": null, "original": null}]}',
            "original is no text",
        ),
        ("[" * 100_000, "is not an excerpt"),
    ],
)
def test_a_bad_row_is_named(tmp_path, row, problem):
    (tmp_path / "train.jsonl").write_text("", "utf-8")
    (tmp_path / "test.jsonl").write_text(row + "\n", "utf-8")
    with pytest.raises(VoirdireError, match=f"line 1.*{problem}"):
        read_dataset(tmp_path)


def test_two_excerpts_of_one_id_are_refused(tmp_path):
    row = '{"id": "a", "document": "d", "text": "t"}\n'
    (tmp_path / "train.jsonl").write_text(row, "utf-8")
    (tmp_path / "test.jsonl").write_text(row, "utf-8")
    assert len(read_dataset(tmp_path, "test")) == 1
    with pytest.raises(VoirdireError, match="two excerpts have the id 'a'"):
        read_dataset(tmp_path)


def test_slips_of_the_writer_are_optional_labels(library, filings):
    clean = next(
        e for e in build_dataset(filings, library, BuildOptions()).excerpts if not e.labels
    )
    words = clean.text[:40]
    slips = [KnownFault(clean.document, words)]
    again = build_dataset(filings, library, BuildOptions(known_faults=slips))
    label = next(e for e in again.excerpts if e.id == clean.id).labels[0]
    assert (label.text, label.start, label.optional, label.type) == (words, 0, True, None)
    assert replace(clean, labels=(label,)) in again.excerpts


@pytest.mark.parametrize(
    ("sizes", "share", "train"),
    [
        ({"a": 7, "b": 3}, 0.7, 7),
        ({"a": 5, "b": 5, "c": 5, "d": 5}, 0.5, 10),
        ({"a": 1, "b": 1}, 1.0, 2),
        ({"a": 1, "b": 1}, 0.0, 0),
    ],
)
def test_split_by_document(sizes, share, train):
    splits = split_by_document(sizes, share, random.Random(0))
    assert splits.keys() == sizes.keys()
    assert sum(sizes[name] for name in sizes if splits[name] == "train") == train


def test_rows_are_joined_as_the_labels_count(tmp_path):
    row = {
        "id": "r",
        "pages": [{"text": "One pa"}, {"text": "ge, ", "joined": True}, {"text": "two."}],
        "footnotes": [{"label": "1", "text": "Note."}],
    }
    (tmp_path / "rows.jsonl").write_text(json.dumps(row), "utf-8")
    [filing] = read_filings([tmp_path / "rows.jsonl"])
    assert (filing.id, filing.document.text) == ("r", "One page,  two.\n\nNote.")
    assert list(read_filings([tmp_path / "rows.jsonl"], ["r"])) == []


def test_nothing_held_is_said(filings, tmp_path):
    with Library.create(tmp_path) as empty, pytest.raises(VoirdireError, match="library"):
        build_dataset(filings, empty, BuildOptions())


def test_command(library, tmp_path):
    command = ["bench", "citations", "build", str(SAMPLES / "brief.txt")]
    command += ["--library", str(library.directory), "--out", str(tmp_path / "set")]
    done = CliRunner().invoke(app, [*command, "--per-type", "2"])
    assert done.exit_code == 0, done.output
    assert "verbatim_misquote: 2 faults" in done.stdout
    manifest = json.loads((tmp_path / "set" / "manifest.json").read_text("utf-8"))
    assert manifest["inputs"].keys() == {"brief.txt"}
    assert len(manifest["words"]["injection_words.py"]) == 64
    assert len(read_dataset(tmp_path / "set")) == sum(
        counts["excerpts"] for counts in manifest["splits"].values()
    )
