"""`voirdire bench hallucination-rate`: prompts to models, their documents checked and counted."""

import json
import re
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voirdire.cli import options
from voirdire.errors import VoirdireError

if TYPE_CHECKING:
    from voirdire.authorities.library import Library
    from voirdire.citecheck.bench.hallucination_rate import CheckedDraft, Draft
    from voirdire.citecheck.bench.rate_prompts import Prompt
    from voirdire.citecheck.bench.rate_report import RateReport
    from voirdire.llm.budget import Budget
    from voirdire.llm.chat import Chat

_NOT_NAME = re.compile(r"[^A-Za-z0-9.-]+")
_RUN = "run.json"


class Format(StrEnum):
    """What is written to standard output; the folder gets both and a page."""

    table = "table"
    json = "json"


def hallucination_rate(
    models: Annotated[
        list[str], typer.Option("--models", metavar="NAME", help="A model; name each so.")
    ],
    out: Annotated[
        Path,
        typer.Option(metavar="DIR", help="A folder for documents and report; made if need be."),
    ],
    library: options.Library = None,
    offline: options.Offline = False,
    prompts: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Prompts with id and text, not our own 92."),
    ] = None,
    samples: Annotated[int, typer.Option(min=1, help="Documents a prompt.")] = 1,
    limit: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="The first N prompts only.")
    ] = None,
    reply_tokens: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Longest document, if not the provider's own."),
    ] = None,
    ledger: options.Ledger = None,
    max_calls: options.MaxCalls = None,
    max_tokens: options.MaxTokens = None,
    max_dollars: options.MaxDollars = None,
    output_format: Annotated[
        Format, typer.Option("--format", help="How to write the figures.")
    ] = Format.table,
) -> None:
    """Measure how many citations in documents that models write do not exist.

    Each prompt asks for one legal document. Its citations are checked: one whose existence or
    case name is refuted is hallucinated, one that no source can decide counts in no rate. Run
    again, it asks only what is missing. Ends with 0, or with 3 when documents are missing.
    """
    from voirdire.authorities.library import Library
    from voirdire.authorities.sources import open_sources
    from voirdire.citecheck.bench.hallucination_rate import check_drafts
    from voirdire.citecheck.bench.rate_prompts import load_prompts
    from voirdire.cli.streams import say
    from voirdire.llm.budget import Budget

    asked = load_prompts(prompts)[:limit]
    models = list(dict.fromkeys(models))
    held = Library.open(library) if library is not None else None
    source = open_sources(held, offline=offline)
    _make_folders(out, models)
    budget = Budget(max_calls, max_tokens, max_dollars)
    drafts, spent = _draft(models, asked, samples, reply_tokens, ledger, budget, out)
    _save_documents(out, drafts)
    say(f"{len(drafts)} documents asked for; checking")
    checked = _count(list(check_drafts(drafts, source)), held)
    report = _report(len(asked), samples, checked, spent, counted=held is not None)
    _write(report, out, output_format)
    for draft in [c.draft for c in checked if c.draft.status == "failed"][:5]:
        say(f"{draft.model}, {draft.prompt}: {draft.error}")
    raise typer.Exit(3 if report.has_failures else 0)


def _folder(model: str) -> str:
    """A folder's name for a model; names that differ in other signs stay apart by a number."""
    from hashlib import sha256

    return f"{_NOT_NAME.sub('-', model)[-60:].strip('-.')}-{sha256(model.encode()).hexdigest()[:6]}"


def _make_folders(out: Path, models: Sequence[str]) -> None:
    from voirdire.cli.streams import written

    with written(str(out)):
        for model in models:
            (out / "documents" / _folder(model)).mkdir(parents=True, exist_ok=True)


