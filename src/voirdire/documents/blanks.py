"""Characters that stand for what leaves the text, and the one way to put them in.

Input: a text and spans of it.
Output: the same text, of the same length, with the spans blanked. No character of a
file's own survives folding as one of the two signs.
"""

from collections.abc import Iterable
from typing import Final

from voirdire.findings import Span

# A mark within the text: emphasis, the call of a note, a soft hyphen.
GONE: Final = "\x00"
# Page furniture and notes: the running text was torn apart here.
TORN: Final = "\x01"
BLANK: Final = " \n\x00\x01"


def blank(flat: str, spans: Iterable[Span], sign: str) -> str:
    """The same text with the spans blanked."""
    parts: list[str] = []
    position = 0
    for span in sorted(spans):
        start, end = max(span.start, position), min(span.end, len(flat))
        if end > start:
            parts += (flat[position:start], sign * (end - start))
            position = end
    parts.append(flat[position:])
    return "".join(parts)
