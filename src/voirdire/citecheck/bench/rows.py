"""Read the rows of a published data set: JSON, JSON Lines or CSV to fields with their place.

A file that cannot be read, or a row that is not what its reader expects, is a
`DatasetError` that names the line: nothing is skipped and nothing guessed.
"""

import ast
import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from voirdire.citecheck.bench.files import DatasetError


def _wrong(path: Path, line: int, problem: str) -> DatasetError:
    return DatasetError(path, f"line {line}: {problem}")


@dataclass(frozen=True, slots=True)
class Row:
    """One object or record. `line` is the first line it stands on, counted from 1."""

    path: Path
    line: int
    fields: dict[str, object]

    def error(self, problem: str) -> DatasetError:
        """What is wrong with this row, to be raised."""
        return _wrong(self.path, self.line, problem)

    def value(self, *names: str) -> object:
        """The first field that is there under one of these names, whatever their case."""
        folded = {name.casefold(): value for name, value in self.fields.items()}
        for name in names:
            if folded.get(name.casefold()) not in (None, ""):
                return folded[name.casefold()]
        return None

    def text(self, *names: str) -> str:
        """The text of a field, which must be there; whole numbers become text."""
        value = self.value(*names)
        if value is None:
            raise self.error(f"has no {names[0]}")
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise self.error(f"{names[0]} is {type(value).__name__}, not text")
        return str(value)

    def text_or_empty(self, *names: str) -> str:
        """The text of a field, "" where it is absent, null or empty."""
        return "" if self.value(*names) is None else self.text(*names)

    def flag(self, *names: str) -> bool:
        """A yes or no, as JSON, Python or a spreadsheet writes it."""
        value = self.value(*names)
        word = str(value).strip().casefold()
        if word in ("true", "1", "1.0", "yes"):
            return True
        if word in ("false", "0", "0.0", "no"):
            return False
        raise self.error(f"{names[0]} is {value!r}, not true or false")

    def structure(self, *names: str) -> object:
        """A list or mapping; in a CSV cell it may be written as JSON or as Python does."""
        value = self.value(*names)
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value)
        except ValueError:
            pass
        try:
            return ast.literal_eval(value.strip())
        except (ValueError, SyntaxError, MemoryError, RecursionError) as error:
            raise self.error(f"{names[0]} is no list or mapping: {value[:60]!r}") from error


def read_rows(path: Path) -> Iterator[Row]:
    """The rows of a file, in order, by what its name ends with (.json, .jsonl, .csv).

    A JSON file is a list of objects, or one object whose `records` are such a list.

    Raises:
        DatasetError: the file cannot be read, or a row is no object.
    """
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise _wrong(path, 1, f"cannot be read ({error.strerror or error})") from error
    except UnicodeDecodeError as error:
        raise _wrong(path, 1, f"is not UTF-8 (byte {error.start})") from error
    kind = path.suffix.casefold()
    if kind == ".csv":
        return _csv_rows(path, text)
    if kind == ".json":
        return _json_rows(path, text)
    if kind in (".jsonl", ".ndjson"):
        return _line_rows(path, text)
    raise _wrong(path, 1, "is of no form that is read: .json, .jsonl or .csv")


def _line_rows(path: Path, text: str) -> Iterator[Row]:
    # Only a line feed ends a line: other separators may stand inside the text of a row.
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield _row(path, number, _parsed(path, number, line))


def _parsed(path: Path, line: int, text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _wrong(path, line, f"is no JSON ({error})") from error


def _row(path: Path, line: int, value: object) -> Row:
    if not isinstance(value, dict):
        raise _wrong(path, line, f"is {type(value).__name__}, not an object")
    return Row(path, line, value)


def _json_rows(path: Path, text: str) -> Iterator[Row]:
    try:
        whole = json.loads(text)
    except json.JSONDecodeError as error:
        raise _wrong(path, error.lineno, f"is no JSON ({error.msg})") from error
    except RecursionError as error:
        raise _wrong(path, 1, "is nested too deeply") from error
    start = 0
    if isinstance(whole, dict):
        if not isinstance(whole.get("records"), list):
            raise _wrong(path, 1, "is an object without a list of records")
        start = _start_of_records(text)
    elif not isinstance(whole, list):
        raise _wrong(path, 1, f"is {type(whole).__name__}, not a list of objects")
    decoder = json.JSONDecoder()
    position = text.index("[", start) + 1
    while True:
        while text[position] in " \t\r\n,":
            position += 1
        if text[position] == "]":
            return
        line = text.count("\n", 0, position) + 1
        value, position = decoder.raw_decode(text, position)
        yield _row(path, line, value)


def _start_of_records(text: str) -> int:
    """Where the value of the outermost object's `records` begins, in text that is JSON."""
    decoder = json.JSONDecoder()
    position = text.index("{") + 1
    while True:
        position = text.index('"', position)
        key, position = decoder.raw_decode(text, position)
        position = text.index(":", position) + 1
        while text[position].isspace():
            position += 1
        if key == "records":
            return position
        _, position = decoder.raw_decode(text, position)


def _csv_rows(path: Path, text: str) -> Iterator[Row]:
    # A cell may hold a whole excerpt.
    csv.field_size_limit(2**31 - 1)
    reader = csv.reader(text.splitlines(keepends=True), strict=True)
    line = 1
    try:
        names = next(reader, None)
        if not names:
            raise _wrong(path, 1, "is empty; the first line names the columns")
        line = reader.line_num + 1
        for cells in reader:
            if cells and len(cells) != len(names):
                raise _wrong(path, line, f"has {len(cells)} cells for {len(names)} columns")
            if cells:
                yield Row(path, line, dict(zip(names, cells, strict=True)))
            line = reader.line_num + 1
    except csv.Error as error:
        raise _wrong(path, line, f"is no CSV ({error})") from error
