"""What comes in as an action, JSON or a mapping, to an `Action`, or a refusal.

A refusal is committed nowhere: bad JSON, unknown fields and kinds, wrong types, lone surrogates,
NUL, texts and lists beyond their bounds. What is well-formed gets a step, in order or not.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from pydantic import TypeAdapter, ValidationError

from voirdire.courtroom.types import Action, Claim, Ground, TypedValue, seat_named
from voirdire.errors import MalformedActionError

MAX_TEXT = 20_000
MAX_CLAIMS = 50
# The paper writes some names in two ways; the first of each pair is read as the second.
KINDS = {"respond_objection": "respond_to_objection"}
# Its names of the particulars, which here have one name for all actions.
FIELDS = {
    "action": "kind",
    "action_type": "kind",
    "role": "seat",
    "id": "exhibit",
    "evidence_id": "exhibit",
    "question": "text",
    "reason": "text",
    "reasoning": "text",
}
# An objection of the paper gives a reason in words: what they say of a ground.
_GROUND_WORDS: Mapping[Ground, str] = {
    "argumentative": "argumentative",
    "foundation": "foundation|(?:un)?authenticat",
    "hearsay": "hearsay",
    "leading": "leading",
    "outside_record": "outside (?:of )?the record|not in (?:the record|evidence)|outside_record",
    "prejudice": "prejudic",
    "privilege": "privilege",
    "relevance": "relevan|irrelevan",
    "speculation": "speculat",
}
ARGUING = frozenset({"present_argument", "cross_examine", "respond_to_objection", "summarize_case"})

_NO_TEXT = re.compile("[\0\ud800-\udfff]")
_ACTION = TypeAdapter(Action)


def parse_action(given: Action | Mapping[str, Any] | str | bytes) -> Action:
    """An action from what a client or an agent gave.

    Raises:
        MalformedActionError: it is not well-formed; the message says where.
    """
    try:
        action = _ACTION.validate_json(_json_of(given))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "action"
        raise MalformedActionError(f"{place}: {first['msg']}") from error
    except (TypeError, ValueError, RecursionError) as error:
        raise MalformedActionError(f"not an action in JSON: {error}") from error
    _check(action)
    return action


def _json_of(given: Action | Mapping[str, Any] | str | bytes) -> str | bytes:
    """JSON with our names; an `Action` may hold anything, since dataclasses look at no types."""
    if isinstance(given, Action):
        return _ACTION.dump_json(given, warnings=False)
    named = json.loads(given) if isinstance(given, str | bytes) else dict(given)
    if not isinstance(named, dict):
        raise ValueError("an action is an object")
    # What was said with an objection is no ground; what was given as its reason may be.
    reason = named.get("reason")
    for alias, name in FIELDS.items():
        if alias in named and name not in named:
            named[name] = named.pop(alias)
    for name in ("seat", "kind", "ground", "ruling"):
        if isinstance(value := named.get(name), str):
            named[name] = seat_named(value) if name == "seat" else value.lower()
    kind = named.get("kind")
    if isinstance(kind, str):
        named["kind"] = KINDS.get(kind, kind)
    if kind == "object" and named.get("ground") is None and isinstance(reason, str):
        named["ground"] = _ground_of(reason)
    return json.dumps(named, allow_nan=False)


def _ground_of(reason: str) -> Ground | None:
    """The one ground that a reason names; None where it names none, or several."""
    found: list[Ground] = [
        ground
        for ground, words in _GROUND_WORDS.items()
        if re.search(rf"\b(?:{words})", reason, re.IGNORECASE)
    ]
    return found[0] if len(found) == 1 else None


def _check(action: Action) -> None:
    if len(action.claims) > MAX_CLAIMS:
        raise MalformedActionError(f"claims: more than {MAX_CLAIMS}")
    if action.claims and action.kind not in ARGUING:
        raise MalformedActionError(f"claims: {action.kind} carries none")
    if action.probability is not None and not 0 <= action.probability <= 1:
        raise MalformedActionError("probability: not between 0 and 1")
    for claim in action.claims:
        if (claim.quotation is None) == (claim.value is None):
            raise MalformedActionError("claims: each holds a quotation or a value")
    for text in _texts(action):
        if len(text) > MAX_TEXT:
            raise MalformedActionError(f"a text has more than {MAX_TEXT} characters")
        if _NO_TEXT.search(text):
            raise MalformedActionError("a text holds NUL or half of a surrogate pair")


def _texts(action: Action) -> list[str]:
    given = [action.text, action.seat, action.exhibit, action.decision]
    for claim in action.claims:
        given += [claim.issue, claim.exhibit, claim.quotation, claim.target]
        if claim.value:
            given += [claim.value.value, claim.value.role]
    return [text for text in given if text is not None]


def with_seat(action: Action, seat: str) -> Action:
    """The action in the name of a seat."""
    return action if action.seat == seat else replace(action, seat=seat)


def action_record(action: Action) -> dict[str, Any]:
    """The fields of an action that were given, as `parse_action` reads them."""
    return _fields_given(action)


def _fields_given(record: Action | Claim | TypedValue) -> dict[str, Any]:
    """The fields of a record that are not as they are when nothing is given."""
    held = ((each, getattr(record, each.name)) for each in fields(record))
    return {each.name: _plain(value) for each, value in held if value != each.default}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return _fields_given(value) if isinstance(value, Claim | TypedValue) else value
