"""Bad files, libraries, rows and outputs: one clear line and the right code, or an answer."""

import io
import json
import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from voirdire.authorities.library import Library
from voirdire.authorities.library_add import add_to_library
from voirdire.authorities.library_file import rewritten
from voirdire.citecheck.brief import check_brief
from voirdire.documents.load import load_bytes, load_document
from voirdire.errors import DocumentError, LibraryError, SourceError, VoirdireError

GOOD = b"See Aldous v. Millrace Co., 540 U.S. 93, 94 (2003).\n"
WORDS = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
PARAGRAPH = "<w:p><w:r><w:t>See Aldous v. Millrace Co., 540 U.S. 93 (2003).</w:t></w:r></w:p>"


def docx(body, before="", **parts):
    """A DOCX of one body; `before` stands between the XML declaration and the root."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(
            "word/document.xml",
            f'<?xml version="1.0"?>{before}<w:document xmlns:w="{WORDS}">'
            f"<w:body>{body}</w:body></w:document>",
        )
        for name, part in parts.items():
            file.writestr(f"word/{name}.xml", part)
    return data.getvalue()


def notes(*bodies):
    inside = "".join(
        f'<w:footnote w:id="{number}"><w:p><w:r>{body}</w:r></w:p></w:footnote>'
        for number, body in enumerate(bodies, start=1)
    )
    return f'<w:footnotes xmlns:w="{WORDS}">{inside}</w:footnotes>'


ENTITY = '<!DOCTYPE d [<!ENTITY a "lol">]>'
NESTED = "<w:tbl><w:tr><w:tc>"
UNREADABLE = {
    "nothing": b"",
    "zeros": bytes(1000),
    "blanks only": "\u00a0\u2003 \f\n".encode(),
    "head of a PDF": b"%PDF-1.7\n",
    "a PDF of no page": b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    b"2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF",
    "old Word": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600),
    "RTF": b"{\\rtf1 words}",
    "random bytes": random.Random(1).randbytes(20_000),
    "a zip's head": b"PK\x03\x04",
    "a DOCX cut in half": docx(PARAGRAPH * 50)[:200],
    "an entity": docx(PARAGRAPH, ENTITY),
    "an entity behind blanks": docx(PARAGRAPH, " " * 5000 + ENTITY),
    "tables in tables": docx(NESTED * 10_000 + PARAGRAPH + "</w:tc></w:tr></w:tbl>" * 10_000),
    "a bomb": docx(PARAGRAPH + " " * 30_000_000),
    "a deep page": b"<html><body>" + b"<b>" * 100_000 + GOOD,
    "UTF-16 that lost a byte": "See Roe v. Wade, 410 U.S. 113.".encode("utf-16-le") + b"x",
}


@pytest.mark.parametrize("data", UNREADABLE.values(), ids=UNREADABLE)
def test_unreadable_file_is_one_line(data):
    with pytest.raises(DocumentError) as caught:
        load_bytes("brief", data)
    assert "\n" not in str(caught.value)


def test_note_that_calls_itself_is_written_once():
    call = '<w:footnoteReference w:id="{}"/>'
    body = f"<w:p><w:r><w:t>The river is the town's.</w:t>{call.format(1)}</w:r></w:p>"
    # note 1 calls itself and note 2, which calls note 1
    pages = notes(
        f"<w:t>First note.</w:t>{call.format(1)}{call.format(2)}",
        f"<w:t>Second note.</w:t>{call.format(1)}",
    )
    text = load_bytes("a.docx", docx(body, footnotes=pages)).text
    assert (text.count("First note"), text.count("Second note")) == (1, 1)


@pytest.mark.parametrize(
    ("charset", "byte", "letter"),
    [
        ("utf-8", b"\xc3\xa9", "é"),
        # what calls itself Latin-1 is Windows-1252, as browsers know
        ("iso-8859-1", b"\x93", "\u201c"),
        ("koi8-r", b"\xc1", "а"),
        # codecs of Python that no page is written in: the bytes decide
        ("punycode", b"\xe9", "é"),
        ("idna", b"\xe9", "é"),
        ("undefined", b"\xe9", "é"),
        ("unicode_escape", b"\\ud800", "\\ud800"),
        ("utf-7", b"+2AA-", "+2AA-"),
        ("utf-16", b"\xe9", "é"),
        ("no-such-charset", b"\xe9", "é"),
    ],
)
def test_charset_of_a_page(charset, byte, letter):
    page = b"<html><head><meta charset='%s'></head><body>The %s river</body></html>"
    text = load_bytes("a.html", page % (charset.encode(), byte)).text
    assert text == f"The {letter} river"


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r", b"\n\n\f"])
def test_line_ends_change_no_finding(library, end):
    words = b"See Aldous v. Millrace Co.,%s540 U.S. 93, 94 (2003).%sId. at 94." % (b" ", end)
    report = check_brief(load_bytes("a.txt", words), library)
    assert [checked.citation.kind for checked in report.citations] == ["full", "id"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_pipe_that_nobody_writes_to_is_no_hang(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(DocumentError, match="empty"):
        load_document(tmp_path / "pipe")


def test_loop_of_links(tmp_path):
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(DocumentError):
        load_document(tmp_path / "a")


@pytest.mark.parametrize(
    "error",
    [
        DocumentError("a", "b"),
        LibraryError(Path("a"), "b"),
        SourceError("a", "b", throttled=True),
    ],
)
def test_errors_pass_between_processes(error):
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), "a: b", vars(error))


# The command line.


def brief(folder, name="brief.txt", words=GOOD):
    path = folder / name
    path.write_bytes(words)
    return path


def only_line(done):
    """The one line on standard error."""
    lines = done.stderr.decode().splitlines()
    assert len(lines) == 1 and lines[0].startswith("voirdire: "), lines
    return lines[0]


def test_faulty_file_among_jobs_leaves_the_others(voirdire, tmp_path, library_folder):
    files = [brief(tmp_path), brief(tmp_path, "empty.txt", b""), brief(tmp_path, "last.txt")]
    done = voirdire(
        "check", "--offline", "--jobs", 2, "--library", library_folder, "--format", "json", *files
    )
    assert "empty.txt: empty" in only_line(done)
    documents = [json.loads(line)["document"] for line in done.stdout.splitlines()]
    assert (done.returncode, documents) == (2, [str(files[0]), str(files[2])])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
@pytest.mark.parametrize("form", ["table", "html"])
def test_full_disk(voirdire, tmp_path, library_folder, form):
    with Path("/dev/full").open("wb") as full:
        options = ("--offline", "--library", library_folder, "--format", form)
        done = voirdire("check", *options, brief(tmp_path), stdout=full)
    assert "standard output: cannot be written" in only_line(done)
    assert done.returncode == 2


def test_reader_that_goes_away_is_no_refutation(tmp_path, library_folder):
    rows = "from voirdire.cli import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", rows, "library", "list", "--library", str(library_folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        running.stdout.close()
        assert (running.stderr.read(), running.wait(60)) == (b"", 0)


def test_report_does_not_replace_its_document(voirdire, tmp_path):
    path = brief(tmp_path)
    done = voirdire("check", "--offline", "--format", "json", path, "--out", path)
    assert (done.returncode, path.read_bytes()) == (2, GOOD)
    assert "--out" in only_line(done)


def test_pages_of_documents_of_one_name_are_both_kept(voirdire, tmp_path):
    files = []
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        files.append(brief(tmp_path / folder))
    out = tmp_path / "pages"
    done = voirdire("check", "--offline", "--format", "html", *files, "--out", out)
    assert done.returncode == 0, done.stderr
    assert sorted(p.name for p in out.iterdir()) == ["brief.txt-2.html", "brief.txt.html"]


def test_endless_standard_input_is_bounded(voirdire):
    with Path("/dev/zero").open("rb") as zeros:
        done = subprocess.run(
            [sys.executable, "-c", "from voirdire.cli import main; main()", "check", "-"],
            stdin=zeros,
            capture_output=True,
            timeout=60,
            check=False,
        )
    assert (done.returncode, "over the limit" in only_line(done)) == (2, True)


# Libraries.


def damaged(data, seed):
    """Bytes of a library with a few places overwritten."""
    chosen = random.Random(seed)
    changed = bytearray(data)
    for _ in range(chosen.choice((1, 1, 20))):
        length = chosen.choice((1, 4, 50, 2000))
        place = chosen.randrange(len(data) - length)
        changed[place : place + length] = chosen.randbytes(length)
    return bytes(changed)


def ask_everything(folder):
    with Library.open(folder) as held:
        list(held.cases())
        held.coverage()
        check_brief(load_bytes("a.txt", GOOD), held)


def test_damage_anywhere_is_one_line(tmp_path, library_folder, river):
    whole = (library_folder / "library.sqlite").read_bytes()
    path = tmp_path / "library.sqlite"
    for seed in range(60):
        path.write_bytes(damaged(whole, seed))
        for work in (ask_everything, lambda d: add_to_library(d, [library_folder / "rows.jsonl"])):
            try:
                work(tmp_path)
            except VoirdireError as error:
                assert "\n" not in str(error)
        assert [p.name for p in tmp_path.iterdir()] == ["library.sqlite"]


@pytest.mark.parametrize("kept", [0, 50, 4096, 20_000])
def test_cut_off_library(tmp_path, library_folder, kept):
    whole = (library_folder / "library.sqlite").read_bytes()
    (tmp_path / "library.sqlite").write_bytes(whole[:kept])
    with pytest.raises(LibraryError):
        ask_everything(tmp_path)


def rows(**fields):
    return json.dumps({**FERRY, **fields})


FERRY = {"id": "ferry", "name": "Bell v. Ferry Co.", "citations": ["541 U.S. 7"]}
SHAPES = (7, -7, 10**400, 1.5, True, "", "x\0y", [1], [[["x"]]], {"a": {}}, [{"a": 1}], None, [])
FIELDS = (
    "id name name_abbreviation citations date first_page last_page page_citation pages text court"
    " docket_number url source parts footnotes page_system courtlistener_cluster reporters"
).split()
FAULTY = {
    "not a number": '{"citations": ["541 U.S. 7"], "last_page": NaN, "first_page": Infinity}',
    "5,000 digits": '{"id": ' + "9" * 5000 + "}",
    "lists in lists": "[" * 100_000 + "]" * 100_000,
    "objects in objects": '{"a":' * 100_000 + "1" + "}" * 100_000,
    "deep, without an id": '{"citations": ["541 U.S. 7"], "x": ' + "[" * 990 + "]" * 990 + "}",
    "half a line": '{"id": "a',
    "no object": "5",
    "an expression as reporter": '{"reporters": [{"abbreviation": "(.*)+$"}]}',
    "citations in a circle": rows(citations=["541 U.S. 7", "124 S. Ct. 9", "541 U.S. 7"] * 100),
    "pages of every kind": rows(
        pages=[{"page": p, "text": "w"} for p in ("-5", "", "iv", "93a", "9" * 30, 93, None)]
    ),
    "offsets beyond": rows(
        pages=[{"page": "7", "text": "w"}],
        parts=[{"type": "dissent", "page": "7", "offset": o} for o in (-99, 10**30)],
    ),
}


def test_faulty_rows_leave_the_good_ones(tmp_path, river):
    """Every shape in every field; what follows a faulty row is read all the same."""
    lines = [rows(**{field: shape}) for field in FIELDS for shape in SHAPES]
    file = tmp_path / "rows.jsonl"
    lines += FAULTY.values()
    text = "".join(line + "\n" for line in (*lines, json.dumps(river)))
    file.write_text(text, encoding="utf-8")
    report = add_to_library(tmp_path, [file])
    assert report.problems
    with Library.open(tmp_path) as held:
        assert "river" in {case.id for case in held.cases()}
        check_brief(load_bytes("a.txt", GOOD), held)
    again = add_to_library(tmp_path, [file])
    assert (again.added, again.merged) == (0, 0)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL on this system")
def test_killed_writer_leaves_the_library_as_it_was(voirdire, tmp_path, library_folder):
    folder = tmp_path / "law"
    shutil.copytree(library_folder, folder)
    many = tmp_path / "many.jsonl"
    words = [{"page": "1", "text": "the river and the town " * 200}]
    many.write_text(
        "".join(
            rows(id=f"f{n}", citations=[f"{n} U.S. 7"], pages=words) + "\n" for n in range(1, 500)
        )
    )
    held = set()
    for seed in range(5):
        command = "from voirdire.cli import main; main()"
        with subprocess.Popen(
            [sys.executable, "-c", command, "library", "add", str(many), "--library", str(folder)],
            stdout=subprocess.DEVNULL,
        ) as running:
            time.sleep(0.2 + random.Random(seed).random())
            running.kill()
        with Library.open(folder) as library:
            held.add(sum(1 for _ in library.cases()))
    assert held <= {1, 500}
    done = voirdire("library", "add", many, "--library", folder)
    assert done.returncode == 0, done.stderr
    assert sorted(p.name for p in folder.iterdir()) == ["library.sqlite", "rows.jsonl"]


def test_writer_that_waited_in_vain_leaves_the_other_writers_copy(tmp_path, river):
    rows_file = tmp_path / "rows.jsonl"
    rows_file.write_text(json.dumps(river) + "\n", encoding="utf-8")
    with rewritten(tmp_path) as connection:
        with pytest.raises(LibraryError, match="being written"):
            add_to_library(tmp_path, [rows_file])
        connection.execute("INSERT INTO whole_volumes VALUES ('U.S.', '540')")
    with Library.open(tmp_path) as held:
        assert [(v.volume, v.coverage) for v in held.coverage()] == [("540", "whole")]
