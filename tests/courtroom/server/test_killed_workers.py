"""Two workers, killed in the middle of a trial: the log and the verdict of a run without it."""

import os
import signal
import time
from random import Random

import pytest

pytest.importorskip("openenv")

from courtroom.lantern import LANTERN
from courtroom.server.serving import relayed, running, scripted
from voirdire.courtroom.actions import parse_action
from voirdire.courtroom.ledger import TrialLedger
from voirdire.courtroom.serving.client import CourtroomClient
from voirdire.courtroom.types import Options

OPTIONS = {"evidence_turns": 50, "rebuttal_turns": 10, "max_violations": 1000}
SEATS = ("prosecution", "defence", "judge")
KILLED_BEFORE = (20, 90, 150, 220)


def uninterrupted():
    """The log, the actions by step, and the verdict, of the same script in this process."""
    ledger = TrialLedger.create(None, "t", LANTERN.case, seed=11, options=Options(**OPTIONS))
    token, draw, actions = ledger.join(SEATS), Random(11), []
    while ledger.trial.ending is None:
        seat = ledger.trial.seat
        action = scripted(ledger.observe(seat, token), draw)
        actions.append((seat, action))
        ledger.apply(seat, token, None, parse_action(action))
    return ledger.log(), actions, ledger.trial.ending


def test_workers_killed_four_times_in_one_trial(tmp_path):
    log, actions, ending = uninterrupted()
    assert 230 <= len(actions) <= 270
    assert ending.decision == "guilty"
    folder = tmp_path / "ledgers"
    with running(tmp_path, [LANTERN], workers=2, ledgers=str(folder), score=False) as server:
        clients = {seat: CourtroomClient(server.http, retries=60).sync() for seat in SEATS}
        try:
            trial = {"case_id": "lantern", "seed": 11, **OPTIONS}
            for seat, client in clients.items():
                trial_id = client.reset(**trial, seat=seat).observation.trial_id
                trial = {"trial_id": trial_id}
            for number, (seat, action) in enumerate(actions):
                if number in KILLED_BEFORE:
                    kill_all(server)
                seen = clients[seat].step(action).observation
                assert seen.entry == number + 1
        finally:
            for client in clients.values():
                client.close()
    assert (seen.verdict, seen.reason) == (ending.decision, ending.reason)
    again = TrialLedger.open(folder / f"{trial_id}.trial.sqlite", LANTERN.case)
    assert again.log().encode() == log.encode()
    assert again.trial.ending == ending
    again.close()


def test_a_client_in_every_seat_whose_reply_dies_with_the_workers(tmp_path):
    """What was committed and never answered is found by the workers that come after."""
    folder = tmp_path / "ledgers"
    with (
        running(tmp_path, [LANTERN], workers=2, ledgers=str(folder), score=False) as server,
        relayed(server) as relay,
        CourtroomClient(relay.http, retries=60).sync() as client,
    ):
        trial_id = client.reset(case_id="lantern", seed=1).observation.trial_id
        relay.lose_the_next_reply(then=lambda: kill_all(server))
        seen = client.step({"kind": "present_argument", "text": "One."}).observation
        assert (seen.entry, seen.repeated, relay.lost) == (1, True, 1)
        seen = client.step({"kind": "present_argument", "text": "Two."}).observation
        assert (seen.entry, seen.repeated) == (2, False)
    again = TrialLedger.open(folder / f"{trial_id}.trial.sqlite", LANTERN.case)
    assert [(each.seat, each.action.text) for each in again.trial.entries()] == [
        ("prosecution", "One."), ("defence", "Two.")
    ]  # fmt: skip
    again.close()


def kill_all(server):
    """Kill every worker; the server starts others, and the clients do not wait for them."""
    deadline = time.monotonic() + 60
    while len(workers := server.workers()) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    for pid in workers:
        os.kill(pid, signal.SIGKILL)
