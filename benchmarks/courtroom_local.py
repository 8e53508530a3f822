"""The courtroom with the small local model in one seat at a time, among scripted agents.

usage: python -m benchmarks.courtroom_local

Needs `make local`; without it the section says so and nothing else. A request takes about half
a minute on one processor, so that cases are few and counsel's trials short.
"""

import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from voirdire.courtroom.agents.failures import Failure, failures_of
from voirdire.courtroom.agents.model import ModelAgent
from voirdire.courtroom.agents.registry import open_agent
from voirdire.courtroom.agents.types import Agent
from voirdire.courtroom.bench.report import report_markdown, report_tournament
from voirdire.courtroom.bench.tournament import Match, play_matches
from voirdire.courtroom.cases.load import find_case, written_cases
from voirdire.courtroom.observation import Observation
from voirdire.courtroom.tried import TriedCase
from voirdire.courtroom.types import SIDES, Action, CaseFile, Options
from voirdire.llm.chat import Chat
from voirdire.llm.ledger import Ledger
from voirdire.llm.local import open_local_model
from voirdire.llm.local_turns import LocalModelError

_MODEL = "local:smollm2"
_HEAD = "## The courtroom with a small model\n\n"
# Of four kinds, two of either outcome; a judge is asked less and hears every easy case.
_PLEADED = ("theft_001", "fraud_002", "scam_002", "contract_001")
_SHORT = Options(evidence_turns=3, rebuttal_turns=1)


@dataclass(slots=True)
class Seated:
    """An agent in one seat, under a name that says so; counts its turns."""

    name: str
    agent: Agent
    turns: int = 0

    def act(self, observation: Observation) -> Action:
        """As the agent does."""
        self.turns += 1
        return self.agent.act(observation)

    @property
    def failures(self) -> tuple[Failure, ...]:
        """What the agent could not do: with it a trial is kept, and its verdict counted."""
        return failures_of(self.agent)


@dataclass(frozen=True, slots=True)
class Seating:
    """The cases that an agent plays in one seat, the others being scripted."""

    seated: Seated
    seat: str
    case_ids: Sequence[str]

    def matches(self) -> list[Match]:
        """Counsel meets rules before rules; a judge hears prepared counsel, as in a tournament."""
        others = "rules" if self.seat in SIDES else "prepared"
        seats = {"prosecution": others, "defence": others, "judge": "rules"}
        agents = seats | {self.seat: self.seated.name}
        return [Match(case_id, agents, (self.seat,)) for case_id in self.case_ids]


def run(_: Path) -> str:
    """The section of docs/results.md."""
    try:
        open_local_model()
    except LocalModelError:
        return _HEAD + "Not measured here: not installed.\n"
    easy = [name for name in written_cases() if find_case(name).case.difficulty == "easy"]
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger.open(str(Path(folder) / "ledger.sqlite"))
        try:
            chat = Chat(_MODEL, ledger, "courtroom-local")
            return _HEAD + measure(chat, _PLEADED, easy)
        finally:
            ledger.close()


def measure(chat: Chat, pleaded: Sequence[str], judged: Sequence[str]) -> str:
    """The tables of a model that pleads the first cases and judges the others."""
    files = {case_id: find_case(case_id) for case_id in (*pleaded, *judged)}
    # An agent a seat: the failures of one are not another's.
    seatings = [
        _seating(opened(), seat, pleaded if seat in SIDES else judged)
        for opened in (lambda: ModelAgent(chat), lambda: open_agent("rules"))
        for seat in (*SIDES, "judge")
    ]
    report = report_tournament(_played(seatings, files), {})
    used = chat.spent.answered
    return (
        f"`python -m benchmarks.courtroom_local`: `{chat.name}`, zero-shot, in one seat at a time. "
        f"As counsel on {len(pleaded)} easy written cases against rules, before rules, in trials "
        f"of at most {_SHORT.evidence_turns} turns of evidence and {_SHORT.rebuttal_turns} of "
        f"rebuttal a side, floors played alike; as judge on {len(judged)} of prepared counsel, in "
        "whole trials. The cases are few because a request is slow, and nothing is claimed of what "
        "a model of 135 million parameters can do: the rows show what it did. Rules in the same "
        "seats of the same trials for "
        f"comparison.\n\n{report_markdown(report)}\n{_missed(seatings)}\n"
        f"{used.calls} requests, {used.input_tokens:,} tokens read and {used.output_tokens:,} "
        "written.\n"
    )


def _seating(agent: Agent, seat: str, case_ids: Sequence[str]) -> Seating:
    return Seating(Seated(f"{agent.name}, {seat}", agent), seat, case_ids)


def _played(
    seatings: Sequence[Seating], files: Mapping[str, CaseFile]
) -> Iterator[tuple[Match, TriedCase]]:
    scripted = {
        name: open_agent(name, case_files=list(files.values())) for name in ("rules", "prepared")
    }
    for each in seatings:
        agents = {**scripted, each.seated.name: each.seated}
        options = _SHORT if each.seat in SIDES else None
        yield from play_matches(each.matches(), files, agents, options=options)


def _missed(seatings: Sequence[Seating]) -> str:
    """How often the model gave no action that could be used, a row a seat."""
    lines = [
        "| agent | cases | turns | failures: turns without a usable action |",
        "|---|---|---|---|",
    ]
    for each in seatings:
        agent = each.seated.agent
        if isinstance(agent, ModelAgent):
            lines.append(
                f"| {each.seated.name} | {len(each.case_ids)} | {each.seated.turns} | "
                f"{len(agent.failures)} |"
            )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(run(Path()))
