"""A `BenchReport` to one HTML page that stands alone: tables, plots, and every error to browse."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import quantiles

from markupsafe import Markup

from voirdire.citecheck.bench.errors import ScoringError
from voirdire.citecheck.bench.report import BenchReport, SystemReport
from voirdire.citecheck.bench.scores import FAULT_TYPES
from voirdire.citecheck.bench.tables import TYPE_NAMES, report_tables, spell_types
from voirdire.reports.page import render_template
from voirdire.reports.plots import Bar, Box, Point, plot_bars, plot_boxes, plot_points


@dataclass(frozen=True, slots=True)
class ErrorGroup:
    """The errors of one system and one kind."""

    system: str
    what: str
    kind: str
    errors: tuple[ScoringError, ...]


@dataclass(frozen=True, slots=True)
class Plot:
    """A drawing, and a line on what it leaves out."""

    drawing: Markup
    note: str = ""


def render_bench_page(report: BenchReport) -> str:
    """The page as HTML text; nothing in it is fetched from elsewhere."""
    failures = [
        (system.name, answer.excerpt, answer.error)
        for system in report.systems
        for answer in system.answers
        if answer.error
    ]
    return render_template(
        "citecheck/bench.html",
        report=report,
        tables=tuple(report_tables(report)),
        plots=(_recall(report.systems), _cost(report.systems), _steps(report.systems)),
        groups=tuple(_groups(report.systems)),
        failures=failures,
    )


def _groups(systems: Sequence[SystemReport]) -> list[ErrorGroup]:
    groups = []
    for system in systems:
        errors = sorted(system.errors(), key=lambda e: (e.what != "missed", e.kind))
        for (what, kind), members in groupby(errors, key=lambda e: (e.what, e.kind)):
            groups.append(ErrorGroup(system.name, what, spell_types(kind), tuple(members)))
    return groups


def _recall(systems: Sequence[SystemReport]) -> Plot:
    series = []
    for system in systems:
        measures = system.scores.by_type["strict"]
        recalls = [measures[fault_type].recall for fault_type in FAULT_TYPES]
        series.append((system.name, [Bar(r.value, r.low, r.high) for r in recalls]))
    names = [TYPE_NAMES[fault_type] for fault_type in FAULT_TYPES]
    return Plot(plot_bars("Recall by type of fault, strict", names, series))


def _cost(systems: Sequence[SystemReport]) -> Plot:
    points, left_out = [], []
    for system in systems:
        effort, f1 = system.scores.effort, system.scores.overall["strict"].f1
        if effort.dollars is None or f1.value is None:
            left_out.append(system.name)
            continue
        dollars = effort.dollars / max(1, effort.answers)
        points.append(Point(system.name, dollars, f1.value, f1.low, f1.high))
    note = f"Cost or F1 not known: {', '.join(left_out)}." if left_out else ""
    return Plot(plot_points("Cost and F1", "dollars an excerpt", "F1, strict", points), note)


def _steps(systems: Sequence[SystemReport]) -> Plot:
    boxes = []
    for system in systems:
        steps = sorted(answer.turns + answer.calls for answer in system.answers)
        if steps:
            inner = quantiles(steps, n=4, method="inclusive") if len(steps) > 1 else steps * 3
            boxes.append(Box(system.name, (steps[0], *inner, steps[-1])))
    return Plot(plot_boxes("Steps an excerpt", "requests to a model and tool calls", boxes))
