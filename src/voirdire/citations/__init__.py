"""Text to citations: find them, resolve them, say what rests on each."""

from voirdire.citations.find import find_citations
from voirdire.citations.names import compare_names
from voirdire.citations.propositions import attribute_statements
from voirdire.citations.resolve import resolve_citations
from voirdire.citations.types import Citation, Statement

__all__ = [
    "Citation",
    "Statement",
    "attribute_statements",
    "compare_names",
    "find_citations",
    "resolve_citations",
]
