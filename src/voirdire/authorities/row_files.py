"""Read the lines of an input file, packed or not.

Input: a path. Output: its lines with their numbers; a line that is no UTF-8, or the place
where a packed file breaks off, is a `RowProblem` in the same stream.
"""

import bz2
import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from voirdire.authorities.library_rows import Place, Progress, RowProblem

_PACKINGS = (".gz", ".bz2")
_LONGEST_LINE = 256 * 1024 * 1024
_TELL_EVERY = 64


@dataclass(frozen=True, slots=True)
class Line:
    """One line that is not blank, without its end."""

    place: Place
    text: str


def plain_name(name: str) -> str:
    """A file's name in lower case and without the packing."""
    name = name.lower()
    for packing in _PACKINGS:
        name = name.removesuffix(packing)
    return name


def holds_records(name: str) -> bool:
    """Whether a file's name says that it holds JSON Lines."""
    return plain_name(name).endswith((".jsonl", ".ndjson"))


def is_row_file(name: str) -> bool:
    """Whether a file's name says that it holds rows."""
    return not name.startswith(".") and (holds_records(name) or plain_name(name).endswith(".csv"))


def unpacked(raw: IO[bytes], name: str) -> IO[bytes]:
    """The bytes of a file as they were before packing, by its name."""
    if name.lower().endswith(".gz"):
        return cast(IO[bytes], gzip.GzipFile(fileobj=raw))
    if name.lower().endswith(".bz2"):
        return cast(IO[bytes], bz2.BZ2File(raw))
    return raw


def lines_of(path: Path, progress: Progress | None) -> Iterator[Line | RowProblem]:
    """The lines of a file; `progress` hears now and then how far the file is read."""
    number = 0
    try:
        size = path.stat().st_size
        with path.open("rb") as raw:
            file = unpacked(raw, path.name)
            while line := file.readline(_LONGEST_LINE):
                number += 1
                if progress is not None and number % _TELL_EVERY == 0:
                    progress(path, raw.tell(), size)
                if len(line) == _LONGEST_LINE:
                    yield RowProblem(Place(path, number), "the line is longer than 256 MB")
                    return
                if line.strip():
                    yield _decoded(line, Place(path, number))
            if progress is not None:
                progress(path, size, size)
    except (OSError, EOFError, zlib.error) as error:
        yield RowProblem(Place(path, number + 1), f"cannot be read further ({error})")


def _decoded(line: bytes, place: Place) -> Line | RowProblem:
    try:
        return Line(place, line.decode("utf-8-sig" if place.line == 1 else "utf-8").strip("\r\n"))
    except UnicodeDecodeError as error:
        return RowProblem(place, f"is not UTF-8 ({error.reason} at byte {error.start})")
