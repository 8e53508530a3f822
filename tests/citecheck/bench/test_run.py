import asyncio
import json
import resource
import signal
import subprocess
import sys
import time
from dataclasses import asdict, replace

import pytest

from voirdire.citecheck.bench.run import (
    RunError,
    RunInfo,
    read_answers,
    read_run,
    resume_run,
    run_system,
)
from voirdire.citecheck.excerpts import Answer, Excerpt, Prediction
from voirdire.errors import VoirdireError

INFO = RunInfo("echo", None, "folder", "0" * 64, "test", None, 25, 30, "", "0.1.0")
EXCERPTS = [Excerpt(f"e{n}", f"b{n % 3}", f"Text {n}.") for n in range(12)]


class Echo:
    """Says that the whole text is false; fails where told to; knows who was asked at once."""

    name = "echo"

    def __init__(self, failing=()):
        self.failing = set(failing)
        self.asked = []
        self.at_once = self.most_at_once = 0

    async def check(self, excerpt_id, text):
        self.asked.append(excerpt_id)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await asyncio.sleep(0.001)
        self.at_once -= 1
        if excerpt_id in self.failing:
            raise RuntimeError("no line\nends here")
        return Answer(
            excerpt_id, self.name, (Prediction(text, "verbatim_misquote", "“so” \ud800"),)
        )


def run(out, system, excerpts=EXCERPTS, info=INFO, **options):
    info, done = resume_run(out, info)
    left = [excerpt for excerpt in excerpts if excerpt.id not in done]
    asyncio.run(run_system(left, system, out, info, **options))


def test_every_answer_is_written_and_read_back(tmp_path):
    said = []
    run(tmp_path, Echo(), on_answer=said.append)
    answers = read_answers(tmp_path)
    assert sorted(answers) == sorted(excerpt.id for excerpt in EXCERPTS)
    assert sorted(said, key=lambda a: a.excerpt) == sorted(
        answers.values(), key=lambda a: a.excerpt
    )
    assert answers["e3"].predictions == (Prediction("Text 3.", "verbatim_misquote", "“so” \ud800"),)
    assert answers["e3"].seconds > 0


def test_no_more_are_under_way_than_there_are_workers(tmp_path):
    system = Echo()
    run(tmp_path, system, workers=3)
    assert system.most_at_once == 3


def test_a_failure_is_the_error_of_its_answer_and_is_asked_again(tmp_path):
    run(tmp_path, Echo(failing=["e4", "e7"]))
    answers = read_answers(tmp_path)
    assert {name for name, answer in answers.items() if answer.error} == {"e4", "e7"}
    assert answers["e4"].error == "RuntimeError: no line ends here"
    again = Echo(failing=["e7"])
    run(tmp_path, again)
    assert sorted(again.asked) == ["e4", "e7"]
    assert {name for name, a in read_answers(tmp_path).items() if a.error} == {"e7"}


class Spending(Echo):
    """Has a budget of so many excerpts."""

    def __init__(self, budget):
        super().__init__()
        self.budget = budget

    async def check(self, excerpt_id, text):
        if len(self.asked) == self.budget:
            raise VoirdireError("the budget is spent")
        return await super().check(excerpt_id, text)


def test_what_ends_the_run_is_said_once_and_the_run_goes_on_later(tmp_path):
    with pytest.raises(VoirdireError, match="the budget is spent"):
        run(tmp_path, Spending(5), workers=1)
    assert list(read_answers(tmp_path)) == ["e0", "e1", "e2", "e3", "e4"]
    with pytest.raises(VoirdireError, match="the budget is spent"):
        run(tmp_path, Spending(3), workers=3)
    run(tmp_path, Spending(100))
    answers = read_answers(tmp_path)
    assert len(answers) == len(EXCERPTS)
    assert not any(answer.error for answer in answers.values())


def test_a_run_goes_on_with_a_larger_limit_and_keeps_its_name_in_the_ledger(tmp_path):
    run(tmp_path, Echo(), EXCERPTS[:4], replace(INFO, limit=4, ledger_run="first"))
    held, done = resume_run(tmp_path, replace(INFO, limit=None, ledger_run="second"))
    assert (held.limit, held.ledger_run, len(done)) == (None, "first", 4)


@pytest.mark.parametrize(
    "change",
    [
        {"system": "rules"},
        {"model": "scripted:x"},
        {"dataset_sha256": "1" * 64},
        {"split": "train"},
        {"calls": 10},
    ],
)
def test_a_folder_holds_one_run(tmp_path, change):
    run(tmp_path, Echo())
    with pytest.raises(RunError, match=next(iter(change))):
        resume_run(tmp_path, replace(INFO, **change))


def test_a_line_half_written_is_dropped_and_asked_again(tmp_path):
    run(tmp_path, Echo())
    path = tmp_path / "answers.jsonl"
    whole = path.read_bytes()
    last = json.loads(whole.splitlines()[-1])["excerpt"]
    path.write_bytes(whole[:-20])
    assert last not in read_answers(tmp_path)
    again = Echo()
    run(tmp_path, again)
    assert again.asked == [last]
    assert len(path.read_bytes().splitlines()) == len(EXCERPTS)


