"""The static case files as a source, over HTTP from 127.0.0.1 and from a folder."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from email.utils import formatdate
from pathlib import Path

import pytest
from cap_server import Fault, StaticServer, serve
from cap_tree import write_tree
from fictional_cases import ROWS, row
from hypothesis import given, settings
from hypothesis import strategies as st

from growth import assert_growth
from voirdire.authorities.cap import CapSource
from voirdire.authorities.cap_html import parse_casebody
from voirdire.authorities.cap_volume import VolumeFolder, read_volume, reduce_cases
from voirdire.authorities.file_cache import CachedFile, FileCache
from voirdire.authorities.http_cache import Politeness, RemoteFiles
from voirdire.authorities.types import CaseReference, PageMark, PageSeries
from voirdire.errors import SourceError

LIST = "f3d/41/CasesMetadata.json"
QUICK = Politeness(per_second=1000, backoff=0.01, timeout=0.5, max_wait=2.0)


def ref(text: str) -> CaseReference:
    """A reference from "41 F.3d 100"."""
    volume, rest = text.split(" ", 1)
    reporter, page = rest.rsplit(" ", 1)
    return CaseReference(volume, reporter, page)


@pytest.fixture
def cap(server: StaticServer, tmp_path: Path) -> CapSource:
    return CapSource(server.url, tmp_path / "cache", limits=QUICK)


def names(cases: tuple[object, ...]) -> list[str]:
    return [case.names[0] for case in cases]  # type: ignore[attr-defined]


# --- what the lists say -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reference", "starting", "enclosing", "bordering", "next_page"),
    [
        # the first page of one case
        ("41 F.3d 100", ["Lantern Works, Inc. v. Marsh"], [], [], "103"),
        # strictly inside it
        ("41 F.3d 102", [], ["Lantern Works, Inc. v. Marsh"], [], None),
        # where one ends and the next begins
        (
            "41 F.3d 103",
            ["Quill v. Ferrous Supply Co."],
            [],
            ["Lantern Works, Inc. v. Marsh"],
            "104",
        ),
        # two cases begin on the page that a third ends on
        (
            "41 F.3d 104",
            ["In re Tidewater Barge", "Osprey v. Osprey"],
            [],
            ["Quill v. Ferrous Supply Co."],
            "110",
        ),
        # nothing there
        ("41 F.3d 107", [], [], [], None),
        # the last case has none after it
        ("41 F.3d 110", ["Mill Creek Dairy v. Board of Weights"], [], [], None),
        # a label that is no number
        ("41 F.3d xii", [], [], [], None),
    ],
)
def test_one_list_makes_the_volume_whole(
    cap: CapSource,
    reference: str,
    starting: list[str],
    enclosing: list[str],
    bordering: list[str],
    next_page: str | None,
) -> None:
    holding = cap.find(ref(reference))
    assert holding.coverage == "whole"
    assert names(holding.starting) == starting
    assert names(holding.enclosing) == enclosing
    assert names(holding.bordering) == bordering
    assert holding.next_page == next_page
    # Five cases, of which one may be misdated, do not tell the volume's years.
    assert holding.years is None


def test_the_years_of_a_volume(tmp_path: Path) -> None:
    rows = [
        row(str(n), f"50 F.3d {n}", "A v. B", date=f"{1994 + n % 2}-05-01", first_page=str(n))
        for n in range(1, 13)
    ]
    tree = write_tree(rows, tmp_path / "twelve")
    assert CapSource(tree, tmp_path).find(ref("50 F.3d 700")).years == (1994, 1995)


@pytest.mark.parametrize(
    "reference",
    [
        "42 F.3d 100",  # no such volume in the list of volumes
        "41 F.4th 100",  # no such reporter
        "41 Ohio St. 3d 1",  # a reporter whose abbreviation only looks like one there
        "xi F.3d 100",  # a volume that is no number
    ],
)
def test_what_is_not_there_is_not_held(cap: CapSource, reference: str) -> None:
    assert cap.find(ref(reference)).coverage == "none"


def test_a_case_carries_what_the_list_says(cap: CapSource, server: StaticServer) -> None:
    case = cap.find(ref("41 F.3d 100")).starting[0]
    assert [str(citation) for citation in case.citations] == ["41 F.3d 100", "12 Ohio App. 3d 200"]
    assert case.citations[0].last_page == "103"
    assert (case.court, case.date, case.year, case.has_text) == ("ca9", "1995-03-02", 1995, True)
    assert case.url == f"{server.url}/f3d/41/html/0100-01.html"


def test_a_listed_volume_without_its_list_is_none(cap: CapSource, tree: Path) -> None:
    (tree / LIST).unlink()
    assert cap.find(ref("41 F.3d 100")).coverage == "none"


def test_an_early_reporter_is_found_in_the_one_that_reprints_it(cap: CapSource) -> None:
    # 1 Cranch is 5 U.S., page for page.
    holding = cap.find(ref("1 Cranch 300"))
    assert names(holding.starting) == ["Sloop Heron v. Port Warden"]
    assert [str(c) for c in holding.starting[0].citations] == ["5 U.S. 300", "1 Cranch 300"]
    assert names(cap.find(ref("1 Cranch 301")).enclosing) == ["Sloop Heron v. Port Warden"]
    # Cranch has nine volumes.
    assert cap.find(ref("10 Cranch 300")).coverage == "none"


# --- when a list is not the whole volume ----------------------------------------------------


def volume(edition: str, spans: list[tuple[int, int]], **fields: object) -> str:
    """The coverage that a list of cases with these pages gives."""
    entries = [
        {
            "id": index,
            "name": "A v. B",
            "first_page": str(first),
            "last_page": str(last),
            "citations": [{"cite": f"7 {edition} {first}"}],
            **fields,
        }
        for index, (first, last) in enumerate(spans)
    ]
    data = reduce_cases(json.dumps(entries).encode())
    found = read_volume(data, "7", edition, VolumeFolder("x", "7"))
    return found.holding("5000", "").coverage


@pytest.mark.parametrize(
    ("edition", "spans", "fields", "coverage"),
    [
        # official and federal reporters are listed in full
        ("F.3d", [(1, 10), (400, 420)], {}, "whole"),
        # a regional reporter lacks what the official reports print: here all between
        ("A.2d", [(36, 42), (450, 459), (831, 833)], {}, "partial"),
        # ... unless its cases fill the volume
        ("A.2d", [(1, 40), (40, 90), (92, 200)], {}, "whole"),
        ("N.Y.S.2d", [(1, 2), (50, 60)], {}, "partial"),
        # another supplier's volumes are not known to be complete
        ("F.3d", [(1, 10), (400, 420)], {"provenance": {"source": "Fastcase"}}, "partial"),
        # an entry that cannot be read may be any case
        ("F.3d", [(1, 10), (11, 20)], {"name": None}, "none"),
    ],
)
def test_a_list_with_holes_is_no_proof(
    edition: str, spans: list[tuple[int, int]], fields: dict[str, object], coverage: str
) -> None:
    assert volume(edition, spans, **fields) == coverage


def test_an_empty_or_a_redacted_volume_is_not_whole(tmp_path: Path) -> None:
    tree = write_tree(ROWS, tmp_path / "tree", redacted=["41 F.3d"])
    cap = CapSource(tree, tmp_path)
    assert cap.find(ref("41 F.3d 107")).coverage == "partial"
    (tree / LIST).write_text("[]")
    assert CapSource(tree, tmp_path).find(ref("41 F.3d 107")).coverage == "none"


@pytest.mark.parametrize(
    ("first", "last", "until"),
    [
        ("368", "377-391", "391"),  # a range where one number should be
        ("1", "0", None),  # a slip: the case ends before it begins
        ("12", None, None),  # not given
        ("12", "xiv", None),  # no number
    ],
)
def test_last_pages_as_they_really_are(first: str, last: str | None, until: str | None) -> None:
    entry = {"id": 1, "name": "A v. B", "first_page": first, "last_page": last, "citations": []}
    found = read_volume(json.dumps([entry]).encode(), "7", "F.3d", VolumeFolder("f3d", "7"))
    assert found.case(0, "").citations[0].last_page == until


def test_a_citation_that_disagrees_with_the_first_page_encloses_nothing() -> None:
    # One of the two numbers is a slip, so pages 804 to 809 may be anybody's.
    entry = {
        "id": 1,
        "name": "A v. B",
        "first_page": "803",
        "last_page": "810",
        "citations": [{"cite": "16 F.3d 545"}],
    }
    found = read_volume(json.dumps([entry]).encode(), "16", "F.3d", VolumeFolder("f3d", "16"))
    assert names(found.holding("545", "").starting) == ["A v. B"]
    assert found.holding("805", "").enclosing == ()


# --- folders ----------------------------------------------------------------------------------


def test_a_volume_in_two_parts(tmp_path: Path) -> None:
    rows = [
        row("1", "60 F.3d 1", "Ash v. Birch", first_page="1", last_page="9"),
        row("2", "60 F.3d 500", "Cedar v. Dogwood", first_page="500", last_page="520"),
    ]
    tree = write_tree(rows, tmp_path / "tree", folders={"2": "60-2"})
    assert (tree / "f3d/60-2/CasesMetadata.json").is_file()
    cap = CapSource(tree, tmp_path)
    assert names(cap.find(ref("60 F.3d 500")).starting) == ["Cedar v. Dogwood"]
    assert names(cap.find(ref("60 F.3d 5")).enclosing) == ["Ash v. Birch"]
    assert cap.find(ref("60 F.3d 300")).coverage == "whole"


def test_two_volumes_of_one_number_prove_nothing_against_each_other(tmp_path: Path) -> None:
    rows = [
        row("1", "60 F.3d 1", "Ash v. Birch", first_page="1", last_page="90"),
        row("2", "60 F.3d 2", "Cedar v. Dogwood", first_page="2", last_page="4"),
        row("3", "60 F.3d 80", "Elm v. Fir", first_page="80", last_page="95"),
    ]
    tree = write_tree(rows, tmp_path / "tree", folders={"2": "60-2", "3": "60-2"})
    # Page 50 lies inside a case of one volume, and the other prints a page 50 too.
    assert CapSource(tree, tmp_path).find(ref("60 F.3d 50")).enclosing == ()


def test_a_part_whose_list_is_missing_leaves_the_volume_partial(tmp_path: Path) -> None:
    rows = [
        row("1", "60 F.3d 1", "Ash v. Birch", first_page="1", last_page="9"),
        row("2", "60 F.3d 500", "Cedar v. Dogwood", first_page="500", last_page="520"),
    ]
    tree = write_tree(rows, tmp_path / "tree", folders={"2": "60-2"})
    (tree / "f3d/60-2/CasesMetadata.json").unlink()
    holding = CapSource(tree, tmp_path).find(ref("60 F.3d 5"))
    assert (holding.coverage, holding.enclosing) == ("partial", ())


def test_names_that_lead_out_of_the_folder_are_left_out(tmp_path: Path) -> None:
    tree = write_tree(ROWS, tmp_path / "tree")
    volumes = tree / "f3d/VolumesMetadata.json"
    volumes.write_text(
        volumes.read_text().replace('"volume_folder": "41"', '"volume_folder": ".."')
    )
    assert CapSource(tree, tmp_path).find(ref("41 F.3d 100")).coverage == "none"


# --- the words --------------------------------------------------------------------------------


def test_the_words_with_their_pages(cap: CapSource) -> None:
    case = cap.find(ref("41 F.3d 100")).starting[0]
    opinion = cap.opinion(case)
    assert opinion is not None
    assert opinion.text == (
        "PELL, Judge.\n\nThe lamps were lit. The harbor master saw them at once, and the tenants"
        " did not.\n\nWe affirm.\n\nI would not hold the tenants to it."
        "\n\nBy the “old keeper” & his wife."
    )
    main, second = opinion.series
    assert (main.volume, main.reporter) == ("41", "F.3d")
    begins = [(mark.label, opinion.text[mark.offset :][:9]) for mark in main.marks]
    # page 102 begins inside "tenants"
    assert begins == [("101", "master sa"), ("102", "ants did "), ("103", "I would n")]
    assert (second.volume, second.reporter) == ("12", "Ohio App. 3d")
    assert [mark.label for mark in second.marks] == ["201"]
    (note,) = opinion.notes
    # called before the first mark, so on the first page
    assert (note.label, note.page) == ("1", "100")
    assert opinion.text[note.span.start : note.span.end] == "By the “old keeper” & his wife."
    assert [part.type for part in opinion.parts] == ["majority", "dissent", "majority"]


def test_a_case_on_one_page_needs_no_mark(cap: CapSource) -> None:
    barge, nest = cap.find(ref("41 F.3d 104")).starting
    opinion = cap.opinion(nest)
    assert opinion is not None and opinion.text == "The nest was theirs in common."
    assert opinion.series == (PageSeries("41", "F.3d", ()),)
    other = cap.opinion(barge)
    assert other is not None and other.text == "The barge sank at noon."


def test_without_html_the_json_gives_words_without_pages(cap: CapSource, tree: Path) -> None:
    (tree / "f3d/41/html/0110-01.html").unlink()
    opinion = cap.opinion(cap.find(ref("41 F.3d 110")).starting[0])
    assert opinion is not None
    assert opinion.text.startswith("Milk was weighed warm.")
    assert (opinion.series, opinion.notes, opinion.parts) == ((), (), ())
    (tree / "f3d/41/cases/0103-01.json").unlink()
    (tree / "f3d/41/html/0103-01.html").unlink()
    assert cap.opinion(cap.find(ref("41 F.3d 103")).starting[0]) is None


def test_the_words_of_a_case_of_another_source_are_not_ours(cap: CapSource) -> None:
    case = cap.find(ref("41 F.3d 100")).starting[0]
    assert cap.opinion(replace(case, url="http://elsewhere.test/f3d/41/html/0100-01.html")) is None
    assert cap.opinion(replace(case, url=None)) is None


CASE = (
    '<section class="casebody"><section class="head-matter"><p class="syllabus">Held.</p></section>'
    '<article class="opinion" data-type="majority"><p>We <em>aff</em>irm.'
    '<a class="footnotemark" href="#n" id="ref_n">*</a></p>'
    '<aside class="footnote" data-label="*" id="n"><a href="#ref_n">*</a><p>A'
    '<a class="page-label" data-label="9" data-citation-index="1">*9</a>lso.</p></aside></article>'
    '<article class="opinion" data-type="concurring-in-part-and-dissenting-in-part">'
    "<p>In part.</p></article></section>"
)


def test_html_parts() -> None:
    words = parse_casebody(CASE.encode())
    assert words.text == "Held.\n\nWe affirm.\n\nIn part.\n\nAlso."
    # A mark inside a footnote repeats one of the body.
    assert words.marks == {}
    found = [(part.type, words.text[part.span.start : part.span.end]) for part in words.parts]
    assert found == [
        ("syllabus", "Held."),
        ("majority", "We affirm."),
        ("dissent", "In part."),
        ("majority", "Also."),
    ]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        (b"", ""),  # nothing
        (b"<p>one<p>two", "one\n\ntwo"),  # never closed
        (b"</p></div>left", "left"),  # closed, never opened
        (b"<div>" * 50_000 + b"deep", "deep"),  # deeper than a tree could be
        (b"<p>a<script>alert(1)</script>b</p><!-- c -->", "ab"),  # not words
        (b'<a class="page-label" data-label="7">*7</a>', ""),  # a page without words
        (b"<p>tab\tand\nline</p>", "tab and line"),  # white space
        (b"<p>one <br/> two</p><br>three", "one\ntwo\n\nthree"),  # lines
        (b"<table><tr><td>1</td><td>2</td></tr></table>", "1 2"),  # cells stay apart
    ],
)
def test_hostile_html(html: bytes, text: str) -> None:
    assert parse_casebody(html).text == text


def test_huge_html_takes_time_in_proportion() -> None:
    def work(size: int) -> Callable[[], object]:
        html = b"<p>word <em>word</em><a class='page-label' data-label='1'>*1</a></p>" * size
        return lambda: parse_casebody(html)

    assert_growth(work, 5_000)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=400) | st.text(max_size=200).map(lambda t: (CASE[:300] + t).encode()))
def test_any_bytes_are_read(html: bytes) -> None:
    words = parse_casebody(html)
    spans = [note.span for note in words.notes] + [part.span for part in words.parts]
    assert all(0 <= span.start < span.end <= len(words.text) for span in spans)
    marks = [mark for found in words.marks.values() for mark in found]
    assert all(0 <= mark.offset < len(words.text) for mark in marks)
    assert not any(isinstance(mark, str) for mark in marks)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.dictionaries(
            st.sampled_from(["id", "name", "first_page", "last_page", "citations", "file_name"]),
            st.none() | st.integers() | st.text(max_size=8) | st.lists(st.text(max_size=8)),
        ),
        max_size=6,
    )
)
def test_any_list_is_read(entries: list[dict[str, object]]) -> None:
    data = reduce_cases(json.dumps(entries).encode())
    found = read_volume(data, "7", "F.3d", VolumeFolder("f3d", "7"))
    holding = found.holding("5", "x")
    assert holding.coverage in ("whole", "partial", "none")


# --- a folder gives what HTTP gives -----------------------------------------------------------


def test_a_folder_is_as_good_as_the_server(cap: CapSource, tree: Path, tmp_path: Path) -> None:
    folder = CapSource(tree, tmp_path / "unused")
    places = [f"41 F.3d {page}" for page in range(98, 114)] + ["5 U.S. 300", "12 Ohio App. 3d 200"]
    for place in places:
        here, there = folder.find(ref(place)), cap.find(ref(place))
        assert [replace(c, url=None) for c in here.starting] == [
            replace(c, url=None) for c in there.starting
        ]
        assert (here.coverage, here.next_page, here.years) == (
            there.coverage,
            there.next_page,
            there.years,
        )
        for one, other in zip(here.starting, there.starting, strict=True):
            first, second = folder.opinion(one), cap.opinion(other)
            assert first is not None and second is not None
            assert replace(first, case=other) == second
    assert not (tmp_path / "unused").exists()


# --- politeness -------------------------------------------------------------------------------


def everything() -> list[CaseReference]:
    return [ref(f"41 F.3d {page}") for page in (100, 102, 103, 104, 107, 110)] + [ref("5 U.S. 300")]


def test_every_file_is_fetched_once(cap: CapSource, server: StaticServer) -> None:
    cap.prepare(everything())
    for reference in everything():
        for case in cap.find(reference).starting:
            assert cap.opinion(case) is not None
    assert server.hits and set(server.hits.values()) == {1}
    assert server.count("CasesMetadata.json") == 2
    # Words only of the cases that are cited: six begin on a page that was asked for.
    assert server.count(".html") == 6
    assert server.count("ReportersMetadata.json") == 1


def test_a_second_run_asks_nothing(server: StaticServer, tmp_path: Path) -> None:
    CapSource(server.url, tmp_path / "cache", limits=QUICK).prepare(everything())
    before = sum(server.hits.values())
    again = CapSource(server.url, tmp_path / "cache", limits=QUICK)
    again.prepare(everything())
    assert names(again.find(ref("41 F.3d 100")).starting) == ["Lantern Works, Inc. v. Marsh"]
    assert sum(server.hits.values()) == before


def test_an_old_copy_is_asked_about_and_kept(server: StaticServer, tmp_path: Path) -> None:
    stale = replace(QUICK, fresh=0.0)
    CapSource(server.url, tmp_path / "cache", limits=QUICK).find(ref("41 F.3d 100"))
    again = CapSource(server.url, tmp_path / "cache", limits=stale)
    assert len(again.find(ref("41 F.3d 100")).starting) == 1
    assert [status for path, status in server.statuses if path == LIST] == [200, 304]
    # The copy counts as new from here on.
    third = CapSource(server.url, tmp_path / "cache", limits=QUICK)
    assert len(third.find(ref("41 F.3d 100")).starting) == 1
    assert server.hits[LIST] == 2


def test_a_changed_file_replaces_the_copy(server: StaticServer, tree: Path, tmp_path: Path) -> None:
    stale = replace(QUICK, fresh=0.0)
    CapSource(server.url, tmp_path / "cache", limits=QUICK).find(ref("41 F.3d 100"))
    data = (tree / LIST).read_text().replace("Osprey", "Falcon")
    (tree / LIST).write_text(data)
    again = CapSource(server.url, tmp_path / "cache", limits=stale)
    assert "Falcon v. Falcon" in names(again.find(ref("41 F.3d 104")).starting)


def test_an_old_copy_stands_when_the_server_fails(server: StaticServer, tmp_path: Path) -> None:
    CapSource(server.url, tmp_path / "cache", limits=QUICK).find(ref("41 F.3d 100"))
    server.always["*"] = Fault(503)
    again = CapSource(server.url, tmp_path / "cache", limits=replace(QUICK, fresh=0.0))
    assert len(again.find(ref("41 F.3d 100")).starting) == 1


def test_at_most_so_many_requests_at_once(tree: Path, tmp_path: Path) -> None:
    rows = [row(str(n), f"{n} F.3d 1", "A v. B", first_page="1", last_page="2") for n in range(30)]
    with serve(write_tree(rows, tmp_path / "many")) as server:
        server.slow = 0.03
        limits = replace(QUICK, parallel=3)
        CapSource(server.url, tmp_path / "cache", limits=limits).prepare(
            [ref(f"{n} F.3d 1") for n in range(30)]
        )
        assert server.count("CasesMetadata.json") == 30
        assert server.most_at_once == 3


def test_no_more_than_so_many_a_second(server: StaticServer, tmp_path: Path) -> None:
    limits = replace(QUICK, per_second=20.0)
    CapSource(server.url, tmp_path / "cache", limits=limits).prepare(everything())
    times = sorted(server.times)
    assert len(times) >= 8
    assert times[-1] - times[0] >= (len(times) - 1) / 20.0 - 0.06


def test_the_client_says_who_it_is(cap: CapSource, server: StaticServer) -> None:
    cap.find(ref("41 F.3d 100"))
    assert server.headers[0]["User-Agent"].startswith("voirdire/")


# --- failures ---------------------------------------------------------------------------------

CASES: list[tuple[str, list[Fault], int, str | None, bool]] = [
    # one hiccup of each kind is got over
    ("one 503", [Fault(503)], 2, None, False),
    ("one 429", [Fault(429)], 2, None, False),
    ("three 500s", [Fault(500)] * 3, 4, None, False),
    ("silence", [Fault(silent=1.5)], 2, None, False),
    ("a body cut short", [Fault(cut=50)], 2, None, False),
    ("half a list that calls itself whole", [Fault(cut=50, lie=True)], 2, None, False),
    ("a page of HTML", [Fault(body=b"<html>maintenance</html>")], 2, None, False),
    # lasting ones end after four attempts, named
    ("lasting 503", [Fault(503)] * 9, 4, "answered 503", False),
    ("lasting 429", [Fault(429)] * 9, 4, "too many requests", True),
    ("lasting damage", [Fault(body=b"{}")] * 9, 4, "damaged file", False),
    ("lasting silence", [Fault(silent=1.0)] * 9, 4, "no answer", False),
    # no use in asking again
    ("forbidden", [Fault(403)], 1, "answered 403", False),
    ("sent elsewhere", [Fault(302, {"Location": "http://127.0.0.1:9/"})], 1, "302", False),
]


@pytest.mark.parametrize(("kind", "faults", "hits", "problem", "throttled"), CASES)
def test_each_kind_of_failure(
    server: StaticServer,
    tmp_path: Path,
    kind: str,
    faults: list[Fault],
    hits: int,
    problem: str | None,
    throttled: bool,
) -> None:
    server.fail(LIST, *faults)
    cap = CapSource(server.url, tmp_path / "cache", limits=QUICK)
    cap.prepare(everything())
    if problem is None:
        assert len(cap.find(ref("41 F.3d 100")).starting) == 1
    else:
        for _ in range(3):
            with pytest.raises(SourceError, match=problem) as caught:
                cap.find(ref("41 F.3d 100"))
            assert caught.value.throttled is throttled
    assert server.hits[LIST] == hits, kind
    # The other volume does not suffer.
    assert len(cap.find(ref("5 U.S. 300")).starting) == 1


def test_missing_words_fail_only_their_case(server: StaticServer, tmp_path: Path) -> None:
    server.always["f3d/41/html/0103-01.html"] = Fault(503)
    cap = CapSource(server.url, tmp_path / "cache", limits=QUICK)
    cap.prepare(everything())
    case = cap.find(ref("41 F.3d 103")).starting[0]
    with pytest.raises(SourceError):
        cap.opinion(case)
    other = cap.find(ref("41 F.3d 100")).starting[0]
    assert cap.opinion(other) is not None


def test_broken_off_words_are_fetched_again(server: StaticServer, tmp_path: Path) -> None:
    server.fail("f3d/41/html/0110-01.html", Fault(cut=120, lie=True))
    cap = CapSource(server.url, tmp_path / "cache", limits=QUICK)
    opinion = cap.opinion(cap.find(ref("41 F.3d 110")).starting[0])
    assert opinion is not None and opinion.text.endswith("Reversed.")


@pytest.mark.parametrize("form", ["seconds", "date"])
def test_retry_after_is_honoured(server: StaticServer, tmp_path: Path, form: str) -> None:
    when = "1" if form == "seconds" else formatdate(time.time() + 3, usegmt=True)
    server.fail("ReportersMetadata.json", Fault(429, {"Retry-After": when}))
    cap = CapSource(server.url, tmp_path / "cache", limits=replace(QUICK, max_wait=5.0))
    assert len(cap.find(ref("41 F.3d 100")).starting) == 1
    first, second = server.times[:2]
    # A date has whole seconds, so up to one of the three is lost in writing it.
    assert second - first >= 1.0


def test_a_long_pause_ends_the_asking(server: StaticServer, tmp_path: Path) -> None:
    server.always[LIST] = Fault(429, {"Retry-After": "3600"})
    cap = CapSource(server.url, tmp_path / "cache", limits=replace(QUICK, max_wait=100))
    start = time.monotonic()
    for text in ("41 F.3d 100", "41 F.3d 110", "5 U.S. 300"):
        with pytest.raises(SourceError) as caught:
            cap.find(ref(text))
        assert caught.value.throttled
    assert time.monotonic() - start < 60
    assert server.hits[LIST] == 1
    assert server.hits["us/5/CasesMetadata.json"] == 0


def test_a_dead_server_costs_one_failure(tmp_path: Path) -> None:
    with serve(tmp_path) as server:
        url = server.url
    cap = CapSource(url, tmp_path / "cache", limits=replace(QUICK, backoff=0.3))
    start = time.monotonic()
    cap.prepare([ref(f"{n} F.3d 1") for n in range(200)])
    for n in range(200):
        with pytest.raises(SourceError, match="cannot be reached"):
            cap.find(ref(f"{n} F.3d 1"))
    assert time.monotonic() - start < 30


def test_a_server_that_stops_answering_is_given_up(server: StaticServer, tmp_path: Path) -> None:
    files = RemoteFiles(server.url, tmp_path / "cache", replace(QUICK, attempts=2, timeout=0.1))
    files.read("ReportersMetadata.json", bytes)
    server.always["*"] = Fault(silent=0.4)
    for n in range(40):
        with pytest.raises(SourceError):
            files.read(f"{n}.json", bytes)
    assert sum(server.hits.values()) == 1 + 3 * 2


def test_a_file_beyond_the_limit_is_refused(server: StaticServer, tmp_path: Path) -> None:
    cap = CapSource(server.url, tmp_path / "cache", limits=replace(QUICK, max_bytes=600))
    with pytest.raises(SourceError, match="larger than 600 bytes"):
        cap.find(ref("41 F.3d 100"))
    assert server.hits[LIST] <= 1


@pytest.mark.parametrize("address", ["ftp://static.case.law", "https://", "file:///etc"])
def test_an_address_that_is_none(address: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="http"):
        CapSource(address, tmp_path)


# --- the cache --------------------------------------------------------------------------------


def test_a_damaged_copy_is_fetched_again(server: StaticServer, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    CapSource(server.url, cache, limits=QUICK).find(ref("41 F.3d 100"))
    (copy,) = cache.rglob("41/CasesMetadata.json")
    whole = copy.read_bytes()
    for damaged in (b"", whole[:40], whole[:-5], whole.replace(b"Osprey", b"0sprey"), b"\xff\n[]"):
        copy.write_bytes(damaged)
        before = server.hits[LIST]
        again = CapSource(server.url, cache, limits=QUICK)
        assert "Osprey v. Osprey" in names(again.find(ref("41 F.3d 104")).starting)
        assert server.hits[LIST] == before + 1
    assert copy.read_bytes().partition(b"\n")[2] == whole.partition(b"\n")[2]


WRITE_FOR_EVER = """
import os, sys, time
from pathlib import Path
from voirdire.authorities.file_cache import CachedFile, FileCache
body = os.urandom(4_000_000)
while True:
    FileCache(Path(sys.argv[1])).write("a/list.json", CachedFile(body, time.time()))
