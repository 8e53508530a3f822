"""A trial in its file: read back equal, with torn ends; changed or foreign files are refused."""

import io
import json
import re
import signal
from pathlib import Path

import pytest

from courtroom.lantern import LANTERN
from voirdire.courtroom import record
from voirdire.courtroom.agents import RuleBasedAgent
from voirdire.courtroom.agents.failures import NO_PLAN, Failure
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.record import file_name, read_saved, write_entry, write_header
from voirdire.courtroom.tried import tried_record, try_case
from voirdire.courtroom.types import Action, Claim, Options, TypedValue
from voirdire.errors import CaseError

SEATS = ("prosecution", "defence", "judge")
SPOKEN = [
    "plain",
    "line\nends\r\n and\ttabs",
    "separators \u2028 \u2029 \x85 \x0b \x0c \x1c",
    "directions \u202e and codes \x1b[2J \x9b",
    "\U0001f980 दीपक Señor e\u0301",
    '{"action": "in JSON"}',
    "",
]


def made(texts=SPOKEN):
    """A trial in which the prosecution says each of these, in its evidence turns."""
    trial = Trial(LANTERN.case, seed=5, options=Options(evidence_turns=20, max_steps=200))
    for _ in range(2):
        trial.apply(Action("decline"))
    claims = (
        Claim("absent", "plea", quotation="untended \u2028 on \U0001f980", target="1.1"),
        Claim("cause", "plea", value=TypedValue("date", "1850-05-03", "the night")),
    )
    for text in texts:
        trial.apply(Action("present_argument", text, claims=claims))
        trial.apply(Action("cross_examine", text))
    return trial


def lines_of(trial, agents=None):
    stream = io.StringIO()
    write_header(stream, trial, agents or dict.fromkeys(SEATS, "rules"))
    for entry in trial.entries():
        write_entry(stream, entry)
    return stream.getvalue().encode().splitlines(keepends=True)


def written(tmp_path, data):
    path = tmp_path / "trial.jsonl"
    path.write_bytes(data)
    return path


def edited(lines, place, **changes):
    row = json.loads(lines[place])
    row.update(changes)
    return b"".join([*lines[:place], json.dumps(row).encode() + b"\n", *lines[place + 1 :]])


def test_a_trial_comes_back_as_it_was(tmp_path):
    trial = made()
    agents = {"prosecution": "a/b", "defence": "स", "judge": "plan:x:y"}
    saved = read_saved(written(tmp_path, b"".join(lines_of(trial, agents))))
    assert saved.trial.entries() == trial.entries()
    assert [each.action.text for each in saved.trial.entries()[2::2]] == SPOKEN
    assert (saved.trial.case, saved.trial.seed) == (LANTERN.case, 5)
    assert saved.trial.options == Options(evidence_turns=20, max_steps=200)
    assert dict(saved.trial.observe()) == dict(trial.observe())
    assert (saved.agents, saved.scores) == (agents, None)


def test_a_line_holds_one_entry_whatever_is_said(tmp_path):
    lines = b"".join(lines_of(made())).split(b"\n")
    assert len(lines) - 1 == 1 + 2 + 2 * len(SPOKEN)
    assert [json.loads(line)["number"] for line in lines[1:-1]] == list(range(1, len(lines) - 1))


def test_a_last_line_cut_anywhere_is_as_if_it_were_not_there(tmp_path):
    lines = lines_of(made(["दीपक \U0001f980 \u2028"]))
    whole = b"".join(lines[:-1])
    for cut in range(1, len(lines[-1]) - 1):
        saved = read_saved(written(tmp_path, whole + lines[-1][:cut]))
        assert len(saved.trial) == len(lines) - 2
    # All but its line end is the whole line.
    saved = read_saved(written(tmp_path, whole + lines[-1][:-1]))
    assert len(saved.trial) == len(lines) - 1


def test_a_line_cut_before_the_last_is_refused(tmp_path):
    lines = lines_of(made())
    torn = b"".join([*lines[:3], lines[3][:-9] + b"\n", *lines[4:]])
    with pytest.raises(CaseError, match="line 4 is no JSON"):
        read_saved(written(tmp_path, torn))


def test_a_line_left_out_or_told_twice_is_refused(tmp_path):
    lines = lines_of(made())
    for wrong in ([*lines[:3], *lines[4:]], [*lines[:4], lines[3], *lines[4:]]):
        with pytest.raises(CaseError, match="does not come out as it is written"):
            read_saved(written(tmp_path, b"".join(wrong)))


