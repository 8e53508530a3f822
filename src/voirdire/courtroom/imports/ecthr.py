"""A judgment of the European Court of Human Rights to one case file an article decided.

THE FACTS are joint exhibits, cut before the proceedings before the Commission, which gave its
opinion on the very articles. The applicant's arguments are held by the prosecution's seat, the
Government's by the defence's; where an annotated argument holds the Court's own reasoning, that
is left out. The respondent State is struck from every text (`striking`).
"""

import re
from collections.abc import Iterator, Sequence

from voirdire.courtroom.imports.commission import drop_findings, find_end, takes_up_finding
from voirdire.courtroom.imports.cutting import NEXT_SENTENCE, NO_ABBREVIATION, count_words, pack
from voirdire.courtroom.imports.rows import EcthrRow
from voirdire.courtroom.imports.states import State, applicant_of, find_states
from voirdire.courtroom.imports.striking import (
    opaque_id,
    strike_applications,
    strike_states,
    strike_year,
)
from voirdire.courtroom.types import Case, CaseFile, Decisions, Exhibit, Holder, Issue, Key
from voirdire.errors import CaseError

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

_PARAGRAPH = re.compile(r"(\d{1,3})\.\s")
_PROTOCOL = re.compile(r"P(?P<protocol>\d+)-(?P<article>\d+)")
_SENTENCE = re.compile(rf"(?<=[.?!:]){NO_ABBREVIATION}\s+{NEXT_SENTENCE}")
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
)
_COURT_NAMED = re.compile(r"(?i)\bthe Court\b")
_GOES_ON = re.compile(
    r"(?:It |Thus|Therefore|Accordingly|Consequently|Having |There has|In these|In those|This )"
)


def import_ecthr(row: EcthrRow) -> Iterator[CaseFile]:
    """One case an article that the Court found violated or not violated, in order of articles.

    An article that it found violated in one respect only counts as violated, and the reasons
    of the key say so. An article in both lists is left out: its label is not clean.

    Raises:
        CaseError: no article was decided one way, or no text is left of the row.
    """
    violated = frozenset(row.violated_articles)
    decided = violated ^ frozenset(row.not_violated_articles)
    if not decided:
        raise CaseError(row.id, "violated_articles: no article that was decided one way")
    states = find_states(row.name, row.text)
    exhibits = _exhibits(row, states)
    if not exhibits:
        raise CaseError(
            row.id, "text: nothing is left of THE FACTS before they end, and no argument"
        )
    for article in sorted(decided, key=_article_order):
        decision = DECISIONS.for_prosecution if article in violated else DECISIONS.for_defence
        reasons = (IN_PART,) if article in row.mixed_articles else ()
        metadata = {
            "set": "ecthr",
            "year": str(row.year),
            "article": article,
            "state": " and ".join(each.name for each in states) or "unknown",
        }
        source = f"{SOURCE}, {row.id}, article {article}"
        case = _case(row, article, states, exhibits)
        yield CaseFile(case, Key(decision, reasons), metadata, source)


def _article_order(article: str) -> tuple[int, int]:
    """By number, those of the Convention before those of its protocols."""
    protocol = _PROTOCOL.fullmatch(article)
    if protocol:
        return int(protocol["protocol"]), int(protocol["article"])
    return 0, int(article)


def _case(
    row: EcthrRow, article: str, states: Sequence[State], exhibits: tuple[Exhibit, ...]
) -> Case:
    applicant = strike_states(applicant_of(row.name), states)
    if not re.search(r"[^\W\d_]", applicant):
        applicant = "The applicant"
    respondents = "the respondent State" + ("s" if len(states) > 1 else "")
    return Case(
        id=opaque_id("hr", f"{row.id}/{article}"),
        title=f"{applicant} v. {respondents}",
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
    kept = drop_findings(text[: find_end(text)])
    return "\n".join(line for line in kept.split("\n") if line.strip())


def keep_argument(span: str) -> str:
    """An annotated argument without the sentences in which the Court speaks for itself.

    Nor those in which a party takes up what the Commission or a Chamber found.
    """
    kept: list[str] = []
    dropping = False
    for sentence in _SENTENCE.split(span):
        own = _is_the_courts(sentence)
        dropping = own or (dropping and bool(_GOES_ON.match(sentence)))
        if not (dropping or takes_up_finding(sentence)):
            kept.append(sentence)
    return " ".join(kept).strip()


def _is_the_courts(sentence: str) -> bool:
    match = _COURT.search(sentence)
    if match is None or _THEIRS.search(sentence, match.end()):
        return False
    for part in sentence[: match.end()].split("."):
        named = [each.start() for each in _COURT_NAMED.finditer(part)]
        if named and _THEIR_WORDS.search(part, 0, named[-1]):
            return False
    return True


def _exhibits(row: EcthrRow, states: Sequence[State]) -> tuple[Exhibit, ...]:
    facts = _strike(row, states, cut_facts(row.text))
    most = max(FACTS_WORDS, count_words(facts) // FACTS_EXHIBITS + 1)
    arguments = [
        [_strike(row, states, keep_argument(span)) for span in spans]
        for spans in (row.applicant_arguments, row.state_arguments)
    ]
    parts: list[tuple[str, Holder, list[str]]] = [
        ("The facts", "joint", _packed(_paragraphs(facts), most)),
        ("The applicant's arguments", "prosecution", _packed(arguments[0], ARGUMENT_WORDS)),
        ("The Government's arguments", "defence", _packed(arguments[1], ARGUMENT_WORDS)),
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


def _strike(row: EcthrRow, states: Sequence[State], text: str) -> str:
    return strike_states(strike_applications(strike_year(text, row.year)), states)


def _packed(texts: list[str], most: int) -> list[str]:
    return pack([each for each in texts if re.search(r"\w", each)], most)


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
