"""Located results as a SARIF 2.1.0 log, the form that code hosts and editors show.

Source: OASIS Static Analysis Results Interchange Format 2.1.0.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from voirdire import __version__
from voirdire.findings import Span

Level = Literal["error", "warning", "note", "none"]
Kind = Literal["fail", "pass", "open"]


@dataclass(frozen=True, slots=True)
class Result:
    """One result. `span` counts characters of the file's text from 0; `page` from 1."""

    rule: str
    level: Level
    kind: Kind
    message: str
    file: str
    span: Span
    snippet: str
    page: int | None = None


def sarif_log(results: Iterable[Result]) -> dict[str, object]:
    """One SARIF log with one run; rules are listed in the order they first occur."""
    listed = list(results)
    rules = list(dict.fromkeys(result.rule for result in listed))
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "voirdire",
                        "version": __version__,
                        "rules": [{"id": rule} for rule in rules],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [_result(result, rules) for result in listed],
            }
        ],
    }


def _result(result: Result, rules: Sequence[str]) -> dict[str, object]:
    return {
        "ruleId": result.rule,
        "ruleIndex": rules.index(result.rule),
        "level": result.level,
        "kind": result.kind,
        "message": {"text": result.message},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": result.file},
                    "region": {
                        "charOffset": result.span.start,
                        "charLength": result.span.end - result.span.start,
                        "snippet": {"text": result.snippet},
                    },
                },
                **({"message": {"text": f"page {result.page}"}} if result.page else {}),
            }
        ],
    }
