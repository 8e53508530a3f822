"""A trial as the metrics see it: its record, the issue map, and a mark on every claim."""

from dataclasses import dataclass

from voirdire.courtroom.engine import OTHER, Trial
from voirdire.courtroom.scoring.issue_map import IssueMap, read_issue_map
from voirdire.courtroom.scoring.marks import mark_record
from voirdire.courtroom.scoring.record import Record, read_record
from voirdire.courtroom.scoring.types import MarkedClaim, Metric, MetricScore, ScoreSpan
from voirdire.courtroom.types import CaseFile, Side

NO_MAP = "the case has no issue map"


@dataclass(frozen=True, slots=True)
class Examined:
    """What a trial comes to before it is scored."""

    record: Record
    issue_map: IssueMap
    marks: tuple[MarkedClaim, ...]

    def counted(self, seat: str) -> list[MarkedClaim]:
        """The claims of a seat that count."""
        return [mark for mark in self.marks if mark.seat == seat and mark.counted]

    def material(self, side: Side) -> set[tuple[str, str]]:
        """The (exhibit, issue) pairs that favour a side and that it could bring.

        Not those whose exhibit the other side alone holds and never brought, nor those that
        were excluded, nor those that the key says would rightly be objected to.
        """
        record = self.record
        barred = {each.exhibit for each in record.key.planted or ()} | set(record.excluded)
        return {
            (exhibit, issue)
            for exhibit, issue in self.issue_map.pairs(side)
            if exhibit not in barred
            and (exhibit in record.admitted or record.exhibits[exhibit].holder != OTHER[side])
        }


def examine(file: CaseFile, trial: Trial) -> Examined:
    """Examine a trial, at any moment.

    Raises:
        CaseError: the trial is of another case.
    """
    record = read_record(file, trial)
    issue_map = read_issue_map(trial.case, file.key)
    return Examined(record, issue_map, mark_record(record, issue_map))


def not_applicable(metric: Metric, detail: str, n: int = 0) -> MetricScore:
    """A score that is none, and why."""
    return MetricScore(metric, None, None, n, detail)


def harmonic(precision: float, recall: float) -> float:
    """F1."""
    both = precision + recall
    return 2 * precision * recall / both if both else 0.0


def span_of(mark: MarkedClaim, credit: float, note: str) -> ScoreSpan:
    """Where a claim's part of a score comes from."""
    return ScoreSpan(mark.entry, mark.id, mark.claim.exhibit, mark.span, credit, note)
