"""The ledger of a trial: what is committed, who may act, what is found again, what is refused."""

import os
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from dataclasses import replace
from random import Random

import pytest

from courtroom.lantern import LANTERN
from courtroom.server.serving import scripted
from voirdire.courtroom import ledger as ledger_module
from voirdire.courtroom import ledger_file
from voirdire.courtroom.actions import parse_action
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.ledger import TrialLedger
from voirdire.courtroom.types import Action, Options
from voirdire.errors import (
    BadTokenError,
    CapacityError,
    EpisodeOverError,
    KeyReusedError,
    MalformedActionError,
    SeatTakenError,
    TrialExistsError,
    TrialLedgerError,
    UnknownTrialError,
)

CASE = LANTERN.case
SEATS = ("prosecution", "defence", "judge")
SHORT = Options(evidence_turns=0, rebuttal_turns=0)
DECISION = "not guilty"
SPEAK = Action("present_argument", text="May it please the court.")


@pytest.fixture(params=["memory", "file"])
def trial(request, tmp_path):
    path = tmp_path / "t.trial.sqlite" if request.param == "file" else None
    ledger = TrialLedger.create(path, "t", CASE, seed=3, options=Options())
    yield ledger
    ledger.close()


def test_an_action_is_committed_once_under_its_key(trial):
    token = trial.join(("prosecution",))
    first = trial.apply("prosecution", token, "k1", SPEAK)
    again = trial.apply("prosecution", token, "k1", SPEAK)
    assert (first.entry.number, first.repeated) == (1, False)
    assert (again.entry, again.repeated) == (first.entry, True)
    assert len(trial.trial) == 1
    with pytest.raises(KeyReusedError):
        trial.apply("prosecution", token, "k1", replace(SPEAK, text="Something else."))
    assert len(trial.trial) == 1


def test_a_key_is_of_all_the_seats_that_its_token_holds(trial):
    token = trial.join(SEATS)
    assert trial.apply(None, token, "k1", SPEAK).entry.seat == "prosecution"
    # The defence is on turn now; the action is still the prosecution's.
    for seat in (None, None, "prosecution"):
        again = trial.apply(seat, token, "k1", SPEAK)
        assert (again.entry.number, again.entry.seat, again.repeated) == (1, "prosecution", True)
    for seat, action in (
        (None, replace(SPEAK, text="Something else.")),
        ("defence", SPEAK),
        (None, replace(SPEAK, seat="defence")),
    ):
        with pytest.raises(KeyReusedError):
            trial.apply(seat, token, "k1", action)
    assert len(trial.trial) == 1
    second = trial.apply(None, token, "k2", SPEAK)
    assert (second.entry.number, second.entry.seat, second.repeated) == (2, "defence", False)
    # Either is found again, whoever is on turn.
    found = [trial.apply(None, token, key, SPEAK).entry.number for key in ("k1", "k2", "k1")]
    assert found == [1, 2, 1]


@pytest.mark.parametrize("given", ["Not guilty", "NOT_GUILTY", "not guilty"])
def test_a_verdict_is_found_again_however_its_decision_was_written(tmp_path, given):
    path = tmp_path / "t.trial.sqlite"
    with closing(TrialLedger.create(path, "t", CASE, seed=3, options=SHORT)) as ledger:
        token = ledger.join(SEATS)
        for _ in range(4):
            ledger.apply(None, token, None, Action("decline"))
        verdict = Action("deliver_verdict", decision=given)
        first = ledger.apply(None, token, "k9", verdict)
        assert (first.entry.code, first.entry.action.decision) == ("accepted", DECISION)
        assert ledger.apply(None, token, "k9", verdict).repeated
    with closing(TrialLedger.open(path, CASE)) as again:
        assert again.apply(None, token, "k9", verdict).repeated
        assert again.trial.ending.decision == DECISION


def test_an_objection_without_a_ground_is_read_again_as_it_was(tmp_path):
    """What is said with it names a ground, and is none."""
    path = tmp_path / "t.trial.sqlite"
    said = Action("object", text="Hearsay, your honour.")
    with closing(TrialLedger.create(path, "t", CASE, seed=3, options=SHORT)) as ledger:
        token = ledger.join(SEATS)
        ledger.apply(None, token, None, SPEAK)
        assert ledger.apply(None, token, "k1", said).entry.code == "incomplete"
    with closing(TrialLedger.open(path, CASE)) as again:
        assert [each.code for each in again.trial.entries()] == ["accepted", "incomplete"]


