"""`voirdire bench ...`: measure systems that check citations, agents that try cases."""

import typer

from voirdire.cli.bench_build import build
from voirdire.cli.bench_courtroom import courtroom
from voirdire.cli.bench_report import report
from voirdire.cli.bench_run import run
from voirdire.cli.rate import hallucination_rate
from voirdire.cli.wild import wild

app = typer.Typer(help="Build benchmarks, run systems on them, report.", no_args_is_help=True)
citations = typer.Typer(help="False citations in excerpts of filings.", no_args_is_help=True)
app.add_typer(citations, name="citations")
app.command()(courtroom)
app.command("hallucination-rate")(hallucination_rate)
citations.command()(build)
citations.command()(run)
citations.command()(report)
citations.command()(wild)


@citations.callback()
def choose() -> None:
    """False citations in excerpts of filings."""
