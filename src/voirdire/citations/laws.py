"""Find citations of what is no case: statutes, rules, constitutions, regulations, the record.

Input: folded text. Output: `Core`s, in order of kind; overlaps are settled by the caller.
"""

import re
from collections.abc import Iterator

from voirdire.citations.cores import Core

_NUMBER = r"\d[\w]*(?:[.:-]\w+)*(?:\([A-Za-z0-9]{1,5}\))*"
_MORE = (
    rf"(?:(?:, ?| ?[-–] ?| and | & | to |, and )(?:\([a-z0-9]{{1,3}}\)|{_NUMBER})(?![\w%]"
    rf"| [A-Z])){{0,20}}"
)
_SECTION = re.compile(rf"(?:§§? ?|\b[Ss]ecs?\. ){_NUMBER}{_MORE}(?: et seq\.)?|§§? ?[IVX]+\b")
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
    r"(?:Fed\. ?R\. ?(?:Civ|Crim|App|Bankr|Evid)\. ?(?:P\. ?|Proc\. )?|Fed\.R\.(?:Civ|Crim|App"
    r"|Bankr)\.P\. ?|F\.?R\.?C\.?P\.? |FRE |FRAP |F\.R\.E\. |F\.R\.A\.P\. "
    r"|Federal Rules? of (?:Civil Procedure|Criminal Procedure|Evidence|Appellate Procedure"
    r"|Bankruptcy Procedure),? "
    r"|(?:[A-Z][a-z]{1,5}\.|N\.[A-Z]\.|[A-Z]\.[A-Z]\.) ?R\. ?(?:Civ|Crim|App|Evid)\. ?(?:P\. ?)?"
    r"|Sup\. ?Ct\. ?R\. |\d{1,2}(?:st|d|th) Cir\. (?:L\. )?R\. |L\. ?R\. |LR |Local (?:Civ(?:il"
    r"|\.) )?Rule "
    r"|Cal\. Rules of Court, rule |(?:Civ|Crim|App|Evid)\. ?R\. ?|CPLR (?:R\. )?|CPL |RCW |WAC "
    r"|RAP |CrR |CR |GR |NRS |ORS |MCL |MCR |KRS |HRS |RSA |EPTL |SCPA |RPAPL |RJI |RPC "
    r"|U\.?S\.?S\.?G\. ?|USSG )"
)
_RULE = re.compile(rf"(?<![\w.]){_RULES}(?:§§? ?|Rule )?{_NUMBER}{_MORE}")
_RULE_WITH_PARTS = re.compile(r"\bER \d{2,4}\([a-z]\)(?:\(\d\))?")
_TITLE = re.compile(
    rf"(?<![\w$.-])(?P<title>\d{{1,3}}) (?P<code>U\. ?S\. ?C\.(?: ?[AS]\.)?|USC(?:A|S)?"
    rf"|C\. ?F\. ?R\.|CFR|NYCRR|N\.Y\.C\.R\.R\.|Pa\. ?C\. ?S\.(?: ?A\.)?|Del\. C\.|V\.S\.A\."
    rf"|M\.R\.S\.(?:A\.)?|U\.S\. Code)"
    rf",? ?(?:§§? ?|[Ss]ecs?\. ?|[Ss]ections? |[Pp]ts?\. ?|[Pp]arts? )?"
    rf"(?P<section>{_NUMBER}{_MORE})(?: et seq\.)?"
)
_CONSTITUTION = re.compile(
    r"(?<![\w.])(?:U\. ?S\.|[A-Z][a-z]{1,6}\.|N\. ?[A-Z]\.|S\. ?[A-Z]\.|W\. Va\.|R\. ?I\."
    r"|D\. ?C\."
    r"|Ohio|Utah|Iowa|Idaho|Texas|Alaska|Hawaii|NY|US|State) ?Const(?:\.|itution),? ?"
    r"(?:(?:[Aa]rt(?:\.|icle)|[Aa]mends?\.?|[Aa]mendment|pmbl\.?)"
    r" ?[IVXLivxl\d]+(?:[-(]?[A-Za-z\d]\)?)?(?:, ?)?)?"
    r"(?:,? ?(?:§§? ?\d+[a-z]?(?:\([a-z0-9]\))*|cl\. ?\d+))*"
)
_PUBLIC_LAW = re.compile(r"\bPub\. ?L\. ?(?:No\. ?)?\d{1,3}-\d{1,4}(?:,? §§? ?\d+[\w()]*)?")
_AT_LARGE = re.compile(
    r"\d{1,3} Stat\. (?:at )?\d{1,4}(?:-\d{1,4})?(?:, \d{1,4}(?:-\d{1,4})?(?! [A-Z]))*(?![\w])"
)
_TREATISE = re.compile(
    rf"Restatement (?:\((?:First|Second|Third|Fourth|\d[a-z]{{1,2}})\) )?(?:of|\("
    rf"|[A-Z])[A-Za-z ,:().&]{{2,70}}?§§? ?{_NUMBER}"
)

