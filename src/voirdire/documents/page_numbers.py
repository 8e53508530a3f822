"""Find printed page numbers by their sequence.

Input: text of one glyph a kind (see `fold`), stamps blanked with NUL; where pages begin,
as far as the file tells.
Output: spans of page numbers. A number that stands alone proves nothing: it is taken only
as one of a row that counts up by one from page to page, with sentences running across.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from math import log

from voirdire.documents.blanks import BLANK, TORN
from voirdire.findings import Span

_NUMERAL = r"(?P<number>\d{1,5}|(?=[ivxl])x{0,3}(?:l?x{0,3})(?:ix|iv|v?i{0,3}))"
_PRINTED = rf"(?:[Pp]age |PAGE |- ?|\[|~ ?)?{_NUMERAL}(?: ?(?:of|/|\|) ?\d{{1,5}}| ?-|\]| ?~)?"
# At the end of a line: alone on it, or the head of a page glued to the page before it.
_DIGIT_END = re.compile(r"\d(?: ?[-\]~])?[ \x00\x01]*(?=\n|\Z)")
_ROMAN_LINE = re.compile(r"\n[ \x00\x01]*[-\[]?[ ]?[ivxl]{1,7}[ ]?[-\]]?[ \x00\x01]*(?=\n|\Z)")
_ROMAN_END = re.compile(r" [ivxl]{1,7}[ \x00\x01]*(?=\n)")
_AT_END = re.compile(rf"(?:\A|(?<=[ \n\x00\x01])){_PRINTED}[ \x00\x01]*\Z")
# At the start of a line, the next page following on it: the foot of a page glued on.
_LINE_START = re.compile(rf"\n[ \x00\x01]*{_PRINTED} +(?=[a-z(\"'\[A-Z])")
_ALONE = re.compile(rf"[ \x00\x01]*{_PRINTED}[ \x00\x01]*")
_LAST_TOKEN = re.compile(rf"(?<=[ \x00\x01]){_PRINTED}[ \x00\x01]*$")
_FIRST_TOKEN = re.compile(rf"[ \x00\x01]*{_PRINTED}(?=[ \x00\x01])")
# Before a number at a line end these make it part of the text ("at 20", "Rule 12").
_BOUND = re.compile(
    r"(?:\b(?:at|[Nn]os?\.|pp?\.|[Rr]ules?|[Dd]kt\.|[Dd]oc\.|[Ee]x\.|[Tt]r\.|ECF|RP|CP|Art\.|ch\."
    r"|Section|Chapter|Part|Exhibit|Count|Title|and|to|of|v\.|n\.|R\.|JA)|§|¶|[A-Z]\.|\d[a-z]\.?"
    r"|\d[,;-]?|[.·] ?[.·]{1,}|\b[A-Z][a-z]{2,8}\.|Supp\.?)[ \x00\x01]*$"
)
_DIGITS = re.compile(r"\d+")
_LEADER = re.compile(r"[.·_] ?[.·_] ?[.·_][ \x00\x01]*$")
_LED_NUMBER = re.compile(r"[.·_] ?[.·_] ?[.·_] ?\d+[ \x00\x01]*$")
_TABLE_BEFORE = re.compile(r"\n *\d[\d.,%]* *\n[ \n]*$")
_TABLE_AFTER = re.compile(r"[ \n]*\n *\d[\d.,%]* *\n")
_SENTENCE_END = re.compile(r"[.!?:;][\"')\]]*$")

_SHORTEST_PAGE = 200
_SHORT_FULL_PAGE = 700
_LONGEST_PAGE = 9_000
_WIDEST_STEP = 3
_REMEMBERED = 12
_LONGEST_FRONT = 60_000
_LONGEST_PRINTED = 20
_MOST_CHAINS = 6
_FEW_CANDIDATES = 5_000
_SURE = 1.0
_WIDEST_HEAD = 120
_MANY_HEADS = 4
_HEAD_WEIGHT = 1.5
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50}


@dataclass(frozen=True, slots=True)
class _Candidate:
    span: Span
    roman: bool
    value: int
    alone: bool
    weight: float
    style: str


def find_page_numbers(flat: str, page_starts: Sequence[int]) -> list[Span]:
    """Page numbers, by page where pages are known, else by their sequence alone."""
    if len(page_starts) > 1:
        return _by_page(flat, page_starts)
    return _by_sequence(flat)


def _value(numeral: str) -> tuple[bool, int]:
    if numeral.isdecimal():
        return False, int(numeral)
    total = 0
    for sign, following in zip(numeral, [*numeral[1:], ""], strict=True):
        worth = _ROMAN[sign]
        total += -worth if following and _ROMAN[following] > worth else worth
    return True, total


def _by_page(flat: str, page_starts: Sequence[int]) -> list[Span]:
    """Number minus page index is the same on page after page."""
    groups: dict[tuple[str, bool, int], dict[int, _Candidate]] = defaultdict(dict)
    ends = [*page_starts[1:], len(flat)]
    for index, (start, end) in enumerate(zip(page_starts, ends, strict=True)):
        for candidate in _at_edges(flat, start, end):
            group = groups[candidate.style, candidate.roman, candidate.value - index]
            held = group.get(index)
            if held is None or candidate.weight > held.weight:
                group[index] = candidate
    taken: dict[int, Span] = {}
    ranked = sorted(groups.values(), key=lambda group: -sum(c.weight for c in group.values()))
    for group in ranked:
        free = {index: each for index, each in group.items() if index not in taken}
        alone = sum(each.alone for each in free.values())
        reach = max(free) - min(free) + 1 if free else 1
        enough = 2 if len(page_starts) <= 5 and alone >= 2 else 3
        if len(free) >= enough and (alone >= enough or len(free) >= 0.6 * reach):
            taken.update((index, each.span) for index, each in free.items())
    return sorted(taken.values())


def _at_edges(flat: str, start: int, end: int) -> Iterator[_Candidate]:
    """Numbers in the first and last lines of a page."""
    lines: list[tuple[int, int]] = []
    position = start
    for line in flat[start:end].split("\n"):
        if line.strip(BLANK):
            lines.append((position, position + len(line)))
        position += len(line) + 1
    edge = lines[:6] + lines[max(6, len(lines) - 6) :]
    near = set(lines[:3] + lines[-3:])
    for left, right in edge:
        match = _ALONE.fullmatch(flat, left, right)
        if match:
            yield _candidate(match, alone=True, weight=3.0)
        elif (left, right) in near:
            for pattern in (_LAST_TOKEN, _FIRST_TOKEN):
                found = pattern.search(flat, left, right)
                if found and (pattern is _LAST_TOKEN or found.start() == left):
                    yield _candidate(found, alone=False, weight=1.0)


def _candidate(match: re.Match[str], *, alone: bool, weight: float) -> _Candidate:
    roman, value = _value(match["number"])
    text = match[0]
    printed = text.strip(BLANK)
    start = match.start() + len(text) - len(text.lstrip(BLANK))
    style = _DIGITS.sub("#", printed) if not roman else printed.replace(match["number"], "#", 1)
    return _Candidate(Span(start, start + len(printed)), roman, value, alone, weight, style)


def _by_sequence(flat: str) -> list[Span]:
    # More numbers at line ends than this are tables, and no row in them is firm.
    most = max(_FEW_CANDIDATES, len(flat) // 40)
    candidates = list(islice(_candidates(flat), most + 1))
    if len(candidates) > most:
        return []
    candidates = _beside_same_words(flat, candidates)
    candidates.sort(key=lambda each: each.span)
    found: list[Span] = []
    for roman in (False, True):
        rest = [each for each in candidates if each.roman is roman]
        for _ in range(_MOST_CHAINS):
            chain = _of_one_style(_longest_chain(rest))
            if len(chain) < 2:
                break
            if _is_firm(flat, chain):
                found += (each.span for each in chain)
                first, last = chain[0].span.start, chain[-1].span.end
                rest = [each for each in rest if each.span.end < first or each.span.start > last]
            else:
                refused = set(chain)
                rest = [each for each in rest if each not in refused]
    return sorted(found)


def _beside_same_words(flat: str, candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """The same candidates; a number on a line whose other words stand on many lines, with
    another number each ("ROE v. DOE 1204"), is surely of a running head."""
    shared: dict[str, list[int]] = defaultdict(list)
    for index, each in enumerate(candidates):
        if each.alone or each.weight >= _SURE:
            continue
        left = flat.rfind("\n", max(0, each.span.start - _WIDEST_HEAD), each.span.start) + 1
        right = flat.find("\n", each.span.end, each.span.end + _WIDEST_HEAD)
        if left and right >= 0:
            rest = flat[left : each.span.start] + flat[each.span.end : right]
            words = rest.strip(BLANK)
            if " " in words and any(sign.isupper() for sign in words):
                shared[words].append(index)
    weighed = list(candidates)
    for indices in shared.values():
        if len({candidates[index].value for index in indices}) >= _MANY_HEADS:
            for index in indices:
                weighed[index] = replace(candidates[index], weight=_HEAD_WEIGHT)
    return weighed


def _candidates(flat: str) -> Iterator[_Candidate]:
    # Roman numerals glued to a line's last word are looked for in the front matter only.
    front = max(_LONGEST_FRONT, len(flat) // 3)
    for pattern, end in ((_DIGIT_END, len(flat)), (_ROMAN_LINE, len(flat)), (_ROMAN_END, front)):
        for hit in pattern.finditer(flat, 0, end):
            match = _AT_END.search(flat, max(0, hit.start() - _LONGEST_PRINTED), hit.end())
            if match is not None:
                yield from _at_line_end(flat, match)
    for match in _LINE_START.finditer(flat):
        if match["number"][0] in "123456789":
            goes_on = flat[match.end()].islower()
            yield _candidate(match, alone=False, weight=1.0 if goes_on else 0.5)


def _at_line_end(flat: str, match: re.Match[str]) -> Iterator[_Candidate]:
    line_start = max(flat.rfind("\n", 0, match.start()) + 1, match.start() - 200)
    before = flat[line_start : match.start()]
    if not before.strip(BLANK):
        in_table = _TABLE_BEFORE.search(flat, max(0, line_start - 16), line_start)
        in_table = in_table or _TABLE_AFTER.match(flat, match.end())
        yield _candidate(match, alone=True, weight=0.3 if in_table else 3.0)
    elif match["number"][0] != "0" and not _LEADER.search(before):
        free = not _BOUND.search(before) or _LED_NUMBER.search(before)
        yield _candidate(match, alone=False, weight=1.0 if free else 0.3)


@dataclass(slots=True)
class _Link:
    candidate: _Candidate
    score: float
    step: float | None
    before: "_Link | None"


def _longest_chain(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """The best row of numbers that count up, a page's length apart."""
    latest: dict[int, list[_Link]] = defaultdict(list)
    best: _Link | None = None
    for candidate in candidates:
        link = _Link(candidate, candidate.weight, None, None)
        for step in range(1, _WIDEST_STEP + 1):
            for before in latest.get(candidate.value - step, ()):
                distance = (candidate.span.start - before.candidate.span.start) / step
                if not _SHORTEST_PAGE <= distance <= _LONGEST_PAGE:
                    continue
                score = before.score + candidate.weight - 0.7 * (step - 1)
                if before.step is not None:
                    score -= 0.4 * abs(log(distance / before.step))
                if score > link.score:
                    link = _Link(candidate, score, distance, before)
        held = latest[candidate.value]
        held.append(link)
        if len(held) > _REMEMBERED:
            del held[0]
        if best is None or link.score > best.score:
            best = link
    chain: list[_Candidate] = []
    while best is not None:
        chain.append(best.candidate)
        best = best.before
    # A row neither begins nor ends with a number that may be the text's own.
    while chain and chain[0].weight < _SURE:
        del chain[0]
    while chain and chain[-1].weight < _SURE:
        del chain[-1]
    return chain[::-1]


