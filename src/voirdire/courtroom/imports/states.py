"""Members of the Council of Europe: what each is called, and which of them is the respondent.

Input: the name of a judgment and its text. Output: the States that answer, which are struck
from what the seats see (`striking`); `words` are what masking puts other words for where
striking leaves them: names of institutions in the language of the State, and people called so.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class State:
    """A State as English texts call it.

    `names` without the article and without "Republic of", longest first; `adjectives`, which
    are the language and the people too; `people`, one of them; `own`, words for it in its own
    language, which stand in names of institutions; `elsewhere`, other places called after it.
    """

    names: tuple[str, ...]
    adjectives: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """As it is called in metadata."""
        return self.names[0]

    @property
    def words(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Single words for the State, and for its people."""
        called = tuple(each for each in (*self.names, *self.own) if each.isalpha())
        return called, (*self.adjectives, *self.people)


STATES: tuple[State, ...] = (
    State(("Albania",), ("Albanian",), (), ("Shqipërisë", "Shqipëria")),
    State(("Andorra",), ("Andorran",)),
    State(("Armenia",), ("Armenian",)),
    State(("Austria",), ("Austrian",), (), ("Österreich", "Österreichs")),
    State(("Azerbaijan",), ("Azerbaijani", "Azeri")),
    State(("Belgium",), ("Belgian",), (), ("Belgique", "België"), ("Belgian Congo",)),
    State(
        ("Bosnia and Herzegovina", "Bosnia-Herzegovina", "Bosnia & Herzegovina", "Bosnia",
         "Herzegovina", "BiH"),
        ("Bosnian", "Herzegovinian"),
        ("Bosniac", "Bosniak"),
        ("Bosna", "Bosne", "Hercegovine"),
    ),
    State(("Bulgaria",), ("Bulgarian",)),
    State(("Croatia",), ("Croatian",), ("Croat",), ("Hrvatska", "Hrvatske")),
    State(("Cyprus", "Northern Cyprus"), ("Cypriot",)),
    State(("Czech Republic", "Czechia"), ("Czech",), (), ("Česká", "České")),
    State(("Denmark",), ("Danish",), ("Dane",), ("Danmark", "Danmarks")),
    State(("Estonia",), ("Estonian",), (), ("Eesti",)),
    State(("Finland", "Finlands"), ("Finnish",), ("Finn",), ("Suomi", "Suomen")),
    State(
        ("Former Yugoslav Republic of Macedonia", "former Yugoslav Republic of Macedonia",
         "North Macedonia", "Macedonia", "FYROM"),
        ("Macedonian",),
    ),
    State(("France",), ("French",), elsewhere=("New France",)),
    State(("Georgia",), ("Georgian",), elsewhere=("South Georgia",)),
    State(("Germany", "FRG"), ("German",), (), ("Deutschland", "Deutschlands")),
    State(("Greece",), ("Greek", "Hellenic")),
    State(("Hungary",), ("Hungarian",), (), ("Magyarország", "Magyarországi", "Magyar")),
    State(("Iceland",), ("Icelandic",), ("Icelander",)),
    State(
        ("Ireland",),
        ("Irish",),
        elsewhere=("Northern Ireland", "Northern Irish", "New Ireland"),
    ),
    State(("Italy",), ("Italian",), (), ("Italia", "Italiana")),
    State(("Latvia",), ("Latvian",), (), ("Latvijas",)),
    State(("Liechtenstein",)),
    State(("Lithuania",), ("Lithuanian",), (), ("Lietuvos", "Lietuva")),
    State(("Luxembourg",), ("Luxemburger", "Luxembourger", "Luxembourgish")),
    State(("Malta",), ("Maltese",)),
    State(("Moldova",), ("Moldovan",)),
    State(("Monaco",), ("Monegasque", "Monégasque")),
    State(("Montenegro",), ("Montenegrin",)),
    State(
        ("Netherlands", "Holland"),
        ("Dutch",),
        ("Netherlander",),
        ("Nederland", "Nederlands", "Nederlandse"),
        ("New Holland", "New Netherlands", "Dutch Guiana", "Dutch East Indies"),
    ),
    State(("Norway",), ("Norwegian",), (), ("Norge", "Norges", "Norsk")),
    State(("Poland",), ("Polish",), ("Pole",), ("Polska", "Polskiej")),
    State(("Portugal",), ("Portuguese",), elsewhere=("Portuguese Guinea",)),
    State(
        ("Romania", "Rumania", "Roumania"),
        ("Romanian", "Rumanian", "Roumanian"),
        (),
        ("România", "României", "Român"),
    ),
    State(("Russia", "RF", "RSFSR"), ("Russian",), (), ("Россия", "России", "Российской")),
    State(("San Marino",), ("Sammarinese",)),
    State(("Serbia",), ("Serbian",), ("Serb",), ("Srbija", "Srbije")),
    State(("Slovakia",), ("Slovak", "Slovakian")),
    State(("Slovenia",), ("Slovenian",), ("Slovene",), ("Slovenije",)),
    State(
        ("Spain",),
        ("Spanish",),
        ("Spaniard",),
        ("España", "Española"),
        ("New Spain", "Spanish Guinea", "Spanish Sahara"),
    ),
    State(("Sweden",), ("Swedish",), ("Swede",), ("Sverige", "Sveriges"), ("New Sweden",)),
    State(("Switzerland",), ("Swiss",), (), ("Schweiz", "Suisse", "Svizzera")),
    State(
        # Capitals of an "i" with its point are not what `upper` makes of it.
        ("Turkey", "Türkiye", "TÜRKİYE", "Turkiye"),
        ("Turkish",),
        ("Turk",),
        ("Türk", "Türkler", "Türkleri"),
    ),
    State(("Ukraine",), ("Ukrainian",)),
    State(
        ("United Kingdom", "United Kingdom of Great Britain and Northern Ireland",
         "Great Britain", "Britain", "England and Wales", "England", "Wales", "Scotland",
         "Northern Ireland", "UK", "U.K."),
        ("British", "English", "Welsh", "Scottish", "Northern Irish", "Scots"),
        ("Briton", "Scot"),
        elsewhere=(
            "New England", "New Britain", "New South Wales", "British Columbia", "British Guiana",
            "British Honduras", "British India", "British West Indies",
        ),
    ),
)  # fmt: skip

