"""Where the shared data lies; tests that need it skip, saying so, where it is absent."""

import os
from pathlib import Path

import pytest

SHARED = Path(os.environ.get("VOIRDIRE_SHARED", Path(__file__).parents[2] / "shared"))

needs_shared = pytest.mark.skipif(
    not (SHARED / "data").is_dir(),
    reason="the shared data is absent; set VOIRDIRE_SHARED to its folder",
)
