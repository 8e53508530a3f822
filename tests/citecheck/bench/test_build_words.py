"""The frozen words: nobody outside the builder knows them, and they are what they say."""

import ast
import re
from pathlib import Path

import pytest
from reporters_db import REPORTERS, VARIATIONS_ONLY

import voirdire
from voirdire.citecheck.bench.injection_templates import STRATEGIES, TEMPLATES
from voirdire.citecheck.bench.injection_words import NONEXISTENT_REPORTERS, SYNONYMS, stand_ins

SOURCE = Path(voirdire.__file__).parent
BENCH = SOURCE / "citecheck" / "bench"
BUILDER = {
    "build.py",
    "injection_citations.py",
    "injection_holdings.py",
    "injection_quotations.py",
    "model_words.py",
}


def imports(path):
    """The modules that a file imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_only_the_builder_imports_the_words():
    for path in SOURCE.rglob("*.py"):
        if path.parent == BENCH and path.name in BUILDER:
            continue
        frozen = [name for name in imports(path) if re.search(r"\.injection_(words|templ)", name)]
        assert not frozen, path


def test_the_detectors_import_nothing_of_the_benchmark():
    detectors = sorted((SOURCE / "citecheck").glob("holding*.py"))
    assert detectors
    for path in detectors:
        assert not [name for name in imports(path) if ".bench" in name], path


def test_no_reporter_is_known():
    known = set(VARIATIONS_ONLY)
    for entries in REPORTERS.values():
        for entry in entries:
            known |= {*entry["editions"], *entry["variations"]}
    folded = {name.replace(" ", "").lower() for name in known}
    assert len(NONEXISTENT_REPORTERS) >= 20
    assert [r for r in NONEXISTENT_REPORTERS if r.replace(" ", "").lower() in folded] == []


def test_no_word_stands_for_itself():
    assert len(SYNONYMS) > 1000
    assert [word for word, others in SYNONYMS.items() if word in others or not others] == []


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("required", "demanded"),  # a regular past
        ("denies", "refuses"),
        ("Offense", "Crime"),  # in its own case
        ("agencies", "bureaus"),
        ("compelled", "coerced"),  # a doubled consonant
        ("children", "minors"),
    ],
)
def test_inflected(word, expected):
    assert expected in stand_ins(word)


def test_every_strategy_has_templates_that_change_something():
    assert {template.strategy for template in TEMPLATES} == set(STRATEGIES)
    for template in TEMPLATES:
        assert template.options, template
        assert all(option.strip() for option in template.options) or template.options == ("",)
