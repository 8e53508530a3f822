"""Find the numbers of case citations: volume, reporter, page.

Input: folded text and the table of reporters.
Output: one `Core` a place, in order, without overlaps: cases in full and short form, database
and docket citations, journals and regulations printed in volumes, and shapes whose reporter
nobody knows. Names, pins, courts and years are read later, from what surrounds a core.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from voirdire.citations.closed import LAST_VOLUME
from voirdire.citations.printed import PrintedTable, printed_table
from voirdire.citations.reporters import (
    ReporterMatch,
    ReporterTable,
    is_unheard_court_print,
    last_series,
)
from voirdire.citations.scans import extend_left
from voirdire.citations.types import Kind


@dataclass(frozen=True, slots=True)
class Core:
    """The numbers of one citation. `pin` is where the pin cite of a short form starts."""

    kind: Kind
    start: int
    end: int
    volume: str | None = None
    reporters: tuple[str, ...] = ()
    reporter_text: str | None = None
    page: str | None = None
    pin: int | None = None
    docket_number: str | None = None
    court: str | None = None


# Begins with a set of characters, which the regex engine can search for fast; group 1 is what
# follows a number's first digit.
_VOLUME = re.compile(
    r"[\d_—-](?<![\w$/§-][\d_—-])(?<!\d[.,:][\d_—-])"
    r"(?:(?<=\d)(\d{0,3}(?:-\d{1,2})?)|(?<=_)_+|(?<=[—-])[—-]{0,2})"
    r"(?: \*{1,3}\d{1,5})?[ \n]?(?=[A-Z]|[a-z]{1,2}\. ?[A-Z])"
)
_NEUTRAL = re.compile(r"((?:19|20)(?<![\w$/§-]\d\d)\d\d)-([A-Z][A-Za-z]{1,9})-(\d{1,6})\b")
_NOMINATIVE = re.compile(r" ?\((?:\d{1,2} )?[A-Z][A-Za-z.&' ]{1,20}\)")
_PAGE = re.compile(
    r"(?: ?\*{1,3}\d{1,5})?,?[ \n]?(?:(?<=[ \n,])|(?<=\)))"
    r"(?:(?!\d?[23]d\b)(?P<page>\d{1,9}(?:[A-Za-z]\b|[A-Z]{2}\b|-[A-Z]{1,2}\b|-?\([A-Z]\))?|(?:P|¶¶?"
    r"|par\.) ?\d[\d,]*\d)"
    r"(?!\.?\d|\w)"
    r"|(?P<roman>[ivxlc]{2,7}|i)(?=[ ,.;)(])"
    r"|(?P<blank>_{1,9}|[—-]{1,4})(?=[ ,.;()]|$))"
)
_PRINTED_PAGE = re.compile(r" (?P<page>\d{1,3}(?:,\d{3})+|\d{1,6}|[ivxlc]{1,7}(?= ))(?!\.?\d|\w)")
_AT = re.compile(r",? (?:supra, )?at (?:pages? |pp?\. ?)?(?=[*\d¶§n]|[ivxlc]+\b)")
# What goes on behind a "page" is the rest of a longer reporter name that a page number broke.
_REST_OF_NAME = re.compile(r"[ \n](?:Supp\.?|App'x|Appx\.?)(?: ?[23]d)?(?=,? \d)")
# A footnote of a next page's foot, where the page broke the name ("432 F.\n4. In Ames ...").
_NOTE_AT_BREAK = re.compile(r"[ \n]\d{1,2}\. [A-Z]")
_BLANK_AT = re.compile(r",? at (?:_{1,9}|[—-]{1,4})(?=[ ,.;()]|$)")
_RECORD_WORDS = frozenset(
    "Tr. R. App. RT CT RP CP VRP Br. Ex. Exs. Exh. Dkt. Doc. Vol. Tab J.A. JA S.A. ER SER Supp. "
    "Rec. "
    "Dep. Decl. Aff. Compl. Stat. Const. Ch. Art. Sec. No. Nos. Page Pages".split()
)
_NO_REPORTER = re.compile(
    r"Nos?\. |(?:(?:Decided|Filed|Argued|Dated|On|In) )?(?:January|February|March|April|May|June"
    r"|July|August"
    r"|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b"
)
_UNKNOWN = re.compile(
    r"(?P<reporter>[A-Z][A-Za-z'’]*\.?(?:(?: |(?<=\.))(?:[A-Z][A-Za-z'’]*\.?|&|of|\d{1,2}(?:d|th"
    r"|nd|rd)\b)){0,5})"
    r" (?P<page>\d{1,5})(?![\w%]|[.,:/-]\d)"
)
_UNHEARD = re.compile(
    r"(?P<reporter>[A-Z][A-Za-z'’]*\.?(?:[ \n]?[A-Z][A-Za-z'’]*\.?){0,5}"
    r"(?:[ \n]?\d{1,2}(?:d|th|nd|rd))?)(?=[ ,\n])"
)
# Reporters whose name is a word or one letter ("14 Taylor", "3 P."): numbers around them are
# a citation only where a case name stands before or a year or parallel citation after.
_WEAK = re.compile(
    r"[A-Z][a-z']+|[A-EG-Z]\.?|F|[NS][EW]|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\."
)
_CHAPTER = re.compile(r"(?:\b(?:ch|c|tit|art|pt|sec)\.|\b[Cc]hapter|§) ?$")
_CAPTION_BEFORE = re.compile(
    r"(?:\bv\.? |\bIn re |\b[Ee]x parte |\bMatter of )[^;\n]{1,140}, $|\d\d\d\d\) $"
    r"|\d(?: \([IVX\d]{1,4}\))? [(\[]$"
)
_YEAR_AFTER = re.compile(
    r"(?:, ?\*?\d{1,5}(?:-\d{1,5})?)*(?: \((?:[^()\n]{0,60}[ .])?(?:1[6-9]|20)\d\d\)"
    r"|, \d{1,4} [A-Z][A-Za-z.' ]{0,12}(?:[23]d )?\d)"
)
_DOCKET = re.compile(
    r"No(?<!\wNo)s?\. ?"
    r"(?P<number>(?:\d{1,2} (?:Civ|CIV|Cr|CR|Crim|CV|Cv|C|MC|Misc)\.? ?\d{1,5}"
    r"|[A-Z0-9](?:[A-Za-z0-9:.()/-]| -(?=\w)|(?<=\w)- (?=\d)){1,26}(?<=[A-Za-z0-9)]))"
    r"(?: \([A-Z]{1,5}(?:[x/-][A-Z]{1,4})?\)| (?:[WEM]DA|C\.D\.|M\.D\.)(?: \d{4})?)*)"
)
_DOCKET_BEFORE = re.compile(
    r"\b(?:Case|Docket|Civil Action|Civ\. A\.|Index|Crim\.|Civ\.|C\.A\.|MDL|App\.) \Z"
)
# Ohio: "State v. Roe, 8th Dist. Cuyahoga No. 90412, 2008-Ohio-1", "Franklin App. No. 06AP-5".
_DISTRICT = re.compile(
    r"\b(?:\d{1,2}(?:st|d|nd|rd|th) Dist\.,?(?P<county>(?: [A-Z][a-z]+){1,2})?|[A-Z][a-z]+ App\.)"
    r",? (?:C\. ?A\. )?Nos?\. ?$"
)
_OHIO_NEXT = re.compile(r"(?:(?:,| and| &) [A-Z0-9][\w-]+){0,10}, (?=(?:19|20)\d\d[ -]Ohio[ -]\d)")
_DOCKET_SHAPE = re.compile(r"\d[\w]*[-:/]\w|^\d+ [A-Z]|\d{4,}|[A-Z]\d{4,}")
_SLIP = re.compile(r",? (?:slip op\.?|mem\.? op\.?|Order|order|ECF|Dkt)")
_DATABASE_NEXT = re.compile(
    r",? (?:unreported[,;]? )?"
    r"(?=(?:19|20)\d\d (?:WL|U\.?S\.? |[A-Z][A-Za-z.' ]{0,25}LEXIS|BL|LX) ?\d?)"
)
_COURT_DATE_NEXT = re.compile(r" \((?=[^()]{2,70}(?:1[89]|20)\d\d\))")


def scan_cores(text: str, table: ReporterTable) -> list[Core]:
    """Every core in `text`, sorted, none overlapping another."""
    printed = printed_table()
    found = [*_volume_cores(text, table, printed), *_neutral_cores(text, table)]
    found.extend(_docket_cores(text, found))
    return found


def _neutral_cores(text: str, table: ReporterTable) -> Iterator[Core]:
    for match in _NEUTRAL.finditer(text):
        editions = table.editions(match.group(2), match.group(1))
        if editions:
            yield Core(
                "full", *match.span(), match.group(1), editions, match.group(2), match.group(3)
            )


def _volume_cores(text: str, table: ReporterTable, printed: PrintedTable) -> Iterator[Core]:
    taken = 0
    for volume in _VOLUME.finditer(text):
        if volume.start() < taken:
            continue
        core = _known_core(text, volume, table) or printed_core(text, volume, printed)
        core = core or _unknown_core(text, volume)
        if core is not None:
            taken = core.end
            yield core


def _number_of(volume: re.Match[str]) -> str | None:
    """The volume's number; None where it is left blank."""
    rest = volume.group(1)
    return None if rest is None else volume.group()[0] + rest


