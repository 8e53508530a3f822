"""Ask models for legal documents and check what they cite: prompts to checked drafts.

Input: prompts, chats and a source of opinions. Output: one `Draft` for each model, prompt and
sample, and for each draft that has text its distinct case citations with a verdict.

A citation counts as hallucinated when its existence or its case name is refuted ("Who Checks
the Citations?", 2026, section 2). What no source can decide is undecided, never real.
"""

import asyncio
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from voirdire.authorities.types import Case, Source
from voirdire.citecheck.bench.rate_prompts import Prompt
from voirdire.citecheck.brief import check_brief
from voirdire.citecheck.types import CheckedCitation
from voirdire.documents.load import load_bytes
from voirdire.errors import DocumentError
from voirdire.findings import Finding
from voirdire.llm.budget import BudgetSpentError
from voirdire.llm.chat import Chat
from voirdire.llm.retry import ModelError

Status = Literal["drafted", "refused", "empty", "failed"]
CitationVerdict = Literal["hallucinated", "real", "undecided"]

PURPOSE = "draft"
_CASES = ("full", "unknown", "database", "docket")
"""Kinds of citations that name a case by themselves."""
_REFUSAL = re.compile(
    r"\s*(?:i['’]?\s?a?m\s+(?:very\s+)?sorry|sorry|unfortunately,\s+i|i\s+(?:cannot|can\s*not|can['’]t"
    r"|won['’]t|will\s+not)|i(?:['’]m|\s+am)\s+(?:unable|not\s+able)|as\s+an\s+ai\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Draft:
    """What a model wrote for a prompt.

    `refused`: the provider's filter kept it back, or it opens with a refusal and cites no
    case. `empty`: no text. `failed`: no answer, and `error` says why in one line.
    `is_cut_off`: the model stopped at its longest reply.
    """

    model: str
    prompt: str
    sample: int
    status: Status
    text: str = ""
    is_cut_off: bool = False
    error: str = ""


@dataclass(frozen=True, slots=True)
class DraftCitation:
    """One case that a draft cites, however often and in however many parallel reporters.

    `reasons` are the codes of the findings that made the verdict. `case` is the id of the
    case held, `times_cited` how many held opinions cite it; None where that is not known.
    """

    text: str
    verdict: CitationVerdict
    reasons: tuple[str, ...]
    detail: str = ""
    case: str | None = None
    times_cited: int | None = None


@dataclass(frozen=True, slots=True)
class CheckedDraft:
    """A draft, its case citations, each once, and the cases held among them."""

    draft: Draft
    citations: tuple[DraftCitation, ...] = ()
    cases: tuple[Case, ...] = ()


async def draft_documents(
    chats: Sequence[Chat],
    prompts: Sequence[Prompt],
    *,
    samples: int = 1,
    reply_tokens: int | None = None,
    on_draft: Callable[[Draft], None] = lambda _: None,
) -> list[Draft]:
    """Ask each model for each document; what the ledger has costs nothing.

    A model that fails, or a spent budget, makes a draft that failed; the others go on.

    Returns:
        Drafts by model, prompt and sample, in that order.

    Raises:
        VoirdireError: the ledger cannot be used, or a script has no rule for a prompt.
    """

    async def one(chat: Chat, prompt: Prompt, sample: int) -> Draft:
        draft = await _draft(chat, prompt, sample, reply_tokens)
        on_draft(draft)
        return draft

    tasks = [
        asyncio.create_task(one(chat, prompt, sample))
        for chat in chats
        for prompt in prompts
        for sample in range(samples)
    ]
    try:
        return await asyncio.gather(*tasks)
    finally:
        # After an error the others end before it is handed on.
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _draft(chat: Chat, prompt: Prompt, sample: int, reply_tokens: int | None) -> Draft:
    from pydantic_ai.messages import ModelRequest
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.settings import ModelSettings

    settings = ModelSettings(max_tokens=reply_tokens) if reply_tokens is not None else None
    try:
        reply = await chat.model(PURPOSE, sample).request(
            [ModelRequest.user_text_prompt(prompt.text)], settings, ModelRequestParameters()
        )
    except (ModelError, BudgetSpentError) as error:
        said = " ".join(str(error).split())
        return Draft(chat.name, prompt.id, sample, "failed", error=said)
    text = reply.text or ""
    status: Status = "drafted"
    if reply.finish_reason == "content_filter":
        status = "refused"
    elif not text.strip():
        status = "empty"
    cut_off = reply.finish_reason == "length"
    return Draft(chat.name, prompt.id, sample, status, text, cut_off)


def check_drafts(drafts: Iterable[Draft], source: Source) -> Iterator[CheckedDraft]:
    """Check each draft as a brief: existence and name of every case it cites."""
    for draft in drafts:
        yield _check(draft, source)


def _check(draft: Draft, source: Source) -> CheckedDraft:
    if draft.status != "drafted":
        return CheckedDraft(draft)
    try:
        document = load_bytes(f"{draft.prompt}.md", draft.text.encode("utf-8", "replace"))
    except DocumentError as error:
        return CheckedDraft(replace(draft, status="failed", error=str(error)))
    report = check_brief(document, source)
    groups: dict[int, list[CheckedCitation]] = {}
    for index, checked in enumerate(report.citations):
        if checked.citation.kind in _CASES:
            group = checked.citation.group if checked.citation.group >= 0 else index
            groups.setdefault(group, []).append(checked)
    if not groups and _REFUSAL.match(draft.text):
        return CheckedDraft(replace(draft, status="refused"))
    cited: dict[str, DraftCitation] = {}
    for members in groups.values():
        citation = _judge(members)
        key = _place(members[0])
        # One place cited twice, once by a wrong name: the fault is what counts.
        if key not in cited or _RANK[citation.verdict] > _RANK[cited[key].verdict]:
            cited[key] = citation
    cases = {c.authority.id: c.authority for m in groups.values() for c in m if c.authority}
    return CheckedDraft(draft, tuple(cited.values()), tuple(cases.values()))


_RANK: dict[CitationVerdict, int] = {"undecided": 0, "real": 1, "hallucinated": 2}


def _place(checked: CheckedCitation) -> str:
    citation = checked.citation
    if citation.volume and citation.reporter and citation.page:
        return f"{citation.volume} {citation.reporter} {citation.page}"
    name = citation.case_name or ""
    number = citation.docket_number or citation.text
    return " ".join(f"{name} {number}".casefold().split())


def _judge(members: Sequence[CheckedCitation]) -> DraftCitation:
    """The verdict on a case cited in one or several parallel reporters."""
    text = " ".join(members[0].citation.text.split())
    findings = [
        [f for f in checked.findings if f.check in ("existence", "case_name")]
        for checked in members
    ]
    held = next((c.authority.id for c in members if c.authority is not None), None)
    refuted = [f for own in findings for f in own if f.outcome == "refuted"]
    if refuted:
        return _judged(text, "hallucinated", refuted, held)
    real = next((own for own in findings if own and _is_real(own)), None)
    if real is not None:
        return _judged(text, "real", real, held)
    opened = [f for own in findings for f in own if f.outcome == "unchecked"]
    return _judged(text, "undecided", opened, held)


def _is_real(findings: Sequence[Finding]) -> bool:
    return all(finding.outcome == "verified" for finding in findings)


def _judged(
    text: str, verdict: CitationVerdict, findings: Sequence[Finding], case: str | None
) -> DraftCitation:
    reasons = tuple(dict.fromkeys(f"{f.check}: {f.reason}" for f in findings))
    return DraftCitation(text, verdict, reasons, " ".join(f.detail for f in findings), case)
