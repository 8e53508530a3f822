"""What goes over the wire, in plain named types: actions, observations, states, errors.

The classes are those of OpenEnv without their free-form `metadata`: what a seat must see is a
field. Types are checked here; what a well-formed action is, `actions.parse_action` says.
"""

from typing import Annotated, Any, Literal, NotRequired

from openenv.core.env_server.types import Action as WireAction
from openenv.core.env_server.types import Observation as WireObservation
from openenv.core.env_server.types import State as WireState
from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import SkipJsonSchema
from typing_extensions import TypedDict

from voirdire.courtroom.actions import KINDS
from voirdire.courtroom.types import (
    MAX_JURORS,
    Action,
    Claim,
    Ground,
    Holder,
    JuryRule,
    Kind,
    Mode,
    Options,
    Pending,
    Phase,
    Reason,
    Role,
    Ruling,
    Status,
    TypedValue,
    ValueKind,
    seat_named,
)
from voirdire.errors import (
    BadTokenError,
    CapacityError,
    EpisodeOverError,
    KeyReusedError,
    MalformedActionError,
    NotSeatedError,
    SeatTakenError,
    TrialExistsError,
    UnknownTrialError,
    VoirdireError,
)

Code = Literal[
    "bad_token",
    "capacity_reached",
    "episode_over",
    "key_reused",
    "malformed_action",
    "not_seated",
    "seat_taken",
    "server_error",
    "trial_exists",
    "unknown_trial",
]
# The code of each error in replies, and its status where a reply has one.
CODES: dict[type[VoirdireError], tuple[Code, int]] = {
    BadTokenError: ("bad_token", 403),
    CapacityError: ("capacity_reached", 503),
    EpisodeOverError: ("episode_over", 409),
    KeyReusedError: ("key_reused", 409),
    MalformedActionError: ("malformed_action", 422),
    NotSeatedError: ("not_seated", 409),
    SeatTakenError: ("seat_taken", 409),
    TrialExistsError: ("trial_exists", 409),
    UnknownTrialError: ("unknown_trial", 404),
}
# Also the name of a file.
TRIAL_ID = r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}"
_STRICT = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)
# OpenEnv's base classes have it; here it stays empty, unseen and unsent.
_NoMetadata = Annotated[SkipJsonSchema[dict[str, Any]], Field(max_length=0, exclude=True)]
# Also the alias that the paper writes.
WireKind = Kind | Literal["look", "respond_objection"]
Printable = Annotated[str, Field(min_length=1, max_length=128, pattern=r"^[\x21-\x7e]+$")]


class ErrorReply(TypedDict):
    """Why nothing was done."""

    code: Code
    message: str
    retry_after_s: NotRequired[float]


class WireTypedValue(BaseModel):
    """As `types.TypedValue`."""

    model_config = _STRICT

    kind: ValueKind
    value: str
    role: str = ""


class WireClaim(BaseModel):
    """As `types.Claim`."""

    model_config = _STRICT

    issue: str
    exhibit: str
    quotation: str | None = None
    value: WireTypedValue | None = None
    target: str | None = None


class CourtroomAction(WireAction):
    """An action of a seat, or `look`, which makes no entry in the record.

    `seat` may be left out: it is the session's seat, or whichever is on turn in a session that
    plays all. `key` names the action: sent again under the same key it is found, not repeated.
    `full` (with `look`) asks for everything and not only for what is new.
    """

    model_config = _STRICT

    metadata: _NoMetadata = Field(default_factory=dict)
    kind: WireKind
    text: str = ""
    seat: str | None = None
    exhibit: str | None = None
    target: int | None = None
    ground: Ground | None = None
    ruling: Ruling | None = None
    decision: str | None = None
    probability: float | None = None
    claims: list[WireClaim] = Field(default_factory=list)
    key: Printable | None = None
    full: bool = False

    def to_action(self) -> Action:
        """The engine's action; not for `look`."""
        return Action(
            kind=KINDS.get(self.kind, self.kind),  # type: ignore[arg-type]
            text=self.text,
            seat=seat_named(self.seat) if self.seat else None,
            exhibit=self.exhibit,
            target=self.target,
            ground=self.ground,
            ruling=self.ruling,
            decision=self.decision,
            probability=self.probability,
            claims=tuple(_claim(each) for each in self.claims),
        )


class JoinRequest(BaseModel):
    """What `reset` takes: a seat in a trial that is there, or a new trial.

    `trial_id` with a free `seat`, or with its `token`, joins or comes back and never begins
    anew. Without it a trial begins, of `case_id`, of a place `index` in a `split`, or of a case
    that the seed draws. Without `seat` the session plays every seat, each when it is on turn.
    """

    model_config = _STRICT

    trial_id: str | None = None
    seat: str | None = None
    token: str | None = None
    episode_id: Annotated[str, Field(pattern=f"^{TRIAL_ID}$")] | None = None
    case_id: str | None = None
    split: str | None = None
    index: int | None = None
    seed: int | None = Field(default=None, ge=0, lt=2**63)
    mode: Mode | None = None
    jurors: int | None = Field(default=None, ge=0, le=MAX_JURORS)
    jury_rule: JuryRule | None = None
    deliberation_rounds: int | None = Field(default=None, ge=1, le=10)
    evidence_turns: int | None = Field(default=None, ge=0, le=200)
    rebuttal_turns: int | None = Field(default=None, ge=0, le=50)
    max_steps: int | None = Field(default=None, ge=1, le=10_000)
    max_violations: int | None = Field(default=None, ge=1, le=1000)

    @property
    def options(self) -> Options:
        """How the new trial is run."""
        given = self.model_dump(include=_OPTIONS, exclude_none=True)
        return Options(**given)

    @property
    def of_new_trial(self) -> list[str]:
        """The fields given that only a new trial can take."""
        return [name for name in _NEW if getattr(self, name) is not None]


