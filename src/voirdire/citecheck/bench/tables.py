"""A `BenchReport` to tables of text that a terminal, a page and a Markdown file show alike."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from voirdire.citecheck.bench.published import DIFFERENCE, PAPER, PUBLISHED
from voirdire.citecheck.bench.report import BenchReport, SystemReport
from voirdire.citecheck.bench.scores import FAULT_TYPES, MODES, Share
from voirdire.citecheck.excerpts import FaultType
from voirdire.scoring.bootstrap import Interval
from voirdire.scoring.comparison import Comparison

TYPE_NAMES: dict[FaultType, str] = {
    "nonexistent_citation": "non-existent citation",
    "case_name_mismatch": "case name mismatch",
    "incorrect_pincite": "incorrect pin cite",
    "verbatim_misquote": "verbatim misquote",
    "content_misrepresentation": "content misrepresented",
}


@dataclass(frozen=True, slots=True)
class Table:
    """A titled table; `note` says under it how to read it."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def report_tables(report: BenchReport) -> Iterator[Table]:
    """Every table of a report, those that have no row left out."""
    systems = report.systems
    made = (
        _overall(systems),
        _by_type(systems),
        _kinds(systems),
        _false_positives(systems),
        _effort(systems),
        _comparisons(report),
        _error_kinds(systems),
        _published(),
    )
    return (table for table in made if table.rows)


def show_interval(interval: Interval) -> str:
    """A share and its interval in percent: "96.4% (95.0-97.5)"; "-" where it is not defined."""
    if interval.value is None:
        return "-"
    share = f"{100 * interval.value:.1f}%"
    if interval.low is None or interval.high is None:
        return share
    return f"{share} ({100 * interval.low:.1f}-{100 * interval.high:.1f})"


def show_share(share: Share) -> str:
    """A share as counts and in percent: "3 of 40: 7.5% (2.6-19.9)"."""
    if not share.n:
        return "-"
    return f"{share.hits} of {share.n}: {show_interval(share.interval)}"


def _overall(systems: Sequence[SystemReport]) -> Table:
    rows = []
    for system in systems:
        scores = system.scores
        for mode in MODES[::-1]:
            m = scores.overall[mode]
            relaxed = mode == "relaxed"
            rows.append(
                (
                    system.name,
                    mode,
                    f"{scores.scored} of {scores.excerpts}",
                    str(m.tally.golds),
                    str(m.tally.predictions),
                    show_interval(m.precision),
                    show_interval(m.recall),
                    show_interval(m.f1),
                    show_interval(m.paper_recall) if relaxed else "",
                    show_interval(m.paper_f1) if relaxed else "",
                )
            )
    columns = ("system", "match", "scored", "golds", "predictions", "precision", "recall", "F1")
    note = (
        "Intervals are 95%, bootstrapped over documents (BCa; Wilson's over documents where all "
        "or none is found). Excerpts without an answer are not scored. Relaxed: prediction or "
        "gold is a substring of the other, as in the paper; its recall counts predictions that "
        "match, several of one gold several times, and may exceed 100%. Strict: at most one "
        "prediction a gold, none over twice its length."
    )
    return Table("Systems", (*columns, "paper's recall", "paper's F1"), tuple(rows), note)


def _by_type(systems: Sequence[SystemReport]) -> Table:
    rows = []
    for system in systems:
        for fault_type in FAULT_TYPES:
            strict, relaxed = (system.scores.by_type[m][fault_type] for m in ("strict", "relaxed"))
            if not strict.tally.golds and not strict.tally.predictions:
                continue
            rows.append(
                (
                    system.name,
                    TYPE_NAMES[fault_type],
                    str(strict.tally.golds),
                    show_interval(strict.recall),
                    show_interval(relaxed.recall),
                    show_share(system.scores.faults[fault_type]),
                    str(strict.tally.predictions),
                    show_interval(strict.precision),
                    show_interval(relaxed.precision),
                )
            )
    columns = (
        "system", "type", "golds", "recall, strict", "recall, relaxed", "faults found",
        "predictions", "precision, strict", "precision, relaxed",
    )  # fmt: skip
    note = (
        "Recall: golds of the type found by any prediction. Predictions and precision: those "
        "that the system says are of the type, right where they match a gold of that type. A "
        "fault may have several golds and is found with one of them, strictly."
    )
    return Table("By type", columns, tuple(rows), note)