@pytest.mark.parametrize(
    ("place", "changes", "said"),
    [
        (0, {"engine": "courtroom-v0"}, "played by 'courtroom-v0'; this engine is courtroom-v2"),
        (0, {"engine": None}, "played by None"),
        (3, {"code": "no_authority"}, "entry 3 does not come out as it is written"),
        (3, {"seat": "defence"}, "entry 3 does not come out as it is written"),
        (3, {"number": 4}, "entry 4 does not come out as it is written"),
        # It would be the judge's, who is not on turn.
        (3, {"action": {"kind": "deliver_verdict"}}, "entry 3 does not come out as it is written"),
        (3, {"action": {"kind": "shout"}}, "kind"),
        (3, {"action": {"kind": "decline", "text": "\ud800"}}, "hex escape|surrogate"),
        (3, {"action": 1}, "not an action"),
        (0, {"agents": []}, "is not the file of a trial"),
        (0, {"agents": {"judge": 1}}, "is not the file of a trial"),
        (0, {"options": {"jurors": -1}}, "is not the file of a trial"),
        (0, {"case": {}}, "is not the file of a trial"),
    ],
)
def test_a_changed_file_is_refused(tmp_path, place, changes, said):
    path = written(tmp_path, edited(lines_of(made()), place, **changes))
    with pytest.raises(CaseError, match=said) as refused:
        read_saved(path)
    assert str(refused.value).startswith(str(path))


def test_an_entry_after_the_end_is_refused(tmp_path):
    trial = Trial(LANTERN.case, options=Options(max_steps=1))
    trial.apply(Action("decline"))
    lines = lines_of(trial)
    more = json.loads(lines[1]) | {"number": 2, "seat": "defence"}
    path = written(tmp_path, b"".join(lines) + json.dumps(more).encode() + b"\n")
    with pytest.raises(CaseError, match="lantern"):
        read_saved(path)


def test_scores_come_back_as_they_were_given(tmp_path):
    path = tmp_path / "trial.jsonl"
    tried = try_case(LANTERN, dict.fromkeys(SEATS, RuleBasedAgent()), path=path)
    saved = read_saved(path)
    assert saved.scores == tried.scores
    assert saved.trial.ending == tried.trial.ending
    assert saved.agents == dict.fromkeys(SEATS, "rules")


def test_seats_come_in_any_spelling():
    agent = RuleBasedAgent()
    tried = try_case(LANTERN, {"plaintiff": agent, "defense": agent, "judge": agent})
    assert dict(tried.agents) == {"prosecution": "rules", "defence": "rules", "judge": "rules"}


def test_an_interrupted_trial_is_told_from_its_beginning(tmp_path):
    """The watcher of a trial that goes on hears the entries of before, once each."""

    class LeavesError(Exception):
        pass

    class Leaving(RuleBasedAgent):
        def act(self, observation):
            if observation.turn > 6:
                raise LeavesError
            return super().act(observation)

    path, heard = tmp_path / "trial.jsonl", []
    with pytest.raises(LeavesError):
        try_case(LANTERN, dict.fromkeys(SEATS, Leaving()), path=path)
    assert len(path.read_bytes().splitlines()) == 1 + 6
    try_case(
        LANTERN,
        dict.fromkeys(SEATS, RuleBasedAgent()),
        path=path,
        watch=lambda _, entry: heard.append(entry.number),
    )
    assert heard == list(range(1, len(heard) + 1))
    assert len(heard) > 6


class Faltering(RuleBasedAgent):
    """By rules, but a model that had no plan at turn 1 and no answer at turns 3, 4 and 7."""

    name = "faltering"

    def __init__(self):
        super().__init__()
        # Of a trial before this one.
        self.failures = [Failure("lantern", "prosecution", 1, "decline", "before")]

    def act(self, observation):
        at = (observation.case_id, observation.seat, observation.turn)
        if observation.turn == 1:
            self.failures.append(Failure(*at, NO_PLAN, "no plan"))
        if observation.turn in (3, 4, 7):
            self.failures.append(Failure(*at, "decline", "दीपक is no answer"))
        return super().act(observation)


FALTERED = [(1, "no plan"), (3, "decline"), (4, "decline"), (7, "decline")]


