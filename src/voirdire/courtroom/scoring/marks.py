"""Each claim of a trial, held against the exhibit that it cites: supported, refuted, unchecked.

Input: a case file and a trial of it. Output: a `MarkedClaim` for each claim, in the order of
the record. Rules alone decide. Only an exact quotation or an equal typed value supports; words
that merely resemble the exhibit's never do, for they pass swapped roles and antonyms.
"""

import re
from bisect import bisect_left, insort
from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from unicodedata import normalize

from voirdire.courtroom.engine import Trial
from voirdire.courtroom.quoting import (
    FEWEST_WORDS,
    MOST_WORDS,
    Place,
    count_words,
    find_exact,
    find_loosely,
    fold,
    fold_quotation,
    is_cut,
    whole_sentences,
)
from voirdire.courtroom.scoring.issue_map import IssueMap, find_passage, read_issue_map
from voirdire.courtroom.scoring.record import Record, read_record
from voirdire.courtroom.scoring.types import Mark, MarkedClaim
from voirdire.courtroom.scoring.values import find_value, fold_role, read_value
from voirdire.courtroom.types import CaseFile, Claim, Entry, Fact, Side, TypedValue

# Characters that thirty words cannot fill.
_LONGEST = 4000
# A quotation that says itself that it leaves out or puts in: "I saw ... [the accused]".
_OWN_CHANGE = re.compile(r"(?:\.\s?){3,}|\u2026|\[[^\]]{0,200}\]")
# What it may put in: so many words, and none that turns the sense round.
_MOST_OWN_WORDS = 3
_TURNS_ROUND = re.compile(
    r"\b(?:not?|none|never|neither|nor|nobody|nothing|nowhere|without|cannot|hardly|scarcely"
    r"|ni|nunca|jamás|sin|nada|nadie|ning[uú]n\w*"
    r"|ne|n'\w+|pas|plus|jamais|rien|aucune?|sans)\b|n't\b"
    r"|नहीं|कभी|बिना|मत"
)

REASONS: dict[str, tuple[Mark, str]] = {
    "quoted": ("supported", "The quotation stands in the cited exhibit, word for word."),
    "value_equal": ("supported", "The exhibit states this value in this role."),
    "value_stated": (
        "supported",
        "The exhibit states this amount or date; no role is claimed (cases without an issue map).",
    ),
    "unknown_exhibit": ("refuted", "The case has no exhibit of that id."),
    "not_admitted": ("refuted", "The exhibit was not in evidence when it was cited."),
    "excluded": ("refuted", "The exhibit had been excluded when it was cited."),
    "quotation_absent": ("refuted", "The quotation stands in no exhibit of the case."),
    "own_words": (
        "refuted",
        "It puts in more than three words of its own in brackets, or one that turns the sense "
        'round ("[not]").',
    ),
    "other_exhibit": ("refuted", "The quotation stands in another exhibit, not in the cited one."),
    "value_absent": ("refuted", "The value is nowhere in the exhibit and nowhere in the case."),
    "role_differs": ("refuted", "The exhibit states the value in another role."),
    "void": ("unchecked", "The entry took no effect: over budget, or out of order."),
    "excluded_later": ("unchecked", "The exhibit was excluded after it was cited."),
    "too_short": ("unchecked", "A quotation of fewer than five words."),
    "too_long": ("unchecked", "A quotation of more than thirty words."),
    "punctuation_differs": ("unchecked", "The same words, with other stops."),
    "spacing_differs": ("unchecked", "The same letters, parted into other words."),
    "cut_short": (
        "unchecked",
        'It is there, but begins or ends inside a word or number ("20" of "20:04").',
    ),
    "own_change": (
        "unchecked",
        "The quotation marks omissions or insertions of its own; what stands between is there.",
    ),
    "unknown_issue": ("unchecked", "It is there, but the case has no such issue."),
    "not_on_issue": ("unchecked", "It is there, but the issue map does not tie it to the issue."),
    "role_not_known": ("unchecked", "The exhibit has the value; in what role is not known."),
    "partly_stated": (
        "unchecked",
        "The exhibit states a part of it: no currency, no year, another reading, part of a name.",
    ),
    "elsewhere_in_record": ("unchecked", "The exhibit has no such value; the case has it."),
    "value_not_read": ("unchecked", "What is claimed is no amount, date or name of a known form."),
    "language": ("unchecked", "Values in free text are read in English only."),
}


@dataclass(frozen=True, slots=True)
class _Found:
    """What became of a claim; `place` in the folded exhibit."""

    reason: str
    place: Place | None = None
    bears: bool | None = None
    favours: Side | None = None


