"""Split folded text into sentences, with an eye for legal abbreviations.

Input: a `FoldedText`, in which a newline is a paragraph break.
Output: the spans of its sentences in order, without the white space between them. A
citation sentence ("Ames v. Boyd, 1 F.3d 2, 3 (2d Cir. 1990).") is a sentence like others.
"""

import re

from voirdire.documents.types import FoldedText
from voirdire.findings import Span

# A full stop, what may close behind it (marks, brackets, a footnote call), then the first
# letter of what follows. Everything that repeats is a bounded class.
_END = re.compile(
    r"""[\n.?!](?:(?<=\n)|"""
    r"""(?P<after>["')\]]{0,4}(?:\[(?:fn)?[\d*]{1,4}\]|\d{1,3}|\*{1,3})?["')\]]{0,2})"""
    r"""(?:\ (?=["'(\[]{0,3}[A-Z0-9§¶À-Þ])|(?=\n)))""",
    re.VERBOSE,
)
_NEXT_WORD = re.compile(r"""["'(\[]{0,3}([A-Za-z]+)(?=\W)""")
_LAST_WORD = re.compile(r"[A-Za-z0-9&'.]*\Z")
_DIGITS = re.compile(r"[\divxIVX]{1,4}\Z")

# Never the end of a sentence, whatever follows.
_NEVER = frozenset(
    """v vs mr mrs ms messrs dr prof hon e.g i.e cf nos rev'd aff'd sen rep gov gen lt
    sgt capt cmdr maj st""".split()
)

# The end of a sentence only before a word that can hardly go on a name or a citation.
_SELDOM = frozenset(
    """
    no inc corp co cos ltd llc jr sr cert etc al supra infra op ed eds rev supp app cir
    dist ct cts sup super stat ann const amend art arts cl ch sec secs para paras pt pts p pp
    vol fed reg civ crim evid proc bankr r u.s u.s.c u.s.c.a c.f.r f l.ed s.ct n n.n fn nn cong
    sess res doc docs dkt ex exh exs tr hr'g dep decl aff aff'g rev'g am ass'n assn bd bldg bros
    comm comm'n comm'r dep't dept dev div educ elec emp eng'g enter envtl equip est fdn fin found
    gov't govt grp guar hosp hous ind indem indus info ins inst int'l intl inv lab lib litig mach
    maint mfg mfr mfrs mgmt mkt mktg mun mut nat nat'l natl org pac par parl pharm prod prods prop
    prot pub publ'g r.r ref rel res rest ret ry sav sch sci serv servs soc soc'y sys tech tel
    tele temp transp twp univ util utils cnty cty twp acc admin adm'r adv agric alt am appx assoc
    atl auth auto ave blvd bus cas cent chem coal coll com commc'n commc'ns compl cons constr cont'l
    contr coop def defs dem econ eur ex.rel exec exch exp fam fid gen.l health im import
    jan feb mar apr jun jul aug sept sep oct nov dec
    ala ariz ark cal calif colo conn del fla ga haw ill ind kan ky la mass md me mich minn miss
    mo mont neb nev okla or ore pa tenn tex va vt wash wis wyo
    a.2d a.3d n.e n.w s.e s.w so p.2d f.2d f.3d n.y d.c n.j n.c s.c n.d s.d w.va n.h n.m r.i
    lexis wl slip opp'n mot mem resp br pet pl's plf's def's j jj c.j p.j m.d ph.d j.d esq
    a.m p.m approx fig figs hist accord et seq
    """.split()
)

# Of those, the ones that are also written small; "so", "me" and "ill" are words.
_SMALL_TOO = frozenset(
    """no cert etc et al ed eds supra infra op p pp n nn fn art arts cl ch sec secs para paras pt
    pts vol fig figs approx ex seq rel slip a.m p.m""".split()
)

_STARTERS = frozenset(
    """
    A According Accordingly Additionally After Again All Also Although An And Any As At Because
    Before Both But By Consequently Courts Defendant Defendants Despite Each Even Every Finally
    First For From Further Furthermore Given He Hence Her Here His How However I If Indeed
    Instead It Its Likewise Many Moreover Most Nevertheless Nonetheless Nor Not Nothing Now Of On
    Once One Only Or Other Our Plaintiff Plaintiffs Petitioner Petitioners Rather Respondent
    Respondents Second See She Similarly Since So Some Specifically Still Such That The Their Then
    There Therefore These They Third This Those Though Through Thus To Under Unless Unlike Until
    Upon We What When Whenever Where Whereas Whether Which While Who Why With Without Yet You
    """.split()
)


def split_sentences(folded: FoldedText) -> tuple[Span, ...]:
    """Split a text into its sentences.

    A paragraph break always ends one. Time is linear in the text.

    Args:
        folded: The text; spans are in its characters.

    Returns:
        Sentences in order, none empty, none overlapping, each without white space around it.
    """
    text = folded.text
    sentences: list[Span] = []
    start = 0
    for match in _END.finditer(text):
        end = match.end()
        if (
            text[match.start()] != "\n"
            and text[end : end + 1] != "\n"
            and not _ends_sentence(text, match.start(), match.end("after"))
        ):
            continue
        _append(sentences, text, start, end)
        start = end
    _append(sentences, text, start, len(text))
    return tuple(sentences)


def _append(sentences: list[Span], text: str, start: int, end: int) -> None:
    while start < end and text[start] in " \n":
        start += 1
    while end > start and text[end - 1] in " \n":
        end -= 1
    if end > start:
        sentences.append(Span(start, end))


def _ends_sentence(text: str, stop: int, after: int) -> bool:
    """Whether the full stop at `stop`, before a capital, a digit or a bracket, is an end."""
    if text[stop] != ".":
        return True
    word = _LAST_WORD.search(text, max(stop - 24, 0), stop)
    last = word.group().strip("'") if word else ""
    if not last:
        return _ends_after_mark(text, stop)
    if after > stop + 1 and text[after - 1] in "\"'":
        return True
    lower = last.lower()
    if lower in _NEVER:
        return False
    if lower in ("id", "ibid"):
        return text[after + 1].isupper() or text[after + 1] in "\"'"
    if len(last) == 1 and last.isalpha() and last != "I":
        return _starts_sentence(text, after)
    if (lower in _SELDOM and (last != lower or last in _SMALL_TOO)) or "." in last:
        return _starts_sentence(text, after)
    if _DIGITS.match(last):
        # "1. The plaintiff" numbers a paragraph.
        before = stop - len(last)
        return before > 0 and text[before - 1] != "\n"
    return True


def _ends_after_mark(text: str, stop: int) -> bool:
    """A stop behind white space belongs to an ellipsis: four stops end a sentence."""
    if stop and text[stop - 1] in " .":
        return text[max(stop - 6, 0) : stop].count(".") >= 3
    return True


def _starts_sentence(text: str, after: int) -> bool:
    following = _NEXT_WORD.match(text, after + 1)
    if not following or following.group(1) not in _STARTERS:
        return False
    return not text.startswith(("In re", "See-"), following.start(1))
