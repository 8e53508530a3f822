"""A judgment of the European Court of Human Rights to one case file an article decided.

THE FACTS are joint exhibits, cut before the proceedings before the Commission, which gave its
opinion on the very articles. The applicant's arguments are held by the prosecution's seat, the
Government's by the defence's; where an annotated argument holds the Court's own reasoning, that
is left out. The respondent State is named in none of the fields that are composed here.
"""

import re
from collections.abc import Iterator

from voirdire.courtroom.imports.cutting import count_words, pack
from voirdire.courtroom.imports.rows import EcthrRow
from voirdire.courtroom.imports.striking import opaque_id, strike_applications, strike_year
from voirdire.courtroom.types import Case, CaseFile, Decisions, Exhibit, Holder, Issue, Key

FACTS_WORDS = 450
FACTS_EXHIBITS = 16
ARGUMENT_WORDS = 450

DECISIONS = Decisions("violation", "no_violation", "undecided")
BACKGROUND = (
    "An application to the European Court of Human Rights. The facts are as the Court set them "
    "out; the arguments are those of the applicant and of the respondent Government."
)
SOURCE = "European Court of Human Rights, ECHR corpus"
IN_PART = "The Court found a violation of this article in one respect and none in another."

_CUT = re.compile(
    r"(?im)^[^\w\n]{0,12}(?:[ivx]+\s*\.\s*)?(?:proceedings\s+before\s+the\s+(?:european\s+)?commission\b"
    r"|(?:final|concluding)\s+submissions\b)"
)
_OPINION = re.compile(
    r"(?i)\bcommission\b(?:(?!\.\s)[^\n]){0,160}\b(?:expressed|concluded|opinion|found)\b"
    r"(?:(?!\.\s)[^\n]){0,160}\b(?:violation|breach)\b"
)
_ITS_REPORT = re.compile(r"(?i)\bin its report of\b")
_PARAGRAPH = re.compile(r"(\d{1,3})\.\s")
_STATE = re.compile(r"\s+v\.?\s+(?P<state>[^()]+?)\s*(?:\(.*)?\Z")
_PROTOCOL = re.compile(r"P(?P<protocol>\d+)-(?P<article>\d+)")
_SENTENCE = re.compile(
    r"(?<=[.?!:])(?<!\bv\.)(?<!\bno\.)(?<!\bnos\.)(?<!\bMr\.)(?<!\b[A-Z]\.)\s+(?=[\"“‘(]?[A-Z])"
)
# The Court speaking for itself; what it says the parties said is their argument all the same.
_COURT = re.compile(
    r"(?:\A|[.;:,]\s|\b(?:and|that|while|Accordingly|Therefore)\s)[\"“(]?[Tt]he Court,? "
    r"(?:(?:\w+ly|has|had|also|further|thus|therefore|itself|cannot but|does not|is|will|must),? )*"
    r"(?:find|found|consider|hold|held|conclude|note[sd]?\b|observe|recall|reiterate|accept|agree"
    r"|satisfied|persuaded|convinced|see|perceive|understand|raised|take[sn]?\b|point|recognise"
    r"|share|reject|dismiss|examine|doubt|is not|is of|cannot|does not|must|has\b|has been)"
)
_THEIRS = re.compile(
    r"(?:argument|(?:Government|applicants?|applicant['’]s \w+|she|he|they)\s"
    r"(?:had |has |have |also |further |thus |in [^,]{3,40}, )*"
    r"(?:submitted|maintain|argu|alleg|claim|contend|rais|stat|assert))"
)
_THEIR_WORDS = re.compile(
    r"(?i)\b(?:government|applicants?|they|he|she|company)\b[^.]{0,160}\b(?:submitted|argued|contended"
    r"|maintained|asked|invited|requested|stated|considered|claimed|pointed out|added|stressed"
    r"|noted|referred|asserted|emphasised|alleged|complained|observed|reiterated|said|urged"
    r"|concluded|objected|disputed|relied|drew|challenged|highlighted|explained)\b"
    r"[^.]*\bthe Court\b"
)
_GOES_ON = re.compile(
    r"(?:It |Thus|Therefore|Accordingly|Consequently|Having |There has|In these|In those|This )"
)


def import_ecthr(row: EcthrRow) -> Iterator[CaseFile]:
    """One case an article that the Court found violated or not violated, in that order.

    An article that it found violated in one respect only counts as violated, and the reasons
    of the key say so. An article in both lists is left out: its label is not clean.
    """
    violated, unviolated = row.violated_articles, row.not_violated_articles
    exhibits = _exhibits(row)
    for article in dict.fromkeys([*violated, *unviolated]):
        if article in violated and article in unviolated:
            continue
        decision = DECISIONS.for_prosecution if article in violated else DECISIONS.for_defence
        reasons = (IN_PART,) if article in row.mixed_articles else ()
        metadata = {
            "set": "ecthr",
            "year": str(row.year),
            "article": article,
            "state": _state(row.name),
        }
        source = f"{SOURCE}, {row.id}, article {article}"
        yield CaseFile(_case(row, article, exhibits), Key(decision, reasons), metadata, source)