_RECORD_NAMES = (
    r"(?:(?:First |Second |Third |Sec\. |Am(?:ended|d)?\.? |Pl(?:aintiff)?s?\.?'?s? "
    r"|Def(?:endant)?s?\.?'?s? |Pet(?:'r|'rs)?\.?'?s? |Resp(?:'t)?s?\.?'?s? |Appellants?'?s?\.? "
    r"|Appellees?'?s?\.? |Gov't |Gov\. |Trial |Hr'g |Hearing |Dep\. |Sent\. |Supp\. |Opening "
    r"|Reply |Pet\. |Cert\. |Oral Arg\. |U\.S\. ){0,3}"
    r"(?:Compl|Complaint|Answer|Br|Brief|Opp|Opp'n|Reply|Mot|Mem|Memo|Decl|Aff|Aff'd|Dep|Depo|Tr"
    r"|App|Appx|Ans|Pet|Resp|Countercl|Interrog|Admis|Stip|SOF|SUF|SAC|FAC|TAC|CAC|R|T|Addend|Add"
    r"|Rec))\.?"
)
# "(Fla. App. 1980)" is a court and a year.
_LOCATION = (
    r"(?:(?!(?:1[789]|20)\d\d[)\]])\*?\d{1,6}[a-z]?(?:[:.]\d{1,3}(?![\w]))?"
    r"(?: ?[-–] ?\*?\d{1,6}[a-z]?(?:[:.]\d{1,3})?)?)"
)
_LOCATIONS = (
    rf"{_LOCATION}(?:(?:, ?|; | & | and )(?:¶¶? ?)?{_LOCATION}(?![\w.]|[-/]\d| [A-Z]\.)){{0,20}}"
)
_RECORD = re.compile(
    rf"(?<![\w.&])(?:\d{{1,3}} )?(?:{_RECORD_NAMES},? (?:at (?:pp?\. ?)?|¶¶? ?|pp?\. ?"
    rf"|Vol\. \d+, (?:at |p\. )?)?(?={_LOCATION}){_LOCATIONS}"
    rf"|(?:Tr\.|R\.|RT|CT|J\.? ?A\.?|S\. ?A\.|Supp\. App\.|Pet\. App\.|App\.|CP|RP|VRP|CR|ER|SER"
    rf"|FER|AR|A\.R\.|ROA|V\.R\.P\.|C\.P\.|Appx|Add\.) ?(?:at (?:pp?\. ?)?"
    rf"|pp?\. ?)?{_LOCATIONS})(?![\w%]|\([a-z]\))"
)
_FILED = re.compile(
    rf"(?<![\w.])(?:(?:Dkt|Doc|Docket|Document|ECF|D\.E\.|DE|NYSCEF(?: Doc)?|R\. ?Doc|Filing"
    rf"|Rec\. Doc|Clerk's Dkt)\.? ?(?:Nos?\.? ?|# ?|Entry (?:No\. )?)?#?\d{{1,5}}(?:-\d{{1,3}})*)"
    rf"(?:,? (?:at|pp?\.|¶¶?|Page(?:ID)?|PageID\.?#?) ?{_LOCATIONS})?(?![\w%])"
)
_EXHIBIT = re.compile(
    rf"(?<![\w.])(?:[A-Z][a-z]+ (?:Decl|Aff|Dep)\.,? )?(?:Ex|Exh|Exs|Exhibit|Exhibits|Attach"
    rf"|Tab)\.? ?(?:[A-Z]{{1,3}}|\d{{1,4}})(?:-\d{{1,3}})?(?![\w'’])(?:,? (?:at|pp?\."
    rf"|¶¶?) ?{_LOCATIONS})"
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
        yield _section(text, match)
    for pattern in (_RULE, _RULE_WITH_PARTS, _CONSTITUTION, _PUBLIC_LAW, _AT_LARGE):
        for match in pattern.finditer(text):
            yield Core("statute", match.start(), len(match.group().rstrip(" ,")) + match.start())
    for match in _TREATISE.finditer(text):
        yield Core("journal", *match.span())


def _section(text: str, match: re.Match[str]) -> Core:
    """A section sign with the code named in front of it, if one is."""
    left = max(0, match.start() - 90)
    left = max(left, text.rfind("\n", left, match.start()) + 1)
    code = _CODE.search(text, left, match.start())
    if code is None:
        return Core("statute", *match.span())
    words = code.group().split(" ")
    start = code.start()
    while words and words[0].strip(".,") in _SENTENCE_WORDS:
        start += len(words.pop(0)) + 1
    name = text[start : match.start()].strip()
    if _CODE_WORD.search(name) is None:
        return Core("statute", *match.span())
    regulation = re.search(r"C\. ?F\. ?R|CFR|Regs?\b|Admin|NYCRR", name) is not None
    return Core("regulation" if regulation else "statute", start, match.end(), None, (), name)


def scan_records(text: str) -> Iterator[Core]:
    """Citations of the record and of the parties' papers."""
    for pattern in (_RECORD, _FILED, _EXHIBIT):
        for match in pattern.finditer(text):
            yield Core("record", *match.span())
