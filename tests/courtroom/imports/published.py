"""Where the published sets lie, as they are in the shared data, and how they are read here."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

from shared_data import SHARED

TRIALS = SHARED / "data" / "trials"
SETS = ("old_bailey", "scotus", "ecthr")
ROWS = Path(__file__).parent / "rows"

# What a set says about the outcome, besides the label that becomes the key.
HIDDEN = {
    "old_bailey": (
        "verdict_sub",
        "verdict_text",
        "punishment",
        "punishment_category",
        "after_verdict",
    ),
    "scotus": (
        "winning_party",
        "majority_vote",
        "minority_vote",
        "decision_type",
        "outcome_text",
        "citation",
    ),
    "ecthr": ("verdict", "outcome_text"),
}

# The labels, which are read: each becomes the key, and nothing else.
LABELS = {
    "old_bailey": ("verdict",),
    "scotus": ("verdict",),
    "ecthr": ("violated_articles", "not_violated_articles", "mixed_articles"),
}


def published(name: str) -> Path:
    """The file of a set."""
    return TRIALS / f"{name}.jsonl.gz"


def raw_rows(name: str) -> list[dict[str, Any]]:
    """The rows of a set with all their fields."""
    with gzip.open(published(name), "rt", encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def row_id(source: str) -> str:
    """The id of the row that a case file names as its source."""
    found = re.search(r", ((?:t|scotus-|echr-)[\w-]*)", source)
    assert found, source
    return found.group(1)
