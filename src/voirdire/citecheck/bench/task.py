"""The citation benchmark as a task of Inspect: `inspect eval voirdire/citations -T dataset=DIR`.

Input: a dataset folder and the name of a system, one of ours or "generate" for Inspect's own
model asked once. Output: an Inspect log whose samples say what was missed and falsely
predicted, and whose metrics are those of `scores.py`. Labels stay with the scorer: neither
a sample nor its metadata carries them.

Inspect's package is needed (extra `eval`), and imports this module when it starts.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, metric, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver
from pydantic import ValidationError

from voirdire.citecheck.agents.segments import FalseSegments, predictions_in
from voirdire.citecheck.agents.task_words import TASK, WITHOUT_TOOLS
from voirdire.citecheck.bench.errors import list_errors
from voirdire.citecheck.bench.files import read_dataset
from voirdire.citecheck.bench.report import select
from voirdire.citecheck.bench.run import answer_of
from voirdire.citecheck.bench.scorer import VERSION, f1, score_excerpt, tally
from voirdire.citecheck.bench.scores import MODES, SystemScores, summarize
from voirdire.citecheck.bench.systems import System
from voirdire.citecheck.excerpts import Answer
from voirdire.scoring.bootstrap import Interval

GENERATE = "generate"
_ANSWER = "answer"
_FORM = (
    "Answer with one JSON object and nothing else: "
    '{"false_segments": [{"text": ..., "type": one of the five faults, "why": ...}, ...]}'
)


@task
def citations(
    dataset: str,
    system: str = GENERATE,
    split: str = "test",
    library: str | None = None,
    offline: bool = True,
    model: str | None = None,
    ledger: str | None = None,
    turns: int = 25,
    calls: int = 30,
) -> Task:
    """Find the false citations of excerpts.

    Args:
        dataset: A folder made by `voirdire bench citations build`.
        system: "generate" asks Inspect's model once, without tools; else one of our systems,
            which look citations up in `library` and ask `model` through our own ledger.
        split: "train", "test" or "all".
        library: A library made by `voirdire library add`.
        offline: Ask the library only, and not the static case files.
        model: The model of a system of ours, by our names; none for "rules".
        ledger: Where its calls are recorded.
        turns: Requests to the model an excerpt.
        calls: Tool calls an excerpt.
    """
    samples = [
        Sample(id=e.id, input=e.text, metadata={"document": e.document, "split": e.split})
        for e in select(read_dataset(Path(dataset)), split, None)
    ]
    if system == GENERATE:
        solve = ask_once()
    else:
        solve = check_with(system, library, offline, model, ledger, turns, calls)
    return Task(
        dataset=MemoryDataset(samples, name=Path(dataset).name),
        solver=solve,
        scorer=segments(dataset),
        metrics=[figures(dataset)],
        version=VERSION,
    )


@solver
def ask_once() -> Solver:
    """Inspect's model asked once; an answer of another form is no answer."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        # Outside text stands between marks that it cannot know.
        mark = token_hex(8)
        text = state.input_text
        state.messages = [
            ChatMessageSystem(content=f"{TASK}\n{WITHOUT_TOOLS}\n\n{_FORM}"),
            ChatMessageUser(content=f"<<{mark}\n{text}\n{mark}>>"),
        ]
        state = await generate(state)
        usage = state.output.usage
        answer = partial(
            Answer,
            str(state.sample_id),
            GENERATE,
            turns=1,
            input_tokens=usage.input_tokens if usage else 0,
            output_tokens=usage.output_tokens if usage else 0,
            dollars=usage.total_cost if usage else None,
            seconds=state.output.time or 0.0,
        )
        try:
            said = FalseSegments.model_validate_json(_json_in(state.output.completion))
        except ValidationError as error:
            _keep(
                state, answer(error=f"no answer in the form asked for: {error.errors()[0]['msg']}")
            )
        else:
            _keep(state, answer(predictions_in(text, said.false_segments)[0]))
        return state

    return solve


