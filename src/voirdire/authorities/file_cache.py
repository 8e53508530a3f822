"""Copies of fetched files in a folder that several processes share.

Input: paths and what was fetched for them. Output: the copies, whole or not at all, and
locks: one process at a time fetches a file, and all of them take turns in asking.
"""

import contextlib
import hashlib
import json
import os
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO
from urllib.parse import quote, urlsplit

from voirdire.errors import SourceError

if sys.platform != "win32":
    import fcntl

# Raised when the form of what `Reduce` functions keep changes: older copies are then fetched again.
_FORM = 1

# Paths share this many lock files, so that the folder does not fill with them.
_LOCKS = 64


@dataclass(frozen=True, slots=True)
class CachedFile:
    """A copy on disk. `body` is None when the server said that there is no such file."""

    body: bytes | None
    fetched: float
    etag: str | None = None
    modified: str | None = None


class FileCache:
    """Copies of files in a folder. Every write is whole or not there at all.

    A file is one line of JSON (when and how it was fetched, length and digest of the rest)
    and the body. A copy that does not agree with its own first line is no copy.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, path: str) -> CachedFile | None:
        """The copy of `path`, or None when there is none or it is damaged."""
        try:
            head, _, body = (self.folder / path).read_bytes().partition(b"\n")
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return None
        except OSError as error:
            raise SourceError(str(self.folder), f"the cache cannot be read: {error}") from error
        try:
            facts = json.loads(head)
        except ValueError:
            return None
        if not isinstance(facts, dict) or facts.get("form") != _FORM:
            return None
        if facts.get("sha256") != hashlib.sha256(body).hexdigest():
            return None
        fetched = facts.get("fetched")
        if not isinstance(fetched, int | float):
            return None
        etag, modified = facts.get("etag"), facts.get("modified")
        return CachedFile(
            None if facts.get("missing") is True else body,
            float(fetched),
            etag if isinstance(etag, str) else None,
            modified if isinstance(modified, str) else None,
        )

    def write(self, path: str, copy: CachedFile) -> None:
        """Put a copy in place; readers see the old one or the new one, never a part."""
        body = copy.body or b""
        head = {
            "form": _FORM,
            "fetched": copy.fetched,
            "etag": copy.etag,
            "modified": copy.modified,
            "missing": copy.body is None,
            "sha256": hashlib.sha256(body).hexdigest(),
        }
        place = self.folder / path
        part = place.with_name(f".{place.name}.{os.getpid()}-{threading.get_ident()}.part")
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            with part.open("wb") as file:
                file.write(json.dumps(head).encode() + b"\n" + body)
                file.flush()
                os.fsync(file.fileno())
            part.replace(place)
        except OSError as error:
            with contextlib.suppress(OSError):
                part.unlink()
            raise self._unwritable(error) from error

    @contextlib.contextmanager
    def alone(self, path: str) -> Iterator[None]:
        """Keep other processes from fetching `path` until the block ends."""
        number = int.from_bytes(hashlib.sha256(path.encode()).digest()[:4]) % _LOCKS
        with self._locked(f".lock-{number:02}"):
            yield

    @contextlib.contextmanager
    def turns(self) -> Iterator["Turns"]:
        """The file with the next turn to ask, for this caller alone until the block ends."""
        with self._locked(".turns") as file:
            yield Turns(file)

    @contextlib.contextmanager
    def _locked(self, name: str) -> Iterator[BinaryIO]:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            file = (self.folder / name).open("a+b")
        except OSError as error:
            raise self._unwritable(error) from error
        with file:
            # Elsewhere there is no such lock, and each process keeps to the pace by itself.
            if sys.platform != "win32":
                fcntl.flock(file, fcntl.LOCK_EX)
            yield file

    def _unwritable(self, error: OSError) -> SourceError:
        return SourceError(
            str(self.folder), f"the cache cannot be written: {error}; set VOIRDIRE_CACHE"
        )


class Turns:
    """When the next request may be sent, in seconds of the clock, in an open file."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def read(self) -> float:
        """The next turn; 0 when none is written or it is damaged."""
        self._file.seek(0)
        written = self._file.read(40)
        digits = written.strip().replace(b".", b"", 1)
        return float(written) if digits.isdigit() else 0.0

    def write(self, turn: float) -> None:
        """Set the next turn."""
        self._file.truncate(0)
        self._file.write(f"{turn:.6f}".encode())
        self._file.flush()


def cache_of(base_url: str, cache: Path) -> FileCache:
    """The part of the cache that belongs to one address."""
    parts = urlsplit(base_url.rstrip("/"))
    return FileCache(cache / quote(parts.netloc + parts.path, safe=""))