def _known_core(text: str, volume: re.Match[str], table: ReporterTable) -> Core | None:
    number = _number_of(volume)
    for match in table.match(text, volume.end(), len(text), number or ""):
        weak = _WEAK.fullmatch(match.text) is not None
        ends = [match.end]
        nominative = _NOMINATIVE.match(text, match.end)
        if nominative:
            ends.append(nominative.end())
        for end in ends:
            core = _with_page(text, volume.start(), number, match, end)
            if core is None or (weak and not _cited(text, core)):
                continue
            if len(match.text) == 1 and (
                _is_section(text, volume, match.end) or _is_docket_number(text, core)
            ):
                continue
            return core
    return None


def _is_docket_number(text: str, core: Core) -> bool:
    """Whether numbers around one letter count a court's own cases ("No. 11 C 195, 2012 WL 3")."""
    numbered = text.endswith(("No. ", "Nos. "), 0, core.start)
    return numbered or _DATABASE_NEXT.match(text, core.end) is not None


def _is_section(text: str, volume: re.Match[str], end: int) -> bool:
    """Whether number and letter are those of a law ("ch. 223A, 3(a)") and no volume."""
    glued = text[volume.end() - 1] not in " \n"
    return (
        glued
        or text[end] == ","
        or _CHAPTER.search(text, max(0, volume.start() - 12), volume.start()) is not None
    )


