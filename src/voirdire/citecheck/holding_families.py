"""What a family of terms is that exclude one another, and how one is found in a text.

A `Family` is a set of terms of which a rule of law takes one in a given place: a matter is
reviewed de novo or for abuse of discretion, proved by a preponderance or beyond a
reasonable doubt. A term is a name for a person and every way to write it; all patterns
match lower-case text with straight quotes. The vocabulary itself stands in
`holding_terms.py` and `holding_verbs.py`.
"""

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "standard of review",
    "burden or party",
    "provision or doctrine",
    "must or may",
    "threshold or test",
    "scope",
    "stage",
    "negation",
    "opposite",
]


Anchor = Literal["none", "after", "object"]
"""What must agree beside two terms before they are held against each other: nothing but
their sentences, the verb that follows, or a word of what follows."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A term in a text: its name, and where it stands."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Term:
    """One member of a family. `near` terms of the same family do not exclude it."""

    name: str
    pattern: re.Pattern[str]
    near: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Family:
    """Terms that exclude one another in one place of a rule.

    `least` is the share of the proposition's telling words that a contradicting sentence
    must have, `least_where_absent` where the whole opinion never has the term written.
    One of `hints` stands in every text that has one of the terms; () where nothing does.
    """

    kind: Kind
    name: str
    terms: tuple[Term, ...]
    anchor: Anchor = "none"
    least: float = 0.25
    least_where_absent: float = 0.15
    hints: tuple[str, ...] = ()

    def occurrences(self, text: str) -> list[Occurrence]:
        """Every term of the family in a lower-case text."""
        if self.hints and not any(hint in text for hint in self.hints):
            return []
        return [
            Occurrence(term.name, *match.span())
            for term in self.terms
            for match in term.pattern.finditer(text)
        ]

    def has(self, name: str, text: str) -> bool:
        """Whether a lower-case text has the term of that name."""
        return any(term.name == name and term.pattern.search(text) for term in self.terms)

    def excluded(self, name: str, other: str) -> bool:
        """Whether two members exclude each other."""
        return name != other and not any(
            {name, other} == {term.name, near} for term in self.terms for near in term.near
        )


@dataclass(frozen=True, slots=True)
class NumberedFamily:
    """Provisions and quantities told apart by their number, the pattern's first group."""

    kind: Kind
    name: str
    pattern: re.Pattern[str]
    anchor: Anchor = "none"
    least: float = 0.25
    least_where_absent: float = 0.15

    def has(self, name: str, text: str) -> bool:
        """Whether a lower-case text has the member of that number."""
        return any(match[1] == name for match in self.pattern.finditer(text))

    def excluded(self, name: str, other: str) -> bool:
        """Whether two members exclude each other: one is no part or neighbor of the other."""
        first, second = name.split("(")[0], other.split("(")[0]
        return not (first.endswith(second) or second.endswith(first))

    def occurrences(self, text: str) -> list[Occurrence]:
        """Every numbered member in a lower-case text."""
        return [Occurrence(m[1], *m.span(1)) for m in self.pattern.finditer(text)]


def _term(name: str, pattern: str, near: str = "") -> Term:
    return Term(
        name,
        re.compile(rf"\b(?:{pattern})\b"),
        frozenset(near.split(", ")) if near else frozenset(),
    )


def family(
    kind: Kind,
    name: str,
    *terms: tuple[str, ...],
    anchor: Anchor = "none",
    least: float = 0.25,
    least_where_absent: float = 0.15,
    hint: str = "",
) -> Family:
    """A family from pairs of name and pattern, and names it does not exclude as a third.

    `hint` is one or more hints, divided by "|".
    """
    made = tuple(_term(*term) for term in terms)
    hints = tuple(hint.split("|")) if hint else ()
    return Family(kind, name, made, anchor, least, least_where_absent, hints)
