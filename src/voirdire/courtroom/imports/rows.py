"""A file of rows, JSON lines plain or gzipped, to rows whose form is known.

Only the fields named here are ever read. Of what a set says about the outcome that is the label
alone: the text of the verdict, the votes and the reasons stay in the file. Control codes in a
text are read as white space, and an optional field that is null as one that is not there.
"""

import gzip
import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from voirdire.courtroom.types import MAX_CASE_TEXT
from voirdire.errors import CaseError

MAX_LINE = 4_000_000
# Pieces of that length in which the end of a longer row is looked for.
_MOST_SKIPPED = 50
MAX_LINES = 100_000

# A name or a label; in a longer one, patterns would go over the same words too often.
MAX_NAME = 2_000

_LINE_END = re.compile("\r\n?|[\v\f\x85\u2028\u2029]")
_CONTROL = re.compile("[\0-\x08\x0e-\x1f\x7f-\x9f]")
_WORD = re.compile(r"[^\W_]")
_ARTICLE = re.compile(r"(?:P(?:[1-9]|1[0-6])-)?(?:[1-9]|[1-5][0-9])")


def _clean(text: str) -> str:
    return _CONTROL.sub(" ", _LINE_END.sub("\n", text))


def _in_one_line(text: str) -> str:
    return " ".join(_clean(text).split())


def _with_words(text: str) -> str:
    if not _WORD.search(text):
        raise PydanticCustomError("no_words", "holds no words")
    return text


def _article(label: str) -> str:
    if not _ARTICLE.fullmatch(label):
        raise PydanticCustomError("no_article", "no article, such as 8 or P1-3")
    return label


def _absent_text(value: object) -> object:
    return "" if value is None else value


def _absent_list(value: object) -> object:
    return [] if value is None else value


def _without_null(value: object) -> object:
    listed = _absent_list(value)
    return [each for each in listed if each is not None] if isinstance(listed, list) else listed


_Text = Annotated[str, Field(min_length=1), AfterValidator(_clean), AfterValidator(_with_words)]
_Name = Annotated[
    str,
    Field(min_length=1, max_length=MAX_NAME),
    AfterValidator(_in_one_line),
    AfterValidator(_with_words),
]
_OptionalName = Annotated[
    str,
    Field(max_length=MAX_NAME),
    AfterValidator(_in_one_line),
    BeforeValidator(_absent_text),
]
_OptionalText = Annotated[str, AfterValidator(_clean), BeforeValidator(_absent_text)]
_Texts = Annotated[
    list[Annotated[str, AfterValidator(_clean)]],
    BeforeValidator(_without_null),
]
_Articles = Annotated[
    list[Annotated[str, AfterValidator(_in_one_line), AfterValidator(_article)]],
    BeforeValidator(_absent_list),
]


class _Row(BaseModel):
    """What every row has. Fields that are not declared are not kept."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)

    id: _Name
    year: Annotated[int, Field(ge=1000, le=2999)]
    text: _Text


class OldBaileyRow(_Row):
    """A trial at the Old Bailey: `text` is the printed account up to the verdict."""

    charge: _Name
    charge_sub: _OptionalName = ""
    verdict: Literal["guilty", "not_guilty"]


class Advocate(BaseModel):
    """Who argued, and for whom, in the words of the set."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)

    name: _OptionalName = ""
    role: _OptionalName = ""


class ScotusRow(_Row):
    """A case before the Supreme Court: `text` is the oral argument, one turn a line."""

    name: _Name
    claim: Annotated[_Text, Field(max_length=MAX_CASE_TEXT)]
    facts: _OptionalText = ""
    first_party: _OptionalName = ""
    first_party_label: _OptionalName = ""
    second_party: _OptionalName = ""
    second_party_label: _OptionalName = ""
    advocates: Annotated[list[Advocate], BeforeValidator(_without_null)] = []
    verdict: Literal["petitioner", "respondent"]


class EcthrRow(_Row):
    """A judgment of the European Court of Human Rights: `text` is THE FACTS."""

    name: _OptionalName = ""
    applicant_arguments: _Texts = []
    state_arguments: _Texts = []
    violated_articles: _Articles = []
    not_violated_articles: _Articles = []
    mixed_articles: _Articles = []


Row = OldBaileyRow | ScotusRow | EcthrRow

# A set by the name of its source and, for rows that name none, by fields of its own.
_SETS: tuple[tuple[str, tuple[str, ...], type[Row]], ...] = (
    ("old bailey", ("charge_sub",), OldBaileyRow),
    ("oyez", ("advocates", "first_party"), ScotusRow),
    ("hudoc", ("applicant_arguments", "violated_articles", "not_violated_articles"), EcthrRow),
)


def read_rows(path: Path) -> Iterator[tuple[str, Row | CaseError]]:
    """The rows of a file in order, each with its place; for a bad one, what is wrong with it.

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
            if len(line) > MAX_LINE:
                raise CaseError(where, f"a row is longer than {MAX_LINE:,} bytes")
            row = _row(where, line)
        except CaseError as error:
            yield where, error
            continue
        if row.id in seen:
            yield where, CaseError(where, f"a second row of the id {row.id!r}")
            continue
        seen.add(row.id)
        yield where, row


def _lines(path: Path) -> Iterator[bytes]:
    """The lines of a file, plain or gzipped; of one that is too long only the beginning."""
    try:
        with path.open("rb") as head:
            zipped = head.read(2) == b"\x1f\x8b"
        with gzip.open(path) if zipped else path.open("rb") as stream:
            while line := stream.readline(MAX_LINE + 1):
                yield line
                for _ in range(_MOST_SKIPPED):
                    if line.endswith(b"\n") or not line:
                        break
                    line = stream.readline(MAX_LINE)
                else:
                    raise CaseError(str(path), "a row has no end")
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
    source = fields.get("source")
    if isinstance(source, str):
        for name, _, model in _SETS:
            if name in source.casefold():
                return model
    for _, own, model in _SETS:
        if any(each in fields for each in own):
            return model
    # Of the three, the first alone has a charge and may come without a field of its own.
    return OldBaileyRow if "charge" in fields else None
