"""One server for the tests that need nothing special of theirs."""

import pytest


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    pytest.importorskip("openenv")
    from courtroom.lantern import LANTERN
    from courtroom.server.serving import running

    with running(tmp_path_factory.mktemp("server"), [LANTERN]) as started:
        yield started
