"""The trace: every step is shown, outside text is escaped, the page stands alone."""

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from voirdire.llm.ledger import Json, Ledger, Step
from voirdire.reports.trace import BeliefChange, EpisodeTrace, read_trace, trace_page, trace_text

HOSTILE = "<script>alert(1)</script><img src=http://example.org/x onerror=alert(2)>"


def belief(turn: int, *items: tuple[str, str], **more: Any) -> dict[str, Any]:
    state = [
        {
            "id": identity,
            "kind": "citation",
            "segment": {"text": f"segment\nof {identity}", "start": 0},
            "status": status,
            "note": "",
        }
        for identity, status in items
    ]
    return {"turn": turn, "state": {"items": state}, **more}


BODIES: list[tuple[str, Json]] = [
    ("excerpt", {"system": "react", "model": "scripted:x", "text": HOSTILE}),
    ("begin", {"purpose": "react", "system": "the task", "user": "the text", "tools": ["look"]}),
    ("belief", belief(0, ("C1", "pending"))),
    (
        "reply",
        {
            "turn": 1,
            "text": "let me look",
            "thinking": "hm",
            "calls": [{"tool": "look", "arguments": {"page": 1}}],
            "input_tokens": 1200,
            "output_tokens": 30,
        },
    ),
    (
        "call",
        {
            "tool": "look",
            "arguments": {"page": 1},
            "status": "run",
            "observation": {"words": f"of the opinion {HOSTILE}"},
        },
    ),
    ("call", {"tool": "look", "arguments": {"page": 1}, "status": "duplicate", "answer": "again"}),
    ("call", {"tool": "look", "arguments": {"page": 2}, "status": "denied", "message": "Denied"}),
    ("belief", belief(1, ("C1", "hallucinated"), ("C2", "pending"), refused=["C9: no such item"])),
    ("something new", {"any": "thing"}),
    ("final", {"output": {"false_segments": []}}),
]


def steps(run: str = "r1", episode: str = "e1") -> list[Step]:
    return [Step(run, episode, number, kind, body) for number, (kind, body) in enumerate(BODIES)]


def read(*more: Step) -> list[EpisodeTrace]:
    return list(read_trace([*steps(), *more]))


def test_an_episode_is_counted_from_its_steps() -> None:
    (episode,) = read()
    assert (episode.id, episode.system, episode.model) == ("e1", "react", "scripted:x")
    assert episode.calls == {"run": 1, "duplicate": 1, "denied": 1}
    assert episode.summary == "1 turn, 3 calls (1 run, 1 duplicate, 1 denied), 1,230 tokens"
    assert episode.outcome == "final"
    assert [entry.kind for entry in episode.entries] == [kind for kind, _ in BODIES]


def test_what_the_episode_says_of_itself_counts_before_its_steps() -> None:
    taken: Json = {"turns": 7, "input_tokens": 5000, "output_tokens": 1}
    (episode,) = read(Step("r1", "e1", 10, "answer", taken))
    assert (episode.turns, episode.tokens) == (7, 5001)


def test_tokens_that_no_step_tells_are_not_told() -> None:
    (episode,) = read_trace([Step("r1", "e4", 0, "belief", {"turn": 2, "state": {"items": []}})])
    assert (episode.tokens, episode.summary) == (None, "2 turns, 0 calls")


def test_changes_of_belief_are_told() -> None:
    (episode,) = read()
    first, second = (entry for entry in episode.entries if entry.kind == "belief")
    assert first.changes == (BeliefChange("C1", "citation", "segment of C1", "new", "pending", ""),)
    assert second.changes == (
        BeliefChange("C1", "citation", "segment of C1", "pending", "hallucinated", ""),
        BeliefChange("C2", "citation", "segment of C2", "new", "pending", ""),
    )


