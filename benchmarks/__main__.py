"""Measure everything and write docs/results.md.

usage: python -m benchmarks --data ../shared/data --out docs/results.md
"""

import argparse
import datetime
import platform
import subprocess
import sys
from pathlib import Path

from benchmarks import names, natural, planted, refutations, speed, years
from voirdire import __version__

_SECTIONS = (natural, refutations, planted, names, years, speed)
_HEAD = """# Measured results

Written by `make bench` on {date}, Voirdire {version} at {commit}, Python {python}. The shared data
(`../shared/data/README.md`) holds most cited cases not at all: "decided" means verified or refuted,
and stands beside every figure. Intervals are Wilson score intervals of 95%.
"""


def main() -> None:
    """Run every section in turn; the page is written when all are done."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--out", type=Path, default=Path("docs/results.md"))
    args = parser.parse_args()
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()
    head = _HEAD.format(
        date=datetime.datetime.now(datetime.UTC).date(),
        version=__version__,
        commit=commit,
        python=platform.python_version(),
    )
    sections = []
    for module in _SECTIONS:
        sys.stderr.write(f"{module.__name__} ...\n")
        sections.append(module.run(args.data.resolve()))
    sections.append(Path(__file__).with_name("left.md").read_text("utf-8"))
    args.out.write_text(head + "\n" + "\n".join(sections), encoding="utf-8")


if __name__ == "__main__":
    main()
