"""A library: cases and opinions in one SQLite file, asked by volume, reporter and page.

Input: a directory that holds `library.sqlite`. Output: what it holds at a reference, the
words of a case, and how much of each reporter volume it covers.
"""

import json
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self
from weakref import finalize

from voirdire.authorities.case_search import find_by_name, has_name_index
from voirdire.authorities.library_file import FILE_NAME, make_if_absent, open_to_read, reading
from voirdire.authorities.library_rows import CASES_THAT_TELL_YEARS, Progress
from voirdire.authorities.library_writer import declared_reporters, fold_word
from voirdire.authorities.page_labels import page_number
from voirdire.authorities.types import (
    Case,
    CaseCitation,
    CaseReference,
    Coverage,
    Holding,
    Opinion,
    OpinionNote,
    OpinionPart,
    PageMark,
    PageSeries,
)
from voirdire.citations.types import DeclaredReporter
from voirdire.errors import LibraryError
from voirdire.findings import Span

if TYPE_CHECKING:
    from voirdire.authorities.library_add import AddReport

_IN_VOLUME = "FROM citations WHERE edition = :edition AND volume = :volume"
_KEPT_OPINIONS = 64


@dataclass(frozen=True, slots=True)
class VolumeCoverage:
    """How much of one reporter volume a library holds."""

    reporter: str
    volume: str
    coverage: Coverage
    cases: int
    opinions: int
    years: tuple[int, int] | None


