"""Turn the written name of a reporter ("F. 3d", "SE2d", "(1 Cranch)") into its editions.

Input: a reporter as somebody wrote it, or a whole citation "370 F.3d 1223".
Output: canonical editions, best first, and what is known about an edition: its years, its
last volume when it is closed and that is sure, the one court it reports.

Reporter names come from Free Law Project's reporters-db, read as JSON: importing the
package costs ten times what reading the file does.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from voirdire.citations.closed import LAST_VOLUME, implied_court
from voirdire.citations.types import Citation, DeclaredReporter

_SQUEEZE = str.maketrans("", "", " \n.,'’")
_TYPE_RANK = {
    "federal": 0,
    "neutral": 1,
    "state_regional": 2,
    "state": 3,
    "scotus_early": 4,
    "specialty_west": 5,
    "specialty_lexis": 5,
    "specialty": 6,
}
# "104 SC 2052" is how Georgia writes the Supreme Court Reporter; the database lists it both ways.
_SPELLED_FIRST = {"SC": ("S. Ct.",)}
_YEAR_VOLUME = re.compile(r"(?:1[789]|20)\d\d")
_SERIES = re.compile(r"(?:[23]d|[4-9]th)$")
_TOKEN = re.compile(
    r"[ \n]?(?:[A-Za-z][A-Za-z.&'’]*|&|\.?\d{1,2}(?:d|th|st|nd|rd|D|TH)\b\.?|,(?= )"
    r"|\((?:[A-Za-z0-9.&' ]{1,14})\)|\[(?:CCH|BNA|2d)\])"
)
_MAX_TOKENS = 12
_MAX_LENGTH = 60


@dataclass(frozen=True, slots=True)
class ReporterFacts:
    """What is known of an edition; None where it is not known or not sure."""

    edition: str
    name: str
    cite_type: str
    start_year: int | None
    end_year: int | None
    last_volume: int | None
    court: str | None


@dataclass(frozen=True, slots=True)
class ReporterMatch:
    """A known reporter at a place of a text; `end` is the first character after it."""

    editions: tuple[str, ...]
    text: str
    end: int


@dataclass(frozen=True, slots=True)
class ReporterTable:
    """Written forms to editions: `spelled` to the letter, `squeezed` without " .,'"."""

    spelled: dict[str, tuple[str, ...]]
    squeezed: dict[str, tuple[str, ...]]
    capitals: dict[str, tuple[str, ...]]
    first_words: frozenset[str]
    facts: dict[str, ReporterFacts]

    def editions(self, written: str, volume: str | None = None) -> tuple[str, ...]:
        """Every edition that `written` may stand for, the likeliest first."""
        key = squeeze(written)
        found = self.squeezed.get(key)
        if found is None:
            if key.upper() != key or len(key) < 3:
                return ()
            found = self.capitals.get(key, ())
        first = _SPELLED_FIRST.get(written.strip()) or self.spelled.get(written.strip(), ())
        if first:
            found = first + tuple(e for e in found if e not in first)
        if len(found) > 1 or (found and self.facts[found[0]].cite_type == "neutral"):
            found = self._by_volume(found, volume)
        return found

    def _by_volume(self, found: tuple[str, ...], volume: str | None) -> tuple[str, ...]:
        # A neutral citation's volume is a year: "2012 ND 12", but "12 N.D. 34".
        neutral = tuple(e for e in found if self.facts[e].cite_type == "neutral")
        if not neutral or volume is None:
            return found
        others = tuple(e for e in found if e not in neutral)
        return neutral + others if _YEAR_VOLUME.fullmatch(volume) else others

    def match(self, text: str, position: int, limit: int, volume: str) -> list[ReporterMatch]:
        """Known reporters that start at `position`, the longest first."""
        limit = min(limit, position + _MAX_LENGTH)
        matches: list[ReporterMatch] = []
        token = _TOKEN.match(text, position, limit)
        if token is None or squeeze(token.group())[:1] not in self.first_words:
            return matches
        key = ""
        for _ in range(_MAX_TOKENS):
            key += squeeze(token.group())
            end = token.end()
            if token.group() != "," and (key in self.squeezed or key in self.capitals):
                written = " ".join(text[position:end].split())
                editions = self.editions(written, volume)
                if editions:
                    matches.append(ReporterMatch(editions, written, end))
            token = _TOKEN.match(text, end, limit)
            if token is None:
                break
        matches.reverse()
        return matches


def squeeze(written: str) -> str:
    """The written form without spaces, periods, commas and apostrophes."""
    return written.translate(_SQUEEZE)


def package_data(package: str, name: str) -> Path:
    """A file in the data folder of an installed package, without importing the package."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"{package} is not installed", name=package)
    return Path(spec.origin).parent / "data" / name


