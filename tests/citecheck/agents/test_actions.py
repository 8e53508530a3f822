"""What each action shows of the sample opinions, and what it refuses."""

import asyncio
import json
from typing import Any

import pytest

from voirdire.authorities.library import Library
from voirdire.citecheck.agents.actions import Actions
from voirdire.citecheck.agents.web import WebResult
from voirdire.llm.tools import Observation

TOLLIVER = "12 Marlow Rep. 1"


def act(actions: Actions, name: str, **arguments: Any) -> Observation:
    return asyncio.run(actions.act(name, arguments))


@pytest.fixture
def actions(samples: Library) -> Actions:
    return Actions(samples)


@pytest.fixture
def shown(actions: Actions) -> Actions:
    """Actions to which Tolliver has been shown."""
    act(actions, "look_up_citation", citation=TOLLIVER)
    return actions


@pytest.mark.parametrize(
    ("citation", "status", "ids", "volume"),
    [
        (TOLLIVER, "found", ["marlow-12-1"], "whole"),
        ("12 Marlow Reports 1", "found", ["marlow-12-1"], "whole"),  # another way to write it
        ("88 Thorpe2d 402", "found", ["thorpe-88-402"], "partial"),
        (
            "Winslow v. Ferrand, 12 Marlow Rep. 29, 31 (1982)",  # as it stands in a brief
            "found",
            ["marlow-12-29"],
            "whole",
        ),
        ("13 Marlow Rep. 3", "inside_another_case", ["marlow-13-1"], "whole"),
        ("12 Marlow Rep. 388", "absent_from_whole_volume", [], "whole"),
        ("88 Thorpe 2d 999", "not_in_what_is_held", [], "partial"),
        ("91 Thorpe 2d 4", "volume_not_held", [], "none"),
        ("370 F.3d 1223", "volume_not_held", [], "none"),
    ],
)
def test_a_look_up_tells_what_is_held_there(
    actions: Actions, citation: str, status: str, ids: list[str], volume: str
) -> None:
    data = act(actions, "look_up_citation", citation=citation).data
    assert data["status"] == status
    assert [case["opinion_id"] for case in data["cases"]] == ids
    assert data["volume"] == volume


@pytest.mark.parametrize(
    ("citation", "status"),
    [
        ("214 Thorpe 9", "no_such_volume"),  # the first series ended with volume 200
        ("1012 F.2d 44", "no_such_volume"),
        ("Tolliver", "not_a_case_citation"),
        ("42 U.S.C. § 1983", "not_a_case_citation"),
        ("512 Wexcombe Rep. 44", "unknown_reporter"),
        ("Halloran v. Breck, 512 Wexcombe Rep. 44 (9th Cir. 1991)", "unknown_reporter"),
        ("44 Harv. L. Rev. 22", "not_a_case_citation"),
        ("2004 WL 123456", "not_a_case_citation"),
        ("12 Marlow Rep. at 3", "not_a_case_citation"),
    ],
)
def test_a_look_up_of_what_cannot_be_looked_up_says_so(
    actions: Actions, citation: str, status: str
) -> None:
    observation = act(actions, "look_up_citation", citation=citation)
    assert observation.data["status"] == status
    assert observation.data["cases"] == []
    assert not observation.is_error


def test_a_look_up_shows_names_year_and_pages(actions: Actions) -> None:
    case = act(actions, "look_up_citation", citation=TOLLIVER).data["cases"][0]
    assert case["names"][0] == "Harbor Commission of Port Ansel v. Tolliver"
    assert case["year"] == 1981
    assert case["docket_number"] == "No. 80-41"
    assert {"citation": "12 Marlow Rep. 1", "last_page": "6"} in case["citations"]
    assert case["has_text"] is True


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("Tolliver", "marlow-12-1"),
        ("marrable", "marlow-13-14"),
        ("Fenn v. Coldwater", "marlow-13-6"),
        ("State v. Abelard", "marlow-13-10"),  # "State" is in three names, "Abelard" in one
        ("Drummond Harbor Commission", "marlow-13-23"),  # Tolliver has two of the three words
        ("13 Marlow Rep. 27", "marlow-13-27"),  # a citation
    ],
)
def test_cases_are_found_by_words_of_their_names(actions: Actions, query: str, first: str) -> None:
    cases = act(actions, "search_cases", query=query).data["cases"]
    assert cases[0]["opinion_id"] == first