def test_what_a_model_could_not_do_is_kept_beside_the_entries(tmp_path):
    path = tmp_path / "trial.jsonl"
    tried = try_case(LANTERN, dict.fromkeys(SEATS, Faltering()), path=path)
    rows = [json.loads(line) for line in path.read_text("utf-8").split("\n")[:-1]]
    # Each before the entry of its turn, and no entry holds anything of it.
    places = [place for place, row in enumerate(rows) if "failure" in row]
    assert [(rows[n]["failure"]["turn"], rows[n]["failure"]["instead"]) for n in places] == FALTERED
    assert all(rows[n + 1]["number"] == rows[n]["failure"]["turn"] for n in places)
    keys = {tuple(row) for row in rows if "action" in row}
    assert keys == {("number", "phase", "seat", "code", "action")}
    saved = read_saved(path)
    assert saved.failures == tried.failures
    assert [(each.turn, each.instead) for each in saved.failures] == FALTERED
    own = [row["seat"] for row in rows if "action" in row]
    record = tried_record(tried)
    assert record["missed"] == {
        # Turns 3 and 7 are the prosecution's, 4 is the defence's; a plan is no turn.
        "prosecution": {"turns": own.count("prosecution"), "missed": 2},
        "defence": {"turns": own.count("defence"), "missed": 1},
    }
    assert len(record["failures"]) == 4
    assert record["verdict_stands_in"] is False


def test_a_trial_goes_on_to_the_same_bytes_and_failures_wherever_it_was_cut(tmp_path):
    whole, path = tmp_path / "whole.jsonl", tmp_path / "trial.jsonl"
    try_case(LANTERN, dict.fromkeys(SEATS, Faltering()), path=whole)
    lines = whole.read_bytes().splitlines(keepends=True)
    assert sum(b'"failure"' in line for line in lines) == 4
    for place in range(1, 14):
        for torn in (0, 30):
            path.write_bytes(b"".join(lines[:place]) + lines[place][:torn])
            tried = try_case(LANTERN, dict.fromkeys(SEATS, Faltering()), path=path)
            assert path.read_bytes() == whole.read_bytes(), place
            assert [(each.turn, each.instead) for each in tried.failures] == FALTERED


def test_a_failure_without_its_entry_is_as_if_it_were_not_there(tmp_path):
    whole = tmp_path / "whole.jsonl"
    try_case(LANTERN, dict.fromkeys(SEATS, Faltering()), path=whole)
    lines = whole.read_bytes().splitlines(keepends=True)
    saved = read_saved(written(tmp_path, b"".join(lines[:2])))
    assert b"no plan" in lines[1]
    assert (len(saved.trial), saved.failures) == (0, ())


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"turn": 2}, "a failure before entry 1 is of another turn"),
        ({"seat": "defence"}, "a failure before entry 1 is of another turn"),
        ({"case_id": "other"}, "a failure before entry 1 is of another turn"),
        ({"turn": None}, "is not the file of a trial"),
    ],
)
def test_a_failure_of_another_turn_is_refused(tmp_path, changes, said):
    whole = tmp_path / "whole.jsonl"
    try_case(LANTERN, dict.fromkeys(SEATS, Faltering()), path=whole)
    lines = whole.read_bytes().splitlines(keepends=True)
    failure = json.loads(lines[1])["failure"] | changes
    with pytest.raises(CaseError, match=said):
        read_saved(written(tmp_path, edited(lines, 1, failure=failure)))


class Silent(RuleBasedAgent):
    """A model without an answer to the last question of its seat, in whatever trial."""

    name = "silent model"

    def __init__(self, decision="not guilty"):
        super().__init__()
        self.failures, self.decision = [], decision

    def act(self, observation):
        at = (observation.case_id, observation.seat, observation.turn)
        for kind in ("ballot", "deliver_verdict"):
            if kind in observation.legal_actions:
                self.failures.append(Failure(*at, kind, "no answer"))
                found = observation.jury_decision or self.decision
                return Action(kind, decision=found, probability=0.5)
        return super().act(observation)


class Sure(RuleBasedAgent):
    name = "sure"

    def act(self, observation):
        if "ballot" in observation.legal_actions:
            return Action("ballot", decision="not guilty", probability=0.1)
        return super().act(observation)


