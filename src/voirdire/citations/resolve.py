"""Resolve short form, id., supra and named references to the citation they refer to.

Input: citations in document order, as `find_citations` returns them.
Output: the same citations, each with `group` and `resolves_to`; nothing is dropped. What
`resolves_to` names is never itself a short form, an id., a supra or a reference.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from voirdire.citations.antecedents import Antecedents
from voirdire.citations.types import Citation
from voirdire.documents.types import FoldedText

_NOTE = re.compile(r"\bnn?\. ?(\d+)|\bnotes? (\d+)", re.IGNORECASE)


def _find_target(citation: Citation, antecedents: Antecedents) -> int | None:
    match citation.kind:
        case "short":
            return antecedents.find_short(citation)
        case "supra":
            note = _NOTE.search(citation.text)
            label = (note[1] or note[2]) if note else None
            return antecedents.find_named(citation, label)
        case "reference":
            return antecedents.find_named(citation)
        case "id":
            return antecedents.find_id(citation)
        case _:
            return None


def resolve_citations(
    citations: Sequence[Citation], folded: FoldedText | None = None
) -> tuple[Citation, ...]:
    """Set `group` and `resolves_to` of every citation.

    Args:
        citations: In document order, body before notes.
        folded: The text they stand in; without it parallel citations, string cites and
            tables of authorities are told from the citations alone.

    Returns:
        The same citations in the same order. A reference whose authority is not certain
        keeps `resolves_to` None.
    """
    antecedents = Antecedents(citations, folded)
    resolved: list[Citation] = []
    for index, citation in enumerate(citations):
        target = _find_target(citation, antecedents)
        antecedents.add(index, target)
        resolved.append(replace(citation, group=antecedents.groups[index], resolves_to=target))
    return tuple(resolved)
