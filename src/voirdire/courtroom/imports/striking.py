"""A text to the same text without what names its case: year, docket, number, respondent State.

What is struck leaves a mark in brackets, so that a reader sees that something stood there.
Dates before the year of the decision are facts of the case and stay; so do other States.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256

from voirdire.courtroom.imports.states import State

YEAR = "[year]"
DOCKET = "[docket]"
APPLICATION = "[application]"
STATE = "[State]"

# "no. 30979/96", "nos. 21893/93 and 1/94": European applications end in a year of two figures.
_APPLICATION = re.compile(r"(?<![\d/])\d{3,6}/\d{2}(?![\d/])")
_NAMED_DOCKET = re.compile(
    r"\b(?P<word>[Cc]ases?(?: [Nn]o\.| [Nn]umber)?|[Nn]os?\.|[Nn]umbers?|[Dd]ocket)\s+"
    r"\d{2}\s?-\s?\d{1,5}\b"
)
_FIGURE = r"(?:oh|zero|one|two|three|four|five|six|seven|eight|nine)"
_SPELT_DOCKET = re.compile(
    rf"\b(?P<word>[Cc]ase|[Nn]umber|[Nn]o\.) {_FIGURE}(?: {_FIGURE}){{3,}}\b"
)
# Where a court calls a case, whatever number stands there is the docket.
_CALLED = re.compile(
    r"\b\d{2,4}\s?-\s?\d{1,5}\b(?: -- \d+)?|(?<=[Cc]ase )\d+|(?<=[Nn]umber )\d+|"
    r"(?<=[Nn]o\. )\d+|\A\d+(?=, )"
)
# Behind four figures that stand alone; the figures come first, so that they are looked for.
_ALONE = r"(?!\d|[.,]\d)(?:(?<![\d.,]\d{4})|(?<=\d\.\d\.\d{4})|(?<=\d\.\d\d\.\d{4}))"
# Names that take the article: it goes with the name, and stays before "the [State] authorities".
_WITH_ARTICLE = re.compile(
    r"(?is)united\s+kingdom.*|netherlands|.*\s(?:republic|federation|confederation|macedonia)|uk|u\.k\.|frg|rf"
)
# Behind a State's name that is said of something.
_SAID_OF = re.compile(
    r"\s+(?:[A-Z]|(?:government|authorit|court|law|legal|legislat|nation|citizen|police|parliament"
    r"|embass|consul|constitution|judic|judge|prison|army|territor|border|soil|passport|language"
    r"|public|civil|criminal|domestic|system|state|immigration|society|media|press)\w*)"
)
# Before people who are called so: "Mr English".
_OTHERS = re.compile(r"\b(?:M(?:rs?|s)\.?|Dr\.?|Miss|Judge)\s+\Z")
_LEAD = re.compile(r"\b(?:[Tt]he|THE|[Aa]n)\s+\Z")
# Longer than what these look for.
_BEFORE = 24


def strike_year(text: str, year: int) -> str:
    """Without the year, where it stands as a number of its own or ends a date in figures."""
    return re.sub(rf"{year}{_ALONE}", YEAR, text)


def strike_applications(text: str) -> str:
    """Without the numbers of applications to the European Court."""
    return _APPLICATION.sub(APPLICATION, text)


def strike_states(text: str, states: Sequence[State]) -> str:
    """Without the name of the respondent State and the words for its people and language.

    "the Republic of Austria" and "Austria" are "[State]", "an Austrian court" is "a [State]
    court", "Austrians" are "[State nationals]". Of several States each has a number.
    """
    for number, state in enumerate(states, 1):
        mark = STATE if len(states) == 1 else f"[State {number}]"
        text = _strike_state(text, state, mark)
    return text


def _strike_state(text: str, state: State, mark: str) -> str:
    pieces: list[str] = []
    end = 0
    for match in _state_pattern(state).finditer(text):
        first = max(end, match.start() - _BEFORE)
        if match["elsewhere"] or _OTHERS.search(text, first, match.start()):
            continue
        lead = _LEAD.search(text, first, match.start())
        start = lead.start() if lead else match.start()
        pieces += [text[end:start], _article(lead, match), _marked(match, mark)]
        end = match.end()
    pieces.append(text[end:])
    return "".join(pieces)


def _article(lead: re.Match[str] | None, match: re.Match[str]) -> str:
    """What is left of the article before what is struck."""
    if lead is None:
        return ""
    article = lead.group()
    if article[0] in "Aa":
        # Whether a vowel followed would tell of the State.
        return article[0] + article[2:]
    called = match["name"] or match["adjective"]
    takes_it = called and (match["form"] or _WITH_ARTICLE.fullmatch(called))
    return "" if takes_it and not _SAID_OF.match(match.string, match.end()) else article


def _marked(match: re.Match[str], mark: str) -> str:
    if not match["people"]:
        return mark
    plural = match["people"].casefold().endswith(("s", "men"))
    return mark[:-1] + (" nationals]" if plural else " national]")


@lru_cache(maxsize=64)
def _state_pattern(state: State) -> re.Pattern[str]:
    """What names the State: with the form of government, as an adjective, as its people.

    And other places that are called after it, which are none of it.
    """
    names = _alternatives(state.names)
    adjectives = _alternatives(state.adjectives)
    people = _alternatives(state.people)
    elsewhere = _alternatives(state.elsewhere, r"[\s-]+")
    form = (
        r"(?:(?:federal|hellenic)\s+)?(?:republic|kingdom|principality|grand\s+duchy)\s+of\s+"
        r"(?:the\s+)?"
    )
    words = (*state.names, *state.adjectives, *state.people, *state.elsewhere)
    first = "".join(sorted({word[0] for word in words} | {word[0].upper() for word in words}))
    return re.compile(
        rf"(?<!\w)(?=[{first}FfHhRrKkPpGg])"
        rf"(?:(?P<elsewhere>{elsewhere})"
        rf"|(?P<form>(?i:{form}))?(?P<name>{names})"
        rf"|(?P<adjective>(?:{adjectives})"
        r"(?:\s+(?i:republic|federation|confederation)(?!\w|\s+[Oo]f\s+[A-Z]))?)"
        rf"|(?P<people>(?:{people})s?|(?:{people}|{adjectives})(?:[sS]|(?:wo)?m[ae]n)))(?!\w)"
    )


def _alternatives(words: Sequence[str], joint: str = r"\s+") -> str:
    """The words as printed and in capitals, longer ones first; none of them for no word.

    `joint` is what may stand between two parts of one.
    """
    longest = sorted(words, key=len, reverse=True)
    forms = dict.fromkeys(form for word in longest for form in (word, word.upper()))
    return "|".join(re.escape(form).replace(r"\ ", joint) for form in forms) or r"(?!)"


def strike_docket(text: str, docket: str) -> str:
    """Without its own docket number and those that are called so."""
    if "-" in docket:
        bare = docket.replace("-", "")
        forms = "|".join(map(re.escape, (docket, bare)))
        text = re.sub(rf"(?<![\d-])(?:{forms})(?![\d-])", DOCKET, text)
    text = _NAMED_DOCKET.sub(rf"\g<word> {DOCKET}", text)
    return _SPELT_DOCKET.sub(rf"\g<word> {DOCKET}", text)


def strike_call(text: str) -> str:
    """The words in which a case is called, without any number."""
    return _CALLED.sub(DOCKET, text)


def opaque_id(prefix: str, source_id: str) -> str:
    """An id that is always the same for a source and says nothing of it."""
    return f"{prefix}-{sha256(source_id.encode()).hexdigest()[:12]}"
