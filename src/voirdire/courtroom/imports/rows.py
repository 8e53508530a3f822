"""A file of rows, JSON lines plain or gzipped, to rows whose form is known.

Only the fields named here are ever read. Of what a set says about the outcome that is the label
alone: the text of the verdict, the votes and the reasons stay in the file.
"""

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from voirdire.errors import CaseError

MAX_LINE = 4_000_000
MAX_LINES = 100_000

_Text = Annotated[str, Field(min_length=1)]


class _Row(BaseModel):
    """What every row has. Fields that are not declared are not kept."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)

    id: _Text
    year: Annotated[int, Field(ge=1000, le=2999)]
    text: _Text


class OldBaileyRow(_Row):
    """A trial at the Old Bailey: `text` is the printed account up to the verdict."""

    charge: _Text
    charge_sub: str = ""
    verdict: Literal["guilty", "not_guilty"]


class Advocate(BaseModel):
    """Who argued, and for whom, in the words of the set."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)

    name: str | None = None
    role: str | None = None


class ScotusRow(_Row):
    """A case before the Supreme Court: `text` is the oral argument, one turn a line."""

    name: _Text
    claim: _Text
    facts: _Text
    first_party: _Text
    first_party_label: _Text
    second_party: _Text
    second_party_label: _Text
    advocates: list[Advocate]
    verdict: Literal["petitioner", "respondent"]


class EcthrRow(_Row):
    """A judgment of the European Court of Human Rights: `text` is THE FACTS."""

    name: _Text
    applicant_arguments: list[str]
    state_arguments: list[str]
    violated_articles: list[str]
    not_violated_articles: list[str]
    mixed_articles: list[str] = []


Row = OldBaileyRow | ScotusRow | EcthrRow

# A set by the name of its source and, for rows that name none, by a field of its own.
_SETS: tuple[tuple[str, str, type[Row]], ...] = (
    ("old bailey", "charge_sub", OldBaileyRow),
    ("oyez", "advocates", ScotusRow),
    ("hudoc", "applicant_arguments", EcthrRow),
)


def read_rows(path: Path) -> Iterator[Row | CaseError]:
    """The rows of a file in order; for one that is not in the form, what is wrong with it.

    An id that stood before is an error of the later row. Blank lines are passed over.

    Raises:
        CaseError: the file cannot be read at all.
    """
    seen: set[str] = set()
    for number, line in enumerate(_lines(path), 1):
        if number > MAX_LINES:
            raise CaseError(str(path), f"more than {MAX_LINES:,} rows")
        if not line.strip():
            continue
        where = f"{path}:{number}"
        try:
            row = _row(where, line)
        except CaseError as error:
            yield error
            continue
        if row.id in seen:
            yield CaseError(where, f"a second row of the id {row.id!r}")
            continue
        seen.add(row.id)
        yield row


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as head:
            zipped = head.read(2) == b"\x1f\x8b"
        with gzip.open(path) if zipped else path.open("rb") as stream:
            while line := stream.readline(MAX_LINE + 1):
                if len(line) > MAX_LINE:
                    raise CaseError(str(path), f"a row is longer than {MAX_LINE:,} bytes")
                yield line
    except (OSError, EOFError, zlib.error) as error:
        problem = getattr(error, "strerror", None) or str(error)
        raise CaseError(str(path), problem) from error


def _row(where: str, line: bytes) -> Row:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise CaseError(where, f"not a row in JSON: {error}") from error
    if not isinstance(fields, dict):
        raise CaseError(where, "not a row: an object is due")
    model = _set_of(fields)
    if model is None:
        raise CaseError(
            where,
            "neither a trial of the Old Bailey nor a case of the Supreme Court or of the "
            "European Court of Human Rights; see docs/trial-imports.md",
        )
    try:
        return model.model_validate(fields)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "row"
        raise CaseError(where, f"{place}: {first['msg']}") from error


def _set_of(fields: dict[str, object]) -> type[Row] | None:
    source = str(fields.get("source", "")).casefold()
    for name, _, model in _SETS:
        if name in source:
            return model
    for _, own, model in _SETS:
        if own in fields:
            return model
    return None
