"""A quotation linked to a citation, by a named rule, and how far each rule can be trusted.

`_CERTAINTY` was settled by counting, on opinions and briefs of judges and lawyers, how often
the words that each rule links stand in the opinion it links them to.
"""

from dataclasses import dataclass
from typing import Literal

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
    "quoted_words",
    "string_cite",
    "block",
    "textual_link",
    "between_two",
    "id_in_doubt",
    "marks_in_doubt",
    "bracketed",
    "named_again",
    "another_speaks",
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
    # X: "... 'words' ..." (quoting Y), X ("words" (quoting Y)): the words are Y's.
    "quoted_words": "sure",
    "string_cite": "likely",
    "block": "sure",
    "textual_link": "likely",
    "between_two": "likely",
    "id_in_doubt": "likely",
    "marks_in_doubt": "likely",
    "bracketed": "likely",
    "named_again": "likely",
    "another_speaks": "likely",
}


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
