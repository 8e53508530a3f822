"""`voirdire demo`: a brief checked and a case tried, on the samples, offline."""

from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated

import typer


def demo(
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Where the library and the pages are written.")
    ] = Path("voirdire-demo"),
) -> None:
    """Check the sample brief against the sample law, try a sample case, and show both."""
    from rich.console import Console

    from voirdire.authorities.library import Library
    from voirdire.citecheck.brief import check_brief
    from voirdire.citecheck.page import render_page
    from voirdire.cli.output import print_table
    from voirdire.cli.streams import file_output, written
    from voirdire.documents.load import load_document

    with written(str(out)):
        out.mkdir(parents=True, exist_ok=True)
    with as_file(files("voirdire") / "samples") as samples:
        library = Library.create(out / "library")
        library.add([samples / "opinions.jsonl"])
        report = check_brief(load_document(samples / "brief.pdf"), library)
    print_table(report, Console(highlight=False))
    page = out / "brief.html"
    with file_output(page) as stream:
        stream.write(render_page(report))
    typer.echo(f"The page to read and print: {page}\n")
    _try_sample(out)


def _try_sample(out: Path) -> None:
    """A sample case tried by rules in every seat, and its page."""
    from voirdire.cli.streams import file_output, standard_output
    from voirdire.cli.trial_text import write_scores
    from voirdire.courtroom.agents.rule_based import RuleBasedAgent
    from voirdire.courtroom.cases.load import written_case
    from voirdire.courtroom.page import render_trial
    from voirdire.courtroom.record import SavedTrial
    from voirdire.courtroom.tried import try_case

    file = written_case("theft_001")
    agents = dict.fromkeys(("prosecution", "defence", "judge"), RuleBasedAgent())
    tried = try_case(file, agents)
    with standard_output() as stream:
        stream.write(f"{file.case.title}, tried by rules in every seat\n")
        write_scores(stream, tried.trial, tried.scores)
    page = out / "trial.html"
    with file_output(page) as stream:
        stream.write(render_trial(SavedTrial(tried.trial, tried.agents, tried.scores)))
    typer.echo(f"The transcript, the exhibits and the scores: {page}")
