"""Random quotations: what a parrot says that keeps to the budget.

Input: an observation and a generator. Output: claims whose quotations are true and whose
issues and targets are drawn by lot.
"""

from random import Random

from voirdire.courtroom.agents.reading import admitted_exhibits, standing_claims
from voirdire.courtroom.engine import OTHER
from voirdire.courtroom.observation import Observation
from voirdire.courtroom.quoting import FEWEST_WORDS, MOST_WORDS, find_words
from voirdire.courtroom.types import Claim


def random_claims(observation: Observation, draw: Random, most: int) -> tuple[Claim, ...]:
    """Up to `most` claims that quote admitted exhibits; fewer when none is long enough."""
    exhibits = [each for each in admitted_exhibits(observation).values() if each.content]
    if not exhibits or not observation.issues:
        return ()
    other = OTHER[observation.seat]
    targets = [each.id for each in standing_claims(observation) if each.seat == other]
    claims = []
    for _ in range(most):
        exhibit = draw.choice(exhibits)
        quotation = random_quotation(exhibit.content, draw)
        if quotation:
            issue = draw.choice(observation.issues).id
            target = draw.choice(targets) if targets else None
            claims.append(Claim(issue, exhibit.id, quotation, target=target))
    return tuple(claims)


def random_quotation(content: str, draw: Random) -> str | None:
    """A run of 5 to 30 words; None from a content of fewer than 5."""
    words = find_words(content)
    if len(words) < FEWEST_WORDS:
        return None
    length = draw.randint(FEWEST_WORDS, min(MOST_WORDS, len(words)))
    first = draw.randrange(len(words) - length + 1)
    return content[words[first][0] : words[first + length - 1][1]]
