"""The free speech of a trial, for model judges: what a seat said, cut to a like length."""

from voirdire.courtroom.engine import Trial
from voirdire.courtroom.types import struck_entries

# Characters of one side's speech that a judge is given.
LONGEST_SPEECH = 12_000

_NEUTRAL = (
    "The court sits in a room on the second floor with four tall windows to the north. The clerk "
    "keeps the record in a bound book and numbers every page by hand. Water stands on each table, "
    "and the clock over the door is wound on Mondays. Visitors enter by the side door and sit on "
    "the benches behind the rail. The papers of a case are tied with tape, the oldest lowest. "
    "When the court rises the usher opens both wings of the door and puts out the lamps in turn. "
)


def speech_of(trial: Trial, seat: str) -> str:
    """What a seat said in its turns, struck words left out, in order, a paragraph a turn."""
    struck = struck_entries(trial.objections)
    said = [
        entry.action.text.strip()
        for entry in trial.entries()
        if entry.seat == seat and entry.code == "accepted" and entry.number not in struck
    ]
    return "\n\n".join(text for text in said if text)[:LONGEST_SPEECH]


def at_equal_length(one: str, other: str) -> tuple[str, str]:
    """Both texts cut to as many words as the shorter has: the longer does not win by length."""
    words = min(len(one.split()), len(other.split()))
    return first_words(one, words), first_words(other, words)


def first_words(text: str, number: int) -> str:
    """The text up to its word of that number, as it is spaced."""
    at = 0
    for _ in range(number):
        while at < len(text) and text[at].isspace():
            at += 1
        while at < len(text) and not text[at].isspace():
            at += 1
    return text[:at]


def neutral_text(words: int) -> str:
    """A text of that many words that says nothing of any case: the placebo of a speech."""
    times = words // len(_NEUTRAL.split()) + 1
    return first_words(_NEUTRAL * times, words)
