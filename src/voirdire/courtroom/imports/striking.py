"""A text to the same text without what names its case: year of the decision, docket, number.

What is struck leaves a mark in brackets, so that a reader sees that something stood there.
Dates before the year of the decision are facts of the case and stay.
"""

import re
from hashlib import sha256

YEAR = "[year]"
DOCKET = "[docket]"
APPLICATION = "[application]"

# "no. 30979/96", "nos. 21893/93 and 1/94": European applications end in a year of two figures.
_APPLICATION = re.compile(r"(?<![\d/])\d{3,6}/\d{2}(?![\d/])")
_NAMED_DOCKET = re.compile(
    r"\b(?P<word>[Cc]ases?(?: [Nn]o\.| [Nn]umber)?|[Nn]os?\.|[Nn]umbers?|[Dd]ocket)\s+"
    r"\d{2}\s?-\s?\d{1,5}\b"
)
_FIGURE = r"(?:oh|zero|one|two|three|four|five|six|seven|eight|nine)"
_SPELT_DOCKET = re.compile(
    rf"\b(?P<word>[Cc]ase|[Nn]umber|[Nn]o\.) {_FIGURE}(?: {_FIGURE}){{3,}}\b"
)
# Where a court calls a case, whatever number stands there is the docket.
_CALLED = re.compile(
    r"\b\d{2,4}\s?-\s?\d{1,5}\b(?: -- \d+)?|(?<=[Cc]ase )\d+|(?<=[Nn]umber )\d+|"
    r"(?<=[Nn]o\. )\d+|\A\d+(?=, )"
)


def strike_year(text: str, year: int) -> str:
    """Without the year, where it stands as a number of its own."""
    return re.sub(rf"(?<![\d.,]){year}(?!\d|[.,]\d)", YEAR, text)


def strike_applications(text: str) -> str:
    """Without the numbers of applications to the European Court."""
    return _APPLICATION.sub(APPLICATION, text)


def strike_docket(text: str, docket: str) -> str:
    """Without its own docket number and those that are called so."""
    if "-" in docket:
        bare = docket.replace("-", "")
        forms = "|".join(map(re.escape, (docket, bare)))
        text = re.sub(rf"(?<![\d-])(?:{forms})(?![\d-])", DOCKET, text)
    text = _NAMED_DOCKET.sub(rf"\g<word> {DOCKET}", text)
    return _SPELT_DOCKET.sub(rf"\g<word> {DOCKET}", text)


def strike_call(text: str) -> str:
    """The words in which a case is called, without any number."""
    return _CALLED.sub(DOCKET, text)


def opaque_id(prefix: str, source_id: str) -> str:
    """An id that is always the same for a source and says nothing of it."""
    return f"{prefix}-{sha256(source_id.encode()).hexdigest()[:12]}"
