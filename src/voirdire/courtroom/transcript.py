"""The record of a trial as lines to read, in the language of its case."""

from voirdire.courtroom.engine import Trial
from voirdire.courtroom.languages import Words, interface_words
from voirdire.courtroom.types import Claim, Entry

_INDENT = "    "


def transcript(trial: Trial) -> str:
    """Every entry, in order."""
    return "".join(entry_text(trial, entry) for entry in trial.entries())


def entry_text(trial: Trial, entry: Entry) -> str:
    """An entry as a block of lines: who does what, what is said, what is claimed."""
    said = interface_words(trial.case.language)
    named = particulars(entry, said)
    head = f"{entry.number}. {seat_name(trial, entry.seat)} · {said.actions[entry.action.kind]}"
    lines = [f"{head}: {named}" if named else head]
    if entry.code != "accepted":
        lines.append(f"{_INDENT}({said.results[entry.code]})")
    lines.append(f"{_INDENT}{entry.action.text}" if entry.action.text else "")
    for place, claim in enumerate(entry.action.claims, 1):
        answers = f" → {claim.target}" if claim.target else ""
        lines.append(
            f"{_INDENT}[{entry.number}.{place}] {claim.issue}, {claim.exhibit}: "
            f"{claim_words(claim)}{answers}"
        )
    # A line end in what a seat wrote must not begin what looks like another entry.
    return "".join(f"\n{_INDENT}".join(line.splitlines()) + "\n" for line in lines if line)


def seat_name(trial: Trial, seat: str) -> str:
    """A seat as a reader knows it: the role, with the side's own name in this case."""
    role, name = trial.roles[seat], role_name(trial, seat)
    if role in ("judge", "juror"):
        return name
    side = trial.case.sides[role == "defence"]
    return name if side.casefold() == name.casefold() else f"{name} ({side})"


def role_name(trial: Trial, seat: str, language: str | None = None) -> str:
    """The role of a seat, and of a juror the number; in the case's language if none is named."""
    name = interface_words(language or trial.case.language).roles[trial.roles[seat]]
    return " ".join([name, *seat.split("_")[1:]])


def particulars(entry: Entry, said: Words) -> str:
    """What an action names beside its text: an exhibit, an entry, a ground, a decision."""
    action = entry.action
    named = [
        action.exhibit,
        f"#{action.target}" if action.target else None,
        said.grounds[action.ground] if action.ground else None,
        said.rulings[action.ruling] if action.ruling else None,
        action.decision,
        f"p = {action.probability:.2f}" if action.probability is not None else None,
    ]
    return ", ".join(each for each in named if each)


def claim_words(claim: Claim) -> str:
    """What a claim says its exhibit holds: the quotation, or the value with its role."""
    if claim.value is None:
        return f"“{claim.quotation}”"
    role = f" ({claim.value.role})" if claim.value.role else ""
    return f"{claim.value.value}{role}"
