"""Compare the name a brief gives a case with the captions that a source gives it.

Input: the parties as written, and every caption of the case. Output: a `NameComparison`:
same, one party only, swapped, different, or not comparable.

Words that abbreviate one another are the same (tables T.6 and T.10), parties are compared side
by side in order, first names, company endings and roles make no difference. A party that
thousands of cases share ("United States", "State") never makes two names the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from voirdire.citations.abbreviations import JOINED_PLACES, SOVEREIGNS, find_states
from voirdire.citations.parties import Caption, Party, Side, Word, parse_caption, parse_party

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


_Grade = Literal["full", "common", "weak", "slip", "none"]
"""`full`: the same party. `common`: the same, but shared by many cases. `weak`: one general word
in common. `slip`: the same but for one letter of one long word."""

_ORDER: dict[_Grade, int] = {"none": 0, "slip": 1, "weak": 2, "common": 3, "full": 4}
_RANK: dict[NameResult, int] = {
    "not_comparable": 0,
    "different": 1,
    "one_party": 2,
    "swapped": 3,
    "same": 4,
}
_MISREAD = frozenset(
    frozenset(pair)
    for pair in ("gq", "li", "l1", "i1", "ce", "un", "hb", "o0", "ij", "ft", "vy", "ao")
)
_WIDEST_GAP = 4
_PLACES = frozenset(JOINED_PLACES.values())
_SLIP_LENGTH: dict[_Grade, int] = {"full": 6, "common": 8}
"""How long a word must be to forgive one letter in it, by how well the other party agrees."""


def _is_same_word(a: Word, b: Word) -> bool:
    if a.text == b.text or a.stem == b.stem or not a.groups.isdisjoint(b.groups):
        return True
    if len(a.text) > len(b.text):
        a, b = b, a
    if a.ends and b.stem.startswith(a.ends[0]) and b.stem.endswith(a.ends[1]):
        return True
    # An abbreviation of no table: its leading letters, when it is marked as one.
    if not a.abbreviated or len(a.text) < 3 or a.groups:
        return False
    return len(b.text) - len(a.text) >= 2 and b.text.startswith(a.stem)


def _is_one_slip(a: str, b: str, shortest: int) -> bool:
    """Whether two words of `shortest` letters are one letter apart after the first, or two of
    five letters differ by a usual misreading."""
    if a == b or not a or not b or abs(len(a) - len(b)) > 1 or min(len(a), len(b)) < 5:
        return False
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    end = 0
    while end < min(len(a), len(b)) - start and a[-1 - end] == b[-1 - end]:
        end += 1
    rest_a, rest_b = a[start : len(a) - end], b[start : len(b) - end]
    if max(len(rest_a), len(rest_b)) > 1:
        return len(rest_a) == 2 and rest_a == rest_b[::-1] and len(a) >= shortest
    if len(rest_a) == len(rest_b) == 1 and frozenset(rest_a + rest_b) in _MISREAD:
        return True
    return start > 0 and max(len(a), len(b)) >= shortest


def _is_slip(short: Party, index: int, long: Party, here: int, shortest: int) -> bool:
    """Whether two words differ by a slip, or one is the last of a caption that was cut."""
    word, other = short[index], long[here]
    if _is_one_slip(word.text, other.text, shortest):
        return True
    if here > 0 and here == len(long) - 1:
        return _is_cut(other, word, shortest)
    return 0 < index == len(short) - 1 and _is_cut(word, other, shortest)


def _is_cut(cut: Word, whole: Word, shortest: int) -> bool:
    # Sources cut long captions: "v. Charles Bruegge", "v. Ad Hoc Commi".
    if len(cut.text) < shortest - 1:
        return False
    abbreviated = whole.abbreviated and len(whole.text) > 3 and cut.text.startswith(whole.text)
    return abbreviated or whole.text.startswith(cut.text)


def _match_from(short: Party, long: Party, start: int, slip: int) -> int | None:
    """Where in `long` the words of `short` end when they begin at `start`, in order.

    Two words may stand for one ("Party Gaming"), a few words of `long` may be passed over.
    """
    at = start
    index = 0
    while index < len(short):
        for gap in range(_WIDEST_GAP if index else 1):
            here = at + gap
            if here >= len(long):
                return None
            if _is_same_word(short[index], long[here]):
                index, at = index + 1, here + 1
                break
            if here + 1 < len(long) and short[index].text == long[here].text + long[here + 1].text:
                index, at = index + 1, here + 2
                break
            if (
                index + 1 < len(short)
                and short[index].text + short[index + 1].text == long[here].text
            ):
                index, at = index + 2, here + 1
                break
            if slip and _is_slip(short, index, long, here, slip):
                slip = 0
                index, at = index + 1, here + 1
                break
        else:
            return None
    return at


def _find_in(short: Party, long: Party, slip: int) -> tuple[int, int] | None:
    for start in range(len(long)):
        end = _match_from(short, long, start, slip)
        if end is not None:
            return start, end
    return None


def _has_same_words(written: Party, party: Party) -> bool:
    """The same words in another order ("Bowie, Juan"), or three words and more, all of them in
    the party."""
    if len(written) < 2 or len(written) > len(party) or (len(written) == 2 < len(party)):
        return False
    left = list(party)
    for word in written:
        found = next((other for other in left if _is_same_word(word, other)), None)
        if found is None:
            return False
        left.remove(found)
    return True


def _shorten_acronyms(words: Party, other: Party) -> Party:
    """Put "NLRB" for its three or four words where the other name writes the acronym."""
    # "NLRB", "U.S. EPA": the acronym is all there is, or "AAA Legal Clinic" would be one.
    if sum(not _is_federal(word) for word in other) != 1:
        return words
    for word in other:
        size = len(word.text)
        if not 2 <= size <= 6 or word in words:
            continue
        for start in range(len(words)):
            taken = 0
            end = start
            while end < len(words) and taken < size:
                first = "us" if words[end].text == "unitedstates" else words[end].text[0]
                if not word.text.startswith(first, taken):
                    break
                taken += len(first)
                end += 1
            if taken == size and end - start >= 2:
                words = (*words[:start], word, *words[end:])
                break
    return words


def _is_federal(word: Word) -> bool:
    return word.text in ("us", "usa", "unitedstates")


def _is_sovereign(party: Party) -> bool:
    """Whether the party is a state or the United States and nothing else."""
    return bool(party) and all(
        word.text in SOVEREIGNS or _is_federal(word) or find_states(word.text) for word in party
    )


def _find_states_of(party: Party) -> frozenset[int]:
    return frozenset().union(*(find_states(word.text) for word in party))


def _grade_sovereign(written: Party, party: Party) -> _Grade:
    """`written` is a sovereign: the party must be the same one, or name it first."""
    if any(_is_federal(word) for word in written):
        return "common" if any(_is_federal(word) for word in party) else "none"
    if any(_is_federal(word) for word in party):
        return "none"
    if not _is_sovereign(party):
        # "State of Idaho, Department of Health": what follows the state's name may go.
        if party[0].text not in SOVEREIGNS or not _find_states_of(party[1:2]):
            return "none"
        party = party[:2]
    ours, theirs = _find_states_of(written), _find_states_of(party)
    return "none" if ours and theirs and ours.isdisjoint(theirs) else "common"


def _is_first_name(party: Party, found: tuple[int, int]) -> bool:
    """Whether what was found is "David" of "David L. HARRIMAN"."""
    start, end = found
    if end - start != 1 or party[start].shouted or start > 0:
        return False
    return any(word.shouted for word in party[end : end + 2])


def _drop_initials(party: Party) -> Party:
    """Without initials of first names, as long as a word that tells remains."""
    kept = tuple(word for word in party if len(word.text) > 1 and not _is_initials(word))
    return kept if any(not word.is_generic for word in kept) else party


def _is_initials(word: Word) -> bool:
    return word.abbreviated and word.capitals and len(word.text) <= 3 and not word.groups


def _tells(words: Party, whole: bool) -> _Grade:
    if whole or len(words) > 1 or any(not word.is_generic for word in words):
        return "full"
    return "weak"


def _grade_party(written: Party, party: Party, slip: int) -> _Grade:
    written_short = _shorten_acronyms(written, party)
    party = _shorten_acronyms(party, written)
    written = written_short
    if _is_sovereign(written):
        return _grade_sovereign(written, party)
    for short in (written, _drop_initials(written)):
        found = _find_in(short, party, slip)
        if found and not _is_first_name(party, found):
            rest = party[: found[0]] + party[found[1] :]
            # "Boyce Childs": a surname that is also a common word.
            surname = found[1] == len(party) and not any(
                word.is_generic and len(word.text) > 1 for word in rest
            )
            city = found == (0, 1) and short[0].text in _PLACES
            return _tells(short, not rest or surname or city)
    if _has_same_words(written, party):
        return "full"
    if _is_sovereign(party):
        # Stray words before it: "Likewise, United States v. Roe".
        return "common" if _is_federal(party[-1]) and _is_federal(written[-1]) else "none"
    # The brief writes more than the caption: a first name or stray words before it, more after it.
    short = _drop_initials(party)
    found = _find_in(short, written, slip)
    if found and (found[0] == 0 or found[1] == len(written)):
        return _tells(short, False)
    return "none"


@lru_cache(maxsize=65536)
def _grade_sides(written: Side, source: Side, slip: int) -> _Grade:
    best: _Grade = "none"
    for party in written.parties:
        for other in source.parties:
            grade = _grade_party(party, other, slip)
            if _ORDER[grade] > _ORDER[best]:
                best = grade
            if best == "full":
                return best
    return best


def _grade_side(written: Side, source: Side) -> _Grade:
    """As `_grade_sides`, with one slip in a name of several words that agrees otherwise."""
    grade = _grade_sides(written, source, 0)
    if grade == "none" and any(len(party) > 1 for party in written.parties):
        several = Side(written.text, tuple(p for p in written.parties if len(p) > 1))
        return "full" if _grade_sides(several, source, _SLIP_LENGTH["full"]) == "full" else grade
    return grade


def _grade_pair(written: tuple[Side, Side], source: tuple[Side, Side]) -> tuple[_Grade, _Grade]:
    """Both sides; one letter may have slipped in a long word when all the rest agrees."""
    first, second = (_grade_side(a, b) for a, b in zip(written, source, strict=True))
    if first == "none" and second in _SLIP_LENGTH:
        first = (
            "slip" if _grade_sides(written[0], source[0], _SLIP_LENGTH[second]) == "full" else first
        )
    elif second == "none" and first in _SLIP_LENGTH:
        second = (
            "slip" if _grade_sides(written[1], source[1], _SLIP_LENGTH[first]) == "full" else second
        )
    return first, second


def _judge_pair(grades: tuple[_Grade, _Grade]) -> NameResult:
    kinds = set(grades)
    if "none" not in kinds:
        if kinds == {"common", "weak"} or kinds == {"weak"}:
            return "not_comparable"
        return "same"
    return "one_party" if kinds & {"full", "common"} else "different"


def _compare_single(side: Side, grade: _Grade) -> NameResult:
    if grade == "full":
        return "same"
    return "different" if grade == "none" and side.parties else "not_comparable"


def _party(
    written: Side, source: Side | None, grade: _Grade, *, absent: bool = False
) -> PartyComparison:
    result: PartyResult = "differs" if grade == "none" else "same"
    if absent or not written.parties or source is None:
        result = "absent"
    common = bool(written.parties) and all(_is_sovereign(party) for party in written.parties)
    return PartyComparison(written.text or None, source.text if source else None, result, common)


_NOBODY = Side("", ())


def _best_of(grades: list[tuple[_Grade, Side]]) -> tuple[_Grade, Side | None]:
    return max(grades, key=lambda item: _ORDER[item[0]], default=("none", None))


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
            grade, source = _best_of([(_grade_sides(side, other, 0), other) for other in every])
            rows.append((side, grade, source))
        named = [row for row in rows if row[0].parties]
        side, grade, source = max(named, key=lambda row: _ORDER[row[1]], default=rows[0])
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
    return any(_grade_sides(brief.single, side, 0) != "none" for side in sides)
