"""The page of a trial: claims lead to the words of the exhibits, hostile text stays text."""

import re
from dataclasses import replace

import pytest

from courtroom.lantern import LANTERN, LOG
from voirdire.courtroom.agents.failures import NO_PLAN, Failure
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.page import render_trial
from voirdire.courtroom.record import SavedTrial
from voirdire.courtroom.scoring.trial import score_trial
from voirdire.courtroom.types import Action, Claim, Exhibit, Options

QUOTED = LOG.partition(". ")[0]
AGENTS = {"prosecution": "<b>p</b>", "defence": "d", "judge": "j"}


def page_of(actions, case=LANTERN.case, options=None):
    file = replace(LANTERN, case=case)
    trial = Trial(case, options=options)
    for action in actions:
        assert trial.apply(action).code == "accepted"
    return render_trial(SavedTrial(trial, AGENTS, score_trial(file, trial)))


def argued(*claims, text="He left."):
    """The log is in, and the prosecution argues with these claims."""
    return [
        Action("decline"),
        Action("decline"),
        Action("submit_evidence", exhibit="log"),
        Action("decline"),
        Action("present_argument", text, claims=claims),
    ]


def test_a_claim_leads_to_the_words_of_its_exhibit():
    page = page_of(
        argued(Claim("absent", "log", QUOTED), Claim("cause", "log", "never said at all"))
    )
    assert '<li id="c5.1">' in page
    assert '<a href="#s5.1">log</a>' in page
    marked = re.search(r'<mark id="s5\.1" title="5\.1">([^<]*)</mark>', page)[1]
    assert marked == QUOTED
    # What stands nowhere leads nowhere.
    assert '<li id="c5.2">' in page
    assert "#s5.2" not in page


def test_claims_that_overlap_are_both_marked():
    words = QUOTED.split()
    first, second = " ".join(words[:7]), " ".join(words[2:])
    page = page_of(argued(Claim("absent", "log", first), Claim("cause", "log", second)))
    found = re.findall(r'<mark[^>]* title="([^"]*)">([^<]*)</mark>', page)
    assert [title for title, _ in found] == ["5.1", "5.1, 5.2", "5.2"]
    assert "".join(text for _, text in found) == QUOTED


def test_every_link_to_the_words_of_an_exhibit_leads_somewhere():
    """Also of claims that begin at one place."""
    first = " ".join(QUOTED.split()[:6])
    said = [Claim("absent", "log", QUOTED), Claim("cause", "log", first)]
    page = page_of(argued(*said))
    links = set(re.findall(r'href="#(s[\d.]+)"', page))
    assert links == {"s5.1", "s5.2"}
    assert links <= set(re.findall(r'id="([^"]+)"', page))


def test_the_exhibits_are_whole_whatever_is_marked():
    page = page_of(argued(Claim("absent", "log", QUOTED)))
    content = re.search(r'id="xlog".*?<p class="content">(.*?)</p>', page, re.DOTALL)[1]
    assert re.sub("<[^>]*>", "", content).replace("&#39;", "'") == LOG


def test_what_was_struck_and_what_was_refused_is_said():
    trial = Trial(LANTERN.case)
    for action in (
        Action("present_argument", "He left."),
        Action("object", ground="argumentative"),
        Action("respond_to_objection", "It opens."),
        Action("rule_on_objection", ruling="sustained"),
        Action("summarize_case", "Acquit."),
    ):
        trial.apply(action)
    page = render_trial(SavedTrial(trial, {}, None))
    assert '<li id="e1" data-side="prosecution" class="prosecution struck">' in page
    assert '<li id="e5" data-side="defence" class="defence refused">' in page
    assert "The role may do that in another phase." in page
    assert '<a href="#e2">2</a> → <a href="#e1">1</a>: argumentative, sustained' in page


BREAKOUT = "</script><script>alert(1)</script>\"'><img src=x onerror=alert(1)>{{ 7*7 }}{% raw %}"


@pytest.mark.parametrize(
    "case",
    [
        replace(LANTERN.case, title=BREAKOUT, background=BREAKOUT, charge=BREAKOUT),
        replace(LANTERN.case, standard=BREAKOUT, language=BREAKOUT, sides=(BREAKOUT, BREAKOUT)),
        replace(
            LANTERN.case,
            exhibits=(
                *LANTERN.case.exhibits,
                Exhibit(BREAKOUT, "document", BREAKOUT, BREAKOUT, admitted=True),
            ),
        ),
    ],
    ids=["caption", "words", "exhibit"],
)
def test_nothing_in_a_case_or_a_speech_becomes_markup(case):
    claim = Claim("absent", BREAKOUT, BREAKOUT, target=BREAKOUT)
    page = page_of(argued(claim, text=BREAKOUT), case)
    plain = page_of(argued(Claim("absent", "log", "five words that are not"), text="x"))
    assert page.count("<script") == plain.count("<script") == 1
    assert "<img" not in page
    assert "onerror=alert" not in re.sub(r"&lt;img src=x onerror=alert", "", page)
    assert "{{ 7*7 }}" in page
    assert "<b>p</b>" not in page
    # No attribute is left by a quotation mark.
    assert "\"'>" not in page


def test_nothing_is_fetched():
    page = page_of(argued(Claim("absent", "log", QUOTED)))
    assert not re.search(r'(?:src|href)="(?!#|data:)', page)
    assert "default-src 'none'" in page


def test_a_jury_has_its_place():
    page = page_of([Action("decline")], options=Options(jurors=2))
    assert 'data-side="juror"' in page
    assert 'data-side="juror"' not in page_of([Action("decline")])


def test_an_entry_that_stands_in_for_a_model_says_so():
    trial = Trial(LANTERN.case)
    for action in argued():
        trial.apply(action)
    missed = Failure("lantern", "defence", 2, "decline", "no JSON")
    no_plan = Failure("lantern", "prosecution", 3, NO_PLAN, "no JSON")
    page = render_trial(SavedTrial(trial, AGENTS, None, (missed, no_plan)))
    said = "no usable answer of the model: the safest action stands in its place"
    entries = page.split('<li id="e')[1:]
    assert [each[0] for each in entries if said in each] == ["2"]
