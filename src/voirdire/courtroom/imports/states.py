"""Members of the Council of Europe: what each is called, and which of them is the respondent.

Input: the name of a judgment and its text. Output: the States that answer, which are struck
from what the seats see (`striking`); `words` are what masking puts other words for where
striking leaves them: names of institutions in the language of the State, and people called so.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class State:
    """A State as English texts call it.

    `names` without the article and without "Republic of", longest first; `adjectives`, which
    are the language and the people too; `people`, one of them; `own`, words for it in its own
    language, which stand in names of institutions.
    """

    names: tuple[str, ...]
    adjectives: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    own: tuple[str, ...] = ()

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
    State(("Belgium",), ("Belgian",), (), ("Belgique", "België")),
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
    State(("France",), ("French",)),
    State(("Georgia",), ("Georgian",)),
    State(("Germany", "FRG"), ("German",), (), ("Deutschland", "Deutschlands")),
    State(("Greece",), ("Greek", "Hellenic")),
    State(("Hungary",), ("Hungarian",), (), ("Magyarország", "Magyarországi", "Magyar")),
    State(("Iceland",), ("Icelandic",), ("Icelander",)),
    State(("Ireland",), ("Irish",)),
    State(("Italy",), ("Italian",), (), ("Italia", "Italiana")),
    State(("Latvia",), ("Latvian",), (), ("Latvijas",)),
    State(("Liechtenstein",)),
    State(("Lithuania",), ("Lithuanian",), (), ("Lietuvos", "Lietuva")),
    State(("Luxembourg",), ("Luxemburger", "Luxembourger", "Luxembourgish")),
    State(("Malta",), ("Maltese",)),
    State(("Moldova",), ("Moldovan",)),
    State(("Monaco",), ("Monegasque",)),
    State(("Montenegro",), ("Montenegrin",)),
    State(("Netherlands", "Holland"), ("Dutch",), (), ("Nederland", "Nederlands", "Nederlandse")),
    State(("Norway",), ("Norwegian",), (), ("Norge", "Norges", "Norsk")),
    State(("Poland",), ("Polish",), ("Pole",), ("Polska", "Polskiej")),
    State(("Portugal",), ("Portuguese",)),
    State(("Romania",), ("Romanian",), (), ("România", "României", "Român")),
    State(("Russia", "RF", "RSFSR"), ("Russian",), (), ("Россия", "России", "Российской")),
    State(("San Marino",), ("Sammarinese",)),
    State(("Serbia",), ("Serbian",), ("Serb",), ("Srbija", "Srbije")),
    State(("Slovakia",), ("Slovak", "Slovakian")),
    State(("Slovenia",), ("Slovenian",), ("Slovene",), ("Slovenije",)),
    State(("Spain",), ("Spanish",), ("Spaniard",), ("España", "Española")),
    State(("Sweden",), ("Swedish",), ("Swede",), ("Sverige", "Sveriges")),
    State(("Switzerland",), ("Swiss",), (), ("Schweiz", "Suisse", "Svizzera")),
    State(("Turkey",), ("Turkish",), ("Turk",), ("Türkiye", "Türk", "Türkler", "Türkleri")),
    State(("Ukraine",), ("Ukrainian",)),
    State(
        ("United Kingdom", "United Kingdom of Great Britain and Northern Ireland",
         "Great Britain", "Britain", "England and Wales", "England", "Wales", "Scotland",
         "Northern Ireland", "UK", "U.K."),
        ("British", "English", "Welsh", "Scottish", "Northern Irish", "Scots"),
        ("Briton",),
    ),
)  # fmt: skip

# "VON HANNOVER v. GERMANY (No. 2)"; the applicant may be one "V." himself.
_CAPTION = re.compile(r"(?P<applicant>.*)\s(?:v\.?|vs\.?|V\.)\s+(?P<state>[^()]+)")
_ARTICLE = re.compile(
    r"(?i)\A(?:the\s+)?(?:federal\s+)?(?:(?:republic|kingdom)\s+of\s+)?(?:the\s+)?"
)
_WORD = re.compile(r"[^\W\d_]+")
# A caption that is no State's name is taken for one if it is at least so long.
_SHORTEST = 4


def find_states(name: str, text: str) -> tuple[State, ...]:
    """The States that a judgment is against: by its name, else the one the text names most.

    A name that is no member's stands for a State that is called so; none where nothing tells.
    """
    match = _CAPTION.match(name)
    if match is None:
        return _named_most(text)
    called = _ARTICLE.sub("", match["state"]).strip()
    whole = _known(called)
    if whole:
        return whole
    parts = [_known(_ARTICLE.sub("", each)) for each in re.split(r"(?i)\s+and\s+|,\s*", called)]
    known = tuple(state for part in parts for state in part)
    if known:
        return tuple(dict.fromkeys(known))
    return (State((called.title(),)),) if len(called) >= _SHORTEST else _named_most(text)


def applicant_of(name: str) -> str:
    """The applicant's side of a judgment's name; all of it where it names no State."""
    match = _CAPTION.match(name)
    return (match["applicant"] if match else name).strip()


def states_called(name: str) -> tuple[State, ...]:
    """The States of a name in metadata: "Austria", "Romania and Bulgaria"."""
    parts = name.split(" and ")
    return _known(name) or tuple(state for part in parts for state in _known(part))


def _known(name: str) -> tuple[State, ...]:
    folded = name.strip().casefold()
    return tuple(
        each
        for each in STATES
        if folded in _folded(each.names)
        or folded in _folded(each.own)
        or folded in _folded(f"{adjective} republic" for adjective in each.adjectives)
        or folded in _folded(f"{adjective} federation" for adjective in each.adjectives)
    )[:1]


def _folded(words: Iterable[str]) -> set[str]:
    return {each.casefold() for each in words}


def _named_most(text: str) -> tuple[State, ...]:
    counts = Counter(_WORD.findall(text))
    found = {each: sum(counts[word] for words in each.words for word in words) for each in STATES}
    most = max(STATES, key=lambda each: found[each])
    return (most,) if found[most] else ()
