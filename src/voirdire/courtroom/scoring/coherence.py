"""Coherence: how much of what a side proved stands beside all else that the side said.

Rules only: a claim that favours the other side on its issue, by the issue map, contradicts the
side's own case and all that it said on that issue; two values for one kind and role contradict
each other. How well it is said is never scored.
"""

from collections.abc import Hashable

from voirdire.courtroom.scoring.evidence import FEWEST_CLAIMS, FEWEST_EXHIBITS
from voirdire.courtroom.scoring.examined import (
    Examined,
    not_applicable,
    span_of,
)
from voirdire.courtroom.scoring.types import MarkedClaim, MetricScore
from voirdire.courtroom.scoring.values import fold_role, read_value


def score_coherence(trial: Examined, seat: str) -> MetricScore:
    """The share of a side's counted, supported claims that speak for it and stand uncontradicted.

    A refuted claim is no part of the share (hallucination resistance scores it), but a value
    that the record refutes still contradicts the side's supported value in the same role.
    Without an issue map only values are compared, and only they count.
    """
    has_map = trial.issue_map.bearings is not None
    counted = trial.counted(seat)
    claims = [
        mark
        for mark in counted
        if mark.mark == "supported" and (has_map or mark.claim.value is not None)
    ]
    exhibits = {mark.claim.exhibit for mark in claims}
    if len(claims) < FEWEST_CLAIMS or len(exhibits) < FEWEST_EXHIBITS:
        what = "supported claims" if has_map else "supported typed values, and no issue map:"
        return not_applicable(
            "coherence",
            f"{len(claims)} {what} on {len(exhibits)} exhibits; at least {FEWEST_CLAIMS} on "
            f"{FEWEST_EXHIBITS} are needed",
            len(claims),
        )
    against = {mark.claim.issue for mark in claims if mark.favours not in (None, seat)}
    values: dict[Hashable, set[Hashable]] = {}
    for mark in counted:
        if mark.mark != "unchecked" and (said := _value(mark)):
            values.setdefault(said[0], set()).add(said[1])
    spans = []
    for mark in claims:
        said = _value(mark)
        note = "stands"
        if mark.favours not in (None, seat):
            note = "favours the other side"
        elif mark.claim.issue in against:
            note = "the side also cites, on this issue, what favours the other"
        elif said and len(values[said[0]]) > 1:
            note = "the side also gives another value for this"
        spans.append(span_of(mark, float(note == "stands"), note))
    standing = sum(span.credit for span in spans)
    return MetricScore(
        "coherence",
        standing / len(claims),
        None,
        len(claims),
        f"{len(claims) - standing:.0f} of {len(claims)} supported claims contradicted",
        tuple(spans),
    )


def _value(mark: MarkedClaim) -> tuple[Hashable, Hashable] | None:
    """What a typed claim gives a value for, and the value; a claim without a role, for none."""
    value = mark.claim.value
    role = fold_role(value.role) if value else ""
    if value is None or not role:
        return None
    return (value.kind, role), read_value(value.kind, value.value) or value.value