def test_equal_keys_of_two_holders_are_two(trial):
    tokens = {seat: trial.join((seat,)) for seat in ("prosecution", "defence")}
    for seat, token in tokens.items():
        assert trial.apply(seat, token, "1", SPEAK).repeated is False
    for number, token in enumerate(tokens.values(), 1):
        with pytest.raises(KeyReusedError):
            trial.apply(None, token, "1", replace(SPEAK, text="Something else."))
        assert trial.apply(None, token, "1", SPEAK).entry.number == number
    assert len(trial.trial) == 2
    # The prosecution is on turn, and the defence cannot act in its name.
    for key in ("2", None):
        with pytest.raises(BadTokenError):
            trial.apply(None, tokens["defence"], key, SPEAK)
    with pytest.raises(BadTokenError):
        trial.apply(None, "guess", "1", SPEAK)
    assert len(trial.trial) == 2


def test_a_key_in_all_seats_is_found_over_another_process_and_after_it(tmp_path):
    path = tmp_path / "t.trial.sqlite"
    one = TrialLedger.create(path, "t", CASE, options=Options())
    two = TrialLedger.open(path, CASE)
    token = one.join(SEATS)
    one.apply(None, token, "k1", SPEAK)
    assert two.apply(None, token, "k1", SPEAK).repeated
    # Whoever is on turn by what the other has committed, acts.
    one.apply(None, token, "k2", SPEAK)
    assert two.apply(None, token, "k3", SPEAK).entry.seat == "prosecution"
    one.close()
    two.close()
    with closing(TrialLedger.open(path, CASE)) as again:
        for number, key in enumerate(("k1", "k2", "k3"), 1):
            found = again.apply(None, token, key, SPEAK)
            assert (found.entry.number, found.repeated) == (number, True)
        with pytest.raises(KeyReusedError):
            again.apply(None, token, "k1", replace(SPEAK, text="Something else."))
        assert len(again.trial) == 3


def test_a_seat_is_held_by_its_token(trial):
    token = trial.join(("defence",))
    with pytest.raises(SeatTakenError):
        trial.join(("defence",))
    with pytest.raises(BadTokenError):
        trial.join(("defence",), "guess")
    with pytest.raises(BadTokenError):
        trial.join(("judge",), token)
    assert trial.join(("defence",), token) == token
    assert trial.held_seats == {"defence"}


def test_all_seats_are_taken_or_none(trial):
    trial.join(("judge",))
    with pytest.raises(SeatTakenError):
        trial.join(SEATS)
    assert trial.held_seats == {"judge"}


def test_who_does_not_hold_a_seat_neither_acts_nor_sees(trial):
    trial.join(("prosecution",))
    token = trial.join(("defence",))
    for call in (
        lambda: trial.apply("prosecution", token, None, SPEAK),
        lambda: trial.apply("defence", token, None, replace(SPEAK, seat="prosecution")),
        lambda: trial.apply("judge", token, None, SPEAK),
        lambda: trial.observe("prosecution", token),
    ):
        with pytest.raises(BadTokenError):
            call()
    with pytest.raises(MalformedActionError):
        trial.apply("bailiff", token, None, SPEAK)
    assert len(trial.trial) == 0


@pytest.mark.parametrize(
    "text",
    ["a\0b", "\ud800", "x" * 20_001],
    ids=["NUL", "half of a surrogate pair", "20,001 characters"],
)
def test_what_is_not_well_formed_is_committed_nowhere(trial, text):
    token = trial.join(SEATS)
    with pytest.raises(MalformedActionError):
        trial.apply("prosecution", token, "k", Action("present_argument", text=text))
    assert trial.log() == ""
    assert trial.apply("prosecution", token, "k", SPEAK).entry.number == 1


