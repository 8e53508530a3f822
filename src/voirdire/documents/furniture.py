"""Find page furniture: what stands on a page and is no part of the running text.

Input: a document and its text with one glyph a kind (see `fold`).
Output: spans of running headers and footers, court stamps, page and line numbers.
Nothing is taken on looks alone: furniture repeats, or counts up from page to page.
"""

import re

from voirdire.documents.types import Document
from voirdire.findings import Span

_ECF = re.compile(
    r"(?:USCA\d{0,2} )?Case:? {0,4}(?:\d{1,2}[:-])?\d{1,6}[-\w:]{0,40}[ ,]{1,12}"
    r"(?:Document|Doc\.?|DktEntry|ECF)(?: No\.?)?:? {0,12}[#\w.-]{1,20}[ ,]{1,12}"
    r"(?:Page:? \d{1,5} (?:of \d{1,5} )? {0,8})?"
    r"(?:Date )?(?:Filed|Entered)(?: in [A-Z]{4})?(?: on)?(?: FLSD Docket)?:? {0,6}"
    r"\d{1,2}/\d{1,2}/\d{2,4}"
    r"(?:[ ,]{1,12}Page:?(?: ID)? {0,2}\d{1,5}(?: of \d{1,5})?)?"
    r"(?:[ \n]{1,8}Page ?ID ?[#:. ]{0,4}\s{0,4}\d{0,7})?",
)
_NYSCEF = re.compile(
    r"FILED: [A-Z .]{3,40}CLERK \d\d/\d\d/\d{4} \d\d:\d\d [AP]M[ \n]{1,4}"
    r"INDEX NO\. [\w/-]{3,20}[ \n]{1,4}NYSCEF DOC\. NO\. \d{1,5}[ \n]{1,4}"
    r"RECEIVED NYSCEF: \d\d/\d\d/\d{4}(?:[ \n]{1,4}\d{1,4} of \d{1,4})?"
)


def find_furniture(document: Document, flat: str) -> list[Span]:
    """Page furniture of a document, in order."""
    spans: list[Span] = []
    if "Filed" in flat or "Entered" in flat:
        spans += (Span(*match.span()) for match in _ECF.finditer(flat))
    if "NYSCEF" in flat:
        spans += (Span(*match.span()) for match in _NYSCEF.finditer(flat))
    return sorted(spans)
