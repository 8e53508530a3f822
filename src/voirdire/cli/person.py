"""A person at the terminal as an agent: questions out, an action in.

Every question is asked again until it has an answer that fits, so nothing that was typed is
lost to a slip; an empty line for its quotation or its value gives up a claim. What an exhibit
says is shown on request (`E3`), everything that may be cited with it.
"""

from collections.abc import Sequence
from typing import ClassVar, TextIO

from voirdire.cli.streams import printable
from voirdire.courtroom.actions import ARGUING, MAX_TEXT
from voirdire.courtroom.engine import OTHER
from voirdire.courtroom.languages import interface_words
from voirdire.courtroom.observation import Observation
from voirdire.courtroom.quoting import FEWEST_WORDS, MOST_WORDS, count_words
from voirdire.courtroom.transcript import claim_words
from voirdire.courtroom.types import (
    CLAIMS_A_TURN,
    GROUNDS,
    Action,
    Case,
    Claim,
    Kind,
    Ruling,
    TypedValue,
    ValueKind,
)
from voirdire.errors import VoirdireError

_VALUE_KINDS: tuple[ValueKind, ...] = ("amount", "date", "name")
_RULINGS: tuple[Ruling, ...] = ("sustained", "overruled")


class LeftError(VoirdireError):
    """The person has left: the input is at its end."""

    exit_code: ClassVar[int] = 3

    def __init__(self) -> None:
        super().__init__("the input is at its end")


