"""The page on the protocol is the one that the engine's tables give."""

from pathlib import Path

from voirdire.courtroom.protocol_page import render_protocol

PAGE = Path(__file__).parents[2] / "docs" / "trial-protocol.md"


def test_the_page_is_rendered_from_the_tables():
    assert PAGE.read_text("utf-8") == render_protocol()
