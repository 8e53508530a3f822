"""Short trials by the real engine against what was written down by hand for every step."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from voirdire.courtroom.engine import Trial
from voirdire.courtroom.rules import RESULTS
from voirdire.courtroom.types import Action, Case, Claim, Decisions, Exhibit, Issue, Options
from voirdire.errors import EpisodeOverError

CASE = Case(
    id="scripts",
    title="Harbour Trust v. Olde",
    background="A crane fell into the basin.",
    charge="The price of a crane",
    sides=("plaintiff", "defendant"),
    issues=(Issue("i1", "Did the defendant leave the brake open?"),),
    exhibits=(
        Exhibit("P1", "testimony", "The watchman", "The brake was open at six.", "prosecution"),
        Exhibit("P2", "document", "The log", "06:10 crane lost.", "prosecution", disclosed=True),
        Exhibit("P3", "physical", "The hook", "A bent hook.", "prosecution"),
        Exhibit("D1", "testimony", "The mate", "The brake was shut at five.", "defence"),
        Exhibit("J1", "physical", "The brake shoe", "A worn shoe of iron."),
        Exhibit("PLEA", "pleading", "The contract", "The hirer shuts the brake.", admitted=True),
    ),
    decisions=Decisions("liable", "not_liable"),
    standard="balance of probabilities",
    domain="contract",
    difficulty="easy",
)
SEATS = {"P": "prosecution", "D": "defence", "J": "judge", "-": None}
SEATS |= {number: f"juror_{number}" for number in "1234"}
ACTIONS = {
    "argue": "present_argument",
    "submit": "submit_evidence",
    "cross": "cross_examine",
    "object": "object",
    "respond": "respond_to_objection",
    "summarize": "summarize_case",
    "verdict": "deliver_verdict",
    "rule": "rule_on_objection",
    "decline": "decline",
    "ballot": "ballot",
}
# The ordinary actions that lead to a phase.
WAY: dict[str, list[str]] = {"opening": []}
WAY["evidence"] = ["P argue", "D argue"]
WAY["rebuttal"] = [*WAY["evidence"], "P decline", "D decline"]
WAY["closing"] = [*WAY["rebuttal"], "D decline", "P decline"]
WAY["deliberation"] = WAY["verdict"] = [*WAY["closing"], "P summarize", "D summarize"]


def read_scripts() -> dict[str, list[str]]:
    """The lines of each script, by its title."""
    text = (Path(__file__).parent / "protocol_scripts.txt").read_text(encoding="utf-8")
    scripts = {}
    for block in text.split("\n\n"):
        title, *lines = block.strip().splitlines()
        if title.startswith("# "):
            assert title not in scripts
            scripts[title] = lines
    return scripts


SCRIPTS = read_scripts()


def read_action(text: str) -> Action:
    """An action as the scripts write it: seat, short name, particulars."""
    seat, name, *rest = text.split()
    fields: dict[str, Any] = {"kind": ACTIONS[name], "seat": SEATS[seat]}
    for word in rest:
        if word.startswith("claims="):
            claim = Claim("i1", "PLEA", quotation="The hirer shuts the brake.")
            fields["claims"] = (claim,) * int(word.removeprefix("claims="))
        elif name == "submit":
            fields["exhibit"] = word
        elif name == "rule":
            fields["ruling"] = word
        elif name == "object":
            is_number = word.lstrip("-").isdigit()
            fields["target" if is_number else "ground"] = int(word) if is_number else word
        elif "decision" not in fields:
            fields["decision"] = word
        else:
            fields["probability"] = float(word)
    return Action(**fields)


def read_options(text: str) -> Options:
    fields = dict(pair.split("=") for pair in text.split())
    return Options(**{k: int(v) if v.isdigit() else v for k, v in fields.items()})  # type: ignore[arg-type]


def begin(options: str, phase: str) -> Trial:
    """A trial at the beginning of a phase."""
    trial = Trial(CASE, options=read_options(options))
    for line in WAY[phase]:
        assert trial.apply(read_action(line)).code == "accepted"
    assert trial.phase == phase
    return trial


def state_of(trial: Trial) -> str:
    pending = "" if trial.pending == "none" else f"+{trial.pending}"
    seat = None if trial.ending else trial.seat
    return f"{trial.phase}{pending} {next(sign for sign, s in SEATS.items() if s == seat)}"


def facts_of(trial: Trial, line: str) -> str:
    """What holds in a trial, in the words of a line with "="."""
    subject, *rest = line.split()
    ending = trial.ending
    if subject in trial.statuses:
        return f"{subject} {trial.statuses[subject]}"
    if subject == "struck":
        return f"struck {_listed(trial.observe('judge').struck)}"
    if subject == "jury":
        return f"jury {trial.jury_decision}"
    if subject == "ended":
        assert ending and ending.terminated and not ending.truncated
        value = "none" if ending.probability is None else f"{ending.probability:g}"
        return f"ended {ending.decision} {value}"
    if subject == "cut":
        assert ending and ending.truncated and not ending.terminated and ending.decision is None
        by = next(sign for sign, each in SEATS.items() if each == ending.seat)
        return f"cut {ending.reason} {by}"
    seat = SEATS[rest[0]]
    assert seat
    if subject == "objectionable":
        return f"objectionable {rest[0]} {_listed(trial.observe(seat).objectionable)}"
    if subject == "violations":
        broken = [e for e in trial.entries() if e.seat == seat and RESULTS[e.code].weight]
        return f"violations {rest[0]} {len(broken)}"
    assert subject == "visible", line
    seen = {exhibit.id for exhibit, _ in trial.observe(seat).exhibits}
    ordered = [each.id for each in CASE.exhibits if each.id in seen]
    return f"visible {rest[0]} {' '.join(ordered)}"


def _listed(numbers: Any) -> str:
    return " ".join(map(str, sorted(numbers))) or "none"


@pytest.mark.parametrize("title", SCRIPTS)
def test_each_step_gives_what_was_written(title: str) -> None:
    lines = SCRIPTS[title]
    heads = [line for line in lines if line.startswith(("options ", "from "))]
    given = dict(line.split(" ", 1) for line in heads)
    trial = begin(given.get("options", ""), given.get("from", "opening"))
    for line in lines[len(heads) :]:
        if line.startswith("= "):
            assert facts_of(trial, line[2:]) == line[2:]
            continue
        action, expected = line.split(" > ")
        entry = trial.apply(read_action(action))
        assert f"{entry.code} {state_of(trial)}" == expected, line
        assert trial.entries()[-1] is entry
    if trial.ending:
        with pytest.raises(EpisodeOverError):
            trial.apply(read_action("P argue"))


def test_the_scripts_show_every_result_code() -> None:
    shown = {
        line.split(" > ")[1].split()[0]
        for lines in SCRIPTS.values()
        for line in lines
        if " > " in line
    }
    assert shown == set(RESULTS)


@pytest.mark.parametrize(
    ("before", "action", "seat"),
    [
        (
            ["argue", "object", "decline"],
            Action("rule_on_objection", ruling="sustained"),
            "defence",
        ),
        (["argue", "argue"], Action("submit_evidence", exhibit="P1"), "defence"),
        (["argue"], Action("object", ground="relevance"), "prosecution"),
    ],
)
def test_claims_that_an_action_cannot_carry_are_nothing_to_it(before, action, seat):
    grounds = {"object": "relevance"}
    trial = Trial.replay(
        CASE, [Action(ACTIONS[word], "said", ground=grounds.get(word)) for word in before]
    )
    four = tuple(Claim("i1", "P1", "the brake was open at six") for _ in range(4))
    entry = trial.apply(replace(action, claims=four))

    assert (entry.code, trial.seat) == ("accepted", seat)
