"""Which citation an action is for, and which look-ups are due before it.

Input: a belief state, what was seen so far, the action that the model asks for.
Output: the look-ups to make first. Every citation gets its look-up before any gets a third
action; parallel forms and repeated citations share one look-up.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from voirdire.citations.types import DeclaredReporter
from voirdire.citecheck.agents.belief import BeliefState, Item
from voirdire.citecheck.agents.belief_updates import is_cited
from voirdire.citecheck.agents.lookups import parse_citation
from voirdire.citecheck.agents.seen import Seen, known_opinions
from voirdire.citecheck.letters import letters_of

LOOK_UP = "look_up_citation"
_BY_WORDS = {LOOK_UP: "citation", "search_cases": "query", "search_web": "query"}
_MOST_BEFORE_ALL_ARE_LOOKED_UP = 2


def due_look_ups(
    state: BeliefState,
    seen: Sequence[Seen],
    tool: str,
    arguments: Mapping[str, Any],
    declared: tuple[DeclaredReporter, ...],
) -> tuple[str, ...]:
    """The references to look up before this action; none when it may go first.

    Args:
        state: With the citations of the excerpt.
        seen: Every observation of an action that ran.
        tool: The action asked for, with its `arguments`.
        declared: Reporters that the source declares.
    """
    counts: Counter[str] = Counter()
    for one in seen:
        counts.update(citations_of(state, seen, one.tool, one.arguments, declared))
    asked = citations_of(state, seen, tool, arguments, declared)
    if all(counts[citation] < _MOST_BEFORE_ALL_ARE_LOOKED_UP for citation in asked):
        return ()
    made = _looked_up(seen, declared)
    due: list[str] = []
    for citation in state.citations:
        names = {letters_of(reference) for reference in citation.references}
        if names and not names & made:
            due.append(citation.references[0])
            made |= names
    return tuple(due)


def citations_of(
    state: BeliefState,
    seen: Sequence[Seen],
    tool: str,
    arguments: Mapping[str, Any],
    declared: tuple[DeclaredReporter, ...],
) -> frozenset[str]:
    """The ids of the citations that an action is for; empty for a thought."""
    if tool in _BY_WORDS:
        words = str(arguments.get(_BY_WORDS[tool], ""))
        return frozenset(c.id for c in state.citations if _is_asked(state, c, words, declared))
    opinion = arguments.get("opinion_id")
    if not isinstance(opinion, str):
        return frozenset()
    case = known_opinions(seen).get(opinion)
    return frozenset(
        citation.id
        for citation in state.citations
        if citation.opinion == opinion or (case is not None and is_cited(citation, case, state))
    )


def _is_asked(
    state: BeliefState, citation: Item, words: str, declared: tuple[DeclaredReporter, ...]
) -> bool:
    places = _places(words, declared)
    if any(letters_of(reference) in places for reference in citation.references):
        return True
    asked = letters_of(words)
    names = (i.segment.text for i in state.items if i.kind == "name" and citation.id in i.citations)
    return any(letters_of(name) in asked for name in names if letters_of(name))


def _places(words: str, declared: tuple[DeclaredReporter, ...]) -> frozenset[str]:
    """A look-up as it is written and as it is read."""
    read = parse_citation(words, declared)
    places = {letters_of(words)}
    if read is not None:
        places.add(letters_of(f"{read.volume} {read.reporter} {read.page}"))
    return frozenset(places)


def _looked_up(seen: Sequence[Seen], declared: tuple[DeclaredReporter, ...]) -> set[str]:
    """Every place that was looked up, whatever came of it."""
    made: set[str] = set()
    for one in seen:
        if one.tool in (LOOK_UP, "search_cases"):
            made |= _places(str(one.arguments.get(_BY_WORDS[one.tool], "")), declared)
    return made
