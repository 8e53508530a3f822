"""`voirdire check`: files in, findings out."""

import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voirdire.cli import options
from voirdire.errors import DocumentError, VoirdireError

if TYPE_CHECKING:
    from voirdire.authorities.types import Source
    from voirdire.citecheck.types import BriefReport

Judge = Callable[["BriefReport"], "BriefReport"]


class Format(StrEnum):
    """How a report is written."""

    table = "table"
    json = "json"
    html = "html"
    sarif = "sarif"
    csv = "csv"


class FailOn(StrEnum):
    """What makes the command end with 1."""

    refuted = "refuted"
    unchecked = "unchecked"
    never = "never"


def check(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="PDF, DOCX, HTML, MD, TXT, or - for standard input."),
    ],
    library: options.Library = None,
    offline: options.Offline = False,
    output_format: Annotated[
        Format, typer.Option("--format", help="How to write the report.")
    ] = Format.table,
    out: Annotated[
        Path | None,
        typer.Option(metavar="PATH", help="Write here instead of standard output."),
    ] = None,
    fail_on: Annotated[
        FailOn, typer.Option(help="End with 1 when something is refuted, or left unchecked.")
    ] = FailOn.refuted,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="Files checked side by side.")] = 1,
    model: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Ask this model about the holdings that no rule decides."
        ),
    ] = None,
    ledger: options.Ledger = None,
    run: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="What the ledger calls this run, a new one else; a budget is for it.",
        ),
    ] = None,
    max_calls: options.MaxCalls = None,
    max_tokens: options.MaxTokens = None,
    max_dollars: options.MaxDollars = None,
) -> None:
    """Check the citations of briefs: existence, name, court, year, page, quotation.

    What an opinion holds is judged by rules and, with --model, by a model.

    Ends with 0 when nothing is refuted, 1 when something is (see --fail-on), 2 when a file
    or an argument cannot be used, 3 when a source or the model failed and the result is
    partial.
    """
    from voirdire.cli.output import write_reports
    from voirdire.cli.streams import say

    if output_format is Format.html and len(files) > 1 and out is None:
        raise typer.BadParameter("several pages need a folder", param_hint="--out")
    if out is not None:
        _keep_inputs(out, files)
    if library is None and offline:
        say(
            "no library is named (--library DIR or VOIRDIRE_LIBRARY): offline, only copies of the "
            "static case files are looked at"
        )
    judging: AbstractContextManager[Judge] = nullcontext(lambda report: report)
    limits = (max_calls, max_tokens, max_dollars)
    if model is not None:
        from voirdire.cli.judge import JudgeOptions, open_judge

        asked = JudgeOptions(model, ledger, run, *limits)
        judging = open_judge(asked, files, offline=offline)
    elif any(option is not None for option in (run, *limits)):
        raise typer.BadParameter("nothing is asked without one", param_hint="--model")
    codes = {0}

    def reports(judge: Judge) -> "Iterator[BriefReport]":
        for file, result in _checked(files, library, offline=offline, jobs=jobs):
            if isinstance(result, VoirdireError):
                say(str(result))
                codes.add(result.exit_code)
                continue
            result = judge(result)
            for line in (*result.document.warnings, *result.failures):
                say(f"{file}: {line}")
            codes.add(3 if result.failures else 0)
            codes.add(1 if _fails(result, fail_on) else 0)
            yield result

    with judging as judge:
        write_reports(reports(judge), output_format.value, out, expected=len(files))
    raise typer.Exit(next(code for code in (2, 3, 1, 0) if code in codes))


def _keep_inputs(out: Path, files: list[str]) -> None:
    """Refuse to write a report over a document that is to be read."""
    for file in files:
        if file != "-" and out.is_file() and Path(file).exists() and out.samefile(file):
            raise VoirdireError(f"{out}: is one of the documents; give --out another name")


def _fails(report: "BriefReport", fail_on: FailOn) -> bool:
    if fail_on is FailOn.never:
        return False
    return report.has_refuted or (fail_on is FailOn.unchecked and report.has_unchecked)


def _checked(
    files: list[str], library: Path | None, *, offline: bool, jobs: int
) -> "Iterator[tuple[str, BriefReport | VoirdireError]]":
    """Each file's report or the error that kept it from one, in the order given."""
    if jobs == 1 or len(files) == 1:
        source = _open(library, offline=offline)
        for file in files:
            yield file, _check_one(file, source)
        return
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    # What is wrong with the library is said once, and not by every worker.
    _open(library, offline=offline)
    with ProcessPoolExecutor(jobs, initializer=_start_worker, initargs=(library, offline)) as pool:
        try:
            running = [(file, pool.submit(_check_in_worker, file)) for file in files]
            for file, future in running:
                try:
                    yield file, future.result()
                except BrokenProcessPool:
                    yield file, _cut_short(file)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _cut_short(file: str) -> VoirdireError:
    return VoirdireError(
        f"{file}: not checked, since a worker ended abruptly (out of memory?); try --jobs 1"
    )


def _open(library: Path | None, *, offline: bool) -> "Source":
    from voirdire.authorities.library import Library
    from voirdire.authorities.sources import open_sources

    held = Library.open(library) if library is not None else None
    return open_sources(held, offline=offline)


def _check_one(file: str, source: "Source") -> "BriefReport | VoirdireError":
    from voirdire.citecheck.brief import check_brief
    from voirdire.cli.streams import read_standard_input
    from voirdire.documents.load import load_bytes, load_document

    try:
        if file == "-":
            document = load_bytes("-", read_standard_input())
        else:
            document = load_document(Path(file))
    except DocumentError as error:
        return error
    return check_brief(document, source)


_worker_source: "Source | None" = None


def _start_worker(library: Path | None, offline: bool) -> None:
    global _worker_source
    # The keyboard stops the process that waits for this one; that one stops this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _worker_source = _open(library, offline=offline)


def _check_in_worker(file: str) -> "BriefReport | VoirdireError":
    assert _worker_source is not None
    return _check_one(file, _worker_source)
