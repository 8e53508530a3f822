"""Numbers in figures and in English words, as patterns and as their values."""

import re
from fractions import Fraction

_SMALL = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen".split()
    )
}
_TENS = {
    word: 10 * value
    for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
} | {"fourty": 40}
_SCALES = {
    "thousand": 10**3,
    "lakh": 10**5,
    "lac": 10**5,
    "million": 10**6,
    "crore": 10**7,
    "billion": 10**9,
}
_PARTS = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
# What may follow figures: "2.3M", "5 lakh".
_SHORT = {"k": 10**3, "m": 10**6, "mn": 10**6, "bn": 10**9, "b": 10**9}

_UNIT = "one|two|three|four|five|six|seven|eight|nine"
_TEN = "|".join(_TENS)
_BELOW = (
    rf"(?:(?:{_UNIT})[\s-]and[\s-](?:{_TEN})|(?:{_TEN})(?:[\s-](?:{_UNIT})(?![a-z]))?"
    rf"|{'|'.join(sorted(_SMALL, key=len, reverse=True))})"
)
_HUNDREDS = rf"(?:(?:{_BELOW}|an?)[\s-]hundred(?:\s(?:and\s)?{_BELOW})?|{_BELOW})"
_SCALE = "|".join(_SCALES)
# "two hundred and five thousand and six", "a thousand", "five and twenty".
WORDS = (
    rf"(?:(?:(?:{_HUNDREDS}|an?)[\s-](?:{_SCALE})(?:,?\s(?:and\s)?)?){{1,4}}{_HUNDREDS}"
    rf"|(?:(?:{_HUNDREDS}|an?)[\s-](?:{_SCALE})(?:,?\s(?:and\s)?(?=an?\b|{_BELOW}))?){{1,4}}"
    rf"|{_HUNDREDS})"
)
# "1,20,000" is a lakh and more; "150,00" is no number of English.
FIGURES = r"(?:\d{1,3}(?:,\d{2,3}){0,5},\d{3}(?:\.\d{1,6})?|\d{1,18}(?:\.\d{1,6})?)[½¼¾]?"
SCALE = rf"(?:\s?(?:{_SCALE})s?(?![a-z])|(?:k|mn|m|bn|b)(?![a-z]))"

_NUMBER = re.compile(rf"({FIGURES})({SCALE})?", re.IGNORECASE)


def read_number(text: str) -> Fraction:
    """The value of what `FIGURES` with `SCALE`, or `WORDS`, matched."""
    match = _NUMBER.fullmatch(text)
    if not match:
        return Fraction(_read_words(text))
    figures, scale = match[1].replace(",", ""), (match[2] or "").strip().lower()
    part = _PARTS.get(figures[-1:], Fraction(0))
    value = Fraction(figures.rstrip("½¼¾")) + part
    return value * (_SHORT.get(scale) or _SCALES.get(scale.removesuffix("s"), 1))


def _read_words(text: str) -> int:
    total = current = 0
    for word in re.findall(r"[a-z]+", text.lower()):
        if word in _SCALES:
            total += (current or 1) * _SCALES[word]
            current = 0
        elif word == "hundred":
            current = (current or 1) * 100
        elif word in ("a", "an"):
            current += 1
        else:
            current += _SMALL.get(word, 0) + _TENS.get(word, 0)
    return total + current
