"""Figures to plots: SVG that stands inside an HTML page, drawn by its style sheet.

Colours and fonts come from the page (`--ink`, `--rule`, `--series-0` and on), so that a plot
is right in light and in dark. Each plot has a title and a description for those who do not
see it; the page gives the same figures in a table. All text from outside is escaped.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

if TYPE_CHECKING:
    from collections.abc import Iterator

SERIES = 8
"""Series that the page has colours for; further ones begin again."""

_WIDTH = 720
_LEFT, _RIGHT, _TOP, _BOTTOM = 60, 12, 30, 46
# Pixels above a plot for its title.
_HEADING = 26
_LINE = 18


@dataclass(frozen=True, slots=True)
class Bar:
    """A share between 0 and 1 with its interval; None where it is not defined."""

    value: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Point:
    """A named point, with an interval along the y axis where there is one."""

    name: str
    x: float
    y: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Box:
    """The five numbers of a distribution, in order."""

    name: str
    numbers: tuple[float, float, float, float, float]


def plot_bars(
    title: str,
    groups: Sequence[str],
    series: Sequence[tuple[str, Sequence[Bar]]],
    top: float = 1.0,
) -> Markup:
    """Shares in groups, a bar for each series, with whiskers for the intervals.

    The axis ends at the share `top`.
    """
    height = 260
    base = height - _BOTTOM
    place = (_WIDTH - _LEFT - _RIGHT) / max(1, len(groups))
    thick = 0.8 * place / max(1, len(series))
    drawn = list(_grid_of_shares(base, top))
    for g, group in enumerate(groups):
        left = _LEFT + g * place + 0.1 * place
        middle = _LEFT + (g + 0.5) * place
        # On two lines, since five names of two words fill the width of the plot.
        for line, words in enumerate(group.split(" ", 1)):
            drawn.append(_text(middle, base + 16 + 14 * line, words, "middle"))
        for s, (name, bars) in enumerate(series):
            drawn.append(_bar(bars[g], f"{group}, {name}", left + s * thick, thick, base, s, top))
    drawn += _legend([name for name, _ in series], height)
    described = "; ".join(
        f"{name}: "
        + ", ".join(f"{g} {_percent(b.value)}" for g, b in zip(groups, bars, strict=True))
        for name, bars in series
    )
    return _svg(title, described, height + _LINE * _legend_rows(len(series)), drawn)


def plot_points(title: str, x_label: str, y_label: str, points: Sequence[Point]) -> Markup:
    """Points over an x axis from 0; the y axis is a share."""
    height = 320
    base = height - _BOTTOM
    most = _round_up(max((p.x for p in points), default=0))
    drawn = list(_grid_of_shares(base))
    for step in range(5):
        value = most * step / 4
        drawn.append(_text(_along(value, most), base + 18, f"{value:.4g}", "middle"))
    drawn.append(_text((_LEFT + _WIDTH) / 2, base + 38, x_label, "middle"))
    drawn.append(_text(_LEFT, _TOP - 12, y_label, "start"))
    for s, point in enumerate(points):
        x, y = _along(point.x, most), _up(point.y, base)
        if point.low is not None and point.high is not None:
            drawn.append(_whisker(x, _up(point.low, base), _up(point.high, base)))
        drawn.append(
            Markup('<circle class="series-{}" cx="{:.1f}" cy="{:.1f}" r="6"/>').format(
                s % SERIES, x, y
            )
        )
        # A name near the right edge would run out of the plot.
        left = x < 0.7 * _WIDTH
        drawn.append(
            _text(x + (10 if left else -10), y - 8, point.name, "start" if left else "end")
        )
    described = "; ".join(f"{p.name}: {x_label} {p.x:.4g}, {_percent(p.y)}" for p in points)
    return _svg(title, described, height, drawn)


def plot_boxes(title: str, x_label: str, boxes: Sequence[Box]) -> Markup:
    """Distributions as boxes from the lower to the upper quartile, with the whole range."""
    row = 34
    height = _TOP + row * len(boxes) + _BOTTOM
    base = height - _BOTTOM
    most = _round_up(max((box.numbers[4] for box in boxes), default=0))
    drawn = []
    for step in range(5):
        value = most * step / 4
        x = _along(value, most, left=200)
        drawn.append(_line(x, _TOP, x, base, "rule"))
        drawn.append(_text(x, base + 18, f"{value:.4g}", "middle"))
    drawn.append(_text((200 + _WIDTH) / 2, base + 38, x_label, "middle"))
    for s, box in enumerate(boxes):
        y = _TOP + (s + 0.5) * row
        at = [_along(number, most, left=200) for number in box.numbers]
        drawn.append(_text(192, y + 5, box.name, "end"))
        drawn.append(_line(at[0], y, at[4], y, "whisker"))
        drawn.append(_rectangle(at[1], y - 9, max(2.0, at[3] - at[1]), 18, s))
        drawn.append(_line(at[2], y - 11, at[2], y + 11, "median"))
    described = "; ".join(
        f"{box.name}: from {box.numbers[0]:.4g} to {box.numbers[4]:.4g}, half of them between "
        f"{box.numbers[1]:.4g} and {box.numbers[3]:.4g}, median {box.numbers[2]:.4g}"
        for box in boxes
    )
    return _svg(title, described, height, drawn)


def _svg(title: str, description: str, height: float, drawn: Iterable[Markup]) -> Markup:
    return Markup(
        '<svg class="plot" role="img" viewBox="0 0 {} {:.0f}" xmlns="http://www.w3.org/2000/svg">'
        '<title>{}</title><desc>{}</desc><text class="heading" y="14">{}</text>'
        '<g transform="translate(0 {})">{}</g></svg>'
    ).format(_WIDTH, height + _HEADING, title, description, title, _HEADING, Markup("").join(drawn))


def _grid_of_shares(base: float, top: float = 1.0) -> "Iterator[Markup]":
    for step in range(0, 101, 25):
        y = _up(step / 100, base)
        yield _line(_LEFT, y, _WIDTH - _RIGHT, y, "rule")
        yield _text(_LEFT - 8, y + 4, f"{step * top:.3g}%", "end")


def _bar(
    bar: Bar, name: str, left: float, thick: float, base: float, series: int, most: float
) -> Markup:
    if bar.value is None:
        return _text(left + thick / 2, base - 4, "-", "middle")
    top = _up(bar.value / most, base)
    tip = Markup("<title>{}: {}</title>").format(name, _percent(bar.value))
    body = _rectangle(left, top, max(1.0, thick - 2), max(0.5, base - top), series, tip)
    if bar.low is None or bar.high is None:
        return body
    low, high = _up(bar.low / most, base), _up(bar.high / most, base)
    return body + _whisker(left + thick / 2 - 1, low, high)


def _legend(names: Sequence[str], height: float) -> "Iterator[Markup]":
    for s, name in enumerate(names):
        x = _LEFT + (s % 3) * (_WIDTH - _LEFT) / 3
        y = height + _LINE * (s // 3)
        yield _rectangle(x, y - 10, 12, 12, s)
        yield _text(x + 18, y, name, "start")


def _legend_rows(names: int) -> int:
    return ceil(names / 3)


def _up(share: float, base: float) -> float:
    return base - min(1.0, max(0.0, share)) * (base - _TOP)


def _along(value: float, most: float, left: float = _LEFT) -> float:
    # Room on the right for half of the last number.
    return left + (value / most if most else 0.0) * (_WIDTH - _RIGHT - 14 - left)


def _round_up(most: float) -> float:
    """The next of 1, 2, 4 or 8 times a power of ten; 1 for nothing."""
    if most <= 0:
        return 1.0
    power = 10.0 ** floor(log10(most))
    return next((f * power for f in (1, 2, 4, 8) if f * power >= most), 10 * power)


def _percent(share: float | None) -> str:
    return "not defined" if share is None else f"{100 * share:.1f}%"


def _text(x: float, y: float, text: str, anchor: str) -> Markup:
    return Markup('<text x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>').format(
        x, y, anchor, escape(text)
    )


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> Markup:
    return Markup('<line class="{}" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>').format(
        kind, x1, y1, x2, y2
    )


def _whisker(x: float, low: float, high: float) -> Markup:
    ends = (_line(x - 4, y, x + 4, y, "whisker") for y in (low, high))
    return _line(x, low, x, high, "whisker") + Markup("").join(ends)


def _rectangle(
    x: float, y: float, width: float, height: float, series: int, inside: str = ""
) -> Markup:
    return Markup(
        '<rect class="series-{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}">{}</rect>'
    ).format(series % SERIES, x, y, width, height, inside)
