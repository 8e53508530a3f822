"""The cases that a server has, by id and by split.

Input: the written cases, files of cases, files of imported trials. Output: a `CaseFile` by its
id for the server itself, and for clients what OpenEnv calls a task: the id of a case, its place
in a split, and what stands on its cover. The key stays with the `CaseFile`.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TypedDict

from voirdire.courtroom.cases.load import SUFFIX, load_case, written_case, written_cases
from voirdire.courtroom.imports.read import read_trials
from voirdire.courtroom.types import CaseFile
from voirdire.errors import CaseError, MalformedActionError


class CaseTask(TypedDict):
    """What a client may know of a case before a trial of it."""

    id: str
    index: int
    title: str
    domain: str
    difficulty: str
    language: str


class CaseSet:
    """Cases by id and split. The first split is the one that a case is drawn from unasked.

    Raises:
        CaseError: there is no case, or one id stands for two different ones.
    """

    def __init__(self, splits: Mapping[str, Sequence[CaseFile]]) -> None:
        self._splits = {name: tuple(files) for name, files in splits.items() if files}
        self._files: dict[str, CaseFile] = {}
        for name, files in self._splits.items():
            for file in files:
                if self._files.setdefault(file.case.id, file) != file:
                    raise CaseError(file.case.id, f"stands for another case in {name!r}")
        if not self._files:
            raise CaseError("case set", "holds no case")

    @property
    def splits(self) -> tuple[str, ...]:
        """The names of the splits."""
        return tuple(self._splits)

    def size(self, split: str) -> int:
        """How many cases a split has."""
        return len(self._in(split))

    def tasks(self, split: str) -> list[CaseTask]:
        """The covers of a split's cases."""
        return [
            CaseTask(
                id=file.case.id,
                index=index,
                title=file.case.title,
                domain=file.case.domain,
                difficulty=file.case.difficulty,
                language=file.case.language,
            )
            for index, file in enumerate(self._in(split))
        ]

    def find(self, case_id: str) -> CaseFile:
        """A case by its id.

        Raises:
            MalformedActionError: there is none.
        """
        file = self._files.get(case_id)
        if file is None:
            raise MalformedActionError(f"case_id: no case {case_id!r} here")
        return file

    def choose(self, split: str | None, index: int | None, seed: int) -> CaseFile:
        """The case at a place of a split; without a place the one that the seed draws.

        Raises:
            MalformedActionError: there is no such split or place.
        """
        name = split or self.splits[0]
        files = self._in(name)
        if index is None:
            return Random(f"{seed}/{name}/case").choice(files)
        if not 0 <= index < len(files):
            raise MalformedActionError(f"index: {name} has places 0 to {len(files) - 1}")
        return files[index]

    def _in(self, split: str) -> tuple[CaseFile, ...]:
        if split not in self._splits:
            raise MalformedActionError(f"split: there are {', '.join(self._splits)}")
        return self._splits[split]


def written_splits(files: Iterable[CaseFile]) -> dict[str, list[CaseFile]]:
    """The splits of the cases written for the project."""
    splits: dict[str, list[CaseFile]] = {
        "written": [], "easy": [], "medium": [], "hard": [], "translations": []
    }  # fmt: skip
    for file in files:
        if file.case.language == "en":
            splits["written"].append(file)
            splits[file.case.difficulty].append(file)
        else:
            splits["translations"].append(file)
    return splits


def load_case_set(sources: Iterable[Path] = ()) -> CaseSet:
    """The written cases, and a split for each source, named as the file or folder is.

    A source is a case file, a folder of case files, or a file of trials to import.

    Raises:
        CaseError: a source cannot be read, or has the name of another split.
    """
    splits: dict[str, list[CaseFile]] = written_splits(map(written_case, written_cases()))
    for source in sources:
        name = source.name.partition(".")[0]
        if splits.get(name):
            raise CaseError(str(source), f"there is a split {name!r} already; rename the file")
        splits[name] = _read(source)
    return CaseSet(splits)


def _read(source: Path) -> list[CaseFile]:
    if source.is_dir():
        return [load_case(path) for path in sorted(source.glob(f"*{SUFFIX}"))]
    if source.suffix == SUFFIX:
        return [load_case(source)]

    return list(read_trials(source))
