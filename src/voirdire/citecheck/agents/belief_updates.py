"""Hold a model's updates of a belief against what the agent has seen.

Input: a belief state, updates as a model states them, the observations of the episode.
Output: the new state, and a sentence for each update that was refused and why.

No status changes without evidence: words that stand in an observation of this episode and
bear on the item. What comparing strings decides, the model cannot decide otherwise: words
that stand in the opinion are no misquotation, and what is absent from a volume that is not
held whole is not refuted.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from voirdire.authorities.page_labels import page_number
from voirdire.citations.names import compare_names, short_name_matches
from voirdire.citecheck.agents.belief import BeliefState, Ground, Item, ItemKind, Status, settle
from voirdire.citecheck.agents.seen import CaseShown, Passage, Seen, known_opinions
from voirdire.citecheck.checks import is_outside_years
from voirdire.citecheck.letters import letters_of
from voirdire.citecheck.quotation_pattern import parse_quotation

# Statuses of a look-up that prove that no such case exists.
_PROOFS = ("inside_another_case", "absent_from_whole_volume", "no_such_volume")
_FOUND = ("found", "several")
_FEWEST_LETTERS = 4
_YEAR = re.compile(r"\b(1[6-9]\d\d|20\d\d)\)")
_LONGEST_NOTE = 400


@dataclass(frozen=True, slots=True)
class Update:
    """What a model says of one item, and the words of which observation it rests on."""

    item: str
    status: Status
    observation: int | None = None
    words: str = ""
    page: str | None = None
    opinion: str | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class _Claim:
    """An update with what it names, found."""

    item: Item
    update: Update
    seen: Seen
    state: BeliefState
    opinions: dict[str, CaseShown]
    all_seen: Sequence[Seen]

    @property
    def letters(self) -> str:
        return letters_of(self.update.words)

    def owners(self) -> list[Item]:
        """The citations that the item belongs to, or the citation itself."""
        found = map(self.state.find, self.item.citations or (self.item.id,))
        return [item for item in found if item is not None]

    def holders(self) -> list[Passage]:
        """The passages of the observation that hold the words named."""
        found = [p for p in self.seen.passages() if self.letters in p.letters]
        return [p for p in found if not p.is_wide] or found

    def is_of_citation(self, case: CaseShown) -> bool:
        """Whether a case is the one that is cited: by its place, else by its name."""
        return any(is_cited(owner, case, self.state) for owner in self.owners())

    def is_of_its_opinion(self) -> bool:
        """Whether the words come from an opinion of one of its citations."""
        opinion = self.seen.opinion
        if opinion is None:
            return False
        if any(owner.opinion == opinion for owner in self.owners()):
            return True
        case = self.opinions.get(opinion)
        return case is not None and self.is_of_citation(case)


def apply_updates(
    state: BeliefState, updates: Sequence[Update], seen: Sequence[Seen]
) -> tuple[BeliefState, tuple[str, ...]]:
    """Take over the updates that their evidence bears; the others change nothing.

    Args:
        state: What was believed before.
        updates: In the model's order; a later one may rest on an earlier.
        seen: Every observation of the episode so far.

    Returns:
        The new state, and one sentence for each update that was refused.
    """
    refusals: list[str] = []
    for update in updates:
        item = state.find(update.item)
        if item is None:
            refusals.append(f"There is no item {update.item[:20]!r}.")
            continue
        if update.status == "pending":
            state = state.with_item(replace(item, status="pending", note=_note(update)))
            continue
        problem = _problem(item, update, state, seen)
        if problem:
            refusals.append(f"{item.id} stays {item.status}: {problem}")
            continue
        state = state.with_item(_settled(item, update))
    return state, tuple(refusals)


def _note(update: Update) -> str:
    return " ".join(update.note.split())[:_LONGEST_NOTE]


def _settled(item: Item, update: Update) -> Item:
    assert update.observation is not None
    ground = Ground(update.observation, " ".join(update.words.split()), update.page)
    return settle(item, update.status, update.opinion, ground, _note(update))


def _problem(item: Item, update: Update, state: BeliefState, seen: Sequence[Seen]) -> str:
    """Why an update cannot stand; "" when it can."""
    one = next((s for s in seen if s.number == update.observation), None)
    if one is None:
        return "name the number of an observation of this episode that shows it."
    claim = _Claim(item, update, one, state, known_opinions(seen), seen)
    if update.opinion is not None and update.opinion not in claim.opinions:
        return f"no look-up has shown an opinion {update.opinion[:60]!r}."
    if len(claim.letters) < _FEWEST_LETTERS:
        return "give the words of the observation that show it."
    if not _stands(claim):
        return f"these words do not stand in what observation {one.number} shows of a source."
    return _CHECKS[item.kind, update.status](claim)


def _stands(claim: _Claim) -> bool:
    """Whether the words stand in the observation's own evidence, echoes left out."""
    if claim.holders() or claim.letters in letters_of(claim.seen.meaning):
        return True
    return any(
        claim.letters in letters_of(words)
        for case in claim.seen.cases()
        for words in (*case.names, *(place for place, _ in case.places))
    )


