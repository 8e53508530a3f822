"""A trial at the Old Bailey, from its printed account to a case file.

The indictment is a pleading, admitted from the start; each witness a joint exhibit; what the
prisoner said in defence is an exhibit of the defence. The account ends where the verdict or
the bench's view of the whole case begins.
"""

import re

from voirdire.courtroom.imports.cutting import count_words, cut_text
from voirdire.courtroom.imports.rows import OldBaileyRow
from voirdire.courtroom.imports.striking import opaque_id, strike_year
from voirdire.courtroom.imports.witness_blocks import Block, split_account
from voirdire.courtroom.types import Case, CaseFile, Decisions, Exhibit, Issue, Key
from voirdire.errors import CaseError

MOST_EXHIBITS = 25
MOST_WORDS = 500
LEAST_WORDS = 12
# Each is held against all others to find the smallest two; published accounts have 34 at most.
MOST_BLOCKS = 1_000

DECISIONS = Decisions("guilty", "not_guilty", "hung")
BACKGROUND = (
    "A criminal trial before a jury at the Old Bailey in London, as a printed account of it has "
    "come down: the indictment, the witnesses with their cross-examination, and what the prisoner "
    "said in defence. Spelling is as printed; a dash often marks where one answer ends."
)
SOURCE = "Old Bailey Proceedings Online"

_NUMBER = re.compile(r"\A\W*\d+[A-Za-z]?\s*\.?\s*(?=[A-Z])")
_NAME = re.compile(
    r"\A\W*(?P<name>[A-Z][\w'’`-]*(?:,? (?:[A-Z][\w'’`.-]*|(?:de|la|von|van)(?= [A-Z])))*)"
)
_NAME_END = re.compile(r"\b(?:alias|otherwise)\b", re.IGNORECASE)
# The account goes over into the verdict, or the bench says what it thinks of the whole case.
_VERDICT_LINE = re.compile(r"(?i)\A\W*(?:the )?ve?r?d[il][a-z]{0,3}t\W*\Z")
_BENCH_LINE = re.compile(
    r"\A\W{0,3}(?:(?:THE|The) )?(?:COURT|Court|RECORDER|Recorder|JUDGE|Judge|"
    r"(?:MR\.|Mr\.) J(?:USTICE|ustice)\b[^.]{0,40}\b(?:stated|considered|held|said)|"
    r"COMMON SER\w+|Common Ser\w+)\b(?! to\b)(?!.*(?:\?|\bQ\b| - ))"
)
_END_LINE = re.compile(
    r"(?i)\A\W*(?:there being no evidence|this concluding|in reply to questions by the court,?\Z)"
)
_END_SENTENCE = re.compile(
    r"(?:(?<=\A)|(?<=[.)]))[^.)]*\bthe (?:COURT|Court|JURY|Jury) (?:decided|reserved|directed)\b"
    r"[^.]*\.?\W*\Z"
)
_BENCH_LINES = 3
# The mark before the verdict is the printer's, not the speaker's.
_TRAILING = " \t\n,;:—–-"


def import_old_bailey(row: OldBaileyRow) -> CaseFile:
    """The trial of a row; every word of the account up to its end stands in one exhibit.

    Raises:
        CaseError: no word stands before the end of the account, or its blocks are too many.
    """
    account = strike_year(cut_account(row.text), row.year)
    if not re.search(r"\w", account):
        raise CaseError(row.id, "text: nothing is left of the account before its end")
    prisoner = _prisoner(account)
    blocks = split_account(account, prisoner)
    if len(blocks) > MOST_BLOCKS:
        problem = f"text: {len(blocks)} witnesses and other parts; {MOST_BLOCKS:,} at the most"
        raise CaseError(row.id, problem)
    case = Case(
        id=opaque_id("ob", row.id),
        title=f"The Crown against {in_title_case(prisoner) or 'the prisoner'}",
        background=BACKGROUND,
        charge=_offence(row),
        sides=("prosecution", "defence"),
        issues=(Issue("I1", "Did the prisoner commit the offence that the indictment charges?"),),
        exhibits=_exhibits(blocks),
        decisions=DECISIONS,
        standard="beyond reasonable doubt",
        domain="criminal",
        difficulty="hard",
    )
    metadata = {
        "set": "old_bailey",
        "year": str(row.year),
        "offence": row.charge,
        "offence_detail": row.charge_sub,
    }
    return CaseFile(case, Key(decision=row.verdict), metadata, f"{SOURCE}, {row.id}")


