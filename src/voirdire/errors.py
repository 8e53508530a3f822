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


class UnknownTrialError(VoirdireError):
    """No trial of that id is held here."""

    def __init__(self, trial: str) -> None:
        self.trial = trial
        super().__init__(trial)

    def __str__(self) -> str:
        return f"{self.trial!r}: no such trial here; reset without trial_id begins one"


class TrialExistsError(VoirdireError):
    """A new trial was to have an id that is taken."""

    def __init__(self, trial: str) -> None:
        self.trial = trial
        super().__init__(trial)

    def __str__(self) -> str:
        return f"{self.trial}: there is such a trial; join it by its trial_id, or take another id"


class SeatTakenError(VoirdireError):
    """A seat is held by whoever has its token."""

    def __init__(self, trial: str, seat: str) -> None:
        self.trial = trial
        self.seat = seat
        super().__init__(trial, seat)

    def __str__(self) -> str:
        return f"{self.trial}: {self.seat} is taken; come back with its token, or take another seat"


class BadTokenError(VoirdireError):
    """The token given does not hold the seat."""

    def __init__(self, trial: str, seat: str) -> None:
        self.trial = trial
        self.seat = seat
        super().__init__(trial, seat)

    def __str__(self) -> str:
        return (
            f"{self.trial}: the token does not hold {self.seat}; join without one takes free seats"
        )


class KeyReusedError(VoirdireError):
    """An idempotency key came twice, with different actions."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(key)

    def __str__(self) -> str:
        return f"key {self.key!r} came with another action before; a new action needs a new key"


class NotSeatedError(VoirdireError):
    """A session acts before it has joined a trial, or after it was ended for idleness."""

    def __str__(self) -> str:
        return (
            "this session is in no trial; reset joins one, with trial_id and token the one before"
        )


class CapacityError(VoirdireError):
    """No room just now; the same request may be made again after `retry_after_s` seconds."""

    exit_code: ClassVar[int] = 3

    def __init__(self, what: str, retry_after_s: float) -> None:
        self.what = what
        self.retry_after_s = retry_after_s
        super().__init__(what, retry_after_s)

    def __str__(self) -> str:
        return f"{self.what}; try again in {self.retry_after_s:g} s"


class TrialLedgerError(VoirdireError):
    """The file of a trial cannot be read or written, or belongs to another engine or case."""

    def __init__(self, path: Path, problem: str) -> None:
        self.path = path
        self.problem = problem
        super().__init__(path, problem)

    def __str__(self) -> str:
        # The name alone: the folder is nobody's business but the operator's.
        return f"{self.path.name}: {self.problem}"


class UnknownAgentError(VoirdireError):
    """No agent of that name plays in trials."""

    def __init__(self, name: str, known: tuple[str, ...], *, has_models: bool) -> None:
        self.name = name
        self.known = known
        self.has_models = has_models
        super().__init__(name, known)

    def __str__(self) -> str:
        models = ", or a model (anthropic:M), or plan: and a model" if self.has_models else ""
        own = ", or python:module:Name, an agent of your own"
        return f"no agent {self.name!r}; there are {', '.join(self.known)}{models}{own}"


class OwnAgentError(VoirdireError):
    """An agent of the user's own cannot be opened."""

    def __init__(self, name: str, problem: str) -> None:
        self.name = name
        self.problem = problem
        super().__init__(name, problem)

    def __str__(self) -> str:
        return f"{self.name}: {self.problem}"


class OptionsError(VoirdireError, ValueError):
    """An option of a trial is out of its range."""

    def __init__(self, option: str, problem: str) -> None:
        self.option = option
        self.problem = problem
        super().__init__(option, problem)

    def __str__(self) -> str:
        return f"{self.option} {self.problem}"
