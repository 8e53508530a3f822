"""Scored excerpts of a system to its figures with intervals, and two systems to a comparison.

Figures are of all segments of a dataset together (micro). Intervals are 95%, by the
bootstrap over documents (`scoring.bootstrap`, BCa); where every draw gives the same figure,
all found or none, Wilson's over the documents that have anything to count, which is wide
rather than nothing. What a system gave no answer to is counted apart, never as missed.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from voirdire.citecheck.bench.scorer import (
    Mode,
    ScoredExcerpt,
    Tally,
    f1,
    paper_f1,
    paper_recall,
    precision,
    recall,
    score_excerpt,
    tally,
)
from voirdire.citecheck.excerpts import Answer, Excerpt, FaultType, Label
from voirdire.scoring.bootstrap import (
    Counts,
    Interval,
    Statistic,
    bca_interval,
    resample_clusters,
)
from voirdire.scoring.comparison import Comparison, compare_paired
from voirdire.scoring.proportions import mcnemar_p, wilson

MODES: tuple[Mode, ...] = get_args(Mode)
FAULT_TYPES: tuple[FaultType, ...] = get_args(FaultType)


@dataclass(frozen=True, slots=True)
class Measures:
    """Figures of one way of matching, over all types or one."""

    tally: Tally
    precision: Interval
    recall: Interval
    f1: Interval
    paper_recall: Interval
    paper_f1: Interval


@dataclass(frozen=True, slots=True)
class Share:
    """How many of `n` things, as a figure with its interval."""

    hits: int
    n: int
    interval: Interval


@dataclass(frozen=True, slots=True)
class Effort:
    """What the answers took, in all. `dollars` is None where the price of any is not known.

    Answers that ended in an error cost too and are in the sums.
    """

    answers: int
    turns: int
    calls: int
    duplicates: int
    denied: int
    input_tokens: int
    output_tokens: int
    dollars: float | None
    seconds: float


@dataclass(frozen=True, slots=True)
class SystemScores:
    """All figures of one system on one dataset.

    `kinds` are shares of golds found strictly, by name of the kind: pin cites by whether a
    quotation exposes them, and every strategy of injection. `faults` counts those of which at
    least one segment is found strictly; several segments may belong to one fault. `unheld`:
    of the citations that the builder's library lacks, those touched by a false prediction.
    `unchanged`: of the excerpts with nothing to find, those with a false prediction.
    """

    excerpts: int
    scored: int
    documents: int
    overall: Mapping[Mode, Measures]
    by_type: Mapping[Mode, Mapping[FaultType, Measures]]
    kinds: Mapping[str, Share]
    faults: Mapping[FaultType, Share]
    unheld: Share
    unchanged: Share
    effort: Effort

    @property
    def unscored(self) -> int:
        """Excerpts that the system gave no answer to."""
        return self.excerpts - self.scored


def score_answers(
    excerpts: Iterable[Excerpt], answers: Mapping[str, Answer]
) -> list[ScoredExcerpt]:
    """Score the excerpts that have an answer, in their order."""
    scored = []
    for excerpt in excerpts:
        answer = answers.get(excerpt.id)
        result = score_excerpt(excerpt, answer) if answer is not None else None
        if result is not None:
            scored.append(result)
    return scored


def summarize(excerpts: Sequence[Excerpt], answers: Mapping[str, Answer]) -> SystemScores:
    """The figures of one system; `answers` by the id of their excerpt."""
    scored = score_answers(excerpts, answers)
    documents = _by_document(scored)
    given = [answers[e.id] for e in excerpts if e.id in answers]
    return SystemScores(
        excerpts=len(excerpts),
        scored=len(scored),
        documents=len(documents),
        overall={mode: _measure(documents, mode, None) for mode in MODES},
        by_type={mode: {t: _measure(documents, mode, t) for t in FAULT_TYPES} for mode in MODES},
        kinds=_kinds(documents, scored),
        faults={t: _share(documents, lambda e, t=t: _faults(e, t)) for t in FAULT_TYPES},  # type: ignore[misc]
        unheld=_share(documents, lambda e: (len(e.touched), len(e.unheld))),
        unchanged=_share(documents, lambda e: (e.is_unchanged and e.is_flagged, e.is_unchanged)),
        effort=_effort(given),
    )


@dataclass(frozen=True, slots=True)
class SystemComparison:
    """Two systems on the excerpts that both answered, matched strictly.

    `only_first` and `only_second` count the golds that one of them alone found; `mcnemar` is
    the exact p value of those counts, which takes golds as independent. The p values of the
    comparisons do not: they exchange whole documents.
    """

    excerpts: int
    precision: Comparison
    recall: Comparison
    f1: Comparison
    only_first: int
    only_second: int
    mcnemar: float


def compare_systems(
    first: Iterable[ScoredExcerpt], second: Iterable[ScoredExcerpt]
) -> SystemComparison | None:
    """Compare two systems on the same dataset; None when they answered no excerpt in common."""
    others = {scored.excerpt.id: scored for scored in second}
    pairs = [(s, others[s.excerpt.id]) for s in first if s.excerpt.id in others]
    if not pairs:
        return None
    mine, theirs = _by_document(a for a, _ in pairs), _by_document(b for _, b in pairs)
    counts = [[tally(group, "strict") for group in side.values()] for side in (mine, theirs)]

    def compare(statistic: Statistic) -> Comparison:
        return compare_paired(counts[0], counts[1], statistic)

    found = [
        (a.strict, b.strict)
        for one, other in pairs
        for a, b in zip(one.golds, other.golds, strict=True)
        if not a.label.optional
    ]
    only_first, only_second = found.count((True, False)), found.count((False, True))
    return SystemComparison(
        len(pairs),
        compare(precision),
        compare(recall),
        compare(f1),
        only_first,
        only_second,
        mcnemar_p(only_first, only_second),
    )


_Documents = Mapping[str, Sequence[ScoredExcerpt]]


def _by_document(scored: Iterable[ScoredExcerpt]) -> _Documents:
    documents: dict[str, list[ScoredExcerpt]] = defaultdict(list)
    for excerpt in scored:
        documents[excerpt.excerpt.document].append(excerpt)
    return documents


def _measure(documents: _Documents, mode: Mode, fault_type: FaultType | None) -> Measures:
    clusters = [tally(group, mode, fault_type) for group in documents.values()]
    total = Tally(*map(sum, zip(*clusters, strict=True))) if clusters else Tally()
    figures = _intervals(
        clusters,
        {
            precision: sum(c.predictions > 0 for c in clusters),
            recall: (with_golds := sum(c.golds > 0 for c in clusters)),
            f1: with_golds,
            paper_recall: with_golds,
            paper_f1: with_golds,
        },
    )
    return Measures(total, *figures)


def _intervals(clusters: Sequence[Counts], figures: Mapping[Statistic, int]) -> list[Interval]:
    """The interval of each figure; beside it stands in how many clusters it counts anything."""
    # A document with nothing to count says nothing of a share; drawing it leaves some undefined.
    counted = [counts for counts in clusters if any(counts)]
    if not counted:
        return [Interval(None, None, None) for _ in figures]
    drawn = resample_clusters(counted)
    return [_bounded(bca_interval(drawn, figure), n) for figure, n in figures.items()]


def _bounded(interval: Interval, n: int) -> Interval:
    """Wilson's bounds over `n` documents where the bootstrap has none to give."""
    if not interval.is_degenerate or interval.value not in (0, 1):
        return interval
    low, high = wilson(interval.value * n, n)
    return Interval(interval.value, low, high, is_degenerate=True)


