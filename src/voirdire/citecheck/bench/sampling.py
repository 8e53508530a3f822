"""Choose faults so that the types balance, and put them into copies of segments.

Input: `Place`s of all filings and how many faults of each type are wanted. Output: copies,
each a segment with up to three faults of different citations. A type is drawn with the
weight of what it still lacks; a place is used again, in another way and another copy, only
when every other place of its type has been.
"""

import random
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import get_args

from voirdire.citecheck.bench.injection import Fault, fits_beside
from voirdire.citecheck.bench.places import Place
from voirdire.citecheck.excerpts import FaultType, Split

TYPES: tuple[FaultType, ...] = get_args(FaultType)

_MOST_IN_ONE = 3
_SHARE_TOGETHER = 0.6
# Of the ways that a place offers, so many are held against what is used already.
_LOOKED_AT = 40


@dataclass(slots=True)
class Copy:
    """One copy of a segment with its faults."""

    filing: int
    segment: int
    faults: list[Fault] = field(default_factory=list)


@dataclass(slots=True)
class _Queue:
    """The places of one type in the order they are used."""

    places: deque[tuple[Place, Iterator[Fault]]]
    used: Counter[str] = field(default_factory=Counter)

    def draw(self, rng: random.Random) -> tuple[Place, Fault] | None:
        """The next fault, of the strategy that is used least; None when nothing is left."""
        while self.places:
            place, ways = self.places.popleft()
            offered = [fault for _, fault in zip(range(_LOOKED_AT), ways, strict=False)]
            if not offered:
                continue
            least = min(self.used[fault.strategy] for fault in offered)
            fault = rng.choice([f for f in offered if self.used[f.strategy] == least])
            self.used[fault.strategy] += 1
            offered.remove(fault)
            self.places.append((place, _chained(offered, ways)))
            return place, fault
        return None


def _chained(offered: Sequence[Fault], ways: Iterator[Fault]) -> Iterator[Fault]:
    yield from offered
    yield from ways


def sample_copies(
    places: Sequence[Place], per_type: int, rng: random.Random
) -> tuple[list[Copy], Counter[FaultType]]:
    """Copies with `per_type` faults of each type, or as many as its places offer.

    Returns:
        The copies, and the number of faults of each type in them.
    """
    queues = {
        fault_type: _queues([place for place in places if place.type == fault_type], rng)
        for fault_type in TYPES
    }
    made: Counter[FaultType] = Counter()
    copies: dict[tuple[int, int], list[Copy]] = {}
    open_types = list(TYPES)
    while open_types:
        lacking = [per_type - made[fault_type] for fault_type in open_types]
        fault_type = rng.choices(open_types, lacking)[0]
        drawn = _draw(queues[fault_type], rng)
        if drawn is not None:
            place, fault = drawn
            _put(copies.setdefault((place.filing, place.segment), []), place, fault, rng)
            made[fault_type] += 1
        if drawn is None or made[fault_type] == per_type:
            open_types.remove(fault_type)
    return [copy for key in sorted(copies) for copy in copies[key]], made


def _queues(places: Sequence[Place], rng: random.Random) -> deque[_Queue]:
    """One queue for each kind of place of a type."""
    kinds = sorted({place.kind for place in places})
    return deque(
        _Queue(deque(_ordered([place for place in places if place.kind == kind], rng)))
        for kind in kinds
    )


def _draw(queues: deque[_Queue], rng: random.Random) -> tuple[Place, Fault] | None:
    """The next fault of a type; its kinds take turns."""
    while queues:
        drawn = queues[0].draw(rng)
        if drawn is not None:
            queues.rotate(-1)
            return drawn
        queues.popleft()
    return None


def _ordered(places: list[Place], rng: random.Random) -> Iterator[tuple[Place, Iterator[Fault]]]:
    """In random order, but each citation once before any is taken again."""
    rng.shuffle(places)
    seen: Counter[tuple[str, ...]] = Counter()
    ranked = []
    for place in places:
        ranked.append((seen[place.group], place))
        seen[place.group] += 1
    for _, place in sorted(ranked, key=lambda pair: pair[0]):
        yield place, place.ways(random.Random(rng.random()))


def _put(copies: list[Copy], place: Place, fault: Fault, rng: random.Random) -> None:
    """Into a copy that has room beside its faults, or into a new one."""
    for copy in copies:
        has_room = len(copy.faults) < _MOST_IN_ONE and rng.random() < _SHARE_TOGETHER
        if has_room and fits_beside(fault, copy.faults):
            copy.faults.append(fault)
            return
    copies.append(Copy(place.filing, place.segment, [fault]))


def split_by_document(sizes: dict[str, int], share: float, rng: random.Random) -> dict[str, Split]:
    """Each document, or group of them, to a split, so that `share` of the excerpts is in train."""
    documents = sorted(sizes)
    rng.shuffle(documents)
    # The largest first: what is left over can then be evened out.
    documents.sort(key=lambda document: -sizes[document])
    count: dict[Split, int] = {"train": 0, "test": 0}
    splits: dict[str, Split] = {}
    for document in documents:
        wanted: dict[Split, float] = {"train": share, "test": 1 - share}
        open_ = [name for name in count if wanted[name] > 0]
        split = min(open_, key=lambda name: (count[name] + sizes[document]) / wanted[name])
        splits[document] = split
        count[split] += sizes[document]
    return splits
