"""A file of rows of a published set to the trials that they describe.

Old Bailey 1800-1913, Supreme Court arguments and European Court judgments, each told by its
rows; `docs/trial-imports.md` says how each is cut, what is left out and why.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from voirdire.courtroom.imports.ecthr import import_ecthr
from voirdire.courtroom.imports.old_bailey import import_old_bailey
from voirdire.courtroom.imports.rows import EcthrRow, OldBaileyRow, Row, read_rows
from voirdire.courtroom.imports.scotus import import_scotus
from voirdire.courtroom.types import MAX_CONTENT, MAX_EXHIBITS, CaseFile
from voirdire.errors import CaseError


def read_trials(path: Path, skip: Callable[[CaseError], None] | None = None) -> Iterator[CaseFile]:
    """The trials of a file, JSON lines plain or gzipped, in the order of its rows.

    Args:
        path: Rows of one set or of several.
        skip: Is told of each bad row, with its line, and the others are read. Left out, the
            first bad row is an error before any trial is handed out.

    Raises:
        CaseError: the file cannot be read, holds no row, or has a bad one.
    """
    files: list[CaseFile] = []
    bad = 0
    for where, row in read_rows(path):
        try:
            files += _trials(where, row)
        except CaseError as error:
            if skip is None:
                raise
            skip(error)
            bad += 1
    if not files:
        raise CaseError(str(path), f"no trial in it; {bad} bad rows" if bad else "no row in it")
    yield from files


def _trials(where: str, row: Row | CaseError) -> list[CaseFile]:
    """The trials of a row.

    Raises:
        CaseError: no trial can be made of it; names its place in the file.
    """
    if isinstance(row, CaseError):
        raise row
    try:
        if isinstance(row, OldBaileyRow):
            files = [import_old_bailey(row)]
        elif isinstance(row, EcthrRow):
            files = list(import_ecthr(row))
        else:
            files = [import_scotus(row)]
    except CaseError as error:
        raise CaseError(where, error.problem) from error
    for file in files:
        _check_bounds(where, file)
    return files


def _check_bounds(where: str, file: CaseFile) -> None:
    exhibits = file.case.exhibits
    if len(exhibits) > MAX_EXHIBITS:
        raise CaseError(where, f"text: {len(exhibits)} exhibits; {MAX_EXHIBITS} at the most")
    if any(len(each.content) > MAX_CONTENT for each in exhibits):
        raise CaseError(where, f"text: an exhibit of more than {MAX_CONTENT:,} characters")
