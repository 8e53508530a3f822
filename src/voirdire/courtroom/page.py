"""A saved trial as one HTML page: the transcript on the left, the exhibits on the right.

Every claim stands under the speech that carries it, with the parts of the scores that rest on
it, and links to the words of the exhibit where it was found.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from voirdire.courtroom.languages import Words, interface_words
from voirdire.courtroom.record import SavedTrial
from voirdire.courtroom.scoring.types import Metric, MetricScore, ScoreSpan
from voirdire.courtroom.transcript import claim_words, particulars, seat_name
from voirdire.courtroom.types import Claim, Entry, Exhibit, struck_entries
from voirdire.reports.page import render_template


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a score that rests on an entry or a claim."""

    metric: Metric
    credit: float
    note: str


@dataclass(frozen=True, slots=True)
class _ShownClaim:
    id: str
    issue: str
    exhibit: str
    words: str
    target: str
    anchor: str | None
    parts: tuple[_Part, ...]


@dataclass(frozen=True, slots=True)
class _ShownEntry:
    number: int
    phase: str
    seat: str
    side: str
    action: str
    particulars: str
    text: str
    result: str
    is_refused: bool
    is_struck: bool
    is_stand_in: bool
    claims: tuple[_ShownClaim, ...]
    parts: tuple[_Part, ...]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of an exhibit; `claims` are those found in it, `anchors` where links lead."""

    text: str
    claims: tuple[str, ...] = ()
    anchors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _ShownExhibit:
    exhibit: Exhibit
    status: str
    holder: str
    pieces: tuple[_Piece, ...]


@dataclass(frozen=True, slots=True)
class _ShownSeat:
    seat: str
    agent: str
    scores: tuple[MetricScore, ...]


def render_trial(saved: SavedTrial) -> str:
    """The whole page as HTML text; nothing in it is fetched from elsewhere."""
    trial = saved.trial
    said = interface_words(trial.case.language)
    spans = _spans_of(saved)
    located = [each for group in spans.values() for _, each in group]
    return render_template(
        "courtroom/trial.html",
        case=trial.case,
        ending=trial.ending,
        options=trial.options,
        seed=trial.seed,
        seats=tuple(_shown_seats(saved)),
        entries=tuple(_shown_entry(saved, entry, spans, said) for entry in trial.entries()),
        exhibits=tuple(
            _ShownExhibit(
                exhibit,
                said.statuses[trial.statuses[exhibit.id]],
                said.holders[exhibit.holder],
                tuple(_pieces(exhibit, located)),
            )
            for exhibit in trial.exhibits.values()
        ),
        objections=trial.objections,
        said=said,
    )


def _spans_of(saved: SavedTrial) -> Mapping[int, list[tuple[Metric, ScoreSpan]]]:
    found: dict[int, list[tuple[Metric, ScoreSpan]]] = {}
    for seat in (saved.scores or {}).values():
        for metric, score in seat.items():
            for span in score.spans:
                found.setdefault(span.entry, []).append((metric, span))
    return found


def _shown_seats(saved: SavedTrial) -> Iterator[_ShownSeat]:
    for seat in saved.trial.seats:
        scores = (saved.scores or {}).get(seat, {})
        yield _ShownSeat(
            seat_name(saved.trial, seat), saved.agents.get(seat, ""), tuple(scores.values())
        )


def _shown_entry(
    saved: SavedTrial,
    entry: Entry,
    spans: Mapping[int, Sequence[tuple[Metric, ScoreSpan]]],
    said: Words,
) -> _ShownEntry:
    here = spans.get(entry.number, ())
    struck = struck_entries(saved.trial.objections)
    return _ShownEntry(
        entry.number,
        said.phases[entry.phase],
        seat_name(saved.trial, entry.seat),
        saved.trial.roles[entry.seat],
        said.actions[entry.action.kind],
        particulars(entry, said),
        entry.action.text,
        said.results[entry.code],
        entry.code != "accepted",
        entry.number in struck,
        any(each.turn == entry.number and each.is_missed_turn for each in saved.failures),
        tuple(
            _shown_claim(f"{entry.number}.{place}", claim, here)
            for place, claim in enumerate(entry.action.claims, 1)
        ),
        tuple(_Part(m, each.credit, each.note) for m, each in here if each.claim is None),
    )


def _shown_claim(
    number: str, claim: Claim, here: Sequence[tuple[Metric, ScoreSpan]]
) -> _ShownClaim:
    mine = [(metric, each) for metric, each in here if each.claim == number]
    found = any(each.span and each.exhibit for _, each in mine)
    return _ShownClaim(
        number,
        claim.issue,
        claim.exhibit,
        claim_words(claim),
        claim.target or "",
        f"s{number}" if found else None,
        tuple(dict.fromkeys(_Part(metric, each.credit, each.note) for metric, each in mine)),
    )


def _pieces(exhibit: Exhibit, spans: Sequence[ScoreSpan]) -> Iterator[_Piece]:
    """The exhibit's content cut where claims begin and end; claims may overlap."""
    mine = {(each.span, each.claim) for each in spans if each.exhibit == exhibit.id and each.claim}
    marked = sorted((span, claim) for span, claim in mine if span and claim)
    ends = {0, len(exhibit.content), *(end for span, _ in marked for end in span)}
    cuts = sorted(ends)
    for start, end in pairwise(cuts):
        over = tuple(claim for (first, last), claim in marked if first <= start and end <= last)
        here = tuple(f"s{claim}" for (first, _), claim in marked if first == start)
        yield _Piece(exhibit.content[start:end], over, here)