def _year(stamp: str | None) -> int | None:
    # The database writes 1750 where it does not know when a reporter began.
    return int(stamp[:4]) if stamp and stamp[:4] != "1750" else None


@lru_cache(maxsize=8)
def reporter_table(declared: tuple[DeclaredReporter, ...] = ()) -> ReporterTable:
    """All known written forms, with the reporters that a library declares first."""
    if declared:
        return _with_declared(reporter_table(), declared)
    database = json.loads(package_data("reporters_db", "reporters.json").read_bytes())
    rows: list[tuple[int, str, str]] = []
    facts: dict[str, ReporterFacts] = {}
    for entries in database.values():
        for entry in entries:
            kind = entry["cite_type"]
            rank = _TYPE_RANK.get(kind, 7)
            for edition, years in entry["editions"].items():
                rows.append((rank, edition, edition))
                new = ReporterFacts(
                    edition,
                    entry["name"],
                    kind,
                    _year(years["start"]),
                    _year(years["end"]),
                    LAST_VOLUME.get(edition),
                    implied_court(edition),
                )
                old = facts.get(edition)
                facts[edition] = _merged(old, new) if old else new
            for variation, edition in entry["variations"].items():
                rows.append((rank + 10, variation, edition))
                for later in entry["editions"]:
                    # "N.Y. Supp. 2d": the series behind a variation of the first series' name.
                    series = _SERIES.search(later)
                    if series and later[: series.start()].rstrip() == edition:
                        rows.append((rank + 20, f"{variation} {series[0]}", later))
    return _table(rows, facts)


def _merged(one: ReporterFacts, two: ReporterFacts) -> ReporterFacts:
    """Two reporters that share an abbreviation: the years of both."""
    first, _second = sorted((one, two), key=lambda f: _TYPE_RANK.get(f.cite_type, 7))
    starts = (one.start_year, two.start_year)
    ends = (one.end_year, two.end_year)
    return ReporterFacts(
        one.edition,
        first.name,
        first.cite_type,
        None if None in starts else min(y for y in starts if y),
        None if None in ends else max(y for y in ends if y),
        one.last_volume,
        one.court,
    )


def _table(rows: list[tuple[int, str, str]], facts: dict[str, ReporterFacts]) -> ReporterTable:
    spelled: dict[str, tuple[str, ...]] = {}
    squeezed: dict[str, tuple[str, ...]] = {}
    capitals: dict[str, tuple[str, ...]] = {}
    rows.sort(key=lambda row: row[0])
    for _, written, edition in rows:
        key = squeeze(written)
        for table, form in ((spelled, written), (squeezed, key), (capitals, key.upper())):
            have = table.get(form, ())
            if edition not in have:
                table[form] = (*have, edition)
    first = frozenset(key[:1] for key in squeezed) | frozenset(key[:1] for key in capitals)
    return ReporterTable(spelled, squeezed, capitals, first, facts)


def _with_declared(base: ReporterTable, declared: Sequence[DeclaredReporter]) -> ReporterTable:
    rows: list[tuple[int, str, str]] = []
    facts = dict(base.facts)
    for reporter in declared:
        edition = reporter.abbreviation
        facts[edition] = ReporterFacts(
            edition,
            reporter.name,
            "declared",
            reporter.start_year,
            reporter.end_year,
            reporter.last_volume,
            reporter.court,
        )
        rows.extend((0, written, edition) for written in (edition, *reporter.variations))
    own = _table(rows, facts)

    def merged(
        first: dict[str, tuple[str, ...]], second: dict[str, tuple[str, ...]]
    ) -> dict[str, tuple[str, ...]]:
        both = dict(second)
        for form, editions in first.items():
            both[form] = tuple(dict.fromkeys(editions + second.get(form, ())))
        return both

    return ReporterTable(
        merged(own.spelled, base.spelled),
        merged(own.squeezed, base.squeezed),
        merged(own.capitals, base.capitals),
        own.first_words | base.first_words,
        facts,
    )


def reporter_facts(edition: str, declared: Sequence[DeclaredReporter] = ()) -> ReporterFacts | None:
    """What is known of a canonical edition; None when there is no such edition."""
    return reporter_table(tuple(declared)).facts.get(edition)


def fit_year(editions: tuple[str, ...], year: int | None, table: ReporterTable) -> tuple[str, ...]:
    """The same editions, those that were printed in `year` first."""
    if year is None or len(editions) < 2:
        return editions

    def misfit(edition: str) -> bool:
        facts = table.facts[edition]
        # Volumes lag behind decisions and the database's years are rough: a year's grace.
        return (facts.start_year is not None and year < facts.start_year - 1) or (
            facts.end_year is not None and year > facts.end_year + 1
        )

    return tuple(sorted(editions, key=misfit))


