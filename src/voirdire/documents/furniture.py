"""Find page furniture: what stands on a page and is no part of the running text.

Input: a document and its text with one glyph a kind (see `fold`).
Output: spans of court stamps, page and line numbers, running headers and footers.
Nothing is taken on looks alone: a stamp has a court's fixed form, numbers count up, and
headers and footers repeat beside them from page to page.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from voirdire.documents.blanks import BLANK, TORN, blank
from voirdire.documents.page_numbers import find_page_numbers
from voirdire.documents.types import Document
from voirdire.findings import Span

_DATE = r"\d{1,2}[/-]\d{1,2}[/-]\d{2,4}"
_STAMP_FIELD = (
    r"(?:(?:Document|Doc(?:ument)?\.?|DktEntry|Dkt\.?|ECF|ID)(?: [Nn]o\.?)?:?"
    r" {0,12}#?:? {0,2}[\w.-]{1,20}"
    rf"|(?:Date )?(?:Filed|FILED|Entered|filed)(?: in [A-Z]{{2,6}}| on|(?: on)? [A-Z]{{4}} Docket)?"
    rf"(?: on)?:? {{0,12}}{_DATE}(?: \d\d?:\d\d(?::\d\d)?(?: [AP]M)?)?"
    r"|[Pp]ages?:? {0,8}\d{1,5}(?: of {1,8}\d{1,5})?"
    r"|Pg\.? {0,4}\d{1,5}(?: of {1,4}\d{1,5})?"
    r"|Page ?ID(?:[ \n]{0,4}[#.:]){0,3}[ \n]{0,4}\d{1,7}"
    r"|(?:USDC|Trial Court) [A-Z./]{2,20}|Main Document|Desc(?: Main)?(?: Document)?"
    r"|Doc \d{1,6})"
)
_ECF = re.compile(
    r"[CcA](?:ase:?|ASE:?|ppeal:|ppellate Case:)(?<![a-z][A-Z]ase) {0,4}#?(?:No\.? )?"
    r"\d{1,4}[:-][\w:/()-]{2,40}"
    rf"(?:[ ,|]{{1,30}}{_STAMP_FIELD}|\n *(?=Page ?ID){_STAMP_FIELD}){{2,8}}"
)
_STAMP_COURT = re.compile(r"(?:USCA\d{0,2}|USDC [A-Z/]{2,12}) {1,2}\Z")
_BARE_STAMP = re.compile(
    r"[DE](?:kt\.?|oc\.?|CF|ocument)(?: No\.?)? {0,4}\d{1,5}(?:-\d{1,4})?,? {1,12}"
    rf"(?:[Ff]iled|FILED):? {{0,4}}{_DATE},? {{1,12}}"
    r"(?:[Pp]age|PageID[.:#]*){1,2} {0,4}\d{1,6}"
    r"(?: of \d{1,5})?(?: {1,8}PageID[ .:#]{0,3}\d{1,7})?"
)
_NYSCEF = re.compile(
    rf"FILED: (?:[A-Z .]{{3,40}}CLERK|APPELLATE [A-Z0-9 -]{{3,40}}) {_DATE} \d\d?:\d\d [AP]M"
    r"[ \n]{1,4}(?:INDEX NO\. )?[\w/-]{3,24}[ \n]{1,4}NYSCEF DOC\. NO\. \d{1,5}[ \n]{1,4}"
    rf"RECEIVED NYSCEF: {_DATE}(?:[ \n]{{1,4}}\d{{1,4}} of \d{{1,4}})?"
)
_COLUMN = re.compile(r"(?:(?:\A|(?<=[\n ])) *\d{1,2} *\n(?: *\n)*){12,}")
_COLUMN_HINT = re.compile(r"\n *4 *\n[ \n]*5 *\n[ \n]*6 *\n")
_NUMBERED_FIRST = re.compile(r" {0,12}(\d{1,2})(?=[ \n])")
_NUMBERED_LINE = re.compile(r"\n {0,12}(\d{1,2})(?=[ \n])")
_TOKEN = re.compile(r"[^ \n\x00\x01]+")
_DIGITS = re.compile(r"\d+")
_NO_WORD_BEFORE = re.compile(r"(?:\A|[\n\x00\x01]) *\Z")
_NO_WORD_AFTER = re.compile(r" *(?:[\n\x00\x01]|\Z)")
_REACH = 400
_MOST_TOKENS = 40


@dataclass(frozen=True, slots=True)
class Furniture:
    """What stands on pages beside the text, and where pages end (at their furniture)."""

    spans: tuple[Span, ...]
    page_ends: tuple[int, ...]


def find_furniture(document: Document, flat: str) -> Furniture:
    """Page furniture of a document, in order."""
    page_starts = [page.span.start for page in document.pages]
    stamps = _find_stamps(flat)
    found = [*stamps, *_find_line_numbers(flat)]
    numbers: list[Span] = []
    # A header may stand between a stamp and a number, and a number between two headers.
    for _ in range(2):
        blanked = blank(flat, found, TORN)
        if not numbers:
            numbers = find_page_numbers(blanked, page_starts)
            found += numbers
            blanked = blank(blanked, numbers, TORN)
        zones = _zones(blanked, [*stamps, *numbers], page_starts)
        pages = max(len(page_starts), len(numbers)) or len(zones)
        found += _find_repeated(blanked, zones, pages)
    blanked = blank(flat, found, TORN)
    if page_starts:
        ends = page_starts[1:]
    else:
        ends = [zone.start for zone in _zones(blanked, [*stamps, *numbers], ())]
    return Furniture(tuple(sorted(found)), tuple(ends))


def _find_stamps(flat: str) -> list[Span]:
    spans: list[Span] = []
    for match in _ECF.finditer(flat):
        court = _STAMP_COURT.search(flat, max(0, match.start() - 24), match.start())
        spans.append(Span(court.start() if court else match.start(), match.end()))
    if "iled" in flat or "FILED" in flat:
        spans += (Span(*match.span()) for match in _BARE_STAMP.finditer(flat))
    if "NYSCEF" in flat:
        spans += (Span(*match.span()) for match in _NYSCEF.finditer(flat))
    return spans


def _find_line_numbers(flat: str) -> list[Span]:
    """Numbers of pleading paper: a column of their own, or one at each line's start."""
    spans: list[Span] = []
    for match in _COLUMN.finditer(flat) if _COLUMN_HINT.search(flat) else ():
        numbers = [int(number) for number in _DIGITS.findall(match[0])]
        if numbers[0] <= 3 and all(b - a == 1 for a, b in pairwise(numbers)):
            spans.append(Span(match.start(), match.end() - 1))
    runs: list[list[re.Match[str]]] = [[]]
    first = _NUMBERED_FIRST.match(flat)
    for match in chain((first,) if first else (), _NUMBERED_LINE.finditer(flat)):
        last = runs[-1][-1] if runs[-1] else None
        if last is None or not _follows(flat, last, match):
            runs.append([])
        runs[-1].append(match)
    full = [run for run in runs if len(run) >= 20 and int(run[0][1]) <= 3]
    if len(full) >= 2 or any(len(run) >= 24 for run in full):
        # A last page, or one begun by a caption, has fewer lines than a full one.
        chosen = [run for run in runs if len(run) >= 5 and int(run[0][1]) <= 3]
        spans += (Span(*match.span(1)) for run in chosen for match in run)
    return spans


