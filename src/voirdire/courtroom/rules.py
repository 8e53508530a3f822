"""The protocol of a trial, as data.

For every (phase, pending objection, role, on turn or not, action) `RESULT_OF` holds one result
code; `RESULTS` says of each code whether the action took effect and how grave it is. The
document on the protocol is rendered from these tables.
"""

from dataclasses import dataclass

from voirdire.courtroom.types import KINDS, PENDINGS, PHASES, ROLES, Kind, Pending, Phase, Role

ENGINE_VERSION = "courtroom-v2"

# Who may ever do it, and in which phases.
COUNSEL: tuple[Role, ...] = ("prosecution", "defence")
HEARING: tuple[Phase, ...] = ("opening", "evidence", "rebuttal", "closing")
AUTHORITY: dict[Kind, dict[Role, tuple[Phase, ...]]] = {
    "present_argument": dict.fromkeys(COUNSEL, ("opening", "evidence", "rebuttal")),
    "submit_evidence": dict.fromkeys(COUNSEL, ("evidence",)),
    "cross_examine": dict.fromkeys(COUNSEL, ("evidence", "rebuttal")),
    "object": dict.fromkeys(COUNSEL, HEARING),
    "respond_to_objection": dict.fromkeys(COUNSEL, HEARING),
    "summarize_case": dict.fromkeys(COUNSEL, ("closing",)),
    "deliver_verdict": {"judge": ("verdict",)},
    "rule_on_objection": {"judge": HEARING},
    "decline": {**dict.fromkeys(COUNSEL, HEARING), "juror": ("deliberation",)},
    "ballot": {"juror": ("deliberation",)},
}
# What an objection in each state waits for.
AWAITED: dict[Pending, frozenset[Kind]] = {
    "none": frozenset(KINDS) - {"respond_to_objection", "rule_on_objection"},
    "raised": frozenset({"respond_to_objection", "decline"}),
    "answered": frozenset({"rule_on_objection"}),
}


@dataclass(frozen=True, slots=True)
class Result:
    """What a code means: whether the action takes effect, and its weight as a violation.

    Weights: 0 none, 1 a slip in the particulars, 2 a breach of turn or phase, 3 of authority.
    """

    effect: bool
    weight: int
    meaning: str


RESULTS: dict[str, Result] = {
    "accepted": Result(True, 0, "The action takes effect."),
    "no_authority": Result(False, 3, "This role may never do that."),
    "wrong_phase": Result(False, 2, "The role may do that in another phase."),
    "no_objection": Result(False, 2, "There is no objection to answer or to rule on."),
    "objection_pending": Result(False, 2, "An objection is pending and must be settled first."),
    "objection_unanswered": Result(False, 2, "The other side has not been heard on it yet."),
    "out_of_turn": Result(False, 2, "Another seat is on turn."),
    "over_budget": Result(False, 1, "More than three claims: the turn is used and void."),
    "unknown_exhibit": Result(False, 1, "No exhibit of that id is known to this seat."),
    "not_yours": Result(False, 1, "The other side holds that exhibit."),
    "already_submitted": Result(False, 1, "That exhibit was submitted before."),
    "nothing_to_object_to": Result(False, 1, "No such entry of the other side."),
    "objection_late": Result(False, 1, "An objection must come at the next turn."),
    "objection_repeated": Result(False, 1, "That entry was objected to before."),
    "incomplete": Result(False, 1, "A ground, ruling, exhibit or decision is missing."),
    "unknown_decision": Result(False, 1, "The case has no such decision."),
    "not_the_jurys": Result(False, 1, "The judge must give the decision that the jury found."),
}


def judge_action(phase: Phase, pending: Pending, role: Role, on_turn: bool, kind: Kind) -> str:
    """The code for an action, before its particulars are looked at.

    The order decides: authority, phase, objection, turn. The first that fails names the code.
    """
    phases = AUTHORITY[kind].get(role)
    if phases is None:
        return "no_authority"
    if phase not in phases:
        return "wrong_phase"
    if kind not in AWAITED[pending]:
        if pending == "none":
            return "no_objection"
        if pending == "raised" and kind == "rule_on_objection":
            return "objection_unanswered"
        return "objection_pending"
    return "accepted" if on_turn else "out_of_turn"


RESULT_OF: dict[tuple[Phase, Pending, Role, bool, Kind], str] = {
    (phase, pending, role, on_turn, kind): judge_action(phase, pending, role, on_turn, kind)
    for phase in PHASES
    for pending in PENDINGS
    for role in ROLES
    for on_turn in (True, False)
    for kind in KINDS
}
# What a seat on turn may do.
LEGAL: dict[tuple[Phase, Pending, Role], tuple[Kind, ...]] = {
    (phase, pending, role): tuple(
        kind for kind in KINDS if RESULT_OF[phase, pending, role, True, kind] == "accepted"
    )
    for phase in PHASES
    for pending in PENDINGS
    for role in ROLES
}
