"""The loop of the belief-state agent: budgets, duplicates, its answer, and kill and resume.

usage: python -m benchmarks.boed --data ../shared/data [--local]

A scripted policy plays the model over 50 excerpts of real briefs, once undisturbed and once
killed at ten random points. With --local the small model of `voirdire.llm.local` plays five.
This measures the machinery, not how well anything is judged.
"""

import argparse
import asyncio
import json
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.boed_policy import PolicyServer, manner_of, serve_policy
from benchmarks.documents import build_library, citing_documents
from voirdire import __version__
from voirdire.authorities.library import Library
from voirdire.citations.find import find_citations
from voirdire.citations.layout import lay_out
from voirdire.citations.resolve import resolve_citations
from voirdire.citecheck.agents.belief import BeliefState
from voirdire.citecheck.agents.boed import Boed
from voirdire.citecheck.bench.run import RunInfo, read_answers, resume_run, run_system
from voirdire.citecheck.bench.segments import find_segments
from voirdire.citecheck.excerpts import Answer, Excerpt
from voirdire.documents.fold import fold
from voirdire.documents.load import load_bytes
from voirdire.documents.quotations import find_quotations
from voirdire.llm.chat import Chat
from voirdire.llm.ledger import Ledger, Step

EXCERPTS = 50
KILLS = 10
TURNS, CALLS = 25, 30
_LOCAL_EXCERPTS = 5
# A request takes the small model half a minute, and it settles nothing however many it has.
_LOCAL_TURNS = 3
_LOCAL_MODEL = "local:smollm2"
_RUN = "boed"
_LEDGER = "ledger.sqlite"
# Enough for a kill to find requests in flight.
_LATENCY = 0.01
_WORKERS = 4
_SETTLING = 0.3


