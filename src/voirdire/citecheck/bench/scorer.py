"""One excerpt and one answer to what was found, missed and falsely predicted.

Input: an `Excerpt` with its labels and the `Answer` of a system. Output: a `ScoredExcerpt`,
whose golds and predictions say which are matched, and `Tally`s of many of them. Pure.

Segments are texts, as a model gives them, without a place: white space is folded, and equal
texts of one excerpt are one segment. They match in two ways:

relaxed: either is a substring of the other ("Who Checks the Citations?", 2026, section 4.1).
    The paper's recall divides the predictions that match by the golds, so that several
    predictions of one gold count several times; `paper_recall` is that, and may exceed 1;
    `recall` counts the golds that are matched.
strict: besides, a prediction is two characters or longer and at most twice as long as the
    gold, and each prediction matches at most one gold and each gold one prediction: the
    largest such matching, that of the golds which are not optional first.

A prediction that matches an optional gold is right; an optional gold is never a miss. A
flood of short predictions can buy recall in either way: read it with the precision.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from voirdire.citecheck.excerpts import Answer, Excerpt, FaultType, Label, Prediction

VERSION = "1"

Mode = Literal["relaxed", "strict"]

_LONGEST = 2
"""A strict prediction is at most so many times as long as its gold."""


@dataclass(frozen=True, slots=True)
class ScoredGold:
    """A labelled segment, and whether any prediction matched it in each way."""

    label: Label
    relaxed: bool
    strict: bool


@dataclass(frozen=True, slots=True)
class ScoredPrediction:
    """A predicted segment, and whether it matched any gold in each way.

    `types` are those that the system says of it. `relaxed_types` and `strict_types` are those
    of them under which it is right: it matched a gold of that type, of an unknown type, or an
    optional one.
    """

    prediction: Prediction
    types: frozenset[FaultType]
    relaxed: bool
    strict: bool
    relaxed_types: frozenset[FaultType]
    strict_types: frozenset[FaultType]


@dataclass(frozen=True, slots=True)
class ScoredExcerpt:
    """One answered excerpt. `touched` are its unheld citations that a false prediction touches.

    False is what matches no gold strictly. An unheld citation that a label covers is left out
    of `unheld`: to flag it is right.
    """

    excerpt: Excerpt
    answer: Answer
    golds: tuple[ScoredGold, ...]
    predictions: tuple[ScoredPrediction, ...]
    unheld: tuple[str, ...]
    touched: tuple[str, ...]

    @property
    def is_unchanged(self) -> bool:
        """Whether nothing in the excerpt has to be found."""
        return all(gold.label.optional for gold in self.golds)

    @property
    def is_flagged(self) -> bool:
        """Whether a prediction is false."""
        return any(not prediction.strict for prediction in self.predictions)


class Tally(NamedTuple):
    """Counts that add up over excerpts.

    `true`: predictions that match a gold. `golds` leaves out the optional ones; `found` are
    those of them that are matched.
    """

    predictions: int = 0
    true: int = 0
    golds: int = 0
    found: int = 0


def precision(tally: Sequence[float]) -> float | None:
    """The share of predictions that are right; None of none."""
    predictions, true, _, _ = tally
    return true / predictions if predictions else None


def recall(tally: Sequence[float]) -> float | None:
    """The share of golds that are matched; None of none."""
    _, _, golds, found = tally
    return found / golds if golds else None


def paper_recall(tally: Sequence[float]) -> float | None:
    """Right predictions a gold, as the paper has it: it may exceed 1."""
    _, true, golds, _ = tally
    return true / golds if golds else None


def f1(tally: Sequence[float]) -> float | None:
    """The harmonic mean of precision and recall; 0 when something is missed and nothing said."""
    return _harmonic(tally, recall(tally))


def paper_f1(tally: Sequence[float]) -> float | None:
    """The harmonic mean of precision and the paper's recall."""
    return _harmonic(tally, paper_recall(tally))


def _harmonic(tally: Sequence[float], found: float | None) -> float | None:
    if found is None:
        return None
    right = precision(tally) or 0.0
    return 2 * right * found / (right + found) if right + found else 0.0


def score_excerpt(excerpt: Excerpt, answer: Answer) -> ScoredExcerpt | None:
    """Hold an answer against the labels; None when the system gave none.

    Raises:
        ValueError: the answer is to another excerpt.
    """
    if answer.excerpt != excerpt.id:
        raise ValueError(f"the answer to {answer.excerpt!r} is none to {excerpt.id!r}")
    if answer.error:
        return None
    golds = _distinct_labels(excerpt.labels)
    said = _distinct_predictions(answer.predictions)
    types = [frozenset(p.type for p in group if p.type is not None) for group in said.values()]
    texts = list(said)
    found, true = _largest_matching(golds, texts, types)
    by_type = _right_types(golds, texts, types)
    predictions = tuple(
        ScoredPrediction(
            group[0],
            types[i],
            any(_match_relaxed(texts[i], gold) for gold in golds),
            i in true,
            by_type["relaxed"][i],
            by_type["strict"][i],
        )
        for i, group in enumerate(said.values())
    )
    scored = tuple(
        ScoredGold(label, any(_match_relaxed(text, gold) for text in texts), gold in found)
        for gold, label in golds.items()
    )
    unheld = tuple(u for u in excerpt.unheld if not any(_match_relaxed(_fold(u), g) for g in golds))
    false = [texts[i] for i in range(len(texts)) if i not in true]
    touched = tuple(u for u in unheld if _is_touched(_fold(u), false, _fold(excerpt.text)))
    return ScoredExcerpt(excerpt, answer, scored, predictions, unheld, touched)


