"""Judge by rules whether an opinion says the contrary of a proposition.

A holding is refuted (`contradicted`) only where the opinion states the matter with a term
that excludes the one written; `holding_contrast.py`, `holding_sides.py`,
`holding_scope.py`, `holding_clauses.py`, `holding_duties.py`, `holding_conditions.py` and
`holding_wording.py` say what counts, `holding_voice.py` whose words do. Everything else stays
`unchecked` (`no_model`) and carries the nearest passages, so that a reader can judge at
once. Rules verify nothing.
"""

import re

from voirdire.authorities.types import Opinion
from voirdire.citations.types import Citation
from voirdire.citecheck.holding_clauses import find_foreign_clauses
from voirdire.citecheck.holding_conditions import find_condition_changes
from voirdire.citecheck.holding_contrast import Contradiction, Proposition, find_contrasts
from voirdire.citecheck.holding_duties import find_duty_changes
from voirdire.citecheck.holding_passages import PassageIndex, passages_for
from voirdire.citecheck.holding_scope import find_scope_changes
from voirdire.citecheck.holding_sides import find_side_changes
from voirdire.citecheck.holding_treatment import treatment_signals
from voirdire.citecheck.holding_wording import find_rewordings
from voirdire.citecheck.quotation_places import pages_of
from voirdire.findings import Evidence, Finding, Span, WordChange

_PASSAGES_SHOWN = 3
_LONGEST_PROPOSITION = 1200
_SEPARATE = re.compile(r"dissent|concurr|\bJ\.", re.IGNORECASE)


def check_holding(
    proposition: Span, words: str, passages: PassageIndex, citation: Citation
) -> Finding:
    """Refute a holding that the opinion contradicts; show the passages of any other.

    Args:
        proposition: The sentence, in folded characters; the finding's subject.
        words: The sentence itself.
        passages: The cited opinion.
        citation: With the reporter whose pages are named. A citation to a separate opinion
            ("(Roe, J., dissenting)") is never refuted: the majority says otherwise.
    """
    opinion = passages.opinion
    nearest = passages_for(words, opinion, citation, passages, _PASSAGES_SHOWN)
    evidence = tuple(passage.evidence(opinion) for passage in nearest)
    contradiction = None if _is_separate(citation) else find_contradiction(words, passages)
    if contradiction is None:
        signals = treatment_signals(citation, nearest[0] if nearest else None)
        detail = "Whether the opinion holds this was not judged; the nearest passages are shown."
        return Finding(
            "holding",
            "unchecked",
            "no_model",
            " ".join((detail, *signals)),
            proposition,
            evidence,
        )
    return Finding(
        "holding",
        "refuted",
        "contradicted",
        " ".join((_say(contradiction), *treatment_signals(citation, None))),
        proposition,
        (_evidence(opinion, contradiction.sentence, citation), *evidence[: _PASSAGES_SHOWN - 1]),
        (WordChange(contradiction.written, contradiction.source),),
    )


def find_contradiction(words: str, passages: PassageIndex) -> Contradiction | None:
    """The contradiction that rests on the closest sentence of the opinion, if there is any."""
    if len(words) > _LONGEST_PROPOSITION:
        return None
    proposition = Proposition(words)
    found = [
        *find_contrasts(proposition, passages),
        *find_side_changes(proposition, passages),
        *find_scope_changes(proposition, passages),
        *find_foreign_clauses(proposition, passages),
        *find_duty_changes(proposition, passages),
        *find_condition_changes(proposition, passages),
        *find_rewordings(proposition, passages),
    ]
    return max(found, key=lambda contradiction: contradiction.share, default=None)


def _is_separate(citation: Citation) -> bool:
    return any(_SEPARATE.search(p.text) for p in citation.parentheticals if p.kind == "separate")


def _evidence(opinion: Opinion, sentence: Span, citation: Citation) -> Evidence:
    quote = " ".join(opinion.text[sentence.start : sentence.end].split())
    page = pages_of(opinion, sentence, citation).label
    return Evidence(opinion.case.id, page, sentence, quote, opinion.case.url)


def _say(found: Contradiction) -> str:
    """What differs, in plain words."""
    if not found.source:
        return f"“{found.written}” is added: the opinion's passage on the matter has no such words."
    if not found.written:
        return f"“{found.source}” is left out, which the opinion's passage on the matter has."
    return (
        f"The document says “{found.written}” where the opinion's passage on the matter says "
        f"“{found.source}” ({found.kind})."
    )
