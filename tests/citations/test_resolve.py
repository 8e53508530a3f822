# ruff: noqa: E501
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voirdire.citations.find import find_citations
from voirdire.citations.resolve import resolve_citations
from voirdire.citations.types import Citation
from voirdire.documents.fold import fold
from voirdire.documents.load import load_bytes
from voirdire.documents.types import FoldedText


def read(text: str) -> tuple[FoldedText, tuple[Citation, ...]]:
    folded = fold(load_bytes("brief.txt", text.encode()))
    return folded, resolve_citations(find_citations(folded), folded)


def target_of(text: str, start: str) -> str | None:
    """The text that the last citation beginning with `start` refers to."""
    _, citations = read(text)
    found = [c for c in citations if c.text.startswith(start)]
    assert found, [c.text for c in citations]
    target = found[-1].resolves_to
    return None if target is None else citations[target].text


ROE = "Roe v. Wallow, 733 F.3d 20, 24 (1st Cir. 2013)"
VANCE = "Vance v. Hartman, 601 F.3d 9, 11 (1st Cir. 2010)"
LONG = "The point is old, and every party to this appeal has made it at length, here and below, and more than once."

ROWS = [
    # text, the citation to look at, what it refers to (the beginning), why
    (f"{ROE}. Roe, 733 F.3d at 26.", "Roe, 733 F.3d at", "Roe v.", "short form"),
    (f"{ROE}. More. 733 F.3d at 26.", "733 F.3d at", "Roe v.", "short form without a name"),
    ("Roe, 733 F.3d at 26.", "Roe, 733 F.3d at", None, "no full citation anywhere"),
    (f"Roe, 733 F.3d at 26. Later: {ROE}.", "Roe, 733 F.3d at", None, "full only afterwards"),
    (f"{ROE}. 734 F.3d at 26.", "734 F.3d at", None, "another volume"),
    (f"{ROE}. 733 F.3d at 12.", "733 F.3d at", "Roe v.", "one case of that volume: its page is wrong"),
    (
        "Roe v. Wallow, 733 F.3d 20 (1st Cir. 2013). Poe v. Orr, 733 F.3d 90 (1st Cir. 2013). 733 F.3d at 95.",
        "733 F.3d at",
        "Poe v.",
        "two cases of one volume: the nearest first page below the pin",
    ),
    (
        "Roe v. Wallow, 733 F.3d 20 (1st Cir. 2013). Poe v. Orr, 733 F.3d 90 (1st Cir. 2013). Roe, 733 F.3d at 95.",
        "Roe, 733 F.3d at",
        "Roe v.",
        "two cases of one volume: the name goes before the page",
    ),
    (f"{ROE}. {VANCE}. {LONG} Wallow, supra, at 25.", "Wallow, supra", "Roe v.", "supra by defendant"),
    (f"{VANCE}. {LONG} Wallow, supra, at 25.", "Wallow, supra", None, "supra to nothing"),
    (f"{ROE}. So it is. Id. at 26.", "Id. at 26", "Roe v.", "id."),
    (f"{ROE}. Ante, at 677. Ibid.", "Ibid.", None, "a page of the document itself"),
    (f"{ROE}. Wallow, supra, at 25.", "Wallow, supra", "Roe v.", "supra close behind"),
    (f"{ROE}. In Wallow at 25, so.", "Wallow at 25", "Roe v.", "name and pin"),
    (
        f"{ROE}. So it Cite as: 602 U. S. 175 (2024) 3 is. Id. at 26.",
        "Id. at 26",
        "Roe v.",
        "a running head is not what id. means",
    ),
    (f"{ROE}. Id. at 26. Id. at 27.", "Id. at 27", "Roe v.", "chain of id. ends at the case"),
    (f"{ROE}. {VANCE}. Roe, 733 F.3d at 25. Id.", "Id.", "Roe v.", "id. after a short form"),
    (f"{ROE}. The next is {VANCE}. So. Id. at 12.", "Id. at 12", "Vance v.", "the latest"),
    (
        f"{ROE} (citing {VANCE}). The panel affirmed. Id. at 26.",
        "Id. at 26",
        "Roe v.",
        "a case in a parenthetical is no antecedent",
    ),
    (
        f"{ROE} (citing {VANCE}; id. at 14).",
        "id. at 14",
        "Vance v.",
        "but it is within the same parenthesis",
    ),
    (
        f"{ROE}. The plaintiff says so. Compl. ¶ 12. She repeats it. Id. at 14.",
        "Id. at 14",
        "Compl.",
        "the record is an antecedent",
    ),
    ("See 42 U.S.C. § 1983. Id. § 1988(b).", "Id. § 1988(b)", "42 U.S.C.", "a statute is one"),
    (f"{ROE}. So it is. Id. § 1988(b).", "Id.", None, "a section is not in a case"),
    (f"{ROE}. So it is. Id. at Comment a.", "Id.", None, "nor is a comment"),
    (
        f"{ROE}. The Rule 8 standard applies. Id. at 27.",
        "Id. at 27",
        "Roe v.",
        "a rule named in passing has no page 27",
    ),
    (
        f"See {ROE}; {VANCE}. So. Id. at 14.",
        "Id. at 14",
        "Vance v.",
        "after a string cite: the page fits one only",
    ),
    (
        f"Roe v. Wallow, 526 U.S. 40 (1999). {VANCE}. Roe, 526 U.S. at 58, 119 S. Ct. 977. So. Id. at 60.",
        "Id. at 60",
        "Roe v.",
        "a parallel volume added to a short form is no authority of its own",
    ),
    (
        f"{ROE}. So it is. (Testimony of Orr at 412.) And more of it. Id. at 413.",
        "Id. at 413",
        None,
        "a page that is not in the case, and another source between",
    ),
    (f"See {ROE}; {VANCE}. So it is. Id.", "Id.", None, "after a string cite: ambiguous"),
    (
        "Roe v. Wallow, 733 F.3d 20 (1st Cir. 2013), aff'd, 571 U.S. 12 (2014). So. Id. at 22.",
        "Id. at 22",
        "Roe v.",
        "the case, not its later history",
    ),
    (
        "Roe v. Wallow, 559 U.S. 393, 130 S. Ct. 1431 (2010). So it is. 130 S. Ct. at 1433.",
        "130 S. Ct. at",
        "Roe v. Wallow, 559 U.S. 393, 130 S. Ct. 1431",
        "a parallel citation is the same authority",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "start", "target", "why"), ROWS, ids=[row[3] for row in ROWS])
