"""The form of a small model's answer: one for each legal action, with all that it takes.

Input: an observation. Output: a union of pydantic models, each read by `answers.action_of`. A
grammar holds a small model to the form, so nothing in it is optional but speech, and what can
be listed is; what it quotes is its own.
"""

from functools import lru_cache, reduce
from operator import or_
from types import GenericAlias
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, RootModel, create_model
from pydantic.json_schema import SkipJsonSchema

from voirdire.courtroom.actions import ARGUING
from voirdire.courtroom.agents.answers import GivenAction, GivenClaim, Plan, decisions_at
from voirdire.courtroom.agents.reading import (
    admitted_exhibits,
    standing_claims,
    submittable_exhibits,
    unanswered_claims,
)
from voirdire.courtroom.engine import OTHER
from voirdire.courtroom.observation import Observation
from voirdire.courtroom.types import Ground, Kind, Ruling

_MOST_TEXT = 200
# About 5 to 25 words.
_LEAST_QUOTED, _MOST_QUOTED = 25, 150
# A grammar does not bound a number.
_PROBABILITIES = tuple(tenth / 10 for tenth in range(11))
_MOST_TARGETS = 6
_NO_SPEECH = (SkipJsonSchema[str], "")


class QuotingClaim(GivenClaim):
    """A claim by quotation; `small_form_for` lists the issues, exhibits and targets."""

    quotation: str = Field(min_length=_LEAST_QUOTED, max_length=_MOST_QUOTED)
    value: SkipJsonSchema[None] = None
    target: SkipJsonSchema[str | None] = None


class SmallPlan(Plan):
    """What to do in a phase, in three short points."""

    points: list[Annotated[str, Field(max_length=120)]] = Field(min_length=1, max_length=3)


class _Lists(NamedTuple):
    """What may be said at a turn; empty where it may not."""

    kinds: tuple[Kind, ...]
    to_submit: tuple[str, ...] = ()
    objectionable: tuple[int, ...] = ()
    decisions: tuple[str, ...] = ()
    issues: tuple[str, ...] = ()
    to_cite: tuple[str, ...] = ()
    to_answer: tuple[str, ...] = ()


def small_form_for(observation: Observation) -> type[RootModel[GivenAction]]:
    """The form of a small model's answer at this turn; its `root` is the answer."""
    legal = observation.legal_actions
    if observation.seat not in OTHER:
        return _form(_Lists(legal, decisions=decisions_at(observation)))
    to_submit = tuple(each.id for each in submittable_exhibits(observation))
    unanswered = unanswered_claims(observation, standing_claims(observation))
    return _form(
        _Lists(
            tuple(each for each in legal if to_submit or each != "submit_evidence"),
            to_submit=to_submit,
            objectionable=observation.objectionable,
            issues=tuple(each.id for each in observation.issues),
            to_cite=tuple(admitted_exhibits(observation)),
            to_answer=tuple(each.id for each in unanswered[:_MOST_TARGETS]),
        )
    )


@lru_cache(maxsize=256)
def _form(lists: _Lists) -> type[RootModel[GivenAction]]:
    # By its name a model's answer is spoken of in messages.
    union = reduce(or_, (_form_of(kind, lists) for kind in lists.kinds))
    return create_model("CourtAction", __base__=RootModel[GivenAction], root=(union, ...))


def _form_of(kind: Kind, lists: _Lists) -> type[GivenAction]:
    fields = {"action": (Literal[kind], ...), **_fields(kind, lists)}
    return create_model(kind, __base__=GivenAction, **fields)


def _fields(kind: Kind, lists: _Lists) -> dict[str, Any]:
    """What an action of that kind takes."""
    speech = {"text": (str, Field(default="", max_length=_MOST_TEXT))}
    if kind == "submit_evidence":
        return {"text": _NO_SPEECH, "exhibit": (Literal[lists.to_submit], ...)}
    if kind == "object":
        target = (Literal[lists.objectionable], ...)
        return {"text": _NO_SPEECH, "target": target, "ground": (Ground, ...)}
    if kind == "rule_on_objection":
        return {"text": _NO_SPEECH, "ruling": (Ruling, ...)}
    if kind in ("deliver_verdict", "ballot"):
        named = (Literal[lists.decisions], ...)
        return {"decision": named, "probability": (Literal[_PROBABILITIES], ...), **speech}
    if kind in ARGUING and lists.to_cite:
        # One claim and no speech: what counts is said, and soon.
        one = Field(min_length=1, max_length=1)
        return {"text": _NO_SPEECH, "claims": (GenericAlias(list, (_claim(lists),)), one)}
    return speech if kind in ARGUING else {"text": _NO_SPEECH}


def _claim(lists: _Lists) -> type[QuotingClaim]:
    fields: dict[str, Any] = {
        "issue": (Literal[lists.issues], ...),
        "exhibit": (Literal[lists.to_cite], ...),
    }
    if lists.to_answer:
        fields["target"] = (Literal[lists.to_answer] | None, ...)
    return create_model("CourtClaim", __base__=QuotingClaim, **fields)
