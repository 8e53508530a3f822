"""The wording between quotations and citations that tells whose words are quoted.

Each pattern is bounded and is matched against a window of the text, never the whole.
"""

import re

# Between a quotation and the citation it leads up to.
DIRECT = re.compile(
    r"""[\s.,;:?!'")\]—-]*(?:\[?\d{1,3}\]?\s+)?
    (?:[(\[](?i:emphas[ie]s|italics|citations?|internal|quotations?|footnotes?|alterations?|brackets?
    |ellips[ie]s|first|second|third|last|most|some|all|cleaned\ up|omitted|original)
    [^()\[\]]{0,120}[)\]][.,;]?\s*){0,3}[(\[—]?\s?""",
    re.VERBOSE,
)
# Another source named between the two: the record, a statute, a brief.
OTHER_SOURCE = re.compile(
    r"""\b(?:Tr|R|J\.?A|A\.?R|ECF|Docs?|Dkt|App|Exs?|Compl|Br|Brief|Aff|Decl|Dep|Mem|Op|Mot|Resp
    |Opp'n|PageID|Pet|Am|Cert|[Aa]nte|[Pp]ost),?\.?\ (?:for\ \w{1,20}\ |No\.\ |at\ |\#
    |[Vv]ol\.\ [IVXLC\d]{1,5},?\ ){0,3}
    [\dA-Z]?\d|§|\bU\.?\ ?S\.?\ ?C\.|\bC\.F\.R|\b(?:page|pp?\.)\ \d""",
    re.VERBOSE,
)
# The citation is a word of the sentence: "the rule of Ames v. Boyd".
TEXTUAL_LINK = re.compile(
    r"""\b(?:of|in|by|from|under|to|with|than|that|on|and|or|as|is|for|at|both|applying|following
    |distinguishing|unlike|like|per)(?:\ (?:the|its|our|cases?|decisions?|opinions?)){0,3}\ \Z""",
    re.VERBOSE,
)
SAYING = re.compile(
    r"""\b(?:said|says?|saying|stat(?:ed|es|ing)|h[eo]lds?|holding|explain(?:ed|s|ing)|observ(?:ed|es|ing)
    |not(?:ed|es|ing)|wrote|writes|writing|reason(?:ed|s|ing)|conclud(?:ed|es|ing)
    |emphasiz(?:ed|es|ing)|recogniz(?:ed|es|ing)|reiterat(?:ed|es|ing)|declar(?:ed|es|ing)
    |describ(?:ed|es|ing)|defin(?:ed|es|ing)|put\ it|f(?:ound|inds?)|ruled|rul(?:es|ing)
    |reject(?:ed|s|ing)|caution(?:ed|s|ing)|warn(?:ed|s|ing)|instruct(?:ed|s|ing)
    |quot(?:ed|es|ing)|remark(?:ed|s|ing)|add(?:ed|s|ing)|announc(?:ed|es|ing)
    |articulat(?:ed|es|ing)|characteriz(?:ed|es|ing)|clarif(?:ied|ies|ying)|stress(?:ed|es|ing)
    |acknowledg(?:ed|es|ing)|affirm(?:ed|s|ing)|requir(?:ed|es|ing)|teach(?:es)?|taught)\b""",
    re.VERBOSE,
)
DEFINES = re.compile(
    r"""[(\[](?:(?:the|an?|or|and|each|this|its|together|with|collectively|hereinafter|hereafter
    |i\.e\.|referred|to|as|jointly|individually|in|such|any|all|also|known|called
    |"[^"]{1,60}"),?\ ){0,8}\Z""",
    re.VERBOSE,
)
CLOSES_BRACKET = re.compile(r"""[\s.,;:'"\]]{0,6}\)""")
NUMBER_ENDS = re.compile(r"[\d)]\s?\Z")
SECTION_BEHIND = re.compile(r"\s(?:§|¶|\d+[a-z]?\([a-z\d])")
RECORD_PIN = re.compile(r"\da\b|¶")
# "In Ames, 1 F.3d 2, the court said": the citation is what speaks.
INTRODUCED = re.compile(r"(?:\b(?:[Ii]n|[Aa]s|[Uu]nder|[Bb]y|of)\s|[.?!\n]['\")]?\s|\n|\A)\Z")
# Somebody else speaks between, or the case is set aside.
OTHERS_SPEAK = re.compile(
    r"""\b(?:argu(?:es?|ed|ing)|conten(?:ds?|ded|tion)|unlike|plaintiffs?|defendants?|appell\w{2,4}
    |petitioners?|respondents?|asserts?|alleg\w{1,6}|claims?|cannot)\b""",
    re.VERBOSE,
)
# The words that lead up to a quotation say that a party, a witness, another court or a document
# speaks: "Defendants argue that", "the lease provides:", "the statute forbids". The verb stands
# close before the quotation, or the words are a sentence of the writer's own.
ANOTHER_SPEAKS = re.compile(
    r"""\b(?:
    (?i:defendants?|plaintiffs?|petitioners?|respondents?|appell(?:ants?|ees?)|movants?|counsel
    |government|prosecut(?:or|ion)|officers?|agents?|detectives?|witness(?:es)?|victim|expert
    |doctor|jurors?|magistrate(?:\ judge)?|(?:trial|district|lower|circuit|bankruptcy|superior
    |probate|county)\ (?:court|judge)|court\ below|dissent(?:\ below)?|he|she|they)
    (?:'s?)?(?:,?\ [\w'.-]+){0,3}?\ (?:argu(?:es?|ed)|conten(?:ds?|ded)|assert(?:s|ed)?
    |claim(?:s|ed)?|alleg(?:es?|ed)|insist(?:s|ed)?|maintain(?:s|ed)?|urg(?:es?|ed)
    |complain(?:s|ed)?|testif(?:y|ies|ied)|suggest(?:s|ed)?|sa(?:id|ys?)|stat(?:es?|ed)|told
    |wr(?:ote|ites)|describ(?:es|ed)|found|replied|explain(?:s|ed)|conced(?:es?|ed)
    |promis(?:es?|ed)|answer(?:s|ed)|reports?|reported|instructed)
    |(?i:contract|agreement|lease|deed|policy|bylaws|handbook|manual|statutes?|code|ordinance
    |regulations?|guidelines?|rules?(?:\ \d[\w.()]*)?|section\ \d[\w.()-]*|amendment|clause
    |constitution|indictment|complaint|petition|motion|brief|affidavit|declaration|deposition
    |interrogatory|warrant|e-?mails?|letters?|memo(?:randum)?|report|order|instructions?
    |verdict\ form|transcript|advertisement|label|website|press\ release|dictionary)
    (?:,?\ [\w'.-]+){0,3}?,?\ (?:provid(?:es?|ed|ing)|stat(?:es?|ed|ing)|reads?|sa(?:ys?|id)
    |requir(?:es?|ed)|forbids?|prohibit(?:s|ed)?|describ(?:es?|ed)|defin(?:es?|ed)
    |alleg(?:es?|ed)|recit(?:es?|ed)|declar(?:es?|ed)|guarantees?|permit(?:s|ted)?
    |allow(?:s|ed)?|means|bars?|speaks?|mandates?|directs?|applies|authorizes?|argues?
    |asserts?|contends?)
    |wr(?:ote|ites)\ in\ (?:his|her|an|the)\ \w+
    )(?:,?\ [\w'.-]+){0,4}[\s,:]*\Z""",
    re.VERBOSE,
)
# Another case speaks, one that is named without its citation.
ANOTHER_CASE = re.compile(
    r"\b([A-Z][\w'.&-]* v\. [A-Z][\w'.&-]*),? [^\n]{0,60}?\b(?:court|said|held)\b"
)
# Right behind a quotation: its own source, in a bracket.
QUOTING = re.compile(r"[\s.,;:]{0,3}\(quoting\s")
CONTRARY = ("but", "contra", "cf", "compare")
SPEAKS = re.compile(
    r"""[\s,]{0,2}(?:also\ |further\ |then\ |similarly\ )?(?:which\ )?(?:h[eo]ld|said|stat(?:ed|es)
    |expl|observ|not(?:ed|es)|wrote|reason|conclud|emphas|recogn|declar|describ|defin|put|found|rul)""",
    re.VERBOSE,
)
COLON = re.compile(r"[\s,.)]*:\s*")
# What may stand between a citation and the bracket that speaks of it.
BEFORE_BRACKET = re.compile(r"[\s,.]*(?:\([^()\n]{0,60}\)[\s,.]*)?")
# The citation is the subject of the sentence that it opens: "Ames, 1 F.3d 2, held".
GOES_ON = re.compile(
    r"""[\s,]*\s(?!aff|rev|cert|vacat|overrul|abrogat|quot|cit|accord|see\b|cf\b|n\b|nn\b|at\b|but\b
    |with\b|supra|infra|per\b|en\b|plurality|slip|modif|reh|appeal|remand|supersed|emphas|internal
    |app\b|op\b|and\b|or\b|fn|note|opinion|mem\b|same\b|hereinafter|paragraph|syllabus|table)
    [a-z]{2,}""",
    re.VERBOSE,
)
# Between the citations of a string; a statute's subsections may be left of the semicolon.
STRING_GAP = re.compile(r"(?:\s?\([^()]{1,12}\)){0,5}\s?;\s?")
