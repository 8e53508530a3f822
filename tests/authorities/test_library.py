"""The library: what goes in, what it says is held, and that nothing half-written stays."""

import bz2
import csv
import gzip
import json
import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
import time
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from growth import assert_growth
from voirdire.authorities.bulk_markup import PageBreak, read_markup
from voirdire.authorities.library import Library
from voirdire.authorities.library_add import AddReport, add_to_library
from voirdire.authorities.opinion_parts import find_parts
from voirdire.authorities.types import CaseReference, Opinion
from voirdire.errors import LibraryError

Record = dict[str, object]


def paged(
    first: int, texts: list[str], *, volume: int = 12, name: str = "Alder v. Birch", **more: object
) -> Record:
    """A fictional opinion in F.3d, one page a text, from page `first` on."""
    citation = f"{volume} F.3d {first}"
    return {
        "id": f"op-{volume}-{first}",
        "name": name,
        "name_abbreviation": name,
        "citations": [citation],
        "court": "ca9",
        "date": "1994-03-01",
        "first_page": str(first),
        "last_page": str(first + len(texts) - 1),
        "page_system": "reporter",
        "page_citation": citation,
        "pages": [{"page": str(first + i), "text": text} for i, text in enumerate(texts)],
        **more,
    }


def write(path: Path, *records: object) -> Path:
    """A JSONL file of the records."""
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def add(tmp_path: Path, *records: object, name: str = "in.jsonl") -> AddReport:
    """Add records to the library of `tmp_path / "lib"`."""
    return add_to_library(tmp_path / "lib", [write(tmp_path / name, *records)])


def library(tmp_path: Path, *records: object) -> Library:
    """A library of the records."""
    add(tmp_path, *records)
    return Library.open(tmp_path / "lib")


def opinion_of(tmp_path: Path, record: Record) -> Opinion:
    """The stored opinion of the one record of a library."""
    held = library(tmp_path, record)
    opinion = held.opinion(next(held.cases()))
    assert opinion is not None
    return opinion


def at(
    held: Library, page: str, *, volume: str = "12", reporter: str = "F.3d"
) -> dict[str, object]:
    """What is held at a page: ids under each heading, and the rest as it is."""
    holding = held.find(CaseReference(volume, reporter, page))
    return {
        "starting": [case.id for case in holding.starting],
        "enclosing": [case.id for case in holding.enclosing],
        "bordering": [case.id for case in holding.bordering],
        "coverage": holding.coverage,
        "next_page": holding.next_page,
    }


NOTHING: dict[str, object] = {
    "starting": [],
    "enclosing": [],
    "bordering": [],
    "coverage": "partial",
    "next_page": None,
}


DECLARATION: Record = {
    "reporters": [
        {
            "abbreviation": "Fict. App.",
            "name": "Fictional Appeals",
            "variations": ["Fict App"],
            "court": "fictapp",
            "start_year": 1980,
            "end_year": 1999,
            "last_volume": 40,
            "whole_volumes": ["7"],
        }
    ]
}

FACT: Record = {
    "courtlistener_cluster": 77,
    "name": "Ann ALDER, Plaintiff-Appellant, v. Bob BIRCH, Defendant-Appellee",
    "name_abbreviation": "Alder v. Birch",
    "citations": ["12 F.3d 100", "40 S. Ct. 7"],
    "date": "1994-03-01",
}


