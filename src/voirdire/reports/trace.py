"""The steps of a run's episodes as people and programs read them.

Input: the steps of a ledger in order of episode and number. Output: one `EpisodeTrace` an
episode, and these as text or as one HTML page that stands alone. Every step is shown; a kind
that is not known here is shown as the JSON it is.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from voirdire.reports.page import render_template

if TYPE_CHECKING:
    from voirdire.llm.ledger import Step

Body = Mapping[str, Any]

# Results of a search that a run keeps for itself; no episode.
_KEPT_RESULTS = "web_search"
_STATUSES = ("run", "duplicate", "denied", "error", "skipped")
_SHOWN_ELSEWHERE = {"turn", "tool", "arguments", "status", "text", "thinking", "calls"}


@dataclass(frozen=True, slots=True)
class BeliefChange:
    """One item of a belief state that is new, or whose status another step changed."""

    item: str
    kind: str
    text: str
    before: str
    after: str
    note: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One step: a line that says what it is, and blocks of text to open."""

    number: int
    kind: str
    title: str
    status: str = ""
    blocks: tuple[tuple[str, str], ...] = ()
    changes: tuple[BeliefChange, ...] = ()


@dataclass(frozen=True, slots=True)
class EpisodeTrace:
    """One episode. `calls` counts tool calls by what became of them; `outcome` is how it ended."""

    id: str
    system: str
    model: str
    entries: tuple[Entry, ...]
    turns: int
    calls: Mapping[str, int]
    tokens: int | None
    outcome: str

    @property
    def summary(self) -> str:
        """One line: turns, calls by status, tokens where the steps tell them."""
        counted = [f"{self.calls[status]} {status}" for status in _STATUSES if status in self.calls]
        calls = _count(sum(self.calls.values()), "call")
        if counted:
            calls += f" ({', '.join(counted)})"
        told = [_count(self.turns, "turn"), calls]
        if self.tokens is not None:
            told.append(_count(self.tokens, "token"))
        return ", ".join(told)


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def read_trace(steps: "Iterable[Step]") -> Iterator[EpisodeTrace]:
    """The episodes of a run; steps that are kept for no episode are left out."""
    for episode, group in groupby(steps, key=lambda step: step.episode):
        kept = [step for step in group if step.kind != _KEPT_RESULTS]
        if kept:
            yield _episode(episode, kept)


def _episode(episode: str, steps: "Sequence[Step]") -> EpisodeTrace:
    entries: list[Entry] = []
    state: dict[str, Body] = {}
    bodies = [_body(step) for step in steps]
    for step, body in zip(steps, bodies, strict=True):
        changes: tuple[BeliefChange, ...] = ()
        if step.kind == "belief":
            items = _items(body)
            changes = tuple(_changes(state, items))
            state = items
        entries.append(_entry(step.number, step.kind, body, changes))
    about: Body = next((b for s, b in zip(steps, bodies, strict=True) if s.kind == "excerpt"), {})
    # What the episode says of itself, where it came to an end; else what its steps say.
    taken: Body = next((b for s, b in zip(steps, bodies, strict=True) if s.kind == "answer"), {})
    turns = max((int(body.get("turn") or 0) for body in bodies), default=0)
    replies = [_tokens(b) for s, b in zip(steps, bodies, strict=True) if s.kind == "reply"]
    return EpisodeTrace(
        episode,
        str(about.get("system", "")),
        str(about.get("model", "")),
        tuple(entries),
        int(taken.get("turns", turns)),
        Counter(entry.status for entry in entries if entry.kind == "call"),
        _tokens(taken) if taken else (sum(replies) if replies else None),
        _outcome(entries),
    )


def _body(step: "Step") -> Body:
    return step.body if isinstance(step.body, dict) else {"body": step.body}


def _tokens(body: Body) -> int:
    return int(body.get("input_tokens") or 0) + int(body.get("output_tokens") or 0)


def _outcome(entries: Sequence[Entry]) -> str:
    for entry in reversed(entries):
        if entry.kind in ("final", "error"):
            return entry.kind if entry.kind == "final" else f"error: {entry.title}"
    return "unfinished"


def _entry(number: int, kind: str, body: Body, changes: tuple[BeliefChange, ...]) -> Entry:
    title, blocks = _READERS.get(kind, _read_other)(body)
    status = str(body.get("status", "")) if kind == "call" else ""
    shown = tuple((label, text) for label, text in blocks if text)
    return Entry(number, kind, title, status, shown, changes)


Blocks = list[tuple[str, str]]


def _read_excerpt(body: Body) -> tuple[str, Blocks]:
    return f"{body.get('system', '')} {body.get('model', '')}".strip(), [
        ("excerpt", str(body.get("text", "")))
    ]


