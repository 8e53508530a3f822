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
from voirdire.citecheck.quotation_match import OpinionIndex
from voirdire.citecheck.quotation_pattern import Joint, written_items
from voirdire.findings import Span

Rarity = Callable[[str], int | None]

_MOST_WORDS = 600
_MOST_CELLS = 600_000
_COMMON = 300
_BUCKET = 16
_CANDIDATES = 3
_OMITTED_WORDS = 250
_REPLACED_WORDS = 0.04
_SKIPPED_WORD = 0.002
_RARE = 3


@dataclass(frozen=True, slots=True)
class Change:
    """One difference: words as written, words of the source, and where those stand."""

    written: tuple[str, ...]
    source: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class NearPassage:
    """The nearest passage; `agreement` is the share of the quotation's words it has in order."""

    span: Span
    agreement: float
    matched: int
    changes: tuple[Change, ...]


def nearest_passage(text: str, index: OpinionIndex) -> NearPassage | None:
    """The passage that has most of a quotation's words in order; None when none has any."""
    items = written_items(text)[:_MOST_WORDS]
    keys = [item if isinstance(item, Joint) else letters_of(item) for item in items]
    if not any(isinstance(key, str) for key in keys):
        return None
    best: NearPassage | None = None
    for first in _likely_starts(keys, index):
        found = _align(items, keys, first, index)
        if found is not None and (best is None or found.matched > best.matched):
            best = found
    return best


def _likely_starts(keys: Sequence[str | Joint], index: OpinionIndex) -> list[int]:
    """Word positions of the opinion where the quotation may begin, the likeliest first."""
    votes: Counter[int] = Counter()
    words = index.words
    for i, key in enumerate(keys):
        if isinstance(key, Joint):
            continue
        following = keys[i + 1] if i + 1 < len(keys) else None
        places = index.places.get(key, [])
        if len(places) > _COMMON and isinstance(following, str):
            places = [p - 1 for p in index.places.get(following, [])[:_COMMON]]
            places = [p for p in places if p >= 0 and words[p].letters == key]
        for place in places[:_COMMON]:
            paired = place + 1 < len(words) and words[place + 1].letters == following
            weight = 4 if paired else 1
            bucket = (place - i) // _BUCKET
            votes[bucket] += 2 * weight
            votes[bucket - 1] += weight
            votes[bucket + 1] += weight
    return [max(bucket * _BUCKET, 0) for bucket, _ in votes.most_common(_CANDIDATES)]


def _align(
    items: Sequence[str | Joint], keys: Sequence[str | Joint], first: int, index: OpinionIndex
) -> NearPassage | None:
    skips = sum(isinstance(key, Joint) and key.skips for key in keys)
    slack = 2 * _BUCKET + len(keys) // 4
    before = slack + (_OMITTED_WORDS if skips else 0)
    low = max(first - before, 0)
    high = min(first + len(keys) + slack + min(skips, 3) * _OMITTED_WORDS, len(index.words))
    high = min(high, low + max(_MOST_CELLS // len(keys), 50))
    window = [word.letters for word in index.words[low:high]]
    if not window:
        return None
    pairs = _pair(keys, window)
    return _compare(items, pairs, low, index)


def _pair(
    keys: Sequence[str | Joint], window: Sequence[str]
) -> list[tuple[int | None, int | None]]:
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
                best = diagonal if window[j - 1] == key else diagonal + 1.01
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


def _trace(trail: Sequence[bytearray], j: int) -> list[tuple[int | None, int | None]]:
    steps: list[tuple[int | None, int | None]] = []
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
    items: Sequence[str | Joint],
    steps: Sequence[tuple[int | None, int | None]],
    low: int,
    index: OpinionIndex,
) -> NearPassage | None:
    changes: list[Change] = []
    written: list[str] = []
    source: list[int] = []
    matched = total = 0
    places = [j + low for _, j in steps if j is not None]
    if not places:
        return None
    cursor = places[0]

    def close() -> None:
        if not written and not source:
            return
        words = tuple(index.words[p].text for p in source)
        if letters_of("".join(written)) != letters_of("".join(words)):
            start = index.words[source[0]].offset if source else index.words[cursor].offset
            end = index.words[source[-1]].end if source else start
            changes.append(Change(tuple(written), words, Span(start, end)))
        written.clear()
        source.clear()

    for i, j in steps:
        place = None if j is None else j + low
        item = None if i is None else items[i]
        assert not isinstance(item, Joint)
        total += item is not None
        if item is not None and place is not None:
            cursor = place
            if letters_of(item) == index.words[place].letters:
                close()
                matched += 1
                continue
        if item is not None:
            written.append(item)
        if place is not None:
            cursor = place
            source.append(place)
    close()
    span = Span(index.words[places[0]].offset, index.words[places[-1]].end)
    return NearPassage(span, matched / max(total, 1), matched, tuple(changes))


_CERTAIN = re.compile(r"\d+|not|no|nor|never|none|cannot|without|unless|except|only|all|any")


def are_reading_slips(changes: Sequence[Change], index: OpinionIndex, rarity: Rarity) -> bool:
    """Whether every difference looks like a misread letter or space of the opinion's text.

    The source's word is rare among all opinions held, the written word is not, and the two
    are a few letters apart. One word that is no slip makes the answer no.
    """
    return bool(changes) and all(_is_slip(change, index, rarity) for change in changes)


def _is_slip(change: Change, index: OpinionIndex, rarity: Rarity) -> bool:
    written = [letters_of(word) for word in change.written]
    source = [letters_of(word) for word in change.source]
    if not source or any(_CERTAIN.fullmatch(word) for word in source):
        return False
    if len(written) == len(source):
        return all(
            a == b or _is_misread(a, b, index, rarity) for a, b in zip(written, source, strict=True)
        )
    if not written:
        return all(len(word) <= 2 and _is_rare(word, index, rarity) for word in source)
    together, read = "".join(written), "".join(source)
    return (
        any(_is_rare(word, index, rarity) for word in source)
        and all(_is_known(word, rarity) for word in written)
        and edit_distance(together, read) <= max(1, min(len(together), len(read)) // 4)
    )


def _is_misread(written: str, source: str, index: OpinionIndex, rarity: Rarity) -> bool:
    return (
        not source.isdigit()
        and _is_rare(source, index, rarity)
        and _is_known(written, rarity)
        and edit_distance(written, source) <= max(1, len(written) // 4)
    )


def _is_rare(word: str, index: OpinionIndex, rarity: Rarity) -> bool:
    frequency = rarity(word)
    # Where no library counts words, one that the opinion itself repeats is no slip.
    return len(index.places.get(word, ())) <= 1 if frequency is None else frequency <= _RARE


def _is_known(word: str, rarity: Rarity) -> bool:
    frequency = rarity(word)
    return frequency is None or frequency > _RARE


def edit_distance(first: str, second: str) -> int:
    """Letters to put in, take out or replace to turn one word into the other."""
    row = list(range(len(second) + 1))
    for i, a in enumerate(first, 1):
        diagonal, row[0] = row[0], i
        for j, b in enumerate(second, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (a != b))
    return row[-1]
