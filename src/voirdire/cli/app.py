"""Mount the command groups, and turn the package's errors into one line and an exit code."""

import sys

import typer

from voirdire.cli.bench import app as bench
from voirdire.cli.check import check
from voirdire.cli.demo import demo
from voirdire.cli.ledger import ledger
from voirdire.cli.library import app as library
from voirdire.cli.trace import trace
from voirdire.cli.trial import app as trial
from voirdire.errors import VoirdireError

app = typer.Typer(
    name="voirdire",
    help="Makes legal AI, and legal writing, prove what it says.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    # Plain help: the rich one takes half a second of imports.
    rich_markup_mode=None,
)
app.command()(check)
app.command()(demo)
app.command()(ledger)
app.command()(trace)
app.add_typer(library, name="library")
app.add_typer(trial, name="trial")
app.add_typer(bench, name="bench")


@app.callback(invoke_without_command=True)
def voirdire(
    version: bool = typer.Option(False, "--version", help="Print the version and end."),
    debug: bool = typer.Option(False, "--debug", help="Show the traceback of an error."),
) -> None:
    """Makes legal AI, and legal writing, prove what it says."""
    if version:
        from voirdire import __version__

        typer.echo(f"voirdire {__version__}")
        raise typer.Exit


def main() -> None:
    """Run the command line; never returns."""
    try:
        app()
    except VoirdireError as error:
        if "--debug" in sys.argv:
            raise
        _end(error)
    except Exception as error:
        # Python would end with 1, which means that a citation is refuted.
        if "--debug" in sys.argv:
            raise
        _end(
            VoirdireError(
                f"unexpected {type(error).__name__} ({error}): a fault of this program; "
                "run it again with `voirdire --debug ...` and report what it says"
            )
        )


def _end(error: VoirdireError) -> None:
    from voirdire.cli.streams import ReaderGoneError, say

    if not isinstance(error, ReaderGoneError):
        say(str(error))
    sys.exit(error.exit_code)
