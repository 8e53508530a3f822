"""Turn a court's name as written into its courts-db id.

Input: the text of a court-year parenthesis ("5th Cir.", "D.S.C.", "Ga. Ct. App.") or a long
name ("United States Court of Appeals, First Circuit"), with or without a date.
Output: the id ("ca5", "scd", "gactapp", "ca1"), or None.
"""

import json
import re
from functools import lru_cache

from voirdire.citations.reporters import package_data

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*"
_DATE = re.compile(
    rf",?\s*\b(?:{_MONTH}\.? ?(?:\d{{1,2}})?,? ?)?(?:\d{{1,2}}/\d{{1,2}}/)?(?:1[6-9]|20)\d\d\b.*$"
    rf"|,?\s*\b{_MONTH}\.? \d{{1,2}},?\s*$"
)
_NOISE = re.compile(r"\b(?:en banc|in banc|per curiam|plurality(?: opinion)?|mem)\b\.?", re.I)
_SMALL_WORDS = frozenset(("of", "the", "for", "in", "and", "united", "states", "u", "s", "us"))
_WORD = re.compile(r"[a-z0-9]+")
_ORDINALS = {
    "1st": "first",
    "2nd": "second",
    "2d": "second",
    "3rd": "third",
    "3d": "third",
    "4th": "fourth",
    "5th": "fifth",
    "6th": "sixth",
    "7th": "seventh",
    "8th": "eighth",
    "9th": "ninth",
    "10th": "tenth",
    "11th": "eleventh",
    "appellate": "appeals",
    "courts": "court",
    "appeal": "appeals",
    "commonwealth": "",
    "state": "",
}
_NAMED = {
    "Supreme Court of Appeals of West Virginia": "wva",
    "Supreme Court of Appeals of Virginia": "va",
    "Supreme Judicial Court of Massachusetts": "mass",
}
_FORMS = {
    "2nd": "2d",
    "3rd": "3d",
    "First": "1st",
    "Second": "2d",
    "Third": "3d",
    "Fourth": "4th",
    "Fifth": "5th",
    "Sixth": "6th",
    "Seventh": "7th",
    "Eighth": "8th",
    "Ninth": "9th",
    "Tenth": "10th",
    "Eleventh": "11th",
    "Circuit": "Cir",
    "Court": "Ct",
    "Appeals": "App",
    "Appeal": "App",
    "Supreme": "Sup",
    "District": "Dist",
    "Department": "Dept",
    "Dep't": "Dept",
    "Dep": "Dept",
    "Bankruptcy": "Bankr",
    "Bank": "Bankr",
    "Penn": "Pa",
    "Calif": "Cal",
    "Wn": "Wash",
    "Tx": "Tex",
    "NY": "NY",
    "Alabama": "Ala",
    "Arizona": "Ariz",
    "Arkansas": "Ark",
    "California": "Cal",
    "Colorado": "Colo",
    "Connecticut": "Conn",
    "Delaware": "Del",
    "Florida": "Fla",
    "Georgia": "Ga",
    "Hawaii": "Haw",
    "Hawai'i": "Haw",
    "Illinois": "Ill",
    "Indiana": "Ind",
    "Kansas": "Kan",
    "Kentucky": "Ky",
    "Louisiana": "La",
    "Maine": "Me",
    "Maryland": "Md",
    "Massachusetts": "Mass",
    "Michigan": "Mich",
    "Minnesota": "Minn",
    "Mississippi": "Miss",
    "Missouri": "Mo",
    "Montana": "Mont",
    "Nebraska": "Neb",
    "Nevada": "Nev",
    "Oklahoma": "Okla",
    "Oregon": "Or",
    "Ore": "Or",
    "Pennsylvania": "Pa",
    "Tennessee": "Tenn",
    "Texas": "Tex",
    "Vermont": "Vt",
    "Virginia": "Va",
    "Washington": "Wash",
    "Wisconsin": "Wis",
    "Wyoming": "Wyo",
}
_FORM = re.compile(r"[A-Za-z0-9][A-Za-z0-9']*")
_COURT_WORD = re.compile(r"(?<=App)Ct|(?<=Super)Ct|(?<=Commw)Ct|Ct(?=App|SpecApp|CivApp|CrimApp)")

