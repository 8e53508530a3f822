"""Which quotations and which sentence belong to which citation, and how surely."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from growth import assert_growth
from voirdire.citations.find import find_citations
from voirdire.citations.propositions import attribute_statements
from voirdire.citations.resolve import resolve_citations
from voirdire.citations.types import Citation, Statement
from voirdire.documents.fold import fold
from voirdire.documents.load import load_bytes
from voirdire.documents.quotations import find_quotations
from voirdire.documents.types import FoldedText


def read(text: str) -> tuple[FoldedText, tuple[Citation, ...], tuple[Statement, ...]]:
    document = load_bytes("brief.txt", text.encode())
    folded = fold(document)
    citations = resolve_citations(find_citations(folded), folded)
    statements = attribute_statements(folded, citations, find_quotations(folded, document))
    return folded, citations, statements


def quoted(text: str) -> list[tuple[str, str, str]]:
    """(citation from volume to page, quotation, certainty), in order."""
    folded, citations, statements = read(text)
    return [
        (
            folded.text[citation.core_span.start : citation.core_span.end],
            folded.text[found.quotation.span.start : found.quotation.span.end],
            found.certainty,
        )
        for citation, statement in zip(citations, statements, strict=True)
        for found in statement.quotations
    ]


AMES = "Ames v. Boyd, 401 F.3d 2, 5 (2d Cir. 2005)"
COLE = "Cole v. Doe, 502 F.3d 7, 9 (3d Cir. 2007)"
DRY = "the well of the village is dry"
RENT = "no rent is due in a dry year"

QUOTED = [
    # a citation sentence behind the quotation
    (f'It held that "{DRY}." {AMES}.', [("401 F.3d 2", f"{DRY}.", "sure")]),
    # the quotation is the whole sentence
    (f'"{DRY}." {AMES}.', [("401 F.3d 2", f"{DRY}.", "sure")]),
    # words of the sentence behind the quotation
    (f'That "{DRY}" is plain to all. {AMES}.', [("401 F.3d 2", DRY, "sure")]),
    # a party, a witness, a document, another court or another case speaks
    (f'Defendants argue that "{DRY}." {AMES}.', [("401 F.3d 2", f"{DRY}.", "likely")]),
    (f'The officer testified that "{DRY}." See {AMES}.', [("401 F.3d 2", f"{DRY}.", "likely")]),
    (f'The lease provides: "{RENT}." {AMES}.', [("401 F.3d 2", f"{RENT}.", "likely")]),
    (f'The statute forbids "{RENT}." {AMES}.', [("401 F.3d 2", f"{RENT}.", "likely")]),
    (f'The trial court found that "{DRY}." {AMES}.', [("401 F.3d 2", f"{DRY}.", "likely")]),
    (
        f'In Poe v. Roe, the court said that "{DRY}." {AMES}.',
        [("401 F.3d 2", f"{DRY}.", "likely")],
    ),
    # the same case named before its citation, and a party that does not speak
    (
        f'In Ames v. Boyd, the court said that "{DRY}." 401 F.3d 2, 5 (2d Cir. 2005).',
        [("401 F.3d 2", f"{DRY}.", "sure")],
    ),
    (f'The defendant must show that "{DRY}." {AMES}.', [("401 F.3d 2", f"{DRY}.", "sure")]),
    # the citation is set against the words
    (f'It is said that "{DRY}." But see {AMES}.', [("401 F.3d 2", f"{DRY}.", "likely")]),
    # each citation leads on to its own words
    (f'The rule is "{DRY}." {AMES}: the well is shut.', [("401 F.3d 2", f"{DRY}.", "likely")]),
    # two quotations of the sentence before
    (
        f'It held that "{DRY}" and that "{RENT}." {AMES}.',
        [("401 F.3d 2", DRY, "sure"), ("401 F.3d 2", f"{RENT}.", "sure")],
    ),
    # parallel citations stand together
    (
        f'"{DRY}." Ames v. Boyd, 401 U.S. 402, 420, 91 S. Ct. 814 (1971).',
        [("401 U.S. 402", f"{DRY}.", "sure"), ("91 S. Ct. 814", f"{DRY}.", "sure")],
    ),
    # in mid-sentence, directly before
    (f'The rule that "{DRY}," {AMES}, is old.', [("401 F.3d 2", f"{DRY},", "sure")]),
    # one each in one sentence
    (
        f'The rule is that "{DRY}," {AMES}, and that "{RENT}," {COLE}.',
        [("401 F.3d 2", f"{DRY},", "sure"), ("502 F.3d 7", f"{RENT},", "sure")],
    ),
    # the case speaks, the quotation follows
    (f'In {AMES}, the court said that "{DRY}."', [("401 F.3d 2", f"{DRY}.", "sure")]),
    # a colon
    (f'{AMES}: "{DRY}."', [("401 F.3d 2", f"{DRY}.", "sure")]),
    # colons in a row: each has its own, not the one that follows
    (
        f'{AMES}: "{DRY}." {COLE}: "{RENT}."',
        [("401 F.3d 2", f"{DRY}.", "sure"), ("502 F.3d 7", f"{RENT}.", "sure")],
    ),
    # a parenthetical's quotation is its citation's
    (
        f'So it is. {AMES} (holding that "{DRY}"); {COLE} ("{RENT}").',
        [("401 F.3d 2", DRY, "sure"), ("502 F.3d 7", RENT, "sure")],
    ),
    # quoting: surely in the first, likely in the second
    (
        f'"{DRY}." {AMES} (quoting {COLE}).',
        [("401 F.3d 2", f"{DRY}.", "sure"), ("502 F.3d 7", f"{DRY}.", "likely")],
    ),
    # citing: only in the first
    (f'"{DRY}." {AMES} (citing {COLE}).', [("401 F.3d 2", f"{DRY}.", "sure")]),
    # "citing" in the sentence itself takes nothing
    (f'The panel below stated: "{DRY}," citing {AMES}.', []),
    # a string: the first surely, the next perhaps, "see also" not
    (
        f'"{DRY}." {AMES}; {COLE}; see also Roe v. Poe, 6 F.3d 7, 8 (1st Cir. 1993).',
        [("401 F.3d 2", f"{DRY}.", "sure"), ("502 F.3d 7", f"{DRY}.", "likely")],
    ),
    # id. behind the next quotation
    (
        f'"{DRY}." {AMES}. It added that "{RENT}." Id. at 6.',
        [("401 F.3d 2", f"{DRY}.", "sure"), ("Id. at 6", f"{RENT}.", "sure")],
    ),
    # id. behind a record citation that is not a case
    (f'The rule is old. {AMES}. He wrote "{DRY}." Tr. 45. He wrote "{RENT}." Id. at 46.', []),
    # omissions and emphasis stated between
    (f'"{DRY}." (Citations omitted.) {AMES}.', [("401 F.3d 2", f"{DRY}.", "sure")]),
    (f'"{DRY}" (emphasis added). {AMES}.', [("401 F.3d 2", DRY, "sure")]),
    # a statute's words are no case's
    (f'The code says "{DRY}." 42 U.S.C. § 1983. {AMES}.', []),
    # nor in its parenthetical
    (f'So it is. 42 U.S.C. § 1983 ("{DRY}"); {AMES}.', []),
    # the record's words
    (f'He swore that "{DRY}." (Tr. 45.) It fails. {AMES}.', []),
    # a definition is no quotation of anyone
    (f'The lease (the "Lease Agreement") ended. {AMES}.', []),
    # a bracket before the citation that is not its parenthetical: not sure
    (f'The plea was thin ("{DRY}") and fails. {AMES}.', [("401 F.3d 2", DRY, "likely")]),
    # behind the last citation of its paragraph
    (f'So it is. {AMES}.\n\nThe tenant wrote that "{DRY}."', []),
    # another paragraph's citation that opens a sentence of its own
    (f'The tenant wrote that "{DRY}."\n\n{AMES}, held the other way.', []),
    # two sentences on: perhaps
    (
        f'It said "{DRY}." That is the rule. {AMES}.',
        [("401 F.3d 2", f"{DRY}.", "likely")],
    ),
    # the case in mid-sentence speaks of one thing, the citation behind quotes
    (
        f'As {COLE}, explains in more detail, "{DRY}." {AMES}.',
        [("401 F.3d 2", f"{DRY}.", "sure")],
    ),
    # id. of a statute that the sentence names
    (f'The rule is old. {AMES}. The code says "{DRY}." Id. § 12(a).', []),
    # another speaks, the case is only cited: not sure
    (
        f'The tenant argues that {AMES}, precludes rent because "{DRY}."',
        [("401 F.3d 2", f"{DRY}.", "likely")],
    ),
    # a second quotation adjoins the first
    (
        f'"{DRY}." "{RENT}." {AMES}.',
        [("401 F.3d 2", f"{DRY}.", "sure"), ("401 F.3d 2", f"{RENT}.", "sure")],
    ),
    # words of the writer's own in quotation marks, with the record cited between
    (f'He called it "{DRY}" (Doc. 12 at 3), and it fails. {AMES}.', []),
    # "see" behind a quotation that only it can explain
    (f'The rule is that "{DRY}." See {AMES}.', [("401 F.3d 2", f"{DRY}.", "sure")]),
    # a lead-in with a colon to a paragraph of its own
    (
        f'The court explained in {AMES}:\n\n"{DRY}, and {RENT}, as all know."\n\nSo it is.',
        [("401 F.3d 2", f"{DRY}, and {RENT}, as all know.", "sure")],
    ),
    # a block quotation and its citation
    (
        "The court said:\n\nThe well belongs to the village, and no tenant may close it while "
        f"the rent is paid.\n\n{AMES}.",
        [
            (
                "401 F.3d 2",
                "The well belongs to the village, and no tenant may close it while the rent is "
                "paid.",
                "sure",
            )
        ],
    ),
    # pieces of one quotation over paragraphs
    (
        f"The court wrote:\n\n“{DRY}.\n\n“{RENT}.” {AMES}.",
        [("401 F.3d 2", f"{DRY}.", "sure"), ("401 F.3d 2", f"{RENT}.", "sure")],
    ),
]


@pytest.mark.parametrize(("text", "expected"), QUOTED)
def test_quotations_belong_to_their_citations(
    text: str, expected: list[tuple[str, str, str]]
) -> None:
    assert quoted(text) == expected


def propositions(text: str) -> list[str | None]:
    folded, _, statements = read(text)
    return [
        folded.text[found.start : found.end]
        if (found := statement.proposition) is not None
        else None
        for statement in statements
    ]


PROPOSITIONS = [
    # the sentence before a citation sentence
    (
        f"A tenant may leave. No rent is due in a dry year. {AMES}.",
        ["No rent is due in a dry year."],
    ),
    # without the signal
    (f"No rent is due in a dry year. See, e.g., {AMES}.", ["No rent is due in a dry year."]),
    # at the end of its own sentence
    (f"No rent is due in a dry year, {AMES}.", ["No rent is due in a dry year"]),
    # in the lead of its own sentence
    (
        f"In {AMES}, the court held that no rent is due.",
        ["the court held that no rent is due."],
    ),
    # each clause its own
    (
        f"No rent is due in a dry year, {AMES}, and no tenant may close a well, {COLE}.",
        ["No rent is due in a dry year", "and no tenant may close a well"],
    ),
    # all citations of a string
    (
        f"No rent is due in a dry year. {AMES}; {COLE}.",
        ["No rent is due in a dry year.", "No rent is due in a dry year."],
    ),
    # a second citation sentence
    (
        f"No rent is due in a dry year. {AMES}. See also {COLE}.",
        ["No rent is due in a dry year.", "No rent is due in a dry year."],
    ),
    # a citation inside a parenthetical supports what the outer does
    (
        f"No rent is due in a dry year. {AMES} (quoting {COLE}).",
        ["No rent is due in a dry year.", "No rent is due in a dry year."],
    ),
    # statutes have none
    ("No rent is due in a dry year. 42 U.S.C. § 1983.", [None]),
    # a table of authorities has none
    (f"CASES\n\n{AMES}\n\n{COLE}", [None, None]),
    # nor has one with dots and pages
    (f"CASES\n\n{AMES} ............ 2, 6, 8, 9\n\n{COLE} ........ 4, 5, 6, 7", [None, None]),
]


@pytest.mark.parametrize(("text", "expected"), PROPOSITIONS)
def test_propositions(text: str, expected: list[str | None]) -> None:
    assert propositions(text) == expected


FRAGMENTS = st.sampled_from(
    [
        AMES,
        COLE,
        "Id. at 6",
        "42 U.S.C. § 1983",
        "401 F.3d at 9",
        f'"{DRY}."',
        f'"{RENT}"',
        "It is so.",
        "See ",
        "; ",
        ", ",
        " (quoting ",
        ") ",
        "\n\n",
        '"',
        ". ",
        ": ",
        "Tr. 45",
        "The court held that ",
    ]
)


@given(st.lists(FRAGMENTS, max_size=25))
@settings(max_examples=150, deadline=None)
def test_statements_are_sound_for_any_order_of_parts(parts: list[str]) -> None:
    folded, citations, statements = read("Words. " + "".join(parts))
    assert len(statements) == len(citations)
    for statement in statements:
        spans = [found.quotation.span for found in statement.quotations]
        assert spans == sorted(set(spans))
        if statement.proposition is not None:
            assert 0 <= statement.proposition.start < statement.proposition.end <= len(folded.text)


@pytest.mark.parametrize(
    "piece", [f'"{DRY}." {AMES}; ', f"{AMES}; ", f'("{DRY}" ', "Id. at 5. ", f'"{DRY}" ']
)
def test_time_is_linear_in_hostile_text(piece: str) -> None:
    def work(length: int) -> Callable[[], object]:
        document = load_bytes("brief.txt", (piece * (length // len(piece))).encode())
        folded = fold(document)
        citations = find_citations(folded)
        quotations = find_quotations(folded, document)
        return lambda: attribute_statements(folded, citations, quotations)

    assert_growth(work, 25_000)
