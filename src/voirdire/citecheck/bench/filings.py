"""Filings as a benchmark is built from them: files, or rows of a JSON-lines file, to documents.

Input: paths of PDF, DOCX, HTML, Markdown or text files, or of JSON lines (packed or not),
one filing or opinion a row with `id` and `pages` or `text`, and `footnotes` at will.
Output: `Filing`s. Pages are joined by one space, or by nothing where the break is inside a
word (`joined`); each footnote follows behind a blank line.
"""

import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from voirdire.authorities.row_files import unpacked
from voirdire.documents.load import load_bytes, load_document
from voirdire.documents.types import Document
from voirdire.errors import DocumentError, VoirdireError

_ROWS = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")


@dataclass(frozen=True, slots=True)
class Filing:
    """A document that cites, with the id that excerpts of it carry."""

    id: str
    document: Document


def read_filings(paths: Sequence[Path], exclude: Sequence[str] = ()) -> Iterator[Filing]:
    """Every filing of the paths, in order; ids that begin with one of `exclude` are left out.

    Raises:
        DocumentError: a file cannot be read, or a row is no filing.
        VoirdireError: two filings have one id.
    """
    seen: set[str] = set()
    for path in paths:
        for filing in _of_path(path):
            if exclude and filing.id.startswith(tuple(exclude)):
                continue
            if filing.id in seen:
                raise VoirdireError(f"{path}: a second filing is called {filing.id!r}")
            seen.add(filing.id)
            yield filing


def _of_path(path: Path) -> Iterator[Filing]:
    if not path.name.lower().endswith(_ROWS):
        yield Filing(path.name, load_document(path))
        return
    try:
        with path.open("rb") as raw:
            for number, line in enumerate(unpacked(raw, path.name), 1):
                if line.strip():
                    yield _of_row(path, number, json.loads(line))
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise DocumentError(str(path), f"cannot be read as JSON lines ({error})") from error


def _of_row(path: Path, number: int, row: Any) -> Filing:
    if not isinstance(row, dict) or not isinstance(row.get("id"), str):
        raise DocumentError(str(path), f"line {number} has no id")
    try:
        text = row_text(row)
    except (KeyError, TypeError) as error:
        raise DocumentError(str(path), f"line {number} has no text or pages") from error
    return Filing(row["id"], load_bytes(f"{row['id']}.txt", text.encode("utf-8")))


def row_text(row: dict[str, Any]) -> str:
    """The text of a row: its pages joined, or its text, then its footnotes.

    Raises:
        KeyError, TypeError: it has neither pages nor text.
    """
    pages = row.get("pages")
    if isinstance(pages, list) and pages:
        body = pages[0]["text"]
        for page in pages[1:]:
            body += page["text"] if page.get("joined") else " " + page["text"]
    else:
        body = row["text"]
    return str(body) + "".join("\n\n" + note["text"] for note in row.get("footnotes") or ())


def file_hash(path: Path) -> str:
    """The SHA-256 of a file.

    Raises:
        DocumentError: it cannot be read.
    """
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise DocumentError(str(path), f"cannot be read ({error.strerror or error})") from error
