"""The sample brief in its three forms, and the key of what is wrong in it."""

import json
import re
import zipfile
from bisect import bisect_right
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

SAMPLES = Path(__file__).parents[2] / "src" / "voirdire" / "samples"
BRIEF = (SAMPLES / "brief.txt").read_text("utf-8")
KEY = json.loads((SAMPLES / "key.json").read_text("utf-8"))
OPINIONS = {
    row["citations"][0]: row
    for line in (SAMPLES / "opinions.jsonl").read_text("utf-8").splitlines()[1:]
    for row in [json.loads(line)]
}
FICTION = "Fiction: written as a sample for Voirdire"
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def letters(text: str) -> str:
    """Letters and digits only, in lower case."""
    return re.sub(r"[^a-z0-9]", "", text.lower())


def page_of(quotation: str, citation: str, *, sentences: bool = False) -> str | None:
    """The page on which a quotation begins: its pieces in order, letters only."""
    row = OPINIONS[citation]
    labels, starts, text = [], [], ""
    for page in [*row["pages"], *row["footnotes"]]:
        labels.append(page["page"])
        starts.append(len(text))
        text += letters(re.sub(r"\[(?:fn|\*\*)\d+\]", "", page["text"]))
    first, at = None, 0
    cut = r" \. \. \. |\[\w*\]" + (r"|(?<=\w)\. (?=[A-Z])" if sentences else "")
    for piece in filter(None, map(letters, re.split(cut, quotation))):
        at = text.find(piece, at)
        if at < 0:
            return None
        first = at if first is None else first
        at += len(piece)
    return None if first is None else labels[bisect_right(starts, first) - 1]


@pytest.mark.parametrize("row", KEY["faults"] + KEY["expected"], ids=lambda row: row["text"][:50])
def test_text_of_the_key_stands_in_the_brief(row: dict[str, str]) -> None:
    assert row["text"] in BRIEF
    table = BRIEF[BRIEF.index("TABLE OF AUTHORITIES") : BRIEF.index("STATEMENT OF THE CASE\n")]
    argument, notes = BRIEF[BRIEF.index("ARGUMENT\n") :].split("\n\nNOTES\n\n")
    assert row["text"] in {"table": table, "body": argument, "note": notes}[row["place"]]


def test_every_kind_of_fault_is_planted() -> None:
    assert {row["reason"] for row in KEY["faults"]} == {
        "unknown_reporter", "volume_out_of_range", "absent_from_complete_volume",
        "page_inside_other_case", "inside_page_as_first", "name_differs", "parties_swapped",
        "one_party_differs", "court_differs", "year_differs", "pin_out_of_range",
        "quotation_altered", "quotation_absent", "quotation_on_other_page",
        "omission_drops_negation",
    }  # fmt: skip


@pytest.mark.parametrize(
    "row",
    [row for row in KEY["expected"] if row["check"] == "quotation"],
    ids=lambda row: row["text"][:50],
)
def test_true_quotations_stand_on_their_page(row: dict[str, str]) -> None:
    if row["reason"] == "ocr_text":
        assert page_of(row["text"], row["authority"]) is None
        misread = row["text"].replace("presumption", "presurnption")
        assert page_of(misread, row["authority"]) == row["page"]
        return
    omission = row["reason"] == "exact_with_omission"
    assert page_of(row["text"], row["authority"], sentences=omission) == row["page"]
    if omission:
        assert page_of(row["text"].replace(" . . .", ""), row["authority"]) is None


# Typed by hand from the opinions: what makes each planted quotation wrong.
FAULTY_QUOTATIONS = [
    # quotation_absent: nothing of it in Ostrander, whole or by halves
    ("A municipality that holds an owner’s address in its files", "13 Marlow Rep. 1", None),
    ("sent no notice at all", "13 Marlow Rep. 1", None),
    # quotation_on_other_page: the brief says page 2
    ("Good faith may save a public officer from damages; it does not turn an unsent message into"
     " a message.", "13 Marlow Rep. 1", "4"),
    # quotation_altered: "no weight" is not there, "little weight" is
    ("an agency’s contrary reading is entitled to no weight", "12 Marlow Rep. 20", None),
    ("an agency’s contrary reading is entitled to little weight", "12 Marlow Rep. 20", "21"),
    # omission_drops_negation: what the dots leave out is "not"
    ("The Board is not liable for the relator’s costs where it has acted in good faith upon an"
     " unsettled question.", "12 Marlow Rep. 25", "27"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "citation", "page"), FAULTY_QUOTATIONS)
