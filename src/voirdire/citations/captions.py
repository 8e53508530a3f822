"""Read the case name that stands before the numbers of a citation.

Input: folded text, the place where the numbers start, and a limit to the left that is never
crossed (the citation before, the paragraph, the parenthesis the citation stands in).
Output: the name with its parties and its folded span, and the signal before it.
"""

import re
from dataclasses import dataclass

from voirdire.citations.name_edges import is_party, left_edge
from voirdire.citations.name_words import CORPORATE_ENDINGS, NAME_SUFFIXES, is_abbreviation
from voirdire.findings import Span

_WINDOW = 360
_VERSUS = re.compile(
    r"(?<=[\s*_])(?:v|vs|V|VS|v\.s)\.?(?=[\s*_])|(?<= )(?:versus|VERSUS)(?= )"
    r"|(?<= )v\.(?=[A-Z])|(?<=[,.])v\.(?=[A-Z ])"
)
_SUBJECT = (
    r"(?:Matter|Estate|Interest|Marriage|Application|Petition|Guardianship|Conservatorship|Adoption"
    r"|Succession|Commitment|Detention|Appeal|Will|Trust|Custody|Welfare|Personal Restraint"
    r"|MATTER|ESTATE|INTEREST|MARRIAGE)"
)
_PROCEDURAL = re.compile(
    rf"\b(?:(?:In|IN) (?:re:?|RE:?|the) |(?:Ex|EX) (?:parte|PARTE) "
    rf"|People in )?(?:the )?{_SUBJECT} of(?: the)?(?= )"
    r"|\b(?:In|IN) (?:re|RE):?(?= )|\b(?:Ex|EX) (?:parte|PARTE)(?= )"
)
# A party's name never goes on over another citation, written with a blank volume or not, or
# over a docket number ("Roe v. Doe, No. C 10-3561"); "Local Union, No. 5" is a name.
_FOREIGN = re.compile(
    r", (?:\d{1,4} [A-Z][^,;]{1,60} \d+\b|(?:F\. ?[234]d|F\. ?Supp\.|U\. ?S\.|S\. ?Ct\."
    r"|F\.[234]d) ?,).*$"
    r"|, (?:[A-Z][\w.]* ){0,2}Nos?\. ?(?=[^,;]*(?:\d[-:]\w|\d{4}))(?!.*[a-z]{4})"
    r"[\w.:/()&, -]{2,60}$"
)
_TAIL = re.compile(
    r"(?:[\s*_,]|, supra|, [Ss]lip [Oo]p(?:inion|\.) No\."
    r"|, (?:at|in|reported at)|\(\"[^\"()]{1,40}\"\))*$"
)
_SIGNAL = re.compile(
    r"(?:^|(?<=[\s(\[\"*_]))(?P<signal>(?:[Bb]ut )?[Ss]ee(?: generally)?"
    r"(?:,? also)?(?:,? e\. ?g\.)?"
    r"|[Ss]ee,? e\. ?g\.|[Ee]\. ?g\."
    r"|[Aa]ccord|[Cc]ontra|(?:[Bb]ut )?[Cc]f\.(?:,? e\. ?g\.)?|[Cc]ompare|[Ww]ith|[Qq]uoting"
    r"|[Cc]iting|[Cc]ited in|[Qq]uoted in|[Cc]iting,? e\.g\.|[Aa]s in)(?:,? ?[*_]*) *$"
)
_EMPHASIS = re.compile(r"[*_]{1,3}(?=\W|$)|(?:(?<=\W)|^)[*_]{1,3}")


@dataclass(frozen=True, slots=True)
class Caption:
    """A case name as written. Parties are None where there is no "v."."""

    name: str
    span: Span
    plaintiff: str | None = None
    defendant: str | None = None


def read_signal(text: str, limit: int, end: int) -> str | None:
    """The introductory signal that ends directly before `end`."""
    match = _SIGNAL.search(text, max(limit, end - 40), end)
    return " ".join(match["signal"].replace(",", "").split()) if match else None


def read_caption(text: str, limit: int, end: int, *, short: bool = False) -> Caption | None:
    """The name that ends directly before `end`.

    A name without "v." is taken when it opens with a procedural phrase, or when it is
    followed by a comma (short forms and names such as "Slaughter-House Cases").
    """
    limit = max(limit, end - _WINDOW)
    window = text[limit:end]
    tail = _TAIL.search(window)
    stop = tail.start() if tail else len(window)
    comma = "," in window[stop:]
    window = window[:stop]
    if not window:
        return None
    versus = _last(_VERSUS, window, 0)
    if versus is not None:
        foreign = _FOREIGN.search(window, versus.end())
        right = foreign.start() if foreign else len(window)
        if is_party(window[versus.end() : right]):
            start = left_edge(window, versus.start(), 0)
            return None if start is None else _caption(window[:right], start, limit, versus.span())
    after = versus.end() if versus else 0
    procedural = _last(_PROCEDURAL, window, after)
    if procedural is not None and is_party(window[procedural.end() :]):
        return _caption(window, procedural.start(), limit, None)
    if not comma:
        return None
    start = left_edge(window, len(window), after, list_commas=False)
    if start is None or not _is_whole_name(window[start:], short):
        return None
    return _caption(window, start, limit, None)


def _last(pattern: re.Pattern[str], window: str, start: int) -> re.Match[str] | None:
    found = None
    for match in pattern.finditer(window, start):
        found = match
    return found


def _caption(
    window: str, start: int, offset: int, versus: tuple[int, int] | None
) -> Caption | None:
    end = len(window.rstrip(" ,*_"))
    last = window[start:end].rsplit(" ", 1)[-1]
    if last.endswith(".") and not is_abbreviation(last):
        end -= 1
    name = _clean(window[start:end])
    if not name:
        return None
    span = Span(offset + start, offset + end)
    if versus is None:
        return Caption(name, span)
    return Caption(name, span, _party(window[start : versus[0]]), _party(window[versus[1] : end]))


def _party(words: str) -> str | None:
    """A party's name; None when nothing but a corporate ending is left of it."""
    name = _clean(words)
    return None if CORPORATE_ENDINGS.issuperset(name.split()) else name


def _clean(name: str) -> str:
    words = " ".join(_EMPHASIS.sub("", name).split())
    return words.replace(" ,", ",").strip(" ,")


def _is_whole_name(words: str, short: bool) -> bool:
    """Whether the words name a case without "v." ("Slaughter-House Cases", "Twombly")."""
    if not is_party(words):
        return False
    rest = [w for w in words.split() if w.strip(".,*_") not in NAME_SUFFIXES]
    if not rest or rest[0].startswith(("U.S", "U. S", "S.Ct", "Cir.", "L.Ed", "F.")):
        return False
    if short:
        return True
    return not any(c.isdigit() for c in words) and not (len(rest) == 1 and rest[0].endswith("."))