def test_text_of_any_script_comes_back_as_it_was(tmp_path):
    text = "मैं निवेदन करता हूँ · 👩🏽‍⚖️🇮🇳 · e\u0301 ≠ \u00e9 · \u202eright to left\u202c · \U0010ffff"
    path = tmp_path / "t.trial.sqlite"
    first = TrialLedger.create(path, "t", CASE, options=Options())
    token = first.join(SEATS)
    first.apply("prosecution", token, None, Action("present_argument", text=text))
    first.close()
    again = TrialLedger.open(path, CASE)
    assert again.trial.entries()[0].action.text == text
    again.close()


def test_a_trial_goes_on_where_another_process_left_it(tmp_path):
    path = tmp_path / "t.trial.sqlite"
    one = TrialLedger.create(path, "t", CASE, seed=3, options=Options())
    two = TrialLedger.open(path, CASE)
    prosecution, defence = one.join(("prosecution",)), two.join(("defence",))
    assert one.apply("prosecution", prosecution, "a", SPEAK).entry.number == 1
    assert two.apply("defence", defence, "a", SPEAK).entry.number == 2
    # The key that came over the one is found over the other.
    assert two.apply("prosecution", prosecution, "a", SPEAK).repeated
    assert one.observe("prosecution", prosecution).turn == 3
    assert one.log() == two.log()
    one.close()
    two.close()


def test_the_end_is_the_end_in_every_process(tmp_path):
    path = tmp_path / "t.trial.sqlite"
    one = TrialLedger.create(path, "t", CASE, options=Options(max_steps=2))
    two = TrialLedger.open(path, CASE)
    token = one.join(SEATS)
    one.apply("prosecution", token, "a", SPEAK)
    one.apply("defence", token, "b", SPEAK)
    with pytest.raises(EpisodeOverError):
        two.apply("prosecution", token, "c", SPEAK)
    assert two.apply("defence", token, "b", SPEAK).repeated
    assert two.trial.ending.reason == "step_limit"
    one.close()
    two.close()


def test_threads_of_two_processes_make_one_record(tmp_path):
    path = tmp_path / "t.trial.sqlite"
    both = [TrialLedger.create(path, "t", CASE, options=Options(max_violations=10_000))]
    both.append(TrialLedger.open(path, CASE))
    token = both[0].join(SEATS)

    def act(worker):
        for n in range(50):
            both[worker % 2].apply("prosecution", token, f"{worker}-{n}", SPEAK)

    threads = [threading.Thread(target=act, args=(n,)) for n in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert both[0].log() == both[1].log()
    assert [each.number for each in both[0].trial.entries()] == list(range(1, 201))
    for each in both:
        each.close()


def test_the_file_and_memory_give_the_same_log(tmp_path):
    logs = []
    for path in (None, tmp_path / "t.trial.sqlite"):
        ledger = TrialLedger.create(path, "t", CASE, seed=5, options=Options(max_violations=50))
        token, draw = ledger.join(SEATS), Random(5)
        while ledger.trial.ending is None:
            seat = ledger.trial.seat
            action = parse_action(scripted(ledger.observe(seat, token), draw))
            ledger.apply(seat, token, None, action)
        logs.append(ledger.log())
        ledger.close()
    assert logs[0] == logs[1] != ""


def test_another_engine_does_not_take_a_trial_up(tmp_path, monkeypatch):
    path = tmp_path / "t.trial.sqlite"
    TrialLedger.create(path, "t", CASE, options=Options()).close()
    monkeypatch.setattr(ledger_module, "ENGINE_VERSION", "courtroom-v9")
    with pytest.raises(TrialLedgerError, match="was played by courtroom-v2"):
        TrialLedger.open(path, CASE)


@pytest.mark.parametrize("row", ['{"kind": "shout"}', "", "[", '{"kind": "decline", "seat": "x"}'])
def test_a_row_that_is_no_action_is_a_fault_of_the_file(tmp_path, row):
    path = tmp_path / "t.trial.sqlite"
    with closing(TrialLedger.create(path, "t", CASE, options=Options())) as ledger:
        token = ledger.join(("prosecution",))
        ledger.apply("prosecution", token, None, Action("decline"))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE entries SET action = ?", (row,))
    with pytest.raises(TrialLedgerError, match="entry 1 does not come out as it is written"):
        TrialLedger.open(path, CASE)


def test_a_folder_that_cannot_be_used_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "t.trial.sqlite").mkdir()
    with pytest.raises(TrialLedgerError, match=r"cannot be used \(File exists\)"):
        TrialLedger.create(tmp_path / "file" / "t.trial.sqlite", "t", CASE, options=Options())
    with pytest.raises(TrialLedgerError, match="unable to open database file"):
        TrialLedger.open(tmp_path / "t.trial.sqlite", CASE)