def _share(documents: _Documents, count: Callable[[ScoredExcerpt], tuple[int, int]]) -> Share:
    """A share of things counted in each excerpt: (hits, n)."""
    clusters = [
        tuple(map(sum, zip(*map(count, group), strict=True))) for group in documents.values()
    ]
    hits, n = (sum(cluster[i] for cluster in clusters) for i in range(2))
    counted = sum(cluster[1] > 0 for cluster in clusters)
    return Share(hits, n, _intervals(clusters, {_ratio: counted})[0])


def _ratio(counts: Counts) -> float | None:
    return counts[0] / counts[1] if counts[1] else None


def _kinds(documents: _Documents, scored: Iterable[ScoredExcerpt]) -> dict[str, Share]:
    labels = [gold.label for e in scored for gold in e.golds if not gold.label.optional]
    names = {kind for label in labels for kind in _kinds_of(label)}
    return {name: _share(documents, lambda e, name=name: _found(e, name)) for name in sorted(names)}  # type: ignore[misc]


def _kinds_of(label: Label) -> list[str]:
    kinds = [f"{label.type}: {label.strategy}"] if label.strategy else []
    if label.exposed is not None:
        kinds.append(f"{label.type}: {'with' if label.exposed else 'without'} a quotation")
    return kinds


def _found(excerpt: ScoredExcerpt, kind: str) -> tuple[int, int]:
    counts = tally([excerpt], "strict", of_gold=lambda label: kind in _kinds_of(label))
    return counts.found, counts.golds


def _faults(excerpt: ScoredExcerpt, fault_type: FaultType) -> tuple[int, int]:
    """Faults of a type of which a segment is found, and all of them."""
    found: dict[str, bool] = {}
    for number, gold in enumerate(excerpt.golds):
        if gold.label.type == fault_type and not gold.label.optional:
            fault = gold.label.fault or f"segment {number}"
            found[fault] = found.get(fault, False) or gold.strict
    return sum(found.values()), len(found)


def _effort(answers: Sequence[Answer]) -> Effort:
    prices = [answer.dollars for answer in answers]
    return Effort(
        len(answers),
        sum(answer.turns for answer in answers),
        sum(answer.calls for answer in answers),
        sum(answer.duplicates for answer in answers),
        sum(answer.denied for answer in answers),
        sum(answer.input_tokens for answer in answers),
        sum(answer.output_tokens for answer in answers),
        None if None in prices else sum(price for price in prices if price is not None),
        sum(answer.seconds for answer in answers),
    )