def _ledger_run(out: Path) -> str:
    """The run's name in the ledger, kept in the folder so that budgets go on counting."""
    from secrets import token_hex

    from voirdire.cli.streams import file_output

    path = out / _RUN
    if path.exists():
        try:
            name = json.loads(path.read_text("utf-8"))["ledger_run"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise VoirdireError(f"{path}: is not the record of a run; name a new --out") from error
        return str(name)
    name = f"hallucination-rate-{token_hex(4)}"
    with file_output(path) as file:
        file.write(json.dumps({"ledger_run": name}) + "\n")
    return name


def _draft(
    models: Sequence[str],
    prompts: "Sequence[Prompt]",
    samples: int,
    reply_tokens: int | None,
    ledger: str | None,
    budget: "Budget",
    out: Path,
) -> "tuple[list[Draft], list[tuple[str, str]]]":
    """Every document, and a line for each model on what it took."""
    import asyncio

    from voirdire.citecheck.bench.hallucination_rate import draft_documents
    from voirdire.cli.bench_run import show_progress
    from voirdire.llm.chat import Chat
    from voirdire.llm.ledger import Ledger

    opened = Ledger.open(ledger)
    try:
        run = _ledger_run(out)
        chats = [Chat(model, opened, run, budget) for model in models]
        with show_progress(len(chats) * len(prompts) * samples, "documents") as advance:
            drafts = asyncio.run(
                draft_documents(
                    chats,
                    prompts,
                    samples=samples,
                    reply_tokens=reply_tokens,
                    on_draft=lambda _: advance(),
                )
            )
        return drafts, [(chat.name, _spent(chat)) for chat in chats]
    finally:
        opened.close()


def _spent(chat: "Chat") -> str:
    """What the documents took when they were made, recalled ones among them."""
    answered = chat.spent.answered
    dollars = "price not known" if answered.dollars is None else f"${answered.dollars:.4f}"
    return f"{answered.tokens:,}; {dollars}"


def _save_documents(out: Path, drafts: "Sequence[Draft]") -> None:
    from voirdire.cli.streams import file_output

    for draft in drafts:
        if draft.text:
            name = f"{_NOT_NAME.sub('-', draft.prompt)}.{draft.sample + 1}.md"
            with file_output(out / "documents" / _folder(draft.model) / name) as file:
                file.write(draft.text)


def _count(checked: "list[CheckedDraft]", library: "Library | None") -> "list[CheckedDraft]":
    """The drafts with how often each case held is cited."""
    from dataclasses import replace

    from voirdire.citecheck.bench.times_cited import count_citing_opinions

    if library is None:
        return checked
    cases = {case.id: case for draft in checked for case in draft.cases}
    counts = count_citing_opinions(library, cases.values())
    return [
        replace(
            draft,
            citations=tuple(
                replace(citation, times_cited=counts.get(citation.case or ""))
                for citation in draft.citations
            ),
        )
        for draft in checked
    ]


def _report(
    prompts: int,
    samples: int,
    checked: "Sequence[CheckedDraft]",
    spent: Sequence[tuple[str, str]],
    *,
    counted: bool,
) -> "RateReport":
    from voirdire.citecheck.bench.rate_report import RateReport
    from voirdire.citecheck.bench.rate_scores import compare_models, rate_models

    models, pairs = rate_models(checked), compare_models(checked)
    return RateReport(prompts, samples, models, pairs, checked, counted, spent)


def _write(report: "RateReport", out: Path, output_format: Format) -> None:
    from voirdire.citecheck.bench.rate_report import (
        render_rate_page,
        report_json,
        report_tables,
    )
    from voirdire.cli.streams import file_output, standard_output

    record = json.dumps(report_json(report))
    with file_output(out / "report.json") as file:
        file.write(record + "\n")
    with file_output(out / "report.html") as file:
        file.write(render_rate_page(report))
    with standard_output(utf8=output_format is Format.json) as stream:
        if output_format is Format.json:
            stream.write(record + "\n")
            return
        from voirdire.cli.bench_report import print_tables

        print_tables(report_tables(report), stream)
