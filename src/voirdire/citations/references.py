"""Find id., ibid. and supra, and cases named again without a number.

Input: folded text; for references by name also the full citations found.
Output: `Core`s of kind id and supra; spans of names for references.
"""

import re
from collections.abc import Iterator, Sequence

from voirdire.citations.captions import Caption, read_caption
from voirdire.citations.cores import Core
from voirdire.citations.name_words import LEAD_INS, NAME_CONNECTORS
from voirdire.citations.types import Citation
from voirdire.findings import Span

_ID = re.compile(
    r"(?<![\w.@/-])(?:[Ii]d\.|[Ii]bid\b\.?|ID\.|IBID\b\.?|[Ii]d(?=,? at (?:pp?\. ?)?[*\d])|[Ii]d(?= §))(?![\w@-])"
)
_SUPRA = re.compile(r"\b[Ss]upra\b(?:,? (?P<note>(?:at )?(?:n\.|nn\.|note|notes) ?\d{1,3}))?")
_NO_CITATION = re.compile(
    r",? (?:at )?(?:[Pp]arts?|[Ss]ections?|§|[Pp]oints?|pp?\. |[Aa]rgument|[Ss]ecs?\.|[Ff]igure|[Ff]n|[Cc]hapter|pages?|[Nn]ote [A-Z]|[IVX]+\b)"
)
_NAME_BEFORE = re.compile(r",? ?[*_]*$")


def scan_ids(text: str) -> Iterator[Core]:
    """Id. and ibid., without their pins."""
    for match in _ID.finditer(text):
        yield Core("id", *match.span())


def scan_supras(text: str) -> Iterator[tuple[Core, Caption | None]]:
    """Supra with the name or the note it points to; supra to a part of the brief is none."""
    for match in _SUPRA.finditer(text):
        limit = max(0, match.start() - 120)
        limit = max(limit, text.rfind("\n", limit, match.start()) + 1)
        before = _NAME_BEFORE.search(text, limit, match.start())
        end = before.start() if before else match.start()
        # read_caption wants the comma that a short name ends with.
        comma = text.startswith(",", end)
        name = read_caption(text, limit, end + 1 if comma else end, short=True) if comma else None
        if name is None and not comma:
            name = _bare_name(text, limit, end)
        part = match["note"] is None and _NO_CITATION.match(text, match.end()) is not None
        if (name is not None and not (part and name.defendant is None)) or match["note"]:
            yield Core("supra", *match.span()), name


_BARE = re.compile(r"(?:[A-Z][\w.'’-]*(?: (?:[A-Z][\w.'’-]*|&|of|the))*)$")


def _bare_name(text: str, limit: int, end: int) -> Caption | None:
    match = _BARE.search(text, limit, end)
    if match is None:
        return None
    words = match.group().split()
    start = match.start()
    while words and words[0].rstrip(".") in LEAD_INS | {"The"}:
        start += len(words.pop(0)) + 1
    name = " ".join(words)
    return Caption(name, Span(start, end)) if words else None


_CAPITAL = re.compile(r"(?<![\w'’.-])[A-Z][A-Za-z'’-]{2,}(?:(?: |-)(?:[A-Z][A-Za-z.'’-]*|&|of))*")
_BEFORE_REFERENCE = re.compile(
    r"(?:\b(?:[Ii]n|[Uu]nder|[Ff]rom|[Uu]nlike|[Ll]ike|[Ss]ince|[Aa]fter|[Bb]y|[Oo]f|[Tt]han|[Ww]ith|[Ss]ee|[Tt]o|and|or|on|[Bb]oth|[Aa]s|[Pp]er|[Ff]ollowing|[Aa]pplying|[Oo]verruled|[Cc]iting|that|[Bb]efore|post-?|pre-?) |[.;:,)\"”] |^|\n)$"
)


def find_references(text: str, citations: Sequence[Citation]) -> list[tuple[Span, Citation]]:
    """Names of cases cited in full before, standing without numbers."""
    names: dict[str, Citation] = {}
    for citation in citations:
        if citation.kind in ("full", "database", "docket", "unknown"):
            for name in short_names(citation):
                names.setdefault(name, citation)
    if not names:
        return []
    return []


def short_names(citation: Citation) -> list[str]:
    """How a case may be called once it has been cited."""
    if citation.defendant is None or citation.plaintiff is None:
        return []
    return [
        word
        for party in (citation.plaintiff, citation.defendant)
        for word in [party.split(",")[0]]
        if word not in NAME_CONNECTORS
    ]
