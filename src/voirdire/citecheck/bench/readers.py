"""Published data sets of false citations to excerpts with labels.

`read_lephantomcite`: excerpts of briefs with false segments ("Who Checks the Citations?",
2026, section 8.3). `read_dahl`: what models said a case holds ("Large Legal Fictions", 2024),
put into the form of the former. Files are JSON, JSON Lines or CSV.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from voirdire.citecheck.bench.rows import Row, read_rows
from voirdire.citecheck.excerpts import Excerpt, FaultType, Label, Split

_TYPES: dict[str, FaultType] = {
    "nonexistent": "nonexistent_citation",
    "nonexistentcase": "nonexistent_citation",
    "nonexistentcitation": "nonexistent_citation",
    "fabricatedcitation": "nonexistent_citation",
    "mismatch": "case_name_mismatch",
    "namemismatch": "case_name_mismatch",
    "casenamemismatch": "case_name_mismatch",
    "falsepincite": "incorrect_pincite",
    "wrongpincite": "incorrect_pincite",
    "incorrectpincite": "incorrect_pincite",
    "misquote": "verbatim_misquote",
    "misquotation": "verbatim_misquote",
    "verbatimmisquote": "verbatim_misquote",
    "misrepresentation": "content_misrepresentation",
    "contentmismatch": "content_misrepresentation",
    "contentmisrepresentation": "content_misrepresentation",
}
_SEGMENTS = ("hallucinations", "hallucinated_segments", "labels")
_OPTIONAL = ("optional", "optional_hallucinations", "optional_labels", "optional_segments")
# The published files are named "a-v-b_238053664_part12.pdf": one part of one brief.
_PART = re.compile(r"_part\d+(\.\w+)?$")
_NO_ANSWER = "-99"
"""The `correctness_score` of a row in which the model gave no usable answer."""


def read_lephantomcite(path: Path) -> list[Excerpt]:
    """The excerpts of a file of the published LePhantomCite.

    A row has the text of an excerpt and its false segments: a mapping of segment to type, a
    list of segments (without types), or a list of {"text", "type"}; segments that may be
    flagged and need not be (section 8.4) stand the same way in a field of their own. A
    segment is found in the text with white space folded; the label has the text's own characters.

    Raises:
        DatasetError: a row lacks a field, names an unknown type, or has a segment that its
            text does not hold.
    """
    return [_excerpt_of_brief(row) for row in read_rows(path)]


def _excerpt_of_brief(row: Row) -> Excerpt:
    text = row.text("text", "excerpt", "document_excerpt", "segment")
    name = row.text_or_empty("id", "filename", "file", "name") or f"{row.path.stem}-{row.line}"
    document = row.text_or_empty("document", "brief", "source") or _PART.sub("", name)
    if row.value(*_SEGMENTS) is None and not any(key.casefold() in _SEGMENTS for key in row.fields):
        raise row.error(f"has no {_SEGMENTS[0]}")
    labels = [_label(row, text, *pair, optional=False) for pair in _segments(row, _SEGMENTS)]
    labels += [_label(row, text, *pair, optional=True) for pair in _segments(row, _OPTIONAL)]
    return Excerpt(name, document, text, tuple(labels), _split(row), dataset="lephantomcite")


def _split(row: Row) -> Split:
    written = row.text_or_empty("split").casefold() or "test"
    for split in get_args(Split):
        if written == split:
            known: Split = split
            return known
    raise row.error(f"split is {written!r}, not train or test")


def _segments(row: Row, names: tuple[str, ...]) -> Iterator[tuple[str, object]]:
    """(segment, type as written or None) of a field in any of its forms."""
    value = row.structure(*names)
    if value is None:
        return
    if isinstance(value, dict):
        yield from ((str(segment), kind) for segment, kind in value.items())
        return
    if not isinstance(value, list | tuple):
        raise row.error(f"{names[0]} is {type(value).__name__}, not a mapping or a list")
    for item in value:
        if isinstance(item, str):
            yield item, None
        elif isinstance(item, dict) and isinstance(item.get("text"), str):
            yield item["text"], item.get("type")
        else:
            raise row.error(f"{names[0]} holds {item!r:.60}, not a segment")


def _label(row: Row, text: str, segment: str, kind: object, *, optional: bool) -> Label:
    words = segment.split()
    if not words:
        raise row.error("has an empty segment")
    places = list(re.finditer(r"\s+".join(map(re.escape, words)), text))
    if not places:
        raise row.error(f"its text does not hold the segment {segment[:60]!r}")
    start = places[0].start() if len(places) == 1 else None
    return Label(places[0][0], _fault_type(row, kind), start=start, optional=optional)


def _fault_type(row: Row, written: object) -> FaultType | None:
    if written is None or written == "":
        return None
    letters = "".join(filter(str.isalpha, str(written).casefold()))
    if letters not in _TYPES:
        raise row.error(f"{written!r:.60} is no type of hallucination that is known")
    return _TYPES[letters]


def read_dahl(path: Path) -> list[Excerpt]:
    """The central-holding rows of Dahl et al. as excerpts: a statement, then its citation.

    The label is the whole statement where the row says that it is a hallucination. All rows
    of one case share a `document`. A row whose `correctness_score` is -99 is left out: the
    model gave no answer there. The labels of the original data say whether two answers of a
    model agree, not whether the first is true.

    Raises:
        DatasetError: a row lacks its citation, year, `llm_output_1` or hallucination flag.
    """
    answers = (row for row in read_rows(path) if not _is_no_answer(row))
    return [_excerpt_of_answer(row) for row in answers]


def _is_no_answer(row: Row) -> bool:
    return str(row.value("correctness_score")).removesuffix(".0") == _NO_ANSWER


def _excerpt_of_answer(row: Row) -> Excerpt:
    citation = row.text("citation").strip()
    year = row.text("year").strip().removesuffix(".0")
    if not re.fullmatch(r"[12]\d{3}", year):
        raise row.error(f"year is {year!r}")
    statement = row.text("llm_output_1").strip()
    if not statement:
        raise row.error("llm_output_1 is blank")
    case = row.text_or_empty("case_name", "name").strip()
    cited = f"{case}, {citation} ({year})." if case else f"{citation} ({year})."
    false = row.flag("hallucination")
    label = Label(statement, "content_misrepresentation", start=0)
    name = row.text_or_empty("id") or f"{row.path.stem}-{row.line}"
    return Excerpt(
        name, citation, f"{statement} {cited}", (label,) if false else (), dataset="dahl"
    )
