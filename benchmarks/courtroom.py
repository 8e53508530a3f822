"""The courtroom: floors and attacks, a tournament, real trials by rules, and baselines.

usage: python -m benchmarks --data ../shared/data --only courtroom
"""

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from voirdire.courtroom.agents.registry import open_agent
from voirdire.courtroom.agents.rule_based import RuleBasedAgent
from voirdire.courtroom.bench.gate import (
    LEAST_OF_COUNSEL,
    MOST_OF_AN_ATTACK,
    AboveFloor,
    attacked_metrics,
    measure_above_floor,
)
from voirdire.courtroom.bench.report import (
    report_markdown,
    report_tournament,
    verdict_head,
    verdict_row,
)
from voirdire.courtroom.bench.tournament import plan_matches, play_matches
from voirdire.courtroom.cases.load import find_case, written_cases
from voirdire.courtroom.imports.read import read_trials
from voirdire.courtroom.scoring.baselines import group_of, run_baselines
from voirdire.courtroom.scoring.verdicts import predict, summarise_verdicts
from voirdire.courtroom.tried import TriedCase, try_case
from voirdire.courtroom.types import CaseFile

_AGENTS = ("random", "random-quotes", "silent", "rules", "prepared")
_SETS = {
    "Old Bailey": "old_bailey",
    "Supreme Court": "scotus",
    "ECtHR, by article": "ecthr",
}


def run(data: Path) -> str:
    """The section of docs/results.md."""
    written = [file for file in map(find_case, written_cases()) if file.case.language == "en"]
    return "".join(
        [
            "## The courtroom\n\n",
            _gate(written),
            _tournament(written),
            *(
                _imported(name, data / "trials" / f"{stem}.jsonl.gz")
                for name, stem in _SETS.items()
            ),
        ]
    )


def _gate(written: Sequence[CaseFile]) -> str:
    names = dict.fromkeys([*(name for name, _ in attacked_metrics()), "random-quotes", "rules"])
    measured = {name: measure_above_floor(name, written) for name in (*names, "prepared")}
    lines = [
        f"### Attacks and floors, {len(written)} written cases\n",
        "Each agent plays one seat at a time against prepared counsel and a prepared judge, "
        "counsel both sides; not applicable counts as the floor in this table only. Intervals "
        "are bootstrapped over cases (BCa, 95%).\n",
        "| agent | metric | floor | above the floor | cases | wanted | met |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, metric in attacked_metrics():
        each = measured[name][metric]
        met = (each.above.value or 0.0) <= MOST_OF_AN_ATTACK
        lines.append(_row(each, f"at most +{MOST_OF_AN_ATTACK:.2f}", met=met))
    for each in measured["prepared"].values():
        met = (each.above.value or 0.0) >= LEAST_OF_COUNSEL
        lines.append(_row(each, f"at least +{LEAST_OF_COUNSEL:.2f}", met=met))
    for name in ("rules", "random-quotes"):
        lines += [_row(each, "", met=None) for each in measured[name].values()]
    return "\n".join(lines) + "\n\n"


def _row(each: AboveFloor, wanted: str, *, met: bool | None) -> str:
    above = each.above
    assert above.value is not None
    bounds = "" if above.low is None else f" ({above.low:+.3f} to {above.high:+.3f})"
    said = "" if met is None else "yes" if met else "no"
    return (
        f"| {each.agent} | {each.metric.replace('_', ' ')} | {each.floor:.3f} | "
        f"{above.value:+.3f}{bounds} | {each.cases} | {wanted} | {said} |"
    )


def _tournament(written: Sequence[CaseFile]) -> str:
    files = {file.case.id: file for file in written}
    names = [*_AGENTS, "always-guilty", "base-rate", "year-only"]
    agents = {name: open_agent(name, case_files=written) for name in names}
    matches = plan_matches(names, list(files), counsel="prepared", judge="rules")
    report = report_tournament(play_matches(matches, files, agents), run_baselines(written))
    return (
        "### Tournament, written cases\n\n"
        f"`voirdire bench courtroom`: {report.trials} trials; every pair of agents meets on every "
        "case with the sides swapped, and every judge hears prepared counsel on every case. "
        "Scripted agents only: the paper's figures (random 22%, templates 47%, zero-shot 63%, "
        "planning 81% verdict accuracy) are of other cases and of models that were not run "
        "here.\n\n" + report_markdown(report) + "\n"
    )


def _imported(name: str, path: Path) -> str:
    files = list(read_trials(path))
    agent = RuleBasedAgent()
    agents = dict.fromkeys(("prosecution", "defence", "judge"), agent)
    tried = [try_case(file, agents) for file in files]
    baselines = run_baselines(files)
    against = {each: found.predictions for each, found in baselines.items()}
    made = [
        found for one in tried if (found := predict(one.file, one.trial, group=group_of(one.file)))
    ]
    codes = Counter(entry.code for one in tried for entry in one.trial.entries())
    refused = sum(codes.values()) - codes["accepted"]
    rows = [verdict_row("rules (counsel and judge)", summarise_verdicts(made, against))]
    rows += [
        verdict_row(each.replace("_", " "), found.verdicts) for each, found in baselines.items()
    ]
    return (
        f"### Real trials: {name}\n\n"
        f"{len(made)} of {len(files)} trials came to a verdict and a score, "
        f"{codes.total():,} actions, {refused} refused. Claims of counsel: {_claims(tried)}.\n\n"
        + "\n".join([verdict_head(), *rows])
        + "\n\n"
    )


def _claims(tried: Sequence[TriedCase]) -> str:
    scores = [
        one.scores[side]["hallucination_resistance"]
        for one in tried
        for side in ("prosecution", "defence")
    ]
    held = [each.value for each in scores if each.value is not None]
    mean = sum(held) / len(held) if held else 0.0
    return (
        f"hallucination resistance {mean:.3f} over {len(held)} seats, {len(scores) - len(held)} n/a"
    )


if __name__ == "__main__":
    sys.stdout.write(run(Path(sys.argv[1])))
