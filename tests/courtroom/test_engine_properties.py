"""Properties of the engine over long streams of actions, in order and out of it.

Hypothesis draws a seed and weights; the stream comes from a generator seeded with them, since
10,000 actions drawn one by one would be slow and would not shrink. A short state machine beside
it does shrink.
"""

import hashlib
import json
import os
import subprocess
import sys
from dataclasses import asdict
from random import Random

import hypothesis.strategies as st
from hypothesis import HealthCheck, given, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from courtroom.lantern import GOSSIP, LANTERN, LETTER, LOG
from voirdire.courtroom.actions import action_record, parse_action
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.env import CourtroomEnv
from voirdire.courtroom.rewards import end_rewards
from voirdire.courtroom.scoring.trial import score_trial
from voirdire.courtroom.types import Action, Claim, Options
from voirdire.errors import EpisodeOverError, MalformedActionError

STREAM = 10_000
ALLOWED = {
    "prosecution": {
        "present_argument",
        "submit_evidence",
        "cross_examine",
        "object",
        "respond_to_objection",
        "summarize_case",
        "decline",
    },
    "judge": {"rule_on_objection", "deliver_verdict"},
    "juror": {"ballot", "decline"},
}
ALLOWED["defence"] = ALLOWED["prosecution"]
PHASES = ["opening", "evidence", "rebuttal", "closing", "deliberation", "verdict"]
STATUSES = ["unsubmitted", "admitted", "excluded"]
KINDS = sorted(set().union(*ALLOWED.values()))
# The kinds that carry claims; an action of another kind with claims is not well-formed.
ARGUING = {"present_argument", "cross_examine", "respond_to_objection", "summarize_case"}
TEXTS = ["", "The log says so.", "दीपक बुझ गया", "§ 4 — “out”", "{}" * 40, "🜂\u202e", "a" * 999]
QUOTATIONS = [*LOG.split(". "), *LETTER.split(". "), *GOSSIP.split(". "), "no such words at all"]
EXHIBITS = ["log", "letter", "gossip", "plea", "LOG", "", "nowhere", None]
GROUNDS = ["hearsay", "relevance", "leading", None]
DECISIONS = ["guilty", "not guilty", "hung", "innocent", "", None]
OPTIONS = [
    Options(max_steps=STREAM, max_violations=10**9, evidence_turns=3000, rebuttal_turns=2000),
    Options(
        mode="asymmetric",
        jurors=3,
        max_steps=STREAM,
        max_violations=10**9,
        evidence_turns=40,
        deliberation_rounds=40,
    ),
    Options(jurors=5, jury_rule="majority", max_steps=300, max_violations=50),
]


def draw_action(draw, trial, weights):
    """Any well-formed action, from the seat on turn oftener than not."""
    seat = None if draw.random() < 0.7 else draw.choice(trial.seats)
    exhibit = draw.choice(EXHIBITS)
    kind = draw.choices(KINDS, weights)[0]
    claims = draw.choice([0, 0, 1, 3, 4]) if kind in ARGUING else 0
    return Action(
        kind=kind,
        text=draw.choice(TEXTS),
        seat=seat,
        exhibit=exhibit,
        target=draw.choice([None, None, -1, 0, 1, len(trial), len(trial) - 1, 10**12]),
        ground=draw.choice(GROUNDS),
        ruling=draw.choice(["sustained", "overruled", None]),
        decision=draw.choice(DECISIONS),
        probability=draw.choice([None, 0.0, 0.3, 1.0]),
        claims=tuple(
            Claim(draw.choice(["absent", "cause", "other"]), exhibit or "log", quotation=words)
            for words in draw.sample(QUOTATIONS, claims)
        ),
    )


def state(trial):
    """Everything that an action may change but the record itself."""
    return (
        trial.phase,
        trial.pending,
        trial.seat,
        trial.ending,
        trial.jury_decision,
        dict(trial.statuses),
        trial.objections,
        dict(trial.open_targets),
        dict(trial.revealed),
    )