def _follows(flat: str, last: re.Match[str], match: re.Match[str]) -> bool:
    step = int(match[1]) - int(last[1])
    return step == 1 and flat.count("\n", last.end(), match.start()) <= 3


def _zones(flat: str, spans: Sequence[Span], page_starts: Sequence[int]) -> list[Span]:
    """Page boundaries: furniture with nothing but blanks between, or where a page begins."""
    edges = [*page_starts, len(flat)] if page_starts else []
    marks = sorted([*spans, *(Span(edge, edge) for edge in edges)])
    zones: list[Span] = []
    for mark in marks:
        if zones and not flat[zones[-1].end : mark.start].strip(BLANK):
            zones[-1] = Span(zones[-1].start, max(zones[-1].end, mark.end))
        else:
            zones.append(mark)
    return zones


def _find_repeated(flat: str, zones: Sequence[Span], pages: int) -> list[Span]:
    """Words that stand on many of the pages directly before or after a page boundary."""
    if len(zones) < 3:
        return []
    before: list[list[re.Match[str]]] = []
    after: list[list[re.Match[str]]] = []
    previous = 0
    for index, zone in enumerate(zones):
        following = zones[index + 1].start if index + 1 < len(zones) else len(flat)
        left = max(zone.start - _REACH, previous)
        before.append(list(_TOKEN.finditer(flat, left, zone.start))[::-1][:_MOST_TOKENS])
        right = min(zone.end + _REACH, following)
        after.append(list(_TOKEN.finditer(flat, zone.end, right))[:_MOST_TOKENS])
        previous = zone.end
    return [*_shared(flat, before, pages), *_shared(flat, after, pages)]


def _shared(flat: str, edges: Sequence[Sequence[re.Match[str]]], pages: int) -> list[Span]:
    """For every edge its longest head that enough other edges share."""
    words = [tuple(_DIGITS.sub("#", token[0]) for token in edge) for edge in edges]
    best: dict[int, Span] = {}
    left = list(range(len(edges)))
    for size in range(1, _MOST_TOKENS + 1):
        left = [i for i in left if len(words[i]) >= size]
        counts = Counter(words[i][:size] for i in left)
        left = [i for i in left if counts[words[i][:size]] >= 3]
        if not left:
            break
        for i in left:
            start = min(edges[i][0].start(), edges[i][size - 1].start())
            end = max(edges[i][0].end(), edges[i][size - 1].end())
            if _is_header(flat, start, end, size, counts[words[i][:size]], pages):
                best[i] = Span(start, end)
    return list(best.values())


def _is_header(flat: str, start: int, end: int, size: int, count: int, pages: int) -> bool:
    """Whether words that `count` of `pages` pages share are a header or a footer.

    The more words, and the more they stand apart from the text, the fewer pages will do.
    """
    words = flat[start:end]
    share = 0.5 if size == 1 else 0.35 if size <= 3 else 0.2
    enough = count >= max(3.0, share * pages)
    if not enough and size < 3:
        return False
    worded = any(sign.isalpha() for sign in words)
    telling = worded and size >= 3 and _DIGITS.search(words) is None
    if not enough and not telling:
        return False
    own_lines = (
        _NO_WORD_AFTER.match(flat, end) is not None
        and _NO_WORD_BEFORE.search(flat, max(0, start - 80), start) is not None
    )
    if own_lines and telling:
        return count >= 3
    return enough and (own_lines or (size >= 2 and worded and count >= 0.5 * pages))