def _cited(text: str, core: Core) -> bool:
    """Whether what stands around numbers shows that they are a citation."""
    left = max(0, core.start - 160)
    if _CAPTION_BEFORE.search(text, left, core.start) is not None:
        return True
    return core.kind != "short" and _YEAR_AFTER.match(text, core.end) is not None


def _with_page(
    text: str, start: int, volume: str | None, match: ReporterMatch, end: int
) -> Core | None:
    at = _AT.match(text, end)
    if at is not None:
        return Core("short", start, at.end(), volume, match.editions, match.text, None, at.end())
    blank_at = _BLANK_AT.match(text, end)
    if blank_at is not None:
        return Core("short", start, blank_at.end(), volume, match.editions, match.text)
    page = _PAGE.match(text, end)
    if page is None:
        return None
    if volume is None and page["blank"] is None:
        return None
    if _is_torn(text, end, page.end(), volume, match.editions[0]):
        return None
    edition = match.editions[0]
    kind: Kind = "full"
    if edition == "WL" or "LEXIS" in edition:
        kind = "database"
    elif edition.startswith("A.L.R."):
        # American Law Reports is cited for its annotations.
        kind = "journal"
    return Core(
        kind,
        start,
        page.end(),
        volume,
        match.editions,
        match.text,
        page["page"] or page["roman"],
    )


