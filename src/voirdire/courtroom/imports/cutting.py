"""A long text to parts of bounded length, cut where sentences end; short parts to fewer.

Nothing is lost and nothing is added: the words of the parts, in order, are the words of the text.
"""

import math
import re
from collections.abc import Sequence

# Pieces of patterns for judgments: a stop that ends a sentence, looked back at from behind it, and
# what begins the next.
NO_ABBREVIATION = r"(?<!\bv\.)(?<!\bno\.)(?<!\bnos\.)(?<!\bMr\.)(?<!\b[A-Z]\.)"
NEXT_SENTENCE = r"(?=[\"“‘(]?[A-Z])"

# An end of a sentence before a capital, a figure or a bracket, or the dash that is the turn
# mark of printed testimony.
_END = re.compile(
    r"(?<=[.?!])[\"'”’)\]]{0,3}\s+(?=[\"'“‘(\[]{0,3}[A-Z0-9])|(?<=—)\s*(?=\S)|(?<=;)\s+"
)
# A stop behind these ends no sentence: "Mr.", "12 l. 10 s.", "No.", initials.
_NO_END = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Messrs|Dr|St|No|Nos|Rev|Hon|Capt|Col|Gen|Jun|Sen|Jr|Sr|v|vs|cf|para|paras"
    r"|art|Art|Inc|Co|Corp|Ltd|U\.S|[A-Z])|\d\s?[lsd])\.\Z"
)


def count_words(text: str) -> int:
    """Words of a text: what white space parts."""
    return len(text.split())


def cut_text(text: str, most: int) -> list[str]:
    """A text in consecutive parts of at most `most` words, about equally long.

    It is cut at line ends where that does, else at the ends of sentences, and within one only
    when the sentence alone is longer.
    """
    total = count_words(text)
    if total <= most:
        return [text]
    due = math.ceil(total / math.ceil(total / most) * 1.05)
    parts: list[str] = []
    current, words = "", 0
    for piece in _pieces(text, most):
        n = count_words(piece)
        if words and words + n > min(due, most):
            parts.append(current.strip())
            current, words = "", 0
        current += piece
        words += n
    if words:
        parts.append(current.strip())
    return parts


def _pieces(text: str, most: int) -> list[str]:
    """Lines with their ends; of lines that are too long, sentences; of those, runs of words."""
    pieces: list[str] = []
    for line in text.splitlines(keepends=True):
        if count_words(line) <= most // 3:
            pieces.append(line)
            continue
        for sentence in _sentences(line):
            if count_words(sentence) <= most // 2:
                pieces.append(sentence)
                continue
            words = re.findall(r"\S+\s*", sentence)
            step = most // 2
            pieces += ["".join(words[at : at + step]) for at in range(0, len(words), step)]
    return pieces


def _sentences(line: str) -> list[str]:
    sentences: list[str] = []
    start = 0
    for match in _END.finditer(line):
        if not _NO_END.search(line, max(start, match.start() - 12), match.start()):
            sentences.append(line[start : match.end()])
            start = match.end()
    sentences.append(line[start:])
    return sentences


def pack(texts: Sequence[str], most: int, joint: str = "\n") -> list[str]:
    """Consecutive texts run together while they stay under `most` words; longer ones are cut."""
    packed: list[str] = []
    room = 0
    for text in texts:
        for part in cut_text(text, most):
            n = count_words(part)
            if packed and n <= room:
                packed[-1] += joint + part
                room -= n
            else:
                packed.append(part)
                room = most - n
    return packed
