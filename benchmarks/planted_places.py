"""Places where a fault can be planted, chosen by the labels of the data and by nothing else.

Input: a data folder. Output: one `Place` a labelled citation, with the spans of its core,
parties, pin, year, court and quotation in the document's text, each None where the data or
a plain expression cannot say where it stands.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.documents import citing_documents, rows

FORMS = {
    "FullCaseCitation": "full",
    "ShortCaseCitation": "short",
    "SupraCitation": "supra",
    "IdCitation": "id",
    "ReferenceCitation": "reference",
}
_CIRCUITS = "First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth Eleventh".split()
_ORDINALS = "1st 2d 3d 4th 5th 6th 7th 8th 9th 10th 11th".split()
_CIRCUIT_WRITTEN = re.compile(r"(\d+(?:st|d|nd|rd|th) Cir\.|D\.\s?C\. Cir\.|Fed\. Cir\.)\s*$")
_LONGEST = 100_000
"""Characters of the longest document that is altered: each copy is checked whole."""
_ENOUGH_WORDS = 5
_RUNNING_HEAD = "Cite as:"
_SIGNALS = frozenset("see in also cf accord e.g. compare contra under and citing quoting".split())

# What is left of a party that the label cuts short: "Co., Inc.".
_CORPORATE = re.compile(r"\b(?:Co|Inc|Corp|Ltd|LLC|L\.L\.C|Company)\b")

Range = tuple[int, int]
"""Half-open range of characters in a document's text."""


@dataclass(frozen=True, slots=True)
class HeldOpinion:
    """A cited opinion: where it is printed, and each page's words by number."""

    id: str
    names: tuple[str, ...]
    volume: str
    reporter: str
    first: int
    last: int
    year: int | None
    circuit: str | None
    pages: dict[int, str] = field(repr=False, compare=False)

    @property
    def place(self) -> str:
        """Volume, reporter and first page."""
        return f"{self.volume} {self.reporter} {self.first}"


@dataclass(frozen=True, slots=True)
class Place:
    """One labelled citation of one document."""

    document: str
    form: str
    cited: str
    opinion: HeldOpinion | None
    core: Range
    end: int
    parties: tuple[Range, Range] | None = None
    pin: Range | None = None
    pin_page: int | None = None
    pin_is_inside: bool = False
    year: Range | None = None
    circuit: Range | None = None
    quotation: Range | None = None
    has_quotation: bool = False


def read_opinions(data: Path) -> dict[str, HeldOpinion]:
    """Every opinion with marked pages of a known reporter, by id."""
    held = {}
    captions: dict[str, list[str]] = {}
    for row in rows(data / "facts/case_facts.jsonl.gz"):
        for citation in row["citations"]:
            captions.setdefault(citation, []).append(row["name"])
    for row in rows(data / "opinions/opinions_paged.jsonl.gz"):
        opinion = opinion_of(row, captions)
        if opinion is not None:
            held[opinion.id] = opinion
    return held


def opinion_of(row: dict, captions: dict[str, list[str]]) -> HeldOpinion | None:
    """An opinion of the data, with the captions that lists give at its citations."""
    printed = re.fullmatch(r"(\d+) (.+) (\d+)", row["page_citation"] or "")
    if printed is None or not str(row["last_page"]).isdigit():
        return None
    names = [row["name"], row["name_abbreviation"]]
    names += [name for c in row["citations"] for name in captions.get(c, ())]
    year = re.match(r"\d{4}", row["date"] or "")
    return HeldOpinion(
        row["id"],
        tuple(dict.fromkeys(filter(None, names))),
        printed[1],
        printed[2],
        int(printed[3]),
        int(row["last_page"]),
        int(year[0]) if year else None,
        _circuit_of(row["court"] or ""),
        _pages(row["pages"]),
    )


def _pages(pages: list[dict]) -> dict[int, str]:
    texts: dict[int, str] = {}
    for page in pages:
        if str(page["page"]).isdigit():
            number = int(page["page"])
            texts[number] = f"{texts.get(number, '')} {page['text']}".strip()
    return texts


def _circuit_of(court: str) -> str | None:
    """A federal court of appeals as a citation writes it."""
    if match := re.fullmatch(r"ca(\d+)", court):
        return f"{_ORDINALS[int(match[1]) - 1]} Cir."
    if court == "cadc" or "D.C. Circuit" in court:
        return "D.C. Cir."
    if court == "cafc" or "Federal Circuit" in court:
        return "Fed. Cir."
    for number, word in enumerate(_CIRCUITS):
        if f"{word} Circuit" in court and "Appeals" in court:
            return f"{_ORDINALS[number]} Cir."
    return None


