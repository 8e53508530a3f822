"""`voirdire trial play`: a person's answers on standard input to a trial that is kept."""

import io
import json
import re
from dataclasses import replace

import pytest

from cli.commands import run
from courtroom.lantern import LANTERN
from voirdire.cli.person import LeftError, Person
from voirdire.cli.trial_text import verdict_text
from voirdire.courtroom.cases.load import dump_case
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.types import KINDS, Action, Claim, Decisions, Options, TypedValue

LEFT = "you left the trial before its end"
DEFENCE = [
    # Opening: argue, without a claim.
    "1", "We deny it.", "1",
    # Evidence: submit the second of the two exhibits that it may submit.
    "1", "2",
    # Argue, with a quotation and a name, then no third claim.
    "2", "The tank was empty.",
    "2", "2", "2", "1", "“Señor Ortiz wrote twice that the tank was nearly empty”",
    "2", "2", "2", "2", "3", "Ortiz", "harbour master",
    "1",
    # No more evidence, no rebuttal, a closing.
    "4", "3", "1", "Acquit him.", "1",
]  # fmt: skip
QUOTED = {
    "issue": "cause",
    "exhibit": "letter",
    "quotation": "Señor Ortiz wrote twice that the tank was nearly empty",
}
NAMED = {
    "issue": "cause",
    "exhibit": "letter",
    "value": {"kind": "name", "value": "Ortiz", "role": "harbour master"},
}


@pytest.fixture
def case(tmp_path):
    path = tmp_path / "lantern.json"
    path.write_text(dump_case(LANTERN))
    return path


def play(case, answers, *options):
    typed = "".join(f"{answer}\n" for answer in answers)
    return run("trial", "play", case, *options, stdin=typed.encode())


def actions_of(path, seat):
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [row["action"] for row in rows if row.get("seat") == seat]


def without_seat(actions):
    return [{name: each for name, each in action.items() if name != "seat"} for action in actions]


def test_the_defence_argues_with_claims(case, tmp_path):
    path = tmp_path / "kept.jsonl"
    done = play(case, DEFENCE, "--others", "silent", "--out", path)
    assert (done.returncode, done.stderr) == (0, "")
    assert without_seat(actions_of(path, "defence")) == [
        {"kind": "present_argument", "text": "We deny it."},
        {"kind": "submit_evidence", "exhibit": "letter"},
        {"kind": "present_argument", "text": "The tank was empty.", "claims": [QUOTED, NAMED]},
        {"kind": "decline"},
        {"kind": "decline"},
        {"kind": "summarize_case", "text": "Acquit him."},
    ]
    # The exhibit is shown to whoever is about to cite it.
    assert "The harbour office ordered the oil in March" in done.stdout
    assert "Verdict: " in done.stdout
    assert run("trial", "show", path).returncode == 0


@pytest.mark.parametrize(
    "slips",
    [
        ["", "0", "3", "-1", "one", "1.0", "²", "E99"],
        ["letter", "LETTER"],
        ["x" * 20_001],
        ["\0"],
        ["\x1b[2J"],
        # More digits than Python turns into a number.
        ["9" * 5_000, "-" + "9" * 5_000],
    ],
)
def test_a_slip_is_asked_again_and_changes_nothing(case, tmp_path, slips):
    plain, slipped = tmp_path / "plain.jsonl", tmp_path / "slipped.jsonl"
    play(case, DEFENCE, "--others", "silent", "--out", plain)
    done = play(case, [*slips, *DEFENCE], "--others", "silent", "--out", slipped)
    assert (done.returncode, done.stderr) == (0, "")
    assert slipped.read_bytes() == plain.read_bytes()
    assert "\x1b" not in done.stdout


def test_what_the_record_refuses_is_not_typed_into_it(case, tmp_path):
    path = tmp_path / "kept.jsonl"
    typed = b"1\nWe\0 deny \xff it.\n1\n"
    done = run(
        "trial", "play", case, "--others", "silent", "--out", path, stdin=typed
    )  # fmt: skip
    assert done.returncode == 3
    assert actions_of(path, "defence")[0]["text"] == "We deny \ufffd it."