def as_bytes(trial):
    """What a trial shows to everybody, and its record."""
    seen = [json.dumps(dict(trial.observe(seat)), ensure_ascii=False) for seat in trial.seats]
    return "\n".join([*seen, *(repr(asdict(each)) for each in trial.entries())]).encode()


class Watched:
    """A trial whose every step is held against what must be so."""

    def __init__(self, seed, options):
        self.trial = Trial(LANTERN.case, seed=seed, options=options)
        self.record = []
        self.kept = []

    def apply(self, action):
        trial, before = self.trial, state(self.trial)
        seat = action.seat or trial.seat
        entry = trial.apply(action)
        after = state(trial)
        self.record.append(entry)
        assert entry.action is action
        assert (entry.seat, entry.number) == (seat, len(self.record))
        assert len(trial) == len(self.record)
        assert trial.entries(len(self.record) - 1) == [entry]
        role = "juror" if seat.startswith("juror") else seat
        if action.kind not in ALLOWED[role]:
            assert entry.code == "no_authority"
        elif seat != before[2]:
            assert entry.code != "accepted"
        if entry.code == "over_budget":
            # The turn is used up, and nothing else.
            assert after[5:7] == before[5:7]
        elif entry.code != "accepted":
            assert after[:3] + after[4:] == before[:3] + before[4:]
        self.check_order(before, after)

    def check_order(self, before, after):
        assert PHASES.index(before[0]) <= PHASES.index(after[0])
        for exhibit, status in after[5].items():
            moved = STATUSES.index(status) - STATUSES.index(before[5][exhibit])
            assert moved in (0, 1)
        assert [each.entry for each in after[6]][: len(before[6])] == [
            each.entry for each in before[6]
        ]
        assert before[8].items() <= after[8].items()

    def keep(self, seat):
        observation = self.trial.observe(seat)
        self.kept.append((observation, json.dumps(dict(observation))))

    def check_past(self):
        now = self.trial.entries()
        assert len(now) == len(self.record)
        assert all(one is other for one, other in zip(now, self.record, strict=True))
        for observation, was in self.kept:
            assert json.dumps(dict(observation)) == was


@given(
    seed=st.integers(0, 2**32),
    weights=st.lists(st.integers(0, 9), min_size=len(KINDS), max_size=len(KINDS)),
    options=st.sampled_from(OPTIONS),
)
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
def test_streams_of_ten_thousand_actions(seed, weights, options):
    draw = Random(f"{seed}/{weights}")
    weights = [weight or 0.02 for weight in weights]
    watched = [Watched(seed, options)]
    for number in range(STREAM):
        if watched[-1].trial.ending:
            watched.append(Watched(seed + len(watched), options))
        now = watched[-1]
        if number % 400 == 0:
            now.keep(draw.choice(now.trial.seats))
        now.apply(draw_action(draw, now.trial, weights))
    for each in watched:
        each.check_past()
    assert sum(len(each.record) for each in watched) == STREAM
    assert_scores_in_range(watched[-1].trial)
    assert_scores_in_range(max(watched, key=lambda each: len(each.record)).trial)
    assert_same_in_another_process(max(watched, key=lambda each: len(each.record)).trial)


def assert_scores_in_range(trial):
    scores = score_trial(LANTERN, trial)
    for seat in trial.seats:
        values = [each.value for each in scores[seat].values() if each.value is not None]
        assert all(0 <= value <= 1 for value in values)
    earned = end_rewards(LANTERN, trial, scores, outcome_weight=0.3)
    assert set(earned) == set(trial.seats)
    assert all(-1 <= each <= 1 for each in earned.values())


@given(seeds=st.lists(st.integers(0, 99), min_size=2, max_size=2), length=st.integers(0, 60))
@settings(max_examples=30, deadline=None)
def test_after_a_reset_an_environment_is_as_new(seeds, length):
    def play(environment, seed):
        observation, draw = environment.reset(seed=seed), Random(seed)
        shown = [json.dumps(dict(observation))]
        for _ in range(length):
            action = draw_action(draw, environment.trial, [1] * len(KINDS))
            observation, reward, done, _ = environment.step(action)
            shown.append((json.dumps(dict(observation)), reward, done))
            if done:
                break
        return shown

    options = Options(jurors=2, max_violations=8, deliberation_rounds=1)
    used = CourtroomEnv(file=LANTERN, options=options)
    play(used, seeds[0])
    fresh = CourtroomEnv(file=LANTERN, options=options)
    assert play(used, seeds[1]) == play(fresh, seeds[1])