def _kinds(systems: Sequence[SystemReport]) -> Table:
    kinds = sorted({kind for system in systems for kind in system.scores.kinds})
    rows = tuple(
        (
            show_kind(kind),
            *(show_share(s.scores.kinds[kind]) if kind in s.scores.kinds else "-" for s in systems),
        )
        for kind in kinds
    )
    columns = ("kind of fault", *(system.name for system in systems))
    return Table("Recall by kind", columns, rows, "Golds found, strictly.")


def show_kind(kind: str) -> str:
    """A kind of `SystemScores.kinds`, spelt for people."""
    fault_type, _, rest = kind.partition(": ")
    name = next((TYPE_NAMES[t] for t in FAULT_TYPES if t == fault_type), fault_type)
    return f"{name}: {rest.replace('_', ' ')}"


def _false_positives(systems: Sequence[SystemReport]) -> Table:
    rows = tuple(
        (s.name, show_share(s.scores.unheld), show_share(s.scores.unchanged)) for s in systems
    )
    columns = ("system", "unheld citations touched", "unchanged excerpts flagged")
    note = "By predictions that match no gold strictly. The less the better."
    return Table("False positives", columns, rows, note)


def _effort(systems: Sequence[SystemReport]) -> Table:
    rows = []
    for system in systems:
        effort = system.scores.effort
        n = max(1, effort.answers)
        repeated = effort.duplicates / max(1, effort.calls + effort.duplicates)
        rows.append(
            (
                system.name,
                f"{effort.turns / n:.1f}",
                f"{effort.calls / n:.1f}",
                f"{effort.duplicates} ({100 * repeated:.1f}%)",
                str(effort.denied),
                f"{effort.input_tokens / n:,.0f} / {effort.output_tokens / n:,.0f}",
                "unknown" if effort.dollars is None else f"{effort.dollars:.2f}",
                f"{effort.seconds / n:.2f}",
            )
        )
    columns = (
        "system", "requests an excerpt", "tool calls an excerpt", "repeated calls", "denied calls",
        "tokens in / out an excerpt", "dollars in all", "seconds an excerpt",
    )  # fmt: skip
    note = "Repeated calls are answered from memory. Dollars are unknown where any price is."
    return Table("Steps and cost", columns, tuple(rows), note)


def _comparisons(report: BenchReport) -> Table:
    rows = tuple(
        (
            f"{first} less {second}",
            str(c.excerpts),
            _difference(c.precision),
            _difference(c.recall),
            _difference(c.f1),
            f"{c.only_first} / {c.only_second}",
            f"{c.mcnemar:.2g}",
        )
        for first, second, c in report.comparisons
    )
    columns = (
        "pair", "excerpts", "precision", "recall", "F1", "golds found by one alone", "McNemar's p",
    )  # fmt: skip
    note = (
        "Strict, on the excerpts that both answered: difference in points with its interval, and "
        "p of exchanging whole documents at random (2,000 times). McNemar's takes golds as "
        "independent, which those of one document are not. No correction for several pairs."
    )
    return Table("Paired comparison", columns, rows, note)


def _difference(compared: Comparison) -> str:
    d = compared.difference
    if d.value is None or compared.p_value is None:
        return "-"
    bounds = (
        "" if d.low is None or d.high is None else f" ({100 * d.low:+.1f} to {100 * d.high:+.1f})"
    )
    return f"{100 * d.value:+.1f}{bounds}, p {compared.p_value:.2g}"


def _error_kinds(systems: Sequence[SystemReport]) -> Table:
    counts = {s.name: Counter((e.what, e.kind) for e in s.errors()) for s in systems}
    kinds = sorted({kind for count in counts.values() for kind in count}, reverse=True)
    rows = tuple(
        (what, spell_types(kind), *(str(counts[s.name][what, kind]) for s in systems))
        for what, kind in kinds
    )
    return Table("Errors", ("what", "type", *(s.name for s in systems)), rows, "Strict.")


def spell_types(kind: str) -> str:
    """Types as an error names them, spelt for people."""
    return ", ".join(
        next((TYPE_NAMES[t] for t in FAULT_TYPES if t == part), part) for part in kind.split(", ")
    )


def _published() -> Table:
    rows = tuple((p.system, p.figure, p.value, p.where) for p in PUBLISHED)
    note = f"From {PAPER}. {DIFFERENCE}"
    return Table("Published figures", ("system", "figure", "value", "where"), rows, note)
