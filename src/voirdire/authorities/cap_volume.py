"""Turn the lists of the Caselaw Access Project's static files into cases by page.

Input: `ReportersMetadata.json`, `<slug>/VolumesMetadata.json` and
`<slug>/<volume>/CasesMetadata.json`.
Output: `Reporters` (abbreviation to slugs), the folders of a volume, and `Volume`: its
cases by page, and whether every case of it is listed.

The lists are outside data: a wrong type is a `ValueError`, a name that could lead out of
its folder is left out.
"""

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from voirdire.authorities.library_rows import CASES_THAT_TELL_YEARS
from voirdire.authorities.page_labels import page_number
from voirdire.authorities.row_fields import decision_date
from voirdire.authorities.types import Case, CaseCitation, Holding
from voirdire.citations.closed import implied_court
from voirdire.citations.courts import find_court
from voirdire.citations.reporters import fit_year, reporter_table, split_citation, squeeze

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,80}")
_DIGITS = re.compile(r"\d{1,9}")
_TEXTS = (
    "name",
    "name_abbreviation",
    "decision_date",
    "docket_number",
    "first_page",
    "last_page",
    "file_name",
)

# The project left out what a state's official reports print as well, so its list of a volume
# of these is no list of all that is printed there (case.law, scope limits).
_UNOFFICIAL = frozenset(
    squeeze(edition)
    for edition in (
        "A. A.2d A.3d N.E. N.E.2d N.E.3d N.W. N.W.2d N.W.3d P. P.2d P.3d S.E. S.E.2d S.W. S.W.2d"
        " S.W.3d So. So.2d So.3d N.Y.S. N.Y.S.2d N.Y.S.3d Cal.Rptr. Cal.Rptr.2d Cal.Rptr.3d"
        " S.Ct. L.Ed. L.Ed.2d"
    ).split()
)
# Such a list counts as whole all the same when hardly a page of the volume is missing.
_HOLES_ALLOWED = 0.02


@dataclass(frozen=True, slots=True)
class VolumeFolder:
    """Where a volume, or one part of it, lies: `<slug>/<folder>/`."""

    slug: str
    folder: str
    redacted: bool = False

    @property
    def path(self) -> str:
        """The folder below the root of the static files."""
        return f"{self.slug}/{self.folder}"


@dataclass(frozen=True, slots=True)
class Reporters:
    """Slugs by abbreviation, spaces and periods apart. Two may share one ("Ct. Cl.")."""

    slugs: dict[str, tuple[str, ...]]
    names: dict[str, str]

    def find(self, edition: str) -> tuple[str, ...]:
        """The slugs of an edition; none when the project does not hold it."""
        return self.slugs.get(squeeze(edition).lower(), ())


@dataclass(frozen=True, slots=True)
class ListedCase:
    """One entry of `CasesMetadata.json`, as it stands there; `courts` are its two forms."""

    id: str
    names: tuple[str, ...]
    date: str | None
    docket_number: str | None
    first_page: str
    last_page: str | None
    cites: tuple[str, ...]
    courts: tuple[str | None, ...]
    file: str | None
    provenance: str | None


@dataclass(frozen=True, slots=True)
class _Pages:
    """The pages of the case at `index` of the list, as numbers."""

    first: int
    last: int
    index: int


