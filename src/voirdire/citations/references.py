"""Find id., ibid. and supra, and cases named again without a number.

Input: folded text; for references by name also the citations found in it.
Output: `Core`s of kind id and supra; references as citations.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from voirdire.citations.captions import Caption, read_caption
from voirdire.citations.cores import Core
from voirdire.citations.name_words import COMMON_PARTIES, LEAD_INS, NAME_SUFFIXES, is_abbreviation
from voirdire.citations.trailers import Pins, read_pins
from voirdire.citations.types import Citation
from voirdire.findings import Span

_ID = re.compile(
    r"[Ii](?<![\w.@/-][Ii])(?:d\.|bid\b\.?|D\.|BID\b\.?|d(?=,? at (?:pp?\. ?)?[*\d])|d(?= §))"
    r"(?![\w@-])"
)
# Patterns begin with a letter or two, which the regex engine can search for fast.
_SUPRA = re.compile(
    r"upra(?<=[Ss]upra)(?<!\w[Ss]upra)\b(?:,? (?:at )?(?:n\.|nn\.|note|notes) ?\d{1,3})?"
)
_NOTE_BEFORE = re.compile(r"\b(?:nn?\.|notes?) ?\d{1,3}, $")
_SUPRA_REACH = 120
_NO_CITATION = re.compile(
    r",? (?:at )?(?:[Pp]arts?|[Ss]ections?|§|[Pp]oints?|pp?\. |[Aa]rgument|[Ss]ecs?\."
    r"|[Ff]igure|[Ff]n|[Cc]hapter|pages?|[Nn]ote [A-Z]|[IVX]+\b)"
)
# "Wren, supra, 25 Cal.3d at p. 441": the numbers are the citation.
_NUMBERS_NEXT = re.compile(r",? \d{1,4} [A-Z]")
_NAME_BEFORE = re.compile(r",? ?[*_]*$")
_BARE = re.compile(r"(?:[A-Z][\w.'-]*(?: (?:[A-Z][\w.'-]*|&|of|the)){0,6})$")


def scan_ids(text: str) -> Iterator[Core]:
    """Id. and ibid., without their pins."""
    for match in _ID.finditer(text):
        yield Core("id", *match.span())


def scan_supras(text: str) -> Iterator[Core]:
    """Supra, with the note that it points to where one is written."""
    for match in _SUPRA.finditer(text):
        start, end = match.start() - 1, match.end()
        if not _NUMBERS_NEXT.match(text, end):
            note = _NOTE_BEFORE.search(text, max(0, start - 12), start)
            yield Core("supra", note.start() if note else start, end)


def names_a_note(written: str) -> bool:
    """Whether a supra says the note it points to ("supra note 4", "n. 4, supra")."""
    return "n" in written


def read_supra_name(text: str, limit: int, supra: Core) -> Caption | None:
    """The name before a supra, right of `limit`; None for a supra to a part of the brief."""
    start = supra.start
    limit = max(limit, start - _SUPRA_REACH)
    limit = max(limit, text.rfind("\n", limit, start) + 1)
    before = _NAME_BEFORE.search(text, limit, start)
    end = before.start() if before else start
    if text.startswith(",", end):
        # read_caption wants the comma that a short name ends with.
        name = read_caption(text, limit, end + 1, short=True)
    else:
        name = _bare_name(text, limit, end)
    if name is None or name.defendant is not None or names_a_note(text[start : supra.end]):
        return name
    return None if _NO_CITATION.match(text, supra.end) else name


def _bare_name(text: str, limit: int, end: int) -> Caption | None:
    match = _BARE.search(text, limit, end)
    if match is None:
        return None
    words = match.group().split()
    start = match.start()
    while words and words[0].rstrip(".") in LEAD_INS | {"The"}:
        start += len(words.pop(0)) + 1
    return Caption(" ".join(words), Span(start, end)) if words else None


@dataclass(frozen=True, slots=True)
class NamedAgain:
    """A case named without numbers: where, and the pin that follows ("Daubert at 595")."""

    span: Span
    name: str
    pins: Pins | None


_CAPITAL = re.compile(r"(?<![\w'.&/-])[A-Z][A-Za-z']*(?:-[A-Z]?[A-Za-z']+)*")
_WORD_BEFORE = re.compile(r"(\S*)[ \n](?:the )?$")
_LEADING = frozenset(
    "in In under Under from From unlike Unlike like Like since Since after After by By of than "
    "with With see See to To and or both Both as As per following applying overruled overruling "
    "citing quoting that before pre-".split()
)
_VERB_AFTER = re.compile(
    r"(?:'s?)? (?:court|Court|Courts|majority|dissent|plurality|panel|decision|opinion|rule|test"
    r"|standard|"
    r"holding|held|holds|is|was|does|did|requires|required|made|makes|involved|establish|"
    r"established|teaches|explained|recognized|also|itself|and its progeny|decided|factors?|"
    r"framework|analysis|inquiry|line|progeny|concerned|controls?|applies|applied|stands?)\b"
)


def find_references(
    text: str, citations: Sequence[Citation], own_names: frozenset[str]
) -> list[NamedAgain]:
    """Places where a case that was cited in full before is named without numbers.

    A name is taken only with a word around it that speaks of a case ("in Twombly", "Twombly
    held", "Twombly's rule", "Twombly at 556"), never inside another citation, and never when
    it is the name of one of the document's own parties.
    """
    known = _first_mentions(citations)
    for name in own_names:
        known.pop(name, None)
    if not known:
        return []
    taken = sorted((c.span.start, c.span.end) for c in citations)
    found: list[NamedAgain] = []
    index, reach = 0, -1
    for match in _CAPITAL.finditer(text):
        name = match.group().removesuffix("'s").rstrip("'")
        since = known.get(name)
        start = match.start()
        if since is None or start < since:
            continue
        while index < len(taken) and taken[index][0] <= start:
            reach = max(reach, taken[index][1])
            index += 1
        if start < reach or not _stands_alone(text, start, match.end()):
            continue
        pins = (
            read_pins(text, match.end(), match.end() + 60) if _AT.match(text, match.end()) else None
        )
        if pins is None and not _speaks_of_a_case(text, start, start + len(name)):
            continue
        end = pins.span.end if pins else start + len(name)
        found.append(NamedAgain(Span(start, end), name, pins))
    return found


_AT = re.compile(r",? at (?:pp?\. ?)?\*?\d")
_PART_BEFORE = re.compile(r"(?:[A-Z][\w.'&-]*|&|v\.?|vs\.|\bde|\bof|\d),? $")
_PART_AFTER = re.compile(r" (?:v\.?|vs\.|&|[A-Z])|, (?:Inc|LLC|Ltd|Jr|Sr|supra|infra|\d)|-[A-Z]")


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether the word is no part of a longer name ("Judge Twombly", "Twombly Corp.")."""
    before = _PART_BEFORE.search(text, max(0, start - 24), start)
    if before is not None and before.group().strip(" ,") not in _LEADING | LEAD_INS:
        return False
    after = _PART_AFTER.match(text, end)
    return after is None or (after.group() == " C" and text.startswith(" Court", end))


def _speaks_of_a_case(text: str, start: int, end: int) -> bool:
    if _VERB_AFTER.match(text, end):
        return True
    before = _WORD_BEFORE.search(text, max(0, start - 24), start)
    return not (
        before is None
        or before.group(1).strip('("')
        not in (
            "in",
            "In",
            "under",
            "Under",
            "unlike",
            "Unlike",
            "citing",
            "quoting",
            "overruled",
            "overruling",
            "applying",
            "following",
            "post-",
            "see",
            "See",
        )
    )


def _first_mentions(citations: Sequence[Citation]) -> dict[str, int]:
    """Short names of the cases cited in full, with the end of the first such citation."""
    known: dict[str, int] = {}
    for citation in citations:
        if citation.kind not in ("full", "database", "docket", "unknown"):
            continue
        for name in short_names(citation):
            end = citation.span.end
            known[name] = min(known.get(name, end), end)
    return known


def short_names(citation: Citation) -> tuple[str, ...]:
    """The one word by which each party may be called again; none for common parties."""
    names = []
    for party in (citation.plaintiff, citation.defendant):
        if party is None:
            continue
        word = _distinctive(party)
        if word is not None:
            names.append(word)
    return tuple(names)


def _distinctive(party: str) -> str | None:
    words = [w.strip(",()") for w in party.replace(" et al.", "").split()]
    words = [w for w in words if w not in NAME_SUFFIXES]
    if not words or len(words) > 2:
        return None
    word = words[-1] if len(words) == 1 or is_abbreviation(words[0]) else words[0]
    if len(words) == 2 and words[0][:1].islower():
        return None
    if len(word) < 4 or word.endswith(".") or not word[:1].isupper() or word in COMMON_PARTIES:
        return None
    return word
