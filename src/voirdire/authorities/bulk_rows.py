"""Turn CourtListener's bulk files into case rows.

Input: `citations-*.csv`, `opinion-clusters-*.csv` and, where given, `dockets-*.csv` (court
and docket number) and `opinions-*.csv` (the words), packed or not, of one date. Output: one
`CaseRow` for every cluster that has a citation.

The files are sorted by nothing and larger than memory, so they are joined in temporary
tables of the library file's own connection. The form is that of the site's export script:
every value quoted, a backslash before a quote or backslash inside, values of several lines.
"""

import csv
import hashlib
import io
import json
import re
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from voirdire.authorities.bulk_markup import MarkedText, PageBreak, read_markup
from voirdire.authorities.library_rows import (
    CaseRow,
    Place,
    Progress,
    RowError,
    RowProblem,
    UncitedRowError,
)
from voirdire.authorities.opinion_rows import case_row
from voirdire.authorities.page_labels import is_number
from voirdire.authorities.printed_citations import printed_citation
from voirdire.authorities.row_files import unpacked
from voirdire.citations.types import DeclaredReporter

_BULK_NAME = re.compile(
    r"(citations|opinion-clusters|dockets|courts|opinions)(?:-\d{4}-\d\d-\d\d)?\.csv(?:\.bz2|\.gz)?"
)
_LONGEST_VALUE = 256 * 1024 * 1024
_TELL_EVERY = 1024
_NEEDED = {
    "citations": ("volume", "reporter", "page", "cluster_id"),
    "opinion-clusters": (
        *("id", "case_name_short", "case_name", "case_name_full", "date_filed", "slug"),
        "docket_id",
    ),
    "dockets": ("id", "court_id", "docket_number"),
    "opinions": ("id", "type", "cluster_id"),
}
# The order in which the site itself chooses a text.
_TEXTS = (
    "html_with_citations",
    "xml_harvard",
    "html_columbia",
    "html_lawbox",
    "html_anon_2020",
    "html",
)
_PART_OF_TYPE = {
    "015unamimous": "majority",
    "020lead": "majority",
    "025plurality": "majority",
    "030concurrence": "concurrence",
    "035concurrenceinpart": "concurrence",
    "040dissent": "dissent",
}
_COMBINED = "010combined"
# A page break this far from a citation's first page is of another reporter.
_FIRST_BREAK = 10

_TABLES = """
CREATE TEMP TABLE bulk_citations (cluster INTEGER, citation TEXT);
CREATE TEMP TABLE bulk_clusters (
    cluster INTEGER PRIMARY KEY, docket INTEGER, names TEXT, date TEXT, slug TEXT
);
CREATE TEMP TABLE bulk_dockets (docket INTEGER PRIMARY KEY, court TEXT, number TEXT);
CREATE TEMP TABLE bulk_opinions (cluster INTEGER, kind TEXT, id INTEGER, text BLOB);
"""
_INDEXES = {
    "opinion-clusters": "CREATE INDEX temp.bulk_by_docket ON bulk_clusters (docket)",
    "citations": "CREATE INDEX temp.bulk_by_cluster ON bulk_citations (cluster)",
    "opinions": "CREATE INDEX temp.bulk_texts ON bulk_opinions (cluster)",
}


def bulk_kind(name: str) -> str | None:
    """Which of the bulk files a name is; None when it is none of them."""
    match = _BULK_NAME.fullmatch(name)
    return match.group(1) if match else None


def read_bulk_rows(
    connection: sqlite3.Connection,
    paths: Sequence[Path],
    declared: tuple[DeclaredReporter, ...],
    problems: list[RowProblem],
    progress: Progress | None,
) -> Iterator[tuple[Place, bytes, CaseRow]]:
    """The cases of a set of bulk files with their digests."""
    by_kind: dict[str, list[Path]] = {}
    for path in paths:
        by_kind.setdefault(bulk_kind(path.name) or "", []).append(path)
    missing = [kind for kind in ("citations", "opinion-clusters") if kind not in by_kind]
    if missing:
        reason = f"bulk data without {missing[0]}-*.csv cannot be joined; add them together"
        problems.append(RowProblem(Place(paths[0]), reason))
        return
    for statement in _TABLES.split(";"):
        connection.execute(statement)
    # In this order: of dockets and opinions only those of the clusters are kept.
    for kind in ("citations", "opinion-clusters", "dockets", "opinions"):
        for path in by_kind.get(kind, ()):
            _stage(connection, kind, path, problems, progress)
        if kind in _INDEXES:
            connection.execute(_INDEXES[kind])
    place = Place(by_kind["opinion-clusters"][0])
    yield from _cases(connection, declared, place, problems)
    for table in ("citations", "clusters", "dockets", "opinions"):
        connection.execute(f"DROP TABLE temp.bulk_{table}")


