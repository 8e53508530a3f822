"""Whether two rows tell of the same decision.

They are printed at the same place already; but a page can hold several cases, so names,
year and docket must not disagree. When in doubt they stay two, and the page is ambiguous:
a wrong merge would give one case the words of another.
"""

import re
from dataclasses import dataclass

from voirdire.citations.names import compare_names

# Of "No. 93-1234" the number without the year.
_NUMBER = re.compile(r"\d{3,}")


@dataclass(frozen=True, slots=True)
class CaseDescription:
    """What tells one case of a page from another; `names` may be empty."""

    names: tuple[str, ...]
    date: str | None
    docket_number: str | None
    has_text: bool


def are_same_case(one: CaseDescription, other: CaseDescription) -> bool:
    """Whether two descriptions of a case printed at one place agree.

    Sources differ by days on when a case was decided, so the year counts; two texts become
    one case only when their dates agree to the day. A row without names is a line of a list
    of dates: it tells of the named case there, if their years are at most one apart (the
    list of U.S. Reports has such slips), and of another unnamed one only on the same date.
    """
    if not one.names and not other.names:
        return one.date == other.date
    if one.date and other.date:
        if not one.names or not other.names:
            return abs(int(one.date[:4]) - int(other.date[:4])) <= 1
        length = 10 if one.has_text and other.has_text else 4
        length = min(length, len(one.date), len(other.date))
        if one.date[:length] != other.date[:length]:
            return False
    if one.docket_number and other.docket_number:
        numbers = set(_NUMBER.findall(one.docket_number))
        others = set(_NUMBER.findall(other.docket_number))
        if numbers and others and not numbers & others:
            return False
    if not one.names or not other.names or set(one.names) & set(other.names):
        return True
    return any(compare_names(name, None, None, other.names).result == "same" for name in one.names)
