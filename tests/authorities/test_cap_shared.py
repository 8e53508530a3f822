"""The shared opinions over loopback give the same findings as a library made of them."""

import gzip
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from cap_server import serve
from cap_tree import write_tree

from shared_data import SHARED, needs_shared
from voirdire.authorities.cap import CapSource
from voirdire.authorities.http_cache import Politeness
from voirdire.authorities.library import Library
from voirdire.authorities.library_add import add_to_library
from voirdire.authorities.sources import SourceChain
from voirdire.authorities.types import Case, CaseReference, Holding, Opinion
from voirdire.citations.find import find_citations
from voirdire.citations.reporters import reporter_table, split_citation
from voirdire.citations.types import DeclaredReporter
from voirdire.citecheck.brief import check_brief
from voirdire.documents.fold import fold
from voirdire.documents.load import load_bytes
from voirdire.documents.types import Document

OPINIONS = ("opinions/opinions_paged.jsonl.gz", "opinions/opinions_unpaged.jsonl.gz")
DOCUMENTS = 6

pytestmark = needs_shared


class WordCounts:
    """Holds no case and counts words as a library does.

    The static case files count none, and how rare a word is tells a misread one.
    """

    def __init__(self, library: Library) -> None:
        self.document_frequency = library.document_frequency

    def prepare(self, references: Sequence[CaseReference]) -> None:
        pass

    def find(self, reference: CaseReference) -> Holding:
        return Holding("none")

    def declared_reporters(self) -> tuple[DeclaredReporter, ...]:
        return ()

    def opinion(self, case: Case) -> Opinion | None:
        return None


def read(name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(SHARED / "data" / name, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def most_citing() -> tuple[list[Document], list[dict[str, Any]]]:
    """The documents that cite held opinions most often, and the opinions that they cite."""
    natural = list(read("opinions/natural_citations.jsonl.gz"))
    citing = Counter(row["citing"] for row in natural)
    most = sorted(citing, key=lambda name: (-citing[name], name))[:DOCUMENTS]
    cited = {row["cited"] for row in natural if row["citing"] in most}
    rows = {row["id"]: row for name in (*OPINIONS, "briefs/briefs.jsonl.gz") for row in read(name)}
    texts = {
        name: "\n\n".join(page["text"] for page in rows[name].get("pages") or [rows[name]])
        for name in most
    }
    documents = [load_bytes(f"{name}.txt", text.encode()) for name, text in texts.items()]
    held = [row for name, row in rows.items() if name in cited]
    return documents, [row for row in held if any(map(split_citation, row["citations"]))]


def cited_there(briefs: list[Document], rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A row without words for every other case that a brief cites in the volumes of `rows`."""
    held = {
        (volume, editions[0], page)
        for row in rows
        for cite in row["citations"]
        if (parsed := split_citation(cite))
        for volume, editions, page in [parsed]
    }
    volumes = {(volume, edition) for volume, edition, _ in held}
    found: dict[tuple[str, str, str], dict[str, Any]] = {}
    for brief in briefs:
        for cite in find_citations(fold(brief)):
            if cite.kind != "full" or not (cite.volume and cite.reporter and cite.page):
                continue
            place = (cite.volume, cite.reporter, cite.page)
            if place[:2] in volumes and place not in held | found.keys() and cite.case_name:
                found[place] = {
                    "id": f"listed-{len(found)}",
                    "name": cite.case_name,
                    "name_abbreviation": cite.case_name,
                    "citations": [" ".join(place)],
                    "page_citation": " ".join(place),
                    "date": str(cite.year) if cite.year else None,
                    "first_page": cite.page,
                }
    return list(found.values())


def whole_volumes(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The declaration that the volumes of official and federal reporters are listed in full."""
    facts = reporter_table().facts
    volumes: dict[str, set[str]] = {}
    for row in rows:
        for cite in row["citations"]:
            if parsed := split_citation(cite):
                edition = parsed[1][0]
                listed = edition.startswith(("N.Y.S.", "Cal. Rptr.", "S. Ct.", "L. Ed."))
                if facts[edition].cite_type != "state_regional" and not listed:
                    volumes.setdefault(edition, set()).add(parsed[0])
    return {
        "reporters": [
            {"abbreviation": edition, "whole_volumes": sorted(numbers)}
            for edition, numbers in sorted(volumes.items())
        ]
    }


@pytest.mark.timeout(300)
def test_loopback_and_import_give_the_same_findings(tmp_path: Path) -> None:
    briefs, rows = most_citing()
    extra = cited_there(briefs, rows)
    assert len(rows) > 40 and len(extra) > 10
    lines = [*rows, *extra, whole_volumes([*rows, *extra])]
    file = tmp_path / "rows.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    add_to_library(tmp_path / "library", [file])
    tree = write_tree(rows, tmp_path / "tree", extra)
    compared: Counter[bool] = Counter()
    with Library.open(tmp_path / "library") as library, serve(tree) as server:
        # Without the static files behind it, so that their cache has no part in this.
        imported = SourceChain((library,))
        cap = CapSource(server.url, tmp_path / "cache", limits=Politeness(per_second=2000))
        static = SourceChain((cap, WordCounts(library)))
        for brief in briefs:
            one, other = check_brief(brief, imported), check_brief(brief, static)
            assert other.failures == ()
            for mine, its in zip(one.citations, other.citations, strict=True):
                here = [(f.check, f.outcome, f.reason, f.subject) for f in mine.findings]
                there = [(f.check, f.outcome, f.reason, f.subject) for f in its.findings]
                assert here == there, (brief.name, mine.citation.text)
                compared[bool(here)] += 1
        assert compared[True] > 100
        assert set(server.hits.values()) == {1}
        assert server.count("CasesMetadata.json") > 10
