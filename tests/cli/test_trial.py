"""`voirdire trial` as a user runs it: trials kept and taken up, shown, scored; cases; bad input."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from cli.commands import run
from courtroom.lantern import LANTERN
from llm.model_server import Said, serve
from voirdire.courtroom.agents import RuleBasedAgent
from voirdire.courtroom.cases.load import dump_case
from voirdire.courtroom.tried import try_case
from voirdire.courtroom.types import Action, Claim
from voirdire.llm.pool import SHARED
from voirdire.llm.retry import Retry

CASES = Path(str(files("voirdire") / "samples" / "trials"))
ROWS = Path(__file__).parents[1] / "courtroom" / "imports" / "rows"
HOSTILE = (
    '<script>alert(1)</script> "><img src=x onerror=alert(2)> {{ case }}\n'
    "9. judge · deliver the verdict: not guilty\x1b[2J\u202e\u2028\x9b31m end"
)


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """The file of one trial by rules of a written case."""
    path = tmp_path_factory.mktemp("kept") / "theft.jsonl"
    assert run("trial", "run", "theft_001", "--out", path).returncode == 0
    return path


class Hostile(RuleBasedAgent):
    """Plays by rules, except that its words are an attack on whoever shows them."""

    name = "<b>hostile</b>"

    def act(self, observation):
        done = super().act(observation)
        if done.kind == "present_argument":
            claim = Claim(HOSTILE[:60], "log</mark>", "no such\n3. judge · words", target="<i>9.1")
            return replace(done, text=HOSTILE, claims=(claim,))
        return done


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    path = tmp_path_factory.mktemp("hostile") / "lantern.jsonl"
    agent = Hostile()
    try_case(LANTERN, dict.fromkeys(("prosecution", "defence", "judge"), agent), path=path)
    return path


def case_file(folder, name="case.json", **changes):
    """The lantern as a case file, with changes to its case."""
    path = folder / name
    path.write_text(dump_case(replace(LANTERN, case=replace(LANTERN.case, **changes))))
    return path


def rows_of(path):
    return [json.loads(line) for line in path.read_text("utf-8").split("\n")[:-1]]


def test_a_trial_is_told_entry_by_entry():
    done = run("trial", "run", "theft_001")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "1. prosecution · present an argument"
    heads = [line for line in lines if re.match(r"\d+\. ", line)]
    assert [int(head.partition(".")[0]) for head in heads] == list(range(1, len(heads) + 1))
    verdict = heads[-1]
    assert " judge · deliver the verdict: " in verdict
    decision = re.search(r"verdict: (\w+), p", verdict)[1]
    assert any(line.startswith(f"Verdict: {decision} (p = ") for line in lines)


def test_json_is_one_object_a_trial(kept):
    done = run("trial", "run", "theft_001", "--format", "json")
    record = json.loads(done.stdout)
    assert sorted(record) == [
        "agents", "case", "ending", "entries", "failures", "missed", "scores", "seed", "truth",
        "verdict_stands_in",
    ]  # fmt: skip
    assert (record["missed"], record["failures"], record["verdict_stands_in"]) == ({}, [], False)
    assert record["agents"] == dict.fromkeys(("prosecution", "defence", "judge"), "rules")
    assert (record["case"], record["seed"], record["truth"]) == ("theft_001", 0, "guilty")
    assert record["entries"] == len(rows_of(kept)) - 2
    assert set(record["scores"]) == {"prosecution", "defence", "judge"}


def test_several_trials_are_kept_in_a_folder_and_summed_up(tmp_path):
    twin = case_file(tmp_path, id="twin")
    other = case_file(tmp_path, "other.json", id="../other", title="Elsewhere")
    folder = tmp_path / "out" / "runs"
    done = run("trial", "run", twin, other, "--out", folder)
    assert done.returncode == 0, done.stderr
    # An id is no path, whatever a file says.
    names = sorted(path.name for path in folder.iterdir())
    assert names[1:] == ["twin.jsonl"]
    assert re.fullmatch(r"\.\.-other-[0-9a-f]{8}\.jsonl", names[0])
    assert sorted(each.name for each in folder.parent.iterdir()) == ["runs"]
    lines = done.stdout.splitlines()
    assert lines[0].startswith("twin: ")
    assert lines[1].startswith("../other: ")
    assert lines[2] == "2 trials"


@pytest.mark.parametrize(
    ("case", "place"),
    [
        ("theft_001", "after a line"),
        ("theft_001", "in a line"),
        ("theft_001", "before the scores"),
        ("theft_001", "after the header"),
        # A character of this language has three bytes.
        ("policy_011-hi", "in a character"),
    ],
)
def test_a_trial_that_was_cut_goes_on_to_the_same_bytes(tmp_path, kept, case, place):
    path = tmp_path / "kept.jsonl"
    if case == "theft_001":
        path.write_bytes(kept.read_bytes())
    else:
        assert run("trial", "run", case, "--out", path).returncode == 0
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    ends = {
        "after a line": len(b"".join(lines[:9])),
        "in a line": len(b"".join(lines[:9])) + 30,
        "before the scores": len(b"".join(lines[:-1])),
        "after the header": len(lines[0]),
        "in a character": len(b"".join(lines[:2])) - len(lines[1].rpartition(b"\xe0")[2]),
    }
    path.write_bytes(whole[: ends[place]])
    if place == "in a character":
        with pytest.raises(UnicodeDecodeError):
            path.read_text("utf-8")
    done = run("trial", "run", case, "--out", path)
    assert (done.returncode, done.stderr) == (0, "")
    assert path.read_bytes() == whole
    assert [each.name for each in tmp_path.iterdir()] == ["kept.jsonl"]


def test_a_trial_that_is_over_is_not_played_again(tmp_path, kept):
    path = tmp_path / "kept.jsonl"
    path.write_bytes(kept.read_bytes())
    first = run("trial", "run", "theft_001", "--out", path).stdout
    assert path.read_bytes() == kept.read_bytes()
    assert first == run("trial", "run", "theft_001").stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("theft_002",),
        ("theft_001", "--seed", 1),
        ("theft_001", "--judge", "silent"),
        ("theft_001", "--jurors", 2),
        ("theft_001", "--mode", "asymmetric"),
    ],
)
def test_the_file_of_another_trial_is_left_alone(tmp_path, kept, arguments):
    path = tmp_path / "kept.jsonl"
    path.write_bytes(kept.read_bytes())
    done = run("trial", "run", *arguments, "--out", path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "holds another trial; give another path" in done.stderr
    assert path.read_bytes() == kept.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("run", "nope"), "nope: no such case; there are"),
        (("run", "theft_01"), "theft_001"),
        (("run", "nowhere.json"), "nowhere.json: No such file"),
        (("run", "theft_001", "--judge", "nobody"), "no agent 'nobody'; there are random, "),
        (("run", "theft_001", "--defence", "human"), "no agent 'human'"),
        (("run", "theft_011-es", "--mask"), "names are masked in English only"),
        (("run", "theft_001", "--out", "no/such/folder/x.jsonl"), "cannot be written"),
        (("run", "x", "--trials", ROWS / "ecthr.jsonl"), "has no trial 'x'"),
        (("run", "--trials", "nowhere.jsonl"), "nowhere.jsonl"),
        (("play", "nope"), "nope: no such case"),
        (("play", "theft_001", "--seat", "bailiff"), "there are prosecution, defence, judge"),
        (("play", "theft_001", "--seat", "juror_1"), "--seat juror_1: no such seat"),
        (("play", "theft_001", "--others", "nobody"), "no agent 'nobody'"),
        (("vary", "nope"), "nope: no such case"),
        (("show", "nowhere.jsonl"), "nowhere.jsonl: cannot be read (No such file"),
        (("show", "nowhere.jsonl", "--out", __file__), "nowhere.jsonl: cannot be read"),
        (("show", __file__), "line 1 is no JSON"),
        (("score", "nowhere.jsonl"), "nowhere.jsonl: cannot be read"),
        (("validate", "nowhere.json"), "nowhere.json: No such file"),
    ],
)
def test_what_cannot_be_used_is_one_line(tmp_path, monkeypatch, arguments, said):
    monkeypatch.chdir(tmp_path)
    done = run("trial", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert said in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_plain_file_is_never_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for target in (pipe, tmp_path):
        done = run("trial", "run", "theft_001", "--out", target)
        assert (done.returncode, done.stdout) == (2, "")
        assert "is not a file in which a trial can be kept" in done.stderr
    assert pipe.is_fifo()
    assert [each.name for each in tmp_path.iterdir()] == ["pipe"]


def test_a_jury_finds_and_the_judge_gives_its_decision(tmp_path):
    path = tmp_path / "jury.jsonl"
    case = case_file(tmp_path)
    done = run("trial", "run", case, "--jurors", 3, "--jury-rule", "majority", "--out", path)
    assert done.returncode == 0, done.stderr
    header, *entries, result = rows_of(path)
    assert (header["options"]["jurors"], header["options"]["jury_rule"]) == (3, "majority")
    assert sorted(header["agents"]) == [
        "defence", "judge", "juror_1", "juror_2", "juror_3", "prosecution",
    ]  # fmt: skip
    ballots = [each["action"]["decision"] for each in entries if each["phase"] == "deliberation"]
    found = max(("guilty", "not guilty"), key=ballots[-3:].count)
    assert ballots[-3:].count(found) >= 2
    assert result["ending"]["decision"] == entries[-1]["action"]["decision"] == found
    assert "juror 3 · cast a ballot: " in done.stdout


def test_in_asymmetric_mode_a_side_names_only_what_it_may_see(tmp_path):
    path = tmp_path / "asymmetric.jsonl"
    done = run("trial", "run", case_file(tmp_path), "--mode", "asymmetric", "--out", path)
    assert done.returncode == 0, done.stderr
    header, *entries, _ = rows_of(path)
    assert header["options"]["mode"] == "asymmetric"
    seen_by = {"prosecution": {"log", "gossip", "plea"}, "defence": {"letter", "gossip", "plea"}}
    assert {each["code"] for each in entries} == {"accepted"}
    for each in entries:
        action, seat = each["action"], each["seat"]
        if action["kind"] == "submit_evidence":
            for side in seen_by.values():
                side.add(action["exhibit"])
        if seat in seen_by:
            assert {claim["exhibit"] for claim in action.get("claims", ())} <= seen_by[seat]


def test_masked_names_reach_no_line_and_the_score_is_found_again(tmp_path):
    path = tmp_path / "masked.jsonl"
    row = json.loads((ROWS / "old_bailey.jsonl").read_text("utf-8").splitlines()[0])
    trials = tmp_path / "rows.jsonl"
    trials.write_text(json.dumps(row) + "\n")
    plain = tmp_path / "plain.jsonl"
    assert run("trial", "run", "--trials", trials, "--out", plain).returncode == 0
    assert "Quilling" in plain.read_text("utf-8")
    done = run("trial", "run", "--trials", trials, "--mask", "--out", path)
    assert done.returncode == 0, done.stderr
    assert "quilling" not in (done.stdout + path.read_text("utf-8")).casefold()
    again = run("trial", "score", path, "--trials", trials, "--mask", "--format", "json")
    assert json.loads(again.stdout)["scores"] == rows_of(path)[-1]["scores"]
    without = run("trial", "score", path, "--trials", trials)
    assert (without.returncode, "was not played on" in without.stderr) == (2, True)


@pytest.mark.parametrize(
    ("case", "first"),
    [
        ("theft_011-es", "1. acusación · presentar un argumento"),
        ("contract_011-fr", "1. accusation ("),
        ("policy_011-hi", "1. अभियोजन"),
    ],
)
def test_a_translation_speaks_its_language(case, first):
    done = run("trial", "run", case)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(first)
    # The interface around the case is in its language too; scores are told in English.
    transcript = done.stdout.partition("Verdict: ")[0]
    for word in ("prosecution", "defence", "object", "submit", "cross-examine", "decline", "juror"):
        assert not re.search(rf"\b{word}\b", transcript), word


def test_a_kept_trial_is_shown_as_it_was_told(kept):
    assert run("trial", "show", kept).stdout == run("trial", "run", "theft_001").stdout


def test_the_page_holds_transcript_exhibits_and_scores(tmp_path, kept):
    page = tmp_path / "page.html"
    done = run("trial", "show", kept, "--format", "html", "--out", page)
    assert (done.returncode, done.stdout) == (0, "")
    text = page.read_text("utf-8")
    assert text.startswith("<!doctype html>")
    entries = len(rows_of(kept)) - 2
    assert [f'id="e{n}"' in text for n in (1, entries, entries + 1)] == [True, True, False]
    assert "I was fitting a shutter spring, which is slow work" in text
    assert 'id="xE3"' in text
    assert text == run("trial", "show", kept, "--format", "html").stdout
    same = run("trial", "show", kept, "--format", "html", "--out", kept)
    assert (same.returncode, "is the trial itself" in same.stderr) == (2, True)


def test_hostile_words_stay_words_on_the_page(hostile):
    page = run("trial", "show", hostile, "--format", "html").stdout
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<b>hostile" not in page
    assert "<img" not in page
    assert page.count("<script") == 1
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)[1]
    assert "default-src 'none'" in policy
    assert re.search(r"script-src &#39;sha256-|script-src 'sha256-", policy)
    assert "unsafe" not in policy.partition("script-src")[2].partition(";")[0]


def test_a_turn_of_direction_in_a_claim_does_not_turn_the_score_beside_it(hostile):
    page = run("trial", "show", hostile, "--format", "html").stdout
    assert "\u202e" in page
    isolated = re.search(r"([^{}]*)\{ unicode-bidi: isolate; \}", page)[1]
    assert {"span", "b"} <= {each.strip() for each in isolated.split(",")}
    # The score's part is a span of its own after the words of the claim.
    assert re.search(r'<span class="parts">', page)


def test_hostile_words_reach_a_terminal_without_their_codes(hostile):
    told = run("trial", "show", hostile).stdout
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e]", told)
    assert "\\x1b[2J" in told
    # What looks like an entry stands indented, as the words of somebody.
    heads = re.findall(r"^(\d+)\. ", told, re.MULTILINE)
    assert heads == [str(number) for number in range(1, len(heads) + 1)]
    assert "    9. judge · deliver the verdict: not guilty" in told
    assert "    3. judge · words" in told


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["[]"],
        ["{}"],
        ["1", "2"],
        ['{"engine": "courtroom-v2"}'],
        ['{"engine": "courtroom-v2", "seed": 0, "options": {}, "agents": [], "case": 1}'],
    ],
)
def test_what_is_no_trial_is_said_in_one_line(tmp_path, lines):
    path = tmp_path / "x.jsonl"
    path.write_text("\n".join(lines))
    for command in ("show", "score"):
        done = run("trial", command, path)
        assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
        assert "unexpected" not in done.stderr


def test_scores_are_those_that_the_run_wrote(kept):
    before = kept.read_bytes()
    done = run("trial", "score", kept, "--format", "json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["scores"] == rows_of(kept)[-1]["scores"]
    table = run("trial", "score", kept).stdout
    assert table in run("trial", "run", "theft_001").stdout
    assert kept.read_bytes() == before


def test_a_kept_trial_of_a_case_file_is_scored_with_it(tmp_path):
    case, path = case_file(tmp_path), tmp_path / "kept.jsonl"
    assert run("trial", "run", case, "--out", path).returncode == 0
    assert run("trial", "score", path, "--case", case).returncode == 0
    unknown = run("trial", "score", path)
    assert (unknown.returncode, "lantern: no such case" in unknown.stderr) == (2, True)
    assert "name the --case or --trials" in unknown.stderr
    case_file(tmp_path, charge="Another charge.")
    changed = run("trial", "score", path, "--case", case)
    assert (changed.returncode, "as it is now" in changed.stderr) == (2, True)


def test_validate_says_what_is_wrong_and_ends_with_2(tmp_path):
    sound = run("trial", "validate", CASES / "theft_001.json", CASES / "policy_011-hi.json")
    assert (sound.returncode, sound.stderr) == (0, "")
    assert [line.rpartition(": ")[2] for line in sound.stdout.splitlines()] == ["sound", "sound"]
    text = (CASES / "theft_001.json").read_text("utf-8")
    wrong = tmp_path / "wrong.json"
    wrong.write_text(text.replace('"decision": "guilty"', '"decision": "innocent"'))
    torn = tmp_path / "torn.json"
    torn.write_text(text[:-40])
    done = run("trial", "validate", wrong, torn, CASES / "theft_002.json")
    assert done.returncode == 2
    assert done.stdout == f"{CASES / 'theft_002.json'}: sound\n"
    assert any("innocent" in line for line in done.stderr.splitlines())
    assert all(line.startswith(f"voirdire: {tmp_path}") for line in done.stderr.splitlines())
    assert any(str(torn) in line for line in done.stderr.splitlines())


def test_a_variant_is_a_case_of_its_own_with_the_same_truth(tmp_path):
    out = tmp_path / "varied.json"
    done = run("trial", "vary", "theft_001", "--seed", 7, "--out", out)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    varied = json.loads(out.read_text("utf-8"))
    assert (varied["case"]["id"], varied["key"]["decision"]) == ("theft_001.v7", "guilty")
    assert "Brandoval" not in out.read_text("utf-8")
    assert run("trial", "validate", out).returncode == 0
    assert run("trial", "vary", "theft_001", "--seed", 7).stdout == out.read_text("utf-8")
    before = out.read_bytes()
    again = run("trial", "vary", "theft_001", "--seed", 8, "--out", out)
    assert (again.returncode, "exists; give --out another name" in again.stderr) == (2, True)
    assert out.read_bytes() == before


def test_tables_are_drawn_with_what_the_terminal_has():
    told = run("trial", "run", "theft_001", encoding="ascii").stdout
    assert "| prosecution | evidence use " in told
    assert "\\u25" not in told


def test_cases_lists_the_written_ones():
    told = run("trial", "cases", "--format", "json").stdout
    rows = [json.loads(line) for line in told.splitlines()]
    english = [row for row in rows if row["language"] == "en"]
    levels = [row["difficulty"] for row in english]
    assert [levels.count(level) for level in ("easy", "medium", "hard")] == [8, 8, 8]
    others = sorted(row["case"] for row in rows if row["language"] != "en")
    assert others == ["contract_011-fr", "policy_011-hi", "scam_011-es", "theft_011-es"]
    table = run("trial", "cases").stdout
    assert "State v. Ilka Brandoval" in table
    assert "theft_001" in table


def test_cases_lists_real_trials_by_the_ids_that_play_takes():
    told = run("trial", "cases", "--trials", ROWS / "ecthr.jsonl", "--format", "json").stdout
    ids = [json.loads(line)["case"] for line in told.splitlines()]
    assert len(ids) == len(set(ids)) > 1
    unknown = run("trial", "play", "nope", "--trials", ROWS / "ecthr.jsonl")
    assert f"has no trial 'nope'; there are {ids[0]}, {ids[1]}" in unknown.stderr
    opened = run("trial", "play", ids[0], "--trials", ROWS / "ecthr.jsonl")
    assert (opened.returncode, "you left the trial" in opened.stderr) == (3, True)


def test_protocol_writes_the_page():
    done = run("trial", "protocol")
    assert done.returncode == 0
    assert done.stdout.startswith("# The protocol of a trial (courtroom-v2)\n")
    assert "| judge, on turn | no_authority |" in done.stdout


def test_a_reader_that_goes_away_is_no_error():
    """In a process of its own, with a true pipe."""
    program = [sys.executable, "-c", "from voirdire.cli import main; main()"]
    with subprocess.Popen(
        [*program, "trial", "protocol"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.read(10)
        process.stdout.close()
        assert process.wait(60) == 0
        assert process.stderr.read() == b""


def test_an_agent_that_breaks_the_rules_ends_the_trial(tmp_path):
    """The trial is cut short, and said to be, in every form."""

    class Unruly(RuleBasedAgent):
        name = "unruly"

        def act(self, observation):
            return Action("deliver_verdict", decision="guilty")

    path = tmp_path / "kept.jsonl"
    agents = {"prosecution": Unruly(), "defence": RuleBasedAgent(), "judge": RuleBasedAgent()}
    try_case(LANTERN, agents, path=path)
    told = run("trial", "show", path).stdout
    assert "Verdict: no verdict: a seat broke the rules too often (prosecution)" in told
    assert "(This role may never do that.)" in told
    page = run("trial", "show", path, "--format", "html").stdout
    assert "a seat broke the rules too often: prosecution" in page


@pytest.mark.parametrize("arguments", [("vary", "theft_001"), ("show", "KEPT")])
def test_a_name_that_no_file_can_have_is_one_line(kept, arguments):
    named = [kept if each == "KEPT" else each for each in arguments]
    done = run("trial", *named, "--out", "a" * 300)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"voirdire: {'a' * 300}: cannot be written (File name too long)\n"


def test_a_case_that_is_not_sound_is_not_varied(tmp_path):
    path = case_file(tmp_path, charge=" ")
    done = run("trial", "vary", path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"voirdire: {path}: charge: empty; only a sound case is varied\n"


@pytest.mark.parametrize("command", ["run", "validate", "vary"])
def test_a_case_beyond_its_bounds_is_one_line(command, tmp_path):
    path = case_file(tmp_path, language="../../xx")
    done = run("trial", command, path)
    problem = "case.language '../../xx': a code is due, such as es or pt-br"
    assert problem in done.stdout + done.stderr
    assert (done.returncode, (done.stdout + done.stderr).count("\n")) == (2, 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_one_line_of_validate():
    program = [sys.executable, "-c", "from voirdire.cli import main; main()"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*program, "trial", "validate", CASES / "theft_001.json"],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=60,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == (
        "voirdire: standard output: cannot be written (No space left on device)\n"
    )


def test_an_agent_of_ones_own_sits_down_by_its_name(tmp_path, monkeypatch):
    (tmp_path / "my_agents.py").write_text(
        "from voirdire.courtroom.agents import RuleBasedAgent\n"
        "class Clerk(RuleBasedAgent):\n"
        "    name = 'clerk'\n",
        "utf-8",
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend("")
    done = run("trial", "run", "theft_001", "--judge", "python:my_agents:Clerk", "--format", "json")

    assert json.loads(done.stdout)["agents"]["judge"] == "clerk"


@pytest.mark.parametrize(
    "name", ["python:no_such_module:X", "python:json:loads", "python:json", "python:"]
)
def test_an_agent_of_ones_own_that_is_none_is_one_line(name):
    done = run("trial", "run", "theft_001", "--judge", name)

    assert (done.returncode, done.stdout) == (2, "")
    assert name in done.stderr and done.stderr.count("\n") == 1


@pytest.fixture
def scripted(tmp_path):
    """Writes the script of a model; what names it, and its ledger."""

    def write(*rules):
        path = tmp_path / "model.jsonl"
        path.write_text("".join(json.dumps(each) + "\n" for each in rules), "utf-8")
        return f"scripted:{path}", ("--ledger", tmp_path / "ledger.sqlite")

    return write


def test_a_model_that_cannot_be_reached_ends_the_trial_which_goes_on_later(tmp_path, monkeypatch):
    monkeypatch.setattr(SHARED, "retry", Retry(attempts=1))
    decline = Said(json.dumps({"action": "decline"}))
    path, alone = tmp_path / "kept.jsonl", tmp_path / "alone.jsonl"
    with serve(lambda _: decline) as server:
        name = f"openai-compatible:{server.url}/v1#m"
    asked = ("trial", "run", "theft_001", "--defence", name)
    # Nothing listens any more.
    done = run(*asked, "--out", path, "--ledger", tmp_path / "ledger.sqlite")
    assert done.returncode == 3
    [error] = [line for line in done.stderr.splitlines() if "theft_001" in line]
    assert error.startswith(f"voirdire: theft_001: {name}: no answer (connection: ")
    assert "Verdict" not in done.stdout
    # Up to the first turn of the defence, and no line of what it did not do.
    assert [row.get("seat") for row in rows_of(path)[1:]] == ["prosecution"]
    port = int(server.url.rpartition(":")[2])
    with serve(lambda _: decline, port) as server:
        done = run(*asked, "--out", path, "--ledger", tmp_path / "ledger.sqlite")
        assert done.returncode == 0, done.stderr
        run(*asked, "--out", alone, "--ledger", tmp_path / "ledger.sqlite")
    assert path.read_bytes() == alone.read_bytes()
    assert not [row for row in rows_of(path) if "failure" in row]


def test_a_server_whose_answers_have_no_form_ends_with_3(tmp_path):
    with serve(lambda _: Said("not json at all")) as server:
        name = f"openai-compatible:{server.url}/v1#m"
        ledger, path = ("--ledger", tmp_path / "ledger.sqlite"), tmp_path / "kept.jsonl"
        done = run("trial", "run", "theft_001", "--judge", name, "--out", path, *ledger)
    entries = [row for row in rows_of(path) if "action" in row]
    turns = sum(row["seat"] == "judge" for row in entries)
    assert done.returncode == 3
    said = f"{turns} of {turns} turns of the judge had no usable answer; the safest action"
    assert said in done.stdout
    assert "the verdict is such an action: a run of verdicts counts it as undecided" in done.stdout
    assert "voirdire: theft_001: the judge had no usable answer at all: openai-comp" in done.stderr
    # Shown and scored again, it is said again.
    assert run("trial", "show", path).stdout == done.stdout
    assert said in run("trial", "score", path).stdout
    record = json.loads(run("trial", "score", path, "--format", "json").stdout)
    assert record["missed"] == {"judge": {"turns": turns, "missed": turns}}
    assert record["verdict_stands_in"] is True
    assert len(record["failures"]) == turns


def test_some_turns_without_an_answer_are_told_and_end_with_0(tmp_path, scripted):
    name, ledger = scripted(
        {"when": {"pattern": "Legal now: .*summarize_case"}, "reply": "I rest."},
        {"reply": {"action": "decline"}},
    )
    path = tmp_path / "kept.jsonl"
    asked = ("trial", "run", "theft_001", "--defence", name, *ledger)
    done = run(*asked, "--out", path)
    turns = sum(row.get("seat") == "defence" for row in rows_of(path))
    assert done.returncode == 0
    said = f"1 of {turns} turns of the defence had no usable answer; the safest action stands in"
    assert said in done.stdout
    assert "such an action" not in done.stdout
    assert "no usable answer at all" not in done.stderr
    record = json.loads(run(*asked, "--format", "json").stdout)
    assert record["missed"] == {"defence": {"turns": turns, "missed": 1}}
    assert [(each["seat"], each["instead"]) for each in record["failures"]] == [
        ("defence", "decline")
    ]
    # A kept trial that was cut after the failure goes on with it.
    whole = path.read_bytes()
    place = whole.index(b'{"failure"')
    path.write_bytes(whole[: whole.index(b"\n", place) + 9])
    again = run(*asked, "--out", path)
    assert (again.returncode, said in again.stdout) == (0, True)
    assert path.read_bytes() == whole


def test_of_several_cases_none_is_begun_after_a_model_cannot_be_reached(tmp_path, scripted):
    name, ledger = scripted({"error": {"status": 401}})
    folder = tmp_path / "runs"
    done = run("trial", "run", "theft_001", "theft_002", "scam_001", "--judge", name,
               "--out", folder, *ledger)  # fmt: skip
    assert done.returncode == 3
    first, second, *_ = done.stderr.splitlines()
    assert first.startswith(f"voirdire: theft_001: {name}: no answer (401")
    assert second == "voirdire: 2 more cases were not begun"
    assert [each.name for each in folder.iterdir()] == ["theft_001.jsonl"]


def test_of_several_cases_each_says_what_had_no_answer(scripted):
    name, ledger = scripted({"reply": "not json at all"})
    done = run("trial", "run", "theft_001", "theft_002", "--judge", name, *ledger)
    lines = done.stdout.splitlines()
    assert done.returncode == 3
    assert re.fullmatch(
        r"theft_001: not_guilty \(p = 0\.50\), which stands in for an answer of the model; the "
        r"court found guilty, \d+ entries, (\d+) of \1 turns of the judge without an answer",
        lines[0],
    )
    assert lines[-2].startswith("2 verdicts, 2 undecided: balanced accuracy 0.00")
    assert re.match(r"(\d+) of \1 turns of the judge had no usable answer", lines[-1])


def test_a_person_is_told_that_the_others_had_no_answer(scripted):
    name, ledger = scripted({"reply": "not json at all"})
    # The judge finds for the defence at 0.4, for a reason.
    answers = b"1\n2\n0.4\nNobody proved it.\n"
    asked = ("trial", "play", "theft_001", "--seat", "judge", "--others", name, *ledger)
    done = run(*asked, stdin=answers)
    assert done.returncode == 3
    for side in ("prosecution", "defence"):
        assert re.search(rf"(\d+) of \1 turns of the {side} had no usable answer", done.stdout)
        assert f"theft_001: the {side} had no usable answer at all: scripted:" in done.stderr