_CITATION = re.compile(r"\s*(\d{1,4}(?:-\d{1,2})?)[ -]")
_NOMINATIVE = re.compile(r" ?\((?:\d{1,2} )?[A-Z][A-Za-z.&' ]{1,20}\)")
_PAGE = re.compile(
    r"[ -]+((?:[P¶] ?)?\d[\d,]*(?:[A-Za-z]{1,2}|-[A-Z]{1,2}|\([A-Z]\))?|[ivxlc]+)\s*"
)


def split_citation(
    text: str, declared: Sequence[DeclaredReporter] = ()
) -> tuple[str, tuple[str, ...], str] | None:
    """Volume, editions (best first) and page of "370 F.3d 1223"; None when it is no such."""
    head = _CITATION.match(text)
    if head is None:
        return None
    table = reporter_table(tuple(declared))
    volume = head.group(1)
    for match in table.match(text, head.end(), len(text), volume):
        nominative = _NOMINATIVE.match(text, match.end)
        for end in (match.end, nominative.end() if nominative else match.end):
            page = _PAGE.fullmatch(text, end)
            if page is not None:
                return volume, match.editions, page.group(1)
    return None


# Forms of what is printed in volumes and pages and is no court's reporter of decisions.
_NOT_A_REPORTER = re.compile(
    r"\bL\. ?(?:Rev|J|Q|F|Bull)\b|\bL\.(?:J|Q|R)\.|\bJ\.|\bJ\. |\bLaw\b|\bLaws\b|Univ\.|\bU\. "
    r"|\bQ\.|\bRev\.|Review|Journal|\bMag\.|\bNotre\b|\bBull\b|\bForum\b|\bInst\b"
    r"|\bReg\.|\bFR\b|\bC\.?F\.?R\b|\bStat\.|\bU\.?S\.?C\b|\bCong\.|\bRec\.|\bDoc\."
    r"|\bOp\. |\bAtt'y\b|\bOps\.|\bMemo\b|\bF\.?C\.?C\b|\bFERC\b|\bNLRB\b|\bN\.L\.R\.B|\bDec\."
    r"|\bI\. ?& ?N\b|\bEng\.|\bE\.?R\.?$|\bW\.?L\.?R\b|\bA\.?C\.?$|\bQ\.?B\b|\bK\.?B\b|\bCh\."
    r"|\bS\.?C\.?R\b"
    r"|\bC\.?L\.?R\b|\bAll E|\bI\.?C\.?J\b|\bI\.L\.M|\bU\.N\.T\.S|\bT\.S\.|\bU\.S\.T\b"
    r"|LEXIS|\bBL\b|\bWL\b|\bComm\b|\bGuide\b|\((?:CCH|BNA|P-H|RIA|P & F)\)|\bPrac\.|\bTr\."
    r"|\bTreatise"
    r"|\bU\.?C\.?C\b|\bB\.?C\.?A\b|\bAm\. Jur\b|\bC\.?J\.?S\b|\bA\.?L\.?R\b|\bProc\.|\bInt'l\b"
    r"|\bHarv|\bYale"
)


def is_other_print(written: str) -> bool:
    """Whether the form is a journal's, agency's, foreign reporter's, database's or the like."""
    return _NOT_A_REPORTER.search(written) is not None


def _deletions(word: str) -> set[str]:
    return {word} | {word[:i] + word[i + 1 :] for i in range(len(word))}


@lru_cache(maxsize=1)
def _neighbourhood() -> dict[str, tuple[str, ...]]:
    near: dict[str, list[str]] = {}
    for key in reporter_table().squeezed:
        for form in _deletions(key.casefold()):
            near.setdefault(form, []).append(key)
    return {form: tuple(keys) for form, keys in near.items()}


def _within_one_edit(one: str, two: str) -> bool:
    if abs(len(one) - len(two)) > 1:
        return False
    shorter, longer = sorted((one, two), key=len)
    at = next((i for i, (a, b) in enumerate(zip(shorter, longer, strict=False)) if a != b), -1)
    if at < 0:
        return True
    if len(shorter) < len(longer):
        return shorter[at:] == longer[at + 1 :]
    swapped = shorter[at + 1 : at + 2] + shorter[at : at + 1] + shorter[at + 2 :]
    return shorter[at + 1 :] == longer[at + 1 :] or swapped == longer[at:]


@lru_cache(maxsize=1024)
def nearest_known(reporter_text: str) -> str | None:
    """A known edition within one edit of the written form, spaces and periods apart."""
    key = squeeze(reporter_text).casefold()
    table = reporter_table()
    near = _neighbourhood()
    for form in sorted(_deletions(key), key=len, reverse=True):
        for known in near.get(form, ()):
            if _within_one_edit(key, known.casefold()):
                return table.squeezed[known][0]
    return None