def mark_claims(file: CaseFile, trial: Trial) -> tuple[MarkedClaim, ...]:
    """Mark every claim of a trial.

    A claim of an entry that took no effect, that was struck, or that stood on an exhibit since
    excluded, is not counted; nor is a duplicate: the same seat's later claim of the same mark
    on the same exhibit and issue with an overlapping span, or quoted from the same sentence, or
    the same words or value. Without an issue map duplicates are the same on whatever issue.

    Raises:
        CaseError: the trial is of another case.
    """
    return mark_record(read_record(file, trial), read_issue_map(trial.case, file.key))


def mark_record(record: Record, issue_map: IssueMap) -> tuple[MarkedClaim, ...]:
    """See `mark_claims`."""
    seen = _Seen(issue_map.bearings is not None)
    issues = frozenset(each.id for each in record.case.issues)
    marked = []
    for entry in record.entries:
        for number, claim in enumerate(entry.action.claims, 1):
            found = _check(record, issue_map, issues, entry, claim)
            span = reach = None
            if found.place:
                content = issue_map.exhibits[claim.exhibit].content
                span = fold(content).original(found.place)
                reach = whole_sentences(content, span) if claim.quotation is not None else None
            mark = MarkedClaim(
                id=f"{entry.number}.{number}",
                entry=entry.number,
                seat=entry.seat,
                claim=claim,
                mark=REASONS[found.reason][0],
                reason=found.reason,
                span=span,
                bears=found.bears,
                favours=found.favours,
                reach=reach,
            )
            counted = (
                record.is_live(entry.number)
                and found.reason != "excluded_later"
                and seen.is_new(mark)
            )
            marked.append(mark if counted else replace(mark, counted=False))
    return tuple(marked)


def _check(
    record: Record, issue_map: IssueMap, issues: frozenset[str], entry: Entry, claim: Claim
) -> _Found:
    if entry.code != "accepted":
        return _Found("void")
    standing = record.standing(claim.exhibit, entry.number)
    if standing != "citable":
        return _Found(standing)
    if claim.quotation is not None:
        found = _check_quotation(issue_map, claim, claim.quotation)
    elif claim.value is not None:
        found = _check_value(record, issue_map, claim, claim.value)
    else:
        return _Found("value_not_read")
    if REASONS[found.reason][0] != "supported":
        return found
    if claim.issue not in issues:
        return replace(found, reason="unknown_issue", bears=None, favours=None)
    if found.bears is False:
        return replace(found, reason="not_on_issue")
    return found


def _check_quotation(issue_map: IssueMap, claim: Claim, quotation: str) -> _Found:
    if len(quotation) > _LONGEST:
        return _Found("too_long")
    words = fold_quotation(quotation)
    number = count_words(words)
    if not FEWEST_WORDS <= number <= MOST_WORDS:
        return _Found("too_short" if number < FEWEST_WORDS else "too_long")
    exhibit = fold(issue_map.exhibits[claim.exhibit].content)
    places = find_exact(exhibit, words)
    if not places:
        loose = find_loosely(exhibit, words)
        if loose is None:
            return _Found(_absence(issue_map, claim, quotation, words))
        place, difference = loose
        if difference:
            return _Found(difference, place)
        places = (place,)
    if issue_map.bearings is None:
        return _Found("quoted", places[0])
    place, favours = issue_map.best_place(claim.exhibit, claim.issue, places)
    return _Found("quoted", place, favours is not None, favours)


def _absence(issue_map: IssueMap, claim: Claim, quotation: str, words: str) -> str:
    """Why a quotation is not in the exhibit that it cites."""
    if is_cut(fold(issue_map.exhibits[claim.exhibit].content), words):
        return "cut_short"
    if _stands_in_parts(issue_map.exhibits[claim.exhibit].content, quotation):
        own = fold_quotation(
            normalize("NFKC", " ".join(each[0] for each in _OWN_CHANGE.finditer(quotation)))
        )
        is_much = count_words(own) > _MOST_OWN_WORDS or _TURNS_ROUND.search(own)
        return "own_words" if is_much else "own_change"
    for other in issue_map.exhibits.values():
        if other.id != claim.exhibit and find_exact(fold(other.content), words):
            return "other_exhibit"
    return "quotation_absent"


def _stands_in_parts(content: str, quotation: str) -> bool:
    """Whether a quotation marks changes of its own, and all else stands there in its order."""
    parts = [part for each in _OWN_CHANGE.split(quotation) if (part := fold_quotation(each))]
    if not _OWN_CHANGE.search(quotation) or not parts:
        return False
    at = 0
    for part in parts:
        after = [end for start, end in find_exact(fold(content), part) if start >= at]
        if not after:
            return False
        at = after[0]
    return True


