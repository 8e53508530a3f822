"""The rule checker as a system: types follow from the checks, segments are exact."""

import asyncio

import pytest

from voirdire.authorities.library import Library
from voirdire.authorities.types import CaseReference, Holding
from voirdire.citecheck.bench.systems import open_system
from voirdire.errors import SourceError

TOLLIVER = "Harbor Commission of Port Ansel v. Tolliver, 12 Marlow Rep. 1"
QUOTED = "Notice is not a ceremony performed for the comfort of the sender"


@pytest.mark.parametrize(
    ("text", "predicted"),
    [
        # The whole volume 12 ends on page 32.
        (
            "A sale needs notice. Everhart v. Sable Trust Co., 12 Marlow Rep. 388 (1982).",
            [("Everhart v. Sable Trust Co., 12 Marlow Rep. 388", "nonexistent_citation")],
        ),
        # Page 3 lies inside Ostrander.
        (
            "A sale needs notice. Crane v. Holloway, 13 Marlow Rep. 3 (1983).",
            [("Crane v. Holloway, 13 Marlow Rep. 3", "nonexistent_citation")],
        ),
        # 13 Marlow Rep. 6 is Fenn v. Coldwater Mutual Assurance Association.
        (
            "A policy lapses. Bramble v. Vance Bros. Mill Co., 13 Marlow Rep. 6 (1983).",
            [("Bramble v. Vance Bros. Mill Co., 13 Marlow Rep. 6", "case_name_mismatch")],
        ),
        # Tolliver runs from page 1 to 6.
        (
            f"A sale needs notice. {TOLLIVER}, 9 (1981).",
            [("12 Marlow Rep. 1, 9", "incorrect_pincite")],
        ),
        # These words stand on page 2.
        (
            f"“{QUOTED}.” {TOLLIVER}, 4 (1981).",
            [("12 Marlow Rep. 1, 4", "incorrect_pincite")],
        ),
        (
            f"“{QUOTED.replace('ceremony', 'ritual')}.” {TOLLIVER}, 2 (1981).",
            [(f"{QUOTED.replace('ceremony', 'ritual')}.", "verbatim_misquote")],
        ),
        # Words quoted within a quotation are flagged once, by themselves.
        (
            f"{TOLLIVER} (1981). The court says that “we know that ‘notice is not a ritual "
            "performed for the comfort of the sender; it is a message,’ and a message must be "
            f"posted where it can be received.” Id. at 2 (quoting {TOLLIVER}, 2).",
            [
                (
                    "notice is not a ritual performed for the comfort of the sender; it is a "
                    "message,",
                    "verbatim_misquote",
                )
            ],
        ),
        # The year is none of the five faults.
        (f"“{QUOTED}.” {TOLLIVER}, 2 (1971).", [(f"{TOLLIVER}, 2 (1971)", None)]),
        (f"“{QUOTED}.” {TOLLIVER}, 2 (1981).", []),
        ("Notice must be given. Roe v. Doe, 370 F.3d 1223 (9th Cir. 2004).", []),  # not held
        ("No citation at all.", []),
    ],
)
def test_the_type_follows_from_the_check(
    samples: Library, text: str, predicted: list[tuple[str, str | None]]
) -> None:
    answer = asyncio.run(open_system("rules", samples).check("e1", text))
    assert [(p.text, p.type) for p in answer.predictions] == predicted
    assert all(p.text in text and p.why for p in answer.predictions)
    assert (answer.excerpt, answer.system, answer.turns, answer.error) == ("e1", "rules", 0, "")


def test_a_source_that_fails_is_an_error_of_the_answer(samples: Library) -> None:
    class Failing(Library):
        def __init__(self) -> None:
            pass

        def declared_reporters(self) -> tuple[()]:
            return ()

        def find(self, reference: CaseReference) -> Holding:
            raise SourceError("the shelf", "is on fire")

        def prepare(self, references: object) -> None:
            pass

    text = "A rule. Roe v. Doe, 370 F.3d 1223 (9th Cir. 2004)."
    answer = asyncio.run(open_system("rules", Failing()).check("e1", text))
    assert answer.error == "the shelf: is on fire"
