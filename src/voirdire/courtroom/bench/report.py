"""The trials of a tournament to what is reported: standings, verdicts, baselines."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from voirdire.courtroom.agents.failures import NO_ANSWER, Missed
from voirdire.courtroom.bench.standings import (
    Part,
    Rated,
    Standing,
    judged_verdict,
    part_of,
    rank_agents,
    rate_trial,
)
from voirdire.courtroom.bench.tournament import Match
from voirdire.courtroom.scoring.baselines import Baseline
from voirdire.courtroom.scoring.types import METRICS
from voirdire.courtroom.scoring.verdicts import (
    Prediction,
    RunVerdicts,
    summarise_verdicts,
)
from voirdire.courtroom.tried import TriedCase
from voirdire.scoring.bootstrap import Interval

_VERDICT_COLUMNS = (
    "judge, or baseline without a trial",
    "cases",
    "balanced accuracy",
    "Brier",
    "skill over the best baseline",
)


@dataclass(frozen=True, slots=True)
class CourtroomReport:
    """What a tournament comes to.

    `verdicts` by the agent that judged; `invalid` counts trials that were cut short for a
    breach, by the agent that broke the rules, which they rate; they rate nobody else. `missed`
    has by agent, and by the part it had, what the models missed that missed turns, in whatever
    trial.
    """

    trials: int
    standings: tuple[Standing, ...]
    verdicts: Mapping[str, RunVerdicts]
    baselines: Mapping[str, Baseline]
    invalid: Mapping[str, int]
    missed: Mapping[str, Mapping[Part, Missed]]


def report_tournament(
    played: Iterable[tuple[Match, TriedCase]], baselines: Mapping[str, Baseline]
) -> CourtroomReport:
    """Sum up the trials of a tournament; a baseline is compared with every judge."""
    rated: list[Rated] = []
    predictions: dict[str, list[Prediction]] = {}
    invalid: dict[str, int] = {}
    turns: Counter[tuple[str, Part]] = Counter()
    missed: Counter[tuple[str, Part]] = Counter()
    trials = 0
    for match, one in played:
        trials += 1
        if one.trial.is_invalid:
            assert one.trial.ending and one.trial.ending.seat
            agent = one.agents[one.trial.ending.seat]
            invalid[agent] = invalid.get(agent, 0) + 1
        rated += rate_trial(one, one.agents, match.rated)
        found = judged_verdict(one) if "judge" in match.rated else None
        if found:
            predictions.setdefault(one.agents["judge"], []).append(found)
        turns.update((one.agents[e.seat], part_of(one, e.seat)) for e in one.trial.entries())
        for seat, each in one.missed.items():
            missed[one.agents[seat], part_of(one, seat)] += each.missed
    against = {name: each.predictions for name, each in baselines.items()}
    by_agent: dict[str, dict[Part, Missed]] = {}
    for (agent, part), count in missed.items():
        by_agent.setdefault(agent, {})[part] = Missed(turns[agent, part], count)
    return CourtroomReport(
        trials,
        rank_agents(rated),
        {agent: summarise_verdicts(made, against) for agent, made in predictions.items()},
        baselines,
        invalid,
        by_agent,
    )


def report_markdown(report: CourtroomReport) -> str:
    """The report as Markdown: one row an advocate, then the judges and baselines."""
    lines = [
        "| agent | " + " | ".join(metric.replace("_", " ") for metric in METRICS[1:]) + " |",
        "|---" * len(METRICS) + "|",
    ]
    pleaded = (each.agent for each in report.standings if each.part == "counsel")
    for agent in dict.fromkeys(pleaded):
        cells = [_cell(report.standings, agent, "counsel", metric) for metric in METRICS[1:]]
        lines.append(f"| {agent} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n\n" + verdicts_markdown(report)


def verdicts_markdown(report: CourtroomReport) -> str:
    """The judges and the baselines, one row each; who broke the rules or missed turns, a line."""
    lines = [verdict_head("protocol adherence")]
    for agent, verdicts in report.verdicts.items():
        adherence = _cell(report.standings, agent, "judge", "protocol_adherence")
        lines.append(verdict_row(agent, verdicts, adherence))
    for name, baseline in report.baselines.items():
        lines.append(verdict_row(name.replace("_", " "), baseline.verdicts, ""))
    for agent, count in report.invalid.items():
        cut = f"{agent}: {count} trials cut short for a breach of its own"
        lines += ["", f"{cut}, left out for the other seats."]
    for agent, parts in report.missed.items():
        for part, each in parts.items():
            said = f"{each.missed} of {each.turns} turns as {part}"
            lines += ["", f"{agent}: {said} {NO_ANSWER}."]
    return "\n".join(lines) + "\n"


def _cell(standings: Sequence[Standing], agent: str, part: Part, metric: str) -> str:
    for each in standings:
        if (each.agent, each.part, each.metric) != (agent, part, metric):
            continue
        out = f", {each.left_out} n/a" if each.left_out else ""
        if each.mean.value is None:
            return f"n/a ({each.left_out})"
        floor = "" if each.floor is None else f", floor {each.floor:.2f}"
        return f"{interval_text(each.mean)}{floor}, n {each.n}{out}"
    return ""


def verdict_head(*more: str) -> str:
    """The head of a table of verdicts, with `more` columns at its end."""
    columns = (*_VERDICT_COLUMNS, *more)
    return f"| {' | '.join(columns)} |\n" + "|---" * len(columns) + "|"


def verdict_row(name: str, verdicts: RunVerdicts, *more: str) -> str:
    """One judge, or one baseline, as a row under `verdict_head`."""
    best = verdicts.best_baseline
    said = ""
    if best:
        said = f"{interval_text(verdicts.skill[best].difference)} over {best.replace('_', ' ')}"
    undecided = f", {verdicts.undecided} undecided" if verdicts.undecided else ""
    return (
        f"| {name} | {verdicts.n}{undecided} | {interval_text(verdicts.balanced_accuracy)} | "
        f"{interval_text(verdicts.brier)} | {' | '.join((said, *more))} |"
    )


def interval_text(interval: Interval) -> str:
    """A figure with its bounds, where it has any."""
    if interval.value is None:
        return "n/a"
    if interval.low is None or interval.high is None:
        return f"{interval.value:.2f}"
    joint = " to " if interval.low < 0 else "-"
    return f"{interval.value:.2f} ({interval.low:.2f}{joint}{interval.high:.2f})"
