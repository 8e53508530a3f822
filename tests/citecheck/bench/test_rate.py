"""The hallucination-rate study with scripted models and the fictional law of the samples."""

import asyncio
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from voirdire.authorities.library import Library
from voirdire.authorities.types import Case, CaseCitation
from voirdire.citations.find import find_citations
from voirdire.citecheck.bench.files import DatasetError
from voirdire.citecheck.bench.hallucination_rate import (
    CheckedDraft,
    Draft,
    DraftCitation,
    check_drafts,
    draft_documents,
)
from voirdire.citecheck.bench.rate_prompts import Prompt, load_prompts
from voirdire.citecheck.bench.rate_report import RateReport, render_rate_page, report_tables
from voirdire.citecheck.bench.rate_scores import compare_models, rate_models
from voirdire.citecheck.bench.times_cited import count_citing_opinions
from voirdire.cli.app import app
from voirdire.documents.fold import fold
from voirdire.documents.load import load_bytes
from voirdire.llm.budget import Budget
from voirdire.llm.chat import Chat
from voirdire.llm.ledger import Ledger

SAMPLES = Path(__file__).parents[3] / "src" / "voirdire" / "samples"

BOAT = """# MOTION TO SET ASIDE A SALE

An owner who can be found must be told by mail. *Harbor Commission of Port Ansel v. Tolliver*,
12 Marlow Rep. 1, 88 Thorpe 2d 310 (1981). A ferry's rates are no different. *In re Sallow Point
Ferry Co.*, 12 Marlow Rep. 6 (1981). The buyer takes nothing. *Alden v. Birch*, 12 Marlow Rep.
900 (1982). Insurers agree. *Pemberton v. Quill*, 13 Marlow Rep. 6, 8 (1983). So do the federal
courts. *Roe v. Doe*, 412 F.3d 77 (2d Cir. 2005); *Poe v. Moe*, 2019 WL 1234567 (S.D.N.Y. 2019).
Again, *Harbor Commission of Port Ansel v. Tolliver*, 12 Marlow Rep. 1, 2 (1981), controls, and
*Tolliver*, 12 Marlow Rep. at 2, says why.
"""
FERRY = """A trial court may hear the ferryman. Winslow v. Ferrand, 12 Marlow Rep. 29 (1982).
It must hear him twice. Vance v. Holloway, 13 Marlow Rep. 901 (1983). Marlow Code § 14-210(b).
"""
CAREFUL = "Notice is owed. Harbor Commission of Port Ansel v. Tolliver, 12 Marlow Rep. 1 (1981)."
PROMPTS = [
    Prompt("boat", "Write a motion about a boat."),
    Prompt("ferry", "Write a brief about a ferry."),
    Prompt("lease", "Write a letter about a lease."),
]
BOLD_RULES = [
    {"when": {"pattern": "boat"}, "reply": BOAT},
    {"when": {"pattern": "ferry"}, "reply": FERRY},
    {"when": {"pattern": "lease"}, "reply": "I'm sorry, but I cannot draft legal papers."},
]
CAREFUL_RULES = [
    {"when": {"pattern": "boat"}, "reply": CAREFUL},
    {"when": {"pattern": "ferry"}, "reply": CAREFUL, "finish": "length"},
    {"when": {"pattern": "lease"}, "reply": "Dear Sir: the lease has ended. Yours, A. B."},
]


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("library")
    Library.create(folder).add([SAMPLES / "opinions.jsonl"])
    return folder


def script(tmp_path, name, rules):
    path = tmp_path / f"{name}.jsonl"
    path.write_text("".join(json.dumps(rule) + "\n" for rule in rules), "utf-8")
    return f"scripted:{path}"


def ask(tmp_path, rules, prompts=tuple(PROMPTS), samples=1, **limits):
    ledger = Ledger.open(tmp_path / "ledger.sqlite")
    try:
        chat = Chat(script(tmp_path, "model", rules), ledger, "test", Budget(**limits))
        drafts = asyncio.run(draft_documents([chat], prompts, samples=samples))
        return drafts, chat.spent
    finally:
        ledger.close()