@dataclass(frozen=True, slots=True)
class Volume:
    """One folder's list of cases. `whole`: nothing printed in the volume is missing from it."""

    number: str
    edition: str
    folder: VolumeFolder
    listed: tuple[ListedCase, ...]
    whole: bool
    years: tuple[int, int] | None
    by_page: dict[str, tuple[int, ...]]
    pages: tuple[_Pages, ...]

    def holding(self, page: str, address: str) -> Holding:
        """What the list says of a page. `address` is where the files are read by people."""
        starting = self.by_page.get(page, ())
        inside, bordering = self._around(page_number(page))
        return Holding(
            "whole" if self.whole else "partial" if self.listed else "none",
            self._cases(starting, address),
            self._cases((i for i in inside if i not in starting), address),
            self._cases((i for i in bordering if i not in starting), address),
            self._next(page) if starting and self.whole else None,
            self.years,
        )

    def spans(self, page: str) -> bool:
        """Whether a page lies between the first and the last page of the list."""
        number = page_number(page)
        if number is None or not self.pages:
            return True
        return self.pages[0].first <= number <= max(pages.last for pages in self.pages)

    def case(self, index: int, address: str) -> Case:
        """The case at `index` of the list."""
        listed = self.listed[index]
        citations = self.citations(index)
        date = listed.date
        return Case(
            id=f"cap:{listed.id}",
            names=tuple(dict.fromkeys(" ".join(name.split()) for name in listed.names)),
            citations=citations,
            court=_court(listed.courts) or _only_court(citations),
            date=date,
            year=int(date[:4]) if date else None,
            docket_number=listed.docket_number,
            has_text=listed.file is not None,
            source="static.case.law",
            url=f"{address}/{self.folder.path}/html/{listed.file}.html" if listed.file else None,
        )

    def citations(self, index: int) -> tuple[CaseCitation, ...]:
        """Where the case at `index` is printed, this volume first, then in the list's order."""
        listed = self.listed[index]
        own = own_page(listed, self.number, self.edition) or listed.first_page
        last = last_page(listed) if own == listed.first_page else None
        found = [CaseCitation(self.number, self.edition, own, last)]
        year = int(listed.date[:4]) if listed.date else None
        for cite in listed.cites:
            parts = split_citation(cite)
            if parts is not None and (parts[0] != self.number or self.edition not in parts[1]):
                volume, editions, page = parts
                edition = fit_year(editions, year, reporter_table())[0]
                found.append(CaseCitation(volume, edition, page.replace(",", "")))
        return tuple(dict.fromkeys(found))

    def _cases(self, indexes: Iterable[int], address: str) -> tuple[Case, ...]:
        return tuple(self.case(index, address) for index in indexes)

    def _around(self, number: int | None) -> tuple[list[int], list[int]]:
        if number is None:
            return [], []
        end = bisect_left(self.pages, number, key=lambda pages: pages.first)
        before = self.pages[:end]
        inside = [pages.index for pages in before if pages.last > number]
        return inside, [pages.index for pages in before if pages.last == number]

    def _next(self, page: str) -> str | None:
        number = page_number(page)
        if number is None:
            return None
        after = bisect_right(self.pages, number, key=lambda pages: pages.first)
        return str(self.pages[after].first) if after < len(self.pages) else None


def read_reporters(data: bytes) -> Reporters:
    """`ReportersMetadata.json`: slugs by abbreviation, and names by slug."""
    slugs: dict[str, tuple[str, ...]] = {}
    names: dict[str, str] = {}
    for entry in _entries(data):
        slug, short = _text(entry.get("slug")), _text(entry.get("short_name"))
        if slug and short and _NAME.fullmatch(slug):
            key = squeeze(short).lower()
            slugs[key] = (*slugs.get(key, ()), slug)
            names[slug] = short
    return Reporters(slugs, names)


def read_volumes(data: bytes, slug: str) -> dict[str, tuple[VolumeFolder, ...]]:
    """`VolumesMetadata.json`: the folders of each volume number. A number may have several."""
    volumes: dict[str, tuple[VolumeFolder, ...]] = {}
    for entry in _entries(data):
        number = _text(entry.get("volume_number"))
        # Older lists have no folder of their own: it was the number.
        folder = _text(entry.get("volume_folder")) or number
        if number and folder and _NAME.fullmatch(folder):
            found = VolumeFolder(slug, folder, entry.get("redacted") is True)
            if found not in volumes.get(number, ()):
                volumes[number] = (*volumes.get(number, ()), found)
    return volumes


def reduce_list(data: bytes) -> bytes:
    """The same list of objects, checked, without white space."""
    return json.dumps(_entries(data), separators=(",", ":")).encode()


def reduce_cases(data: bytes) -> bytes:
    """`CasesMetadata.json` without what each case cites, which is most of it."""
    kept = []
    for entry in _entries(data):
        slim = {name: entry[name] for name in (*_TEXTS, "id", "citations") if name in entry}
        slim["court"] = {name: _of(entry, "court", name) for name in ("name", "name_abbreviation")}
        slim["provenance"] = {"source": _of(entry, "provenance", "source")}
        kept.append(slim)
    return json.dumps(kept, separators=(",", ":")).encode()


def read_volume(data: bytes, number: str, edition: str, folder: VolumeFolder) -> Volume:
    """`CasesMetadata.json` of one folder, whole or as `reduce_cases` leaves it."""
    entries = _entries(data)
    listed = tuple(case for entry in entries if (case := _listed(entry)) is not None)
    by_page: dict[str, tuple[int, ...]] = {}
    pages = []
    for index, case in enumerate(listed):
        own = own_page(case, number, edition)
        for label in dict.fromkeys(filter(None, (own, case.first_page))):
            by_page[label] = (*by_page.get(label, ()), index)
        # Where citation and first page disagree, one of them is a slip and neither shows
        # what lies inside the case.
        first = page_number(case.first_page)
        if first is not None and own in (None, case.first_page):
            pages.append(_Pages(first, page_number(last_page(case) or "") or first, index))
    pages.sort(key=lambda found: (found.first, found.last))
    years = sorted(int(case.date[:4]) for case in listed if case.date)
    return Volume(
        number=number,
        edition=edition,
        folder=folder,
        listed=listed,
        whole=len(listed) == len(entries) > 0
        and not folder.redacted
        and (not _leaves_out(edition, listed) or _has_few_holes(pages)),
        years=(years[0], years[-1]) if len(years) >= CASES_THAT_TELL_YEARS else None,
        by_page=by_page,
        pages=tuple(pages),
    )


