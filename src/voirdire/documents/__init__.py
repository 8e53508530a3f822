"""Files to text: load a document, fold it, find its sentences and quotations."""

from voirdire.documents.fold import fold
from voirdire.documents.load import load_bytes, load_document
from voirdire.documents.types import Document, FoldedText

__all__ = ["Document", "FoldedText", "fold", "load_bytes", "load_document"]
