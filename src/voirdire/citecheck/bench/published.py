"""What the paper "Who Checks the Citations?" (2026) reports, beside which ours stand.

Facts alone, as its text states them; nobody of this project has run its systems or has its
data. `where` is the place in the paper.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """One figure of a system, as printed."""

    system: str
    figure: str
    value: str
    where: str


PAPER = "“Who Checks the Citations? Benchmarking Legal Hallucination Detection” (2026)"

PUBLISHED = (
    PublishedFigure("GPT-5, BOED agent", "F1, relaxed", "68.8%", "table 2"),
    PublishedFigure("GPT-5, BOED agent", "recall, incorrect pin cites", "52.8%", "section 1"),
    PublishedFigure("GPT-5, BOED agent", "recall, verbatim misquotes", "95.2%", "section 1"),
    PublishedFigure("GPT-5, BOED agent", "recall, misrepresented content", "83.2%", "section 1"),
    PublishedFigure("GPT-5, BOED agent", "unheld citations flagged", "25.0%", "section 4.3"),
    PublishedFigure("GPT-5, BOED agent", "steps an excerpt", "15.3", "section 4.2"),
    PublishedFigure(
        "GPT-5, BOED agent", "episodes with a look-up repeated", "39.7%", "section 4.3"
    ),
    PublishedFigure(
        "Gemini 2.5 Flash, BOED agent", "unheld citations flagged", "65.9%", "section 4.3"
    ),
    PublishedFigure(
        "Claude Code, Opus 4.8", "precision and F1", "the highest of all", "section 4.2"
    ),
    PublishedFigure("Claude Code, Opus 4.8", "tool calls an excerpt", "15.4", "section 4.2"),
    PublishedFigure("Claude Code, Opus 4.8", "calls repeated", "7.4%", "section 4.3"),
)

DIFFERENCE = (
    "The paper's figures are of other data: 390 test excerpts of 1,300, of which 1,000 are from "
    "federal appellate briefs, half of them altered, and 300 are holdings that models wrote; "
    "checked against CourtListener and the web, where a fifth of the opinions fetched had no text "
    "or no page numbers, with 132 citations that CourtListener lacks. A benchmark built from a "
    "library holds the opinions that its faults are about, with their pages. The figures stand "
    "side by side for orientation and measure no difference between systems."
)