class TestFind:
    @pytest.mark.parametrize(
        ("page", "expected"),
        [
            ("100", {"starting": ["op-12-100"]}),  # the first page
            ("101", {"enclosing": ["op-12-100"]}),  # strictly inside
            ("102", {"enclosing": ["op-12-100"]}),  # strictly inside
            ("103", {"bordering": ["op-12-100"]}),  # the last page is shared by two cases
            ("104", {}),  # after it: not held
            ("99", {}),  # before it: not held
            ("xi", {}),  # a label that is no number lies inside nothing
            ("1010", {}),  # a longer number that begins the same
        ],
    )
    def test_pages_of_a_case(self, tmp_path: Path, page: str, expected: dict[str, object]) -> None:
        held = library(tmp_path, paged(100, ["one", "two", "three", "four"]))
        assert at(held, page) == {**NOTHING, **expected}

    def test_a_volume_without_a_case_is_not_covered(self, tmp_path: Path) -> None:
        held = library(tmp_path, paged(100, ["one", "two"]))
        assert at(held, "100", volume="13")["coverage"] == "none"
        assert at(held, "100", reporter="F.2d")["coverage"] == "none"

    def test_two_cases_that_share_a_page_both_start_there(self, tmp_path: Path) -> None:
        first = paged(100, ["one"], name="Alder v. Birch")
        second = {**paged(100, ["two"], name="Cedar v. Dogwood"), "id": "op-other"}
        assert at(library(tmp_path, first, second), "100")["starting"] == ["op-12-100", "op-other"]

    def test_parallel_citations_lead_to_one_case(self, tmp_path: Path) -> None:
        record = paged(100, ["one", "two", "three"], citations=["12 F.3d 100", "40 S. Ct. 7"])
        held = library(tmp_path, record)
        assert at(held, "7", volume="40", reporter="S. Ct.")["starting"] == ["op-12-100"]
        # The page numbers are those of F.3d alone.
        assert at(held, "8", volume="40", reporter="S. Ct.") == NOTHING

    def test_marks_bound_a_case_whose_last_page_is_not_given(self, tmp_path: Path) -> None:
        held = library(tmp_path, paged(100, ["one", "two", "three"], last_page=None))
        assert at(held, "101")["enclosing"] == ["op-12-100"]
        assert at(held, "102")["bordering"] == ["op-12-100"]
        assert at(held, "103") == NOTHING

    def test_a_misread_page_number_encloses_nothing(self, tmp_path: Path) -> None:
        record = paged(100, ["one", "two", "three"])
        record["pages"] = [
            {"page": "100", "text": "one"},
            {"page": "101", "text": "two"},
            {"page": "192", "text": "three"},
        ]
        record["last_page"] = "192"
        held = library(tmp_path, record)
        assert at(held, "150") == NOTHING
        assert at(held, "101")["bordering"] == ["op-12-100"]

    def test_pages_of_an_unnamed_reporter_prove_nothing(self, tmp_path: Path) -> None:
        record = paged(100, ["one", "two", "three"], page_citation=None, first_page=None)
        record["citations"] = ["9 F.3d 100"]
        record["pages"] = [{"page": str(n), "text": "words"} for n in (600, 601, 602)]
        held = library(tmp_path, record)
        assert at(held, "601", volume="9") == NOTHING
        opinion = held.opinion(next(held.cases()))
        assert opinion is not None
        assert (opinion.series[0].volume, opinion.series[0].reporter) == (None, None)

    def test_whole_volume_gives_the_next_case(self, tmp_path: Path) -> None:
        declaration = {"reporters": [{"abbreviation": "F.3d", "whole_volumes": ["12"]}]}
        held = library(
            tmp_path,
            paged(100, ["one"]),
            paged(104, ["two"], name="Cedar v. Dogwood"),
            declaration,
        )
        assert at(held, "100")["next_page"] == "104"
        assert at(held, "104")["next_page"] is None
        assert at(held, "102")["coverage"] == "whole"
        # A reporter that is known anyway is not declared a second time.
        assert held.declared_reporters() == ()

    def test_years_of_the_volume_are_told_by_a_dozen_cases(self, tmp_path: Path) -> None:
        cases = [paged(n, ["one"], name=f"Alder{n} v. Birch", date="1994") for n in range(1, 12)]
        last = paged(50, ["two"], name="Cedar v. Dogwood", date="1993")
        reference = CaseReference("12", "F.3d", "9")
        assert library(tmp_path / "few", *cases).find(reference).years is None
        assert library(tmp_path / "many", *cases, last).find(reference).years == (1993, 1994)


class TestDeclaredReporters:
    def test_declared_further_down_and_used_before(self, tmp_path: Path) -> None:
        case: Record = {"id": "f1", "name": "Elm v. Fir", "citations": ["7 Fict App 10"]}
        held = library(tmp_path, case, DECLARATION)
        assert at(held, "10", volume="7", reporter="Fict. App.") == {
            **NOTHING,
            "starting": ["f1"],
            "coverage": "whole",
        }
        (reporter,) = held.declared_reporters()
        assert reporter.abbreviation == "Fict. App."
        assert reporter.variations == ("Fict App",)
        assert (reporter.start_year, reporter.end_year, reporter.last_volume) == (1980, 1999, 40)

    def test_declared_again_is_held_already(self, tmp_path: Path) -> None:
        assert add(tmp_path, DECLARATION).reporters == 1
        report = add(tmp_path, DECLARATION)
        assert (report.reporters, report.held, report.read) == (0, 1, 1)

    def test_a_whole_volume_may_be_empty(self, tmp_path: Path) -> None:
        held = library(tmp_path, DECLARATION)
        assert at(held, "10", volume="7", reporter="Fict. App.")["coverage"] == "whole"
        (volume,) = held.coverage()
        assert (volume.coverage, volume.cases) == ("whole", 0)


