"""Merge rows into the cases of a library file that is open for writing.

A row is known by its digest, so that the same row twice changes nothing; a row whose id is
held with other contents replaces what that id brought. Rows printed at one place are one
case when `are_same_case` says so.
"""

import json
import re
import sqlite3
import zlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import Literal

from voirdire.authorities.case_identity import CaseDescription, are_same_case
from voirdire.authorities.library_file import NAME_WORDS
from voirdire.authorities.library_rows import (
    CaseRow,
    OpinionText,
    PrintedCitation,
    ReporterRow,
    RowError,
)
from voirdire.authorities.page_labels import page_number
from voirdire.citations.types import DeclaredReporter

RowResult = Literal["added", "merged", "held", "replaced"]

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_APOSTROPHE = str.maketrans("’ʼ", "''")


def fold_word(word: str) -> str:
    """A word as the word table writes it: lower case, straight apostrophes."""
    return word.translate(_APOSTROPHE).lower()


class LibraryWriter:
    """Adds rows to one library; `finish` writes what was counted along the way."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._words: Counter[str] = Counter()
        self._cursor = connection.cursor()
        self._index_old_names()

    def declared(self) -> tuple[DeclaredReporter, ...]:
        """The reporters that the library declares."""
        return declared_reporters(self._connection)

    def add_reporter(self, row: ReporterRow, edition: str | None) -> bool:
        """Keep a declaration, and the whole volumes of it; say whether it was new.

        A reporter that is known anyway, as `edition`, is not declared again: only its
        whole volumes count.
        """
        before = self._connection.total_changes
        if edition is None:
            declaration = json.dumps(asdict(row.reporter), ensure_ascii=False)
            self._cursor.execute(
                "INSERT INTO reporters VALUES (?, ?) ON CONFLICT (abbreviation) DO UPDATE"
                " SET declaration = excluded.declaration"
                " WHERE declaration <> excluded.declaration",
                (row.reporter.abbreviation, declaration),
            )
        self._cursor.executemany(
            "INSERT OR IGNORE INTO whole_volumes VALUES (?, ?)",
            [(edition or row.reporter.abbreviation, volume) for volume in row.whole_volumes],
        )
        return self._connection.total_changes > before

    def is_held(self, digest: bytes) -> bool:
        """Whether this very row has been added before."""
        held = self._cursor.execute("SELECT 1 FROM records WHERE digest = ?", (digest,))
        return held.fetchone() is not None

    def add_case(self, row: CaseRow, digest: bytes) -> RowResult:
        """Add a row as a case of its own or to the case that it tells of.

        Raises:
            RowError: its id belongs to another case.
        """
        replaced = self._remove_earlier(row)
        key = self._same_case(row)
        if key is None:
            key = self._insert(row)
            result: RowResult = "added"
        else:
            self._merge(key, row)
            result = "merged"
        self._cursor.execute("INSERT INTO records VALUES (?, ?, ?)", (digest, row.id, key))
        return "replaced" if replaced else result

    def finish(self) -> None:
        """Write the word counts."""
        self._cursor.executemany(
            "INSERT INTO words VALUES (?, ?) ON CONFLICT (word) DO UPDATE"
            " SET opinions = opinions + excluded.opinions",
            sorted((word, count) for word, count in self._words.items() if count),
        )
        self._cursor.execute("DELETE FROM words WHERE opinions <= 0")
        self._words.clear()

    def _remove_earlier(self, row: CaseRow) -> bool:
        """Take out what the same id brought before, when nothing else told of that case."""
        earlier = self._cursor.execute(
            "SELECT case_key FROM records WHERE id = ?", (row.id,)
        ).fetchone()
        if earlier is None:
            return False
        key = earlier[0]
        if not are_same_case(self._description(key), _describe(row)) and not (
            _places(row) & self._held_places(key)
        ):
            raise RowError(f"its id {row.id!r} belongs to another case already")
        self._cursor.execute("DELETE FROM records WHERE id = ?", (row.id,))
        others = self._cursor.execute("SELECT 1 FROM records WHERE case_key = ?", (key,))
        if others.fetchone() is None:
            self._count_words(key, -1)
            for table in ("citations", "opinions", "name_words"):
                self._cursor.execute(f"DELETE FROM {table} WHERE case_key = ?", (key,))
            self._cursor.execute("DELETE FROM cases WHERE key = ?", (key,))
        return True

    def _same_case(self, row: CaseRow) -> int | None:
        keys: dict[int, None] = {}
        for volume, edition, page in _places(row):
            found = self._cursor.execute(
                "SELECT case_key FROM citations WHERE edition = ? AND volume = ? AND page = ?"
                " AND choice = 0 ORDER BY case_key",
                (edition, volume, page),
            )
            keys.update((key, None) for (key,) in found)
        description = _describe(row)
        for key in sorted(keys):
            if are_same_case(self._description(key), description):
                return key
        return None

    def _description(self, key: int) -> CaseDescription:
        names, date, docket_number, has_text = self._cursor.execute(
            "SELECT names, date, docket_number,"
            " EXISTS (SELECT 1 FROM opinions WHERE case_key = key) FROM cases WHERE key = ?",
            (key,),
        ).fetchone()
        return CaseDescription(tuple(json.loads(names)), date, docket_number, bool(has_text))

    def _held_places(self, key: int) -> set[tuple[str, str, str]]:
        found = self._cursor.execute(
            "SELECT volume, edition, page FROM citations WHERE case_key = ? AND choice = 0", (key,)
        )
        return set(found.fetchall())

    def _insert(self, row: CaseRow) -> int:
        self._cursor.execute(
            "INSERT INTO cases (id, names, court, date, year, docket_number, source, url)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                self._free_id(row.id),
                json.dumps(row.names, ensure_ascii=False),
                row.court,
                row.date,
                row.year,
                row.docket_number,
                row.source,
                row.url,
            ),
        )
        key = self._cursor.lastrowid
        assert key is not None
        self._index_names(key, row.names)
        self._insert_citations(key, 0, row.citations)
        if row.words is not None:
            self._insert_words(key, row.words)
        return key

    def _index_names(self, key: int, names: Iterable[str]) -> None:
        self._cursor.executemany(
            "INSERT OR IGNORE INTO name_words VALUES (?, ?)",
            [(word, key) for word in sorted(words_of(" ".join(names)))],
        )

    def _index_old_names(self) -> None:
        """Make the index of names in a library that was made before there was one."""
        if self._cursor.execute("SELECT 1 FROM sqlite_master WHERE name = 'name_words'").fetchone():
            return
        self._cursor.execute(NAME_WORDS)
        for key, names in self._cursor.execute("SELECT key, names FROM cases").fetchall():
            self._index_names(key, json.loads(names))

    def _free_id(self, wanted: str) -> str:
        free, number = wanted, 2
        while self._cursor.execute("SELECT 1 FROM cases WHERE id = ?", (free,)).fetchone():
            free, number = f"{wanted} ({number})", number + 1
        return free

    def _insert_citations(
        self, key: int, position: int, citations: tuple[PrintedCitation, ...]
    ) -> None:
        self._cursor.executemany(
            "INSERT INTO citations VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    key,
                    position + index,
                    choice,
                    citation.is_sure,
                    citation.volume,
                    edition,
                    citation.page,
                    page_number(citation.page),
                    citation.last_page,
                    citation.surely_until,
                )
                for index, citation in enumerate(citations)
                for choice, edition in enumerate(citation.editions)
            ],
        )

    def _insert_words(self, key: int, words: OpinionText) -> None:
        layout = {
            "series": [
                [s.volume, s.reporter, [[mark.offset, mark.label] for mark in s.marks]]
                for s in words.series
            ],
            "notes": [[n.label, n.page, n.span.start, n.span.end] for n in words.notes],
            "parts": [[part.type, part.span.start, part.span.end] for part in words.parts],
        }
        self._cursor.execute(
            "INSERT OR REPLACE INTO opinions VALUES (?, ?, ?, ?)",
            (
                key,
                _worth(words),
                zlib.compress(words.text.encode("utf-8")),
                zlib.compress(json.dumps(layout, ensure_ascii=False).encode("utf-8")),
            ),
        )
        self._words.update(words_of(words.text))

    def _count_words(self, key: int, sign: int) -> None:
        stored = self._cursor.execute("SELECT text FROM opinions WHERE case_key = ?", (key,))
        found = stored.fetchone()
        if found is not None:
            for word in words_of(zlib.decompress(found[0]).decode("utf-8")):
                self._words[word] += sign

    def _merge(self, key: int, row: CaseRow) -> None:
        """Add to a held case what a row knows beyond it; the better text stays."""
        names, case_id = self._cursor.execute(
            "SELECT names, id FROM cases WHERE key = ?", (key,)
        ).fetchone()
        held_words = self._cursor.execute(
            "SELECT worth FROM opinions WHERE case_key = ?", (key,)
        ).fetchone()
        takes_words = row.words is not None and (
            held_words is None or _worth(row.words) > held_words[0]
        )
        held_names = json.loads(names)
        # The case goes by the name and id of the row that brings its words.
        together = [*row.names, *held_names] if takes_words else [*held_names, *row.names]
        self._cursor.execute(
            "UPDATE cases SET id = ?, names = ?, court = coalesce(court, ?),"
            " docket_number = coalesce(docket_number, ?), url = coalesce(url, ?),"
            " source = CASE WHEN ? OR source = '' THEN ? ELSE source END WHERE key = ?",
            (
                self._free_id(row.id) if takes_words and row.id != case_id else case_id,
                json.dumps(list(dict.fromkeys(together)), ensure_ascii=False),
                row.court,
                row.docket_number,
                row.url,
                takes_words,
                row.source,
                key,
            ),
        )
        self._index_names(key, row.names)
        self._merge_date(key, row, list_only=not held_names)
        self._merge_citations(key, row.citations)
        if takes_words and row.words is not None:
            self._count_words(key, -1)
            self._insert_words(key, row.words)

    def _merge_date(self, key: int, row: CaseRow, *, list_only: bool) -> None:
        if row.date is None:
            return
        held = self._cursor.execute("SELECT date FROM cases WHERE key = ?", (key,)).fetchone()[0]
        is_finer = held is None or (row.date.startswith(held) and row.date != held)
        # A list of dates yields to the row that knows the case by name.
        if is_finer or (list_only and row.names and held[:4] != row.date[:4]):
            self._cursor.execute(
                "UPDATE cases SET date = ?, year = ? WHERE key = ?", (row.date, row.year, key)
            )

    def _merge_citations(self, key: int, citations: tuple[PrintedCitation, ...]) -> None:
        held = self._held_places(key)
        new: list[PrintedCitation] = []
        for citation in citations:
            place = (citation.volume, citation.editions[0], citation.page)
            if place not in held:
                new.append(citation)
                held.add(place)
                continue
            self._cursor.execute(
                "UPDATE citations SET last_page = coalesce(last_page, ?),"
                " sure_end = coalesce(sure_end, ?)"
                " WHERE case_key = ? AND volume = ? AND edition = ? AND page = ?",
                (citation.last_page, citation.surely_until, key, *place),
            )
        last = self._cursor.execute(
            "SELECT coalesce(max(position), -1) FROM citations WHERE case_key = ?", (key,)
        ).fetchone()[0]
        self._insert_citations(key, last + 1, tuple(new))


def declared_reporters(connection: sqlite3.Connection) -> tuple[DeclaredReporter, ...]:
    """The reporters that a library declares, in the order of their abbreviations."""
    rows = connection.execute("SELECT declaration FROM reporters ORDER BY abbreviation")
    declared = []
    for (declaration,) in rows:
        fields = json.loads(declaration)
        reporter = DeclaredReporter(**fields)
        declared.append(replace(reporter, variations=tuple(reporter.variations)))
    return tuple(declared)


def words_of(text: str) -> set[str]:
    """The different words of a text, as the word table writes them."""
    return set(_WORD.findall(fold_word(text)))


def _worth(words: OpinionText) -> int:
    """How much a text is worth against another of the same case: page marks, then length."""
    return len(words.text) + (1 << 40 if words.series else 0)


def _describe(row: CaseRow) -> CaseDescription:
    return CaseDescription(row.names, row.date, row.docket_number, row.words is not None)


def _places(row: CaseRow) -> set[tuple[str, str, str]]:
    return {(c.volume, c.editions[0], c.page) for c in row.citations}
