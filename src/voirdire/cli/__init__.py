"""The command line: `voirdire check`, `voirdire library`, `voirdire demo`."""

from voirdire.cli.app import main

__all__ = ["main"]