def test_a_search_that_finds_nothing_says_so(actions: Actions) -> None:
    data = act(actions, "search_cases", query="Everhart v. Sable").data
    assert data["cases"] == []
    assert data["meaning"] == "No case held has these words in its name."


@pytest.mark.parametrize("name", ["fetch_opinion", "search_opinion", "read_opinion"])
@pytest.mark.parametrize("opinion_id", ["marlow-12-1", "../../etc/passwd", "/etc/passwd", ""])
def test_only_opinions_that_were_shown_can_be_asked_for(
    actions: Actions, name: str, opinion_id: str
) -> None:
    words = {"words": "notice is not a ceremony"} if name == "search_opinion" else {}
    observation = act(actions, name, opinion_id=opinion_id, **words)
    assert observation.is_error
    assert observation.data["message"].startswith("No look-up has shown an opinion of this id")


def test_a_fetched_opinion_tells_its_pages_and_first_words(shown: Actions) -> None:
    data = act(shown, "fetch_opinion", opinion_id="marlow-12-1").data
    assert data["registered"] is True
    assert data["marked_pages"] == {"12 Marlow Rep.": "1-6", "88 Thorpe 2d": "311-314"}
    assert data["opening"].startswith("HARBOR COMMISSION OF PORT ANSEL v. EDWIN TOLLIVER")
    assert data["footnotes"] == 2
    assert 4500 < data["characters"] < 5500


@pytest.mark.parametrize(
    ("words", "pages", "part"),
    [
        (
            "Notice is not a ceremony performed for the comfort of the sender",
            {"12 Marlow Rep.": "2", "88 Thorpe 2d": "311"},
            "majority",
        ),
        # Capitals, a dash, line ends and the quotation's own marks do not matter.
        ("“NOTICE is not a\nceremony — performed”", {"12 Marlow Rep.": "2"}, "majority"),
        # A word that the page break cuts: "own" ends page 3, "ers" begins page 4.
        ("paid for by the owners whose names", {"12 Marlow Rep.": "3-4"}, "majority"),
        # An ellipsis that is marked, and a bracket that stands for a letter.
        ("[a] placard tells the neighbors . . . tell the owner", {"12 Marlow Rep.": "3"}, None),
        ("I would reverse.", {"12 Marlow Rep.": "5"}, "dissent"),
    ],
)
def test_words_that_stand_in_an_opinion_are_found_on_their_page(
    shown: Actions, words: str, pages: dict[str, str], part: str | None
) -> None:
    data = act(shown, "search_opinion", opinion_id="marlow-12-1", words=words).data
    assert data["stands_verbatim"] is True
    match = data["matches"][0]
    assert pages.items() <= match["pages"].items()
    assert part is None or match["part"] == part


def test_words_of_a_footnote_tell_the_footnote(shown: Actions) -> None:
    words = "The register is a public record"
    data = act(shown, "search_opinion", opinion_id="marlow-12-1", words=words).data
    match = data["matches"][0]
    assert match["footnote"] == "2"
    assert match["pages"] == {"12 Marlow Rep.": "3"}


def test_an_ellipsis_that_drops_a_negation_is_warned_of(shown: Actions) -> None:
    words = "We do . . . hold that posting is idle"
    data = act(shown, "search_opinion", opinion_id="marlow-12-1", words=words).data
    assert data["matches"][0]["warning"] == "The ellipsis leaves out a negation."


