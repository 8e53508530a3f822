"""Every row of cases/citations.jsonl: small inputs with right answers, from real reports.

Each assertion names a citation of the input and the fields that it must have.
"""

import json
import re
from pathlib import Path

import pytest

from shared_data import SHARED
from voirdire.authorities.library import Library
from voirdire.citecheck.brief import check_brief
from voirdire.citecheck.report import report_record
from voirdire.documents.load import load_bytes

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases" / "citations.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
# Rows whose note or input allows no other case citation than those asserted.
EXACT_COUNT = {"CB07": 3, "CB08": 3, "CB09": 2, "CB11": 2, "CB13": 1, "CB20": 2}
EXACT_COUNT |= {"CB28": 2, "CB48": 1, "CB29": 2}
EXTENSIONS = {"text": "txt", "html": "html", "markdown": "md"}


def checked(row, tmp_path):
    library = Library.create(tmp_path / "library")
    if "opinion" in row:
        opinions = tmp_path / "opinions.jsonl"
        opinions.write_text(json.dumps({"id": row["id"], **row["opinion"]}) + "\n", "utf-8")
        library.add([opinions])
    name = f"brief.{EXTENSIONS[row['format']]}"
    report = check_brief(load_bytes(name, row["input"].encode()), library)
    return report, report_record(report)["citations"]


def core_text(report, record):
    start, end = record["core_span"]
    text = re.sub(r"\*\d+ ", "", report.document.text[start:end])
    return " ".join(text.split())


def find(report, records, wanted):
    """The citation that an assertion names: its core as written, or its core and pin."""
    for record in records:
        core = core_text(report, record)
        if core == wanted or (wanted.startswith(core) and wanted in report.document.text):
            whole = report.document.text[record["span"][0] : record["span"][1] + len(wanted)]
            if wanted in " ".join(re.sub(r"\*\d+ ", "", whole).split()):
                return record
    raise AssertionError(f"no citation {wanted!r} in {[core_text(report, r) for r in records]}")


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_row(row, tmp_path):
    report, records = checked(row, tmp_path)
    for wanted in row["assert"]:
        record = find(report, records, wanted["citation"])
        for field, value in wanted.items():
            if field == "citation":
                continue
            if field == "resolves_to":
                assert record["resolves_to"] == find(report, records, value)["id"]
            elif field == "same_group_as":
                assert record["group"] == find(report, records, value)["group"]
            elif field in ("check", "reason"):
                said = {
                    f["check"]: f["outcome" if field == "check" else "reason"]
                    for f in record["checks"]
                }
                assert {name: said.get(name) for name in value} == value
            else:
                assert record[field] == value, field
    if row["id"] in EXACT_COUNT:
        assert len(records) == EXACT_COUNT[row["id"]]


def test_every_shared_row_is_here():
    shared = SHARED / "cases" / "citations.jsonl"
    if not shared.exists():
        pytest.skip("the shared cases are absent")
    rows = [json.loads(line) for line in shared.read_text("utf-8").splitlines()]
    assert [row for row in rows if row not in ROWS] == []
