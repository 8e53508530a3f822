"""What an agent saw in an episode, as evidence: observations to cases, passages and pages.

Input: the observations of the actions, numbered from 1. Output: the words in them that come
from a source, with their pages. What an observation only echoes (the query, the citation as
read, a thought) is no evidence, nor is one that could not run.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from voirdire.citecheck.letters import letters_of
from voirdire.llm.tools import Json

_OF_OPINIONS = ("fetch_opinion", "search_opinion", "read_opinion")
_RANGE = re.compile(r"(\d{1,6})(?:-(\d{1,6}))?\Z")
_LONGEST_RANGE = 200
_MARK = re.compile(r"\[\*([^\]\s]{1,12})\] ?")


@dataclass(frozen=True, slots=True)
class Passage:
    """Words of a source; `pages` are the labels they stand on, by volume and reporter.

    `is_wide`: of words that stand in a narrower passage of the same observation, that one
    tells the page. `has_warning`: the words stand there, but an omission or a bracket of the
    quotation turns their sense.
    """

    text: str
    pages: dict[str, frozenset[str]] = field(default_factory=dict)
    is_wide: bool = False
    has_warning: bool = False

    @property
    def letters(self) -> str:
        """Its letters and digits, as evidence is compared."""
        return letters_of(self.text)


@dataclass(frozen=True, slots=True)
class CaseShown:
    """A case that an observation shows; places are (citation, last page or None)."""

    opinion: str
    names: tuple[str, ...]
    places: tuple[tuple[str, str | None], ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """One observation: the action that was asked, and what it showed."""

    number: int
    tool: str
    arguments: Json
    data: Json
    is_error: bool = False

    @property
    def opinion(self) -> str | None:
        """The opinion that the words come from; None when it is no reading of one."""
        found = self.data.get("opinion_id") if self.tool in _OF_OPINIONS else None
        return found if isinstance(found, str) else None

    @property
    def status(self) -> str:
        """What a look-up found, of the closed list of `lookups.Status`; "" for others."""
        return str(self.data.get("status", "")) if not self.is_error else ""

    @property
    def read_as(self) -> str:
        """The citation that a look-up took the words for; "" for others."""
        return str(self.data.get("citation", "")) if self.status else ""

    @property
    def meaning(self) -> str:
        """The tool's own sentence on what was found or not found."""
        return str(self.data.get("meaning", "")) if not self.is_error else ""

    def cases(self) -> tuple[CaseShown, ...]:
        """The cases that it shows."""
        if self.is_error:
            return ()
        return tuple(
            CaseShown(
                row["opinion_id"],
                tuple(row["names"]),
                tuple((place["citation"], place["last_page"]) for place in row["citations"]),
            )
            for row in self.data.get("cases", ())
        )

    def passages(self) -> tuple[Passage, ...]:
        """The words in it that come from an opinion or from the web."""
        if self.is_error:
            return ()
        if self.tool == "search_web":
            return tuple(
                Passage(f"{row['title']}\n{row['excerpt']}") for row in self.data.get("results", ())
            )
        return tuple(self._of_opinion()) if self.tool in _OF_OPINIONS else ()

    def _of_opinion(self) -> Iterator[Passage]:
        for match in self.data.get("matches", ()):
            warned = "warning" in match
            around = f"{match['before']}{match['words']}{match['after']}"
            yield Passage(match["words"], _pages(match), has_warning=warned)
            yield Passage(around, is_wide=True, has_warning=warned)
        for near in self.data.get("nearest", ()):
            yield Passage(near["text"], _pages(near))
        if "opening" in self.data:
            yield Passage(self.data["opening"])
        if isinstance(self.data.get("text"), str):
            yield from _lines_by_page(self.data["text"], _pages(self.data))


def _pages(place: Json) -> dict[str, frozenset[str]]:
    found = place.get("pages", {})
    return {reporter: page_labels(label) for reporter, label in found.items()}


def page_labels(label: str) -> frozenset[str]:
    """Every page of a label such as "57" or "57-58"."""
    match = _RANGE.match(label)
    if match is None or match[2] is None:
        return frozenset({label})
    first, last = int(match[1]), int(match[2])
    if not first <= last <= first + _LONGEST_RANGE:
        return frozenset({label})
    return frozenset(map(str, range(first, last + 1)))


def _lines_by_page(text: str, pages: dict[str, frozenset[str]]) -> Iterator[Passage]:
    """Text that was read, page by page as it is marked, and the whole of it.

    The marks are those of the main series. Where they do not go on from the page that the
    text begins on, that page is of another series, and no page is certain.
    """
    first, *rest = _MARK.split(text)
    marks = rest[::2]
    if not marks:
        yield Passage(text, pages)
        return
    yield Passage(_MARK.sub("", text), is_wide=True)
    main, labels = next(iter(pages.items()), ("", frozenset[str]()))
    if str(max(map(int, filter(str.isdecimal, labels)), default=-2) + 1) != marks[0]:
        return
    yield Passage(_MARK.sub("", text), {main: labels | set(marks)}, is_wide=True)
    yield Passage(first, {main: labels})
    for mark, words in zip(marks, rest[1::2], strict=True):
        yield Passage(words, {main: frozenset({mark})})


def known_opinions(seen: Sequence[Seen]) -> dict[str, CaseShown]:
    """Every case shown so far, by its opinion id."""
    return {case.opinion: case for one in seen for case in one.cases()}
