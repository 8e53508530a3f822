"""The sample brief against the sample law: every planted fault, and nothing else."""

import json
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from voirdire.authorities.library import Library
from voirdire.citecheck.brief import check_brief
from voirdire.citecheck.report import report_record
from voirdire.documents.load import load_bytes, load_document

SAMPLES = Path(str(files("voirdire") / "samples"))
KEY = json.loads((SAMPLES / "key.json").read_text("utf-8"))
FORMS = ("txt", "docx", "pdf")


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    made = Library.create(tmp_path_factory.mktemp("law"))
    made.add([SAMPLES / "opinions.jsonl"])
    return made


@pytest.fixture(scope="module")
def records(library):
    return {
        form: report_record(check_brief(load_document(SAMPLES / f"brief.{form}"), library))
        for form in FORMS
    }


def folded(text):
    """Letters and digits only, so that line ends and glyphs of the three forms agree."""
    return "".join(character for character in text.lower() if character.isalnum())


@pytest.mark.parametrize("form", FORMS)
def test_exactly_the_planted_faults_are_flagged(records, form):
    flagged = Counter(folded(text) for text in records[form]["flagged"])
    planted = Counter(dict.fromkeys((folded(fault["text"]) for fault in KEY["faults"]), 1))
    assert flagged == planted


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("fault", KEY["faults"], ids=lambda fault: fault["reason"])
def test_a_planted_fault_has_its_reason(records, form, fault):
    reasons = {
        (finding["check"], finding["reason"])
        for citation in records[form]["citations"]
        for finding in citation["checks"]
        if finding["outcome"] == "refuted"
        and (
            folded(finding["subject"]["text"]) == folded(fault["text"])
            or folded(citation["text"]).startswith(folded(fault["text"]))
        )
    }
    assert (fault["check"], fault["reason"]) in reasons


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("row", KEY["expected"], ids=lambda row: row["reason"])
def test_a_look_alike_is_not_refuted(records, form, row):
    said = {
        (finding["outcome"], finding["reason"])
        for citation in records[form]["citations"]
        for finding in citation["checks"]
        if finding["check"] == row["check"]
        and folded(row["text"]) in (folded(finding["subject"]["text"]), folded(citation["text"]))
    }
    assert (row["outcome"], row["reason"]) in said


@pytest.mark.parametrize("form", FORMS)
def test_each_kind_of_citation_is_counted(records, form):
    found = Counter(citation["kind"] for citation in records[form]["citations"])
    found.pop("reference", None)
    assert found == KEY["counts"]


@pytest.mark.parametrize("form", ["docx", "pdf"])
def test_every_form_of_the_brief_gives_the_same_findings(records, form):
    def multiset(record):
        return Counter(
            (
                citation["kind"],
                folded(citation["text"]),
                finding["check"],
                finding["outcome"],
                finding["reason"],
            )
            for citation in record["citations"]
            for finding in citation["checks"]
        )

    assert multiset(records[form]) == multiset(records["txt"])


@pytest.mark.parametrize("form", FORMS)
def test_every_decided_finding_shows_the_words_it_rests_on(records, form):
    decided = [
        finding
        for citation in records[form]["citations"]
        for finding in citation["checks"]
        if finding["outcome"] != "unchecked"
    ]
    assert len(decided) > len(KEY["faults"])
    assert all(e["quote"] for finding in decided for e in finding["evidence"])
    assert all(finding["evidence"] for finding in decided)


def test_a_short_form_without_its_full_citation_shows_the_case_it_lies_in(library):
    text = b"Tolliver, 12 Marlow Rep. at 3, says so. Harbor Comm'n v. Nobody, 12 Marlow Rep. 20.\n"
    lone, wrong = report_record(check_brief(load_bytes("memo.txt", text), library))["citations"]
    (finding,) = (f for f in lone["checks"] if f["check"] == "existence")
    assert (finding["outcome"], finding["reason"]) == ("verified", "within_range")
    assert "Tolliver, 12 Marlow Rep. 1" in finding["evidence"][0]["quote"]
    # One case begins there and it is another: no candidates to choose from.
    assert (wrong["authority"], wrong["candidates"]) == (None, [])