def _of_one_style(chain: Sequence[_Candidate]) -> list[_Candidate]:
    """A book prints its page numbers in one way: "-2-" and a bare "1" are no row."""
    if not chain:
        return []
    style, count = Counter(each.style for each in chain).most_common(1)[0]
    if count < 0.6 * len(chain):
        return []
    return [each for each in chain if each.style == style]


def _is_firm(flat: str, chain: Sequence[_Candidate]) -> bool:
    """Whether a row can be nothing but page numbers.

    Headings of sections ("1", "2") and footnotes count up too; but no sentence runs
    across a heading, and no footnote begins with a small letter.
    """
    beside_stamp = across = marked = runs_on = 0
    for each in chain:
        before = flat[max(0, each.span.start - 80) : each.span.start]
        after = flat[each.span.end : each.span.end + 80]
        goes_on = after.lstrip(BLANK)[:1].islower()
        if before.rstrip(" \n\x00").endswith(TORN) or after.lstrip(" \n\x00").startswith(TORN):
            beside_stamp += 1
        elif not _SENTENCE_END.search(before.rstrip(BLANK)) and (goes_on or not each.alone):
            across += 1
        runs_on += goes_on
        marked += each.span.end - each.span.start > len(str(each.value)) + 1 and not each.roman
    if beside_stamp >= max(2.0, 0.5 * len(chain)):
        return True
    if marked == len(chain) >= 4:
        return True
    if len(chain) < 3:
        return False
    if _beside_header(flat, chain):
        return True
    if across < max(1, 0.2 * len(chain)):
        return False
    if sum(each.alone for each in chain) >= 0.6 * len(chain):
        return True
    # Numbers at the ends of a table's lines count up too, but no sentence runs on there.
    if runs_on < max(1, 0.1 * len(chain)) or _median_step(chain) < _SHORT_FULL_PAGE:
        return False
    sure = sum(each.weight >= 1 for each in chain)
    return len(chain) >= 4 and sure >= 0.75 * len(chain) and across >= 0.3 * len(chain)


def _beside_header(flat: str, chain: Sequence[_Candidate]) -> bool:
    """Whether the same few words, a running header, stand beside many of the numbers."""
    if len(chain) < 5 or _median_step(chain) < _SHORT_FULL_PAGE:
        return False
    heads: Counter[str] = Counter()
    for each in chain:
        after = flat[each.span.end : each.span.end + 80].split()[:3]
        before = flat[max(0, each.span.start - 80) : each.span.start].split()[-3:]
        heads.update({" ".join(after), " ".join(before)})
    words, count = heads.most_common(1)[0]
    return count >= max(3, 0.3 * len(chain)) and any(sign.isupper() for sign in words)


def _median_step(chain: Sequence[_Candidate]) -> int:
    steps = sorted(b.span.start - a.span.start for a, b in pairwise(chain))
    return steps[len(steps) // 2]
