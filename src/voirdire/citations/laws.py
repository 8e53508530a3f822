"""Find citations of what is no case: statutes, rules, constitutions, regulations, the record.

Input: folded text. Output: `Core`s, in order of kind; overlaps are settled by the caller.
"""

import re
from collections.abc import Iterator

from voirdire.citations.cores import Core
from voirdire.citations.scans import extend_left, word_pattern

_NUMBER = r"\d[\w]*(?:[.:-]\w+)*(?:\([A-Za-z0-9]{1,5}\))*"
_MORE = (
    rf"(?:(?:, ?| ?[-–] ?| and | & | to |, and )(?:\([a-z0-9]{{1,3}}\)|{_NUMBER})(?![\w%]"
    rf"| [A-Z])){{0,20}}"
)
_SECTION = re.compile(rf"§(?:§? ?{_NUMBER}{_MORE}(?: et seq\.)?|§? ?[IVX]+\b)")
_SECTION_WORD = re.compile(rf"ec(?<=[Ss]ec)(?<!\w[Ss]ec)s?\. {_NUMBER}{_MORE}(?: et seq\.)?")
_CODE = re.compile(
    r"(?:(?<![\w.])\d{1,4}[A-Z]? )?(?:[A-Z][A-Za-z.'’&]*|&|of|and|ch\.|c\.|tit\.|art\.|ann\."
    r"|title \d+|\d{1,3}[A-Z]?)"
    r"(?:,? (?:[A-Z][A-Za-z.'’&]*|&|of|and|ch\.|c\.|tit\.|art\.|ann\.|\d{1,3}[A-Z]?))*,? ?$"
)
_CODE_WORD = re.compile(
    r"\b(?:U\.? ?S\.? ?C|C\. ?F\. ?R|CFR|USC|USCA|Code|Codes|Stat|Stats|Statutes?|Laws?|L\.|Ann"
    r"|Comp|Act|Const|Rev|Regs?|RCW|WAC|RSA|NRS|ORS|ARS"
    r"|A\.R\.S|K\.R\.S|KRS|O\.C\.G\.A|OCGA|R\.C|I\.C|N\.J\.S\.A|Pa\.C\.S|C\.G\.S|HRS|MCL|MCLA|MGL"
    r"|G\.L|M\.S\.A|V\.S\.A|CPLR|CPL|U\.C\.C|UCC|Restatement|NYCRR|Admin|USSG|U\.S\.S\.G)\b"
)
_SENTENCE_WORDS = frozenset(
    "See Under In Section The And But Cf Accord Compare With As Of Id Also Both".split()
)
_RULES = (
    r"Fed\. ?R\. ?(?:Civ|Crim|App|Bankr|Evid)\. ?(?:P\. ?|Proc\. )?",
    r"Federal Rules? of (?:Civil Procedure|Criminal Procedure|Evidence|Appellate Procedure"
    r"|Bankruptcy Procedure),? ",
    *(r"F\.?R\.?C\.?P\.? ", "FRE ", "FRAP ", r"F\.R\.E\. ", r"F\.R\.A\.P\. "),
    *(r"Sup\. ?Ct\. ?R\. ", r"L\. ?R\. ", "LR ", r"Local (?:Civ(?:il|\.) )?Rule "),
    *(r"Civ\. ?R\. ?", r"Crim\. ?R\. ?", r"App\. ?R\. ?", r"Evid\. ?R\. ?"),
    *(r"Cal\. Rules of Court, rule ", r"CPLR (?:R\. )?", "CPL ", "RCW ", "WAC ", "RAP ", "CrR "),
    *("CR ", "GR ", "NRS ", "ORS ", "MCL ", "MCR ", "KRS ", "HRS ", "RSA ", "EPTL ", "SCPA "),
    *("RPAPL ", "RJI ", "RPC ", r"U\.?S\.?S\.?G\. ?", "USSG "),
)
_RULE_NUMBER = rf"(?:§§? ?|Rule )?{_NUMBER}{_MORE}"
_RULE = word_pattern(_RULES, _RULE_NUMBER)
_STATE_RULE = re.compile(
    r"[A-Z](?<![\w.][A-Z])(?:[a-z]{1,5}|\.[A-Z])\. ?R\. ?(?:Civ|Crim|App|Evid)\. ?(?:P\. ?)?"
    + _RULE_NUMBER
)
_CIRCUIT_RULE = re.compile(rf"Cir\. (?:L\. )?R\. {_RULE_NUMBER}")
_ORDINAL_BEFORE = re.compile(r"(?<![\w.])\d{1,2}(?:st|d|th) \Z")
_RULE_WITH_PARTS = re.compile(r"ER (?<!\wER )\d{2,4}\([a-z]\)(?:\(\d\))?")
_TITLE = re.compile(
    rf"(?P<title>\d(?<![\w$.-]\d)\d{{0,2}}) (?P<code>U\. ?S\. ?C\.(?: ?[AS]\.)?|USC(?:A|S)?"
    rf"|C\. ?F\. ?R\.|CFR|NYCRR|N\.Y\.C\.R\.R\.|Pa\. ?C\. ?S\.(?: ?A\.)?|Del\. C\.|V\.S\.A\."
    rf"|M\.R\.S\.(?:A\.)?|U\.S\. Code)"
    rf",? ?(?:§§? ?|[Ss]ecs?\. ?|[Ss]ections? |[Pp]ts?\. ?|[Pp]arts? )?"
    rf"(?P<section>{_NUMBER}{_MORE})(?: et seq\.)?"
)
_CONSTITUTION = re.compile(
    r"Const(?:\.|itution),? ?"
    r"(?:(?:[Aa]rt(?:\.|icle)|[Aa]mends?\.?|[Aa]mendment|pmbl\.?)"
    r" ?[IVXLivxl\d]+(?:[-(]?[A-Za-z\d]\)?)?(?:, ?)?)?"
    r"(?:,? ?(?:§§? ?\d+[a-z]?(?:\([a-z0-9]\))*|cl\. ?\d+))*"
)
_STATE_BEFORE = re.compile(
    r"(?<![\w.])(?:U\. ?S\.|[A-Z][a-z]{1,6}\.|N\. ?[A-Z]\.|S\. ?[A-Z]\.|W\. Va\.|R\. ?I\."
    r"|D\. ?C\.|Ohio|Utah|Iowa|Idaho|Texas|Alaska|Hawaii|NY|US|State) ?\Z"
)
_PUBLIC_LAW = re.compile(r"Pub(?<!\wPub)\. ?L\. ?(?:No\. ?)?\d{1,3}-\d{1,4}(?:,? §§? ?\d+[\w()]*)?")
_AT_LARGE = re.compile(
    r" Stat\. (?<=\d Stat\. )(?:at )?\d{1,4}(?:-\d{1,4})?(?:, \d{1,4}(?:-\d{1,4})?(?! [A-Z]))*"
    r"(?![\w])"
)
_VOLUME_BEFORE = re.compile(r"\d{1,3}\Z")
_TREATISE = re.compile(
    rf"Restatement (?:\((?:First|Second|Third|Fourth|\d[a-z]{{1,2}})\) )?(?:of|\("
    rf"|[A-Z])[A-Za-z ,:().&]{{2,70}}?§§? ?{_NUMBER}"
)