_OPTIONS = {
    "mode", "jurors", "jury_rule", "deliberation_rounds", "evidence_turns", "rebuttal_turns",
    "max_steps", "max_violations",
}  # fmt: skip
_NEW = sorted({"case_id", "split", "index", "seed", *_OPTIONS})


class LookRequest(BaseModel):
    """A seat asks over plain HTTP what it sees."""

    model_config = _STRICT

    token: str


class ActRequest(LookRequest):
    """An action of a seat over plain HTTP."""

    action: CourtroomAction


class WireIssue(TypedDict):
    """As `types.Issue`."""

    id: str
    question: str
    burden: str


class WireCase(TypedDict):
    """What does not change while a trial goes on."""

    case_id: str
    title: str
    background: str
    charge: str
    sides: list[str]
    issues: list[WireIssue]
    decisions: list[str]
    standard: str
    language: str
    jurors: int
    claims_a_turn: int


class WireExhibit(TypedDict):
    """An exhibit that the seat may read."""

    id: str
    type: str
    title: str
    content: str
    holder: Holder
    status: Status


class StatusChange(TypedDict):
    """An exhibit that the seat has, under another status than before."""

    id: str
    status: Status


class ClaimOnRecord(TypedDict):
    """A claim with the id by which others answer it."""

    id: str
    issue: str
    exhibit: str
    quotation: NotRequired[str]
    value: NotRequired[dict[str, str]]
    target: NotRequired[str]


class WireEntry(TypedDict):
    """A line of the record; the particulars are there when the action had them."""

    turn: int
    phase: Phase
    seat: str
    role: Role
    action: Kind
    result: str
    struck: bool
    text: str
    exhibit: NotRequired[str]
    target: NotRequired[int]
    ground: NotRequired[Ground]
    ruling: NotRequired[Ruling]
    decision: NotRequired[str]
    probability: NotRequired[float]
    claims: NotRequired[list[ClaimOnRecord]]


class WireObjection(TypedDict):
    """An objection; when it is sustained, the entry `target` is struck."""

    turn: int
    target: int
    raised_by: str
    ground: Ground
    status: str


class WireScore(TypedDict):
    """One metric of one seat; as `scoring.types.MetricScore`."""

    metric: str
    value: float | None
    floor: float | None
    n: int
    detail: str
    spans: list[dict[str, Any]]


class CourtroomObservation(WireObservation):
    """What a seat sees: everything (`full`), or what is new to it since the last observation.

    `evidence` holds exhibits that the seat did not have, `status_changes` those it had,
    `argument_history` new entries, `objections` new or changed ones. `result`, `entry` and
    `repeated` are of the action that the reply answers. `ended_by` is the seat that gave the
    verdict, or that a trial was cut short for; `invalid` says that it was cut short for a breach
    and is no measure of the others.
    """

    model_config = ConfigDict(extra="forbid")

    metadata: _NoMetadata = Field(default_factory=dict)
    trial_id: str = ""
    seat: str = ""
    role: Role | None = None
    turn: int = 0
    phase: Phase | None = None
    on_turn: str | None = None
    pending_objection: Pending = "none"
    legal_actions: list[Kind] = Field(default_factory=list)
    objectionable: list[int] = Field(default_factory=list)
    full: bool = False
    case: WireCase | None = None
    evidence: list[WireExhibit] = Field(default_factory=list)
    status_changes: list[StatusChange] = Field(default_factory=list)
    argument_history: list[WireEntry] = Field(default_factory=list)
    objections: list[WireObjection] = Field(default_factory=list)
    jury_decision: str | None = None
    result: str | None = None
    entry: int | None = None
    repeated: bool = False
    token: str | None = None
    terminated: bool = False
    truncated: bool = False
    reason: Reason | None = None
    ended_by: str | None = None
    invalid: bool = False
    verdict: str | None = None
    probability: float | None = None
    scores: dict[str, dict[str, WireScore]] | None = None
    rewards: dict[str, float] | None = None
    error: ErrorReply | None = None


class CourtroomState(WireState):
    """What anybody may know of a trial: how far it is and which seats are held."""

    model_config = ConfigDict(extra="forbid")

    case_id: str | None = None
    title: str | None = None
    seed: int | None = None
    phase: Phase | None = None
    on_turn: str | None = None
    pending_objection: Pending = "none"
    seats: dict[str, bool] = Field(default_factory=dict)
    terminated: bool = False
    truncated: bool = False
    reason: Reason | None = None
    invalid: bool = False
    verdict: str | None = None


def error_reply(error: VoirdireError) -> tuple[ErrorReply, int]:
    """What a client is told of an error, and the HTTP status."""
    code, status = CODES.get(type(error), ("server_error", 500))
    reply = ErrorReply(code=code, message=str(error))
    if isinstance(error, CapacityError):
        reply["retry_after_s"] = error.retry_after_s
    return reply, status


def _claim(claim: WireClaim) -> Claim:
    given = claim.value
    value = TypedValue(given.kind, given.value, given.role) if given else None
    return Claim(claim.issue, claim.exhibit, claim.quotation, value, claim.target)
