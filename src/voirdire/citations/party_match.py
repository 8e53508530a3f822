"""Decide whether a party as written is a party of a caption.

Input: parsed sides of a name and of a caption. Output: a `Grade`.

Words that abbreviate one another are the same, first names and what a caption adds make no
difference, a sovereign is only itself, and a slip is one letter in one long word.
"""

from functools import lru_cache
from typing import Literal

from voirdire.citations.abbreviations import JOINED_PLACES, SOVEREIGNS, find_states
from voirdire.citations.parties import Party, Side, Word

Grade = Literal["full", "common", "weak", "slip", "none"]
"""`full`: the same party. `common`: the same, but shared by many cases. `weak`: one general word
in common. `slip`: the same but for one letter of one long word."""

GRADE_ORDER: dict[Grade, int] = {"none": 0, "slip": 1, "weak": 2, "common": 3, "full": 4}
_MISREAD = frozenset(
    frozenset(pair)
    for pair in ("gq", "li", "l1", "i1", "ce", "un", "hb", "o0", "ij", "ft", "vy", "ao")
)
_WIDEST_GAP = 4
_PLACES = frozenset(JOINED_PLACES.values())
SLIP_LENGTH: dict[Grade, int] = {"full": 6, "common": 8}
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
            # "FDIC": the ending, "Corporation", is left out of the words.
            ends = end == len(words) and taken >= 3 and word.text[taken:] in ("c", "i")
            if (taken == size and end - start >= 2) or ends:
                words = (*words[:start], word, *words[end:])
                break
    return words


def _is_federal(word: Word) -> bool:
    return word.text in ("us", "usa", "unitedstates")


def is_sovereign(party: Party) -> bool:
    """Whether the party is a state or the United States and nothing else."""
    return bool(party) and all(
        word.text in SOVEREIGNS or _is_federal(word) or find_states(word.text) for word in party
    )


def _find_states_of(party: Party) -> frozenset[int]:
    return frozenset().union(*(find_states(word.text) for word in party))


def _grade_sovereign(written: Party, party: Party) -> Grade:
    """`written` is a sovereign: the party must be the same one, or name it first."""
    if any(_is_federal(word) for word in written):
        return "common" if any(_is_federal(word) for word in party) else "none"
    if any(_is_federal(word) for word in party):
        return "none"
    if not is_sovereign(party):
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


def _tells(words: Party, whole: bool) -> Grade:
    if whole or len(words) > 1 or any(not word.is_generic for word in words):
        return "full"
    return "weak"


def _grade_party(written: Party, party: Party, slip: int) -> Grade:
    written_short = _shorten_acronyms(written, party)
    party = _shorten_acronyms(party, written)
    written = written_short
    if is_sovereign(written):
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
    if is_sovereign(party):
        # Stray words before it: "Likewise, United States v. Roe".
        return "common" if _is_federal(party[-1]) and _is_federal(written[-1]) else "none"
    # The brief writes more than the caption: a first name or stray words before it, more after it.
    short = _drop_initials(party)
    found = _find_in(short, written, slip)
    # "Rivera-Moreno" is not the "Moreno" of the caption.
    at_end = found and found[1] == len(written) and not written[found[0]].joined
    if found and (found[0] == 0 or at_end):
        return _tells(short, False)
    return "none"


@lru_cache(maxsize=65536)
def grade_sides(written: Side, source: Side, slip: int) -> Grade:
    best: Grade = "none"
    for party in written.parties:
        for other in source.parties:
            grade = _grade_party(party, other, slip)
            if GRADE_ORDER[grade] > GRADE_ORDER[best]:
                best = grade
            if best == "full":
                return best
    return best


def grade_side(written: Side, source: Side) -> Grade:
    """As `grade_sides`, with one slip in a name of several words that agrees otherwise."""
    grade = grade_sides(written, source, 0)
    if grade == "none" and any(len(party) > 1 for party in written.parties):
        several = Side(written.text, tuple(p for p in written.parties if len(p) > 1))
        return "full" if grade_sides(several, source, SLIP_LENGTH["full"]) == "full" else grade
    return grade