def _check_value(record: Record, issue_map: IssueMap, claim: Claim, value: TypedValue) -> _Found:
    read = read_value(value.kind, value.value)
    if read is None:
        return _Found("value_not_read")
    facts = [
        fact
        for fact in record.key.facts
        if fact.exhibit == claim.exhibit and fact.kind == value.kind
    ]
    equal = [fact for fact in facts if read_value(fact.kind, fact.value) == read]
    role = fold_role(value.role)
    in_role = [fact for fact in equal if fold_role(fact.role) == role]
    if in_role:
        return _tie_fact(issue_map, claim, value, in_role)
    if role and equal and any(fold_role(fact.role) == role for fact in facts):
        return _Found("role_differs")
    if equal:
        return _Found("role_not_known")
    if not record.case.language.startswith("en"):
        return _Found("language")
    return _find_in_text(record, issue_map, claim, value)


def _tie_fact(issue_map: IssueMap, claim: Claim, value: TypedValue, facts: list[Fact]) -> _Found:
    """A fact equal to the claim, and the issue that its passage bears on."""
    content = issue_map.exhibits[claim.exhibit].content
    first: Place | None = None
    for fact in facts:
        for passage in find_passage(content, fact.passage):
            place = _place_in_passage(content, passage, value, fact)
            favours = issue_map.favours(claim.exhibit, claim.issue, passage)
            if favours:
                return _Found("value_equal", place, True, favours)
            first = first or place
    return _Found("value_equal", first, None if issue_map.bearings is None else False)


def _place_in_passage(content: str, passage: Place, value: TypedValue, fact: Fact) -> Place:
    """The value's own words in a passage, where they can be told, else all of it."""
    folded = fold(content)
    start, end = folded.original(passage)
    for written in (value.value, fact.value):
        if name := find_exact(folded, fold_quotation(written)):
            inside = [each for each in name if passage[0] <= each[0] and each[1] <= passage[1]]
            if inside:
                return inside[0]
    _, place = find_value(value.kind, fact.value, content[start:end])
    if place is None:
        return passage
    first = bisect_left(folded.origin, start + place[0])
    return first, max(first + 1, bisect_left(folded.origin, start + place[1]))


def _find_in_text(record: Record, issue_map: IssueMap, claim: Claim, value: TypedValue) -> _Found:
    """A value that no fact gives: the exhibit's words may still refute it."""
    content = issue_map.exhibits[claim.exhibit].content
    stated, span = find_value(value.kind, value.value, content)
    place = None
    if span:
        origin = fold(content).origin
        place = bisect_left(origin, span[0]), bisect_left(origin, span[1])
    if stated == "stated":
        if issue_map.bearings is None and not value.role:
            return _Found("value_stated", place)
        return _Found("role_not_known", place)
    if stated == "maybe":
        return _Found("role_not_known" if value.kind == "name" else "partly_stated", place)
    case = record.case
    others = [each.content for each in case.exhibits if each.id != claim.exhibit]
    for text in (*others, case.background, case.charge, case.title):
        if find_value(value.kind, value.value, text)[0] != "no":
            return _Found("elsewhere_in_record")
    return _Found("value_absent")


@dataclass(slots=True)
class _Seen:
    """The claims so far, to tell a duplicate."""

    has_map: bool
    spans: dict[Hashable, list[Place]] = field(default_factory=dict)
    reaches: dict[Hashable, list[Place]] = field(default_factory=dict)
    words: set[Hashable] = field(default_factory=set)

    def is_new(self, mark: MarkedClaim) -> bool:
        """Whether nothing counted so far is the same; it then counts."""
        claim = mark.claim
        issue = claim.issue if self.has_map else ""
        scope = (mark.seat, claim.exhibit, issue, mark.mark)
        if mark.span is not None:
            # A value has no sentence: it may stand in one that was quoted, beside the words.
            given = [(self.spans.setdefault(scope, []), mark.span)]
            if mark.reach is not None:
                given.append((self.reaches.setdefault(scope, []), mark.reach))
            if not all(_is_apart(spans, each) for spans, each in given):
                return False
            for spans, each in given:
                insort(spans, each)
            return True
        if claim.quotation is not None:
            said: Hashable = fold_quotation(claim.quotation[:_LONGEST])
        elif claim.value is not None:
            value = claim.value
            read = read_value(value.kind, value.value) or value.value
            said = (value.kind, read, fold_role(value.role))
        else:
            said = None
        size = len(self.words)
        self.words.add((*scope, said))
        return len(self.words) > size


def _is_apart(spans: list[Place], span: Place) -> bool:
    """Whether a span overlaps none of those in order, which are apart from each other."""
    at = bisect_left(spans, span)
    after_those_before = not at or spans[at - 1][1] <= span[0]
    return after_those_before and (at == len(spans) or span[1] <= spans[at][0])