def test_our_prompts():
    prompts = load_prompts()
    assert len(prompts) == 92
    assert len({p.id for p in prompts}) == 92
    assert len({p.text for p in prompts}) == 92
    # No two begin alike, and no court takes more than a few.
    assert len({p.text[:60] for p in prompts}) == 92
    assert len({p.kind for p in prompts}) >= 20
    assert len({p.court for p in prompts}) >= 60
    assert {p.filer for p in prompts} == {"counsel", "pro se"}
    assert sum(p.filer == "pro se" for p in prompts) >= 12
    assert all(p.text and p.area and len(p.text) > 200 for p in prompts)


def test_no_prompt_names_a_case():
    for prompt in load_prompts():
        document = load_bytes("p.txt", prompt.text.encode())
        kinds = {citation.kind for citation in find_citations(fold(document), ())}
        assert kinds <= {"statute", "regulation"}, (prompt.id, kinds)
        for mark in (" v. ", " vs. ", "In re ", "Ex parte "):
            assert mark not in prompt.text, prompt.id


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([{"id": "a"}], "line 1: has no text"),
        ([{"id": "a", "text": "x"}, {"id": "a", "text": "y"}], "line 2: the id 'a' stands twice"),
        ([], "holds no prompt"),
    ],
)
def test_prompts_that_cannot_be_used(tmp_path, rows, problem):
    path = tmp_path / "prompts.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    with pytest.raises(DatasetError, match=problem):
        load_prompts(path)


def test_verdicts(tmp_path, library):
    drafts, _ = ask(tmp_path, BOLD_RULES)
    boat, ferry, lease = check_drafts(drafts, Library.open(library))
    assert [(c.verdict, c.reasons, c.case) for c in boat.citations] == [
        # Cited twice, once with its parallel reporter, and by a short form: one citation.
        ("real", ("existence: exact", "case_name: exact"), "marlow-12-1"),
        ("real", ("existence: exact", "case_name: exact"), "marlow-12-6"),
        ("hallucinated", ("existence: absent_from_complete_volume",), None),
        ("hallucinated", ("case_name: name_differs",), None),
        ("undecided", ("existence: volume_not_held",), None),
        ("undecided", ("existence: database_citation",), None),
    ]
    assert [(c.text, c.verdict) for c in ferry.citations] == [
        ("Winslow v. Ferrand, 12 Marlow Rep. 29 (1982)", "real"),
        ("Vance v. Holloway, 13 Marlow Rep. 901 (1983)", "hallucinated"),
    ]
    assert (lease.draft.status, lease.citations) == ("refused", ())


@pytest.mark.parametrize(
    ("rule", "status", "error"),
    [
        ({"reply": "  \n"}, "empty", ""),
        ({"reply": "Certainly.", "finish": "content_filter"}, "refused", ""),
        ({"error": {"status": 400}}, "failed", "no answer (400"),
        # A document that begins with regret is no refusal when it cites cases.
        ({"reply": f"I am sorry for the delay. {CAREFUL}"}, "drafted", ""),
        ({"reply": "I cannot help with legal advice."}, "refused", ""),
        ({"reply": "I am unable to do so."}, "refused", ""),
        ({"reply": "The plaintiff cannot recover."}, "drafted", ""),
    ],
)
def test_what_is_no_document(tmp_path, library, rule, status, error):
    drafts, _ = ask(tmp_path, [rule], PROMPTS[:1])
    [checked] = check_drafts(drafts, Library.open(library))
    assert checked.draft.status == status
    assert error in checked.draft.error


def test_asked_again_costs_nothing(tmp_path):
    first, spent = ask(tmp_path, BOLD_RULES, samples=2)
    assert (spent.calls, len(first)) == (6, 6)
    again, spent = ask(tmp_path, BOLD_RULES, samples=2)
    assert again == first
    assert spent.calls == 0


def test_spent_budget_leaves_the_rest_undone(tmp_path):
    drafts, spent = ask(tmp_path, BOLD_RULES, calls=2)
    assert spent.calls == 2
    assert sorted(draft.status for draft in drafts) == ["drafted", "drafted", "failed"]
    drafts, spent = ask(tmp_path, BOLD_RULES, calls=3)
    assert spent.calls == 1
    assert {draft.status for draft in drafts} == {"drafted"}


def test_times_cited(library):
    held = Library.open(library)
    cases = {case.id: case for case in held.cases()}
    asked = [
        cases["marlow-12-1"],
        cases["marlow-12-6"],
        cases["marlow-13-6"],
        cases["marlow-12-25"],
    ]
    # Counted by hand in the samples; that an opinion prints its own citation counts not.
    assert count_citing_opinions(held, asked) == {
        "marlow-12-1": 7,
        "marlow-12-6": 3,
        "marlow-13-6": 1,
        "marlow-12-25": 0,
    }
    assert count_citing_opinions(held, []) == {}


