"""Time grows with the text and not faster: CPU time of one size against a fourth of it."""

import gc
import time

import pytest

from voirdire.citecheck.brief import check_brief
from voirdire.documents.load import load_bytes

# Four times the text may take this many times the time: 4 and much room for a busy machine,
# yet less than the 16 of work that grows with the square.
MOST = 9.0
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


def seconds(text, source):
    """The least CPU time of three runs, without collecting what other tests left in memory."""
    gc.collect()
    gc.freeze()
    taken = []
    for _ in range(3):
        start = time.process_time()
        check_brief(load_bytes("a.txt", text.encode()), source)
        taken.append(time.process_time() - start)
    gc.unfreeze()
    return min(taken)


@pytest.mark.parametrize("pattern", PATTERNS, ids=[repr(pattern)[:30] for pattern in PATTERNS])
def test_time_grows_with_the_text(library, pattern):
    small = pattern * (SMALL // len(pattern))
    assert seconds(small * 4, library) <= MOST * max(seconds(small, library), 0.004)
