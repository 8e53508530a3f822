"""`voirdire trial ...`: try a case before agents or people, and score the trial."""

import json
from pathlib import Path
from typing import Annotated

import typer

from voirdire.cli import trial_seats
from voirdire.cli.trial_judge import judge
from voirdire.cli.trial_play import play
from voirdire.cli.trial_run import run
from voirdire.cli.trial_serve import serve
from voirdire.cli.trial_show import Told, score, show
from voirdire.errors import CaseError, VoirdireError

app = typer.Typer(help="Try a case before agents or people.", no_args_is_help=True)
app.command()(run)
app.command()(play)
app.command()(serve)
app.command()(score)
app.command()(show)
app.command()(judge)


@app.command()
def cases(
    trials: trial_seats.Trials = None,
    output_format: Annotated[Told, typer.Option("--format", help="How to list them.")] = Told.table,
) -> None:
    """List the cases written for the project, or the real trials of a file."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from voirdire.cli.streams import printable, standard_output

    as_json = output_format is Told.json
    table = Table("case", "difficulty", "domain", "language", "exhibits", "title")
    with standard_output(utf8=as_json) as stream:
        for file in trial_seats.open_files([], trials, mask=False, seed=0):
            case = file.case
            row = (case.difficulty, case.domain, case.language, len(case.exhibits), case.title)
            if as_json:
                names = ("difficulty", "domain", "language", "exhibits", "title")
                record = {"case": case.id, **dict(zip(names, row, strict=True))}
                stream.write(json.dumps(record, ensure_ascii=True) + "\n")
            table.add_row(*(Text(printable(str(each))) for each in (case.id, *row)))
        if not as_json:
            Console(file=stream, highlight=False).print(table)


@app.command()
def protocol() -> None:
    """Write the protocol: for every situation and action, what comes of it."""
    from voirdire.cli.streams import standard_output
    from voirdire.courtroom.protocol_page import render_protocol

    with standard_output(utf8=True) as stream:
        stream.write(render_protocol())


@app.command()
def validate(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Case files.")],
) -> None:
    """Hold case files against the rules for a case; ends with 2 when one breaks any."""
    from voirdire.cli.streams import printable, say, standard_output
    from voirdire.courtroom.cases.load import load_case
    from voirdire.courtroom.cases.validate import validate_case

    sound = True
    with standard_output() as stream:
        for path in files:
            try:
                problems = validate_case(load_case(path))
            except CaseError as error:
                problems = [error.problem]
            for problem in problems:
                say(f"{path}: {problem}")
            sound = sound and not problems
            if not problems:
                stream.write(printable(f"{path}: sound\n"))
    if not sound:
        raise typer.Exit(2)


@app.command()
def vary(
    case: Annotated[str, typer.Argument(metavar="CASE", help="A case's id, or its file.")],
    seed: Annotated[int, typer.Option(help="Which variant.")] = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write here, not to standard output.")
    ] = None,
) -> None:
    """Write a variant of a case: other names, dates and amounts, the same truth."""
    from voirdire.cli.streams import file_output, standard_output, written
    from voirdire.courtroom.cases.load import dump_case, find_case
    from voirdire.courtroom.cases.validate import validate_case
    from voirdire.courtroom.cases.vary import vary_case

    if out is not None:
        with written(str(out)):
            if out.exists():
                raise VoirdireError(f"{out}: exists; give --out another name")
    file = find_case(case)
    if problems := validate_case(file):
        raise CaseError(case, f"{problems[0]}; only a sound case is varied")
    varied = dump_case(vary_case(file, seed))
    with standard_output(utf8=True) if out is None else file_output(out) as stream:
        stream.write(varied)
