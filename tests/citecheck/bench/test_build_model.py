"""What a model reads and falsifies is taken only when its words are exact."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

from voirdire.authorities.library import Library
from voirdire.citecheck.bench.build import BuildOptions, build_dataset
from voirdire.citecheck.bench.extraction import Extraction
from voirdire.citecheck.bench.filings import Filing
from voirdire.citecheck.bench.injection import inject
from voirdire.citecheck.bench.model_words import accepted
from voirdire.citecheck.bench.places import Sentence
from voirdire.documents.load import load_bytes
from voirdire.findings import Span
from voirdire.llm.chat import Chat
from voirdire.llm.ledger import Ledger

SAMPLES = Path(str(files("voirdire") / "samples"))
RULE = 'The owner must be told, and notice "by mail to the owner" is enough for that.'
MARKS = Span(RULE.index('"'), RULE.rindex('"') + 1)


def rewritten(sentence, letters="nothing"):
    """(type, label) of a rewritten sentence, None when it is not taken."""
    filing = Filing("f", load_bytes("f.txt", RULE.encode()))
    extraction = Extraction(filing, (Span(0, len(RULE)),), (), (), (MARKS,), {})
    rule = Sentence(0, Span(0, len(RULE)), ("doe",), letters)
    fault = accepted(extraction, rule, "scope", sentence)
    if fault is None:
        return None
    text, labels = inject(RULE, Span(0, len(RULE)), [fault])
    assert text == sentence
    return fault.type, labels[0].text


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("must be told", "may be told", "content_misrepresentation"),
        ("is enough", "is not enough", "content_misrepresentation"),  # a word put in
        ("for that.", "in every case.", "content_misrepresentation"),
        ("by mail to", "by post to", "verbatim_misquote"),  # inside quotation marks
        ('told, and notice "by mail to', 'told, but notice "by post to', None),  # over the mark
        ("must", "must", None),  # unchanged
        (RULE, "No.", None),  # too short
        (RULE, RULE * 2, None),  # too long
    ],
)
def test_accepted(old, new, expected):
    assert old in RULE
    sentence = RULE.replace(old, new)
    result = rewritten(sentence)
    assert (result[0] if result else None) == expected
    if expected == "content_misrepresentation":
        assert result[1] == sentence
    elif expected:
        assert result[1] == "by post to the owner"


def test_what_the_opinion_says_is_no_falsehood():
    sentence = RULE.replace("must", "may")
    letters = "theownermaybetoldandnoticebymailtotheownerisenoughforthatandmore"
    assert rewritten(sentence, letters) is None


def test_build_with_a_scripted_model(tmp_path):
    rules = [
        {  # one proposition that stands there, and a name that does not
            "when": {"purpose": "extract"},
            "reply": {
                "case_name": "Nobody v. Nowhere",
                "quotation": "these words stand nowhere",
                "proposition": "",
            },
        },
        {
            "when": {
                "purpose": "falsify",
                "pattern": r"another standard of review[\s\S]*>\n(?P<first>\w+) (?P<rest>[^\n]*)",
            },
            "reply": {"sentence": "{first} perhaps {rest}"},
        },
        {"when": {"purpose": "falsify"}, "reply": {"sentence": ""}},
    ]
    script = tmp_path / "script.jsonl"
    script.write_text("\n".join(map(json.dumps, rules)), "utf-8")
    filing = Filing("b", load_bytes("b.txt", (SAMPLES / "brief.txt").read_bytes()))
    ledger = Ledger.open(tmp_path / "ledger.sqlite")
    try:
        with Library.create(tmp_path / "library") as library:
            library.add([SAMPLES / "opinions.jsonl"])
            chat = Chat(f"scripted:{script}", ledger, "build")
            dataset = build_dataset([filing], library, BuildOptions(per_type=20, chat=chat))
            paid = chat.spent.calls
            again = Chat(f"scripted:{script}", ledger, "build")
            same = build_dataset([filing], library, BuildOptions(per_type=20, chat=again))
    finally:
        ledger.close()
    labels = [label for excerpt in dataset.excerpts for label in excerpt.labels]
    assert [label for label in labels if " perhaps " in label.text]
    assert not [excerpt for excerpt in dataset.excerpts if "Nobody v." in excerpt.text]
    assert dataset.manifest["model"] == f"scripted:{script}"
    assert same.excerpts == dataset.excerpts
    # What was asked before is recalled.
    assert paid > 0
    assert again.spent.calls == 0