_PAPER_OF = (
    r"(?:First |Second |Third |Sec\. |Am(?:ended|d)?\.? |Pl(?:aintiff)?s?\.?'?s? "
    r"|Def(?:endant)?s?\.?'?s? |Pet(?:'r|'rs)?\.?'?s? |Resp(?:'t)?s?\.?'?s? |Appellants?'?s?\.? "
    r"|Appellees?'?s?\.? |Gov't |Gov\. |Trial |Hr'g |Hearing |Dep\. |Sent\. |Supp\. |Opening "
    r"|Reply |Pet\. |Cert\. |Oral Arg\. |U\.S\. ){0,3}"
)
_RECORD_NAMES = (
    "Compl Complaint Answer Br Brief Opp Opp'n Reply Mot Mem Memo Decl Aff Aff'd Dep Depo Tr App "
    "Appx Ans Pet Resp Countercl Interrog Admis Stip SOF SUF SAC FAC TAC CAC R T Addend Add Rec"
).split()
_RECORD_MARKS = (
    *(r"Tr\.", r"R\.", "RT", "CT", r"J\.? ?A\.?", r"S\. ?A\.", r"Supp\. App\.", r"Pet\. App\."),
    *(r"App\.", "CP", "RP", "VRP", "CR", "ER", "SER", "FER", "AR", r"A\.R\.", "ROA"),
    *(r"V\.R\.P\.", r"C\.P\.", "Appx", r"Add\."),
)
# "(Fla. App. 1980)" is a court and a year.
_LOCATION = (
    r"(?:(?!(?:1[789]|20)\d\d[)\]])\*?\d{1,6}[a-z]?(?:[:.]\d{1,3}(?![\w]))?"
    r"(?: ?[-–] ?\*?\d{1,6}[a-z]?(?:[:.]\d{1,3})?)?)"
)
_LOCATIONS = (
    rf"{_LOCATION}(?:(?:, ?|; | & | and )(?:¶¶? ?)?{_LOCATION}(?![\w.]|[-/]\d| [A-Z]\.)){{0,20}}"
)
_NAMED_AT = (
    r"\.?,? (?:at (?:pp?\. ?)?|¶¶? ?|pp?\. ?|Vol\. \d+, (?:at |p\. )?)?"
    rf"(?={_LOCATION})"
)
_RECORD = word_pattern(
    (
        *(name + _NAMED_AT for name in _RECORD_NAMES),
        *(rf"{mark} ?(?:at (?:pp?\. ?)?|pp?\. ?)?" for mark in _RECORD_MARKS),
    ),
    rf"{_LOCATIONS}(?![\w%]|\([a-z]\))",
    behind=r"\w.&",
)
_PAPER_BEFORE = re.compile(rf"(?<![\w.&])(?:\d{{1,3}} )?{_PAPER_OF}\Z")
_FILED = word_pattern(
    (
        *("Dkt", "Doc", "Docket", "Document", "ECF", r"D\.E\.", "DE", "NYSCEF(?: Doc)?"),
        *(r"R\. ?Doc", "Filing", r"Rec\. Doc", r"Clerk's Dkt"),
    ),
    r"\.? ?(?:Nos?\.? ?|# ?|Entry (?:No\. )?)?#?\d{1,5}(?:-\d{1,3})*"
    rf"(?:,? (?:at|pp?\.|¶¶?|Page(?:ID)?|PageID\.?#?) ?{_LOCATIONS})?(?![\w%])",
)
_EXHIBIT = word_pattern(
    ("Ex", "Exh", "Exs", "Exhibit", "Exhibits", "Attach", "Tab"),
    r"\.? ?(?:[A-Z]{1,3}|\d{1,4})(?:-\d{1,3})?(?![\w'’])"
    rf"(?:,? (?:at|pp?\.|¶¶?) ?{_LOCATIONS})",
)
_DECLARATION_BEFORE = re.compile(r"(?<![\w.])[A-Z][a-z]+ (?:Decl|Aff|Dep)\.,? \Z")