def _read_begin(body: Body) -> tuple[str, Blocks]:
    tools = ", ".join(str(tool) for tool in body.get("tools", []))
    return f"{body.get('purpose', '')}; tools: {tools or 'none'}", [
        ("system", str(body.get("system", ""))),
        ("user", str(body.get("user", ""))),
    ]


def _read_reply(body: Body) -> tuple[str, Blocks]:
    named = ", ".join(str(call.get("tool")) for call in body.get("calls", []))
    last = ", last turn" if body.get("is_last") else ""
    tokens = f"{body.get('input_tokens', 0)} + {body.get('output_tokens', 0)} tokens"
    return f"turn {body.get('turn', '?')}{last}, {tokens}; calls: {named or 'none'}", [
        ("thinking", str(body.get("thinking", ""))),
        ("text", str(body.get("text", ""))),
        ("calls", _json(body["calls"]) if body.get("calls") else ""),
    ]


def _read_call(body: Body) -> tuple[str, Blocks]:
    arguments = json.dumps(body.get("arguments", {}), ensure_ascii=False)
    rest = {key: value for key, value in body.items() if key not in _SHOWN_ELSEWHERE}
    return f"{body.get('tool', '')} {arguments}", [
        (key, value if isinstance(value, str) else _json(value))
        for key, value in rest.items()
        if value is not None
    ]


def _read_belief(body: Body) -> tuple[str, Blocks]:
    counted = Counter(str(item.get("status", "")) for item in _items(body).values())
    said = ", ".join(f"{count} {status}" for status, count in sorted(counted.items()))
    refused = body.get("refused") or []
    return f"turn {body.get('turn', '?')}: {said or 'no items'}", [
        ("refused", "\n".join(str(sentence) for sentence in refused)),
        ("updates", _json(body["updates"]) if body.get("updates") else ""),
        ("state", _json(body.get("state", {}))),
    ]


def _read_message(body: Body) -> tuple[str, Blocks]:
    rest = {key: value for key, value in body.items() if key != "message"}
    return str(body.get("message", "")), [("more", _json(rest) if rest else "")]


def _read_answer(body: Body) -> tuple[str, Blocks]:
    predictions = body.get("predictions") or []
    return _count(len(predictions), "prediction"), [("answer", _json(dict(body)))]


def _read_other(body: Body) -> tuple[str, Blocks]:
    return "", [("step", _json(dict(body)))]


_READERS: dict[str, Callable[[Body], tuple[str, Blocks]]] = {
    "excerpt": _read_excerpt,
    "begin": _read_begin,
    "reply": _read_reply,
    "call": _read_call,
    "belief": _read_belief,
    "refused": _read_message,
    "error": _read_message,
    "answer": _read_answer,
}


def _items(body: Body) -> dict[str, Body]:
    state = body.get("state")
    items = state.get("items", []) if isinstance(state, dict) else []
    return {str(item.get("id")): item for item in items if isinstance(item, dict)}


def _changes(before: Mapping[str, Body], after: Mapping[str, Body]) -> Iterator[BeliefChange]:
    for identity, item in after.items():
        old = before.get(identity)
        status = str(item.get("status", ""))
        was = str(old.get("status", "")) if old is not None else ""
        if status != was:
            segment = item.get("segment")
            text = segment.get("text", "") if isinstance(segment, dict) else segment
            yield BeliefChange(
                identity,
                str(item.get("kind", "")),
                " ".join(str(text or "").split()),
                was or "new",
                status,
                str(item.get("note", "")),
            )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def trace_text(run: str, episodes: Iterable[EpisodeTrace]) -> Iterator[str]:
    """The trace for a terminal, in pieces that each end a line."""
    yield f"run {run}\n"
    for episode in episodes:
        yield f"\nepisode {episode.id}: {episode.summary}; {episode.outcome}\n"
        for entry in episode.entries:
            status = f" [{entry.status}]" if entry.status else ""
            yield f"{entry.number:>5} {entry.kind}{status} {entry.title}".rstrip() + "\n"
            for change in entry.changes:
                yield (
                    f"        {change.item} {change.kind} {change.before} -> {change.after}: "
                    f"{change.text}\n"
                )
            for label, text in entry.blocks:
                if entry.kind != "belief" or label == "refused":
                    yield f"        {label}:\n"
                    yield "".join(f"          {line}\n" for line in text.splitlines())


def trace_page(run: str, episodes: Iterable[EpisodeTrace]) -> str:
    """The trace as one HTML page; text from outside is escaped."""
    return render_template("reports/trace.html", run=run, episodes=list(episodes))
