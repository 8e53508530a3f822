"""Where a filing can be falsified: each citation, quotation and sentence that a fault fits.

Input: an `Extraction` and a plain look into the opinions. Output: `Place`s, each one segment
and one thing in it, with the ways to falsify it, drawn as they are asked for.
"""

import random
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from voirdire.citecheck.bench.extraction import Extraction, Mention, Quoted
from voirdire.citecheck.bench.injection import Fault, inject, within
from voirdire.citecheck.bench.injection_citations import (
    Pool,
    exchanged_names,
    exchanged_places,
    is_consistent,
    nonexistent_citations,
    wrong_pages,
)
from voirdire.citecheck.bench.injection_holdings import altered_holdings, states_rule
from voirdire.citecheck.bench.injection_quotations import altered_quotations
from voirdire.citecheck.bench.opinion_look import OpinionLook
from voirdire.citecheck.excerpts import FaultType
from voirdire.findings import Span

_FEWEST_WORDS = 5
# How far before its citation a labelled quotation is looked for.
_REACH = 4000

Ways = Callable[[random.Random], Iterator[Fault]]


@dataclass(frozen=True, slots=True)
class Place:
    """Something in a segment that can be made false, and how.

    `group` is the same for places of one citation: those of another one are used first.
    `kind` parts the places of a type in kinds that are used by turns.
    """

    filing: int
    segment: int
    type: FaultType
    group: tuple[str, ...]
    ways: Ways
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence that states a rule; `letters` are those of the opinions it is cited from."""

    segment: int
    span: Span
    cases: tuple[str, ...]
    letters: str


def with_labels(extraction: Extraction, rows: Sequence[dict[str, Any]]) -> Extraction:
    """An extraction with the quotations that labels say stand on the page cited.

    Args:
        extraction: Of the filing that the rows are about.
        rows: Each with `start` (of the citation's numbers), `quote` and `quote_on_page`.
    """
    text = extraction.filing.document.text
    by_start = {row["start"]: row["quote"] for row in rows if row.get("quote_on_page")}
    mentions = []
    for mention in extraction.mentions:
        quote = by_start.get(mention.core.start)
        at = (
            text.rfind(quote, max(0, mention.core.start - _REACH), mention.core.start)
            if quote
            else -1
        )
        if quote and at >= 0:
            span = Span(at, at + len(quote))
            others = tuple(q for q in mention.quotations if q.span != span)
            mention = replace(mention, quotations=(Quoted(span, True), *others))
        mentions.append(mention)
    return replace(extraction, mentions=tuple(mentions))


def find_places(
    number: int,
    extraction: Extraction,
    look: OpinionLook,
    pool: Pool,
    rewritten: Mapping[tuple[int, Span], Sequence[Fault]],
) -> Iterator[Place]:
    """The places of one filing, `number` being its place among all.

    `rewritten` are faults that a model made of sentences, by filing and place.
    """
    segments = _Segments(extraction.segments)
    by_case: dict[str, list[Mention]] = {}
    for mention in extraction.mentions:
        by_case.setdefault(mention.case, []).append(mention)
    for case, mentions in by_case.items():
        for segment in sorted(
            {
                at
                for m in mentions
                if m.is_found and m.is_first and (at := segments.holding(m.cited)) is not None
            }
        ):
            yield from _case_places(number, segment, case, mentions, extraction, pool)
    yield from _page_places(number, segments, extraction, look)
    yield from _quotation_places(number, segments, extraction, look)
    yield from _holding_places(number, extraction, look, rewritten)


class _Segments:
    """Which segment holds a range."""

    def __init__(self, segments: Sequence[Span]) -> None:
        self._segments = segments
        self._starts = [segment.start for segment in segments]

    def holding(self, span: Span) -> int | None:
        index = bisect_right(self._starts, span.start) - 1
        return index if index >= 0 and self._segments[index].contains(span) else None

    def naming(self, mentions: Sequence[Mention]) -> set[tuple[str, int | None]]:
        """The cases that each segment cites so that a look-up finds them.

        As in the paper, what a look-up does not find is not altered: an excerpt that has only
        an id., or a page of an opinion without page marks, does not say which case it is.
        """
        return {
            (mention.case, self.holding(mention.core)) for mention in mentions if mention.is_found
        }


def _case_places(
    number: int,
    segment: int,
    case: str,
    mentions: Sequence[Mention],
    extraction: Extraction,
    pool: Pool,
) -> Iterator[Place]:
    span = extraction.segments[segment]

    def consistent(faults: Iterator[Fault]) -> Iterator[Fault]:
        for fault in faults:
            here = within(span, fault)
            if here is None:
                continue
            altered, _ = inject(extraction.filing.document.text, span, [here])
            if is_consistent(altered, extraction, here):
                yield here

    group = (str(number), case)
    yield Place(
        number, segment, "nonexistent_citation", group,
        lambda rng: consistent(nonexistent_citations(extraction, mentions, rng)),
    )  # fmt: skip
    if any(m.name and m.is_first and span.contains(m.cited) for m in mentions):
        yield Place(
            number, segment, "case_name_mismatch", group,
            lambda rng: consistent(
                _by_turns(
                    exchanged_names(extraction, mentions, pool, rng),
                    exchanged_places(extraction, mentions, pool, rng),
                    rng,
                )
            ),
        )  # fmt: skip


def _by_turns(one: Iterator[Fault], other: Iterator[Fault], rng: random.Random) -> Iterator[Fault]:
    """Faults of two kinds in turn, beginning with either."""
    turns = [one, other]
    rng.shuffle(turns)
    while turns:
        for turn in tuple(turns):
            fault = next(turn, None)
            if fault is None:
                turns.remove(turn)
            else:
                yield fault


def _page_places(
    number: int, segments: _Segments, extraction: Extraction, look: OpinionLook
) -> Iterator[Place]:
    for mention in extraction.mentions:
        if mention.kind not in ("full", "short") or not mention.is_first or mention.pin is None:
            continue
        span = Span(mention.core.start, max(mention.pin.end, mention.core.end))
        segment = segments.holding(span)
        if segment is None:
            continue

        def ways(rng: random.Random, mention: Mention = mention) -> Iterator[Fault]:
            return wrong_pages(extraction, mention, look, rng)

        made = list(ways(random.Random(0)))
        if made:
            kind = "exposed" if any(fault.exposed for fault in made) else ""
            group = (str(number), mention.case)
            yield Place(number, segment, "incorrect_pincite", group, ways, kind)


def _quotation_places(
    number: int, segments: _Segments, extraction: Extraction, look: OpinionLook
) -> Iterator[Place]:
    text = extraction.filing.document.text
    named = segments.naming(extraction.mentions)
    done: set[Span] = set()
    for mention in extraction.mentions:
        for quoted in mention.quotations:
            words = text[quoted.span.start : quoted.span.end]
            segment = segments.holding(Span(quoted.span.start - 1, quoted.span.end + 1))
            if quoted.span in done or segment is None or len(words.split()) < _FEWEST_WORDS:
                continue
            if _is_nested(quoted.span, extraction.quoted):
                continue
            if (mention.case, segment) not in named:
                continue
            if not look.is_verbatim(mention.case, words):
                continue
            done.add(quoted.span)

            def ways(
                rng: random.Random, span: Span = quoted.span, case: str = mention.case
            ) -> Iterator[Fault]:
                return altered_quotations(text, span, case, look.letters(case), rng)

            yield Place(number, segment, "verbatim_misquote", (str(number), str(quoted.span)), ways)


def _is_nested(span: Span, quoted: Sequence[Span]) -> bool:
    """Whether a quotation stands in another one; `quoted` have their marks."""
    return any(q.start < span.start - 2 and span.end + 2 < q.end for q in quoted)


def holding_sentences(extraction: Extraction, look: OpinionLook) -> Iterator[Sentence]:
    """The sentences in segments that state a rule of law on the strength of held opinions."""
    segments = _Segments(extraction.segments)
    text = extraction.filing.document.text
    cases: dict[Span, list[str]] = {}
    for mention in extraction.mentions:
        if mention.sentence is not None and mention.kind != "reference":
            named = cases.setdefault(mention.sentence, [])
            if mention.case not in named:
                named.append(mention.case)
    known = segments.naming(extraction.mentions)
    for span, named in cases.items():
        segment = segments.holding(span)
        letters = " ".join(look.letters(case) for case in named)
        if not any((case, segment) in known for case in named):
            continue
        if segment is not None and letters.strip() and states_rule(text[span.start : span.end]):
            yield Sentence(segment, span, tuple(named), letters)


def _holding_places(
    number: int,
    extraction: Extraction,
    look: OpinionLook,
    rewritten: Mapping[tuple[int, Span], Sequence[Fault]],
) -> Iterator[Place]:
    for sentence in holding_sentences(extraction, look):
        by_model = rewritten.get((number, sentence.span), ())
        for fault_type in ("content_misrepresentation", "verbatim_misquote"):
            ways = partial(_altered_sentence, extraction, sentence, fault_type, by_model)
            if next(ways(random.Random(0)), None) is not None:
                group = (str(number), str(sentence.span))
                yield Place(number, sentence.segment, fault_type, group, ways)


def _altered_sentence(
    extraction: Extraction,
    sentence: Sentence,
    fault_type: FaultType,
    by_model: Sequence[Fault],
    rng: random.Random,
) -> Iterator[Fault]:
    """The model's faults of one type, and those of the rules, in random order."""
    faults = [fault for fault in by_model if fault.type == fault_type]
    if fault_type == "content_misrepresentation":
        faults += altered_holdings(
            extraction.filing.document.text,
            sentence.span,
            extraction.quoted,
            sentence.cases,
            sentence.letters,
            rng,
        )
    rng.shuffle(faults)
    return iter(faults)