def test_times_cited_by_parallel_reporter(tmp_path):
    def opinion(number, text):
        return {
            "id": f"op-{number}",
            "name": f"Alden v. Birch {number}",
            "citations": [f"{number} F.3d 10", f"{number} F. App'x 20"],
            "date": "1999-01-01",
            "text": text,
        }

    rows = [
        opinion(100, "We decide what 100 F.3d 10 is."),
        opinion(101, "See 100 F. 3d 10, 12 (1999); then 7 others in 100 F.3d 10."),
        opinion(102, "See 12 Acme Co. v. Birch, 100 F. App'x 20."),
        # Another page, another volume, another series.
        opinion(103, "See 100 F.3d 101, 1100 F.3d 10, 100 F.2d 10."),
    ]
    path = tmp_path / "opinions.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    library = Library.create(tmp_path / "library")
    library.add([path])
    case = next(case for case in library.cases() if case.id == "op-100")
    elsewhere = Case("x", ("X v. Y",), (CaseCitation("1", "A.2d", "1"),))
    assert count_citing_opinions(library, [case, elsewhere]) == {"op-100": 2, "x": 0}


def test_without_opinions_nothing_is_counted(tmp_path):
    case = Case("x", ("X v. Y",), (CaseCitation("1", "A.2d", "1"),))
    assert count_citing_opinions(Library.create(tmp_path / "library"), [case]) == {}


def drafted(model, prompt, *, false=0, real=0, undecided=0, cited=None, status="drafted"):
    verdicts = ["hallucinated"] * false + ["real"] * real + ["undecided"] * undecided
    return CheckedDraft(
        Draft(model, prompt, 0, status),
        tuple(
            DraftCitation(
                f"{model} {prompt} {number}",
                verdict,
                ("case_name: name_differs",)
                if number % 2
                else ("existence: inside_page_as_first",),
                times_cited=cited if verdict == "real" else None,
            )
            for number, verdict in enumerate(verdicts)
        ),
    )


def test_rates():
    drafts = [
        drafted("a", "p1", false=1, real=3, undecided=4, cited=5),
        drafted("a", "p2", false=2, real=2, cited=9),
        drafted("a", "p3", real=2),
        drafted("a", "p4", undecided=1),
        drafted("a", "p5", status="refused"),
        drafted("a", "p6", status="failed"),
        drafted("b", "p1", real=2),
        drafted("b", "p2", real=1),
    ]
    a, b = rate_models(drafts)
    assert (a.hallucinated, a.real, a.decided, a.citations) == (3, 7, 10, 15)
    # Faults at even places are of existence, at odd ones of name.
    assert (a.nonexistent, a.misnamed) == (2, 1)
    assert a.rate.value == pytest.approx(0.3)
    assert 0 <= a.rate.low < 0.3 < a.rate.high <= 0.6
    assert a.undecided.value == pytest.approx(5 / 15)
    assert a.statuses == {"drafted": 4, "refused": 1, "failed": 1}
    assert (a.per_document.n, a.per_document.mean) == (4, 15 / 4)
    assert a.per_document.numbers == (1, 1.75, 3, 5, 8)
    assert (a.times_cited.numbers[2], a.times_cited.n, a.uncounted) == (5, 5, 2)
    # No fault in two documents: an interval is there all the same.
    assert (b.rate.value, b.rate.low) == (0, 0)
    assert b.rate.high == pytest.approx(0.6576, abs=1e-3)
    assert b.times_cited is None


def test_nothing_decided_is_no_rate():
    [only] = rate_models([drafted("a", "p1", undecided=2)])
    assert only.rate.value is None
    assert only.undecided.value == 1
    [none] = rate_models([drafted("a", "p1", status="empty")])
    assert (none.per_document, none.citations) == (None, 0)


def test_models_are_compared_over_prompts_of_both():
    drafts = [
        *(drafted("a", f"p{n}", false=2, real=2) for n in range(12)),
        *(drafted("b", f"p{n}", real=4) for n in range(12)),
        drafted("a", "p12", false=9),
        drafted("b", "p12", status="refused"),
    ]
    [pair] = compare_models(drafts)
    assert (pair.first, pair.second, pair.comparison.clusters) == ("a", "b", 12)
    assert (pair.comparison.first, pair.comparison.second) == (0.5, 0)
    assert pair.comparison.difference.value == 0.5
    assert pair.comparison.p_value < 0.01


