"""Read what surrounds the numbers of citations.

Input: the cores of a text in order, without overlaps. Output: `Citation`s with names, pins,
courts, years, parentheticals and history; each is read between the citation before and the
one after, never beyond.
"""

import re
from dataclasses import dataclass

from voirdire.citations.brackets import Brackets
from voirdire.citations.captions import Caption, read_caption, read_signal
from voirdire.citations.cores import Core, is_cited_before
from voirdire.citations.courts import find_court
from voirdire.citations.name_edges import is_party
from voirdire.citations.name_words import is_abbreviation
from voirdire.citations.references import names_a_note, read_supra_name
from voirdire.citations.reporters import ReporterTable, fit_year, last_series
from voirdire.citations.trailers import (
    CourtYear,
    Pins,
    court_year_of,
    parenthetical_kind,
    read_history,
    read_pins,
)
from voirdire.citations.types import Citation, Parenthetical
from voirdire.findings import Span

_CASES = frozenset(("full", "short", "unknown", "database", "docket"))
_FULL = _CASES - {"short"}


@dataclass(frozen=True, slots=True)
class _Member:
    """One string of a run of parallel citations."""

    core: Core
    end: int
    pins: Pins | None


@dataclass(frozen=True, slots=True)
class _Tail:
    """What follows a run and belongs to all of it."""

    end: int
    court_year: CourtYear | None
    parentheticals: tuple[Parenthetical, ...]
    history: tuple[str, ...]


_BETWEEN = re.compile(
    r"(?:(?:,? (?:slip op\.?|mem\. op\.|Slip Op\.),?)?(?:, ?|,? = )|,? unreported[,;]? )$"
)
_INTO_PAREN = re.compile(r",? ?(?:\([IVXivxA-Za-z\d]{1,4}\) ?)*[(\[] ?$")
_CLOSE = re.compile(r" ?[)\]](?= ?\()")
_DIVISION = re.compile(r"\([IVXivxA-Za-z\d]{1,4}\)")
_SLIP = re.compile(r",? (?:slip op\.?|mem\.? op\.?|Slip Op\.?),?")
_YEAR_VOLUME = re.compile(r"(?:1[89]|20)\d\d")
# Old opinions: "v. Ames, 2 Cir., 1951, 187 F.2d 122", "v. Ames, D.C.S.D.N.Y.1952, 104 F. Supp.
# 12", "v. Ames, 1952, 281 App. Div. 105".
_OLD_COURT = re.compile(
    r", (?P<last>(?:(?P<court>\d{1,2}(?:st|d|th)? Cir\.|D\. ?C\. ?Cir\.|C\. ?C\. ?A\. ?\d{1,2})"
    r"(?:, ?(?P<year>1[89]\d\d))?|D\.C\. ?(?P<district>(?:[A-Z][A-Za-z]*\. ?){1,5})"
    r"(?P<in>1[89]\d\d)|(?P<only>1[89]\d\d))), $"
)
_YEAR_BEFORE = re.compile(r"[(\[][^()\[\]\n]{0,80}[)\]],? ?$")


