"""What the tests of agents share: a trial played to its end, and a small case with a key."""

from voirdire.courtroom.agents.types import Agent
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.run import run_trial
from voirdire.courtroom.types import (
    Bearing,
    Case,
    CaseFile,
    Decisions,
    Exhibit,
    Issue,
    Key,
    Options,
    Planted,
)

LOG = (
    "The keeper wrote at nine that the gate of the weir was shut and barred. At eleven he wrote "
    "that the gate stood open and that the meadow was under water. He drank tea."
)
NEIGHBOUR = (
    "My cousin told me that the miller had laughed about the meadow. I was in the town that day "
    "and saw nothing of the weir myself."
)
RAIN = (
    "The gauge on the hill filled twice between nine and eleven. No gate on this river would have "
    "held so much water back. The observer has kept the gauge for thirty years."
)

WEIR = CaseFile(
    Case(
        id="weir",
        title="Farm against mill",
        background="A meadow below a weir was flooded one morning.",
        charge="The miller opened the gate of the weir and flooded the meadow.",
        sides=("farmer", "miller"),
        issues=(
            Issue("I1", "Did the gate of the weir stand open in the morning?"),
            Issue("I2", "Was it water from the open gate that flooded the meadow?"),
        ),
        exhibits=(
            Exhibit("E1", "document", "Log of the weir", LOG, "prosecution"),
            Exhibit("E2", "testimony", "A neighbour", NEIGHBOUR, "prosecution"),
            Exhibit("E3", "document", "Rain gauge", RAIN, "defence"),
        ),
        decisions=Decisions("liable", "not liable"),
        standard="balance of probabilities",
        domain="policy",
        difficulty="easy",
    ),
    Key(
        decision="not liable",
        reasons=("The rain alone flooded the meadow (E3).",),
        bearings=(
            Bearing("E1", "I1", "prosecution", "he wrote that the gate stood open"),
            Bearing("E1", "I2", "prosecution", "the meadow was under water"),
            Bearing("E3", "I2", "defence", "No gate on this river would have held so much water"),
            Bearing("E3", "I2", "defence", "The gauge on the hill filled twice"),
        ),
        planted=(Planted("E2", "hearsay", "What a cousin told."),),
    ),
)


def play(
    file: CaseFile,
    prosecution: Agent,
    defence: Agent,
    judge: Agent,
    *,
    seed: int = 0,
    jury: tuple[Agent, ...] = (),
    options: Options | None = None,
) -> Trial:
    """The trial that these agents make of a case."""
    options = options or Options(jurors=len(jury))
    trial = Trial(file.case, seed=seed, options=options)
    seats = {"prosecution": prosecution, "defence": defence, "judge": judge}
    run_trial(trial, seats | {f"juror_{n}": agent for n, agent in enumerate(jury, 1)})
    return trial
