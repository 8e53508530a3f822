"""Where the syllabus, the majority and the separate opinions of a text begin.

Input: a text without marks, and the parts that its source names, if it does.
Output: `OpinionPart`s in text order. What the source does not name is taken from the
heading alone ("JUSTICE ROE, with whom JUSTICE DOE joins, dissenting."): a line that
states an author, a judge's title and "dissenting" or "concurring", with words under it.
Votes ("Roe, J., dissents."), citations and running prose are no headings.
"""

import re
from bisect import bisect_right

from voirdire.authorities.types import OpinionNote, OpinionPart, PartType
from voirdire.findings import Span

_TITLE = (
    r"(?:(?:Chief|Presiding|Associate|Senior|Acting|Special|Circuit|District|Vice|Administrative)"
    r"\s){0,3}(?:Justice|Judge|Chancellor)"
)
_LETTERS_TITLE = r"(?:Acting )?(?:[ACPVS]\. ?){0,3}J\."
_NAME = r"[^\W\d_][\w.'’\-]{0,30}(?:[ ][^\W\d_][\w.'’\-]{0,30}){0,3}"
_NUMBER = r"(?:¶ ?\d{1,4}\.? ?|\{¶ ?\d{1,4}\} ?|\[\d{1,4}\] ?)?"
_STYLED = (
    rf"(?:(?:M[re]s?\. |Madam |The )?{_TITLE}(?: {_NAME})?|{_NAME}, (?:{_TITLE}|{_LETTERS_TITLE}))"
)
_REST = (
    r"(?:in|and|from|to|of|with|as|the|this|that|part|parts|judge?ment|judgments|result|results|only|"
    r"syllabus|specially|separately|opinion|order|decision|denial|grant|rehearing|hearing|"
    r"reconsideration|en|banc|certiorari|stay|petition|application|dissenting|concurring|"
    r"dissenting in part|[IVX]{1,5}(?:-[A-Z])?)"
)
_HEADING = re.compile(
    rf"^[ \t]*{_NUMBER}{_STYLED}"
    r"(?:[,;]? (?:with whom|joined by|in which)\b[^:;]{3,240}?)?"
    r",?\s?\(?(?:(?:specially|additionally|respectfully|separately),?\s)?"
    rf"(?P<manner>(?:dissenting|concurring)\b(?:,?\s{_REST}\b){{0,16}}"
    r"|dissents? and states? as follows)",
    re.IGNORECASE | re.MULTILINE,
)
_MAJORITY = re.compile(
    rf"^[ \t]*{_NUMBER}(?:{_STYLED}(?:[,;]? [^.;:\n]{{3,160}})? (?:delivered|announced)\b"
    r"|(?:Per Curiam|Opinion of the Court)\b[.:]?[ \t]*$)",
    re.IGNORECASE | re.MULTILINE,
)
_AUTHOR = re.compile(rf"^[ \t]*{_STYLED}[.:,]?[ \t]*$", re.IGNORECASE | re.MULTILINE)
_SYLLABUS = re.compile(
    r"^[ \t]*(?:Syllabus|SYLLABUS)(?: by the Court| BY THE COURT)?:?[ \t]*$", re.MULTILINE
)
_ENDNOTES = re.compile(r"^[ \t]*(?:foot|end)?notes?:?[ \t]*$", re.IGNORECASE | re.MULTILINE)
_LEAST_WORDS = 60


def find_parts(body: str) -> tuple[OpinionPart, ...]:
    """The parts of a body of text, from its headings; none when it has no such heading."""
    starts = _separate_starts(body)
    first = min((start for start, _ in starts), default=len(body))
    syllabus = _SYLLABUS.search(body, 0, first)
    if syllabus:
        # Without the author's line a syllabus has no known end, and is not told apart.
        after = _MAJORITY.search(body, syllabus.end()) or _AUTHOR.search(body, syllabus.end())
        if after:
            starts += [(syllabus.start(), "syllabus"), (after.start(), "majority")]
    if not starts:
        return ()
    starts += [(match.start(), "majority") for match in _MAJORITY.finditer(body)]
    starts.sort()
    if starts[0][0] > 0:
        starts.insert(0, (0, "majority"))
    # Notes gathered at the end belong to all parts, and so to none.
    endnotes = _ENDNOTES.search(body, starts[-1][0])
    parts = parts_from_starts(starts, endnotes.start() if endnotes else len(body))
    return parts if any(part.type != "majority" for part in parts) else ()


def _separate_starts(body: str) -> list[tuple[int, PartType]]:
    """Where dissents and concurrences begin.

    A heading ends in a period or a colon. Without one it may be the running head of a page,
    which names the last opinion that begins there while an earlier one still runs: it
    counts only when it stands once and no other heading is found.
    """
    closed: list[tuple[int, PartType]] = []
    bare: dict[str, list[tuple[int, PartType]]] = {}
    for match in _HEADING.finditer(body):
        opener = match.group()
        if "\n\n" in opener.strip() or opener.count("(") > 1:
            continue
        kind: PartType = "dissent" if "dissent" in match["manner"].lower() else "concurrence"
        closes = body[match.end() : match.end() + 1]
        # "ROE, J., dissenting)." is the end of a citation that a line break has cut.
        if closes in {".", ":", ";"} or (closes == ")" and "(" in opener):
            closed.append((match.start(), kind))
        elif closes in {"\n", ""}:
            bare.setdefault(opener.strip(), []).append((match.start(), kind))
    return closed or [starts[0] for starts in bare.values() if len(starts) == 1]


def parts_from_starts(starts: list[tuple[int, PartType]], length: int) -> tuple[OpinionPart, ...]:
    """Parts from where each begins; each runs to the next, the last to the end at `length`.

    A separate opinion with no words of its own under the heading is a vote and no part:
    what follows it stays with the part before.
    """
    if not starts:
        return ()
    kept: list[tuple[int, PartType]] = []
    for index, (start, kind) in enumerate(starts):
        end = starts[index + 1][0] if index + 1 < len(starts) else length
        if kind in {"dissent", "concurrence"} and end - start < _LEAST_WORDS:
            continue
        if kept and kept[-1][1] == kind == "majority":
            continue
        kept.append((start, kind))
    if not kept:
        return ()
    ends = [start for start, _ in kept[1:]] + [length]
    return tuple(
        OpinionPart(kind, Span(start, end))
        for (start, kind), end in zip(kept, ends, strict=True)
        if end > start
    )


def parts_of_notes(
    parts: tuple[OpinionPart, ...], notes: tuple[OpinionNote, ...], calls: tuple[int | None, ...]
) -> tuple[OpinionPart, ...]:
    """The parts, and with them each run of notes that a separate part calls.

    `calls` says where in the body each note is called; None when that is not known.
    """
    if not parts:
        return ()
    starts = [part.span.start for part in parts]
    found: list[OpinionPart] = list(parts)
    for note, call in zip(notes, calls, strict=True):
        if call is None:
            continue
        index = bisect_right(starts, call) - 1
        if index < 0 or call > parts[index].span.end:
            continue
        kind = parts[index].type
        last = found[-1]
        if len(found) > len(parts) and last.type == kind and note.span.start - last.span.end <= 2:
            found[-1] = OpinionPart(kind, Span(last.span.start, note.span.end))
        else:
            found.append(OpinionPart(kind, note.span))
    return tuple(found)