def test_an_episode_without_an_end_is_unfinished_and_results_of_the_web_are_none() -> None:
    more = [
        Step("r1", "e2", 0, "excerpt", {"text": "x"}),
        Step("r1", "e3", 0, "error", {"message": "the turns ended"}),
        Step("r1", "web/abc", 0, "web_search", {"query": "q", "results": []}),
    ]
    assert [(e.id, e.outcome) for e in read(*more)] == [
        ("e1", "final"),
        ("e2", "unfinished"),
        ("e3", "error: the turns ended"),
    ]


def test_text_tells_every_step() -> None:
    text = "".join(trace_text("r1", read()))
    for line in [
        "run r1",
        "episode e1: 1 turn, 3 calls (1 run, 1 duplicate, 1 denied), 1,230 tokens; final",
        "    3 reply turn 1, 1200 + 30 tokens; calls: look",
        '    4 call [run] look {"page": 1}',
        '    5 call [duplicate] look {"page": 1}',
        '    6 call [denied] look {"page": 2}',
        "        C1 citation pending -> hallucinated: segment of C1",
        "          C9: no such item",
        '            "any": "thing"',
        "          let me look",
    ]:
        assert line in text.splitlines(), line


class Page(HTMLParser):
    """What a page fetches, and the text that a reader sees."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.fetched: list[str] = []
        self.words: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name in ("src", "href") and not (value or "").startswith("#"):
                self.fetched.append(f"{tag} {value}")
            assert not name.startswith("on"), name

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_page_stands_alone_and_escapes_outside_text() -> None:
    page = Page(trace_page("r1 <b>", read()))
    assert page.fetched == []
    assert page.tags.count("script") == 1
    assert "img" not in page.tags
    assert "b" not in page.tags
    text = " ".join("".join(page.words).split())
    assert HOSTILE in text
    for word in ["the task", "let me look", "hm", "Denied", "hallucinated", "something new"]:
        assert word in text


def test_a_page_of_a_lone_surrogate_can_be_written() -> None:
    step = Step("r1", "e1", 0, "excerpt", {"text": "a \ud800 b"})
    trace_page("r1", read_trace([step])).encode("utf-8")


# ---- the command ----


def command(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    script = "from voirdire.cli.app import main; main()"
    return subprocess.run(
        [sys.executable, "-c", script, "trace", *map(str, arguments)],
        capture_output=True,
        text=True,
        env={"PATH": ""},
        timeout=120,
        check=False,
    )


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("ledger") / "ledger.sqlite"
    ledger = Ledger.open(path)
    for episode in ("e1", "e2"):
        for step in steps(episode=episode):
            ledger.add_step("r1", episode, step.number, step.kind, step.body)
    ledger.close()
    return path


def test_json_is_the_steps_as_the_ledger_holds_them(where: Path) -> None:
    done = command("r1", "--ledger", where, "--episode", "e2", "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["episode"], row["number"]) for row in rows] == [("e2", n) for n in range(10)]
    assert [(row["kind"], row["body"]) for row in rows] == BODIES


def test_text_goes_to_the_terminal_and_a_page_into_a_file(where: Path, tmp_path: Path) -> None:
    done = command("r1", "--ledger", where)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(re.findall("^episode ", done.stdout, re.MULTILINE)) == 2
    page = tmp_path / "trace.html"
    done = command("r1", "--ledger", where, "--format", "html", "--out", page)
    assert (done.returncode, done.stdout) == (0, "")
    assert page.read_text().count("<section") == 2


def test_the_folder_of_a_run_names_the_run(where: Path, tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(
        json.dumps(
            {
                "system": "react", "model": "m", "dataset": "d", "dataset_sha256": "", "split": "",
                "limit": None, "turns": 1, "calls": 1, "ledger_run": "r1", "version": "0",
            }
        )
    )  # fmt: skip
    assert command(tmp_path, "--ledger", where).stdout.startswith("run r1\n")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["r2"], "has no steps of run 'r2'"),
        (["r1", "--episode", "e9"], "has no steps of episode 'e9' of run 'r1'"),
    ],
)
def test_what_the_ledger_lacks_is_said_in_one_line(
    where: Path, arguments: list[str], says: str
) -> None:
    done = command(*arguments, "--ledger", where)
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
