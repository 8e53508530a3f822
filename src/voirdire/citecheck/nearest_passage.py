"""Find the passage of an opinion that comes nearest to a quotation, and say what differs.

Input: the text of a quotation that does not stand in the opinion as written.
Output: the nearest passage, how much of the quotation it has, and each difference word by
word; and whether the differences are no more than slips of the machine that read the opinion.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from voirdire.citecheck.letters import letters_of
from voirdire.citecheck.omissions import is_citation
from voirdire.citecheck.quotation_match import OpinionIndex
from voirdire.citecheck.quotation_pattern import Joint, Word, written_items
from voirdire.findings import Span

Rarity = Callable[[str], int | None]
_Step = tuple[int | None, int | None]

_MOST_WORDS = 400
_MOST_CELLS = 600_000
_COMMON = 300
_BUCKET = 16
_CANDIDATES = 3
_OMITTED_WORDS = 250
_REPLACED_WORDS = 0.04
_SKIPPED_WORD = 0.002
_RARE = 3
_GOOD = 0.8
# Below this many opinions with a "the", a word held once may still be a common one.
_FEWEST_OPINIONS = 40
# A word found beats a word given up, at the edges of the quotation too.
_MATCH = 0.1
# Less than one word on one side alone, so that the last word too has its counterpart.
_REPLACED = 0.95


@dataclass(frozen=True, slots=True)
class Change:
    """One difference: words as written, words of the source, and where those stand.

    `is_inside`: words that agree stand before and after it.
    """

    written: tuple[str, ...]
    source: tuple[str, ...]
    span: Span
    is_inside: bool


@dataclass(frozen=True, slots=True)
class NearPassage:
    """The nearest passage: of `compared` words of the quotation it has `matched` in order."""

    span: Span
    matched: int
    compared: int
    changes: tuple[Change, ...]

    @property
    def agreement(self) -> float:
        """The share of the quotation's words that the passage has."""
        return self.matched / self.compared

    def without_furniture(self, text: str) -> "NearPassage":
        """The passage compared with the quotation less what is no word of either.

        A line number, a footnote call or a running header that got into the document's
        text, and a citation of the source `text` that the writer leaves out.
        """
        kept = tuple(
            change
            for change in self.changes
            if not (change.is_inside and (_is_furniture(change) or _is_citation(change, text)))
        )
        lost = sum(len(c.written) for c in self.changes) - sum(len(c.written) for c in kept)
        return NearPassage(self.span, self.matched, max(self.compared - lost, 1), kept)


def _is_citation(change: Change, text: str) -> bool:
    if change.written:
        return False
    numbers, small = _numbers_and_small(change.source)
    if numbers >= 2 and 2 * small <= len(change.source):
        return True
    return is_citation(text[change.span.start : change.span.end])


def _is_furniture(change: Change) -> bool:
    if change.source or not change.written:
        return False
    numbers, small = _numbers_and_small(change.written)
    if numbers == len(change.written):
        return all(word.isdigit() and len(word) <= 4 for word in change.written)
    return numbers > 0 and len(change.written) >= 3 and 2 * small <= len(change.written)


def _numbers_and_small(words: Sequence[str]) -> tuple[int, int]:
    """How many words have a digit, and how many have none and no capital letter."""
    numbers = [any(c.isdigit() for c in word) for word in words]
    return sum(numbers), sum(w.islower() for w, n in zip(words, numbers, strict=True) if not n)


def nearest_passage(text: str, index: OpinionIndex) -> NearPassage | None:
    """The passage that has most of a quotation's words in order; None when none has any."""
    items = _part_that_differs(written_items(text), index)
    keys = [item if isinstance(item, Joint) else item.letters for item in items]
    if not any(isinstance(key, str) for key in keys):
        return None
    best: NearPassage | None = None
    for first in _likely_starts(keys, index):
        found = _align(items, keys, first, index)
        if found is not None and (best is None or found.matched > best.matched):
            best = found
        if best is not None and best.agreement >= _GOOD:
            break
    return best


def _part_that_differs(items: list[Word | Joint], index: OpinionIndex) -> list[Word | Joint]:
    """A long quotation's first part that the opinion does not have; a short one whole."""
    parts = [items[i : i + _MOST_WORDS] for i in range(0, len(items), _MOST_WORDS)]
    for part in parts[:-1]:
        letters = "".join("" if isinstance(item, Joint) else item.letters for item in part)
        if letters not in index.view.letters:
            return part
    return parts[-1] if parts else []


