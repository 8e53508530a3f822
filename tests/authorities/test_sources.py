"""The library and the static case files asked as one source."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from cap_server import Fault, StaticServer
from fictional_cases import ROWS

from voirdire.authorities.cap import CapSource
from voirdire.authorities.http_cache import Politeness
from voirdire.authorities.sources import SourceChain, cache_folder, merge_holdings, open_sources
from voirdire.authorities.types import (
    Case,
    CaseCitation,
    CaseReference,
    Coverage,
    Holding,
    Opinion,
)
from voirdire.citations.types import DeclaredReporter
from voirdire.errors import SourceError

QUICK = Politeness(per_second=1000, backoff=0.01, timeout=0.5)


@dataclass
class Shelf:
    """A small source: what it is given, and what it was asked."""

    holdings: dict[str, Holding] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    counts: dict[str, int] | None = None
    declared: tuple[DeclaredReporter, ...] = ()
    named: tuple[Case, ...] = ()
    failure: SourceError | None = None
    prepared: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def prepare(self, references: Sequence[CaseReference]) -> None:
        self.prepared += [f"{r.volume} {r.reporter} {r.page}" for r in references]

    def find(self, reference: CaseReference) -> Holding:
        place = f"{reference.volume} {reference.reporter} {reference.page}"
        self.asked.append(place)
        if self.failure is not None:
            raise self.failure
        return self.holdings.get(place, Holding("none"))

    def declared_reporters(self) -> tuple[DeclaredReporter, ...]:
        return self.declared

    def opinion(self, case: Case) -> Opinion | None:
        text = self.words.get(case.id)
        return None if text is None else Opinion(case, text)

    def search_cases(self, words: str, limit: int) -> tuple[Case, ...]:
        return tuple(case for case in self.named if words in case.names[0])[:limit]

    def document_frequency(self, word: str) -> int | None:
        return None if self.counts is None else self.counts.get(word, 0)


def case(identity: str, name: str, page: str = "100", **fields: object) -> Case:
    """A case at 7 F.3d and a page."""
    made = Case(identity, (name,), (CaseCitation("7", "F.3d", page),), year=1995, date="1995-03-02")
    return replace(made, **fields)  # type: ignore[arg-type]


HERE = CaseReference("7", "F.3d", "100")


def holding(coverage: Coverage, *starting: Case, **fields: object) -> Holding:
    return replace(Holding(coverage, starting), **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("first", "asks_on"),
    [
        # the words are at hand
        (holding("partial", case("a", "Ash v. Birch", has_text=True)), False),
        # only a list names it: the words may be had elsewhere
        (holding("partial", case("a", "Ash v. Birch")), True),
        # the page lies inside another case: proof enough
        (holding("partial", enclosing=(case("a", "Ash v. Birch", "90"),)), False),
        # absent from a whole volume
        (holding("whole"), False),
        # a case ends there: nothing is settled
        (holding("partial", bordering=(case("a", "Ash v. Birch", "90"),)), True),
        (holding("partial"), True),
        (holding("none"), True),
    ],
)
def test_the_next_source_is_asked_only_for_what_is_open(first: Holding, asks_on: bool) -> None:
    one, two = Shelf({"7 F.3d 100": first}), Shelf()
    chain = SourceChain((one, two))
    chain.prepare([HERE, HERE])
    chain.find(HERE)
    assert one.prepared == ["7 F.3d 100"]
    assert (two.prepared == ["7 F.3d 100"]) is asks_on
    assert (two.asked == ["7 F.3d 100"]) is asks_on


@pytest.mark.parametrize(
    ("first", "kept"),
    [
        (holding("partial", case("a", "Ash v. Birch")), True),  # it exists, whatever fails now
        (holding("partial", bordering=(case("a", "Ash v. Birch", "90"),)), False),
        (holding("partial"), False),
        (holding("none"), False),
    ],
)
def test_a_failure_is_the_answer_only_when_nothing_else_is(first: Holding, kept: bool) -> None:
    failing = Shelf(failure=SourceError("static", "too many requests", throttled=True))
    chain = SourceChain((Shelf({"7 F.3d 100": first}), failing))
    if kept:
        assert chain.find(HERE) == first
    else:
        with pytest.raises(SourceError) as caught:
            chain.find(HERE)
        assert caught.value.throttled


def test_a_whole_volume_of_any_source_proves_absence() -> None:
    bordering = (case("a", "Ash v. Birch", "90"),)
    one = Shelf({"7 F.3d 100": holding("partial", bordering=bordering)})
    two = Shelf({"7 F.3d 100": holding("whole", years=(1994, 1996))})
    found = SourceChain((one, two)).find(HERE)
    assert (found.coverage, found.bordering, found.years) == ("whole", bordering, (1994, 1996))


def test_one_case_in_two_sources_is_one_case_with_the_words() -> None:
    listed = case("list-1", "Ash v. Birch", court="ca9")
    held = case(
        "cap:1",
        "ASH v. BIRCH, Administrator",
        has_text=True,
        url="http://x/1",
        citations=(CaseCitation("7", "F.3d", "100", "110"), CaseCitation("3", "Ohio", "5")),
    )
    one = Shelf({"7 F.3d 100": holding("partial", listed)})
    two = Shelf({"7 F.3d 100": holding("whole", held, next_page="110")}, {"cap:1": "The ash grew."})
    chain = SourceChain((one, two))
    found = chain.find(HERE)
    (together,) = found.starting
    assert (together.id, together.url, together.has_text) == ("cap:1", "http://x/1", True)
    assert together.names == ("ASH v. BIRCH, Administrator", "Ash v. Birch")
    assert together.court == "ca9"
    assert together.citations[0].last_page == "110"
    assert found.next_page == "110"
    opinion = chain.opinion(together)
    assert opinion is not None
    assert (opinion.text, opinion.case) == ("The ash grew.", together)


def test_two_cases_of_one_page_stay_two() -> None:
    one = Shelf({"7 F.3d 100": holding("partial", case("a", "Ash v. Birch"))})
    two = Shelf({"7 F.3d 100": holding("whole", case("b", "Cedar v. Dogwood", has_text=True))})
    found = SourceChain((one, two)).find(HERE)
    assert [c.names[0] for c in found.starting] == ["Ash v. Birch", "Cedar v. Dogwood"]


@pytest.mark.parametrize(
    ("page", "coverage"),
    [
        ("661", "whole"),  # opinions are listed in full
        ("800", "whole"),
        ("801", "partial"),  # orders are not
        ("931", "partial"),
    ],
)
def test_no_list_of_orders_proves_absence(page: str, coverage: str) -> None:
    shelf = Shelf({f"550 U.S. {page}": Holding("whole"), f"550 F.3d {page}": Holding("whole")})
    chain = SourceChain((shelf,))
    assert chain.find(CaseReference("550", "U.S.", page)).coverage == coverage
    # Other reporters have no such pages.
    assert chain.find(CaseReference("550", "F.3d", page)).coverage == "whole"


def test_merging_with_nothing_changes_nothing() -> None:
    full = holding("whole", case("a", "Ash v. Birch"), next_page="110", years=(1994, 1996))
    assert merge_holdings(Holding("none"), full) == full
    assert merge_holdings(full, Holding("none")) == full


def test_counts_and_declarations_are_put_together() -> None:
    one = Shelf(counts={"ash": 2}, declared=(DeclaredReporter("Fict.", "first"),))
    two = Shelf(
        counts={"ash": 3}, declared=(DeclaredReporter("Fict.", "second"), DeclaredReporter("Fab."))
    )
    chain = SourceChain((one, Shelf(), two))
    assert chain.document_frequency("ash") == 5
    assert chain.document_frequency("elm") == 0
    assert SourceChain((Shelf(),)).document_frequency("ash") is None
    assert chain.declared_reporters() == (
        DeclaredReporter("Fict.", "first"),
        DeclaredReporter("Fab."),
    )


# --- opening ----------------------------------------------------------------------------------


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch, server: StaticServer, tmp_path: Path) -> str:
    monkeypatch.setenv("VOIRDIRE_CAP_URL", server.url)
    monkeypatch.setenv("VOIRDIRE_CACHE", str(tmp_path / "cache"))
    return server.url


LANTERN = CaseReference("41", "F.3d", "100")


def test_the_environment_names_address_and_cache(
    address: str, server: StaticServer, tmp_path: Path
) -> None:
    assert cache_folder() == tmp_path / "cache"
    source = open_sources(None, offline=False, limits=QUICK)
    assert source.find(LANTERN).starting[0].names == ("Lantern Works, Inc. v. Marsh",)
    assert list((tmp_path / "cache").rglob("41/CasesMetadata.json"))
    assert server.count("CasesMetadata.json") == 1


def test_offline_opens_no_socket(
    address: str, server: StaticServer, no_sockets: Callable[[], int]
) -> None:
    source = open_sources(None, offline=True)
    references = [CaseReference("41", "F.3d", str(page)) for page in range(90, 120)]
    source.prepare(references)
    assert {source.find(reference).coverage for reference in references} == {"none"}
    assert source.document_frequency("lamp") is None
    assert no_sockets() == 0
    assert not server.hits


def test_offline_uses_what_was_fetched_before(address: str, server: StaticServer) -> None:
    open_sources(None, offline=False, limits=QUICK).prepare([LANTERN])
    before = sum(server.hits.values())
    source = open_sources(None, offline=True)
    found = source.find(LANTERN)
    assert (found.coverage, len(found.starting)) == ("whole", 1)
    assert source.opinion(found.starting[0]) is not None
    assert sum(server.hits.values()) == before


def test_a_folder_may_stand_for_the_address(
    tree: Path, tmp_path: Path, no_sockets: Callable[[], int]
) -> None:
    source = open_sources(None, offline=True, cap=str(tree), cache=tmp_path / "cache")
    assert source.find(LANTERN).coverage == "whole"
    assert no_sockets() == 0


def test_a_failing_server_leaves_the_others_standing(
    address: str, server: StaticServer, tmp_path: Path
) -> None:
    server.always["f3d/41/CasesMetadata.json"] = Fault(429)
    cap = CapSource(server.url, tmp_path / "cache", limits=QUICK)
    shelf = Shelf({"41 F.3d 100": holding("partial", case("a", "Lantern Works v. Marsh"))})
    chain = SourceChain((shelf, cap))
    chain.prepare([LANTERN, CaseReference("41", "F.3d", "103"), CaseReference("5", "U.S.", "300")])
    assert chain.find(LANTERN).starting[0].id == "a"
    with pytest.raises(SourceError) as caught:
        chain.find(CaseReference("41", "F.3d", "103"))
    assert caught.value.throttled
    assert chain.find(CaseReference("5", "U.S.", "300")).starting[0].names == (
        "Sloop Heron v. Port Warden",
    )


def test_the_same_case_twice_in_one_list_is_one(tmp_path: Path) -> None:
    from cap_tree import write_tree

    twin = {**ROWS[1], "id": "22"}
    source = SourceChain((CapSource(write_tree([*ROWS, twin], tmp_path / "twins"), tmp_path),))
    assert len(source.find(CaseReference("41", "F.3d", "103")).starting) == 1
    # Two different cases of one page stay two.
    assert len(source.find(CaseReference("41", "F.3d", "104")).starting) == 2
