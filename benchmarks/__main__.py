"""Measure everything and write docs/results.md.

usage: python -m benchmarks --data ../shared/data --out docs/results.md [--only speed ...]

With --only the named sections are measured again and put in place of the old ones; what is left
is written anew.
"""

import argparse
import datetime
import platform
import subprocess
import sys
from pathlib import Path

from benchmarks import (
    boed,
    citations,
    courtroom,
    courtroom_local,
    courtroom_server,
    courtroom_speed,
    hallucinations,
    models,
    names,
    natural,
    paraphrases,
    planted,
    refutations,
    speed,
    years,
)
from voirdire import __version__

_SECTIONS = {
    "natural": natural,
    "refutations": refutations,
    "planted": planted,
    "names": names,
    "years": years,
    "hallucinations": hallucinations,
    "citations": citations,
    "paraphrases": paraphrases,
    "boed": boed,
    "courtroom": courtroom,
    "courtroom-local": courtroom_local,
    "courtroom-speed": courtroom_speed,
    "courtroom-server": courtroom_server,
    "speed": speed,
    "models": models,
}
_LEFT = Path(__file__).with_name("left.md")
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
    parser.add_argument("--only", nargs="*", choices=list(_SECTIONS), default=None)
    args = parser.parse_args()
    data = args.data.resolve()
    if args.only is not None:
        page = args.out.read_text("utf-8")
        for name in args.only:
            page = _replaced(page, _measured(name, data))
        left = _LEFT.read_text("utf-8")
        page = page[: page.index(left.splitlines()[0])] + left
        args.out.write_text(page, encoding="utf-8")
        return
    head = _HEAD.format(
        date=datetime.datetime.now(datetime.UTC).date(),
        version=__version__,
        commit=_commit(),
        python=platform.python_version(),
    )
    sections = [_measured(name, data) for name in _SECTIONS]
    sections.append(_LEFT.read_text("utf-8"))
    args.out.write_text(head + "\n" + "\n".join(sections), encoding="utf-8")


def _commit() -> str:
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def _measured(name: str, data: Path) -> str:
    sys.stderr.write(f"{name} ...\n")
    return _SECTIONS[name].run(data)


def _replaced(page: str, section: str) -> str:
    """The page with one section in place of the one of the same heading.

    A section that the page does not have yet goes before what is left.
    """
    heading = section.splitlines()[0]
    section += f"\nMeasured again at {_commit()}.\n"
    if heading + "\n" not in page:
        left = page.index(_LEFT.read_text("utf-8").splitlines()[0])
        return page[:left] + section + "\n" + page[left:]
    start = page.index(heading + "\n")
    end = page.find("\n## ", start)
    return page[:start] + section + (page[end:] if end >= 0 else "")


if __name__ == "__main__":
    main()