def _likely_starts(keys: Sequence[str | Joint], index: OpinionIndex) -> list[int]:
    """Word positions of the opinion where the quotation may begin, the likeliest first."""
    votes: Counter[int] = Counter()
    words = index.words
    for i, key in enumerate(keys):
        if isinstance(key, Joint):
            continue
        following = keys[i + 1] if i + 1 < len(keys) else None
        places = index.words.places.get(key, [])
        if len(places) > _COMMON and isinstance(following, str):
            places = [p - 1 for p in index.words.places.get(following, [])[:_COMMON]]
            places = [p for p in places if p >= 0 and words.letters[p] == key]
        for place in places[:_COMMON]:
            paired = place + 1 < len(words.letters) and words.letters[place + 1] == following
            weight = 4 if paired else 1
            bucket = (place - i) // _BUCKET
            votes[bucket] += 2 * weight
            votes[bucket - 1] += weight
            votes[bucket + 1] += weight
    return [max(bucket * _BUCKET, 0) for bucket, _ in votes.most_common(_CANDIDATES)]


def _align(
    items: Sequence[Word | Joint], keys: Sequence[str | Joint], first: int, index: OpinionIndex
) -> NearPassage | None:
    skips = sum(isinstance(key, Joint) and key.skips for key in keys)
    slack = 2 * _BUCKET + len(keys) // 4
    before = slack + (_OMITTED_WORDS if skips else 0)
    low = max(first - before, 0)
    high = min(first + len(keys) + slack + min(skips, 3) * _OMITTED_WORDS, len(index.words.letters))
    high = min(high, low + max(_MOST_CELLS // len(keys), 50))
    window = index.words.letters[low:high]
    if not window:
        return None
    pairs = _pair(keys, window)
    return _compare(items, pairs, low, index)


def _pair(keys: Sequence[str | Joint], window: Sequence[str]) -> list[_Step]:
    """Cheapest pairing of the quotation with any run of the window, as steps in order.

    A step is (item, word): both for a match or a replacement, one for a word that stands
    on one side alone. What an ellipsis or a bracket passes over makes no step.
    """
    width = len(window)
    costs = [0.0] * (width + 1)
    trail: list[bytearray] = []
    for key in keys:
        back = bytearray(width + 1)
        if isinstance(key, Joint):
            row = costs[:]
            step = _SKIPPED_WORD if key.skips else _REPLACED_WORDS
            running = row[0]
            for j in range(1, width + 1):
                running += step
                if running < row[j]:
                    row[j] = running
                    back[j] = 3
                else:
                    running = row[j]
            # 4: the joint itself passes over nothing here.
            back = bytearray(4 if b == 0 else b for b in back)
        else:
            row = [costs[0] + 1.0]
            back[0] = 1
            running = row[0]
            diagonal = costs[0]
            for j in range(1, width + 1):
                above = costs[j]
                best = diagonal - _MATCH if window[j - 1] == key else diagonal + _REPLACED
                move = 0
                if above + 1.0 < best:
                    best, move = above + 1.0, 1
                if running + 1.0 < best:
                    best, move = running + 1.0, 2
                row.append(best)
                back[j] = move
                running = best
                diagonal = above
        trail.append(back)
        costs = row
    j = min(range(width + 1), key=costs.__getitem__)
    return _trace(trail, j)


def _trace(trail: Sequence[bytearray], j: int) -> list[_Step]:
    steps: list[_Step] = []
    i = len(trail)
    while i > 0:
        move = trail[i - 1][j]
        if move == 0:
            i, j = i - 1, j - 1
            steps.append((i, j))
        elif move == 1:
            i -= 1
            steps.append((i, None))
        elif move == 2:
            j -= 1
            steps.append((None, j))
        elif move == 3:
            j -= 1
        else:
            i -= 1
    steps.reverse()
    return steps


def _compare(
    items: Sequence[Word | Joint], steps: Sequence[_Step], low: int, index: OpinionIndex
) -> NearPassage | None:
    places = [j + low for _, j in steps if j is not None]
    if not places:
        return None
    changes: list[Change] = []
    apart: list[_Step] = []
    matched = 0
    offset = index.words.offsets[places[0]]
    for i, j in (*steps, (None, None)):
        item = None if i is None else items[i]
        agrees = (
            isinstance(item, Word)
            and j is not None
            and item.is_printed(index.words.letters[j + low])
        )
        is_end = i is None and j is None
        if not agrees and not is_end:
            apart.append((i, j))
            continue
        if apart:
            there = [items[k] for k, _ in apart if k is not None]
            written = tuple(word.text for word in there if isinstance(word, Word))
            source = [k + low for _, k in apart if k is not None]
            words = tuple(index.words.printed[k] for k in source)
            if letters_of("".join(written)) != letters_of("".join(words)):
                start = index.words.offsets[source[0]] if source else offset
                end = index.words.end(source[-1]) if source else offset
                inside = matched > 0 and not is_end
                changes.append(Change(written, words, Span(start, end), inside))
            apart = []
        if j is not None:
            matched += 1
            offset = index.words.end(j + low)
    total = sum(isinstance(item, Word) for item in items)
    span = Span(index.words.offsets[places[0]], index.words.end(places[-1]))
    return NearPassage(span, matched, total, tuple(changes))


_PART = re.compile(r"[^\W_]+")
_CERTAIN = re.compile(
    r"\d+|not|no|nor|never|none|cannot|without|unless|except|only|all|any|must|may|shall|should"
)
_LINE_END = re.compile(r"\w[-\u2010\u00ad]\s*\w")
_LOOK_ALIKE = str.maketrans("lio", "110")
_ENDING = re.compile(r"s|d|n|r|ed|es|er|en|ly|ing")
_LINE_END_MARK = re.compile(r"[-\u2010\u00ad]\s+|[\[\]]")
_ENUMERATOR = re.compile(r"\(\w\)")


def are_reading_slips(changes: Sequence[Change], index: OpinionIndex, rarity: Rarity) -> bool:
    """Whether every difference looks like a misread letter or space, of one text or the other.

    The one word is rare among all opinions held, the other is not, and the two are a few
    letters apart. One difference that is no slip makes the answer no.
    """
    words = _Rare(index, rarity)
    return bool(changes) and all(_is_slip(change, index, words) for change in changes)


class _Rare:
    """Which words are no words: those that hardly any opinion has.

    Where a library counts none, or is too small to tell, only a word that the opinion has
    once may be one, and the document's words are taken for words.
    """

    def __init__(self, index: OpinionIndex, rarity: Rarity) -> None:
        self._index = index
        self._rarity = rarity
        self._counts = (rarity("the") or 0) >= _FEWEST_OPINIONS

    def in_source(self, word: str) -> bool:
        """Whether a word of the opinion is none."""
        if self._counts:
            return self._is_uncommon(word)
        return len(self._index.words.places.get(letters_of(word), ())) <= 1

    def in_document(self, word: str) -> bool:
        """Whether a word of the quotation is none."""
        return self._counts and self._is_uncommon(word)

    def _is_uncommon(self, word: str) -> bool:
        whole = _LINE_END_MARK.sub("", word.lower())
        parts = [part for part in _PART.findall(whole) if len(part) > 1]
        return any((self._rarity(part) or 0) <= _RARE for part in parts or [whole])


def _is_slip(change: Change, index: OpinionIndex, rare: _Rare) -> bool:
    if not change.source:
        return False
    if not change.written:
        return all(len(word) <= 2 and rare.in_source(word) for word in change.source)
    if len(change.written) == len(change.source):
        pairs = zip(change.written, change.source, strict=True)
        if all(_is_misread(written, source, rare) for written, source in pairs):
            return True
    return _is_enumerator(change, index) or _is_misspaced(change, index, rare)


def _is_misread(written: str, source: str, rare: _Rare) -> bool:
    a, b = letters_of(written), letters_of(source)
    if a == b:
        return True
    if _CERTAIN.fullmatch(a) and _CERTAIN.fullmatch(b):
        return False
    if rare.in_source(source) == rare.in_document(written):
        return False
    if a.translate(_LOOK_ALIKE) == b.translate(_LOOK_ALIKE):
        return True
    if _is_inflected(a, b) or _is_inflected(b, a):
        return False
    return edit_distance(a, b) <= max(1, min(len(a), len(b)) // 4)


def _is_inflected(word: str, base: str) -> bool:
    return word.startswith(base) and _ENDING.fullmatch(word, len(base)) is not None


def _is_misspaced(change: Change, index: OpinionIndex, rare: _Rare) -> bool:
    """One word read as two, or two as one, perhaps with a letter wrong."""
    together, read = letters_of("".join(change.written)), letters_of("".join(change.source))
    printed = index.opinion.text[change.span.start : change.span.end]
    broken = _LINE_END.search(printed) is not None
    return (
        len(change.written) != len(change.source)
        and (broken or any(rare.in_source(word) for word in change.source))
        and not any(rare.in_document(word) for word in change.written)
        and edit_distance(together, read) <= max(1, min(len(together), len(read)) // 4)
    )


def _is_enumerator(change: Change, index: OpinionIndex) -> bool:
    """The "(3)" of a list read as "(8)"; the "(3)" of "12(b)(3)" is none."""
    text, span = index.opinion.text, change.span
    around = text[max(span.start - 1, 0) : span.end + 1]
    alone = span.start < 2 or text[span.start - 2].isspace()
    one_each = len(change.written) == 1 and len(change.written[0]) == 1
    return alone and one_each and _ENUMERATOR.fullmatch(around) is not None


def edit_distance(first: str, second: str) -> int:
    """Letters to put in, take out or replace to turn one word into the other."""
    row = list(range(len(second) + 1))
    for i, a in enumerate(first, 1):
        diagonal, row[0] = row[0], i
        for j, b in enumerate(second, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (a != b))
    return row[-1]
