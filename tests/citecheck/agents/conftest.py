"""The sample opinions as a library, shared by the tests of agents."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import voirdire
from voirdire.authorities.library import Library


@pytest.fixture(scope="session")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """Fifteen fictional opinions; 12 and 13 Marlow Rep. are whole, 88 Thorpe 2d in part."""
    with Library.create(tmp_path_factory.mktemp("samples")) as library:
        library.add([Path(voirdire.__file__).parent / "samples" / "opinions.jsonl"])
        yield library
