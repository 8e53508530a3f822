"""`voirdire bench citations ...`: measure systems that check citations."""

import typer

from voirdire.cli.wild import wild

app = typer.Typer(help="Build benchmarks, run systems on them, report.", no_args_is_help=True)
citations = typer.Typer(help="False citations in excerpts of filings.", no_args_is_help=True)
app.add_typer(citations, name="citations")
citations.command()(wild)


@citations.callback()
def choose() -> None:
    """False citations in excerpts of filings."""
