"""Turn a folder of the Caselaw Access Project's static files into rows of a library.

Input: the folder that holds `ReportersMetadata.json`.
Output: a row per listed case, with its words where the folder has them, and after each
reporter the volumes of it of which every case is listed.
"""

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from voirdire.authorities.cap import CAP_URL, TreeFiles, check_html, notes_of, series_of
from voirdire.authorities.cap_html import parse_casebody
from voirdire.authorities.cap_volume import (
    Volume,
    VolumeFolder,
    read_reporters,
    read_volume,
    read_volumes,
    reduce_cases,
    reduce_list,
)
from voirdire.authorities.library_rows import (
    CaseRow,
    OpinionText,
    Place,
    PrintedCitation,
    Progress,
    ReporterRow,
    RowProblem,
)
from voirdire.authorities.page_labels import page_number
from voirdire.authorities.types import Case
from voirdire.citations.reporters import reporter_table
from voirdire.citations.types import DeclaredReporter
from voirdire.errors import SourceError

_TOP = "ReportersMetadata.json"

TreeRow = tuple[Place, bytes, CaseRow] | ReporterRow


def is_case_tree(path: Path) -> bool:
    """Whether a folder holds the static files."""
    return (path / _TOP).is_file()


def tree_rows(
    root: Path, problems: list[RowProblem], progress: Progress | None = None
) -> Iterator[TreeRow]:
    """The rows of a tree: place, digest and case, and whole volumes per reporter.

    A damaged file is put to `problems`; a volume with such a list is left out.
    """
    files = TreeFiles(root)
    try:
        reporters = read_reporters(files.read(_TOP, reduce_list) or b"[]")
    except SourceError as error:
        problems.append(RowProblem(Place(root / _TOP), error.problem))
        return
    for slug, name in reporters.names.items():
        edition = next(iter(reporter_table().editions(name)), name)
        whole = []
        for number, folders in _numbers(files, root, slug, problems).items():
            volumes = [_volume(files, root, f, number, edition, problems) for f in folders]
            there = [volume for volume in volumes if volume is not None]
            if there and len(there) == len(volumes) and all(volume.whole for volume in there):
                whole.append(number)
            for volume in there:
                others = [other for other in there if other is not volume]
                yield from _case_rows(files, root, volume, others, problems)
                if progress is not None:
                    progress(root / volume.folder.path, 1, 1)
        if whole:
            yield ReporterRow(DeclaredReporter(edition), tuple(whole))


def _numbers(
    files: TreeFiles, root: Path, slug: str, problems: list[RowProblem]
) -> dict[str, tuple[VolumeFolder, ...]]:
    path = f"{slug}/VolumesMetadata.json"
    try:
        return read_volumes(files.read(path, reduce_list) or b"[]", slug)
    except SourceError as error:
        problems.append(RowProblem(Place(root / path), error.problem))
        return {}


def _volume(
    files: TreeFiles,
    root: Path,
    folder: VolumeFolder,
    number: str,
    edition: str,
    problems: list[RowProblem],
) -> Volume | None:
    path = f"{folder.path}/CasesMetadata.json"
    try:
        data = files.read(path, reduce_cases)
    except SourceError as error:
        problems.append(RowProblem(Place(root / path), error.problem))
        return None
    return None if data is None else read_volume(data, number, edition, folder)


def _case_rows(
    files: TreeFiles,
    root: Path,
    volume: Volume,
    others: Sequence[Volume],
    problems: list[RowProblem],
) -> Iterator[tuple[Place, bytes, CaseRow]]:
    base = root / volume.folder.path
    for index, listed in enumerate(volume.listed):
        case = volume.case(index, CAP_URL)
        html = None
        if listed.file is not None:
            path = f"{volume.folder.path}/html/{listed.file}.html"
            try:
                html = files.read(path, check_html)
            except SourceError as error:
                problems.append(RowProblem(Place(root / path), error.problem))
        digest = hashlib.sha256(repr((volume.number, case, volume.whole)).encode() + (html or b""))
        yield (
            Place(base / "CasesMetadata.json", index + 1),
            digest.digest()[:16],
            _case_row(case, html, _surely_until(case, others)),
        )


def _case_row(case: Case, html: bytes | None, surely_until: int | None) -> CaseRow:
    words = None
    if html is not None:
        body = parse_casebody(html)
        series = series_of(case, body)
        words = OpinionText(body.text, series, notes_of(case, body, series), body.parts)
    return CaseRow(
        id=case.id,
        names=case.names,
        citations=tuple(
            PrintedCitation(
                printed.volume,
                (printed.reporter,),
                printed.first_page,
                printed.last_page,
                None if position else surely_until,
            )
            for position, printed in enumerate(case.citations)
        ),
        court=case.court,
        date=case.date,
        docket_number=case.docket_number,
        source=case.source,
        url=case.url,
        words=words if words is not None and words.text else None,
    )


def _surely_until(case: Case, others: Sequence[Volume]) -> int | None:
    """The last page, unless another volume of that number prints the same pages."""
    own = case.citations[0]
    if own.last_page is None or any(
        other.spans(own.first_page) or other.spans(own.last_page) for other in others
    ):
        return None
    return page_number(own.last_page)
