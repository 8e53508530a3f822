"""Find where the words of a quotation stand in an opinion, letter by letter.

Input: a quotation split at its ellipses and brackets, and an opinion indexed once.
Output: the passages that hold it in order, each with what it skips and what, if anything,
its skips and brackets do to the sense.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Literal

from voirdire.authorities.types import Opinion
from voirdire.citecheck.letters import LettersView, letters_of, view_letters
from voirdire.citecheck.omissions import (
    drops_negation,
    has_negation,
    negates_word,
    unmarked_stretches,
)
from voirdire.citecheck.quotation_pattern import Joint, Pattern
from voirdire.findings import Span

Fault = Literal["omission", "bracket"]

# One word: "don't", "ha[d]", and "clear- ance", which a line end has cut.
_WORD = re.compile(r"[^\W_]+(?:(?:['\u2019\[\]]|[-\u2010\u00ad]\s+(?!\d))[^\W_]+)*")
_LETTERS_BEFORE = re.compile(r"[^\W_]+\Z")
# Wide enough for what judges and lawyers leave out and replace, and no wider.
_LONGEST_OMISSION = 1500
_LONGEST_REPLACED = 80
_MOST_OCCURRENCES = 400
_MOST_STATES = 8
_NEAREST = 5
# Together with these two they bound the work on a quotation made of dots and brackets.
MOST_STRETCHES = 100
_MOST_STARTS = 4000


@dataclass(frozen=True, slots=True)
class OpinionWords:
    """The words of an opinion in order: as printed, their folded letters, their offsets.

    `places` says where in that order each word stands.
    """

    printed: tuple[str, ...]
    letters: tuple[str, ...]
    offsets: tuple[int, ...]
    places: dict[str, list[int]]

    def end(self, position: int) -> int:
        """The offset after a word."""
        return self.offsets[position] + len(self.printed[position])


class OpinionIndex:
    """An opinion and what searching it needs, each made when first asked for."""

    def __init__(self, opinion: Opinion) -> None:
        self.opinion = opinion

    @cached_property
    def view(self) -> LettersView:
        """Every letter of the opinion."""
        return view_letters(self.opinion.text)

    @cached_property
    def unmarked(self) -> tuple[Span, ...]:
        """What writers leave out without a mark: citations, "[sic]", footnote calls."""
        return unmarked_stretches(self.opinion.text)

    @cached_property
    def lean_view(self) -> LettersView:
        """The letters without the unmarked stretches."""
        return view_letters(self.opinion.text, self.unmarked)

    @cached_property
    def words(self) -> OpinionWords:
        """Every word; only quotations that were not found ask for them."""
        found = list(_WORD.finditer(self.opinion.text))
        printed = tuple(match.group() for match in found)
        letters = tuple(
            word.lower() if word.isascii() and word.isalnum() else letters_of(word)
            for word in printed
        )
        places: dict[str, list[int]] = {}
        for position, word in enumerate(letters):
            places.setdefault(word, []).append(position)
        return OpinionWords(printed, letters, tuple(match.start() for match in found), places)


@dataclass(frozen=True, slots=True)
class Passage:
    """A place that holds the quotation. Spans are characters of `Opinion.text`.

    `passed_over` counts the letters between its stretches. `omitted` are the stretches
    that its ellipses skip; `unmarked` says that a citation or mark is skipped without one.
    `fault` tells whether an omission drops a negation or a bracket adds or hides one;
    `fault_words` are the words passed over there.
    """

    span: Span
    passed_over: int = 0
    omitted: tuple[Span, ...] = ()
    unmarked: bool = False
    fault: Fault | None = None
    fault_words: str = ""


@dataclass(frozen=True, slots=True)
class _Path:
    """Stretches placed so far, in letters of the view; `cost` counts letters passed over."""

    places: tuple[tuple[int, int], ...]
    cost: int


def find_passages(pattern: Pattern, index: OpinionIndex) -> tuple[Passage, ...]:
    """Every passage that holds the quotation, verbatim between its joints.

    Passages that skip a citation without a mark are looked for only when there is no other.
    """
    if not 0 < len(pattern.stretches) <= MOST_STRETCHES:
        return ()
    found = _find_in(index.view, pattern)
    if not found and index.unmarked:
        found = _find_in(index.lean_view, pattern)
        unmarked = True
    else:
        unmarked = False
    passages = [_passage(path, pattern, view, unmarked) for path, view in found]
    return tuple(passages)


def _find_in(view: LettersView, pattern: Pattern) -> list[tuple[_Path, LettersView]]:
    anchor = max(range(len(pattern.stretches)), key=lambda i: len(pattern.stretches[i]))
    most = min(_MOST_OCCURRENCES, _MOST_STARTS // len(pattern.stretches))
    complete: list[_Path] = []
    for place in islice(_occurrences(view, pattern, anchor), most):
        paths = [_Path((place,), 0)]
        for i in range(anchor + 1, len(pattern.stretches)):
            paths = _best(_after(view, path, pattern, i) for path in paths)
        for i in range(anchor - 1, -1, -1):
            paths = _best(_before(view, path, pattern, i) for path in paths)
        complete += paths[:1]
    return [(path, view) for path in _apart(complete)]


def _best(extended: Iterator[Iterator[_Path]]) -> list[_Path]:
    by_end: dict[tuple[int, int], _Path] = {}
    for paths in extended:
        for path in paths:
            key = (path.places[0][0], path.places[-1][1])
            if key not in by_end or path.cost < by_end[key].cost:
                by_end[key] = path
    return sorted(by_end.values(), key=lambda path: path.cost)[:_MOST_STATES]


def _apart(paths: list[_Path]) -> list[_Path]:
    """Of paths that share letters, the one that passes over least."""
    kept: list[_Path] = []
    for path in sorted(paths, key=lambda path: (path.cost, path.places[0][0])):
        start, end = path.places[0][0], path.places[-1][1]
        if all(end <= k.places[0][0] or k.places[-1][1] <= start for k in kept[-50:]):
            kept.append(path)
    return kept


def _occurrences(view: LettersView, pattern: Pattern, i: int) -> Iterator[tuple[int, int]]:
    letters = pattern.stretches[i]
    before, after = pattern.joints[i], pattern.joints[i + 1]
    free_start = before is not None and before.glued_right
    free_end = after is not None and after.glued_left
    position = view.letters.find(letters)
    while position >= 0:
        end = position + len(letters)
        # Inner edges are judged with their joint; here only the ends of the quotation.
        starts = i > 0 or free_start or view.is_word_start(position)
        ends = i + 1 < len(pattern.stretches) or free_end or view.is_word_end(end)
        if starts and ends:
            yield position, end
        position = view.letters.find(letters, position + 1)


def _ends_well(view: LettersView, pattern: Pattern, i: int, start: int, end: int) -> bool:
    before, after = pattern.joints[0], pattern.joints[-1]
    if i == 0 and not (before is not None and before.glued_right):
        return view.is_word_start(start)
    if i + 1 == len(pattern.stretches) and not (after is not None and after.glued_left):
        return view.is_word_end(end)
    return True


def _after(view: LettersView, path: _Path, pattern: Pattern, i: int) -> Iterator[_Path]:
    joint = pattern.joints[i]
    assert joint is not None
    letters = pattern.stretches[i]
    end = path.places[-1][1]
    limit = min(end + _reach(joint) + len(letters), len(view.letters))
    found = 0
    position = view.letters.find(letters, end, limit)
    while position >= 0 and found < _NEAREST:
        cost = _cost(view, end, position, joint)
        if cost is not None and _ends_well(view, pattern, i, position, position + len(letters)):
            found += 1
            yield _Path((*path.places, (position, position + len(letters))), path.cost + cost)
        position = view.letters.find(letters, position + 1, limit)


def _before(view: LettersView, path: _Path, pattern: Pattern, i: int) -> Iterator[_Path]:
    joint = pattern.joints[i + 1]
    assert joint is not None
    letters = pattern.stretches[i]
    start = path.places[0][0]
    limit = max(start - _reach(joint) - len(letters), 0)
    found = 0
    position = view.letters.rfind(letters, limit, start)
    while position >= 0 and found < _NEAREST:
        end = position + len(letters)
        cost = _cost(view, end, start, joint)
        if cost is not None and _ends_well(view, pattern, i, position, end):
            found += 1
            yield _Path(((position, end), *path.places), path.cost + cost)
        position = view.letters.rfind(letters, limit, end - 1)


def _reach(joint: Joint) -> int:
    return _LONGEST_OMISSION if joint.skips else _LONGEST_REPLACED + len(joint.letters)


def _cost(view: LettersView, end: int, start: int, joint: Joint) -> int | None:
    """Letters passed over between two stretches; None when the joint does not allow it."""
    passed = start - end
    if joint.letters and view.letters[end:start] == joint.letters:
        return 0
    if not joint.glued_left and not view.is_word_end(end):
        return None
    if not joint.glued_right and not view.is_word_start(start):
        return None
    if joint.skips or passed == 0:
        return passed
    one_word = not any(character.isspace() for character in joint.inserted)
    if joint.glued_left and one_word and start > view.run_end(end):
        return None
    if joint.glued_right and one_word and end < view.run_start(start):
        return None
    return passed


def _passage(path: _Path, pattern: Pattern, view: LettersView, unmarked: bool) -> Passage:
    start, end = path.places[0][0], path.places[-1][1]
    start = _with_bracket_before(view, pattern.joints[0], start)
    span = view.span(start, end)
    omitted: list[Span] = []
    fault: tuple[Fault, str] | None = None
    for i, joint in enumerate(pattern.joints[1:-1]):
        assert joint is not None
        left, right = path.places[i][1], path.places[i + 1][0]
        between = Span(view.offset(left - 1) + 1, view.offset(right))
        if joint.skips and right > left:
            omitted.append(between)
        fault = fault or _fault(view, joint, left, right, between)
    kind, words = fault or (None, "")
    return Passage(span, path.cost, tuple(omitted), unmarked, kind, words)


def _with_bracket_before(view: LettersView, joint: Joint | None, start: int) -> int:
    if joint is None or not joint.letters:
        return start
    before = start - len(joint.letters)
    return before if before >= 0 and view.letters[before:start] == joint.letters else start


def _fault(
    view: LettersView, joint: Joint, left: int, right: int, between: Span
) -> tuple[Fault, str] | None:
    if joint.letters and view.letters[left:right] == joint.letters:
        return None
    replaced = view.text[between.start : between.end]
    kept = _LETTERS_BEFORE.search(view.text, max(between.start - 30, 0), between.start)
    stem = kept.group() if kept is not None and joint.glued_left else ""
    if joint.skips and not joint.letters:
        dropped = drops_negation(view.text, between)
        return ("omission", replaced.strip()) if dropped else None
    if joint.glued_right and not joint.glued_left and negates_word(joint.letters):
        return ("bracket", replaced.strip())
    inserted = has_negation(stem + joint.inserted)
    if joint.skips:
        dropped = not inserted and drops_negation(view.text, between)
        return ("omission", replaced.strip()) if dropped else None
    if inserted != has_negation(stem + replaced):
        return ("bracket", replaced.strip())
    return None