# "VON HANNOVER v. GERMANY (No. 2)"; the applicant may be one "V." himself. The State's name ends at
# a bracket, a figure or a dash.
_CAPTION = re.compile(
    r"(?P<applicant>.*)\s(?:v\.?|vs\.?|V\.)\s+(?P<state>(?:(?!\s[-–—]+\s)[^()\[\]\d])+)"
)
_ARTICLE = re.compile(
    r"(?i)\A(?:the\s+)?(?:federal\s+)?(?:(?:republic|kingdom)\s+of\s+)?(?:the\s+)?"
)
# What may stand behind the State's name and is none of it: "and others", "No. 2".
_CLOSING = frozenset(("", "and", "others", "other", "no", "nos"))
_STOPS = ".,;:"
_WORD = re.compile(r"[^\W\d_]+")
# A caption that is no State's name is taken for one if it is at least so long.
_SHORTEST = 4


def find_states(name: str, text: str) -> tuple[State, ...]:
    """The States that a judgment is against: by its name, else the one the text names most.

    A name in which no member stands is that of a State called so; none where nothing tells.
    """
    match = _CAPTION.match(name)
    if match is None:
        return _named_most(text)
    known = states_called(match["state"])
    if known:
        return known
    called = _ARTICLE.sub("", _without_closing(match["state"]))
    return (State((called.title(),)),) if len(called) >= _SHORTEST else _named_most(text)


def applicant_of(name: str) -> str:
    """The applicant's side of a judgment's name; all of it where it names no State."""
    match = _CAPTION.match(name)
    return (match["applicant"] if match else name).strip()


def states_called(name: str) -> tuple[State, ...]:
    """The States of a name, in its order: "Austria", "ROMANIA AND BULGARIA", "the Slovak Republic".

    By an adjective only where no State is named: "the Swiss Confederation".
    """
    folded = _fold(name)
    for pattern, states in (_NAMED, _SAID_TO_BE):
        found = (states[match.group()] for match in pattern.finditer(folded))
        known = tuple(dict.fromkeys(each for each in found if each))
        if known:
            return known
    return ()


def _without_closing(called: str) -> str:
    words = called.split()
    while words and words[-1].strip(_STOPS).casefold() in _CLOSING:
        words.pop()
    return " ".join(words).rstrip(_STOPS)


def _fold(name: str) -> str:
    """In small letters, without accents and stops, with single spaces."""
    parts = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(each for each in parts if each != "." and not unicodedata.combining(each))
    return " ".join(letters.split())


def _finder(
    words: Iterable[tuple[str, State | None]],
) -> tuple[re.Pattern[str], Mapping[str, State | None]]:
    """A pattern for folded words, longer ones first, and whose they are; None: no State's."""
    states = {_fold(word): state for word, state in words}
    listed = "|".join(map(re.escape, sorted(states, key=len, reverse=True)))
    return re.compile(rf"(?<!\w)(?:{listed})(?!\w)"), states


_ELSEWHERE: list[tuple[str, State | None]] = [
    (word, None) for state in STATES for word in state.elsewhere
]
_NAMED = _finder(
    [
        *_ELSEWHERE,
        *(
            (f"{adjective} {form}", state)
            for state in STATES
            for adjective in state.adjectives
            for form in ("republic", "federation")
        ),
        *((word, state) for state in STATES for word in (*state.names, *state.own)),
    ]
)
_SAID_TO_BE = _finder(
    [*_ELSEWHERE, *((word, state) for state in STATES for word in state.adjectives)]
)


def _named_most(text: str) -> tuple[State, ...]:
    counts = Counter(_WORD.findall(text))
    found = {each: sum(counts[word] for words in each.words for word in words) for each in STATES}
    most = max(STATES, key=lambda each: found[each])
    return (most,) if found[most] else ()