"""


def test_killed_in_the_middle_of_a_write(tmp_path: Path) -> None:
    cache = FileCache(tmp_path)
    cache.write("a/list.json", CachedFile(b"old", 1.0))
    for _ in range(2):
        before = set(tmp_path.rglob("*.part"))
        with subprocess.Popen([sys.executable, "-c", WRITE_FOR_EVER, str(tmp_path)]) as writer:
            deadline = time.monotonic() + 20
            while set(tmp_path.rglob("*.part")) <= before and time.monotonic() < deadline:
                time.sleep(0.001)
            writer.kill()
        copy = cache.read("a/list.json")
        # The copy from before or a whole new one, never a part.
        assert copy is not None and copy.body is not None
        assert copy.body == b"old" or len(copy.body) == 4_000_000


FETCH = """
import sys
from pathlib import Path
from voirdire.authorities.cap import CapSource
from voirdire.authorities.http_cache import Politeness
from voirdire.authorities.types import CaseReference
cap = CapSource(sys.argv[1], Path(sys.argv[2]), limits=Politeness(per_second=25.0))
references = [CaseReference("41", "F.3d", page) for page in ("100", "103", "104", "110")]
cap.prepare(references)
assert all(cap.find(reference).starting for reference in references)
"""


def test_processes_share_copies_and_take_turns(server: StaticServer, tmp_path: Path) -> None:
    server.slow = 0.02
    command = [sys.executable, "-c", FETCH, server.url, str(tmp_path / "cache")]
    running = [subprocess.Popen(command) for _ in range(3)]
    assert [process.wait(60) for process in running] == [0, 0, 0]
    assert set(server.hits.values()) == {1}
    times = sorted(server.times)
    assert times[-1] - times[0] >= (len(times) - 1) / 25.0 - 0.06


@pytest.mark.parametrize("written", [b"", b"soon", b"99999999999999", b"\xff\xfe", b"1.2.3", b"-5"])
def test_a_damaged_turn_holds_nobody_up(
    server: StaticServer, tmp_path: Path, written: bytes
) -> None:
    cap = CapSource(server.url, tmp_path / "cache", limits=replace(QUICK, max_wait=100))
    assert len(cap.find(ref("41 F.3d 100")).starting) == 1
    (turns,) = (tmp_path / "cache").rglob(".turns")
    turns.write_bytes(written)
    start = time.monotonic()
    assert len(cap.find(ref("5 U.S. 300")).starting) == 1
    assert time.monotonic() - start < 60


def test_a_cache_that_cannot_be_written_is_said(server: StaticServer, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    cap = CapSource(server.url, blocked, limits=QUICK)
    with pytest.raises(SourceError, match="VOIRDIRE_CACHE"):
        cap.find(ref("41 F.3d 100"))


def test_two_addresses_do_not_share_copies(tree: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    with serve(tree) as one, serve(tree) as two:
        CapSource(one.url, cache, limits=QUICK).find(ref("41 F.3d 100"))
        CapSource(two.url, cache, limits=QUICK).find(ref("41 F.3d 100"))
        assert (one.hits[LIST], two.hits[LIST]) == (1, 1)


# --- offline ----------------------------------------------------------------------------------


@pytest.fixture
def filled(server: StaticServer, tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """An address and a cache that an earlier run filled."""
    CapSource(server.url, tmp_path / "cache", limits=QUICK).prepare([ref("41 F.3d 100")])
    yield server.url, tmp_path / "cache"


def test_offline_reads_the_cache_and_opens_no_socket(
    filled: tuple[str, Path], server: StaticServer, no_sockets: Callable[[], int]
) -> None:
    before = sum(server.hits.values())
    url, cache = filled
    cap = CapSource(url, cache, offline=True)
    cap.prepare(everything())
    holding = cap.find(ref("41 F.3d 100"))
    assert (holding.coverage, names(holding.starting)) == (
        "whole",
        ["Lantern Works, Inc. v. Marsh"],
    )
    assert cap.opinion(holding.starting[0]) is not None
    # Its list is there, its words were never fetched.
    assert cap.opinion(cap.find(ref("41 F.3d 110")).starting[0]) is None
    # Its volume was never fetched.
    assert cap.find(ref("5 U.S. 300")).coverage == "none"
    assert no_sockets() == 0
    assert sum(server.hits.values()) == before


def test_an_empty_cache_offline_holds_nothing(
    tmp_path: Path, no_sockets: Callable[[], int]
) -> None:
    cap = CapSource("https://static.case.law", tmp_path / "cache", offline=True)
    assert cap.find(ref("41 F.3d 100")).coverage == "none"
    assert no_sockets() == 0


def test_the_guard_notices_a_socket(tmp_path: Path, no_sockets: Callable[[], int]) -> None:
    cap = CapSource("http://127.0.0.1:9", tmp_path / "cache", limits=replace(QUICK, attempts=1))
    with pytest.raises(AssertionError):
        cap.find(ref("41 F.3d 100"))
    assert no_sockets() > 0


def test_marks_are_offsets_of_letters(cap: CapSource) -> None:
    opinion = cap.opinion(cap.find(ref("41 F.3d 103")).starting[0])
    assert opinion is not None
    assert opinion.series[0].marks == (PageMark(25, "104"),)
