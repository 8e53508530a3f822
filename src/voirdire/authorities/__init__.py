"""Where opinions come from: a library in one file, the static case files, or both."""

from voirdire.authorities.library import Library
from voirdire.authorities.sources import open_sources
from voirdire.authorities.types import Case, CaseReference, Holding, Opinion, Source

__all__ = ["Case", "CaseReference", "Holding", "Library", "Opinion", "Source", "open_sources"]