def _stage(
    connection: sqlite3.Connection,
    kind: str,
    path: Path,
    problems: list[RowProblem],
    progress: Progress | None,
) -> None:
    for line, row in _csv_rows(path, _NEEDED[kind], problems, progress):
        try:
            _STAGES[kind](connection, row)
        except ValueError as error:
            problems.append(RowProblem(Place(path, line), str(error)))


def _csv_rows(
    path: Path, needed: tuple[str, ...], problems: list[RowProblem], progress: Progress | None
) -> Iterator[tuple[int, dict[str, str]]]:
    csv.field_size_limit(_LONGEST_VALUE)
    line = 1
    try:
        size = path.stat().st_size
        with path.open("rb") as raw:
            text = io.TextIOWrapper(
                unpacked(raw, path.name), encoding="utf-8", errors="replace", newline=""
            )
            rows = csv.reader(text, escapechar="\\", doublequote=False)
            header = next(rows, [])
            absent = [name for name in needed if name not in header]
            if absent:
                problems.append(RowProblem(Place(path, 1), f"has no column {absent[0]}"))
                return
            for count, row in enumerate(rows):
                # A value may run over several lines: the place is where its row ends.
                line = rows.line_num
                if progress is not None and count % _TELL_EVERY == 0:
                    progress(path, raw.tell(), size)
                if len(row) != len(header):
                    reason = f"{len(row)} values for {len(header)} columns"
                    problems.append(RowProblem(Place(path, line), reason))
                    continue
                yield line, dict(zip(header, row, strict=True))
    except (OSError, EOFError, zlib.error, csv.Error) as error:
        problems.append(RowProblem(Place(path, line + 1), f"cannot be read further ({error})"))


def _number(row: dict[str, str], name: str) -> int:
    if not is_number(row[name]):
        raise ValueError(f"{name} is no number: {row[name]!r}")
    return int(row[name])


def _stage_citation(connection: sqlite3.Connection, row: dict[str, str]) -> None:
    connection.execute(
        "INSERT INTO bulk_citations VALUES (?, ?)",
        (_number(row, "cluster_id"), f"{row['volume']} {row['reporter']} {row['page']}"),
    )


def _stage_cluster(connection: sqlite3.Connection, row: dict[str, str]) -> None:
    # The short name ("Twombly") is no caption.
    names = [row["case_name"], row["case_name_full"]]
    docket = int(row["docket_id"]) if is_number(row["docket_id"]) else None
    connection.execute(
        "INSERT OR REPLACE INTO bulk_clusters VALUES (?, ?, ?, ?, ?)",
        (_number(row, "id"), docket, json.dumps(names), row["date_filed"], row["slug"]),
    )


def _stage_docket(connection: sqlite3.Connection, row: dict[str, str]) -> None:
    connection.execute(
        "INSERT OR REPLACE INTO bulk_dockets SELECT ?, ?, ?"
        " WHERE EXISTS (SELECT 1 FROM bulk_clusters WHERE docket = ?)",
        (_number(row, "id"), row["court_id"], row["docket_number"], _number(row, "id")),
    )


def _stage_opinion(connection: sqlite3.Connection, row: dict[str, str]) -> None:
    cluster = _number(row, "cluster_id")
    wanted = "SELECT 1 FROM bulk_citations WHERE cluster = ?"
    if connection.execute(wanted, (cluster,)).fetchone() is None:
        return
    markup = next((row[name] for name in _TEXTS if row.get(name, "").strip()), None)
    words = f"<{markup}" if markup is not None else row.get("plain_text", "")
    if words.strip():
        packed = zlib.compress(words.encode("utf-8", "replace"))
        connection.execute(
            "INSERT INTO bulk_opinions VALUES (?, ?, ?, ?)",
            (cluster, row["type"], _number(row, "id"), packed),
        )


_STAGES = {
    "citations": _stage_citation,
    "opinion-clusters": _stage_cluster,
    "dockets": _stage_docket,
    "opinions": _stage_opinion,
}