_WITH_BEFORE = (
    (_CIRCUIT_RULE, _ORDINAL_BEFORE),
    (_CONSTITUTION, _STATE_BEFORE),
    (_AT_LARGE, _VOLUME_BEFORE),
)


def scan_laws(text: str) -> Iterator[Core]:
    """Statutes, regulations, rules and constitutions."""
    for match in _TITLE.finditer(text):
        regulation = "C" in match["code"] and "R" in match["code"]
        yield Core(
            "regulation" if regulation else "statute",
            match.start(),
            match.end(),
            match["title"],
            (),
            match["code"],
            match["section"],
        )
    for match in _SECTION.finditer(text):
        yield _section(text, *match.span())
    for match in _SECTION_WORD.finditer(text):
        yield _section(text, match.start() - 1, match.end())
    for pattern in (_RULE, _STATE_RULE, _RULE_WITH_PARTS, _PUBLIC_LAW):
        for match in pattern.finditer(text):
            yield Core("statute", match.start(), len(match.group().rstrip(" ,")) + match.start())
    for pattern, before in _WITH_BEFORE:
        for match in pattern.finditer(text):
            start = extend_left(before, text, match.start(), 12)
            if start < match.start():
                end = len(match.group().rstrip(" ,")) + match.start()
                yield Core("statute", start, end)
    for match in _TREATISE.finditer(text):
        yield Core("journal", *match.span())


def _section(text: str, start: int, end: int) -> Core:
    """A section sign with the code named in front of it, if one is."""
    left = max(0, start - 90)
    left = max(left, text.rfind("\n", left, start) + 1)
    code = _CODE.search(text, left, start)
    if code is None:
        return Core("statute", start, end)
    words = code.group().split(" ")
    named = code.start()
    while words and words[0].strip(".,") in _SENTENCE_WORDS:
        named += len(words.pop(0)) + 1
    name = text[named:start].strip()
    if _CODE_WORD.search(name) is None:
        return Core("statute", start, end)
    regulation = re.search(r"C\. ?F\. ?R|CFR|Regs?\b|Admin|NYCRR", name) is not None
    return Core("regulation" if regulation else "statute", named, end, None, (), name)


def scan_records(text: str) -> Iterator[Core]:
    """Citations of the record and of the parties' papers."""
    for match in _RECORD.finditer(text):
        yield Core("record", extend_left(_PAPER_BEFORE, text, match.start(), 60), match.end())
    for match in _FILED.finditer(text):
        yield Core("record", *match.span())
    for match in _EXHIBIT.finditer(text):
        start = extend_left(_DECLARATION_BEFORE, text, match.start(), 40)
        yield Core("record", start, match.end())
