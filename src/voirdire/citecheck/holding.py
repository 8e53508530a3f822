"""Show the passages of an opinion that stand nearest to a proposition.

Without a model the holding itself is not judged: the finding is `unchecked` (`no_model`)
and carries the passages, so that a reader can judge at once.
"""

from voirdire.citations.types import Citation
from voirdire.citecheck.holding_passages import PassageIndex, passages_for
from voirdire.citecheck.holding_treatment import treatment_signals
from voirdire.findings import Finding, Span

_PASSAGES_SHOWN = 3


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
    nearest = passages_for(words, opinion, citation, passages, _PASSAGES_SHOWN)
    detail = "Whether the opinion holds this was not judged; the nearest passages are shown."
    detail = " ".join((detail, *treatment_signals(citation, nearest[0] if nearest else None)))
    evidence = tuple(passage.evidence(opinion) for passage in nearest)
    return Finding("holding", "unchecked", "no_model", detail, proposition, evidence)
