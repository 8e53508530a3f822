"""A case before the Supreme Court, from its oral argument to a case file.

The argument is cut by who has the floor: what is put to counsel and what counsel answers stand
together. The petitioner's argument is held by the prosecution's seat, the respondent's by the
defence's, that of a friend of the court by both; so is the summary of the facts.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from voirdire.courtroom.imports.cutting import count_words, pack
from voirdire.courtroom.imports.rows import ScotusRow
from voirdire.courtroom.imports.striking import opaque_id, strike_call, strike_docket, strike_year
from voirdire.courtroom.types import Case, CaseFile, Decisions, Exhibit, Holder, Issue, Key
from voirdire.errors import CaseError

MOST_WORDS = 800
# Words of others in between that do not take the floor.
INTERRUPTION = 80
# So much is an argument of its own, whoever the transcript says speaks.
OWN_ARGUMENT = 300

DECISIONS = Decisions("petitioner", "respondent", "divided")
SOURCE = "Oyez"
UNKNOWN = "UNKNOWN"

_TURN = re.compile(r"(?P<name>[^\[\n]{1,80}?)[^\S\n]*\[(?P<kind>(?i:justice|advocate))\]:[^\S\n]*")
_AMICUS = re.compile(r"(?i)amic|supporting|in support of|urging")
_PETITIONER = re.compile(r"(?i)petitioner|appellant|plaintiff")
_RESPONDENT = re.compile(r"(?i)respondent|appellee|defendant")
_SUFFIX = re.compile(r",? (?:Jr|Sr|I{2,3}|IV)\.?\Z")
_TITLES: dict[Holder, str] = {
    "prosecution": "Argument for the petitioner",
    "defence": "Argument for the respondent",
    "joint": "Argument of a friend of the Court",
}
_GOVERNMENT = re.compile(
    r"(?i)\b(?:united states|states? of|secretary|commissioner|attorney general|department|agency"
    r"|administration|commission|board|director|warden|superintendent|city|county|governor)\b"
)


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the argument, with the advocate who has the floor."""

    text: str
    floor: str


def import_scotus(row: ScotusRow) -> CaseFile:
    """The case of a row; every turn of the argument stands in one exhibit.

    Raises:
        CaseError: no advocate speaks in the argument.
    """
    case = Case(
        id=opaque_id("sc", row.id),
        title=_strike(row, row.name),
        background=(
            "Oral argument before the Supreme Court of the United States: "
            f"{_strike(row, _parties(row))}. The judgment of the court below stands unless the "
            "petitioner shows that it is wrong."
        ),
        charge="review of the judgment of the court below",
        sides=("petitioner", "respondent"),
        issues=(Issue("I1", _strike(row, row.claim)),),
        exhibits=_exhibits(row),
        decisions=DECISIONS,
        standard="the better reading of the law, on the facts found below",
        domain="appeal",
        difficulty="hard",
    )
    metadata = {
        "set": "scotus",
        "year": str(row.year),
        "party_order": " and ".join(
            each or "unknown" for each in (row.first_party_label, row.second_party_label)
        ),
        "government": _government(row),
    }
    return CaseFile(case, Key(decision=row.verdict), metadata, f"{SOURCE}, {row.id}")


def _parties(row: ScotusRow) -> str:
    """Who is against whom; the name of the case where the row does not name them both."""
    if not (row.first_party and row.second_party):
        return row.name
    first, second = (
        f"{party} ({label.lower()})" if label else party
        for party, label in (
            (row.first_party, row.first_party_label),
            (row.second_party, row.second_party_label),
        )
    )
    return f"{first} against {second}"


def _strike(row: ScotusRow, text: str) -> str:
    docket = row.id.partition("-")[2].partition("-")[2]
    return strike_docket(strike_year(text, row.year), docket)


def _government(row: ScotusRow) -> str:
    first = bool(_GOVERNMENT.search(row.first_party))
    second = bool(_GOVERNMENT.search(row.second_party))
    return {(True, True): "both", (True, False): "first", (False, True): "second"}.get(
        (first, second), "neither"
    )