def _is_torn(text: str, end: int, page_end: int, volume: str | None, edition: str) -> bool:
    """Whether a page broke the reporter's name at `end`, and the "page" is of what stood there."""
    if _REST_OF_NAME.match(text, page_end):
        return True
    if not _NOTE_AT_BREAK.match(text, end):
        return False
    last = LAST_VOLUME.get(edition)
    beyond = last is not None and volume is not None and volume.isdigit() and int(volume) > last
    return text[end] == "\n" or beyond


def printed_core(text: str, volume: re.Match[str], printed: PrintedTable) -> Core | None:
    """A journal or a regulation cited by volume and page."""
    number = _number_of(volume)
    if number is None:
        return None
    for kind, written, end in printed.match(text, volume.end()):
        page = _PRINTED_PAGE.match(text, end)
        at = _AT.match(text, end)
        if at is not None:
            return Core(kind, volume.start(), at.end(), number, (), written, None, at.end())
        if page is not None:
            return Core(kind, volume.start(), page.end(), number, (), written, page["page"])
    return None


def _unknown_core(text: str, volume: re.Match[str]) -> Core | None:
    number = _number_of(volume)
    if number is None or "-" in number:
        return None
    unheard = _unheard_core(text, volume.start(), volume.end(), number)
    if unheard is not None:
        return unheard
    match = _UNKNOWN.match(text, volume.end())
    if match is None or _REST_OF_NAME.match(text, match.end()):
        return None
    if text.endswith(("No. ", "Nos. "), 0, volume.start()):
        return None
    if match["reporter"] in _RECORD_WORDS or _NO_REPORTER.match(match["reporter"]):
        return None
    core = Core(
        "unknown",
        volume.start(),
        match.end(),
        number,
        (),
        match["reporter"],
        match["page"],
    )
    if len(match["reporter"]) == 1 and _is_docket_number(text, core):
        return None
    return core if _cited(text, core) else None


def _unheard_core(text: str, start: int, after: int, number: str) -> Core | None:
    """Volume and page in reports that do not exist, in full or short form ("12 N.E.6th at 5")."""
    match = _UNHEARD.match(text, after)
    if match is None:
        return None
    reporter = " ".join(match["reporter"].split())
    at = _AT.match(text, match.end())
    page = _PAGE.match(text, match.end())
    if at is None and (page is None or page["page"] is None):
        return None
    is_again = (
        at is not None
        and reporter not in _RECORD_WORDS
        and not _NO_REPORTER.match(reporter)
        and is_cited_before(text, number, reporter, start)
    )
    if not is_again and last_series(reporter) is None and not is_unheard_court_print(reporter):
        return None
    if at is not None:
        return Core("unknown", start, at.end(), number, (), reporter, None, at.end())
    assert page is not None
    return Core("unknown", start, page.end(), number, (), reporter, page["page"])


def is_cited_before(text: str, volume: str, reporter: str, offset: int) -> bool:
    """Whether a volume of a reporter stands earlier in the text, as a short form wants."""
    return text.find(f"{volume} {reporter} ", 0, offset) >= 0


def _docket_cores(text: str, known: list[Core]) -> Iterator[Core]:
    """A docket number cited as a case: before a database citation, a slip opinion or a court."""
    for match in _DOCKET.finditer(text):
        number = match["number"]
        if _DOCKET_SHAPE.search(number) is None:
            continue
        end = match.end()
        ohio = _OHIO_NEXT.match(text, end)
        if (
            ohio
            or _SLIP.match(text, end)
            or _COURT_DATE_NEXT.match(text, end)
            or _DATABASE_NEXT.match(text, end)
        ):
            yield _docket_core(text, match, ohio)


def _docket_core(text: str, match: re.Match[str], ohio: re.Match[str] | None) -> Core:
    """A docket number, with Ohio's district court of appeals where that is written before it."""
    start, end, court = extend_left(_DOCKET_BEFORE, text, match.start(), 16), match.end(), None
    number = match.start("number")
    district = _DISTRICT.search(text, max(0, number - 60), number)
    if district is not None:
        start = district.start()
        court = "ohioctapp" if ohio or district["county"] else None
    if ohio is not None:
        end = ohio.end() - len(", ")
    return Core("docket", start, end, docket_number=match["number"], court=court)
