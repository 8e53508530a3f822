"""Every error the package raises on purpose.

A message is one line: what is wrong and how to mend it. The command line prints it
and ends with the exit code that the class names.
"""

from pathlib import Path
from typing import ClassVar


class VoirdireError(Exception):
    """Base of every error this package raises on purpose."""

    exit_code: ClassVar[int] = 2


class DocumentError(VoirdireError):
    """A document cannot be read."""

    def __init__(self, document: str, problem: str) -> None:
        self.document = document
        self.problem = problem
        # The arguments as given: a worker process hands the error on by them.
        super().__init__(document, problem)

    def __str__(self) -> str:
        return f"{self.document}: {self.problem}"


class LibraryError(VoirdireError):
    """A library cannot be opened, read or written."""

    def __init__(self, path: Path, problem: str) -> None:
        self.path = path
        self.problem = problem
        super().__init__(path, problem)

    def __str__(self) -> str:
        return f"{self.path}: {self.problem}"


class SourceError(VoirdireError):
    """An outside source of opinions failed; what it would have said stays unknown."""

    exit_code: ClassVar[int] = 3

    def __init__(self, source: str, problem: str, *, throttled: bool = False) -> None:
        self.source = source
        self.problem = problem
        self.throttled = throttled
        super().__init__(source, problem)

    def __str__(self) -> str:
        return f"{self.source}: {self.problem}"


class CaseError(VoirdireError):
    """A trial case cannot be read, or is not whole."""

    def __init__(self, case: str, problem: str) -> None:
        self.case = case
        self.problem = problem
        super().__init__(case, problem)

    def __str__(self) -> str:
        return f"{self.case}: {self.problem}"


class MalformedActionError(VoirdireError):
    """An action is not well-formed; it was not recorded and changed nothing."""

    def __init__(self, problem: str) -> None:
        self.problem = problem
        super().__init__(problem)


class EpisodeOverError(VoirdireError):
    """The trial has ended; `reset` begins another."""

    def __init__(self, trial: str) -> None:
        self.trial = trial
        super().__init__(trial)

    def __str__(self) -> str:
        return f"{self.trial}: the trial is over; reset begins another"