@pytest.mark.parametrize(
    ("jury", "rule", "judge", "stands_in"),
    [
        # The judge alone decides.
        ("", "unanimity", Silent, True),
        ("", "unanimity", RuleBasedAgent, False),
        # The jury has found; the judge only says it.
        ("sss", "unanimity", Silent, False),
        # Of three, all must agree, or two.
        ("ssx", "unanimity", RuleBasedAgent, True),
        ("ssx", "majority", RuleBasedAgent, False),
        ("sxx", "majority", RuleBasedAgent, True),
    ],
)
def test_a_verdict_that_rests_on_stand_ins_is_one(jury, rule, judge, stands_in):
    seats = dict.fromkeys(SEATS, RuleBasedAgent()) | {"judge": judge()}
    kinds = {"s": Sure, "x": Silent}
    seats |= {f"juror_{n}": kinds[each]() for n, each in enumerate(jury, 1)}
    tried = try_case(LANTERN, seats, options=Options(jurors=len(jury), jury_rule=rule))
    assert tried.trial.ending.decision in ("guilty", "not guilty")
    assert tried.verdict_stands_in is stands_in
    assert tried_record(tried)["verdict_stands_in"] is stands_in


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("theft_001.v7", "theft_001.v7.jsonl"),
        ("theft_011-es", "theft_011-es.jsonl"),
        ("../etc/x", r"\.\.-etc-x-[0-9a-f]{8}\.jsonl"),
        ("/abs", r"-abs-[0-9a-f]{8}\.jsonl"),
        ("a\0b\ud800", r"a-b--[0-9a-f]{8}\.jsonl"),
        ("x" * 400, r"x{160}-[0-9a-f]{8}\.jsonl"),
    ],
)
def test_a_file_is_named_after_a_trial_and_lies_in_its_folder(name, kept):
    assert re.fullmatch(kept, file_name(name))


def test_names_that_look_alike_are_kept_apart():
    assert file_name("a/b") != file_name("a:b")
    assert file_name("x" * 400) != file_name("x" * 401)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero")
def test_a_file_without_an_end_is_refused(monkeypatch):
    monkeypatch.setattr(record, "_MAX_BYTES", 1_000_000)
    with pytest.raises(CaseError, match="/dev/zero: larger than 1,000,000 bytes"):
        read_saved(Path("/dev/zero"))


class Meddler(RuleBasedAgent):
    """At its third turn somebody else tries to play the trial into the same file."""

    def __init__(self, path, seed):
        super().__init__()
        self.path, self.seed, self.met, self.turns = path, seed, [], 0

    def act(self, observation):
        self.turns += 1
        if self.turns == 3:
            with pytest.raises(CaseError) as met:
                try_case(LANTERN, dict.fromkeys(SEATS, RuleBasedAgent()), seed=self.seed,
                         path=self.path)  # fmt: skip
            self.met.append(met.value.problem)
        return super().act(observation)


@pytest.mark.parametrize("seed", [0, 1])
def test_two_runs_do_not_write_one_file(tmp_path, seed):
    pytest.importorskip("fcntl")
    path, alone = tmp_path / "trial.jsonl", tmp_path / "alone.jsonl"
    agent = Meddler(path, seed)
    try_case(LANTERN, dict.fromkeys(SEATS, agent), path=path)
    assert agent.met == ["another process plays it; wait for its end"]
    try_case(LANTERN, dict.fromkeys(SEATS, RuleBasedAgent()), path=alone)
    assert path.read_bytes() == alone.read_bytes()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["alone.jsonl", "trial.jsonl"]


@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="no limit on the size of files")
def test_what_cannot_be_written_is_named_and_goes_on_later(tmp_path):
    resource = pytest.importorskip("resource")
    path, whole = tmp_path / "trial.jsonl", tmp_path / "whole.jsonl"
    try_case(LANTERN, dict.fromkeys(SEATS, RuleBasedAgent()), path=whole)
    header = whole.read_bytes().index(b"\n")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (header + 300, before[1]))
    try:
        with pytest.raises(CaseError) as met:
            try_case(LANTERN, dict.fromkeys(SEATS, RuleBasedAgent()), path=path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert str(met.value) == f"{path}: cannot be written (File too large)"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["trial.jsonl", "whole.jsonl"]
    try_case(LANTERN, dict.fromkeys(SEATS, RuleBasedAgent()), path=path)
    assert path.read_bytes() == whole.read_bytes()
