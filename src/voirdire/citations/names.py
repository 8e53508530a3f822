"""Compare the name a brief gives a case with the captions that a source gives it.

Input: the parties as written, and every caption of the case. Output: a `NameComparison`:
same, one party only, swapped, different, or not comparable.

Words that abbreviate one another are the same (tables T.6 and T.10), parties are compared side
by side in order, first names, company endings and roles make no difference. A party that
thousands of cases share ("United States", "State") never makes two names the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from voirdire.citations.abbreviations import find_states
from voirdire.citations.parties import Caption, Side, parse_caption, parse_party
from voirdire.citations.party_match import (
    GRADE_ORDER,
    SLIP_LENGTH,
    Grade,
    grade_side,
    grade_sides,
    is_sovereign,
)

NameResult = Literal["same", "one_party", "swapped", "different", "not_comparable"]
PartyResult = Literal["same", "differs", "absent"]


@dataclass(frozen=True, slots=True)
class PartyComparison:
    """One party: as written, and what the caption has on that side.

    `absent`: the brief or the caption names nobody there. `common`: a party that many cases
    share ("United States"), which alone proves nothing.
    """

    written: str | None
    source: str | None
    result: PartyResult
    common: bool = False


@dataclass(frozen=True, slots=True)
class NameComparison:
    """The result against the caption that agrees best; None when there is none to compare."""

    result: NameResult
    caption: str | None
    plaintiff: PartyComparison
    defendant: PartyComparison


_RANK: dict[NameResult, int] = {
    "not_comparable": 0,
    "different": 1,
    "one_party": 2,
    "swapped": 3,
    "same": 4,
}


def _grade_pair(written: tuple[Side, Side], source: tuple[Side, Side]) -> tuple[Grade, Grade]:
    """Both sides; one letter may have slipped in a long word when all the rest agrees."""
    first, second = (grade_side(a, b) for a, b in zip(written, source, strict=True))
    if first == "none" and second in SLIP_LENGTH:
        first = (
            "slip" if grade_sides(written[0], source[0], SLIP_LENGTH[second]) == "full" else first
        )
    elif second == "none" and first in SLIP_LENGTH:
        second = (
            "slip" if grade_sides(written[1], source[1], SLIP_LENGTH[first]) == "full" else second
        )
    return first, second


def _judge_pair(grades: tuple[Grade, Grade]) -> NameResult:
    kinds = set(grades)
    if "none" not in kinds:
        if kinds == {"common", "weak"} or kinds == {"weak"}:
            return "not_comparable"
        return "same"
    return "one_party" if kinds & {"full", "common"} else "different"


def _compare_single(side: Side, grade: Grade) -> NameResult:
    if grade == "full":
        return "same"
    return "different" if grade == "none" and side.parties else "not_comparable"


def _party(
    written: Side, source: Side | None, grade: Grade, *, absent: bool = False
) -> PartyComparison:
    result: PartyResult = "differs" if grade == "none" else "same"
    if absent or not written.parties or source is None:
        result = "absent"
    common = bool(written.parties) and all(is_sovereign(party) for party in written.parties)
    return PartyComparison(written.text or None, source.text if source else None, result, common)


_NOBODY = Side("", ())


def _best_of(grades: list[tuple[Grade, Side]]) -> tuple[Grade, Side | None]:
    return max(grades, key=lambda item: GRADE_ORDER[item[0]], default=("none", None))


def _compare_one(written: tuple[Side, Side], caption: Caption) -> NameComparison:
    """Two parties as written against one caption."""
    plaintiff, defendant = written
    every = [side for pair in caption.pairs for side in pair] + list(caption.also)
    if caption.single:
        every.append(caption.single)
    if not caption.pairs or not (plaintiff.parties and defendant.parties):
        # Only one party on either side of the comparison: it may be any of the other's.
        rows = []
        for side in written:
            grade, source = _best_of([(grade_sides(side, other, 0), other) for other in every])
            rows.append((side, grade, source))
        named = [row for row in rows if row[0].parties]
        side, grade, source = max(named, key=lambda row: GRADE_ORDER[row[1]], default=rows[0])
        result = _compare_single(side, grade)
        parties = [_party(s, src, g) for s, g, src in rows]
        return NameComparison(result, caption.text, parties[0], parties[1])
    best: NameComparison | None = None
    for pair in caption.pairs:
        grades = _grade_pair(written, pair)
        result = _judge_pair(grades)
        if result in ("different", "one_party"):
            crossed = _grade_pair(written, (pair[1], pair[0]))
            if "none" not in crossed and "full" in crossed:
                result = "swapped"
        comparison = NameComparison(
            result,
            caption.text,
            _party(plaintiff, pair[0], grades[0]),
            _party(defendant, pair[1], grades[1]),
        )
        if best is None or _RANK[result] > _RANK[best.result]:
            best = comparison
    assert best is not None
    return best


def _written_sides(
    written: str | None, plaintiff: str | None, defendant: str | None
) -> tuple[Side, Side, tuple[Side, ...]]:
    also: tuple[Side, ...] = ()
    if written:
        caption = parse_caption(written)
        also = caption.also
        if not plaintiff and not defendant:
            if caption.pairs:
                return (*caption.pairs[0], also)
            return caption.single or _NOBODY, _NOBODY, also
    return parse_party(plaintiff), parse_party(defendant), also


def compare_names(
    written: str | None, plaintiff: str | None, defendant: str | None, captions: Sequence[str]
) -> NameComparison:
    """Compare a case name as written with every caption of the case; the best agreement counts.

    Args:
        written: The whole name as written; used when neither party is given apart.
        plaintiff: The party before the "v.", or the only one ("In re Roe").
        defendant: The party after it.
        captions: Every caption that the source gives.
    """
    first, second, also = _written_sides(written, plaintiff, defendant)
    best = NameComparison(
        "not_comparable", None, _party(first, None, "none"), _party(second, None, "none")
    )
    if not first.parties and not second.parties:
        return best
    for text in captions:
        caption = parse_caption(text)
        if caption.is_empty:
            continue
        comparisons = [_compare_one((first, second), caption)]
        comparisons += [_compare_one((side, _NOBODY), caption) for side in also]
        for comparison in comparisons:
            if best.caption is None or _RANK[comparison.result] > _RANK[best.result]:
                best = comparison
    return best


def short_name_matches(short: str, case_name: str) -> bool:
    """Whether a short name ("Twombly", "Bell Atl.") may stand for a case of that name."""
    name = parse_caption(case_name)
    brief = parse_caption(short)
    if brief.pairs:
        return compare_names(short, None, None, [case_name]).result == "same"
    if brief.single is None or name.is_empty:
        return False
    sides = [side for pair in name.pairs for side in pair] + list(name.also)
    if name.single:
        sides.append(name.single)
    return any(grade_sides(brief.single, side, 0) != "none" for side in sides)


def states_named(name: str) -> frozenset[int]:
    """The states that a caption or a party names, as groups of abbreviations."""
    caption = parse_caption(name)
    sides = [side for pair in caption.pairs for side in pair]
    sides += [caption.single] if caption.single is not None else []
    words = (word for side in sides for party in side.parties for word in party)
    return frozenset(state for word in words for state in find_states(word.text))
