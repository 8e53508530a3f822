"""Show the passages of an opinion that stand nearest to a proposition.

Without a model the holding itself is not judged: the finding is `unchecked` (`no_model`)
and carries the passages, so that a reader can judge at once.
"""

import re
from collections import defaultdict
from math import log

from voirdire.authorities.types import Opinion
from voirdire.citations.types import Citation
from voirdire.citecheck.quotation_places import pages_of
from voirdire.findings import Evidence, Finding, Span

_PASSAGES_SHOWN = 3
_PASSAGE_LENGTH = 420
_WORD = re.compile(r"[a-z]{3,}")
_SENTENCE_END = re.compile(r"[.!?][\"”’')\]]*\s+(?=[A-Z\"“‘'(\[])|\n\n")
_COMMON = frozenset(
    "the and that for with was not are this from have has had which but its they their were been "
    "his her she him who may any all such than then when where what will would could should there "
    "these those under upon into also only other some must does did said being because case court "
    "held holding see id our you your one two out more most over same very own each both".split()
)


class PassageIndex:
    """The passages of one opinion by the stems of their words."""

    def __init__(self, opinion: Opinion) -> None:
        self.opinion = opinion
        self.passages = _passages(opinion.text)
        self._postings: dict[str, list[int]] = {}
        lowered = opinion.text.lower()
        for number, span in enumerate(self.passages):
            for stem in _stems(lowered[span.start : span.end]):
                self._postings.setdefault(stem, []).append(number)

    def nearest(self, words: str, count: int = _PASSAGES_SHOWN) -> tuple[Span, ...]:
        """The passages that share the most telling words, the best first."""
        scores: defaultdict[int, float] = defaultdict(float)
        for stem in _stems(words.lower()):
            holders = self._postings.get(stem, ())
            for number in holders:
                scores[number] += log(1 + len(self.passages) / len(holders))
        best = sorted(scores, key=lambda number: (-scores[number], number))
        return tuple(self.passages[number] for number in best[:count])


def _stems(lowered: str) -> set[str]:
    # Six letters stand for "negligence", "negligent", "negligently" alike.
    return {word[:6] for word in _WORD.findall(lowered)} - _COMMON


def _passages(text: str) -> tuple[Span, ...]:
    """Runs of whole sentences of about `_PASSAGE_LENGTH` characters, no overlap."""
    passages = []
    start = last = 0
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    for end in [*ends, len(text)]:
        if end - start > _PASSAGE_LENGTH and last > start:
            passages.append(Span(start, last))
            start = last
        last = end
    passages.append(Span(start, len(text)))
    return tuple(passage for passage in passages if text[passage.start : passage.end].strip())


def check_holding(
    proposition: Span, words: str, passages: PassageIndex, citation: Citation
) -> Finding:
    """Leave a holding unchecked and show where in the opinion a reader should look.

    Args:
        proposition: The sentence, in folded characters; the finding's subject.
        words: The sentence itself.
        passages: The cited opinion.
        citation: With the reporter whose pages are named.
    """
    opinion = passages.opinion
    evidence = tuple(
        Evidence(
            opinion.case.id,
            pages_of(opinion, span, citation).label,
            span,
            " ".join(opinion.text[span.start : span.end].split()),
            opinion.case.url,
        )
        for span in passages.nearest(words)
    )
    detail = "Whether the opinion holds this was not judged; the nearest passages are shown."
    return Finding("holding", "unchecked", "no_model", detail, proposition, evidence)
