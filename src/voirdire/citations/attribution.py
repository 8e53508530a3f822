"""Decide which citation a quotation belongs to, and how surely.

Input: folded text, quotations and their `Layout`.
Output: `Link`s from quotations to citations, each by one named rule. How far a rule can be
trusted stands in `_CERTAINTY`; the figures it rests on are in docs/results.md.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from voirdire.citations.layout import Container, Layout, Unit
from voirdire.citations.types import Citation
from voirdire.documents.types import FoldedText, Quotation
from voirdire.findings import Span

Certainty = Literal["sure", "likely"]

Rule = Literal[
    "directly_before",
    "same_sentence",
    "sentence_before",
    "sentences_before",
    "after_colon",
    "after_verb",
    "after",
    "own_parenthetical",
    "mixed_parenthetical",
    "inside_quotation",
    "quoted_source",
    "string_cite",
    "block",
    "textual_link",
    "between_two",
]

_CERTAINTY: dict[Rule, Certainty] = {
    "directly_before": "sure",
    "same_sentence": "sure",
    "sentence_before": "sure",
    "sentences_before": "likely",
    "after_colon": "sure",
    "after_verb": "sure",
    "after": "likely",
    "own_parenthetical": "sure",
    "mixed_parenthetical": "likely",
    "inside_quotation": "likely",
    "quoted_source": "likely",
    "string_cite": "likely",
    "block": "sure",
    "textual_link": "likely",
    "between_two": "likely",
}


# Between a quotation and the citation it leads up to.
_DIRECT = re.compile(
    r"""[\s.,;:?!'")\]—-]*(?:\[?\d{1,3}\]?\s+)?
    (?:[(\[](?:emphas[ie]s|italics|citations?|internal|quotations?|footnotes?|alterations?|brackets?
    |ellips[ie]s|first|second|third|last|most|some|all|cleaned\ up|omitted|original)
    [^()\[\]]{0,120}[)\]][.,;]?\s*){0,3}[(\[—]?\s?""",
    re.VERBOSE,
)
# Another source named between the two: the record, a statute, a brief.
_OTHER_SOURCE = re.compile(
    r"""\b(?:Tr|R|J\.?A|A\.?R|ECF|Docs?|Dkt|App|Exs?|Compl|Br|Brief|Aff|Decl|Dep|Mem|Op|Mot|Resp
    |Opp'n|PageID|Pet|Am)\.?\ (?:for\ \w{1,20}\ |No\.\ |at\ |\#){0,3}[\dA-Z]?\d|§
    |\bU\.?\ ?S\.?\ ?C\.|\bC\.F\.R|\b(?:page|pp?\.)\ \d""",
    re.VERBOSE,
)
# The citation is a word of the sentence: "the rule of Ames v. Boyd".
_TEXTUAL_LINK = re.compile(
    r"""\b(?:of|in|by|from|under|to|with|than|that|on|and|or|as|is|for|at|both|applying|following
    |distinguishing|unlike|like|per)(?:\ (?:the|its|our|cases?|decisions?|opinions?)){0,3}\ \Z""",
    re.VERBOSE,
)
_SAYING = re.compile(
    r"""\b(?:said|says?|saying|stat(?:ed|es|ing)|h[eo]lds?|holding|explain(?:ed|s|ing)|observ(?:ed|es|ing)
    |not(?:ed|es|ing)|wrote|writes|writing|reason(?:ed|s|ing)|conclud(?:ed|es|ing)
    |emphasiz(?:ed|es|ing)|recogniz(?:ed|es|ing)|reiterat(?:ed|es|ing)|declar(?:ed|es|ing)
    |describ(?:ed|es|ing)|defin(?:ed|es|ing)|put\ it|f(?:ound|inds?)|ruled|rul(?:es|ing)
    |reject(?:ed|s|ing)|caution(?:ed|s|ing)|warn(?:ed|s|ing)|instruct(?:ed|s|ing)
    |quot(?:ed|es|ing)|remark(?:ed|s|ing)|add(?:ed|s|ing)|announc(?:ed|es|ing)
    |articulat(?:ed|es|ing)|characteriz(?:ed|es|ing)|clarif(?:ied|ies|ying)|stress(?:ed|es|ing)
    |acknowledg(?:ed|es|ing)|affirm(?:ed|s|ing)|requir(?:ed|es|ing)|teach(?:es)?|taught)\b""",
    re.VERBOSE,
)
_DEFINES = re.compile(
    r"""[(\[](?:(?:the|an?|or|and|each|this|its|together|with|collectively|hereinafter|hereafter
    |i\.e\.|referred|to|as|jointly|individually|in|such|any|all|also|known|called
    |"[^"]{1,60}"),?\ ){0,8}\Z""",
    re.VERBOSE,
)
# Before the citation of a citation sentence: a footnote call, a bracket.
_OPENING = re.compile(r"(?:\[?\d{1,3}\]?|\*{1,3})?[\s—-]{0,3}[(\[]?\s?")
_MOST_SENTENCES_BETWEEN = 3


@dataclass(frozen=True, slots=True)
class Link:
    """Quotation `quotation` belongs to citation `citation` by `rule`."""

    quotation: int
    citation: int
    rule: Rule

    @property
    def certainty(self) -> Certainty:
        """How surely, by the form itself."""
        return _CERTAINTY[self.rule]


def link_quotations(
    folded: FoldedText,
    citations: Sequence[Citation],
    quotations: Sequence[Quotation],
    layout: Layout,
) -> list[Link]:
    """Link every quotation to the citations it may be taken from.

    A quotation from a statute or the record, a definition, or one behind the last citation of
    its paragraph gets no link.
    """
    return list(_Linker(folded.text, citations, quotations, layout).links())


class _Linker:
    def __init__(
        self,
        text: str,
        citations: Sequence[Citation],
        quotations: Sequence[Quotation],
        layout: Layout,
    ) -> None:
        self.text = text
        self.citations = citations
        self.quotations = quotations
        self.layout = layout
        self.quoting = self._quoting_parentheticals()

    def links(self) -> Iterator[Link]:
        """Links by quotation, the last quotation first: one may lean on the next."""
        following: int | None = None
        choice: list[tuple[Unit, Rule]] = []
        for index in range(len(self.quotations) - 1, -1, -1):
            at = self.layout.quotation_container[index]
            if at is not None:
                yield from self._in_container(index, self.layout.containers[at], at)
                continue
            if self._defines(index):
                following, choice = index, []
                continue
            if following is None or not self._adjoins(index, following):
                choice = list(self._choose(index))
            following = index
            for unit, rule in choice:
                yield from self._to_unit(index, unit, rule)

    def _to_unit(self, quotation: int, unit: Unit, rule: Rule) -> Iterator[Link]:
        if not unit.is_case:
            return
        for citation in unit.members:
            yield Link(quotation, citation, rule)
            for container in self.quoting.get(citation, ()):
                for source in self.layout.inner.get(container, ()):
                    yield from self._to_unit(quotation, source, "quoted_source")

    def _quoting_parentheticals(self) -> dict[int, list[int]]:
        """Containers of the parentheticals "(quoting Y)", by citation."""
        quoting: dict[int, list[int]] = {}
        for index, container in enumerate(self.layout.containers):
            if container.citation is None:
                continue
            parenthetical = self.citations[container.citation].parentheticals[
                container.parenthetical
            ]
            if parenthetical.kind == "quoting":
                quoting.setdefault(container.citation, []).append(index)
        return quoting

    def _in_container(self, index: int, container: Container, at: int) -> Iterator[Link]:
        outer = self.quotations[index].outer
        units = self.layout.inner.get(at, [])
        after = next((unit for unit in units if unit.start >= outer.end), None)
        if container.citation is None:
            # Words that the quoted source quotes itself, with their citation behind them.
            if after is not None and self._is_direct(outer.end, after.start):
                yield from self._to_unit(index, after, "inside_quotation")
            return
        if self._defines(index):
            return
        direct = after is not None and self._is_direct(outer.end, after.start)
        if after is not None and direct:
            yield from self._to_unit(index, after, "inside_quotation")
        rule: Rule = "mixed_parenthetical" if units else "own_parenthetical"
        for citation in self._members_of(container.citation):
            yield Link(index, citation, rule)

    def _members_of(self, citation: int) -> tuple[int, ...]:
        """The citation and its parallels: a parenthetical speaks for all of them."""
        offset = self.citations[citation].core_span.start
        units = self.layout.units
        position = self.layout.units_from(offset + 1) - 1
        if position >= 0 and citation in units[position].members:
            return units[position].members
        return (citation,)

    def _defines(self, index: int) -> bool:
        """Whether the quotation is a name that the writer gives: (the "Agreement")."""
        outer = self.quotations[index].outer
        if self.text.count(" ", outer.start, outer.end) > 5:
            return False
        return _DEFINES.search(self.text, max(outer.start - 90, 0), outer.start) is not None

    def _adjoins(self, index: int, following: int) -> bool:
        """Whether only white space stands between two quotations."""
        end = self.quotations[index].outer.end
        start = self.quotations[following].outer.start
        return start - end <= 2 and not self.text[end:start].strip()

    def _is_direct(self, start: int, end: int) -> bool:
        return end - start < 400 and _DIRECT.fullmatch(self.text, start, end) is not None

    def _choose(self, index: int) -> Iterator[tuple[Unit, Rule]]:
        outer = self.quotations[index].outer
        units = self.layout.units
        number = self.layout.sentence_at(outer.start)
        sentence = self.layout.sentences[number]
        position = self.layout.units_from(outer.end)
        after = units[position] if position < len(units) else None
        before = units[position - 1] if position else None
        if before is not None and not sentence.start <= before.start < outer.start:
            before = None
        if self.quotations[index].kind == "block":
            if after is not None and not self.text[outer.end : after.start].strip():
                yield from self._with_string(position, "block")
        elif after is not None and after.start < sentence.end:
            yield from self._before_citation(outer, before, position)
        elif after is not None and self._leads(number + 1, after):
            yield from self._before_citation_sentence(outer, sentence, before, position)
        elif before is not None:
            yield before, self._rule_after(before, outer)
        elif after is not None and self._is_near(number, after):
            yield from self._with_string(position, "sentences_before")

    def _before_citation(
        self, outer: Span, before: Unit | None, position: int
    ) -> Iterator[tuple[Unit, Rule]]:
        """The quotation's own sentence goes on to a citation."""
        after = self.layout.units[position]
        behind = None if before is None else self._rule_after(before, outer)
        if before is not None and behind == "after_colon":
            yield before, behind
        elif self._is_direct(outer.end, after.start):
            yield from self._with_string(position, "directly_before")
        elif before is not None and behind is not None:
            yield before, "between_two"
            yield after, "between_two"
        elif _TEXTUAL_LINK.search(self.text, max(after.start - 40, 0), after.start):
            yield after, "textual_link"
        elif not _OTHER_SOURCE.search(self.text, outer.end, after.start):
            yield from self._with_string(position, "same_sentence")

    def _before_citation_sentence(
        self, outer: Span, sentence: Span, before: Unit | None, position: int
    ) -> Iterator[tuple[Unit, Rule]]:
        """The quotation's sentence ends and a citation sentence follows."""
        if _OTHER_SOURCE.search(self.text, outer.end, sentence.end):
            return
        if before is None or self._same_authority(before, self.layout.units[position]):
            yield from self._with_string(position, "sentence_before")
            return
        rule = self._rule_after(before, outer)
        following = self.layout.units[position]
        if rule == "after_colon":
            yield before, rule
        elif not following.signal and self._is_direct(outer.end, following.start):
            yield from self._with_string(position, "sentence_before")
        else:
            yield before, rule
            yield following, "between_two"

    def _rule_after(self, before: Unit, outer: Span) -> Rule:
        between = self.text[before.end : outer.start]
        if re.fullmatch(r"[\s,.)]*:\s*", between):
            return "after_colon"
        return "after_verb" if _SAYING.search(between) else "after"

    def _same_authority(self, one: Unit, other: Unit) -> bool:
        return bool(
            {self._authority(index) for index in one.members}
            & {self._authority(index) for index in other.members}
        )

    def _authority(self, index: int) -> int:
        citation = self.citations[index]
        target = index if citation.resolves_to is None else citation.resolves_to
        group = self.citations[target].group
        return target if group < 0 else group

    def _leads(self, number: int, unit: Unit) -> bool:
        """Whether the unit opens sentence `number`: that is a citation sentence."""
        sentences = self.layout.sentences
        if number >= len(sentences) or unit.start >= sentences[number].end:
            return False
        return _OPENING.fullmatch(self.text, sentences[number].start, unit.start) is not None

    def _is_near(self, number: int, unit: Unit) -> bool:
        """Whether a citation sentence follows soon in the same paragraph."""
        sentences = self.layout.sentences
        for ahead in range(number + 1, min(number + _MOST_SENTENCES_BETWEEN, len(sentences))):
            between = self.text[sentences[ahead - 1].end : sentences[ahead].start]
            if "\n" in between:
                return False
            if sentences[ahead].start == unit.start:
                return True
        return False

    def _with_string(self, position: int, rule: Rule) -> Iterator[tuple[Unit, Rule]]:
        """The citation and, less surely, the others of its string that no signal sets apart."""
        units = self.layout.units
        yield units[position], rule
        for one, other in zip(units[position:], units[position + 1 :], strict=False):
            if self.text[one.end : other.start].strip() != ";" or other.signal not in (
                "",
                "accord",
            ):
                return
            yield other, "string_cite"
