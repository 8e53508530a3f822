"""`voirdire bench citations build`: filings and a library in, a benchmark out."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from voirdire.cli import options

if TYPE_CHECKING:
    from collections.abc import Callable

    from voirdire.citecheck.bench.filings import Filing
    from voirdire.llm.chat import Chat


def build(
    briefs: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE",
            help="PDF, DOCX, HTML, MD or TXT files, or JSON lines of briefs and opinions.",
        ),
    ],
    library: Annotated[
        Path,
        typer.Option(
            envvar="VOIRDIRE_LIBRARY", metavar="DIR", help="A library made by `library add`."
        ),
    ],
    out: Annotated[Path, typer.Option(metavar="DATASET", help="The folder to write.")],
    seed: Annotated[int, typer.Option(help="Of every choice that is made.")] = 0,
    per_type: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Faults of each type; else what the scarcest has."),
    ] = None,
    split: Annotated[float, typer.Option(min=0, max=1, help="The share of train.")] = 0.7,
    labels: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="JSON lines: quotations that stand on their page."),
    ] = None,
    known_faults: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="JSON lines of document and text: the writers' slips."),
    ] = None,
    exclude: Annotated[
        list[str] | None,
        typer.Option(metavar="ID", help="Leave out filings whose id begins so; repeatable."),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="A model that reads and falsifies beside the rules."),
    ] = None,
    ledger: options.Ledger = None,
    max_calls: options.MaxCalls = None,
) -> None:
    """Build a benchmark: excerpts of filings, half of them with false citations, labelled.

    The same inputs and seed give the same files. Ends with 2 when an input cannot be used,
    3 when the model failed.
    """
    from voirdire.authorities.library import Library
    from voirdire.citecheck.bench.build import BuildOptions, build_dataset, read_known_faults
    from voirdire.citecheck.bench.files import write_dataset
    from voirdire.citecheck.bench.filings import file_hash, read_filings
    from voirdire.cli.streams import say, standard_output

    filings = list(read_filings(briefs, exclude or ()))
    rows = _rows_by_filing(labels, filings) if labels is not None else {}
    slips = read_known_faults(known_faults) if known_faults is not None else []
    with Library.open(library) as held, _asked(model, ledger, max_calls, seed) as chat:
        options = BuildOptions(seed, per_type, split, rows, slips, chat)
        with _progress() as progress:
            dataset = build_dataset(filings, held, options, progress)
    inputs = [path for path in (*briefs, labels, known_faults) if path is not None]
    manifest = {**dataset.manifest, "inputs": {path.name: file_hash(path) for path in inputs}}
    write_dataset(out, dataset.excerpts, manifest)
    if per_type is not None:
        for fault_type, count in dataset.manifest["faults"].items():
            if count < per_type:
                say(f"{fault_type}: {count} faults, since there are no more ways to make one")
    with standard_output(utf8=True) as stream:
        for split_name, counts in dataset.manifest["splits"].items():
            stream.write(
                f"{split_name}: {counts['excerpts']} excerpts of {counts['documents']} filings, "
                f"{sum(counts['faults'].values())} faults\n"
            )
        for fault_type, count in dataset.manifest["faults"].items():
            stream.write(f"{fault_type}: {count} faults\n")


@contextmanager
def _asked(
    model: str | None, ledger: str | None, max_calls: int | None, seed: int
) -> "Iterator[Chat | None]":
    """The model with its ledger, while the dataset is built; None without one."""
    if model is None:
        yield None
        return
    from voirdire.llm.budget import Budget
    from voirdire.llm.chat import Chat
    from voirdire.llm.ledger import Ledger

    opened = Ledger.open(ledger)
    try:
        yield Chat(model, opened, f"citations-build-{seed}", Budget(max_calls))
    finally:
        opened.close()


def _rows_by_filing(path: Path, filings: "Sequence[Filing]") -> dict[str, list[dict[str, Any]]]:
    """Rows of labels by the filing they are about.

    Raises:
        DocumentError: the file cannot be read, or a line is no label.
    """
    from voirdire.authorities.library_rows import RowProblem
    from voirdire.authorities.row_files import lines_of
    from voirdire.errors import DocumentError

    wanted = {filing.id for filing in filings}
    rows: dict[str, list[dict[str, Any]]] = {}
    for line in lines_of(path, None):
        if isinstance(line, RowProblem):
            raise DocumentError(str(path), f"line {line.place.line} {line.reason}")
        try:
            row = json.loads(line.text)
            filing, _ = row["citing"], int(row["start"])
        except (ValueError, TypeError, KeyError) as error:
            problem = f"line {line.place.line} needs citing and start"
            raise DocumentError(str(path), problem) from error
        if filing in wanted:
            rows.setdefault(filing, []).append(row)
    return rows


@contextmanager
def _progress() -> "Iterator[Callable[[str, int, int], None]]":
    """A bar on a terminal, nothing elsewhere."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("")
        yield lambda what, done, of: bar.update(task, description=what, completed=done, total=of)