def test_another_wording_of_the_case_is_another_case(tmp_path):
    path = tmp_path / "t.trial.sqlite"
    TrialLedger.create(path, "t", CASE, options=Options()).close()
    with pytest.raises(TrialLedgerError, match="another wording"):
        TrialLedger.open(path, replace(CASE, background="Quite another story."))


def test_an_entry_that_comes_out_otherwise_is_found_out(tmp_path):
    path = tmp_path / "t.trial.sqlite"
    ledger = TrialLedger.create(path, "t", CASE, options=Options())
    ledger.apply("prosecution", ledger.join(SEATS), None, SPEAK)
    ledger.close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE entries SET code = 'out_of_turn'")
    connection.close()
    with pytest.raises(TrialLedgerError, match="entry 1 does not come out"):
        TrialLedger.open(path, CASE)


@pytest.mark.parametrize("content", [b"", b"no database at all" * 100], ids=["empty", "text"])
def test_what_is_no_ledger_is_said_to_be_none(tmp_path, content):
    path = tmp_path / "t.trial.sqlite"
    path.write_bytes(content)
    with pytest.raises(TrialLedgerError):
        TrialLedger.open(path, CASE)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(UnknownTrialError, match="'t'"):
        TrialLedger.open(tmp_path / "t.trial.sqlite", CASE)
    assert list(tmp_path.iterdir()) == []


def test_a_trial_is_not_begun_over_another(tmp_path):
    path = tmp_path / "t.trial.sqlite"
    first = TrialLedger.create(path, "t", CASE, options=Options())
    first.apply("prosecution", first.join(SEATS), None, SPEAK)
    with pytest.raises(TrialExistsError):
        TrialLedger.create(path, "t", CASE, options=Options())
    assert len(first.trial) == 1
    first.close()
    assert [each.name for each in tmp_path.iterdir()] == ["t.trial.sqlite"]
    assert path.stat().st_mode & 0o077 == 0


def test_a_file_that_others_keep_busy_may_be_asked_again(tmp_path, monkeypatch):
    monkeypatch.setattr(ledger_file, "_BUSY_SECONDS", 0.05)
    path = tmp_path / "t.trial.sqlite"
    ledger = TrialLedger.create(path, "t", CASE, options=Options())
    token = ledger.join(SEATS)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(CapacityError) as caught:
        ledger.apply("prosecution", token, "k", SPEAK)
    assert caught.value.retry_after_s == 1.0
    other.execute("ROLLBACK")
    other.close()
    assert ledger.apply("prosecution", token, "k", SPEAK).entry.number == 1
    ledger.close()


def test_what_could_not_be_committed_did_not_happen(tmp_path):
    path = tmp_path / "t.trial.sqlite"
    ledger = TrialLedger.create(path, "t", CASE, options=Options())
    token = ledger.join(SEATS)
    ledger.apply("prosecution", token, "a", SPEAK)
    with sqlite3.connect(path) as other:
        other.execute(
            "CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'disk'); END"
        )
    with pytest.raises(TrialLedgerError):
        ledger.apply("defence", token, "b", SPEAK)
    with other:
        other.execute("DROP TRIGGER full")
    other.close()
    assert ledger.observe("defence", token).turn == 2
    assert ledger.apply("defence", token, "b", SPEAK).entry.number == 2
    ledger.close()


_KILLED = """
import os, sys
from pathlib import Path
from courtroom.lantern import LANTERN
from voirdire.courtroom.ledger import TrialLedger
from voirdire.courtroom.types import Action
ledger = TrialLedger.open(Path(sys.argv[1]), LANTERN.case)
ledger.apply("prosecution", sys.argv[2], "a", Action("present_argument", text="One."))
# The next is written but not committed when the process dies.
commit = ledger._commit
def die(*given):
    commit(*given)
    os.kill(os.getpid(), 9)
ledger._commit = die
ledger.apply("defence", sys.argv[2], "b", Action("present_argument", text="Two."))
"""


