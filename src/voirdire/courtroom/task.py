"""Trials as a task of Inspect: `inspect eval voirdire/courtroom --model ...`.

Input: written cases, the seats that the model under test plays, and the names of who plays the
others. Output: an Inspect log with a sample a case and seat, and a score a metric of the seat.
Keys of the cases stay with the scorers: no sample and no prompt carries them.

Inspect's package is needed (extra `eval`), and imports this module when it starts.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, cast

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ModelOutput, get_model
from inspect_ai.scorer import Metric as InspectMetric
from inspect_ai.scorer import SampleScore, Score, Scorer, Target, metric, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import LimitExceededError

from voirdire.courtroom.actions import parse_action, with_seat
from voirdire.courtroom.agents.failures import NO_PLAN, Failure
from voirdire.courtroom.agents.model import ModelAgent
from voirdire.courtroom.agents.registry import open_agent
from voirdire.courtroom.agents.types import Agent
from voirdire.courtroom.bench.standings import judged_verdict, own_scores
from voirdire.courtroom.cases.load import find_case, written_case, written_cases
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.floors import floors_for
from voirdire.courtroom.inspect_chat import InspectChat
from voirdire.courtroom.record import entry_record
from voirdire.courtroom.rules import ENGINE_VERSION
from voirdire.courtroom.scoring.trial import score_trial
from voirdire.courtroom.scoring.types import METRICS, METRICS_OF, Metric, MetricScore
from voirdire.courtroom.scoring.verdicts import Prediction, summarise_verdicts
from voirdire.courtroom.transcript import transcript
from voirdire.courtroom.tried import TriedCase
from voirdire.courtroom.types import CaseFile, Difficulty, Role, seat_named
from voirdire.errors import CaseError, OptionsError
from voirdire.llm.budget import BudgetSpentError
from voirdire.scoring.bootstrap import (
    Counts,
    Interval,
    bca_interval,
    resample_clusters,
    standard_error,
)

PLAYED: tuple[Role, ...] = ("prosecution", "defence", "judge")
_TRIAL = "trial"
# What marks the name of a model of Inspect among the names of agents.
_OF_INSPECT = "/"


@task
def courtroom(
    cases: str | list[str] | None = None,
    difficulty: Difficulty | None = None,
    language: str = "en",
    seats: str | list[str] | None = None,
    counsel: str = "prepared",
    judge: str = "prepared",
    seed: int = 0,
    plans: bool = False,
    turns: int | None = None,
    tokens: int | None = None,
) -> Task:
    """Play a seat of a trial: both sides of each case in turn, and its judge.

    Args:
        cases: Ids of written cases, or paths of case files; all written ones if left out.
        difficulty: Only the easy, medium or hard ones of them.
        language: Of the written cases, where `cases` is left out.
        seats: Which of prosecution, defence and judge the model plays; all if left out.
        counsel: Who plays the sides that the model does not: an agent by its name
            ("prepared", "rules", ...), or a model by Inspect's name ("openai/gpt-5").
        judge: Who judges where the model does not.
        seed: Of the first epoch; each one after has the next.
        plans: Show the model examples, and have it plan each phase.
        turns: So many turns of the model a trial, exactly; then the trial is cut short.
        tokens: So many tokens of the model a trial; no request is made once they are used.
    """
    files = _choose(_listed(cases), difficulty, language)
    wanted = [seat_named(seat) for seat in _listed(seats) or PLAYED]
    if unknown := [seat for seat in wanted if seat not in PLAYED]:
        raise OptionsError("seats", f"has {unknown[0]!r}; there are {', '.join(PLAYED)}")
    played = [seat for seat in PLAYED if seat in wanted]
    for name in (counsel, judge):
        _open(name, list(files.values()), seed)
    samples = [
        Sample(
            id=f"{file.case.id}-{seat}",
            input=f"{file.case.title}: {file.case.charge} The model plays the {seat}.",
            metadata={"case": name, "seat": seat, "difficulty": file.case.difficulty},
        )
        for name, file in files.items()
        for seat in played
    ]
    measured = [each for each in METRICS if any(each in METRICS_OF[seat] for seat in played)]
    return Task(
        dataset=MemoryDataset(samples, name="courtroom"),
        solver=play_seat(list(files), counsel, judge, seed, plans, turns, tokens),
        scorer=[*(SCORERS[each]() for each in measured), answers_in_form()],
        version=ENGINE_VERSION,
    )


def _listed(given: str | list[str] | None) -> list[str]:
    return [given] if isinstance(given, str) else list(given or ())


def _choose(cases: list[str], difficulty: Difficulty | None, language: str) -> dict[str, CaseFile]:
    """The case files by the names under which they are found again."""
    files = {name: find_case(name) for name in cases}
    if not cases:
        written = {name: written_case(name) for name in written_cases()}
        files = {name: file for name, file in written.items() if file.case.language == language}
    chosen = {n: f for n, f in files.items() if difficulty in (None, f.case.difficulty)}
    if not chosen:
        raise CaseError(f"{difficulty or 'any'}/{language}", "there is no such case")
    return chosen


def _open(name: str, files: list[CaseFile], seed: int) -> Agent:
    if _OF_INSPECT in name:
        return ModelAgent(InspectChat(get_model(name)), seed=seed)
    return open_agent(name, seed=seed, case_files=files)


@solver
def play_seat(
    cases: list[str],
    counsel: str,
    judge: str,
    seed: int,
    plans: bool,
    turns: int | None,
    tokens: int | None,
) -> Solver:
    """Play the trial of a sample, Inspect's model in one seat, and keep its record."""
    files = {name: find_case(name) for name in cases}

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        seat, number = state.metadata["seat"], seed + state.epoch - 1
        names = {"prosecution": counsel, "defence": counsel, "judge": judge}
        chat = InspectChat(get_model(), tokens)
        own = ModelAgent(chat, plans=plans, seed=number)
        others = {
            each: _open(name, list(files.values()), number)
            for each, name in names.items()
            if each != seat
        }
        trial = Trial(files[state.metadata["case"]].case, seed=number)
        # Stands where the sample is ended from without, as by a limit of time.
        stopped: str | None = "interrupted"
        try:
            stopped = await _play(trial, {**others, seat: own}, seat, turns)
        except LimitExceededError as error:
            stopped = f"inspect_{error.type}_limit"
            raise
        finally:
            record = _record(trial, seat, own, chat, stopped)
            record["agents"] = {**names, seat: own.name}
            state.store.set(_TRIAL, record)
            state.output = ModelOutput.from_content(chat.name, transcript(trial))
        return state

    return solve


