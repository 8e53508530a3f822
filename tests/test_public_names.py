"""The names that each room promises; a change here is a change for users."""

import importlib

import pytest

PROMISED = {
    "voirdire.documents": "Document FoldedText fold load_bytes load_document",
    "voirdire.citations": (
        "Citation Statement attribute_statements compare_names find_citations resolve_citations"
    ),
    "voirdire.authorities": "Case CaseReference Holding Library Opinion Source open_sources",
    "voirdire.citecheck": "BriefReport CheckedCitation check_brief report_record",
    "voirdire.courtroom": "Action CaseFile Claim CourtroomEnv Observation Options Trial try_case",
    "voirdire.courtroom.agents": (
        "Agent PreparedAgent RandomAgent RandomQuoteAgent RuleBasedAgent open_agent"
    ),
    "voirdire.reports": "Result render_template sarif_log",
    "voirdire.cli": "main",
}


@pytest.mark.parametrize("room", PROMISED)
def test_a_room_exports_what_it_promises(room):
    module = importlib.import_module(room)
    assert sorted(module.__all__) == sorted(PROMISED[room].split())
    assert all(hasattr(module, name) for name in module.__all__)
