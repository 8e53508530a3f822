"""The words of a trial: what a case holds, what a seat may do, what the record keeps.

A `Case` is what the parties may see. The answer, the issue map and the planted objections
stand in a `Key`, which the engine never receives: what it does not hold it cannot show.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal, get_args

from voirdire.errors import OptionsError

Role = Literal["prosecution", "defence", "judge", "juror"]
Side = Literal["prosecution", "defence"]
Phase = Literal["opening", "evidence", "rebuttal", "closing", "deliberation", "verdict"]
Pending = Literal["none", "raised", "answered"]
Kind = Literal[
    "present_argument",
    "submit_evidence",
    "cross_examine",
    "object",
    "respond_to_objection",
    "summarize_case",
    "deliver_verdict",
    "rule_on_objection",
    "decline",
    "ballot",
]
Ground = Literal[
    "argumentative",
    "foundation",
    "hearsay",
    "leading",
    "outside_record",
    "prejudice",
    "privilege",
    "relevance",
    "speculation",
]
Ruling = Literal["sustained", "overruled"]
Status = Literal["unsubmitted", "admitted", "excluded"]
Holder = Literal["prosecution", "defence", "joint"]
ValueKind = Literal["amount", "date", "name"]
Difficulty = Literal["easy", "medium", "hard"]
Mode = Literal["shared", "asymmetric"]
JuryRule = Literal["unanimity", "majority"]
# Why a trial ended before its verdict.
Reason = Literal["step_limit", "disqualified"]

ROLES: tuple[Role, ...] = get_args(Role)
SIDES: tuple[Side, ...] = get_args(Side)
PHASES: tuple[Phase, ...] = get_args(Phase)
PENDINGS: tuple[Pending, ...] = get_args(Pending)
KINDS: tuple[Kind, ...] = get_args(Kind)
GROUNDS: tuple[Ground, ...] = get_args(Ground)

# Other names for the seats of the two sides, as the paper and its readers write them.
_SEATS: Mapping[str, Side] = {
    "prosecutor": "prosecution",
    "plaintiff": "prosecution",
    "defense": "defence",
}
CLAIMS_A_TURN = 3
# What a case may hold: exhibits, characters of one, characters of any other text.
MAX_EXHIBITS = 200
MAX_CONTENT = 60_000
MAX_CASE_TEXT = 20_000
MAX_JURORS = 24
# How pydantic reads the types that come in over a wire.
WIRE: dict[str, object] = {"extra": "forbid", "strict": True, "ser_json_inf_nan": "constants"}


def seat_named(name: str) -> str:
    """The seat that is meant: "Prosecutor" and "plaintiff" prosecute, "defense" is `defence`."""
    name = name.lower()
    return _SEATS.get(name, name)


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One piece of evidence.

    `holder` says who may submit it; in asymmetric mode the other side sees it when it is
    submitted, or from the evidence phase on when it is `disclosed`. A pleading (indictment,
    contract in suit) is `admitted` from the start.
    """

    id: str
    type: Literal["document", "testimony", "physical", "pleading"]
    title: str
    content: str
    holder: Holder = "joint"
    disclosed: bool = False
    admitted: bool = False


@dataclass(frozen=True, slots=True)
class Issue:
    """A question that the decision turns on, and the side that must prove it."""

    id: str
    question: str
    burden: Side = "prosecution"


@dataclass(frozen=True, slots=True)
class Decisions:
    """The case's own words for its outcomes; `undecided` for a jury that hangs."""

    for_prosecution: str
    for_defence: str
    undecided: str = "hung"

    @property
    def all(self) -> tuple[str, str, str]:
        """Every decision that a judge or a juror may name."""
        return self.for_prosecution, self.for_defence, self.undecided


@dataclass(frozen=True, slots=True)
class Case:
    """What the parties may see of a case before a word is spoken.

    `sides` are the case's names of the two sides ("plaintiff", "defendant"); the engine
    speaks of prosecution and defence alike. `standard` is the standard of proof in words.
    """

    id: str
    title: str
    background: str
    charge: str
    sides: tuple[str, str]
    issues: tuple[Issue, ...]
    exhibits: tuple[Exhibit, ...]
    decisions: Decisions
    standard: str
    domain: str
    difficulty: Difficulty
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Bearing:
    """A line of the issue map: a passage, verbatim in the exhibit, that bears on an issue."""

    exhibit: str
    issue: str
    favours: Side
    passage: str


@dataclass(frozen=True, slots=True)
class Fact:
    """A typed value that an exhibit states, with its role ("price paid", "buyer").

    `value`: an ISO date, an amount as a decimal and its currency ("1200.00 USD"), or a name.
    """

    exhibit: str
    kind: ValueKind
    value: str
    role: str
    passage: str


