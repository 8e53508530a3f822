"""The shared citing documents, as the scoring tool writes them: id to text, and one library.

Every opinion and brief of the data folder becomes a plain text; pages are joined by one
space (or nothing when the break is inside a word) and footnotes follow, as
`natural_citations.jsonl.gz` counts characters.
"""

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from voirdire.authorities.library import Library

# Filings drafted by a model, known or alleged: their faults are not slips of a person.
MODEL_DRAFTED = (
    "br-cs-gov-uscourts-wyd-64014",
    "br-dc-fletcher-v-experian-reply",
    "br-dc-briefs-gov-uscourts-insd-216295",
    "br-dc-fivehouse-v-dod",
)


@dataclass(frozen=True, slots=True)
class CitingDocument:
    """A document that cites: `kind` is "opinion" or "brief"."""

    id: str
    kind: str
    text: str

    @property
    def is_model_drafted(self) -> bool:
        """Whether a model is known or alleged to have drafted it."""
        return self.id.startswith(MODEL_DRAFTED)


def rows(path: Path) -> Iterator[dict[str, object]]:
    """The objects of a gzip file of JSON lines."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def citing_documents(data: Path) -> Iterator[CitingDocument]:
    """Every opinion and brief of a data folder, in file order."""
    for name, kind in (
        ("opinions/opinions_paged", "opinion"),
        ("opinions/opinions_unpaged", "opinion"),
        ("briefs/briefs", "brief"),
    ):
        for record in rows(data / f"{name}.jsonl.gz"):
            yield CitingDocument(str(record["id"]), kind, _text(record))


def _text(record: dict[str, object]) -> str:
    pages = record.get("pages")
    if not isinstance(pages, list):
        body = str(record["text"])
    else:
        body = ""
        for number, page in enumerate(pages):
            body += page["text"] if number == 0 or page.get("joined") else " " + page["text"]
    notes = record.get("footnotes")
    return body + "".join("\n\n" + note["text"] for note in notes or ())  # type: ignore[union-attr]


def build_library(data: Path, directory: Path) -> Library:
    """A library of every opinion of the data folder that has a citation."""
    directory.mkdir(parents=True, exist_ok=True)
    library = Library.create(directory / "library")
    library.add([data / "opinions" / f"opinions_{kind}.jsonl.gz" for kind in ("paged", "unpaged")])
    return library
