"""Checked drafts to the figures of the hallucination-rate study, by model and between models.

Intervals are bootstrapped over prompts, whose documents cite alike; models are
compared over the prompts that both answered.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean, median, quantiles

from voirdire.citecheck.bench.hallucination_rate import CheckedDraft, Status
from voirdire.scoring.bootstrap import Counts, Interval, bca_interval, resample_clusters
from voirdire.scoring.comparison import Comparison, compare_paired
from voirdire.scoring.proportions import wilson


@dataclass(frozen=True, slots=True)
class Spread:
    """A distribution: how many numbers, their mean, and least, quartiles and greatest."""

    n: int
    mean: float
    numbers: tuple[float, float, float, float, float]


@dataclass(frozen=True, slots=True)
class ModelRate:
    """One model.

    `statuses` count its documents. `citations` are the distinct cases of each document
    together, `distinct` the distinct ones of all. `rate` is hallucinated over decided,
    `undecided` the share that no source could decide. `nonexistent` and `misnamed` part
    the hallucinated. `per_document` is of citations; `times_cited` of the real ones
    whose case is held and counted, `uncounted` how many real ones are not.
    """

    model: str
    statuses: dict[Status, int]
    cut_off: int
    citations: int
    distinct: int
    hallucinated: int
    real: int
    nonexistent: int
    misnamed: int
    rate: Interval
    undecided: Interval
    per_document: Spread | None
    times_cited: Spread | None
    uncounted: int

    @property
    def decided(self) -> int:
        """Citations that a source could decide."""
        return self.hallucinated + self.real


@dataclass(frozen=True, slots=True)
class ModelPair:
    """The rates of two models over the prompts that both answered."""

    first: str
    second: str
    comparison: Comparison


def rate_models(drafts: Sequence[CheckedDraft]) -> list[ModelRate]:
    """The figures of each model, in the order in which they first come."""
    models = dict.fromkeys(checked.draft.model for checked in drafts)
    return [_rate(m, [c for c in drafts if c.draft.model == m]) for m in models]


def _rate(model: str, drafts: Sequence[CheckedDraft]) -> ModelRate:
    written = [checked for checked in drafts if checked.draft.status == "drafted"]
    citations = [citation for checked in written for citation in checked.citations]
    false = [c for c in citations if c.verdict == "hallucinated"]
    nonexistent = sum(any(r.startswith("existence") for r in c.reasons) for c in false)
    real = [c for c in citations if c.verdict == "real"]
    counted = [float(c.times_cited) for c in real if c.times_cited is not None]
    clusters = _by_prompt(written)
    return ModelRate(
        model=model,
        statuses=dict(Counter(checked.draft.status for checked in drafts)),
        cut_off=sum(checked.draft.is_cut_off for checked in drafts),
        citations=len(citations),
        distinct=len({c.case or c.text for c in citations}),
        hallucinated=len(false),
        real=len(real),
        nonexistent=nonexistent,
        misnamed=len(false) - nonexistent,
        rate=_interval([(h, h + r) for h, r, _ in clusters]),
        undecided=_interval([(u, h + r + u) for h, r, u in clusters]),
        per_document=_spread([float(len(checked.citations)) for checked in written]),
        times_cited=_spread(counted),
        uncounted=len(real) - len(counted),
    )


def _counts(checked: CheckedDraft) -> tuple[int, int, int]:
    """Hallucinated, real, undecided."""
    verdicts = Counter(c.verdict for c in checked.citations)
    return verdicts["hallucinated"], verdicts["real"], verdicts["undecided"]


def _by_prompt(written: Sequence[CheckedDraft]) -> list[tuple[int, int, int]]:
    """The counts of each prompt: documents of one prompt cite alike."""
    prompts: dict[str, tuple[int, int, int]] = {}
    for checked in written:
        h, r, u = prompts.get(checked.draft.prompt, (0, 0, 0))
        more = _counts(checked)
        prompts[checked.draft.prompt] = (h + more[0], r + more[1], u + more[2])
    return list(prompts.values())


def share(counts: Counts) -> float | None:
    """The first count over the second."""
    return counts[0] / counts[1] if counts[1] else None


def _interval(clusters: Sequence[tuple[int, int]]) -> Interval:
    """A share over prompts; Wilson's bounds over prompts where all of them agree."""
    counted = [cluster for cluster in clusters if cluster[1]]
    if not counted:
        return Interval(None, None, None)
    interval = bca_interval(resample_clusters(counted), share)
    if interval.is_degenerate and interval.value in (0, 1):
        low, high = wilson(interval.value * len(counted), len(counted))
        return Interval(interval.value, low, high, is_degenerate=True)
    return interval


def _spread(numbers: Sequence[float]) -> Spread | None:
    if not numbers:
        return None
    if len(numbers) == 1:
        return Spread(1, numbers[0], (numbers[0],) * 5)
    low, _, high = quantiles(numbers, n=4, method="inclusive")
    five = (min(numbers), low, median(numbers), high, max(numbers))
    return Spread(len(numbers), fmean(numbers), five)


def compare_models(drafts: Sequence[CheckedDraft]) -> list[ModelPair]:
    """Every pair of models, over the prompts for which both wrote a document."""
    by_model: dict[str, dict[str, tuple[int, int]]] = {}
    for checked in drafts:
        prompts = by_model.setdefault(checked.draft.model, {})
        if checked.draft.status != "drafted":
            continue
        hallucinated, real, _ = _counts(checked)
        before = prompts.get(checked.draft.prompt, (0, 0))
        prompts[checked.draft.prompt] = (
            before[0] + hallucinated,
            before[1] + hallucinated + real,
        )
    pairs = []
    for first, second in combinations(by_model, 2):
        shared = [p for p in by_model[first] if p in by_model[second]]
        if shared:
            comparison = compare_paired(
                [by_model[first][p] for p in shared], [by_model[second][p] for p in shared], share
            )
            pairs.append(ModelPair(first, second, comparison))
    return pairs
