"""The tables of `rules` to the page that documents them."""

from collections.abc import Iterable, Iterator, Sequence

from voirdire.courtroom.rules import AUTHORITY, AWAITED, ENGINE_VERSION, RESULT_OF, RESULTS
from voirdire.courtroom.types import KINDS, PENDINGS, PHASES, ROLES, Pending, Phase

_PENDING = {
    "none": "no objection",
    "raised": "an objection waits for the other side's answer",
    "answered": "an objection waits for the ruling",
}


def render_protocol() -> str:
    """The protocol as Markdown: authority, results, and one result for every situation."""
    lines = [
        f"# The protocol of a trial ({ENGINE_VERSION})",
        "",
        "Written by `voirdire trial protocol` from the tables that the engine runs on. An action "
        "is held against authority, phase, objection and turn, in this order; the first that fails "
        "names the result. Then its particulars are looked at.",
        "",
        "## Who may do what, and when",
        "",
        *_table(
            ("action", *ROLES),
            (
                (kind, *(", ".join(AUTHORITY[kind].get(role, ("never",))) for role in ROLES))
                for kind in KINDS
            ),
        ),
        "",
        "An objection that was raised waits for "
        f"{_named('raised')}; one that was answered for {_named('answered')}.",
        "",
        "## Results",
        "",
        "The weight is that of a violation: 1 a slip in the particulars, 2 a breach of turn or "
        "phase, 3 of authority.",
        "",
        *_table(
            ("result", "takes effect", "weight", "meaning"),
            (
                (f"`{code}`", "yes" if each.effect else "no", str(each.weight), each.meaning)
                for code, each in RESULTS.items()
            ),
        ),
        "",
        "## Every situation",
    ]
    for phase in PHASES:
        for pending in PENDINGS:
            lines += ["", f"### {phase}, {_PENDING[pending]}", "", *_situation(phase, pending)]
    return "\n".join(lines) + "\n"


def _situation(phase: Phase, pending: Pending) -> Iterator[str]:
    rows = (
        (
            f"{role}, {'on turn' if on_turn else 'off turn'}",
            *(RESULT_OF[phase, pending, role, on_turn, kind] for kind in KINDS),
        )
        for role in ROLES
        for on_turn in (True, False)
    )
    return _table(("seat", *KINDS), rows)


def _named(pending: Pending) -> str:
    return " or ".join(f"`{kind}`" for kind in KINDS if kind in AWAITED[pending])


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield "|---" * len(head) + "|"
    for row in rows:
        yield f"| {' | '.join(row)} |"
