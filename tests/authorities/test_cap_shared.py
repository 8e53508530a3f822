"""The shared opinions over loopback give the same findings as a library made of them.

Needs the shared data: VOIRDIRE_SHARED, or `shared` beside the repository.
"""

import gzip
import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cap_server import serve
from cap_tree import write_tree

from voirdire.authorities.http_cache import Politeness
from voirdire.authorities.library import Library
from voirdire.authorities.library_add import add_to_library
from voirdire.authorities.sources import SourceChain, open_sources
from voirdire.citations.find import find_citations
from voirdire.citations.reporters import reporter_table, split_citation
from voirdire.citecheck.brief import check_brief
from voirdire.documents.fold import fold
from voirdire.documents.load import load_bytes
from voirdire.documents.types import Document

SHARED = Path(os.environ.get("VOIRDIRE_SHARED") or Path(__file__).parents[3] / "shared") / "data"
OPINIONS = ("opinions/opinions_paged.jsonl.gz", "opinions/opinions_unpaged.jsonl.gz")
DOCUMENTS = 30

pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason=f"no shared data at {SHARED}")


def read(name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(SHARED / name, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def opinions() -> list[dict[str, Any]]:
    rows = [row for name in OPINIONS for row in read(name)]
    return [row for row in rows if any(split_citation(c) for c in row["citations"])]


def documents() -> list[Document]:
    """The documents that cite held opinions most often."""
    texts = {
        row["id"]: "\n\n".join(page["text"] for page in row.get("pages") or [row])
        for name in (*OPINIONS, "briefs/briefs.jsonl.gz")
        for row in read(name)
    }
    citing = Counter(row["citing"] for row in read("opinions/natural_citations.jsonl.gz"))
    most = sorted(citing.items(), key=lambda item: (-item[1], item[0]))[:DOCUMENTS]
    return [load_bytes(f"{name}.txt", texts[name].encode()) for name, _ in most]


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
    briefs = documents()
    rows = opinions()
    extra = cited_there(briefs, rows)
    assert len(rows) > 300 and len(extra) > 50
    lines = [*rows, *extra, whole_volumes([*rows, *extra])]
    file = tmp_path / "rows.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    add_to_library(tmp_path / "library", [file])
    tree = write_tree(rows, tmp_path / "tree", extra)
    compared: Counter[bool] = Counter()
    with Library.open(tmp_path / "library") as library, serve(tree) as server:
        # The chain alone, so that the cache of static files has no part in it.
        imported = SourceChain((library,))
        static = open_sources(
            None,
            offline=False,
            cap=server.url,
            cache=tmp_path / "cache",
            limits=Politeness(per_second=2000),
        )
        for brief in briefs:
            one, other = check_brief(brief, imported), check_brief(brief, static)
            assert other.failures == ()
            for mine, its in zip(one.citations, other.citations, strict=True):
                here = [(f.check, f.outcome, f.reason, f.subject) for f in mine.findings]
                there = [(f.check, f.outcome, f.reason, f.subject) for f in its.findings]
                assert here == there, (brief.name, mine.citation.text)
                compared[bool(here)] += 1
        assert compared[True] > 500
        assert set(server.hits.values()) == {1}
        assert server.count("CasesMetadata.json") > 20
