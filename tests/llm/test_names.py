"""Names of models: what is opened, and the one line for what is not."""

import pytest

from voirdire.llm.chat import Chat
from voirdire.llm.ledger import Ledger
from voirdire.llm.names import ModelNameError, open_model


@pytest.fixture(autouse=True)
def no_keys(monkeypatch):
    for variable in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "VOIRDIRE_OPENAI_COMPATIBLE_KEY"):
        monkeypatch.delenv(variable, raising=False)


@pytest.mark.parametrize(
    "name",
    ["", "gpt-4o", "openai", "openai:", "google:gemini", "scripted:", ":x", "anthropic/claude"],
)
def test_a_bad_name_lists_the_forms(name):
    with pytest.raises(ModelNameError) as caught:
        open_model(name)
    said = str(caught.value)
    for form in ("anthropic:", "openai:", "openai-compatible:URL#M", "local:smollm2", "scripted:"):
        assert form in said
    assert "\n" not in said
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("name", "variable"),
    [("anthropic:claude-sonnet-5", "ANTHROPIC_API_KEY"), ("openai:gpt-4o", "OPENAI_API_KEY")],
)
@pytest.mark.parametrize("value", [None, "", "  "])
def test_a_missing_key_names_its_variable(name, variable, value, monkeypatch):
    if value is not None:
        monkeypatch.setenv(variable, value)
    with pytest.raises(ModelNameError, match=variable) as caught:
        open_model(name)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "name",
    [
        "openai-compatible:http://127.0.0.1:8000/v1",
        "openai-compatible:#m",
        "openai-compatible:localhost:8000#m",
        "openai-compatible:ftp://host/v1#m",
        "openai-compatible:http://user:hidden@host/v1#m",
        "openai-compatible:http://host/v1?key=hidden#m",
        "openai-compatible:http://[::1/v1#m",
        "openai-compatible:http://host:99999999/v1#m",
        "openai-compatible:http://host\n:80/v1#m",
        "local:gpt",
        "scripted:/no/such/file",
    ],
)
def test_what_cannot_be_opened_is_a_line(name):
    from voirdire.errors import VoirdireError

    with pytest.raises(VoirdireError) as caught:
        open_model(name)
    assert "\n" not in str(caught.value)
    # The name would stand in the ledger and in reports.
    assert "hidden" not in str(caught.value)


def test_a_compatible_server_needs_no_key():
    opened = open_model("openai-compatible:http://127.0.0.1:8000/v1#some/model:7b")
    assert opened.model.model_name == "some/model:7b"
    assert opened.secrets == ()


def test_a_key_is_in_no_representation(monkeypatch, tmp_path):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-nobody")
    ledger = Ledger.open(tmp_path / "ledger.sqlite")
    chat = Chat("openai:gpt-4o", ledger, "run")
    shown = [repr(chat), repr(chat.model("test")), repr(vars(chat)), repr(open_model(chat.name))]
    assert "of-nobody" not in " ".join(shown)
    ledger.close()