class TestWords:
    def test_marks_are_taken_out_and_kept_as_offsets(self, tmp_path: Path) -> None:
        opinion = opinion_of(
            tmp_path,
            paged(
                100,
                ["The heron waded[fn1] slowly.", "It caught [**31] no fish."],
                footnotes=[{"label": "1.", "page": "100", "text": "A grey heron."}],
            ),
        )
        assert opinion.text == ("The heron waded slowly. It caught no fish.\n\nA grey heron.")
        main, second = opinion.series
        assert (main.volume, main.reporter) == ("12", "F.3d")
        assert [(mark.label, opinion.text[mark.offset :][:2]) for mark in main.marks] == [
            ("100", "Th"),
            ("101", "It"),
        ]
        assert (second.volume, second.reporter) == (None, None)
        assert [(m.label, opinion.text[m.offset :][:2]) for m in second.marks] == [("31", "no")]
        (note,) = opinion.notes
        assert (note.label, note.page) == ("1", "100")
        assert opinion.text[note.span.start : note.span.end] == "A grey heron."

    def test_a_page_break_inside_a_word(self, tmp_path: Path) -> None:
        record = paged(100, [])
        record["pages"] = [
            {"page": "100", "text": "The her"},
            {"page": "101", "text": "on waded.", "joined": True},
        ]
        record["last_page"] = "101"
        opinion = opinion_of(tmp_path, record)
        assert opinion.text == "The heron waded."
        assert [mark.offset for mark in opinion.series[0].marks] == [0, 7]

    def test_second_series_belongs_to_the_citation_that_begins_there(self, tmp_path: Path) -> None:
        record = paged(
            100, ["The heron [**8] waded.", "It slept."], citations=["12 F.3d 100", "40 S. Ct. 7"]
        )
        opinion = opinion_of(tmp_path, record)
        assert (opinion.series[1].volume, opinion.series[1].reporter) == ("40", "S. Ct.")

    def test_interleaved_page_numbers_belong_to_no_reporter(self, tmp_path: Path) -> None:
        record = paged(100, [], last_page="104")
        record["pages"] = [
            {"page": str(n), "text": "words"} for n in (102, 103, 100, 104, 101, 105, 102)
        ]
        held = library(tmp_path, record)
        opinion = held.opinion(next(held.cases()))
        assert opinion is not None
        assert opinion.series[0].reporter is None
        assert at(held, "102") == NOTHING

    def test_a_note_without_a_page_stands_where_it_is_called(self, tmp_path: Path) -> None:
        opinion = opinion_of(
            tmp_path,
            paged(
                100,
                ["First.", "Second[fn*] page."],
                footnotes=[{"label": "*", "text": "By designation."}],
            ),
        )
        assert [(note.label, note.page) for note in opinion.notes] == [("*", "101")]

    def test_slip_opinion_pages_are_no_reporter_pages(self, tmp_path: Path) -> None:
        record = paged(100, ["One", "two"], page_system="pdf-page (slip opinion)")
        record["page_citation"] = None
        opinion = opinion_of(tmp_path, record)
        assert opinion.series == ()
        assert opinion.text == "One\ntwo"

    def test_text_without_pages(self, tmp_path: Path) -> None:
        record: Record = {"id": "u1", "name": "In re Gull", "citations": ["3 F.2d 9"]}
        record["text"] = "The gull flew."
        opinion = opinion_of(tmp_path, record)
        assert (opinion.text, opinion.series, opinion.parts) == ("The gull flew.", (), ())

    def test_metadata_has_no_words(self, tmp_path: Path) -> None:
        held = library(tmp_path, {"name": "In re Gull", "citations": ["3 F.2d 9"]})
        case = next(held.cases())
        assert not case.has_text
        assert held.opinion(case) is None

    @given(st.lists(st.text(max_size=40), min_size=1, max_size=4))
    @settings(max_examples=10, deadline=None)
    def test_any_text_comes_back(
        self, tmp_path_factory: pytest.TempPathFactory, texts: list[str]
    ) -> None:
        # Words without brackets hold no marks: what goes in comes out, whatever it is.
        clean = [text.replace("[", "(") for text in texts]
        opinion = opinion_of(tmp_path_factory.mktemp("any"), paged(100, clean))
        assert opinion.text == " ".join(clean)
        for mark, text in zip(opinion.series[0].marks, clean, strict=True):
            assert opinion.text[mark.offset :].startswith(text)


class TestParts:
    BODY = (
        "ROE, Circuit Judge.\n\nThe herons may stay, for the statute protects every wading bird."
        "\n\nAffirmed.\n\n"
    )

    @pytest.mark.parametrize(
        ("heading", "expected"),
        [
            ("JUSTICE DOE, dissenting.", "dissent"),  # plain
            ("Justice Doe, with whom Justice Poe joins, dissenting.", "dissent"),  # joined
            ("DOE, Circuit Judge, dissenting:", "dissent"),  # title after the name
            ("DOE, J. (dissenting).", "dissent"),  # in brackets
            ("ANN BAY DOE, J., dissenting in part.", "dissent"),  # three names
            ("DOE, J., concurring in part and dissenting in part.", "dissent"),  # both
            ("Doe, Circuit Judge, concurring in the judgment:", "concurrence"),  # concurrence
            ("DOE, Justice, Additionally Concurring.", "concurrence"),  # an adverb before
            ("JUSTICE DOE, with whom JUSTICE\nPOE joins, concurring.", "concurrence"),  # wrapped
            ("¶ 12 DOE, J., dissenting.", "dissent"),  # numbered paragraph
            ("Doe, J., dissents.", None),  # a vote
            ("All the Justices concurring.", None),  # a vote
            ("As Justice Doe, dissenting, said, herons are birds.", None),  # running prose
            ("Justice Doe, dissenting, said that herons are birds.", None),  # prose that opens so
            ("See Poe v. State, 1 F.2d 3 (Doe, J., dissenting).", None),  # a citation
            ("Doe, J., dissenting).", None),  # a citation cut by the line
        ],
    )
    def test_headings(self, tmp_path: Path, heading: str, expected: str | None) -> None:
        after = "\n\nThe words of the statute speak of birds that swim, and herons only wade."
        opinion = opinion_of(tmp_path, paged(100, [self.BODY + heading + after]))
        found = [(part.type, opinion.text[part.span.start :][:12]) for part in opinion.parts]
        if expected is None:
            assert found == []
        else:
            assert found == [("majority", "ROE, Circuit"), (expected, heading[:12])]

    def test_a_vote_at_the_end_is_no_opinion(self, tmp_path: Path) -> None:
        opinion = opinion_of(tmp_path, paged(100, [self.BODY + "Doe, J., concurring."]))
        assert opinion.parts == ()

    def test_running_heads_begin_nothing(self, tmp_path: Path) -> None:
        head = "\nDOE, J., dissenting\n\n"
        words = "The statute speaks of birds that swim, and herons only wade. " * 2
        body = self.BODY + "DOE, J., dissenting.\n" + words + head + words + head + words
        opinion = opinion_of(tmp_path, paged(100, [body]))
        assert [part.type for part in opinion.parts] == ["majority", "dissent"]

    def test_a_text_of_headings_takes_no_more_than_its_length(self) -> None:
        for heading in ("DOE, J., dissenting\n", "JUSTICE ROE, with whom JUSTICE DOE joins\n"):
            assert_growth(
                lambda count, heading=heading: partial(find_parts, heading * count), 5_000
            )

    def test_syllabus_ends_where_the_court_begins(self, tmp_path: Path) -> None:
        body = "Syllabus\n\nHeld: herons stay.\n\nPer Curiam.\n\nThe statute protects herons."
        opinion = opinion_of(tmp_path, paged(100, [body]))
        assert [(p.type, opinion.text[p.span.start :][:8]) for p in opinion.parts] == [
            ("syllabus", "Syllabus"),
            ("majority", "Per Curi"),
        ]

    def test_given_parts_count_and_not_the_headings(self, tmp_path: Path) -> None:
        words = "Herons wade[fn1] and do not swim, and so the statute leaves them out of account."
        opinion = opinion_of(
            tmp_path,
            paged(
                100,
                [
                    "The herons stay[fn1]. The judgment stands, for the statute protects them all.",
                    "It is so ordered. DISSENT " + words,
                ],
                parts=[
                    {"type": "majority", "page": "100", "offset": 0},
                    {"type": "dissent", "page": "101", "offset": 18},
                ],
                footnotes=[
                    {"label": "1", "page": "100", "text": "Both kinds."},
                    {"label": "1", "page": "101", "text": "Unlike ducks."},
                ],
            ),
        )
        assert [(p.type, opinion.text[p.span.start : p.span.end][:13]) for p in opinion.parts] == [
            ("majority", "The herons st"),
            ("dissent", "DISSENT Heron"),
            ("majority", "Both kinds."),
            ("dissent", "Unlike ducks."),
        ]