def test_altered_words_are_not_found_and_the_nearest_passage_is_shown(shown: Actions) -> None:
    words = "Notice is a ritual performed for the comfort of the sender"
    data = act(shown, "search_opinion", opinion_id="marlow-12-1", words=words).data
    assert data["stands_verbatim"] is False
    assert "Notice is not a ceremony performed" in data["nearest"][0]["text"]
    assert data["nearest"][0]["pages"]["12 Marlow Rep."].startswith("2")


def test_lines_are_read_from_a_page_with_marks_where_pages_begin(shown: Actions) -> None:
    data = act(shown, "read_opinion", opinion_id="marlow-12-1", page="5", count=3).data
    assert "[*5] the want of notice kept him from answering." in data["text"]
    whole = act(shown, "read_opinion", opinion_id="marlow-12-1", line=1, count=60).data
    assert [f"[*{page}]" in whole["text"] for page in range(1, 8)] == [True] * 6 + [False]
    assert whole["last_line"] == whole["lines"]


@pytest.mark.parametrize("place", [{"page": "77"}, {"line": 4000}])
def test_a_page_or_line_that_is_not_there_is_said(shown: Actions, place: dict[str, Any]) -> None:
    data = act(shown, "read_opinion", opinion_id="marlow-12-1", **place).data
    assert data["message"] == "No such page or line. Marked pages: 1-6."


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("look_up_citation", {}, "look_up_citation: citation: Field required."),
        ("look_up_citation", {"citation": ""}, "look_up_citation: citation: String should have"),
        ("look_up_citation", {"citation": "x" * 401}, "look_up_citation: citation: String should"),
        ("look_up_citation", {"citation": 7}, "look_up_citation: citation: Input should be"),
        ("read_opinion", {"opinion_id": "x", "count": 61}, "read_opinion: count: Input should"),
        ("read_opinion", {"opinion_id": "x", "path": "/"}, "read_opinion: path: Extra inputs"),
        ("open_file", {"path": "/etc/passwd"}, "There is no tool 'open_file'."),
    ],
)
def test_wrong_arguments_are_answered_with_a_message(
    actions: Actions, name: str, arguments: dict[str, Any], says: str
) -> None:
    observation = act(actions, name, **arguments)
    assert observation.is_error
    assert observation.data["message"].startswith(says)


def test_observations_are_bounded_and_json(samples: Library) -> None:
    actions = Actions(samples)
    for case in samples.cases():
        act(actions, "look_up_citation", citation=str(case.citations[0]))
        for name, arguments in [
            ("fetch_opinion", {}),
            ("read_opinion", {"count": 60}),
            ("search_opinion", {"words": "the " * 700}),
        ]:
            observation = act(actions, name, opinion_id=case.id, **arguments)
            assert len(json.dumps(observation.data)) < 16_000


def test_the_scratchpad_holds_the_last_notes(actions: Actions) -> None:
    act(actions, "edit_scratchpad", notes="first")
    act(actions, "edit_scratchpad", notes="second")
    assert actions.scratchpad == "second"


def test_without_a_web_search_the_agent_is_told(actions: Actions) -> None:
    observation = act(actions, "search_web", query="Tolliver")
    assert observation.is_error
    assert observation.data["message"] == (
        "No web search is set (VOIRDIRE_WEB_SEARCH); do without it."
    )


def test_results_of_a_web_search_are_shown(samples: Library) -> None:
    class Web:
        async def search(self, query: str) -> tuple[WebResult, ...]:
            return (WebResult(f"About {query}", "https://example.org/1", "words"),)

    data = act(Actions(samples, Web()), "search_web", query="Tolliver").data
    assert data["results"] == [
        {"title": "About Tolliver", "address": "https://example.org/1", "excerpt": "words"}
    ]


def test_there_are_eight_actions(actions: Actions) -> None:
    assert [tool.name for tool in actions.tools] == [
        "look_up_citation",
        "search_cases",
        "fetch_opinion",
        "search_opinion",
        "read_opinion",
        "search_web",
        "edit_scratchpad",
        "think",
    ]
