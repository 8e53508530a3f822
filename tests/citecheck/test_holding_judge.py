"""Holdings judged by a model: what its answers may and may not conclude. All models are scripts."""

import asyncio
import csv
import gzip
import io
import json
import os
import subprocess
import sys
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from shared_data import SHARED, needs_shared
from voirdire.authorities.library import Library
from voirdire.citecheck.brief import check_brief
from voirdire.citecheck.holding_judge import judge_holdings
from voirdire.citecheck.page import render_page
from voirdire.citecheck.report import finding_rows, report_record
from voirdire.documents.load import load_bytes
from voirdire.llm.budget import Budget
from voirdire.llm.chat import Chat
from voirdire.llm.ledger import Ledger

MILL = {
    "id": "mill",
    "name": "Aldous v. Millrace Co.",
    "citations": ["540 U.S. 93"],
    "page_citation": "540 U.S. 93",
    "court": "scotus",
    "date": "2003-12-10",
    "first_page": "93",
    "last_page": "97",
    "pages": [
        {
            "page": "93",
            "text": "The owner of a mill must give the town thirty days' notice before he draws "
            "down the pond. A letter that the town receives is notice enough for that purpose.",
        },
        {
            "page": "94",
            "text": "We need not decide whether a placard nailed to the mill door would be notice "
            "enough to a town. It is not true that a miller may draw down the pond at night "
            "without the consent of the town. The miller argues that custom lets him open the "
            "gates of the dam whenever ice threatens it.[fn1]",
        },
        {
            "page": "96",
            "text": "ROE, J., dissenting. I would hold that the owner of a mill owes the town "
            "no notice at all before he draws down the pond.",
        },
        {
            "page": "97",
            "text": "DOE, J., concurring. Fishermen below the dam have a remedy in damages against "
            "the miller for the loss of their nets.",
        },
    ],
    "footnotes": [
        {
            "label": "1",
            "page": "94",
            "text": "A letter that comes back unopened does not warn the town of it.",
        }
    ],
    "parts": [
        {"type": "majority", "page": "93", "offset": 0},
        {"type": "dissent", "page": "96", "offset": 0},
        {"type": "concurrence", "page": "97", "offset": 0},
    ],
}
CITE = "Aldous v. Millrace Co., 540 U.S. 93, 93 (2003)"
# No rule has anything to say to it.
NOTICE = "Before lowering the pond, a mill's owner has to warn the town a month ahead."
RULE = "The owner of a mill must give the town thirty days' notice before he draws down the pond."


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("law")
    rows = folder / "opinions.jsonl"
    rows.write_text(json.dumps(MILL) + "\n", encoding="utf-8")
    made = Library.create(folder / "library")
    made.add([rows])
    return made


def said(judgement, quotation="", passage=0, why="It says so."):
    return {"judgement": judgement, "passage": passage, "quotation": quotation, "why": why}


@pytest.fixture
def ask(tmp_path, library):
    """Check a text and have a script judge it: the report, and what the chat spent."""

    def asked(text, *rules, run="r", budget=None):
        script = tmp_path / "script.jsonl"
        script.write_text("".join(json.dumps(rule) + "\n" for rule in rules), encoding="utf-8")
        report = check_brief(load_bytes("brief.txt", text.encode()), library)
        ledger = Ledger.open(tmp_path / "ledger.sqlite")
        try:
            chat = Chat(f"scripted:{script}", ledger, run, budget or Budget())
            return asyncio.run(judge_holdings(report, chat)), chat.spent
        finally:
            ledger.close()

    return asked


def holdings(report):
    return [f for c in report.citations for f in c.findings if f.check == "holding"]