def test_the_judge_rules_and_decides(case, tmp_path):
    path = tmp_path / "kept.jsonl"
    choices = ["1", "0", "4", "2"]
    chances = ["likely", "1.5", "-0.1", "nan", "inf", "-inf", "1e999", "9" * 5_000, "²", "½"]
    slips = [*choices, *chances, "0,25", "Nobody proved it."]
    done = play(case, slips, "--seat", "judge", "--others", "silent", "--out", path)
    assert (done.returncode, done.stderr) == (0, "")
    assert without_seat(actions_of(path, "judge")) == [
        {
            "kind": "deliver_verdict",
            "text": "Nobody proved it.",
            "decision": "not guilty",
            "probability": 0.25,
        }
    ]
    assert "Verdict: not guilty (p = 0.25)" in done.stdout
    assert done.stdout.count("There is no such choice") == 2 + len(chances)


@pytest.mark.parametrize("two", ["2", "02", "٢", "२"])
def test_a_choice_is_a_number_in_the_digits_of_any_script(case, tmp_path, two):
    path = tmp_path / "kept.jsonl"
    options = ("--seat", "judge", "--others", "silent", "--out", path)
    done = play(case, ["1", two, "-0", ""], *options)
    assert (done.returncode, "no such choice" in done.stdout) == (0, False)
    assert without_seat(actions_of(path, "judge")) == [
        {"kind": "deliver_verdict", "decision": "not guilty", "probability": 0.0}
    ]
    assert "Verdict: not guilty (p = 0.00)" in done.stdout


def test_a_judge_may_state_no_probability(case, tmp_path):
    path = tmp_path / "kept.jsonl"
    done = play(case, ["1", "3", "", ""], "--seat", "judge", "--others", "silent", "--out", path)
    assert done.returncode == 0
    assert without_seat(actions_of(path, "judge")) == [
        {"kind": "deliver_verdict", "decision": "hung"}
    ]
    assert "Verdict: hung\n" in done.stdout


def test_a_judge_rules_on_objections(tmp_path):
    path = tmp_path / "kept.jsonl"
    options = ("--seat", "judge", "--others", "rules", "--out", path)
    # Each side of this case holds an exhibit that is open to objection.
    done = play("theft_001", ["1", "2", "It stands.", "1", "1", ""], *options)
    assert (done.returncode, done.stderr) == (3, f"voirdire: {LEFT}; it is kept in {path}\n")
    assert without_seat(actions_of(path, "judge")) == [
        {"kind": "rule_on_objection", "text": "It stands.", "ruling": "overruled"},
        {"kind": "rule_on_objection", "ruling": "sustained"},
    ]


def test_the_prosecution_objects_and_has_its_turn_after_the_ruling(case, tmp_path):
    path = tmp_path / "kept.jsonl"
    answers = ["2", "4", "1", "1", "It argues.", "1", "2"]
    options = ("--seat", "prosecutor", "--others", "rules", "--out", path)
    done = play(case, answers, *options)
    assert done.returncode == 3
    assert without_seat(actions_of(path, "prosecution"))[:3] == [
        {"kind": "decline"},
        {"kind": "object", "text": "It argues.", "target": 2, "ground": "argumentative"},
        {"kind": "submit_evidence", "exhibit": "log"},
    ]
    seats = [json.loads(line).get("seat") for line in path.read_text("utf-8").splitlines()]
    assert seats[1:7] == [
        "prosecution", "defence", "prosecution", "defence", "judge", "prosecution",
    ]  # fmt: skip


def test_the_defence_answers_an_objection(case, tmp_path):
    path = tmp_path / "kept.jsonl"
    answers = ["1", "We deny it.", "1", "1", "It stands.", "1"]
    options = ("--seat", "defense", "--others", "frivolous-objector", "--out", path)
    done = play(case, answers, *options)
    assert done.returncode == 3
    assert without_seat(actions_of(path, "defence"))[:2] == [
        {"kind": "present_argument", "text": "We deny it."},
        {"kind": "respond_to_objection", "text": "It stands."},
    ]


def test_a_juror_reads_the_others_ballots_when_the_round_is_over(case, tmp_path):
    path = tmp_path / "kept.jsonl"
    ballot = ["1", "1", "0.9", "I say guilty."]
    options = ("--seat", "juror_2", "--jurors", 3, "--others", "silent", "--out", path)
    done = play(case, ballot * 3, *options)
    assert (done.returncode, done.stderr) == (0, "")
    own = {"kind": "ballot", "text": "I say guilty.", "decision": "guilty", "probability": 0.9}
    assert without_seat(actions_of(path, "juror_2")) == [own] * 3
    assert _ballots(done.stdout) == [
        *("?", "9 1", "10 2", "11 3"),
        *("?", "12 1", "13 2", "14 3"),
        *("?", "15 1", "16 2", "17 3"),
    ]
    assert "Verdict: hung" in done.stdout