ELSEWHERE = """
import json, sys
from hashlib import sha256
from courtroom.test_engine_properties import LANTERN, Trial, Options, as_bytes, parse_action
given = json.load(sys.stdin)
actions = map(parse_action, given["actions"])
trial = Trial.replay(LANTERN.case, actions, seed=given["seed"], options=Options(**given["options"]))
print(sha256(as_bytes(trial)).hexdigest())
"""


def assert_same_in_another_process(trial):
    """The bytes of a trial, played again elsewhere under another seed of hashes."""
    actions = [{**action_record(each.action), "seat": each.seat} for each in trial.entries()[:2000]]
    here = Trial.replay(
        LANTERN.case, map(parse_action, actions), seed=trial.seed, options=trial.options
    )
    given = {"actions": actions, "seed": trial.seed, "options": asdict(trial.options)}
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == hashlib.sha256(as_bytes(here)).hexdigest()


class Sitting(RuleBasedStateMachine):
    """A short trial, one action after another; what fails is shrunk to the fewest."""

    @initialize(seed=st.integers(0, 3), jurors=st.integers(0, 2))
    def begin(self, seed, jurors):
        options = Options(jurors=jurors, max_steps=25, max_violations=6, deliberation_rounds=2)
        self.watched = Watched(seed, options)

    @property
    def trial(self):
        return self.watched.trial

    @precondition(lambda self: self.trial.ending is None)
    @rule(
        kind=st.sampled_from(KINDS),
        on_turn=st.booleans(),
        exhibit=st.sampled_from(EXHIBITS),
        against=st.sampled_from([None, 1, 2, 3]),
        decision=st.sampled_from(DECISIONS),
        claims=st.integers(0, 4),
        choice=st.integers(0, 10),
    )
    def act(self, kind, on_turn, exhibit, against, decision, claims, choice):
        seats = self.trial.seats
        claim = Claim("cause", "log", quotation="The lamp burned low and was out")
        action = Action(
            kind,
            seat=None if on_turn else seats[choice % len(seats)],
            exhibit=exhibit,
            target=against,
            ground="hearsay",
            ruling="sustained" if choice % 2 else "overruled",
            decision=decision,
            claims=(claim,) * claims if kind in ARGUING else (),
        )
        self.watched.keep(seats[choice % len(seats)])
        self.watched.apply(action)

    @precondition(lambda self: self.trial.ending is None)
    @rule()
    def a_stranger_is_refused(self):
        before = state(self.trial)
        try:
            self.trial.apply(Action("decline", seat="juror_9"))
        except MalformedActionError:
            assert state(self.trial) == before
            assert len(self.trial) == len(self.watched.record)
        else:
            raise AssertionError("juror_9 has acted")

    @precondition(lambda self: self.trial.ending is not None)
    @rule(kind=st.sampled_from(KINDS))
    def nothing_after_the_end(self, kind):
        before = as_bytes(self.trial)
        try:
            self.trial.apply(Action(kind))
        except EpisodeOverError:
            assert as_bytes(self.trial) == before
        else:
            raise AssertionError("an action after the end")

    @rule()
    def played_again_it_is_the_same(self):
        again = Trial.replay(
            LANTERN.case,
            [each.action for each in self.trial.entries()],
            seed=self.trial.seed,
            options=self.trial.options,
        )
        assert as_bytes(again) == as_bytes(self.trial)
        assert state(again) == state(self.trial)

    @invariant()
    def the_past_stands(self):
        if hasattr(self, "watched"):
            self.watched.check_past()


TestSitting = Sitting.TestCase
TestSitting.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
