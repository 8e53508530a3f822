"""Speed and memory against eyecite in the same run, as ratios.

usage: python -m benchmarks.speed --data ../shared/data

CPU seconds of this process, both programs warm, on the first 10,000 words of the three
longest briefs as raw text; the long text is whole briefs one after another. Memory is the
peak resident size of a process of its own.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.documents import build_library, citing_documents
from voirdire.citations.find import find_citations
from voirdire.citations.resolve import resolve_citations
from voirdire.citecheck.brief import check_brief
from voirdire.citecheck.report import report_record
from voirdire.documents.fold import fold
from voirdire.documents.load import load_bytes
from voirdire.documents.types import Document

_WORDS = 10_000
_ROUNDS = 5
# A library for the memory measurements need hold nothing: what is measured is the document.
_MEASURED = """
import re, sys
from pathlib import Path
from voirdire.authorities.library import Library
from voirdire.citecheck.brief import check_brief
from voirdire.citecheck.report import report_record
from voirdire.documents.load import load_document
report = check_brief(load_document(Path(sys.argv[1])), Library.open(Path(sys.argv[2])))
report_record(report)
# VmHWM and not ru_maxrss: that one keeps the size of the process that started this one.
peak = re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())
print(len(report.citations), int(peak[1]) // 1024)
"""


@dataclass(frozen=True, slots=True)
class Speed:
    """One measured ratio with the bound that the project sets itself."""

    what: str
    figure: str
    bound: str
    is_met: bool


def measure(data: Path) -> list[Speed]:
    """Every ratio and memory figure, measured now."""
    briefs = _longest_briefs(data)
    texts = [" ".join(text.split(" ")[:_WORDS]) for text in briefs[:3]]
    documents = [load_bytes(f"brief-{n}.txt", t.encode()) for n, t in enumerate(texts)]
    characters = sum(map(len, texts))
    peer = _cpu_seconds(lambda: [_eyecite(text) for text in texts], 2)
    ours = _cpu_seconds(lambda: [_find(document) for document in documents], _ROUNDS)
    with tempfile.TemporaryDirectory() as folder:
        library = build_library(data, Path(folder))
        whole = _cpu_seconds(
            lambda: [report_record(check_brief(document, library)) for document in documents], 2
        )
        memory = list(_memory(Path(folder), texts))
    # The same words whole and in ten pieces: other words may be dearer.
    words = " ".join(briefs).split(" ")[: 10 * _WORDS]
    pieces = [
        load_bytes("piece.txt", " ".join(words[at : at + _WORDS]).encode())
        for at in range(0, len(words), _WORDS)
    ]
    long_document = load_bytes("long.txt", " ".join(words).encode())
    in_pieces = _cpu_seconds(lambda: [_find(piece) for piece in pieces], 2)
    linear = in_pieces / _cpu_seconds(lambda: [_find(long_document)], 2)
    return [
        Speed(
            "finding and resolving, characters a second against eyecite 2.7.8",
            f"{peer / ours:.1f} times ({characters / ours:,.0f} against {characters / peer:,.0f})",
            "at least 10 times",
            peer / ours >= 10,
        ),
        Speed(
            "the whole check with a held library, CPU seconds against eyecite's finding alone",
            f"{whole / peer:.2f} ({whole:.2f} s against {peer:.2f} s)",
            "at most 0.5",
            whole / peer <= 0.5,
        ),
        Speed(
            "characters a second at 100,000 words against the same in pieces of 10,000",
            f"{linear:.2f}",
            "at least 0.8",
            linear >= 0.8,
        ),
        *memory,
    ]


def _longest_briefs(data: Path) -> list[str]:
    briefs = [d.text for d in citing_documents(data) if d.kind == "brief"]
    return sorted(briefs, key=len, reverse=True)


def _eyecite(text: str) -> object:
    from eyecite import get_citations

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return get_citations(text)


def _find(document: Document) -> object:
    folded = fold(document)
    return resolve_citations(find_citations(folded), folded)


def _cpu_seconds(work: Callable[[], object], rounds: int) -> float:
    """The least CPU time of some rounds, after one that warms up."""
    work()
    taken = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return min(taken)


def _memory(folder: Path, texts: list[str]) -> list[Speed]:
    brief = folder / "thousand.txt"
    cited = " ".join(
        f"The rule is old. Roe v. Doe, {volume} F.3d {page}, {page + 1} (9th Cir. 2001)."
        for volume in range(100, 140)
        for page in range(10, 260, 10)
    )
    brief.write_text(cited, encoding="utf-8")
    pdf = folder / "thousand.pdf"
    _write_pdf(pdf, texts[0], pages=1000)
    results = []
    for what, path in (("a brief of 1,000 citations", brief), ("a PDF of 1,000 pages", pdf)):
        done = subprocess.run(
            [sys.executable, "-c", _MEASURED, path, folder / "library"],
            capture_output=True,
            text=True,
            check=True,
        )
        citations, megabytes = map(int, done.stdout.split())
        results.append(
            Speed(
                f"peak memory of a check of {what} ({citations:,} citations found)",
                f"{megabytes} MB",
                "under 500 MB",
                megabytes < 500,
            )
        )
    return results


def _write_pdf(path: Path, text: str, pages: int) -> None:
    from reportlab.lib.pagesizes import LETTER
    from reportlab.pdfgen import canvas

    words = text.split()
    sheet = canvas.Canvas(str(path), pagesize=LETTER)
    per_line, lines = 12, 25
    for page in range(pages):
        start = page * per_line * lines
        for line in range(lines):
            at = (start + line * per_line) % max(len(words) - per_line, 1)
            row = " ".join(words[at : at + per_line]).encode("latin-1", "replace").decode("latin-1")
            sheet.drawString(72, 720 - 26 * line, row)
        sheet.drawString(300, 40, str(page + 1))
        sheet.showPage()
    sheet.save()


def run(data: Path) -> str:
    """The section of docs/results.md."""
    rows = measure(data)
    table = "\n".join(
        f"| {row.what} | {row.figure} | {row.bound} | {'yes' if row.is_met else 'no'} |"
        for row in rows
    )
    return (
        "## Speed and memory\n\n"
        "`python -m benchmarks.speed --data ../shared/data`: CPU seconds in one run, the first "
        "10,000 words of each of the three longest briefs, raw text, both warm.\n\n"
        "| what | measured | bound | met |\n|---|---|---|---|\n" + table + "\n"
    )


def main() -> None:
    """Print the section."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    print(run(parser.parse_args().data))


if __name__ == "__main__":
    main()
