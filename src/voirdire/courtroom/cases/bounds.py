"""A case file to where it goes beyond what a case may hold, one line each.

Whatever reads a case can rely on these bounds: `load_case` refuses what is beyond them, and
`validate_case` begins with them. Whether the case makes sense is for `validate_case` alone.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from voirdire.courtroom.types import MAX_CASE_TEXT, MAX_CONTENT, MAX_EXHIBITS, CaseFile

MAX_ISSUES = 50
MAX_BEARINGS = 500
# Bearings, facts and planted exhibits together.
MAX_KEYED = 2_000
MAX_ID = 100

# Line separators among them: each problem is one line, and so is a title.
_CONTROL = re.compile("[\0-\x1f\x7f-\x9f\u2028\u2029]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}")
_CONTENT = re.compile(r"case\.exhibits\.\d+\.content")


def find_excesses(file: CaseFile) -> Iterator[str]:
    """Where a case goes beyond its bounds; nothing for one that keeps to them."""
    yield from _counts(file)
    yield from _ids(file)
    if not _LANGUAGE.fullmatch(file.case.language):
        yield f"case.language {file.case.language[:20]!r}: a code is due, such as es or pt-br"
    titles = [("case.title", file.case.title)]
    for number, exhibit in enumerate(file.case.exhibits):
        titles.append((f"case.exhibits.{number}.title", exhibit.title))
    for place, title in titles:
        if _CONTROL.search(title):
            yield f"{place}: holds a control code"
    for place, text in find_texts(asdict(file)):
        most = MAX_CONTENT if _CONTENT.fullmatch(place) else MAX_CASE_TEXT
        if "\0" in text:
            yield f"{place}: holds NUL"
        if _SURROGATE.search(text):
            yield f"{place}: holds half of a surrogate pair"
        if len(text) > most:
            yield f"{place}: more than {most:,} characters"


def find_texts(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Every text in what `asdict` gave, with its place: "case.exhibits.0.title"."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from find_texts(each, f"{place}.{name}" if place else str(name))
    elif isinstance(value, tuple | list):
        for number, each in enumerate(value):
            yield from find_texts(each, f"{place}.{number}")


def _counts(file: CaseFile) -> Iterator[str]:
    case, key = file.case, file.key
    bearings = len(key.bearings or ())
    keyed = bearings + len(key.facts) + len(key.planted or ())
    for name, number, most in (
        ("exhibits", len(case.exhibits), MAX_EXHIBITS),
        ("issues", len(case.issues), MAX_ISSUES),
        ("bearings", bearings, MAX_BEARINGS),
        ("bearings, facts and planted", keyed, MAX_KEYED),
    ):
        if number > most:
            yield f"{name}: {number} of them; {most:,} at the most"


def _ids(file: CaseFile) -> Iterator[str]:
    """Ids, and the names of metadata, which stand in messages like them."""
    exhibits = [each.id for each in file.case.exhibits]
    issues = [each.id for each in file.case.issues]
    named = [("case.id", file.case.id)]
    named += [(f"case.exhibits.{n}.id", each) for n, each in enumerate(exhibits)]
    named += [(f"case.issues.{n}.id", each) for n, each in enumerate(issues)]
    named += [(f"metadata, name {n}", each) for n, each in enumerate(file.metadata, 1)]
    for place, name in named:
        if _CONTROL.search(name) or _SURROGATE.search(name):
            yield f"{place}: holds a control code or half of a surrogate pair"
        if len(name) > MAX_ID:
            yield f"{place}: more than {MAX_ID} characters"
    for kind, ids in (("exhibit", exhibits), ("issue", issues)):
        for each, n in Counter(ids).items():
            if n > 1:
                yield f"{kind} {each[:MAX_ID]}: {n} of that id"