def test_page_escapes_what_models_write():
    false = DraftCitation("<script>alert(1)</script>", "hallucinated", ("existence: x",), "<b>no")
    drafts = [CheckedDraft(Draft("m<i>", "p", 0, "drafted"), (false,))]
    report = RateReport(1, 1, rate_models(drafts), compare_models(drafts), drafts, counted=False)
    page = render_rate_page(report)
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "<b>no" not in page
    assert "m<i>" not in page
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert page.count("<svg") == 2
    assert "not known: no library" in report_tables(report)[2].note


def test_command(tmp_path, library):
    bold = script(tmp_path, "bold", BOLD_RULES)
    careful = script(tmp_path, "careful", CAREFUL_RULES)
    prompts = tmp_path / "prompts.jsonl"
    prompts.write_text("".join(json.dumps({"id": p.id, "text": p.text}) + "\n" for p in PROMPTS))
    out = tmp_path / "out"
    arguments = [
        "bench", "hallucination-rate", "--models", bold, "--models", careful,
        "--library", str(library), "--offline", "--prompts", str(prompts), "--out", str(out),
        "--ledger", str(tmp_path / "ledger.sqlite"), "--format", "json",
    ]  # fmt: skip
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    said = json.loads(result.stdout)
    assert said == json.loads((out / "report.json").read_text("utf-8"))
    first, second = said["models"]
    assert (first["hallucinated"], first["real"], first["decided"]) == (3, 3, 6)
    assert (first["nonexistent"], first["misnamed"]) == (2, 1)
    assert first["rate"]["value"] == 0.5
    assert first["undecided"]["value"] == pytest.approx(2 / 8)
    assert first["statuses"] == {"drafted": 2, "refused": 1}
    # Tolliver 7 times, Sallow Point 3, Winslow once.
    assert first["times_cited"]["numbers"][2] == 3
    assert (second["hallucinated"], second["real"], second["cut_off"]) == (0, 2, 1)
    assert second["distinct"] == 1
    assert said["times_cited_from"] == "library"
    [pair] = said["pairs"]
    assert pair["comparison"]["clusters"] == 2
    page = (out / "report.html").read_text("utf-8")
    assert "Vance v. Holloway, 13 Marlow Rep. 901" in page
    assert page.count("<svg") == 3
    saved = sorted(path.name for path in (out / "documents").glob("*/*.md"))
    assert saved == [f"{p.id}.1.md" for p in PROMPTS for _ in range(2)]
    texts = {path.read_text("utf-8") for path in (out / "documents").glob("*/boat.1.md")}
    assert texts == {BOAT, CAREFUL}
    # Again: the same figures, and nothing is asked.
    again = CliRunner().invoke(app, arguments)
    assert json.loads(again.stdout) == said
    ledger = Ledger.open(tmp_path / "ledger.sqlite")
    assert [row.paid for row in ledger.spend("run")] == [6]
    ledger.close()


def test_command_with_a_model_that_fails(tmp_path, library):
    failing = script(tmp_path, "failing", [{"error": {"status": 400}}])
    arguments = [
        "bench", "hallucination-rate", "--models", failing, "--library", str(library),
        "--offline", "--limit", "2", "--out", str(tmp_path / "out"),
        "--ledger", str(tmp_path / "ledger.sqlite"),
    ]  # fmt: skip
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 3
    assert "2 documents asked for" in result.stderr
    assert "no answer (400" in result.stderr
    assert "Hallucination rate" in result.stdout


@pytest.mark.parametrize(
    ("documents", "axis"),
    [
        # (false, real) of each document: the axis ends where the interval has room.
        ([(0, 999)] * 100 + [(1, 999)] * 2, "4%"),
        ([(0, 30)] * 8 + [(5, 30)] * 8, "20%"),
        ([(0, 1)] * 4 + [(3, 0)] * 8, "100%"),
    ],
)
def test_axis_of_rates(documents, axis):
    drafts = [drafted("a", f"p{n}", false=f, real=r) for n, (f, r) in enumerate(documents)]
    report = RateReport(1, 1, rate_models(drafts), [], drafts, counted=False)
    assert f'text-anchor="end">{axis}</text>' in render_rate_page(report)
