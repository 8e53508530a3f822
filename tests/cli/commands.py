"""The command line in this process: arguments and standard input in, code and output out.

What a trial's floors cost is played once a process, so a table of commands stays quick.
"""

import contextlib
import io
import sys
from dataclasses import dataclass
from unittest.mock import patch

from voirdire.cli import main


@dataclass(frozen=True, slots=True)
class Done:
    """What a command came to."""

    returncode: int
    stdout: str
    stderr: str


def run(*arguments, stdin=b"", encoding="utf-8"):
    """Run `voirdire ARGUMENTS` with these bytes on standard input, on such a terminal."""
    streams = [
        io.TextIOWrapper(io.BytesIO(data), encoding, newline="") for data in (stdin, b"", b"")
    ]
    with (
        patch.object(sys, "argv", ["voirdire", *map(str, arguments)]),
        patch.object(sys, "stdin", streams[0]),
        contextlib.redirect_stdout(streams[1]),
        contextlib.redirect_stderr(streams[2]),
    ):
        try:
            main()
            code = 0
        except SystemExit as ended:
            code = ended.code or 0
    for stream in streams[1:]:
        stream.flush()
    return Done(code, *(stream.buffer.getvalue().decode(encoding) for stream in streams[1:]))