def _case(row: EcthrRow, article: str, exhibits: tuple[Exhibit, ...]) -> Case:
    return Case(
        id=opaque_id("hr", f"{row.id}/{article}"),
        title=f"{_applicant(row.name)} v. the respondent State",
        background=BACKGROUND,
        charge=f"violation of {named_article(article)}",
        sides=("applicant", "respondent State"),
        issues=(Issue("I1", f"Has there been a violation of {named_article(article)}?"),),
        exhibits=exhibits,
        decisions=DECISIONS,
        standard="established beyond reasonable doubt as to facts; as to law, the better view",
        domain="human_rights",
        difficulty="hard",
    )


def named_article(article: str) -> str:
    """An article in words: "P1-3" is Article 3 of Protocol No. 1."""
    protocol = _PROTOCOL.fullmatch(article)
    if protocol:
        return f"Article {protocol['article']} of Protocol No. {protocol['protocol']}"
    return f"Article {article} of the Convention"


def cut_facts(text: str) -> str:
    """THE FACTS up to the proceedings before the Commission, without its opinion elsewhere."""
    cut = _CUT.search(text)
    kept = text[: cut.start()] if cut else text
    lines = [
        line
        for line in kept.split("\n")
        if line.strip() and not (_ITS_REPORT.search(line) and _OPINION.search(line))
    ]
    return "\n".join(lines)


def keep_argument(span: str) -> str:
    """An annotated argument without the sentences in which the Court speaks for itself."""
    kept: list[str] = []
    dropping = False
    for sentence in _SENTENCE.split(span):
        own = _is_the_courts(sentence)
        dropping = own or (dropping and bool(_GOES_ON.match(sentence)))
        if not dropping:
            kept.append(sentence)
    return " ".join(kept).strip()


def _is_the_courts(sentence: str) -> bool:
    match = _COURT.search(sentence)
    if match is None or _THEIRS.search(sentence, match.end()):
        return False
    return not _THEIR_WORDS.search(sentence[: match.end()])


def _state(name: str) -> str:
    match = _STATE.search(name)
    return re.sub(r"(?i)\Athe\s+", "", match["state"]).title() if match else "unknown"


def _applicant(name: str) -> str:
    """The applicant's side of a judgment's name, without the State's where a company bears it."""
    applicant = _STATE.sub("", name).strip()
    state = re.escape(_state(name))
    return re.sub(rf"(?i)\(?\b{state}\b\)?", "[State]", applicant)


def _exhibits(row: EcthrRow) -> tuple[Exhibit, ...]:
    facts = _strike(row, cut_facts(row.text))
    most = max(FACTS_WORDS, count_words(facts) // FACTS_EXHIBITS + 1)
    parts: list[tuple[str, Holder, list[str]]] = [
        ("The facts", "joint", pack(_paragraphs(facts), most)),
        ("The applicant's arguments", "prosecution", _arguments(row, row.applicant_arguments)),
        ("The Government's arguments", "defence", _arguments(row, row.state_arguments)),
    ]
    exhibits: list[Exhibit] = []
    for title, holder, texts in parts:
        for number, text in enumerate(texts, 1):
            exhibits.append(
                Exhibit(
                    id=f"E{len(exhibits) + 1}",
                    type="document",
                    title=title + (f", part {number} of {len(texts)}" if len(texts) > 1 else ""),
                    content=text,
                    holder=holder,
                )
            )
    return tuple(exhibits)


def _strike(row: EcthrRow, text: str) -> str:
    return strike_applications(strike_year(text, row.year))


def _arguments(row: EcthrRow, spans: list[str]) -> list[str]:
    kept = [_strike(row, keep_argument(span)) for span in spans]
    return pack([each for each in kept if each], ARGUMENT_WORDS)


def _paragraphs(facts: str) -> list[str]:
    """Numbered paragraphs with what is quoted below them; a heading goes with what follows.

    A number begins a paragraph only if it is the next one: a quoted law is numbered too.
    """
    paragraphs: list[list[str]] = [[]]
    headings: list[str] = []
    last: int | None = None
    for line in facts.split("\n"):
        match = _PARAGRAPH.match(line)
        number = int(match.group(1)) if match else None
        if number is not None and (last is None or number == last + 1) and count_words(line) > 8:
            paragraphs.append([*headings, line])
            headings, last = [], number
        elif _is_heading(line):
            headings.append(line)
        else:
            paragraphs[-1] += [*headings, line]
            headings = []
    paragraphs[-1] += headings
    return ["\n".join(lines) for lines in paragraphs if lines]


def _is_heading(line: str) -> bool:
    return count_words(line) <= 16 and bool(re.match(r"(?:[IVX]+|[A-Z]|\d)\.\s+\S", line))
