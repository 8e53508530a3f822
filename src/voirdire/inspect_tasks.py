"""The benchmarks as Inspect finds them, by the entry point of its name: `voirdire/citations`."""

from voirdire.citecheck.bench.task import citations
from voirdire.courtroom.task import courtroom

__all__ = ["citations", "courtroom"]
