"""A run that is killed goes on from the ledger: the same answers and steps, nothing paid twice."""

import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from voirdire.authorities.library import Library
from voirdire.llm.ledger import Ledger

EXCERPT = (
    "“Notice is not a ritual performed for the comfort of the sender.” Harbor Commission of "
    "Port Ansel v. Tolliver, 12 Marlow Rep. 1, 2 (1981). {}. A sale wants more. Everhart v. "
    "Sable Trust Co., 12 Marlow Rep. 388 (1982)."
)
RULES = [
    {"when": {"purpose": "reflexion-review"}, "reply": {"can_stand": False, "lessons": "again"}},
    {
        "when": {"pattern": "stands_verbatim"},
        "reply": {"false_segments": [{"text": "A sale wants more."}]},
    },
    {
        "when": {"pattern": "absent_from_whole_volume"},
        "calls": [
            {
                "tool": "search_opinion",
                "arguments": {"opinion_id": "marlow-12-1", "words": "not a ritual performed"},
            }
        ],
    },
    {
        "calls": [
            {"tool": "look_up_citation", "arguments": {"citation": "12 Marlow Rep. 1"}},
            {"tool": "look_up_citation", "arguments": {"citation": "12 Marlow Rep. 388"}},
        ]
    },
]
# The process ends itself right after the reply numbered `kill` is committed; 0 is never.
RUN = """
import asyncio, json, os, signal, sys
from functools import partial
from pathlib import Path
from voirdire.authorities.library import Library
from voirdire.citecheck.agents.episode import ModelRun
from voirdire.citecheck.bench.systems import open_system
from voirdire.llm.chat import Chat
from voirdire.llm.ledger import Ledger

folder, law, name, kill, excerpt = Path(sys.argv[1]), sys.argv[2], sys.argv[3], *sys.argv[4:]

class Mortal(Ledger):
    committed = 0
    def commit(self, call, reply):
        recalled = super().commit(call, reply)
        self.committed += 1
        if self.committed == int(kill):
            os.kill(os.getpid(), signal.SIGKILL)
        return recalled

ledger = Mortal(folder / "ledger.sqlite")
models = ModelRun(partial(Chat, f"scripted:{folder}/script.jsonl", ledger, "r"), ledger, "r")
system = open_system(name, Library.open(Path(law)), models)

async def check():
    return await asyncio.gather(
        *(system.check(f"e{number}", excerpt.format(number)) for number in range(5))
    )

for answer in asyncio.run(check()):
    assert not answer.error, answer.error
    print(answer.excerpt, answer.predictions, answer.turns, answer.calls, answer.input_tokens)
print(json.dumps([[s.episode, s.number, s.kind, s.body] for s in ledger.steps("r")]))
print(ledger.paid("r").calls)
"""


def run(folder: Path, law: Path, name: str, kill: int = 0) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", RUN, str(folder), str(law), name, str(kill), EXCERPT],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    ("name", "kills", "paid"),
    # An attempt takes three turns, a review one; later attempts recall what was looked up.
    [("react", (7,), 15), ("reflexion", (23,), 55)],
)
def test_a_killed_run_goes_on(
    tmp_path: Path, samples: Library, name: str, kills: tuple[int, ...], paid: int
) -> None:
    seed = tmp_path / "seed"
    seed.mkdir()
    (seed / "script.jsonl").write_text("\n".join(json.dumps(rule) for rule in RULES))
    # The nonces of the prompts come of the ledger's secret, so every run begins with the same.
    Ledger.open(seed / "ledger.sqlite").close()
    folder = tmp_path / "run"

    shutil.copytree(seed, folder)
    whole = run(folder, samples.directory, name)
    assert (whole.returncode, whole.stderr) == (0, "")
    assert whole.stdout.splitlines()[-1] == str(paid)
    for kill in kills:
        shutil.rmtree(folder)
        shutil.copytree(seed, folder)
        killed = run(folder, samples.directory, name, kill)
        assert killed.returncode == -signal.SIGKILL
        assert run(folder, samples.directory, name).stdout == whole.stdout