@dataclass(frozen=True, slots=True)
class Reader:
    """The text, what is known of reporters, its cores and its brackets."""

    text: str
    table: ReporterTable
    cores: list[Core]
    brackets: Brackets

    def read(self) -> list[Citation]:
        """All citations; those of one run share names, court, year and parentheticals."""
        citations: list[Citation] = []
        index = 0
        floor = 0
        carried: Citation | None = None
        around = self.brackets.enclosing(core.start for core in self.cores)
        while index < len(self.cores):
            core = self.cores[index]
            if core.kind in _CASES:
                run = self._run(index)
                following = self._start(index + len(run))
                tail = self._tail(run[-1], following, inside=run[-1].end)
                made = self._cases(run, tail, floor, around[index], carried)
                citations.extend(made)
                # "aff'd, 526 U.S. 3 (2000)": where history follows and the next citation has no
                # name of its own, it is the same case further up and takes this name.
                carried = made[0] if made and tail.history and following - tail.end < 60 else None
                index += len(run)
                floor = max(floor, _close_of(made, tail))
            else:
                citation = self._other(index, floor, around[index])
                carried = None
                index += 1
                if citation is not None:
                    citations.append(citation)
                    floor = max(floor, citation.span.end)
        return citations

    def _start(self, index: int) -> int:
        return self.cores[index].start if index < len(self.cores) else len(self.text)

    def _member(self, index: int) -> _Member:
        core = self.cores[index]
        limit = min(self._start(index + 1), core.end + 400)
        if core.pin is not None:
            pins = read_pins(self.text, core.pin, limit, bare=True)
            return _Member(core, pins.span.end if pins else core.end, pins)
        end = core.end
        slip = _SLIP.match(self.text, end) if core.kind == "docket" else None
        end = slip.end() if slip else end
        pins = read_pins(self.text, end, limit)
        return _Member(core, pins.span.end if pins else end, pins)

    def _run(self, index: int) -> list[_Member]:
        """This core and the parallel ones right after it."""
        run = [self._member(index)]
        while index + len(run) < len(self.cores):
            after = self.cores[index + len(run)]
            last = run[-1]
            if not _parallel_kinds(run[0].core, after):
                break
            gap = self.text[last.end : after.start]
            if len(gap) > 30 or not (_BETWEEN.match(gap) or self._opens(gap, last.end)):
                break
            if any(after.reporters and m.core.reporters == after.reporters for m in run):
                break
            run.append(self._member(index + len(run)))
        return run

    def _opens(self, gap: str, start: int) -> bool:
        """Whether the gap leads into brackets of nothing but parallel citations."""
        opening = start + len(gap.rstrip()) - 1
        return _INTO_PAREN.match(gap) is not None and opening in self.brackets.closing

    def _tail(self, last: _Member, following: int, inside: int) -> _Tail:
        text, closing = self.text, self.brackets.closing
        end = inside
        # Georgia puts the parallel citations into a parenthesis of their own, California
        # into square brackets; court and year may follow.
        own = _CLOSE.match(text, end)
        if own is not None and last.core.kind == "full" and following > own.end() + 2:
            end = own.end()
        court_year: CourtYear | None = None
        parentheticals: list[Parenthetical] = []
        while True:
            place = end + 1 if text.startswith((" ", "\n"), end) else end
            close = closing.get(place)
            if close is None or place > following:
                break
            if text[end] == "\n" and (court_year or not court_year_of(text, place, close)):
                # In a table of authorities court and year may stand on a line of their own.
                break
            if court_year is None and following > close:
                court_year = court_year_of(text, place, close)
                if court_year is not None:
                    end = close + 1
                    continue
                if not parentheticals and _DIVISION.fullmatch(text, place, close + 1):
                    end = close + 1
                    continue
            if text[place] == "[" or close - place > 3000:
                break
            words = text[place + 1 : close]
            parentheticals.append(
                Parenthetical(parenthetical_kind(words), words, Span(place + 1, close))
            )
            end = close + 1
        history: list[str] = []
        while len(history) < 4:
            phrase = read_history(text, end, min(following, end + 120))
            if phrase is None:
                break
            history.append(phrase[0])
            end = phrase[1]
        return _Tail(end, court_year, tuple(parentheticals), tuple(history))

    def _cases(
        self,
        run: list[_Member],
        tail: _Tail,
        floor: int,
        around: tuple[int, ...],
        carried: Citation | None,
    ) -> list[Citation]:
        text = self.text
        first = run[0].core
        limit = self._left_limit(floor, first.start, around)
        name_end = first.start
        court_year = tail.court_year
        if court_year is None and first.kind in _FULL:
            court_year = self._year_before(limit, first.start)
            if court_year is not None:
                name_end = court_year.span.start
                if text[name_end - 1 : name_end] == " ":
                    name_end -= 1
        short = first.kind == "short" or (first.kind == "unknown" and first.pin is not None)
        caption = read_caption(text, limit, name_end, short=short)
        is_told = first.kind != "unknown" or (
            caption and (short or caption.defendant or tail.court_year)
        )
        # A series that does not exist is told by itself, a short form by what stands before.
        written = first.reporter_text or ""
        again = short and is_cited_before(text, first.volume or "", written, first.start)
        if not is_told and not again and last_series(written) is None:
            return []
        signal = read_signal(text, limit, caption.span.start if caption else first.start)
        docket = next((m.core for m in run if m.core.docket_number), None)
        members = [m for m in run if m.core.kind != "docket"] or run[:1]
        year = court_year.year if court_year else self._year_volume(members)
        court_text = court_year.court_text if court_year else None
        court = find_court(court_text) if court_text else None
        if court is None and court_text is None:
            court = (docket.court if docket else None) or self._implied(members)
        start = caption.span.start if caption else first.start
        end = max([m.end for m in run] + ([court_year.span.end] if court_year else []))
        made: list[Citation] = []
        for member in members:
            core = member.core
            editions = fit_year(core.reporters, year, self.table)
            core_end = member.end if core.pin is not None else core.end
            named = caption or None
            made.append(
                Citation(
                    kind=core.kind,
                    text=text[start:end],
                    span=Span(start, end),
                    core_span=Span(core.start, core_end),
                    volume=core.volume,
                    reporter=editions[0] if editions else None,
                    reporter_text=core.reporter_text,
                    reporters=editions,
                    page=core.page,
                    case_name=named.name if named else carried.case_name if carried else None,
                    plaintiff=named.plaintiff if named else carried.plaintiff if carried else None,
                    defendant=named.defendant if named else carried.defendant if carried else None,
                    name_span=named.span if named else None,
                    year=year,
                    court=court,
                    court_text=court_text,
                    court_year_span=court_year.span if court_year else None,
                    pin_cite=text[member.pins.span.start : member.pins.span.end]
                    if member.pins
                    else None,
                    pin_pages=member.pins.pages if member.pins else (),
                    pin_notes=member.pins.notes if member.pins else (),
                    pin_span=member.pins.span if member.pins else None,
                    parentheticals=tail.parentheticals,
                    signal=signal,
                    history=tail.history,
                    docket_number=docket.docket_number if docket else None,
                )
            )
        return made

    def _left_limit(self, floor: int, start: int, around: tuple[int, ...]) -> int:
        limit = max(floor, start - 500)
        line = self.text.rfind("\n", limit, start)
        while line >= 0 and _runs_on(self.text, line, start):
            line = self.text.rfind("\n", limit, line)
        limit = max(limit, line + 1)
        inner = [o for o in around if o >= limit]
        return inner[-1] + 1 if inner else limit

    def _year_before(self, limit: int, start: int) -> CourtYear | None:
        match = _YEAR_BEFORE.search(self.text, max(limit, start - 90), start)
        if match is None:
            old = _OLD_COURT.search(self.text, max(limit, start - 60), start)
            if old is None:
                return None
            year = old["year"] or old["in"] or old["only"]
            court = old["court"] or (old["district"] or "").strip() or None
            span = Span(old.start() + 2, old.end("last"))
            return CourtYear(span, court, int(year) if year else None, "")
        close = self.brackets.closing.get(match.start())
        return court_year_of(self.text, match.start(), close) if close else None

    @staticmethod
    def _year_volume(members: list[_Member]) -> int | None:
        """The year in a volume such as "2014-Ohio-1234", where no parenthesis gives it."""
        for member in members:
            volume = member.core.volume
            if member.core.kind == "full" and volume and _YEAR_VOLUME.fullmatch(volume):
                return int(volume)
        return None

    def _implied(self, members: list[_Member]) -> str | None:
        for member in members:
            for edition in member.core.reporters[:1]:
                court = self.table.facts[edition].court
                if court is not None:
                    return court
        return None

    def _other(self, index: int, floor: int, around: tuple[int, ...]) -> Citation | None:
        text = self.text
        core = self.cores[index]
        limit = min(self._start(index + 1), core.end + 400)
        pins = None
        if core.kind in ("id", "supra"):
            pins = read_pins(text, core.end, limit)
        elif core.kind in ("journal", "regulation") and core.reporter_text:
            pins = read_pins(text, core.pin or core.end, limit, bare=core.pin is not None)
        end = pins.span.end if pins else core.end
        name: Caption | None = None
        if core.kind == "supra":
            name = read_supra_name(text, self._left_limit(floor, core.start, around), core)
            if name is None and not names_a_note(text[core.start : core.end]):
                return None
        start = name.span.start if name else core.start
        whole = Span(start, end)
        tail = self._tail(_Member(core, end, pins), self._start(index + 1), end)
        court_year = tail.court_year
        return Citation(
            kind=core.kind,
            text=text[start:end],
            span=whole,
            core_span=Span(core.start, end),
            volume=core.volume,
            reporter_text=core.reporter_text,
            page=core.page,
            case_name=name.name if name else None,
            plaintiff=name.plaintiff if name else None,
            defendant=name.defendant if name else None,
            name_span=name.span if name else None,
            year=court_year.year if court_year else None,
            pin_cite=text[pins.span.start : pins.span.end] if pins else None,
            pin_pages=pins.pages if pins else (),
            pin_notes=pins.notes if pins else (),
            pin_span=pins.span if pins else None,
            parentheticals=tail.parentheticals,
            signal=read_signal(text, max(floor, start - 40), start),
        )