class TestDates:
    @pytest.mark.parametrize(
        ("written", "expected"),
        [
            ("1994-03-01", ("1994-03-01", 1994)),  # ISO
            ("1994", ("1994", 1994)),  # a year
            ("Argued May 19, 2014. Decided Sept. 30, 2014.", ("2014-09-30", 2014)),  # of two
            ("Submitted Dec. 4, 2012.Decided Jan. 21, 2013.", ("2013-01-21", 2013)),  # unspaced
            ("January 8, 2010.", ("2010-01-08", 2010)),  # one date
            ("Argued Dec. 4, 2012, reargued Jan. 21, 2013", (None, None)),  # which of two
            ("Argued May 1, 2014, and again June 2, 2014", ("2014", 2014)),  # the year is sure
            ("long ago", (None, None)),  # no date
            (None, (None, None)),  # not given
        ],
    )
    def test_date_of_decision(
        self, tmp_path: Path, written: str | None, expected: tuple[str | None, int | None]
    ) -> None:
        case = next(library(tmp_path, paged(100, ["one"], date=written)).cases())
        assert (case.date, case.year) == expected


class TestMerging:
    @pytest.mark.parametrize("text_first", [True, False])
    def test_metadata_and_text_become_one_case(self, tmp_path: Path, text_first: bool) -> None:
        rows = [paged(100, ["one", "two", "three"], date="1994"), FACT]
        held = library(tmp_path, *(rows if text_first else reversed(rows)))
        (case,) = held.cases()
        assert case.id == "op-12-100"
        assert {str(citation) for citation in case.citations} == {"12 F.3d 100", "40 S. Ct. 7"}
        assert case.names[0] == "Alder v. Birch"
        assert FACT["name"] in case.names
        assert case.date == "1994-03-01"
        assert case.has_text
        assert at(held, "101")["enclosing"] == ["op-12-100"]

    @pytest.mark.parametrize(
        "change",
        [
            {"name": "Cedar v. Dogwood", "name_abbreviation": "Cedar v. Dogwood"},  # other parties
            {"date": "1991-03-01"},  # another year
        ],
    )
    def test_what_disagrees_stays_apart(self, tmp_path: Path, change: Record) -> None:
        held = library(tmp_path, paged(100, ["one"]), {**FACT, **change})
        assert len(list(held.cases())) == 2

    def test_other_docket_number_stays_apart(self, tmp_path: Path) -> None:
        held = library(
            tmp_path,
            paged(100, ["one"], docket_number="No. 93-1234"),
            {**FACT, "docket_number": "93-4321"},
        )
        assert len(list(held.cases())) == 2

    def test_the_text_with_page_marks_stays(self, tmp_path: Path) -> None:
        plain = {**paged(100, []), "id": "plain", "pages": None, "text": "words " * 100}
        held = library(tmp_path, plain, paged(100, ["one", "two"]))
        (case,) = held.cases()
        opinion = held.opinion(case)
        assert opinion is not None
        assert opinion.text == "one two"
        # The words of the text that gave way are not counted.
        assert held.document_frequency("words") == 0
        assert held.document_frequency("one") == 1

    def test_a_list_of_dates_joins_the_named_case(self, tmp_path: Path) -> None:
        rows = tmp_path / "dates.csv"
        rows.write_text("citation,date\n12 F.3d 100,1995-02-14\n12 F.3d 90,1995-02-14\n")
        for order in ((rows, None), (None, rows)):
            directory = tmp_path / ("first" if order[0] else "last")
            for path in order:
                record = write(tmp_path / "op.jsonl", paged(100, ["one"], date="1994"))
                add_to_library(directory, [path or record])
            held = Library.open(directory)
            (case,) = held.find(CaseReference("12", "F.3d", "100")).starting
            # The list's year is one off; the record that knows the case keeps its own.
            assert (case.id, case.year) == ("op-12-100", 1994)
            (unnamed,) = held.find(CaseReference("12", "F.3d", "90")).starting
            assert (unnamed.names, unnamed.date) == ((), "1995-02-14")


