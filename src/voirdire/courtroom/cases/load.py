"""Case files to `CaseFile`s, and back: a file of one's own, or a case written for the project.

The form is the dataclasses of `courtroom.types` in JSON, nothing missing and nothing more.
Every call reads the file anew, so no two trials share what one of them might change.
"""

from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random

from pydantic import TypeAdapter, ValidationError

from voirdire.courtroom.cases.bounds import find_excesses
from voirdire.courtroom.types import CaseFile, Difficulty
from voirdire.errors import CaseError

MAX_BYTES = 4_000_000
SUFFIX = ".json"

_CASE_FILE = TypeAdapter(CaseFile)
_TRIALS = files("voirdire") / "samples" / "trials"


def load_case(path: Path) -> CaseFile:
    """Read a case file.

    Raises:
        CaseError: it cannot be read, is not in the form, or goes beyond the bounds of
            `cases.bounds`; the message says where.
    """
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise CaseError(str(path), error.strerror or str(error)) from error
    if len(data) > MAX_BYTES:
        raise CaseError(str(path), f"larger than {MAX_BYTES:,} bytes")
    return _parse(str(path), data)


def dump_case(file: CaseFile) -> str:
    """The case as indented JSON, which reads back to an equal case."""
    return _CASE_FILE.dump_json(file, indent=2).decode() + "\n"


def written_cases() -> tuple[str, ...]:
    """The ids of the cases written for the project, translations among them, sorted."""
    names = (each.name for each in _TRIALS.iterdir())
    return tuple(sorted(name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX)))


def written_case(case_id: str) -> CaseFile:
    """A case written for the project, by its id.

    Raises:
        CaseError: there is none; the message names those with a similar id.
    """
    known = written_cases()
    if case_id not in known:
        near = get_close_matches(case_id, known, n=3) or known[:3]
        raise CaseError(case_id, f"no such case; there are {', '.join(near)} and others")
    return _parse(case_id, (_TRIALS / f"{case_id}{SUFFIX}").read_bytes())


def find_case(case_id: str) -> CaseFile:
    """A written case by its id, or the case in a file, by a path that ends in ".json".

    It opens whatever path it is given: a server, whose ids come from outside, asks
    `written_case`.

    Raises:
        CaseError: no such case, or the file is not one.
    """
    if case_id.endswith(SUFFIX):
        return load_case(Path(case_id))
    return written_case(case_id)


def choose_case(difficulty: Difficulty | None, seed: int, language: str = "en") -> CaseFile:
    """A written case of that difficulty (None: any) and language; the same for the same seed.

    Raises:
        CaseError: there is none.
    """
    fitting = [
        case_id
        for case_id, (level, spoken) in _levels().items()
        if difficulty in (None, level) and spoken == language
    ]
    if not fitting:
        raise CaseError(f"{difficulty or 'any'}/{language}", "no such case was written")
    return written_case(Random(f"{seed}/{difficulty}/{language}/case").choice(fitting))


@cache
def _levels() -> dict[str, tuple[Difficulty, str]]:
    cases = (written_case(each).case for each in written_cases())
    return {case.id: (case.difficulty, case.language) for case in cases}


def _parse(name: str, data: bytes) -> CaseFile:
    try:
        file = _CASE_FILE.validate_json(data, strict=True, extra="forbid")
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "file"
        raise CaseError(name, f"{place}: {first['msg']}") from error
    for problem in find_excesses(file):
        raise CaseError(name, problem)
    return file
