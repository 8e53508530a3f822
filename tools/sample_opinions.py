"""Master texts of the sample opinions to rows of opinions.jsonl.

Input: files of `samples/opinions`: a head of `key: value` lines, `---`, the text, `===`,
the footnotes (`1: words`). In the text `|12|` begins printed page 12 (inside a word when no
space stands beside it), `[fn1]` calls a note, `[**311]` begins a page of the second
reporter, `<<dissent>>` begins a part.
Output: one JSON object an opinion, in the form that `voirdire library add` reads.
"""

import json
import re
from pathlib import Path

FICTION = "Fiction: written as a sample for Voirdire"
LICENCE = "CC0, fiction"
REPORTERS = {
    "reporters": [
        {
            "abbreviation": "Marlow Rep.",
            "name": "Marlow Reports (fiction)",
            "variations": ["Marlow Reports"],
            "start_year": 1969,
            "whole_volumes": ["12", "13"],
        },
        {
            "abbreviation": "Thorpe 2d",
            "name": "Thorpe's Reporter, Second Series (fiction)",
            "variations": ["Thorpe2d"],
            "start_year": 1966,
            "whole_volumes": [],
        },
        {
            "abbreviation": "Thorpe",
            "name": "Thorpe's Reporter, First Series (fiction)",
            "start_year": 1920,
            "end_year": 1966,
            "last_volume": 200,
            "whole_volumes": [],
        },
    ]
}

_PAGE = re.compile(r"\|(\d+)\|")
_PART = re.compile(r"<<(\w+)>>")


def read_opinion(path: Path) -> dict[str, object]:
    """One master file as a record."""
    head, _, rest = path.read_text(encoding="utf-8").partition("\n---\n")
    body, _, notes = rest.partition("\n===")
    fields = dict(line.split(": ", 1) for line in head.splitlines())
    citations = fields["citations"].split("; ")
    pages, parts = _split_pages(body.strip())
    called = {
        label: page["page"]
        for page in pages
        for label in re.findall(r"\[fn(\d+)\]", str(page["text"]))
    }
    return {
        "id": fields["id"],
        "name": fields["name"],
        "name_abbreviation": fields["name_abbreviation"],
        "citations": citations,
        "court": fields.get("court"),
        "date": fields["date"],
        "docket_number": fields["docket_number"],
        "first_page": pages[0]["page"],
        "last_page": pages[-1]["page"],
        "page_system": "reporter",
        "page_citation": citations[0],
        "pages": pages,
        "footnotes": [
            {"label": label, "page": called[label], "text": text}
            for label, text in (line.split(": ", 1) for line in notes.strip().splitlines())
        ],
        "parts": parts,
        "source": FICTION,
        "licence": LICENCE,
    }


def _split_pages(body: str) -> tuple[list[dict[str, object]], list[dict[str, object]]]:
    pieces = _PAGE.split(body)
    pages: list[dict[str, object]] = []
    parts: list[dict[str, object]] = []
    before = ""
    for label, text in zip(pieces[1::2], pieces[2::2], strict=True):
        joined = bool(before) and not before[-1].isspace() and not text[:1].isspace()
        before = text
        clean = text.strip()
        while found := _PART.search(clean):
            parts.append({"type": found[1], "page": label, "offset": found.start()})
            clean = clean[: found.start()] + clean[found.end() :]
        page: dict[str, object] = {"page": label, "text": clean}
        if joined:
            page["joined"] = True
        pages.append(page)
    return pages, parts


def opinions_jsonl(folder: Path) -> str:
    """All opinions of a folder as JSON Lines, the declaration of reporters first."""
    rows = [REPORTERS, *(read_opinion(path) for path in sorted(folder.glob("*.txt")))]
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