@solver
def check_with(
    system: str,
    library: str | None,
    offline: bool,
    model: str | None,
    ledger: str | None,
    turns: int,
    calls: int,
) -> Solver:
    """One of our systems; Inspect's own model is not asked."""
    opened: list[System] = []

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        if not opened:
            opened.append(_open(system, library, offline, model, ledger, turns, calls))
        answer = await opened[0].check(str(state.sample_id), state.input_text)
        _keep(state, answer)
        state.output.completion = json.dumps([asdict(p) for p in answer.predictions])
        return state

    return solve


def _open(
    system: str,
    library: str | None,
    offline: bool,
    model: str | None,
    ledger: str | None,
    turns: int,
    calls: int,
) -> System:
    from voirdire.authorities.library import Library
    from voirdire.authorities.sources import open_sources
    from voirdire.citecheck.agents.episode import ModelRun
    from voirdire.citecheck.bench.systems import open_system

    source = open_sources(Library.open(Path(library)) if library else None, offline=offline)
    if model is None:
        return open_system(system, source)
    from voirdire.llm.chat import Chat
    from voirdire.llm.ledger import Ledger

    held, run = Ledger.open(ledger), f"inspect-{system}-{token_hex(4)}"
    models = ModelRun(partial(Chat, model, held, run), held, run, turns, calls)
    return open_system(system, source, models)


def _json_in(completion: str) -> str:
    """The object in what a model wrote, without the fence or the words around it."""
    start, end = completion.find("{"), completion.rfind("}")
    return completion[start : end + 1] if 0 <= start < end else completion


def _keep(state: TaskState, answer: Answer) -> None:
    state.store.set(_ANSWER, asdict(answer))


@metric(scores="unreduced")
def figures(dataset: str) -> Metric:
    """The figures of `scores.py`, each with the bounds of its interval."""

    def measure(scores: list[SampleScore]) -> dict[str, float]:
        answers = [answer_of(s.score.metadata[_ANSWER]) for s in scores if s.score.metadata]
        by_excerpt = {answer.excerpt: answer for answer in answers}
        excerpts = [e for e in read_dataset(Path(dataset)) if e.id in by_excerpt]
        return _flat(summarize(excerpts, by_excerpt))

    return measure


def _flat(scores: SystemScores) -> dict[str, float]:
    found: dict[str, Interval] = {
        "unheld_touched": scores.unheld.interval,
        "unchanged_flagged": scores.unchanged.interval,
    }
    for mode in MODES:
        overall = scores.overall[mode]
        found |= {
            f"precision_{mode}": overall.precision,
            f"recall_{mode}": overall.recall,
            f"f1_{mode}": overall.f1,
        }
        for fault_type, measures in scores.by_type[mode].items():
            found[f"recall_{mode}_{fault_type}"] = measures.recall
    found["paper_recall"] = scores.overall["relaxed"].paper_recall
    found["paper_f1"] = scores.overall["relaxed"].paper_f1
    flat = {}
    for name, interval in found.items():
        if interval.value is not None:
            flat[name] = interval.value
        if interval.low is not None and interval.high is not None:
            flat |= {f"{name}_low": interval.low, f"{name}_high": interval.high}
    return flat


@scorer(metrics=[])
def segments(dataset: str) -> Scorer:
    """Hold what a system names against the labels; what it gave no answer to is unscored.

    A sample's value is its F1, matched strictly; of an unchanged excerpt 1 where nothing is
    named and else 0.
    """
    excerpts = {excerpt.id: excerpt for excerpt in read_dataset(Path(dataset))}

    async def score(state: TaskState, target: Target) -> Score:
        kept: Mapping[str, Any] | None = state.store.get(_ANSWER)
        if kept is None:
            return Score.unscored(reason="no_answer")
        answer = answer_of(dict(kept))
        scored = score_excerpt(excerpts[str(state.sample_id)], answer)
        said = json.dumps([prediction.text for prediction in answer.predictions])
        if scored is None:
            return Score.unscored(reason="no_answer", answer=said, explanation=answer.error)
        counts = tally([scored], "strict")
        value = f1(counts)
        if value is None:
            value = float(not scored.is_flagged)
        wrong = [f"{error.what}: {error.segment}" for error in list_errors([scored])]
        return Score(
            value=value,
            answer=said,
            explanation="\n".join(wrong) or "nothing missed, nothing false",
            metadata={_ANSWER: asdict(answer)},
        )

    return score