_OPEN_END = re.compile(r"(?:[,&]|\b(?:v|vs)\.?|\b(?:of|the|and|for|ex|rel\.|re|in))$")
_OPEN_START = re.compile(
    r"v(?:s)?\.? |\(?\d{1,4} [A-Z]|& |(?:Ins\. )?(?:Inc|Co|Corp|Ltd|LLC|Assn|Ass'n)\b[.,]? "
)
_VERSUS = re.compile(r" vs?\.? (?=[A-Z])")
_LINE = 50


def _runs_on(text: str, line: int, start: int) -> bool:
    """Whether a name that stands before `start` goes on to the left of a paragraph break.

    Pages and hard line ends break paragraphs inside names. Headings end a line as well, but
    they are short or in capitals throughout.
    """
    if _OPEN_END.search(text, max(0, line - 6), line) or _OPEN_START.match(text, line + 1):
        return True
    before = text[max(0, line - 160) : line].rpartition("\n")[2]
    last = before.rpartition(" ")[2]
    if not last or (last[-1] in ".;:?!)\"'" and not is_abbreviation(last)) or "..." in before:
        return False
    versus = [match.end() for match in _VERSUS.finditer(before)]
    if versus and _VERSUS.search(text, line, start) is None:
        return is_party(before[versus[-1] :])
    capitals = last.isupper() and len(last) > 4
    return len(before) > _LINE and last[0].isupper() and not capitals


def _parallel_kinds(first: Core, after: Core) -> bool:
    if first.kind == "short":
        # "Ames, 515 U.S. at 307, 115 S. Ct. 2151": the parallel is written in full.
        return after.kind in ("short", "full")
    if first.kind == "docket":
        return after.kind in ("database", "full")
    return after.kind in ("full", "unknown", "database")


def _close_of(made: list[Citation], tail: _Tail) -> int:
    """Where the next name may begin at the earliest: after court and year, not after the
    parentheticals, which hold citations of their own."""
    if not made:
        return 0
    end = made[-1].span.end
    return (
        max(end, tail.parentheticals[0].span.start) if tail.parentheticals else max(end, tail.end)
    )
