"""The proper names of a case, and new ones in their place.

Input: the texts of a case. Output: the words that names are made of ("Ardley", "Candle"), and a
bijection of them to invented words with the same first letter, so that initials stay right.

The names of an invented case are of people, places and firms alike, and capitals tell them in any
language that has them. `imports.masking` is for real trials: people and parties only, in English,
by the words around them, and their new names are ones that people have.
"""

import re
from collections.abc import Iterable, Mapping
from random import Random

# Letters with their marks: an apostrophe or a hyphen parts two words.
WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f\u0900-\u0963\u0971-\u097f])*")
# An address on the net holds names in small letters.
ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b[\w-]+(?:\.[\w-]{2,})+\b")
_SENTENCE_END = re.compile(r"(?:[.!?:।¡¿•|\u2014]|\n)[\s\"'“”‘’«»(\[]*$|[\"“«(\[‘]\s?$|(?<!\w)'$")
# "O. Dahl": a stop that ends no sentence.
_INITIAL = re.compile(r"(?<!\w)[^\W\d_]\.\s?$")
# Capitalised within a sentence and yet no invented name: calendar, titles, tongues, kinds of
# places and firms. What a case writes in small letters too is left alone without a list.
_COMMON = frozenset(
    """
    january february march april may june july august september october november december
    jan feb mar apr jun jul aug sept sep oct nov dec monday tuesday wednesday thursday friday
    saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays mon tue wed
    thu fri sat sun easter christmas whitsun michaelmas midsummer
    mr mrs miss ms dr sir madam dear lady lord captain sergeant constable inspector officer judge
    professor father sister brother mother uncle aunt grandmother grandfather reverend
    between after before when if since while with for but and to by as then there here where who
    what which how today yesterday once under over near
    i he she we they you it the a an my our his her their this that no yes not in on at of from
    english french spanish hindi german latin
    ltd limited inc llc plc co company companies group bank savings loans insurance mutual trust
    council county city town state republic ministry department office police court register
    street road lane row yard square hill bridge quay harbour harbor station terrace avenue close
    way dock docks mill farm hall house park green park market cross corner end port lake river
    north south east west upper lower old new great little saint st
    ferries joinery roofing seeds bakery weekly courier gazette tramways foods motors services
    clinic hospital school college university library museum hotel inn cafe restaurant theatre
    upholstery floors refrigeration partners advisers brokers shipping sons daughters brothers
    board exchange walk rooms chapel bay point steps stairs fishermen isle
    minister telephones surveys nurseries orchards cellars walks large daughter
    exhibit article clause section annex appendix schedule order invoice receipt account note
    unit tag card number no page line volume item lot plaintiff claimant defendant prosecution
    defence defense accused applicant respondent usd eur gbp inr cctv gps sms id pin vat tv
    sra sr srta don doña señor señora calle plaza avenida banco estado compañía sociedad
    monsieur madame mademoiselle mme mlle rue place société banque état compagnie
    navidad pascua san santa santo este esta quería firmó vapeurs noël pâques sainte
    el la los las un una le les des du de en un une
    """.split()
)
_VOWELS = "aeo"
_MIDDLES = ("lm", "lv", "mb", "nv", "rl", "rv", "sk", "sp", "dr", "th", "gr")
_ENDS = ("ane", "ary", "ade", "eda", "eth", "ime", "ith", "olt", "orn", "usk")
_ENDS_HINDI = ("रवन", "लोद", "मिरा", "शेक", "तवी", "नोल", "दास", "वेरी", "गन", "पोश", "बेर", "जुल")
_MIDDLES_HINDI = ("", "र", "ल", "न", "म", "वि", "सु", "टे", "को", "पा")


def find_names(texts: Iterable[str], known: Iterable[str] = ()) -> frozenset[str]:
    """The words, in small letters, that the proper names of a case are made of.

    A name is written with a capital within a sentence, or at its start before another name, and
    is no common word. What the case writes without a capital too is left alone: the seal of
    Palisade Ltd may show a palisade. Words of `known` names (facts of that kind) need no place
    within a sentence. A script without capitals gives none at all: some of its names under two
    names would be two people.
    """
    texts = list(texts)
    letters = [sign for text in texts for sign in text if sign.isalpha()]
    if sum(sign.lower() != sign.upper() for sign in letters) < len(letters) / 2:
        return frozenset()
    within: set[str] = set()
    small: set[str] = set()
    pairs: set[tuple[str, str]] = set()
    for text in texts:
        spelt_small = ADDRESS.sub(lambda match: " " * len(match[0]), text)
        first, end = "", -1
        for match in WORD.finditer(spelt_small):
            word = match[0].lower()
            if match[0] == word:
                small.add(word)
            elif match[0][1:] == word[1:]:
                if _stands_within(text, match.start()):
                    within.add(word)
                    if text[end : match.start()] == " ":
                        pairs.add((first, word))
                first, end = word, match.end()
    within |= {word.lower() for name in known for word in WORD.findall(name)}
    names = within - small - _COMMON
    names |= {first for first, word in pairs if word in names} - small - _COMMON
    return frozenset(word for word in names if len(word) > 1)


def _stands_within(text: str, start: int) -> bool:
    before = text[max(0, start - 8) : start]
    if start <= 8:
        before = f"\n{before}"
    return bool(_INITIAL.search(before)) or not _SENTENCE_END.search(before)


def invent_names(names: Iterable[str], taken: Iterable[str], rng: Random) -> Mapping[str, str]:
    """A new word for each, all different, none of them `taken`; in small letters."""
    used = {*names, *taken}
    invented: dict[str, str] = {}
    for name in sorted(names):
        while (new := _invent(name, rng)) in used:
            pass
        invented[name] = new
        used.add(new)
    return invented


def spell_like(word: str, model: str) -> str:
    """A word in the letter case of another: small, capitals, or one capital."""
    if model == model.lower():
        return word
    return word.upper() if len(model) > 1 and model == model.upper() else word[0].upper() + word[1:]


def _invent(name: str, rng: Random) -> str:
    first = name[0]
    if "\u0900" <= first <= "\u097f":
        return first + rng.choice(_MIDDLES_HINDI) + rng.choice(_ENDS_HINDI)
    vowel = "" if first in "aeiouyáéíóúàèêô" else rng.choice(_VOWELS)
    return first + vowel + rng.choice(_MIDDLES) + rng.choice(_ENDS)
