"""The record of a trial as lines to read."""

from voirdire.courtroom.engine import Trial
from voirdire.courtroom.types import Entry


def transcript(trial: Trial) -> str:
    """One line an entry: number, phase, seat, action with its particulars, result if refused."""
    return "".join(f"{_line(entry)}\n" for entry in trial.entries())


def _line(entry: Entry) -> str:
    action = entry.action
    parts = [f"{entry.number} {entry.phase} {entry.seat}: {action.kind}"]
    parts += [
        str(each)
        for each in (action.exhibit, action.target, action.ground, action.ruling, action.decision)
        if each is not None
    ]
    if action.probability is not None:
        parts.append(f"p={action.probability:g}")
    if action.text:
        parts.append(action.text)
    if entry.code != "accepted":
        parts.append(f"({entry.code})")
    return " ".join(parts)