def own_page(case: ListedCase, number: str, edition: str) -> str | None:
    """The page that the case's own citation to the volume gives."""
    reporter = squeeze(edition).lower()
    for cite in case.cites:
        volume, _, rest = cite.partition(" ")
        name, _, page = rest.rpartition(" ")
        if volume == number and squeeze(name).lower() == reporter:
            return page
    return None


def last_page(case: ListedCase) -> str | None:
    """The last page; of "377-391" the greater, None when it lies before the first."""
    numbers = [int(digits) for digits in _DIGITS.findall(case.last_page or "")]
    first = page_number(case.first_page)
    if not numbers or first is None or max(numbers) < first:
        return None
    return str(max(numbers))


def merge_folders(volumes: Sequence[Volume], page: str, address: str) -> Holding:
    """What the folders of one volume number say together of a page.

    They are two parts of one volume, or two volumes that bear the same number. A page that
    lies inside a case of one proves nothing when the other may print it too.
    """
    holdings = [volume.holding(page, address) for volume in volumes]
    if len(holdings) == 1:
        return holdings[0]
    sure = all(
        holding.enclosing or not volume.spans(page)
        for volume, holding in zip(volumes, holdings, strict=True)
    )
    years = [year for holding in holdings if holding.years for year in holding.years]
    coverages = {holding.coverage for holding in holdings}
    return Holding(
        coverages.pop() if len(coverages) == 1 else "partial",
        tuple(case for holding in holdings for case in holding.starting),
        tuple(case for holding in holdings for case in holding.enclosing) if sure else (),
        tuple(case for holding in holdings for case in holding.bordering),
        next(iter(sorted({h.next_page for h in holdings if h.next_page}, key=int)), None),
        (min(years), max(years)) if years else None,
    )


def _leaves_out(edition: str, listed: tuple[ListedCase, ...]) -> bool:
    """Whether lists of this reporter, or of this supplier, are known to leave cases out."""
    return squeeze(edition) in _UNOFFICIAL or any(
        case.provenance not in (None, "Harvard") for case in listed
    )


def _has_few_holes(pages: Sequence[_Pages]) -> bool:
    """Whether the cases cover nearly every page from 1 to the last."""
    if not pages:
        return False
    covered, holes = 0, 0
    for found in pages:
        holes += max(0, found.first - covered - 1)
        covered = max(covered, found.last)
    return holes <= _HOLES_ALLOWED * covered


def _listed(entry: dict[str, object]) -> ListedCase | None:
    """One entry; None when it does not say where the case begins or what it is."""
    texts = {name: _text(entry.get(name)) for name in _TEXTS}
    identity, first = _text(entry.get("id")), texts["first_page"]
    names = tuple(filter(None, (texts["name_abbreviation"], texts["name"])))
    if identity is None or first is None or not names:
        return None
    cites = entry.get("citations")
    file = texts["file_name"]
    return ListedCase(
        identity,
        names,
        decision_date(texts["decision_date"]),
        texts["docket_number"],
        first,
        texts["last_page"],
        tuple(
            cite
            for item in (cites if isinstance(cites, list) else [])
            if isinstance(item, dict) and (cite := _text(item.get("cite")))
        ),
        (_of(entry, "court", "name"), _of(entry, "court", "name_abbreviation")),
        file if file and _NAME.fullmatch(file) else None,
        _of(entry, "provenance", "source"),
    )


def _court(forms: tuple[str | None, ...]) -> str | None:
    """The court that all forms name; None when they name two ("D.C." for a trial court)."""
    found = {find_court(text) for text in forms if text} - {None}
    return found.pop() if len(found) == 1 else None


def _only_court(citations: tuple[CaseCitation, ...]) -> str | None:
    """The one court that a reporter among these prints, if it prints one."""
    found = {implied_court(citation.reporter) for citation in citations} - {None}
    return found.pop() if len(found) == 1 else None


def _entries(data: bytes) -> list[dict[str, object]]:
    try:
        entries = json.loads(data)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ValueError("not a list of objects")
    return entries


def _of(entry: dict[str, object], name: str, field: str) -> str | None:
    inner = entry.get(name)
    return _text(inner.get(field)) if isinstance(inner, dict) else None


def _text(value: object) -> str | None:
    """Text or a number as text; None for anything else and for blanks."""
    if isinstance(value, str):
        return value.strip() or None
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None