def _ballots(told):
    """Each ballot as its number and its juror, each question as "?"."""
    heads = re.findall(r"(\d+)\. juror (\d) · cast a ballot|Choose an action", told)
    return [" ".join(head) if any(head) else "?" for head in heads]


def test_a_juror_who_comes_back_into_a_round_is_told_what_was_before_it(case, tmp_path):
    path = tmp_path / "kept.jsonl"
    options = ("--seat", "juror_2", "--jurors", 3, "--jury-rule", "majority", "--others", "rules")
    left = play(case, [], *options, "--out", path)
    assert left.returncode == 3
    # The first juror has cast a ballot that the second may not read yet.
    assert actions_of(path, "juror_1")[-1]["kind"] == "ballot"
    closing = max(map(int, re.findall(r"^(\d+)\. defence", left.stdout, re.MULTILINE)))
    back = play(case, ["1", "1", "", ""], *options, "--out", path)
    assert back.stdout.startswith(left.stdout[: left.stdout.index("It is your turn")])
    first = closing + 1
    assert _ballots(back.stdout)[:4] == ["?", f"{first} 1", f"{first + 1} 2", f"{first + 2} 3"]


def test_a_round_that_the_end_cuts_short_still_shows_ones_own_ballot(case, tmp_path, monkeypatch):
    (tmp_path / "wordy_jurors.py").write_text(
        "from voirdire.courtroom.agents import RuleBasedAgent\n"
        "from voirdire.courtroom.types import Action\n"
        "class Wordy(RuleBasedAgent):\n"
        "    name = 'wordy'\n"
        "    def act(self, observation):\n"
        "        if observation.role == 'juror':\n"
        "            return Action('present_argument', 'Let me explain.')\n"
        "        return super().act(observation)\n",
        "utf-8",
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend("")
    options = ("--seat", "juror_1", "--jurors", 2, "--others", "python:wordy_jurors:Wordy")
    done = play(case, ["1", "2", "0.1", "Nobody proved it."], *options)
    assert (done.returncode, done.stderr) == (0, "")
    # The other juror breaks the rules and never votes: the round stays open to the end.
    ballot, end = done.stdout.index("cast a ballot: not guilty"), done.stdout.index("Verdict: ")
    assert ballot < end
    assert _ballots(done.stdout)[0] == "?"
    said = done.stdout[end:].splitlines()[0]
    assert said == "Verdict: no verdict: a seat broke the rules too often (juror 2)"


SPEAK, DECLINE = Action("present_argument", "It is so."), Action("decline")
OBJECT = Action("object", target=1, ground="argumentative")
HELD = [DECLINE] * 8
# What was done before, and what is offered then, in order.
MENUS = {
    "opening": ([], ["present an argument", "decline"]),
    "an opening heard": ([SPEAK], ["present an argument", "object", "decline"]),
    "raised": ([SPEAK, OBJECT], ["respond to the objection", "decline"]),
    "answered": ([SPEAK, OBJECT, DECLINE], ["rule on the objection"]),
    "evidence": (
        [DECLINE, SPEAK],
        ["submit evidence", "present an argument", "cross-examine", "object", "decline"],
    ),
    "rebuttal": ([DECLINE] * 4, ["present an argument", "cross-examine", "decline"]),
    "closing": ([DECLINE] * 6, ["sum up the case", "decline"]),
    "a closing heard": (
        [*[DECLINE] * 6, Action("summarize_case", "It is so.")],
        ["sum up the case", "object", "decline"],
    ),
    "deliberation": (HELD, ["cast a ballot", "decline"]),
    "verdict": (
        [*HELD, Action("ballot", decision="guilty"), Action("ballot", decision="guilty")],
        ["deliver the verdict"],
    ),
}


def test_every_action_is_offered_what_a_phase_is_for_first_and_to_decline_last():
    offered = {}
    for name, (done, _) in MENUS.items():
        trial, told = Trial(LANTERN.case, options=Options(jurors=2)), io.StringIO()
        for action in done:
            trial.apply(action)
        with pytest.raises(LeftError):
            Person(io.StringIO(""), told).act(trial.observe())
        menu = told.getvalue().partition("Choose an action\n")[2]
        offered[name] = re.findall(r"^  \d+\. (.+)$", menu, re.MULTILINE)
    assert offered == {name: menu for name, (_, menu) in MENUS.items()}
    assert len({each for menu in offered.values() for each in menu}) == len(KINDS)


def test_a_juror_may_decline(case, tmp_path):
    path = tmp_path / "kept.jsonl"
    options = ("--seat", "juror_1", "--jurors", 1, "--others", "silent", "--out", path)
    play(case, ["2", "1", "1", "", ""], *options)
    assert without_seat(actions_of(path, "juror_1")) == [
        {"kind": "decline"},
        {"kind": "ballot", "decision": "guilty"},
    ]


@pytest.mark.parametrize("told", [0, 3, 5, 11, 20, len(DEFENCE) - 1])
def test_whoever_leaves_comes_back_to_the_same_trial(case, tmp_path, told):
    whole, path = tmp_path / "whole.jsonl", tmp_path / "kept.jsonl"
    play(case, DEFENCE, "--others", "silent", "--out", whole)
    left = play(case, DEFENCE[:told], "--others", "silent", "--out", path)
    assert (left.returncode, left.stderr) == (3, f"voirdire: {LEFT}; it is kept in {path}\n")
    assert left.stdout.endswith("\n")
    taken = len(actions_of(path, "defence"))
    # An action that was not finished is asked for again from its beginning.
    starts = [0, 3, 5, 20, 21, 22, len(DEFENCE)]
    assert taken == sum(start <= told for start in starts) - 1
    back = play(case, DEFENCE[starts[taken] :], "--others", "silent", "--out", path)
    assert (back.returncode, back.stderr) == (0, "")
    assert path.read_bytes() == whole.read_bytes()
    # Who comes back is told what was said before.
    assert back.stdout.count("· present an argument") >= min(taken, 1)


def test_leaving_without_a_file_keeps_nothing(case):
    done = play(case, [], "--others", "silent")
    assert (done.returncode, done.stderr) == (3, f"voirdire: {LEFT}\n")


def test_without_standard_input_nobody_can_play(case, monkeypatch):
    from voirdire.cli import trial_play

    monkeypatch.setattr(trial_play.sys, "stdin", None)
    with pytest.raises(Exception, match="standard input is closed"):
        trial_play._standard_input()


FIVE, SIX = "the tank was nearly empty", "that the tank was nearly empty"
THIRTY = " ".join(["tank"] * 30)
SLIP = "A quotation has 5 to 30 words; an empty line gives the claim up"


@pytest.mark.parametrize(
    ("typed", "taken", "slips"),
    [
        (["zzz", FIVE], FIVE, 1),
        (["the tank was nearly", f"“{SIX}”"], SIX, 1),
        # Words as they are counted for the scores: a dash between them is none.
        (["the tank - was nearly", FIVE], FIVE, 1),
        (["can't co-operate at 12.50", FIVE], FIVE, 1),
        ([f"{THIRTY} tank", THIRTY], THIRTY, 1),
        (['""', "E1", "1", FIVE], FIVE, 3),
        # Whether the exhibit says it is scored, not asked.
        (["these words stand in nothing"], "these words stand in nothing", 0),
    ],
)
def test_a_quotation_of_too_few_or_too_many_words_is_asked_again(
    case, tmp_path, typed, taken, slips
):
    path = tmp_path / "kept.jsonl"
    claimed = ["1", "No.", "2", "1", "1", "1", *typed, "1"]
    done = play(case, claimed, "--others", "silent", "--out", path)
    assert actions_of(path, "defence")[0]["claims"] == [
        {"issue": "absent", "exhibit": "plea", "quotation": taken}
    ]
    assert done.stdout.count(SLIP) == slips


@pytest.mark.parametrize("given_up", [["1", ""], ["1", "zzz", ""], ["2", "1", ""]])
def test_an_empty_line_gives_a_claim_up(case, tmp_path, given_up):
    path = tmp_path / "kept.jsonl"
    begun = ["2", "1", "1"]
    # Three given up, and there is still room for one.
    typed = ["1", "No.", *([*begun, *given_up] * 3), *begun, "2", "2", "1850-05-03", "", "1"]
    play(case, typed, "--others", "silent", "--out", path)
    dated = {"kind": "date", "value": "1850-05-03"}
    assert actions_of(path, "defence")[0]["claims"] == [
        {"issue": "absent", "exhibit": "plea", "value": dated}
    ]


SPOKEN = {
    "theft_011-es": (["importe", "fecha", "nombre"], "ha dejado el juicio antes de que terminara"),
    "scam_011-es": (["importe", "fecha", "nombre"], "ha dejado el juicio antes de que terminara"),
    "contract_011-fr": (["montant", "date", "nom"], "vous avez quitté le procès avant la fin"),
    "policy_011-hi": (["राशि", "तारीख़", "नाम"], "आप मुक़दमा समाप्त होने से पहले चले गए"),
}


@pytest.mark.parametrize("case_id", SPOKEN)
def test_kinds_of_value_and_the_leaving_are_in_the_language_of_the_case(case_id, tmp_path):
    kinds, left = SPOKEN[case_id]
    path = tmp_path / "kept.jsonl"
    options = ("--seat", "prosecution", "--others", "silent")
    # Submit, then argue with a claim as far as the kind of its value.
    answers = ["2", "1", "1", "2", "x", "2", "1", "1", "2"]
    done = play(case_id, answers, *options)
    assert [f"  {n}. {kind}\n" in done.stdout for n, kind in enumerate(kinds, 1)] == [True] * 3
    assert "amount\n" not in done.stdout
    assert done.stderr == f"voirdire: {left}\n"
    kept = play(case_id, [], *options, "--out", path)
    assert kept.stderr.startswith(f"voirdire: {left}")
    assert str(path) in kept.stderr


def test_a_trial_without_a_verdict_says_so_in_the_language_of_its_case():
    said = replace(LANTERN.case, language="es")
    trial = Trial(said, options=Options(jurors=1, max_violations=1))
    assert verdict_text(trial, "es") == "no ha terminado"
    trial.apply(Action("ballot", seat="juror_1", decision="guilty"))
    assert verdict_text(trial, "es") == (
        "sin veredicto: una de las partes infringió las reglas demasiadas veces"
        " (miembro del jurado 1)"
    )
    assert verdict_text(trial, "en") == ("no verdict: a seat broke the rules too often (juror 1)")


@pytest.mark.parametrize(
    ("case_id", "asked"),
    [
        ("theft_011-es", "Elija"),
        ("contract_011-fr", "Choisissez"),
        ("policy_011-hi", "चुनें"),
    ],
)
def test_a_person_is_asked_in_the_language_of_the_case(case_id, asked):
    done = play(case_id, [], "--seat", "prosecution", "--others", "silent")
    assert done.returncode == 3
    assert asked in done.stdout
    assert "Choose" not in done.stdout


def test_words_of_a_case_reach_the_terminal_without_their_codes():
    words = replace(
        LANTERN.case,
        title="\x1b[2J Crown",
        background="one\u202e two",
        decisions=Decisions("gui\x9blty", "not guilty"),
    )
    trial, told = Trial(words), io.StringIO()
    person = Person(io.StringIO(""), told)
    person.welcome(words)
    with pytest.raises(LeftError):
        person.act(trial.observe("prosecution"))
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e]", told.getvalue())
    assert "\\x1b[2J Crown" in told.getvalue()


def test_a_claim_may_answer_one_of_the_other_side():
    trial = Trial(LANTERN.case)
    said = Claim("absent", "plea", value=TypedValue("date", "1850-05-03"))
    trial.apply(Action("present_argument", "He left.", claims=(said,)))
    answers = ["1", "No.", "2", "1", "1", "1", "leaving the light of Gull Point untended", "2", "1"]
    person = Person(io.StringIO("".join(f"{each}\n" for each in answers)), io.StringIO())
    action = person.act(trial.observe("defence"))
    assert [claim.target for claim in action.claims] == ["1.1"]


def test_a_line_without_an_end_is_not_held_in_memory():
    asked = []

    class Endless(io.StringIO):
        def readline(self, size=-1):
            asked.append(size)
            return "z" * size if len(asked) < 20 else ""

    person = Person(Endless(), io.StringIO())
    with pytest.raises(LeftError):
        person.act(Trial(LANTERN.case).observe())
    assert set(asked) <= {20_000, 20_001}
