"""Find the id. citations that may refer to something that was not found.

Input: text, citations as resolved, and their `Layout`.
Output: indices of id. citations whose quotations are not surely of the case resolved to.
"""

from collections.abc import Iterator, Sequence

from voirdire.citations.cues import OTHER_SOURCE, RECORD_PIN, SECTION_BEHIND
from voirdire.citations.layout import Layout, Unit
from voirdire.citations.types import Citation

_WINDOW = 600


def ids_in_doubt(text: str, citations: Sequence[Citation], layout: Layout) -> Iterator[int]:
    """Id. citations in doubt.

    In doubt is one behind a source that is no citation (the record, a foreign report), one
    with a pin that no case has, one that leads into another's parenthetical or quotation, and
    every id. that follows such a one.
    """
    inside = {index for units in layout.inner.values() for unit in units for index in unit.members}
    doubt = False
    previous: Unit | None = None
    for unit in layout.units:
        index = unit.members[0]
        citation = citations[index]
        if citation.kind != "id":
            doubt = False
        elif (
            _leads_inside(citations, inside, previous, unit)
            or RECORD_PIN.search(citation.pin_cite or "")
            or SECTION_BEHIND.match(text, unit.end)
            or _is_behind_other_source(text, previous, unit)
        ):
            doubt = True
        if doubt:
            yield index
        previous = unit


def same_authority(citations: Sequence[Citation], one: Unit, other: Unit) -> bool:
    """Whether two units cite one case, parallel citations included."""
    return bool(
        {_authority(citations, index) for index in one.members}
        & {_authority(citations, index) for index in other.members}
    )


def _authority(citations: Sequence[Citation], index: int) -> int:
    target = citations[index].resolves_to
    target = index if target is None else target
    group = citations[target].group
    return target if group < 0 else group


def _leads_inside(
    citations: Sequence[Citation], inside: set[int], previous: Unit | None, unit: Unit
) -> bool:
    if citations[unit.members[0]].resolves_to not in inside:
        return False
    return previous is None or not same_authority(citations, previous, unit)


def _is_behind_other_source(text: str, previous: Unit | None, unit: Unit) -> bool:
    start = max(previous.end if previous else 0, unit.start - _WINDOW)
    return OTHER_SOURCE.search(text, start, unit.start) is not None
