"""A small case for the tests of scoring: whether a mare was sold unsound."""

from dataclasses import replace

from voirdire.courtroom.engine import Trial
from voirdire.courtroom.types import (
    Action,
    Bearing,
    Case,
    CaseFile,
    Claim,
    Decisions,
    Exhibit,
    Fact,
    Issue,
    Key,
    Options,
    Planted,
    TypedValue,
)

RECEIPT = (
    "On 3 May 1904 Anna Brook paid Karl Dunn 12l. 10s. for the grey mare, and 2l. for her "
    "saddle. \u201cShe is sound,\u201d Dunn wrote, \u201cand \u2018kind to ride\u2019 I warrant "
    "her so.\u201d The mare was lame within a week of the sale.\n"
    "Mr. Dunn can't say who brought her; the money was dis-\ncharged at Fetter-lane \u2014 all "
    "of it \u2014 before noon."
)
VET = (
    "I saw the mare on the 9th of May. The off hind leg was swollen and she could not trot. "
    "I think the swelling was older than a week. I am a member of the Royal College."
)
GROOM = (
    "I rode the mare every day in April and she never went lame. Mrs Brook galloped her on the "
    "frozen road on 6 May 1904. I have been a groom for eleven years."
)
GOSSIP = "My aunt was told at the fair that Dunn had sold a lame horse before this one."
PLEADING = "Anna Brook claims 12l. 10s. from Karl Dunn, the price of a mare warranted sound."

SALE = "On 3 May 1904 Anna Brook paid Karl Dunn 12l. 10s. for the grey mare"
GALLOP = "Mrs Brook galloped her on the frozen road on 6 May 1904."

MARE = CaseFile(
    case=Case(
        id="mare",
        title="Brook v. Dunn",
        background="A mare was sold and went lame.",
        charge="Breach of warranty.",
        sides=("plaintiff", "defendant"),
        issues=(
            Issue("sound", "Was the mare unsound when she was sold?"),
            Issue("warranty", "Did Dunn warrant her sound?"),
        ),
        exhibits=(
            Exhibit("R", "document", "Receipt", RECEIPT, "prosecution"),
            Exhibit("V", "testimony", "The veterinary surgeon", VET, "joint"),
            Exhibit("G", "testimony", "The groom", GROOM, "defence"),
            Exhibit("H", "testimony", "A neighbour", GOSSIP, "joint"),
            Exhibit("P", "pleading", "Statement of claim", PLEADING, admitted=True),
        ),
        decisions=Decisions("liable", "not liable"),
        standard="on the balance of probabilities",
        domain="contract",
        difficulty="easy",
    ),
    key=Key(
        decision="liable",
        bearings=(
            Bearing("R", "warranty", "prosecution", f"{SALE}, and 2l. for her saddle."),
            Bearing("R", "warranty", "prosecution", "I warrant her so"),
            Bearing("R", "sound", "prosecution", "The mare was lame within a week of the sale."),
            Bearing(
                "V",
                "sound",
                "prosecution",
                "The off hind leg was swollen and she could not trot. "
                "I think the swelling was older than a week.",
            ),
            Bearing(
                "G",
                "sound",
                "defence",
                "I rode the mare every day in April and she never went lame.",
            ),
            Bearing("G", "sound", "defence", GALLOP),
            Bearing("H", "sound", "prosecution", "Dunn had sold a lame horse before this one"),
        ),
        facts=(
            Fact("R", "amount", "12.50 GBP", "price paid", SALE),
            Fact("R", "amount", "2.00 GBP", "price of the saddle", "2l. for her saddle"),
            Fact("R", "date", "1904-05-03", "day of the sale", SALE),
            Fact("R", "name", "Anna Brook", "buyer", SALE),
            Fact("R", "name", "Karl Dunn", "seller", SALE),
            Fact("G", "date", "1904-05-06", "day of the gallop", GALLOP),
        ),
        planted=(Planted("H", "hearsay", "Her aunt was told; she was not there."),),
    ),
)
# The same trial as it would come from a collection: nobody wrote a map.
UNMAPPED = replace(MARE, key=Key("liable"))

SWOLLEN = Claim("sound", "V", "The off hind leg was swollen and she could not trot")
OLDER = Claim("sound", "V", "I think the swelling was older than a week")
LAME = Claim("sound", "R", "The mare was lame within a week")
PAID = Claim("warranty", "R", SALE)
RODE = Claim("sound", "G", "I rode the mare every day in April")
GALLOPED = Claim("sound", "G", "Mrs Brook galloped her on the frozen road")
FALSE = Claim("sound", "R", "The mare was blind within a week")
TRUE_BUT_IDLE = Claim("sound", "V", "I am a member of the Royal College")


def says(*claims: Claim, text: str = "", kind: str = "present_argument") -> Action:
    """A speech with claims."""
    return Action(kind, text, claims=claims)  # type: ignore[arg-type]


def typed(exhibit: str, kind: str, value: str, role: str = "", issue: str = "warranty") -> Claim:
    """A claim of a typed value."""
    return Claim(issue, exhibit, value=TypedValue(kind, value, role))  # type: ignore[arg-type]


OPENING = (says(text="We shall show it."), says(text="They will not."))
DECLINE = Action("decline")


def submit(exhibit: str) -> Action:
    """A submission."""
    return Action("submit_evidence", exhibit=exhibit)


# Entries 1 to 6: both open, and R, G and V are in evidence; prosecution is on turn.
IN_EVIDENCE = (*OPENING, submit("R"), submit("G"), submit("V"), DECLINE)


def hear(*actions: Action, file: CaseFile = MARE, options: Options | None = None) -> Trial:
    """The trial that these actions made."""
    return Trial.replay(file.case, actions, options=options)
