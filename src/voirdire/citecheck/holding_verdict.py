"""What may be concluded from a model's answer about a holding: an answer into a finding.

Input: the answer, the passages that the model was shown and the opinion they come from.
Output: a finding that rests on words of the opinion found there by us, or one that is left
open and says why. No model is asked here.

A quotation counts when it stands in the opinion letter for letter, marks and spaces apart,
has five words, touches a passage that was shown, has a telling word in common with the
proposition, and does not begin behind a "not". A dissent shows what the court did not hold.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from voirdire.authorities.types import Opinion, PartType
from voirdire.citations.types import Citation
from voirdire.citecheck.holding_passages import Passage, PassageIndex, stems
from voirdire.citecheck.holding_treatment import treatment_signals
from voirdire.citecheck.letters import LettersView, letters_of
from voirdire.citecheck.omissions import has_negation
from voirdire.citecheck.quotation import FEWEST_WORDS
from voirdire.citecheck.quotation_match import OpinionIndex
from voirdire.citecheck.quotation_places import note_at, pages_of, part_at
from voirdire.findings import Evidence, Finding, Outcome, Span

_LONGEST_REASON = 300
_STOPS = (".", "?", "!")
_LONGEST_HEAD = 120
_MOST_PLACES = 50
# A sentence that begins so says something else than its rest.
_TURNS = re.compile(
    r"\b(?:whether|unless|except|without|reject|disagree|refus|den(?:y|ies|ied)|fail|argu|conten[dt]"
    r"|claim|assert|allege|insist|mistaken|wrong|erroneous|error)",
    re.IGNORECASE,
)


class HoldingAnswer(BaseModel):
    """Whether the passages bear the statement out."""

    model_config = ConfigDict(extra="forbid")

    judgement: Literal["support", "contradict", "not_enough"]
    passage: int = Field(description="The number of the passage that decides, or 0.")
    quotation: str = Field(description="The sentence that decides, letter for letter, or empty.")
    why: str = Field(description="One sentence.")


@dataclass(frozen=True)
class JudgedOpinion:
    """An opinion with what finding words in it needs, made when first asked for."""

    opinion: Opinion

    @cached_property
    def letters(self) -> LettersView:
        """The letters of its text."""
        return OpinionIndex(self.opinion).view

    @cached_property
    def sentence_starts(self) -> list[int]:
        """Where its sentences begin."""
        return [sentence.start for sentence in PassageIndex(self.opinion).sentences]


def leave_open(finding: Finding, reason: str, detail: str, model: str) -> Finding:
    """A holding that stays unchecked, with the passages that it showed before."""
    return replace(finding, outcome="unchecked", reason=reason, detail=detail, model=model)


@dataclass(frozen=True, slots=True)
class Shown:
    """What the model was asked, and about what.

    The first of `passages` is number 1; `citation` has the reporter whose pages are named, and
    the history that the document tells of the case.
    """

    proposition: str
    passages: Sequence[Passage]
    citation: Citation
    opinion: JudgedOpinion


@dataclass(frozen=True, slots=True)
class _Words:
    """Words that a model quoted, where they stand; `passage` is the one shown around them."""

    span: Span
    passage: Passage


def find_verdict(finding: Finding, answer: HoldingAnswer, shown: Shown, model: str) -> Finding:
    """The finding that an answer allows.

    Args:
        finding: The holding as the rules left it.
        answer: The model's, of the right form and otherwise unexamined.
        shown: What it was asked.
        model: Its name, for the finding.
    """
    why = _in_short(answer.why)
    if answer.judgement == "not_enough":
        detail = f"{model} found too little in the passages shown to judge this.{why}"
        return leave_open(finding, "model_unsure", detail, model)
    words = _look_up(answer, shown)
    if isinstance(words, str):
        return leave_open(finding, "model_unsure", f"{model} {words}{why}", model)
    signals = "".join(f" {said}" for said in treatment_signals(shown.citation, words.passage))
    supports = answer.judgement == "support"
    said = f"{model} judged that the opinion {'supports' if supports else 'contradicts'} this"
    if not _may_decide(words.passage.part, shown.citation, supports=supports):
        detail = f"{said}, but by words that are not the court's.{signals}{why}"
        return leave_open(finding, "model_unsure", detail, model)
    opinion = shown.opinion.opinion
    detail = f"{said}, by words that stand {_place(opinion, words)}.{signals}{why}"
    outcome: Outcome = "verified" if supports else "refuted"
    reason = "supported" if supports else "contradicted"
    return replace(
        finding,
        outcome=outcome,
        reason=reason,
        detail=detail,
        evidence=(_evidence(opinion, words),),
        model=model,
    )


def _look_up(answer: HoldingAnswer, shown: Shown) -> _Words | str:
    """The words quoted, found in the opinion; or what is wrong with them."""
    opinion = shown.opinion
    places = _places_of(answer.quotation, opinion.letters)
    if not places:
        return "judged this by words that do not stand in the opinion."
    found = _shown_place(places, shown.passages, answer.passage)
    if found is None:
        return "judged this by words that are not from the passages it was shown."
    span = found.span
    text = opinion.opinion.text
    quoted = text[span.start : span.end]
    if sum(bool(letters_of(word)) for word in quoted.split()) < FEWEST_WORDS:
        return "judged this by words too few to tell anything."
    if not stems(quoted.lower()) & stems(shown.proposition.lower()):
        return "judged this by words that speak of something else."
    starts = opinion.sentence_starts
    head = text[starts[max(bisect_right(starts, span.start) - 1, 0)] : span.start]
    if has_negation(head) or _TURNS.search(head):
        dropped = " ".join(head.split())[-_LONGEST_HEAD:]
        return f'judged this by words that leave out "{dropped}" before them.'
    page = pages_of(opinion.opinion, span, shown.citation).label
    part = part_at(opinion.opinion, span)
    return _Words(span, replace(found.passage, page=page, part=part))


def _may_decide(part: PartType | None, citation: Citation, *, supports: bool) -> bool:
    """Whether words of a part of the opinion can verify a holding, or refute it."""
    if not supports:
        return part not in ("dissent", "concurrence")
    return part != "dissent" or any(
        each.kind == "separate" and "dissent" in each.text.lower()
        for each in citation.parentheticals
    )


def _in_short(why: str) -> str:
    """The model's reason as one more sentence, in quotation marks."""
    words = " ".join(why.split())
    if len(words) > _LONGEST_REASON:
        words = words[:_LONGEST_REASON].rstrip() + "..."
    return f' Its reason: "{words}"' if words else ""


