"""Voirdire makes legal AI, and legal writing, prove what it says."""

__version__ = "0.1.0"