async def _play(
    trial: Trial, agents: Mapping[str, Agent], seat: str, turns: int | None
) -> str | None:
    """Play to the end, or as far as the limits of the seat go; why it was cut short."""
    taken = 0
    while trial.ending is None:
        acting, agent = trial.seat, agents[trial.seat]
        if acting == seat:
            if taken == turns:
                return "turn_limit"
            taken += 1
        if isinstance(agent, ModelAgent):
            try:
                action = await agent.decide(trial.observe())
            except BudgetSpentError:
                return "token_limit"
        else:
            action = parse_action(agent.act(trial.observe()))
        trial.apply(with_seat(action, acting))
    return trial.ending.reason


def _record(
    trial: Trial, seat: str, own: ModelAgent, chat: InspectChat, stopped: str | None
) -> dict[str, Any]:
    """What the scorers need and a reader may ask; nothing of the key."""
    entries = trial.entries()
    return {
        "seat": seat,
        "seed": trial.seed,
        "entries": [entry_record(each) for each in entries],
        "ending": asdict(trial.ending) if trial.ending else None,
        "stopped": stopped,
        "turns": sum(each.seat == seat for each in entries),
        "requests": chat.requests,
        "tokens": chat.tokens,
        "failures": [asdict(each) for each in own.failures],
    }


def _score_by(name: Metric) -> Callable[[], Scorer]:
    metrics = [figures(), *([verdicts()] if name == "verdict_accuracy" else [])]

    @scorer(metrics=metrics, name=name)
    def build() -> Scorer:
        async def score(state: TaskState, target: Target) -> Score | None:
            kept: Mapping[str, Any] | None = state.store.get(_TRIAL)
            if name not in METRICS_OF[state.metadata["seat"]]:
                return None
            if kept is None:
                return Score.unscored(reason="no_trial")
            file = find_case(state.metadata["case"])
            trial = Trial.replay(
                file.case,
                [parse_action(each["action"]) for each in kept["entries"]],
                seed=kept["seed"],
            )
            # Twenty trials a side, once a case: not on the loop that other samples wait for.
            floors = await asyncio.to_thread(floors_for, file)
            failures = tuple(Failure(**each) for each in kept["failures"])
            scores = score_trial(file, trial, floors)
            tried = TriedCase(file, trial, kept["agents"], scores, failures)
            found = own_scores(tried, kept["seat"])[name]
            prediction = judged_verdict(tried) if name == "verdict_accuracy" else None
            return _as_score(found, kept, file, prediction)

        return score

    return build


