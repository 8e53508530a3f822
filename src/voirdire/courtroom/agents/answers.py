"""The form of a model's answer, made for what is legal at its turn, and the answer as an action.

Input: an observation. Output: a pydantic model with a field for each particular that a legal
action may need and no other, so that what is not legal cannot be said. What is said and lacks a
particular goes back to the model.
"""

from functools import lru_cache
from typing import Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, create_model, model_validator

from voirdire.courtroom.actions import ARGUING
from voirdire.courtroom.agents.reading import submittable_exhibits
from voirdire.courtroom.observation import Observation
from voirdire.courtroom.types import CLAIMS_A_TURN, Action, Claim, Ground, Kind, Ruling, TypedValue

MOST_TEXT = 4_000
_MOST_QUOTED = 600
_NEEDED = {
    "submit_evidence": ("exhibit",),
    "object": ("ground",),
    "rule_on_objection": ("ruling",),
    "deliver_verdict": ("decision", "probability"),
    "ballot": ("decision", "probability"),
}


class GivenValue(BaseModel):
    """An amount ("1200.00 USD"), a date ("2021-03-04") or a name, and its role."""

    kind: Literal["amount", "date", "name"]
    value: str = Field(max_length=200)
    role: str = Field(default="", max_length=200)


class GivenClaim(BaseModel):
    """A claim: an issue, an exhibit, and 5 to 30 words of it or a value that it states."""

    issue: str = Field(max_length=60)
    exhibit: str = Field(max_length=60)
    quotation: str | None = Field(default=None, max_length=_MOST_QUOTED)
    value: GivenValue | None = None
    target: str | None = Field(default=None, max_length=20)

    @model_validator(mode="after")
    def _holds_one(self) -> "GivenClaim":
        if (self.quotation is None) == (self.value is None):
            raise ValueError("give a quotation or a value, one of the two")
        return self


class GivenAction(BaseModel):
    """What every answer has; `form_for` adds what is legal."""

    model_config = ConfigDict(extra="ignore")

    action: str
    text: str = Field(default="", max_length=MOST_TEXT)

    @model_validator(mode="after")
    def _is_whole(self) -> "GivenAction":
        for name in _NEEDED.get(self.action, ()):
            if getattr(self, name) is None:
                raise ValueError(f"{self.action} needs {name}")
        return self


class Plan(BaseModel):
    """What to do in a phase, in a few short points."""

    points: list[str] = Field(min_length=1, max_length=5)


def form_for(observation: Observation) -> type[GivenAction]:
    """The form of an answer at this turn."""
    legal = observation.legal_actions
    exhibits: tuple[str, ...] = ()
    if "submit_evidence" in legal:
        exhibits = tuple(sorted(each.id for each in submittable_exhibits(observation)))
        legal = legal if exhibits else tuple(k for k in legal if k != "submit_evidence")
    return _form(legal, exhibits, observation.objectionable, decisions_at(observation))


def decisions_at(observation: Observation) -> tuple[str, ...]:
    """The decisions that may be named at this turn."""
    words = observation.decisions
    if "deliver_verdict" in observation.legal_actions:
        found = observation.jury_decision
        return (found,) if found else words.all
    return words.all[:2] if "ballot" in observation.legal_actions else ()


@lru_cache(maxsize=256)
def _form(
    legal: tuple[Kind, ...],
    exhibits: tuple[str, ...],
    objectionable: tuple[int, ...],
    decisions: tuple[str, ...],
) -> type[GivenAction]:
    fields: dict[str, Any] = {"action": (Literal[legal], ...)}
    if exhibits:
        fields["exhibit"] = (Literal[exhibits] | None, None)
    if "object" in legal:
        fields["ground"] = (Ground | None, None)
        fields["target"] = (Literal[objectionable] | None, None)
    if "rule_on_objection" in legal:
        fields["ruling"] = (Ruling, ...)
    if decisions:
        fields["decision"] = (Literal[decisions] | None, None)
        fields["probability"] = (float | None, Field(default=None, ge=0, le=1))
    if ARGUING & set(legal):
        fields["claims"] = (list[GivenClaim], Field(default=[], max_length=CLAIMS_A_TURN))
    # The name and the description are what a model sees of the form.
    return create_model("CourtAction", __base__=GivenAction, __doc__="One action.", **fields)


def action_of(given: GivenAction, seat: str) -> Action:
    """The action that an answer gives, without particulars that its kind does not take."""
    kind = cast("Kind", given.action)
    needed = {*_NEEDED.get(kind, ()), *(("target",) if kind == "object" else ())}
    particulars = {name: getattr(given, name, None) for name in needed}
    claims = getattr(given, "claims", ()) if kind in ARGUING else ()
    return Action(
        kind,
        _clean(given.text),
        seat,
        claims=tuple(_claim_of(each) for each in claims),
        **particulars,
    )


def _claim_of(given: GivenClaim) -> Claim:
    value = None
    if given.value:
        stated = given.value
        value = TypedValue(stated.kind, _clean(stated.value), _clean(stated.role))
    return Claim(
        _clean(given.issue),
        _clean(given.exhibit),
        None if given.quotation is None else _clean(given.quotation),
        value,
        None if given.target is None else _clean(given.target),
    )


def _clean(text: str) -> str:
    """Without what no action may hold: NUL and halves of surrogate pairs."""
    return "".join(sign for sign in text if sign != "\0" and not "\ud800" <= sign <= "\udfff")
