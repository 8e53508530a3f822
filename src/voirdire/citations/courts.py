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
    "commonwealth": "",
    "state": "",
}
_SHORT = {
    "CtApp": "ctapp",
    "AppCt": "ctapp",
    "App": "ctapp",
    "SuperCt": "superct",
    "SupCt": "",
}

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
    "C.A.A.F.": "armfor",
}


def _squeeze(text: str) -> str:
    return re.sub(r"[\s.,'’]", "", text)


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
            short.setdefault(_squeeze(court["citation_string"]), court["id"])
        names.setdefault(_words(court["name"]), court["id"])
    ids = frozenset(court["id"] for court in courts)
    short.update({_squeeze(alias): court for alias, court in _ALIASES.items() if court in ids})
    return short, names, ids


def _variants(key: str) -> list[str]:
    """Other ways to write the same court: 2nd for 2d, "Ct. App." for "App.", a department."""
    forms = [key]
    ordinal = re.sub(r"2nd", "2d", re.sub(r"3rd", "3d", key))
    forms.append(ordinal)
    forms.append(re.sub(r"AppCt$", "CtApp", ordinal))
    forms.append(re.sub(r"(?<!Ct)App$", "CtApp", ordinal))
    forms.append(re.sub(r"CtApp$", "App", ordinal))
    forms.append(re.sub(r"^CtApp(.+)$", r"\1CtApp", ordinal))
    forms.append(re.sub(r"(?:Sup)Ct$", "", ordinal))
    # A department, district or division narrows the court and does not change it.
    cut = re.sub(
        r"[-—,]?(?:\d(?:st|d|th)Dep(?:'t|t)|\d(?:st|d|th)D(?:ist)?|[-—].*|\d(?:st|d|th)Cir|\[.*\].*)$",
        "",
        ordinal,
    )
    if cut and cut != ordinal:
        forms.append(cut)
    return forms


@lru_cache(maxsize=4096)
def find_court(text: str) -> str | None:
    """The courts-db id of the court that `text` names; None when it names none that is known."""
    short, names, ids = _tables()
    if text in ids:
        return text
    bare = _NOISE.sub("", _DATE.sub("", text)).strip(" ,;()[]")
    if not bare:
        return None
    key = _squeeze(bare)
    for form in _variants(key):
        court = short.get(form)
        if court is not None:
            return court
    if re.match(r"\d(?:st|d|nd|rd|th)Dep(?:'t|t)", key) or key in ("1stDept", "2dDept"):
        return "nyappdiv"
    if key.startswith("AppDiv") or key.startswith("NYAppDiv"):
        return "nyappdiv"
    if key.startswith(("TexApp", "TexCivApp")):
        return short.get("TexApp")
    if key.startswith("SupCt") and len(key) > 5:
        return "nysupct"
    bankruptcy = re.match(r"BankrCt(.+)|Bankr(.+)|(.+)Bankr(?:Ct)?$", key)
    if bankruptcy:
        rest = next(group for group in bankruptcy.groups() if group)
        for form in (f"Bankr{rest}", f"{rest}Bankr"):
            if form in short:
                return short[form]
    panel = re.match(r"(?:BAP|BankrAppPanel)(\d+)(?:st|d|nd|rd|th)Cir", key)
    if panel and f"bap{panel.group(1)}" in ids:
        return f"bap{panel.group(1)}"
    return names.get(_words(bare))
