"""Decide which citation a quotation belongs to, and how surely.

Input: folded text, quotations and their `Layout`.
Output: `Link`s from quotations to citations, each by one named rule.
"""

from collections.abc import Iterator, Sequence

from voirdire.citations.cues import (
    ANOTHER_CASE,
    ANOTHER_SPEAKS,
    BEFORE_BRACKET,
    CLOSES_BRACKET,
    COLON,
    CONTRARY,
    DEFINES,
    DIRECT,
    GOES_ON,
    INTRODUCED,
    NUMBER_ENDS,
    OTHER_SOURCE,
    OTHERS_SPEAK,
    QUOTING,
    SAYING,
    SPEAKS,
    STRING_GAP,
    TEXTUAL_LINK,
)
from voirdire.citations.doubts import ids_in_doubt, same_authority
from voirdire.citations.layout import Container, Layout, Unit, is_case
from voirdire.citations.links import Link, Rule
from voirdire.citations.names import short_name_matches
from voirdire.citations.types import Citation
from voirdire.documents.types import FoldedText, Quotation
from voirdire.findings import Span

_MOST_SENTENCES_BETWEEN = 3
_MOST_UNITS_BACK = 4
_FARTHEST_VERB = 250
# How far before a quotation its speaker is named.
_LEAD = 200
_LEADING_UP: tuple[Rule, ...] = ("directly_before", "same_sentence", "sentence_before")
# Nothing is looked for further away, so a text without full stops costs no more than others.
_WINDOW = 1200


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
        self.nested: dict[int, list[int]] = {}
        for index, quotation in enumerate(quotations):
            if quotation.parent is not None:
                self.nested.setdefault(quotation.parent, []).append(index)
        self.holding = {layout.containers[index].quotation for index in layout.inner}
        self.ids_in_doubt = set(ids_in_doubt(text, citations, layout))

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
            elif self._ends_paragraph(index):
                choice = [(unit, "sentences_before") for unit, _ in choice]
            following = index
            for unit, rule in choice:
                yield from self._to_unit(index, unit, rule)

    def _to_unit(self, quotation: int, unit: Unit, rule: Rule) -> Iterator[Link]:
        if not unit.is_case or "citing" in unit.signal:
            return
        first = self.citations[unit.members[0]]
        if first.kind == "reference" and first.pin_cite is None:
            rule = "named_again"
        elif unit.members[0] in self.ids_in_doubt:
            rule = "id_in_doubt"
        elif self._marks_in_doubt(quotation):
            rule = "marks_in_doubt"
        for citation in unit.members:
            yield Link(quotation, citation, rule)
            for container in self.quoting.get(citation, ()):
                sources = self.layout.inner.get(container, ())
                for source in sources:
                    yield from self._to_unit(quotation, source, "quoted_source")
                if len(sources) == 1:
                    for inner in self.nested.get(quotation, ()):
                        yield from self._to_unit(inner, sources[0], "quoted_words")

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

    def _marks_in_doubt(self, index: int) -> bool:
        """Whether a paragraph ends and a case is cited inside: the marks may be of two."""
        quotation = self.quotations[index]
        if quotation.kind == "block":
            return False
        span = quotation.outer
        return index in self.holding and self.text.find("\n", span.start, span.end) >= 0

    def _in_container(self, index: int, container: Container, at: int) -> Iterator[Link]:
        outer = self.quotations[index].outer
        units = self.layout.inner.get(at, [])
        after = next((unit for unit in units if unit.start >= outer.end), None)
        if container.citation is None:
            # Words that the quoted source quotes itself, with their citation behind them.
            if after is not None and self._is_direct(outer.end, after.start):
                yield from self._to_unit(index, after, "inside_quotation")
            return
        if self._defines(index) or not is_case(self.citations, container.citation):
            return
        if after is not None and self._is_direct(outer.end, after.start):
            # X ("words" (quoting Y)): the words are Y's, or those within inner marks are.
            quoted = QUOTING.match(self.text, outer.end) is not None
            inner = self.nested.get(index, [])
            rule: Rule = "quoted_words" if quoted and not inner else "inside_quotation"
            yield from self._to_unit(index, after, rule)
            for each in inner if quoted else ():
                yield from self._to_unit(each, after, "quoted_words")
        rule = "mixed_parenthetical" if units else "own_parenthetical"
        if container.citation in self.ids_in_doubt:
            rule = "id_in_doubt"
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
        # Four words or fewer: the names that writers give are short.
        if self.text.count(" ", outer.start, outer.end) > 3:
            return False
        return DEFINES.search(self.text, max(outer.start - 90, 0), outer.start) is not None

    def _adjoins(self, index: int, following: int) -> bool:
        """Whether only white space stands between two quotations."""
        end = self.quotations[index].outer.end
        start = self.quotations[following].outer.start
        return start - end <= 2 and not self.text[end:start].strip()

    def _ends_paragraph(self, index: int) -> bool:
        """Whether the quotation is closed and its paragraph ends: the next is another one."""
        outer = self.quotations[index].outer
        return self.text[outer.end - 1] == '"' and self.text.startswith("\n", outer.end)

    def _is_direct(self, start: int, end: int) -> bool:
        return end - start < 400 and DIRECT.fullmatch(self.text, start, end) is not None

    def _choose(self, index: int) -> Iterator[tuple[Unit, Rule]]:
        """The citations that a quotation of the running text may come from."""
        outer = self.quotations[index].outer
        units = self.layout.units
        number = self.layout.sentence_at(outer.start)
        sentence = self.layout.sentences[number]
        position = self.layout.units_from(outer.end)
        after = units[position] if position < len(units) else None
        before = self._before(number, outer)
        bracket = self._open_bracket(sentence, outer)
        if bracket is not None and (before_bracket := self._speaker(bracket, position)):
            yield before_bracket, "own_parenthetical"
        elif bracket is not None and CLOSES_BRACKET.match(self.text, outer.end):
            source = NUMBER_ENDS.search(self.text, max(bracket - 8, 0), bracket)
            if after is not None and source is None:
                yield after, "bracketed"
        elif self.quotations[index].kind == "block":
            if after is not None and not self.text[outer.end : after.start].strip():
                yield from self._with_string(position, "block")
            elif before is not None:
                yield before, self._rule_after(before, outer)
        elif after is not None and after.start < min(sentence.end, outer.end + _WINDOW):
            found = self._before_citation(outer, before, position)
            yield from self._doubt(found, sentence, before, outer)
        elif after is not None and self._is_direct(sentence.end, after.start):
            found = self._before_citation_sentence(outer, sentence, before, position)
            yield from self._doubt(found, sentence, before, outer)
        elif before is not None:
            yield before, self._rule_after(before, outer)
        elif after is not None and self._is_near(number, after):
            yield from self._with_string(position, "sentences_before")
        elif (named := self._named_again(sentence, outer, position)) is not None:
            yield named, "named_again"

    def _doubt(
        self,
        found: Iterator[tuple[Unit, Rule]],
        sentence: Span,
        before: Unit | None,
        outer: Span,
    ) -> Iterator[tuple[Unit, Rule]]:
        """The same, less surely where the words are said to be somebody else's.

        So are those that a citation is set against ("But see"), and those before a citation
        that itself leads on to what it says ("Ames v. Boyd, 1 F.3d 2 (1993): ...").
        """
        start = max(sentence.start, outer.start - _LEAD, before.end if before is not None else 0)
        lead = self.text[start : outer.start]
        another = ANOTHER_SPEAKS.search(lead) is not None
        case = ANOTHER_CASE.search(lead)
        for unit, rule in found:
            name = self.citations[unit.members[0]].case_name
            if rule in _LEADING_UP and (
                another
                or unit.signal.startswith(CONTRARY)
                or COLON.match(self.text, unit.end)
                or (case and name and not short_name_matches(case[1].rstrip(","), name))
            ):
                rule = "another_speaks"
            yield unit, rule

    def _before(self, number: int, outer: Span) -> Unit | None:
        """The last citation before the quotation, in its sentence or in a lead-in to it."""
        sentences = self.layout.sentences
        position = self.layout.units_from(outer.start)
        unit = self.layout.units[position - 1] if position else None
        if unit is None or unit.start >= sentences[number].start:
            return unit
        lead = self.text[sentences[number].start : min(outer.start, sentences[number].start + 20)]
        if (
            not lead.strip("{}[]()¶0123456789 ")
            and outer.start - sentences[number].start < 20
            and number
            and unit.start >= sentences[number - 1].start
            and self.text[sentences[number - 1].end - 1] == ":"
        ):
            return unit
        return None

    def _open_bracket(self, sentence: Span, outer: Span) -> int | None:
        """Where the bracket opens that the quotation stands in."""
        opening = self.text.rfind("(", max(sentence.start, outer.start - _WINDOW), outer.start)
        if opening < 0 or self.text.find(")", opening, outer.start) >= 0:
            return None
        return opening

    def _speaker(self, bracket: int, position: int) -> Unit | None:
        """The citation right before a bracket."""
        unit = self.layout.units[position - 1] if position else None
        if unit is not None and BEFORE_BRACKET.fullmatch(
            self.text, min(unit.end, bracket), bracket
        ):
            return unit
        return None

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
        elif before is not None and behind is not None and not self._yields(before, after):
            yield before, "between_two"
            yield after, "between_two"
        elif TEXTUAL_LINK.search(self.text, max(after.start - 40, 0), after.start):
            yield after, "textual_link"
        elif not OTHER_SOURCE.search(self.text, outer.end, after.start):
            yield from self._with_string(position, "same_sentence")

    def _before_citation_sentence(
        self, outer: Span, sentence: Span, before: Unit | None, position: int
    ) -> Iterator[tuple[Unit, Rule]]:
        """The quotation's sentence ends and a citation sentence follows."""
        if sentence.end - outer.end > _WINDOW or OTHER_SOURCE.search(
            self.text, outer.end, sentence.end
        ):
            return
        following = self.layout.units[position]
        if GOES_ON.match(self.text, following.end):
            if before is not None:
                yield before, self._rule_after(before, outer)
            elif "\n" not in self.text[sentence.end : following.start]:
                yield following, "textual_link"
            return
        if before is None or self._yields(before, following):
            yield from self._with_string(position, "sentence_before")
            return
        rule = self._rule_after(before, outer)
        if rule == "after_colon":
            yield before, rule
        elif not following.signal and (
            self._is_direct(outer.end, following.start)
            or (rule == "after" and (not before.is_case or self.text[sentence.end - 1] in "\"'"))
        ):
            yield from self._with_string(position, "sentence_before")
        else:
            # "See" supports what the quoting sentence says; other signals add to it.
            yield before, "between_two" if following.signal in ("", "see") else rule
            yield following, "between_two"

    def _rule_after(self, before: Unit, outer: Span) -> Rule:
        between = self.text[before.end : min(outer.start, before.end + _FARTHEST_VERB + 1)]
        if COLON.fullmatch(between):
            return "after_colon"
        speaks = SPEAKS.match(between) is not None or INTRODUCED.search(
            self.text, max(before.start - 12, 0), before.start
        )
        if not speaks or len(between) > _FARTHEST_VERB or OTHERS_SPEAK.search(between):
            return "after"
        return "after_verb" if SAYING.search(between) else "after"

    def _yields(self, before: Unit, following: Unit) -> bool:
        """Whether the citation behind a quotation speaks for it, whatever is named before."""
        if same_authority(self.citations, before, following):
            return True
        named = self.citations[before.members[0]]
        return named.kind == "reference" and named.pin_cite is None and not following.signal

    def _is_near(self, number: int, unit: Unit) -> bool:
        """Whether a citation sentence follows soon in the same paragraph."""
        sentences = self.layout.sentences
        for ahead in range(number + 1, min(number + _MOST_SENTENCES_BETWEEN, len(sentences))):
            if "\n" in self.text[sentences[ahead - 1].end : sentences[ahead].start]:
                return False
            if unit.start < sentences[ahead].end or self._is_direct(
                sentences[ahead].end, unit.start
            ):
                return self._is_direct(sentences[ahead].end, unit.start)
        return False

    def _named_again(self, sentence: Span, outer: Span, position: int) -> Unit | None:
        """A case cited before in the paragraph that the sentence names without a citation."""
        units = self.layout.units
        said = self.text[max(sentence.start, outer.start - _WINDOW) : outer.start]
        for unit in reversed(units[max(position - _MOST_UNITS_BACK, 0) : position]):
            between = self.text[unit.end : min(sentence.start, unit.end + _WINDOW)]
            if "\n" in between or len(between) == _WINDOW:
                return None
            citation = self.citations[unit.members[0]]
            for party in (citation.plaintiff, citation.defendant):
                word = (party or "").split(" ")[0].strip(",.")
                if len(word) > 3 and word in said:
                    return unit
        return None

    def _with_string(self, position: int, rule: Rule) -> Iterator[tuple[Unit, Rule]]:
        """The citation and, less surely, the others of its string that no signal sets apart."""
        units = self.layout.units
        yield units[position], rule
        for index in range(position + 1, len(units)):
            one, other = units[index - 1], units[index]
            if other.signal not in ("", "accord") or not STRING_GAP.fullmatch(
                self.text, one.end, max(one.end, other.start)
            ):
                return
            yield other, "string_cite"
