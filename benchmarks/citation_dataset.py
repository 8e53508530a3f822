"""The citation benchmark over the shared briefs and opinions, built anew in a folder.

usage: python -m benchmarks.citation_dataset OUT --data ../shared/data [--per-type 300] [--seed 0]

Filings are the shared opinions (most citations to held cases are in the slip opinions) and
briefs, those known or alleged to be drafted by a model left out; the library is every shared
opinion that has a citation. Quotations that the data says stand on the page are taken from
`natural_citations.jsonl.gz`; the writers' own slips in `benchmarks/refutations.jsonl`, read by
hand, become optional labels.
"""

import argparse
import json
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.documents import MODEL_DRAFTED, build_library, rows
from voirdire.citations.find import find_citations
from voirdire.citecheck.bench.build import BuildOptions, Dataset, KnownFault, build_dataset
from voirdire.citecheck.bench.files import write_dataset
from voirdire.citecheck.bench.filings import Filing, read_filings
from voirdire.documents.fold import fold
from voirdire.documents.quotations import find_quotations

_FILES = ("opinions/opinions_paged", "opinions/opinions_unpaged", "briefs/briefs")
_READ = Path(__file__).with_name("refutations.jsonl")


def build_shared(data: Path, out: Path, *, per_type: int = 300, seed: int = 0) -> Dataset:
    """Build the benchmark into `out`, which is replaced only when the new one is done.

    Args:
        data: The shared data folder.
        out: Where the dataset goes.
        per_type: Faults of each type.
        seed: Of every choice.
    """
    filings = list(read_filings([data / f"{name}.jsonl.gz" for name in _FILES], MODEL_DRAFTED))
    labels: dict[str, list[dict[str, object]]] = {}
    for row in rows(data / "opinions/natural_citations.jsonl.gz"):
        labels.setdefault(str(row["citing"]), []).append(row)
    options = BuildOptions(
        seed=seed, per_type=per_type, labels=labels, known_faults=known_slips(filings)
    )
    with tempfile.TemporaryDirectory() as folder:
        library = build_library(data, Path(folder))
        dataset = build_dataset(filings, library, options)
        library.close()
    out.parent.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(prefix=f"{out.name}-", dir=out.parent))
    write_dataset(new, dataset.excerpts, dataset.manifest)
    new.chmod(0o755)
    if out.exists():
        shutil.rmtree(out)
    new.rename(out)
    return dataset


def known_slips(filings: Sequence[Filing]) -> list[KnownFault]:
    """The writers' own slips, read by hand, as the words of the filings they stand in."""
    slips: dict[str, list[dict[str, object]]] = {}
    for line in _READ.read_text("utf-8").splitlines():
        row = json.loads(line)
        if row["verdict"] == "slip":
            slips.setdefault(row["document"], []).append(row)
    found = []
    for filing in filings:
        if filing.id not in slips:
            continue
        folded = fold(filing.document)
        text = filing.document.text
        spans = [q.span for q in find_quotations(folded, filing.document)]
        for citation in find_citations(folded):
            spans.append(citation.span)
            spans += [citation.core_span] if citation.core_span != citation.span else []
            spans += [s for s in (citation.pin_span, citation.court_year_span) if s is not None]
        original = sorted(
            (folded.original(span) for span in spans), key=lambda s: (s.start, -s.end)
        )
        for slip in slips[filing.id]:
            at = next((span for span in original if span.start == slip["start"]), None)
            if at is not None:
                found.append(KnownFault(filing.id, text[at.start : at.end]))
    return found


def main() -> None:
    """Build, and print the manifest without the hashes of the filings."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--per-type", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    dataset = build_shared(args.data, args.out, per_type=args.per_type, seed=args.seed)
    shown = {key: value for key, value in dataset.manifest.items() if key != "filings"}
    print(json.dumps(shown, indent=1))


if __name__ == "__main__":
    main()