_ALIASES: dict[str, str] = {
    "U.S.": "scotus",
    "U.S. Sup. Ct.": "scotus",
    "Supreme Court": "scotus",
    "D.C. Cir.": "cadc",
    "C.A.D.C.": "cadc",
    "Fed. Cir.": "cafc",
    "Fed. Cl.": "uscfc",
    "Ct. Cl.": "cc",
    "Cl. Ct.": "uscfc",
    "C.C.P.A.": "ccpa",
    "T.C.": "tax",
    "Tax Ct.": "tax",
    "Ct. Int'l Trade": "cit",
    "N.Y. App. Div.": "nyappdiv",
    "App. Div.": "nyappdiv",
    "N.Y. Sup. Ct.": "nysupct",
    "Sup. Ct.": "nysupct",
    "N.Y. App. Term": "nyappterm",
    "App. Term": "nyappterm",
    "N.Y.": "ny",
    "Tex. App.": "texapp",
    "Tex. Civ. App.": "texapp",
    "Tex. Ct. App.": "texapp",
    "Cal. App.": "calctapp",
    "Cal. Ct. App.": "calctapp",
    "Fla. Dist. Ct. App.": "fladistctapp",
    "Fla. DCA": "fladistctapp",
    "Pa. Super.": "pasuperct",
    "Pa. Super. Ct.": "pasuperct",
    "Pa. Commw.": "pacommwct",
    "Pa. Commw. Ct.": "pacommwct",
    "Pa. Cmwlth.": "pacommwct",
    "Del. Ch.": "delch",
    "Del. Super. Ct.": "delsuperct",
    "Del. Super.": "delsuperct",
    "N.J. Super. Ct. App. Div.": "njsuperctappdiv",
    "N.J. App. Div.": "njsuperctappdiv",
    "Mass. App. Ct.": "massappct",
    "Md. Ct. Spec. App.": "mdctspecapp",
    "Md. App.": "mdctspecapp",
    "Alaska": "alaska",
    "Haw.": "haw",
    "D.C.": "dc",
    "D.C. App.": "dc",
    "La. App.": "lactapp",
    "La. Ct. App.": "lactapp",
    "Tex. Crim. App.": "texcrimapp",
    "Okla. Crim. App.": "oklacrimapp",
    "S.D.N.Y.": "nysd",
    "E.D.N.Y.": "nyed",
    "J.P.M.L.": "jpml",
    "B.I.A.": "bia",
    "BIA": "bia",
    "CADC": "cadc",
    "CA Fed.": "cafc",
    "CAFC": "cafc",
    "U.S. Claims Ct.": "uscfc",
    "C.A.A.F.": "armfor",
}


def _key(text: str) -> str:
    """One form for the ways to write a court: "Pa. Super. Ct.", "Pa.Super.", "Penn. Super."."""
    words = _FORM.sub(lambda m: _FORMS.get(m.group(), m.group()), text.replace("’", "'"))
    return _COURT_WORD.sub("", re.sub(r"[\s.,']", "", words))


def _words(name: str) -> tuple[str, ...]:
    words = (_ORDINALS.get(w, w) for w in _WORD.findall(name.lower()))
    return tuple(sorted({w for w in words if w and w not in _SMALL_WORDS}))


@lru_cache(maxsize=1)
def _tables() -> tuple[dict[str, str], dict[tuple[str, ...], str], frozenset[str]]:
    """Short forms without spaces and periods, names as sorted words, and all ids."""
    courts = json.loads(package_data("courts_db", "courts.json").read_bytes())
    short: dict[str, str] = {}
    names: dict[tuple[str, ...], str] = {}
    for court in courts:
        if court["citation_string"]:
            short.setdefault(_key(court["citation_string"]), court["id"])
        names.setdefault(_words(court["name"]), court["id"])
    ids = frozenset(court["id"] for court in courts)
    short.update({_key(alias): court for alias, court in _ALIASES.items() if court in ids})
    return short, names, ids


