"""Time grows with the text and not faster."""

import pytest

from growth import assert_growth
from voirdire.citecheck.brief import check_brief
from voirdire.documents.load import load_bytes

SMALL = 6_000
PATTERNS = (
    "(",
    ")",
    '"',
    "\u201c",
    "\u201c\u201d",
    "'",
    "v. ",
    "Aa ",
    "AAAA ",
    "a",
    "1234567890",
    "§ ",
    ". . . ",
    '"" . . . ',
    "1 U.S. 1 ",
    "Id. ",
    "See ",
    "Aa v. Bb, 1 F.3d 2 (",
    "Aa v. Bb, 1 F.3d 2; ",
    "Aa, supra, ",
    "In re ",
    "ex rel. ",
    "(quoting ",
    "Int'l Ass'n of ",
    "1 U.S. 1, 2 S. Ct. 2, ",
    "\n1 Id. at 3.\n",
    "a-\n",
    "[a] ",
    "1\n",
    "Page 1 of 2\n",
    "A.\n\n",
    "x\f",
    "\n    aaa bbb ccc ddd\n",
    "Aa, 540 U.S. at 93. ",
    '"the river is the mill and not the town" Aldous v. Millrace Co., 540 U.S. 93, 93 (2003). ',
)


@pytest.mark.parametrize("pattern", PATTERNS, ids=[repr(pattern)[:30] for pattern in PATTERNS])
def test_time_grows_with_the_text(library, pattern):
    def work(length):
        document = load_bytes("a.txt", (pattern * (length // len(pattern))).encode())
        return lambda: check_brief(document, library)

    assert_growth(work, SMALL)