def cut_account(text: str) -> str:
    """The account without its running number, and without what tells how the trial ended."""
    lines = [line for line in _NUMBER.sub("", text).split("\n") if line.strip()]
    for at in range(max(1, len(lines) - _BENCH_LINES), len(lines)):
        line = lines[at]
        if _VERDICT_LINE.match(line) or _BENCH_LINE.match(line) or _END_LINE.match(line):
            lines[at] = ""
    lines = [line for line in lines if line] or [""]
    lines[-1] = _END_SENTENCE.sub("", lines[-1])
    return "\n".join(lines).rstrip(_TRAILING)


def in_title_case(name: str) -> str:
    """A name printed in capitals, as one writes it: "M'DONNELL" is "M'Donnell"."""
    return re.sub(r"[^\W\d_]+", lambda match: match.group().capitalize(), name)


def _prisoner(account: str) -> str:
    match = _NAME.match(account)
    if match is None:
        return ""
    name = _NAME_END.split(match["name"])[0].strip(" ,.")
    first, _, rest = name.partition(", ")
    # The accounts of the last years print the surname first: "RUST, John (30)"; otherwise the
    # name and a comma go before the offence: "JOHN RUST, Feloniously".
    if rest and " " not in first and not rest.isupper() and not re.match(r"\w+(?:ly|ing)\b", rest):
        return f"{rest} {first}".strip(" ,")
    return first.rstrip(".")


def _offence(row: OldBaileyRow) -> str:
    named = [
        re.sub(r"(?<=[a-z])(?=[A-Z])", " ", each).lower() for each in (row.charge, row.charge_sub)
    ]
    return ": ".join(each for each in named if each)


def _exhibits(blocks: list[Block]) -> tuple[Exhibit, ...]:
    exhibits: list[Exhibit] = []
    for block in _bounded(blocks):
        parts = cut_text(block.text, MOST_WORDS)
        for number, part in enumerate(parts, 1):
            title = _title(block)
            if len(parts) > 1:
                title += f", part {number} of {len(parts)}"
            exhibits.append(
                Exhibit(
                    id=f"E{len(exhibits) + 1}",
                    type="pleading" if block.part == "indictment" else "testimony",
                    title=title,
                    content=part,
                    holder="defence" if block.part == "defence" else "joint",
                    admitted=block.part == "indictment",
                )
            )
    return tuple(exhibits)


def _title(block: Block) -> str:
    if block.part == "indictment":
        return "The indictment"
    if block.part == "defence":
        return "The prisoner's defence"
    if block.part == "character":
        return "Evidence of character"
    if not block.names:
        return "Further examination"
    names = [in_title_case(each) for each in dict.fromkeys(block.names)]
    listed = " and ".join(names) if len(names) < 3 else f"{names[0]} and others"
    return f"Testimony of {listed}" + (", recalled" if block.again else "")


def _bounded(blocks: list[Block]) -> list[Block]:
    """Blocks run together until none is tiny and their parts are few enough."""
    kept = list(blocks)
    at = 1
    while at < len(kept):
        if count_words(kept[at].text) < LEAST_WORDS and _may_join(kept, at):
            _join(kept, at)
        else:
            at += 1
    words = [count_words(each.text) for each in kept]
    parts = [len(cut_text(each.text, MOST_WORDS)) for each in kept]
    while sum(parts) > MOST_EXHIBITS:
        sizes = [(words[n - 1] + words[n], n) for n in range(1, len(kept)) if _may_join(kept, n)]
        if not sizes:
            break
        at = min(sizes)[1]
        _join(kept, at)
        words[at - 1] += words.pop(at)
        parts.pop(at)
        parts[at - 1] = len(cut_text(kept[at - 1].text, MOST_WORDS))
    return kept


def _may_join(blocks: list[Block], at: int) -> bool:
    witnesses = ("testimony", "examination", "character")
    return blocks[at].part in witnesses and blocks[at - 1].part in witnesses


def _join(blocks: list[Block], at: int) -> None:
    first, second = blocks[at - 1], blocks.pop(at)
    blocks[at - 1] = Block(
        "testimony" if first.names or second.names else first.part,
        first.names + second.names,
        first.lines + second.lines,
        first.again and second.again,
    )
