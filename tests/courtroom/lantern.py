"""A small case for the tests of the training environments: who let the lighthouse go dark."""

from voirdire.courtroom.scoring.types import METRICS_OF, MetricScore
from voirdire.courtroom.types import (
    Bearing,
    Case,
    CaseFile,
    Decisions,
    Exhibit,
    Issue,
    Key,
    Planted,
)

LOG = (
    "At ten past nine the keeper signed the log and went ashore. "
    "The lamp burned low and was out before midnight. "
    "Nobody relieved him until the following morning at six."
)
LETTER = (
    "The harbour office ordered the oil in March and never paid for it. "
    "Señor Ortiz wrote twice that the tank was nearly empty. "
    "A § 4 notice was nailed to the door."
)
GOSSIP = (
    "My cousin heard from a sailor that the keeper is fond of drink. "
    "Everybody on the quay will tell you the same story."
)
PLEA = "The keeper is charged with leaving the light of Gull Point untended on 3 May."

LANTERN = CaseFile(
    case=Case(
        id="lantern",
        title="The Crown of Gull against Ansel Marsh",
        background="The light of Gull Point went out and a lugger was lost on the rocks.",
        charge="Leaving a light untended.",
        sides=("prosecution", "defence"),
        issues=(
            Issue("absent", "Did the keeper leave the light?"),
            Issue("cause", "Did the light go out because he left?"),
        ),
        exhibits=(
            Exhibit("log", "document", "The log", LOG, "prosecution"),
            Exhibit("letter", "document", "The letter", LETTER, "defence"),
            Exhibit("gossip", "testimony", "A fishwife's evidence", GOSSIP),
            Exhibit("plea", "pleading", "The indictment", PLEA, admitted=True),
        ),
        decisions=Decisions("guilty", "not guilty"),
        standard="beyond reasonable doubt",
        domain="criminal",
        difficulty="easy",
    ),
    key=Key(
        decision="not guilty",
        reasons=("The tank was empty.",),
        bearings=(
            Bearing("log", "absent", "prosecution", LOG.partition(". ")[0] + "."),
            Bearing("log", "cause", "prosecution", LOG.split(". ")[1] + "."),
            Bearing("letter", "cause", "defence", LETTER.split(". ")[1] + "."),
        ),
        planted=(Planted("gossip", "hearsay", "The witness heard it from another."),),
    ),
)


def score_by_length(file, trial):
    """Scores, in place of true ones, that pay more the longer the record: all at 200 entries."""
    value = min(len(trial) / 200, 1.0)
    paid = dict.fromkeys(("evidence_use", "rebuttal", "protocol_adherence"), value)
    return {
        seat: {
            metric: MetricScore(metric, paid.get(metric, 1.0), 0.0, len(trial), "")
            for metric in METRICS_OF[role]
        }
        for seat, role in trial.roles.items()
    }
