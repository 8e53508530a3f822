"""Standard input, output and error as the commands use them.

Input: bytes from a pipe, bounded. Output: text on a stream that may be closed, full,
without a reader or of another encoding; whatever happens there becomes one line and an
exit code. Text from documents and libraries reaches a terminal without its control codes.
"""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar, TextIO

from voirdire.documents.load import MAX_BYTES
from voirdire.errors import DocumentError, VoirdireError

# Codes that move a terminal's cursor, colour it or turn the direction of its text; lone
# surrogates, which no encoding carries. A line end and a tab are the caller's own.
_CODES = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


class OutputError(VoirdireError):
    """A report cannot be written where it should go."""

    def __init__(self, target: str, problem: str) -> None:
        super().__init__(f"{target}: cannot be written ({problem})")


class ReaderGoneError(VoirdireError):
    """The reader of our output has gone (`| head`): nothing is left to say."""

    exit_code: ClassVar[int] = 0


def printable(text: str) -> str:
    """The text as a terminal may have it: control codes as the escapes that name them."""
    return _CODES.sub(_escape, text)


def _escape(code: re.Match[str]) -> str:
    number = ord(code[0])
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"


def say(message: str) -> None:
    """One line on standard error, when there is one."""
    if sys.stderr is not None:
        line = printable(message).replace("\n", "\\n")
        sys.stderr.write(f"voirdire: {line}\n")


def read_standard_input() -> bytes:
    """What is piped in, to one byte more than a document may have.

    Raises:
        DocumentError: there is no standard input.
    """
    if sys.stdin is None:
        raise DocumentError("-", "standard input is closed: pipe the document in")
    return sys.stdin.buffer.read(MAX_BYTES + 1)


@contextmanager
def standard_output(*, utf8: bool = False) -> Iterator[TextIO]:
    """Standard output for the length of a block, flushed at its end.

    `utf8` is for output that programs read; a terminal keeps its own encoding. What an
    encoding lacks is written as an escape.

    Raises:
        OutputError: it is closed or full.
        ReaderGoneError: nobody reads it any more.
    """
    name = "standard output"
    if sys.stdout is None:
        raise OutputError(name, "it is closed")
    _reconfigure(sys.stdout, utf8=utf8)
    try:
        with written(name):
            yield sys.stdout
            sys.stdout.flush()
    except (OutputError, ReaderGoneError):
        # What is still in the buffer would fail again when the program ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise


def _reconfigure(stream: TextIO, *, utf8: bool) -> None:
    import io

    if isinstance(stream, io.TextIOWrapper):
        encoding = "utf-8" if utf8 else None
        stream.reconfigure(encoding=encoding, errors="backslashreplace")


@contextmanager
def written(target: str) -> Iterator[None]:
    """Turn the errors of writing into one line."""
    try:
        yield
    except BrokenPipeError as error:
        raise ReaderGoneError from error
    except OSError as error:
        raise OutputError(target, error.strerror or str(error)) from error


@contextmanager
def file_output(path: Path) -> Iterator[TextIO]:
    """A file to write UTF-8 to, emptied first.

    Raises:
        OutputError: it cannot be written.
    """
    # A character that UTF-8 lacks is a lone surrogate.
    with (
        written(str(path)),
        path.open("w", encoding="utf-8", newline="", errors="backslashreplace") as stream,
    ):
        yield stream
