"""Write opinion records as a tree of the Caselaw Access Project's static files.

Input: records in the library's own form (JSON Lines), with pages, plain text or neither.
Output: `ReportersMetadata.json`, per reporter `VolumesMetadata.json`, per volume
`CasesMetadata.json`, `html/NNNN-NN.html` and `cases/NNNN-NN.json`, as the project's export
writes them. A case is listed in the volume of every one of its citations to a known reporter,
so that each of them can be looked up.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from voirdire.citations.reporters import split_citation

_MARK = re.compile(r"\[fn(?P<note>[^\[\]\s]{1,12})\]|\[(?P<stars>\*{1,3})(?P<second>\w{1,8})\]")
_TYPES = {"majority": "majority", "concurrence": "concurrence", "dissent": "dissent"}
_UNKNOWN_SERIES = 9

Row = Mapping[str, Any]


@dataclass
class Reporter:
    """One reporter of the tree: its slug and, per folder, the volume number and its cases."""

    edition: str
    slug: str
    volumes: dict[str, tuple[str, list[dict[str, Any]]]] = field(default_factory=dict)


def write_tree(
    rows: Iterable[Row],
    root: Path,
    extra_cases: Iterable[Row] = (),
    *,
    folders: Mapping[str, str] | None = None,
    redacted: Sequence[str] = (),
) -> Path:
    """Write the tree and return its root.

    `extra_cases` are records without words: they are listed and have no file. `folders`
    puts a case by its id into another folder of its volume ("60-2"); `redacted` are
    volumes, as "60 F.3d", that the list of volumes calls so.
    """
    reporters: dict[str, Reporter] = {}
    for row in [*rows, *extra_cases]:
        _add(reporters, root, row, (folders or {}).get(row["id"]))
    listing = []
    for reporter in sorted(reporters.values(), key=lambda r: r.slug):
        listing.append(
            {"id": len(listing) + 1, "full_name": reporter.edition, "slug": reporter.slug,
             "short_name": reporter.edition, "start_year": 1900, "end_year": 2018,
             "jurisdictions": []}
        )  # fmt: skip
        volumes = []
        for folder, (number, cases) in sorted(reporter.volumes.items()):
            cases.sort(key=lambda case: (len(case["first_page"]), case["first_page"]))
            _write_json(root / reporter.slug / folder / "CasesMetadata.json", cases)
            volumes.append(
                {"volume_number": number, "id": f"{reporter.slug}-{folder}",
                 "redacted": f"{number} {reporter.edition}" in redacted,
                 "nominative_reporter": None, "volume_folder": folder,
                 "reporter_slug": reporter.slug}
            )  # fmt: skip
        _write_json(root / reporter.slug / "VolumesMetadata.json", volumes)
    _write_json(root / "ReportersMetadata.json", listing)
    return root


def _add(reporters: dict[str, Reporter], root: Path, row: Row, folder: str | None) -> None:
    parsed = [(text, p) for text in row["citations"] if (p := split_citation(text)) is not None]
    for position, (text, (number, editions, page)) in enumerate(parsed):
        edition = editions[0]
        reporter = reporters.setdefault(edition, Reporter(edition, _slug(edition)))
        place = folder or number
        cases = reporter.volumes.setdefault(place, (number, []))[1]
        same_page = sum(case["first_page"] == page for case in cases)
        has_words = bool(row.get("pages") or row.get("text"))
        name = f"{page:0>4}-{same_page + 1:0>2}"
        others = [other for other in row["citations"] if other != text]
        # The record's last page counts in the reporter that its pages follow, if that is said.
        main = row.get("page_citation")
        own_pages = text == main if main else row.get("first_page") == page
        case = {
            # The project lists a case once; here each of its places is a listing of its own.
            "id": f"{row['id']}-{position + 1}" if position else row["id"],
            "name": row.get("name") or row.get("name_abbreviation"),
            "name_abbreviation": row.get("name_abbreviation") or row.get("name"),
            "decision_date": row.get("date"),
            "docket_number": row.get("docket_number") or "",
            "first_page": page,
            "last_page": row.get("last_page") if own_pages else None,
            "citations": [
                {"type": "parallel" if i else "official", "cite": cite}
                for i, cite in enumerate([text, *others])
            ],
            "court": {
                "name": row.get("court"),
                "name_abbreviation": row.get("court"),
                "id": 1,
            },
            "jurisdiction": {"id": 1, "name": "", "name_long": ""},
            "cites_to": [{"cite": "1 U.S. 1", "category": "reporters:federal"}],
            "provenance": {"source": "Harvard", "batch": "2018"},
        }
        if has_words:
            case["file_name"] = name
            base = root / reporter.slug / place
            _write(base / "html" / f"{name}.html", case_html(row, [text, *others]))
            _write_json(base / "cases" / f"{name}.json", {**case, "casebody": _casebody(row)})
        cases.append(case)


def _slug(edition: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"[.']", "", edition.lower())).strip("-")


def case_html(row: Row, citations: Sequence[str]) -> str:
    """The HTML of a case whose citations are listed in this order."""
    pages = row.get("pages") or [{"page": None, "text": row["text"]}]
    main = row.get("page_citation")
    index = citations.index(main) + 1 if main in citations else _UNKNOWN_SERIES
    if main is None and len(citations) == 1 and pages[0]["page"] is not None:
        index = 1 if row.get("first_page") == _page_of(citations[0]) else _UNKNOWN_SERIES
    first = _page_of(citations[index - 1]) if index <= len(citations) else None
    marked = [row["page_citation"]] if main else []
    writer = _Html(citations, marked)
    starts = {
        (part["page"], part.get("offset") or 0): part["type"] for part in row.get("parts") or []
    }
    for number, page in enumerate(pages):
        if number and not page.get("joined"):
            writer.text(" ")
        label = page["page"]
        if label is not None and (number or label != first):
            writer.page(label, index)
        text, position = page["text"], 0
        for offset in sorted(at for of, at in starts if of == label):
            writer.marked(text[position:offset])
            writer.part(starts[(label, offset)])
            position = offset
        writer.marked(text[position:])
    return writer.finish(row.get("footnotes") or [], first or "", row.get("last_page") or "")


def _page_of(citation: str) -> str | None:
    parsed = split_citation(citation)
    return parsed[2] if parsed else None


class _Html:
    """Writes paragraphs with marks inside articles; footnotes go to the article that calls."""

    def __init__(self, citations: Sequence[str], marked: Sequence[str]) -> None:
        self._second = [c for c in citations if c not in marked]
        self._citations = citations
        self._articles: list[tuple[str, list[str], list[str]]] = []
        self._waiting: list[str] = []
        self._calls: dict[str, list[int]] = {}

    def part(self, kind: str) -> None:
        self._articles.append((kind, [], []))

    def page(self, label: str, index: int) -> None:
        stars = "*" * index if index < 3 else "*"
        self._out().append(
            f'<a id="p{escape(label)}" href="#p{escape(label)}" data-label="{escape(label)}"'
            f' data-citation-index="{index}" class="page-label">{stars}{escape(label)}</a>'
        )

    def text(self, text: str) -> None:
        out = re.sub(r"\n\s*\n\s*", "</p>\n    <p>", escape(text, quote=False))
        self._out().append(re.sub(r"(?<!</p>)\n(?! *<p>)", "<br/>\n", out))

    def marked(self, text: str) -> None:
        position = 0
        for mark in _MARK.finditer(text):
            self.text(text[position : mark.start()])
            if mark["second"]:
                self.page(mark["second"], self._second_index(mark["second"], mark["stars"]))
            else:
                out = self._out()
                calls = self._calls.setdefault(mark["note"], [])
                calls.append(len(self._articles) - 1)
                ref = f"footnote_{len(calls)}_{escape(mark['note'])}"
                out.append(
                    f'<a class="footnotemark" href="#{ref}" id="ref_{ref}">{mark["note"]}</a>'
                )
            position = mark.end()
        self.text(text[position:])

    def finish(self, footnotes: Sequence[Row], first: str, last: str) -> str:
        seen: dict[str, int] = {}
        for note in footnotes:
            called = note["label"].rstrip(".")
            number = seen[called] = seen.get(called, 0) + 1
            calls = self._calls.get(called, [])
            article = calls[number - 1] if number <= len(calls) else len(self._articles) - 1
            ref = f"footnote_{number}_{escape(called)}"
            words = escape(_MARK.sub("", note["text"]), quote=False)
            self._articles[article][2].append(
                f'    <aside data-label="{escape(note["label"])}" class="footnote" id="{ref}">\n'
                f'      <a href="#ref_{ref}">{escape(note["label"])}</a>\n'
                f"      <p>{words}</p>\n    </aside>\n"
            )
        inner = "".join(_article(*article) for article in self._articles)
        return (
            f'<section class="casebody" data-case-id="1" data-firstpage="{first}"'
            f' data-lastpage="{last}">\n{inner}</section>\n'
        )

    def _out(self) -> list[str]:
        if not self._articles:
            self.part("majority")
        return self._articles[-1][1]

    def _second_index(self, label: str, stars: str) -> int:
        for citation in self._second:
            page = _page_of(citation)
            if page and page.isdecimal() and label.isdecimal() and 0 <= int(label) - int(page) <= 1:
                return self._citations.index(citation) + 1
        # The marks of one series go on: the page is near the citation's when it was found.
        for citation in self._second:
            page = _page_of(citation)
            if page and page.isdecimal() and label.isdecimal() and 0 <= int(label) - int(page) < 40:
                return self._citations.index(citation) + 1
        return _UNKNOWN_SERIES + len(stars)


def _article(kind: str, body: Sequence[str], notes: Sequence[str]) -> str:
    paragraphs = f"    <p>{''.join(body)}</p>\n"
    if kind == "syllabus":
        return f'  <section class="head-matter">\n{paragraphs}{"".join(notes)}  </section>\n'
    return (
        f'  <article class="opinion" data-type="{_TYPES[kind]}">\n{paragraphs}'
        f"{''.join(notes)}  </article>\n"
    )


def _casebody(row: Row) -> dict[str, Any]:
    """The JSON text: page marks and footnote marks are gone from it."""
    pages = row.get("pages") or [{"text": row["text"]}]
    text = "".join(
        ("" if page.get("joined") or not number else " ") + page["text"]
        for number, page in enumerate(pages)
    )
    notes = "".join(f"\n{note['label']} {note['text']}" for note in row.get("footnotes") or [])
    return {
        "head_matter": "",
        "opinions": [{"type": "majority", "author": None, "text": _MARK.sub("", text + notes)}],
    }


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8", "replace"))


def _write_json(path: Path, contents: object) -> None:
    _write(path, json.dumps(contents, indent=2) + "\n")
