"""What may be concluded from a model's answer about a holding: an answer into a finding.

Input: the answer, the passages that the model was shown and the opinion they come from.
Output: a finding that rests on words of the opinion found there by us, or one that is left
open and says why. No model is asked here.

A quotation counts when it stands in the opinion letter for letter, marks and spaces apart,
has five words, touches a passage that was shown, and does not begin behind a "not". Words
of a dissent show what the court did not hold.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from voirdire.authorities.types import Opinion, PartType
from voirdire.citations.types import Citation
from voirdire.citecheck.holding_passages import Passage, PassageIndex
from voirdire.citecheck.holding_treatment import treatment_signals
from voirdire.citecheck.letters import LettersView, letters_of
from voirdire.citecheck.omissions import drops_negation
from voirdire.citecheck.quotation import FEWEST_WORDS
from voirdire.citecheck.quotation_match import OpinionIndex
from voirdire.citecheck.quotation_places import note_at, pages_of, part_at
from voirdire.findings import Evidence, Finding, Outcome, Span

_LONGEST_REASON = 300
_MOST_PLACES = 50
# The parts whose words are not the court's own, and the parts that can refute nothing.
_NOT_THE_COURT: tuple[PartType, ...] = ("dissent",)
_NOT_BINDING: tuple[PartType, ...] = ("dissent", "concurrence")


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


def find_verdict(
    finding: Finding,
    answer: HoldingAnswer,
    shown: Sequence[Passage],
    citation: Citation,
    opinion: JudgedOpinion,
    model: str,
) -> Finding:
    """The finding that an answer allows.

    Args:
        finding: The holding as the rules left it.
        answer: The model's, of the right form and otherwise unexamined.
        shown: The passages that the model saw, the first of them number 1.
        citation: With the reporter whose pages are named, and the history of the case.
        opinion: The cited one.
        model: Its name, for the finding.
    """
    why = _in_short(answer.why)

    def unsure(problem: str) -> Finding:
        return leave_open(finding, "model_unsure", f"{problem}{why}", model)

    if answer.judgement == "not_enough":
        return unsure(f"{model} found too little in the passages shown to judge this.")
    if len(answer.quotation.split()) < FEWEST_WORDS:
        return unsure(f"{model} judged this without quoting words that could be looked up.")
    places = _places_of(answer.quotation, opinion.letters)
    if not places:
        return unsure(f"The words that {model} quoted do not stand in the opinion.")
    found = _shown_place(places, shown, answer.passage)
    if found is None:
        return unsure(f"The words that {model} quoted are not from the passages it was shown.")
    span, passage = found
    part = part_at(opinion.opinion, span)
    passage = replace(passage, part=part, page=pages_of(opinion.opinion, span, citation).label)
    if _follows_negation(opinion, span):
        return unsure(f"The words that {model} quoted leave out a negation before them.")
    signals = " ".join(treatment_signals(citation, passage))
    supports = answer.judgement == "support"
    said = f"{model} judged that the opinion {'supports' if supports else 'contradicts'} this"
    if part in (_NOT_THE_COURT if supports else _NOT_BINDING) and not (
        supports and _announces_part(citation, part)
    ):
        return unsure(f"{said}, but by words that are not the court's. {signals}")
    outcome: Outcome = "verified" if supports else "refuted"
    return replace(
        finding,
        outcome=outcome,
        reason="supported" if supports else "contradicted",
        detail=f"{said}, by words that stand {_place(opinion.opinion, passage, span)}."
        + (f" {signals}" if signals else "")
        + why,
        evidence=(_evidence(opinion.opinion, passage, span),),
        model=model,
    )


def _in_short(why: str) -> str:
    """The model's reason as one more sentence, in quotation marks."""
    words = " ".join(why.split())
    if len(words) > _LONGEST_REASON:
        words = words[:_LONGEST_REASON].rstrip() + "..."
    return f' Its reason: "{words}"' if words else ""


def _places_of(quotation: str, view: LettersView) -> list[Span]:
    """Where the letters of a quotation stand in a row, from word to word."""
    letters = letters_of(quotation)
    places: list[Span] = []
    start = view.letters.find(letters) if letters else -1
    while start >= 0 and len(places) < _MOST_PLACES:
        end = start + len(letters)
        if view.is_word_start(start) and view.is_word_end(end):
            places.append(view.span(start, end))
        start = view.letters.find(letters, start + 1)
    return places


def _shown_place(
    places: Sequence[Span], shown: Sequence[Passage], number: int
) -> tuple[Span, Passage] | None:
    """A place in a passage that was shown, the passage named by the model first."""
    named = shown[number - 1 : number] if number > 0 else ()
    for passage in (*named, *shown):
        for span in places:
            if span.start < passage.span.end and passage.span.start < span.end:
                return span, passage
    return None


def _follows_negation(opinion: JudgedOpinion, span: Span) -> bool:
    """Whether a sentence is quoted without the "not" at its head."""
    starts = opinion.sentence_starts
    start = starts[max(bisect_right(starts, span.start) - 1, 0)]
    return drops_negation(opinion.opinion.text, Span(start, span.start))


def _announces_part(citation: Citation, part: PartType | None) -> bool:
    """Whether the citation says itself that it is to a dissent."""
    return part is not None and any(
        each.kind == "separate" and part[:6] in each.text.lower()
        for each in citation.parentheticals
    )


def _place(opinion: Opinion, passage: Passage, span: Span) -> str:
    place = f"on page {passage.page}" if passage.page else "on an unmarked page"
    return place + (", in a footnote" if note_at(opinion, span) is not None else "")


def _evidence(opinion: Opinion, passage: Passage, span: Span) -> Evidence:
    words = " ".join(opinion.text[span.start : span.end].split())
    return Evidence(opinion.case.id, passage.page, span, words, opinion.case.url)