def _same_place(one: str, other: str) -> bool:
    return letters_of(one) == letters_of(other)


def is_cited(citation: Item, case: CaseShown, state: BeliefState) -> bool:
    """Whether a case is the one that a citation names: by its place, else by its name."""
    if citation.references:
        return any(_same_place(r, p) for r in citation.references for p, _ in case.places)
    return any(
        compare_names(name.segment.text, None, None, case.names).result == "same"
        or any(short_name_matches(name.segment.text, full) for full in case.names)
        for name in state.items
        if name.kind == "name" and citation.id in name.citations
    )


def _is_look_up_of(claim: _Claim) -> bool:
    return any(_same_place(r, claim.seen.read_as) for o in claim.owners() for r in o.references)


def _citation_verified(claim: _Claim) -> str:
    # A short form that stands alone gives only a page inside its case.
    if claim.item.references and claim.seen.status and claim.seen.status not in _FOUND:
        return "that look-up found no case that begins there."
    if any(claim.is_of_citation(case) for case in claim.seen.cases()):
        return ""
    names = [i for i in claim.state.items if i.kind == "name" and claim.item.id in i.citations]
    own = [*claim.item.references, *(name.segment.text for name in names)]
    if any(letters_of(words) in p.letters for p in claim.holders() for words in own):
        return ""
    if claim.is_of_its_opinion():
        return ""
    return "that observation is not of this citation."


def _citation_hallucinated(claim: _Claim) -> str:
    if not _is_look_up_of(claim):
        return "only a look-up of this citation can show that."
    if claim.seen.status in _FOUND:
        return "a case begins there, so the citation exists; if its name differs, say so of it."
    if claim.seen.status in _PROOFS or _is_of_other_years(claim):
        return ""
    return "it is absent from what is held, and not all is held: that proves nothing."


def _is_of_other_years(claim: _Claim) -> bool:
    """Whether the year of the citation lies outside those of the volume."""
    years = claim.seen.data.get("years_of_volume")
    written = _YEAR.findall(claim.item.segment.text)
    return bool(years and written and is_outside_years((years[0], years[1]), int(written[-1])))


def _name_problem(claim: _Claim) -> str:
    """Shared by both statuses: the cases of the citation that the observation shows."""
    shown = [*claim.seen.cases()]
    if claim.seen.opinion is not None and claim.seen.opinion in claim.opinions:
        shown.append(claim.opinions[claim.seen.opinion])
    cases = [case for case in shown if claim.is_of_citation(case)]
    if not cases:
        return "that observation shows no case at the place of this citation."
    written = claim.item.segment.text
    results = {compare_names(written, None, None, case.names).result for case in cases}
    if claim.update.status == "verified" and results == {"different"}:
        return "the case there has another name."
    if claim.update.status == "hallucinated" and "same" in results:
        return "the case there has this name."
    return ""


def _is_in_series(item: Item, reporter: str) -> bool:
    return letters_of(reporter) in map(letters_of, item.series)


def _pin_pages(claim: _Claim, passage: Passage) -> list[frozenset[str]]:
    """The pages of a passage in the reporters that the pin may count in."""
    return [
        labels for reporter, labels in passage.pages.items() if _is_in_series(claim.item, reporter)
    ]


def _pin_verified(claim: _Claim) -> str:
    if not claim.is_of_its_opinion():
        return "the words must come from the opinion that is cited."
    pinned = set(claim.item.pages)
    if any(labels & pinned for p in claim.holders() for labels in _pin_pages(claim, p)):
        return _quoted_problem(claim)
    return "the words named are not shown to stand on that page."