def test_refers_to(text: str, start: str, target: str | None, why: str) -> None:
    found = target_of(text, start)
    assert (found is None) if target is None else (found or "").startswith(target), (found, why)


def test_parallel_citations_share_a_group() -> None:
    text = "Dorn v. Eads, 559 U.S. 393, 130 S. Ct. 1431, 176 L. Ed. 2d 311 (2010). Poe v. Orr, 561 U.S. 1 (2010)."
    _, citations = read(text)
    assert [citation.group for citation in citations] == [0, 0, 0, 3]


def test_short_form_names_the_parallel_citation_of_its_reporter() -> None:
    _, citations = read("Dorn v. Eads, 559 U.S. 393, 130 S. Ct. 1431 (2010). 130 S. Ct. at 1433.")
    target = citations[2].resolves_to
    assert target is not None
    assert citations[target].reporter == "S. Ct."
    assert citations[target].group == 0


def test_two_citations_of_a_string_are_two_authorities() -> None:
    _, citations = read(f"See {ROE}; {VANCE}.")
    assert [citation.group for citation in citations] == [0, 1]


def _full(index: int, note: str | None = None) -> Citation:
    found = read(f"Roe{index} v. Wallow, {100 + index} F.3d 20 (1st Cir. 2013).")[1][0]
    return replace(found, note=note)


def _id(note: str | None = None) -> Citation:
    return replace(read("Id. at 22.")[1][0], note=note)


def test_body_and_notes_are_separate_streams() -> None:
    citations = resolve_citations([_full(0), _full(1, "1"), _id("1"), _id()])
    assert [citation.resolves_to for citation in citations] == [None, None, 1, 0]


def test_first_id_of_a_note_is_not_guessed() -> None:
    citations = resolve_citations([_full(0), _full(1, "1"), _id("3")])
    assert citations[2].resolves_to is None


def test_body_may_refer_to_a_case_cited_in_a_note() -> None:
    short = read("Roe1, 101 F.3d at 22.")[1][0]
    citations = resolve_citations([short, _full(1, "1")])
    assert citations[0].resolves_to == 1


def test_table_of_authorities_serves_short_forms_and_never_id() -> None:
    table = f"TABLE OF AUTHORITIES\n\n{ROE} ............ 7\n\nARGUMENT\n\n"
    assert (target_of(table + "So it is. Roe, 733 F.3d at 26.", "Roe, 733") or "").startswith("Roe")
    assert target_of(table + "So it is. Id. at 26.", "Id. at 26") is None


_PIECES = st.sampled_from(
    [f"{ROE}. ", f"{VANCE}; ", f"See {VANCE}. ", "Id. ", "Id. at 26. ", "(citing ", "). ",
     "Roe, 733 F.3d at 25. ", "733 F.3d at 12. ", "Wallow, supra, at 25. ", "Compl. ¶ 12. ",
     "42 U.S.C. § 1983. ", "aff'd, ", "TABLE OF AUTHORITIES ", "...... 7\n", "\n\n", "(quoting ",
     "559 U.S. 393, 130 S. Ct. 1431 (2010). ", "Roe held so. ", "Id. § 5. ", ") "]
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(_PIECES, max_size=25).map("".join))
def test_nothing_is_dropped_and_every_target_is_a_root(text: str) -> None:
    folded = fold(load_bytes("brief.txt", ("." + text).encode()))
    found = find_citations(folded)
    for view in (folded, None):
        resolved = resolve_citations(found, view)
        assert [replace(c, group=-1, resolves_to=None) for c in resolved] == list(found)
        for index, citation in enumerate(resolved):
            assert resolved[citation.group].group == citation.group <= index
            if citation.resolves_to is not None:
                target = resolved[citation.resolves_to]
                assert target.kind not in ("short", "supra", "id", "reference")
                assert target.note is not None or citation.resolves_to < index


def test_a_thousand_citations_take_no_time() -> None:
    names = [f"Roe{chr(97 + i % 26)}{chr(97 + i // 26 % 26)}" for i in range(400)]
    text = " ".join(
        f"{name} v. Wallow, {100 + i} F.3d 20 (1st Cir. 2013). Id. at 22. {name}, {100 + i} F.3d at 23."
        for i, name in enumerate(names)
    )
    _, citations = read(text)
    assert len(citations) == 1200
    assert all(re.match("Roe", citations[c.resolves_to].text) for c in citations if c.resolves_to)
    assert sum(c.resolves_to is not None for c in citations) == 800