def _places_of(quotation: str, view: LettersView) -> list[Span]:
    """Where the letters of a quotation stand in a row, from word to word, with the stop."""
    letters = letters_of(quotation)
    places: list[Span] = []
    start = view.letters.find(letters) if letters else -1
    while start >= 0 and len(places) < _MOST_PLACES:
        end = start + len(letters)
        if view.is_word_start(start) and view.is_word_end(end):
            span = view.span(start, end)
            stop = view.text[span.end : span.end + 1] in _STOPS
            places.append(Span(span.start, span.end + stop))
        start = view.letters.find(letters, start + 1)
    return places


def _shown_place(places: Sequence[Span], shown: Sequence[Passage], number: int) -> _Words | None:
    """A place in a passage that was shown, the passage named by the model first."""
    named = shown[number - 1 : number] if number > 0 else ()
    for passage in (*named, *shown):
        for span in places:
            if span.start < passage.span.end and passage.span.start < span.end:
                return _Words(span, passage)
    return None


def _place(opinion: Opinion, words: _Words) -> str:
    page = words.passage.page
    place = f"on page {page}" if page else "on an unmarked page"
    return place + (", in a footnote" if note_at(opinion, words.span) is not None else "")


def _evidence(opinion: Opinion, words: _Words) -> Evidence:
    span = words.span
    quote = " ".join(opinion.text[span.start : span.end].split())
    return Evidence(opinion.case.id, words.passage.page, span, quote, opinion.case.url)
