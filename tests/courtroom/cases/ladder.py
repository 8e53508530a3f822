"""A small sound case for the tests of this folder: who took the ladder."""

from voirdire.courtroom.types import (
    Bearing,
    Case,
    CaseFile,
    Decisions,
    Exhibit,
    Fact,
    Issue,
    Key,
    Planted,
)

WITNESS = (
    "I keep the orchard on Nolde Hill and I have kept it for nine years. The trees are old and "
    "the fence is older. On 3 May 2021 the long ladder stood against the shed. I saw Ansa Merrow "
    "lift the ladder onto her cart before noon. She did not look my way. My dog barked at a hare. "
    "It was hazy and I was two fields off from the shed. I wear glasses for reading only. The "
    "apples were poor that year and the pears were worse."
)
RECEIPT = (
    "Receipt of the hardware shop in Varn, number 88, written by the clerk in blue ink on the "
    "back of a price list. Sold to A. Merrow on 2 May 2021 one long ladder of ash for 45.50 "
    "dollars. Paid in coins. The shop shuts at six and the bell over the door is cracked. The "
    "clerk adds that the ladder was of the same make as those on Nolde Hill. A dog-eared corner "
    "shows part of a drawing of a boat with two sails and a small flag at the stern."
)

LADDER = CaseFile(
    case=Case(
        id="ladder_001",
        title="State v. Ansa Merrow",
        background="A ladder went from an orchard near Varn on 3 May 2021.",
        charge="Theft of a ladder.",
        sides=("prosecution", "defence"),
        issues=(Issue("I1", "Did Ansa Merrow take the ladder of the orchard?"),),
        exhibits=(
            Exhibit("E1", "testimony", "Testimony of the keeper", WITNESS, "prosecution"),
            Exhibit("E2", "document", "Receipt 88", RECEIPT, "defence", disclosed=True),
        ),
        decisions=Decisions("guilty", "not_guilty"),
        standard="beyond reasonable doubt",
        domain="criminal",
        difficulty="easy",
    ),
    key=Key(
        decision="not_guilty",
        reasons=("Merrow had bought a ladder of that make the day before (E2).",),
        bearings=(
            Bearing(
                "E1",
                "I1",
                "prosecution",
                "I saw Ansa Merrow lift the ladder onto her cart before noon.",
            ),
            Bearing("E1", "I1", "defence", "It was hazy and I was two fields off from the shed."),
            Bearing(
                "E2",
                "I1",
                "defence",
                "Sold to A. Merrow on 2 May 2021 one long ladder of ash for 45.50 dollars.",
            ),
        ),
        facts=(
            Fact("E2", "amount", "45.50 USD", "price of the ladder", "for 45.50 dollars"),
            Fact("E2", "date", "2021-05-02", "day of the sale", "on 2 May 2021 one long"),
            Fact("E2", "name", "A. Merrow", "buyer", "Sold to A. Merrow on 2 May"),
        ),
        planted=(Planted("E1", "foundation", "The keeper was too far off to know her."),),
        misleading=("E1",),
    ),
    metadata={"year": "2021", "offence": "theft"},
    source="Written for the tests.",
)
