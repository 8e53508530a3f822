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
from voirdire.courtroom.types import CaseFile
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
    rows: list[Row] = []
    bad = 0
    for row in read_rows(path):
        if not isinstance(row, CaseError):
            rows.append(row)
        elif skip is None:
            raise row
        else:
            skip(row)
            bad += 1
    if not rows:
        raise CaseError(str(path), f"no trial in it; {bad} bad rows" if bad else "no row in it")
    for row in rows:
        if isinstance(row, OldBaileyRow):
            yield import_old_bailey(row)
        elif isinstance(row, EcthrRow):
            yield from import_ecthr(row)
        else:
            yield import_scotus(row)
