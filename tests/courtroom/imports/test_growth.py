"""What cuts and strikes long texts takes no longer for white space, figures and marks in a row."""

from collections.abc import Callable
from functools import partial

import pytest

from growth import assert_growth
from voirdire.courtroom.imports.commission import drop_findings, find_end
from voirdire.courtroom.imports.cutting import cut_text, pack
from voirdire.courtroom.imports.ecthr import cut_facts, import_ecthr, keep_argument
from voirdire.courtroom.imports.old_bailey import cut_account, import_old_bailey
from voirdire.courtroom.imports.rows import EcthrRow, OldBaileyRow, ScotusRow
from voirdire.courtroom.imports.scotus import import_scotus
from voirdire.courtroom.imports.states import find_states
from voirdire.courtroom.imports.striking import (
    strike_applications,
    strike_call,
    strike_docket,
    strike_states,
    strike_year,
)
from voirdire.courtroom.imports.witness_blocks import split_account


def _ecthr(text: str) -> object:
    row = EcthrRow(
        id="e",
        year=1990,
        name="A v. ITALY",
        text=f"7. It rained. {text}",
        applicant_arguments=[text],
        violated_articles=["8"],
    )
    return list(import_ecthr(row))


def _old_bailey(text: str) -> object:
    text = f"ANN ROE, theft.\n{text}"
    return import_old_bailey(
        OldBaileyRow(id="o", year=1857, charge="theft", verdict="guilty", text=text)
    )


def _scotus(text: str) -> object:
    text = f"Ann Wray [advocate]: It is.\n{text}"
    return import_scotus(
        ScotusRow(id="scotus-1-2", year=1990, name="A", claim="B", verdict="petitioner", text=text)
    )


CUTTING: dict[str, Callable[[str], object]] = {
    "drop_findings": drop_findings,
    "find_end": find_end,
    "cut_facts": cut_facts,
    "keep_argument": keep_argument,
    "cut_text": partial(cut_text, most=20),
    "pack": lambda text: pack([text, text], 20),
    "cut_account": cut_account,
    "split_account": lambda text: split_account(text, "ANN ROE"),
    "strike_states": partial(strike_states, states=find_states("A v. THE UNITED KINGDOM", "")),
    "strike_applications": strike_applications,
    "strike_year": partial(strike_year, year=1990),
    "strike_docket": partial(strike_docket, docket="02-418"),
    "strike_call": strike_call,
    "import_ecthr": _ecthr,
    "import_old_bailey": _old_bailey,
    "import_scotus": _scotus,
}
# Behind more words than a part may hold, so that there is something to cut; in front of what
# would be dropped from an argument.
BEFORE = "word " * 30 + "a"
BEHIND = "b violation, said the Commission.\nthe Court finds that it was so"


@pytest.mark.parametrize("run", ["\n", " ", " \n", "§", "7", "A-", "he submitted "])
@pytest.mark.parametrize("name", CUTTING)
def test_a_run_takes_time_in_proportion(name: str, run: str) -> None:
    def work(count: int) -> Callable[[], object]:
        text = BEFORE + run * count + BEHIND
        return lambda: CUTTING[name](text)

    assert_growth(work, 4_000)