def _as_score(
    found: MetricScore, kept: Mapping[str, Any], file: CaseFile, prediction: Prediction | None
) -> Score:
    declined = _declined(kept)
    notes = [found.detail]
    if declined:
        notes.append(f"{len(declined)} turns without an answer in the form")
    if kept["stopped"]:
        notes.append(f"cut short: {kept['stopped']}")
    metadata = {
        "case": file.case.id,
        "seat": kept["seat"],
        "floor": found.floor,
        "n": found.n,
        "spans": [asdict(each) for each in found.spans],
        "stopped": kept["stopped"],
        "declined": len(declined),
        "verdict": asdict(prediction) if prediction else None,
    }
    said = (kept["ending"] or {}).get("decision")
    reason = "not_applicable" if found.value is None else None
    # A bench that fell silent ruled nothing: what stood in for it is no answer.
    if kept["seat"] == "judge" and declined & {each.entry for each in found.spans}:
        reason = "no_answer_in_form"
    explanation = "; ".join(notes)
    if reason or found.value is None:
        return Score.unscored(
            reason=reason, answer=said, explanation=explanation, metadata=metadata
        )
    return Score(value=found.value, answer=said, explanation=explanation, metadata=metadata)


def _declined(kept: Mapping[str, Any]) -> set[int]:
    """The entries made for the model because it gave no action."""
    return {each["turn"] for each in kept["failures"] if each["instead"] != NO_PLAN}


@metric(scores="unreduced")
def figures() -> InspectMetric:
    """Mean, standard error, bounds and mean floor, of all and by seat; cases are drawn."""

    def measure(scores: list[SampleScore]) -> dict[str, float]:
        seats = dict.fromkeys(each.score.metadata["seat"] for each in scores if each.score.metadata)
        flat = _mean_of(scores, "")
        if len(seats) > 1:
            for seat in seats:
                own = [s for s in scores if s.score.metadata and s.score.metadata["seat"] == seat]
                flat |= _mean_of(own, f"_{seat}")
        return flat

    return measure


def _mean_of(scores: list[SampleScore], suffix: str) -> dict[str, float]:
    by_case: dict[str, list[float]] = {}
    floors: list[float] = []
    for each in scores:
        metadata = each.score.metadata or {}
        by_case.setdefault(metadata["case"], []).append(each.score.as_float())
        if metadata["floor"] is not None:
            floors.append(metadata["floor"])
    if not by_case:
        return {}
    drawn = resample_clusters([(sum(each), len(each)) for each in by_case.values()])
    found = _flat("mean", bca_interval(drawn, _mean), suffix)
    error = standard_error(drawn, _mean)
    if error is not None:
        found[f"stderr{suffix}"] = error
    if floors:
        found[f"floor{suffix}"] = sum(floors) / len(floors)
    found[f"n{suffix}"] = len(scores)
    return found


def _mean(totals: Counts) -> float | None:
    return totals[0] / totals[1] if totals[1] else None


def _flat(name: str, interval: Interval, suffix: str = "") -> dict[str, float]:
    bounds = {"": interval.value, "_low": interval.low, "_high": interval.high}
    return {f"{name}{b}{suffix}": value for b, value in bounds.items() if value is not None}


@metric(scores="unreduced")
def verdicts() -> InspectMetric:
    """Balanced accuracy and Brier score of the verdicts, with their bounds."""

    def measure(scores: list[SampleScore]) -> dict[str, float]:
        given = [(s.score.metadata or {}).get("verdict") for s in scores]
        run = summarise_verdicts([Prediction(**each) for each in given if each])
        return _flat("balanced_accuracy", run.balanced_accuracy) | _flat("brier", run.brier)

    return measure


SCORERS: Mapping[Metric, Callable[[], Scorer]] = {each: _score_by(each) for each in METRICS}


@scorer(metrics=[figures()])
def answers_in_form() -> Scorer:
    """The share of the model's turns at which it gave an action; else it declined."""

    async def score(state: TaskState, target: Target) -> Score:
        kept = cast("Mapping[str, Any] | None", state.store.get(_TRIAL))
        if kept is None or not kept["turns"]:
            return Score.unscored(reason="no_turn")
        declined, turns = _declined(kept), kept["turns"]
        problems = [f"entry {f['turn']}, {f['instead']}: {f['problem']}" for f in kept["failures"]]
        return Score(
            value=1 - len(declined) / turns,
            explanation="\n".join([f"{turns - len(declined)} of {turns} turns", *problems]),
            metadata={
                "case": find_case(state.metadata["case"]).case.id,
                "seat": kept["seat"],
                "floor": None,
                "n": turns,
                "failures": kept["failures"],
                "stopped": kept["stopped"],
            },
        )

    return score
