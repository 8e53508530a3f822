"""The figures of the hallucination-rate study as tables, JSON and a page that stands alone."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from voirdire.citecheck.bench.hallucination_rate import CheckedDraft
from voirdire.citecheck.bench.rate_scores import ModelPair, ModelRate, Spread
from voirdire.citecheck.bench.tables import Table, show_interval
from voirdire.scoring.bootstrap import Interval

Json = dict[str, object]

DEFINITION = (
    "Hallucinated: the existence or the case name of a citation is refuted. Decided: "
    "hallucinated, or existence and name verified; what no source could decide is neither, and "
    "stands apart. Each case counts once in a document. Intervals of 95%, bootstrapped over "
    "documents."
)
CANONICAL = (
    "Times cited: in how many opinions of the library the case is cited, by a plain search for "
    "its reporters and pages. Real citations of held cases only; for all others it is not known."
)
NOT_COUNTED = "Times cited is not known: no library with opinions was given."

# Characters that a plot has room for beside a bar or box.
_ROOM = 28
# Where the axis of rates may end: those of good models are small.
_TOPS = (0.04, 0.1, 0.2, 0.4, 1.0)


@dataclass(frozen=True, slots=True)
class RateReport:
    """A finished study: what was asked, what came of it, and the drafts behind it.

    `counted`: whether a library could tell how often cases are cited. `spent` is a line on
    tokens and dollars for each model.
    """

    prompts: int
    samples: int
    models: Sequence[ModelRate]
    pairs: Sequence[ModelPair]
    drafts: Sequence[CheckedDraft]
    counted: bool
    spent: Sequence[tuple[str, str]] = ()

    @property
    def has_failures(self) -> bool:
        """Whether a model gave no answer somewhere, so that the figures are partial."""
        return any(checked.draft.status == "failed" for checked in self.drafts)


def report_json(report: RateReport) -> Json:
    """Everything but the texts, as one JSON object."""
    return {
        "prompts": report.prompts,
        "samples": report.samples,
        "definition": DEFINITION,
        "times_cited_from": "library" if report.counted else None,
        "models": [{**asdict(model), "decided": model.decided} for model in report.models],
        "pairs": [asdict(pair) for pair in report.pairs],
        "spent": dict(report.spent),
        "documents": [
            {
                "model": checked.draft.model,
                "prompt": checked.draft.prompt,
                "sample": checked.draft.sample,
                "status": checked.draft.status,
                "cut_off": checked.draft.is_cut_off,
                "error": checked.draft.error,
                "citations": [asdict(citation) for citation in checked.citations],
            }
            for checked in report.drafts
        ],
    }


def show_difference(interval: Interval) -> str:
    """A difference in percentage points with its interval, signed."""
    if interval.value is None:
        return "-"
    said = f"{100 * interval.value:+.1f}"
    if interval.low is None or interval.high is None:
        return said
    return f"{said} ({100 * interval.low:+.1f} to {100 * interval.high:+.1f})"


def show_spread(spread: Spread | None) -> str:
    """Median and quartiles: "4 (2-7)"."""
    if spread is None:
        return "-"
    _, low, middle, high, _ = spread.numbers
    return f"{middle:g} ({low:g}-{high:g})"


def report_tables(report: RateReport) -> list[Table]:
    """Rates, documents, what was cited, and where there are several models their pairs."""
    tables = [_rates(report), _documents(report), _canonical(report)]
    return tables + ([_pairs(report)] if report.pairs else [])


def _rates(report: RateReport) -> Table:
    columns = (
        "model", "rate of decided", "hallucinated", "no such case", "other name", "decided",
        "undecided",
    )  # fmt: skip
    rows = tuple(
        (
            m.model,
            show_interval(m.rate),
            str(m.hallucinated),
            str(m.nonexistent),
            str(m.misnamed),
            f"{m.decided} of {m.citations}",
            show_interval(m.undecided),
        )
        for m in report.models
    )
    return Table("Hallucination rate", columns, rows, DEFINITION)


def _documents(report: RateReport) -> Table:
    columns = ("model", "documents", "refused", "empty", "failed", "cut off", "tokens and price")
    spent = dict(report.spent)
    rows = tuple(
        (
            m.model,
            *(str(m.statuses.get(s, 0)) for s in ("drafted", "refused", "empty", "failed")),
            str(m.cut_off),
            spent.get(m.model, "-"),
        )
        for m in report.models
    )
    times = "once" if report.samples == 1 else f"{report.samples} times"
    note = (
        f"{report.prompts} prompts, each asked {times}. Refused, empty and failed "
        "ones cite nothing and count in no rate; a document that was cut off counts as it is."
    )
    return Table("Documents", columns, rows, note)


def _canonical(report: RateReport) -> Table:
    columns = (
        "model", "citations a document", "mean", "distinct cases", "times cited", "counted",
        "not known",
    )  # fmt: skip
    rows = tuple(
        (
            m.model,
            show_spread(m.per_document),
            "-" if m.per_document is None else f"{m.per_document.mean:.1f}",
            str(m.distinct),
            show_spread(m.times_cited),
            str(m.times_cited.n if m.times_cited else 0),
            str(m.uncounted),
        )
        for m in report.models
    )
    note = "Median (quartiles). " + (CANONICAL if report.counted else NOT_COUNTED)
    return Table("What is cited", columns, rows, note)


def _pairs(report: RateReport) -> Table:
    columns = ("first", "second", "rate", "rate of second", "difference", "p", "prompts")
    rows = tuple(
        (
            pair.first,
            pair.second,
            _percent(pair.comparison.first),
            _percent(pair.comparison.second),
            show_difference(pair.comparison.difference),
            "-" if pair.comparison.p_value is None else f"{pair.comparison.p_value:.3f}",
            str(pair.comparison.clusters),
        )
        for pair in report.pairs
    )
    note = (
        "Over the prompts for which both wrote a document; p by exchanging the two within prompts."
    )
    return Table("Between models", columns, rows, note)


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f}%"


def render_rate_page(report: RateReport) -> str:
    """One HTML page: plots, tables, and every hallucinated citation with the reason.

    Nothing is fetched, and text of models is escaped.
    """
    from voirdire.reports.page import render_template
    from voirdire.reports.plots import Bar, Box, plot_bars, plot_boxes

    models = report.models
    bars = [Bar(m.rate.value, m.rate.low, m.rate.high) for m in models]
    names = [_short(m.model) for m in models]
    highest = max((b.high or b.value or 0.0 for b in bars), default=0.0)
    plots = [
        plot_bars(
            "Hallucinated of decided citations",
            ["rate of each model with its interval of 95%"],
            [(name, [bar]) for name, bar in zip(names, bars, strict=True)],
            top=next(top for top in _TOPS if top >= highest),
        )
    ]
    for title, label, spreads in (
        ("Citations a document", "distinct cases", [(m, m.per_document) for m in models]),
        ("How often the cited cases are cited", "opinions of the library",
         [(m, m.times_cited) for m in models]),
    ):  # fmt: skip
        boxes = [
            Box(_short(m.model), spread.numbers) for m, spread in spreads if spread is not None
        ]
        if boxes:
            plots.append(plot_boxes(title, label, boxes))
    hallucinated = [
        (checked.draft, citation)
        for checked in report.drafts
        for citation in checked.citations
        if citation.verdict == "hallucinated"
    ]
    failed = [checked.draft for checked in report.drafts if checked.draft.status == "failed"]
    return render_template(
        "citecheck/rate.html",
        plots=plots,
        tables=report_tables(report),
        hallucinated=hallucinated,
        failed=failed,
    )


def _short(name: str) -> str:
    """A model's name as a plot has room for it: its end tells versions apart."""
    return name if len(name) <= _ROOM else "…" + name[1 - _ROOM :]