_ORDINAL = re.compile(r"\s?(\d{1,2})(?:d|st|nd|rd|th)\.?", re.IGNORECASE)
# Through this year the database has every series of the courts' own reporters (N.W.3d: 2023).
# Of annotations and topical services it lacks even old ones (A.L.R.7th: 2015).
_COURT_SERIES_KNOWN_THROUGH = 2023


@lru_cache(maxsize=1024)
def last_series(reporter_text: str, year: int | None = None) -> str | None:
    """The last series of a reporter that is known, of which a later one is written.

    "N.E.3d" for "N.E.6th", "U.S." for "U.S.3d"; None where the reporter itself is not known or
    the series is. The very next one may have begun since: it counts for reporters of courts
    only, when the citation is of a `year` of which all series are known and in which the last
    was still being printed, or not yet.
    """
    written = _ORDINAL.search(reporter_text.rstrip())
    if written is None or written.end() != len(reporter_text.rstrip()):
        return None
    table = reporter_table()
    base = squeeze(reporter_text[: written.start()])
    series = {1: base, **{n: f"{base}{n}{'d' if n < 4 else 'th'}" for n in range(2, 10)}}
    known = [n for n, key in series.items() if key in table.squeezed]
    # One letter alone says little, unless it is a reporter of several series ("F.", "P.").
    if not known or (len(base) < 2 and len(known) < 2):
        return None
    last = table.squeezed[series[max(known)]][0]
    ahead = int(written[1]) - max(known)
    facts = table.facts[last]
    known_through = min(facts.end_year or _COURT_SERIES_KNOWN_THROUGH, _COURT_SERIES_KNOWN_THROUGH)
    is_of_courts = not facts.cite_type.startswith("specialty") and not is_other_print(last)
    in_time = is_of_courts and year is not None and year <= known_through
    return last if ahead > 1 or (ahead == 1 and in_time) else None


# Words that name an American court, its region and its reports, and nothing else together.
_OF_A_COURT = re.compile(r"(?:Ct|Cir|App|Sup|Jud|Jur|Juris|Trib|Dist|Div|Rep|Rptr|Dig|Cas)\.?")
_OF_A_REGION = re.compile(r"(?:U\.? ?S|Fed|Nat[’']l|Am|N|S|E|W|Pac|Atl|Cent|Mid)\.?")


@lru_cache(maxsize=1024)
def is_unheard_court_print(reporter_text: str) -> bool:
    """Whether a form claims to be the reports of American courts, and no database has it.

    "Nat'l Ct. Rep.", "W. Cir. 3d": all of its words name courts, their region and their
    reports, two of them courts or reports, with a region or a series, and it is no known form
    with a region before it nor within one edit of one. Single states are left out: their
    reports go by many forms.
    """
    words = reporter_text.split()
    has_series = bool(words) and _ORDINAL.fullmatch(words[-1]) is not None
    if has_series:
        words.pop()
    of_courts = sum(_OF_A_COURT.fullmatch(word) is not None for word in words)
    of_regions = sum(_OF_A_REGION.fullmatch(word) is not None for word in words)
    return (
        of_courts + of_regions == len(words)
        and (of_regions > 0 or has_series)
        and of_courts >= 1
        and of_courts + has_series >= 2
        and (len(words) < 3 or squeeze("".join(words[1:])) not in reporter_table().squeezed)
        and not is_other_print(reporter_text)
        and nearest_known(reporter_text) is None
    )


_PROCEDURAL = re.compile(r"(?:in re|ex parte|(?:in the )?matter of)\b", re.IGNORECASE)


def _is_named(citation: Citation) -> bool:
    """Whether the name is a case's: two parties or a procedural phrase, no title of an article."""
    if citation.plaintiff and citation.defendant:
        return True
    return citation.case_name is not None and _PROCEDURAL.match(citation.case_name) is not None


def is_surely_unknown(citation: Citation) -> bool:
    """Whether the reporter of this citation is surely none that exists.

    It is a series that a known reporter has not reached; or names American courts' reports that
    no database has, with the name of a case; or the name, volume, page, court and year are all
    written, in a form that no journal, agency, foreign reporter or database has, with no known
    reporter within one edit.
    """
    if citation.kind != "unknown":
        return False
    written = citation.reporter_text or ""
    if last_series(written, citation.year) is not None:
        return True
    if is_unheard_court_print(written) and citation.case_name:
        # A short form has neither parties nor year.
        return citation.page is None or (_is_named(citation) and citation.year is not None)
    return (
        _is_named(citation)
        and citation.volume is not None
        and citation.page is not None
        and citation.year is not None
        and bool(citation.court_text)
        and citation.reporter_text is not None
        and not is_other_print(citation.reporter_text)
        and nearest_known(citation.reporter_text) is None
    )