def _exhibits(row: ScotusRow) -> tuple[Exhibit, ...]:
    turns = _turns(row)
    holders = _holders(row, turns)
    exhibits: list[Exhibit] = []
    if row.facts.strip():
        exhibits.append(Exhibit("E1", "document", "Summary of the facts", _strike(row, row.facts)))
    heard: set[str] = set()
    for stretch in _stretches(turns):
        floor = stretch[0].floor
        title = _TITLES[holders[floor]]
        if floor in heard:
            title = title.replace("Argument", "Rebuttal")
        heard.add(floor)
        parts = pack([each.text for each in stretch], MOST_WORDS)
        for number, part in enumerate(parts, 1):
            exhibits.append(
                Exhibit(
                    id=f"E{len(exhibits) + 1}",
                    type="document",
                    title=title + (f", part {number} of {len(parts)}" if len(parts) > 1 else ""),
                    content=part,
                    holder=holders[floor],
                )
            )
    return tuple(exhibits)


def _turns(row: ScotusRow) -> list[Turn]:
    """Turns with the floor: an advocate's own, a justice's that of whoever answers."""
    lines = [line for line in row.text.split("\n") if line.strip()]
    lines[0] = _strike_first(lines[0])
    said: Counter[str] = Counter()
    speakers: list[str | None] = []
    for line in lines:
        match = _TURN.match(line)
        name = None
        if match and match["kind"].casefold() == "advocate":
            name = " ".join(match["name"].split()) or UNKNOWN
        speakers.append(name)
        if name:
            said[name] += count_words(line)
    floors: list[str] = []
    floor = ""
    for name in reversed(speakers):
        if name and (name != UNKNOWN or said[name] > OWN_ARGUMENT):
            floor = name
        floors.append(floor)
    floors.reverse()
    last = next((each for each in (*reversed(floors), *speakers) if each), None)
    if last is None:
        raise CaseError(row.id, "text: no turn of an advocate, which begins NAME [advocate]:")
    return [
        Turn(_strike(row, line), floor or last) for line, floor in zip(lines, floors, strict=True)
    ]


def _strike_first(line: str) -> str:
    match = _TURN.match(line)
    end = match.end() if match else 0
    return line[:end] + strike_call(line[end:])


def _stretches(turns: Sequence[Turn]) -> list[list[Turn]]:
    """Consecutive turns under one floor; a short interruption does not take it."""
    stretches: list[list[Turn]] = []
    for turn in turns:
        if stretches and stretches[-1][0].floor == turn.floor:
            stretches[-1].append(turn)
        else:
            stretches.append([turn])
    at = 1
    while at < len(stretches):
        short = sum(count_words(each.text) for each in stretches[at]) < INTERRUPTION
        goes_on = at + 1 < len(stretches) and (
            stretches[at + 1][0].floor == stretches[at - 1][0].floor
        )
        if short and (goes_on or at + 1 == len(stretches)):
            taken = [each for stretch in stretches[at : at + 2] for each in stretch]
            stretches[at - 1 : at + 2] = [stretches[at - 1] + taken]
        else:
            at += 1
    return stretches


def _holders(row: ScotusRow, turns: Sequence[Turn]) -> dict[str, Holder]:
    """Who holds whose argument: by the role the set gives, else by the order of speaking.

    Where no role tells, the first to speak is for the petitioner and the last who is new
    for the respondent; whoever speaks between them is a friend of the court.
    """
    order = list(dict.fromkeys(turn.floor for turn in turns))
    roles = {each.name: each.role for each in row.advocates if each.name and each.role}
    holders: dict[str, Holder | None] = {}
    for name in order:
        role = roles.get(name) or next(
            (role for other, role in roles.items() if _last_name(other) == _last_name(name)), ""
        )
        holders[name] = _side(role)
    if UNKNOWN in holders:
        last_names = {_last_name(name) for name in order}
        left = {_side(role) for other, role in roles.items() if _last_name(other) not in last_names}
        if len(left) == 1:
            holders[UNKNOWN] = left.pop()
    untold = [name for name in order if holders[name] is None]
    if "prosecution" not in holders.values() and untold:
        holders[untold.pop(0)] = "prosecution"
    if "defence" not in holders.values() and untold:
        holders[untold.pop()] = "defence"
    return {name: holder or "joint" for name, holder in holders.items()}


def _side(role: str) -> Holder | None:
    # Where nobody else defends the judgment, the Court appoints a friend who does.
    if "judgment below" in role:
        return "defence"
    if _AMICUS.search(role):
        return "joint"
    if _PETITIONER.search(role):
        return "prosecution"
    return "defence" if _RESPONDENT.search(role) else None


def _last_name(name: str) -> str:
    return next(reversed(_SUFFIX.sub("", name).split()), "").casefold()