def run(data: Path) -> str:
    """Measure and return the section of docs/results.md."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        build_library(data, work)
        excerpts = excerpts_of(data, EXCERPTS)
        write_excerpts(work / "excerpts.jsonl", excerpts)
        with serve_policy(_LATENCY) as server:
            whole = measure_run(work, work / "whole", server, excerpts)
        with serve_policy(_LATENCY) as server:
            killed = measure_kills(work, work / "killed", server, KILLS, seed=0)
    return _section(whole, killed)


def excerpts_of(data: Path, count: int) -> list[Excerpt]:
    """Segments of the briefs that cite a case, taken in turn from each brief."""
    by_brief = [list(_segments(d.id, d.text)) for d in citing_documents(data) if d.kind == "brief"]
    rounds = range(max(map(len, by_brief)))
    in_turn = [segments[n] for n in rounds for segments in by_brief if n < len(segments)]
    return in_turn[:count]


def _segments(document: str, text: str) -> Iterator[Excerpt]:
    loaded = load_bytes(f"{document}.txt", text.encode())
    folded = fold(loaded)
    citations = resolve_citations(find_citations(folded), folded)
    quotations = find_quotations(folded, loaded)
    layout = lay_out(folded, citations, quotations)
    for number, span in enumerate(find_segments(folded, citations, quotations, layout)):
        original = folded.original(span)
        words = loaded.text[original.start : original.end]
        yield Excerpt(f"{document}-{number}", document, words)


def write_excerpts(path: Path, excerpts: Sequence[Excerpt]) -> None:
    """The excerpts of a measurement, for the processes that are killed."""
    lines = [json.dumps({"id": e.id, "document": e.document, "text": e.text}) for e in excerpts]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_excerpts(path: Path) -> list[Excerpt]:
    """What `write_excerpts` wrote."""
    return [Excerpt(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def go_on(work: Path, out: Path, model: str, turns: int = TURNS, calls: int = CALLS) -> None:
    """Run the agent over the excerpts of `work` that have no answer in `out` yet."""
    excerpts = read_excerpts(work / "excerpts.jsonl")
    info, done = resume_run(out, _info(work, model, turns, calls))
    out.mkdir(exist_ok=True)
    ledger = Ledger.open(out / _LEDGER)
    library = Library.open(work / "library")
    agent = Boed(lambda: Chat(model, ledger, _RUN), library, ledger, _RUN, turns, calls)
    left = [excerpt for excerpt in excerpts if excerpt.id not in done]
    asyncio.run(run_system(left, agent, out, info, workers=_WORKERS))
    ledger.close()


def _info(work: Path, model: str, turns: int, calls: int) -> RunInfo:
    return RunInfo(
        system="boed",
        model=model,
        dataset=str(work),
        dataset_sha256="",
        split="all",
        limit=None,
        turns=turns,
        calls=calls,
        ledger_run=_RUN,
        version=__version__,
    )


@dataclass(frozen=True, slots=True)
class RunFigures:
    """What a whole run showed; every count is of episodes."""

    answers: tuple[Answer, ...]
    manners: Counter[str]
    over_budget: int
    miscounted: int
    calls_spent: int
    paid_duplicates: int
    unlike_belief: int
    refused_updates: int
    planned_look_ups: int
    late_look_ups: int
    requests: int
    seconds: float


def measure_run(
    work: Path, out: Path, server: PolicyServer, excerpts: Sequence[Excerpt]
) -> RunFigures:
    """Run undisturbed, and hold the answers against the trace of every episode."""
    start = time.monotonic()
    go_on(work, out, server.model)
    seconds = time.monotonic() - start
    answers = read_answers(out)
    ledger = Ledger.open(out / _LEDGER)
    traces = {name: list(ledger.steps(_RUN, name)) for name in answers}
    ledger.close()
    pairs = [(answers[name], traces[name]) for name in answers]
    bodies = [step.body for _, trace in pairs for step in trace]
    return RunFigures(
        tuple(answers.values()),
        Counter(manner_of(excerpt.text) for excerpt in excerpts),
        sum(a.turns > TURNS or a.calls > CALLS for a, _ in pairs),
        sum(not counts_agree(a, trace) for a, trace in pairs),
        sum(a.calls == CALLS for a, _ in pairs),
        sum(paid_twice(trace) for _, trace in pairs),
        sum(not follows_from_belief(a, trace) for a, trace in pairs),
        sum(len(body.get("refused", ())) for body in bodies),
        sum(body.get("why") == "planned" for body in bodies),
        sum(has_late_look_up(trace) for _, trace in pairs),
        server.total,
        seconds,
    )


def calls_of(trace: Sequence[Step]) -> list[dict[str, Any]]:
    """The bodies of the calls of an episode."""
    return [step.body for step in trace if step.kind == "call" and isinstance(step.body, dict)]


def counts_agree(answer: Answer, trace: Sequence[Step]) -> bool:
    """Whether turns, calls, duplicates and denied are what the trace holds."""
    by_status = Counter(call["status"] for call in calls_of(trace))
    turns = sum(step.kind in ("belief", "unusable") for step in trace) - 1
    return (answer.turns, answer.calls, answer.duplicates, answer.denied) == (
        turns,
        by_status["run"] + by_status["error"],
        by_status["duplicate"],
        by_status["denied"],
    )


def paid_twice(trace: Sequence[Step]) -> bool:
    """Whether the same call ran twice."""
    ran = Counter(
        json.dumps([call["tool"], call["arguments"]], sort_keys=True)
        for call in calls_of(trace)
        if call["status"] == "run"
    )
    return any(times > 1 for times in ran.values())


def follows_from_belief(answer: Answer, trace: Sequence[Step]) -> bool:
    """Whether the answer has what the last belief calls hallucinated, and nothing else.

    Read off the recorded items, apart from the code that derives predictions.
    """
    last = [step.body for step in trace if step.kind == "belief"][-1]
    items = BeliefState.from_json(last["state"]).items  # type: ignore[index,call-overload,arg-type]
    false = [item for item in items if item.status == "hallucinated"]
    fallen = {i.id for i in false if i.kind == "citation"}
    fallen |= {one for i in false if i.kind == "name" for one in i.citations}
    wanted = set()
    for item in false:
        if item.kind in ("citation", "name") or not set(item.citations) <= fallen:
            wanted |= {segment.text for segment in item.flagged}
    said = [prediction.text for prediction in answer.predictions]
    return len(said) == len(set(said)) and set(said) == wanted


def has_late_look_up(trace: Sequence[Step]) -> bool:
    """Whether some citation got a third reading before another had any look-up.

    Counted by the opinions that were read: a look-up shows them, two readings follow.
    """
    first = next(step.body for step in trace if step.kind == "belief")
    items = BeliefState.from_json(first["state"]).items  # type: ignore[index,call-overload,arg-type]
    wanted = [set(item.references) for item in items if item.references]
    looked_up: set[str] = set()
    actions: Counter[str] = Counter()
    for call in calls_of(trace):
        if call["status"] != "run":
            continue
        observation = call["observation"]
        looked_up.add(observation.get("citation", ""))
        opinion = call["arguments"].get("opinion_id")
        shown = [case["opinion_id"] for case in observation.get("cases", ())]
        for one in [opinion] if opinion else shown if "status" in observation else []:
            actions[one] += 1
        third = opinion and actions[opinion] > 2
        if third and any(not names & looked_up for names in wanted):
            return True
    return False


@dataclass(frozen=True, slots=True)
class KillFigures:
    """What became of a run that was killed, `at` so many requests.

    `different` are answers unlike those of the run that was not; `lost_in_flight` requests
    whose replies were not committed, `asked_again` requests that were and came all the same.
    """

    kills: int
    at: tuple[int, ...]
    answers: int
    different: int
    lost_in_flight: int
    asked_again: int


def measure_kills(
    work: Path, out: Path, server: PolicyServer, kills: int, seed: int
) -> KillFigures:
    """Run in processes that are killed, then to the end; compare with `work / "whole"`."""
    rng = random.Random(seed)
    whole = {name: _lasting(a) for name, a in read_answers(work / "whole").items()}
    expected = _committed(work / "whole" / _LEDGER)
    at = tuple(sorted(rng.randint(1, expected - _WORKERS) for _ in range(kills)))
    done = lost = 0
    for count in at:
        done += _was_killed(work, out, server, count + lost)
        # What the server was asked and the ledger does not have was in flight.
        lost = server.total - _committed(out / _LEDGER)
    subprocess.run(_command(work, out, server), check=True, timeout=600)
    ended = {name: _lasting(a) for name, a in read_answers(out).items()}
    different = sum(ended.get(name) != answer for name, answer in whole.items())
    again = server.total - _committed(out / _LEDGER) - lost
    return KillFigures(done, at, len(ended), different, lost, again)


def _command(work: Path, out: Path, server: PolicyServer) -> list[str]:
    asked = ["--work", str(work), "--out", str(out), "--model", server.model]
    return [sys.executable, "-m", "benchmarks.boed", *asked]


def _was_killed(work: Path, out: Path, server: PolicyServer, count: int) -> bool:
    """Go on until the server has been asked `count` times in all, then kill -9."""
    child = subprocess.Popen(_command(work, out, server))
    deadline = time.monotonic() + 300
    while child.poll() is None and server.total < count and time.monotonic() < deadline:
        time.sleep(0.002)
    child.kill()
    was_killed = child.wait() == -signal.SIGKILL
    # Requests that were sent before are still being read.
    time.sleep(_SETTLING)
    return was_killed


def _lasting(answer: Answer) -> dict[str, object]:
    """All of an answer but how long it took."""
    return {name: value for name, value in asdict(answer).items() if name != "seconds"}


def _committed(ledger: Path) -> int:
    """How many replies a ledger holds; none before it is made."""
    if not ledger.exists():
        return 0
    with sqlite3.connect(ledger) as connection:
        return int(connection.execute("select count(*) from ledger_answers").fetchone()[0])


def run_local(data: Path) -> str:
    """Five short excerpts with the small model in process; one line each, and a sum."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        build_library(data, work)
        excerpts = sorted(excerpts_of(data, EXCERPTS), key=lambda e: len(e.text))
        write_excerpts(work / "excerpts.jsonl", excerpts[:_LOCAL_EXCERPTS])
        go_on(work, work / "local", _LOCAL_MODEL, turns=_LOCAL_TURNS)
        answers = read_answers(work / "local")
    lines = [
        f"{a.excerpt}: {a.turns} turns, {a.calls} calls, {len(a.predictions)} predictions, "
        f"{a.seconds:.0f} s{f', error: {a.error}' if a.error else ''}"
        for a in answers.values()
    ]
    complete = sum(not answer.error for answer in answers.values())
    lines.append(f"{complete} of {_LOCAL_EXCERPTS} excerpts completed with {_LOCAL_MODEL}.")
    return "\n".join(lines)