# A department, district, division or city narrows the court and does not change it.
_NARROWER = re.compile(
    r"[-—]?(?:(?:\d{1,2}(?:st|d|th))(?:Dept|Dist|D|Cir)(?:Div\w+)?|Div\d|Div[A-Z]\w*|[NSEWC]D"
    r"|[-—].*|\[.*|\(.*|[A-Z][a-z]+C(?:oun)?ty)$"
)
_LEADING_APP = re.compile(r"^App(?=[A-Z])(?!Div|Term)(.+)$")


def _forms(key: str) -> list[str]:
    forms = [key]
    cut = _NARROWER.sub("", key)
    forms.append(cut)
    forms.append(_NARROWER.sub("", cut))
    forms.append(_LEADING_APP.sub(r"\1App", key))
    return forms


_PREFIXES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?:NY)?AppDiv|\d(?:st|d|th)Dept(?:$|\d)"), "nyappdiv"),
    (re.compile(r"(?:NY)?AppTerm"), "nyappterm"),
    (re.compile(r"Tex(?:Civ)?App"), "texapp"),
    (re.compile(r"(?:NY)?SupCt(?:[A-Z]|$)|NYSup"), "nysupct"),
    (re.compile(r"NJ(?:Super)?(?:Ct)?AppDiv"), "njsuperctappdiv"),
    (re.compile(r"Fla(?:Dist)?(?:\d(?:st|d|th))?(?:DCA|DistApp|App)"), "fladistctapp"),
    (re.compile(r"LaApp\d"), "lactapp"),
    (re.compile(r"CalApp(?:DeptSuper)"), "calappdeptsuper"),
)
_BARE_CIRCUIT = re.compile(r"(?:CC?A)?(1?\d)(?:Cir)?$")
_BANKRUPTCY = re.compile(r"Bankr(?:Ct)?(.+)|(.+?)Bankr(?:Ct)?$")
_PANEL = re.compile(r"(?:BAP|BankrAppPanel|Bankr)(\d+)(?:st|d|th)Cir|(\d+)(?:st|d|th)CirBAP")


@lru_cache(maxsize=4096)
def find_court(text: str) -> str | None:
    """The courts-db id of the court that `text` names; None when it names none that is known."""
    short, names, ids = _tables()
    if text in ids:
        return text
    bare = _NOISE.sub("", _DATE.sub("", text)).strip(" ,;()[]")
    if not bare:
        return None
    key = _key(bare)
    for form in _forms(key):
        court = short.get(form)
        if court is not None:
            return court
    for pattern, prefixed in _PREFIXES:
        if pattern.match(key):
            return prefixed
    bare_circuit = _BARE_CIRCUIT.match(key)
    if bare_circuit:
        return f"ca{bare_circuit.group(1)}"
    panel = _PANEL.match(key)
    if panel and f"bap{panel.group(1) or panel.group(2)}" in ids:
        return f"bap{panel.group(1) or panel.group(2)}"
    bankruptcy = _BANKRUPTCY.match(key)
    if bankruptcy:
        rest = next(group for group in bankruptcy.groups() if group)
        for form in (f"Bankr{rest}", f"{rest}Bankr"):
            if form in short:
                return short[form]
    pieces = bare.split(",")
    # "Court of Appeal, Second District, Division 1, California."
    for name in (bare, pieces[0], pieces[0] + " " + pieces[-1]):
        court = names.get(_words(name)) or _NAMED.get(" ".join(name.strip(" .").split()))
        if court is not None:
            return court
    return None


@lru_cache(maxsize=1)
def _courts() -> dict[str, tuple[str, str | None]]:
    data = json.loads(package_data("courts_db", "courts.json").read_text("utf-8"))
    return {
        court["id"]: (court["name"], court["location"] if court["system"] == "state" else None)
        for court in data
    }


def court_name(court: str) -> str:
    """The full name of a court by its courts-db id; the id itself where it has none."""
    return _courts().get(court, (court, None))[0]


def court_state(court: str) -> str | None:
    """The state whose court it is; None for a federal court or an id that is not known."""
    return _courts().get(court, (court, None))[1]