def test_a_process_killed_before_its_commit_leaves_what_was_committed(tmp_path):
    path = tmp_path / "t.trial.sqlite"
    ledger = TrialLedger.create(path, "t", CASE, options=Options())
    token = ledger.join(SEATS)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", _KILLED, path, token], env=environment, timeout=60, check=False
    )
    assert done.returncode == -9
    ledger.catch_up()
    assert [each.action.text for each in ledger.trial.entries()] == ["One."]
    assert (
        ledger.apply("defence", token, "b", Action("present_argument", text="Two.")).repeated
        is False
    )
    ledger.close()


_KILLED_AFTER = """
import os, sys
from pathlib import Path
from courtroom.lantern import LANTERN
from voirdire.courtroom.ledger import TrialLedger
from voirdire.courtroom.types import Action
ledger = TrialLedger.open(Path(sys.argv[1]), LANTERN.case)
ledger.apply(None, sys.argv[2], "k1", Action("present_argument", text="One."))
os.kill(os.getpid(), 9)
"""


def test_a_key_in_all_seats_is_found_when_the_process_was_killed_before_it_answered(tmp_path):
    path = tmp_path / "t.trial.sqlite"
    with closing(TrialLedger.create(path, "t", CASE, options=Options())) as ledger:
        token = ledger.join(SEATS)
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-c", _KILLED_AFTER, path, token]
        done = subprocess.run(command, env=environment, timeout=60, check=False)
        assert done.returncode == -9
        again = ledger.apply(None, token, "k1", Action("present_argument", text="One."))
        assert (again.entry.seat, again.repeated, len(ledger.trial)) == ("prosecution", True, 1)


def test_a_silent_seat_ends_the_trial_for_itself_in_every_process(tmp_path, monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(ledger_module.time, "time", lambda: now[0])
    path = tmp_path / "t.trial.sqlite"
    one = TrialLedger.create(path, "t", CASE, options=Options())
    two = TrialLedger.open(path, CASE)
    waiting, silent = one.join(("prosecution",)), two.join(("defence",))
    one.apply("prosecution", waiting, None, SPEAK)
    now[0] += 60.0
    assert one.forfeit_silent(60.0, waiting, 0.0) is False
    now[0] += 0.1
    # Nobody could act before 1010; and who is silent himself waits for nobody.
    assert one.forfeit_silent(60.0, waiting, 1010.0) is False
    assert one.forfeit_silent(60.0, silent, 0.0) is False
    assert one.forfeit_silent(60.0, waiting, 0.0) is True
    assert two.forfeit_silent(60.0, waiting, 0.0) is False
    for each in (one, two):
        assert (each.trial.ending.truncated, each.trial.ending.seat) == (True, "defence")
        with pytest.raises(EpisodeOverError):
            each.apply("defence", silent, None, SPEAK)
    assert one.log().count("\n") == 1
    one.close()
    two.close()
    again = TrialLedger.open(path, CASE)
    assert again.trial.ending.reason == "disqualified"
    again.close()


def test_the_file_holds_neither_case_nor_key_nor_token(tmp_path):
    path = tmp_path / "t.trial.sqlite"
    ledger = TrialLedger.create(path, "t", CASE, options=Options())
    token = ledger.join(SEATS)
    ledger.apply("prosecution", token, None, SPEAK)
    ledger.close()
    data = path.read_bytes()
    assert b"May it please the court." in data
    for word in (CASE.background, CASE.title, LANTERN.key.reasons[0], token):
        assert word.encode() not in data


def test_replay_of_the_log_is_the_trial():
    ledger = TrialLedger.create(None, "t", CASE, seed=8, options=Options(max_violations=50))
    token, draw = ledger.join(SEATS), Random(8)
    while ledger.trial.ending is None:
        seat = ledger.trial.seat
        ledger.apply(seat, token, None, parse_action(scripted(ledger.observe(seat, token), draw)))
    actions = [each.action for each in ledger.trial.entries()]
    again = Trial.replay(CASE, actions, seed=8, options=Options(max_violations=50))
    assert again.entries() == ledger.trial.entries()
    assert again.ending == ledger.trial.ending
