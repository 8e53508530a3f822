"""What the scores of a trial say: a mark on each claim, a value beside its floor."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from voirdire.courtroom.types import Claim, Role, Side

Mark = Literal["supported", "refuted", "unchecked"]
Metric = Literal[
    "verdict_accuracy",
    "coherence",
    "evidence_use",
    "rebuttal",
    "hallucination_resistance",
    "protocol_adherence",
]
METRICS: tuple[Metric, ...] = get_args(Metric)
# What a seat is scored on.
METRICS_OF: Mapping[Role, tuple[Metric, ...]] = {
    "prosecution": METRICS[1:],
    "defence": METRICS[1:],
    "judge": ("verdict_accuracy", "protocol_adherence"),
    "juror": ("verdict_accuracy", "protocol_adherence"),
}


@dataclass(frozen=True, slots=True)
class MarkedClaim:
    """A claim held against the exhibit that it cites.

    `id` is "7.2" (entry 7, second claim); `span` is half-open, in characters of the exhibit's
    content, where the quotation or the value was found. `bears` says whether the issue map
    ties what was found to the claim's issue (None without a map), `favours` for whom; `reach`, of
    a quotation, is its span with the whole of the sentences that it is cut from.
    `counted` is False for a struck or void entry and for a duplicate.
    """

    id: str
    entry: int
    seat: str
    claim: Claim
    mark: Mark
    reason: str
    span: tuple[int, int] | None = None
    bears: bool | None = None
    favours: Side | None = None
    reach: tuple[int, int] | None = None
    counted: bool = True


@dataclass(frozen=True, slots=True)
class ScoreSpan:
    """Where a part of a score comes from: an entry, a claim of it, words of an exhibit."""

    entry: int
    claim: str | None
    exhibit: str | None
    span: tuple[int, int] | None
    credit: float
    note: str


@dataclass(frozen=True, slots=True)
class MetricScore:
    """A metric of one seat in one trial. `value` and `floor` from 0 to 1.

    `value` None: not applicable, for the reason in `detail`; it is never averaged in.
    `floor` None: no floor is known. `n`: how many items (claims, opportunities) it rests on.
    """

    metric: Metric
    value: float | None
    floor: float | None
    n: int
    detail: str
    spans: tuple[ScoreSpan, ...] = ()


SeatScores = Mapping[Metric, MetricScore]
# By seat.
TrialScores = Mapping[str, SeatScores]
