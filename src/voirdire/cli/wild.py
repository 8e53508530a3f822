"""`voirdire bench citations wild`: our check against citations that courts ruled on."""

import json
import math
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voirdire.cli import options

if TYPE_CHECKING:
    from voirdire.citecheck.bench.wild import ClassScore, WildResult, WildScores


class Format(StrEnum):
    """How the scores are written."""

    table = "table"
    json = "json"


def wild(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The published data set, JSON.")],
    library: options.Library = None,
    offline: options.Offline = False,
    output_format: Annotated[
        Format, typer.Option("--format", help="How to write the scores.")
    ] = Format.table,
) -> None:
    """Score our check on "Citations in the Wild": citations that courts ruled on.

    A label is predicted from the checks that a record declares; where one of them could not
    run, the record is INSUFFICIENT: left out of the classes, and shown as a share.
    """
    from voirdire.authorities.library import Library
    from voirdire.authorities.sources import open_sources
    from voirdire.citecheck.bench.wild import check_wild, read_wild, score_wild
    from voirdire.cli.streams import standard_output

    records = read_wild(file)
    held = Library.open(library) if library is not None else None
    results = check_wild(records, open_sources(held, offline=offline))
    scores = score_wild(results)
    with standard_output(utf8=output_format is Format.json) as stream:
        if output_format is Format.json:
            stream.write(json.dumps(_as_json(scores, results)) + "\n")
        else:
            stream.write("\n".join(_as_lines(scores, len(records))) + "\n")


def _as_json(scores: "WildScores", results: "list[WildResult]") -> dict[str, object]:
    def figures(score: "ClassScore") -> dict[str, object]:
        return {
            **asdict(score),
            "precision": _number(score.precision),
            "recall": _number(score.recall),
            "f1": _number(score.f1),
        }

    return {
        "n": scores.n,
        "insufficient": scores.insufficient,
        "classes": [figures(score) for score in scores.classes],
        "exists": figures(scores.exists),
        "says_controls": list(scores.says_controls),
        "balanced_accuracy": _number(scores.balanced_accuracy),
        "records": [
            {
                "id": r.record.id,
                "expected": r.record.expected,
                "predicted": r.predicted,
                "checks": r.outcomes,
                "reasons": list(r.reasons),
            }
            for r in results
        ],
    }


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value


def _as_lines(scores: "WildScores", records: int) -> list[str]:
    def share(value: float) -> str:
        return "    -" if math.isnan(value) else f"{value:5.3f}"

    lines = [f"{'class':24} right  said  true  precision  recall     f1"]
    for name, score in [(score.label, score) for score in scores.classes] + [
        ("EXISTS_FAIL, all records", scores.exists)
    ]:
        lines.append(
            f"{name:24} {score.right:5} {score.predicted:5} {score.expected:5}"
            f"      {share(score.precision)}   {share(score.recall)}  {share(score.f1)}"
        )
    matched, controls = scores.says_controls
    part = f"{scores.insufficient / scores.n:.1%}" if scores.n else "-"
    return [
        *lines,
        f"balanced accuracy {share(scores.balanced_accuracy).strip()}; "
        f"quotations of right citations found: {matched} of {controls}",
        f"{records} records, {scores.n} scored one by one, "
        f"{scores.insufficient} insufficient ({part})",
    ]
