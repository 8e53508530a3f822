"""`voirdire trial judge`: the free speech of kept trials before a model."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voirdire.cli import options, trial_seats
from voirdire.errors import CaseError

if TYPE_CHECKING:
    from voirdire.courtroom.engine import Trial
    from voirdire.courtroom.scoring.advocacy import Advocacy, AdvocacyReport
    from voirdire.courtroom.scoring.judge import JudgeReport, PairJudgement, Unscored, Winner
    from voirdire.llm.chat import Chat

_REASONS: "dict[Unscored, str]" = {
    "nothing_said": "nothing was said",
    "no_valid_answer": "no valid answer",
    "model_failed": "the model failed",
}
# Where the model gave no answer: it failed, or there was nothing to ask it.
_UNANSWERED: "frozenset[Unscored | None]" = frozenset({"model_failed", "nothing_said"})
_WINNERS: "dict[str, Winner]" = {"prosecution": "a", "defence": "b", "tie": "tie"}


class Told(StrEnum):
    """How judgements are told."""

    text = "text"
    json = "json"


def judge(
    runs: Annotated[
        list[Path], typer.Argument(metavar="RUN", help="Files of trials, kept with `run --out`.")
    ],
    model: Annotated[str, typer.Option(metavar="NAME", help="The model that judges.")],
    labels: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help='What people say: a line {"run": FILE, "better": "prosecution"} each.',
        ),
    ] = None,
    output_format: Annotated[Told, typer.Option("--format", help="How to tell them.")] = Told.text,
    ledger: options.Ledger = None,
    run_name: trial_seats.Run = None,
    max_calls: options.MaxCalls = None,
    max_tokens: options.MaxTokens = None,
    max_dollars: options.MaxDollars = None,
) -> None:
    """Ask a model whose speech holds together better, and how far each side moves it.

    It stands apart from the scores by rules. Speeches are compared in both orders, without the
    names of the sides; how far one moves the judge is less what a neutral text of its length
    does. What the model could not judge is counted, and is no tie. Ends with 0 when anything
    was scored, 2 when an argument cannot be used, 3 when nothing could be.
    """
    import asyncio

    from voirdire.cli.streams import printable, say, standard_output
    from voirdire.courtroom.record import read_saved
    from voirdire.courtroom.scoring.advocacy import report_advocacy
    from voirdire.courtroom.scoring.judge import report_judgements
    from voirdire.llm.budget import Budget

    trials = {str(path): read_saved(path).trial for path in runs}
    known = {} if labels is None else _read_labels(labels, trials)
    budget = Budget(max_calls, max_tokens, max_dollars)
    with trial_seats.open_chats(ledger=ledger, run=run_name, budget=budget) as chat_of:
        judged, moved = asyncio.run(_judge_all(chat_of(model), trials))
    coherence, advocacy = report_judgements(model, judged, known), report_advocacy(moved)
    with standard_output(utf8=output_format is Told.json) as stream:
        if output_format is Told.text:
            stream.write(printable(_text(coherence, advocacy)))
        else:
            told = {
                "coherence": asdict(coherence),
                "advocacy": asdict(advocacy),
                "judgements": [asdict(each) for each in judged],
                "moved": [{**asdict(each), "shift": each.shift} for each in moved],
            }
            stream.write(json.dumps(told, ensure_ascii=True) + "\n")
    reasons = Counter([*(each.unscored for each in judged), *(each.unscored for each in moved)])
    if None not in reasons:
        said = ", ".join(f"{_REASONS[reason]} {n} times" for reason, n in reasons.items() if reason)
        rest = len(trials) - len(judged)
        left = f"; {rest} more trials were not judged" if rest else ""
        say(f"{model}: nothing could be scored: {said}{left}")
        raise typer.Exit(3)


async def _judge_all(
    chat: "Chat", trials: "Mapping[str, Trial]"
) -> "tuple[list[PairJudgement], list[Advocacy]]":
    from voirdire.courtroom.scoring.advocacy import measure_advocacy
    from voirdire.courtroom.scoring.judge import SpeechPair, compare_speeches
    from voirdire.courtroom.scoring.speech import speech_of
    from voirdire.courtroom.types import SIDES

    judged, moved = [], []
    for name, trial in trials.items():
        said = {side: speech_of(trial, side) for side in SIDES}
        pair = SpeechPair(name, said["prosecution"], said["defence"])
        judged.append(await compare_speeches(chat, pair, "coherence"))
        moved += [await measure_advocacy(chat, trial.case, side, said[side]) for side in SIDES]
        came = {*(each.unscored for each in judged), *(each.unscored for each in moved)}
        if "model_failed" in came and came <= _UNANSWERED:
            # It has never answered, and each question more waits through all its attempts.
            break
    return judged, moved


def _read_labels(path: Path, trials: "Mapping[str, Trial]") -> "dict[str, Winner]":
    """By run, what people say."""
    try:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
        labels = {row["run"]: _WINNERS[row["better"]] for row in rows}
    except OSError as error:
        raise CaseError(str(path), error.strerror or str(error)) from error
    except (ValueError, KeyError, TypeError) as error:
        raise CaseError(str(path), "is not lines of run and better") from error
    if unknown := [name for name in labels if name not in trials]:
        raise CaseError(str(path), f"labels {unknown[0]!r}, which is not judged")
    return labels


def _text(coherence: "JudgeReport", advocacy: "AdvocacyReport") -> str:
    """The two reports in a few lines."""
    wins = coherence.wins
    lines = [
        f"speech that holds together, by {coherence.judge} ({coherence.version}, prompt "
        f"{coherence.prompt}): prosecution {wins.get('a', 0)}, defence {wins.get('b', 0)}, ties "
        f"{wins.get('tie', 0)}, {coherence.flips} of them flipped with the order; "
        f"{coherence.scored} of {coherence.n} scored"
    ]
    if coherence.kappa is not None:
        lines.append(
            f"agreement with people: kappa {coherence.kappa:.2f} over {coherence.n_labelled} labels"
        )
    shift, sides = advocacy.shift.value, (advocacy.as_prosecution, advocacy.as_defence)
    if shift is None or None in sides:
        lines.append("moved the judge: no case with both sides scored")
    else:
        lines.append(
            f"moved the judge, less the placebo: {shift:+.3f} over {advocacy.cases} cases "
            f"(as prosecution {sides[0]:+.3f}, as defence {sides[1]:+.3f})"
        )
    lines.append(f"unscored: {advocacy.unscored} speeches")
    return "\n".join(lines) + "\n"
