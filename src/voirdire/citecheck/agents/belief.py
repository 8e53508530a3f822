"""What an agent believes about an excerpt: one item for each thing that can be false in it.

Input: items taken from the excerpt (`belief_items`), updates that were held against what the
agent saw (`belief_updates`).
Output: a `BeliefState`: rendered to language for the model, as JSON for the trace, and as the
predictions that follow from it. Nothing else makes a prediction, so that the answer can
neither leave out nor contradict what is believed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from voirdire.citecheck.excerpts import FaultType, Prediction

ItemKind = Literal["citation", "name", "pin", "quotation", "proposition"]
Status = Literal["pending", "verified", "hallucinated"]

_FAULTS: dict[ItemKind, FaultType] = {
    "citation": "nonexistent_citation",
    "name": "case_name_mismatch",
    "pin": "incorrect_pincite",
    "quotation": "verbatim_misquote",
    "proposition": "content_misrepresentation",
}
_LETTERS: dict[ItemKind, str] = {
    "citation": "C",
    "name": "N",
    "pin": "P",
    "quotation": "Q",
    "proposition": "H",
}
# A rendered item is one line: long propositions are cut for reading, never for predicting.
_LONGEST_SHOWN = 600


@dataclass(frozen=True, slots=True)
class Segment:
    """An exact substring of the excerpt; `start` counts its characters."""

    text: str
    start: int


@dataclass(frozen=True, slots=True)
class Ground:
    """What a status rests on: words that stand in an observation of this episode."""

    observation: int
    words: str
    page: str | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that can be false, with what is believed of it.

    `segment` is the thing itself; `flagged` are the segments to predict when it is
    hallucinated: the citation and its short forms, the citation with its pin, the whole
    quotation, the whole sentence. `citations` are the ids of the citations that it belongs
    to, empty for a citation. `references` are the ways to look a citation up, the parallel
    forms behind the first. `cited_at` is the citation that stands with the thing, as written;
    `pages` are the labels of a pin cite, its range completed.
    `by_rule`: found by our own extraction, not named by the model.
    """

    id: str
    kind: ItemKind
    segment: Segment
    flagged: tuple[Segment, ...]
    citations: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    cited_at: str = ""
    pages: tuple[str, ...] = ()
    series: tuple[str, ...] = ()
    by_rule: bool = True
    status: Status = "pending"
    opinion: str | None = None
    grounds: tuple[Ground, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class BeliefState:
    """The items of one excerpt; an update returns a new state."""

    items: tuple[Item, ...] = ()

    def find(self, item_id: str) -> Item | None:
        """The item of an id; None where there is none."""
        return next((item for item in self.items if item.id == item_id), None)

    def with_item(self, item: Item) -> "BeliefState":
        """This state with one item replaced, or added behind the others."""
        if self.find(item.id) is None:
            return BeliefState((*self.items, item))
        return BeliefState(tuple(item if old.id == item.id else old for old in self.items))

    def next_id(self, kind: ItemKind) -> str:
        """The id that a new item of a kind gets."""
        return f"{_LETTERS[kind]}{sum(item.kind == kind for item in self.items) + 1}"

    @property
    def citations(self) -> tuple[Item, ...]:
        """The citations, in order."""
        return tuple(item for item in self.items if item.kind == "citation")

    @property
    def pending(self) -> tuple[Item, ...]:
        """What is still open: not the parts of a citation that is itself hallucinated."""
        fallen = self.fallen()
        return tuple(i for i in self.items if i.status == "pending" and not _is_moot(i, fallen))

    def fallen(self) -> frozenset[str]:
        """The citations that are hallucinated, by themselves or by their name."""
        false = [item for item in self.items if item.status == "hallucinated"]
        own = {item.id for item in false if item.kind == "citation"}
        named = {one for item in false if item.kind == "name" for one in item.citations}
        return frozenset(own | named)

    def predictions(self) -> tuple[Prediction, ...]:
        """What the state says is false, each segment once; pending items are never among it.

        Of a hallucinated citation neither pins nor quotations nor propositions are flagged,
        unless they also belong to a citation that stands.
        """
        fallen = self.fallen()
        found: dict[str, Prediction] = {}
        for item in self.items:
            if item.status != "hallucinated" or _is_moot(item, fallen):
                continue
            if item.kind == "name" and self._is_nonexistent(item.citations):
                continue
            why = item.note or next((ground.words for ground in item.grounds), "")
            for segment in item.flagged:
                found.setdefault(segment.text, Prediction(segment.text, _FAULTS[item.kind], why))
        return tuple(found.values())

    def _is_nonexistent(self, citations: Iterable[str]) -> bool:
        items = map(self.find, citations)
        return any(item is not None and item.status == "hallucinated" for item in items)

    def to_json(self) -> dict[str, Any]:
        """As plain values; `BeliefState.from_json` reads it back."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "BeliefState":
        """A state from what `to_json` wrote."""
        return cls(tuple(_item(row) for row in data["items"]))


def _is_moot(item: Item, fallen: frozenset[str]) -> bool:
    """Whether an item need not be judged, since every citation that it belongs to is false."""
    if item.kind in ("citation", "name"):
        return item.status == "pending" and bool({item.id, *item.citations} & fallen)
    return bool(item.citations) and set(item.citations) <= fallen


def _item(row: Mapping[str, Any]) -> Item:
    values = dict(row)
    values["segment"] = Segment(**values["segment"])
    values["flagged"] = tuple(Segment(**segment) for segment in values["flagged"])
    values["grounds"] = tuple(Ground(**ground) for ground in values["grounds"])
    for name in ("citations", "references", "pages", "series"):
        values[name] = tuple(values[name])
    return Item(**values)


def settle(item: Item, status: Status, opinion: str | None, ground: Ground, note: str) -> Item:
    """The item with a status, and what it rests on in front of what was known before."""
    grounds = (ground, *(old for old in item.grounds if old != ground))
    return replace(item, status=status, opinion=opinion or item.opinion, grounds=grounds, note=note)


def render_belief(state: BeliefState) -> str:
    """The state in words, a line an item, each part below the citation that it belongs to."""
    if not state.items:
        return "Nothing that could be checked was found in the excerpt so far."
    lines: list[str] = []
    fallen = state.fallen()
    shown: set[str] = set()
    for citation in state.citations:
        lines.append(_line(citation))
        for part in state.items:
            if part.citations[:1] == (citation.id,):
                shown.add(part.id)
                line = f"  {_line(part, citation)}"
                lines.append(f"{line} Needs no check." if _is_moot(part, fallen) else line)
    lines += [_line(i) for i in state.items if i.kind != "citation" and i.id not in shown]
    return "\n".join(lines)


def _line(item: Item, below: Item | None = None) -> str:
    parts = [f'{item.id} {item.kind}, {item.status}: "{_shown(item.segment.text)}"']
    if item.references:
        parts.append(f"Look up as: {'; '.join(map(_shown, item.references))}.")
    if item.cited_at and (below is None or item.cited_at != below.segment.text):
        parts.append(f'Cited as "{_shown(item.cited_at)}".')
    if item.series:
        parts.append(f"Counted in: {' or '.join(map(_shown, item.series))}")
    if len(item.citations) > 1:
        parts.append(f"Also for {', '.join(item.citations[1:])}.")
    if item.opinion:
        parts.append(f"Opinion {_shown(item.opinion)}.")
    if item.grounds:
        ground = item.grounds[0]
        page = f", page {_shown(ground.page)}" if ground.page else ""
        parts.append(f'Rests on observation {ground.observation}{page}: "{_shown(ground.words)}".')
    if item.note:
        parts.append(f"Note: {_shown(item.note)}")
    return " ".join(parts)


def _shown(text: str) -> str:
    """Words in one line, so that no line of outside text can pass for an item."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_SHOWN else f"{line[:_LONGEST_SHOWN]} (cut)"
