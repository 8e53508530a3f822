"""A case file to what is wrong with it, one line a problem; a set of cases likewise.

Input: a `CaseFile`, read or made. Output: problems, none for a sound case. A case whose
key has no issue map (`bearings` None: an imported trial) is held to the general rules only.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import date
from decimal import Decimal
from typing import get_args

from voirdire.courtroom.cases.bounds import find_excesses, find_texts
from voirdire.courtroom.quoting import count_words, find_places, find_words
from voirdire.courtroom.types import SIDES, Bearing, CaseFile, Difficulty, Exhibit, Fact, Side
from voirdire.courtroom.values.dates import find_full_dates
from voirdire.courtroom.values.figures import states_amount

EXHIBIT_WORDS = (60, 260)
PASSAGE_WORDS = (6, 40)
# With a larger share of an exhibit's words in the issue map, blind quotations bear too often.
MAX_COVERED = 0.45
# What a set of written cases holds, and each case of it at the least.
CASES_A_LEVEL = 8
MIN_FACTS = 5
REASONS = (3, 5)

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
_AMOUNT = re.compile(r"(?P<number>\d+\.\d\d) (?P<currency>[A-Z]{3})")


def validate_case(file: CaseFile) -> list[str]:
    """What is wrong with a case, one line a problem; empty for a sound one."""
    problems = [*find_excesses(file), *_form(file), *_decisions(file), *_references(file)]
    contents = {each.id: each for each in file.case.exhibits}
    for number, fact in enumerate(file.key.facts, 1):
        if fact.exhibit in contents:
            problems += _fact(f"fact {number}", fact, contents[fact.exhibit])
    if file.key.bearings is not None:
        problems += _issue_map(file, file.key.bearings)
    return problems


def validate_set(files: Sequence[CaseFile]) -> list[str]:
    """What is wrong with a set of written cases beyond each one; translations do not count.

    Eight cases a level, half of them won by each side; each value of each key of the metadata
    with both outcomes equally often, so that no metadata tell the outcome.
    """
    originals = [each for each in files if each.case.language == "en"]
    problems = [
        f"case {case_id}: stands {n} times in the set"
        for case_id, n in Counter(each.case.id for each in files).items()
        if n > 1
    ]
    for level in get_args(Difficulty):
        won = Counter(_winner(each) for each in originals if each.case.difficulty == level)
        if won != Counter(dict.fromkeys(SIDES, CASES_A_LEVEL // 2)):
            counts = " and ".join(f"{won[side]} by the {side}" for side in SIDES)
            problems.append(
                f"{level}: won {counts}; {CASES_A_LEVEL // 2} and {CASES_A_LEVEL // 2} are due"
            )
    for name in sorted({name for each in originals for name in each.metadata}):
        values = Counter((each.metadata.get(name), _winner(each)) for each in originals)
        for value in sorted({str(value) for value, _ in values}):
            if values[value, "prosecution"] != values[value, "defence"]:
                problems.append(f"metadata {name} = {value}: not as often with each outcome")
            if value == "None":
                problems.append(f"metadata {name}: not in every case")
    for each in originals:
        problems += _least(each)
    return problems


def _least(file: CaseFile) -> Iterator[str]:
    """What a case of the written set must hold over and above the general form."""
    name, key = f"case {file.case.id}", file.key
    holder = {each.id: each.holder for each in file.case.exhibits}
    held = {holder.get(each.exhibit) for each in key.planted or ()}
    for side in SIDES:
        if side not in held:
            yield f"{name}: no planted exhibit of the {side}"
    if len(key.facts) < MIN_FACTS:
        yield f"{name}: {len(key.facts)} facts; {MIN_FACTS} at the least"
    if not REASONS[0] <= len(key.reasons) <= REASONS[1]:
        yield f"{name}: {len(key.reasons)} reasons; {REASONS[0]} to {REASONS[1]} are due"


def _winner(file: CaseFile) -> Side:
    won = file.key.decision == file.case.decisions.for_prosecution
    return "prosecution" if won else "defence"


def _form(file: CaseFile) -> Iterator[str]:
    case = file.case
    if not _ID.fullmatch(case.id):
        yield f"case.id {case.id!r}: letters, digits, _ . - and 64 signs at most"
    for name, ids in (
        ("exhibit", [each.id for each in case.exhibits]),
        ("issue", [each.id for each in case.issues]),
    ):
        if not ids:
            yield f"{name}s: none"
        for each in dict.fromkeys(ids):
            if not _ID.fullmatch(each):
                yield f"{name} {each!r}: letters, digits, _ . - and 64 signs at most"
    if case.sides[0] == case.sides[1]:
        yield "sides: both have one name"
    for name in ("title", "background", "charge", "standard", "domain"):
        if not getattr(case, name).strip():
            yield f"{name}: empty"
    for exhibit in case.exhibits:
        if not exhibit.content.strip():
            yield f"exhibit {exhibit.id}: empty"


def _decisions(file: CaseFile) -> Iterator[str]:
    case, words = file.case, file.case.decisions
    if len({each.casefold() for each in words.all}) < len(words.all) or "" in words.all:
        yield "decisions: three different words are due"
    if file.key.decision not in words.all:
        yield f"key.decision {file.key.decision!r}: not one of {', '.join(words.all)}"
    elif file.key.decision == words.undecided:
        yield f"key.decision {file.key.decision!r}: the right decision decides"
    if file.key.bearings is None:
        return
    public = asdict(case)
    del public["decisions"]
    for place, text in find_texts(public):
        for decision in (words.for_prosecution, words.for_defence):
            word = decision.replace("_", " ")
            if word and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE):
                yield f"{place}: says {word!r}, a decision of the case"


def _references(file: CaseFile) -> Iterator[str]:
    exhibits = {each.id: each for each in file.case.exhibits}
    issues = {each.id for each in file.case.issues}
    key = file.key
    cited = [
        *((f"bearing {n}", each.exhibit) for n, each in enumerate(key.bearings or (), 1)),
        *((f"fact {n}", each.exhibit) for n, each in enumerate(key.facts, 1)),
        *((f"planted {n}", each.exhibit) for n, each in enumerate(key.planted or (), 1)),
        *(("misleading", each) for each in key.misleading),
    ]
    for place, exhibit in cited:
        if exhibit not in exhibits:
            yield f"{place}: no exhibit {exhibit}"
    for number, bearing in enumerate(key.bearings or (), 1):
        if bearing.issue not in issues:
            yield f"bearing {number}: no issue {bearing.issue}"
    for number, planted in enumerate(key.planted or (), 1):
        if planted.exhibit in exhibits and exhibits[planted.exhibit].holder == "joint":
            yield f"planted {number}: {planted.exhibit} is held by both sides, so neither objects"
        if not planted.why.strip():
            yield f"planted {number}: does not say why"


def _passage(place: str, passage: str, exhibit: Exhibit) -> Iterator[str]:
    if passage not in exhibit.content:
        yield f"{place}: not word for word in {exhibit.id}: {passage!r}"
    elif (n := len(find_places(passage, exhibit.content))) != 1:
        yield f"{place}: stands {n} times in {exhibit.id}: {passage!r}"


def _fact(place: str, fact: Fact, exhibit: Exhibit) -> Iterator[str]:
    yield from _passage(place, fact.passage, exhibit)
    if not fact.role.strip():
        yield f"{place}: no role"
    stated = fact.value in fact.passage
    if fact.kind == "date":
        try:
            stated = date.fromisoformat(fact.value) in find_full_dates(fact.passage)
        except ValueError:
            yield f"{place}: {fact.value!r} is no date of the form 2021-03-14"
            return
    elif fact.kind == "amount":
        amount = _AMOUNT.fullmatch(fact.value)
        if amount is None:
            yield f"{place}: {fact.value!r} is no amount of the form 1200.00 USD"
            return
        stated = states_amount(fact.passage, Decimal(amount["number"]), amount["currency"])
    if not stated or not fact.value:
        yield f"{place}: its passage does not state {fact.value!r}"


def _issue_map(file: CaseFile, bearings: Sequence[Bearing]) -> Iterator[str]:
    exhibits = {each.id: each for each in file.case.exhibits}
    for exhibit in file.case.exhibits:
        words = count_words(exhibit.content)
        if not EXHIBIT_WORDS[0] <= words <= EXHIBIT_WORDS[1]:
            yield (
                f"exhibit {exhibit.id}: {words} words; "
                f"{EXHIBIT_WORDS[0]} to {EXHIBIT_WORDS[1]} are due"
            )
    for issue in file.case.issues:
        for side in SIDES:
            if not any(each.issue == issue.id and each.favours == side for each in bearings):
                yield f"issue {issue.id}: no bearing favours the {side}"
    covered: dict[str, set[int]] = {}
    marks: dict[tuple[str, str], dict[int, Side]] = {}
    for number, bearing in enumerate(bearings, 1):
        place = f"bearing {number}"
        words = count_words(bearing.passage)
        if not PASSAGE_WORDS[0] <= words <= PASSAGE_WORDS[1]:
            yield f"{place}: {words} words; {PASSAGE_WORDS[0]} to {PASSAGE_WORDS[1]} are due"
        if bearing.exhibit not in exhibits:
            continue
        exhibit = exhibits[bearing.exhibit]
        yield from _passage(place, bearing.passage, exhibit)
        standing = _word_numbers(bearing.passage, exhibit.content)
        covered.setdefault(exhibit.id, set()).update(standing)
        marked = marks.setdefault((exhibit.id, bearing.issue), {})
        if any(marked.setdefault(each, bearing.favours) != bearing.favours for each in standing):
            yield f"{place}: shares words with a bearing for the other side on {bearing.issue}"
    for exhibit_id, numbers in covered.items():
        total = count_words(exhibits[exhibit_id].content)
        if len(numbers) > MAX_COVERED * total:
            yield (
                f"exhibit {exhibit_id}: bearings cover {len(numbers)} of {total} words; "
                f"{MAX_COVERED:.0%} at the most"
            )


def _word_numbers(passage: str, content: str) -> set[int]:
    start = content.find(passage)
    if start < 0:
        return set()
    end = start + len(passage)
    words = find_words(content)
    return {n for n, (first, last) in enumerate(words) if start <= first and last <= end}