def read_places(data: Path) -> tuple[dict[str, str], list[Place]]:
    """The citing documents' texts by id, and a place for every labelled citation in them.

    Left out are labels on a slip opinion's own running head ("Cite as: 550 U. S. 544").
    """
    labels = list(rows(data / "opinions/natural_citations.jsonl.gz"))
    citing = {label["citing"] for label in labels}
    documents = [d for d in citing_documents(data) if d.id in citing]
    texts = {d.id: d.text for d in documents if len(d.text) <= _LONGEST}
    opinions = read_opinions(data)
    places = []
    for label in labels:
        text = texts.get(label["citing"], "")
        ahead = text[: label["start"]][-20:].rstrip()
        if text and not ahead.endswith(_RUNNING_HEAD):
            places.append(place_of(label, text, opinions))
    return texts, places


def place_of(label: dict, text: str, opinions: dict[str, HeldOpinion]) -> Place:
    """Where the parts of one labelled citation stand in its document."""
    form = FORMS[label["form"]]
    start = label["start"]
    core_text = re.match(
        r"\d+ [^\d(]{1,25}(?:2d|3d|4th)?\s*(?:at\s*)?\d+", text[start : start + 60]
    )
    core = (start, start + (len(core_text[0]) if core_text else len(label["cite"].split(" ")[0])))
    opinion = opinions.get(label["cited"])
    if opinion is not None and label["cited_citation"] != opinion.place:
        opinion = None
    pin = _pin(label, text, start) if opinion is not None else None
    year, circuit = _court_and_year(label, text, core, opinion) if form == "full" else (None, None)
    return Place(
        label["citing"],
        form,
        label["cited"],
        opinion,
        core,
        max(part[1] for part in (core, pin, year) if part is not None),
        _parties(label, text, start) if form == "full" else None,
        pin,
        label.get("pincite_page"),
        bool(label.get("in_range")) and bool(label.get("page_present")),
        year,
        circuit,
        _quotation(label, text, start),
        label.get("quote") is not None,
    )


def _pin(label: dict, text: str, start: int) -> Range | None:
    """The pin with the rest of its range ("555-56"): the number the label gives."""
    page = label.get("pincite_page")
    if page is None:
        return None
    pattern = rf"(?:,|\bat|\bp\.)\s*({page}(?:\s?[-–—]\s?\d+)?)(?!\d|\s+(?:U\.|S\.|F\.|L\.))"
    match = re.compile(pattern).search(text, start, start + 70)
    return match.span(1) if match else None


def _parties(label: dict, text: str, start: int) -> tuple[Range, Range] | None:
    """The two parties, where the whole caption stands directly before the citation."""
    sides = (label["case_name_as_cited"] or "").split(" v. ")
    if len(sides) != 2 or not all(_CORPORATE.sub("", side).strip(" .,&") for side in sides):
        return None
    spaced = [r"\s+".join(map(re.escape, side.split())) for side in sides]
    before = max(0, start - 300)
    match = re.search(rf"({spaced[0]})\s+v\.\s+({spaced[1]}),\s*$", text[before:start])
    if match is None:
        return None
    ahead = text[:before] + text[before : before + match.start()]
    if not _begins_here(ahead[-40:]):
        return None
    (a, b), (c, d) = match.span(1), match.span(2)
    return (before + a, before + b), (before + c, before + d)


def _begins_here(ahead: str) -> bool:
    """Whether a caption can begin after these words: a signal, or the end of a sentence."""
    words = ahead.split()
    if not words:
        return True
    last = words[-1]
    return last.lower().strip("(,;") in _SIGNALS or last[-1] in ';.:)("”' or last == "e.g.,"


def _court_and_year(
    label: dict, text: str, core: Range, opinion: HeldOpinion | None
) -> tuple[Range | None, Range | None]:
    """The year, and the circuit before it, where both the label and the opinion agree."""
    match = re.compile(r"\(([^()]{0,40}?)((?:18|19|20)\d\d)\)").search(text, core[1], core[1] + 120)
    if match is None or opinion is None or opinion.year is None:
        return None, None
    between = text[core[1] : match.start()]
    if " v. " in between or ";" in between or "\n\n\n" in between:
        return None, None
    if not int(match[2]) == opinion.year == int(label["year"] or 0):
        return None, None
    court = _CIRCUIT_WRITTEN.search(match[1])
    if court is None or opinion.circuit is None:
        return match.span(2), None
    written = court[1].replace("D. C.", "D.C.").replace("nd", "d").replace("rd", "d")
    if written != opinion.circuit:
        return match.span(2), None
    return match.span(2), (match.start(1) + court.start(1), match.start(1) + court.end(1))


def _quotation(label: dict, text: str, start: int) -> Range | None:
    """The quotation that stands word for word on the page pinned, by the data's own look."""
    if not label.get("quote_on_page") or len(label["quote"].split()) < _ENOUGH_WORDS:
        return None
    at = text.rfind(label["quote"], max(0, start - 4000), start)
    return (at, at + len(label["quote"])) if at >= 0 else None
