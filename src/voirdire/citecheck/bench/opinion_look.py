"""A plain look into the held opinions: does a quotation stand there, and on which page?

Input: words of a filing and the id of a case. Output: whether all of the letters and digits
stand in the opinion, in one piece, or in order where the filing leaves words out or brackets
them. Written for the builder and nothing else, so that the labels of a benchmark do not rest
on the checker that it measures.
"""

import re
from collections.abc import Mapping, Sequence

from voirdire.authorities.library import Library
from voirdire.authorities.types import Case, Opinion
from voirdire.citecheck.bench.extraction import Mention
from voirdire.citecheck.bench.injection import plain
from voirdire.findings import Span

FEWEST_LETTERS = 25
"""A quotation with fewer letters and digits stands in too many opinions."""

_GAPS = re.compile(r"\[[^\]]*\]|(?:\. ?){3,4}|…|\* \* \*")
# How many letters may be left out between two pieces of one quotation.
_FARTHEST = 3000


class OpinionLook:
    """The letters of held opinions, whole and by page, read once each."""

    def __init__(self, library: Library, cases: Mapping[str, Case]) -> None:
        self._library = library
        self._cases = cases
        self._letters: dict[str, str] = {}
        self._opinions: dict[str, Opinion | None] = {}
        self._pages: dict[tuple[str, str, str], dict[str, str]] = {}

    def letters(self, case: str) -> str:
        """The letters and digits of an opinion; empty when no text is held."""
        if case not in self._letters:
            opinion = self._opinion(case)
            self._letters[case] = plain(opinion.text) if opinion else ""
        return self._letters[case]

    def is_verbatim(self, case: str, words: str) -> bool:
        """Whether a quotation stands in the opinion, letter for letter."""
        return stands(words, self.letters(case))

    def is_printed(self, mention: Mention, pages: Sequence[int]) -> bool:
        """Whether the opinion's text has the marks of all these pages."""
        texts = self._page_texts(mention)
        return all(str(page) in texts for page in pages)

    def first_page(self, mention: Mention) -> int | None:
        """The first page of the case in the reporter that is cited."""
        place = self._place(mention)
        return int(place) if place is not None and place.isdigit() else None

    def is_exposed(
        self, text: str, mention: Mention, true: Sequence[int], false: Sequence[int]
    ) -> bool:
        """Whether words that `text` quotes with a citation stand on `true` pages alone."""
        texts = self._page_texts(mention)
        here = "".join(texts.get(str(page), "") for page in true)
        there = "".join(texts.get(str(page), "") for page in false)
        return any(
            quoted.is_sure
            and stands(text[quoted.span.start : quoted.span.end], here)
            and not stands(text[quoted.span.start : quoted.span.end], there, fewest=1)
            for quoted in mention.quotations
        )

    def _opinion(self, case: str) -> Opinion | None:
        if case not in self._opinions:
            held = self._cases[case]
            self._opinions[case] = self._library.opinion(held) if held.has_text else None
        return self._opinions[case]

    def _place(self, mention: Mention) -> str | None:
        for printed in self._cases[mention.case].citations:
            if (printed.volume, printed.reporter) == (mention.volume, mention.reporter):
                return printed.first_page
        return None

    def _page_texts(self, mention: Mention) -> dict[str, str]:
        """The letters of each page, by label, in the reporter that is cited."""
        key = mention.case, mention.volume, mention.reporter
        if key not in self._pages:
            opinion = self._opinion(mention.case)
            self._pages[key] = _by_page(opinion, *key[1:]) if opinion else {}
        return self._pages[key]


def stands(words: str, letters: str, fewest: int = FEWEST_LETTERS) -> bool:
    """Whether the letters of a quotation stand among others, its pieces in order."""
    pieces = [piece for piece in map(plain, _GAPS.split(words)) if piece]
    if sum(map(len, pieces)) < fewest:
        return False
    start = letters.find(pieces[0])
    while start >= 0:
        if _follow(pieces[1:], letters, start + len(pieces[0])):
            return True
        start = letters.find(pieces[0], start + 1)
    return False


def _follow(pieces: Sequence[str], letters: str, cursor: int) -> bool:
    for piece in pieces:
        found = letters.find(piece, cursor, cursor + _FARTHEST + len(piece))
        if found < 0:
            return False
        cursor = found + len(piece)
    return True


def _by_page(opinion: Opinion, volume: str, reporter: str) -> dict[str, str]:
    pages: dict[str, str] = {}
    for series in opinion.series:
        if (series.volume, series.reporter) != (volume, reporter):
            continue
        ends = [mark.offset for mark in series.marks[1:]]
        body = min((note.span.start for note in opinion.notes), default=len(opinion.text))
        for mark, end in zip(series.marks, [*ends, body], strict=True):
            span = Span(mark.offset, max(end, mark.offset))
            pages[mark.label] = pages.get(mark.label, "") + plain(
                opinion.text[span.start : span.end]
            )
        for note in opinion.notes:
            if note.page is not None:
                words = plain(opinion.text[note.span.start : note.span.end])
                pages[note.page] = pages.get(note.page, "") + words
    return pages