class TestAdding:
    def test_the_same_again_changes_nothing(self, tmp_path: Path) -> None:
        rows = [paged(100, ["one heron"]), paged(104, ["two herons"], name="Cedar v. Dogwood")]
        first = add(tmp_path, *rows)
        before = (tmp_path / "lib" / "library.sqlite").read_bytes()
        second = add(tmp_path, *rows)
        assert (first.added, first.held) == (2, 0)
        assert (second.added, second.held) == (0, 2)
        assert (tmp_path / "lib" / "library.sqlite").read_bytes() == before

    def test_the_same_row_twice_in_one_file(self, tmp_path: Path) -> None:
        report = add(tmp_path, paged(100, ["heron"]), paged(100, ["heron"]))
        assert (report.added, report.held) == (1, 1)
        held = Library.open(tmp_path / "lib")
        assert held.document_frequency("heron") == 1

    def test_a_corrected_record_replaces_the_old(self, tmp_path: Path) -> None:
        add(tmp_path, paged(100, ["a stork"]))
        report = add(tmp_path, paged(100, ["a heron"]))
        assert report.replaced == 1
        held = Library.open(tmp_path / "lib")
        (case,) = held.cases()
        opinion = held.opinion(case)
        assert opinion is not None
        assert opinion.text == "a heron"
        assert (held.document_frequency("stork"), held.document_frequency("heron")) == (0, 1)

    def test_document_frequency_folds_case_and_apostrophes(self, tmp_path: Path) -> None:
        held = library(
            tmp_path,
            paged(100, ["The Heron’s nest, the HERON"]),
            paged(104, ["a heron"], name="Cedar v. Dogwood"),
        )
        assert held.document_frequency("heron") == 2
        assert held.document_frequency("heron's") == 1
        assert held.document_frequency("egret") == 0

    def test_frequency_is_unknown_without_opinions(self, tmp_path: Path) -> None:
        held = library(tmp_path, {"name": "In re Gull", "citations": ["3 F.2d 9"]})
        assert held.document_frequency("heron") is None

    def test_bad_rows_are_named_by_line(self, tmp_path: Path) -> None:
        path = tmp_path / "in.jsonl"
        good = json.dumps(paged(100, ["one"])).encode()
        rows = [
            (b"{not json", "not JSON"),
            (b"[1, 2]", "a JSON list"),
            (b"\xff\xfe{}", "not UTF-8"),
            (b'{"citations": "12 F.3d 1"}', "citations is str"),
            (b'{"citations": [["12 F.3d 1"]]}', "citations holds list"),
            (b'{"citations": ["12 F.3d 1"], "pages": ["x"]}', "pages holds str"),
            (b'{"citations": ["12 F.3d 1"], "pages": [{"page": "1"}]}', "has no text"),
            (b'{"citations": ["12 F.3d 1"], "text": ["x"]}', "text is list"),
            (b'{"citations": ["12 F.3d 1"], "text": "x", "parts": [{"type": "epic"}]}', "'epic'"),
            (b'{"reporters": [{"name": "Nameless"}]}', "no abbreviation"),
            (b"[" * 100_000, "not JSON"),
        ]
        path.write_bytes(b"\n".join([row for row, _ in rows] + [good, b""]))
        report = add_to_library(tmp_path / "lib", [path])
        assert report.added == 1
        assert [problem.place.line for problem in report.problems] == list(range(1, len(rows) + 1))
        for problem, (_, expected) in zip(report.problems, rows, strict=True):
            assert expected in problem.reason
            assert "\n" not in str(problem)

    def test_rows_that_nothing_can_lead_to(self, tmp_path: Path) -> None:
        report = add(
            tmp_path,
            {"name": "A v. B", "citations": [], "text": "x"},
            {"name": "A v. B", "citations": ["1994 WL 123456"], "text": "x"},
            {"name": "A v. B", "citations": ["512 Nosuch Rptr. 44"], "text": "x"},
        )
        assert report.uncited[0].place.line == 1
        assert "no citation" in report.uncited[0].reason
        assert report.uncited[-1].place.line == 3
        assert "512 Nosuch Rptr. 44" in report.uncited[-1].reason

    def test_an_id_of_another_case_is_refused(self, tmp_path: Path) -> None:
        other = {**paged(300, ["two"], name="Cedar v. Dogwood"), "id": "op-12-100"}
        report = add(tmp_path, paged(100, ["one"]), other)
        assert (report.added, len(report.problems)) == (1, 1)
        assert "another case" in report.problems[0].reason

    def test_lone_surrogates_and_nul_are_stored(self, tmp_path: Path) -> None:
        path = tmp_path / "in.jsonl"
        record = json.dumps(paged(100, ["SURROGATE and \x00 nul"]))
        path.write_text(record.replace("SURROGATE", "\\ud800") + "\n")
        assert add_to_library(tmp_path / "lib", [path]).added == 1
        held = Library.open(tmp_path / "lib")
        opinion = held.opinion(next(held.cases()))
        assert opinion is not None
        assert opinion.text == "? and \x00 nul"

    def test_packed_files_and_directories(self, tmp_path: Path) -> None:
        data = tmp_path / "data"
        (data / "deep").mkdir(parents=True)
        with gzip.open(data / "deep" / "a.jsonl.gz", "wt") as file:
            file.write(json.dumps(paged(100, ["one"])) + "\n")
        with gzip.open(data / "b.csv.gz", "wt") as file:
            file.write("citation,date\n5 U.S. 137,1803-02-24\n")
        with bz2.open(data / "c.JSONL.bz2", "wt") as file:
            file.write(json.dumps(paged(104, ["two"], name="Cedar v. Dogwood")) + "\n")
        (data / "README.md").write_text("not read")
        (data / "list.json").write_text("[1,\n2]")
        report = add_to_library(tmp_path / "lib", [data])
        assert (report.files, report.added, report.problems) == (3, 3, [])

    def test_a_packed_file_that_breaks_off(self, tmp_path: Path) -> None:
        whole = gzip.compress(
            b"".join(
                json.dumps(paged(n, [os.urandom(200).hex()], name=f"Alder{n} v. Birch")).encode()
                + b"\n"
                for n in range(100, 400, 4)
            )
        )
        path = tmp_path / "in.jsonl.gz"
        path.write_bytes(whole[: len(whole) // 2])
        report = add_to_library(tmp_path / "lib", [path])
        assert report.added > 10
        assert [problem.place.line for problem in report.problems] == [report.added + 1]

    def test_malformed_dates_are_named_by_line(self, tmp_path: Path) -> None:
        path = tmp_path / "dates.csv"
        path.write_text(
            "citation,date\n"
            "5 U.S. 137,1803-02-24\n"
            "98-1152,2000-03-28\n"  # a docket number
            "6 U.S. 1,sometime\n"  # no date
            "7 U.S. 1\n"  # a cell is missing
        )
        report = add_to_library(tmp_path / "lib", [path])
        assert report.added == 1
        assert [problem.place.line for problem in report.problems] == [3, 4, 5]

    def test_a_csv_of_another_kind(self, tmp_path: Path) -> None:
        path = tmp_path / "other.csv"
        with path.open("w", newline="") as file:
            csv.writer(file).writerows([["name", "colour"], ["heron", "grey"]])
        report = add_to_library(tmp_path / "lib", [path])
        assert report.read == 0
        assert "header" in report.problems[0].reason

    def test_nothing_readable_makes_no_library(self, tmp_path: Path) -> None:
        report = add_to_library(tmp_path / "lib", [tmp_path / "absent.jsonl"])
        assert report.read == 0
        assert not (tmp_path / "lib" / "library.sqlite").exists()

    def test_coverage_lists_each_volume(self, tmp_path: Path) -> None:
        held = library(
            tmp_path,
            paged(100, ["one"]),
            {"name": "In re Gull", "citations": ["3 F.2d 9"], "date": "1925"},
            {"reporters": [{"abbreviation": "F.2d", "whole_volumes": ["3"]}]},
        )
        assert [
            (v.reporter, v.volume, v.coverage, v.cases, v.opinions, v.years)
            for v in held.coverage()
        ] == [
            ("F.2d", "3", "whole", 1, 0, (1925, 1925)),
            ("F.3d", "12", "partial", 1, 1, (1994, 1994)),
        ]


class TestFile:
    def test_reading_writes_nothing(self, tmp_path: Path) -> None:
        library(tmp_path, paged(100, ["one", "two"])).close()
        directory = tmp_path / "lib"
        before = {path.name: path.stat().st_mtime_ns for path in directory.iterdir()}
        with Library.open(directory) as held:
            at(held, "100")
            list(held.cases())
        assert {path.name: path.stat().st_mtime_ns for path in directory.iterdir()} == before

    def test_missing(self, tmp_path: Path) -> None:
        with pytest.raises(LibraryError, match="no such directory"):
            Library.open(tmp_path / "absent")
        (tmp_path / "empty").mkdir()
        with pytest.raises(LibraryError, match="no library here"):
            Library.open(tmp_path / "empty")

    @pytest.mark.parametrize("content", [b"", b"not a database at all " * 100])
    def test_not_a_library(self, tmp_path: Path, content: bytes) -> None:
        (tmp_path / "library.sqlite").write_bytes(content)
        with pytest.raises(LibraryError) as error:
            Library.open(tmp_path)
        assert "\n" not in str(error.value)
        with pytest.raises(LibraryError):
            add_to_library(tmp_path, [write(tmp_path / "in.jsonl", paged(100, ["one"]))])
        assert (tmp_path / "library.sqlite").read_bytes() == content

    def test_damaged_inside(self, tmp_path: Path) -> None:
        many = [paged(n, ["x" * 400], name=f"Alder{n} v. Birch") for n in range(100, 900, 3)]
        library(tmp_path, *many).close()
        path = tmp_path / "lib" / "library.sqlite"
        content = bytearray(path.read_bytes())
        content[4096:] = b"\x55" * (len(content) - 4096)
        path.write_bytes(bytes(content))
        with (
            pytest.raises(LibraryError, match="make it anew"),
            Library.open(tmp_path / "lib") as held,
        ):
            list(held.cases())

    def test_another_version(self, tmp_path: Path) -> None:
        library(tmp_path, paged(100, ["one"])).close()
        path = tmp_path / "lib" / "library.sqlite"
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA user_version = 99")
        connection.close()
        with pytest.raises(LibraryError, match=r"version 99.*rebuild"):
            Library.open(tmp_path / "lib")
        with pytest.raises(LibraryError, match=r"version 99.*rebuild"):
            add(tmp_path, paged(104, ["two"]))

    def test_being_written(self, tmp_path: Path) -> None:
        library(tmp_path, paged(100, ["one"])).close()
        writer = sqlite3.connect(tmp_path / "lib" / "library.sqlite", isolation_level=None)
        writer.execute("BEGIN EXCLUSIVE")
        try:
            started = time.monotonic()
            with pytest.raises(LibraryError, match="being written"):
                Library.open(tmp_path / "lib")
            assert 1 < time.monotonic() - started < 30
        finally:
            writer.close()

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
    def test_read_only_directory(self, tmp_path: Path) -> None:
        library(tmp_path, paged(100, ["one"])).close()
        (tmp_path / "lib").chmod(0o500)
        try:
            with Library.open(tmp_path / "lib") as held:
                assert at(held, "100")["starting"] == ["op-12-100"]
            with pytest.raises(LibraryError, match="cannot be opened or written"):
                add(tmp_path, paged(104, ["two"]))
        finally:
            (tmp_path / "lib").chmod(0o700)

    def test_a_directory_that_cannot_be_made(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("in the way")
        rows = write(tmp_path / "in.jsonl", paged(100, ["one"]))
        with pytest.raises(LibraryError, match="cannot be written"):
            add_to_library(tmp_path / "file" / "lib", [rows])

    def test_readers_go_on_while_a_library_is_written(self, tmp_path: Path) -> None:
        with library(tmp_path, paged(100, ["one"])) as old:
            add(tmp_path, paged(104, ["two"], name="Cedar v. Dogwood"), name="more.jsonl")
            assert at(old, "104")["starting"] == []
            with Library.open(tmp_path / "lib") as new:
                assert at(new, "104")["starting"] == ["op-12-104"]

    def test_adding_through_an_open_library(self, tmp_path: Path) -> None:
        with Library.create(tmp_path / "lib") as held:
            assert list(held.cases()) == []
            held.add([write(tmp_path / "in.jsonl", paged(100, ["one"]))])
            assert at(held, "100")["starting"] == ["op-12-100"]

    def test_a_killed_writer_leaves_the_old_library(self, tmp_path: Path) -> None:
        add(tmp_path, paged(100, ["one"]))
        before = (tmp_path / "lib" / "library.sqlite").read_bytes()
        many = [paged(n, ["words"], volume=20, name=f"Alder{n} v. Birch") for n in range(1, 400)]
        write(tmp_path / "many.jsonl", *many)
        script = textwrap.dedent(
            """
            import sys, time
            from pathlib import Path
            from voirdire.authorities.library_add import add_to_library

            def wait(path, done, size):
                print("half", flush=True)
                time.sleep(60)

            add_to_library(Path(sys.argv[1]), [Path(sys.argv[2])], wait)
            """
        )
        writer = subprocess.Popen(
            [sys.executable, "-c", script, str(tmp_path / "lib"), str(tmp_path / "many.jsonl")],
            stdout=subprocess.PIPE,
        )
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"half\n"
        # Another writer waits and is told why, a reader is not disturbed.
        started = time.monotonic()
        with pytest.raises(LibraryError, match="being written"):
            add(tmp_path, paged(104, ["two"]))
        assert time.monotonic() - started > 1
        with Library.open(tmp_path / "lib") as held:
            assert [case.id for case in held.cases()] == ["op-12-100"]
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        writer.stdout.close()
        assert (tmp_path / "lib" / "library.sqlite").read_bytes() == before
        # What the killed writer left lying about does not stand in the way.
        assert add_to_library(tmp_path / "lib", [tmp_path / "many.jsonl"]).added == 399
        assert [p.name for p in (tmp_path / "lib").iterdir()] == ["library.sqlite"]


class TestBulkData:
    """CourtListener's bulk files, in small: the form of its export script."""

    @staticmethod
    def bulk(path: Path, columns: str, *rows: tuple[str, ...]) -> None:
        """A file in that form: every value quoted, backslashes before quotes inside."""
        quoted = [
            ",".join('"' + v.replace("\\", "\\\\").replace('"', '\\"') + '"' for v in row)
            for row in rows
        ]
        path.write_bytes(bz2.compress("\n".join([columns.replace(" ", ","), *quoted, ""]).encode()))

    def files(self, tmp_path: Path) -> Path:
        """One case with its words, one without, one without a citation."""
        data = tmp_path / "bulk"
        data.mkdir()
        self.bulk(
            data / "citations-2026-06-30.csv.bz2",
            "id volume reporter page type cluster_id",
            ("1", "12", "F.3d", "100", "1", "501"),
            ("2", "40", "S. Ct.", "7", "1", "501"),
            ("3", "12", "F.3d", "120", "1", "502"),
            ("4", "12", "F.3d", "130", "1", "not a number"),
        )
        clusters = "id date_filed slug case_name_short case_name case_name_full docket_id"
        self.bulk(
            data / "opinion-clusters-2026-06-30.csv.bz2",
            clusters,
            (
                "501",
                "1994-03-01",
                "alder-v-birch",
                "Alder",
                "Alder v. Birch",
                'A. "Al" ALDER v. B',
                "9",
            ),
            ("502", "1994-04-01", "in-re-gull", "", "In re Gull", "", "10"),
            ("503", "1994-04-01", "in-re-tern", "", "In re Tern", "several\nlines", "10"),
            ("504", "1994-04-01"),
        )
        self.bulk(
            data / "dockets-2026-06-30.csv.bz2",
            "id court_id docket_number",
            ("9", "ca9", "93-1234"),
            ("11", "ca1", "93-1"),
        )
        lead = (
            '<p>The herons <a class="footnote" href="#fn1">1</a> wa'
            '<span class="star-pagination" label="101" citation-index="1"> *101 </span>de.</p>'
            '<p>They <span class="star-pagination" citation-index="2">**8</span> stay. '
            '<span class="star-pagination">*102</span> Affirmed.</p>'
            '<div class="footnote" id="fn1" label="1"><a class="footnote" href="#fn1_ref">1</a>'
            "<p>Grey ones &amp; white.</p></div>"
        )
        dissent = "<p>I would let the herons go, for nothing in the statute speaks of any bird.</p>"
        self.bulk(
            data / "opinions-2026-06-30.csv.bz2",
            "id type plain_text html_with_citations cluster_id",
            ("2", "040dissent", "", dissent, "501"),
            ("1", "020lead", "not this", lead, "501"),
        )
        return data

    def test_files_are_joined(self, tmp_path: Path) -> None:
        report = add_to_library(tmp_path / "lib", [self.files(tmp_path)])
        assert (report.files, report.added) == (4, 2)
        assert [str(problem).rsplit("/", 1)[1] for problem in report.problems] == [
            "citations-2026-06-30.csv.bz2:5: cluster_id is no number: 'not a number'",
            "opinion-clusters-2026-06-30.csv.bz2:6: 2 values for 7 columns",
        ]
        held = Library.open(tmp_path / "lib")
        alder, gull = held.cases()
        assert alder.names == ("Alder v. Birch", 'A. "Al" ALDER v. B')
        assert [str(citation) for citation in alder.citations] == ["12 F.3d 100", "40 S. Ct. 7"]
        assert (alder.court, alder.docket_number, alder.date) == ("ca9", "93-1234", "1994-03-01")
        assert alder.url == "https://www.courtlistener.com/opinion/501/alder-v-birch/"
        assert (gull.id, gull.court, gull.has_text) == ("cluster-502", None, False)
        assert at(held, "101")["enclosing"] == ["cluster-501"]

    def test_marks_notes_and_parts_of_the_words(self, tmp_path: Path) -> None:
        add_to_library(tmp_path / "lib", [self.files(tmp_path)])
        held = Library.open(tmp_path / "lib")
        opinion = held.opinion(next(held.cases()))
        assert opinion is not None
        assert " ".join(opinion.text.split()) == (
            "The herons wade. They stay. Affirmed."
            " I would let the herons go, for nothing in the statute speaks of any bird."
            " Grey ones & white."
        )
        main, second = opinion.series
        assert (main.volume, main.reporter) == ("12", "F.3d")
        assert [(m.label, opinion.text[m.offset :][:3]) for m in main.marks[1:]] == [
            ("101", "de."),
            ("102", "Aff"),
        ]
        assert (second.volume, second.reporter) == ("40", "S. Ct.")
        assert [(n.label, n.page) for n in opinion.notes] == [("1", "100")]
        assert [(p.type, opinion.text[p.span.start :].split()[0]) for p in opinion.parts] == [
            ("majority", "The"),
            ("dissent", "I"),
            ("majority", "Grey"),
        ]

    def test_added_again(self, tmp_path: Path) -> None:
        data = self.files(tmp_path)
        add_to_library(tmp_path / "lib", [data])
        report = add_to_library(tmp_path / "lib", [data])
        assert (report.added, report.held) == (0, 2)

    def test_half_of_a_set(self, tmp_path: Path) -> None:
        data = self.files(tmp_path)
        (data / "opinion-clusters-2026-06-30.csv.bz2").unlink()
        report = add_to_library(tmp_path / "lib", [data])
        assert report.read == 0
        assert "opinion-clusters" in report.problems[0].reason

    @given(st.text(max_size=200))
    @settings(max_examples=50, deadline=None)
    def test_any_markup_is_read(self, markup: str) -> None:
        read_markup(markup)

    @pytest.mark.parametrize(
        ("markup", "label"),
        [
            ('a <span class="star-pagination" label="294"> *294 </span> b', "294"),  # merged
            ('a <page-number citation-index="1" label="294">*294</page-number> b', "294"),  # xml
            ('a <a id="p294" class="page-label" data-label="294">*294</a> b', "294"),  # newer
            ('a <span class="star-pagination">*Page 294</span> b', "294"),  # Columbia
            ('a <span class="star-pagination">*xii</span> b', "xii"),  # front matter
            ("<?xml version='1.0'?><opinion>a <page-number label='294'/> b</opinion>", "294"),
        ],
    )
    def test_forms_of_page_breaks(self, markup: str, label: str) -> None:
        pieces = read_markup(markup).pieces
        assert [p for p in pieces if isinstance(p, PageBreak)] == [PageBreak(label, 1)]
        assert [p.split() for p in pieces if isinstance(p, str)] == [["a"], ["b"]]
