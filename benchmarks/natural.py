"""Natural citations of the shared documents, scored by the shared tool.

usage: python -m benchmarks.natural --data ../shared/data

Runs `../shared/tools/score_citations.py` with the hand-made corrections of the id. labels
(`benchmarks/id_corrections.jsonl`: all 299 were read in their documents) and shows what it prints.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.documents import rows
from benchmarks.intervals import show_share

_CORRECTIONS = Path(__file__).with_name("id_corrections.jsonl")
_GROUP = re.compile(r"^(\S.*?) (\d+) (\{.*\})$", re.MULTILINE)
_COUNT = re.compile(r"'(\w[\w ]*)': '(\d+) ")
_WANTED = {
    ("FullCase", "found"): "99%",
    ("FullCase", "resolved"): "99%",
    ("ShortCase", "resolved"): "97%",
    ("Supra", "resolved"): "97%",
    ("Id", "resolved"): "95% of the corrected list",
    ("quotation on page", "verified"): "98%",
    ("pin in range", "refuted"): "at most 1%",
}


def score(data: Path) -> str:
    """What the shared tool prints."""
    tool = data.parent / "tools" / "score_citations.py"
    command = Path(sys.executable).with_name("voirdire")
    with tempfile.TemporaryDirectory() as work:
        done = subprocess.run(
            [
                sys.executable, tool, data, work, "--command", command,
                "--corrections", _CORRECTIONS,
            ],
            capture_output=True,
            text=True,
            check=True,
        )  # fmt: skip
    return done.stdout


def _wrong_labels(data: Path) -> str:
    """How many of the id. labels are left out: "52 of 299"."""
    wrong = [json.loads(line) for line in _CORRECTIONS.read_text("utf-8").splitlines()]
    labels = rows(data / "opinions/natural_citations.jsonl.gz")
    n = sum(row["form"] == "IdCitation" for row in labels)
    return f"{sum(row['wrong'] for row in wrong)} of {n}"


def run(data: Path) -> str:
    """The section of docs/results.md."""
    printed = score(data)
    lines = []
    for group, n, counts in _GROUP.findall(printed):
        for what, number in _COUNT.findall(counts):
            wanted = _WANTED.get((group, what), "")
            share = show_share(int(number), int(n))
            lines.append(f"| {group} | {what} | {number} of {n} | {share} | {wanted} |")
    return (
        "## Natural citations\n\n"
        "`python -m benchmarks.natural --data ../shared/data`: every citation of the shared "
        "opinions and briefs that another tool (eyecite 2.7.8) found and that resolves to an "
        "opinion held, by `../shared/tools/score_citations.py`; "
        f"{_wrong_labels(data)} id. labels, found wrong when all were read in their documents, "
        "are left out.\n\n"
        "| label | what | count | share (95% interval) | wanted |\n|---|---|---|---|---|\n"
        + "\n".join(lines)
        + "\n"
    )


def main() -> None:
    """Print the section."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    print(run(parser.parse_args().data.resolve()))


if __name__ == "__main__":
    main()
