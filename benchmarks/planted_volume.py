"""Absence that is proof, and absence that is not, on volumes and reporters made by the script.

Input: a folder to write in, a count and a seed. Output: one `ClosedRow` a kind of citation.
The library holds the samples and a fictional reporter of its own: two whole volumes, one
held in part, and a series that closed. Every document, caption and opinion here is invented.
"""

import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import voirdire.samples
from voirdire.authorities.library import Library
from voirdire.citecheck.brief import check_brief
from voirdire.documents.load import load_bytes

_SAMPLES = Path(voirdire.samples.__path__[0]) / "opinions.jsonl"
_IN_A_DOCUMENT = 40
_FIRST = "Al Ber Cor Dun El Fen Gar Hol Ing Jar Kel Lor Mar Nor Os Pel Quil Ros Sel Tam".split()
_LAST = "bridge combe dale ford gate ham ington leigh mere mont shaw stead thorpe wick".split()
_SIDES = ("{}", "{}", "{} Co.", "{} Mills, Inc.", "City of {}", "{} Bros.", "Town of {}")
_COURTS = (
    "9th Cir.",
    "2d Cir.",
    "D.C. Cir.",
    "S.D.N.Y.",
    "N.D. Ohio",
    "Tex. App.",
    "Ohio",
    "Mass.",
)
_LEADS = ("", "See ", "See also ", "The rule is an old one. ", "Cf. ", "The court agreed in ")

# Last volumes of series that ended, from the reporters' own title pages.
_ENDED = {
    "F.": 300, "F.2d": 999, "F.3d": 999, "F. Supp.": 999, "F. Supp. 2d": 999, "L. Ed.": 100,
    "A.2d": 999, "N.E.": 200, "N.E.2d": 999, "P.2d": 999, "S.E.": 200, "S.W.2d": 999,
    "So.": 200, "So. 2d": 999, "N.Y.S.2d": 999, "Cal. Rptr.": 286, "Cal. Rptr. 2d": 135,
    "Cal. 2d": 71, "Cal. 3d": 54, "Cal. App. 2d": 276, "Cal. App. 3d": 235, "N.Y.2d": 100,
    "Ill. 2d": 242, "Wall.": 23, "How.": 24, "Wheat.": 12, "Cranch": 9, "Pet.": 16,
}  # fmt: skip
_RUNNING = ("F.4th", "F. Supp. 3d", "S. Ct.", "L. Ed. 2d", "B.R.", "Fed. Cl.", "P.3d", "U.S.")
_ALMOST = ("F.3b", "F. Sup. 2d", "N.E.2b", "Cal. Rpt. 2d", "N.W.2f", "So. 2s", "P.3e", "F. Spp. 3d")
_ELSEWHERE = (
    "[19{v:02}] 2 A.C. {p}",
    "19{v:02} S.C.C. {p}",
    "{v} I. & N. Dec. {p} (BIA 1984)",
    "3{v:02} N.L.R.B. {p} (1991)",
    "20{v:02} WL {p}44 (S.D.N.Y. Mar. 3, 20{v:02})",
    "20{v:02} U.S. Dist. LEXIS {p}1 (S.D.N.Y. 20{v:02})",
    "{v} Fed. Reg. {p} (1994)",
    "{v} U.S.C. § {p}",
    "{v} C.F.R. § {p}.20",
    "{v} Harv. L. Rev. {p} (1989)",
)


@dataclass(frozen=True, slots=True)
class ClosedRow:
    """How many citations of one kind were refuted; `wrong` shows those that were not right."""

    label: str
    wanted: str
    n: int
    refuted: int
    wrong: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Case:
    volume: int
    first: int
    last: int
    year: int
    name: str


def _party(rng: random.Random) -> str:
    return rng.choice(_SIDES).format(rng.choice(_FIRST) + rng.choice(_LAST))


def _caption(rng: random.Random) -> str:
    return f"{_party(rng)} v. {_party(rng)}"


def _volume(number: int, rng: random.Random) -> list[_Case]:
    """Forty cases in page order, some with blank pages between."""
    cases = []
    page = rng.randint(1, 9)
    for _ in range(40):
        last = page + rng.randint(2, 12)
        cases.append(_Case(number, page, last, 1980 + number, _caption(rng)))
        page = last + rng.choice((0, 1, 1, 1, 3))
    return cases