@pytest.mark.parametrize(
    ("answer", "outcome", "reason", "detail"),
    [
        (said("support", RULE, 1), "verified", "supported", "words that stand on page 93."),
        # Case, spaces and marks fold away; the letters are what counts.
        (said("support", RULE.upper().replace("'", ""), 1), "verified", "supported", "page 93"),
        # The wrong number, but words of a passage that was shown.
        (said("support", RULE, 7), "verified", "supported", "page 93"),
        (said("contradict", RULE, 1), "refuted", "contradicted", "contradicts this, by words"),
        (said("not_enough"), "unchecked", "model_unsure", "too little in the passages"),
        # No words, words of the model's own, two passages run together, a word left out.
        (said("support"), "unchecked", "model_unsure", "do not stand in the opinion"),
        (
            said("support", "The owner of a mill must warn the town before he draws it down."),
            "unchecked",
            "model_unsure",
            "do not stand in the opinion",
        ),
        (
            said("support", "The owner of a mill must give the town . . . notice enough."),
            "unchecked",
            "model_unsure",
            "do not stand in the opinion",
        ),
        (said("support", "the town thirty days'"), "unchecked", "model_unsure", "too few"),
        (said("support", "- - - - the town -"), "unchecked", "model_unsure", "too few"),
        # Real words, of another matter.
        (
            said("support", "is notice enough for that purpose."),
            "unchecked",
            "model_unsure",
            "speak of something else",
        ),
        # A denial quoted without its "not", and a question without its "whether".
        (
            said("contradict", "a miller may draw down the pond at night without the consent of "
                 "the town"),
            "unchecked",
            "model_unsure",
            'leave out "It is not true that"',
        ),
        (
            said("support", "a placard nailed to the mill door would be notice enough to a town"),
            "unchecked",
            "model_unsure",
            'leave out "We need not decide whether"',
        ),
        # A dissent says what the court did not hold, whichever way it cuts.
        (
            said("support", "I would hold that the owner of a mill owes the town no notice at all "
                 "before he draws down the pond."),
            "unchecked",
            "model_unsure",
            "not the court's. The passage stands in a dissent.",
        ),
        (
            said("contradict", "I would hold that the owner of a mill owes the town no notice at "
                 "all before he draws down the pond."),
            "unchecked",
            "model_unsure",
            "not the court's",
        ),
        (
            said("support", "A letter that comes back unopened does not warn the town of it."),
            "verified",
            "supported",
            "in a footnote",
        ),
    ],
)  # fmt: skip
def test_what_an_answer_may_conclude(ask, answer, outcome, reason, detail):
    report, _ = ask(f"{NOTICE} {CITE}.", {"reply": answer})
    [finding] = holdings(report)
    assert (finding.outcome, finding.reason) == (outcome, reason)
    assert detail in finding.detail
    assert 'Its reason: "It says so."' in finding.detail
    assert finding.model.startswith("scripted:")
    assert finding.model in finding.detail
    if outcome != "unchecked":
        [evidence] = finding.evidence
        # The words of the opinion, not of the answer.
        assert evidence.quote in " ".join(
            page["text"] for page in [*MILL["pages"], *MILL["footnotes"]]
        )


def test_a_concurrence_supports_and_refutes_nothing(ask):
    text = f"Fishermen may recover damages from a miller for lost nets. {CITE}."
    words = "Fishermen below the dam have a remedy in damages against the miller"
    supported, _ = ask(text, {"reply": said("support", words)})
    assert [f.reason for f in holdings(supported)] == ["supported"]
    assert "The passage stands in a concurrence." in holdings(supported)[0].detail
    refuted, _ = ask(text, {"reply": said("contradict", words)})
    assert [f.reason for f in holdings(refuted)] == ["model_unsure"]


def test_a_dissent_that_the_citation_announces(ask):
    text = (
        "The owner of a mill owes the town no notice. "
        "Aldous v. Millrace Co., 540 U.S. 93, 96 (2003) (Roe, J., dissenting)."
    )
    words = "I would hold that the owner of a mill owes the town no notice at all"
    report, _ = ask(text, {"reply": said("support", words)})
    [finding] = holdings(report)
    assert (finding.outcome, finding.reason) == ("verified", "supported")
    assert "in a dissent" in finding.detail


def test_history_and_dicta_are_said(ask):
    text = f"{NOTICE} {CITE}, vacated, 541 U.S. 1 (2004)."
    report, _ = ask(text, {"reply": said("support", RULE, 1)})
    assert "The document itself says of the case: vacated." in holdings(report)[0].detail
    words = "We need not decide whether a placard nailed to the mill door would be notice enough"
    report, _ = ask(
        f"A placard on the mill door is notice. {CITE}.", {"reply": said("support", words)}
    )
    assert "The passage may be dicta" in holdings(report)[0].detail


def test_history_of_the_full_citation_holds_for_its_short_form(ask):
    text = f"{CITE}, vacated, 541 U.S. 1 (2004).\n\n{NOTICE} Aldous, 540 U.S. at 93."
    report, _ = ask(text, {"reply": said("support", RULE, 1)})
    assert "says of the case: vacated." in holdings(report)[-1].detail