def _pin_hallucinated(claim: _Claim) -> str:
    if _is_look_up_of(claim):
        if _lies_outside(claim):
            return ""
        return "the page may lie inside the case; show where the words stand."
    if not claim.is_of_its_opinion():
        return "the words must come from the opinion that is cited."
    pages = [_pin_pages(claim, passage) for passage in claim.holders()]
    if not pages or any(len(found) < max(len(claim.item.series), 1) for found in pages):
        return "pages are not marked there in the reporter cited, so this cannot be checked."
    if any(labels & set(claim.item.pages) for found in pages for labels in found):
        return "the words stand on that page."
    return _quoted_problem(claim)


def _quoted_problem(claim: _Claim) -> str:
    """A pin with a quotation is judged by where words of the quotation stand."""
    quoted = [
        letters_of(item.segment.text)
        for item in claim.state.items
        if item.kind == "quotation" and item.cited_at and item.cited_at == claim.item.cited_at
    ]
    if quoted and not any(q in claim.letters or claim.letters in q for q in quoted):
        return "show where the words stand that are quoted at this page."
    return ""


def _lies_outside(claim: _Claim) -> bool:
    """Whether every page of the pin lies outside the case, in each reporter it may count in."""
    pins = [page_number(page) for page in claim.item.pages]
    outside: list[bool] = []
    for case in claim.seen.cases():
        for place, last_page in case.places:
            reporter, _, first_page = place.rpartition(" ")
            if not _is_in_series(claim.item, reporter):
                continue
            first, last = page_number(first_page), page_number(last_page or "")
            if first is None or last is None:
                return False
            outside.append(all(pin is not None and not first <= pin <= last for pin in pins))
    return bool(pins) and len(outside) >= len(claim.item.series) > 0 and all(outside)


def _quotation_stands(claim: _Claim, passages: Sequence[Passage]) -> bool:
    """Whether every stretch of the quotation stands in one of the passages, in order."""
    stretches = parse_quotation(claim.item.segment.text).stretches
    sound = [passage for passage in passages if not passage.has_warning]
    return bool(stretches) and any(_in_order(stretches, p.letters) for p in sound)


def _in_order(stretches: Sequence[str], letters: str) -> bool:
    position = 0
    for stretch in stretches:
        found = letters.find(stretch, position)
        if found < 0:
            return False
        position = found + len(stretch)
    return True


def _quotation_verified(claim: _Claim) -> str:
    if claim.seen.tool != "search_web" and not claim.is_of_its_opinion():
        return "the words must come from the opinion that is cited."
    if not _quotation_stands(claim, claim.holders()):
        return "the quotation does not stand word for word in what was shown there."
    return ""


def _quotation_hallucinated(claim: _Claim) -> str:
    if not claim.is_of_its_opinion():
        return "only the opinion that is cited can show that."
    for seen in claim.all_seen:
        if seen.opinion == claim.seen.opinion and _quotation_stands(claim, seen.passages()):
            return f"the quotation stands there word for word, see observation {seen.number}."
    if claim.holders():
        return ""
    sought = letters_of(str(claim.seen.arguments.get("words", "")))
    if letters_of(claim.item.segment.text) in sought:
        return ""
    return "search for the whole quotation, or show the passage that it alters."


def _proposition_verified(claim: _Claim) -> str:
    if claim.holders() and (claim.seen.tool == "search_web" or claim.is_of_its_opinion()):
        return ""
    return "show the words of the opinion that is cited."


def _proposition_hallucinated(claim: _Claim) -> str:
    if claim.holders() and claim.is_of_its_opinion():
        return ""
    return "only words of the opinion that is cited can show that."


_CHECKS: dict[tuple[ItemKind, Status], Callable[[_Claim], str]] = {
    ("citation", "verified"): _citation_verified,
    ("citation", "hallucinated"): _citation_hallucinated,
    ("name", "verified"): _name_problem,
    ("name", "hallucinated"): _name_problem,
    ("pin", "verified"): _pin_verified,
    ("pin", "hallucinated"): _pin_hallucinated,
    ("quotation", "verified"): _quotation_verified,
    ("quotation", "hallucinated"): _quotation_hallucinated,
    ("proposition", "verified"): _proposition_verified,
    ("proposition", "hallucinated"): _proposition_hallucinated,
}