@dataclass(frozen=True, slots=True)
class Planted:
    """An exhibit that the other side may rightly object to, and on which ground."""

    exhibit: str
    ground: Ground
    why: str


@dataclass(frozen=True, slots=True)
class Key:
    """What no seat may see before the end.

    `bearings` and `planted` are None where nobody wrote them (imported trials): what rests
    on them is then not applicable, which is not the same as an empty list.
    """

    decision: str
    reasons: tuple[str, ...] = ()
    bearings: tuple[Bearing, ...] | None = None
    facts: tuple[Fact, ...] = ()
    planted: tuple[Planted, ...] | None = None
    misleading: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseFile:
    """A case, its key, and the metadata (year, offence, party order) of the baselines."""

    case: Case
    key: Key
    metadata: Mapping[str, str] = field(default_factory=dict)
    source: str = ""


@dataclass(frozen=True, slots=True)
class TypedValue:
    """A value that a claim says the exhibit states; forms as in `Fact`."""

    __pydantic_config__: ClassVar[dict[str, object]] = WIRE

    kind: ValueKind
    value: str
    role: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """One checkable claim: this exhibit says this, and it bears on this issue.

    It holds a quotation of 5 to 30 words or a typed value. `target` is the id of the
    opposing claim that it answers ("7.2": the second claim of entry 7).
    """

    __pydantic_config__: ClassVar[dict[str, object]] = WIRE

    issue: str
    exhibit: str
    quotation: str | None = None
    value: TypedValue | None = None
    target: str | None = None


@dataclass(frozen=True, slots=True)
class Action:
    """What a seat does. `seat` may be left out by whoever is on turn.

    `exhibit` is for `submit_evidence`; `target` (the number of an entry; the latest of the
    other side when left out) and `ground` for `object`; `ruling` for `rule_on_objection`;
    `decision` for `ballot` and `deliver_verdict`, with the probability, 0 to 1, that the
    side with the burden, the prosecution, should win.
    """

    __pydantic_config__: ClassVar[dict[str, object]] = WIRE

    kind: Kind
    text: str = ""
    seat: str | None = None
    exhibit: str | None = None
    target: int | None = None
    ground: Ground | None = None
    ruling: Ruling | None = None
    decision: str | None = None
    probability: float | None = None
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the record. `number` counts from 1; `code` is one of `rules.RESULTS`."""

    number: int
    phase: Phase
    seat: str
    action: Action
    code: str


@dataclass(frozen=True, slots=True)
class Objection:
    """An objection and what became of it; `entry` and `target` are numbers of entries."""

    entry: int
    target: int
    raised_by: Side
    ground: Ground
    status: Literal["pending", "sustained", "overruled"]


def struck_entries(objections: Iterable[Objection]) -> frozenset[int]:
    """Numbers of the entries that a ruling has struck, or whose exhibit it has excluded."""
    return frozenset(each.target for each in objections if each.status == "sustained")


@dataclass(frozen=True, slots=True)
class Options:
    """How a trial is run; part of its identity, with the case and the seed.

    Turns are counted for each side. `evidence_turns` None: one for each exhibit that the side
    may submit, and two more. A seat that breaks the rules `max_violations` times ends the
    trial, which is then invalid for the others.

    Raises:
        OptionsError: a number is out of its range.
    """

    mode: Mode = "shared"
    jurors: int = 0
    jury_rule: JuryRule = "unanimity"
    deliberation_rounds: int = 3
    evidence_turns: int | None = None
    rebuttal_turns: int = 3
    max_steps: int = 1000
    max_violations: int = 10

    def __post_init__(self) -> None:
        least = {
            "jurors": 0,
            "deliberation_rounds": 1,
            "evidence_turns": 0,
            "rebuttal_turns": 0,
            "max_steps": 1,
            "max_violations": 1,
        }
        for name, bound in least.items():
            value = getattr(self, name)
            if value is not None and value < bound:
                raise OptionsError(name, f"is {value}; it must be {bound} or more")
        if self.jurors > MAX_JURORS:
            raise OptionsError("jurors", f"is {self.jurors}; there are {MAX_JURORS} at most")

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of the trial, the jurors' last."""
        jurors = (f"juror_{n}" for n in range(1, self.jurors + 1))
        return ("prosecution", "defence", "judge", *jurors)


@dataclass(frozen=True, slots=True)
class Ending:
    """How a trial ended: `decision` at a verdict, `reason` and `seat` when it was cut short."""

    terminated: bool
    truncated: bool
    decision: str | None = None
    probability: float | None = None
    reason: Reason | None = None
    seat: str | None = None