@pytest.mark.parametrize(
    "shown",
    [
        # Each outside text between its own marks, what we say of it outside them.
        r"The case cited:\n<outside-text (\w{16})>\nAldous v\. Millrace Co\.\n</outside-text \1>",
        r"The statement:\n<outside-text (\w{16})>\nBefore lowering .* a month ahead\.?\n</",
        r"in the brief:\n<outside-text \w{16}>\nIt was late in the year\. Before lowering ",
        r"\n\nPassage 1, page 93 \(the page cited\):\n<outside-text \w{16}>\nThe owner of a mill ",
        r"\n\nPassage \d, page 96, from the dissent:\n<outside-text \w{16}>\nROE, J\., dissent",
    ],
)
def test_what_the_model_is_shown(ask, shown):
    text = f"It was late in the year. {NOTICE} {CITE}."
    rule = {"when": {"purpose": "holding", "pattern": shown}, "reply": said("support", RULE, 1)}
    report, _ = ask(text, rule, {"reply": said("not_enough")})
    assert [f.reason for f in holdings(report)] == ["supported"]


def test_a_rule_is_never_overturned(ask):
    text = f"The owner of a mill must give the town ninety days' notice. {CITE}."
    report, spent = ask(text, {"reply": said("support", RULE, 1)})
    [finding] = holdings(report)
    assert (finding.outcome, finding.reason) == ("refuted", "contradicted")
    assert finding.model is None
    assert spent.calls == 0


def test_a_false_quotation_is_not_supported_by_a_model(ask):
    false = RULE.replace("thirty", "ninety")
    report, spent = ask(f'"{false}" {CITE}.', {"reply": said("support", RULE, 1)})
    outcomes = {f.check: f.outcome for c in report.citations for f in c.findings}
    assert outcomes["quotation"] == "refuted"
    assert outcomes["holding"] != "verified"
    assert spent.calls == 0


def test_what_no_rule_left_open_is_not_asked(ask, library):
    report = check_brief(load_bytes("brief.txt", f"{NOTICE} {CITE}.".encode()), library)
    [checked] = report.citations
    ruled = tuple(
        replace(f, outcome="refuted", reason="contradicted") if f.check == "holding" else f
        for f in checked.findings
    )
    before = replace(report, citations=(replace(checked, findings=ruled),))

    class Never:
        name = "never"

    assert asyncio.run(judge_holdings(before, Never())) == before


def test_the_same_proposition_is_asked_once(ask):
    text = f"{NOTICE} {CITE}.\n\n{NOTICE} Id. at 93."
    once = {"reply": said("support", RULE, 1), "times": 1}
    report, spent = ask(text, once)
    assert [f.reason for f in holdings(report)] == ["supported", "supported"]
    assert spent.calls == 1


def test_a_second_run_costs_nothing(ask):
    rule = {"reply": said("support", RULE, 1), "usage": {"input_tokens": 100, "output_tokens": 20,
                                                         "dollars": 0.5}}  # fmt: skip
    first, spent = ask(f"{NOTICE} {CITE}.", rule, run="one")
    assert (spent.calls, spent.tokens, spent.dollars) == (1, 120, 0.5)
    again, spent = ask(f"{NOTICE} {CITE}.", rule, run="two")
    assert (spent.calls, spent.tokens, spent.dollars) == (0, 0, 0.0)
    assert spent.recalled.calls == 1
    assert again == first


SECOND = "A miller opens the gates of the dam by custom when there is ice."


def test_a_model_that_fails_leaves_what_is_done(ask):
    text = f"{NOTICE} {CITE}. {SECOND} {CITE}."
    report, _ = ask(
        text,
        {"when": {"pattern": "by custom when"}, "error": {"status": 400}},
        {"reply": said("support", RULE, 1)},
    )
    judged, failed = holdings(report)
    assert judged.reason == "supported"
    assert (failed.outcome, failed.reason) == ("unchecked", "source_unavailable")
    assert "400" in failed.detail
    [line] = report.failures
    assert line.startswith("1 question about holdings not answered: scripted:")


def test_a_form_that_never_validates_is_a_failure(ask):
    report, spent = ask(f"{NOTICE} {CITE}.", {"reply": {"verified": True}})
    assert [f.reason for f in holdings(report)] == ["source_unavailable"]
    assert spent.calls == 3
    assert len(report.failures) == 1