def _cases(
    connection: sqlite3.Connection,
    declared: tuple[DeclaredReporter, ...],
    place: Place,
    problems: list[RowProblem],
) -> Iterator[tuple[Place, bytes, CaseRow]]:
    clusters = connection.execute(
        "SELECT cluster, names, date, slug, court, number FROM bulk_clusters"
        " LEFT JOIN bulk_dockets USING (docket)"
        " WHERE EXISTS (SELECT 1 FROM bulk_citations AS c WHERE c.cluster = bulk_clusters.cluster)"
        " ORDER BY cluster"
    )
    for cluster, names, date, slug, court, number in clusters:
        short, full = json.loads(names)
        citations = [
            citation
            for (citation,) in connection.execute(
                "SELECT citation FROM bulk_citations WHERE cluster = ? ORDER BY rowid", (cluster,)
            )
        ]
        record: dict[str, object] = {
            "id": f"cluster-{cluster}",
            "name_abbreviation": short,
            "name": full,
            "citations": citations,
            "date": date,
            "court": court,
            "docket_number": number,
            "source": "CourtListener bulk data",
            "url": f"https://www.courtlistener.com/opinion/{cluster}/{slug}/",
            **_words(connection, cluster, citations, date, declared),
        }
        digest = hashlib.sha256(json.dumps(record).encode()).digest()[:16]
        try:
            yield place, digest, case_row(record, declared)
        except UncitedRowError:
            continue
        except RowError as error:
            problems.append(RowProblem(place, f"cluster {cluster}: {error}"))


def _words(
    connection: sqlite3.Connection,
    cluster: int,
    citations: list[str],
    date: str,
    declared: tuple[DeclaredReporter, ...],
) -> dict[str, object]:
    """The fields of a record that hold the words: pages or text, footnotes, parts."""
    texts: list[tuple[str, MarkedText]] = []
    for kind, packed in connection.execute(
        "SELECT kind, text FROM bulk_opinions WHERE cluster = ? ORDER BY kind, id", (cluster,)
    ):
        words = zlib.decompress(packed).decode("utf-8")
        is_markup = words.startswith("<")
        texts.append((kind, read_markup(words[1:]) if is_markup else MarkedText([words])))
    separate = [pair for pair in texts if pair[0] != _COMBINED]
    return _record_words(separate or texts, citations, date, declared)


def _record_words(
    texts: list[tuple[str, MarkedText]],
    citations: list[str],
    date: str,
    declared: tuple[DeclaredReporter, ...],
) -> dict[str, object]:
    if not texts:
        return {}
    breaks = [piece for _, text in texts for piece in text.pieces if isinstance(piece, PageBreak)]
    first_break = next((piece for piece in breaks if piece.series == 1), None)
    printed = [(text, printed_citation(text, date, declared)) for text in citations]
    main = [
        (text, citation.page)
        for text, citation in printed
        if citation is not None
        and first_break is not None
        and is_number(first_break.label)
        and is_number(citation.page)
        and 0 <= int(first_break.label) - int(citation.page) <= _FIRST_BREAK
    ]
    page_citation, first_page = main[0] if len(main) == 1 else (None, None)
    pages = [_Page(first_page)]
    parts: list[dict[str, object]] = []
    for kind, text in texts:
        if len(texts) > 1 and kind in _PART_OF_TYPE:
            place = {"page": pages[-1].label, "offset": len(pages[-1].text)}
            parts.append({"type": _PART_OF_TYPE[kind], **place})
        for piece in (*text.pieces, "\n\n"):
            if isinstance(piece, PageBreak) and piece.series == 1:
                pages.append(pages[-1].next(piece.label))
            elif isinstance(piece, PageBreak):
                pages[-1].text += f"[{'*' * min(piece.series, 3)}{piece.label}]"
            else:
                pages[-1].add(piece)
    return {
        "pages": [{"page": p.label, "text": p.text, "joined": p.is_joined} for p in pages],
        "page_system": "reporter",
        "page_citation": page_citation,
        "parts": parts,
        "footnotes": [
            {"label": label, "text": words} for _, t in texts for label, words in t.notes
        ],
    }


@dataclass(slots=True)
class _Page:
    label: str | None
    text: str = ""
    is_joined: bool = False
    after_word: bool = False

    def next(self, label: str) -> "_Page":
        """The page after this one, whose text is complete."""
        after_word = self.text[-1:].isalnum()
        self.text = self.text.rstrip(" ")
        return _Page(label, after_word=after_word)

    def add(self, text: str) -> None:
        """Add text; what a page begins with tells whether a word runs into it."""
        if not self.text:
            self.is_joined = self.after_word and text[:1].isalnum()
            text = text.lstrip(" ")
        self.text += text
