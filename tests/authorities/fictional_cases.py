"""A few cases made up for these tests, in the form of opinion records. All of it is fiction."""

from typing import Any


def row(identity: str, citation: str, name: str, **fields: Any) -> dict[str, Any]:
    """A record with the fields that every case has."""
    return {
        "id": identity,
        "name": name,
        "name_abbreviation": name,
        "citations": [citation],
        "page_citation": citation,
        "date": "1995-03-02",
        "court": "9th Cir.",
        **fields,
    }


# 41 F.3d: 100-103, 103-104, 104 (two cases on one page), 110-112.
ROWS = [
    row(
        "1",
        "41 F.3d 100",
        "Lantern Works, Inc. v. Marsh",
        citations=["41 F.3d 100", "12 Ohio App. 3d 200"],
        first_page="100",
        last_page="103",
        pages=[
            {"page": "100", "text": "PELL, Judge.\n\nThe lamps were lit.[fn1] The harbor"},
            {"page": "101", "text": "master saw [**201] them at once, and the ten"},
            {"page": "102", "text": "ants did not.\n\nWe affirm.", "joined": True},
            {"page": "103", "text": "I would not hold the tenants to it."},
        ],
        footnotes=[{"label": "1", "page": "100", "text": "By the “old keeper” & his wife."}],
        parts=[
            {"type": "majority", "page": "100", "offset": 0},
            {"type": "dissent", "page": "103", "offset": 0},
        ],
    ),
    row(
        "2",
        "41 F.3d 103",
        "Quill v. Ferrous Supply Co.",
        first_page="103",
        last_page="104",
        pages=[
            {"page": "103", "text": "Iron was delivered late."},
            {"page": "104", "text": "The buyer waited."},
        ],
    ),
    row(
        "3",
        "41 F.3d 104",
        "In re Tidewater Barge",
        first_page="104",
        last_page="104",
        pages=[{"page": "104", "text": "The barge sank at noon."}],
    ),
    row(
        "4",
        "41 F.3d 104",
        "Osprey v. Osprey",
        first_page="104",
        last_page="104",
        pages=[{"page": "104", "text": "The nest was theirs in common."}],
    ),
    row(
        "5",
        "41 F.3d 110",
        "Mill Creek Dairy v. Board of Weights",
        date="1994-11-30",
        first_page="110",
        last_page="112",
        pages=[
            {"page": "110", "text": "Milk was weighed warm."},
            {"page": "111", "text": "The scale was true."},
            {"page": "112", "text": "Reversed."},
        ],
    ),
    row(
        "6",
        "5 U.S. 300",
        "Sloop Heron v. Port Warden",
        court="U.S.",
        date="1803-02-10",
        first_page="300",
        last_page="302",
        pages=[
            {"page": "300", "text": "The sloop lay at anchor."},
            {"page": "301", "text": "Her papers were in order."},
            {"page": "302", "text": "Decree affirmed."},
        ],
    ),
]
