"""The Caselaw Access Project's static files as a source of cases and opinions.

Input: the address of the static files, or a folder that holds a copy of them, and a cache.
Output: `CapSource`, a `Source`. For each reference the list of its volume is read once;
of the words only those of cases that are cited. `tree_rows` gives a copy to a library.
"""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from voirdire.authorities.cap_html import Casebody, parse_casebody
from voirdire.authorities.cap_volume import (
    Reporters,
    Volume,
    VolumeFolder,
    merge_folders,
    read_reporters,
    read_volume,
    read_volumes,
    reduce_cases,
    reduce_list,
)
from voirdire.authorities.file_cache import FileCache, cache_of
from voirdire.authorities.http_cache import Politeness, Reduce, RemoteFiles
from voirdire.authorities.page_labels import page_number
from voirdire.authorities.types import (
    Case,
    CaseCitation,
    CaseReference,
    Holding,
    Opinion,
    OpinionNote,
    PageSeries,
)
from voirdire.citations.reporters import squeeze
from voirdire.citations.types import DeclaredReporter
from voirdire.errors import SourceError

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

CAP_URL = "https://static.case.law"

# U.S. Reports 1-90 reprint seven reporters page for page: last volume of each in its own
# numbers, and what to add for the number in U.S. Reports.
_NOMINATIVE = {
    "Dall": (4, 0),
    "Cranch": (9, 4),
    "Wheat": (12, 13),
    "Pet": (16, 25),
    "How": (24, 41),
    "Black": (2, 65),
    "Wall": (23, 67),
}
_CASE_PATH = re.compile(
    r"([A-Za-z0-9][\w.-]{0,80}/[A-Za-z0-9][\w.-]{0,80})/html/([A-Za-z0-9][\w.-]{0,80})\.html",
    re.ASCII,
)
# A mark further behind a citation's first page than this belongs to another reporter.
_FAR = 60
# Orders fill pages with dozens of cases; their words are read when one is asked for.
_CROWDED = 4


T = TypeVar("T")


class Files(Protocol):
    """Where the static files are read from."""

    def read(self, path: str, reduce: Reduce) -> bytes | None:
        """What `reduce` keeps of a file; None when there is none. Raises `SourceError`."""
        ...