class Library:
    """A library opened to read. Only `add` writes, into a copy that then takes its place."""

    def __init__(self, directory: Path, connection: sqlite3.Connection) -> None:
        self.directory = directory
        self._path = directory / FILE_NAME
        self._hold(connection)
        self._opinions: dict[str, Opinion] = {}
        self._declared: tuple[DeclaredReporter, ...] | None = None

    def _hold(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        # A library that is only let go of leaves no open file behind.
        self._closing = finalize(self, connection.close)

    @classmethod
    def open(cls, directory: Path) -> "Library":
        """Open the library of a directory.

        Raises:
            LibraryError: it is missing, damaged, being written or of another version.
        """
        return cls(directory, open_to_read(directory))

    @classmethod
    def create(cls, directory: Path) -> "Library":
        """Open the library of a directory; an empty one is made when there is none."""
        make_if_absent(directory / FILE_NAME)
        return cls.open(directory)

    def add(self, paths: Sequence[Path], progress: Progress | None = None) -> "AddReport":
        """Add files and directories; see `add_to_library`. Afterwards the new rows are held."""
        from voirdire.authorities.library_add import add_to_library

        report = add_to_library(self.directory, paths, progress)
        renewed = open_to_read(self.directory)
        self._closing()
        self._hold(renewed)
        self._opinions.clear()
        self._declared = None
        return report

    def close(self) -> None:
        """Close the file; nothing can be asked afterwards."""
        self._closing()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def prepare(self, references: Sequence[CaseReference]) -> None:
        """Nothing to get ready: the file answers at once."""

    def declared_reporters(self) -> tuple[DeclaredReporter, ...]:
        """Reporters that the library declares beside those that are known anyway."""
        if self._declared is None:
            with reading(self._path):
                self._declared = declared_reporters(self._connection)
        return self._declared

    def find(self, reference: CaseReference) -> Holding:
        """What is held at a reference, and how much of its volume."""
        place = {
            "edition": reference.reporter,
            "volume": reference.volume,
            "page": reference.page,
            "number": page_number(reference.page),
        }
        with reading(self._path):
            whole = self._one(
                "SELECT 1 FROM whole_volumes WHERE edition = :edition AND volume = :volume", place
            )
            starting = self._keys(f"SELECT DISTINCT case_key {_IN_VOLUME} AND page = :page", place)
            # Of a citation that may mean several reporters, no page range is sure.
            enclosing = self._keys(
                f"SELECT DISTINCT case_key {_IN_VOLUME} AND sure"
                " AND page_number < :number AND sure_end > :number",
                place,
            )
            bordering = self._keys(
                f"SELECT DISTINCT case_key {_IN_VOLUME} AND sure AND page_number < :number"
                " AND (sure_end = :number OR last_page = :page)",
                place,
            )
            following = None
            if whole and starting:
                following = self._one(
                    f"SELECT page {_IN_VOLUME} AND page_number > :number"
                    " ORDER BY page_number LIMIT 1",
                    place,
                )
            years = self._years(place)
            coverage: Coverage = "none"
            if whole:
                coverage = "whole"
            elif self._one(f"SELECT 1 {_IN_VOLUME} LIMIT 1", place):
                coverage = "partial"
            return Holding(
                coverage=coverage,
                starting=self._cases(starting),
                enclosing=self._cases(enclosing),
                bordering=self._cases([key for key in bordering if key not in enclosing]),
                next_page=following[0] if following else None,
                years=years,
            )

    def opinion(self, case: Case) -> Opinion | None:
        """The words of a case; None when only its metadata is held."""
        held = self._opinions.get(case.id)
        if held is not None:
            return held
        with reading(self._path):
            row = self._connection.execute(
                "SELECT text, layout FROM opinions"
                " WHERE case_key = (SELECT key FROM cases WHERE id = ?)",
                (case.id,),
            ).fetchone()
        if row is None:
            return None
        try:
            opinion = _opinion(case, row[0], row[1])
        except (zlib.error, ValueError, TypeError, KeyError) as error:
            raise LibraryError(
                self._path, f"is damaged at {case.id}; make it anew with `voirdire library add`"
            ) from error
        if len(self._opinions) >= _KEPT_OPINIONS:
            self._opinions.pop(next(iter(self._opinions)))
        self._opinions[case.id] = opinion
        return opinion

    def search_cases(self, words: str, limit: int) -> tuple[Case, ...]:
        """Cases with these words in a name, the best first.

        Raises:
            LibraryError: it was made before names were indexed.
        """
        with reading(self._path):
            if not has_name_index(self._connection):
                raise LibraryError(
                    self._path,
                    "has no index of names yet; `voirdire library add` of any file makes it",
                )
            keys = find_by_name(self._connection, words, limit)
            found = dict(zip(sorted(keys), self._cases(keys), strict=True))
        return tuple(found[key] for key in keys)

    def document_frequency(self, word: str) -> int | None:
        """In how many held opinions a word stands; None when no opinion is held."""
        with reading(self._path):
            row = self._connection.execute(
                "SELECT opinions FROM words WHERE word = ?", (fold_word(word),)
            ).fetchone()
            if row is not None:
                return int(row[0])
            return 0 if self._one("SELECT 1 FROM words LIMIT 1", {}) else None

    def cases(self) -> Iterator[Case]:
        """Every case held, in the order it was added."""
        with reading(self._path), closing(self._connection.cursor()) as cursor:
            keys = [key for (key,) in cursor.execute("SELECT key FROM cases ORDER BY key")]
        for start in range(0, len(keys), 500):
            with reading(self._path):
                cases = self._cases(keys[start : start + 500])
            yield from cases

    def coverage(self) -> tuple[VolumeCoverage, ...]:
        """Every volume of which a case is held or that is declared whole."""
        with reading(self._path):
            rows = self._connection.execute(
                "SELECT edition, volume, count(DISTINCT case_key), count(DISTINCT opinion),"
                " min(year), max(year), max(whole) FROM ("
                " SELECT edition, volume, c.case_key, o.case_key AS opinion, year, 0 AS whole"
                " FROM citations AS c JOIN cases ON cases.key = c.case_key"
                " LEFT JOIN opinions AS o ON o.case_key = c.case_key WHERE choice = 0"
                " UNION ALL SELECT edition, volume, NULL, NULL, NULL, 1 FROM whole_volumes"
                ") GROUP BY edition, volume"
                " ORDER BY edition, CAST(volume AS INTEGER), volume"
            ).fetchall()
        return tuple(
            VolumeCoverage(
                reporter=edition,
                volume=volume,
                coverage="whole" if whole else "partial",
                cases=cases,
                opinions=opinions,
                years=(first, last) if first is not None else None,
            )
            for edition, volume, cases, opinions, first, last, whole in rows
        )

    def _one(self, query: str, values: dict[str, str | int | None]) -> tuple[str, ...] | None:
        row: tuple[str, ...] | None = self._connection.execute(query, values).fetchone()
        return row

    def _keys(self, query: str, values: dict[str, str | int | None]) -> list[int]:
        return [key for (key,) in self._connection.execute(query + " ORDER BY case_key", values)]

    def _years(self, place: dict[str, str | int | None]) -> tuple[int, int] | None:
        cases, first, last = self._connection.execute(
            "SELECT count(year), min(year), max(year) FROM cases"
            f" WHERE key IN (SELECT case_key {_IN_VOLUME} AND choice = 0)",
            place,
        ).fetchone()
        # A few cases, of which one may be misdated, do not tell a volume's years.
        return (first, last) if cases >= CASES_THAT_TELL_YEARS else None

    def _cases(self, keys: Sequence[int]) -> tuple[Case, ...]:
        if not keys:
            return ()
        marks = ",".join("?" * len(keys))
        printed: dict[int, list[CaseCitation]] = {}
        for key, volume, edition, page, last_page in self._connection.execute(
            "SELECT case_key, volume, edition, page, last_page FROM citations"
            f" WHERE choice = 0 AND case_key IN ({marks}) ORDER BY case_key, position",
            keys,
        ):
            printed.setdefault(key, []).append(CaseCitation(volume, edition, page, last_page))
        rows = self._connection.execute(
            "SELECT key, id, names, court, date, year, docket_number, source, url,"
            " EXISTS (SELECT 1 FROM opinions WHERE case_key = key)"
            f" FROM cases WHERE key IN ({marks}) ORDER BY key",
            keys,
        )
        return tuple(
            Case(
                id=case_id,
                names=tuple(json.loads(names)),
                citations=tuple(printed.get(key, ())),
                court=court,
                date=date,
                year=year,
                docket_number=docket_number,
                has_text=bool(has_text),
                source=source,
                url=url,
            )
            for key, case_id, names, court, date, year, docket_number, source, url, has_text in rows
        )


def _opinion(case: Case, text: bytes, layout: bytes) -> Opinion:
    stored = json.loads(zlib.decompress(layout))
    return Opinion(
        case=case,
        text=zlib.decompress(text).decode("utf-8"),
        series=tuple(
            PageSeries(volume, reporter, tuple(PageMark(offset, label) for offset, label in marks))
            for volume, reporter, marks in stored["series"]
        ),
        notes=tuple(
            OpinionNote(label, page, Span(start, end))
            for label, page, start, end in stored["notes"]
        ),
        parts=tuple(OpinionPart(kind, Span(start, end)) for kind, start, end in stored["parts"]),
    )