def test_a_spent_budget_leaves_the_rest_open(ask):
    text = f"{NOTICE} {CITE}. {SECOND} {CITE}."
    rule = {"reply": said("support", RULE, 1)}
    report, spent = ask(text, rule, budget=Budget(calls=1))
    assert spent.calls == 1
    assert sorted(f.reason for f in holdings(report)) == ["no_model", "supported"]
    [line] = report.failures
    assert "budget of 1 call is spent" in line


def test_nothing_to_show_is_not_asked(ask):
    report, spent = ask(f"Nobody quarrels over zebras. {CITE}.", {"reply": said("not_enough")})
    assert spent.calls == 0
    assert [f.reason for f in holdings(report)] == ["no_model"]
    assert report.failures == ()


def test_every_form_of_the_report_names_the_model(ask):
    report, _ = ask(
        f"{NOTICE} {CITE}.", {"reply": said("support", RULE, 1, why="Both say <b>so</b>.")}
    )
    [finding] = holdings(report)
    record = json.loads(json.dumps(report_record(report)))
    [check] = [c for c in record["citations"][0]["checks"] if c["check"] == "holding"]
    assert check["model"] == finding.model
    assert [c for c in record["citations"][0]["checks"] if "model" in c] == [check]
    rows = [row for row in finding_rows(report) if row.check == "holding"]
    assert [row.model for row in rows] == [finding.model]
    page = render_page(report)
    assert f"A model judged here: {finding.model}" in page
    assert "Both say &lt;b&gt;so&lt;/b&gt;." in page
    assert f"<mark>{RULE.replace(chr(39), '&#39;')}</mark>" in page
    # The words around it, so that a reader sees what was cut away.
    assert "A letter that the town receives is notice enough" in page


SAMPLES = Path(str(files("voirdire") / "samples"))
TOLD = (
    "An owner whose address the Commission has must be told by mail before a sale. Harbor Comm'n "
    "of Port Ansel v. Tolliver, 12 Marlow Rep. 1, 2 (1981).\n"
)


@pytest.fixture(scope="module")
def law(tmp_path_factory):
    folder = tmp_path_factory.mktemp("samples")
    done = voirdire("library", "add", SAMPLES / "opinions.jsonl", "--library", folder)
    assert done.returncode == 0, done.stderr
    return folder


def voirdire(*arguments, cwd=None):
    return subprocess.run(
        [sys.executable, "-c", "from voirdire.cli import main; main()", *map(str, arguments)],
        capture_output=True,
        timeout=60,
        check=False,
        cwd=cwd,
        env={**os.environ, "VOIRDIRE_LIBRARY": ""},
    )


@pytest.fixture
def check(tmp_path, law):
    def run(rules, *options, texts=(TOLD,)):
        script = tmp_path / "script.jsonl"
        script.write_text("".join(json.dumps(rule) + "\n" for rule in rules), encoding="utf-8")
        paths = []
        for number, text in enumerate(texts):
            paths.append(tmp_path / f"brief{number}.txt")
            paths[-1].write_text(text, encoding="utf-8")
        return voirdire(
            "check", *paths, "--library", law, "--offline", "--model", f"scripted:{script}",
            "--ledger", tmp_path / "ledger.sqlite", *options,
        )  # fmt: skip

    return run


MAIL = "Where the address is there to be read, posting is no substitute."


def test_the_command_judges_and_says_what_it_spent(check):
    quoted = "posting is no substitute for it"
    usage = {"input_tokens": 90, "output_tokens": 10, "dollars": 0.02}
    rules = [{"reply": said("not_enough", quoted), "usage": usage}]
    done = check(rules, "--format", "json")
    assert done.returncode == 0, done.stderr
    checks = json.loads(done.stdout)["citations"][0]["checks"]
    assert [c["reason"] for c in checks if c["check"] == "holding"] == ["model_unsure"]
    assert b"1 call paid (100 tokens, $0.0200), 0 recalled" in done.stderr
    again = check(rules, "--format", "csv")
    assert b"0 calls paid (0 tokens, $0.0000), 1 recalled" in again.stderr
    rows = list(csv.DictReader(io.StringIO(again.stdout.decode())))
    assert [r["model"][:9] for r in rows if r["check"] == "holding"] == ["scripted:"]