def tally(
    scored: Iterable[ScoredExcerpt],
    mode: Mode,
    fault_type: FaultType | None = None,
    of_gold: Callable[[Label], bool] = lambda _: True,
) -> Tally:
    """Add up excerpts, of all types or of one, all golds or those of a kind.

    Of one type: the golds of that type, and the predictions that the system says are of it.
    """
    counts = [0, 0, 0, 0]
    for excerpt in scored:
        for prediction in excerpt.predictions:
            if fault_type is None:
                counts[0] += 1
                counts[1] += prediction.strict if mode == "strict" else prediction.relaxed
            elif fault_type in prediction.types:
                right = prediction.strict_types if mode == "strict" else prediction.relaxed_types
                counts[0] += 1
                counts[1] += fault_type in right
        for gold in excerpt.golds:
            if gold.label.optional or fault_type not in (None, gold.label.type):
                continue
            if of_gold(gold.label):
                counts[2] += 1
                counts[3] += gold.strict if mode == "strict" else gold.relaxed
    return Tally(*counts)


class _Gold(NamedTuple):
    """A gold by what makes it one: its folded text and its type."""

    text: str
    type: FaultType | None


def _fold(text: str) -> str:
    return " ".join(text.split())


def _distinct_labels(labels: Iterable[Label]) -> dict[_Gold, Label]:
    """Each segment once, those that must be found first."""
    golds: dict[_Gold, Label] = {}
    for label in sorted(labels, key=lambda label: label.optional):
        golds.setdefault(_Gold(_fold(label.text), label.type), label)
    return golds


def _distinct_predictions(predictions: Iterable[Prediction]) -> dict[str, list[Prediction]]:
    """Each segment once, with all that is said of it."""
    said: dict[str, list[Prediction]] = {}
    for prediction in predictions:
        said.setdefault(_fold(prediction.text), []).append(prediction)
    return said


def _match_relaxed(text: str, gold: _Gold) -> bool:
    # The empty text is a substring of any; it is no segment.
    return bool(text) and (text in gold.text or gold.text in text)


def _match_strict(text: str, gold: _Gold) -> bool:
    return 2 <= len(text) <= _LONGEST * len(gold.text) and _match_relaxed(text, gold)


def _largest_matching(
    golds: Mapping[_Gold, Label], texts: Sequence[str], types: Sequence[frozenset[FaultType]]
) -> tuple[set[_Gold], set[int]]:
    """The golds and the predictions matched, one to one (Kuhn, 1955).

    A gold once matched stays so, and those that must be found come first: as many of them
    are matched as can be, then as many of the optional ones as is left room for.
    """
    owner: dict[int, _Gold] = {}

    def place(gold: _Gold, tried: set[int]) -> bool:
        for i in candidates[gold]:
            if i in tried:
                continue
            tried.add(i)
            if i not in owner or place(owner[i], tried):
                owner[i] = gold
                return True
        return False

    candidates = {
        gold: sorted(
            (i for i, text in enumerate(texts) if _match_strict(text, gold)),
            key=lambda i, gold=gold: gold.type not in types[i],  # type: ignore[misc]
        )
        for gold in golds
    }
    for gold in golds:
        place(gold, set())
    return set(owner.values()), set(owner)


def _right_types(
    golds: Mapping[_Gold, Label], texts: Sequence[str], types: Sequence[frozenset[FaultType]]
) -> dict[Mode, list[frozenset[FaultType]]]:
    """Under which of the types said of it each prediction is right.

    Each type is matched by itself, so that no tie between golds of two types decides.
    """
    relaxed: list[set[FaultType]] = [set() for _ in texts]
    strict: list[set[FaultType]] = [set() for _ in texts]
    for fault_type in sorted(frozenset().union(*types)):
        own = {g: label for g, label in golds.items() if _is_of(g, label, fault_type)}
        members = [i for i, said in enumerate(types) if fault_type in said]
        chosen = [texts[i] for i in members]
        _, true = _largest_matching(own, chosen, [types[i] for i in members])
        for place, i in enumerate(members):
            if any(_match_relaxed(texts[i], gold) for gold in own):
                relaxed[i].add(fault_type)
            if place in true:
                strict[i].add(fault_type)
    return {"relaxed": list(map(frozenset, relaxed)), "strict": list(map(frozenset, strict))}


def _is_of(gold: _Gold, label: Label, fault_type: FaultType) -> bool:
    return gold.type in (fault_type, None) or label.optional


def _is_touched(citation: str, predictions: Iterable[str], text: str) -> bool:
    """Whether a prediction shares a character with the citation where both stand."""
    cited = list(_places(citation, text))
    return any(
        start < end_of_cited and start_of_cited < end
        for prediction in predictions
        for start, end in _places(prediction, text)
        for start_of_cited, end_of_cited in cited
    )


def _places(segment: str, text: str) -> Iterator[tuple[int, int]]:
    start = text.find(segment) if segment else -1
    while start >= 0:
        yield start, start + len(segment)
        start = text.find(segment, start + 1)