def _write_library(folder: Path, cases: Sequence[_Case]) -> Library:
    folder.mkdir(parents=True, exist_ok=True)
    reporters = [
        {"abbreviation": "Quillan Rep.", "start_year": 1970, "whole_volumes": ["1", "2"]},
        {"abbreviation": "Osier", "start_year": 1890, "end_year": 1950, "last_volume": 90},
    ]
    lines = [json.dumps({"reporters": reporters})]
    for case in cases:
        citation = f"{case.volume} Quillan Rep. {case.first}"
        text = "The judgment is affirmed. The rule has been stated often enough."
        row = {
            "id": f"quillan-{case.volume}-{case.first}",
            "name": case.name,
            "citations": [citation],
            "date": f"{case.year}-05-04",
            "first_page": str(case.first),
            "last_page": str(case.last),
            "page_system": "reporter",
            "page_citation": citation,
            "pages": [
                {"page": str(page), "text": text} for page in range(case.first, case.last + 1)
            ],
        }
        lines.append(json.dumps(row))
    path = folder / "opinions.jsonl"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    library = Library.create(folder / "library")
    library.add([_SAMPLES, path])
    return library


def closed_rows(folder: Path, per_kind: int, seed: int) -> Iterator[ClosedRow]:
    """Write the library, then the citations of each kind, and count what is refuted."""
    rng = random.Random(f"{seed} volumes")
    cases = [case for number in (1, 2, 7) for case in _volume(number, rng)]
    library = _write_library(folder, cases)
    whole = [case for case in cases if case.volume != 7]
    part = [case for case in cases if case.volume == 7]
    samples = _sample_cases()
    kinds: list[tuple[str, bool, Callable[[random.Random], str]]] = [
        ("absent from a whole volume (made)", True, lambda r: _absent(whole, "Quillan Rep.", r)),
        (
            "absent from a whole volume (samples)",
            True,
            lambda r: _absent(samples, "Marlow Rep.", r),
        ),
        ("inside another case (made)", True, lambda r: _inside(whole, "Quillan Rep.", r)),
        ("inside another case (samples)", True, lambda r: _inside(samples, "Marlow Rep.", r)),
        ("volume beyond a closed reporter's last", True, _beyond),
        ("volume beyond a declared reporter's last", True, _beyond_declared),
        ("reporter that does not exist", True, _unknown),
        ("look-alike: true citation", False, lambda r: _true(whole, r)),
        ("look-alike: absent from a volume held in part", False, lambda r: _outside(part, r)),
        ("look-alike: last page of a case held in part", False, lambda r: _border(part, r)),
        ("look-alike: volume of a closed reporter, in range", False, _in_range),
        ("look-alike: volume of a reporter still printed", False, _running),
        ("look-alike: no name, year or page with an unknown reporter", False, _incomplete),
        ("look-alike: reporter's name one letter off", False, _almost),
        ("look-alike: foreign, agency, database, law, journal", False, _elsewhere),
    ]
    for label, is_wanted, write in kinds:
        cited = [write(rng) for _ in range(per_kind)]
        refuted = list(_refuted(cited, library, rng))
        wrong = tuple(
            c for c, is_refuted in zip(cited, refuted, strict=True) if is_refuted != is_wanted
        )
        wanted = "100%" if is_wanted else "0%"
        yield ClosedRow(label, wanted, per_kind, sum(refuted), wrong)


def _refuted(cited: Sequence[str], library: Library, rng: random.Random) -> Iterator[bool]:
    """Whether each citation's existence is refuted, forty to a document."""
    for at in range(0, len(cited), _IN_A_DOCUMENT):
        text = "ARGUMENT\n\n"
        ranges = []
        for citation in cited[at : at + _IN_A_DOCUMENT]:
            text += rng.choice(_LEADS)
            ranges.append((len(text), len(text) + len(citation)))
            text += citation + ".\n\nNothing in the record is to the contrary.\n\n"
        report = check_brief(load_bytes("made.txt", text.encode()), library)
        spans = [
            report.folded.original(finding.subject)
            for checked in report.citations
            for finding in checked.findings
            if finding.check == "existence" and finding.outcome == "refuted"
        ]
        for start, end in ranges:
            yield any(start < span.end and span.start < end for span in spans)


def _sample_cases() -> list[_Case]:
    cases = []
    for line in _SAMPLES.read_text("utf-8").splitlines():
        row = json.loads(line)
        printed = re.fullmatch(r"(\d+) Marlow Rep\. (\d+)", row.get("citations", [""])[0])
        if printed is not None:
            volume, first, last = int(printed[1]), int(printed[2]), int(row["last_page"])
            cases.append(_Case(volume, first, last, int(row["date"][:4]), row["name"]))
    return cases