class Person:
    """Plays the seat that an observation names by asking on `output` and reading `answers`."""

    name = "human"

    def __init__(self, answers: TextIO, output: TextIO) -> None:
        self._answers = answers
        self._output = output

    def welcome(self, case: Case) -> None:
        """Say what the case is, once."""
        said = interface_words(case.language)
        self._say(f"{case.title}\n{case.background}")
        self._say(f"{said.headings['charge']}: {case.charge}")
        self._say(f"{said.headings['standard']}: {case.standard}")
        for issue in case.issues:
            self._say(f"  {issue.id}: {issue.question} ({said.roles[issue.burden]})")
        self._say("")

    def act(self, observation: Observation) -> Action:
        """Ask for the action of the seat."""
        said = interface_words(observation.language)
        prompt = said.prompts["your_turn"].format(
            role=said.roles[observation.role], phase=said.phases[observation.phase]
        )
        self._say(f"\n{prompt}")
        self._list_exhibits(observation)
        kinds = [
            kind
            for kind in sorted(observation.legal_actions, key=_place_of)
            if kind != "submit_evidence" or self._submittable(observation)
        ]
        kind = kinds[self._choose(observation, "choose_action", [said.actions[k] for k in kinds])]
        return self._action(observation, kind)

    def _action(self, observation: Observation, kind: Kind) -> Action:
        said = interface_words(observation.language)
        if kind == "submit_evidence":
            own = self._submittable(observation)
            return Action(kind, exhibit=own[self._choose(observation, "which_exhibit", own)])
        if kind == "object":
            targets = observation.objectionable
            target = targets[self._choose(observation, "which_entry", [f"#{n}" for n in targets])]
            grounds = [said.grounds[ground] for ground in GROUNDS]
            ground = GROUNDS[self._choose(observation, "which_ground", grounds)]
            return Action(kind, self._ask(observation, "text"), target=target, ground=ground)
        if kind == "rule_on_objection":
            rulings = [said.rulings[ruling] for ruling in _RULINGS]
            ruling = _RULINGS[self._choose(observation, "which_ruling", rulings)]
            return Action(kind, self._ask(observation, "text"), ruling=ruling)
        if kind in ("ballot", "deliver_verdict"):
            return self._decide(observation, kind)
        if kind == "decline":
            return Action(kind)
        text = self._ask(observation, "text")
        claims = self._claims(observation) if kind in ARGUING else ()
        return Action(kind, text, claims=claims)

    def _submittable(self, observation: Observation) -> list[str]:
        other = OTHER[observation.seat]
        return [
            each.id
            for each, status in observation.exhibits
            if status == "unsubmitted" and each.holder != other
        ]

    def _decide(self, observation: Observation, kind: Kind) -> Action:
        words = observation.decisions
        fitting: tuple[str, ...] = (words.for_prosecution, words.for_defence)
        if kind == "deliver_verdict":
            jury = observation.jury_decision
            fitting = (jury,) if jury else words.all
        decision = fitting[self._choose(observation, "which_decision", fitting)]
        probability = self._probability(observation)
        return Action(
            kind, self._ask(observation, "text"), decision=decision, probability=probability
        )

    def _probability(self, observation: Observation) -> float | None:
        while given := self._ask(observation, "probability"):
            try:
                probability = float(given.replace(",", "."))
            except ValueError:
                probability = -1.0
            if 0 <= probability <= 1:
                # "-0" is 0.
                return abs(probability)
            self._say(interface_words(observation.language).prompts["no_such_choice"])
        return None

    def _claims(self, observation: Observation) -> tuple[Claim, ...]:
        said = interface_words(observation.language)
        admitted = [each.id for each, status in observation.exhibits if status == "admitted"]
        made: list[Claim] = []
        while admitted and len(made) < CLAIMS_A_TURN:
            answers = [said.prompts["no"], said.prompts["yes"]]
            if not self._choose(observation, "add_claim", answers):
                break
            claim = self._claim(observation, admitted)
            if claim:
                made.append(claim)
        return tuple(made)

    def _claim(self, observation: Observation, admitted: Sequence[str]) -> Claim | None:
        """One claim; None where it is given up."""
        said = interface_words(observation.language)
        issues = observation.issues
        questions = [each.question for each in issues]
        issue = issues[self._choose(observation, "which_issue", questions)].id
        exhibit = admitted[self._choose(observation, "which_exhibit", admitted)]
        self._show(observation, exhibit)
        forms = [said.prompts["quotation"], said.prompts["value"]]
        quotation, value = None, None
        if self._choose(observation, "quotation_or_value", forms) == 0:
            quotation = self._quotation(observation)
        else:
            value = self._value(observation)
        if quotation is None and value is None:
            return None
        return Claim(issue, exhibit, quotation, value, self._target(observation))

    def _quotation(self, observation: Observation) -> str | None:
        """Words enough for a quotation; whether the exhibit has them is left to the scores."""
        while given := self._ask(observation, "quotation"):
            quotation = given.strip('"“”')
            if FEWEST_WORDS <= count_words(quotation) <= MOST_WORDS:
                return quotation
            self._say(interface_words(observation.language).prompts["no_quotation"])
        return None

    def _value(self, observation: Observation) -> TypedValue | None:
        said = interface_words(observation.language)
        kinds = [said.value_kinds[kind] for kind in _VALUE_KINDS]
        kind = _VALUE_KINDS[self._choose(observation, "which_value_kind", kinds)]
        stated = self._ask(observation, "value")
        return TypedValue(kind, stated, self._ask(observation, "value_role")) if stated else None

    def _target(self, observation: Observation) -> str | None:
        """The claim of the other side that is answered, if any."""
        said = interface_words(observation.language)
        heard = [
            (f"{entry.number}.{place}", claim)
            for entry in observation.entries()
            if entry.seat != observation.seat
            for place, claim in enumerate(entry.action.claims, 1)
        ]
        if not heard:
            return None
        shown = [f"{number} {claim.exhibit}: {claim_words(claim)}" for number, claim in heard]
        chosen = self._choose(observation, "which_target", [said.prompts["no"], *shown])
        return heard[chosen - 1][0] if chosen else None

    def _choose(self, observation: Observation, prompt: str, choices: Sequence[str]) -> int:
        """The place of the choice that is made, from 0."""
        said = interface_words(observation.language)
        self._say(said.prompts[prompt])  # type: ignore[index]
        for number, choice in enumerate(choices, 1):
            self._say(f"  {number}. {choice}")
        while True:
            given = self._read(said.prompts["choose_number"].format(most=len(choices)))
            number = _whole_number(given)
            if 1 <= number <= len(choices):
                return number - 1
            if not self._show(observation, given):
                self._say(said.prompts["no_such_choice"])

    def _ask(self, observation: Observation, prompt: str) -> str:
        said = interface_words(observation.language)
        return self._read(said.prompts[prompt])  # type: ignore[index]

    def _list_exhibits(self, observation: Observation) -> None:
        said = interface_words(observation.language)
        for each, status in observation.exhibits:
            holder = said.holders[each.holder]
            self._say(f"  {each.id} {each.title} ({holder}, {said.statuses[status]})")

    def _show(self, observation: Observation, exhibit: str) -> bool:
        """The text of an exhibit, when this is the id of one."""
        for each, _ in observation.exhibits:
            if each.id.casefold() == exhibit.casefold():
                self._say(f"{each.id} {each.title}\n{each.content}")
                return True
        return False

    def _read(self, prompt: str) -> str:
        while True:
            self._output.write(printable(f"{prompt}: "))
            self._output.flush()
            line = self._answers.readline(MAX_TEXT + 1)
            if not line:
                raise LeftError
            if len(line) <= MAX_TEXT:
                # A terminal sends NUL for Ctrl-Space; the record refuses it.
                return line.replace("\0", "").strip()
            while line and not line.endswith("\n"):
                line = self._answers.readline(MAX_TEXT)

    def _say(self, text: str) -> None:
        self._output.write(printable(text) + "\n")


def _place_of(kind: Kind) -> tuple[bool, bool, bool]:
    """Sorts what is offered: what a phase is for comes first, what does nothing comes last."""
    return kind == "decline", kind == "object", kind != "submit_evidence"


def _whole_number(given: str) -> int:
    """What was typed as a number, in the digits of any script; 0 for everything else."""
    try:
        return int(given) if given.isdecimal() else 0
    except ValueError:
        # Thousands of digits: Python turns no more than 4300 into a number.
        return 0
