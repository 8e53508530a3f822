"""`voirdire demo`: the main job on the samples, offline."""

from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated

import typer


def demo(
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Where the library and the page are written.")
    ] = Path("voirdire-demo"),
) -> None:
    """Check the sample brief against the sample law, and say where the page is."""
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
    typer.echo(f"The page to read and print: {page}")