def _section(whole: RunFigures, killed: KillFigures) -> str:
    answers = whole.answers
    manners = ", ".join(f"{count} {name}" for name, count in sorted(whole.manners.items()))
    predictions = sum(len(answer.predictions) for answer in answers)
    return f"""## The belief-state agent

The machinery of the agent, played by a scripted policy that claims more than it may
({manners}); nothing here says how well a model judges.
`python -m benchmarks.boed --data ../shared/data`: {len(answers)} excerpts of the briefs,
{TURNS} turns and {CALLS} calls each.

| | |
|---|---|
| answers, errors | {len(answers)}, {sum(bool(a.error) for a in answers)} |
| turns, calls, duplicates answered free, calls denied | {sum(a.turns for a in answers)}, \
{sum(a.calls for a in answers)}, {sum(a.duplicates for a in answers)}, \
{sum(a.denied for a in answers)} |
| episodes over a budget | {whole.over_budget} |
| episodes whose counts differ from their trace | {whole.miscounted} |
| episodes that spent exactly their {CALLS} calls | {whole.calls_spent} |
| episodes in which a call was paid twice | {whole.paid_duplicates} |
| episodes whose answer is not what the last belief says | {whole.unlike_belief} |
| predictions | {predictions} |
| updates refused for want of evidence | {whole.refused_updates} |
| look-ups made first by the plan, episodes where one came late | {whole.planned_look_ups}, \
{whole.late_look_ups} |
| requests to the model, seconds | {whole.requests}, {whole.seconds:.0f} |
| killed with -9 and resumed: kills, answers that differ | {killed.kills}, {killed.different} |
| requests in flight at a kill, and lost | {killed.lost_in_flight} |
| requests asked again though their reply was committed | {killed.asked_again} |
"""


def main() -> None:
    """Measure, or go on with one run of a measurement."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--local", action="store_true")
    parser.add_argument("--work", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--model")
    args = parser.parse_args()
    if args.work is not None:
        go_on(args.work, args.out, args.model)
    elif args.local:
        print(run_local(args.data.resolve()))
    else:
        print(run(args.data.resolve()))


if __name__ == "__main__":
    main()