def test_planted_quotations_are_wrong(words: str, citation: str, page: str | None) -> None:
    assert page_of(words, citation) == page


# What the brief gives and what the case at that place is: name, last page, year, court.
FAULTY_CITATIONS = [
    # name_differs
    ("13 Marlow Rep. 6", "Fenn v. Coldwater Mutual Assurance Association", "10", "1983", None),
    # parties_swapped
    ("12 Marlow Rep. 29", "Winslow v. Ferrand", "32", "1982", None),
    # one_party_differs
    ("13 Marlow Rep. 23", "Drummond v. Harbor Commission of Port Ansel", "26", "1984", None),
    # year_differs: the brief says 1979
    ("12 Marlow Rep. 15", "Ex parte Dunmore", "19", "1982", None),
    # court_differs: the brief says the Ninth Circuit
    ("88 Thorpe 2d 402", "Northmark Petroleum Corp. v. Brandt Fuel Co.", "405", "1983", "tecoa"),
    # pin_out_of_range: the brief says 41
    ("12 Marlow Rep. 25", "State ex rel. Marchbanks v. Board of Pilot Commissioners", "28",
     "1982", None),
    # inside_page_as_first: the brief gives 12, page_inside_other_case: 13 Marlow Rep. 3
    ("12 Marlow Rep. 10", "State v. Pellow", "14", "1981", None),
    ("13 Marlow Rep. 1", "Ostrander v. Municipal Wharf Authority", "5", "1983", None),
]  # fmt: skip


@pytest.mark.parametrize(("citation", "name", "last", "year", "court"), FAULTY_CITATIONS)
def test_planted_citations_are_wrong(
    citation: str, name: str, last: str, year: str, court: str | None
) -> None:
    row = OPINIONS[citation]
    assert row["name_abbreviation"] == name
    assert row["last_page"] == last
    assert row["date"][:4] == year
    assert row["court"] == court


def test_pages_given_as_first_pages_begin_no_case() -> None:
    for citation in ("13 Marlow Rep. 3", "12 Marlow Rep. 12", "12 Marlow Rep. 388"):
        assert citation in BRIEF
        assert citation not in OPINIONS
    assert max(int(row["last_page"]) for c, row in OPINIONS.items() if c.startswith("12 ")) == 32


def test_brief_has_every_form_of_citation() -> None:
    forms = [
        r"\bId\. at 2\b", r"\bIbid\.", r"Fenn, supra, at 8", r"Tolliver, 12 Marlow Rep\. at 3",
        r"12 n\.2", r"25 n\.1", r"404-05", r"2–3 \(emphasis added\)", r"\(citation omitted\)",
        r"\(quoting Ostrander", r"\(Roe, J\., dissenting\)", r"46 U\.S\.C\. § 31326",
        r"Fed\. R\. Civ\. P\. 4\(e\)", r"33 C\.F\.R\. § 245\.20", r"31 Marlow L\. Rev\. 77",
        r"1982 WL 91827, at \*3", r"slip op\. at 4", r"R\. at 58–60", r"In Ostrander the clerk",
        r"339 U\.S\. 306, 314, 70 S\. Ct\. 652, 94 L\. Ed\. 865 \(1950\)",
    ]  # fmt: skip
    for form in forms:
        assert re.search(form, BRIEF), form
    argument = BRIEF[BRIEF.index("ARGUMENT\n") :]
    assert len(re.findall(r"\d+ (?:Marlow Rep\.|Thorpe|U\.S\.|F\.2d|Wexcombe)", argument)) >= 30