def _absent(cases: Sequence[_Case], reporter: str, rng: random.Random) -> str:
    """A page before the first case, between two, or behind the last."""
    volume = rng.choice(sorted({case.volume for case in cases}))
    of_volume = [case for case in cases if case.volume == volume]
    taken = {page for case in of_volume for page in range(case.first, case.last + 1)}
    free = [page for page in range(1, max(taken) + 600) if page not in taken]
    return f"{_caption(rng)}, {volume} {reporter} {rng.choice(free)} ({of_volume[0].year})"


def _inside(cases: Sequence[_Case], reporter: str, rng: random.Random) -> str:
    case = rng.choice([case for case in cases if case.last - case.first > 1])
    page = rng.randrange(case.first + 1, case.last)
    return f"{_caption(rng)}, {case.volume} {reporter} {page} ({case.year})"


def _beyond(rng: random.Random) -> str:
    reporter = rng.choice(sorted(_ENDED))
    volume = _ENDED[reporter] + rng.randint(1, 80)
    court = rng.choice(_COURTS)
    year = rng.randint(1950, 1999)
    return f"{_caption(rng)}, {volume} {reporter} {rng.randint(1, 1200)} ({court} {year})"


def _beyond_declared(rng: random.Random) -> str:
    reporter, last = rng.choice((("Osier", 90), ("Thorpe", 200)))
    return f"{_caption(rng)}, {last + rng.randint(1, 300)} {reporter} {rng.randint(1, 900)} (1944)"


def _invented(rng: random.Random) -> str:
    name = rng.choice(_FIRST) + rng.choice(_LAST)
    return rng.choice(("{} Rep.", "{} App. 2d", "{}. 3d", "{} Ct. Rep.", "{} Supp.")).format(name)


def _unknown(rng: random.Random) -> str:
    core = f"{rng.randint(1, 900)} {_invented(rng)} {rng.randint(1, 1200)}"
    return f"{_caption(rng)}, {core} ({rng.choice(_COURTS)} {rng.randint(1950, 2020)})"


def _true(cases: Sequence[_Case], rng: random.Random) -> str:
    case = rng.choice(cases)
    return f"{case.name}, {case.volume} Quillan Rep. {case.first} ({case.year})"


def _outside(cases: Sequence[_Case], rng: random.Random) -> str:
    page = max(case.last for case in cases) + rng.randint(1, 600)
    return f"{_caption(rng)}, 7 Quillan Rep. {page} ({cases[0].year})"


def _border(cases: Sequence[_Case], rng: random.Random) -> str:
    firsts = {case.first for case in cases}
    case = rng.choice([case for case in cases if case.last not in firsts])
    return f"{_caption(rng)}, 7 Quillan Rep. {case.last} ({case.year})"


def _in_range(rng: random.Random) -> str:
    reporter = rng.choice(sorted(_ENDED))
    volume = rng.randint(1, _ENDED[reporter])
    return f"{_caption(rng)}, {volume} {reporter} {rng.randint(1, 900)} ({rng.randint(1850, 1999)})"


def _running(rng: random.Random) -> str:
    reporter = rng.choice(_RUNNING)
    page = rng.randint(1, 1200)
    return f"{_caption(rng)}, {rng.randint(1, 140)} {reporter} {page} ({rng.randint(2000, 2024)})"


def _incomplete(rng: random.Random) -> str:
    volume, page = rng.randint(1, 900), rng.randint(1, 1200)
    year = rng.randint(1950, 2020)
    forms = (
        f"{volume} {_invented(rng)} {page} (2d Cir. {year})",
        f"{_caption(rng)}, {volume} {_invented(rng)} {page}",
        f"{_caption(rng)}, {volume} {_invented(rng)} ___ ({year})",
    )
    return rng.choice(forms)


def _almost(rng: random.Random) -> str:
    core = f"{rng.randint(1, 90)} {rng.choice(_ALMOST)} {rng.randint(1, 1200)}"
    return f"{_caption(rng)}, {core} ({rng.choice(_COURTS)} {rng.randint(1950, 2020)})"


def _elsewhere(rng: random.Random) -> str:
    written = rng.choice(_ELSEWHERE).format(v=rng.randint(10, 22), p=rng.randint(100, 999))
    return f"{_caption(rng)}, {written}"