class TreeFiles:
    """The static files in a folder."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def read(self, path: str, reduce: Reduce) -> bytes | None:
        """See `Files`."""
        try:
            data = (self._root / path).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise SourceError(str(self._root), f"{path} cannot be read: {error}") from error
        try:
            return reduce(data)
        except ValueError as error:
            raise SourceError(str(self._root), f"damaged file {path}: {error}") from error


class CachedFiles:
    """What earlier runs fetched, however old. Opens no connection."""

    def __init__(self, cache: FileCache) -> None:
        self._cache = cache

    def read(self, path: str, reduce: Reduce) -> bytes | None:
        """See `Files`."""
        copy = self._cache.read(path)
        return copy.body if copy is not None else None


class CapSource:
    """Cases and opinions from the static files.

    Args:
        root: An http address or a folder in the same layout.
        cache: Folder for copies of what is fetched; not used for a local folder.
        limits: How hard the server may be asked.
        offline: Read only what the cache holds.
    """

    def __init__(
        self,
        root: str | Path,
        cache: Path,
        *,
        limits: Politeness | None = None,
        offline: bool = False,
    ) -> None:
        self._limits = limits or Politeness()
        self._files: Files
        self._address = CAP_URL
        if isinstance(root, Path) or "://" not in root:
            self._files = TreeFiles(Path(root))
        elif offline:
            self._files = CachedFiles(cache_of(root, cache))
            self._address = root.rstrip("/")
        else:
            self._files = RemoteFiles(root, cache, self._limits)
            self._address = root.rstrip("/")
        self._reporters: Reporters | None = None
        self._volumes: dict[str, dict[str, tuple[VolumeFolder, ...]]] = {}
        self._lists: dict[VolumeFolder, Volume | None] = {}

    def prepare(self, references: Sequence[CaseReference]) -> None:
        """Fetch the lists of all volumes and the words of all cases that begin there.

        A failure stays with its file: `find` and `opinion` raise it for the references that
        need that file, and the others go on.
        """
        if not isinstance(self._files, RemoteFiles):
            return
        if not references or not _succeeds(self._slugs, references[0].reporter):
            return
        from concurrent.futures import ThreadPoolExecutor

        wanted = [self._official(reference) for reference in dict.fromkeys(references)]
        with ThreadPoolExecutor(self._limits.parallel) as threads:
            slugs = {slug for r in wanted for slug in self._slugs(r.reporter)}
            _each(threads, self._numbers, sorted(slugs))
            wanted = [r for r in wanted if _succeeds(self._folders, r)]
            lists = {folder: r for r in wanted for folder in self._folders(r)}
            _each(threads, lambda folder: self._list(folder, lists[folder]), lists)
            found = [self.find(r).starting for r in wanted if _succeeds(self.find, r)]
            few = {case.id: case for cases in found if len(cases) <= _CROWDED for case in cases}
            _each(threads, self._html, few.values())

    def find(self, reference: CaseReference) -> Holding:
        """What the lists say. A volume that is not there is "none", never proof."""
        official = self._official(reference)
        volumes = [self._list(folder, official) for folder in self._folders(official)]
        there = [volume for volume in volumes if volume is not None]
        if not there:
            return Holding("none")
        holding = merge_folders(there, official.page, self._address)
        if len(there) < len(volumes):
            holding = replace(holding, coverage="partial", enclosing=(), next_page=None)
        return holding if official == reference else _as_nominative(holding, reference)

    def declared_reporters(self) -> tuple[DeclaredReporter, ...]:
        """None: the project's reporters are all in reporters-db."""
        return ()

    def opinion(self, case: Case) -> Opinion | None:
        """The words of a case of this source with their pages. Raises `SourceError`."""
        html = self._html(case)
        words = parse_casebody(html) if html is not None else self._json(case)
        if words is None or not words.text:
            return None
        series = series_of(case, words)
        return Opinion(case, words.text, series, notes_of(case, words, series), words.parts)

    def search_cases(self, words: str, limit: int) -> tuple[Case, ...]:
        """None: the static files have no index of names."""
        return ()

    def document_frequency(self, word: str) -> int | None:
        """Not counted: the words of most cases are never read."""
        return None

    def _official(self, reference: CaseReference) -> CaseReference:
        """The reference in U.S. Reports, if it is to a reporter that these reprint."""
        last, added = _NOMINATIVE.get(squeeze(reference.reporter), (0, 0))
        number = page_number(reference.volume)
        if number is None or not 1 <= number <= last or self._slugs(reference.reporter):
            return reference
        return CaseReference(str(number + added), "U.S.", reference.page)

    def _slugs(self, edition: str) -> tuple[str, ...]:
        if self._reporters is None:
            data = self._files.read("ReportersMetadata.json", reduce_list)
            self._reporters = read_reporters(data or b"[]")
        return self._reporters.find(edition)

    def _numbers(self, slug: str) -> dict[str, tuple[VolumeFolder, ...]]:
        if slug not in self._volumes:
            data = self._files.read(f"{slug}/VolumesMetadata.json", reduce_list)
            self._volumes[slug] = read_volumes(data or b"[]", slug)
        return self._volumes[slug]

    def _folders(self, reference: CaseReference) -> tuple[VolumeFolder, ...]:
        slugs = self._slugs(reference.reporter)
        return tuple(f for slug in slugs for f in self._numbers(slug).get(reference.volume, ()))

    def _list(self, folder: VolumeFolder, reference: CaseReference) -> Volume | None:
        """The cases of a folder; None when it has no list."""
        if folder not in self._lists:
            data = self._files.read(f"{folder.path}/CasesMetadata.json", reduce_cases)
            self._lists[folder] = (
                None
                if data is None
                else read_volume(data, reference.volume, reference.reporter, folder)
            )
        return self._lists[folder]

    def _html(self, case: Case) -> bytes | None:
        place = self._place(case)
        if place is None:
            return None
        folder, file = place
        return self._files.read(f"{folder}/html/{file}.html", check_html)

    def _json(self, case: Case) -> Casebody | None:
        """The words without pages and notes, where there is no HTML."""
        place = self._place(case)
        if place is None:
            return None
        folder, file = place
        data = self._files.read(f"{folder}/cases/{file}.json", reduce_words)
        return None if data is None else Casebody(data.decode(), {}, (), ())

    def _place(self, case: Case) -> tuple[str, str] | None:
        """Folder and file of a case of this source, from its address."""
        match = _CASE_PATH.fullmatch((case.url or "").removeprefix(f"{self._address}/"))
        return (match[1], match[2]) if match else None