def test_references_of_the_key_stand_in_the_brief_in_order() -> None:
    found = re.findall(r"\bId\. at [\d–-]+|\bIbid\.|Fenn, supra, at 8", BRIEF)
    assert found == [row["text"] for row in KEY["referring"]]
    assert KEY["counts"]["id"] + KEY["counts"]["supra"] == len(found)
    for row in KEY["referring"]:
        assert row["refers_to"] in OPINIONS or row["refers_to"] == "R. at 22"


def words_of(text: str) -> Counter[str]:
    return Counter(re.findall(r"[^\W_]+", re.sub(r"\[fn\d+\]", " ", text)))


def docx_parts() -> dict[str, ElementTree.Element]:
    with zipfile.ZipFile(SAMPLES / "brief.docx") as package:
        return {
            name: ElementTree.fromstring(package.read(name))
            for name in package.namelist()
            if name.startswith("word/") and name.endswith(".xml")
        }


def docx_words() -> Counter[str]:
    parts = docx_parts()
    paragraphs = []
    for name in ("word/document.xml", "word/footnotes.xml"):
        for paragraph in parts[name].iter(f"{W}p"):
            found = [e.text or " " for e in paragraph.iter() if e.tag in (f"{W}t", f"{W}tab")]
            paragraphs.append("".join(found))
    return words_of("\n".join(paragraphs))


def txt_words() -> Counter[str]:
    lines = [line for line in BRIEF.splitlines() if line not in (FICTION, "NOTES")]
    return words_of("\n".join(lines))


def test_docx_has_the_words_of_the_text() -> None:
    assert docx_words() == txt_words()


def test_docx_has_footnotes_header_footer_and_tracked_changes() -> None:
    parts = docx_parts()
    document, notes = parts["word/document.xml"], parts["word/footnotes.xml"]
    calls = [e.get(f"{W}id") for e in document.iter(f"{W}footnoteReference")]
    assert calls == ["1", "2", "3", "4"]
    assert [e.get(f"{W}id") for e in notes.iter(f"{W}footnote")] == ["-1", "0", *calls]
    assert len(list(document.iter(f"{W}ins"))) == len(list(document.iter(f"{W}del"))) == 1
    inserted = "".join(e.text or "" for e in next(document.iter(f"{W}ins")).iter(f"{W}t"))
    assert inserted == "the placard had done its work, and "
    deleted = "".join(e.text or "" for e in document.iter(f"{W}delText"))
    assert deleted == "He was quite wrong, as every later case has said. "
    assert deleted.strip() not in BRIEF
    assert FICTION in "".join(e.text or "" for e in parts["word/header.xml"].iter(f"{W}t"))
    assert "PAGE" in "".join(e.text or "" for e in parts["word/footer.xml"].iter())


def test_docx_opens_in_python_docx() -> None:
    docx = pytest.importorskip("docx")
    document = docx.Document(str(SAMPLES / "brief.docx"))
    assert "ARGUMENT" in [paragraph.text for paragraph in document.paragraphs]


def pdf_pages() -> list[list[str]]:
    pdfium = pytest.importorskip("pypdfium2")
    with pdfium.PdfDocument(SAMPLES / "brief.pdf") as pdf:
        pages = []
        for page in pdf:
            textpage = page.get_textpage()
            pages.append(textpage.get_text_range().replace("\r", "").strip().split("\n"))
            textpage.close()
            page.close()
    return pages


def test_pdf_has_the_words_of_the_text() -> None:
    running = []
    for number, lines in enumerate(pdf_pages()):
        assert lines[0] == f"Brief for the Appellant {FICTION}"
        assert lines[-1] == ("i", "ii", "iii", "1", "2", "3", "4", "5")[number]
        running += lines[1:-1]
    # A word parted at a line end is given as one word, with a mark where it was parted.
    text = re.sub("[\ufffe\x02]\n?", "", "\n".join(running))
    found = words_of(text)
    # Each of the four notes has its number at the call and at the foot of the page.
    assert found - txt_words() == Counter({"1": 2, "2": 2, "3": 2, "4": 2})
    assert txt_words() - found == Counter()
