"""A trial to a file of JSON lines and back.

The first line holds the case as the parties may see it, the seed, the options and who played;
then one line an entry, with one before it for each thing that a model could not do at that turn;
at the end one with the verdict and the scores. The file is written as the trial goes on, so a
trial that was cut short is taken up again from its file.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TextIO

from pydantic import TypeAdapter

from voirdire.courtroom.actions import action_record, parse_action
from voirdire.courtroom.agents.failures import Failure
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.rules import ENGINE_VERSION
from voirdire.courtroom.scoring.types import TrialScores
from voirdire.courtroom.types import Case, Ending, Entry, Options
from voirdire.errors import CaseError, VoirdireError

_CASE = TypeAdapter(Case)
_OPTIONS = TypeAdapter(Options)
_SCORES: TypeAdapter[TrialScores] = TypeAdapter(TrialScores)
_AGENTS = TypeAdapter(dict[str, str])
_FAILURE = TypeAdapter(Failure)
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_.-]")
# File systems end a name at 255 bytes.
_LONGEST_NAME = 160
# A trial of 1,000 steps with the longest speeches comes to a third of it.
_MAX_BYTES = 200_000_000


@dataclass(frozen=True, slots=True)
class SavedTrial:
    """A trial read back. `agents` by seat; `scores` None when the file has none yet.

    `failures`: what models could not do at the turns that are held, in order.
    """

    trial: Trial
    agents: Mapping[str, str]
    scores: TrialScores | None
    failures: tuple[Failure, ...] = ()


def write_header(stream: TextIO, trial: Trial, agents: Mapping[str, str]) -> None:
    """The first line of a file."""
    _write(
        stream,
        {
            "engine": ENGINE_VERSION,
            "seed": trial.seed,
            "options": asdict(trial.options),
            "agents": dict(agents),
            "case": asdict(trial.case),
        },
    )


def write_entry(stream: TextIO, entry: Entry, failures: Iterable[Failure] = ()) -> None:
    """One line an entry, after those of what a model could not do at that turn.

    They come first: where a run is killed between them, the turn is taken again, and they too.
    """
    for each in failures:
        _write(stream, {"failure": asdict(each)})
    _write(stream, entry_record(entry))


def write_result(stream: TextIO, ending: Ending, scores: TrialScores) -> None:
    """The last line: how the trial ended, and its scores."""
    _write(stream, {"ending": asdict(ending), "scores": scores_record(scores)})


def entry_record(entry: Entry) -> dict[str, Any]:
    """An entry as JSON has it."""
    return {
        "number": entry.number,
        "phase": entry.phase,
        "seat": entry.seat,
        "code": entry.code,
        "action": action_record(entry.action),
    }


def scores_record(scores: TrialScores) -> dict[str, Any]:
    """Scores by seat and metric as JSON has them."""
    return {
        seat: {metric: asdict(score) for metric, score in each.items()}
        for seat, each in scores.items()
    }


def file_name(name: str) -> str:
    """The name of a trial's file: `name` itself, or what of it leads nowhere else and a hash."""
    kept = _NOT_IN_NAMES.sub("-", name)[:_LONGEST_NAME]
    if kept != name:
        kept += "-" + hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:8]
    return f"{kept}.jsonl"


def read_saved(path: Path) -> SavedTrial:
    """Read a file and play its trial again.

    A last line that a killed run left half written is as if it were not there.

    Raises:
        CaseError: it is no such file, or another engine made it.
    """
    try:
        with path.open("rb") as stream:
            data = stream.read(_MAX_BYTES + 1)
    except OSError as error:
        raise CaseError(str(path), f"cannot be read ({error.strerror})") from error
    if len(data) > _MAX_BYTES:
        raise CaseError(str(path), f"larger than {_MAX_BYTES:,} bytes")
    # As bytes: a run may have been killed in the middle of a character.
    lines = data.rstrip(b"\n").split(b"\n")
    rows = []
    for number, line in enumerate(lines, 1):
        try:
            rows.append(json.loads(line.decode()))
        except (ValueError, RecursionError) as error:
            if number == len(lines) > 1:
                break
            raise CaseError(str(path), f"line {number} is no JSON") from error
    try:
        return _replay(rows)
    except VoirdireError as error:
        raise CaseError(str(path), str(error)) from error
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise CaseError(str(path), "is not the file of a trial") from error


def _replay(rows: list[dict[str, Any]]) -> SavedTrial:
    header = rows[0]
    if header["engine"] != ENGINE_VERSION:
        raise CaseError(
            "trial", f"was played by {header['engine']!r}; this engine is {ENGINE_VERSION}"
        )
    case = _CASE.validate_json(json.dumps(header["case"]))
    options = _OPTIONS.validate_json(json.dumps(header["options"]))
    trial = Trial(case, seed=header["seed"], options=options)
    scores = None
    failures: list[Failure] = []
    # Those of a turn whose entry was never written are as if they were not there.
    ahead: list[Failure] = []
    for row in rows[1:]:
        if "failure" in row:
            ahead.append(_FAILURE.validate_python(row["failure"]))
            continue
        if "action" not in row:
            scores = _SCORES.validate_json(json.dumps(row["scores"]))
            continue
        entry = trial.apply(parse_action(row["action"]))
        if (entry.number, entry.seat, entry.code) != (row["number"], row["seat"], row["code"]):
            raise CaseError("trial", f"entry {row['number']} does not come out as it is written")
        if any((case.id, entry.seat, entry.number) != _turn_of(each) for each in ahead):
            raise CaseError("trial", f"a failure before entry {entry.number} is of another turn")
        failures += ahead
        ahead.clear()
    agents = _AGENTS.validate_python(header["agents"])
    return SavedTrial(trial, agents, scores, tuple(failures))


def _turn_of(failure: Failure) -> tuple[str, str, int]:
    return failure.case_id, failure.seat, failure.turn


def _write(stream: TextIO, row: Mapping[str, Any]) -> None:
    stream.write(json.dumps(row, ensure_ascii=False) + "\n")
    stream.flush()