def test_a_line_that_is_no_answer_is_said(tmp_path):
    (tmp_path / "answers.jsonl").write_text('{"excerpt": "e1"}\n')
    with pytest.raises(RunError, match="line 1"):
        read_answers(tmp_path)
    (tmp_path / "run.json").write_text("[]")
    with pytest.raises(RunError, match=r"run\.json"):
        resume_run(tmp_path, INFO)


@pytest.mark.parametrize(
    "change",
    [
        {"excerpt": 5},
        {"excerpt": ["e1"]},
        {"predictions": [{"text": 5}]},
        {"turns": "2"},
        {"calls": True},
        {"seconds": float("nan")},
        {"dollars": float("inf")},
        {"error": None},
    ],
)
def test_an_answer_of_other_types_is_said(tmp_path, change):
    row = {"excerpt": "e1", "system": "echo", "predictions": []}
    (tmp_path / "answers.jsonl").write_text(json.dumps(row) + "\n")
    assert read_answers(tmp_path) == {"e1": Answer("e1", "echo")}
    (tmp_path / "answers.jsonl").write_text(json.dumps(row | change) + "\n")
    with pytest.raises(RunError, match="line 1 is not an answer"):
        read_answers(tmp_path)


@pytest.mark.parametrize("change", [{"limit": "x"}, {"dataset": 5}, {"turns": None}, {"model": []}])
def test_a_record_of_other_types_is_said(tmp_path, change):
    (tmp_path / "run.json").write_text(json.dumps(asdict(INFO) | change))
    with pytest.raises(RunError, match=r"run\.json"):
        read_run(tmp_path)


@pytest.mark.parametrize("name", ["run.json", "answers.jsonl"])
def test_what_is_nested_in_thousands_is_said(tmp_path, name):
    (tmp_path / name).write_text("[" * 100_000 + "\n")
    with pytest.raises(RunError, match="is not"):
        (read_run if name == "run.json" else read_answers)(tmp_path)


def test_a_record_that_cannot_be_written_leaves_the_one_before(tmp_path):
    run(tmp_path, Echo(), EXCERPTS[:2], replace(INFO, limit=2))
    before = (tmp_path / "run.json").read_bytes()
    hard, soft = resource.getrlimit(resource.RLIMIT_FSIZE)[::-1]
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
        with pytest.raises(RunError, match="cannot be written"):
            run(tmp_path, Echo())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, ignored)
    assert (tmp_path / "run.json").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["answers.jsonl", "run.json"]


def test_two_are_never_at_one_run(tmp_path):
    class Second(Echo):
        async def check(self, excerpt_id, text):
            with pytest.raises(RunError, match="another process"):
                await run_system(EXCERPTS, Echo(), tmp_path, INFO)
            return await super().check(excerpt_id, text)

    run(tmp_path, Second(), EXCERPTS[:2])
    assert len((tmp_path / "answers.jsonl").read_bytes().splitlines()) == 2
    run(tmp_path, Echo())
    assert len(read_answers(tmp_path)) == len(EXCERPTS)


def test_nothing_is_written_before_a_system_is_asked(tmp_path):
    assert resume_run(tmp_path / "new", INFO) == (INFO, {})
    assert not (tmp_path / "new").exists()


SLOW = """
import asyncio, sys
from pathlib import Path
from voirdire.citecheck.bench.run import RunInfo, resume_run, run_system
from voirdire.citecheck.excerpts import Answer, Excerpt

class Slow:
    name = "slow"
    async def check(self, excerpt_id, text):
        await asyncio.sleep(0.03)
        return Answer(excerpt_id, self.name, turns=len(text))

info = RunInfo("slow", None, "folder", "0" * 64, "test", None, 25, 30, "", "0.1.0")
out = Path(sys.argv[1])
info, done = resume_run(out, info)
left = [e for e in (Excerpt(f"e{n}", "b", "x" * n) for n in range(40)) if e.id not in done]
asyncio.run(run_system(left, Slow(), out, info, workers=2))
"""


def test_killed_at_any_moment_it_goes_on(tmp_path):
    """Killed five times, each answer is still written once, and none is lost."""
    path = tmp_path / "answers.jsonl"
    for wanted in (3, 8, 15, 16, 30):
        process = subprocess.Popen([sys.executable, "-c", SLOW, str(tmp_path)])
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and process.poll() is None:
            if path.exists() and path.read_bytes().count(b"\n") >= wanted:
                break
            time.sleep(0.005)
        process.kill()
        process.wait()
    subprocess.run([sys.executable, "-c", SLOW, str(tmp_path)], check=True, timeout=60)
    written = [json.loads(line)["excerpt"] for line in path.read_text().splitlines()]
    assert sorted(written) == sorted(f"e{n}" for n in range(40))
    assert {name: answer.turns for name, answer in read_answers(tmp_path).items()} == {
        f"e{n}": n for n in range(40)
    }