def test_the_command_ends_with_3_when_the_model_fails(check):
    done = check([{"error": {"status": 400}}])
    assert done.returncode == 3
    assert b"1 question about holdings not answered" in done.stderr


def test_the_command_ends_with_3_when_the_budget_is_spent(check):
    done = check([{"reply": said("not_enough")}], "--max-calls", "0")
    assert done.returncode == 3
    assert b"the budget of 0 calls is spent" in done.stderr


def test_several_jobs_are_judged_as_one_is(check):
    texts = (TOLD, TOLD.replace("must be told", "has to be told"))
    rules = [{"reply": said("not_enough")}]
    one = check(rules, "--format", "json", texts=texts)
    two = check(rules, "--format", "json", "--jobs", "2", texts=texts)
    assert one.stdout == two.stdout
    assert b"2 calls paid" in one.stderr and b"2 recalled" in two.stderr


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--model", "scripted:/no/such/file"), b"No such file"),
        (("--model", "nobody:x"), b"use one of anthropic:M"),
        (("--model", "anthropic:x"), b"--offline opens no connection"),
        (("--model", "openai-compatible:http://example.test/v1#m"), b"opens no connection"),
        (("--max-calls", "3"), b"--model"),
    ],
)
def test_what_cannot_be_asked_is_said_before_anything_is_read(tmp_path, options, words):
    done = voirdire("check", "absent.txt", "--offline", *options, cwd=tmp_path)
    assert done.returncode == 2
    assert words in done.stderr
    assert b"absent.txt" not in done.stderr


def test_without_a_model_nothing_of_it_is_loaded(tmp_path, law):
    path = tmp_path / "brief.txt"
    path.write_text(TOLD, encoding="utf-8")
    program = """
import sys
from voirdire.cli import main
try:
    main()
finally:
    heavy = ("pydantic_ai", "sqlalchemy", "voirdire.llm", "asyncio", "llama_cpp")
    print([name for name in heavy if name in sys.modules], file=sys.stderr)
"""
    done = subprocess.run(
        [sys.executable, "-c", program, "check", path, "--library", law, "--offline"],
        capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[-1] == b"[]"


# Answers with the first sentence of the first passage, whatever it says.
FIRST = {
    "when": {
        "pattern": r"Passage 1\b[^\n]*:\n<outside-text \w+>\n(?P<first>[^\n]{40,900}?[.?!])\s"
    },
    "reply": said("support", "{first}", 1),
}


@needs_shared
def test_labelled_propositions_go_through(tmp_path):
    """People's rows exercise the path; how right rules are on them is measured elsewhere."""
    data = SHARED / "data"
    claims = [
        json.loads(line)
        for line in (data / "hallucinations" / "proposition_support.jsonl")
        .read_text("utf-8")
        .splitlines()
    ]
    wanted = {claim["opinion_id"] for claim in claims}
    rows = tmp_path / "opinions.jsonl"
    with rows.open("w", encoding="utf-8") as stream:
        for name in ("opinions_paged.jsonl.gz", "opinions_unpaged.jsonl.gz"):
            with gzip.open(data / "opinions" / name, "rt", encoding="utf-8") as lines:
                stream.writelines(line for line in lines if json.loads(line)["id"] in wanted)
    library = Library.create(tmp_path / "library")
    library.add([rows])
    text = "\n\n".join(f"{c['proposition'].rstrip('.')}. {c['cited_case']}." for c in claims)
    report = check_brief(load_bytes("claims.txt", text.encode()), library)
    before = [f for f in holdings(report) if f.reason == "no_model"]
    assert len(before) > 5
    script = tmp_path / "script.jsonl"
    script.write_text(json.dumps(FIRST) + "\n" + json.dumps({"reply": said("not_enough")}))
    ledger = Ledger.open(tmp_path / "ledger.sqlite")
    chat = Chat(f"scripted:{script}", ledger, "claims")
    judged = asyncio.run(judge_holdings(report, chat))
    ledger.close()
    assert judged.failures == ()
    assert 0 < chat.spent.calls <= len(before)
    after = [f for f in holdings(judged) if f.model is not None]
    assert {f.reason for f in after} >= {"supported", "model_unsure"}
    for finding in after:
        if finding.outcome == "verified":
            [evidence] = finding.evidence
            words = " ".join(judged.opinions[evidence.source].text.split())
            assert evidence.quote in words