def series_of(case: Case, words: Casebody) -> tuple[PageSeries, ...]:
    """The page series of a case with the reporters that they follow.

    A citation index counts the case's citations. Where the pages do not fit the citation
    that it counts to (before its first page, or far behind), the reporter is not known.
    """
    series = []
    for index, marks in words.marks.items():
        printed = case.citations[index - 1] if 0 < index <= len(case.citations) else None
        first = page_number(marks[0].label)
        start = page_number(printed.first_page) if printed else None
        fits = first is None or start is None or start <= first <= start + _FAR
        known = printed if printed and fits else None
        series.append(
            PageSeries(known.volume if known else None, known.reporter if known else None, marks)
        )
    main = case.citations[0] if case.citations else None
    if main is not None and main.first_page == main.last_page and 1 not in words.marks:
        # All on one page: no mark, and no doubt.
        series.insert(0, PageSeries(main.volume, main.reporter, ()))
    return tuple(series)


def notes_of(
    case: Case, words: Casebody, series: tuple[PageSeries, ...]
) -> tuple[OpinionNote, ...]:
    """The notes; one called before the first mark is on the case's first page."""
    main = case.citations[0] if case.citations else None
    if main is None or not series or series[0].reporter != main.reporter:
        return words.notes
    return tuple(replace(note, page=note.page or main.first_page) for note in words.notes)


def check_html(data: bytes) -> bytes:
    """The file as it is; `ValueError` when it is no case or breaks off."""
    if b"casebody" not in data or not data.rstrip().endswith((b"</section>", b"</html>")):
        raise ValueError("not a whole case")
    return data


def reduce_words(data: bytes) -> bytes:
    """`cases/NNNN-NN.json`: head matter and opinions as plain text."""
    entry = json.loads(data)
    body = entry.get("casebody") if isinstance(entry, dict) else None
    if not isinstance(body, dict):
        raise ValueError("no casebody")
    opinions = body.get("opinions")
    texts = [body.get("head_matter")] + [
        opinion.get("text")
        for opinion in (opinions if isinstance(opinions, list) else [])
        if isinstance(opinion, dict)
    ]
    return "\n\n".join(text for text in texts if isinstance(text, str) and text).encode()


def _as_nominative(holding: Holding, reference: CaseReference) -> Holding:
    """The same cases, with the citation to the reporter that was asked for."""

    def cited(cases: tuple[Case, ...]) -> tuple[Case, ...]:
        return tuple(replace(case, citations=_also_cited(case, reference)) for case in cases)

    return replace(
        holding,
        starting=cited(holding.starting),
        enclosing=cited(holding.enclosing),
        bordering=cited(holding.bordering),
    )


def _also_cited(case: Case, reference: CaseReference) -> tuple[CaseCitation, ...]:
    own = case.citations[0]
    also = replace(own, volume=reference.volume, reporter=reference.reporter)
    others = [c for c in case.citations if (c.volume, c.reporter) != (also.volume, also.reporter)]
    return (*others, also)


def _each(threads: "ThreadPoolExecutor", ask: Callable[[T], object], items: Iterable[T]) -> None:
    """Ask for every item, several at a time; failures are remembered where they happen."""
    list(threads.map(lambda item: _succeeds(ask, item), items))


def _succeeds(ask: Callable[[T], object], item: T) -> bool:
    try:
        ask(item)
    except SourceError:
        return False
    return True
